"""The commands of the engine. Each has a `main`; `puzzles/__main__.py` lists their names.

| file | holds |
|---|---|
| `arguments.py` | numbers, targets and rules, from options or JSON |
| `command_line.py` | usage errors, seeds, word lists, output |
| `conundrum.py` | the `conundrum` command |
| `duel.py` | the `duel` command |
| `duel_files.py` | the file of the unfinished duel |
| `duel_text.py` | what the `duel` command prints |
| `generate.py` | the `generate` command |
| `generate_day.py` | `generate --day`: the sets of a whole day |
| `letters.py` | the `letters` command |
| `limits.py` | limits on input |
| `questions.py` | one question to a command as an object, for a program |
| `rate.py` | the `rate` command |
| `referee.py` | the `referee` command |
| `solve.py` | the `solve` command |
"""
