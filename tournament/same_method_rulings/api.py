"""Rulings on whether two methods count once, in the API."""

from ..models import PairRuling
from ..rest.resources import ActionMethod, ReadRows
from . import actions


class PairRulingViewSet(ReadRows):
    """Judges' rulings on pairs of methods, for the whole event."""

    reads = "desk"
    queryset = PairRuling.objects.select_related("given_by")
    shows = ("id", "first_text", "second_text", "says", "reason", "needs", "given_by", "given_at")

    create = ActionMethod(actions.rule, needs="rule")
    sign = ActionMethod(actions.sign, needs="rule", of_person=True)


resources = {"pair-rulings": PairRulingViewSet}
