"""The clock in the hall: how much time a round has left, on a screen that everybody reads.

| file | holds |
|---|---|
| `actions.py` | starting, stopping and changing the hall clock |
| `clock.py` | the hall clock of a round: how much time each grade has left |
| `questions.py` | the questions on a screen with the hall clock |
| `views.py` | the hall clock: a round's remaining time on a screen that the whole hall reads |
"""
