# SPDX-License-Identifier: MIT
import csv
import fcntl
import io
import json
import os
import pathlib
import re
import resource
import signal
import struct
import subprocess
import termios
import time
import unittest

from program import BRAIN_FILES, FEW_REPEATS, OWN_FIELDS, PROGRAM, ROOT, Case, inputs_of, let_run, wits

COUNTER = """context: {n: int8, x: float, on: bool, w: [none, found, reached]}
root:
  update: n = n + 1
  states:
    a: {transitions: [{to: b, when: x > 0.5}]}
    b: {transitions: [{to: a, when: random < 0.25}]}
"""
PATHS = ("single", "masks", "groups")
SIMDS = ("baseline", "avx2", "avx512")
NOTE = re.compile(r"^wits crowd: note: .*\n", re.MULTILINE)  # parts that this build or machine lacks


def crowd(*arguments):
    result = wits("crowd", *arguments, "--format", "json")
    assert (result.status, OWN_FIELDS.sub("", NOTE.sub("", result.err))) == (0, ""), result.err
    return json.loads(result.out)


def without_times(result):
    return {key: value for key, value in result.items() if "second" not in key and key != "threads"}


def waiting_in(pipe):
    """Number of bytes that can be read at once."""
    return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]


class CrowdCase(Case):
    def crowd(self, *arguments, **more):
        result = self.wits("crowd", *arguments, "--format", "json", **more)
        self.assertEqual((result.status, NOTE.sub("", result.err)), (0, ""))
        return json.loads(result.out)


class SameAsRun(unittest.TestCase):
    """Agent i of a crowd is `run --agent i`."""

    maxDiff = None
    AGENTS = 8

    def check(self, name, *options):
        brain = f"brains/{name}.yaml"
        inputs = inputs_of(name)
        options = [*options, *(["--inputs", str(inputs)] if inputs else []), "--seed", "7"]
        shown = [word for agent in range(self.AGENTS) for word in ("--show", agent)]
        result = crowd(brain, "--agents", self.AGENTS, *options, *shown, *([] if inputs else ["--ticks", "60"]))
        for agent in range(self.AGENTS):
            alone = wits("run", brain, "--agent", agent, "--format", "jsonl", *options,
                         *([] if inputs else ["--ticks", "60"]))
            self.assertEqual(alone.status, 0, alone.err)
            last = json.loads(alone.out.splitlines()[-1])
            self.assertEqual(result["shown"][agent],
                             {"agent": agent, "active": last["active"], "context": last["context"]}, (name, agent))

    def test_every_brain(self):
        for path in BRAIN_FILES:
            self.check(path.stem)

    def test_what_is_set_for_each_agent(self):
        self.check("villager", "--set", "hunger=random", "--set", "tiredness = hunger * random", "--set",
                   "food=3 if random < 0.5 else 0")

    def test_all_ways_give_the_same(self):
        for path in BRAIN_FILES[::4] if FEW_REPEATS else BRAIN_FILES:
            inputs = inputs_of(path.stem)
            common = [f"brains/{path.name}", "--agents", "5000", *(["--inputs", str(inputs)] if inputs else []),
                      "--ticks", "40", "--transitions", "--show", "0", "--show", "4321", "--show", "4999"]
            first = without_times(crowd(*common, "--threads", "1"))
            self.assertEqual(without_times(crowd(*common, "--threads", "3")), first)
            for way in PATHS:
                self.assertEqual(without_times(crowd(*common, "--path", way)), first, (path.name, way))
            for simd in SIMDS:
                self.assertEqual(without_times(crowd(*common, "--simd", simd)), first, (path.name, simd))


