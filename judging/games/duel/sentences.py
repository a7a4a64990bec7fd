"""The sentences of Countdown Duel, in the words of its rule book where it has them. `{player}` is a name or `Player
A`."""

from judging.messages import Template, gettext_noop, register

TURNS: dict[str, Template] = {
    "duel_player_a": gettext_noop("Player A"),
    "duel_player_b": gettext_noop("Player B"),
    "duel_prompt_first": gettext_noop("{player}, enter your number and operation (e.g., '{example}'): "),
    "duel_prompt": gettext_noop("{player}, enter your number and operation: "),
    "duel_+": gettext_noop("{player} adds {number}. Running total is now {total}."),
    "duel_-": gettext_noop("{player} subtracts {number}. Running total is now {total}."),
    "duel_*": gettext_noop("{player} multiplies by {number}. Running total is now {total}."),
    "duel_/": gettext_noop("{player} divides by {number}. Running total is now {total}."),
    "duel_available": gettext_noop("{player}'s available numbers: {numbers}."),
    "duel_none_available": gettext_noop("{player} has no numbers left."),
    "duel_loses_turn": gettext_noop("{player} loses their turn."),
    "duel_passed_over": gettext_noop("{player} has no numbers left and is passed over."),
}
INVALID: dict[str, Template] = {
    "duel_division_by_zero": gettext_noop("Invalid move: Division by zero is not allowed."),
    "duel_not_available": gettext_noop("Invalid move: {number} is not available."),
    "duel_not_a_move": gettext_noop("Invalid move: Enter + - * or / and one of your numbers."),
    "duel_on_purpose": gettext_noop("{player} takes no turn."),
    "duel_turn_time": gettext_noop("The time for this turn is over."),
}
REFUSALS: dict[str, Template] = {
    "play_no_hints": gettext_noop("There are no hints in this game."),
    "play_other_turn": gettext_noop("This was meant for another turn. It is recorded and does not count."),
}
ENDS: dict[str, Template] = {
    "duel_target": gettext_noop("Running total has reached or exceeded {target}."),
    "duel_no_numbers": gettext_noop("Neither player has a number left: the player of the last valid turn wins."),
    "duel_lost_turns": gettext_noop("Four turns in a row were lost: the player of the last valid turn wins."),
    "duel_no_valid_turn": gettext_noop("Four turns in a row were lost, and no turn was valid: the second player wins."),
    "duel_resigned": gettext_noop("{player} leaves the game."),
    "duel_wins": gettext_noop("{player} wins the game!"),
}
EXAMPLES = ("+5", "*3")

register(TURNS | INVALID | REFUSALS | ENDS)
