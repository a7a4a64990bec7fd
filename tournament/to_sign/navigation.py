"""The number beside “To sign” in the navigation."""

from django.http import HttpRequest

from .queries import count


def to_sign(request: HttpRequest) -> dict[str, int]:
    """Context processor: how many things wait for this person's signature at the event."""
    event = getattr(request, "event", None)
    able: frozenset[str] = getattr(request, "capabilities", frozenset())
    if event is None or "desk" not in able or not request.user.is_authenticated:
        return {"to_sign_count": 0}
    return {"to_sign_count": count(request.user, event, able)}
