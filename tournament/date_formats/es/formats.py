"""Spanish dates with the short month in small letters: 9 may, 18:39."""

SHORT_DATETIME_FORMAT = "j b, H:i"
