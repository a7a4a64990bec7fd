"""The page of an event's words."""

from django import forms
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.formats import number_format
from django.utils.translation import gettext as _, gettext_lazy

from puzzles.words.dictionary import MAX_LETTERS

from ..common import limits
from ..models import Event
from ..web.pages import PageRequest, attempt, event_page, go_on, posted, trail
from . import actions as words
from .dictionaries import site_dictionary


class WordForm(forms.Form):
    word = forms.CharField(label=gettext_lazy("Word"), max_length=MAX_LETTERS)
    is_accepted = forms.TypedChoiceField(
        label=gettext_lazy("Decision"),
        choices=[("yes", gettext_lazy("accepted")), ("no", gettext_lazy("refused"))],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
        initial="yes",
    )
    why = forms.CharField(label=gettext_lazy("Reason"), max_length=limits.REASON, required=False)


@event_page(needs="run", guide="organiser#words")
def show(request: PageRequest, event: Event) -> HttpResponse:
    if request.method == "POST" and "remove" in request.POST:
        words.remove(by=request.user, event=event, word=request.POST["remove"][:MAX_LETTERS])
        return go_on(request, _("The decision is taken back."), "event-words")
    form = WordForm(**posted(request))
    status = attempt(form, lambda: words.decide(by=request.user, event=event, **form.cleaned_data))
    if status is None:
        return go_on(request, _("The decision on the word is saved."), "event-words")
    context = {
        "form": form,
        "words": event.words.select_related("decided_by"),
        "count": number_format(len(site_dictionary()), force_grouping=True),
        "crumbs": trail(event, (_("Words"),)),
    }
    return render(request, "word_lists/words.html", context, status=status)


urlpatterns = [path("run/words/", show, name="event-words")]
