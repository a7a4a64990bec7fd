"""The clock in the hall: how much time a round has left, on a screen that everybody reads."""
