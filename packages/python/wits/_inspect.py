# SPDX-License-Identifier: MIT
"""Questions to the library's inspector, which answers in JSON: docs/inspector.md describes requests and messages."""

from __future__ import annotations

import ctypes
import json
import math
from ctypes import POINTER, byref, pointer
from typing import TYPE_CHECKING, Any

from . import _abi as abi
from ._abi import lib
from ._errors import WitsError

if TYPE_CHECKING:
    from ._brain import Brain

LOOK = 0
NUMBERS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


def ask(brain: Brain, agents: Any, frame: Any, *requests: str) -> dict[str, Any]:
    """Sends requests about a world, and returns the last message."""
    parts: list[bytes] = []
    messages: list[dict[str, Any]] = []

    @abi.Write
    def write(user: int, viewer: int, text: Any, size: int, is_last: bool) -> None:
        parts.append(ctypes.string_at(text, size))
        if is_last:
            messages.append(json.loads(b"".join(parts).decode("utf-8", "replace")))
            parts.clear()

    options = abi.InspectorOptions(allows=LOOK, write=write, allocator=pointer(abi.HEAP))
    world = abi.Inspected(agents=pointer(agents), desc=lib.wits_file_desc(brain._file),
                          promises=lib.wits_file_promises(brain._file))
    if frame is not None:
        world.frame = POINTER(abi.Frame)(frame)
    inspector = lib.wits_inspector_new(byref(options))
    if not inspector:
        raise MemoryError("no memory for an inspector")
    try:
        for request in requests:
            text = request.encode()
            lib.wits_inspector_request(inspector, 0, text, len(text))
            lib.wits_inspector_frame(inspector, byref(world))
    finally:
        lib.wits_inspector_free(inspector)
    if not messages:
        raise WitsError(f"no answer to '{requests[-1]}'")
    if messages[-1]["is"] == "refused":
        raise WitsError(messages[-1]["why"])
    return messages[-1]


def number(value: Any) -> Any:
    """Returns a number of a message; JSON lacks some."""
    return NUMBERS.get(value, value) if isinstance(value, str) else value
