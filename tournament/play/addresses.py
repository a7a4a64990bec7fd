"""The addresses of a table: /play/<code>/…, with a code of twelve hexadecimal digits."""


class TableCode:
    regex = "[0-9a-f]{12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
