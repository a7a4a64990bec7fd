"""A re-score as people read it: names, words and tables in place of the ids that `rescoring` keeps. The number of
queries does not depend on how much a re-score changes."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from judging.messages import Message
from judging.results.brackets import Bracket, Game, Played

from ..models import Entrant, Event, Rescore, Round, Tie
from ..names import isolated
from .rescore_tables import (
    TAGS,
    Awarded,
    BracketSide,
    ChangedAnswer,
    ChangedPoints,
    ChangedStanding,
    ChangedTie,
    Counted,
    Moved,
    Who,
)
from .rescoring import MOST_LINES


class Page:
    """The effect of a re-score in words. All lists are empty while it has not been worked out."""

    def __init__(self, rescore: Rescore):
        self.rescore, self.event, effect = rescore, rescore.event, rescore.effect or {}
        self._effect: Mapping[str, list] = {
            name: effect.get(name, []) for name in ("rounds", "points", "verdicts", "places", "ties")
        }
        self.rounds: dict[int, Round] = {round_.pk: round_ for round_ in self.event.rounds.all()}
        self._divisions = {each.pk: each for each in self.event.divisions.all()}
        found = Entrant.objects.select_related("player", "team", "division")
        self._known = {
            each.pk: Who(each, name_at_desk(each, self.event)) for each in found.filter(pk__in=self._ids())
        }

    def _ids(self) -> set[int]:
        places = self._effect["places"]
        return {
            *(each["entrant"] for each in self._effect["points"]),
            *(each["entrant"] for standing in places for each in standing["moved"]),
            *(pk for standing in places for side in standing["awards"] for _place, pk in side),
            *(pk for standing in places for side in standing["ties"] for tie in side for pk in tie),
            *(pk for tie in self._effect["ties"] for side in _sides(tie) for pk in side["sides"]),
        }

    # whoever was removed from the roster since is left out

    @cached_property
    def points(self) -> list[ChangedPoints]:
        return [
            ChangedPoints(
                self._known[each["entrant"]], self.rounds[each["round"]], each["before"], each["after"]
            )
            for each in self._effect["points"]
            if each["entrant"] in self._known and each["round"] in self.rounds
        ]

    @cached_property
    def answers(self) -> list[ChangedAnswer]:
        return [
            ChangedAnswer(
                self.rounds[each["round"]],
                Message.read(each["box"]),
                each["text"],
                each["lines"],
                _counted(each["before"]),
                _counted(each["after"]),
            )
            for each in self._effect["verdicts"]
            if each["round"] in self.rounds
        ]

    @property
    def answers_cut(self) -> bool:
        """Whether more answers change than are kept to be shown."""
        return len(self.answers) >= MOST_LINES

    @cached_property
    def standings(self) -> list[ChangedStanding]:
        """Those in which somebody's place or total changes, the ones that touch an award first."""
        found = [
            self._standing(each) for each in self._effect["places"] if each["division"] in self._divisions
        ]
        return sorted(found, key=lambda each: not each.is_important)

    def _standing(self, stored: Mapping) -> ChangedStanding:
        was, now = (dict(_by_entrant(side)) for side in stored["awards"])
        return ChangedStanding(
            self._divisions[stored["division"]],
            stored["kind"],
            tuple(self._moved(each) for each in stored["moved"] if each["entrant"] in self._known),
            (self._awarded(was, now), self._awarded(now, was)),
            (self._ties(stored["ties"][0]), self._ties(stored["ties"][1])),
        )

    def _moved(self, stored: Mapping) -> Moved:
        before, total_before = stored["before"] or (None, None)
        after, total_after = stored["after"] or (None, None)
        return Moved(self._known[stored["entrant"]], before, after, total_before, total_after)

    def _awarded(self, here: Mapping[int, int], there: Mapping[int, int]) -> tuple[Awarded, ...]:
        return tuple(
            Awarded(self._known[pk], place, there.get(pk)) for pk, place in here.items() if pk in self._known
        )

    def _ties(self, ties: Sequence[Sequence[int]]) -> tuple[tuple[Who, ...], ...]:
        return tuple(tuple(self._known[pk] for pk in tie if pk in self._known) for tie in ties)

    @cached_property
    def brackets(self) -> list[ChangedTie]:
        """The ties whose tiebreakers come to something else. A query where there are any."""
        stored = {each["tie"]: each for each in self._effect["ties"]}
        held = Tie.objects.filter(pk__in=stored).select_related("division") if stored else ()
        return [self._bracket(tie, stored[tie.pk]) for tie in held]

    def _bracket(self, tie: Tie, stored: Mapping) -> ChangedTie:
        before, after = (stored[side] and self._side(stored[side]) for side in ("before", "after"))
        most = max(len(side["sides"]) for side in _sides(stored))
        return ChangedTie(tie, tie.place + most - 1, before, after)

    def _side(self, stored: Mapping) -> BracketSide:
        names = {pk: who.name for pk, who in self._known.items()}
        played = tuple(_played(each) for each in stored["games"])
        bracket = Bracket(tuple(stored["sides"]), played, tuple(stored["out"]), tuple(stored["inside"]))
        return BracketSide(tuple(each.message(names) for each in played), bracket.message(names))

    @property
    def important(self) -> list[ChangedStanding]:
        return [each for each in self.standings if each.is_important]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many answers, results and places change. A total alone is no place."""
        places = sum(len(standing.movers) for standing in self.standings)
        return len(self.answers), len(self.points), places


def _sides(tie: Mapping) -> list[Mapping]:
    """The brackets that are kept of a tie: before, after, or both."""
    return [side for side in (tie["before"], tie["after"]) if side]


def _played(stored: Mapping) -> Played:
    """What `rescoring` has kept of a game."""
    pairs = ("sides", "methods", "waiting", "unread")
    game = Game(*((stored[name][0], stored[name][1]) for name in pairs))
    return Played(game, stored["state"], stored["winner"], stored["loser"])


def name_at_desk(entrant: Entrant, event: Event) -> str:
    if entrant.player and event.public_names != Event.Names.NUMBER:
        return f"{entrant.label} {isolated(entrant.public_name(event))}"
    return isolated(entrant.public_name(event))


def _by_entrant(side: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    return [(entrant, place) for place, entrant in side]


def _counted(stored: Mapping) -> Counted:
    tag, word = TAGS[stored["state"]]
    return Counted(tag, str(word), stored["value"])
