# SPDX-License-Identifier: MIT
"""run --record, crowd --record and replay: recordings that are equal, cut, damaged, of other brains, inputs and seeds."""

import json
import os
import random
import re
import resource
import signal
import struct
import subprocess
import unittest

from chapter import Chapter
from crowds import NAMES, brain_options, number_in, result_of, snapshot_sum
from program import BRAINS, FEW_REPEATS, INPUTS, PROGRAM, ROOT, Case, golden_command, let_run, wits

GUARD, NIGHT = BRAINS / "guard.yaml", INPUTS["guard"]
VILLAGER = [BRAINS / "villager.yaml", "--set", "hunger=random", "--agents", 300]
SQUAD = [BRAINS / "squad.yaml", "--targets", "enemy=3", "--set", "enemy.distance=1 + random * 40", "--set", "enemy.health=random",
         "--targets", "cover=2", "--set", "cover.distance=random * 9", "--agents", 120]


TEXT, ANSWERS = 2, 5  # chunks: docs/recordings.md, "Format"


def with_text(content, before, after):
    """A recording whose brain has other words of the same length: as if another machine had computed something else."""
    content, at = bytearray(content), 16
    while content[at] != TEXT:
        at += 16 + (number_in(content, at) >> 8)
    size = number_in(content, at) >> 8
    text = bytes(content[at + 16:at + 16 + size])
    changed = text.replace(before.encode(), after.encode())
    assert changed != text and len(changed) == size
    content[at + 16:at + 16 + size] = changed
    struct.pack_into("<Q", content, at + 8, snapshot_sum(number_in(content, at), changed))
    return bytes(content)


def without_text(content):
    """A recording as of a game that saves no brain."""
    at = 16
    while content[at] != TEXT:
        at += 16 + (number_in(content, at) >> 8)
    return content[:at] + content[at + 16 + (number_in(content, at) >> 8):]


def without_answers(content):
    """A recording as of a game that does not call the recorder's functions."""
    kept, at = content[:16], 16
    while at < len(content):
        end = at + 16 + (number_in(content, at) >> 8)
        kept += content[at:end] if content[at] != ANSWERS else b""
        at = end
    return kept


class ReplayCase(Case):
    def path(self, name):
        return self.folder / name

    def record_run(self, name, *arguments):
        return self.good("run", *arguments, "--record", name)

    def record(self, name, *arguments):
        """Records a crowd. Returns its JSON."""
        return result_of(self.good("crowd", *arguments, "--record", name, "--format", "json").out)

    def replay(self, *arguments, status=0):
        result = self.wits("replay", *arguments, "--format", "json")
        self.assertEqual((result.status, result.err), (status, ""), result.out)
        return json.loads(result.out)

    def edited(self, *pairs, brain=GUARD, name="edited.yaml"):
        content = brain.read_text()
        for before, after in pairs:
            self.assertIn(before, content)
            content = content.replace(before, after)
        return self.write(name, content)

    def inputs(self, *pairs, name="other.csv"):
        """The guard's night with other rows: pairs of a tick and a row."""
        lines = NIGHT.read_text().splitlines()
        for tick, row in pairs:
            lines[tick] = row
        return self.write(name, "\n".join(lines) + "\n")

    def guard(self, name="a.rec", inputs=NIGHT, brain=GUARD, *more):
        self.record_run(name, brain, "--inputs", inputs, *more)
        return name


