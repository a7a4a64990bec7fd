"""Public exports of halls: counted again by tools/recount.py, and what a joint standing needs of them."""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO

from ..common import limits
from ..common.installation import BASE_DIR
from .refusals import CannotOpen

DIFFERENCES = 5  # that are named


def read(file: BinaryIO) -> tuple[dict[str, Any], list[bytes]]:
    """`wrong`, the first differences of the recount, and `summary`. Raises CannotOpen."""
    sys.path.insert(0, str(BASE_DIR / "tools"))
    program = import_module("recount")
    try:
        event = program.parse(file.read())
        counted = program.Recount(event)
        summary = _summary(event, counted, program.entrant_of)
        text = json.dumps(summary, ensure_ascii=False, allow_nan=False)
        text.encode()  # half of a surrogate pair cannot be stored
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise CannotOpen("unreadable") from error
    if event["version"] != program.VERSION or "\\u0000" in text:
        raise CannotOpen("unreadable")
    wrong = [sentence[:300] for sentence in counted.wrong[:DIFFERENCES]]
    return {"wrong": wrong, "summary": summary}, []


def _summary(event: dict, counted: Any, entrant_of: Any) -> dict[str, Any]:
    """The facts of a joint standing, and those that all halls share. Raises ValueError if an entrant is in no standing,
    or in several."""
    rows = [row for standing in event["standings"] for row in _rows(standing, counted, entrant_of)]
    if sorted(str(row["entrant"]) for row in rows) != sorted(map(str, counted.entrants)):
        raise ValueError("an entrant is not in one standing")
    return {
        "event": {
            "slug": str(event["event"]["slug"]),
            "criteria": [str(each) for each in event["event"]["criteria"]],
            "kin_counts_as": str(event["event"]["kin_counts_as"]),
        },
        "audit": {"number": _whole(event["audit"]["number"]), "hash": str(event["audit"]["hash"])},
        "rounds": [
            {
                "position": _whole(each["position"]),
                "format": str(each["format"])[:40],
                "edition": each["edition"],
                "settings": each["settings"] and {grade: {**values} for grade, values in each["settings"].items()},
            }
            for each in event["rounds"]
            if not each["tiebreaker"]
        ],
        "puzzles": [
            [_whole(each["round"]), _whole(grade), [{**box} for box in each["boxes"]]]
            for each in event["puzzles"]
            for grade in each["grades"]
        ],
        "rows": rows,
    }


def _rows(standing: dict, counted: Any, entrant_of: Any) -> Iterator[dict[str, Any]]:
    for entry in [*standing["entries"], *standing["not_ranked"]]:
        entrant = entrant_of(entry)
        if entry in standing["not_ranked"]:
            entry["place"] = None
        yield {
            "kind": {"players": "players", "teams": "teams"}[standing["kind"]],
            "grade": _whole(standing["grade"]),
            "entrant": entrant if isinstance(entrant, int) else str(entrant)[: limits.CELL],
            "name": str(entry["name"])[: limits.CELL],
            "place": entry["place"] and _whole(entry["place"]),
            "points": {
                str(_whole(each["round"])): _whole(each["points"])
                for each in entry["rounds"]
                if each["points"] is not None
            },
            "methods": {str(at): _whole(count) for at, count in counted.by_round(entrant, counted.methods).items()},
            "penalty": _whole(entry["penalty"]),
            "provisional": bool(entry["provisional"]),
        }


def _whole(number: Any) -> int:
    if not isinstance(number, int) or abs(number) > limits.HALL_NUMBER:
        raise ValueError("no whole number")
    return number
