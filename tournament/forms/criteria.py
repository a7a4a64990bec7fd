"""What places go by: one list to choose from for each step of the chain."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ..models import Event
from ..record.criteria import choices
from ..sentences import sentence

SPARE = 2  # empty steps behind those that are chosen
MOST = 12


class CriteriaForm(forms.Form):
    """`criterion-1` is the total; a step that is left empty is passed over."""

    def __init__(self, event: Event, *args, **more):
        super().__init__(*args, **more)
        offered = choices(event)
        self.offered = [
            (sentence(each.label), gettext(each.help)) for each in offered if each.name != "total"
        ]
        known = [(each.name, sentence(each.label)) for each in offered if each.name != "total"]
        count = min(MOST, len(offered) - 1, len(event.criteria) - 1 + SPARE)
        for at in range(2, max(count, len(event.criteria) - 1) + 2):
            self.fields[f"criterion-{at}"] = forms.ChoiceField(
                label=_("%(n)s. and where these are equal") % {"n": at},
                choices=[("", _("nothing more")), *known],
                required=False,
                initial=event.criteria[at - 1] if at <= len(event.criteria) else "",
            )

    @property
    def places(self) -> list[int]:
        """The steps that are filled, in order."""
        return [at for at in range(2, len(self.fields) + 2) if self.cleaned_data.get(f"criterion-{at}")]

    @property
    def criteria(self) -> list[str]:
        return ["total", *(self.cleaned_data[f"criterion-{at}"] for at in self.places)]
