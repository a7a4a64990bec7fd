"""Every sentence that audit entries store as a code with facts: one template a code.

Codes begin with `rescore_`. A stored entry is never changed, so a code stays here with its facts as long as an entry
may have it.
"""

from collections.abc import Mapping
from typing import TypeGuard

from judging.messages import TEMPLATES, Message, Template, gettext_noop, register

from ..common.wording.sentences import sentence

# what a re-score changes
RESCORES: dict[str, Template] = {
    "rescore_puzzle": gettext_noop("{puzzle}: {what}."),
    # Translators: {round} is the name of a round, {grades} are grades
    "rescore_of_grades": gettext_noop("{round} · {grades}"),
    "rescore_grade": gettext_noop("Grade {grade}"),
    "rescore_joined": gettext_noop("{first}; {rest}"),
    "rescore_asks": gettext_noop("{box} asks {new} instead of {old}"),
    "rescore_target": gettext_noop("{box}: the target is {new}, not {old}"),
    "rescore_void": gettext_noop("{boxes} counts for nobody"),
    "rescore_not_void": gettext_noop("{boxes} counts again"),
    "rescore_rules": gettext_noop("{round} has different rules for its methods ({what})."),
    "rescore_setting": gettext_noop("{setting}: {new} instead of {old}"),  # in the record of 0.9.0
    "rescore_edition": gettext_noop("rules “{new}” instead of “{old}”"),
    # Translators: {functions} are names of functions
    "rescore_allowed": gettext_noop("allowed now: {functions}"),
    "rescore_not_allowed": gettext_noop("no longer allowed: {functions}"),
    "rescore_through_brackets_same": gettext_noop("5-(3-1) and 5-3+1 are the same method"),
    "rescore_through_brackets_distinct": gettext_noop("5-(3-1) and 5-3+1 are two methods"),
    "rescore_card_letters_not_read": gettext_noop("A, J, Q and K are not numbers"),
    "rescore_card_letters_read": gettext_noop("A, J, Q and K are 1, 11, 12 and 13"),
    "rescore_equal_once": gettext_noop("Methods that are equal in algebra count once."),
    "rescore_equal_twice": gettext_noop("Methods that are equal in algebra count twice."),
    "rescore_typed_again": gettext_noop("A misread sheet was typed again."),
    "rescore_lost_sheet_found": gettext_noop("A lost sheet was found and typed."),
    "rescore_line": gettext_noop("{round}: “{line}” {what}."),
    # Translators: within “{round}: “{line}” {what}.”
    "rescore_as_method": gettext_noop("counts as {method}"),
    # Translators: within “{round}: “{line}” {what}.”
    "rescore_as_value": gettext_noop("counts as a method worth {value}"),
    # Translators: within “{round}: “{line}” {what}.”
    "rescore_as_nothing": gettext_noop("counts for nothing"),
    # Translators: within “{round}: “{line}” {what}.”
    "rescore_as_rules_say": gettext_noop("counts as the rules of the round say"),
    "rescore_illegible": gettext_noop("the illegible line"),
    # Translators: {what} is “counts as …” or “counts for nothing”
    "rescore_illegible_line": gettext_noop("{round}: the illegible line {what}."),
    "rescore_pair": gettext_noop("“{one_method}”, “{other_method}”: {what}."),
    # Translators: within “{one_method}”, “{other_method}”: {what}.
    "rescore_once": gettext_noop("count once"),
    # Translators: within “{one_method}”, “{other_method}”: {what}.
    "rescore_twice": gettext_noop("count twice"),
    # Translators: within “{one_method}”, “{other_method}”: {what}.
    "rescore_as_event_says": gettext_noop("count as the event's settings say"),
}
register(RESCORES)


def stored_sentence(stored: Mapping[str, object]) -> str:
    """A stored sentence, from its code and facts, in the reader's language."""
    return sentence(Message.read(stored))


def is_message(stored: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(stored, dict) and stored.keys() == {"code", "facts"} and stored["code"] in TEMPLATES
