"""Every sentence about a method or about rules: one template a code, and the phrases within them.

A code of `legality.RULES` that has several sentences names the one in the fact `detail`.
"""

from judging.messages import Template, gettext_noop, ngettext_noop

METHODS: dict[str, Template] = {
    # a text that cannot be read
    "nothing_written": gettext_noop("Nothing is written here. A method was expected."),
    "nothing_opened": gettext_noop("There is no opening bracket for this closing bracket."),
    "never_closed": gettext_noop("This bracket is never closed."),
    "lone_bar": gettext_noop("This bar has no partner."),
    "lone_comma": gettext_noop("A comma can only separate the inputs of a function, as in root(3, 8)."),
    "lone_number": gettext_noop("A sign such as + or x was expected before this number."),
    "lone_lowered": gettext_noop("A lowered number can only follow T, R, C, P or log."),
    "lone_point": gettext_noop("There is no digit after this point."),
    "no_word": gettext_noop("“{text}” is neither a number nor a function."),
    "not_expected": gettext_noop("“{text}” was not expected here."),
    "value_expected": gettext_noop("A number, a bracket or a function was expected here, not “{text}”."),
    "value_missing": gettext_noop("Something is missing at the end: a number, a bracket or a function."),
    "before_signs": gettext_noop("There should be a number or a bracket before these signs."),
    "no_bracket": gettext_noop("There should be a bracket after “{text}”."),
    "between_numbers": gettext_noop("“{text}” belongs between two numbers."),
    "inputs": gettext_noop("The {title} takes {wanted} inputs; here it has {inputs}."),
    "inputs_or_more": gettext_noop("The {title} takes {wanted} or more inputs; here it has {inputs}."),
    "inputs_of_log": gettext_noop("A logarithm takes a base and a number."),
    "second_point": gettext_noop("A number has at most one point."),
    "bangs": gettext_noop("At most three ! can stand in a row. Use brackets."),
    "remainder_sign": gettext_noop(
        "A remainder is not written with “{text}” here. Write 6 mod 4 for it, and 6 x R4 for the rectangle number."
    ),
    "percent": gettext_noop("Percent is not used here. For a remainder, write a number behind the %."),
    "other_digit": gettext_noop("“{text}” is not one of the digits 0 to 9. Type the number with those."),
    "no_meaning": gettext_noop("“{text}” has no meaning in a method."),
    "invisible": gettext_noop("There is an invisible character here that has no meaning in a method. Delete it."),
    # what has no value
    "by_zero": gettext_noop("Nothing can be divided by zero."),
    "zero_to_zero": gettext_noop("0 to the power 0 has no value."),
    "zero_to_negative": gettext_noop("0 cannot be raised to a number below zero, since that would divide by zero."),
    "negative_to_part": gettext_noop("A number below zero can only be raised to a whole number, not to {value}."),
    "root_sign": gettext_noop("A root needs a whole number of at least 2 on its sign, not {value}."),
    "square_root": gettext_noop("A number below zero has no square root, and this one is {value}."),
    "even_root": gettext_noop("A number below zero has no root number {index}, and this one is {value}."),
    "log_base": gettext_noop("A logarithm needs a base above 0 that is not 1, not {value}."),
    "log_number": gettext_noop("Only a number above 0 has a logarithm, and this one is {value}."),
    "whole_only": gettext_noop("{what} is only for whole numbers from 0, not for {value}."),
    "pair_only": gettext_noop(
        "{what} needs whole numbers, the second between 0 and the first, not {value} and {second}."
    ),
    "remainder": gettext_noop("A remainder needs whole numbers and a divisor of at least 1, not {value} and {second}."),
    # what is against the rules
    "number_unused": gettext_noop("The number {number} was given and is not used. Every number is used once."),
    "number_reused": gettext_noop("The number {number} is used too often. Use each number once."),
    "number_reused_some": gettext_noop(
        "The number {number} is used too often. Use each number once, at most as often as it was given."
    ),
    "number_not_given": gettext_noop(
        "{number} is not one of the given numbers, and every number in a method has to be."
    ),
    "concatenation": gettext_noop(
        "{number} is put together from other numbers. Digits may not be joined to a longer number."
    ),
    "decimal": gettext_noop("Numbers with a decimal point are not allowed. Make it from the given numbers."),
    "repeating_decimal": gettext_noop(
        "Numbers with a repeating decimal are not allowed. Make it from the given numbers."
    ),
    "mod_quotient": gettext_noop(
        "{value} mod {second} only drops the {second}: the first number must be at least the second."
    ),
    "one_kind_of_operation": gettext_noop("At least two different kinds of operation are needed, such as + and x."),
    "step_not_positive": gettext_noop("This step makes {value}. Every step must stay above zero."),
    "step_not_whole": gettext_noop("This step makes {value}. Only whole numbers are allowed at every step."),
    "negative_sign": gettext_noop("A minus sign in front of a number is not allowed. Subtract instead."),
    "function_not_allowed": gettext_noop("The {title} is not allowed in this round."),
    "only_basic": gettext_noop("The {title} is not allowed in this round, only + - × ÷ and brackets are."),
    "no_function_here": gettext_noop("The function “{text}” is not allowed in this round."),
    "hand_put_back": gettext_noop(
        "These cards were put back and others were drawn. The line counts for nothing and costs nothing."
    ),
    "no_card": gettext_noop("No card is a {number}: they run from {ace}, the ace, to {king}, the king."),
    # what the program leaves to a judge, or only notes
    "too_long": gettext_noop("This line has more than {most} characters. A judge decides."),
    "too_deep": gettext_noop("Too many brackets and functions stand inside each other here. A judge decides."),
    "too_large": gettext_noop("This number grows beyond what the program works out. A judge decides."),
    "not_proved": gettext_noop("The program cannot prove what this is worth exactly. A judge decides."),
    "too_many_readings": gettext_noop(
        "This can be read in more ways than can be listed. Use brackets. A judge decides."
    ),
    "ambiguous": gettext_noop("This can be read in more than one way. Use brackets. A judge decides."),
    "working_shown": gettext_noop(
        "The working is shown in steps: {chain}. A judge decides which method they make together."
    ),
    "working_of_one": gettext_noop(
        "The working is shown in steps: {chain}. Together they make {method} = {value}. A judge decides."
    ),
    "unknown_function": gettext_noop("The program does not know “{name}”. A judge decides."),
    "engine_failed": gettext_noop("The program failed on this line. A judge decides."),
    "claim_differs": gettext_noop("The answer written here is {claim}, but the method makes {value}."),
    # rules that cannot be read
    "no_edition": gettext_noop("There is no rules edition “{name}”."),
    "no_rules": gettext_noop("Rules are the name of an edition, or an object that names one as “edition”."),
    "unknown_rule": gettext_noop("Rules have no “{name}”."),
    "no_list": gettext_noop("“on” and “off” are lists of function names."),
    "no_function": gettext_noop("There is no function “{name}”."),
    "no_policies": gettext_noop("“policies” is an object of named choices."),
    "no_policy": gettext_noop("There is no policy “{name}”."),
    # why two methods count once or twice
    "not_accepted": gettext_noop("“{text}” is not accepted: {message}"),
    "kin": gettext_noop(
        "They are equal in algebra, but the rules on order, brackets and bars do not turn one into the other: "
        "a judge may rule that they count once."
    ),
    "once": gettext_noop("They count once: {rules}."),
    "values_differ": gettext_noop("They count twice: one makes {value}, the other {second}."),
    "functions_differ": gettext_noop("They count twice: one uses {functions}, the other {others}."),
    "functions_added": gettext_noop("They count twice: only one of them has {functions}."),
    "numbers_differ": gettext_noop("They count twice: one uses {numbers}, the other {others}."),
    "joins_differ": gettext_noop(
        "They count twice: the same operations join other parts, and no rule turns one into the other."
    ),
    # Translators: the number is {count}
    "hand_size": ngettext_noop(
        "A hand is {hand} cards, and {count} number is written here.",
        "A hand is {hand} cards, and {count} numbers are written here.",
    ),
}