class Same(ReplayCase):
    def test_agents_of_all_brains(self):
        for name in NAMES:
            plain = wits(*golden_command(name))
            recorded = wits(*golden_command(name, "--record", str(self.path("a.rec"))))
            self.assertEqual((recorded.status, recorded.out), (0, plain.out), name)
            told = self.replay("a.rec")
            self.assertEqual((told["result"], told["unanswered"], told["recording"]["end"]), ("same", 0, "complete"), name)
            self.assertEqual(told["compared"], told["recording"]["last_tick"] + 1, name)

    def test_crowds_of_all_brains(self):
        for name in NAMES:
            options = brain_options(name, 60)
            plain = result_of(wits("crowd", *options, "--fields", "all", "--format", "json").out)
            recorded = wits("crowd", *options, "--fields", "all", "--format", "json", "--record", self.path("a.rec"), "--hash-every", 10,
                            "--keyframes", 15)
            self.assertEqual((recorded.status, result_of(recorded.out)), (0, plain), name)
            told = self.replay("a.rec")
            self.assertEqual((told["result"], told["unanswered"], told["hash"]), ("same", 0, plain["hash"]), name)
            self.assertGreaterEqual(told["compared"], 5, name)

    def test_functions_and_targets_that_are_set_and_threads(self):
        for options in ([GUARD, "--set", "sees_player=random < 0.5", "--set", "distance=random * 20", "--agents", 3000], SQUAD):
            for threads in (1, 2):
                made = self.record("a.rec", *options, "--threads", threads)
                told = self.replay("a.rec")
                self.assertEqual((told["result"], told["unanswered"], told["hash"]), ("same", 0, made["hash"]))

    def test_host_functions(self):
        brain = self.brain("context: {x: float, n: int}\nroot:\n  states:\n"
                           "    a: {update: x = threat() * 2, transitions: [{to: b, when: sees(3)}]}\n"
                           "    b: {update: n = n + 1, transitions: [{to: a, when: not sees(n)}]}\n")
        inputs = self.write("in.csv", "tick,threat()\n3,\n5,0.25\n9,\n")
        made = self.record("a.rec", brain, "--inputs", inputs, "--agents", 500, "--set", "threat()=random", "--set",
                           "sees(3)=random < 0.5", "--set", "sees(1)=random < 0.3", "--ticks", 20, "--fields", "all")
        told = self.replay("a.rec")
        self.assertEqual((told["result"], told["unanswered"], told["hash"]), ("same", 0, made["hash"]))
        self.record_run("b.rec", brain, "--inputs", inputs, "--set", "sees(3)=true")
        self.assertEqual(self.replay("b.rec")["result"], "same")

    def test_other_calls_and_events(self):
        brain = self.brain("events: [go, halt]\ncontext: {n: int}\nroot:\n  any: [{to: a, event: halt}]\n  states:\n"
                           "    a: {update: n = n + 1, transitions: [{to: b, event: go}]}\n    b: {enter: raise halt}\n")
        inputs = self.write("in.csv", "tick,raise,do,n\n1,go,,\n2,,decide; update,\n3,go,goto b,\n4,,restart a,\n5,,set_state b,7\n"
                                      "6,,stop,\n7,,start,\n9,halt,,\n")
        made = self.record("a.rec", brain, "--inputs", inputs, "--agents", 40, "--hash-every", 1)
        told = self.replay("a.rec")
        self.assertEqual((told["result"], told["hash"], told["compared"]), ("same", made["hash"], 10))
        self.assertEqual(told["recording"]["calls"], 11)
        self.record_run("b.rec", brain, "--inputs", inputs, "--from", "b", "--agent", 5)
        self.assertEqual(self.replay("b.rec")["result"], "same")

    def test_agents_with_ids_and_checkpoints(self):
        self.good("crowd", *VILLAGER, "--dump", "d.csv")
        lines = self.path("d.csv").read_text().splitlines(keepends=True)
        self.write("some.csv", "".join(lines[:1] + lines[3::7]))
        made = self.record("a.rec", VILLAGER[0], "--context", "some.csv", "--ticks", 30, "--checkpoint", "a.ck")
        told = self.replay("a.rec")
        self.assertEqual((told["result"], told["hash"], told["recording"]["first_tick"]), ("same", made["hash"], 101))
        self.assertIn("agent 9,", self.good("replay", "a.rec", "--agent", 9, "--at", 110).out)
        made = self.record("b.rec", VILLAGER[0], "--resume", "a.ck", "--ticks", 50)
        told = self.replay("b.rec")
        self.assertEqual((told["result"], told["hash"], told["recording"]["first_tick"]), ("same", made["hash"], 131))

    def test_the_brain_that_was_recorded(self):
        """Recordings contain the brain with its includes and constants, so later changes of the file do not matter."""
        self.write("numbers.yaml", "wits: 1\nconstants: {NAP: 3}\n")
        brain = self.brain("include: numbers.yaml\nroot:\n  states:\n    a: {transitions: [{to: b, after: NAP}]}\n    b: {}\n")
        self.record_run("a.rec", brain, "--const", "NAP=2")
        os.remove(self.path("numbers.yaml"))
        os.remove(self.path(brain))
        self.assertEqual(self.replay("a.rec")["result"], "same")
        self.assertIn("after 2", self.good("replay", "a.rec", "--agent", 0, "--at", 2).out.replace("after: 2", "after 2").
                      replace("had been there for 2", "after 2"))

    def test_text(self):
        self.record("a.rec", *VILLAGER, "--ticks", 90, "--seed", 3)
        self.assertRegex(self.good("replay", "a.rec").out,
                         r"^villager: 300 agents, 91 calls, ticks 0 to 90\nthe same as recorded; compared 2 times\n"
                         r"hash [0-9a-f]+\nthe recording is complete\n$")
        with open(self.path("a.rec"), "rb") as recording:
            piped = subprocess.run([PROGRAM, "replay", "-"], stdin=recording, capture_output=True, text=True, check=True)
        self.assertEqual(piped.stdout, self.good("replay", "a.rec").out)


class Explained(ReplayCase):
    def test_as_explain(self):
        self.guard()
        for tick in (0, 1, 3, 9, 12, 20, 31, 44):
            for form in ("text", "json"):
                expected = self.good("explain", GUARD, "--inputs", NIGHT, "--at", tick, "--format", form).out
                self.assertEqual(self.good("replay", "a.rec", "--agent", 0, "--at", tick, "--format", form).out, expected, tick)

    def test_an_agent_of_a_crowd(self):
        self.record("a.rec", BRAINS / "villager.yaml", "--agents", 40, "--seed", 6)
        for agent, tick in ((0, 5), (17, 40), (39, 100)):
            expected = self.good("explain", BRAINS / "villager.yaml", "--seed", 6, "--agent", agent, "--at", tick).out
            self.assertEqual(self.good("replay", "a.rec", "--agent", agent, "--at", tick).out, expected)

    def test_targets(self):
        self.record("a.rec", *SQUAD)
        told = self.good("replay", "a.rec", "--agent", 7, "--at", 20).out
        self.assertIn("enemy, 3 in the list:", told)
        self.assertIn("tick    20, agent 7", told)

    def test_with_another_brain(self):
        self.guard()
        other = self.edited(("after: 3", "after: 2"))
        self.assertIn("had been there for 2 ticks", self.good("replay", "a.rec", "--agent", 0, "--at", 2, "--brain", other).out)

    def test_what_is_not_there(self):
        self.guard()
        self.assertEqual(self.bad(1, "replay", "a.rec", "--agent", 1, "--at", 2), "wits: a.rec has no agent 1; it has only agent 0\n")
        self.assertEqual(self.bad(1, "replay", "a.rec", "--agent", 0, "--at", 99),
                         "wits: a.rec has no call of agent 0 at tick 99; it has ticks 0 to 44\n")
        self.record("b.rec", *VILLAGER, "--ticks", 3)
        self.assertEqual(self.bad(1, "replay", "b.rec", "--agent", 300, "--at", 2),
                         "wits: b.rec has no agent 300; it has agents 0 to 299\n")
        self.good("crowd", *VILLAGER, "--ticks", 3, "--dump", "d.csv")
        lines = self.path("d.csv").read_text().splitlines(keepends=True)
        self.write("some.csv", "".join(lines[:1] + lines[3::7]))
        self.record("c.rec", VILLAGER[0], "--context", "some.csv", "--ticks", 3)
        self.assertEqual(self.bad(1, "replay", "c.rec", "--agent", 3, "--at", 4),
                         "wits: c.rec has no agent 3; it has 43 agents, with ids from 2 to 296\n")


