"""Every sentence that puzzles says: one template a code. A page translates it, the command line prints the English."""

from __future__ import annotations

from judging.messages import Template, gettext_noop, ngettext_noop, register

WORDS: dict[str, Template] = {
    "words_missing": gettext_noop("There is no word list at {path}."),
    "words_unreadable": gettext_noop("The word list {path} cannot be read: {detail_text}"),
    "words_encoding": gettext_noop("The word list {path} is not UTF-8 text (line {line}). Save it as UTF-8."),
    "words_none": gettext_noop("The word list {path} has no words of 2 letters or more."),
    "words_too_large": gettext_noop("The word list {path} is larger than {most} MB."),
    "letters_none": gettext_noop("Give some letters, such as ARIOEKLNN."),
    "letters_other": gettext_noop("“{text}” is not a letter."),
    "letters_many": ngettext_noop(
        "At most {count} letter can be searched.", "At most {count} letters can be searched."
    ),
    "no_conundrum": ngettext_noop(
        "These words allow only {count} such conundrum.", "These words allow only {count} such conundrums."
    ),
}

ROWS = WORDS
register(ROWS)
