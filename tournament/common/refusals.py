"""The error with which an action refuses."""


class Refused(Exception):
    """The action was not done and nothing was written.

    `code` is for programs, `sentence` for the person, `status` the HTTP status that fits,
    `fields` names the places in a form or request: {field or line key: sentence}.
    """

    def __init__(self, code: str, sentence: str, *, status: int = 409, fields: dict[str, str] | None = None):
        super().__init__(sentence)
        self.code, self.sentence, self.status, self.fields = code, sentence, status, fields or {}


def invalid(**fields: str) -> Refused:
    """A refusal of invalid values: 400, with a sentence for each field."""
    return Refused("invalid", " ".join(fields.values()), status=400, fields=fields)
