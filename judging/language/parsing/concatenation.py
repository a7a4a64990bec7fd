"""Numbers put together from given ones: 12 from 1 and 2, and 103 from 10 and 3."""

from collections import Counter
from collections.abc import Mapping

from judging.language.limits import MAX_SPLIT_DIGITS, MAX_SPLIT_TRIES


def split_concatenation(digits: str, given: Mapping[int, int], least: int = 2) -> Counter[int] | None:
    """The given numbers that stand side by side in `digits`, each at most as often as given; None if there is no
    way."""
    if len(digits) > MAX_SPLIT_DIGITS:
        return None
    pieces = sorted((str(n) for n, times in given.items() if times > 0 and n >= 0), key=lambda p: (-len(p), p))
    pieces = [piece for piece in pieces if piece in digits]
    left = Counter({piece: given[int(piece)] for piece in pieces})
    tries = MAX_SPLIT_TRIES

    def matches(at: int, count: int) -> bool:
        nonlocal tries
        tries -= 1
        if at == len(digits) or tries < 0:
            return at == len(digits) and count >= least
        for piece in pieces:
            if left[piece] and digits.startswith(piece, at):
                left[piece] -= 1
                if matches(at + len(piece), count + 1):
                    return True
                left[piece] += 1
        return False

    if not matches(0, 0):
        return None
    used = {int(piece): given[int(piece)] - left[piece] for piece in pieces}
    return Counter({number: times for number, times in used.items() if times})


def digits_of(text: str) -> str:
    """A number as written without its point and whatever else marks it."""
    return "".join(character for character in text if "0" <= character <= "9")


def numbers_in_decimal(digits: str, left: Mapping[int, int]) -> Counter[int]:
    """The numbers that a decimal uses up of those left: all of its digits if they are there, else those that are."""
    whole = split_concatenation(digits, left, 1) or split_concatenation(digits.lstrip("0"), left, 1)
    if whole is not None:
        return whole
    each = Counter(map(int, digits[:MAX_SPLIT_DIGITS]))
    return Counter({digit: min(times, left[digit]) for digit, times in each.items() if left.get(digit, 0) > 0})
