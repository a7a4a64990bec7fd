"""How much anybody may send or have at once: every number in one place. docs/limits.md lists them for people.

Sizes are in bytes, times in seconds, unless a comment says otherwise. Plain numbers: the process that opens a file reads
them without Django.
"""

MB = 1_000_000

# Files: opened in a process of their own (tournament/opening)

OPENING_MEMORY = 512 * 1024 * 1024
OPENING_CPU = 20
OPENING_CLOCK = 30.0  # also where a system knows no limit on processor time
OPENING_OUTPUT = 64 * MB
OPENED_AT_ONCE = 2  # in a web process
WAITING_TO_OPEN = 2
WAIT_TO_OPEN = 10.0

SCAN = 20 * MB
SCAN_PIXELS = 50 * MB
WEBP_PIXELS = 25 * MB  # its decoder keeps the picture four times
SCAN_PAGES = 10
QR_CODES = 20  # that are looked at in a picture
QR_CHARACTERS = 500

TABLE = 4 * 1024 * 1024
TABLE_UNPACKED = 48 * 1024 * 1024
TABLE_ROWS = 20_000
TABLE_COLUMNS = 60
TABLE_CHARACTERS = 8 * MB

EXPORT_LINE = 64 * MB  # a picture, or a published page, is one line of an export
EXPORT = 2000 * MB

# Connections: what the event loop reads before a thread is taken (tournament/live)

REQUEST = 60 * MB  # all files of a request together
READ_AWAY = 4  # times as much is read and dropped, so that the browser shows the reason
BODY_SECONDS = 15.0  # until all of a request is here,
BODY_RATE = 20_000  # and a second more for each so many bytes that have come
BODY_PAUSE = 10.0  # between two pieces
BODIES = 500  # requests that a process reads at the same time; the one that was silent longest gives way
BODY_MEMORY = 65_536  # of a request; what is longer goes to a temporary file
BODIES_TOTAL = 1000 * MB  # of all requests that a process reads or works on
ANSWER_PAUSE = 20.0  # without the other side taking anything of an answer
ANSWER_PIECES = 128  # of 64 kB that wait for a slow reader without holding a thread
STREAMS = 10_000  # of a process
STREAMS_ADDRESS = 2_000  # of one address in a process: a school is often one address

# Signing in with a password

HASHES_AT_ONCE = 2  # in a process; each takes 100 MB
WAITING_TO_HASH = 2
WAIT_TO_HASH = 2.0
WRONG_HERE = 6  # wrong passwords of a name from one address: the name is refused from there
WRONG_WINDOW = 360  # for so long, in which all wrong passwords here are counted
WRONG_NAME = 12  # of a name from anywhere: an address that was wrong waits
WRONG_NAME_PAUSE = 5  # before it tries this name again
WRONG_OVERALL = 300  # on the whole site: an address that was wrong waits
WRONG_OVERALL_PAUSE = 10  # before it tries any name again

# What people type and count

LINE = 1000  # characters
LINES_SHEET = 400
LINES_PRINTED = 40  # rows of a box on paper
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
HIDDEN = 20_000  # numbers that a page of the judge carries along
RULED_AT_ONCE = 300  # lines of the queue
