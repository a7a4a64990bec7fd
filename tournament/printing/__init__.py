"""What is put on paper. Nothing here asks the database or a request: facts in, a PDF out.

| file | holds |
|---|---|
| `handouts.py` | lists, badges and certificates as PDF. Facts in, a PDF out |
| `mathematics.py` | the engine's MathML as nested lists, from which a template sets mathematics |
| `puzzles.py` | questions on paper and on slides: puzzle sheets, answer keys, the booklet of a day |
| `sheets.py` | answer sheets |
| `social_card.py` | the picture that stands beside a link to an event |
| `typesetting.py` | a template in this folder and its facts -> a PDF, by Typst; the letters that our fonts lack |
"""
