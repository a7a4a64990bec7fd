"""Reading a text: its tokens, and every tree that conventions allow.

| file | holds |
|---|---|
| `grammar.py` | the parser: a text to all its readings |
| `tokens.py` | a text to tokens, and the number of a token |
| `cursor.py` | a place among the tokens, and choices between conventions |
| `value_parser.py` | numbers, brackets, radicals and functions before their inputs |
| `power_parser.py` | powers, C and P, and postfixes |
| `arithmetic.py` | the quick parser for + - × ÷ and brackets |
| `concatenation.py` | numbers joined from given ones, such as 12 from 1 and 2 |
| `signs.py` | the meaning of characters and words |
| `spelling.py` | one spelling for texts that differ only in signs or spaces |
| `ambiguity.py` | the question that several readings ask |
| `writing.py` | a tree as plain text and as MathML |
"""
