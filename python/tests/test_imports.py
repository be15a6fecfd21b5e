"""No module of the package imports another that imports it, in however many steps."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "python" / "src" / "heddle"


def imports_of(source: str, modules: set[str]) -> set[str]:
    """The modules that one imports, also for type checkers only or inside a function."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {alias.name for alias in node.names} & modules
        if isinstance(node, ast.Import):
            assert not any(alias.name.split(".")[0] == "heddle" for alias in node.names), "import within the package is relative"
    return found


def order_of(sources: Mapping[str, str]) -> list[str]:
    """The modules in an order in which each comes after those that it imports."""
    graph = {name: imports_of(text, set(sources)) for name, text in sources.items()}
    return list(TopologicalSorter(graph).static_order())


def test_the_package_has_no_cycle() -> None:
    sources = {file.stem: file.read_text(encoding="utf-8") for file in PACKAGE.glob("*.py")}
    order = order_of(sources)
    assert order[-1] == "__init__"
    assert order.index("_errors") < order.index("_types") < order.index("_methods") < order.index("_api")


@pytest.mark.parametrize(
    "source",
    ["from ._b import thing", "from . import _b", "if TYPE_CHECKING:\n    from ._b import thing", "def late():\n    from . import _b"],
    ids=repr,
)
def test_a_cycle_is_found(source: str) -> None:
    with pytest.raises(CycleError):
        order_of({"_a": source, "_b": "from ._a import other"})


def test_every_module_is_read() -> None:
    assert {file.name for file in PACKAGE.rglob("*.py")} == {file.name for file in PACKAGE.glob("*.py")}
    assert Path(PACKAGE / "_methods.py").is_file()