# {what} of whole_only and pair_only, by function
BEGINNINGS: dict[str, Template] = {
    # Translators: begins a sentence: {what}
    "begins_factorial": gettext_noop("A factorial"),
    # Translators: begins a sentence: {what}
    "begins_double_factorial": gettext_noop("A double factorial"),
    # Translators: begins a sentence: {what}
    "begins_triangular": gettext_noop("A triangular number T"),
    # Translators: begins a sentence: {what}
    "begins_rectangle": gettext_noop("A rectangle number R"),
    # Translators: begins a sentence: {what}
    "begins_gcd": gettext_noop("gcd"),
    # Translators: begins a sentence: {what}
    "begins_lcm": gettext_noop("lcm"),
    # Translators: begins a sentence: {what}
    "begins_subfactorial": gettext_noop("A subfactorial"),
    # Translators: begins a sentence: {what}
    "begins_primorial": gettext_noop("A primorial"),
    # Translators: begins a sentence: {what}
    "begins_fibonacci": gettext_noop("A Fibonacci number F"),
    # Translators: begins a sentence: {what}
    "begins_choose": gettext_noop("Choose (C)"),
    # Translators: begins a sentence: {what}
    "begins_permute": gettext_noop("Permute (P)"),
}

# {rules} of once, by rule; several stand in a row
WHY_SAME: dict[str, Template] = {
    "alike_writing": gettext_noop("only the way of writing differs"),
    "alike_order": gettext_noop("the same numbers are joined by the same operations in another order"),
    "alike_brackets": gettext_noop("brackets behind a minus sign or below a line are opened"),
    "alike_dropped": gettext_noop("{functions} leads back to a number that was there already, so nothing changes"),
    "alike_dropped_many": gettext_noop("{functions} lead back to a number that was there already, so nothing changes"),
    "alike_bars": gettext_noop(
        "bars change nothing around what is not below zero, and turning a difference round inside them makes no new"
        " method"
    ),
    "rules_in_a_row": gettext_noop("{rule}; and {rules}"),
}

# {functions} and {others}
WITHIN: dict[str, Template] = {
    "the_function": gettext_noop("the {title}"),
    "one_input": gettext_noop("a function with one input"),
    "functions_in_a_row": gettext_noop("{function} and {functions}"),
}

ROWS = METHODS | BEGINNINGS | WHY_SAME | WITHIN
