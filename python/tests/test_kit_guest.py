"""The hostile guest of the conformance kit is what its source says."""

from __future__ import annotations

import importlib.util

import pytest
from conftest import ROOT

FOLDER = ROOT / "bindings" / "internal" / "kit" / "guest"


@pytest.mark.parametrize("variant", ["hostile", "abi-77", "start"])
def test_the_module_is_its_source(variant: str) -> None:
    spec = importlib.util.spec_from_file_location("build", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    assert build.assemble(variant) == (FOLDER / f"{variant}.wasm").read_bytes(), "python bindings/internal/kit/guest/build.py writes it"
