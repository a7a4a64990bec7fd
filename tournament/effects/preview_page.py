"""An effect with names and words in place of ids."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from judging.messages import Message
from judging.results.brackets import Bracket, PlayedTiebreaker, TiebreakerGame

from ..models import Entrant, Event, Round, Tie
from . import preview_rows as rows
from .preview import ANSWERS_LISTED, Effect


class EffectPage:
    """The changes of an effect. All lists are empty without an effect, as before a re-score is calculated."""

    def __init__(self, event: Event, effect: Effect | None):
        self.event = event
        self._effect: Mapping[str, list] = defaultdict(list, effect or {})
        self.rounds: dict[int, Round] = {round_.pk: round_ for round_ in self.event.rounds.all()}
        self._divisions = {each.pk: each for each in self.event.divisions.all()}
        entrants = Entrant.objects.filter(event=self.event).select_related("player", "team", "division")
        self._known = entrants.in_bulk()
        for each in self._known.values():
            each.shown = each.number_and_name(event)

    # entrants who were removed from the roster since are left out

    @cached_property
    def points(self) -> list[rows.ChangedPoints]:
        return [
            rows.ChangedPoints(
                self._known[each["entrant"]],
                self.rounds[each["round"]],
                each["before"],
                each["after"],
                each.get("waits", False),
            )
            for each in self._effect["points"]
            if each["entrant"] in self._known
        ]

    @cached_property
    def answers(self) -> list[rows.ChangedAnswer]:
        return [
            rows.ChangedAnswer(
                self.rounds[each["round"]],
                Message.read(each["box"]),
                each["text"],
                each["lines"],
                rows.CountedAs(*rows.TAGS[each["before"]["state"]], each["before"]["value"]),
                rows.CountedAs(*rows.TAGS[each["after"]["state"]], each["after"]["value"]),
            )
            for each in self._effect["verdicts"]
        ]

    @property
    def answers_cut(self) -> bool:
        """Whether more answers change than are stored."""
        return len(self.answers) >= ANSWERS_LISTED

    @cached_property
    def standings(self) -> list[rows.ChangedStanding]:
        """The standings that change, those with changed awards first."""
        changed = [self._standing(each) for each in self._effect["places"] if each["division"] in self._divisions]
        return sorted(changed, key=lambda each: not each.is_important)

    def _standing(self, stored: Mapping) -> rows.ChangedStanding:
        was, now = ({entrant: place for place, entrant in side} for side in stored["awards"])
        return rows.ChangedStanding(
            self._divisions[stored["division"]],
            stored["kind"],
            tuple(self._moved(each) for each in stored["moved"] if each["entrant"] in self._known),
            (self._awarded(was, now), self._awarded(now, was)),
            (self._ties(stored["ties"][0]), self._ties(stored["ties"][1])),
        )

    def _moved(self, stored: Mapping) -> rows.Moved:
        before, total_before = stored["before"] or (None, None)
        after, total_after = stored["after"] or (None, None)
        return rows.Moved(self._known[stored["entrant"]], before, after, total_before, total_after)

    def _awarded(self, here: Mapping[int, int], there: Mapping[int, int]) -> tuple[rows.Awarded, ...]:
        return tuple(
            rows.Awarded(self._known[pk], place, there.get(pk)) for pk, place in here.items() if pk in self._known
        )

    def _ties(self, ties: Sequence[Sequence[int]]) -> tuple[tuple[Entrant, ...], ...]:
        return tuple(tuple(self._known[pk] for pk in tie if pk in self._known) for tie in ties)

    @cached_property
    def brackets(self) -> list[rows.ChangedTie]:
        """The ties whose bracket changes."""
        stored = {each["tie"]: (_bracket(each["before"]), _bracket(each["after"])) for each in self._effect["ties"]}
        ties = Tie.objects.filter(pk__in=stored).select_related("division") if stored else ()
        names = {pk: who.shown for pk, who in self._known.items()}
        return [rows.ChangedTie(tie, *stored[tie.pk], names) for tie in ties]

    @property
    def important(self) -> list[rows.ChangedStanding]:
        return [each for each in self.standings if each.is_important]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many answers, results and places change."""
        places = sum(len(standing.movers) for standing in self.standings)
        return len(self.answers), len(self.points), places


def _bracket(stored: Mapping | None) -> Bracket | None:
    """The bracket that `effect` stored."""
    if stored is None:
        return None
    played = (
        PlayedTiebreaker(
            TiebreakerGame(*(tuple(each[name]) for name in ("sides", "methods", "waiting", "unread"))),
            each["state"],
            each["winner"],
            each["loser"],
        )
        for each in stored["games"]
    )
    return Bracket(tuple(stored["sides"]), tuple(played), tuple(stored["out"]), tuple(stored["inside"]))
