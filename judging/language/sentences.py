"""Every sentence that is said of a method or of rules: one template a code.

Templates take named facts only, so that a translation may order them as it likes. Where a fact is a phrase of its own
its templates stand here too.
"""

from __future__ import annotations

from collections.abc import Sequence

SAID: dict[str, str] = {
    # a text that cannot be read
    "nothing_written": "Nothing is written here. A method was expected.",
    "ends_early": "The method stops here, but more was expected: a number, a bracket or a function.",
    "nothing_opened": "This bracket closes nothing that was opened.",
    "never_closed": "This bracket is never closed.",
    "lone_bar": "This bar has no partner.",
    "lone_comma": "A comma only stands between the inputs of a function such as root(3, 8).",
    "lone_number": "A sign such as + or x was expected before this number.",
    "lone_lowered": "A lowered number only stands behind T, R, C, P or log.",
    "lone_point": "A point stands here without a digit behind it.",
    "no_word": "“{text}” is no number and no function.",
    "not_expected": "“{text}” was not expected here.",
    "value_expected": "A number, a bracket or a function was expected here, not “{text}”.",
    "value_missing": "Something is missing at the end: a number, a bracket or a function.",
    "before_signs": "A number or a bracket was expected before these signs.",
    "no_bracket": "Behind “{text}” a bracket was expected.",
    "between_numbers": "“{text}” stands between two numbers.",
    "inputs": "The {title} takes {wanted} inputs; here stand {inputs}.",
    "inputs_or_more": "The {title} takes {wanted} or more inputs; here stand {inputs}.",
    "inputs_of_log": "A logarithm takes a base and a number.",
    "points": "A number has at most one point.",
    "bangs": "At most three ! can stand in a row. Use brackets.",
    "other_digit": "“{text}” is not one of the digits 0 to 9. Type the number with those.",
    "no_meaning": "“{text}” has no meaning in a method.",
    "invisible": "There is an invisible character here that has no meaning in a method. Delete it.",
    # what has no value
    "by_zero": "Nothing can be divided by zero.",
    "zero_to_zero": "0 to the power 0 has no value.",
    "zero_to_negative": "0 cannot be raised to a number below zero, since that would divide by zero.",
    "negative_to_part": "A number below zero can only be raised to a whole number, not to {value}.",
    "root_sign": "A root needs a whole number of at least 2 on its sign, not {value}.",
    "square_root": "A number below zero has no square root, and this one is {value}.",
    "even_root": "A number below zero has no root number {index}, and this one is {value}.",
    "log_base": "A logarithm needs a base above 0 that is not 1, not {value}.",
    "log_number": "Only a number above 0 has a logarithm, and this one is {value}.",
    "whole_only": "{what} is only for whole numbers from 0, not for {value}.",
    "pair_only": "{what} needs whole numbers, the second between 0 and the first, not {value} and {second}.",
    "remainder": "A remainder needs whole numbers and a divisor of at least 1, not {value} and {second}.",
    # what is against the rules
    "number_unused": "The number {number} was given and is not used. Every number is used once.",
    "number_reused": "The number {number} is used too often. Use each number once.",
    "number_reused_some": "The number {number} is used too often. Use each number once, at most as often as it was given.",
    "number_not_given": "{number} is not one of the given numbers, and every number in a method has to be.",
    "concatenation": "{number} is put together from other numbers. Digits may not be joined to a longer number.",
    "decimal": "Numbers with a decimal point are not allowed. Make it from the given numbers.",
    "repeating_decimal": "Numbers with a repeating decimal are not allowed. Make it from the given numbers.",
    "mod_quotient": "{value} mod {second} only drops the {second}: the first number must be at least the second.",
    "one_kind_of_operation": "At least two different kinds of operation are needed, such as + and x.",
    "step_not_positive": "This step makes {value}. Every step must stay above zero.",
    "step_not_whole": "This step makes {value}. Only whole numbers are allowed at every step.",
    "negative_sign": "A minus sign in front of a number is not allowed. Subtract instead.",
    "function_not_allowed": "The {title} is not allowed in this round.",
    "unknown_function": "The function “{text}” is not allowed in this round.",
    "hand_put_back": "These cards were put back and others drawn. That costs nothing, and makes nothing.",
    "no_card": "No card is a {number}: they run from {ace}, the ace, to {king}, the king.",
    # what the program leaves to a judge, or only notes
    "too_long": "This line has more than {most} characters. A judge decides.",
    "too_deep": "Too many brackets and functions stand inside each other here. A judge decides.",
    "too_large": "This number grows beyond what the program works out. A judge decides.",
    "not_proved": "The program cannot prove what this is worth exactly. A judge decides.",
    "too_many_readings": "This can be read in more ways than can be listed. Use brackets. A judge decides.",
    "ambiguous": "This can be read in more than one way. Use brackets. A judge decides.",
    "claim_differs": "The answer written here is {claim}, but the method makes {value}.",
    # rules that cannot be read
    "no_edition": "There is no rules edition “{name}”.",
    "no_rules": "Rules are the name of an edition, or an object that names one as “edition”.",
    "unknown_rule": "Rules have no “{name}”.",
    "no_list": "“on” and “off” are lists of function names.",
    "no_function": "There is no function “{name}”.",
    "no_policies": "“policies” is an object of named choices.",
    "no_policy": "There is no policy “{name}”.",
    # why two methods count once or twice
    "not_accepted": "“{text}” is not accepted: {message}",
    "kin": "They are the same as algebra, but the rules on order, brackets and bars do not turn one into the other: "
    "a judge may rule that they count once.",
    "once": "They count once: {rules}.",
    "values_differ": "They count twice: one makes {value}, the other {second}.",
    "functions_differ": "They count twice: one uses {functions}, the other {others}.",
    "functions_added": "They count twice: {functions} stands in one of them and not in the other.",
    "joins_differ": "They count twice: the same operations join other parts, and no rule turns one into the other.",
}

