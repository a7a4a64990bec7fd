"""Work that a round waits for, each with the page where this person does it."""

from collections.abc import Mapping

from django.urls import reverse

from ..models import Round
from ..web.pages import PageRequest
from . import open_work

# the page where each kind of open work is done, by its code in `open_work`
OF_ROUND = {
    "second": "keying-round",
    "none": "keying-round",
    "open": "keying-round",
    "once": "keying-round",
    "differing": "keying-round",
    "recalled": "keying-round",
    "unconfirmed": "keying-round",
    "missing": "board",
    "lost": "board",
}
OF_JUDGES = {"lines", "pairs", "unsigned", "unjudged"}


def hold_ups(request: PageRequest, round_: Round, left: Mapping[str, int]) -> list[tuple[str, str]]:
    """(sentence, where this person clears it) for each kind of work of which so much is left."""
    return [(open_work.sentence(code, count), _address(request, round_, code)) for code, count in left.items() if count]


def _address(request: PageRequest, round_: Round, code: str) -> str:
    """Where this person clears work of this kind, or sees who can; empty if they may not go there."""
    slug, able = request.event.slug, request.capabilities
    if page := OF_ROUND.get(code):
        anchor = f"#{code}" if page == "board" else ""
        may = "custody" if page == "board" else "key"
        return reverse(page, args=[slug, round_.position]) + anchor if may in able else ""
    if code == "failed":
        return reverse("failed-tasks", args=[slug]) if "run" in able else ""
    if code in OF_JUDGES and "rule" in able:
        return reverse("judge-queue", args=[slug])
    if code in OF_JUDGES and "run" in able:
        return reverse("waiting", args=[slug])
    if code == "proposals":
        return reverse("penalties", args=[slug])
    return reverse("disputes", args=[slug]) if code in {"disputes", "window"} and "desk" in able else ""
