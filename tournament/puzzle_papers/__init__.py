"""Questions on paper and slides: puzzle sheets, answer keys, a booklet of the day. For organisers alone."""