class Against(ReplayCase):
    def test_equal(self):
        self.guard()
        self.guard("b.rec")
        told = self.replay("a.rec", "--against", "b.rec")
        self.assertEqual((told["result"], told["same_calls"], told["difference"], told["input"]), ("same", 45, None, None))
        self.assertEqual(self.good("replay", "a.rec", "--against", "b.rec").out,
                         "the same in A and in B, after each of 45 calls up to tick 44\na.rec is complete\nb.rec is complete\n")

    def test_an_input_that_changes_a_decision(self):
        self.guard()
        self.guard("b.rec", self.inputs((9, ",,,"), (10, "true,14,,")))
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual(told["difference"], {"tick": 9, "call": 10, "agent": 0, "what": "states", "name": None, "a": "combat/close_in",
                                              "b": "patrol/look"})
        self.assertEqual(told["input"], {"tick": 9, "call": 10, "agent": 0, "what": "field", "name": "sees_player", "a": "true",
                                         "b": "false"})
        self.assertIn("patrol → combat fired, because sees_player", told["why"]["a"])
        self.assertIn("guard stayed in patrol/look", told["why"]["b"])
        text = self.wits("replay", "a.rec", "--against", "b.rec")
        self.assertEqual(text.out, "the first difference is at tick 9: agent 0 is in combat/close_in in A and in patrol/look in B\n"
                                   "its inputs differ first, at tick 9: the field 'sees_player' of agent 0 is true in A and false in B\n"
                                   f"  A: {told['why']['a']}\n  B: {told['why']['b']}\n")
        self.assertEqual((text.status, text.err), (3, ""))

    def test_an_input_that_changes_nothing(self):
        self.guard()
        self.guard("b.rec", self.inputs((9, "true,15.5,,")))
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["difference"], told["input"]["name"], told["input"]["tick"], told["same_calls"]), (None, "distance", 9, 9))
        self.assertEqual(self.wits("replay", "a.rec", "--against", "b.rec").out,
                         "only inputs differ, first at tick 9: the field 'distance' of agent 0 is 16 in A and 15.5 in B\n")

    def test_an_input_long_before(self):
        brain = self.brain("context: {n: int}\nroot:\n  states:\n    a: {transitions: [{to: b, when: n > 4, after: 6}]}\n    b: {}\n")
        for name, value in (("a.rec", 4), ("b.rec", 5)):
            self.record_run(name, brain, "--inputs", self.write("in.csv", f"tick,n\n2,{value}\n9,{value}\n"))
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["difference"]["tick"], told["difference"]["a"], told["difference"]["b"]), (6, "a", "b"))
        self.assertEqual((told["input"]["tick"], told["input"]["name"], told["input"]["a"], told["input"]["b"]), (2, "n", "4", "5"))

    def test_an_event(self):
        brain = self.brain("events: [go, stay]\nroot:\n  states:\n    a: {transitions: [{to: b, event: go}]}\n    b: {}\n")
        self.record_run("a.rec", brain, "--raise", "go@4")
        self.record_run("b.rec", brain, "--raise", "go@6")
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["difference"]["tick"], told["input"]["tick"]), (4, 4))
        self.assertEqual([told["input"][key] for key in ("what", "name", "a", "b")], ["event", "go", "pending", "not pending"])

    def test_what_a_function_answers(self):
        brain = self.brain("root:\n  states:\n    a: {transitions: [{to: b, when: sees()}]}\n    b: {}\n")
        for name, tick in (("a.rec", 3), ("b.rec", 5)):
            self.record_run(name, brain, "--inputs", self.write("in.csv", f"tick,sees()\n{tick},true\n9,true\n"))
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["difference"]["tick"], told["difference"]["a"]), (3, "b"))
        self.assertEqual([told["input"][key] for key in ("what", "name", "a", "b", "tick")], ["function", "sees()", "true", "false", 3])

    def test_targets(self):
        brain = self.brain("targets: {cat: {distance: float}}\nroot:\n  kind: utility\n  states:\n    nap: {score: 0.5}\n"
                           "    hunt: {target: cat, score: cat.distance}\n")
        for name, cats in (("a.rec", "tick,id,distance\n2,7,0.75\n2,8,0.1\n5,7,1\n"), ("b.rec", "tick,id,distance\n2,7,0.75\n5,7,1\n"),
                           ("c.rec", "tick,id,distance\n2,7,0.1\n2,8,0.75\n5,7,1\n")):
            self.record_run(name, brain, "--targets", f"cat={self.write('cats.csv', cats)}")
        same = self.replay("a.rec", "--against", "b.rec")  # a different list does not count unless an agent decides differently
        self.assertEqual(same["result"], "same")
        told = self.replay("a.rec", "--against", "c.rec", status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "name", "a", "b", "tick")], ["target", "hunt", "7", "8", 2])
        self.assertEqual([told["input"][key] for key in ("what", "name", "a", "b", "tick")], ["targets", "cat", "2", "2", 2])

    def test_seeds(self):
        self.record("a.rec", *VILLAGER)
        self.record("b.rec", *VILLAGER, "--seed", 1)
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["input"]["what"], told["input"]["name"], told["difference"]["tick"]), ("field", "hunger", 0))
        brain = self.brain("root:\n  kind: utility\n  select: weighted\n  every: 1\n  states: {a: {score: 1}, b: {score: 1}}\n")
        self.record("a.rec", brain, "--agents", 5)
        self.record("b.rec", brain, "--agents", 5, "--seed", 1)
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["input"]["what"], told["input"]["a"], told["input"]["b"]), ("seed", "0", "1"))

    def test_one_agent_of_many(self):
        inputs = "tick,agent,id,distance\n"
        brain = self.brain("targets: {cat: {distance: float}}\nroot:\n  kind: utility\n  states:\n    nap: {score: 0.5}\n"
                           "    hunt: {target: cat, score: cat.distance}\n")
        for name, change in (("a.rec", 0.1), ("b.rec", 0.9)):
            rows = [f"{tick},{agent},3,{change if (tick, agent) == (7, 23) else 0.1}\n" for tick in (0, 7, 8) for agent in range(40)]
            self.record(name, brain, "--agents", 40, "--targets", f"cat={self.write('cats.csv', inputs + ''.join(rows))}")
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual([told["difference"][key] for key in ("agent", "tick", "a", "b")], [23, 7, "nap", "hunt → 3"])
        self.assertIn("hunt on 3", told["why"]["b"] + told["why"]["a"])

    def test_calls_that_differ(self):
        brain = self.brain("root:\n  states: {a: {}, b: {}}\n")
        self.record_run("a.rec", brain, "--inputs", self.write("in.csv", "tick,do\n3,goto b\n5,\n"))
        self.record_run("b.rec", brain, "--inputs", self.write("in.csv", "tick,do\n3,goto a\n5,\n"))
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual(told["calls"], {"a": "goto b of agent 0 at tick 3", "b": "goto a of agent 0 at tick 3"})
        self.assertIn("different calls after call 3: goto b of agent 0 at tick 3 in A and goto a of agent 0 at tick 3 in B\n",
                      self.wits("replay", "a.rec", "--against", "b.rec").out)

    def test_a_shorter_one(self):
        self.guard()
        self.guard("b.rec", NIGHT, GUARD, "--ticks", 20)
        told = self.replay("a.rec", "--against", "b.rec", status=3)
        self.assertEqual((told["result"], told["same_calls"], told["b"]["last_tick"]), ("differs", 21, 20))
        self.assertEqual((told["calls"], told["difference"]), ({"a": "tick of agent 0 at tick 21", "b": None}, None))
        self.assertEqual(self.wits("replay", "b.rec", "--against", "a.rec").out,
                         "the same in A and in B, after each of 21 calls up to tick 20\na.rec has 24 more calls, up to tick 44\n"
                         "b.rec is complete\na.rec is complete\n")
        self.path("cut.rec").write_bytes(self.path("b.rec").read_bytes()[:-10])  # a game that has stopped
        told = self.replay("cut.rec", "--against", "a.rec")
        self.assertEqual((told["result"], told["calls"]), ("same", {"a": None, "b": "tick of agent 0 at tick 21"}))
        self.assertIn("a.rec has 24 more calls, up to tick 44\ncut.rec is cut off after tick 20; ",
                      self.good("replay", "cut.rec", "--against", "a.rec").out)
        self.guard("c.rec", self.inputs((9, "true,15.5,,")), GUARD, "--ticks", 20)
        self.assertIn("only inputs differ, first at tick 9: the field 'distance' of agent 0 is 15.5 in A and 16 in B\n"
                      "a.rec has 24 more calls, up to tick 44\n", self.wits("replay", "c.rec", "--against", "a.rec").out)

    def test_other_agents(self):
        self.record("a.rec", *VILLAGER)
        self.record("b.rec", VILLAGER[0], "--agents", 20)
        self.assertEqual(self.bad(1, "replay", "a.rec", "--against", "b.rec"),
                         "wits: a.rec has 300 agents and b.rec has 20; only recordings of the same agents can be compared\n")
        self.guard("c.rec", NIGHT, GUARD, "--agent", 3)
        self.guard("d.rec")
        self.assertIn("has the id 3 in c.rec and 0 in d.rec", self.bad(1, "replay", "c.rec", "--against", "d.rec"))


