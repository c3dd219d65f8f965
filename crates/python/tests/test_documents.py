"""The examples of the docstrings and of the guide chapter are run; the stubs are complete."""

import ast
import doctest
import os
import pathlib
import re

import pytest

import qedoku
from qedoku import _types

CRATE = pathlib.Path(__file__).parents[1]


@pytest.mark.parametrize("module", [qedoku, _types], ids=lambda module: module.__name__)
def test_examples_of_the_docstrings(module):
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_the_chapter_of_the_guide(tmp_path, monkeypatch):
    """All blocks of Python are one session; a block that begins with `>>>` is checked, others are run."""
    chapter = CRATE.parents[1] / "docs/guide/src/python.md"
    blocks = re.findall(r"^```python\n(.*?)^```", chapter.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    monkeypatch.chdir(tmp_path)
    session = {}
    for block in blocks:
        if block.startswith(">>>"):
            test = doctest.DocTestParser().get_doctest(block, session, str(chapter), str(chapter), 0)
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            assert runner.run(test, clear_globs=False).failed == 0
            session = test.globs
        else:
            exec(compile(block, str(chapter), "exec"), session)
    assert os.listdir(tmp_path)


def test_every_public_name_has_documentation():
    for name in qedoku.__all__:
        assert getattr(qedoku, name).__doc__, name


def test_the_stubs_have_all_members_of_the_native_module():
    stubs = ast.parse((CRATE / "python/qedoku/_qedoku.pyi").read_text())
    classes = {node.name: {member.name for member in node.body if isinstance(member, ast.FunctionDef)} for node in stubs.body if isinstance(node, ast.ClassDef)}
    functions = {node.name for node in stubs.body if isinstance(node, ast.FunctionDef)}
    native = {name: value for name, value in vars(qedoku._qedoku).items() if not name.startswith("__")}
    assert set(native) == set(classes) | functions
    for name, members in classes.items():
        public = {member for member in vars(native[name]) if not member.startswith("_")}
        assert public == {member for member in members if not member.startswith("_")}, name
