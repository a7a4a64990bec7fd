"""The points of a team: its members' and those of its own games (NT-ST-7, NT-ST-8); and whether it is ranked
(NT-ST-11)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judging.results.standings import EntrantRow, EntrantStatus

# A member who left early keeps what the team earned with them; one who was disqualified brings nothing.
COUNTING: frozenset[EntrantStatus] = frozenset({"present", "withdrawn"})
# The status of a team of which nobody is present: the first of these that is true of a member.
GONE: tuple[EntrantStatus, ...] = ("withdrawn", "disqualified", "absent")
# Measures of which a team has as many as its members together.
ADDED = ("methods",)


@dataclass(frozen=True)
class MemberShare:
    """The points that one member brings to the team; a member who does not count brings 0."""

    entrant: Any  # whatever the caller knows it by; hashable
    points: int
    counts: bool


def team_grade(grades: Iterable[int]) -> int:
    """The grade a team plays in: the highest of its members. Raises ValueError for a team without members."""
    known = tuple(grades)
    if not known:
        raise ValueError("a team without members has no grade")
    return max(known)


def shares(members: Sequence[EntrantRow]) -> tuple[MemberShare, ...]:
    """Each member's part of the team's total, in the order given. Raises ValueError for a member twice."""
    if len({row.entrant for row in members}) != len(members):
        raise ValueError("a member comes twice in one team")
    return tuple(
        MemberShare(row.entrant, row.total if row.status in COUNTING else 0, row.status in COUNTING) for row in members
    )


def team_row(team: EntrantRow, members: Sequence[EntrantRow]) -> EntrantRow:
    """The team's row for `rank`: `team` with its own rounds, plus each round of the members who count.

    A round keeps its name, so that a team's points in one round are its members' together; what was taken from a
    member is taken from the team, the members' measures that can be added are the team's too, and their lines that are
    still pending are pending for it. Its status is that of NT-ST-11. Raises ValueError for a member twice.
    """
    counted = {share.entrant for share in shares(members) if share.counts}
    points, measures = Counter(dict(team.points)), Counter(dict(team.measures))
    pending, penalty = team.pending, team.penalty
    for row in members:
        if row.entrant in counted:
            points.update(row.points)
            measures.update({name: row.measures.get(name, 0) for name in ADDED})
            pending += row.pending
            penalty += row.penalty
    return replace(
        team,
        points=dict(points),
        measures=dict(measures),
        pending=pending,
        penalty=penalty,
        status=team_status(team.status, [row.status for row in members]),
    )


def team_status(own: EntrantStatus, members: Sequence[EntrantStatus]) -> EntrantStatus:
    """The status of a team: its own, unless it is present and none of its members is (NT-ST-11)."""
    if own != "present" or not members or "present" in members:
        return own
    return next(status for status in GONE if status in members)