class OtherBrain(ReplayCase):
    def test_a_number(self):
        self.guard()
        other = self.edited(("after: 3", "after: 2"))
        told = self.replay("a.rec", "--brain", other, status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "tick", "agent", "a", "b")],
                         ["states", 2, 0, "patrol/walk", "patrol/look"])
        self.assertIsNone(told["input"])
        self.assertEqual(self.wits("replay", "a.rec", "--brain", other).out,
                         "the first difference is at tick 2: agent 0 is in patrol/walk as recorded and in patrol/look with edited.yaml\n"
                         f"  recorded: {told['why']['a']}\n  edited.yaml: {told['why']['b']}\n"
                         "edited.yaml: 1 function call had no recorded answer and returned false or 0\n")
        self.assertEqual((told["brain_file"], told["unanswered"], told["left_out"]), ("edited.yaml", {"a": 0, "b": 1}, []))

    def test_no_difference(self):
        self.guard()
        other = self.edited(("wits: 1", "# nicer\nwits: 1"))
        self.assertEqual(self.good("replay", "a.rec", "--brain", other).out,
                         f"the same as recorded and with {other}, after each of 45 calls up to tick 44\na.rec is complete\n")

    def test_a_field_that_the_brain_writes(self):
        self.record("a.rec", *VILLAGER)
        other = self.edited(("by: 0.2, at_least: 3", "by: 0.25, at_least: 3"), brain=BRAINS / "villager.yaml")
        told = self.replay("a.rec", "--brain", other, status=3)
        self.assertEqual((told["difference"]["what"], told["difference"]["name"]), ("field", "hunger"))

    def test_renamed_states_and_fields(self):
        brain = "context: {n: int}\nroot:\n  states:\n    a: {update: n = n + 1, transitions: [{to: b, when: n > 4}]}\n    b: {}\n"
        self.record_run("a.rec", self.brain(brain))
        renamed = brain.replace(" a:", " c:").replace("n = n + 1", "m = m + 1").replace("n > 4", "m > 4").replace("{n:", "{m:")
        other = self.brain("renames: {states: {a: c}, fields: {n: m}}\n" + renamed, "other.yaml")
        self.assertEqual(self.replay("a.rec", "--brain", other)["result"], "same")
        other = self.brain("renames: {states: {a: c}, fields: {n: m}}\n" + renamed.replace("> 4", "> 5"), "other.yaml")
        told = self.replay("a.rec", "--brain", other, status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "tick", "a", "b")], ["states", 6, "b", "c"])

    def test_another_layout_with_functions_of_the_host(self):
        brain = ("events: [go]\nroot:\n  any: [{to: b, event: go}]\n  states:\n    a: {transitions: [{to: b, when: sees() and fear() > 0.5}]}\n"
                 "    b: {transitions: [{to: a, after: 4}]}\n")
        inputs = self.write("in.csv", "tick,sees(),fear(),raise\n0,false,0.25,\n3,true,0.75,\n9,,,go\n12,,,\n")
        self.record_run("a.rec", self.brain(brain), "--inputs", inputs)
        renamed = brain.replace("b:", "c:").replace("to: b", "to: c")
        for edited in ("renames: {states: {b: c}}\n" + renamed,
                       brain.replace("    b:", "    d: {}\n    b:"),
                       brain.replace("[go]", "[halt, go]"),
                       "renames: {events: {go: come}}\n" + brain.replace("go]", "come]").replace("event: go", "event: come")):
            other = self.brain(edited, "other.yaml")
            self.assertEqual(self.replay("a.rec", "--brain", other)["result"], "same", edited)
        told = self.replay("a.rec", "--brain", self.brain(renamed, "other.yaml"), status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "tick", "a", "b")], ["states", 3, "b", "c"])

    def test_a_new_choice_by_a_function_of_the_host(self):
        """Agents in a state that becomes a utility have to choose when they are converted."""
        self.record_run("a.rec", self.brain("root:\n  states:\n    a: {transitions: [{to: b, after: 3}]}\n    b: {}\n"), "--from", "b")
        other = self.brain("root:\n  states:\n    a: {transitions: [{to: b, after: 3}]}\n"
                           "    b: {kind: utility, states: {x: {score: fear()}, y: {score: 0.5}}}\n", "other.yaml")
        told = self.replay("a.rec", "--brain", other, status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "tick", "a", "b")], ["states", 0, "b", "b/y"])

    def test_what_is_left_out(self):
        brain = ("events: [go, halt]\ncontext: {n: int, m: float, mood: [good, bad]}\ntargets: {cat: {distance: float}, dog: {size: int}}\n"
                 "root:\n  kind: utility\n  every: 1\n  states:\n    a: {score: fear() + hunger(), update: n = n + 1}\n"
                 "    b: {target: cat, score: 0}\n    c: {target: dog, score: 0}\n")
        self.record_run("a.rec", self.brain(brain), "--ticks", 4)
        other = self.brain(brain.replace(", halt", "").replace("n: int", "n: float").replace("m: float, ", "").replace("[good", "[fine, good")
                           .replace("distance: float", "distance: int").replace(", dog: {size: int}", "").replace("fear()", "hope()")
                           .replace("target: dog, ", ""), "other.yaml")
        told = self.replay("a.rec", "--brain", other)
        self.assertEqual(told["left_out"], ["field 'n' (its type has changed)", "field 'm' (the brain lacks it)",
                                            "field 'mood' (its values have changed)", "event 'halt' (the brain lacks it)",
                                            "fields of targets 'cat' (they have changed)", "targets 'dog' (the brain lacks it)",
                                            "answers of function 'fear' (the brain lacks it)"])
        self.assertEqual(told["unanswered"], {"a": 0, "b": 5})
        text = self.good("replay", "a.rec", "--brain", other).out
        self.assertIn("a.rec is complete\nother.yaml: 5 function calls had no recorded answer and returned false or 0\n"
                      "left out: field 'n' (its type has changed)\n", text)

    def test_targets_whose_own_fields_have_changed(self):
        """A field of an enemy is read in another row than one of an agent and an enemy, so lists are not compared."""
        own, seen = "{type: float, own: true}", "float"
        brain = ("targets: {cat: {distance: HOW, size: float}}\nroot:\n  kind: utility\n  every: 1\n  states:\n    nap: {score: 0.5}\n"
                 "    hunt: {target: cat, score: cat.size}\n")
        cats = self.write("cats.csv", "tick,id,distance,size\n1,7,0.25,0.75\n1,8,1,0.1\n")
        for before, after in ((own, seen), (seen, own)):
            self.record_run("a.rec", self.brain(brain.replace("HOW", before)), "--targets", f"cat={cats}", "--ticks", 4)
            other = self.brain(brain.replace("HOW", after).replace("0.5", "0.8"), "other.yaml")
            told = self.replay("a.rec", "--brain", other, status=3)
            self.assertEqual(told["left_out"], ["fields of targets 'cat' (they have changed)"])
            self.assertEqual([told["difference"][key] for key in ("what", "tick", "a", "b")], ["states", 1, "hunt → 7", "nap"])
            self.assertIsNone(told["input"])

    def test_a_brain_of_something_else(self):
        self.guard()
        other = self.brain("root:\n  states: {a: {}}\n", "other.yaml")
        result = self.wits("replay", "a.rec", "--brain", other)
        self.assertEqual((result.status, result.err),
                         (3, "other.yaml: warning: it has no state of the recorded brain 'guard'; is it another brain?\n"))

    def test_a_removed_state(self):
        self.record_run("a.rec", self.brain("root:\n  states:\n    a: {transitions: [{to: b, after: 3}]}\n    b: {}\n"))
        other = self.brain("root:\n  states:\n    a: {}\n", "other.yaml")
        told = self.replay("a.rec", "--brain", other, status=3)
        self.assertEqual([told["difference"][key] for key in ("what", "tick", "a", "b")], ["states", 3, "b", "a"])

    def test_a_wrong_brain(self):
        self.guard()
        self.assertIn("no state 'cmbat'", self.bad(1, "replay", "a.rec", "--brain", self.edited(("to: combat", "to: cmbat"))))
        self.assertIn("there is no such file", self.bad(1, "replay", "a.rec", "--brain", "none.yaml"))

    def test_a_recording_without_a_brain(self):
        self.guard()
        self.path("b.rec").write_bytes(without_text(self.path("a.rec").read_bytes()))
        self.assertEqual(self.bad(1, "replay", "b.rec"), "b.rec: the recording has no brain; give its file with --brain\n")
        told = self.replay("b.rec", "--brain", GUARD)
        self.assertEqual((told["result"], told["compared"]), ("same", 45))
        self.assertEqual(self.replay("b.rec", "--against", "b.rec", "--brain", GUARD)["same_calls"], 45)
        self.assertEqual(self.replay("a.rec", "--against", "b.rec", "--brain", GUARD)["same_calls"], 45)
        other = self.edited(("after: 3", "after: 2"))
        self.assertIn("but a.rec has another brain than --brain; leave out --brain, which is for recordings without one\n",
                      self.bad(2, "replay", "b.rec", "--against", "a.rec", "--brain", other))
        self.assertEqual(self.replay("b.rec", "--brain", other, status=3)["difference"]["tick"], 3)

    def test_a_constant(self):
        brain = self.brain("constants: {NAP: 3}\nroot:\n  states:\n    a: {transitions: [{to: b, after: NAP}]}\n    b: {}\n")
        self.record_run("a.rec", brain)
        told = self.wits("replay", "a.rec", "--brain", brain, "--const", "NAP=2")
        self.assertIn("at tick 2: agent 0 is in a as recorded and in b with brain.yaml", told.out)
        self.assertIn("--const needs --brain", self.bad(2, "replay", "a.rec", "--const", "NAP=2"))


