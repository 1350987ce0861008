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


def test_the_worked_example_learns_and_plays():
    """Minutes of work in a second or two; 30 of these games were won, and arithmetic may differ a little elsewhere."""
    example = Path(__file__).parents[1] / "examples" / "taiji.py"
    asked = "--size 5x5 --rounds 20 --nodes 100 --against level1 --games 40 --seed 2".split()
    told = subprocess.run([sys.executable, str(example), *asked], capture_output=True, text=True, check=True)
    found = re.search(r"against level1: (\d+) won, (\d+) lost of 40\n$", told.stdout)
    assert found and int(found[1]) >= 20, told.stdout
