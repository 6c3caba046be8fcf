# SPDX-License-Identifier: MIT
"""Statistics of fields, dumps and sweeps of crowds. Expected numbers are computed from --dump and --show."""
import csv
import io
import json
import math
import os
import re
import statistics
import struct
import unittest
import xml.etree.ElementTree

from program import BRAIN_FILES, BRAINS, Case, inputs_of
from test_crowd import COUNTER, NOTE, without_times

PERCENTS = {"min": 0, "q5": 5, "q25": 25, "q50": 50, "q75": 75, "q95": 95, "max": 100}

# Fields of every type, in their own run.
TYPES = """context:
  i8: int8
  u8: uint8
  i16: int16
  u16: uint16
  i: int
  f: float
  on: bool
  w: [calm, alert, angry]
events: [go]
root:
  states:
    a: {transitions: [{to: b, when: random < 0.3}]}
    b: {update: f = f * 2, transitions: [{to: a, after: 3}, {to: a, event: go}]}
"""
SETS = ("i8=random * 255 - 128", "u8=random * 255", "i16=random * 65535 - 32768", "u16=random * 65535",
        "i=(random - 0.5) * 2000000000", "f=(random - 0.5) * 1000000", "on=random < 0.25",
        "w=angry if random < 0.5 else alert")


def as_float(word):
    return math.nan if word == "NaN" else float(word.replace("Infinity", "inf"))


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def measured(values):
    """The statistics of the page, computed by sorting."""
    numbers = [value + 0.0 for value in values if value == value]
    found = {"nan": len(values) - len(numbers)}
    total = 0.0
    for value in numbers:
        total += value
    ordered = sorted(numbers)
    found["mean"] = total / len(numbers) if numbers else math.nan
    for name, percent in PERCENTS.items():
        found[name] = ordered[max(math.ceil(percent * len(ordered) / 100), 1) - 1] if numbers else math.nan
    return found


class FieldsCase(Case):
    def crowd(self, *arguments, **more):
        result = self.wits("crowd", *arguments, "--format", "json", **more)
        self.assertEqual((result.status, NOTE.sub("", result.err)), (0, ""))
        return json.loads(result.out)

    def dump(self, *arguments, name="dump.csv"):
        """Rows of all agents, by names of columns."""
        self.good("crowd", *arguments, "--dump", name)
        return self.rows_of(name)

    def rows_of(self, name):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))

    def sets(self):
        return [word for one in SETS for word in ("--set", one)]


