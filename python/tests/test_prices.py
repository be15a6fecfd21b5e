"""Price tables of the caller."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from conftest import AGENTS

import heddle
from heddle import CostSummary, HeddleError

HOME = AGENTS / "claude" / "home"
TABLE = b"\xef\xbb\xbf# table date: 2027-01-31\r\nmodel,input,output\r\nclaude-sonnet-5,0,0\r\n"


def report(prices: str | Path | bytes | None) -> CostSummary:
    with heddle.open(HOME, prices=prices) as h:
        return h.sessions.total_cost(group_by="model")


def test_own_prices_replace_builtin_ones(tmp_path: Path) -> None:
    file = tmp_path / "mine.csv"
    file.write_bytes(TABLE)
    builtin, own = report(None).breakdowns, report(file)
    assert builtin is not None
    assert own.breakdowns is not None
    assert len(builtin) > 1
    assert builtin["claude-sonnet-5"].total_usd != own.breakdowns["claude-sonnet-5"].total_usd == Decimal(0)
    assert {m: b for m, b in builtin.items() if m != "claude-sonnet-5"} == {m: b for m, b in own.breakdowns.items() if m != "claude-sonnet-5"}
    assert own.price_table == "2027-01-31"
    assert report(str(file)) == report(TABLE) == own


def test_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "missing.csv"):
        with pytest.raises(HeddleError, match="cannot be read") as info:
            heddle.open(HOME, prices=file)
        assert info.value.code == "INVALID_ARGUMENT"
        assert str(file) in str(info.value)


@pytest.mark.parametrize(("row", "named"), [("x,-1,0", "-1"), ("x,NaN,0", "NaN"), ("x,1e300,0", "1e300"), ("x,1", "output")])
def test_a_table_with_a_mistake(row: str, named: str) -> None:
    with heddle.open(HOME, prices=f"model,input,output\n{row}\n".encode()) as h:
        for run in (h.sessions.list, h.sessions.total_cost):
            with pytest.raises(HeddleError, match=named) as info:
                run()
            assert (info.value.code, info.value.line, info.value.path) == ("INVALID_ARGUMENT", 2, "prices/prices.csv")
        assert h.agents()


def test_a_table_that_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "large.csv"
    file.write_bytes(b"#" * (2 << 20))
    with heddle.open(HOME, prices=file) as h, pytest.raises(HeddleError) as info:
        h.sessions.list()
    assert info.value.code == "LIMIT_EXCEEDED"
