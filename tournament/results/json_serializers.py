"""The public JSON, field by field; drf-spectacular writes the schema from these."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from judging.messages import Message, facts_as_json
from judging.results.awards import Award

from ..models import Division, Event, Round, Team, TieKind
from ..rest.references import NearField
from ..roster.api import public_status
from ..round_puzzles.api import BoxSerializer
from ..rulings.api import LineRulingShape, LineVerdictShape, ruling_facts, verdict_facts
from ..standings.standings_table import StandingsEntry, StandingsTable
from .papers import PaperLine
from .tie_papers import TiePaper


class MessageShape(serializers.Serializer):
    """The sentence beside it for programs: its code and its facts. A phrase within it is a message too."""

    code = serializers.CharField()
    facts = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_facts(self, message: Message) -> dict[str, object]:
        return facts_as_json(message.facts)


class StandingsQuery(serializers.Serializer):
    grade = serializers.IntegerField(min_value=0, max_value=99)
    kind = serializers.ChoiceField([("players", "Players"), ("teams", "Teams")], default="players")


class GradeSerializer(serializers.ModelSerializer):
    class Meta:
        model = Division
        fields = ("grade", "name")


class GradeShape(serializers.Serializer):
    grade = serializers.IntegerField(source="division.grade")
    name = serializers.CharField(source="division.name")
    players = serializers.IntegerField(help_text="How many are present.")
    teams = serializers.IntegerField()


class RoundShape(serializers.Serializer):
    position = serializers.IntegerField()
    name = serializers.CharField()
    format = serializers.CharField()
    status = serializers.CharField(help_text="planned, open, closed, marking or final")
    tiebreaker = serializers.SerializerMethodField(help_text="Whether only the two sides of a tie play it.")

    def get_tiebreaker(self, round_: Round | dict) -> bool:
        return round_["tiebreaker"] if isinstance(round_, dict) else round_.tiebreaker is not None


class RoundRulesShape(RoundShape):
    """A round with the rules that its points follow; without them until contestants have stopped."""

    counts = serializers.SerializerMethodField(help_text="Whether its points are in the standings now.")
    edition = serializers.SerializerMethodField()
    settings = serializers.SerializerMethodField(help_text="{grade: the settings of the format}")

    def get_counts(self, round_: Round) -> bool:
        return round_ in self.context["counted"]

    @extend_schema_field({"type": ["object", "null"]})
    def get_edition(self, round_: Round) -> dict | None:
        return round_.edition if round_.shows_puzzles else None

    @extend_schema_field({"type": ["object", "null"]})
    def get_settings(self, round_: Round) -> dict | None:
        if not round_.shows_puzzles:
            return None
        return {str(grade): round_.settings_for(grade).export() for grade in self.context["grades"]}


class CorrectionShape(serializers.Serializer):
    """A correction of published results, as the public reads it."""

    at = serializers.DateTimeField(help_text="When it was applied, in UTC.")
    note = serializers.CharField()


class EventFactsShape(serializers.ModelSerializer):
    """The event, and what its standings follow from."""

    class Meta:
        model = Event
        fields: tuple[str, ...] = ("slug", "name", "held_on", "time_zone", "visibility", "public_names")
        fields += ("kin_counts_as", "criteria", "award_places", "tie_seed")


class EventShape(EventFactsShape):
    grades = GradeShape(many=True)
    rounds = RoundShape(many=True)
    corrections = CorrectionShape(many=True, help_text="Latest first.")

    class Meta(EventFactsShape.Meta):
        fields = (*EventFactsShape.Meta.fields, "grades", "rounds", "corrections")


class CellShape(serializers.Serializer):
    round = serializers.IntegerField(help_text="The position of the round.")
    points = serializers.IntegerField(allow_null=True, help_text="null where nothing is recorded")
    provisional = serializers.BooleanField()


class EntryShape(serializers.Serializer):
    """One line of a standing. Entrants without a place stand in `not_ranked`."""

    place = serializers.IntegerField(source="ranked.place", allow_null=True)
    shared = serializers.BooleanField(source="ranked.is_shared")
    number = serializers.SerializerMethodField(help_text="The player's number; null for a team.")
    name = serializers.CharField(help_text="As much of the name as the event makes public.")
    team = serializers.SerializerMethodField(help_text="The team's name; empty for nobody's team.")
    total = serializers.IntegerField(help_text="Points of all rounds, less `penalty`.")
    penalty = serializers.IntegerField(help_text="Points that penalties took, 0 or more.")
    provisional = serializers.BooleanField()

    def get_number(self, entry: StandingsEntry) -> int | None:
        return None if isinstance(entry.who, Team) else entry.who.number

    def get_team(self, entry: StandingsEntry) -> str:
        team = entry.who if isinstance(entry.who, Team) else entry.who.team
        return team.name if team else ""


class RoundsEntryShape(EntryShape):
    rounds = serializers.SerializerMethodField()

    @extend_schema_field(CellShape(many=True))
    def get_rounds(self, entry: StandingsEntry) -> list[dict]:
        rounds = self.context["rounds"]
        return [
            {"round": round_.position, "points": cell.points, "provisional": cell.provisional}
            for round_, cell in zip(rounds, entry.cells, strict=True)
        ]


class StandingEntryShape(RoundsEntryShape):
    team_id = serializers.SerializerMethodField(help_text="The number in the address of the team's page.")
    why = serializers.SerializerMethodField(
        help_text="Why it stands above the next entry, or beside it; empty for the last one and without a place."
    )

    why_message = serializers.SerializerMethodField()

    def get_team_id(self, entry: StandingsEntry) -> int | None:
        return entry.who.pk if isinstance(entry.who, Team) else entry.who.team_id

    def get_why(self, entry: StandingsEntry) -> str:
        why = self.context["why"].get(entry.ranked.entrant)
        return str(why) if why else ""

    @extend_schema_field(MessageShape(allow_null=True))
    def get_why_message(self, entry: StandingsEntry) -> dict | None:
        why = self.context["why"].get(entry.ranked.entrant)
        return why.as_dict() if why else None


class AwardShape(serializers.Serializer):
    place = serializers.IntegerField()
    state = serializers.CharField(help_text="given, shared, left_out, open (until tiebreakers) or nobody")
    names = serializers.SerializerMethodField(help_text="Who has it; where it is open, who can still come to it.")
    sentence = serializers.CharField(source="message")
    message = MessageShape()

    def get_names(self, award: Award) -> list[str]:
        return [each.row.called for each in award.winners]


class StandingShape(serializers.Serializer):
    """What `standing_of` gives."""

    grade = serializers.IntegerField()
    kind = serializers.ChoiceField(TieKind.choices)
    provisional = serializers.BooleanField(help_text="Whether a line still waits for its verdict or a judge.")
    entries = RoundsEntryShape(many=True)
    not_ranked = RoundsEntryShape(many=True)


def standing_of(division: Division, kind: str, table: StandingsTable) -> dict:
    """One standing. Those without a place are absent ones first: nothing else may be told from the order."""
    unranked = sorted(table.unranked, key=lambda each: (public_status(each.ranked.row.status), each.ranked.row.display))
    facts = {"grade": division.grade, "kind": kind, "provisional": table.provisional}
    return {**facts, "entries": table.entries, "not_ranked": unranked}


class StandingsShape(StandingShape):
    event = serializers.CharField()
    visibility = serializers.CharField()
    criteria = serializers.ListField(
        child=serializers.CharField(), help_text="What entrants are compared by, the first one first."
    )
    awards = AwardShape(many=True)
    rounds = RoundShape(many=True)
    entries = StandingEntryShape(many=True)
    not_ranked = StandingEntryShape(many=True)


class GradeInRoundShape(serializers.Serializer):
    grade = serializers.IntegerField(source="division.grade")
    boxes = BoxSerializer(many=True)
    entries = EntryShape(many=True, source="table.entries")
    missing = serializers.IntegerField(help_text="How many are present whose sheet is not marked yet.")


class RoundResultsShape(RoundShape):
    grades = GradeInRoundShape(many=True, help_text="Empty until contestants have stopped.")


class LineShape(serializers.Serializer):
    text = serializers.CharField(help_text="As it was written.")
    mark = serializers.CharField(help_text="written, illegible, struck_out, blank or sheet_lost")
    state = serializers.CharField(
        help_text="on_target, off_target, counts_once, does_not_count or pending; without text the mark"
    )
    mathml = serializers.CharField(source="mathematics", help_text="Empty where it has no reading, or several.")
    value = serializers.CharField(help_text="What the text makes; empty where a judge decided otherwise.")
    value_float = NearField("value")
    points = serializers.IntegerField(allow_null=True, help_text="null until they are worked out")
    why = serializers.ListField(child=serializers.CharField(), source="notes")
    notes = MessageShape(many=True, help_text="The same as messages.")
    code = serializers.CharField(help_text="Why it has these points.")
    ruling = serializers.SerializerMethodField(help_text="null without one")
    verdict = serializers.SerializerMethodField(help_text="What it counts as: the engine's, or of the method ruled.")
    counts_as_value = serializers.CharField(help_text="The value of the method that a judge ruled it to be.")
    counts_as_value_float = NearField("counts_as_value")

    @extend_schema_field(LineRulingShape(allow_null=True))
    def get_ruling(self, line: PaperLine) -> dict | None:
        return ruling_facts(line.decided) if line.decided else None

    @extend_schema_field(LineVerdictShape(allow_null=True))
    def get_verdict(self, line: PaperLine) -> dict | None:
        return verdict_facts(line.judged) if line.judged else None


class ReadBoxShape(serializers.Serializer):
    label = serializers.CharField(source="box.label")  # type: ignore[assignment]  # a field named like an attribute of fields
    numbers = serializers.ListField(child=serializers.IntegerField(), source="box.numbers")
    target = serializers.CharField(source="box.target")
    target_float = NearField("box.target")
    points = serializers.IntegerField()
    lines = LineShape(many=True)


class PaperShape(serializers.Serializer):
    round = serializers.IntegerField(source="round.position")
    name = serializers.CharField(source="round.name")
    points = serializers.IntegerField(source="result.points", allow_null=True, default=None)
    bonus = serializers.IntegerField(source="result.bonus", allow_null=True, default=None)
    boxes = ReadBoxShape(many=True)


class TiebreakerShape(serializers.Serializer):
    round = serializers.IntegerField(source="round.position")
    name = serializers.CharField(source="round.name")
    state = serializers.CharField(
        help_text="won, tied, waits, held or void; going while it is not counted; parted where nothing follows from it"
    )
    methods = serializers.IntegerField(allow_null=True, help_text="How many count; null if it is not counted.")
    outcome = serializers.CharField(help_text="won, out, or empty where neither follows")
    said = serializers.SerializerMethodField(help_text="What came of the game; empty while it is not counted.")
    message = MessageShape(allow_null=True, help_text="The same as a message.")
    boxes = ReadBoxShape(many=True, source="paper.boxes")

    def get_said(self, paper: TiePaper) -> str:
        return str(paper.message or "")


class PlayerShape(EntryShape):
    grade = serializers.IntegerField(source="who.division.grade")
    papers = serializers.SerializerMethodField()
    tiebreakers = serializers.SerializerMethodField(help_text="They count in no total.")

    @extend_schema_field(PaperShape(many=True))
    def get_papers(self, entry: StandingsEntry) -> Any:
        return PaperShape(self.context["papers"], many=True).data

    @extend_schema_field(TiebreakerShape(many=True))
    def get_tiebreakers(self, entry: StandingsEntry) -> Any:
        return TiebreakerShape(self.context["tiebreakers"], many=True).data
