"""The points of a round and of the whole game."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from judging.games.countdown import conundrum, letters, numbers
from judging.games.countdown.conundrum import Guess
from judging.games.countdown.kinds import OVER, ROUND, TIEBREAK
from judging.games.countdown.letters import Word, folded
from judging.games.countdown.numbers import Calculation
from judging.games.countdown.round_scores import RoundScore
from judging.games.countdown.rounds import CountdownRound, Presented, plan_of, state_of, to_present
from judging.games.live.game import GameAward, Position, seconds
from judging.games.live.moves import MAX_LIST, Move
from judging.games.settings import Settings
from judging.messages import message

MOST_TIEBREAKS = 10
NOTHING = {"letters": "no_word", "numbers": "no_number", "conundrum": "no_buzz"}
_LINES = re.compile(r"[\n;]+")
_WORDS = re.compile(r"[\s,;/]+")


def round_scores(round_: CountdownRound, settings: Settings) -> dict[int, RoundScore]:
    """The score of each player of the round, as far as it is played."""
    none = {seat: RoundScore(0, NOTHING[round_.kind]) for seat in round_.players}
    if round_.kind == "letters":
        return none | letters.score(round_.letters, _words(round_))
    if round_.kind == "numbers":
        return none | numbers.score(round_.target or 0, _calculations(round_))
    return none | _conundrum(round_, settings)


def _conundrum(round_: CountdownRound, settings: Settings) -> dict[int, RoundScore]:
    guesses = [Guess(buzz.seat, buzz.text or "", ruled=buzz.ruled) for buzz in round_.buzzes]
    return conundrum.score(round_.answer, guesses, settings.whole("conundrum_points"))


def _words(round_: CountdownRound) -> list[Word[int]]:
    given = ((seat, round_.presented[seat]) for seat in round_.order)
    return [
        Word(
            seat,
            each.text,
            round_.number_of(seat) or None,
            each.listed,
            paper_of(round_, seat),
            ruled=each.ruled,
        )
        for seat, each in given
    ]


def _calculations(round_: CountdownRound) -> list[Calculation[int]]:
    """The calculations of those who presented, in that order, then of those who only declared a number."""
    seats = [*round_.order, *(seat for seat in round_.declared if seat not in round_.presented)]
    return [_calculation(round_, seat) for seat in seats if round_.number_of(seat) or seat in round_.presented]


def _calculation(round_: CountdownRound, seat: int) -> Calculation[int]:
    declared, given = round_.declared.get(seat), round_.presented.get(seat)
    return Calculation(
        seat,
        declared.number if declared else None,
        given.judged if given else None,
        paper_of(round_, seat),
        ruled=given.ruled if given else None,
        proved=declared is not None and declared.proved and given is None,  # CD-8
    )


def paper_of(round_: CountdownRound, seat: int) -> bool | None:
    """Whether the player's paper shows what they presented: what the host saw, or what the phone wrote in time. Whoever
    gave theirs before any was shown has heard it from nobody (CD-17)."""
    given = round_.presented.get(seat)
    if given is None:
        return None
    if given.shown is not None:
        return given.shown
    if seat in round_.unheard:
        return True
    written = round_.written.get(seat)
    return True if written is not None and _shows(round_, written.text, given) else None


def _shows(round_: CountdownRound, written: str, given: Presented) -> bool:
    if round_.kind == "letters":
        return folded(given.text) in map(folded, _WORDS.split(written))
    key = given.judged.method_key if given.judged is not None else None
    return key is not None and any(
        numbers.judged(line, round_.numbers).method_key == key for line in _LINES.split(written)
    )


def is_settled(round_: CountdownRound, settings: Settings) -> bool:
    """Whether presenting can end: nobody who still has to present could change who scores, and no paper or calculation
    waits for the host."""
    codes = {score.code for score in round_scores(round_, settings).values()}
    if codes & {"paper_not_seen", "waits_for_judge"}:
        return False
    waiting = to_present(round_)
    if round_.kind == "letters" or not waiting:
        return not waiting
    best = min(
        (round_.distance(seat) for seat, score in round_scores(round_, settings).items() if score.points), default=None
    )
    return best is not None and best < round_.distance(waiting[0])


def totals(rounds: Iterable[CountdownRound], settings: Settings, seats: Sequence[int]) -> dict[int, int]:
    """The points of each seat from the rounds that are over.

    A conundrum that breaks a tie scores only for those who are level on top before it (CD-6): a later ruling may have
    ended the tie.
    """
    points = dict.fromkeys(seats, 0)
    for each in rounds:
        if each.phase != "done":
            continue
        level = leaders(points)
        for seat, score in round_scores(each, settings).items():
            if not each.tiebreak or (seat in level and len(level) > 1):
                points[seat] = points.get(seat, 0) + score.points
    return points


def leaders(points: dict[int, int]) -> list[int]:
    """The seats with most, in the order of the seats."""
    most = max(points.values(), default=0)
    return [seat for seat, each in points.items() if each == most]


def scores(position: Position) -> dict[int, int]:
    state = state_of(position)
    return totals(state.rounds, position.settings, state.turns)


def awards(position: Position) -> list[GameAward]:
    """The longest word that scored, who was on the target most often, and the fastest right buzz; the first of
    equals."""
    rounds = [each for each in state_of(position).rounds if each.phase == "done"]
    words, exact, buzzes = list[tuple[int, int, str]](), Counter[int](), list[tuple[int, int]]()
    for each in rounds:
        for seat, score in round_scores(each, position.settings).items():
            if each.kind == "letters" and score.points:
                words.append((len(folded(each.presented[seat].text)), seat, each.presented[seat].text))
            elif score.code == "exact":
                exact[seat] += 1
            elif score.code == "solved" and each.began is not None and not position.recorded:
                buzzes.append((each.buzzes[-1].at - each.began, seat))
    given = []
    if words:
        _length, seat, word = max(words, key=lambda row: row[0])
        given.append(GameAward(seat, message("play_award_longest", word=word)))
    if exact:
        seat, times = exact.most_common(1)[0]
        given.append(GameAward(seat, message("play_award_exact", count=times)))
    if buzzes:
        milliseconds, seat = min(buzzes)
        given.append(GameAward(seat, message("play_award_fastest", seconds=seconds(milliseconds))))
    return given


def what_follows(position: Position) -> dict[str, object]:
    """The facts of `next`: another round, a conundrum for those who are level on top, or the end."""
    state = state_of(position)
    if len(state.rounds) < len(plan_of(position)):
        return {"then": ROUND}
    points = scores(position)
    level = [seat for seat in leaders(points) if seat in position.seats]
    tiebreaks = len(state.rounds) - len(plan_of(position))
    wanted = position.settings.flag("tie_conundrums") and tiebreaks < MOST_TIEBREAKS
    if not wanted or not 1 < len(level) <= MAX_LIST or len(leaders(points)) != len(level):
        return {"then": OVER}
    return {"then": TIEBREAK, "players": level}


def ruled_word(position: Position, given: Move) -> str | None:
    """The word that was given with this move, if the letters make it; None for a calculation."""
    state = state_of(position)
    for round_ in (*state.rounds, *state.voided):
        here = any(each.move == given.number for each in round_.presented.values())
        if here and round_.kind == "letters":
            word = folded(given.facts["text"])
            return word if word.isalpha() and letters.can_be_made(word, round_.letters) else None
    return None
