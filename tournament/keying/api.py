"""The API of the keying page: save what is typed, hand it in, and see how the engine reads a line.

A refusal names each line at fault by its key; nothing of a refused request is saved.
"""

from typing import Any

import django_filters
from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ..common.line_text import unwritable
from ..common.refusals import Refused
from ..models import DraftLine, Keying, Mark, Submission, Verdict
from ..rest.parameters import NamedParameters
from ..rest.parsing import PersonRequest
from ..rest.references import LARGEST, NearField, RowSerializer, VerbatimField
from ..rest.resources import ActionMethod, ReadRows
from ..scoring.questions import version_of
from ..web.client_address import client_address
from ..web.permissions import require
from . import actions as keyings, claim
from .drafts import by_its_keyer, not_too_many
from .preview import as_typed
from .queries import handed_in


class LineSerializer(serializers.Serializer):
    key = serializers.UUIDField()
    box = serializers.IntegerField(min_value=0, max_value=LARGEST)
    position = serializers.IntegerField(min_value=0, max_value=LARGEST)
    text = VerbatimField()
    mark = serializers.ChoiceField(choices=Mark.typed_choices(), default=Mark.WRITTEN)
    revision = serializers.IntegerField(min_value=0, max_value=LARGEST)
    saved_at = serializers.DateTimeField(read_only=True)


class LinesSerializer(serializers.Serializer):
    lines = LineSerializer(many=True)


def saved(draft: DraftLine) -> dict:
    """A stored line as LineSerializer describes it, made by hand: a sheet's every save answers with all its lines."""
    return {
        "key": str(draft.key),
        "box": draft.box,
        "position": draft.position,
        "text": draft.text,
        "mark": draft.mark,
        "revision": draft.revision,
        "saved_at": timezone.localtime(draft.saved_at),
    }


class HandInSerializer(LinesSerializer):
    announce = serializers.BooleanField(default=True, help_text="Whether the next page says that the sheet is in.")


class NextSerializer(serializers.Serializer):
    next = serializers.CharField(help_text="The page of the next sheet's number.")
    sentence = serializers.CharField()


class SentenceSerializer(serializers.Serializer):
    sentence = serializers.CharField()


class ReadingRequest(serializers.Serializer):
    keying = serializers.IntegerField(min_value=1, max_value=LARGEST)
    box = serializers.IntegerField(min_value=0, max_value=LARGEST)
    text = VerbatimField()


class ReadingSerializer(serializers.Serializer):
    verdict = serializers.ChoiceField(
        choices=Verdict.Outcome.choices,
        allow_null=True,
        help_text="Null, like all that judges, while a sheet is read by two people who must not influence each other.",
    )
    value = serializers.CharField(allow_null=True)
    on_target = serializers.BooleanField(allow_null=True)
    distance = serializers.CharField(allow_null=True)
    mathml = serializers.CharField()
    state = serializers.CharField(help_text="The tag of the line; empty while verdicts are hidden.")
    note = serializers.CharField(help_text="For the person who types, in the language of the request.")
    reasons = serializers.ListField(
        child=serializers.DictField(),
        help_text="Each with its code, its facts and its message in the language of the request.",
    )
    readings = serializers.ListField(child=serializers.DictField())
    pieces = serializers.ListField(child=serializers.DictField())


def find_keying(keying_id: int) -> Keying:
    held = Keying.objects.select_related(
        "keyer", "sheet__round__event", "sheet__entrant__division", "sheet__entrant__player", "sheet__entrant__team"
    )
    return get_object_or_404(held, pk=keying_id)


