"""Programs that measure. Each prints its figures beside a yardstick taken in the same run; nothing here is a test."""
