"""Files that people bring: read kindly, checked row by row, never written from here. The actions apply them."""
