"""The organiser's decisions about a competition: its halls, what counts, ties, what the public reads, signed copies."""

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..models import Competition, Event, Hall, HallFile, JointCopy, JointTie, User
from ..publication import signing
from ..publication.recounts import counted
from ..web.permissions import require, require_locked
from ..web.published.storage import pack, unpack
from . import queries
from .handing_in import count_now, drop_unused, locked

SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")
FINGERPRINT = re.compile(r"[0-9a-f]{64}")


@transaction.atomic
def begin(*, by: User, event: Event) -> Competition:
    """Let the event run a competition of several halls, by its own rules."""
    event = require_locked(by, "run", event)
    if queries.competition_of(event):
        raise Refused("begun", _("This event runs a competition already."))
    competition = Competition.objects.create(event=event, made_by=by, made_at=timezone.now())
    audit.record(event, by, "competition.begun", competition)
    return competition


@transaction.atomic
def add_hall(*, by: User, event: Event, slug: str, name: str, fingerprint: str, event_slug: str) -> Hall:
    """Register a hall: its short name, its name, the fingerprint of its public key, and the address of its event."""
    competition = _locked(by, event)
    facts = _facts(slug, name, fingerprint, event_slug)
    if competition.halls.count() >= limits.HALLS:
        raise Refused("too_many_halls", _("A competition has at most %(n)s halls.") % {"n": limits.HALLS})
    _refuse_taken(competition, facts)
    hall = Hall.objects.create(competition=competition, **facts)
    audit.record(event, by, "hall.added", hall, after=facts)
    return hall


@transaction.atomic
def change_hall(*, by: User, hall: Hall, name: str, fingerprint: str, event_slug: str) -> Hall:
    """Correct a hall. Its key and its event stay once a file of it was good."""
    require(by, "run", hall.competition.event)
    hall = locked(hall)
    facts = _facts(hall.slug, name, fingerprint, event_slug)
    before = {each: getattr(hall, each) for each in facts}
    identity = ("fingerprint", "event_slug")
    if any(before[each] != facts[each] for each in identity) and hall.files.filter(refusal__isnull=True).exists():
        raise Refused("handed_in", _("A file of this hall was accepted, so its key and its event stay as they are."))
    _refuse_taken(hall.competition, facts, hall)
    for each, value in facts.items():
        setattr(hall, each, value)
    hall.save()
    audit.record(hall.competition.event, by, "hall.changed", hall, before=before, after=facts)
    return hall


def _facts(slug: str, name: str, fingerprint: str, event_slug: str) -> dict[str, str]:
    """The facts of a hall, checked."""
    facts = {
        "slug": slug.strip().lower(),
        "name": tidy(name),
        "fingerprint": re.sub(r"[\s:]", "", fingerprint).lower(),
        "event_slug": event_slug.strip(),
    }
    wrong = {}
    if not SLUG.fullmatch(facts["slug"]) or facts["slug"] == queries.JOINT:
        wrong["slug"] = _("Write up to 20 letters from a to z, digits or hyphens, such as north.")
    if not 0 < len(facts["name"]) <= 80:
        wrong["name"] = _("Write a name of at most 80 characters.")
    if not FINGERPRINT.fullmatch(facts["fingerprint"]):
        wrong["fingerprint"] = _("A fingerprint has 64 digits from 0 to 9 and letters from a to f.")
    if not re.fullmatch(r"[-a-zA-Z0-9_]{1,60}", facts["event_slug"]):
        wrong["event_slug"] = _("Write the part of the address of the event after /events/, such as spring.")
    if wrong:
        raise invalid(**wrong)
    return facts


def _refuse_taken(competition: Competition, facts: dict[str, str], hall: Hall | None = None) -> None:
    others = competition.halls.exclude(pk=hall.pk) if hall else competition.halls
    if others.filter(slug=facts["slug"]).exists():
        raise invalid(slug=_("Another hall has this short name."))
    if others.filter(fingerprint=facts["fingerprint"], event_slug=facts["event_slug"]).exists():
        raise invalid(event_slug=_("Another hall has this key and this event. Halls with one key need two events."))


@transaction.atomic
def withdraw(*, by: User, hall: Hall) -> Hall:
    """Take a hall out of the joint standing. Its files stay."""
    return _set_withdrawn(by, hall, True)


@transaction.atomic
def readmit(*, by: User, hall: Hall) -> Hall:
    """Take a withdrawn hall in again. Its file counts as before."""
    return _set_withdrawn(by, hall, False)


def _set_withdrawn(by: User, hall: Hall, withdrawn: bool) -> Hall:
    require(by, "run", hall.competition.event)
    hall = locked(hall)
    if bool(hall.withdrawn_at) == withdrawn:
        return hall
    hall.withdrawn_at = timezone.now() if withdrawn else None
    hall.save(update_fields=["withdrawn_at"])
    verb = "hall.withdrawn" if withdrawn else "hall.readmitted"
    audit.record(hall.competition.event, by, verb, hall, after={"hall": hall.slug})
    return hall


