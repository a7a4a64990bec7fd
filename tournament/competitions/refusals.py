"""Why a hall's file is refused, in words. Rows store the code and the facts."""

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

SENTENCES = {
    "large": gettext_lazy("The file is larger than %(megabytes)s MB."),
    "incomplete": gettext_lazy(
        "A signed file needs the signed text, the signature and the public key. Send all four files, or only the"
        " results."
    ),
    "unknown_key": gettext_lazy(
        "The file is signed with the key %(given)s. The key registered for this hall is %(registered)s."
    ),
    "changed": gettext_lazy("The file was changed after it was signed, or the signature belongs to another file."),
    "unreadable": gettext_lazy("This is not the public export of an event in version 2. Hand in event.json."),
    "too_slow": gettext_lazy("The file takes too long to count again."),
    "too_heavy": gettext_lazy("The file needs too much memory."),
    "too_much": gettext_lazy("The file holds too much."),
    "event": gettext_lazy(
        "The file is of the event “%(given)s”. The event registered for this hall is “%(registered)s”."
    ),
    "recount": gettext_lazy("Counting the file again gives something else: %(first)s"),
    "grade": gettext_lazy("The hall has grade %(grade)s, which is not in the competition."),
    "rounds": gettext_lazy("The hall has the rounds %(given)s, and the competition has %(registered)s."),
    "round": gettext_lazy("Round %(round)s has other rules or settings than in the competition: %(what)s."),
    "criteria": gettext_lazy("The ranking criteria of the hall are %(given)s, and those here are %(registered)s."),
    "near_duplicates": gettext_lazy("Methods that are equal in algebra count differently in this hall."),
    "questions": gettext_lazy(
        "Round %(round)s of grade %(grade)s asks other puzzles than the competition. Published digest: %(digest)s."
    ),
    "older": gettext_lazy("The file is older than the one that counts."),
}


def sentence(code: str, facts: dict[str, Any]) -> str:
    return str(SENTENCES[code]) % {"digest": _("none"), **{name: each for name, each in facts.items() if each != ""}}
