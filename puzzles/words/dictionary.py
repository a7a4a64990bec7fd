"""Which words there are, found by their letters.

Each letter stands for a prime number, so the words of the same letters share one product. The subsets of nine letters
are at most 512 products, and each is looked up once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, islice
from math import isqrt, prod

from judging.games.countdown.letters import folded
from judging.messages import message
from puzzles import sentences as sentences

MAX_LETTERS = 15
LEAST_LETTERS = 2


class LettersProblem(ValueError):
    """Letters that cannot be searched; `message` says why."""

    def __init__(self, code: str, **facts: str | int):
        self.message = message(code, **facts)
        super().__init__(str(self.message))


class Dictionary:
    """The words of a list with what an event accepted or refused.

    `common` are those that questions are made from; `unsuitable` holds words and stems (`murder*`) that are accepted
    and never shown. All words are in lower case.
    """

    def __init__(self, words: Iterable[str], common: Collection[str], unsuitable: Collection[str] = ()):
        self._words = set(words)
        self._primes = _primes(self._words)
        by_letters: defaultdict[int, list[str]] = defaultdict(list)
        prime = self._primes.__getitem__
        for word in self._words:
            by_letters[prod(map(prime, word))].append(word)
        self._by_letters = {product: tuple(anagrams) for product, anagrams in by_letters.items()}
        self._common, self._unsuitable = frozenset(common) & self._words, tuple(sorted(unsuitable))
        self._hidden = _hidden(self._words, self._unsuitable)

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and folded(word) in self._words

    def with_rulings(self, accepted: Iterable[str] = (), refused: Iterable[str] = ()) -> Dictionary:
        """The same dictionary with an event's own words added and others taken away; a word in both is refused."""
        added, dropped = set(map(folded, accepted)), set(map(folded, refused))
        words = (self._words | added) - dropped
        if not self._primes.keys() >= set("".join(words - self._words)):
            return Dictionary(words, self._common, self._unsuitable)
        changed = copy(self)
        for name in ("_common_by_length", "_common_by_product"):
            changed.__dict__.pop(name, None)
        changed._words, changed._common = words, self._common & words
        changed._hidden = self._hidden | _hidden(words - self._words, self._unsuitable)
        changed._by_letters = dict(self._by_letters)
        for word in words ^ self._words:
            product = self.product(word)
            others = changed._by_letters.get(product, ())
            anagrams = (*others, word) if word in words else tuple(each for each in others if each != word)
            changed._by_letters[product] = anagrams
        return changed

    def hides(self, word: str) -> bool:
        """Whether the word is accepted and never shown."""
        return word in self._hidden

    def best_words(self, letters: str, most: int | None = None, least: int = LEAST_LETTERS) -> list[str]:
        """The words that the letters make, the longest first and then alphabetical; at most `most`, none shorter than
        `least`. Words that are not for showing are left out. Raises LettersProblem."""
        same_letters = map(self._by_letters.get, self._products(checked_letters(letters)))
        words = list(chain.from_iterable(filter(None, same_letters)))
        if least > LEAST_LETTERS:
            words = [word for word in words if len(word) >= least]
        if not self._hidden.isdisjoint(words):
            words = [word for word in words if word not in self._hidden]
        words.sort()
        words.sort(key=len, reverse=True)
        return words if most is None else words[:most]

    def anagrams(self, letters: str) -> tuple[str, ...]:
        """Every word of exactly these letters, also those that are not for showing, in alphabetical order."""
        if any(letter not in self._primes for letter in letters):
            return ()
        return tuple(sorted(self._by_letters.get(self.product(letters), ())))

    def product(self, letters: Iterable[str]) -> int:
        """The product of the letters' primes: equal for the same letters in any order. Raises KeyError for a letter
        that no word has."""
        return prod(map(self._primes.__getitem__, letters))

    def common(self, length: int) -> Sequence[str]:
        """The common words of a length that may be shown, in alphabetical order."""
        return self._common_by_length.get(length, ())

    def common_by_product(self, length: int) -> Mapping[int, Sequence[str]]:
        """The same words by the product of their letters."""
        return self._common_by_product.get(length, {})

    @cached_property
    def _common_by_length(self) -> dict[int, list[str]]:
        words: defaultdict[int, list[str]] = defaultdict(list)
        for word in sorted(self._common - self._hidden):
            words[len(word)].append(word)
        return dict(words)

    @cached_property
    def _common_by_product(self) -> dict[int, dict[int, list[str]]]:
        by_product: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
        for length, words in self._common_by_length.items():
            for word in words:
                by_product[length][self.product(word)].append(word)
        return {length: dict(words) for length, words in by_product.items()}

    def _products(self, letters: str) -> list[int]:
        """The product of each different subset of the letters. A letter that no word has is left aside."""
        products = [1]
        for letter, times in Counter(letters).items():
            prime = self._primes.get(letter)
            if prime is None:
                continue
            latest = products
            for _ in range(times):
                latest = [product * prime for product in latest]
                products = products + latest
        return products


def checked_letters(text: str) -> str:
    """The letters of a text without spaces, in lower case. Raises LettersProblem."""
    letters = "".join(folded(text).split())
    if not letters:
        raise LettersProblem("letters_none")
    if other := next((each for each in letters if not each.isalpha()), None):
        raise LettersProblem("letters_other", text=other)
    if len(letters) > MAX_LETTERS:
        raise LettersProblem("letters_many", count=MAX_LETTERS)
    return letters


def _primes(words: Iterable[str]) -> dict[str, int]:
    """A prime for each letter of the words, small ones for frequent letters."""
    times = Counter("".join(words))
    letters = sorted(times, key=lambda letter: (-times[letter], letter))
    most = 15 * len(letters)  # the n-th prime is smaller than 15 n, for as many letters as Unicode has
    is_prime = bytearray([1]) * most
    for number in range(2, isqrt(most) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = bytes(len(range(number * number, most, number)))
    primes = (number for number in range(2, most) if is_prime[number])
    return dict(zip(letters, islice(primes, len(letters)), strict=True))


def _hidden(words: Collection[str], unsuitable: Iterable[str]) -> frozenset[str]:
    """The words that are one of the unsuitable, or begin with a stem that ends in a star."""
    in_order = sorted(words)
    hidden: set[str] = set()
    for entry in unsuitable:
        stem = entry.removesuffix("*")
        if stem == entry:
            hidden.add(entry)
            continue
        at = bisect_left(in_order, stem)
        while at < len(in_order) and in_order[at].startswith(stem):
            hidden.add(in_order[at])
            at += 1
    return frozenset(hidden)
