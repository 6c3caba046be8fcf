# SPDX-License-Identifier: MIT
import collections
import json
import random
import re
import unittest

from program import BRAIN_FILES, BRAINS, OWN_FIELDS, Case, active_states, golden_command, inputs_of, refuse, wits

TICK = 1000  # microseconds

# Regions, memories of all kinds, steps, events from actions, NaN scores: all cases that slices could get wrong.
BRAIN = """context: {a: int, x: float}
events: [e, f]
root:
  kind: parallel
  leave: suspend
  update: [a = a + 1, x = sqrt(3 - a)]
  states:
    left:
      leave: suspend
      any: [{to: third, event: f, reenter: true}]
      states:
        one:
          activation: on_decide
          leave: suspend
          transitions: [{to: two, after: 2, do: raise f}]
          states: {deep: {transitions: [{to: deeper}]}, deeper: {states: {deepest: {}}}}
        two: {steps: [{when: a % 3 == 0, to: one}, {to: third}]}
        third: {leave: resume, transitions: [{to: one, event: e}, {to: two, after: 1}],
                states: {p: {kind: parallel, states: {q: {states: {r: {}, s: {}}}, t: {}}}, u: {}}}
    right:
      kind: utility
      states:
        low: {score: 0.5}
        high: {score: x, states: {h1: {steps: [{to: h2}]}, h2: {}}}
        far: {score: 1 / (a - 20)}
"""


class Slices:
    """A trace read back, in the order of the file."""

    def __init__(self, source, case):
        self.document = json.loads(source, parse_constant=refuse)
        self.events = self.document["traceEvents"]
        self.case = case

    def of(self, phase):
        return [event for event in self.events if event["ph"] == phase]

    def check(self):
        """Time never decreases; every slice ends, after all that began in it."""
        stacks, now = collections.defaultdict(list), 0
        for event in self.events:
            if event["ph"] == "M":
                continue
            self.case.assertGreaterEqual(event["ts"], now)
            now = event["ts"]
            stack = stacks[event["pid"], event.get("tid")]
            if event["ph"] == "B":
                stack.append(event)
            elif event["ph"] == "E":
                self.case.assertTrue(stack, event)
                begin = stack.pop()
                self.case.assertEqual(begin["name"], event["name"])
        self.case.assertFalse([stack for stack in stacks.values() if stack])
        self.case.assertEqual({event["ph"] for event in self.events} - set("MBEiC"), set())
        return self

    def active_after(self, ticks):
        """For each tick the paths of the slices that are open at its end."""
        found, open_slices, changes = [], [], [event for event in self.events if event["ph"] in "BE"]
        stacks, i = collections.defaultdict(list), 0
        for tick in range(ticks):
            while i < len(changes) and changes[i]["ts"] < (tick + 1) * TICK:
                stack = stacks[changes[i]["tid"]]
                if changes[i]["ph"] == "B":
                    stack.append(changes[i]["args"]["path"])
                else:
                    stack.pop()
                i += 1
            open_slices = [path for stack in stacks.values() for path in stack]
            self.case.assertEqual(len(open_slices), len(set(open_slices)))
            found.append(set(open_slices))
        return found


