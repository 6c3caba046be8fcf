# SPDX-License-Identifier: MIT
"""Pictures of docs/state-machines.md and brains/README.md, and maps, equal those that the program draws."""

import re
import shutil
import unittest
import xml.etree.ElementTree

from program import BRAIN_FILES, ROOT, Case, inputs_of, wits

IMAGES = ROOT / "docs/images"


def run_of(name, *fields):
    """The picture of a run of a brain of docs/brains/."""
    return ["run", f"docs/brains/{name}.yaml", "--inputs", f"docs/brains/{name}.csv", "--plot", "-",
            *(["--plot-fields", ",".join(fields)] if fields else [])]


# Graphviz's layout depends on its version and on the fonts of the machine.
GRAPHS = {f"{name}.svg": ["graph", f"docs/brains/{name}.yaml", "--format", "svg"]
          for name in ("door", "sentry", "miner", "ways", "knight", "archer", "farmer")}
GRAPHS |= {f"brain-{path.stem}.svg": ["graph", f"brains/{path.name}", "--format", "svg"]
           for path in BRAIN_FILES}
GRAPHS |= {f"brain-{name}.svg": ["graph", f"brains/pack/{name}.yaml", "--format", "svg"] for name in ("grunt", "brute")}
RUNS = {
    "dog.svg": run_of("dog"),
    "history.svg": run_of("history"),
    "archer-run.svg": run_of("archer", "arrows"),
    "farmer-run.svg": run_of("farmer"),
}
MAPS = {  # docs/brain-files.md has these commands, which write to a file of the picture's name
    "guard-map.svg": "map brains/guard.yaml --x distance --y health --of combat --set sees_player=true",
    "guard-map-cover.svg": "map brains/guard.yaml --x distance --y health --from combat/cover --set sees_player=true --margin",
    "squad-map.svg": "map brains/squad.yaml --x enemy.distance=0..40 --y health --margin "
                     "--targets enemy=docs/images/squad-map.enemy.csv --targets cover=docs/images/squad-map.cover.csv",
}
ELSEWHERE = {"guard-night.svg", "wolf-days.svg", "epidemic.svg"}  # checked by the tests of plots, of curves and of the
                                                                  # epidemic


def drawn(svg):
    """The kind and text of each part of a graph, in order, regardless of its position."""
    root = xml.etree.ElementTree.fromstring(svg)
    parts = []
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        texts = [one.text for one in group.findall("{*}text")]
        parts.append((group.get("class"), group.findtext("{*}title"), texts))
    return parts


class Pictures(Case):
    def test_pictures_of_runs(self):
        for name, command in RUNS.items():
            with self.subTest(picture=name):
                self.assertEqual((IMAGES / name).read_text(), wits(*command).out)

    def test_maps_of_who_wins(self):
        page = (ROOT / "docs/brain-files.md").read_text()
        for name, command in MAPS.items():
            with self.subTest(picture=name):
                self.assertEqual((IMAGES / name).read_text(), wits(*command.split()).out)
                self.assertIn(f"wits {command} -o {name}\n", page)
                self.assertIn(f"](images/{name})", page)

    @unittest.skipUnless(shutil.which("dot"), "without Graphviz")
    def test_pictures_of_brains(self):
        for name, command in GRAPHS.items():
            with self.subTest(picture=name):
                parts = drawn((IMAGES / name).read_text())
                self.assertEqual(parts, drawn(wits(*command).out))
                self.assertGreater(len(parts), 4)

    def test_every_picture_is_held_and_shown(self):
        shown = set()
        for page in ("docs/state-machines.md", "brains/README.md"):
            shown |= set(re.findall(r"!\[[^\]]+\]\((?:\.\./docs/)?images/([\w-]+\.svg)\)", (ROOT / page).read_text()))
        self.assertEqual(shown - ELSEWHERE, set(GRAPHS) | set(RUNS))


if __name__ == "__main__":
    unittest.main()
