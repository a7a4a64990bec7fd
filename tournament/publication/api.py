"""What the public sees, and the ceremony, in the API."""

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from ..models import Ceremony, Event
from ..rest.resources import ActionMethod, OneOfEvent
from . import actions, ceremony_actions
from .queries import EMBARGOED, FINAL, not_final_yet, refused
from .rendering import carry_out


class PublicationSerializer(serializers.ModelSerializer):
    copy = serializers.SerializerMethodField(
        help_text="The kind of the copy that the public reads; null for live pages."
    )
    not_final_because = serializers.SerializerMethodField(help_text="Empty if the results can be made final.")
    may_become = serializers.SerializerMethodField(help_text="The states that may be chosen now.")

    class Meta:
        model = Event
        fields = ("visibility", "copy", "not_final_because", "may_become")

    def get_copy(self, event: Event) -> str | None:
        return event.shown.kind if event.shown else None

    def get_not_final_because(self, event: Event) -> str:
        return not_final_yet(event)

    def get_may_become(self, event: Event) -> list[str]:
        return [each for each in Event.Visibility if each not in {event.visibility, *refused(event)}]


def _is_final(values: dict) -> bool:
    return values["visibility"] in {FINAL, EMBARGOED}


class PublicationView(OneOfEvent):
    """What the public sees. Final results are published by a person, never by a token."""

    reads = "desk"
    queryset = Event.objects.select_related("shown")
    serializer_class = PublicationSerializer

    publish = ActionMethod(
        actions.publish,
        needs="run",
        fields={"visibility": serializers.ChoiceField(Event.Visibility.choices)},
        of_person=_is_final,
        through=carry_out,
    )
    note = ActionMethod(actions.note, needs="run")
    renew = ActionMethod(actions.renew, needs="run", of_person=True, through=carry_out)
    restart_copy = ActionMethod(actions.restart_copy, needs="run", through=carry_out)
    cancel_copy = ActionMethod(actions.cancel_copy, needs="run")


class CeremonySerializer(serializers.ModelSerializer):
    standings = serializers.SerializerMethodField(help_text="Its standings, such as players-3, in their order.")
    standing = serializers.SerializerMethodField(help_text="The one that the screens show; null at the end.")

    class Meta:
        model = Ceremony
        fields = ("standings", "standing", "step", "only_awards", "by_rounds", "shows_penalties", "begun_at")

    def get_standings(self, ceremony: Ceremony) -> list[str]:
        return [name for name, _digest in ceremony.programme]

    def get_standing(self, ceremony: Ceremony) -> str | None:
        names = self.get_standings(ceremony)
        return names[ceremony.standing] if ceremony.standing < len(names) else None


class CeremonyView(OneOfEvent):
    """The ceremony that was begun last. A person leads it, never a token."""

    queryset = Ceremony.objects.all()
    serializer_class = CeremonySerializer

    def get_object(self) -> Ceremony:
        return get_object_or_404(self.get_queryset())

    begin = ActionMethod(ceremony_actions.begin, of_person=True, on_row=False)
    accept_changes = ActionMethod(ceremony_actions.accept_changes, of_person=True, on_row=False)


urlpatterns = [*PublicationView.addresses("publication"), *CeremonyView.addresses("ceremony")]
