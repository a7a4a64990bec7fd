"""The organiser's pages of a competition: its halls, and one hall."""

from collections.abc import Callable, Mapping
from typing import Any

from django.forms import Form, model_to_dict
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Competition, Event, Hall, HallFile
from ..publication import signing
from ..web.pages import PageRequest, attempt, event_page, go_on, press, trail
from . import actions, handing_in, queries
from .forms import HallForm, HandInForm, SignForm, TieForm
from .joint import changes
from .refusals import sentence
from .rules import rules_of

CHANGES_LISTED = 200
Step = tuple[Form | None, Callable[[], object], str]  # its form if it has fields, the action, the sentence afterwards


def _perform(request: PageRequest, steps: Mapping[str, Step], page: str, *parts: object) -> HttpResponse | int:
    """Do the step whose button was pressed, and go on to the page; or the status with which to show it again."""
    if request.POST.get("do") not in steps:
        return 200
    form, act, said = steps[request.POST["do"]]
    status = attempt(form, act) if form is not None else press(request, act)
    return go_on(request, said, page, *parts) if status is None else status


@event_page(needs="run", guide="organiser#halls", never_cached=True)
def halls(request: PageRequest, event: Event) -> HttpResponse:
    """The halls of a competition, what is missing, ties over halls, and signing."""
    competition, steps = queries.competition_of(event), dict[str, Step]()
    here: dict[str, Any] = {"by": request.user, "event": event}
    context: dict[str, Any] = {"crumbs": trail(event, (_("Halls"),))}
    if competition is None:
        steps["begin"] = None, lambda: actions.begin(**here), _("Register the halls now.")
        template = "competitions/begin.html"
    else:
        context |= _organisers(competition, request)
        add, sign, template = context["add"], context["sign"], "competitions/halls.html"

        def settle(tie: TieForm) -> Callable[[], object]:
            return lambda: actions.settle_tie(**here, grade=tie.grade, kind=tie.kind, order=tie.order)

        steps |= {
            "show": (None, lambda: actions.show(**here, is_public=True), _("The joint standing is public.")),
            "hide": (None, lambda: actions.show(**here, is_public=False), _("The joint standing is hidden.")),
            "add": (add, lambda: actions.add_hall(**here, **add.cleaned_data), _("The hall is registered.")),
            "sign": (sign, lambda: actions.sign(**here, **sign.cleaned_data), _("The joint standing is signed.")),
            **{tie.name: (tie, settle(tie), _("The order is entered.")) for tie in context["ties"]},
        }
    done = _perform(request, steps, "halls")
    return done if isinstance(done, HttpResponse) else render(request, template, context, status=done)


def _organisers(competition: Competition, request: PageRequest) -> dict[str, Any]:
    """What the page of the halls shows, with its forms."""
    rows = list(competition.halls.select_related("counted").defer("counted__document", "counted__summary"))
    waiting = [hall for hall in rows if not hall.withdrawn_at and queries.waiting_file(hall)]
    document, copy, sent = queries.document(competition), queries.last_copy(competition), request.POST.get("do")
    status = {each["hall"]: each["status"] for each in document["halls"]}
    names = queries.names_in(queries.files_of(document, competition))
    state = queries.state_of(document)
    here = {"fingerprint": signing.fingerprint(), "event_slug": competition.event.slug}
    return {
        "competition": competition,
        "halls": [(hall, status[hall.slug], hall in waiting) for hall in rows],
        "obstacles": queries.obstacles(document, waiting),
        "copy": copy,
        "is_current": copy is not None and queries.state_of(queries.read_copy(copy)) == state,
        "unsealed": rules_of(competition.event).unsealed,
        "add": HallForm(request.POST if sent == "add" else None, initial=here),
        "sign": SignForm(request.POST if sent == "sign" else None, initial={"shown": state}),
        "ties": [
            TieForm(standing, sides, names, request.POST)
            for standing in queries.open_ties(competition)
            for sides in standing.open_ties
        ],
    }


@event_page(needs="run", guide="organiser#halls", never_cached=True)
def hall(request: PageRequest, event: Event, hall_slug: str) -> HttpResponse:
    """One hall: its files with their verdicts, handing in, and what a file that waits would change."""
    shown_hall = get_object_or_404(
        Hall.objects.select_related("competition__event"), competition__event=event, slug=hall_slug
    )
    by, sent = request.user, request.POST.get("do")
    here: dict[str, Any] = {"by": by, "hall": shown_hall}
    send = HandInForm(request.POST, request.FILES) if sent == "hand_in" else HandInForm()
    change = HallForm(
        request.POST if sent == "change" else None, initial=model_to_dict(shown_hall, HallForm.base_fields)
    )
    change.fields.pop("slug")
    waiting = queries.waiting_file(shown_hall)
    handed_in = _("The file is handed in.")
    steps: dict[str, Step] = {
        "hand_in": (send, lambda: handing_in.hand_in(**here, **send.cleaned_data["sent"]), handed_in),
        "from_here": (None, lambda: handing_in.hand_in_from_here(**here), handed_in),
        "withdraw": (None, lambda: actions.withdraw(**here), _("The hall is withdrawn.")),
        "readmit": (None, lambda: actions.readmit(**here), _("The hall is readmitted.")),
        "change": (change, lambda: actions.change_hall(**here, **change.cleaned_data), _("The hall is corrected.")),
    }
    if waiting:
        file, shown = waiting, request.POST.get("shown", "")
        steps["count"] = None, lambda: actions.count(by=by, file=file, shown=shown), _("The file counts.")
    done = _perform(request, steps, "hall", hall_slug)
    if isinstance(done, HttpResponse):
        return done
    context = {
        "hall": shown_hall,
        "send": send,
        "change": change,
        "files": [(each, _verdict(each)) for each in shown_hall.files.defer("document", "summary").order_by("-pk")],
        "is_here": shown_hall.fingerprint == signing.fingerprint()
        and Event.objects.filter(slug=shown_hall.event_slug).exists(),
        "crumbs": trail(event, (_("Halls"), "halls"), (shown_hall.name,)),
    }
    if waiting := queries.waiting_file(shown_hall):
        context |= _preview(shown_hall, waiting)
    return render(request, "competitions/hall.html", context, status=done)


def _verdict(file: HallFile) -> str:
    return sentence(file.refusal["code"], file.refusal["facts"]) if file.refusal else ""


def _preview(shown_hall: Hall, waiting: HallFile) -> dict[str, Any]:
    """What a file that waits would change in the joint standing."""
    after = queries.document(shown_hall.competition, {shown_hall.pk: waiting})
    changed = list(changes(queries.document(shown_hall.competition), after))
    return {
        "waiting": waiting,
        "shown": queries.state_of(after),
        "changes": changed[:CHANGES_LISTED],
        "changed": len(changed),
        "names": queries.names_in(queries.files_of(after, shown_hall.competition)),
    }


urlpatterns = [
    path("run/halls/", halls, name="halls"),
    path("run/halls/<slug:hall_slug>/", hall, name="hall"),
]