def sent_lines(request: Request) -> list[keyings.TypedLine]:
    """The lines of a request. Raises Refused with every problem beside its line."""
    sent = request.data.get("lines") if isinstance(request.data, dict) else None
    if not isinstance(sent, list):
        raise Refused("invalid", _("A list called “lines” is expected."), status=400)
    not_too_many(sent)
    serializer, lines, wrong = LineSerializer(), [], {}
    for at, line in enumerate(sent, 1):
        try:
            lines.append(keyings.TypedLine(**serializer.run_validation(line)))
        except serializers.ValidationError as error:
            wrong[_name(line, at)] = error.detail
    if wrong:
        raise serializers.ValidationError({"lines": wrong})
    return lines


def _name(line: object, at: int) -> str:
    key = line.get("key") if isinstance(line, dict) else None
    return key if isinstance(key, str) and 0 < len(key) <= 36 and key.isascii() else f"#{at}"


class KeyingAPIView(NamedParameters):
    """A view of the keying page. It passes only the keying's number; the actions load the row under their lock."""

    def handle_exception(self, error: Exception) -> Response:
        if isinstance(error, Keying.DoesNotExist):
            sentence = _("The organiser brought back an earlier state. Open the sheet again.")
            error = Refused("earlier_state", sentence, status=404)
        return super().handle_exception(error)


class SaveLines(KeyingAPIView):
    @extend_schema(request=LinesSerializer, responses=LinesSerializer)
    def post(self, request: PersonRequest, keying_id: int) -> Response:
        """Save drafts, all or none. The answer is every draft of the sheet, so that tabs learn of each other's lines.
        Where the sheet is typed elsewhere by now, or is in, the refusal names the lines that are not saved; the others
        are."""
        drafts = keyings.save(by=request.user, keying=Keying(pk=keying_id), lines=sent_lines(request))
        return Response({"lines": [saved(draft) for draft in drafts]})


class HandIn(KeyingAPIView):
    @extend_schema(request=HandInSerializer, responses=NextSerializer)
    def post(self, request: PersonRequest, keying_id: int) -> Response:
        """Record the sheet for ever. Sending it twice hands in once."""
        address = client_address(request.META)
        recorded = keyings.hand_in(
            by=request.user, keying=Keying(pk=keying_id), lines=sent_lines(request), address=address
        )
        sheet = recorded[0].keying.sheet
        sentence = handed_in(sheet, recorded)
        sent: Any = request.data  # `sent_lines` has seen that it is a dict
        if sent.get("announce", True):
            messages.success(request, sentence)
        page = reverse("keying-round", args=[sheet.round.event.slug, sheet.round.position])
        return Response({"next": page, "sentence": sentence})


class ReportLateLines(KeyingAPIView):
    @extend_schema(request=LinesSerializer, responses=SentenceSerializer)
    def post(self, request: PersonRequest, keying_id: int) -> Response:
        """Tell the organiser of lines that came too late to be saved; they go into the event's history."""
        keyings.report_late_lines(by=request.user, keying=find_keying(keying_id), lines=sent_lines(request))
        sentence = _("The organiser can now read these lines in the event's history, word for word.")
        return Response({"sentence": sentence})


class ReadText(NamedParameters):
    @extend_schema(request=ReadingRequest, responses=ReadingSerializer)
    def post(self, request: PersonRequest) -> Response:
        """How the engine reads a text in a box of a sheet that is being typed; nothing is saved."""
        asked = ReadingRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        keying_id, at, text = (asked.validated_data[name] for name in ("keying", "box", "text"))
        keying = find_keying(keying_id)
        round_ = keying.sheet.round
        require(request.user, "key", round_.event)
        by_its_keyer(request.user, keying)
        boxes = version_of(keying.sheet).read_boxes()
        if at >= len(boxes):
            raise Refused("no_box", _("This sheet has %(count)s boxes.") % {"count": len(boxes)}, status=400)
        if trouble := unwritable(text):
            raise Refused("unwritable", trouble, status=400)
        return Response(as_typed(round_, boxes[at], text, blind=round_.is_blind).export())


