"""Whether two methods count once or twice: near duplicates and rulings on pairs."""
