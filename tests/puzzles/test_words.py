"""Words: which there are, which are shown, and lists that cannot be used."""

import gzip
import subprocess
import sys
import unicodedata
from collections import Counter
from itertools import combinations, islice
from pathlib import Path

import pytest

from puzzles.words import word_lists
from puzzles.words.conundrums import conundrums, problem_of, splits
from puzzles.words.dictionary import Dictionary, LettersProblem
from puzzles.words.word_lists import WordListProblem

ENGLISH = word_lists.standard()
ROOT = Path(__file__).parents[2]


def scanned(dictionary: Dictionary, letters: str) -> list[str]:
    """The words that the letters make, by looking at each word."""
    there = Counter(letters)
    result = [word for word in dictionary._words - dictionary._hidden if not Counter(word) - there]
    return sorted(result, key=lambda word: (-len(word), word))


def test_the_list_of_the_program():
    assert len(ENGLISH) == 70_898
    assert all(word in ENGLISH for word in ("aileron", "lankier", "laminates", "organise", "organize", "Lets", "cwm"))
    assert not any(word in ENGLISH for word in ("organisee", "a", "isn't", "london", "cs", "ts", "kb"))
    assert {"cat", "house"} <= {word for length in (3, 5) for word in ENGLISH.common(length)}


@pytest.mark.parametrize("letters", ["arioeklnn", "aaaeeestt", "zzqxjkvwp", "redundant", "cab"])
def test_the_best_words_are_those_of_a_scan(letters):
    assert ENGLISH.best_words(letters) == scanned(ENGLISH, letters)


def test_the_longest_come_first_and_then_the_alphabet():
    assert ENGLISH.best_words("A R I O E K L N N", 5) == ["aileron", "alerion", "alienor", "einkorn", "lankier"]
    assert ENGLISH.best_words("cat", least=3) == ["act", "cat"]


def test_unsuitable_words_are_accepted_and_never_shown():
    assert "murder" in ENGLISH
    assert "murder" not in ENGLISH.best_words("redrum")
    assert not any(word.startswith(("murder", "suicid")) for length in range(4, 10) for word in ENGLISH.common(length))


def test_each_entry_of_the_list_of_unsuitable_words_is_needed_once():
    entries = word_lists.unsuitable()
    assert len(entries) == len(set(entries))
    stems = tuple(entry[:-1] for entry in entries if entry.endswith("*"))
    assert [entry for entry in entries if not entry.endswith("*") and entry.startswith(stems)] == []


def test_an_event_accepts_and_refuses_words():
    event = ENGLISH.with_rulings(accepted=["Kaoline", "señor", "lanker"], refused=["aileron", "lanker", "nosuchword"])
    assert event.best_words("arioeklnn", 4) == ["alerion", "alienor", "einkorn", "kaoline"]
    assert ("señor" in event, "lanker" in event, "aileron" in event) == (True, False, False)
    assert event.best_words("señor", 1) == ["señor"]
    assert "kaoline" not in ENGLISH
    assert "aileron" in ENGLISH
    assert ENGLISH.with_rulings(["aileron"], ["nosuchword"]).best_words("arioeklnn", 1) == ["aileron"]
    assert ENGLISH.with_rulings(refused=["aileron"]).anagrams("aileron") == ("alerion", "alienor")


def test_an_accepted_word_that_is_unsuitable_is_not_shown_either():
    event = ENGLISH.with_rulings(accepted=["murderish"])
    assert "murderish" in event
    assert "murderish" not in event.best_words("murderish")


def test_letters_that_a_word_list_does_not_have_are_left_aside():
    assert Dictionary(["tea", "eat"], ()).best_words("teazé") == ["eat", "tea"]
    assert Dictionary(["tea"], ()).anagrams("teé") == ()


def test_composed_and_decomposed_letters_are_the_same():
    listed = Dictionary(["año"], ())
    assert unicodedata.normalize("NFD", "AÑO") in listed
    assert listed.best_words(unicodedata.normalize("NFD", "oña")) == ["año"]


@pytest.mark.parametrize(
    ("letters", "code"), [("", "letters_none"), ("  ", "letters_none"), ("ab1", "letters_other"), ("a" * 16, "letters_many")]  # noqa: E501
)  # fmt: skip
def test_letters_that_cannot_be_searched(letters, code):
    with pytest.raises(LettersProblem) as refused:
        ENGLISH.best_words(letters)
    assert refused.value.message.code == code


# conundrums


def test_a_conundrum_is_made_of_common_words_and_has_one_answer():
    for parts, answer in islice(conundrums(ENGLISH, 7), 40):
        assert [len(part) for part in (*parts, answer)] == [4, 5, 9]
        assert sorted("".join(parts)) == sorted(answer)
        assert ENGLISH.anagrams(answer) == (answer,)
        assert all(word in ENGLISH.common(len(word)) for word in (*parts, answer))


def test_one_seed_gives_the_same_conundrums():
    first = list(islice(conundrums(ENGLISH, 7), 6))
    assert list(islice(conundrums(ENGLISH, 7), 6)) == first
    assert len({each.answer for each in first}) == 6
    assert list(islice(conundrums(ENGLISH, 8), 6)) != first