class KeyingFilter(django_filters.FilterSet):
    round = django_filters.NumberFilter("sheet__round__position")
    sheet = django_filters.CharFilter("sheet__code")
    state = django_filters.ChoiceFilter(choices=Keying.State.choices)


class KeyingViewSet(ReadRows):
    """Who types, or typed, which sheet; lines are saved and handed in at `/api/v1/keyings/{id}/`."""

    reads = "key"
    queryset = Keying.objects.select_related("sheet", "keyer")
    shows = ("id", "sheet", "keyer", "turn", "slot", "state", "opened_at", "touched_at", "closed_at")
    filterset_class = KeyingFilter

    create = ActionMethod(claim.open_sheet)
    put_back = ActionMethod(keyings.put_back)


class SubmissionSerializer(RowSerializer):
    round = serializers.IntegerField(source="sheet.round.position")
    agreed = serializers.BooleanField(source="keying.is_agreed", help_text="Whether this reading counts.")

    class Meta:
        model = Submission
        fields: tuple[str, ...] = ("key", "round", "sheet", "keying", "box", "position", "text", "mark", "agreed")
        fields += ("typed_by", "typed_at", "recorded_at", "channel")


class SubmissionFilter(django_filters.FilterSet):
    round = django_filters.NumberFilter("sheet__round__position")
    sheet = django_filters.CharFilter("sheet__code")
    player = django_filters.NumberFilter("sheet__entrant__player__number")
    box = django_filters.NumberFilter("box")


# of a sheet that is typed twice, nothing before its reading is agreed: who types it next must not see the first one
SHOWN = (Keying.State.AGREED, Keying.State.SUPERSEDED)


class SubmissionViewSet(ReadRows):
    """The lines as they were written, for ever; of a sheet that is typed twice, once its reading is agreed."""

    reads = "desk"
    queryset = Submission.objects.filter(keying__state__in=SHOWN)
    queryset = queryset.select_related("sheet__round", "keying", "typed_by")
    serializer_class = SubmissionSerializer
    filterset_class = SubmissionFilter
    lookup_field, lookup_value_converter = "key", "uuid"


class VerdictSerializer(RowSerializer):
    puzzle = serializers.IntegerField(source="puzzle_version.puzzle.id")
    version = serializers.IntegerField(source="puzzle_version.number")
    value_float = NearField("value")

    class Meta:
        model = Verdict
        fields: tuple[str, ...] = ("id", "puzzle", "version", "box", "text", "outcome", "value", "on_target")
        fields += ("value_float", "distance_up", "method_key", "reasons", "readings", "engine")


class VerdictFilter(django_filters.FilterSet):
    puzzle = django_filters.NumberFilter("puzzle_version__puzzle")
    text = django_filters.CharFilter("text")

    class Meta:
        model = Verdict
        fields = ("box", "outcome", "on_target")


class VerdictViewSet(ReadRows):
    """What the engine says of each text in each box, of lines that `lines/` shows; a judge's ruling goes before it."""

    reads = "desk"
    lines = Submission.objects.filter(
        digest=OuterRef("digest"),
        box=OuterRef("box"),
        sheet__round=OuterRef("puzzle_version__puzzle__round"),
        keying__state__in=SHOWN,
    )
    queryset = Verdict.objects.filter(Exists(lines)).select_related("puzzle_version__puzzle")
    serializer_class = VerdictSerializer
    filterset_class = VerdictFilter


resources = {"keyings": KeyingViewSet, "lines": SubmissionViewSet, "verdicts": VerdictViewSet}
urlpatterns = [
    path("keyings/<int:keying_id>/lines/", SaveLines.as_view(), name="api-keying-lines"),
    path("keyings/<int:keying_id>/hand-in/", HandIn.as_view(), name="api-keying-hand-in"),
    path("keyings/<int:keying_id>/left-over/", ReportLateLines.as_view(), name="api-keying-tell"),
    path("reading/", ReadText.as_view(), name="api-reading"),
]
