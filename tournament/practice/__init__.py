"""Practice for one player, without an account: rounds of Countdown, the round of the day, and the solvers. Nothing is stored."""
