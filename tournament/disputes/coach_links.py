"""Coaches: the organiser makes their private links; through one its coach files and withdraws disputes.

A coach has no account. What they do is recorded with the number of their link.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.files import picture_files
from ..common.refusals import Refused
from ..models import CoachLink, Dispute, DisputePicture, Entrant, Event, Sheet, Submission, Team, User
from ..scanning import Picture
from ..web.permissions import refuse_archived, require, require_locked
from . import actions as disputes, pictures
from .filing import Filed, filed


@transaction.atomic
def make_links(*, by: User, event: Event) -> int:
    """A link for every team that has none; how many were made."""
    event = require_locked(by, "run", event)
    without = event.teams.exclude(coach_links__in=event.coach_links.filter(revoked_at=None))
    now = timezone.now()
    made = CoachLink.objects.bulk_create(CoachLink(event=event, team=team, made_by=by, made_at=now) for team in without)
    if made:
        about = Entrant.objects.filter(team__in=[link.team_id for link in made])
        after = {"teams": [link.team_id for link in made]}
        audit.record(event, by, "coach.links_made", event, after=after, about=about)
    return len(made)


@transaction.atomic
def revoke(*, by: User, link: CoachLink) -> CoachLink:
    """Make the link invalid. What was filed through it stays."""
    require(by, "run", link.event)
    link = CoachLink.objects.select_for_update().get(pk=link.pk)
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        after, about = {"team": link.team_id}, [link.team.entrant]
        audit.record(link.event, by, "coach.revoked", link, after=after, about=about)
    return link


@transaction.atomic
def renew(*, by: User, team: Team) -> CoachLink:
    """A new link for a team; one that it had is revoked."""
    require_locked(by, "run", team.event)
    if old := team.coach_links.filter(revoked_at=None).first():
        revoke(by=by, link=old)
    link = CoachLink.objects.create(event=team.event, team=team, made_by=by, made_at=timezone.now())
    audit.record(team.event, by, "coach.renewed", link, after={"team": team.pk}, about=[team.entrant])
    return link


def dispute(
    *,
    link: CoachLink,
    sheet: Sheet,
    line: Submission | None = None,
    statement: str,
    picture: Picture | None = None,
) -> Filed:
    """Dispute a line of the team's own sheet or, without `line`, all of it, while the round's window is open. `picture`
    is a photo of the paper, read by `pictures.read_photo`."""

    def file(written: list[DisputePicture]) -> Filed:
        here = _in_force(link)
        if not is_of_team(here, sheet):
            raise Refused("not_yours", _("Only sheets of your own team can be disputed here."), status=404)
        done = filed(sheet, line, statement, link=here)
        if picture:
            pictures.add(here, done.dispute, picture, written)
        return done

    return picture_files.keeping(file)


@transaction.atomic
def withdraw(*, link: CoachLink, dispute: Dispute) -> Dispute:
    """Take back what the team's coach filed, through this link or an earlier one."""
    link, dispute = _in_force(link), disputes.locked(dispute)
    if dispute.coach is None or dispute.coach.team_id != link.team_id:
        raise Refused("not_yours", _("Only the person who filed a dispute can withdraw it."), status=403)
    return disputes.withdrawn(dispute, None, coach_link=link.pk)


def is_of_team(link: CoachLink, sheet: Sheet) -> bool:
    """Whether the sheet is of the link's team, or of one of its members."""
    entrant = sheet.entrant
    if entrant is None:
        return False
    return link.team_id in {entrant.team_id, entrant.player and entrant.player.team_id}


def _in_force(link: CoachLink) -> CoachLink:
    """The link, locked, unless it was revoked a moment ago."""
    link = CoachLink.objects.select_for_update(of=("self",)).select_related("event").get(pk=link.pk)
    if link.revoked_at is not None:
        raise Refused("revoked", _("This link no longer works. Ask the organiser for a new one."), status=410)
    refuse_archived(link.event)
    return link
