"""The engine's verdicts as rows that are not saved: for the worker, who saves them, and for a look at what would be."""

from judging.games.paper import Box
from judging.language.legality import edition as read_edition
from judging.language.verdict import ENGINE_VERSION, judge

from ..models import PuzzleVersion, Round, Verdict
from ..texts import digest


def verdict_row(version: PuzzleVersion, box: int, question: Box, round_: Round, text: str) -> Verdict:
    """The engine's verdict on one text in one box, as a row not saved yet."""
    said = judge(text, question.numbers, question.target, read_edition(round_.edition))
    return Verdict(
        puzzle_version=version,
        box=box,
        text=text,
        digest=digest(text),
        edition=round_.edition_id,
        engine=ENGINE_VERSION,
        outcome=said.verdict,
        value=said.value,
        on_target=said.on_target,
        distance_up=None if said.distance_up is None else str(said.distance_up),
        method_key=said.method_key,
        kin_key=said.kin_key,
        reasons=[each.export() for each in said.reasons],
        readings=[each.export() for each in said.readings],
    )