@transaction.atomic
def count(*, by: User, file: HallFile, shown: str) -> HallFile:
    """Let a good file that waits count in place of the one that counts. `shown` is the state of the joint standing that
    it would give, as `queries.state_of` says it."""
    require(by, "run", file.hall.competition.event)
    hall = locked(file.hall)
    waiting = queries.waiting_file(hall)
    if waiting is None or waiting.pk != file.pk:
        raise Refused("not_waiting", _("This file does not wait any more."))
    if shown != queries.state_of(queries.document(hall.competition, {hall.pk: waiting})):
        raise _changed()
    count_now(hall, waiting)
    audit.record(hall.competition.event, by, "hall.counted", hall, after={"digest": file.digest, "hall": hall.slug})
    return waiting


@transaction.atomic
def settle_tie(*, by: User, event: Event, grade: int, kind: str, order: Sequence[str]) -> JointTie:
    """Enter the order in which the sides of a tie over halls finished in one room, the winner first."""
    competition = _locked(by, event)
    ties = [sides for each in queries.open_ties(competition) if each.key == (grade, kind) for sides in each.open_ties]
    if not any(sorted(order) == sorted(str(side.entrant) for side in sides) for sides in ties):
        raise Refused("not_tied", _("These are not tied over halls for an award now."))
    tie = JointTie.objects.create(
        competition=competition,
        grade=grade,
        kind=kind,
        order=list(order),
        settled_by=by,
        settled_at=timezone.now(),
    )
    audit.record(
        event, by, "competition.tie_settled", competition, after={"grade": grade, "kind": kind, "order": order}
    )
    return tie


@transaction.atomic
def show(*, by: User, event: Event, is_public: bool) -> Competition:
    """Let the public read the joint standing, or hide it."""
    competition = _locked(by, event)
    if competition.is_public != is_public:
        competition.is_public = is_public
        competition.save(update_fields=["is_public"])
        audit.record(event, by, "competition.shown" if is_public else "competition.hidden", competition)
    return competition


def sign(*, by: User, event: Event, shown: str, note: str = "") -> JointCopy:
    """Sign the joint standing and show it to the public. `shown` is its state as the organiser saw it; `note` says what
    was corrected since the last copy. Refused while a hall is not final, and if the recount differs."""
    require(by, "run", event)
    competition = queries.competition_of(event)
    if competition is None:
        raise _missing_competition()
    note = "\n".join(note.splitlines()).strip()
    document = queries.document(competition)
    _refuse_too_early(competition, document, note)
    files = queries.files_of(document, competition).values()
    contents = [unpack(each.document or b"") for each in files]
    report, is_equal = counted(queries.as_bytes(document), *contents, program="recount_joint.py")  # before the lock
    if not is_equal:
        raise Refused("recount", _("Counting it again gives something else: %(first)s") % {"first": report[:300]})
    return _signed(by, event, shown, note, report)


@transaction.atomic
def _signed(by: User, event: Event, shown: str, note: str, report: str) -> JointCopy:
    competition = _locked(by, event)
    document = queries.document(competition)
    if queries.state_of(document) != shown:
        raise _changed()
    _refuse_too_early(competition, document, note)
    body = queries.as_bytes(document)
    copy = JointCopy(competition=competition, note=note, recount=report, made_by=by, made_at=timezone.now())
    copy.document, copy.digest = pack(body), hashlib.sha256(body).hexdigest()
    copy.statement = _statement(copy, event, document)
    copy.signature = signing.sign(copy.statement.encode())
    copy.save()
    competition.is_public = True
    competition.save(update_fields=["is_public"])
    drop_unused(competition)
    audit.record(event, by, "competition.signed", competition, after={"digest": copy.digest, "note": note})
    return copy


def _refuse_too_early(competition: Competition, document: dict, note: str) -> None:
    waiting = [hall for hall in competition.halls.filter(withdrawn_at=None) if queries.waiting_file(hall)]
    if reasons := queries.obstacles(document, waiting):
        names = ", ".join(name for each in reasons.values() for name in each)
        raise Refused(
            "not_final", _("These halls are not final, or a file of them waits: %(halls)s.") % {"halls": names}
        )
    if not any(each["sha256"] for each in document["halls"]):
        raise Refused("no_halls", _("No hall counts."))
    if len(note) > limits.NOTE:
        raise invalid(note=_("At most %(most)s characters.") % {"most": limits.NOTE})
    if competition.copies.exists() and not note:
        raise invalid(note=_("Write what was corrected. The public reads it."))


def _statement(copy: JointCopy, event: Event, document: dict) -> str:
    lines = [
        "number-tournament joint results 1",
        f"event: {event.slug}",
        f"at: {copy.made_at.astimezone(UTC).isoformat()}",
        f"document: {copy.digest}",
        f"audit: {document['audit']['number']}:{document['audit']['hash']}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _changed() -> Refused:
    return Refused("changed", _("Something has changed since this page was opened. Look at it again."))


def _locked(by: User, event: Event) -> Competition:
    require(by, "run", event)
    competition = Competition.objects.select_for_update().select_related("event").filter(event=event).first()
    if competition is None:
        raise _missing_competition()
    return competition


def _missing_competition() -> Refused:
    return Refused("no_competition", _("This event runs no competition."), status=404)
