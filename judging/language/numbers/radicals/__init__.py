"""Sums of radicals, such as √2 + 3·∛5: their arithmetic, writing and roots."""
