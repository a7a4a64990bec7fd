"""The values that given numbers make, and the methods behind them."""
