"""The ranking criteria of an event."""

from django.utils.translation import gettext as _

from judging.results.criteria import ROUND, CriterionChoice, catalogue, read_chain
from judging.results.standings import Chain

from ..common.wording.sentences import sentence
from ..models import Event, Round


def rounds_by_key(event: Event) -> dict[str, str]:
    """{position as text: name} of the rounds of the programme, without tiebreakers."""
    return {str(each.position): each.name for each in programme_rounds(event)}


def programme_rounds(event: Event) -> tuple[Round, ...]:
    """The rounds that everybody plays, in order: all except tiebreakers."""
    return tuple(event.rounds.filter(tie_game__isnull=True))


def chain_of(event: Event) -> Chain:
    """The stored criteria, without names that are no longer valid."""
    by_round = any(name.startswith(ROUND) for name in event.criteria)
    return read_chain(event.criteria, rounds_by_key(event) if by_round else {})[0]


def in_words(chain: Chain) -> str:
    """“Ranked by points, then tiebreakers.”"""
    labels = [sentence(criterion.label) for criterion in chain]
    return _("Ranked by %(criteria)s.") % {"criteria": _(", then ").join(labels)}


def choices(event: Event) -> tuple[CriterionChoice, ...]:
    """All criteria that this event can use."""
    return catalogue(rounds_by_key(event))
