"""How a file is refused."""

from typing import Any


class CannotOpen(Exception):
    """The file cannot be used. `code` and `facts` say why; whoever shows it makes the sentence."""

    def __init__(self, code: str, **facts: Any):
        super().__init__(code, facts)
        self.code, self.facts = code, facts
