"""Forms of accounts: a role, many helpers, the first account, one's own account."""

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from ..common import limits
from ..models import Event, Role, Scope, User
from .helper_list import MOST_CHARACTERS

AS_TYPED = {"autocapitalize": "none", "spellcheck": "false"}


class Password(forms.CharField):
    def __init__(self, label, autocomplete: str = "new-password", **more):
        widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
        super().__init__(label=label, max_length=limits.PASSWORD, strip=False, widget=widget, **more)


class SignInForm(AuthenticationForm):
    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.fields["username"].label = _("Sign-in name")
        wrong = _("This sign-in name and password do not go together. Capital letters matter in both.")
        self.error_messages = {**self.error_messages, "invalid_login": wrong}


class CodeOfCard(forms.Form):
    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("Six characters, on your card beside the QR code."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "short", **AS_TYPED}),
    )


class NewPassword(forms.Form):
    """A password, typed twice."""

    password = Password(_("New password"), help_text=_("At least 8 characters, and not one that many people use."))
    again = Password(_("New password again"))

    def clean(self):
        values = super().clean() or self.cleaned_data
        if values.get("password") and values.get("again") and values["password"] != values["again"]:
            self.add_error("again", _("The two passwords differ. Type them again."))
        return values


class ChangePassword(NewPassword):
    """`needs_old`: whether the person must type the password that they have now."""

    old = Password(_("Password now"), "current-password")
    field_order = ["old", "password", "again"]

    def __init__(self, *args, needs_old: bool, **more):
        super().__init__(*args, **more)
        if not needs_old:
            del self.fields["old"]


class MakeFirstAccount(NewPassword):
    full_name = forms.CharField(
        label=_("Your name"), max_length=limits.NAME, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=60,
        help_text=_("A short name without spaces, such as ora. You sign in with it next time."),
        widget=forms.TextInput(attrs={"autocomplete": "username", **AS_TYPED}),
    )
    field_order = ["full_name", "username", "password", "again"]

    def full_clean(self):
        """An error in a name leaves the passwords in their fields, unless they are wrong themselves."""
        super().full_clean()
        for name in ("password", "again"):
            self.fields[name].widget.render_value = not {"password", "again"} & self.errors.keys()


class OwnAccount(forms.Form):
    full_name = forms.CharField(
        label=_("Name"),
        max_length=limits.NAME,
        help_text=_("Other helpers see it."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("As the browser says")), *settings.LANGUAGES],
        help_text=_("On every device on which you sign in from now on."),
    )


class MakeToken(forms.Form):
    """What a program may do for the person, and until when."""

    name = forms.CharField(label=_("Name"), max_length=80, help_text=_("Such as the program that will have it."))
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (Scope.READ, _("Read: all that you see on pages")),
            (Scope.TYPE, _("Type: sheets, check-in, where papers are, disputes")),
            (Scope.ORGANISE, _("Organise: events, players, rounds, puzzles, re-scores")),
            (Scope.JUDGE, _("Judge: rulings, disputes, re-scores")),
            (Scope.HOST, _("Host live games")),
        ],
    )
    event = forms.ModelChoiceField(Event.objects.none(), label=_("Event"), required=False, empty_label=_("All of mine"))
    days = forms.ChoiceField(
        label=_("Works for"),
        initial="30",
        choices=[("7", _("7 days")), ("30", _("30 days")), ("90", _("90 days")), ("365", _("a year"))],
    )

    def __init__(self, *args, user: User, **more):
        super().__init__(*args, **more)
        events = Event.objects.filter(memberships__user=user).distinct()
        self.fields["event"].queryset = events.order_by("-held_on", "name")  # type: ignore[attr-defined]


class GiveRole(forms.Form):
    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=60,
        help_text=_("If there is no account with this name, a new one is made."),
        widget=forms.TextInput(attrs={"autocomplete": "off", **AS_TYPED}),
    )
    full_name = forms.CharField(
        label=_("Name"), max_length=200, required=False, help_text=_("For a new account: the name that others see.")
    )
    role = forms.ChoiceField(
        label=_("Role"),
        initial=Role.VOLUNTEER,
        widget=forms.RadioSelect,
        choices=[
            (Role.VOLUNTEER, _("Volunteer: types sheets")),
            (Role.JUDGE, _("Judge: rules on lines")),
            (Role.ORGANISER, _("Organiser: runs the event")),
        ],
    )


class SeveralHelpers(forms.Form):
    text = forms.CharField(
        label=_("Helpers, one on each line"),
        max_length=MOST_CHARACTERS,
        strip=False,
        help_text=_("The name, a comma, and the role: organiser, judge or volunteer. Without a role: volunteer."),
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
