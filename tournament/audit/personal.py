"""What of an audit entry may name a person, and how it is erased while the chain stays whole.

An entry of format 2 lists where such texts stand in it (`personal`) and keeps a salted digest of them. Its hash covers
the digest and everything else, so the texts and the salt can go and the hash stays right. An entry of format 1 was
written before that and hashed as a whole: when it is erased it becomes format 3, keeps its hash for the chain, and gets
a seal over what is left of it. The entry of the erasure holds a digest of all seals.
See docs/decisions/anonymising.md.
"""

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Iterator
from typing import Any

from ..models import AuditEntry
from ..models.append_only import ERASED

WHOLE, SPLIT, SEALED = 1, 2, 3  # formats of an entry
ERASABLE = ("before", "after", "why")
Path = list[str | int]

# Texts below these names are no person's words: codes, choices, mathematics. Every other text counts as personal.
FACTS = frozenset(
    {
        *("accent", "award_places", "box", "boxes", "clock_started_at", "clock_stopped_at", "code", "codes"),
        *("consequence", "counts_as", "criteria", "digest", "digests", "disputes_until", "earlier_version", "edition"),
        *("format", "held_on", "issued_at", "judges_per_ruling", "key", "keying_policy", "kin_counts_as", "kind"),
        *("label", "lost_at", "mark", "method", "preset", "printed_at", "printed_version", "public_names", "replaces"),
        *("rescore_needs_second", "returned_at", "role", "says", "sealed", "seed", "settings", "spoilt_at"),
        *("standings", "state", "status", "symbol", "target", "text", "tie_seed", "time_zone", "value", "visibility"),
    }
)
NAMED_THINGS = frozenset({"event", "division"})  # their names are no person's; a tiebreaker's has those of two teams
NO_WORDS = re.compile(r"[0-9 .:,+TZv-]*")  # numbers and moments
PAIRS = frozenset({"relation.marked", "relation.unmarked"})  # who is related to whom: also the ids say that


def paths(verb: str, before: Any, after: Any, why: str) -> list[Path]:
    """Where the entry has texts that may name a person, in a fixed order."""
    topic = verb.partition(".")[0]
    found = [
        [part, *path]
        for part, value in (("after", after), ("before", before))
        for path, names, leaf in _leaves(value, [], ())
        if _is_personal(verb, topic, names, leaf)
    ]
    return [*found, ["why"]] if why else found


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
    if not isinstance(leaf, str) or NO_WORDS.fullmatch(leaf):
        return False
    if FACTS.intersection(names):
        return False
    return names[-1:] != ("name",) or topic not in NAMED_THINGS


def plain(value: Any) -> Any:
    """The value as the database gives it back: lists for tuples, texts for keys."""
    return json.loads(json.dumps(value))


def split(entry: AuditEntry) -> None:
    """Make a new entry one of format 2: find its personal texts and give them a salted digest."""
    entry.format = SPLIT
    entry.before, entry.after = plain(entry.before), plain(entry.after)
    entry.personal = paths(entry.verb, entry.before, entry.after, entry.why)
    if entry.personal:
        entry.salt = secrets.token_hex(16)
        entry.digest = _salted(entry)


def _salted(entry: AuditEntry) -> str:
    texts = [_at(entry, path) for path in entry.personal]
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
    return entry.format != WHOLE and bool(entry.personal) and not entry.salt


def is_as_written(entry: AuditEntry) -> bool:
    """Whether the personal texts of an entry are those of its digest, or erased and nothing else in their place."""
    if entry.format == SEALED and entry.digest != seal(entry):
        return False
    if is_erased(entry):
        return all(_at(entry, path) == ERASED for path in entry.personal)
    return entry.format != SPLIT or not entry.personal or entry.digest == _salted(entry)


def seal(entry: AuditEntry) -> str:
    """SHA-256, in hex, over what is left of an erased entry of format 1, with the hash that it keeps."""
    names = ("event_id", "number", "by_id", "verb", "subject", "subject_id", "previous", "hash", "personal")
    return _sha256([{name: getattr(entry, name) for name in names} | {"at": entry.at.isoformat()}, facts(entry)])


def seal_of_all(entries: Iterable[tuple[int, str]]) -> str:
    """SHA-256 over the (number, seal) of all sealed entries of an event, in order."""
    return _sha256([list(each) for each in entries])


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def erase(event_id: int) -> tuple[int, str]:
    """Erase the personal texts of all entries of an event; the database allows it while an `Anonymisation` is open.
    Returns how many entries had some, and the seal over the entries that are sealed by this, if any."""
    erased, seals = 0, []
    for entry in AuditEntry.objects.filter(event_id=event_id).order_by("number").iterator():
        if _erase(entry):
            erased += 1
            if entry.format == SEALED:
                seals.append((entry.number, entry.digest))
    return erased, seal_of_all(seals) if seals else ""


def _erase(entry: AuditEntry) -> bool:
    """Whether there was something to erase."""
    if entry.format == WHOLE:
        entry.personal = paths(entry.verb, entry.before, entry.after, entry.why)
    if not entry.personal or is_erased(entry):
        return False
    for name, value in facts(entry).items():
        setattr(entry, name, value)
    entry.salt = ""
    if entry.format == WHOLE:
        entry.format = SEALED
        entry.digest = seal(entry)
    entry.save(update_fields=[*ERASABLE, "salt", "format", "personal", "digest"])
    return True
