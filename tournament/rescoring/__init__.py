"""Re-scores: proposed, previewed, applied, taken back."""
