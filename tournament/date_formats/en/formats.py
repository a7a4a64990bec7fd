"""English dates as the rest of the pages are spelt: 9 May 2026."""

DATE_FORMAT = "j F Y"
MONTH_DAY_FORMAT = "j F"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M, H:i"
