"""The door: players are marked as present or absent by number, by name, by the QR code on their badge, or from a
list."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _, ngettext

from ..models import Event, Player
from ..roster import search
from ..web.pages import PageRequest, attempt, crumbs, event_page, find_player, go_on, pressed
from . import actions, queries
from .forms import PlayerListFilter, WhoForm
from .number_list import are_numbers, numbers_in, split_words

ON_A_PAGE = 200


@event_page(needs="door", guide="organiser#at-the-door", never_cached=True)
def check_in_page(request: PageRequest, event: Event) -> HttpResponse:
    """The list and the field; with ?fragment, only the counts, for the script that keeps them fresh."""
    if "fragment" in request.GET:
        return render(request, "check_in/_arrivals.html", {"arrivals": queries.arrivals(event)})
    if request.method != "POST":
        return _render_page(request, event, WhoForm(initial={"who": request.GET.get("who", "")[:80]}))
    form = WhoForm(request.POST)
    if form.is_valid() and (text := form.cleaned_data["who"]) and not are_numbers(text):
        return _by_name(request, event, form, text)
    return _marked(request, event, form, form.data.get("who", ""))


def _marked(request: PageRequest, event: Event, form: WhoForm, who: str) -> HttpResponse:
    """Mark the players of these numbers and those that are ticked; then the page again."""
    status = attempt(form, lambda: _mark(request, event, who))
    return redirect(request.get_full_path()) if status is None else _render_page(request, event, form, status=status)


def _by_name(request: PageRequest, event: Event, form: WhoForm, text: str) -> HttpResponse:
    """The players of that name to choose from. If there is one, they are marked as absent, or opened."""
    matches = list(search.players(queries.expected_players(event), text)[: search.PLAYERS_LISTED])
    if len(matches) == 1 and request.POST.get("do") == "absent":
        return _marked(request, event, form, str(matches[0].number))
    if len(matches) == 1:
        page = reverse("check-in-player", args=[event.slug, matches[0].number])
        return redirect(f"{page}?by=name")
    if not matches:
        others = " ".join(split_words(text)[1])
        message = _("No player here is called “%(text)s”.")
        if others != text:
            message = _("Type only numbers or only a name. This is not a number: “%(text)s”.")
        form.add_error("who", message % {"text": others[:40]})
    return _render_page(request, event, form, matches, 200 if matches else 404)


def _mark(request: PageRequest, event: Event, who: str) -> None:
    numbers = numbers_in(who)
    numbers += [int(each) for each in request.POST.getlist("ticked") if each.isascii() and each.isdigit()]
    act = actions.mark_absent if request.POST.get("do") == "absent" else actions.check_in
    _add_message(
        request, act(by=request.user, event=event, numbers=list(dict.fromkeys(numbers))), act is actions.check_in
    )


def _add_message(request: PageRequest, marked: actions.MarkedPlayers, here: bool) -> None:
    count = len(marked.changed)
    if count == 1:
        message = _("Present: %(who)s") if here else _("Absent: %(who)s")
        messages.success(request, message % {"who": marked.changed[0]})
    elif count:
        message = (
            ngettext("%(count)s player is here.", "%(count)s players are here.", count)
            if here
            else ngettext("%(count)s player is absent.", "%(count)s players are absent.", count)
        )
        messages.success(request, message % {"count": count})
    else:
        messages.info(request, _("Nothing changed: this was marked already."))


def _render_page(
    request: PageRequest,
    event: Event,
    form: WhoForm,
    matches: list[Player] | None = None,
    status: int = 200,
) -> HttpResponse:
    filters = PlayerListFilter(event, request.GET or None)
    page = Paginator(filters.narrowed(queries.expected_players(event)), ON_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    for name in ("page", "who"):
        query.pop(name, None)
    context = {
        "form": form,
        "matches": matches or (),
        "absent": request.POST.get("do") == "absent",
        "filters": filters,
        "players": page,
        "query": f"{query.urlencode()}&" if query else "",
        "arrivals": queries.arrivals(event),
        "crumbs": crumbs(event, (_("Check-in"),)),
    }
    return render(request, "check_in/door.html", context, status=status)


@event_page(needs="door", guide="organiser#at-the-door", never_cached=True)
def player(request: PageRequest, event: Event, number: int) -> HttpResponse:
    """One player, where the QR code on the badge leads: a link for the phone's own camera. Whoever came from the
    field, `?by=name`, goes back to it; `&do=absent` is the button that they pressed there."""
    entrant, status = find_player(event, number).entrant, 200
    if request.method == "POST":
        here = request.POST.get("do") != "absent"
        act = actions.check_in if here else actions.mark_absent
        refused, done = pressed(request, lambda: act(by=request.user, event=event, numbers=[number]))
        if not refused:
            _add_message(request, done, here)
            if request.GET.get("by") == "name":
                return redirect("check-in", event.slug)
            return redirect("check-in-player", event.slug, number)
        entrant, status = find_player(event, number).entrant, refused
    names = crumbs(event, (_("Check-in"), "check-in"), (str(entrant.player),))
    context = {
        "entrant": entrant,
        "player": entrant.player,
        "absent": request.GET.get("do") == "absent",
        "arrivals": queries.arrivals(event),
        "crumbs": names,
    }
    return render(request, "check_in/player.html", context, status=status)


@event_page(needs="roster", guide="organiser#at-the-door", post_only=True)
def close(request: PageRequest, event: Event) -> HttpResponse:
    """Everybody who was not seen at the door is absent."""
    refused, done = pressed(request, lambda: actions.mark_rest_absent(by=request.user, event=event))
    if refused:
        return redirect("check-in", event.slug)
    count = len(done.changed)
    message = ngettext("%(count)s player is absent.", "%(count)s players are absent.", count) % {"count": count}
    return go_on(request, message, "check-in")


urlpatterns = [
    path("check-in/", check_in_page, name="check-in"),
    path("check-in/<int:number>/", player, name="check-in-player"),
    path("check-in/close/", close, name="check-in-close"),
]
