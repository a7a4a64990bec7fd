"""Limits on what anybody may send or have: every number in one place. docs/limits.md lists them for people.

Sizes are in bytes, times in seconds, unless a comment says otherwise. Plain numbers: the process that opens a file
reads them without Django.
"""

MB = 1_000_000

# Files: opened in a process of their own (tournament/uploaded_files)

OPENING_MEMORY = 512 * 1024 * 1024
OPENING_CPU = 20
OPENING_CLOCK = 30.0  # also where a system knows no limit on processor time
OPENING_OUTPUT = 64 * MB
OPENING_FILES = 64
OPENED_TOGETHER = 2  # in a web process
WAITING_TO_OPEN = 2
WAIT_TO_OPEN = 10.0

SCAN = 20 * MB
SCAN_PIXELS = 50 * MB
WEBP_PIXELS = 25 * MB  # its decoder keeps the picture four times
SCAN_PAGES = 10
SCAN_POINTS = 3400  # of the longer side of a page: A0, the largest paper there is
SCAN_PASSES = 100  # of a JPEG
QR_CODES = 20  # that are looked at in a picture
QR_CHARACTERS = 500

TABLE = 4 * 1024 * 1024
TABLE_UNPACKED = 48 * 1024 * 1024
TABLE_ROWS = 20_000
TABLE_COLUMNS = 60
TABLE_CHARACTERS = 8 * MB

EXPORT_LINE = 64 * MB  # a picture, or a published page, is one line of an export
EXPORT_TEXT = 500_000  # characters of a value
EXPORT = 2000 * MB
HALL_FILE = 24 * MB  # the public export of a hall with 3,000 players
HALL_NUMBER = 1_000_000_000  # points and other numbers in it
HALLS = 100  # of a competition
RECOUNT_REPORT = 100_000  # characters that are stored of what a recount says

# Connections: what the event loop reads before a thread is taken (tournament/serving)

REQUEST = 60 * MB  # all files of a request together
READ_AWAY = 4  # times REQUEST: of a larger body so much is read and dropped, so that the browser shows the reason
ADDRESS = 4000  # of a request, with what is asked for after the question mark
HEADER_SECONDS = 15.0  # until the headers of a request are here, also of the next one on its connection
BODY_SECONDS = 15.0  # until all of a request is here,
BODY_RATE = 20_000  # and a second more for each so many bytes that have come
BODY_PAUSE = 10.0  # between two pieces
BODIES = 500  # requests that a process reads at the same time; the one that was silent longest gives way
BODY_MEMORY = 65_536  # of a request; what is longer goes to a temporary file
BODIES_TOTAL = 1000 * MB  # of all requests that a process reads or works on
ANSWER_PAUSE = 20.0  # without the other side taking anything of an answer
ANSWER_MEMORY = 1 * MB  # of an answer that waits for its reader; what is longer goes to a temporary file
PAGES_TOGETHER = 1  # public page that a process makes at a time: several need more memory, and are no sooner there
READS_TOGETHER = 3  # other pages and answers that a process makes at a time, so that saves find threads and processor
FILES_TOGETHER = 1  # export, or table as a file
PAPERS_TOGETHER = 1  # PDF
WAITING_FOR_RENDER = 1_000  # of each of the four, without a thread
WAIT_FOR_RENDER = 30.0
STREAMS = 10_000  # of a process
FEED_STREAMS = 200  # of programs in a process
FEED_STREAMS_ADDRESS = 50
STREAMS_ADDRESS = 2_000  # of one address in a process: a school is often one address
PAGES_MEMORY = 24 * MB  # of the pages that a process keeps
PAGE_MEMORY = 16 * MB  # of one of them; what is larger is kept packed only
PAGE_QUERY = 200  # bytes that are asked for after the question mark of a page that is kept

# The public JSON

PUBLIC_ADDRESS = 600  # requests of one address in a minute that no copy answers: a whole hall may share an address

# The API

TOKENS = 30  # of a person, that still work
TOKEN_DAYS = 366
TOKEN_REQUESTS = 1200  # of a token in a minute
API_TEXT = 5_000  # characters of a text for which nothing else is said
API_LIST = 5_000  # entries of a list
API_ROSTER = 200  # players in one request
LINES_AWAITED = 200  # lines in bulk that are in when the answer comes
API_PAGE = 100  # rows, if nothing else is asked for
API_PAGE_MOST = 1_000
ENGINE_QUESTIONS = 100  # to the engine in one request
ENGINE_SECONDS = 1.0  # of work on them; a question that is begun then gets what is known by then
ENGINE_NUMBERS = 6  # that are searched
ENGINE_TARGET = 30  # characters
ENGINE_CONUNDRUMS = 50  # of one seed
IDEMPOTENT_HOURS = 24  # that the answer to a request with an Idempotency-Key is kept

# Printing

KEY_WORK = 600  # what one answer key may spend on saying how hard its questions are, as questions of four numbers

# Signing in with a password

