"""From recorded lines to points: jobs, the worker, and the one loader.

| file | holds |
|---|---|
| `answers.py` | Rows -> answers: what each recorded line counts as, after its verdict and any ruling |
| `equal_answers.py` | which texts of one question are one answer |
| `found_methods.py` | which different methods were found in a round, box by box |
| `loader.py` | Lines, verdicts and rulings -> points |
| `mathml.py` | how the engine reads a text that has no stored verdict, as mathematics for a page |
| `questions.py` | what each grade is asked in a round: the puzzle version in force |
| `rulings.py` | which ruling is in force on which line |
| `same_methods.py` | which methods of an event count once |
| `signatures.py` | rulings on lines and on pairs of methods alike |
| `stored_points.py` | stored points against the record |
| `text_marks.py` | A text cut into pieces, so that a page can mark the places that reasons speak of |
| `verdicts.py` | the engine's verdicts as rows that are not saved |
| `what_if.py` | which lines count, and suppositions about them: the record with some decisions changed |
| `worker.py` | what the worker does with sheets |
"""
