"""The reasons that the program offers a judge, as codes with facts (`common.wording.stored_words`)."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.text import Truncator

from judging.messages import Fact, Message, message

READING = "reading-"  # with a number, the key of a reading in the ruling form
GENERAL = tuple(
    message(f"reason_{each}")
    for each in ("typed_wrong", "unusual", "known_function", "unknown_function", "not_each_once")
)
UNKNOWN_FUNCTION, WORKING = "unknown_function", "working_shown"  # reasons of the engine
MOST_VALUES = 4  # listed in one reason
LONGEST_VALUE = 24


class ReadAs(NamedTuple):
    """An accepted reading of several: its value, the method that it is, and whether it would bring points."""

    value: str
    method: str
    brings_points: bool


def usual_reason(counts_as: str, readings: Mapping[str, ReadAs], target: object, unread: str) -> Message | None:
    """The reason for a choice of the ruling form; None where only the judge knows it. `readings` are by their keys;
    `unread` is "illegible" or "no_method" for a line in which neither the volunteer nor the program read a method, and
    "unknown_function" for one with a function that the program does not know; "working_shown" for one in steps."""
    if unread == WORKING:
        return _of_working(counts_as, readings)
    if counts_as in readings:
        return _read_as(readings.values(), readings[counts_as])
    if unread == UNKNOWN_FUNCTION:
        return message("reason_unknown_function") if counts_as == "nothing" else None
    if unread:
        return {"nothing": message(f"reason_{unread}"), "method": message("reason_read_by_judge")}.get(counts_as)
    return _nothing(readings.values(), str(target)) if counts_as == "nothing" and readings else None


def _of_working(counts_as: str, readings: Mapping[str, ReadAs]) -> Message | None:
    if counts_as == "nothing":
        return message("reason_steps")
    if counts_as not in readings:
        return None
    return message("reason_unusual") if len(readings) == 1 else _read_as(readings.values(), readings[counts_as])


def unread_by(codes: Collection[str]) -> str:
    """What a line with these reasons of the engine is to `usual_reason`."""
    return next((each for each in (UNKNOWN_FUNCTION, WORKING) if each in codes), "")


def _read_as(readings: Collection[ReadAs], chosen: ReadAs) -> Message:
    if values := _values(readings):
        return message("reason_read_as", values=values, value=_short(chosen.value))
    return message("reason_read_way", method=_short(chosen.method))


def _nothing(readings: Collection[ReadAs], target: str) -> Message:
    """That no reading makes the target, or that the line does not say which one it means."""
    values = _values(readings)
    if any(each.brings_points or each.value == target for each in readings):
        return message("reason_unclear", values=values) if values else message("reason_unclear_ways")
    if not values:
        return message("reason_no_way", target=target)
    code = "reason_neither" if isinstance(values, Message) else "reason_none"
    return message(code, values=values, target=target)


def _values(readings: Collection[ReadAs]) -> Fact:
    """The different values, “4 or 1” for two; None where there are fewer or too many to list."""
    values = list(dict.fromkeys(_short(each.value) for each in readings))
    if len(values) == 2:
        return message("reason_or", first=values[0], second=values[1])
    return values if 2 < len(values) <= MOST_VALUES else None


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST_VALUE)