class Functions(CrowdCase):
    BRAIN = """context: {x: {type: float, host: true}, n: {type: int, host: true}}
events: [go]
root:
  states:
    a: {update: x = threat() * 2, transitions: [{to: b, when: sees()}, {to: c, event: go}]}
    b: {enter: [shout("hey"), n = n + 1], transitions: [{to: a, when: not sees(), do: [shout("ho"), raise go]}]}
    c: {update: n = n + 10, transitions: [{to: a, after: 2}]}
"""

    def check(self, *options, agents=5):
        brain = self.brain(self.BRAIN)
        shown = [word for agent in range(agents) for word in ("--show", agent)]
        result = self.crowd(brain, "--agents", agents, *options, *shown)
        for agent in range(agents):
            last = self.run_lines(brain, "--agent", agent, *options)[-1]
            self.assertEqual(result["shown"][agent],
                             {"agent": agent, "active": last["active"], "context": last["context"]})
        return result

    def test_what_host_functions_give_to_each(self):
        result = self.check("--ticks", "9", "--set", "threat()=random", "--set", "sees()=random < 0.5", "--set",
                            "threat()=threat() + x + 1")
        self.assertGreater(len({one["context"]["x"] for one in result["shown"]}), 1)

    def test_inputs_then_say_it_for_all(self):
        inputs = self.write("in.csv", "sees(),threat(),raise,do\n,,,\ntrue,0.5,,\n,,go,\nfalse,,,\n,,,decide\n"
                            ",,,\"restart a; update\"\n,,,goto c\n,,,\"stop; start\"\n,,,set_state b\n")
        for rows in range(10):
            self.check("--inputs", inputs, "--ticks", str(rows), "--set", "sees()=random < 0.5")

    def test_inputs_set_fields_of_all(self):
        inputs = self.write("in.csv", "n,x\n7,\n,.5\n")
        result = self.check("--inputs", inputs)
        self.assertEqual(result["ticks"], 2)
        self.assertEqual(result["shown"][4]["context"]["n"], 7)

    def test_a_list_of_actions_longer_than_any_list(self):
        calls = ", ".join(f"f{i}()" for i in range(900))
        brain = self.brain(f"root: {{update: [{calls}]}}\n")
        self.assertEqual(self.crowd(brain, "--agents", "100", "--ticks", "3")["states"], {"": 100})