class Perfetto(Case):
    def slices(self, *arguments):
        result = wits("run", *arguments, "--perfetto", "-", cwd=self.folder)
        self.assertEqual((result.status, OWN_FIELDS.sub("", result.err)), (0, ""))
        return Slices(result.out, self).check()

    def check_run(self, path, *options, calls_are_ticks=False):
        lines = wits("run", path, *options, "--trace", "--format", "jsonl", cwd=self.folder).lines()
        slices = self.slices(path, *options)
        name = slices.document["otherData"]["brain"]
        wanted = [active_states(line, name) for line in lines]
        self.assertEqual(slices.active_after(len(lines)), wanted)
        last = max((event["ts"] for event in slices.events if "ts" in event), default=0)
        self.assertLessEqual(last, len(lines) * TICK)
        self.check_counters(slices, lines, calls_are_ticks)
        return slices, lines

    def check_counters(self, slices, lines, calls_are_ticks):
        """After each tick with scores the counters show those that came last, 0 for NaN. With other calls a utility
        may be left again after its scoring: then they show 0."""
        counters, latest, i = slices.of("C"), {}, 0
        for line in lines:
            while i < len(counters) and counters[i]["ts"] < (line["tick"] + 1) * TICK:
                latest[counters[i]["name"]] = counters[i]["args"]
                i += 1
            scored = {record["state"]: record["score"] for record in line["trace"] if record["what"] == "scored"}
            for state, score in scored.items():
                composite, _, option = state.rpartition("/")
                shown = latest[f"scores in {composite or slices.document['otherData']['brain']}"][option]
                wanted = {"NaN": 0, "Infinity": 3.4028235e38, "-Infinity": -3.4028235e38}.get(score, score)
                self.assertIn(shown, (wanted,) if calls_are_ticks else (wanted, 0))

    def test_slices_and_counters_are_what_jsonl_says(self):
        for path in BRAIN_FILES:
            inputs = inputs_of(path.stem)
            options = ["--inputs", BRAINS.parent / inputs] if inputs else []
            slices, lines = self.check_run(path, *options, "--ticks", "120", "--seed", "3",
                                           calls_are_ticks=path.stem != "cross_hierarchy")
            scored = any(record["what"] == "scored" for line in lines for record in line["trace"])
            self.assertEqual(bool(slices.of("C")), scored)

    def random_inputs(self, brain, chance, rows):
        """Calls, events and fields, in order."""
        shown = json.loads(wits("run", brain, "--ticks", "0", "--format", "jsonl", cwd=self.folder).out)
        header = wits("ids", brain, cwd=self.folder).out
        events = [words.lower() for words in re.findall(r"^ +\w+?_EVENT_(\w+) = ", header, re.M)]
        states = self.states_of(brain)
        fields = [name for name, value in shown["context"].items() if isinstance(value, (int, float))]
        lines = [",".join([*fields, "raise", "do"])]
        for _ in range(rows):
            cells = [self.random_value(0.5 if name == "health" else shown["context"][name], chance) if chance.random() < 0.15 else ""
                     for name in fields]
            calls = [self.random_call(states, chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
            cells.append(chance.choice(events) if events and chance.random() < 0.3 else "")
            cells.append("; ".join(calls))
            lines.append(",".join(cells))
        return self.write("in.csv", "\n".join(lines) + "\n")

    def states_of(self, brain):
        """Returns the states' paths, read from the picture."""
        paths, depth = [], []
        for line in wits("graph", brain, "--format", "mermaid", cwd=self.folder).out.splitlines():
            match = re.match(r" +(?:subgraph s(\d+)\[|s(\d+)\()\"(\w+)", line)
            if match:
                level = (len(line) - len(line.lstrip())) // 2 - 1
                depth[level:] = [match[3]]
                paths.append("/".join(depth[1:]))
        return [path for path in paths if path]

    def random_value(self, before, chance):
        if isinstance(before, bool):
            return chance.choice(("true", "false"))
        return str(chance.randint(0, 9)) if isinstance(before, int) else f"{chance.random():.3f}"

    def random_call(self, states, chance):
        call = chance.choice(("tick", "tick", "decide", "update", "goto", "restart", "set_state", "stop", "start"))
        if call in ("goto", "restart", "set_state"):
            path = chance.choice(states)
            return f"{call} {path if '/' in path else '/' + path}"
        return call

    def test_random_lives(self):
        chance = random.Random(5)
        own = self.brain(BRAIN)
        for path in [*BRAIN_FILES, *[self.folder / own] * 30]:
            inputs = self.random_inputs(path, chance, 60)
            with self.subTest(brain=path.name, inputs=(self.folder / inputs).read_text()):
                self.check_run(path, "--inputs", inputs, "--ticks", "70", "--seed", str(chance.randint(0, 99)))

    def test_passes_of_one_tick_stay_in_order(self):
        states = ", ".join(f"s{i}: {{transitions: [{{to: s{(i + 1) % 4}}}]}}" for i in range(4))
        brain = self.brain(f"root: {{states: {{{states}}}}}\n")
        inputs = self.write("in.csv", 'do\n"decide; decide; decide; decide"\n' + '"' + "decide;" * 1500 + 'decide"\n')
        slices = self.slices(brain, "--inputs", inputs)
        begins = [event["name"] for event in slices.of("B")]
        self.assertEqual(begins[1:], [f"s{i % 4}" for i in range(1 + 4 + 1501)])
        times = [event["ts"] for event in slices.of("B")][2:6]
        self.assertEqual(times, [1000, 1250, 1500, 1750])

    def test_what_begins_and_ends_in_one_pass_is_seen(self):
        brain = self.brain("root: {states: {a: {transitions: [{to: b}]}, b: {steps: [{to: c}]}, c: {}}}\n")
        changes = [(event["ph"], event["name"], event["ts"]) for event in self.slices(brain, "--ticks", "1").events
                   if event["ph"] in "BE"]
        self.assertEqual(changes[2:6], [("E", "a", 1000), ("B", "b", 1000), ("E", "b", 1001), ("B", "c", 1001)])

    def test_each_region_has_a_track_with_its_name(self):
        slices = self.slices(self.brain(BRAIN), "--ticks", "40")
        names = {event["tid"]: event["args"]["name"] for event in slices.of("M") if event["name"] == "thread_name"}
        self.assertEqual(len(set(names.values())), len(names))
        for event in slices.of("B"):
            path = event["args"]["path"]
            regions = [region for region in ("left", "right", "left/third/p/q", "left/third/p/t")
                       if path == region or path.startswith(region + "/")]
            self.assertEqual(names[event["tid"]], regions[-1] if regions else "test")

    def test_events_are_instants(self):
        inputs = self.write("in.csv", "raise\n\n\ne f\n\n")
        slices = self.slices(self.brain(BRAIN), "--inputs", inputs, "--ticks", "12")
        by_inputs = [(event["name"], event["ts"]) for event in slices.of("i") if event["args"]["by"] == "inputs"]
        self.assertEqual(by_inputs, [("e", 3000), ("f", 3000)])
        by_actions = [event["ts"] // TICK for event in slices.of("i") if event["args"]["by"] == "actions"]
        lines = wits("run", self.folder / "brain.yaml", "--inputs", self.folder / inputs, "--ticks", "12", "--format",
                     "jsonl").lines()
        raised = [line["tick"] for line in lines if {"do": "transition", "from": "left/one", "to": "left/two"} in
                  line["actions"]]
        self.assertTrue(raised)
        self.assertEqual(by_actions, raised)

    def test_counters_end_with_their_utility(self):
        slices = Slices(wits(*golden_command("guard"), "--perfetto", "-").out, self)
        ends = [event["ts"] for event in slices.of("E") if event["name"] == "combat"]
        zeros = [event["ts"] for event in slices.of("C") if not any(event["args"].values())]
        self.assertEqual(len(ends), 2)
        self.assertEqual(zeros, ends)

    def test_who_it_is(self):
        document = self.slices(self.brain(BRAIN), "--agent", "18446744073709551615", "--seed", "7").document
        self.assertEqual(document["otherData"], {"brain": "test", "agent": "18446744073709551615", "seed": "7",
                                                 "ticks": "10"})
        self.assertEqual(document["traceEvents"][0]["args"]["name"], "test, agent 18446744073709551615")

    def test_what_is_printed_stays_the_same(self):
        brain = self.brain(BRAIN)
        for options in ([], ["--format", "jsonl"], ["--trace"], ["--plot", "out.svg"]):
            plain = self.good("run", brain, *options).out
            self.assertEqual(self.good("run", brain, *options, "--perfetto", "out.json").out, plain)
            self.assertEqual((self.folder / "out.json").read_text(), self.good("run", brain, "--perfetto", "-").out)

    def test_a_million_events_and_no_more(self):
        region = "{states: {a: {transitions: [{to: b}]}, b: {transitions: [{to: a}]}}}"
        regions = ", ".join(f"r{i}: {region}" for i in range(50))
        brain = self.brain(f"root: {{kind: parallel, states: {{{regions}}}}}\n")
        # The process; two for each track; the root, the regions and their states, each with its end.
        first = 1 + 2 * 51 + 2 * 101
        most = (1000000 - first) // 100
        out = self.good("run", brain, "--ticks", most, "--perfetto", "-").out
        self.assertEqual(out.count('{"ph":'), first + 100 * most)
        self.write("out.json", "kept")
        for output in ("-", "out.json"):
            result = self.wits("run", brain, "--ticks", most + 1, "--perfetto", output)
            self.assertEqual(result.status, 1)
            self.assertEqual(result.err, f"wits: {output} is not written: by tick {most + 1} there are more than 1000000 "
                             "events, too many for viewers; shorten the run with --ticks\n")
            self.assertNotIn("traceEvents", result.out)
        self.assertEqual((self.folder / "out.json").read_text(), "kept")

    def test_mistakes_are_told_before_anything_is_printed(self):
        brain = self.brain(BRAIN)
        for status, arguments, words in (
            (2, ["--perfetto"], "option '--perfetto' needs a value"),
            (2, ["--perfetto", "-", "--format", "jsonl"], "--perfetto -"),
            (2, ["--perfetto", "-", "--trace"], "--perfetto -"),
            (2, ["--perfetto", "-", "--plot", "-"], "the same file"),
            (2, ["--perfetto", "out", "--plot", "out"], "the same file"),
            (1, ["--perfetto", "none/out.json"], "none/out.json cannot be written: No such file or directory"),
            (1, ["--perfetto", "."], ". cannot be written: Is a directory"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(status, "run", brain, *arguments))
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
