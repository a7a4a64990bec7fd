"""The output of a drill: what it did and measured, and whether each promise was kept."""

from dataclasses import dataclass, field


@dataclass
class Report:
    broken: list[str] = field(default_factory=list)

    def say(self, sentence: str) -> None:
        print(f"   {sentence}", flush=True)

    def promise(self, holds: bool, sentence: str) -> None:
        """Report a promise: a sentence that is true if it is kept."""
        self.say(f"{'kept  ' if holds else 'BROKEN'} {sentence}")
        if not holds:
            self.broken.append(sentence)
