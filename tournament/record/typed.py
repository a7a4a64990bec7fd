"""What the engine says of a line while it is typed. Nothing of it is kept: the line is judged anew once it is recorded."""

from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from judging.games.paper import Box
from judging.language.legality import edition as read_edition
from judging.language.verdict import judge
from judging.language.writing import mathml

from ..models import Round
from .pieces import Piece, pieces


@dataclass(frozen=True)
class Typed:
    """`mathml` is the first reading, empty where there is none; `readings` is empty where there is only one."""

    verdict: str
    value: str | None
    on_target: bool | None
    distance: str | None
    mathml: str
    reasons: list[dict]
    readings: list[dict]
    pieces: list[Piece]

    @property
    def note(self) -> str:
        """One line below the text: the first reason and how many more there are, or how far off the value is."""
        if self.reasons:
            first, more = self.reasons[0]["message"], len(self.reasons) - 1
            return f"{first} (+{more})" if more else first
        if self.verdict == "accepted" and self.distance not in (None, "0"):
            return _("The target is missed by %(distance)s.") % {"distance": self.distance}
        return ""

    def export(self) -> dict:
        return {**asdict(self), "note": self.note}


def as_typed(round_: Round, box: Box, text: str) -> Typed:
    """How the engine reads and judges `text` in `box` under the round's edition."""
    said = judge(text, box.numbers, box.target, read_edition(round_.edition))
    facts = said.as_dict()
    written = [mathml(tree) for tree in said.trees]
    readings = [
        {
            "expression": each["expression"],
            "value": each["value"],
            "verdict": each["verdict"],
            "mathml": written[at] if at < len(written) else "",
        }
        for at, each in enumerate(facts["readings"])
    ]
    places = [(reason["start"], reason["end"]) for reason in facts["reasons"]]
    return Typed(
        facts["verdict"],
        facts["value"],
        facts["on_target"],
        facts["distance"],
        written[0] if written else "",
        facts["reasons"],
        readings,
        pieces(text, places),
    )
