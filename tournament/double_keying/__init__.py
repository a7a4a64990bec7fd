"""Sheets that are typed twice: slots, comparison, agreement, accuracy."""
