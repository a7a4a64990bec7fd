"""The words for the names and the choice values that audit entries store."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from judging.games.formats import FORMATS

from ..models import Dispute, Entrant, Event, PairRuling, Role, Round, Ruling, Scope

# stored for programs and not shown
NOT_SHOWN = frozenset(
    """
    answer coach_link codes digest digests key keying line link publication round ruling rulings sheet slot submission
    taken_by turn user
    """.split()
)
WORDS: dict[str, Promise] = {
    "is_accepted": gettext_lazy("accepted"),
    "word": gettext_lazy("word"),
    "tags": gettext_lazy("tags"),
    "accent": gettext_lazy("colour"),
    "added": gettext_lazy("added"),
    "again": gettext_lazy("again"),
    "anyway": gettext_lazy("with work left"),
    "award_places": gettext_lazy("places that get an award"),
    "awards": gettext_lazy("awards"),
    "backup": gettext_lazy("backup"),
    "boxes": gettext_lazy("puzzle"),
    "browser": gettext_lazy("browser"),
    "changed": gettext_lazy("changed"),
    "changes": gettext_lazy("changes"),
    "clock_started_at": gettext_lazy("clock started at"),
    "clock_stopped_at": gettext_lazy("clock stopped at"),
    "clock_box": gettext_lazy("question of the clock, from 0"),
    "code": gettext_lazy("code"),
    "consequence": gettext_lazy("what follows"),
    "count": gettext_lazy("rulings"),
    "counts_as": gettext_lazy("ruling"),
    "criteria": gettext_lazy("ranking criteria"),
    "disputes_until": gettext_lazy("disputes until"),
    "drafts_taken_over": gettext_lazy("lines taken over"),
    "earlier_version": gettext_lazy("earlier question"),
    "edition": gettext_lazy("rules"),
    "entrant": gettext_lazy("player or team"),
    "files": gettext_lazy("files"),
    "event_slug": gettext_lazy("address of the event"),
    "fingerprint": gettext_lazy("fingerprint of the key"),
    "first_name": gettext_lazy("first name"),
    "format": gettext_lazy("game"),
    "given": gettext_lazy("given"),
    "grade": gettext_lazy("grade"),
    "grades": gettext_lazy("grades"),
    "hall": gettext_lazy("hall"),
    "head": gettext_lazy("last entry of the audit trail"),
    "held_on": gettext_lazy("date"),
    "issued_at": gettext_lazy("handed out at"),
    "judges_per_ruling": gettext_lazy("judges for a ruling"),
    "keying_policy": gettext_lazy("sheets are typed"),
    "kin_counts_as": gettext_lazy("methods that are equal in algebra count"),
    "kind": gettext_lazy("kind"),
    "last_name": gettext_lazy("last name"),
    "lines": gettext_lazy("lines"),
    "lost_at": gettext_lazy("lost at"),
    "method": gettext_lazy("method"),
    "moves": gettext_lazy("moves"),
    "name": gettext_lazy("name"),
    "new": gettext_lazy("new"),
    "note": gettext_lazy("note"),
    "number": gettext_lazy("number"),
    "of": gettext_lazy("signatures needed"),
    "order": gettext_lazy("order"),
    "pages": gettext_lazy("pages"),
    "pictures": gettext_lazy("pictures"),
    "place": gettext_lazy("place"),
    "player": gettext_lazy("player"),
    "players": gettext_lazy("players"),
    "points": gettext_lazy("points"),
    "position": gettext_lazy("place on the programme"),
    "copies": gettext_lazy("signed copies"),
    "preset": gettext_lazy("preset"),
    "printed_at": gettext_lazy("printed at"),
    "printed_version": gettext_lazy("question on the paper"),
    "public_names": gettext_lazy("names in public"),
    "puzzles": gettext_lazy("puzzles"),
    "replaces": gettext_lazy("replaces"),
    "rescore": gettext_lazy("re-score"),
    "rescore_needs_second": gettext_lazy("a second person applies re-scores"),
    "returned_at": gettext_lazy("returned at"),
    "role": gettext_lazy("role"),
    "ruled": gettext_lazy("ruling"),
    "ruled_on": gettext_lazy("move ruled on"),
    "same": gettext_lazy("as before"),
    "says": gettext_lazy("the two"),
    "seed": gettext_lazy("seed"),
    "settled_by_a_third": gettext_lazy("settled by a third person"),
    "sheet_alone": gettext_lazy("only for this sheet"),
    "sheets": gettext_lazy("sheets"),
    "sides": gettext_lazy("sides"),
    "signed": gettext_lazy("signatures"),
    "slug": gettext_lazy("short name"),
    "spares": gettext_lazy("spare sheets"),
    "spoilt_at": gettext_lazy("spoilt at"),
    "statement": gettext_lazy("statement"),
    "scopes": gettext_lazy("what the program may do"),
    "status": gettext_lazy("step"),
    "proposed": gettext_lazy("points proposed"),
    "proposed_by": gettext_lazy("proposed by"),
    "taken": gettext_lazy("points taken away"),
    "taken_back": gettext_lazy("move taken back"),
    "system": gettext_lazy("system"),
    "target": gettext_lazy("target"),
    "team": gettext_lazy("team"),
    "teams": gettext_lazy("teams"),
    "text": gettext_lazy("written"),
    "texts": gettext_lazy("texts"),
    "tie_seed": gettext_lazy("seed"),
    "time_seconds": gettext_lazy("time"),
    "time_zone": gettext_lazy("time zone"),
    "value": gettext_lazy("value"),
    "visibility": gettext_lazy("the public sees"),
    "why": gettext_lazy("reason"),
    "written_over": gettext_lazy("new question is written over the printed one"),
}
CHOICES: Mapping[str, Mapping[str, object]] = {
    "accent": dict(Event.Accent.choices),
    "consequence": dict(Dispute.Consequence.choices),
    "counts_as": dict(Ruling.CountsAs.choices),
    "keying_policy": dict(Round.KeyingPolicy.choices),
    "kin_counts_as": dict(Event.KinCountsAs.choices),
    "public_names": dict(Event.Names.choices),
    "role": dict(Role.choices),
    "rescore_needs_second": {"True": gettext_lazy("yes"), "False": gettext_lazy("no")},
    "says": dict(PairRuling.Says.choices),
    "scopes": dict(Scope.choices),
    "status": dict(Round.Status.choices) | dict(Entrant.Status.choices),
    "visibility": dict(Event.Visibility.choices),
}

# what the settings of a round are called where they are chosen
SETTINGS = {setting.name: setting.label for format_ in FORMATS.values() for setting in format_.schema.settings}


def label_of(name: str) -> str:
    """The name of what changed, in the reader's language."""
    return str(WORDS.get(name) or gettext(SETTINGS.get(name, name.replace("_", " "))))