HASHES_TOGETHER = 2  # in a process; each takes 100 MB
WAITING_TO_HASH = 2
WAIT_TO_HASH = 2.0
WRONG_HERE = 6  # wrong passwords of a name from one address: the name is refused from there
WRONG_WINDOW = 360  # for so long, in which all wrong passwords here are counted
WRONG_NAME = 12  # of a name from anywhere: an address that was wrong waits
WRONG_NAME_PAUSE = 5  # before it tries this name again
WRONG_OVERALL = 300  # on the whole site: an address that was wrong waits
WRONG_OVERALL_PAUSE = 10  # before it tries any name again
WRONG_CODES_BURST = 60  # short codes of sign-in links from one address: so many at once,
WRONG_CODES_EVERY = 60.0  # and one more each time so many seconds are over
WRONG_CODES_TOGETHER_BURST = 200  # from all addresses
WRONG_CODES_TOGETHER_EVERY = 120.0  # so 10,000 in two weeks, of 113 million codes
SIGN_INS = 20  # of a person that are listed

# What people type and count

LINE = 1000  # characters
LINES_SHEET = 400  # and the places where two readings differ
LINES_PRINTED = 40  # rows of a box on paper
GIVEN_NUMBER = 1_000_000
PLAYER_NUMBER = 2_000_000_000
PLAYERS_SELECTED = 500  # that are checked in, or changed
PLAYERS_TEXT = 8000  # characters of their list
SEARCH = 80  # characters; what stands behind is not looked for
SEARCH_WORDS = 6
HISTORY_PLAYERS = 40  # whose entries are searched for at once
CRITERIA = 12  # of a ranking
PENALTY = 10_000  # points
EXTRA_MINUTES = 60  # that a clock is given back at once
DISPUTE_MINUTES = 24 * 60
SHEETS_ENTRANT = 50  # in a round, spoilt ones among them
SPARES = 200  # printed at once
PICTURES_SHEET = 20
PICTURES_DISPUTE = 4
FORM = 2_621_440  # all texts of a form, or the JSON of a request
FILES_FORM = 100
CELL = 1000  # characters of a cell that is corrected in an import
REASON = 500  # characters of a reason, and so on below
STATEMENT = 1000  # what a coach writes, and the judge's answer
VOICES = 6  # how often others may join one open dispute
NOTE = 4000  # a public note on a correction
PASSWORD = 500
NAME = 150  # of a helper
PLAYER_NAME = 80
RULED_TOGETHER = 300  # lines of the queue
AWARD_PLACES = 50  # of a grade

# Puzzle sets

EARLIER_SETS = 5000  # puzzles and sets of the database whose questions do not come again
NUMBERS = 25  # of a box that is edited by hand
SEASON_DATES = 60
SEASON_GRADES = 12
SEASON_QUESTIONS = 10_000  # of all its sets
SEASONS_EVENT = 10
SET_LOG = 40  # lines
SET_PUZZLES = 200  # of a set in the library
SETS_EVENT = 500  # without those of seasons
TAGS = 10  # of a set
TAG = 30
EVENT_WORDS = 2000

# Live games

# Of one address, and a school is often one: so many at once, and after that one more each time so many seconds are over
TABLES_BURST = 300  # play-now tables: a school of 200 phones opens one each
TABLES_EVERY = 12.0
GAMES_BURST = 2_000  # next games of the same players
GAMES_EVERY = 0.5
WRONG_PINS_BURST = 1_000
WRONG_PINS_EVERY = 0.2  # so an address tries fewer than 20,000 in an hour

TABLE_HOURS = 24  # that a play-now table is kept
SEATS = 40  # at a table
EARLIER_GAMES = 12  # of the same players, that a table remembers
WAITING_PLAYER = 3  # phones that wait to be let in as the same player
WAITING_TABLE = 80  # that wait at a table
HOSTS = 5  # devices that host a table
HAND_OVER_MINUTES = 15  # that a link to another device is good for
MOVE = 4_000  # bytes of a move
SERIES_EVENT = 40  # series of games of an event
SERIES_FIXTURES = 2_000  # of a series
SERIES_PLAYERS = 120  # of a series
SERIES_ROUNDS = 12  # of a series in rooms
SERIES_TABLE = 12  # players at one of its tables
SERIES_ROOMS = 40
MOVES_TABLE = 20_000  # moves of a table
MOVES_SEAT = 20  # of one seat within ten seconds, beyond which more wait
MOVES_HOST = 40  # of the hosts of a table within ten seconds
REWRITES_TABLE = 10  # rulings and undos among them: the game is played again with each
LONG_GAME = 2_000  # moves: a longer game is played again by one thread of a process at a time
WAITING_TO_REPLAY = 2
WAIT_TO_REPLAY = 2.0
CACHED_MOVES = 200_000  # of all tables that a process knows, about 100 MB

# Practice

PRACTICE_ADDRESS = 3000  # questions of one address in a minute, in a process: a school is often one address
READINGS_ADDRESS = 20_000  # lines of one address that are read while they are typed, in a minute, in a process
PRACTICE_MOVES = 100  # of a round that one person plays alone
PRACTICE_RECORD = 50_000  # bytes of them
SOLVED_WORDS = 200  # that a solver lists
SOLVED_NUMBER = 1000
SOLVED_TARGET = 9999
PRACTICE_TOGETHER = 1  # question that is answered at a time in a process: solvers, practice, lines read for a game
WAITING_TO_PRACTISE = 200  # without a thread
WAIT_TO_PRACTISE = 5.0
