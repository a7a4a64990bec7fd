"""Every verb of the audit trail. Whoever adds a decision adds a row."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# What a reader may narrow the trail to.
TOPICS: dict[str, Promise] = {
    "round": _("Rounds"),
    "ruling": _("Rulings"),
    "dispute": _("Disputes"),
    "sheet": _("Sheets"),
    "player": _("Players"),
    "puzzle": _("Puzzles"),
    "role": _("Helpers"),
    "tie": _("Ties and penalties"),
    "event": _("The event"),
}


@dataclass(frozen=True)
class Verb:
    """What was done, in words that follow the person's name; its topic, or nothing; and whether `public` pages must
    hear of it. They need not where none of them shows anything of it before another decision follows."""

    words: Promise
    topic: str = ""
    public: bool = True


VERBS: dict[str, Verb] = {
    "event.created": Verb(_("created the event"), "event"),
    "event.changed": Verb(_("changed the event's settings"), "event"),
    "event.published": Verb(_("changed what the public sees"), "event"),
    "event.criteria": Verb(_("changed what places go by"), "event"),
    "event.seed_drawn": Verb(_("drew the seed of the tiebreakers"), "event"),
    "penalty.given": Verb(_("gave a penalty"), "tie"),
    "penalty.lifted": Verb(_("lifted a penalty"), "tie"),
    "tie.drawn": Verb(_("drew who plays whom in a tie"), "tie"),
    "tie.game_begun": Verb(_("began a tiebreaker"), "tie"),
    "tie.dropped": Verb(_("dropped a tie"), "tie"),
    "publication.begun": Verb(_("began to copy the results anew"), "event"),
    "publication.ready": Verb(_("finished a copy of the results for the public"), "event"),
    "publication.given_up": Verb(_("gave up a copy of the results that was not finished"), "event"),
    "publication.noted": Verb(_("noted what was put right in final results"), "event"),
    "division.added": Verb(_("added a grade"), "event"),
    "division.removed": Verb(_("removed a grade"), "event"),
    "person.invited": Verb(_("invited"), "role", public=False),
    "role.given": Verb(_("gave a role"), "role", public=False),
    "role.taken": Verb(_("took a role away"), "role", public=False),
    "player.added": Verb(_("added a player"), "player"),
    "player.substituted": Verb(_("let a substitute play"), "player"),
    "player.changed": Verb(_("changed a player"), "player"),
    "entrant.status": Verb(_("changed whether a player takes part"), "player"),
    "roster.imported": Verb(_("imported the roster"), "player"),
    "round.added": Verb(_("added a round"), "round"),
    "round.changed": Verb(_("changed a round"), "round"),
    "round.earlier": Verb(_("moved a round up the programme"), "round"),
    "round.removed": Verb(_("took a round off the programme"), "round"),
    "round.moved": Verb(_("moved a round to its next step"), "round"),
    "puzzle.set": Verb(_("set a puzzle"), "puzzle"),
    "puzzles.imported": Verb(_("imported puzzles"), "puzzle"),
    "sheet.opened": Verb(_("opened a sheet"), "sheet", public=False),
    "sheet.put_back": Verb(_("put a sheet back"), "sheet", public=False),
    "sheet.left_over": Verb(_("told of lines that came too late for a sheet"), "sheet", public=False),
    "sheet.printed": Verb(_("printed sheets"), "sheet", public=False),
    "sheet.issued": Verb(_("marked sheets as issued"), "sheet", public=False),
    "sheet.returned": Verb(_("took a sheet back"), "sheet", public=False),
    "sheet.not_returned": Verb(_("said that a sheet is still out"), "sheet", public=False),
    "sheet.lost": Verb(_("marked a sheet as lost"), "sheet"),
    "sheet.found": Verb(_("found a sheet"), "sheet"),
    "sheet.spoilt": Verb(_("marked a sheet as spoilt"), "sheet"),
    "sheet.not_spoilt": Verb(_("said that a sheet counts after all"), "sheet"),
    "sheet.attached": Verb(_("gave a spare sheet to somebody"), "sheet"),
    "sheet.replaced": Verb(_("replaced a sheet"), "sheet"),
    "scan.attached": Verb(_("attached a picture of a sheet"), "sheet", public=False),
    "scan.removed": Verb(_("removed a picture of a sheet"), "sheet", public=False),
    "sheet.handed_in": Verb(_("handed a sheet in"), "sheet"),
    "lines.imported": Verb(_("imported typed lines"), "sheet"),
    "sheet.agreed": Verb(_("found the readings of a sheet agreed"), "sheet"),
    "sheet.proposed": Verb(_("proposed a new reading of a sheet"), "sheet", public=False),
    "sheet.recalled": Verb(_("called for a sheet to be typed anew"), "sheet", public=False),
    "sheet.confirmed": Verb(_("confirmed the new reading of a sheet"), "sheet"),
    "sheet.discarded": Verb(_("dropped the new reading of a sheet"), "sheet", public=False),
    "sheet.moved": Verb(_("moved the lines of a sheet to another entrant"), "sheet"),
    "relation.marked": Verb(_("marked a helper as related to a player"), "role", public=False),
    "relation.unmarked": Verb(_("took away that a helper is related to a player"), "role", public=False),
    "rescore.proposed": Verb(_("proposed a re-score"), public=False),
    "rescore.applied": Verb(_("applied a re-score")),
    "rescore.dropped": Verb(_("dropped a re-score"), public=False),
    "ruling.given": Verb(_("ruled on a line"), "ruling"),
    "ruling.signed": Verb(_("signed a ruling"), "ruling"),
    "pair.ruled": Verb(_("ruled on two methods"), "ruling"),
    "pair.signed": Verb(_("signed a ruling on two methods"), "ruling"),
    "disputes.opened": Verb(_("opened disputes about a round"), "dispute"),
    "disputes.extended": Verb(_("gave more time for disputes about a round"), "dispute"),
    "disputes.closed": Verb(_("closed disputes about a round"), "dispute"),
    "dispute.filed": Verb(_("filed a dispute"), "dispute", public=False),
    "dispute.joined": Verb(_("joined a dispute"), "dispute", public=False),
    "dispute.taken": Verb(_("took a dispute to look into"), "dispute", public=False),
    "dispute.upheld": Verb(_("upheld a dispute"), "dispute", public=False),
    "dispute.rejected": Verb(_("rejected a dispute"), "dispute", public=False),
    "dispute.withdrawn": Verb(_("withdrew a dispute"), "dispute", public=False),
    "coach.links_made": Verb(_("made coaches’ links"), "dispute", public=False),
    "coach.revoked": Verb(_("revoked a coach’s link"), "dispute", public=False),
    "coach.renewed": Verb(_("gave a coach a new link"), "dispute", public=False),
}


def verbs_of(*topics: str) -> list[str]:
    return [name for name, verb in VERBS.items() if verb.topic in topics]
