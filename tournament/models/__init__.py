"""Every noun of the record, one file each. Rows that never change are guarded by database triggers (`append_only`).

| file | holds |
|---|---|
| `append_only.py` | triggers that make a table append-only, on SQLite and PostgreSQL alike |
| `audit.py` | every decision, one entry |
| `disputes.py` | disputes: somebody says that a line, or a whole sheet, was judged wrongly |
| `entrants.py` | who competes: players and teams, each an entrant exactly once |
| `events.py` | A competition day and its grades |
| `fields.py` | columns that follow from others of their row |
| `imports.py` | A file somebody wants to import |
| `jobs.py` | work for the worker, as rows |
| `people.py` | who works at an event, in which role, and the links by which they sign in |
| `play.py` | live games: tables, who sits at them, who hosts them, and the moves that were made |
| `publications.py` | what the public was shown: frozen copies, and the feed of changes that pages listen to |
| `puzzle_sets.py` | generated puzzle sets |
| `puzzles.py` | puzzles and their versions |
| `rescores.py` | A proposed change of what has been decided |
| `results.py` | points, worked out from the record: a cache that may be rebuilt at any time |
| `rounds.py` | what is played: one game of an event |
| `rulings.py` | what a judge says a line counts as |
| `sameness.py` | whether two methods are the same, where the fine print does not decide |
| `schema.py` | what the migrations do beyond Django's own operations |
| `series.py` | series of games of an event: who plays whom, at which table, and how wins count |
| `sessions.py` | who is signed in, and on which device |
| `sheets.py` | an entrant's answer sheets, their pictures, and what people read on them |
| `signatures.py` | who stands behind a decision that needs several people |
| `submissions.py` | the lines as they were written, and the engine's verdicts on them |
| `ties.py` | ties that decide an award, and the tiebreakers in which they are played out; penalties |
"""

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
