"""The form that searches the history."""

from django import forms
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Event
from ..web.fields import DynamicForm
from .search import NOBODY, HistorySearch, people
from .verbs import TOPICS


class Moment(forms.DateTimeInput):
    input_type = "datetime-local"

    def __init__(self):
        super().__init__(format="%Y-%m-%dT%H:%M")


class SearchForm(DynamicForm):
    who = forms.CharField(
        label=_("Player or team"),
        required=False,
        max_length=80,
        help_text=_("A player’s number, or part of a name."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    text = forms.CharField(
        label=_("Text"),
        required=False,
        max_length=80,
        help_text=_("In a reason, a line, an answer or a value."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    by = forms.ChoiceField(label=_("By"), required=False)
    since = forms.DateTimeField(label=_("From"), required=False, widget=Moment())
    until = forms.DateTimeField(label=_("Until"), required=False, widget=Moment())
    about = forms.ChoiceField(label=_("Kind"), required=False, choices=[("", _("All")), *TOPICS.items()])

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        self.event = event
        by = [(str(each.pk), str(each)) for each in people(event)]
        self.fields["by"].choices = [("", _("Everybody")), *by, (NOBODY, _("coaches and the program"))]

    def clean(self) -> None:
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and since > until:
            self.add_error("until", _("This is before the beginning."))
        if "who" in self.cleaned_data and HistorySearch(self.event, who=self.cleaned_data["who"]).names_too_many:
            message = _("More than %(most)s players or teams have this in their name. Write more of it.")
            self.add_error("who", message % {"most": limits.HISTORY_PLAYERS})

    @property
    def search(self) -> HistorySearch:
        """The search to run; a field with an error narrows nothing."""
        return HistorySearch(self.event, **self.cleaned_data)