class NotAsRecorded(ReplayCase):
    """What happens on a machine that computes something else."""

    def altered(self, name, before, after):
        self.path("b.rec").write_bytes(with_text(self.path(name).read_bytes(), before, after))
        return "b.rec"

    def test_one_agent(self):
        self.guard()
        told = self.replay(self.altered("a.rec", "after: 3", "after: 2"), status=3)
        self.assertEqual((told["result"], told["compared"]), ("differs", 2))
        self.assertEqual(told["difference"], {"tick": 3, "at_end": False, "agent": None, "field": None})
        self.assertRegex(self.wits("replay", "b.rec").out,
                         "\nfirst difference: before tick 3, in the states, clocks or memory of the agent\n"
                         "the agents were the same before tick 2\n1 function call had no recorded answer and returned false or 0\nhash")

    def test_a_crowd_with_hashes_and_with_keyframes(self):
        changes = "by: 0.2, at_least: 3", "by: 0.3, at_least: 3"
        self.record("a.rec", *VILLAGER, "--hash-every", 10)
        told = self.replay(self.altered("a.rec", *changes), status=3)
        self.assertEqual(told["difference"], {"tick": 10, "at_end": False, "agent": None, "field": None})
        unknown = ("first difference: before tick 10, in the states, clocks or memory of an agent\nthe agent is unknown, because there is no "
                   "keyframe at this tick; record with '--keyframes 1' ('keyframe_every = 1')\n")
        self.assertIn(unknown, self.wits("replay", "b.rec").out)
        self.record("a.rec", *VILLAGER, "--hash-every", 10, "--keyframes", 25)
        self.altered("a.rec", *changes)
        self.assertIn(unknown, self.wits("replay", "b.rec").out)
        self.record("a.rec", *VILLAGER, "--keyframes", 10)
        told = self.replay(self.altered("a.rec", *changes), status=3)
        self.assertEqual(told["difference"]["tick"], 10)
        self.assertIsInstance(told["difference"]["agent"], int)
        self.assertRegex(self.wits("replay", "b.rec").out, f"before tick 10, in the .* of agent {told['difference']['agent']}\n")

    def test_a_game_that_does_not_record_its_functions(self):
        brain = self.brain("root:\n  states:\n    a: {transitions: [{to: b, when: sees()}]}\n    b: {}\n")
        self.record_run("a.rec", brain, "--inputs", self.write("in.csv", "tick,sees()\n3,true\n9,true\n"))
        self.path("b.rec").write_bytes(without_answers(self.path("a.rec").read_bytes()))
        result = self.wits("replay", "b.rec")
        self.assertEqual(result.status, 3)
        self.assertIn("first difference: before tick 4, in the states, clocks or memory of the agent\nthe agents were the same before tick 3\n"
                      "3 function calls had no recorded answer and returned false or 0; does the game call through "
                      "wits_recorder_functions?\n", result.out)

    def test_only_at_the_end(self):
        self.record("a.rec", *VILLAGER, "--ticks", 20)
        told = self.replay(self.altered("a.rec", "by: 0.2, at_least: 3", "by: 0.3, at_least: 3"), status=3)
        self.assertEqual((told["difference"]["tick"], told["difference"]["at_end"]), (20, True))

    def test_against_another(self):
        self.guard()
        told = self.replay("a.rec", "--against", self.altered("a.rec", "after: 3", "after: 2"), status=3)
        self.assertEqual([told["difference"][key] for key in ("tick", "a", "b")], [2, "patrol/walk", "patrol/look"])
        self.assertEqual((told["a_recorded"], told["b_recorded"]), (None, None))  # it stops before the hash of tick 3
        self.altered("a.rec", "after: 3", "after: 2")
        again = self.replay("b.rec", "--against", "b.rec", status=3)
        self.assertEqual((again["difference"], again["a_recorded"], again["b_recorded"]["tick"]), (None, again["b_recorded"], 3))
        self.assertIn("b.rec: this machine's results differ from the recording: before tick 3, in the states, clocks or memory of the agent\n",
                      self.wits("replay", "b.rec", "--against", "b.rec").out)


