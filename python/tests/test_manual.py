"""The examples of docs/python.md, in order."""

import re
from pathlib import Path


def test_every_example_runs(capsys):
    page = Path(__file__).parents[2] / "docs" / "python.md"
    examples = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert len(examples) > 6
    names = {}
    for example in examples:
        exec(compile(example, str(page), "exec"), names)