class Statistics(FieldsCase):
    def same(self, found, values, places=12):
        wanted = measured(values)
        self.assertEqual(set(found), set(wanted))
        self.assertEqual(found["nan"], wanted["nan"])
        for key in ("mean", *PERCENTS):
            value = as_float(str(found[key]))
            if key == "mean" and math.isfinite(wanted[key]):
                self.assertLess(abs(value - wanted[key]), 1e-11 * max(abs(wanted[key]), 1e-30) + 1e-300, key)
            else:
                self.assertTrue(single(value) == single(wanted[key]) or (value != value and wanted[key] != wanted[key]),
                                (key, value, wanted[key]))

    def test_every_number_is_that_of_the_agents(self):
        brain = self.brain(TYPES)
        for agents in (1, 2, 3, 19, 20, 21, 100, 1024, 1025, 7777):
            options = [brain, "--agents", agents, "--ticks", 5, *self.sets()]
            rows = self.dump(*options)
            fields = self.crowd(*options, "--fields", "all")["fields"]
            self.assertEqual(list(fields), ["i8", "u8", "i16", "u16", "i", "f", "on", "w"])
            for name in ("i8", "u8", "i16", "u16", "i", "f"):
                with self.subTest(agents=agents, field=name):
                    self.same(fields[name], [single(as_float(row[name])) if name == "f" else int(row[name])
                                             for row in rows])
            for name, values in (("on", ("false", "true")), ("w", ("calm", "alert", "angry"))):
                counted = [row[name] for row in rows]
                self.assertEqual(fields[name], {"agents": {value: counted.count(value) for value in values}})

    def test_values_that_are_no_finite_numbers(self):
        brain = self.brain("context: {f: float}\nroot: {}\n")
        cells = ["NaN", "Infinity", "-Infinity", "0", "-0.0", "1e-45", "-1e-45", "3.4e38", "-3.4e38", "1"]
        for count in range(1, len(cells) + 1):
            self.write("who.csv", "f\n" + "\n".join(cells[:count]) + "\n")
            found = self.crowd(brain, "--context", "who.csv", "--fields", "f")["fields"]["f"]
            self.same(found, [single(as_float(cell)) for cell in cells[:count]])

    def test_it_is_the_same_for_any_number_of_threads_and_any_way(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 30000, "--ticks", 3, *self.sets(), "--fields", "all"]
        first = without_times(self.crowd(*options, "--threads", 1))
        for more in (["--threads", 2], ["--threads", 5], ["--path", "single"], ["--simd", "baseline"]):
            self.assertEqual(without_times(self.crowd(*options, *more)), first, more)

    def test_over_time_as_csv(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 50, *self.sets()]
        out = self.good("crowd", *options, "--ticks", 6, "--fields", "f,on", "--format", "csv", "--every", 3).out
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual(list(rows[0]), ["tick", "a", "b", "f.mean", *(f"f.{name}" for name in PERCENTS), "f.nan",
                                         "on.false", "on.true"])
        for row in rows:
            fields = self.crowd(*options, "--ticks", row["tick"], "--fields", "f,on")["fields"]
            self.assertEqual({key: float(row[f"f.{key}"]) for key in fields["f"]}, fields["f"])
            self.assertEqual({key: int(row[f"on.{key}"]) for key in ("true", "false")}, fields["on"]["agents"])

    def test_text_for_reading(self):
        brain = self.brain(TYPES)
        self.write("who.csv", "u8,f,on,w\n1,0.5,true,calm\n2,NaN,false,calm\n3,1.5,false,angry\n4,-1,true,angry\n")
        out = self.good("crowd", brain, "--context", "who.csv", "--ticks", 0, "--fields", "on,u8,f,w").out
        self.assertIn("\n\n  field                   mean       min       5 %      25 %      50 %      75 %      95 %       max\n"
                      "  u8                       2.5         1         1         1         2         3         4         4\n"
                      "  f                     0.3333        -1        -1        -1       0.5       1.5       1.5       1.5  1 NaN\n"
                      "  on                  true 50.00 %, false 50.00 %\n"
                      "  w                   calm 50.00 %, angry 50.00 %\n\nhash ", out)

    def test_a_field_that_is_called_all(self):
        brain = self.brain("context: {all: int, other: int}\nroot: {}\n")
        self.assertEqual(list(self.crowd(brain, "--fields", "all")["fields"]), ["all"])

    def test_mistakes(self):
        brain = self.brain(TYPES)
        for arguments, words in ((["--fields", "on,u61"], "--fields: unknown field 'u61'; did you mean 'u16'?"),
                                 (["--fields", "f,f"], "--fields: duplicate field 'f'"),
                                 (["--fields", ""], "--fields: unknown field ''"),
                                 (["--fields", "f", "--transitions", "--format", "csv"], "separate tables; choose one")):
            self.assertIn(words, self.bad(2, "crowd", brain, *arguments))


