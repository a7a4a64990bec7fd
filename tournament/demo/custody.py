"""Hand-overs of papers: printed and handed out before a round, half of them returned in the round that is being
marked."""

from ..models import Round, Sheet
from ..sheets import actions as sheets, custody, spares
from .day import Day

SPARES = 3
ENOUGH = 6  # sheets still on paper, so that one can be lost and one spoilt


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
