"""Messages about the changes of a re-score, as codes and facts."""

from collections.abc import Iterable, Mapping, Sequence

from judging.messages import Message, in_a_row, message

from ..models import Division, Puzzle
from ..models.events import GRADE


def of_puzzle(puzzle: Puzzle, differences: Sequence[Message]) -> Message:
    grades = tuple(grade(each) for each in puzzle.divisions.all())
    name = puzzle.round.name
    heading = message("rescore_of_grades", round=name, grades=grades) if grades else name
    return message("rescore_puzzle", puzzle=heading, what=_joined(differences))


def grade(division: Division) -> Message | str:
    """A grade that still has its first name is shown in the reader's language."""
    is_first_name = division.name == GRADE % {"grade": division.grade}
    return message("rescore_grade", grade=division.grade) if is_first_name else division.name


def _joined(phrases: Sequence[Message]) -> Message | str:
    return in_a_row(phrases, "rescore_joined", "first", "rest") if phrases else "–"


def boxes_asked(new: Iterable[dict], old: Iterable[dict]) -> list[Message]:
    """A message for each box that asks something else now."""
    return [
        _asked(now, was)
        for now, was in zip(new, old, strict=False)
        if (now["numbers"], now["target"]) != (was["numbers"], was["target"])
    ]


def _asked(now: dict, was: dict) -> Message:
    box = Message.read(now["label"])
    if now["numbers"] == was["numbers"]:
        return message("rescore_target", box=box, new=now["target"], old=was["target"])
    return message("rescore_asks", box=box, new=_question(now), old=_question(was))


def _question(box: dict) -> str:
    return f"{' '.join(map(str, box['numbers']))} → {box['target']}"


def boxes_void(labels: Sequence[Message], new: Sequence[int], old: Sequence[int]) -> list[Message]:
    """Messages about the boxes that count for nobody now, and about those that count again."""
    void = tuple(labels[at] for at in new if at not in old)
    again = tuple(labels[at] for at in old if at not in new)
    messages = [message("rescore_void", boxes=void)] if void else []
    return messages + ([message("rescore_not_void", boxes=again)] if again else [])


def of_rules(round_name: str, new: Mapping, old: Mapping) -> Message:
    settings = [
        message("rescore_setting", setting=key, new=_in_words(new.get(key)), old=_in_words(old.get(key)))
        for key in sorted({*new, *old})
        if new.get(key) != old.get(key)
    ]
    return message("rescore_rules", round=round_name, what=_joined(settings))


def _in_words(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{name} {choice}" for name, choice in value.items()) or "–"
    return str(value) if value else "–"


def of_line(round_name: str, text: str, counts_as: str, method: str, value: str) -> Message:
    what = {
        "method": message("rescore_as_method", method=method),
        "value": message("rescore_as_value", value=value),
        "nothing": message("rescore_as_nothing"),
        "withdrawn": message("rescore_as_rules_say"),
    }[counts_as]
    if not text:
        return message("rescore_illegible_line", round=round_name, what=what)
    return message("rescore_line", round=round_name, line=text, what=what)


def of_pair(one: str, other: str, says: str) -> Message:
    code = {"same": "rescore_once", "different": "rescore_twice"}.get(says, "rescore_as_event_says")
    return message("rescore_pair", one_method=one, other_method=other, what=message(code))
