# SPDX-License-Identifier: MIT
"""What the tests share."""

import pathlib
import textwrap

import wits

ROOT = pathlib.Path(__file__).resolve().parents[3]

try:
    import numpy
except ImportError:
    numpy = None


def text_of(path):
    """Returns the text of a file of the repository; None if there is none."""
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.exists() else None


def brain(name):
    return wits.Brain(ROOT / f"brains/{name}.yaml")


def parse(text, **options):
    return wits.Brain(textwrap.dedent(text), **options)


def idle(of):
    """Returns functions that do nothing, or return false or 0."""
    results = {"condition": False, "score": 0.0}
    return {one.name: (lambda call, *arguments, kind=one.kind: results.get(kind)) for one in of.functions}


WALKER = """
    wits: 1
    brain: walker
    context: {hunger: float, food: uint8, mood: [calm, angry], tired: bool, steps: int}
    events: [bell]
    root:
      states:
        walk:
          update: [hunger = hunger + 0.125, steps = steps + 1]
          transitions: [{to: eat, when: hunger > 1}, {to: rest, event: bell}]
        eat:  {enter: hunger = 0, exit: food = food + 1, transitions: [{to: walk, after: 2}]}
        rest: {}
    """