class Result(CrowdCase):
    def test_keys_and_their_order_are_those_of_the_page(self):
        brain = self.brain(COUNTER)
        result = self.crowd(brain, "--agents", "10", "--ticks", "3", "--seed", str(2**64 - 1), "--threads", "1")
        self.assertEqual(list(result), ["brain", "agents", "ticks", "threads", "seed", "seconds",
                                        "agent_ticks_per_second", "hash", "states", "bytes_per_agent", "nan_scores"])
        self.assertEqual((result["brain"], result["agents"], result["ticks"], result["threads"], result["seed"]),
                         ("test", 10, 3, 1, 2**64 - 1))
        self.assertRegex(result["hash"], r"^[0-9a-f]{16}$")
        self.assertEqual((result["states"], result["bytes_per_agent"]), ({"a": 10}, 1))
        self.assertGreater(result["agent_ticks_per_second"], 0)

    def test_scores_that_are_no_numbers_are_counted_on_every_path(self):
        brain = self.brain("""context: {f: float, sick: {type: bool, initial: false}}
root: {kind: utility, states: {a: {score: 0.0 / f}, b: {score: 0.1}, c: {score: {product: [{gate: sick}]}}}}
""")
        agents = 40 if FEW_REPEATS else 300
        options = ["--agents", str(agents), "--ticks", "7", "--set", "f=1 if random < 0.5 else 0"]
        counts = {self.crowd(brain, *options, "--path", path, "--simd", simd, "--threads", threads)["nan_scores"]
                  for path in ("single", "masks", "groups") for simd in ("baseline", "avx2") for threads in ("1", "2")}
        self.assertEqual(len(counts), 1)
        count = counts.pop()
        zeros = sum(not self.crowd(brain, *options, "--show", agent)["shown"][0]["context"]["f"] for agent in range(agents))
        self.assertEqual(count, zeros * 8)  # the start scores, too
        out = self.good("crowd", brain, *options).out
        self.assertIn(f"\n{count} scores of options were NaN; such an option is never chosen\n", out)
        self.assertNotIn("not a number", self.good("crowd", brain, "--set", "f=1").out)

    def test_each_branch_of_a_parallel_is_counted(self):
        brain = self.brain("root: {kind: parallel, states: {l: {states: {p: {}, q: {}}}, r: {}}}\n")
        self.assertEqual(self.crowd(brain, "--agents", "9")["states"], {"l/p": 9, "r": 9})

    def test_stopped_agents_and_the_root(self):
        self.assertEqual(self.crowd(self.brain("root: {}\n"), "--agents", "3")["states"], {"": 3})
        inputs = self.write("in.csv", "do\nstop\n")
        brain = self.brain(COUNTER)
        self.assertEqual(self.crowd(brain, "--inputs", inputs)["states"], {})
        self.assertRegex(self.good("crowd", brain, "--inputs", inputs).out, r"\n +1000  \(stopped\)\n")

    def test_the_hash_is_the_sum_over_agents(self):
        """It equals that of docs/determinism.md, and does not depend on slices and threads."""
        brain = self.brain("root: {}\n")
        hashes = [int(self.crowd(brain, "--agents", str(n))["hash"], 16) for n in (1, 2, 3)]
        self.assertEqual(len({hashes[0], (hashes[1] - hashes[0]) % 2**64, (hashes[2] - hashes[1]) % 2**64}), 3)
        many = [self.crowd(brain, "--agents", "20000", "--threads", str(n))["hash"] for n in (1, 2, 5)]
        self.assertEqual(len(set(many)), 1)

    def test_few_agents_have_one_thread_unless_more_are_asked_for(self):
        brain = self.brain(COUNTER)
        def threads(agents, *more):
            return self.crowd(brain, "--agents", str(agents), "--ticks", "1", *more)["threads"]
        self.assertEqual([threads(1000), threads(16383)], [1, 1])
        there = threads(1000, "--threads", "2")  # a program without threads has one
        processors = len(os.sched_getaffinity(0)) if there == 2 else 1
        self.assertEqual(threads(16384), min(2, processors))
        self.assertEqual(threads(3 * 8192), min(3, processors))

    def test_text_for_reading(self):
        out = self.good("crowd", self.brain(COUNTER), "--agents", "10", "--ticks", "1", "--threads", "1", "--show",
                        "3", "--set", "x=0.75", "--transitions").out
        self.assertTrue(out.startswith("test: 10 agents, 1 tick, 1 thread, seed 0\n\n      agents  state\n"
                                       "          10  b\n\n      agents  transition\n          10  a → b\n"), out)
        self.assertIn("\nagent 3: b, n 1, x 0.75, on false, w none\nhash ", out)
        self.assertRegex(out, r"\n\d+ agent-ticks per second, in \d+\.\d+ s; an agent has 1 byte, and 7 of fields\n$")

    def test_no_ticks_at_all(self):
        result = self.crowd(self.brain(COUNTER), "--ticks", "0", "--agents", "5", "--transitions")
        self.assertEqual((result["states"], result["transitions"], result["agent_ticks_per_second"]), ({"a": 5}, {}, 0))

    def test_nothing_on_standard_error(self):
        self.assertEqual(self.good("crowd", self.brain(COUNTER), "--agents", "200000", "--ticks", "30").err, "")


