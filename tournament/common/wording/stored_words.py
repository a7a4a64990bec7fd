"""Texts of a row that a person writes or takes from the program: reasons of decisions, notes on corrections, the names
of rounds.

A person's sentence is stored as they wrote it. The program's is stored as the JSON of its code and facts, and each
reader has it in their own language. Stored codes stay in the table below, with their facts.
"""

import json
from collections.abc import Iterable

from judging.messages import Message, Template, gettext_noop, ngettext_noop, register

from .sentences import sentence

# why a line counts as what a judge says
REASONS: dict[str, Template] = {
    "reason_neither": gettext_noop("Can be read as {values}; neither is {target}."),
    "reason_none": gettext_noop("Can be read as {values}; none of them is {target}."),
    "reason_no_way": gettext_noop("Can be read in more than one way; none of them makes {target}."),
    "reason_unclear": gettext_noop("Can be read as {values}; nothing in it says which is meant."),
    "reason_unclear_ways": gettext_noop("Can be read in more than one way; nothing in it says which is meant."),
    "reason_read_as": gettext_noop("Can be read as {values}; the judge reads it as {value}."),
    "reason_read_way": gettext_noop("Can be read in more than one way; the judge reads it as {method}."),
    # Translators: within “Can be read as {values}; neither is {target}.”
    "reason_or": gettext_noop("{first} or {second}"),
    "reason_no_method": gettext_noop("No method can be read in it."),
    "reason_steps": gettext_noop("The steps of the working are not written as one expression."),
    "reason_illegible": gettext_noop("Typed as illegible; no method was read in it."),
    "reason_read_by_judge": gettext_noop("This is how the judge reads it."),
    "reason_typed_wrong": gettext_noop("The sheet says something else than what was typed."),
    "reason_unusual": gettext_noop("The method is clear; only its writing is unusual."),
    "reason_known_function": gettext_noop(
        "The function is well known and every input is a given number or built from them."
    ),
    "reason_unknown_function": gettext_noop("The function is not one of those that are allowed."),
    "reason_not_each_once": gettext_noop("Not every given number is used exactly once."),
    "reason_taken_back": gettext_noop("The judge took the ruling back at once."),
    "reason_host_ended": gettext_noop("The host ended the game."),
    "reason_did_not_come": gettext_noop("Number {number} did not come."),
    # why two methods count once or twice
    "reason_signs_change": gettext_noop("Only the signs change twice; the idea is the same."),
    "reason_other_order": gettext_noop("The same steps in another order."),
    "reason_other_idea": gettext_noop("A different idea leads to the number."),
    "reason_other_operations": gettext_noop("Other operations are used."),
}
# what a correction changed
CORRECTIONS: dict[str, Template] = {
    "correction_lines": gettext_noop("{first}\n{rest}"),
    "correction_sentences": gettext_noop("{first} {rest}"),
    "correction_taken_back": gettext_noop("An earlier correction was taken back."),
    "correction_question": gettext_noop("{round}: a question was corrected."),
    "correction_rules": gettext_noop("{round}: the rules for what a method may use have changed."),
    "correction_nobody": gettext_noop("Nobody's points changed."),
    "correction_points": gettext_noop("Points changed for {whose}."),
    # Translators: within “Points changed for {whose}.”
    "correction_and": gettext_noop("{first} and {rest}"),
    # Translators: within “Points changed for {whose}.”
    "correction_players": ngettext_noop("{count} player", "{count} players"),
    # Translators: within “Points changed for {whose}.”
    "correction_teams": ngettext_noop("{count} team", "{count} teams"),
    "correction_no_award": gettext_noop("No award changed."),
    # Translators: {standing} is a grade; {what} one or more of the phrases below
    "correction_standing": gettext_noop("{standing}: {what}."),
    "correction_teams_of": gettext_noop("{grade}, teams"),
    "correction_joined": gettext_noop("{first}; {rest}"),
    # Translators: within “{standing}: {what}.”
    "correction_place": gettext_noop("{name} now has place {place}"),
    # Translators: within “{standing}: {what}.”
    "correction_place_before": gettext_noop("{name} now has place {place}, before it was {earlier}"),
    # Translators: within “{standing}: {what}.”
    "correction_lost": gettext_noop("{name}, who had place {place}, no longer has an award"),
    # Translators: within “{standing}: {what}.”
    "correction_shared": gettext_noop("{names} share a place"),
    # Translators: within “{standing}: {what}.”
    "correction_tie_ended": gettext_noop("a tie for an award has ended"),
    # Translators: within “{standing}: {what}.”
    "correction_more": ngettext_noop("{count} more place changed", "{count} more places changed"),
}
# what a round is called
NAMES: dict[str, Template] = {
    "round_tiebreaker": gettext_noop("Tiebreaker {grade}: {one} – {rival}"),
    # Translators: where the same two play again; {number} is 2 or more
    "round_tiebreaker_again": gettext_noop("Tiebreaker {grade}: {one} – {rival} ({number})"),
    # Translators: within “Tiebreaker {grade}: {one} – {rival}”
    "round_grade": gettext_noop("Grade {grade}"),
}
register(REASONS | CORRECTIONS | NAMES)


class StoredWords(str):
    """A text of the program in the reader's language, with what the row has of it."""

    stored: str


def as_stored(message: Message) -> str:
    return json.dumps(message.as_dict(), ensure_ascii=False)


def as_offered(text: str, offered: Iterable[Message]) -> str:
    """What to store of a typed text: the code and facts of the sentence that was offered in these words, else the
    text."""
    words = " ".join(text.split())
    return next((as_stored(each) for each in offered if " ".join(sentence(each).split()) == words), text)


def read(stored: str) -> Message | str:
    """A stored text: the program's message, or a person's text, also one that looks like a message and has no
    sentence."""
    if not stored.startswith('{"code": "'):
        return stored
    try:
        message = Message.read(json.loads(stored))
        str(message)
    except (ValueError, KeyError, TypeError, AssertionError):
        return stored
    return message


def in_words(stored: str) -> str:
    """A stored text as people read it: a person's as it is, the program's in the reader's language."""
    return sentence(read(stored))


def from_row(stored: str) -> str:
    """A stored text as people read it. The program's can be stored again without becoming a person's."""
    words_read = read(stored)
    if isinstance(words_read, str):
        return words_read
    words = StoredWords(sentence(words_read))
    words.stored = stored
    return words


def for_row(text: str) -> str:
    """What a row has of a text, which may come `from_row`."""
    return text.stored if isinstance(text, StoredWords) else text
