"""Several helpers from a pasted list: what each line says, what is wrong with it, and adding them all."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import has_control, tidy
from ..common.refusals import Refused
from ..models import Event, Membership, Role, User
from ..sign_in import links as sign_in_links
from ..web.permissions import require_locked
from .account_actions import new_account

MOST_HELPERS, MOST_CHARACTERS = 100, 20_000
ROLE_WORDS: dict[str, str] = {
    **dict.fromkeys(("organiser", "organisers", "organizer", "organizers", "organise", "organize"), Role.ORGANISER),
    **dict.fromkeys(("organizador", "organizadora", "organización", "head", "director"), Role.ORGANISER),
    **dict.fromkeys(("judge", "judges", "judging", "referee", "juez", "jueza", "árbitro", "árbitra"), Role.JUDGE),
    **dict.fromkeys(("volunteer", "volunteers", "helper", "helpers", "typist", "types", "typing"), Role.VOLUNTEER),
    **dict.fromkeys(("voluntario", "voluntaria", "ayudante", "keyer", "scorer", "marker"), Role.VOLUNTEER),
}
HEADS = {"name", "names", "helper", "helpers", "nombre", "nombres"}
BULLET = re.compile(r"^\s*(?:\d{1,3}[.)]\s+|[-*•]\s+)")
PARTS = re.compile(r"\s*[\t;,:()]\s*|\s+[-–—]\s+")
ROLES = re.compile(r"\s*(?:[/+&]|\band\b|\by\b)\s*")


@dataclass(frozen=True)
class HelperLine:
    """A line of the list. `known`: the account that has this name already, of a helper of the event, or of another
    event that the reader organises: then `known_from` is the name of that event. `problem`: why the list cannot be
    added as it is; empty if the line is fine."""

    number: int
    name: str
    roles: tuple[str, ...] = ()
    known: User | None = None
    known_from: str = ""
    problem: str = ""

    @property
    def role_labels(self) -> list[str]:
        return [str(Role(role).label).lower() for role in self.roles]


def read(organiser: User, event: Event, text: str) -> list[HelperLine]:
    """Each line of the list that is not empty, with its problem, if any. Raises Refused if there are too many."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    lines = lines[1:] if lines and _is_head(lines[0][1]) else lines
    if not lines:
        raise Refused("empty", _("Write at least one name."), status=400)
    if len(lines) > MOST_HELPERS:
        message = _("These are %(count)s lines. Add at most %(most)s helpers at once.")
        raise Refused("too_many", message % {"count": len(lines), "most": MOST_HELPERS}, status=400)
    elsewhere = Membership.objects.exclude(event=event).filter(user__is_active=True)
    own_events = Membership.objects.filter(user=organiser, role=Role.ORGANISER).values("event")
    earlier = _by_name(elsewhere.filter(event__in=own_events))
    return list(_lines(lines, _by_name(event.memberships.all()), earlier))


def _is_head(line: str) -> bool:
    return PARTS.split(line.strip())[0].lower() in HEADS


def _by_name(memberships: QuerySet[Membership]) -> dict[str, list[list[Membership]]]:
    """The roles of each person of that name, the latest event first."""
    of_user: dict[User, list[Membership]] = {}
    for membership in memberships.select_related("user", "event").order_by("-event__held_on", "pk"):
        of_user.setdefault(membership.user, []).append(membership)
    helpers: dict[str, list[list[Membership]]] = {}
    for user, given in of_user.items():
        helpers.setdefault(str(user).casefold(), []).append(given)
    return helpers


def _lines(lines: Sequence[tuple[int, str]], helpers: dict, earlier: dict) -> Iterator[HelperLine]:
    seen: dict[str, int] = {}
    for number, line in lines:
        name, words = _split(BULLET.sub("", line))
        roles = tuple(dict.fromkeys(ROLE_WORDS.get(word, "") for word in words)) or (Role.VOLUNTEER.value,)
        here = helpers.get(name.casefold(), [])
        known = here or earlier.get(name.casefold(), [])
        problem = (
            _name_problem(name)
            or _role_problem(words)
            or _twice(seen, name, number)
            or _known_problem(known, set(roles) if here else set())
        )
        user = known[0][0].user if known else None
        known_from = known[0][0].event.name if known and not here else ""
        yield HelperLine(number, name, tuple(filter(None, roles)), user, known_from, problem)


def _split(line: str) -> tuple[str, list[str]]:
    """The name and the words for roles, in small letters. Without a comma the last word may be the role."""
    name, *rest = PARTS.split(line.strip())
    if not rest and name.rpartition(" ")[2].lower() in ROLE_WORDS and " " in name:
        name, _space, last = name.rpartition(" ")
        rest = [last]
    return tidy(name), [word for part in rest for word in ROLES.split(part.strip().lower()) if word]


def _name_problem(name: str) -> str:
    if not name:
        return _("The name is missing.")
    if has_control(name):
        return _("The name contains an invisible character. Type it again.")
    if len(name) > limits.NAME:
        return _("The name is too long: at most %(most)s letters.") % {"most": limits.NAME}
    return ""


def _role_problem(words: Collection[str]) -> str:
    for word in words:
        if word not in ROLE_WORDS:
            shown = word if len(word) <= 30 else f"{word[:29]}…"
            return _("“%(word)s” is not a role. Write organiser, judge or volunteer.") % {"word": shown}
    return ""


def _twice(seen: dict[str, int], name: str, number: int) -> str:
    first = seen.setdefault(name.casefold(), number)
    if first == number:
        return ""
    return _("This name is in line %(line)s too. Write both roles there, or tell the two people apart.") % {
        "line": first
    }


def _known_problem(known: Sequence[Sequence[Membership]], roles: set[str]) -> str:
    """`roles`: what the line gives to a helper of the event; empty for somebody else."""
    if len(known) > 1:
        return _("Two helpers of yours have this name. Give the role by their sign-in name.")
    if known and roles and roles <= {each.role for each in known[0]}:
        return _("This helper has this role already. Delete the line.")
    return ""


@transaction.atomic
def add(*, by: User, event: Event, text: str) -> list[User]:
    """Add every helper of the list, or nobody. New ones get an account. Who is new here gets a
    sign-in link, unless their account may do more than a link of this organiser gives. Returns all of them."""
    event = require_locked(by, "run", event)
    lines = read(by, event, text)
    if any(line.problem for line in lines):
        raise Refused("problems", _("Some lines have a problem. Nobody was added."), status=400)
    return [_added(by, event, line) for line in lines]


def _added(by: User, event: Event, line: HelperLine) -> User:
    user = line.known or new_account(_free_username(line.name), line.name)
    for role in line.roles:
        membership, given = Membership.objects.get_or_create(event=event, user=user, role=role)
        if given:
            audit.record(event, by, "role.given", membership, after={"user": user.pk, "role": role}, about=[user])
    if not line.known or (line.known_from and not sign_in_links.refusal(by, event, user)):
        sign_in_links.make(by=by, event=event, user=user)
    return user


def _free_username(name: str) -> str:
    """A sign-in name from a name, such as vera.venn; a number is added where somebody has it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    start = re.sub(r"[^a-z0-9]+", ".", plain).strip(".")[:40].strip(".")
    start = start if len(start) > 1 else "helper"
    taken = {
        username.lower()
        for username in User.objects.filter(username__istartswith=start).values_list("username", flat=True)
    }
    return next(
        username
        for username in (start, *(f"{start}{number}" for number in range(2, len(taken) + 3)))
        if username not in taken
    )
