"""The words that an event accepts or refuses, in the API."""

from ..models import EventWord
from ..rest.resources import ActionMethod, ReadRows
from . import actions


class WordViewSet(ReadRows):
    """Decisions on words, on top of the site's list."""

    queryset = EventWord.objects.select_related("decided_by")
    shows = ("word", "is_accepted", "why", "decided_by", "decided_at")
    lookup_field, lookup_value_converter = "word", "str"

    create = ActionMethod(actions.decide)


resources = {"words": WordViewSet}
