"""Every noun of the record, one file each. Rows that never change are guarded by database triggers (`append_only`).

| file | holds |
|---|---|
| `api.py` | programs' tokens, and their requests that were done |
| `append_only.py` | triggers that make a table append-only |
| `audit.py` | entries of the audit trail |
| `competitions.py` | competitions of several halls |
| `disputes.py` | disputes and coaches' links |
| `entrants.py` | players, teams, and each as an entrant |
| `event_rows.py` | which rows belong to an event |
| `events.py` | events and their grades |
| `fields.py` | columns that follow from others of their row |
| `imports.py` | files that somebody imports |
| `jobs.py` | work for the worker |
| `people.py` | users, their roles, sign-in links and sessions |
| `play.py` | tables of live games, seats, hosts and moves |
| `publications.py` | published copies, and the feed of changes |
| `puzzle_sets.py` | generated puzzle sets |
| `puzzles.py` | puzzles and their versions |
| `rescores.py` | proposals that change what was decided |
| `results.py` | points of an entrant in a round, computed from the record |
| `rounds.py` | the rounds of an event |
| `rulings.py` | judges' rulings on lines and on pairs of methods; signatures below a decision |
| `schema.py` | operations of migrations beyond Django's own |
| `series.py` | series of live games, fixtures and their sides |
| `sheets.py` | answer sheets, their pictures and readings |
| `submissions.py` | written lines, and the engine's verdicts on them |
| `ties.py` | ties for an award, tiebreakers and penalties |
"""

from .api import ApiToken, IdempotentRequest, Scope
from .audit import Anonymisation, AuditAbout, AuditEntry, AuditHead
from .competitions import Competition, Hall, HallFile, JointCopy, JointTie
from .disputes import CoachLink, Dispute, DisputePicture
from .entrants import Entrant, Player, Relation, Team
from .events import Division, Event
from .imports import Import, ImportedSheet
from .jobs import Job, Pulse
from .people import FirstAccount, Membership, Role, Session, SignInLink, User
from .play import AddressUse, HandOver, HostDevice, Seat, Table, TableMove
from .publications import Ceremony, Change, ChangeHead, Publication, PublishedPage
from .puzzle_sets import EventWord, KeyDigest, PuzzleSet, PuzzleSetUse, PuzzleSetVersion
from .puzzles import DivisionPuzzle, MethodCounts, Puzzle, PuzzleVersion
from .rescores import Rescore
from .results import Result
from .rounds import Round
from .rulings import PairRuling, Ruling, Signature
from .series import Fixture, FixtureSide, Series, SeriesPlayer
from .sheets import DraftLine, Keying, Mark, Scan, Sheet
from .submissions import Submission, Verdict
from .ties import Penalty, Tie, TieGame, TieKind, TieSide
