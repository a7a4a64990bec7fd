"""The value of a tree, and every reason for which a method is refused."""