class Damaged(ReplayCase):
    def test_cut_at_many_places(self):
        self.guard()
        content = self.path("a.rec").read_bytes()
        whole, ticks = self.replay("a.rec"), []
        chance = random.Random(4)
        for size in sorted({0, 1, 15, 16, len(content) - 1, *chance.sample(range(len(content)), 80)}):
            self.path("cut.rec").write_bytes(content[:size])
            result = self.wits("replay", "cut.rec", "--format", "json")
            if result.status == 1:
                self.assertRegex(result.err, r"^cut.rec: (the file is empty|not a recording of wits|cut short; .*)\n$", size)
                self.assertEqual((result.out, ticks), ("", []), size)
                continue
            self.assertEqual((result.status, result.err), (0, ""), size)
            told = json.loads(result.out)
            self.assertEqual(told["recording"]["end"], "cut", size)
            self.assertIn(told["result"], ("same", "not compared"))
            ticks.append(told["recording"]["last_tick"] if told["recording"]["calls"] > 0 else -1)
        self.assertEqual(ticks, sorted(ticks))
        self.assertLess(ticks[0], 3)
        self.assertEqual(ticks[-1], whole["recording"]["last_tick"])
        self.path("cut.rec").write_bytes(content[:len(content) // 2])
        self.assertRegex(self.good("replay", "cut.rec").out, r"the same as recorded; compared \d+ times\n"
                                                             r"hash [0-9a-f]+\nthe recording is cut off after tick \d+; "
                                                             rf"\d+ of its {len(content) // 2} bytes can be read\n$")
        cut = self.replay("a.rec", "--against", "cut.rec")
        self.assertEqual((cut["result"], cut["b"]["end"]), ("same", "cut"))

    def test_two_in_one_file(self):
        self.guard()
        content = self.path("a.rec").read_bytes()
        self.path("two.rec").write_bytes(content * 2)
        warning = f"two.rec: warning: {len(content)} bytes after its end are ignored; are these two recordings in one file?\n"
        for more in ([], ["--brain", GUARD], ["--against", "a.rec"], ["--agent", 0, "--at", 1]):
            result = self.wits("replay", "two.rec", *more)
            self.assertEqual((result.status, result.err), (0, warning), more)

    def test_flipped_bits(self):
        self.record("a.rec", *VILLAGER, "--ticks", 12, "--hash-every", 1)
        content = self.path("a.rec").read_bytes()
        chance = random.Random(5)
        for place in chance.sample(range(len(content)), 80):
            flipped = bytearray(content)
            flipped[place] ^= 1 << chance.randrange(8)
            self.path("flipped.rec").write_bytes(flipped)
            result = self.wits("replay", "flipped.rec", "--format", "json")
            self.assertNotIn("Sanitizer", result.err)
            self.assertEqual(result.status, 1, place)
            if result.out == "":
                self.assertRegex(result.err, r"^flipped.rec: .*\n$", place)
                continue
            told = json.loads(result.out)["recording"]
            where = f"after tick {told['last_tick']}" if told["calls"] > 0 else "before its first call"
            self.assertEqual(told["end"], "damaged", place)
            self.assertEqual(result.err, f"flipped.rec: damaged at byte {told['readable_bytes']}, {where}; "
                                         "only what is before can be replayed\n", place)

    def test_damage_beside_other_options(self):
        self.guard()
        content = bytearray(self.path("a.rec").read_bytes())
        content[len(content) * 3 // 4] ^= 4
        self.path("bad.rec").write_bytes(content)
        words = r"damaged at byte \d+, after tick \d+; only what is before can be replayed\n$"
        for more in ([], ["--brain", GUARD], ["--against", "a.rec"], ["--against", "bad.rec"]):
            result = self.wits("replay", "bad.rec", *more)
            self.assertEqual(result.status, 1, more)
            self.assertRegex(result.err, r"^(bad.rec: [^\n]*\n)?bad.rec: " + words, more)
        result = self.wits("replay", "a.rec", "--against", "bad.rec")
        self.assertEqual(result.status, 1)
        self.assertRegex(result.err, "^bad.rec: " + words)
        explained = self.wits("replay", "bad.rec", "--agent", 0, "--at", 1)
        self.assertEqual(explained.status, 0)
        self.assertRegex(explained.err, "^bad.rec: warning: " + words)
        self.write("other.yaml", GUARD.read_text().replace("{to: look, after: 3}", "{to: look, after: 1}"))
        self.assertEqual(self.wits("replay", "bad.rec", "--brain", "other.yaml").status, 3)

    def test_other_files(self):
        self.write("empty.rec", "")
        self.write("brain.rec", GUARD.read_text())
        self.write("text.rec", "no such key, wits: 1\n")
        os.mkdir(self.path("folder.rec"))
        for name, words in (("empty.rec", "the file is empty"), ("text.rec", "not a recording of wits"),
                            ("brain.rec", "this is a brain file, not a recording; use 'wits run', or give it with --brain"),
                            ("none.rec", "no such file"), ("folder.rec", "is a directory, not a file")):
            self.assertEqual(self.bad(1, "replay", name), f"{name}: {words}\n")
        self.good("crowd", *VILLAGER, "--checkpoint", "a.ck")
        self.assertEqual(self.bad(1, "replay", "a.ck"), "a.ck: not a recording of wits\n")
        self.guard()
        for command in (["run", "a.rec"], ["check", "a.rec"], ["crowd", "a.rec"], ["replay", "a.rec", "--brain", "a.rec"]):
            self.assertEqual(self.bad(1, *command), "a.rec: this is a recording, not a brain file; use 'wits replay'\n")
        damaged = bytearray(self.path("a.rec").read_bytes())
        damaged[40] ^= 1  # in the head
        self.path("a.rec").write_bytes(damaged)
        self.assertRegex(self.bad(1, "replay", "a.rec"),
                         "^a.rec: damaged in its .*, so nothing can be replayed; copy the file again, or record again\n$")


class Large(ReplayCase):
    """A small recording of many agents, replayed with a brain of many fields."""

    def setUp(self):
        super().setUp()
        self.brain("root: {states: {a: {}}}", "small.yaml")
        fields = ", ".join(f"f{i}: float" for i in range(1024))
        self.brain(f"context: {{{fields}}}\nroot: {{states: {{a: {{}}}}}}", "wide.yaml")

    def test_more_memory_than_there_is(self):
        with open("/proc/meminfo", encoding="ascii") as file:
            there = int(re.search(r"MemAvailable: +(\d+) kB", file.read())[1]) * 1024
        agents = there // 4096 + 1
        self.record("a.rec", "small.yaml", "--agents", agents, "--ticks", 1)
        self.assertRegex(self.bad(1, "replay", "a.rec", "--agent", 0, "--at", 1, "--brain", "wide.yaml"),
                         rf"a.rec: not enough memory: a replay of its {agents} agents with the 1024 fields of wide.yaml needs [\d.]+ [GT]iB\n$")

    def test_enough(self):
        self.record("a.rec", "small.yaml", "--agents", 20, "--ticks", 1)
        self.assertIn("calls", self.replay("a.rec", "--agent", 0, "--at", 1, "--brain", "wide.yaml"))


class Files(ReplayCase):
    def test_where_it_cannot_be_written(self):
        os.mkdir(self.path("folder"))
        os.symlink("nowhere/x", self.path("dangling"))
        brain = self.write("guard.yaml", GUARD.read_text())
        for output, status, words in (("folder", 1, "Is a directory"), ("dangling", 1, "cannot be written"),
                                      ("none/x.rec", 1, "No such file"), (brain, 2, "is an input; the output would overwrite it"),
                                      ("-", 2, "a recording must be a file")):
            for command in ("run", "crowd"):
                self.assertIn(words, self.bad(status, command, brain, "--record", output))
        self.assertEqual(self.path(brain).read_text(), GUARD.read_text())

    def test_a_link_leads_to_the_file(self):
        self.write("real.rec", "before")
        os.symlink("real.rec", self.path("link.rec"))
        self.guard("link.rec")
        self.assertTrue(self.path("link.rec").is_symlink())
        self.assertEqual(self.replay("real.rec")["result"], "same")
        self.assertEqual(sorted(os.listdir(self.folder)), ["link.rec", "real.rec"])

    def test_a_full_disk_leaves_the_file_before(self):
        self.write("a.rec", "before")
        for command in (["run", GUARD, "--inputs", NIGHT], ["crowd", *VILLAGER, "--ticks", 4000, "--hash-every", 1]):
            done = subprocess.run([PROGRAM, *map(str, command), "--record", "a.rec"], cwd=self.folder, capture_output=True, text=True,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)), check=False)
            self.assertEqual((done.returncode, done.stderr), (1, "wits: a.rec cannot be written: File too large\n"))
            self.assertEqual((self.path("a.rec").read_text(), os.listdir(self.folder)), ("before", ["a.rec"]))

    def test_signals_end_the_recording(self):
        for number in (signal.SIGTERM,) if FEW_REPEATS else (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.check_that_it_ends(number)
            with subprocess.Popen([PROGRAM, "run", GUARD, "--ticks", "1000000000", "--record", "b.rec", "--format", "jsonl"],
                                  cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
                let_run(run, 0.8)  # a start under sanitizers takes up to 0.3
                run.send_signal(number)
                err = run.communicate(timeout=600)[1]
            self.assertEqual(run.returncode, 130, err)
            last = self.replay("b.rec")["recording"]["last_tick"]
            self.assertEqual(err, f"wits run: interrupted after tick {last}\n")

    def check_that_it_ends(self, number):
        with subprocess.Popen([PROGRAM, "crowd", *map(str, VILLAGER), "--ticks", "100000000", "--record", "a.rec", "--hash-every", "100"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            let_run(run, 0.4)
            run.send_signal(number)
            out, err = run.communicate(timeout=600)
        self.assertEqual(run.returncode, 130, err)
        told = self.replay("a.rec")
        self.assertEqual((told["result"], told["recording"]["end"]), ("same", "complete"))
        self.assertEqual(told["recording"]["last_tick"], int(re.search(r"interrupted after (\d+) of", err)[1]))
        self.assertIn(f"hash {told['hash']}\n", out)

    def test_a_killed_run_leaves_a_hidden_file(self):
        self.write("a.rec", "before")
        with subprocess.Popen([PROGRAM, "crowd", *map(str, VILLAGER), "--ticks", "100000000", "--record", "a.rec"], cwd=self.folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
            let_run(run, 0.4)
            run.kill()
            run.wait(60)
        rest = f".wits-{run.pid}-0"
        self.assertEqual((self.path("a.rec").read_text(), sorted(os.listdir(self.folder))), ("before", [rest, "a.rec"]))
        self.assertEqual(self.replay(rest)["recording"]["end"], "cut")

    def test_misuse(self):
        self.guard()
        draws = self.write("draws.csv", "random:0\n0.5\n")
        villager = BRAINS / "villager.yaml"
        for words, *arguments in (
                ("missing recording", "replay"),
                ("--record needs a file name", "run", GUARD, "--record", ""),
                ("--record needs a file name", "crowd", GUARD, "--record", ""),
                ("only one recording can be given; use --against", "replay", "a.rec", "a.rec"),
                ("--agent and --at need each other", "replay", "a.rec", "--agent", 0),
                ("--agent and --at need each other", "replay", "a.rec", "--at", 0),
                ("--agent and --against are mutually exclusive", "replay", "a.rec", "--agent", 0, "--at", 0, "--against", "a.rec"),
                ("only one file can be standard input", "replay", "-", "--against", "-"),
                ("is read twice; it must be a file", "replay", "-", "--brain", GUARD),
                ("--record and --native", "crowd", GUARD, "--record", "x", "--native"),
                ("--record and --transitions", "crowd", GUARD, "--record", "x", "--transitions"),
                ("--record needs a single run", "crowd", GUARD, "--record", "x", "--seeds", "1..2"),
                ("--record and --watch", "crowd", GUARD, "--record", "x", "--watch"),
                ("--watch and --record", "run", GUARD, "--record", "x", "--watch"),
                ("--hash-every and --keyframes need --record", "crowd", GUARD, "--keyframes", 4),
                ("cannot write to the same file", "run", GUARD, "--record", "x", "--plot", "x"),
                ("cannot write to the same file", "crowd", GUARD, "--record", "x", "--dump", "x"),
                ("cannot write to the same file", "crowd", GUARD, "--record", "x", "--checkpoint", "x"),
                ("--record cannot record the draws", "run", villager, "--inputs", draws, "--record", "x")):
            self.assertIn(words, self.bad(2, *arguments))
        self.assertNotIn("x", os.listdir(self.folder))


class Page(Chapter):
    def test_what_is_printed(self):
        page = (ROOT / "docs/recordings.md").read_text()
        self.assertEqual(self.check_commands(page), 2)


if __name__ == "__main__":
    unittest.main()
