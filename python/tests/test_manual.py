"""The examples of docs/python.md, in order."""

import re
import subprocess
import sys
from pathlib import Path


def test_every_example_runs(capsys):
    page = Path(__file__).parents[2] / "docs" / "python.md"
    examples = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert len(examples) > 6
    names = {}
    for example in examples:
        exec(compile(example, str(page), "exec"), names)


def test_the_worked_example_runs():
    example = Path(__file__).parents[1] / "examples" / "taiji.py"
    asked = [sys.executable, str(example), "--size", "3x3", "--rounds", "1", "--against", "random", "--games", "2"]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert told.stdout.startswith("against random: ")
