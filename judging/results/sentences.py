"""Every sentence about places, awards, tiebreakers and chains: one template a code.

No template ends with a name, nor may its translation: names such as “Ada L.” have a full stop of their own.
"""

from judging.messages import Template, gettext_noop, ngettext_noop

# why one stands above another; {criterion} is a label
PLACES: dict[str, Template] = {
    "place_more": gettext_noop("{above} has {more} and {below} has {fewer}."),
    "place_best_round": gettext_noop("in the best round, {above} has {more} and {below} has {fewer}."),
    "place_tiebreak": gettext_noop("{above} went further than {below} in the tiebreakers."),
    "place_round": gettext_noop("{criterion}: {above} has {more} and {below} has {fewer}."),
    "place_absent": gettext_noop("{name} is absent and has no place."),
    "place_withdrawn": gettext_noop("{name} is withdrawn and has no place."),
    "place_disqualified": gettext_noop("{name} is disqualified and has no place."),
    "place_equal": gettext_noop("{one} and {rival} are equal on every criterion and share the place."),
    "place_to_play": gettext_noop("{one} and {rival} are tied, and tiebreakers decide between the two."),
    "place_turned": gettext_noop("It is the other way round: {said}"),
    "place_level": gettext_noop("Equal on {criteria}: {said}"),
    # Translators: {said} is “won the tiebreaker against Ben L. 4 : 2”
    "place_won_tiebreaker": gettext_noop("{name} {said}."),
}

# what decided a tie on points, as a phrase: beside a name, in files, and in the hall
TIES_DECIDED: dict[str, Template] = {
    "tie_won": gettext_noop("won the tiebreaker {more} : {fewer}"),
    "tie_won_against": gettext_noop("won the tiebreaker against {rival} {more} : {fewer}"),
    "tie_won_after_draws": ngettext_noop(
        "won the tiebreaker {more} : {fewer} after {count} draw",
        "won the tiebreaker {more} : {fewer} after {count} draws",
    ),
    "tie_won_against_after_draws": ngettext_noop(
        "won the tiebreaker against {rival} {more} : {fewer} after {count} draw",
        "won the tiebreaker against {rival} {more} : {fewer} after {count} draws",
    ),
    "tie_went_further": gettext_noop("went further in the tiebreakers"),
    "tie_went_further_than": gettext_noop("went further than {rival} in the tiebreakers"),
    "tie_drawn": gettext_noop("drew the tiebreaker {more} : {fewer}"),
    # Translators: {criteria} is a list such as “points, different methods”
    "tie_equal": gettext_noop("equal on {criteria}"),
    # Translators: “best single round: 12 to 10”
    "tie_by_criterion": gettext_noop("{criterion}: {more} to {fewer}"),
}

AWARDS: dict[str, Template] = {
    "award_given": gettext_noop("{name} has {nth} place with {more}."),
    "award_shared": gettext_noop("{names} share {nth} place with {more}."),
    "award_left_out": gettext_noop("There is no {nth} place: {sharing} share {first} place."),
    "award_open": gettext_noop("{names} are tied, and tiebreakers decide between {first} and {last} place."),
    "award_tied": gettext_noop("{names} are tied for {first} to {last} place with {more}."),
    "award_nobody": gettext_noop("Nobody has {nth} place."),
}

# one tiebreaker, and all of a tie
TIEBREAKERS: dict[str, Template] = {
    "tiebreaker_won": gettext_noop("{name} wins by {methods} to {least}, and {rival} is out."),
    "tiebreaker_tied": gettext_noop("{one} and {rival} have {methods} each and play again with a new puzzle."),
    "tiebreaker_held": gettext_noop("{one} against {rival} counts as soon as the game before it is decided."),
    "tiebreaker_void": gettext_noop("{one} and {rival} no longer play each other here, so this game does not count."),
    "tiebreaker_waits": ngettext_noop(
        "{one} has {methods} and {rival} {against}, and {count} method waits for the judge, so nothing is settled.",
        "{one} has {methods} and {rival} {against}, and {count} methods wait for the judge, so nothing is settled.",
    ),
    "bracket_waits": gettext_noop("A tiebreaker waits for the judge."),
    "bracket_champion": gettext_noop("{name} has won the tiebreakers."),
    "bracket_next": ngettext_noop(
        "{one} and {rival} play. {count} more game with a winner decides the tie.",
        "{one} and {rival} play. {count} more games with a winner decide the tie.",
    ),
    "bracket_again": ngettext_noop(
        "{one} and {rival} play again with a new puzzle. {count} more game with a winner decides the tie.",
        "{one} and {rival} play again with a new puzzle. {count} more games with a winner decide the tie.",
    ),
}

CHAINS: dict[str, Template] = {
    "chain_total_first": gettext_noop("The first criterion must be the total."),
    "chain_no_round": gettext_noop("There is no round “{name}”."),
    "chain_no_criterion": gettext_noop("There is no criterion “{name}”."),
    "chain_twice": gettext_noop("Use each criterion only once. You chose {criterion} twice."),
}

PHRASES: dict[str, Template] = {
    # Translators: also within sentences: {methods}, {more}, {fewer}
    "methods": ngettext_noop("{count} method", "{count} methods"),
    # Translators: names of contestants or teams, within a sentence: all but the last, and the last
    "names_in_a_row": gettext_noop("{before} and {name}"),
    # Translators: a label, which also stands within sentences
    "criterion_total": gettext_noop("points"),
    # Translators: a label, which also stands within sentences
    "criterion_tiebreak": gettext_noop("tiebreakers"),
    # Translators: a label, which also stands within sentences
    "criterion_best_round": gettext_noop("best single round"),
    # Translators: a label, which also stands within sentences
    "criterion_methods": gettext_noop("different methods"),
}

# what helps to choose a criterion
HELP: dict[str, str] = {
    "total": gettext_noop("The sum of all rounds. It is always the first criterion."),
    "tiebreak": gettext_noop("The target games that tied sides play against each other, where an award is at stake."),
    "best_round": gettext_noop("The points of the round with the most points."),
    "methods": gettext_noop("How many different methods hit a target, over all rounds."),
}
ROUND_HELP = gettext_noop("The points of this round.")

ROWS = PLACES | TIES_DECIDED | AWARDS | TIEBREAKERS | CHAINS | PHRASES
