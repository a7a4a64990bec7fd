"""Reading a text: its tokens, and every tree that conventions allow.

| file | holds |
|---|---|
| `ambiguity.py` | what kind of question a text with several readings asks |
| `arithmetic.py` | the short way for texts with only numbers, + - × ÷ and brackets, with a sign between all of them |
| `concatenation.py` | numbers put together from given ones: 12 from 1 and 2, and 103 from 10 and 3 |
| `cursor.py` | walking along the tokens of a text, and answering where its conventions part ways |
| `grammar.py` | Text -> every conventional reading of it |
| `numerals.py` | the number that a token says, with what is wrong with its writing |
| `power_parser.py` | powers, C and P |
| `signs.py` | which characters and words stand for what |
| `spelling.py` | one way of writing for texts that differ only in signs for the same operation, brackets, case and idle spaces |
| `tokens.py` | Text -> tokens with their places |
| `value_parser.py` | what a value begins with |
| `writing.py` | one tree, two writings: plain text that reads back as the same tree, and MathML Core |
"""
