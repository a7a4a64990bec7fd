"""What a third person chose at each place where two readings differ, as the page sends it."""

from django.http import QueryDict

from ..actions.settling import Choice
from ..models import Mark

MOST_PLACES = 400


def posted_choices(data: QueryDict) -> dict[int, Choice]:
    """{number of the place: her choice}"""
    return {
        at: Choice(
            str(data[f"choice-{at}"]),
            str(data.get(f"own-{at}", "")),
            str(data.get(f"mark-{at}") or Mark.WRITTEN),
        )
        for at in range(1, MOST_PLACES + 1)
        if data.get(f"choice-{at}")
    }


def posted_more(data: QueryDict, boxes: int) -> dict[int, str]:
    """{box: the line that both left out}"""
    return {box: text for box in range(boxes) if (text := data.get(f"more-{box}", ""))}
