"""The sentences of Countdown, one for each code: refused moves, and the reasons for points."""

from judging.messages import Template, gettext_noop, register

REFUSALS: dict[str, Template] = {
    "play_next_round": gettext_noop("You play from the next round."),
    "play_too_few_vowels": gettext_noop("There have to be at least {least} vowels."),
    "play_too_few_consonants": gettext_noop("There have to be at least {least} consonants."),
    "play_no_such_numbers": gettext_noop(
        "These six numbers cannot lie on the table: 25, 50, 75, 100 once each, 1 to 10 at most twice each."
    ),
    "play_no_conundrum": gettext_noop("A conundrum has nine letters, and the scramble has the letters of its answer."),
    "play_declared_too_long": gettext_noop("A word has at most {most} letters here."),
    "play_nothing_declared": gettext_noop("This player declared nothing that can score now."),
    "play_buzzed_later": gettext_noop("Somebody else buzzed first."),
}

# what a result says of a player: code -> rule and sentence
_CODES: dict[str, tuple[str, str]] = {
    "longest": ("CD-15", gettext_noop("Longest word")),
    "nine_letters": ("CD-15", gettext_noop("Nine letters score double")),
    "shorter": ("CD-15", gettext_noop("Another word was longer")),
    "no_word": ("CD-12", gettext_noop("No word")),
    "not_listed": ("CD-14", gettext_noop("Not in the dictionary")),
    "not_in_letters": ("CD-14", gettext_noop("The letters do not make it")),
    "not_one_word": ("CD-16", gettext_noop("Not one word of letters")),
    "other_length": ("CD-12", gettext_noop("Not as long as declared")),
    "no_paper": ("CD-13", gettext_noop("Given before, and not written down in time")),
    "paper_not_seen": ("CD-13", gettext_noop("Given before: the host says if it was written down in time")),
    "late": ("CD-4", gettext_noop("After the end of the clock")),
    "ruled_out": ("CD-8", gettext_noop("Ruled out by the host or a judge")),
    "exact": ("CD-26", gettext_noop("The target")),
    "within_five": ("CD-26", gettext_noop("Within 5 of the target")),
    "within_ten": ("CD-26", gettext_noop("Within 10 of the target")),
    "too_far": ("CD-26", gettext_noop("More than 10 away from the target")),
    "not_closest": ("CD-24", gettext_noop("Another number was closer")),
    "no_number": ("CD-23", gettext_noop("No number")),
    "no_calculation": ("CD-24", gettext_noop("No calculation given")),
    "wrong_calculation": ("CD-25", gettext_noop("The calculation is wrong")),
    "other_number": ("CD-25", gettext_noop("The calculation makes another number than declared")),
    "waits_for_judge": ("CD-8", gettext_noop("The host or a judge has to say whether this counts")),
    "solved": ("CD-33", gettext_noop("The right answer")),
    "wrong_answer": ("CD-32", gettext_noop("A wrong answer")),
    "no_answer": ("CD-32", gettext_noop("No answer after the buzz")),
    "after_solution": ("CD-33", gettext_noop("Somebody else was first")),
    "no_buzz": ("CD-31", gettext_noop("No buzz")),
}
CODES: dict[str, Template] = {f"countdown_{code}": sentence for code, (_, sentence) in _CODES.items()}

register(REFUSALS)
register(CODES)