def test_the_conundrum_of_the_book():
    assert ("lets", "mania") in splits(ENGLISH, "laminates")
    assert all(sorted(short + long) == sorted("laminates") for short, long in splits(ENGLISH, "laminates"))


def test_a_word_with_an_anagram_is_no_conundrum_and_the_search_ends():
    words = ["laminates", "lets", "mania", "unrelated"]
    assert [each.answer for each in conundrums(Dictionary(words, words), 1)] == ["laminates"]
    assert list(conundrums(Dictionary([*words, "alaminets"], words), 1)) == []
    assert list(conundrums(Dictionary(words, words, ["mani*"]), 1)) == []


@pytest.mark.parametrize(
    ("parts", "answer", "code"),
    [
        (("lets", "mania"), "laminates", None),
        (("lets", "mania"), "laminate", "conundrum_length"),
        (("mania", "lets"), "laminates", "conundrum_length"),
        (("lets", "xqzzz"), "laminates", "conundrum_unknown"),
        (("lets", "manic"), "laminates", "conundrum_letters"),
        (("cent", "acids"), "accidents", "conundrum_anagram"),
        (("news", "paper"), "newspaper", "conundrum_given_away"),
    ],
)
def test_words_from_elsewhere_are_a_conundrum_or_not(parts, answer, code):
    result = problem_of(ENGLISH, parts, answer)
    assert (result.code if result else None) == code


def test_a_conundrum_from_elsewhere_shows_no_unsuitable_word():
    hiding = Dictionary(["lets", "mania", "laminates"], [], ["mania"])
    assert problem_of(hiding, ("lets", "mania"), "laminates").code == "conundrum_hidden"


def test_every_split_is_found():
    listed = [*ENGLISH.common(4), *ENGLISH.common(5)]
    word = "carbonate"
    by_letters = {"".join(sorted(each)) for each in listed}
    result = {"".join(sorted(short)) for short, _ in splits(ENGLISH, word)}
    expected = set()
    for some in combinations(sorted(word), 4):
        rest = "".join(sorted((Counter(word) - Counter(some)).elements()))
        if {"".join(some), rest} <= by_letters:
            expected.add("".join(some))
    assert result == expected


# lists that are the organiser's own


def test_an_own_list_is_plain_or_gzipped_text(tmp_path):
    plain, zipped = tmp_path / "plain.txt", tmp_path / "words.gz"
    plain.write_bytes("\ufeffHouse\r\n# a remark\r\ncat's\r\naño\r\na\r\n".encode())
    zipped.write_bytes(gzip.compress("house\naño\n".encode()))
    assert sorted(word_lists.read(plain)) == sorted(word_lists.read(zipped)) == ["año", "house"]
    listed = word_lists.own(plain)
    assert (list(listed.common(5)), "año" in listed) == (["house"], True)


def test_questions_come_from_the_whole_list_where_it_shares_no_word_with_the_common_ones(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("xqzw\nwqzx\n")
    assert word_lists.own(path).common(4) == ["wqzx", "xqzw"]


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (None, "words_missing", "There is no word list at"),
        (b"house\ncaf\xe9\n", "words_encoding", "is not UTF-8 text (line 2)"),
        (b"", "words_none", "has no words"),
        (b"12\n34\n", "words_none", "has no words"),
        (b"\x1f\x8bbroken", "words_unreadable", "cannot be read"),
    ],
)
def test_a_list_that_cannot_be_used_is_said(tmp_path, content, code, message):
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(WordListProblem) as refused:
        word_lists.own(path)
    assert (refused.value.message.code, message in str(refused.value)) == (code, True)


HOSTILE = {
    "one word of 30 million letters": b"a" * 30_000_000,
    "five million times the same word": b"ab\n" * 5_000_000,
    "every letter that there is": "\n".join(f"{chr(each)}a" for each in range(0x11000) if chr(each).isalpha()).encode(),
}
WITHIN = (
    "from resource import *; setrlimit(RLIMIT_CPU, (30, 30)); setrlimit(RLIMIT_AS, (450 << 20, 450 << 20))"  # seconds
)


@pytest.mark.parametrize("content", HOSTILE.values(), ids=list(HOSTILE))
def test_a_list_that_is_made_to_cost_much_stays_within_some_memory_and_time(tmp_path, content):
    path = tmp_path / "words.txt"
    path.write_bytes(content + b"\nhouse\n")
    program = f"from pathlib import Path; from puzzles.words.word_lists import own; print('house' in own(Path({str(path)!r})))"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", f"{WITHIN}; {program}"], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_list_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(word_lists, "MOST_MEGABYTES", 1)
    path = tmp_path / "words.gz"
    path.write_bytes(gzip.compress(b"a" * (1 << 20) + b"bc"))
    with pytest.raises(WordListProblem, match="larger than 1 MB"):
        word_lists.read(path)


def test_a_folder_is_no_list(tmp_path):
    with pytest.raises(WordListProblem, match="cannot be read"):
        word_lists.read(tmp_path)
