"""Players and teams that are tied for an award, and tiebreakers played on paper."""

from collections.abc import Callable, Iterable

from tournament.models import Division, Entrant, Event, Round, Submission, Tie, TieGame, User
from tournament.organiser import round_steps
from tournament.ties import actions as ties
from tournament.ties.actions import draw_tie

LAST = (4, 5, 6, 3, 2)  # a question is 1, 2, 3 and one of these, each once in a tie


def question(at: int) -> tuple[tuple[int, ...], int]:
    return (1, 2, 3, LAST[at]), 6 * LAST[at]


def methods(at: int) -> tuple[str, ...]:
    """Four methods that all count."""
    n = LAST[at]
    return (f"1*2*3*{n}", f"(1+2+3)*{n}", f"{n}*3!*(2-1)", f"{n}*3!/(2-1)")


HandIn = Callable[..., list[Submission]]


def open_up(organiser: User, round_: Round) -> Round:
    for step in ("open", "closed", "marking"):
        round_ = round_steps.move(by=organiser, round_=round_, status=step)
    return round_


class Hall:
    """The fixtures that play tiebreakers: organiser, hand_in, work_through."""

    def __init__(self, event: Event, organiser: User, hand_in: HandIn, work_through: Callable[[], int]):
        self.event, self.organiser, self.hand_in, self.work_through = event, organiser, hand_in, work_through

    def draw(self, place: int = 1, kind: str = "players", grade: int = 3) -> Tie:
        division = Division.objects.get(event=self.event, grade=grade)
        return draw_tie(by=self.organiser, event=self.event, division=division, kind=kind, place=place)

    def begin(self, tie: Tie) -> TieGame:
        """Start the next game and open it for marking."""
        numbers, target = question(tie.games.count())
        game = ties.start_game(by=self.organiser, tie=tie, numbers=numbers, target=target)
        open_up(self.organiser, game.round)
        return TieGame.objects.select_related("round__event", "first", "second").get(pk=game.pk)

    def write(self, game: TieGame, counts: Iterable[int]) -> None:
        """Both sides hand in this many methods that count."""
        known = methods(game.number - 1)
        for side, count in zip((game.first, game.second), counts, strict=True):
            written = [(0, text) for text in known[:count]] or [(0, "", "blank")]
            self.hand_in(game.round, Entrant.objects.get(pk=side.pk), written)
        self.work_through()

    def play(self, tie: Tie, counts: tuple[int, int]) -> TieGame:
        game = self.begin(tie)
        self.write(game, counts)
        return game
