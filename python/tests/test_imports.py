"""No module of the package imports another that imports it, in however many steps."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter

import pytest
from conftest import ROOT

SOURCES = ROOT / "python" / "src"


def package_sources() -> dict[str, str]:
    """The text of every module by its dotted name."""
    found = {}
    for file in SOURCES.rglob("*.py"):
        name = ".".join(file.relative_to(SOURCES).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = file.read_text(encoding="utf-8")
    return found


def imports_of(name: str, sources: Mapping[str, str], *, is_package: bool) -> set[str]:
    """The modules that one imports, also for type checkers only or inside a function."""
    found: set[str] = set()
    parents = name.split(".") if is_package else name.split(".")[:-1]
    for node in ast.walk(ast.parse(sources[name])):
        if isinstance(node, ast.ImportFrom):
            base = parents[: len(parents) + 1 - node.level] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            found |= {f"{module}.{alias.name}" if f"{module}.{alias.name}" in sources else module for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found & set(sources) - {name}


def order_of(sources: Mapping[str, str]) -> list[str]:
    """The modules in an order in which each comes after those that it imports."""
    packages = {name.rpartition(".")[0] for name in sources}
    return list(TopologicalSorter({n: imports_of(n, sources, is_package=n in packages) for n in sources}).static_order())


def test_the_package_has_no_cycle() -> None:
    order = order_of(package_sources())
    chain = [
        "_errors",
        "_types",
        "_host.host",
        "_host",
        "_engine.engine",
        "_engine",
        "_api.calls",
        "_api.methods",
        "_api.heddle",
        "_api",
        "_live.session",
        "_live",
    ]
    assert sorted(chain, key=[name.removeprefix("heddle.") for name in order].index) == chain
    assert order[-1] == "heddle"


@pytest.mark.parametrize("folder", ["_host", "_engine", "_api"])
def test_no_folder_imports_one_above_it(folder: str) -> None:
    floors = ["_host", "_engine", "_api", "_live"]
    above = tuple(f"heddle.{name}" for name in floors[floors.index(folder) + 1 :])
    sources = package_sources()
    for name in sources:
        if name.startswith("heddle." + folder):
            assert not [i for i in imports_of(name, sources, is_package=name.endswith(folder)) if i.startswith(above)], name


@pytest.mark.parametrize(
    "source",
    [
        "from .b import thing",
        "from . import b",
        "import p.b",
        "from p.b import thing",
        "if TYPE_CHECKING:\n    from .b import thing",
        "def late():\n    from ..p import b",
    ],
    ids=repr,
)
def test_a_cycle_is_found(source: str) -> None:
    with pytest.raises(CycleError):
        order_of({"p": "", "p.a": source, "p.b": "from .a import other"})
