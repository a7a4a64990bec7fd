"""Personal data in audit entries, and how it is erased while the chain stays whole.

An entry lists where such texts stand in it (`personal`) and keeps a salted digest of them. Its hash covers the digest
and everything else, so the texts and the salt can go and the hash stays right. See docs/decisions/anonymising.md.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Iterator
from typing import Any

from ..models import Anonymisation, AuditEntry, Event
from ..models.append_only import ERASED

ERASABLE = ("before", "after", "why")
VERB = "event.anonymised"
Path = list[str | int]

# Texts below these names are no person's words: codes, choices, mathematics. Every other text counts as personal.
FACTS = frozenset(
    """
    accent award_places box boxes clock_started_at clock_stopped_at code codes consequence counts_as criteria
    digest digests disputes_until earlier_version edition event_slug fingerprint format hall head held_on
    issued_at judges_per_ruling key keying_policy kin_counts_as kind label lost_at mark method preset printed_at
    printed_version public_names replaces rescore_needs_second returned_at role says seed settings spoilt_at
    standings state status symbol target text tie_seed time_zone value visibility written_over
    """.split()
)
# their names are no person's; a tiebreaker's has those of two teams
NAMED_THINGS = frozenset({"event", "division", "hall"})
ONLY_NUMBERS = re.compile(r"[0-9 .:,+TZv-]*")  # numbers and moments
PAIRS = frozenset({"relation.marked", "relation.unmarked"})  # who is related to whom: also the ids say that


def paths(verb: str, before: Any, after: Any, why: str) -> list[Path]:
    """Where the entry has texts that may name a person, in a fixed order."""
    topic = verb.partition(".")[0]
    places = [
        [part, *path]
        for part, value in (("after", after), ("before", before))
        for path, names, leaf in _leaves(value, [], ())
        if _is_personal(verb, topic, names, leaf)
    ]
    return [*places, ["why"]] if why else places


def _leaves(value: Any, path: Path, names: tuple[str, ...]) -> Iterator[tuple[Path, tuple[str, ...], Any]]:
    """(path, names on the way, value) of everything in it that is neither a list nor an object."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from _leaves(value[name], [*path, name], (*names, name))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from _leaves(each, [*path, at], names)
    elif value is not None:
        yield path, names, value


def _is_personal(verb: str, topic: str, names: tuple[str, ...], leaf: Any) -> bool:
    if verb in PAIRS:
        return True
    if not isinstance(leaf, str) or ONLY_NUMBERS.fullmatch(leaf):
        return False
    if FACTS.intersection(names):
        return False
    return names[-1:] != ("name",) or topic not in NAMED_THINGS


def plain(value: Any) -> Any:
    """The value as the database gives it back: lists for tuples, texts for keys."""
    return json.loads(json.dumps(value))


def split(entry: AuditEntry) -> None:
    """Find the personal texts of a new entry and give them a salted digest."""
    entry.before, entry.after = plain(entry.before), plain(entry.after)
    entry.personal = paths(entry.verb, entry.before, entry.after, entry.why)
    if entry.personal:
        entry.salt = secrets.token_hex(16)
        entry.digest = _salted(entry)


def _salted(entry: AuditEntry) -> str:
    texts = [_at(entry, path) for path in entry.personal or ()]
    return _sha256([entry.salt, texts])


def _at(entry: AuditEntry, path: Path) -> Any:
    value = getattr(entry, str(path[0]))
    for step in path[1:]:
        value = value[step]
    return value


def facts(entry: AuditEntry) -> dict[str, Any]:
    """`before`, `after` and `why` without the personal texts."""
    left = {"before": plain(entry.before), "after": plain(entry.after), "why": entry.why}
    for path in entry.personal or []:
        place: Any = left
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = ERASED
    return left


def is_erased(entry: AuditEntry) -> bool:
    return bool(entry.personal) and not entry.salt


def is_as_written(entry: AuditEntry) -> bool:
    """Whether the personal texts of an entry are those of its digest, or erased and nothing else in their place."""
    if is_erased(entry):
        return all(_at(entry, path) == ERASED for path in entry.personal or ())
    return not entry.personal or entry.digest == _salted(entry)


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def erase(event_id: int) -> int:
    """Erase the personal texts of all entries of an event; the database allows it while an `Anonymisation` is open.
    Returns how many entries had some."""
    return sum(_erase(entry) for entry in AuditEntry.objects.filter(event_id=event_id).iterator())


def _erase(entry: AuditEntry) -> bool:
    """Whether there was something to erase."""
    if not entry.personal or is_erased(entry):
        return False
    for name, value in facts(entry).items():
        setattr(entry, name, value)
    entry.salt = ""
    entry.save(update_fields=[*ERASABLE, "salt"])
    return True


def erasure_fault(event: Event) -> str:
    """The fault in the erasures of a trail whose entries follow each other, or ""."""
    trail = AuditEntry.objects.filter(event_id=event.pk).order_by("number")
    recorded = list(trail.filter(verb=VERB).values_list("number", flat=True))
    done = Anonymisation.objects.filter(event=event)
    if done.filter(ended_at=None).exists() or len(recorded) != done.count():
        return "names were removed without an entry that says so."
    last = max(recorded, default=0)
    erased = trail.exclude(personal=None).exclude(personal=[]).filter(salt="")
    if (missing := erased.filter(number__gt=last).first()) is not None:
        return f"the texts of entry {missing.number} are missing, and no later entry says that names were removed."
    return ""
