"""From recorded lines to points: jobs, the worker, and the one loader.

| file | holds |
|---|---|
| `answers.py` | what each line counts as, after its verdict and any ruling |
| `earlier_engines.py` | what an earlier version of the engine judged, judged again |
| `equal_answers.py` | texts of one question that are the same answer |
| `loader.py` | lines, verdicts and rulings -> points |
| `mathml.py` | MathML of a text that has no stored verdict |
| `questions.py` | the puzzle version in force for each grade of a round |
| `rulings.py` | the ruling in force on each line |
| `same_methods.py` | the methods of an event that count once |
| `signatures.py` | signatures on rulings: which hold, which wait, signing one |
| `stored_points.py` | a check of stored points against the record |
| `text_marks.py` | a text in pieces, to mark the places of its reasons |
| `verdicts.py` | the engine's verdicts as unsaved rows |
| `what_if.py` | the lines that count, and suppositions about decisions |
| `worker.py` | the worker's part: judge new texts, store points |
| `written_methods.py` | the different methods written in a round, box by box |
"""
