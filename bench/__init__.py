"""Programs that measure. Each prints its figures beside a yardstick from the same run; none of them is a test."""
