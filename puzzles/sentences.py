"""Every sentence that puzzles says: one template a code. A page translates it, the command line prints the English."""

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
    "conundrum_length": gettext_noop("A conundrum is a word of nine letters, shown as a word of four and one of five."),
    "conundrum_unknown": gettext_noop("“{text}” is not in the word list."),
    "conundrum_hidden": gettext_noop("“{text}” is not a word for children, so it is not shown."),
    "conundrum_letters": gettext_noop("The two words have other letters than the answer."),
    "conundrum_anagram": gettext_noop("The letters make another word too: “{text}”."),
    "conundrum_given_away": gettext_noop("“{text}” gives the answer away: it stands in it."),
    "no_conundrum": ngettext_noop(
        "These words allow only {count} such conundrum.", "These words allow only {count} such conundrums."
    ),
}

DIFFICULTY: dict[str, Template] = {
    "difficulty_1": gettext_noop("Very easy: easier than {easier} of 10 {questions}."),
    "difficulty_2": gettext_noop("Easy: easier than {easier} of 10 {questions}."),
    "difficulty_3": gettext_noop("Medium: about as hard as most {questions}."),
    "difficulty_4": gettext_noop("Hard: harder than {harder} of 10 {questions}."),
    "difficulty_5": gettext_noop("Very hard: harder than {harder} of 10 {questions}."),
    "hard_fractions": gettext_noop("The ways go through fractions."),
    "hard_below_zero": gettext_noop("The ways go through numbers below zero."),
    "hard_idle_ones": gettext_noop("A 1 has to be used up by multiplying or dividing by it."),
    "hard_last_division": gettext_noop("The last step is a division."),
    "hard_large_results": gettext_noop("The results on the way are large."),
    "hard_small_results": gettext_noop("The results on the way are small."),
    "hard_functions": gettext_noop("Powers, square roots or factorials are needed."),
    "hard_unusual_functions": gettext_noop("Functions are needed that are seldom used."),
    "hard_few_ways": gettext_noop("There are few easy ways."),
    "hard_many_ways": gettext_noop("There are many easy ways."),
    "hard_different_numbers": gettext_noop("All numbers are different."),
    "hard_equal_numbers": gettext_noop("Some numbers are equal."),
    "hard_ones": gettext_noop("There are ones among the numbers."),
    "hard_further_numbers": gettext_noop("There are more than four numbers."),
    "hard_fewer_numbers": gettext_noop("There are fewer than four numbers."),
    "not_solvable": gettext_noop("These numbers do not make the target."),
    "not_found": gettext_noop("No way was found to make the target."),
}

SETS: dict[str, Template] = {
    "set_emptied": ngettext_noop(
        "{setting}: nothing was found that satisfies this in {count} try.",
        "{setting}: nothing was found that satisfies this in {count} tries.",
    ),
    "set_emptied_every": ngettext_noop(
        "{setting}: nothing satisfies this. There is {count} possible question, and it was tried.",
        "{setting}: nothing satisfies this. There are {count} possible questions, and all were tried.",
    ),
    "methods_turned": gettext_noop("The most methods may not be fewer than the least."),
    "steps_turned": gettext_noop("The greatest difficulty may not be below the least."),
    "vowels_turned": gettext_noop("The most vowels may not be fewer than the fewest."),
    "best_turned": gettext_noop("The longest best word may not be shorter than the shortest."),
}

GAMES: dict[str, Template] = {"duel_over": gettext_noop("The game is over before the last of these turns.")}

ROWS = WORDS | DIFFICULTY | SETS | GAMES
register(ROWS)
