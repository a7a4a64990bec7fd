"""Typing a sheet, settling two readings, and the typing page."""
