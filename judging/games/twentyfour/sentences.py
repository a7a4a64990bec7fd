"""The sentences of the 24 family: refusals, and the reasons for the points of a round."""

from judging.messages import Template, gettext_noop, register

REFUSALS: dict[str, Template] = {
    "play_not_in_this_type": gettext_noop("This game type does not have this move."),
    "play_round_over": gettext_noop("The round is over. This is recorded and does not count."),
    "play_received_later": gettext_noop(
        "Another player's move arrived in the same moment and was received first. This is recorded and does not count."
    ),
    "play_other_round": gettext_noop("This was meant for another round. It is recorded and does not count."),
    "play_x_late": gettext_noop("The answer time is over. This is recorded and does not count."),
    "play_not_in_round": gettext_noop("You take part from the next round on."),
    "play_not_a_number": gettext_noop("x is a whole number, a fraction such as 3/2 or a decimal."),
    "play_x_not_above_zero": gettext_noop("x is the distance from the target, so it must be above 0."),
    "play_x_held": gettext_noop("Another player has entered this x already."),
    "play_too_early_to_prove": gettext_noop("Proofs come in the second phase."),
    "play_nothing_to_prove": gettext_noop("You have entered no x that needs a proof."),
    "play_proved_already": gettext_noop("You have given your proof already."),
    "play_expressions_missing": gettext_noop("Write one expression for each set."),
    "play_locked_out": gettext_noop("Your answer was wrong, so you are out until the next round."),
    "play_wrong_sets": gettext_noop("A set is {numbers} numbers from 1 to {most}, with spaces between them."),
    "tf_closest_has_one_set": gettext_noop("Closest to is played with one set."),
}

# how a round ended
RESULTS: dict[str, Template] = {
    "tf_right": gettext_noop("The answer is right."),
    "tf_wrong": gettext_noop("The answer is wrong."),
    "tf_none_right": gettext_noop("Nobody has a right answer."),
    "tf_all_impossible": gettext_noop("Everybody pressed Impossible: the round is a draw."),
    "tf_again": gettext_noop("The host had this round played again: it counts for nobody."),
    "tf_time": gettext_noop("The time is over: nobody wins the round."),
    "tf_closed": gettext_noop("The host ended the round: nobody wins it."),
    "tf_proved": gettext_noop("The best x with a right proof wins the round."),
    "tf_impossible_wins": gettext_noop("No x has a right proof, so Impossible wins the round."),
    "tf_none_proved": gettext_noop("No x has a right proof: nobody wins the round."),
    "tf_no_players": gettext_noop("Nobody is left in the round."),
}

# why a player has these points
WHY: dict[str, Template] = {
    "tf_why_right": gettext_noop("Gave the first right answer"),
    "tf_why_wrong": gettext_noop("Gave a wrong answer"),
    "tf_why_impossible": gettext_noop("Pressed Impossible"),
    "tf_why_no_answer": gettext_noop("Gave no answer before the round ended"),
    "tf_why_best_x": gettext_noop("Has the best x with a right proof"),
    "tf_why_first_impossible": gettext_noop("Was the first to enter Impossible, and no x has a right proof"),
    "tf_why_smaller_x": gettext_noop("Another proved x is larger"),
    "tf_why_larger_x": gettext_noop("Another proved x is smaller"),
    "tf_why_same_x_later": gettext_noop("Entered the same x later"),
    "tf_why_wrong_proof": gettext_noop("The proof is wrong"),
    "tf_why_no_proof": gettext_noop("Gave no proof"),
    "tf_why_no_x": gettext_noop("Entered no x"),
    "tf_why_beaten_impossible": gettext_noop("Entered Impossible, but somebody proved an x or entered it earlier"),
}

register(REFUSALS | RESULTS | WHY)
