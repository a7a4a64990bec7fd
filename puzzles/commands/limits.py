"""Limits of the commands: the round of a request, a duel, and how much work one call may ask for."""

REQUEST = 100_000  # characters of a line
PLAYERS = 250
ITEMS = 250  # of a list
NAME = 100  # characters, like the texts below
TEXT = 300

LETTERS = 30  # of Countdown
WORD = 200
TILES = 10
NUMBER = 1_000_000

SET_NUMBERS = 6  # of a set of the 24 family
SET_NUMBER = 9999
SET_TARGET = 10_000

DUEL_FILE = 65_536  # bytes
DUEL_TURNS = 200
DUEL_TEXT = 100
DUEL_NAME = 40
DUEL_LINE = 1000  # typed in a duel; what stands behind is left out

SOLVERS = 4  # processes
BEST_WITHIN = 20  # seconds for the best method of one target, unless another time is given
RATERS = 4
PUZZLES = 1000  # made by one call
