"""Every noun of the record, one file each. Rows that never change are guarded by database triggers (`append_only`)."""

from .audit import AuditEntry, AuditHead
from .entrants import Entrant, Player, Team
from .events import Division, Event
from .imports import Import
from .jobs import Job
from .people import Membership, Role, User
from .puzzles import DivisionPuzzle, Puzzle, PuzzleVersion
from .results import Result
from .rounds import Round
from .rulings import Ruling
from .sameness import PairRuling
from .sheets import DraftLine, Keying, Mark, Sheet
from .submissions import Submission, Verdict

__all__ = [
    "AuditEntry",
    "AuditHead",
    "Division",
    "DivisionPuzzle",
    "DraftLine",
    "Entrant",
    "Event",
    "Import",
    "Job",
    "Keying",
    "Mark",
    "Membership",
    "PairRuling",
    "Player",
    "Puzzle",
    "PuzzleVersion",
    "Result",
    "Role",
    "Round",
    "Ruling",
    "Sheet",
    "Submission",
    "Team",
    "User",
    "Verdict",
]
