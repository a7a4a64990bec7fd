"""Which paragraph of which guide helps with a page: the link “Help” in its header.

A page that is not public names it where it is declared: `event_page(guide="organiser#rounds")`, or `guided_by` outside
an event. A page for several roles names one for each, with a space between them; who has none of their own gets the
first. Without `guide` the link leads to the guide of those who may open the page. Public pages have no link, because
one copy of them is kept for everybody.
"""

from collections.abc import Callable, Mapping

from django.http import HttpRequest
from django.urls import reverse

# by what `event_page(needs=…)` asks for
FOR_WHOM: Mapping[str, str] = {
    "run": "organiser",
    "roster": "organiser",
    "key": "volunteer",
    "custody": "volunteer",
    "rule": "judge",
    "desk": "judge",
}


def guided_by(guide: str) -> Callable[[Callable], Callable]:
    """A decorator that names the paragraph for a page."""

    def decorate(view: Callable) -> Callable:
        view.guide = guide  # type: ignore[attr-defined]
        return view

    return decorate


def help_address(request: HttpRequest) -> str:
    """The address of the paragraph for this page; empty if it has none."""
    view = request.resolver_match and request.resolver_match.func
    guides = (getattr(view, "guide", "") or FOR_WHOM.get(getattr(view, "needs", None) or "", "")).split()
    if not guides:
        return ""
    role = _role(getattr(request, "capabilities", frozenset()))
    guide, _hash, anchor = next((each for each in guides if each.startswith(role)), guides[0]).partition("#")
    return reverse("guide", args=[guide]) + (f"#{anchor}" if anchor else "")


def _role(able: frozenset[str]) -> str:
    """The guide of somebody who may do this."""
    if not able or "run" in able:
        return "organiser"
    return "judge" if "rule" in able else "volunteer"
