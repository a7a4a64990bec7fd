"""One puzzle set: its boxes with their proof, what is kept and made again, what is made, and its use."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from puzzles.sets.generate import FORMATS

from ..models import Event, PuzzleSet
from ..round_puzzles import completeness, printed_questions
from ..rounds.setting_fields import as_text
from ..web.pages import PageRequest, attempt, event_page, go_on, posted, press, pressed, trail
from . import actions as sets, draft_actions as drafts, queries, use_actions
from .boxes import label
from .defaults import differs
from .log_sentences import log_lines
from .queries import find_set
from .set_fields import BoxForm, NameForm, SettingsForm
from .solve_rates import solve_rates


@event_page(needs="run", guide="organiser#have-puzzles-made")
def show(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    """`?fragment=1` gives the part that changes while the set is made."""
    draft = find_set(event, set_id)
    if request.method != "POST":
        return page(request, draft)
    if refused := press(request, lambda: _do(request, draft)):
        return page(request, find_set(event, set_id), status=refused)
    if request.POST.get("do") == "use" and _has_old_digest(draft):
        message = _("The digest that is public is of earlier puzzles. Publish the digests again before the round.")
        messages.warning(request, message)
    return redirect("made-set", event.slug, set_id)


def _has_old_digest(draft: PuzzleSet) -> bool:
    """Whether digests of this set are public, and not that of its last version."""
    last = draft.versions.last()
    return last is not None and not hasattr(last, "published") and draft.versions.exclude(published=None).exists()


def _do(request: PageRequest, draft: PuzzleSet) -> object:
    """Carry out what the pressed button says; the ticks of kept boxes are saved first."""
    do, seen = request.POST.get("do", ""), request.POST.get("seen", "")
    by = request.user
    plain: dict[str, Callable[..., object]] = {"stop": sets.stop, "go_on": sets.go_on}
    if do in plain:
        return plain[do](by=by, puzzle_set=draft)
    if do == "use":
        replace, printed = "replace" in request.POST, request.POST.get("printed", "")
        return use_actions.use(by=by, puzzle_set=draft, replace=replace, printed=printed, seen=seen)
    if do == "lock":
        return use_actions.lock(by=by, puzzle_set=draft, seen=seen)
    current = drafts.keep(by=by, puzzle_set=draft, keys=request.POST.getlist("keep"), seen=seen)
    if box := request.POST.get("replace_box"):
        return drafts.again(by=by, puzzle_set=current, keys=[box])
    return drafts.again(by=by, puzzle_set=current) if do == "again" else current


def page(
    request: PageRequest, draft: PuzzleSet, form: SettingsForm | None = None, status: int | None = 200
) -> HttpResponse:
    shown = queries.boxes(draft, solve_rates(request.user, draft))
    context: dict[str, Any] = {
        "set": draft,
        "round": draft.round,
        "boxes": shown,
        "has_numbers": any(each.numbers for each in shown),
        "unsolved": queries.unsolved(draft, shown),
        "spread": queries.spread(shown),
        "has_failed": queries.has_failed(draft),
        "percent": queries.percent_made(draft),
        "crumbs": trail(request.event, (_("Puzzle sets"), "puzzle-sets"), (draft.name,)),
    }
    if request.GET.get("fragment"):
        return render(request, "puzzle_sets/_made.html", context)
    context |= {
        "form": form or SettingsForm(draft),
        "problem": queries.problem(draft),
        "log": log_lines(draft),
        **_about_round(draft),
    }
    return render(request, "puzzle_sets/set.html", context, status=status)


def _about_round(draft: PuzzleSet) -> dict[str, Any]:
    """How the set stands to its round."""
    if draft.round is None:
        return {"versions": draft.versions.all()}
    division = draft.division
    boxes = use_actions.asked(draft) if draft.puzzles else ()
    wrong = completeness.problems(draft.round, [division], boxes) if division and boxes and not draft.todo else {}
    return {
        "division": division,
        "status": queries.set_status(draft, division),
        "misfits": list(dict.fromkeys(wrong.values())) if draft.making == PuzzleSet.Making.DONE else [],
        "has_other_rules": draft.grade is not None and differs(draft.round, draft.grade, draft.settings, draft.edition),
        "versions": draft.versions.all(),
        "printed": printed_questions.with_question_of(draft.round, [division]).count() if division else 0,
    }


@event_page(needs="run", guide="organiser#have-puzzles-made", post_only=True)
def change(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    draft = find_set(event, set_id)
    form, seen = SettingsForm(draft, data=request.POST), request.POST.get("seen", "")

    def act() -> None:
        count = form.cleaned_data.get("count")
        drafts.change(by=request.user, puzzle_set=draft, values=form.values, count=count, seen=seen)

    status = attempt(form, act)
    return redirect("made-set", event.slug, set_id) if status is None else page(request, draft, form, status)


@event_page(needs="run", guide="organiser#have-puzzles-made")
def box(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    """One box by hand; `?box=` is its key."""
    draft = find_set(event, set_id)
    key = request.GET.get("box", "")
    shown = next((each for each in queries.boxes(draft) if each.key == key and each.numbers), None)
    if shown is None:
        if request.method == "POST":
            messages.error(request, _("Somebody else has changed this set. Look at it again."))
        return redirect("made-set", event.slug, set_id)
    initial = {"numbers": " ".join(map(str, shown.numbers)), "target": as_text(shown.target)}
    form = BoxForm(**posted(request), initial=initial)

    def act() -> None:
        values = form.cleaned_data
        drafts.edit(by=request.user, puzzle_set=draft, key=key, **values, seen=request.POST.get("seen", ""))

    status = attempt(form, act)
    if status is None:
        return go_on(request, _("The question is changed. Its proof stands beside it."), "made-set", set_id)
    context = {
        "set": draft,
        "label": label(draft.format, shown.number - 1, shown.target or 0),
        "form": form,
        "shares_numbers": FORMATS[draft.format].shares_numbers,
        "shares_target": FORMATS[draft.format].shares_target,
        "crumbs": trail(event, (_("Puzzle sets"), "puzzle-sets"), (draft.name, "made-set", set_id), (_("Question"),)),
    }
    return render(request, "puzzle_sets/box.html", context, status=status)


@event_page(needs="run", guide="organiser#have-puzzles-made", post_only=True)
def remove(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    draft = find_set(event, set_id)
    if status := press(request, lambda: sets.remove(by=request.user, puzzle_set=draft)):
        return page(request, draft, status=status)
    return go_on(request, _("The set is deleted."), "puzzle-sets")


@event_page(needs="run", guide="organiser#have-puzzles-made", post_only=True)
def correct(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    """Propose a re-score with the set as it is now."""
    draft = find_set(event, set_id)
    why = {"reason": request.POST.get("reason", "")[:500], "seen": request.POST.get("seen", "")}
    status, made = pressed(request, lambda: use_actions.propose_correction(by=request.user, puzzle_set=draft, **why))
    if status:
        return page(request, draft, status=status)
    return redirect("rescore", event.slug, made.pk)


@event_page(needs="run", guide="organiser#have-puzzles-made", post_only=True)
def rename(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    draft, form = find_set(event, set_id), NameForm(request.POST)
    status = attempt(form, lambda: drafts.name(by=request.user, puzzle_set=draft, **form.cleaned_data))
    if status is not None:
        for field in form.errors.get_json_data().values():
            for error in field:
                messages.error(request, error["message"])
        return page(request, draft, status=status)
    return go_on(request, _("Name and tags are saved."), "made-set", set_id)


urlpatterns = [
    path("run/puzzle-sets/<int:set_id>/", show, name="made-set"),
    path("run/puzzle-sets/<int:set_id>/change/", change, name="made-set-change"),
    path("run/puzzle-sets/<int:set_id>/box/", box, name="made-set-box"),
    path("run/puzzle-sets/<int:set_id>/remove/", remove, name="made-set-remove"),
    path("run/puzzle-sets/<int:set_id>/correct/", correct, name="made-set-correct"),
    path("run/puzzle-sets/<int:set_id>/name/", rename, name="made-set-name"),
]