class Csv(CrowdCase):
    def rows(self, *arguments):
        return list(csv.DictReader(io.StringIO(self.good("crowd", *arguments, "--format", "csv").out)))

    def test_agents_per_state_over_time(self):
        brain = self.brain(COUNTER)
        rows = self.rows(brain, "--agents", "5000", "--ticks", "9", "--every", "3", "--set", "x=1")
        self.assertEqual([row["tick"] for row in rows], ["0", "3", "6", "9"])
        self.assertEqual(list(rows[0]), ["tick", "a", "b"])
        for row in rows:
            states = self.crowd(brain, "--agents", "5000", "--ticks", row["tick"], "--set", "x=1")["states"]
            self.assertEqual({key: int(n) for key, n in row.items() if key != "tick" and n != "0"}, states)
        self.assertEqual(len(self.rows(brain, "--ticks", "4")), 5)
        self.assertEqual([row["tick"] for row in self.rows(brain, "--ticks", "4", "--every", "3")], ["0", "3"])

    def test_columns_are_all_states_that_can_be_deepest(self):
        brain = self.brain("""root:
  activation: on_decide
  states:
    a: {states: {b: {}, c: {activation: on_decide, states: {d: {}}}}}
    p: {kind: parallel, states: {x: {}, y: {}}}
""")
        rows = self.rows(brain, "--ticks", "1", "--agents", "7")
        self.assertEqual(list(rows[0]), ["tick", "", "a/b", "a/c", "a/c/d", "p/x", "p/y"])
        self.assertEqual([(row[""], row["a/b"]) for row in rows], [("7", "0"), ("0", "7")])

    def test_transitions_as_a_matrix(self):
        brain = self.brain(COUNTER)
        options = (brain, "--agents", "3000", "--ticks", "20", "--set", "x=random", "--transitions")
        rows = self.rows(*options)
        matrix = {row["from"]: {to: int(n) for to, n in row.items() if to != "from" and n != "0"} for row in rows}
        self.assertEqual(matrix, self.crowd(*options)["transitions"])
        self.assertEqual(set(matrix), {"a", "b"})

    def test_transitions_add_up_to_what_a_single_agent_does(self):
        brain = self.brain("""root:
  kind: parallel
  states:
    l: {states: {a: {transitions: [{to: b, when: random < 0.5}]}, b: {transitions: [{to: a, when: random < 0.5}]}}}
    r: {states: {c: {transitions: [{to: d, when: random < 0.5}]}, d: {transitions: [{to: c, when: random < 0.1}]}}}
""")
        expected = {}
        for agent in range(20):
            lines = self.run_lines(brain, "--agent", agent, "--ticks", "30")
            for before, after in zip(lines, lines[1:]):
                for a, b in zip(before["active"], after["active"]):
                    if a != b:
                        expected.setdefault(a, {}).setdefault(b, 0)
                        expected[a][b] += 1
        result = self.crowd(brain, "--agents", "20", "--ticks", "30", "--transitions")
        self.assertEqual(result["transitions"], expected)

    def test_many_different_transitions(self):
        """More than the table's initial capacity; each is found again when it grows."""
        count, agents, ticks = 150, 4, 449
        states = "".join(f"    s{i}: {{transitions: [{{to: s{(i + 1) % count}, after: 1}}]}}\n" for i in range(count))
        result = self.crowd(self.brain("root:\n  states:\n" + states), "--agents", str(agents), "--ticks", str(ticks),
                            "--transitions")
        self.assertEqual(result["transitions"],
                         {f"s{i}": {f"s{(i + 1) % count}": agents * ((ticks + count - 1 - i) // count)}
                          for i in range(count)})

    def test_into_and_out_of_a_parallel_each_branch_counts(self):
        brain = self.brain("""root:
  states:
    a: {transitions: [{to: p, after: 1}]}
    p: {kind: parallel, transitions: [{to: a, after: 1}], states: {x: {}, y: {states: {z: {}}}}}
""")
        result = self.crowd(brain, "--agents", "4", "--ticks", "2", "--transitions")
        self.assertEqual(result["transitions"], {"a": {"p/x": 4, "p/y/z": 4}, "p/x": {"a": 4}, "p/y/z": {"a": 4}})


class Context(CrowdCase):
    def setUp(self):
        super().setUp()
        self.test = self.brain(COUNTER)

    def shown(self, content, *more, agents=3):
        shown = [word for agent in range(agents) for word in ("--show", agent)]
        result = self.crowd(self.test, "--ticks", "0", "--context", self.write("who.csv", content), *shown, *more)
        return [one["context"] for one in result["shown"]]

    def problem(self, content, *more):
        return self.bad(1, "crowd", self.test, "--context", self.write("who.csv", content), *more)

    def test_a_row_is_an_agent_and_an_empty_cell_the_initial_value(self):
        for content in ("x,w,n\n1,found,-128\n,,\n.5,none,127\n", 'x,"w",n\r\n1,"found" ,-128\r\n,"",\r\n.5,none,127'):
            values = self.shown(content, "--agents", "3")
            self.assertEqual(values, [{"n": -128, "x": 1, "on": False, "w": "found"},
                                      {"n": 0, "x": 0, "on": False, "w": "none"},
                                      {"n": 127, "x": 0.5, "on": False, "w": "none"}])

    def test_there_are_as_many_agents_as_rows(self):
        self.assertEqual(self.crowd(self.test, "--context", self.write("who.csv", "n\n" + "5\n" * 9000))["agents"], 9000)

    def test_what_is_set_sees_it(self):
        self.assertEqual([one["x"] for one in self.shown("n\n1\n2\n3\n", "--set", "x=n * 2")], [2, 4, 6])

    def test_standard_input(self):
        self.assertEqual(self.crowd(self.test, "--context", "-", stdin="n\n1\n")["agents"], 1)
        self.assertIn("only one of", self.bad(2, "crowd", "-", "--context", "-"))
        self.assertIn("only one of", self.bad(2, "crowd", self.test, "--inputs", "-", "--context", "-"))

    def test_each_mistake_is_told_at_its_place(self):
        for content, where, words in (
            ("m\n1\n", "1:1", "unknown field 'm'; did you mean 'n'?"),
            ("n,,x\n1,,1\n", "1:3", "this column has no name"),
            ("n,n\n1,1\n", "1:3", "duplicate column 'n'"),
            ("threat()\n1\n", "1:1", "only fields can be columns here"),
            ("raise\nx\n", "1:1", "unknown field 'raise'"),
            ("n\n1\n300\n", "3:1", "n must be a whole number from -128 to 127, not '300'"),
            ("n,x\n1,much\n", "2:3", "x must be a number, NaN, Infinity or -Infinity, not 'much'"),
            ("on\nyes\n", "2:1", "on must be true or false, not 'yes'"),
            ("w\nfuond\n", "2:1", "did you mean 'found'?"),
            ("n,x\n1,2,3\n", "2:5", "this row has 3 cells, the first row 2"),
            ("n,x\n1\n", "2:1", "this row has 1 cell, the first row 2"),
            ('n\n"1\n', "2:1", "unclosed quote"),
            ('n\n1"2\n', "2:2", "quote inside an unquoted cell"),
            ("n\n", "2:1", "no rows after the names"),
            ("", "", "empty file"),
            ("n\n\xff\n".encode("latin-1"), "2:1", "not UTF-8 text"),
        ):
            with self.subTest(content=content):
                message = self.problem(content)
                self.assertIn(words, message)
                self.assertTrue(message.startswith(f"who.csv:{where}"), message)

    def test_rows_and_agents_must_agree(self):
        self.assertEqual(self.problem("n\n1\n2\n", "--agents", "3"),
                         "who.csv:4:1: there are 2 rows for 3 agents; each agent needs one\n")
        self.assertEqual(self.problem("n\n1\n2\n3\n4\n", "--agents", "2"),
                         "who.csv:4:1: extra row; there are only 2 agents\n")
        self.assertIn("no such file", self.bad(1, "crowd", self.test, "--context", "none.csv"))

    def test_all_mistakes_at_once_and_of_inputs_too(self):
        self.write("in.csv", "nn\n1\n")
        message = self.problem("n,m\n1,2\nx,3\n", "--inputs", "in.csv")
        self.assertEqual(len(message.splitlines()), 3)


class Mistakes(CrowdCase):
    def test_of_the_command_line(self):
        brain = self.brain(COUNTER)
        for arguments, words in (
            (["--agents", "0"], "--agents must be a whole number from 1 to 4294967295, not '0'"),
            (["--agents", "4294967296"], "--agents must be a whole number from 1 to 4294967295"),
            (["--agents", "-1"], "--agents must be a whole number"),
            (["--ticks", "1.5"], "--ticks must be a whole number from 0"),
            (["--agents", "1.5e0"], "--agents must be a whole number from 1 to 4294967295, not '1.5e0'"),
            (["--agents", "1e99"], "--agents must be a whole number from 1"),
            (["--agents", "1e-3"], "--agents must be a whole number from 1"),
            (["--agents", "1e"], "--agents must be a whole number from 1"),
            (["--agents", "4294967.296e3"], "--agents must be a whole number from 1"),
            (["-agents", "10"], "unknown option '-agents'; did you mean '--agents'?"),
            (["-agent=10"], "unknown option '-agent'; did you mean '--agents'?"),
            (["-a"], "unknown option '-a'"),
            (["-output", "x.svg"], "unknown option '-output'\n"),
            (["--transitions=3"], "option '--transitions' takes no value"),
            (["--threads", "0"], "--threads must be a whole number from 1 to 1024, not '0'"),
            (["--threads", "1025"], "--threads must be a whole number from 1 to 1024"),
            (["--format", "jsonl"], "--format must be text, json or csv, not 'jsonl'"),
            (["--path", "fast"], "--path must be auto, single, masks or groups, not 'fast'"),
            (["--simd", "sse"], "--simd must be auto, baseline, avx2 or avx512, not 'sse'"),
            (["--every", "5"], "--every needs --format csv"),
            (["--every", "0", "--format", "csv"], "--every must be a whole number from 1"),
            (["--every", "5", "--format", "csv", "--transitions"], "choose one"),
            (["--show", "0", "--format", "csv"], "--show does not support --format csv"),
            (["--show", "9", "--agents", "9"], "--show 9: no such agent; the last is 8"),
            (["--agnets", "3"], "did you mean '--agents'?"),
            (["--set", "m=1"], "unknown field 'm'; did you mean 'n'?"),
            (["--set", "n=300"], "n must be a whole number from -128 to 127, not '300'"),
        ):
            with self.subTest(arguments=arguments):
                message = self.bad(2, "crowd", brain, *arguments)
                self.assertIn(words, message)
                self.assertTrue(message.startswith("wits crowd: "), message)

    def test_wrong_inputs(self):
        self.assertRegex(self.bad(1, "crowd", self.brain(COUNTER), "--inputs", self.write("in.csv", "m\n1\n")),
                         r"^in\.csv:1:1: unknown field 'm'")


class Memory(CrowdCase):
    def fields(self, count):
        return self.brain("context: {" + ", ".join(f"f{i}: float" for i in range(count)) + "}\nroot: {}\n")

    def test_more_than_the_machine_has(self):
        message = self.bad(1, "crowd", self.fields(1000), "--agents", "4000000000")
        self.assertRegex(message, r"^wits: 4000000000 agents need 14\.6 TiB of memory, .*\n$")

    @unittest.skipIf("san" in os.environ.get("WITS", "") or "thread" in os.environ.get("WITS", ""),
                     "sanitizers need addresses of their own")
    def test_more_than_the_system_gives(self):
        limit = 1 << 30
        done = subprocess.run([PROGRAM, "crowd", self.fields(100), "--agents", "3000000", "--threads", "1"],
                              cwd=self.folder, capture_output=True, text=True, check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^wits: 3000000 agents need 1\.1 GiB of memory, .*\n$")


class Terminal(CrowdCase):
    def on_terminal(self, *arguments, seconds=None, **variables):
        """Terminal output and status; after `seconds` of work Ctrl-C is pressed."""
        import pty

        leader, follower = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", **variables}
        process = subprocess.Popen([PROGRAM, "crowd", *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=follower, env=environment)
        os.close(follower)
        if seconds is not None:
            let_run(process, seconds)
            process.send_signal(signal.SIGINT)
        out = process.communicate(timeout=600)[0].decode()
        shown = b""
        try:
            while part := os.read(leader, 65536):
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(leader)
        return process.returncode, out, shown.decode()

    def test_a_bar_at_most_ten_times_a_second_that_is_gone_at_the_end(self):
        begun, idle = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        status, out, shown = self.on_terminal(self.brain(COUNTER), "--agents", "30000", "--ticks", "400", "--threads", "1")
        took = time.monotonic() - begun
        worked = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - idle  # a busy machine may let it wait
        self.assertEqual(status, 0)
        self.assertTrue(out.startswith("test: 30000 agents"), out)
        bars = shown.count("[")
        self.assertLessEqual(bars, 10 * took + 1)
        if worked > 1:
            self.assertGreater(bars, 2)
        if bars:
            self.assertRegex(shown, r"^\r\[#*\.+\] +\d+%  tick \d+ of 400, \d+ s left ")
            self.assertTrue(shown.endswith("\r"), shown[-20:])

    def test_no_bar_with_json_or_on_a_dumb_terminal(self):
        options = (self.brain(COUNTER), "--agents", "30000", "--ticks", "200")
        self.assertEqual(self.on_terminal(*options, "--format", "json")[2], "")
        self.assertEqual(self.on_terminal(*options, TERM="dumb")[2], "")

    def interrupted(self, *options):
        return self.on_terminal(self.brain(COUNTER), "--agents", "20000", "--ticks", "4000000000", *options,
                                seconds=0.7, TERM="dumb")

    def test_ctrl_c_prints_what_has_been_done(self):
        status, out, shown = self.interrupted("--format", "json", "--threads", "1")
        self.assertEqual(status, 130)
        result = json.loads(out)
        self.assertTrue(result["interrupted"])
        self.assertGreater(result["ticks"], 0)
        self.assertEqual(sum(result["states"].values()), 20000)
        self.assertRegex(shown, rf"^wits crowd: interrupted after {result['ticks']} of 4000000000 ticks")
        if result["agents_ahead"] == 0:
            again = self.crowd(self.brain(COUNTER), "--agents", "20000", "--ticks", str(result["ticks"]))
            self.assertEqual(again["hash"], result["hash"])

    def test_ctrl_c_as_text_and_csv(self):
        status, out, _ = self.interrupted()
        self.assertEqual(status, 130)
        self.assertRegex(out, r"^test: 20000 agents, \d+ of 4000000000 ticks, ")
        self.assertIn("\nhash ", out)
        status, out, _ = self.interrupted("--format", "csv", "--every", "5")
        self.assertEqual(status, 130)
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertTrue(all(int(row["a"]) + int(row["b"]) == 20000 for row in rows))

    def test_ctrl_c_while_the_reader_of_a_pipe_waits(self):
        """The signal arrives during a write that the full pipe blocks. The write continues when the pipe is read."""
        with subprocess.Popen([PROGRAM, "crowd", self.brain(COUNTER), "--agents", "10", "--ticks", "4000000000", "--every",
                               "1", "--format", "csv"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              encoding="utf-8") as running:
            before, now = -1, 0
            while now == 0 or now != before:
                time.sleep(0.1)
                before, now = now, waiting_in(running.stdout)
            running.send_signal(signal.SIGINT)
            time.sleep(0.1)
            out, err = running.communicate(timeout=600)
        self.assertEqual(running.returncode, 130, err)
        self.assertNotIn("cannot be written", err)
        self.assertTrue(all(int(row["a"]) + int(row["b"]) == 10 for row in csv.DictReader(io.StringIO(out))))


class Help(CrowdCase):
    def test_the_page_has_every_option(self):
        page = (ROOT / "docs/brain-files.md").read_text()
        section = page[page.index("### wits crowd FILE"):]
        for option in set(re.findall(r"--\w+", self.good("crowd", "--help").out)) - {"--agent", "--const"}:
            self.assertIn(f"`{option}", section)

    def test_how_a_brain_is_run(self):
        blocks = (r"in blocks of \d+ agents, .+ \((masks|groups)\), because .+; "
                  r"\d+ operations for a block, \d+ bytes of working memory for each thread")
        for path in BRAIN_FILES:
            out = wits("check", "-v", path).out
            self.assertRegex(out, re.escape(str(path)) +
                             rf": a crowd of it runs (one agent after another \(single\), because .+|{blocks})\n")
        name = self.brain("root:\n  states:\n" + "".join(f"    s{i}: {{}}\n" for i in range(300)))
        self.assertIn(": a crowd of it runs in blocks of ", self.wits("check", "-v", name).out)
        options = "".join(f"    s{i}: {{score: 1}}\n" for i in range(255))
        out = self.wits("check", "-v", self.brain("root:\n  kind: utility\n  states:\n" + options)).out
        self.assertRegex(out, r"one agent after another \(single\), because it has more than 254 options")


if __name__ == "__main__":
    unittest.main()
