"""What volunteers were promised, and what the record has of it."""

import subprocess
import sys
from dataclasses import dataclass, field


@dataclass
class Ledger:
    """What was acknowledged: the lines of each keying in order, and the drafts saved before."""

    handed_in: dict[int, list[tuple[int, str, str]]] = field(default_factory=dict)
    saved: int = 0
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)


def compare(report, made, ledger: "Ledger") -> None:
    """Promise that the record has each acknowledged line once, and that every sheet is scored once."""
    lost, doubled, strange = faults(ledger.handed_in, recorded(made.round))
    lines = sum(map(len, ledger.handed_in.values()))
    report.say(
        f"{len(ledger.handed_in)} sheets handed in with {lines} lines; {ledger.sent_again} requests had no answer and"
        " were sent again"
    )
    report.promise(
        not ledger.refused,
        f"nothing that was sent again was refused{''.join(': ' + each for each in ledger.refused[:1])}",
    )
    report.promise(
        not (lost or doubled or strange),
        f"each acknowledged line stands in the record once ({lost} lost, {doubled} doubled, {strange} on nobody's"
        f" word)",
    )
    results = list(made.round.results.values_list("entrant", "generation"))
    report.promise(
        len(results) == len(set(results)) == len(ledger.handed_in),
        f"each sheet is scored once ({len(results)} results)",
    )
    for command in (("rescore", "--check"), ("audit", "--verify")):
        done = subprocess.run([sys.executable, "manage.py", *command], capture_output=True, text=True)
        output = done.stdout.strip().splitlines()
        report.promise(
            done.returncode == 0, f"manage.py {' '.join(command)} finds nothing: {output[-1] if output else ''}"
        )


Lines = dict[int, list[tuple[int, str, str]]]


def recorded(round_) -> Lines:
    """The lines in the record, by keying, in the order of the sheet."""
    from tournament.models import Submission

    lines: Lines = {}
    held = Submission.objects.filter(sheet__round=round_).order_by("keying", "box", "position")
    for keying, *line in held.values_list("keying", "box", "text", "mark"):
        lines.setdefault(keying, []).append(tuple(line))
    return lines


def faults(acknowledged: Lines, stored: Lines) -> tuple[int, int, int]:
    """How many acknowledged lines are missing, how many are there too often, and how many nobody acknowledged."""
    from collections import Counter

    lost = doubled = strange = 0
    for keying in acknowledged.keys() | stored.keys():
        sent, held = Counter(acknowledged.get(keying, [])), Counter(stored.get(keying, []))
        lost += (sent - held).total()
        more = held - sent
        doubled += sum(count for line, count in more.items() if line in sent)
        strange += sum(count for line, count in more.items() if line not in sent)
    return lost, doubled, strange
