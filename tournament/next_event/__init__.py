"""An event like an earlier one: its grades, rounds, settings and helpers, and its players one grade up."""
