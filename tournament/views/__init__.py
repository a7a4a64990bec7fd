"""Pages. A view reads the request, calls an action or the record, and renders; it holds no rule."""
