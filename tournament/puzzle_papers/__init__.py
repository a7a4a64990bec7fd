"""Questions on paper and slides: puzzle sheets, answer keys, a booklet of the day. Only for organisers."""
