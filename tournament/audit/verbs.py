"""Every verb of the audit trail. A new kind of decision needs a row here."""

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
    """`words` follow the person's name. `public`: whether public pages change by it at once."""

    words: Promise
    topic: str = ""
    public: bool = True


VERBS: dict[str, Verb] = {
    "event.created": Verb(_("created the event"), "event"),
    "event.changed": Verb(_("changed the event's settings"), "event"),
    "event.published": Verb(_("changed what the public sees"), "event"),
    "event.archived": Verb(_("archived the event"), "event", public=False),
    "event.unarchived": Verb(_("brought the event back from the archive"), "event", public=False),
    "event.restored": Verb(_("brought back the state of a backup"), "event", public=False),
    "event.deleted": Verb(_("deleted the event"), "event", public=False),
    "event.criteria": Verb(_("changed the ranking criteria"), "event"),
    "event.seed_drawn": Verb(_("drew the seed of the tiebreakers"), "event"),
    "penalty.given": Verb(_("gave a penalty"), "tie"),
    "penalty.lifted": Verb(_("lifted a penalty"), "tie"),
    "tie.drawn": Verb(_("drew who plays whom in a tie"), "tie"),
    "tie.game_begun": Verb(_("began a tiebreaker"), "tie"),
    "tie.dropped": Verb(_("dropped a tie"), "tie"),
    "publication.begun": Verb(_("started a new copy of the results"), "event"),
    "publication.ready": Verb(_("finished a copy of the results for the public"), "event"),
    "publication.given_up": Verb(_("stopped an unfinished copy of the results"), "event"),
    "publication.noted": Verb(_("noted a correction of final results"), "event"),
    "ceremony.begun": Verb(_("began a ceremony"), "event", public=False),
    "ceremony.changes_accepted": Verb(_("let a ceremony go on with changed results"), "event", public=False),
    "division.added": Verb(_("added a grade"), "event"),
    "division.removed": Verb(_("removed a grade"), "event"),
    "link.made": Verb(_("made a sign-in link"), "role", public=False),
    "link.withdrawn": Verb(_("withdrew a sign-in link"), "role", public=False),
    "person.signed_out": Verb(_("signed a helper out everywhere"), "role", public=False),
    "person.renamed": Verb(_("changed their name"), "role", public=False),
    "role.given": Verb(_("gave a role"), "role", public=False),
    "role.taken": Verb(_("removed a role"), "role", public=False),
    "player.added": Verb(_("added a player"), "player"),
    "player.substituted": Verb(_("added a substitute"), "player"),
    "player.changed": Verb(_("changed a player"), "player"),
    "entrant.status": Verb(_("changed whether a player takes part"), "player"),
    "players.checked_in": Verb(_("checked players in"), "player"),
    "players.absent": Verb(_("marked players as absent"), "player"),
    "players.status": Verb(_("changed whether players take part"), "player"),
    "players.moved": Verb(_("changed the grade or the team of players"), "player"),
    "player.deleted": Verb(_("deleted a player"), "player"),
    "team.deleted": Verb(_("deleted a team"), "player"),
    "roster.imported": Verb(_("imported the roster"), "player"),
    "roster.import_undone": Verb(_("undid an import of the roster"), "player"),
    "round.added": Verb(_("added a round"), "round"),
    "round.changed": Verb(_("changed a round"), "round"),
    "round.earlier": Verb(_("moved a round earlier in the programme"), "round"),
    "round.removed": Verb(_("removed a round from the programme"), "round"),
    "round.task_tried_again": Verb(_("had a failed task of the program tried again"), "round", public=False),
    "round.moved": Verb(_("moved a round to another step"), "round"),
    "clock.started": Verb(_("started the clock of a round"), "round", public=False),
    "clock.stopped": Verb(_("stopped the clock of a round"), "round", public=False),
    "clock.continued": Verb(_("let the clock of a round run on"), "round", public=False),
    "clock.extended": Verb(_("gave more time in a round"), "round", public=False),
    "puzzle.set": Verb(_("set a puzzle"), "puzzle"),
    "puzzles.imported": Verb(_("imported puzzles"), "puzzle"),
    "puzzles.import_undone": Verb(_("undid an import of puzzles"), "puzzle"),
    "sheet.opened": Verb(_("opened a sheet"), "sheet", public=False),
    "sheet.put_back": Verb(_("put a sheet back"), "sheet", public=False),
    "sheet.left_over": Verb(_("reported lines typed too late for a sheet"), "sheet", public=False),
    "sheet.printed": Verb(_("printed sheets"), "sheet", public=False),
    "sheet.printed_again": Verb(_("printed sheets again"), "sheet", public=False),
    "sheet.no_question": Verb(_("recorded that no question is printed on sheets"), "sheet", public=False),
    "sheet.question": Verb(_("recorded which question a sheet shows"), "sheet", public=False),
    "sheet.issued": Verb(_("marked sheets as handed out"), "sheet", public=False),
    "sheet.returned": Verb(_("marked a sheet as returned"), "sheet", public=False),
    "sheet.not_returned": Verb(_("marked a sheet as not returned"), "sheet", public=False),
    "sheet.lost": Verb(_("marked a sheet as lost"), "sheet"),
    "sheet.found": Verb(_("marked a sheet as found"), "sheet"),
    "sheet.spoilt": Verb(_("marked a sheet as spoilt"), "sheet"),
    "sheet.not_spoilt": Verb(_("marked a sheet as not spoilt"), "sheet"),
    "sheet.attached": Verb(_("gave out a spare sheet"), "sheet"),
    "sheet.replaced": Verb(_("replaced a sheet"), "sheet"),
    "scan.attached": Verb(_("attached a picture of a sheet"), "sheet", public=False),
    "scan.removed": Verb(_("removed a picture of a sheet"), "sheet", public=False),
    "sheet.handed_in": Verb(_("handed a sheet in"), "sheet"),
    "lines.imported": Verb(_("imported typed lines"), "sheet"),
    "sheet.agreed": Verb(_("agreed on the reading of a sheet"), "sheet"),
    "sheet.proposed": Verb(_("typed a new reading of a sheet"), "sheet", public=False),
    "sheet.recalled": Verb(_("asked for a sheet to be typed again"), "sheet", public=False),
    "sheet.confirmed": Verb(_("confirmed the new reading of a sheet"), "sheet"),
    "sheet.discarded": Verb(_("discarded the new reading of a sheet"), "sheet", public=False),
    "sheet.moved": Verb(_("moved the lines of a sheet to another player or team"), "sheet"),
    "relation.marked": Verb(_("marked a helper as related to a player"), "role", public=False),
    "relation.unmarked": Verb(_("removed the mark that a helper is related to a player"), "role", public=False),
    "rescore.proposed": Verb(_("proposed a re-score"), public=False),
    "rescore.applied": Verb(_("applied a re-score")),
    "rescore.dropped": Verb(_("dropped a re-score"), public=False),
    "ruling.given": Verb(_("ruled on a line"), "ruling"),
    "ruling.settled": Verb(_("ruled on several lines at once"), "ruling"),
    "ruling.signed": Verb(_("signed a ruling"), "ruling"),
    "pair.ruled": Verb(_("ruled on two methods"), "ruling"),
    "pair.signed": Verb(_("signed a ruling on two methods"), "ruling"),
    "disputes.opened": Verb(_("opened disputes about a round"), "dispute"),
    "disputes.extended": Verb(_("gave more time for disputes about a round"), "dispute"),
    "disputes.closed": Verb(_("closed disputes about a round"), "dispute"),
    "dispute.filed": Verb(_("filed a dispute"), "dispute", public=False),
    "dispute.joined": Verb(_("joined a dispute"), "dispute", public=False),
    "dispute.picture": Verb(_("added a photo to a dispute"), "dispute", public=False),
    "dispute.taken": Verb(_("assigned a dispute to themselves"), "dispute", public=False),
    "dispute.rescored": Verb(_("proposed a re-score for a dispute"), "dispute", public=False),
    "dispute.upheld": Verb(_("upheld a dispute"), "dispute", public=False),
    "dispute.rejected": Verb(_("rejected a dispute"), "dispute", public=False),
    "dispute.withdrawn": Verb(_("withdrew a dispute"), "dispute", public=False),
    "coach.links_made": Verb(_("made coaches’ links"), "dispute", public=False),
    "coach.revoked": Verb(_("revoked a coach’s link"), "dispute", public=False),
    "coach.renewed": Verb(_("gave a coach a new link"), "dispute", public=False),
}


def verbs_of(*topics: str) -> list[str]:
    return [name for name, verb in VERBS.items() if verb.topic in topics]
