"""The type stubs say what the module has: every name, and the parameters of every call; all else has its types and docstrings written down."""

import ast
import inspect
from pathlib import Path

from ludus import _ludus

STUBS = ast.parse(Path(_ludus.__file__).with_name("_ludus.pyi").read_text())
# What every class has, whether or not it is written down.
GIVEN = set(dir(object)) | {"__module__", "__slots__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__"}


def stubbed(body):
    """Names with the nodes that declare them; of several forms of one call the last."""
    return {node.name: node for node in body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def decorated(node, word):
    return any(isinstance(mark, ast.Name) and mark.id == word for mark in node.decorator_list)


def parameters(node, skip):
    given = node.args
    plain = [*given.posonlyargs, *given.args][skip:]
    stars = [mark + rest.arg for mark, rest in (("*", given.vararg), ("**", given.kwarg)) if rest]
    return sorted(argument.arg for argument in [*plain, *given.kwonlyargs]) + stars


def accepted(call):
    marks = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    found = [(marks.get(each.kind, ""), each.name) for each in inspect.signature(call).parameters.values()]
    plain = sorted(name for mark, name in found if not mark and name != "self")
    return plain + [mark + name for mark, name in found if mark]


def test_every_name_is_told():
    public = {name for name in dir(_ludus) if not name.startswith("_")}
    assert public == set(stubbed(STUBS.body))


def test_functions_take_what_they_say():
    for name, node in stubbed(STUBS.body).items():
        if isinstance(node, ast.FunctionDef):
            assert parameters(node, 0) == accepted(getattr(_ludus, name)), name


def test_classes_have_what_they_say():
    for name, declared in stubbed(STUBS.body).items():
        if not isinstance(declared, ast.ClassDef):
            continue
        kind, members = getattr(_ludus, name), stubbed(declared.body)
        assert not set(dir(kind)) - set(members) - GIVEN, name
        for member, node in members.items():
            found = inspect.getattr_static(kind, member, None)
            assert found is not None, f"{name}.{member}"
            if decorated(node, "property"):
                assert inspect.isgetsetdescriptor(found), f"{name}.{member}"
            elif not member.startswith("__"):
                said = parameters(node, 0 if decorated(node, "staticmethod") else 1)
                assert said == accepted(getattr(kind, member)), f"{name}.{member}"
        if "__new__" in members:
            assert parameters(members["__new__"], 1) == accepted(kind), name


def test_every_function_has_its_types():
    for path in Path(_ludus.__file__).parent.glob("*.py*"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                given = node.args
                takes = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
                untyped = [each.arg for each in takes if each and not each.annotation and each.arg not in ("self", "cls")]
                assert node.returns and not untyped, f"{path.name}, line {node.lineno}: {node.name} {untyped}"


def test_everything_people_use_has_a_docstring():
    for path in Path(_ludus.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text())
        assert ast.get_docstring(tree), path.name
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for node in [*tree.body, *(member for kind in classes for member in kind.body)]:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                assert ast.get_docstring(node), f"{path.name}, line {node.lineno}: {node.name}"
    for name in (name for name in dir(_ludus) if not name.startswith("_")):
        found = getattr(_ludus, name)
        members = [getattr(found, member) for member in dir(found) if isinstance(found, type) and member[0] != "_"]
        for each in (found, *members):
            assert each.__doc__, f"{name}: {each}"
