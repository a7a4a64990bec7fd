"""Hand-overs of papers: printed and handed out before a round, half of them returned in the round that is being marked.
And a question with a wrong number, found after its sheets were handed out: they are printed again, all but one."""

from dataclasses import replace

from judging.games.paper import Box

from ..models import Division, Round, Sheet
from ..round_puzzles import actions as puzzle_actions
from ..round_puzzles.printed_questions import REPRINT
from ..sheets import actions as sheets, custody, spares
from .day import Day

SPARES = 3
ENOUGH = 6  # sheets still on paper, so that one can be lost and one spoilt
MISPRINTED = (3, 4)  # grades


def print_and_issue(day: Day, round_: Round) -> None:
    sheets.print_(by=day.organiser, round_=round_, spares=SPARES)
    sheets.issue_all(by=day.organiser, round_=round_)


def half_back(day: Day, round_: Round) -> None:
    """Return half of the sheets that are not typed; one is lost, one was spoilt by juice, and one player continues on a
    spare sheet."""
    on_paper = list(custody.named(custody.in_use(round_).filter(stage__lt=custody.KEYED)))
    desk = day.crew["vanessa"]
    half = len(on_paper) // 2
    for sheet in on_paper[:half]:
        sheets.return_(by=desk, sheet=sheet)
    if len(on_paper) >= ENOUGH:
        _mishaps(day, on_paper[:half], on_paper[half:])


def _mishaps(day: Day, back: list[Sheet], out: list[Sheet]) -> None:
    desk = day.crew["vanessa"]
    first, second = custody.free_spares(back[0].round).order_by("pk")[:2]
    spares.attach(by=desk, sheet=first, entrant=back[0].owner)
    sheets.return_(by=desk, sheet=first)
    spares.replace(by=desk, sheet=out[0], replacement=second, why="Juice was spilt over it.")
    sheets.lost(by=desk, sheet=out[1], why="The pile of the second row was one short.")


def misprinted(round_: Round, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
    """The boxes with another last number in the first one; the boxes themselves if no number fits."""
    settings = round_.settings_for(MISPRINTED[0])
    first, *rest = boxes
    for number in range(settings.whole("number_from"), settings.whole("number_to") + 1):
        wrong = (replace(first, numbers=(*first.numbers[:-1], number)), *rest)
        if number != first.numbers[-1] and not round_.rules.problems(settings, wrong):
            return wrong
    return boxes


def correct(day: Day, round_: Round, divisions: list[Division], boxes: tuple[Box, ...]) -> None:
    """Give these grades the right question, and hand out new sheets with it."""
    puzzle_actions.assign(by=day.organiser, round_=round_, divisions=divisions, boxes=boxes, printed=REPRINT)
    sheets.print_again(by=day.organiser, round_=round_, old=True)
    print_and_issue(day, round_)


def leave_one(day: Day, round_: Round) -> None:
    """One of the sheets that came back and are not typed is an old one: somebody wrote on it."""
    desk, untyped = day.crew["vanessa"], custody.in_use(round_).filter(stage__lt=custody.KEYED, lost_at=None)
    printed = untyped.filter(entrant__division__grade__in=MISPRINTED, printed_version__isnull=False)
    sheet = Sheet.objects.filter(pk=printed.order_by("-stage", "pk").values("pk")[:1]).first()
    if sheet is None or sheet.printed_version is None:
        return
    sheets.return_(by=desk, sheet=sheet)
    old = sheet.printed_version.puzzle.versions.earliest("number")
    sheets.shows(by=desk, sheet=sheet, version=old)
    day.say(f"sheet {sheet.code} of {round_} shows an old question")
