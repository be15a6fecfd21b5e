"""Assembles hostile.wat: the guest, one that speaks ABI 77, and one that calls its host while it starts.

    python bindings/internal/kit/guest/build.py
"""

from pathlib import Path

import wasmtime

FOLDER = Path(__file__).parent
VARIANTS = {"hostile": ("1", ""), "abi-77": ("77", ""), "start": ("1", "(start $begin)")}


def assemble(name: str) -> bytes:
    """Returns the module of one variant."""
    abi, start = VARIANTS[name]
    text = (FOLDER / "hostile.wat").read_text().replace("i32.const ABI", f"i32.const {abi}")
    return bytes(wasmtime.wat2wasm(text.replace("\n  START\n", f"\n  {start}\n")))


if __name__ == "__main__":
    for variant in VARIANTS:
        (FOLDER / f"{variant}.wasm").write_bytes(assemble(variant))
