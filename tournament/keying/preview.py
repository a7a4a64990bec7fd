"""What the engine says of a line while it is typed. It is not stored: the line is judged again once it is recorded."""

from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _, ngettext

from judging.games.paper import Box
from judging.language.editions import edition as read_edition
from judging.language.evaluation.legality import VerdictReason
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ..common.line_text import with_signs
from ..common.wording.sentences import sentence
from ..models import Round
from ..scoring.text_marks import Piece, pieces

STRUCTURE = {"unreadable", "too_large"}  # reasons that may be shown in blind keying


@dataclass(frozen=True)
class LinePreview:
    """How the engine reads a line. `mathml` is the first reading, empty if there is none; `readings` is empty if there
    is only one. In blind keying there is no verdict and no value, and only the reason that a line cannot be read."""

    verdict: str | None
    value: str | None
    on_target: bool | None
    distance: str | None
    mathml: str
    reasons: list[VerdictReason]
    readings: list[dict]
    pieces: list[Piece]

    @property
    def state(self) -> str:
        """What the tag of the line says: whether its value hits the target, or the verdict, or that it cannot be read,
        so that a judge looks at it. Empty in blind keying."""
        if self.verdict == "refused" and any(each.code == "unreadable" for each in self.reasons):
            return "unreadable"
        if self.verdict == "accepted" and self.on_target is not None:
            return "on_target" if self.on_target else "off_target"
        return self.verdict or ""

    @property
    def note(self) -> str:
        """One line below the text, in the reader's language: the first reason and how many more there are, or how far
        off the value is."""
        if self.reasons:
            first, more = sentence(self.reasons[0].as_message), len(self.reasons) - 1
            return f"{first} {_more_reasons(more)}" if more else first
        if self.verdict == "accepted" and self.distance not in (None, "0"):
            return _("Target missed by %(distance)s.") % {"distance": with_signs(self.distance or "")}
        return ""

    def export(self) -> dict:
        """As JSON data for the typing page, in its language."""
        reasons = [{**each.export(), "message": sentence(each.as_message)} for each in self.reasons]
        return {**asdict(self), "reasons": reasons, "state": self.state, "note": self.note}


def _more_reasons(count: int) -> str:
    return ngettext("And %(n)s more reason.", "And %(n)s more reasons.", count) % {"n": count}


def as_typed(round_: Round, box: Box, text: str, *, blind: bool = False) -> LinePreview:
    """How the engine reads and, unless its reader is `blind`, judges `text` in `box` under the round's edition."""
    verdict = judge(text, box.numbers, box.target, read_edition(round_.edition))
    written = [mathml(tree) for tree in verdict.trees]
    reasons = [reason for reason in verdict.reasons if not blind or reason.code in STRUCTURE]
    readings = [
        {
            "expression": each.expression,
            "value": None if blind else each.value,
            "verdict": None if blind else each.verdict,
            "mathml": written[at] if at < len(written) else "",
        }
        for at, each in enumerate(verdict.readings)
    ]
    places = [(reason.start, reason.end) for reason in reasons]
    return LinePreview(
        None if blind else verdict.verdict,
        None if blind else verdict.value,
        None if blind else verdict.on_target,
        None if blind else verdict.distance,
        written[0] if written else "",
        reasons,
        readings,
        pieces(text, places),
    )
