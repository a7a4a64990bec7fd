"""Every noun of the record, one file each. Rows that never change are guarded by database triggers (`append_only`)."""

from .audit import Anonymisation, AuditAbout, AuditEntry, AuditHead
from .disputes import CoachLink, Dispute, DisputePicture
from .entrants import Entrant, Player, Relation, Team
from .events import Division, Event
from .imports import Import, ImportedSheet
from .jobs import Job, Pulse
from .people import FirstAccount, Membership, Role, SignInLink, User
from .play import AddressUse, HandOver, HostDevice, Seat, Table, TableMove
from .publications import Ceremony, Change, ChangeHead, Publication, PublishedPage
from .puzzle_sets import EventWord, KeyDigest, PuzzleSet, PuzzleSetUse, PuzzleSetVersion
from .puzzles import DivisionPuzzle, MethodCounts, Puzzle, PuzzleVersion
from .rescores import Rescore
from .results import Result
from .rounds import Round
from .rulings import Ruling
from .sameness import PairRuling
from .series import Fixture, FixtureSide, Series, SeriesPlayer
from .sessions import Session
from .sheets import DraftLine, Keying, Mark, Scan, Sheet
from .signatures import Signature
from .submissions import Submission, Verdict
from .ties import Penalty, Tie, TieGame, TieKind, TieSide

__all__ = [
    "AddressUse",
    "Anonymisation",
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
    "EventWord",
    "FirstAccount",
    "Fixture",
    "FixtureSide",
    "HandOver",
    "HostDevice",
    "Import",
    "ImportedSheet",
    "Job",
    "KeyDigest",
    "Keying",
    "Mark",
    "Membership",
    "MethodCounts",
    "PairRuling",
    "Penalty",
    "Player",
    "Pulse",
    "Publication",
    "PublishedPage",
    "Puzzle",
    "PuzzleSet",
    "PuzzleSetUse",
    "PuzzleSetVersion",
    "PuzzleVersion",
    "Relation",
    "Rescore",
    "Result",
    "Role",
    "Round",
    "Ruling",
    "Scan",
    "Seat",
    "Series",
    "SeriesPlayer",
    "Session",
    "Sheet",
    "SignInLink",
    "Signature",
    "Submission",
    "Table",
    "TableMove",
    "Team",
    "Tie",
    "TieGame",
    "TieKind",
    "TieSide",
    "User",
    "Verdict",
]
