"""The sentences that all live games share, one for each code: refused moves, awards, and a player's place."""

from judging.messages import Template, gettext_noop, ngettext_noop, register

SHARED: dict[str, Template] = {
    "play_unreadable_move": gettext_noop(
        "Something is missing here, or does not belong here. Check what you entered and send it again."
    ),
    "play_invisible_character": gettext_noop(
        "Character {place} is invisible and cannot be recorded. Delete it and send the text again."
    ),
    "play_no_such_move": gettext_noop("This cannot be done in this game."),
    "play_not_playing": gettext_noop("The game has not begun, or it is over."),
    "play_paused": gettext_noop("The game is paused."),
    "play_not_paused": gettext_noop("The game is not paused."),
    "play_no_clock": gettext_noop("No clock is running."),
    "play_too_early": gettext_noop("The clock is still running."),
    "play_late": gettext_noop("This came after the end of the clock. It is recorded and does not count."),
    "play_game_over": gettext_noop("The game is over."),
    "play_no_such_seat": gettext_noop("This player is not at the table."),
    "play_seat_taken": gettext_noop("This player is at the table already."),
    "play_table_full": ngettext_noop(
        "The table is full: it has {count} seat.", "The table is full: it has {count} seats."
    ),
    "play_too_few_players": ngettext_noop(
        "The game needs at least {count} player.", "The game needs at least {count} players."
    ),
    "play_already_begun": gettext_noop("The game has begun already."),
    "play_no_such_earlier_move": gettext_noop("There is no such earlier move."),
    "play_cannot_be_undone": gettext_noop("This cannot be taken back."),
    "play_cannot_be_ruled": gettext_noop("There is nothing to rule on in this move."),
    "play_not_your_turn": gettext_noop("It is not your turn."),
    "play_not_now": gettext_noop("This cannot be done just now."),
    "play_not_over_yet": gettext_noop("A ruling has changed the points, so the game goes on."),
    "play_done_already": gettext_noop("You have done this already."),
    # Translators: {nth} is such as “2nd”, {behind} such as “3 points”
    "play_place_behind": gettext_noop("You are {nth}: {name} is {behind} ahead."),
    "play_award_longest": gettext_noop("Longest word: {word}"),
    "play_award_exact": ngettext_noop("On the target {count} time", "On the target {count} times"),
    "play_award_fastest": gettext_noop("Fastest right answer: {seconds} s"),
    "play_place_first": gettext_noop("You are in the lead: {name} is {ahead} behind."),
    "play_place_level": ngettext_noop(
        "You and {name} are level in the lead.", "You and {count} others are level in the lead."
    ),
}

register(SHARED)