# The same for one and for many; the number is {count}.
COUNTED: dict[str, tuple[str, str]] = {
    "hand_size": (
        "A hand is {hand} cards, and {count} number is written here.",
        "A hand is {hand} cards, and {count} numbers are written here.",
    ),
}

# {what} of whole_only and pair_only, by function.
CALLED: dict[str, str] = {
    "factorial": "A factorial",
    "double_factorial": "A double factorial",
    "triangular": "A triangular number T",
    "rectangle": "A rectangle number R",
    "gcd": "gcd",
    "lcm": "lcm",
    "subfactorial": "A subfactorial",
    "primorial": "A primorial",
    "fibonacci": "A Fibonacci number F",
    "choose": "Choose (C)",
    "permute": "Permute (P)",
}

# {rules} of once, by rule; several stand in a row.
MANY = ", more functions than one"
ALIKE: dict[str, str] = {
    "writing": "only the way of writing differs",
    "NT-D3": "the same numbers are joined by the same operations in another order",
    "NT-D4": "brackets behind a minus sign or below a line are opened",
    "NT-D1": "{functions} leads back to a number that was there already, so nothing changes",
    "NT-D1" + MANY: "{functions} lead back to a number that was there already, so nothing changes",
    "NT-D2": "bars change nothing around what is not below zero, and turning a difference round inside them makes no new method",
}
RULES_IN_A_ROW = "{rule}; and {rules}"

# {functions} and {others}
THE_FUNCTION = "the {title}"
ONE_INPUT = "a function with one input"
FUNCTIONS_IN_A_ROW = "{function} and {functions}"


def say(code: str, **facts: object) -> str:
    return SAID[code].format(**facts)


def say_counted(code: str, count: int, **facts: object) -> str:
    return COUNTED[code][count != 1].format(count=count, **facts)


def in_a_row(phrases: Sequence[str], template: str, first: str, rest: str) -> str:
    """`a`, `a and b`, `a and b and c`, as the template joins the first to the rest, by the names it has for them; empty
    for none."""
    *before, said = phrases or ("",)
    for each in reversed(before):
        said = template.format(**{first: each, rest: said})
    return said
