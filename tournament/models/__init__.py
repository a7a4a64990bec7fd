"""Every noun of the record, one file each. Rows that never change are guarded by database triggers (`append_only`)."""

from .audit import AuditAbout, AuditEntry, AuditHead
from .disputes import CoachLink, Dispute, DisputePicture
from .entrants import Entrant, Player, Relation, Team
from .events import Division, Event
from .imports import Import
from .jobs import Job, Pulse
from .people import FirstAccount, Membership, Role, SignInLink, User
from .publications import Ceremony, Change, ChangeHead, Publication, PublishedPage
from .puzzles import DivisionPuzzle, MethodCounts, Puzzle, PuzzleVersion
from .rescores import Rescore
from .results import Result
from .rounds import Round
from .rulings import Ruling, Signature
from .sameness import PairRuling, PairSignature
from .sheets import DraftLine, Keying, Mark, Scan, Sheet
from .submissions import Submission, Verdict
from .ties import Penalty, Tie, TieGame, TieKind, TieSide

__all__ = [
    "AuditAbout",
    "AuditEntry",
    "AuditHead",
    "Ceremony",
    "Change",
    "ChangeHead",
    "CoachLink",
    "Dispute",
    "DisputePicture",
    "Division",
    "DivisionPuzzle",
    "DraftLine",
    "Entrant",
    "Event",
    "FirstAccount",
    "Import",
    "Job",
    "Keying",
    "Mark",
    "Membership",
    "MethodCounts",
    "PairRuling",
    "PairSignature",
    "Penalty",
    "Player",
    "Pulse",
    "Publication",
    "PublishedPage",
    "Puzzle",
    "PuzzleVersion",
    "Relation",
    "Rescore",
    "Result",
    "Role",
    "Round",
    "Ruling",
    "Scan",
    "Sheet",
    "SignInLink",
    "Signature",
    "Submission",
    "Team",
    "Tie",
    "TieGame",
    "TieKind",
    "TieSide",
    "User",
    "Verdict",
]
