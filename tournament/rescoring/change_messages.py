"""Messages about the changes of a re-score, as codes and facts."""

from collections.abc import Iterable, Mapping, Sequence

from judging.language.editions import POLICIES, edition
from judging.language.functions.table import FUNCTIONS
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
    """What methods may use now and could not before, the reverse, and how they are compared."""
    after, before = edition(new), edition(old)
    differences = [
        *([message("rescore_edition", new=after.name, old=before.name)] if after.name != before.name else []),
        *_functions("rescore_allowed", after.functions - before.functions),
        *_functions("rescore_not_allowed", before.functions - after.functions),
        *(
            message(f"rescore_{name}_{after.policy(name)}")
            for name in POLICIES
            if after.policy(name) != before.policy(name)
        ),
    ]
    return message("rescore_rules", round=round_name, what=_joined(differences))


def _functions(code: str, names: frozenset[str]) -> list[Message]:
    titles = tuple(message(f"function_{name}") for name in FUNCTIONS if name in names)
    return [message(code, functions=titles)] if titles else []


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