class Dump(FieldsCase):
    def test_it_has_what_show_tells(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 40, "--ticks", 7, *self.sets()]
        rows = self.dump(*options)
        shown = self.crowd(*options, *(word for agent in range(40) for word in ("--show", agent)))["shown"]
        self.assertEqual([int(row["(agent)"]) for row in rows], list(range(40)))
        for row, one in zip(rows, shown):
            self.assertEqual(row["(active)"].split(" + "), one["active"])
            for name, value in one["context"].items():
                if isinstance(value, (bool, str)):
                    self.assertEqual(row[name], str(value).lower())
                else:
                    self.assertEqual(single(float(row[name])), single(value))

    def test_a_run_that_goes_on_ends_as_one_that_was_not_interrupted(self):
        for path in BRAIN_FILES:
            inputs = inputs_of(path.stem)
            inputs = ["--inputs", (path.parent.parent / inputs)] if inputs else []
            options = [path, "--seed", 5, *inputs]
            whole = self.crowd(*options, "--agents", 300, "--ticks", 60, "--fields", "all")
            self.dump(*options, "--agents", 300, "--ticks", 23, name="part.csv")
            rest = self.crowd(*options, "--context", "part.csv", "--ticks", 37, "--fields", "all")
            self.assertEqual((rest["hash"], rest["states"], rest.get("fields")),
                             (whole["hash"], whole["states"], whole.get("fields")), path.name)
            self.assertEqual((rest["from_tick"], rest["ticks"]), (23, 37))

    def test_what_functions_have_given_goes_on(self):
        brain = self.brain("root:\n  states:\n    a: {transitions: [{to: b, when: sees()}]}\n"
                           "    b: {transitions: [{to: a, when: not sees()}]}\n")
        inputs = self.write("in.csv", "sees()\n\ntrue\n\n\nfalse\n\n")
        whole = self.crowd(brain, "--agents", 3, "--inputs", inputs)
        for ticks in range(7):
            self.dump(brain, "--agents", 3, "--inputs", inputs, "--ticks", ticks)
            rest = self.crowd(brain, "--context", "dump.csv", "--inputs", inputs)
            self.assertEqual((rest["ticks"], rest["hash"]), (6 - ticks, whole["hash"]))

    def test_without_the_bytes_agents_begin_anew_with_their_fields(self):
        brain = self.brain(TYPES)
        rows = self.dump(brain, "--agents", 20, "--ticks", 9, *self.sets())
        names = [name for name in rows[0] if not name.startswith("(bytes")]
        self.write("new.csv", "\n".join([",".join(names), *(",".join(row[name] for name in names) for row in rows)]))
        again = self.crowd(brain, "--context", "new.csv", "--ticks", 0, "--show", 7)
        self.assertEqual(again["states"], {"a": 20})
        self.assertNotIn("from_tick", again)
        self.assertEqual(single(again["shown"][0]["context"]["f"]), single(float(rows[7]["f"])))

    def test_agents_keep_their_ids_where_rows_are_taken_out(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 50, *self.sets()]
        whole = self.crowd(*options, "--ticks", 30, "--show", 31)
        self.good("crowd", *options, "--ticks", 10, "--dump", "d.csv")
        lines = (self.folder / "d.csv").read_text().splitlines()
        self.write("few.csv", "\n".join([lines[0], lines[4], lines[32], lines[50]]) + "\n")
        few = self.crowd(brain, "--context", "few.csv", "--ticks", 20, "--show", 31)
        self.assertEqual((few["agents"], few["shown"]), (3, whole["shown"]))
        self.assertIn("--show 4: no agent with this id", self.bad(2, "crowd", brain, "--context", "few.csv", "--show", 4))

    def test_dumps_at_ticks(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 10, *self.sets()]
        self.good("crowd", *options, "--ticks", 9, "--dump", "d.csv", "--dump-at", "0,4", "--dump-at", "9")
        self.assertEqual(sorted(path.name for path in self.folder.glob("d*")),
                         ["d-0.csv", "d-4.csv", "d-9.csv", "d.csv"])
        for tick in (0, 4, 9):
            self.assertEqual(self.rows_of(f"d-{tick}.csv"), self.dump(*options, "--ticks", tick, name="one.csv"))
        self.good("crowd", *options, "--ticks", 3, "--dump", "plain", "--dump-at", "3")
        self.assertEqual(self.rows_of("plain-3"), self.rows_of("plain"))

    def test_to_standard_output(self):
        brain = self.brain(TYPES)
        out = self.good("crowd", brain, "--agents", 4, "--ticks", 2, "--dump", "-").out
        self.good("crowd", brain, "--agents", 4, "--ticks", 2, "--dump", "d.csv")
        self.assertEqual(out, (self.folder / "d.csv").read_text())

    def test_stopped_agents(self):
        brain = self.brain(TYPES)
        self.write("stop.csv", "do\nstop\n")
        rows = self.dump(brain, "--agents", 2, "--inputs", "stop.csv")
        self.assertEqual([row["(active)"] for row in rows], ["(stopped)"] * 2)
        self.assertEqual(self.crowd(brain, "--context", "dump.csv", "--ticks", 5)["states"], {})

    def test_mistakes_of_the_file(self):
        brain = self.brain(TYPES)
        self.good("crowd", brain, "--agents", 3, "--ticks", 2, "--dump", "d.csv")
        lines = (self.folder / "d.csv").read_text().splitlines()
        header, cells = lines[0].split(","), lines[1].split(",")
        self.assertRegex(header[2], r"^\(bytes [0-9a-f]{16} at 2\)$")

        def problem(first, second=cells, third=None):
            rows = [first, second] + ([third] if third else [])
            return self.bad(1, "crowd", brain, "--context", self.write("w.csv", "\n".join(map(",".join, rows)) + "\n"))

        other = "(bytes 0123456789abcdef at 2)"
        self.assertIn("w.csv:1:18: these agents are from a different brain or an earlier version of this one; "
                      "without this column agents start with the same fields", problem([*header[:2], other, *header[3:]]))
        for name in ("(bytes)", "(bytes 12 at 2)", header[2].replace("at 2", "at"), header[2].replace("at 2", "at 4294967295"),
                     header[2] + "x", header[2].replace("at 2", "at -2")):
            message = problem([*header[:2], name, *header[3:]])
            self.assertTrue("this column is called '(bytes LAYOUT at TICK)'" in message or "unknown field" in message, message)
        for bytes_ in ("", "0", "00", cells[2] + "00", cells[2].replace("0", "g", 1), "ff" * (len(cells[2]) // 2)):
            self.assertRegex(problem(header, [*cells[:2], bytes_, *cells[3:]]),
                             r"^w\.csv:2:\d+: invalid agent bytes for this brain: '")
        for id_, words in (("x", "an agent's id must be a whole number from 0, not 'x'"), ("", "not ''"), ("-1", "not '-1'"),
                           ("9" * 20, "an agent's id must be a whole number")):
            self.assertIn(words, problem(header, [id_, *cells[1:]]))
        for first, second in ((3, 3), (3, 2)):
            self.assertIn(f"w.csv:3:1: ids must ascend; {second} cannot follow {first}",
                          problem(header, [str(first), *cells[1:]], [str(second), *cells[1:]]))
        self.assertIn("duplicate column", problem([header[0], header[0], *header[2:]]))

    def test_mistakes_of_the_command_line(self):
        brain = self.brain(TYPES)
        self.good("crowd", brain, "--ticks", 5, "--dump", "d.csv")
        before = (self.folder / "d.csv").read_text()
        for arguments, words in (
            (["--dump-at", "3"], "--dump-at needs --dump"),
            (["--dump", "-", "--dump-at", "3"], "--dump must be a file, not '-'"),
            (["--dump", "-", "--format", "json"], "both write to standard output"),
            (["--dump", "x.csv", "--dump-at", "3,x"], "--dump-at must be a whole number from 0 to 4294967295, not 'x'"),
            (["--dump", "x.csv", "--dump-at", ""], "--dump-at must be a whole number"),
            (["--dump", "x.csv", "--dump-at", "3,101"], "--dump-at 101: the run goes from tick 0 to 100"),
            (["--context", "d.csv", "--dump", "x.csv", "--dump-at", "4"], "--dump-at 4: the run goes from tick 5 to 105"),
            (["--context", "d.csv", "--ticks", "4294967295"], "agents that continue from tick 5 can run 4294967290 at most"),
            (["--dump", "x", "--plot", "./x"], "--plot and --dump cannot write to the same file"),
            (["--dump", "x", "--dump-at", "1", "--plot", "x-1"], "--plot and --dump-at cannot write to the same file"),
            (["--context", "d.csv", "--dump", "./d.csv"], "./d.csv is an input; the output would overwrite it"),
            (["--dump", brain], "brain.yaml is an input"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(words, self.bad(2, "crowd", brain, *arguments))
        self.assertEqual((self.folder / "d.csv").read_text(), before)

    def test_what_cannot_be_written_is_told_before_the_run(self):
        brain = self.brain(TYPES)
        os.mkdir(self.folder / "sub-3")
        for arguments, words in ((["--dump", "no/where.csv"], "no/where.csv cannot be written"),
                                 (["--dump", "sub", "--dump-at", "3"], "sub-3 cannot be written"),
                                 (["--plot", "no/where.svg"], "no/where.svg cannot be written")):
            self.assertIn(words, self.bad(1, "crowd", brain, "--ticks", "4000000000", *arguments))

    @unittest.skipUnless(os.path.exists("/dev/full"), "without /dev/full")
    def test_a_full_disk_costs_the_dump_and_nothing_else(self):
        result = self.wits("crowd", self.brain(TYPES), "--dump", "/dev/full", "--format", "json")
        self.assertEqual(result.status, 1)
        self.assertIn("/dev/full cannot be written", result.err)
        self.assertEqual(json.loads(result.out)["agents"], 1000)


class Sweep(FieldsCase):
    def runs(self, *arguments):
        return self.crowd(*arguments)["runs"]

    def test_each_seed_is_a_run(self):
        brain = self.brain(TYPES)
        options = [brain, "--agents", 70, "--ticks", 12, *self.sets(), "--fields", "f,w", "--transitions", "--show", 3]
        runs = self.runs(*options, "--seeds", "3..6")
        self.assertEqual([one.pop("sweep") for one in runs], [{"seed": seed} for seed in range(3, 7)])
        self.assertEqual([without_times(one) for one in runs],
                         [without_times(self.crowd(*options, "--seed", seed)) for seed in range(3, 7)])
        self.assertEqual(len({one["hash"] for one in runs}), 4)
        largest = 2**64 - 1
        self.assertEqual([one["seed"] for one in self.runs(brain, "--seeds", f"{largest - 1}..{largest}")],
                         [largest - 1, largest])

    def test_each_value_is_a_run(self):
        brain = self.brain(COUNTER)
        values = ("0.1", "max(0.2, 0.9)", "random", "n + 0.75")
        for sweep in (",".join(values), ", ".join(values)):
            runs = self.runs(brain, "--agents", 70, "--set", "n=2", "--sweep", f"x={sweep}", "--fields", "x")
            self.assertEqual([one.pop("sweep") for one in runs], [{"x": value} for value in values])
            self.assertEqual([without_times(one) for one in runs],
                             [without_times(self.crowd(brain, "--agents", 70, "--set", "n=2", "--set", f"x={value}",
                                                       "--fields", "x")) for value in values])

    def test_what_a_function_gives(self):
        brain = self.brain("root: {states: {a: {transitions: [{to: b, when: sees()}]}, b: {}}}\n")
        runs = self.runs(brain, "--agents", 10, "--sweep", "sees()=true,false")
        self.assertEqual([one["states"] for one in runs], [{"b": 10}, {"a": 10}])

    def test_agents_of_a_dump_go_on_in_many_ways(self):
        brain = self.brain(TYPES)
        self.good("crowd", brain, "--agents", 30, "--ticks", 10, "--dump", "d.csv")
        runs = self.runs(brain, "--context", "d.csv", "--ticks", 5, "--seeds", "0..2")
        self.assertEqual(runs[0]["hash"], self.crowd(brain, "--agents", 30, "--ticks", 15)["hash"])
        self.assertEqual(len({one["hash"] for one in runs}), 3)

    def test_csv(self):
        brain = self.brain(TYPES)
        for sweep, name in ((["--seeds", "0..2"], "seed"), (["--sweep", "u8=1,max(2, 3),random * 9"], "u8")):
            sets = [word for setting in SETS if setting.split("=")[0] != name for word in ("--set", setting)]
            options = [brain, "--agents", 40, "--ticks", 8, *sets, "--fields", "f,on"]
            rows = list(csv.DictReader(io.StringIO(self.good("crowd", *options, *sweep, "--format", "csv").out)))
            runs = self.runs(*options, *sweep)
            self.assertEqual(list(rows[0])[:4], [name, "hash", "a", "b"])
            for row, one in zip(rows, runs, strict=True):
                self.assertEqual((row[name], row["hash"]), (str(one["sweep"][name]), one["hash"]))
                self.assertEqual({state: int(row[state]) for state in ("a", "b") if row[state] != "0"}, one["states"])
                self.assertEqual({key: float(row[f"f.{key}"]) for key in one["fields"]["f"]}, one["fields"]["f"])

    def test_text_for_reading(self):
        brain = self.brain("context: {x: float, on: bool, w: [calm, angry]}\nroot: {states: {a: {}, b: {}}}\n")
        out = self.good("crowd", brain, "--agents", 4, "--ticks", 1, "--sweep", "x=1,2.5", "--fields", "x,on,w").out
        lines = out.splitlines()
        self.assertEqual(lines[0], "test: 4 agents, 1 tick, 2 runs")
        self.assertEqual(lines[2], "    x         a    x          on             w              hash")
        self.assertRegex(lines[3], r"^    1  100\.00 %    1  true 0\.0 %  calm 100\.0 %  [0-9a-f]{16}$")
        self.assertRegex(lines[4], r"^  2\.5  100\.00 %  2\.5  true 0\.0 %  calm 100\.0 %  [0-9a-f]{16}$")

    def test_of_many_states_the_eight_with_most_agents(self):
        states = "".join(f"    s{i}: {{}}\n" for i in range(20))
        brain = self.brain(f"context: {{x: int}}\nroot:\n  any: [{', '.join(f'{{to: s{i}, when: x == {i}}}' for i in range(20))}]\n"
                           f"  states:\n{states}")
        out = self.good("crowd", brain, "--agents", 2000, "--ticks", 1, "--seeds", "1..2", "--set",
                        "x=random * random * 20").out
        heading, *rows = out.splitlines()[2:]
        self.assertEqual(heading.split(), ["seed", *(f"s{i}" for i in range(8)), "hash"])
        self.assertEqual(len(rows), 4)
        self.assertRegex(rows[-1], r"^\d+ more states: --format csv has all$")

    TUNED = ("constants: {brave: 0.3, wait: 2, shy: false}\ncontext: {x: float, n: uint8, w: [calm, angry], on: bool}\n"
             "root:\n  states:\n    a: {transitions: [{to: b, when: x < brave and not shy, after: wait}]}\n"
             "    b: {update: [n = n + 1, w = angry, on = true]}\n")

    def test_all_combinations_of_fields_constants_and_seeds(self):
        brain = self.brain(self.TUNED)
        options = [brain, "--agents", 90, "--ticks", 5, "--fields", "n,x"]
        runs = self.runs(*options, "--sweep", "brave=0.2, 0.9", "--sweep", "x=random,0.5", "--sweep", "wait=1,4",
                         "--seeds", "7..8")
        expected = [(brave, x, wait, seed) for brave in ("0.2", "0.9") for x in ("random", "0.5") for wait in ("1", "4")
                    for seed in (7, 8)]
        self.assertEqual([one.pop("sweep") for one in runs],
                         [dict(zip(("brave", "x", "wait", "seed"), one, strict=True)) for one in expected])
        for run, (brave, x, wait, seed) in zip(runs, expected, strict=True):
            alone = self.crowd(*options, "--const", f"brave={brave}", "--const", f"wait={wait}", "--set", f"x={x}",
                               "--seed", seed)
            self.assertEqual(without_times(run), without_times(alone))
        self.assertGreater(len({json.dumps(one["states"]) for one in runs}), 4)

    def test_ranges(self):
        brain = self.brain(self.TUNED)
        for sweep, values in (("x=0.1..0.9/5", ["0.1", "0.3", "0.5", "0.7", "0.9"]),
                              ("x=1..-1/3,random", ["1", "0", "-1", "random"]),
                              ("x=0..1000000000/2", ["0", "1000000000"]), ("x=0..0.00003/4", ["0", "0.00001", "0.00002", "0.00003"]),
                              ("n=0..255/2", ["0", "255"]), ("brave=0..1/3", ["0", "0.5", "1"])):
            name = sweep.partition("=")[0]
            runs = self.runs(brain, "--agents", 2, "--ticks", 1, "--sweep", sweep)
            self.assertEqual([one["sweep"][name] for one in runs], values)

    def test_rows_of_all_runs_and_a_table_of_means(self):
        brain = self.brain(self.TUNED)
        options = [brain, "--agents", 200, "--ticks", 4, "--sweep", "brave=0.25,0.5", "--sweep", "wait=1,4", "--seeds", "1..6",
                   "--set", "x=random", "--fields", "x,n,w,on"]
        rows = list(csv.DictReader(io.StringIO(self.good("crowd", *options, "--format", "csv").out)))
        self.assertEqual(list(rows[0])[:6], ["brave", "wait", "seed", "hash", "a", "b"])
        self.assertEqual([(row["brave"], row["wait"], row["seed"]) for row in rows],
                         [(brave, wait, str(seed)) for brave in ("0.25", "0.5") for wait in "14" for seed in range(1, 7)])
        above, _, heading, *lines = self.good("crowd", *options).out.splitlines()
        self.assertEqual(above, "test: 200 agents, 4 ticks, 24 runs; mean ± standard deviation over the seeds")
        self.assertEqual(heading.split(), ["brave", "wait", "a", "b", "x", "n", "w", "on", "runs"])
        self.assertEqual(len(lines), 4)
        for point, line in enumerate(lines):
            mine = rows[6 * point:6 * point + 6]
            cells = line.split("  ")
            cells = [cell.strip() for cell in cells if cell.strip()]
            self.assertEqual(cells[:2] + cells[-1:], [mine[0]["brave"], mine[0]["wait"], "6"])
            for cell, name in zip(cells[2:4], "ab", strict=True):
                parts = [int(row[name]) / 2 for row in mine]
                self.assertEqual(cell, f"{statistics.mean(parts):.2f} ± {statistics.stdev(parts):.2f} %")
            means = [float(row["x.mean"]) for row in mine]
            mean, deviation = map(float, cells[4].split(" ± "))
            self.assertAlmostEqual(mean, statistics.mean(means), places=3)
            self.assertAlmostEqual(deviation, statistics.stdev(means), places=3)

    def test_a_constant_that_the_brain_refuses(self):
        brain = self.brain(self.TUNED)
        for sweep, message in (("brave=1,abc", "the constant 'brave' is a number, not 'abc'"),
                               ("wait=1,-4", "brain.yaml:")):
            said = self.bad(1, "crowd", brain, "--sweep", sweep)  # before the first run
            self.assertIn(message, said)
            self.assertEqual(said.splitlines()[-1], f"wits: the constants of --sweep were: "
                             f"{sweep.replace('1,', '')}")
        self.assertIn("--const sets 'brave', too",
                      self.bad(2, "crowd", brain, "--sweep", "brave=1", "--const", "brave=2"))
        self.assertIn("a constant requires reading all files again; give files, not '-'",
                      self.bad(2, "crowd", "-", "--sweep", "brave=1", stdin=(self.folder / brain).read_text()))

    def test_picture(self):
        brain = self.brain(self.TUNED)
        options = [brain, "--agents", 50, "--ticks", 4, "--fields", "n,w,on"]
        drawn = ["--set", "x=random"]
        for more, panels in ((["--seeds", "1..3", *drawn], [""]), (["--sweep", "brave=0..1/4", *drawn], [""]),
                             (["--sweep", "brave=0..1/4", "--sweep", "wait=1,4", "--sweep", "n=0,9", "--seeds", "1..3", *drawn],
                              ["wait = 1, n = 0", "wait = 1, n = 9", "wait = 4, n = 0", "wait = 4, n = 9"]),
                             (["--sweep", "x=random,random * 2,0.5", "--sweep", "wait=1,2,3,4,5"],
                              [f"wait = {wait}" for wait in range(1, 6)])):
            self.good("crowd", *options, *more, "--plot", "p.svg")
            picture = (self.folder / "p.svg").read_text()
            xml.etree.ElementTree.fromstring(picture)
            for heading in ("states at the end", "n", "w", "on"):
                self.assertEqual(picture.count(f'font-weight="bold">{heading}</text>'), 1, heading)
            for panel in panels:  # one of the states and one of each field
                self.assertEqual(picture.count(f">{panel}</text>"), 4 if panel else 0, panel)
            if more[0] == "--seeds":
                self.assertEqual(picture.count(">seed</text>"), 4)
        self.assertIn("mean ± standard deviation over 3 seeds", self.good(
            "crowd", *options, "--sweep", "brave=0,1", "--seeds", "1..3", "--plot", "-").out)

    def first_label(self, *options):
        """The lowest label of the axis of the first field."""
        out = self.good("crowd", *options, "--plot", "p.svg").out
        labels = re.findall(r'text-anchor="end"[^>]*>([^<]*)<', (self.folder / "p.svg").read_text())
        self.assertEqual(labels[:5], ["0 %", "25 %", "50 %", "75 %", "100 %"])
        return labels[5], out

    def test_rounding_is_no_deviation(self):
        """The mean of 7 agents is not an exact float. All seeds have the same. The sum of 3 or 6 of them is rounded."""
        options = [BRAINS / "villager.yaml", "--agents", 7, "--fields", "hunger"]
        for ticks in (5, 10):
            for seeds in ("1..3", "1..6"):
                label, out = self.first_label(*options, "--ticks", ticks, "--sweep", "hunger=0.7", "--seeds", seeds)
                self.assertEqual(float(label), 0)
                self.assertRegex(out.splitlines()[-1], r" 0\.\d+ ± 0 +[36]$")

    def test_a_range_of_rounding_is_not_stretched(self):
        options = [self.brain(self.TUNED), "--agents", 7, "--ticks", 1, "--fields", "x"]
        self.assertEqual(self.first_label(*options, "--sweep", "x=0.8,0.80000006")[0], "0.0")
        self.assertEqual(self.first_label(*options, "--sweep", "x=0.8,0.80001")[0], "0.800000")

    def test_mistakes(self):
        brain = self.brain(COUNTER)
        for arguments, words in (
            (["--seeds", "5"], "--seeds must be FIRST..LAST, for example 1..20, not '5'"),
            (["--seeds", "1..x"], "the last of --seeds must be a whole number"),
            (["--seeds", "..2"], "the first of --seeds must be a whole number"),
            (["--seeds", "4..3"], "the last is less than the first"),
            (["--seeds", "0..10000"], "at most 10000 seeds"),
            (["--seeds", "0..18446744073709551615"], "at most 10000 seeds"),
            (["--sweep", "x"], "--sweep must be NAME=VALUE,VALUE,..., not 'x'"),
            (["--sweep", "x="], "--sweep x=: missing value"),
            (["--sweep", "x=1,,2"], "missing value"),
            (["--sweep", "x=1, "], "missing value"),
            (["--sweep", "=1"], "--sweep must be NAME=VALUE,VALUE,..., not '=1'"),
            (["--sweep", "m=1"], "--sweep m=1: unknown field or constant 'm'; did you mean 'n'?"),
            (["--sweep", "x=1,2", "--sweep", "n=1", "--sweep", "x=3"],
             "--sweep x=3: --sweep number 1 has 'x' already; give all values to one"),
            (["--set", "x=3", "--sweep", "x=1,2"], "--sweep x=1,2: --set sets 'x', too"),
            (["--seed", "3", "--seeds", "1..2"], "--seed and --seeds are mutually exclusive"),
            (["--sweep", "x=1..2"], "--sweep x=1..2: a range must be FIRST..LAST/COUNT, for example 0.1..0.9/5, not '1..2'"),
            (["--sweep", "x=0,a..b/3"], "a range must be FIRST..LAST/COUNT, for example 0.1..0.9/5, not 'a..b/3'"),
            (["--sweep", "x=1..2..3/3"], "a range must be FIRST..LAST/COUNT"),
            (["--sweep", "x=1..2/1"], "the count of --sweep must be a whole number from 2 to 10000, not '1'"),
            (["--sweep", "x=1..2/1e9"], "the count of --sweep must be a whole number"),
            (["--sweep", "n=0..1/3"], "--sweep n=0..1/3: 'n' must be a whole number, which 0.5 is not; choose another count"),
            (["--sweep", "x=0..1/101", "--seeds", "1..100"],
             "all combinations of --sweep and --seeds are more than 10000 runs; give fewer values"),
            (["--sweep", "x=0..1/101", "--sweep", "n=1..100/100"], "all combinations of --sweep are more than 10000 runs"),
            (["--sweep", "x=1,2", "--sweep", "n=0..60/61", "--plot", "p.svg"],
             "--plot: the picture would have 61 panels, at most 60 fit;"),
            (["--sweep", "n=1,300"], "--sweep n=300: n must be a whole number from -128 to 127, not '300'"),
            (["--sweep", "n=1,20.5"], "--sweep n=20.5: n must be a whole number from -128 to 127, not '20.5'"),
            (["--set", "n=1/0"], "--set n=1/0: n must be a whole number from -128 to 127, not '1/0', which is Infinity"),
            (["--sweep", "x=1,(2"], "--sweep x=(2: "),
            (["--set", "m=1", "--sweep", "x=1"], "--set m=1: unknown field 'm'"),
            (["--sweep", "x=1", "--dump", "p.csv"], "--dump needs a single run"),
            (["--sweep", "x=1", "--every", "2", "--format", "csv"], "--every needs a single run"),
            (["--sweep", "x=1", "--transitions", "--format", "csv"], "separate CSV tables"),
            (["--sweep", "x=1", "--transitions"], "--transitions with --seeds or --sweep needs --format json"),
            (["--sweep", "x=1", "--show", "1"], "--show with --seeds or --sweep needs --format json"),
        ):
            with self.subTest(arguments=arguments):
                message = self.bad(2, "crowd", brain, *arguments)
                self.assertIn(words, message)
                self.assertTrue(message.startswith("wits crowd: "), message)


if __name__ == "__main__":
    unittest.main()
