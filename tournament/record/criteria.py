"""What an event compares its entrants by."""

from django.utils.translation import gettext as _

from judging.results.chains import ROUND, Choice, catalogue, read_chain
from judging.results.standings import Chain

from ..models import Event, Round
from ..sentences import sentence


def rounds_by_key(event: Event) -> dict[str, str]:
    """The names of the rounds of the programme by the key of their points; tiebreakers are none."""
    return {str(each.position): each.name for each in programme_rounds(event)}


def programme_rounds(event: Event) -> tuple[Round, ...]:
    """The rounds that everybody plays, in order: all but the tiebreakers. One query, unless they were prefetched."""
    return tuple(event.rounds.filter(tie_game__isnull=True))


def chain_of(event: Event) -> Chain:
    """The criteria that the event has stored; a name that means nothing any more is passed over. A query only where
    one of them asks for a round."""
    by_round = any(name.startswith(ROUND) for name in event.criteria)
    return read_chain(event.criteria, rounds_by_key(event) if by_round else {})[0]


def in_words(chain: Chain) -> str:
    """“Places go by points, then tiebreakers.”"""
    labels = [sentence(criterion.label) for criterion in chain]
    return _("Places go by %(criteria)s.") % {"criteria": _(", then ").join(labels)}


def choices(event: Event) -> tuple[Choice, ...]:
    """Everything that a chain of this event can be made of."""
    return catalogue(rounds_by_key(event))
