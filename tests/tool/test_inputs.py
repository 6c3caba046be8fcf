# SPDX-License-Identifier: MIT
import json
import unittest

from program import Case

BRAIN = """context: {n: int8, x: float, on: bool, w: [none, found, reached]}
events: [alarm, noise]
root:
  enter: [x = threat(), act()]
  states:
    patrol: {states: {walk: {}, look: {transitions: [{to: walk, when: sees()}]}}}
    combat: {states: {walk: {}, hit: {}}}
"""


class Inputs(Case):
    def setUp(self):
        super().setUp()
        self.test = self.brain(BRAIN)

    def lines(self, csv, *more):
        return self.run_lines(self.test, "--inputs", self.write("in.csv", csv), *more)

    def problem(self, csv):
        return self.bad(1, "run", self.test, "--inputs", self.write("in.csv", csv))

    def test_cells_set_fields_and_empty_ones_leave_them(self):
        context = [line["context"] for line in self.lines("n,x,on,w\n-128,1e3,true,found\n,,,\n127,.5,false,none\n")]
        self.assertEqual(context[1], {"n": -128, "x": 1000, "on": True, "w": "found"})
        self.assertEqual(context[2], context[1])
        self.assertEqual(context[3], {"n": 127, "x": 0.5, "on": False, "w": "none"})

    def test_functions_give_what_a_column_says_from_then_on(self):
        lines = self.lines('sees(),threat(),do\n,,goto look\ntrue,2.5,\n,,"stop; start"\n')
        self.assertEqual([line["active"][0] for line in lines],
                         ["patrol/walk", "patrol/look", "patrol/walk", "patrol/walk"])
        self.assertEqual(lines[3]["context"]["x"], 2.5)

    def test_quotes_blanks_and_line_ends(self):
        for csv in ('n,do\n"5",tick\n', 'n,do\r\n5,"tick"\r\n', 'n,do\r5,tick', ' n , do \n 5 , tick ; tick \n',
                    '\ufeffn,do\n5,"tick;\ntick"\n', '"n","do"\n"5",""\n'):
            with self.subTest(csv=csv):
                self.assertEqual(self.lines(csv)[1]["context"]["n"], 5)

    def test_in_one_column_an_empty_line_is_a_tick(self):
        self.assertEqual([line["context"]["n"] for line in self.lines("n\n\n\n4\n\n")], [0, 0, 0, 4, 4])

    def test_calls_of_a_tick_run_in_order(self):
        lines = self.lines('do\n"goto combat/hit; decide; update"\nset_state /patrol\nrestart combat\nstop\ntick\n'
                           'start\n')
        self.assertEqual([line["active"] for line in lines],
                         [["patrol/walk"], ["combat/hit"], ["patrol/walk"], ["combat/walk"], [], [], ["patrol/walk"]])

    def test_events_are_raised_before_the_calls(self):
        brain = self.brain("""events: [a, b]
root: {states: {s: {transitions: [{to: t, event: b}]}, t: {transitions: [{to: s, event: a}]}}}
""", "events.yaml")
        lines = self.run_lines(brain, "--inputs", self.write("in.csv", "raise\na\na b\n\nb a\n"))
        self.assertEqual([line["active"][0] for line in lines], ["s", "s", "t", "t", "s"])

    def test_each_mistake_is_told_at_its_place(self):
        for csv, message in {
            "m\n1\n": "in.csv:1:1: unknown field 'm'; did you mean 'n'?",
            "event\nalarm\n": "in.csv:1:1: unknown field 'event'; use a column 'raise' for events",
            "n,alarm\n1,1\n": "in.csv:1:3: unknown field 'alarm'; it is an event; use a column 'raise' for events",
            "ticks,n\n1,1\n": "in.csv:1:1: unknown field 'ticks'; use a column 'tick' for the ticks of rows",
            "tick,tick\n1,1\n": "in.csv:1:6: duplicate column 'tick'",
            "tick,n\n,1\n": "in.csv:2:1: a tick must be a whole number from 0 to 4294967295, not ''",
            "tick,n\n-1,1\n": "in.csv:2:1: a tick must be a whole number from 0 to 4294967295, not '-1'",
            "tick,n\n4294967296,1\n": "in.csv:2:1: a tick must be a whole number from 0 to 4294967295, not '4294967296'",
            "tick,n\n1.5,1\n": "not '1.5'",
            "tick,n\n2s,1\n": "not '2s'",
            "n,tick\n1,7\n1,7\n": "in.csv:3:3: ticks must ascend; 7 cannot follow 7",
            "tick\n7\n3\n": "in.csv:3:1: ticks must ascend; 3 cannot follow 7",
            "do,tick\nstop,0\n": "in.csv:2:1: tick 0 is before the start, so nothing can be called there",
            "5\n6\n": "in.csv:1:1: unknown field '5'; the first row must have the names of the columns",
            "n,n\n1,1\n": "in.csv:1:3: duplicate column 'n'",
            "n,,x\n1,1,1\n": "in.csv:1:3: this column has no name",
            "sees\ntrue\n": "in.csv:1:1: unknown field 'sees'; did you mean 'sees()'?",
            "see()\ntrue\n": "in.csv:1:1: unknown condition or score 'see()'; did you mean 'sees()'?",
            "act()\n1\n": "in.csv:1:1: 'act()' is an action, which has no result\n",
            "n\n128\n": "in.csv:2:1: n must be a whole number from -128 to 127, not '128'",
            "x,n\n1,1.5\n": "in.csv:2:3: n must be a whole number from -128 to 127, not '1.5'",
            "n\n0x10\n": "not '0x10'",
            "n\n99999999999999999999\n": "not '99999999999999999999'",
            "x\none\n": "in.csv:2:1: x must be a number, NaN, Infinity or -Infinity, not 'one'",
            "x\n1e39\n": "'1e39' is too large",
            "x\nnan\n": "not 'nan'",
            "x\n0x1p3\n": "not '0x1p3'",
            "on\nyes\n": "in.csv:2:1: on must be true or false, not 'yes'",
            "on\n1\n": "on must be true or false, not '1'",
            "w\nfond\n": "in.csv:2:1: w is none, found or reached, not 'fond'; did you mean 'found'?",
            "sees()\n1\n": "in.csv:2:1: sees() must be true or false, not '1'",
            "raise\nalarm nois\n": "in.csv:2:7: unknown event 'nois'; did you mean 'noise'?",
            "do\ntock\n": "in.csv:2:1: unknown call 'tock'; did you mean 'tick'?",
            "do\ntick; jump\n": "in.csv:2:7: unknown call 'jump'",
            "do\ngoto\n": "in.csv:2:1: goto needs a state",
            "do\ntick walk\n": "in.csv:2:6: tick takes no state; separate calls by ';'",
            "do\ngoto patrol walk\n": "in.csv:2:13: 'walk' is unexpected",
            "do\ngoto walk\n": "in.csv:2:6: ambiguous state 'walk'; write one of: patrol/walk, combat/walk",
            "do\ngoto ptrol\n": "unknown state 'ptrol'; did you mean 'patrol'?",
            "do\ngoto /walk\n": "unknown state '/walk'",
            "do\ngoto /\n": "in.csv:2:6: goto cannot lead to the root",
            "do\nrestart /\n": "in.csv:2:9: restart cannot lead to the root",
            "n;x\n1;2,5\n3;4\n": "in.csv:1:1: unknown field 'n;x'; cells are separated by commas, not by ';'\n",
            "n\tx\n1\t2\n": "in.csv:1:1: unknown field 'n\\x09x'; cells are separated by commas, not by tabs\n",
            "do\ntick;;tick\n": "in.csv:2:6: missing call",
            "do\ntick;\n": "in.csv:2:5: missing call after this ';'",
            "n,x\n1\n": "in.csv:2:1: this row has 1 cell, the first row 2",
            "n\n1,2\n": "in.csv:2:3: this row has 2 cells, the first row 1",
            'n\n"1\n': "in.csv:2:1: unclosed quote",
            'n\n"1"2\n': "in.csv:2:4: missing comma after this quote",
            'do\nti"ck\n': "in.csv:2:3: quote inside an unquoted cell",
            "": "in.csv: empty file; the first row must name the columns",
            "n\n": "no rows after the names of the columns",
            "n\n\x00\n": "in.csv:2:1: not UTF-8 text (byte 0x00)",
        }.items():
            with self.subTest(csv=csv):
                self.assertIn(message, self.problem(csv))

    def test_rows_are_not_needed_for_the_start_alone(self):
        inputs = self.write("in.csv", "n,do\n")
        self.assertEqual(len(self.run_lines(self.test, "--inputs", inputs, "--ticks", "0")), 1)
        self.bad(1, "run", self.test, "--inputs", inputs, "--ticks", "1")

    def test_another_separator_is_told_once(self):
        self.assertEqual(self.problem("n;x\n" + "1;2,5\n" * 50).count("\n"), 1)
        message = self.bad(1, "crowd", self.test, "--context", self.write("c.csv", "n;x\n1;2,5\n"))
        self.assertEqual(message, "c.csv:1:1: unknown field 'n;x'; cells are separated by commas, not by ';'\n")

    def test_the_root_can_be_placed(self):
        inputs = self.write("in.csv", "do\ngoto combat\nset_state /\n")
        lines = self.run_lines(self.test, "--inputs", inputs)
        self.assertEqual(lines[2]["active"], lines[0]["active"])
        self.assertNotEqual(lines[1]["active"], lines[0]["active"])
        self.assertEqual(lines[2]["actions"], [])

    def test_long_cells_are_cut(self):
        long = "x" * 300000
        for csv in (f"n\n{long}\n", f"x\n{long}\n", f"x\n9{'9' * 300000}\n", f"on\n{long}\n", f"w\n{long}\n",
                    f"raise\n{long}\n", f"do\n{long}\n", f"do\ngoto {long}\n", f"do\ngoto combat {long}\n", f"{long}\n1\n",
                    f"{long}()\n1\n"):
            message = self.problem(csv)
            self.assertLess(len(message), 300, csv[:20])
            self.assertIn("...", message)
        cut = self.problem(f"w\n{'é' * 100}\n")
        self.assertIn(f"not '{'é' * 40}...'\n", cut)
        roster = self.write("c.csv", f"n\n{long}\n")
        self.assertLess(len(self.bad(1, "crowd", self.test, "--context", roster)), 300)

    def test_what_a_terminal_would_obey_is_shown(self):
        message = self.problem("\x1b[31mn\n1\n".replace("\x1b[31mn", "\x1b[31mdist\x07\x9b\u202e"))
        self.assertEqual(message, "in.csv:1:1: unknown field '\\x1b[31mdist\\x07\\u009b\\u202e'\n")

    def test_binary_files_and_files_that_are_none(self):
        self.write("in.csv", b"n\n1\n\xff\xfe\n")
        self.assertIn("in.csv:3:1: not UTF-8 text (byte 0xff)", self.bad(1, "run", self.test, "--inputs",
            "in.csv"))
        self.assertEqual(self.bad(1, "run", self.test, "--inputs", "."), ".: is a directory, not a file\n")
        self.assertEqual(self.bad(1, "run", self.test, "--inputs", "none.csv"), "none.csv: no such file\n")

    def test_all_mistakes_are_told_in_the_order_of_the_file(self):
        messages = self.problem("n,m,raise\n300,1,x\n,,alarm\n1,2\n").splitlines()
        self.assertEqual([message.split(" ")[0] for message in messages],
                         ["in.csv:1:3:", "in.csv:2:1:", "in.csv:2:7:", "in.csv:4:3:"])

    def test_very_many_mistakes_are_counted(self):
        messages = self.problem("n\n" + "x\n" * 500).splitlines()
        self.assertEqual((len(messages), messages[-1]), (101, "in.csv: and 400 more problems"))


class TicksOfRows(Case):
    """A column `tick`: rows only for ticks with changes."""

    def setUp(self):
        super().setUp()
        self.test = self.brain("""context: {n: int, x: float}
events: [alarm, noise]
root:
  states:
    calm: {transitions: [{to: awake, event: noise}]}
    awake: {enter: x = threat(), transitions: [{to: calm, event: alarm}]}
""")

    def lines(self, csv, *more):
        return self.run_lines(self.test, "--inputs", self.write("in.csv", csv), *more)

    def test_values_stay_until_the_next_row(self):
        lines = self.lines("tick,n\n2,5\n5,7\n6,\n")
        self.assertEqual([line["context"]["n"] for line in lines], [0, 0, 5, 5, 5, 7, 7])

    def test_the_run_ends_with_the_last_row(self):
        self.assertEqual(len(self.lines("tick,n\n500,1\n")), 501)
        self.assertEqual(len(self.lines("tick,n\n500,1\n", "--ticks", "3")), 4)
        self.assertEqual(len(self.lines("tick,n\n0,1\n")), 1)

    def test_it_may_stand_in_any_column(self):
        self.assertEqual(self.lines("n,tick,raise\n5,3,noise\n"), self.lines("raise,n,tick\nnoise,5,3\n"))

    def test_events_and_calls_are_of_their_tick_alone(self):
        lines = self.lines("tick,raise,do\n2,noise,\n4,,stop\n6,,start\n7,,\n")
        self.assertEqual([line["active"] for line in lines],
                         [["calm"]] * 2 + [["awake"]] * 2 + [[]] * 2 + [["calm"]] * 2)

    def test_tick_0_is_before_the_start(self):
        lines = self.lines("tick,n,threat(),raise\n0,5,0.5,noise\n2,6,,\n")
        self.assertEqual([line["active"] for line in lines], [["calm"], ["awake"], ["awake"]])
        self.assertEqual([(line["context"]["n"], line["context"]["x"]) for line in lines],
                         [(5, 0), (5, 0.5), (6, 0.5)])

    def test_settings_come_after_tick_0_and_see_it(self):
        lines = self.lines("tick,n\n0,5\n1,\n", "--set", "x=n + 1", "--set", "n=8")
        self.assertEqual([(line["context"]["n"], line["context"]["x"]) for line in lines], [(8, 6), (8, 6)])

    def test_explain_and_crowds_take_the_same(self):
        inputs = self.write("in.csv", "tick,n,threat(),raise\n0,5,0.5,\n300,6,,noise\n")
        told = json.loads(self.good("explain", self.test, "--inputs", inputs, "--format", "json").out)
        self.assertEqual(told["tick"], 300)
        crowd = self.good("crowd", self.test, "--agents", "3", "--inputs", inputs, "--show", "2", "--format", "json")
        crowd = json.loads(crowd.out)
        self.assertEqual((crowd["ticks"], crowd["states"]), (300, {"awake": 3}))
        self.assertEqual(crowd["shown"][0]["context"], {"n": 6, "x": 0.5})

    def test_in_crowds_too_tick_0_is_before_the_start(self):
        brain = self.brain("events: [e]\ncontext: {n: int, m: int}\n"
                           "root: {states: {a: {enter: m = n, transitions: [{to: b, event: e}]}, b: {}}}\n", "e.yaml")
        inputs = self.write("e.csv", "tick,n,raise\n0,5,e\n1,6,\n")
        crowd = self.good("crowd", brain, "--agents", "20000", "--inputs", inputs, "--show", "19999", "--format", "json")
        crowd = json.loads(crowd.out)
        self.assertEqual((crowd["states"], crowd["shown"][0]["context"]), ({"b": 20000}, {"n": 6, "m": 5}))


class Raise(Case):
    """--raise EVENT@TICK"""

    def setUp(self):
        super().setUp()
        self.test = self.brain("""context: {n: int}
events: [alarm, noise]
root:
  states:
    calm: {transitions: [{to: awake, event: noise}]}
    awake: {transitions: [{to: calm, event: alarm}]}
""")

    def active(self, *more):
        return [line["active"][0] for line in self.run_lines(self.test, *more)]

    def test_events_come_at_their_ticks_many_times(self):
        active = self.active("--ticks", "5", "--raise", "alarm@4", "--raise=noise@2", "--raise", "noise@5")
        self.assertEqual(active, ["calm", "calm", "awake", "awake", "calm", "awake"])

    def test_at_tick_0_they_come_before_the_start(self):
        self.assertEqual(self.active("--ticks", "2", "--raise", "noise@0"), ["calm", "awake", "awake"])
        line = self.good("run", self.test, "--ticks", "0", "--raise", "noise@0").out.splitlines()[1]
        self.assertEqual(line, "     0  → calm   noise!")

    def test_they_join_those_of_the_inputs(self):
        inputs = self.write("in.csv", "tick,raise,n\n2,noise,\n4,,7\n6,noise,8\n")
        lines = self.run_lines(self.test, "--inputs", inputs, "--raise", "alarm@2", "--raise", "alarm@3")
        self.assertEqual([line["active"][0] for line in lines], ["calm"] * 2 + ["awake"] + ["calm"] * 3 + ["awake"])
        self.assertEqual([line["context"]["n"] for line in lines], [0] * 4 + [7] * 2 + [8])

    def test_explain_graph_and_curve_take_it(self):
        told = json.loads(self.good("explain", self.test, "--at", "3", "--raise", "noise@3", "--format", "json").out)
        self.assertEqual(told["active"], ["awake"])
        self.assertIn("tick 3: awake", self.good("graph", self.test, "--at", "3", "--raise", "noise@3").out)
        self.assertIn("--raise needs --at TICK", self.bad(2, "graph", self.test, "--raise", "noise@3"))

    def test_mistakes(self):
        for given, message in {
            "alrm@3": "unknown event 'alrm'; did you mean 'alarm'?",
            "alarm@120": "the run ends at tick 10",
            "alarm": "expected EVENT@TICK",
            "@3": "expected EVENT@TICK",
            "alarm@": "a tick must be a whole number from 0 to 4294967295, not ''",
            "alarm@2s": "a tick must be a whole number from 0 to 4294967295, not '2s'",
            "alarm@99999999999": "a tick must be a whole number from 0 to 4294967295, not '99999999999'",
        }.items():
            with self.subTest(given=given):
                self.assertEqual(self.bad(2, "run", self.test, "--raise", given),
                                 f"wits run: --raise {given}: {message}\nSee 'wits run --help'.\n")

    def test_a_tick_outside_says_what_ends_the_run(self):
        self.assertIn("the run ends at tick 5, as --ticks says",
                      self.bad(2, "run", self.test, "--ticks", "5", "--raise", "alarm@6"))
        self.assertIn("the run ends at tick 5, as --at says",
                      self.bad(2, "explain", self.test, "--at", "5", "--raise", "alarm@6"))

    def test_all_mistakes_are_told(self):
        message = self.bad(2, "run", self.test, "--raise", "a@1", "--raise", "alarm@1", "--raise", "b")
        self.assertEqual([line.split(": ")[1] for line in message.splitlines()[:-1]], ["--raise a@1", "--raise b"])


class Chance(Case):
    """Columns random:N: draws of random streams, instead of the seed."""

    BRAIN = """context: {luck: float}
root:
  kind: utility
  select: weighted
  states:
    left: {score: 1, update: luck = random}
    right: {score: 1, update: luck = random}
    middle: {score: 2}
"""

    def setUp(self):
        super().setUp()
        self.test = self.brain(self.BRAIN)

    def lines(self, csv, *more):
        return self.run_lines(self.test, "--inputs", self.write("in.csv", csv), *more)

    def active(self, csv, *more):
        return [line["active"][0] for line in self.lines(csv, *more)]

    def test_a_place_draws_what_its_column_says(self):
        self.assertEqual(self.active("tick,random:0\n0,0\n1,0.25\n2,0.4999\n3,0.5\n4,0.9999999\n5,0.2499\n"),
                         ["left", "right", "right", "middle", "middle", "left"])

    def test_it_draws_so_until_the_next_value(self):
        lines = self.lines("tick,random:0,random:1\n0,0,\n2,,0.75\n4,0.3,\n6,,0.5\n", "--ticks", "6")
        self.assertEqual([line["active"][0] for line in lines], ["left"] * 4 + ["right"] * 3)
        self.assertEqual([line["context"]["luck"] for line in lines[2:4]], [0.75, 0.75])

    def test_places_without_a_value_draw_by_the_seed(self):
        plain = self.run_lines(self.test, "--ticks", "20", "--seed", "5", "--agent", "3")
        mixed = self.lines("tick,random:2\n0,0.5\n", "--ticks", "20", "--seed", "5", "--agent", "3")
        self.assertEqual([line["active"] for line in mixed], [line["active"] for line in plain])
        lucks = {line["context"]["luck"] for line in mixed if line["active"] == ["right"]}
        self.assertEqual(lucks, {0.5})
        late = self.lines("tick,random:0\n20,0.5\n", "--ticks", "20", "--seed", "5", "--agent", "3")
        self.assertEqual(late[:20], plain[:20])
        self.assertEqual(late[20]["active"], ["middle"])
        lucks = {line["context"]["luck"] for line in self.lines("tick,random:0\n0,0\n", "--ticks", "20")}
        self.assertEqual(len(lucks), 21)  # stream 1 draws again at each tick

    def test_the_seed_does_not_count_where_all_places_have_columns(self):
        csv = "random:0,random:1,random:2\n0.1,0.2,0.3\n0.3,0.4,0.5\n0.6,0.7,0.8\n"
        first = self.lines(csv)[1:]
        self.assertEqual([line["active"] for line in first], [["left"], ["right"], ["middle"]])
        self.assertEqual([line["context"]["luck"] for line in first], [0.2, 0.5, 0.5])
        start = ("--set", "luck=0", "--from", "middle")
        self.assertEqual(self.lines(csv, "--seed", "9", *start)[1:], self.lines(csv, "--seed", "10", *start)[1:])

    def test_explain_tells_what_was_drawn(self):
        inputs = self.write("in.csv", "tick,random:0\n0,0\n1,0.3\n")
        self.assertIn("drawn: 0.3 of 0 to 1", self.good("explain", self.test, "--inputs", inputs).out)
        self.assertIn("tick 1: right", self.good("graph", self.test, "--inputs", inputs, "--at", "1").out)

    def test_each_mistake_is_told_at_its_place(self):
        for csv, message in {
            "luck,random:3\n1,0\n": "in.csv:1:6: unknown random stream 3; this brain has 'random:0' to 'random:2'",
            "random:99999999999\n0\n": "a random stream must be a whole number, as in 'random:0', not '99999999999'",
            "random:x\n0\n": "in.csv:1:1: a random stream must be a whole number, as in 'random:0', not 'x'",
            "random:\n0\n": "in.csv:1:1: a random stream must be a whole number, as in 'random:0', not ''",
            "random:-1\n0\n": "not '-1'",
            "random:1,random:1\n0,0\n": "in.csv:1:10: duplicate column 'random:1'",
            "random\n0\n": "in.csv:1:1: unknown field 'random'; use columns 'random:0', 'random:1' and so on for the draws of random streams",
            "luck,random:0\n1,1\n": "in.csv:2:3: random:0 must be a number from 0 to below 1, not '1'",
            "luck,random:0\n1,0\n1,-0.1\n": "in.csv:3:3: random:0 must be a number from 0 to below 1, not '-0.1'",
            "random:2\n0.99999999999\n": "in.csv:2:1: random:2 must be a number from 0 to below 1, not '0.99999999999'",
            "random:0\nNaN\n": "in.csv:2:1: random:0 must be a number from 0 to below 1, not 'NaN'",
            "random:0\nInfinity\n": "not 'Infinity'",
            "random:0\nleft\n": "in.csv:2:1: random:0 must be a number from 0 to below 1, not 'left'",
        }.items():
            with self.subTest(csv=csv):
                self.assertIn(message, self.bad(1, "run", self.test, "--inputs", self.write("in.csv", csv)))

    def test_a_brain_with_one_place_and_one_without(self):
        one = self.brain("context: {x: float}\nroot: {enter: x = random}\n", "one.yaml")
        none = self.brain("context: {x: float}\nroot: {enter: x = 1}\n", "none.yaml")
        csv = self.write("in.csv", "random:1\n0\n")
        self.assertIn("in.csv:1:1: unknown random stream 1; this brain has only 'random:0'",
                      self.bad(1, "run", one, "--inputs", csv))
        self.assertIn("in.csv:1:1: this brain has no random streams", self.bad(1, "run", none, "--inputs", csv))

    def test_crowds_draw_by_the_seed(self):
        csv = self.write("in.csv", "tick,random:0\n1,0.5\n")
        self.assertIn("in.csv:1:6: columns 'random:N' need a single agent; the agents of a crowd draw from the seed",
                      self.bad(1, "crowd", self.test, "--inputs", csv))


class From(Case):
    """--from STATE: instead of the start."""

    def setUp(self):
        super().setUp()
        self.test = self.brain("""context: {n: int}
events: [alarm]
root:
  enter: n = n + 1
  states:
    calm: {enter: n = n + 10, transitions: [{to: awake, event: alarm}]}
    awake:
      enter: n = n + 100
      states:
        stand: {update: go(), transitions: [{to: walk, after: 2}]}
        walk: {enter: n = n + 1000}
    asleep: {states: {stand: {}}}
""")

    def lines(self, *more):
        return self.run_lines(self.test, *more)

    def test_the_agent_is_placed_and_no_action_runs(self):
        lines = self.lines("--from", "awake", "--ticks", "2", "--set", "n=5")
        self.assertEqual([line["active"] for line in lines], [["awake/stand"], ["awake/stand"], ["awake/walk"]])
        self.assertEqual([line["context"]["n"] for line in lines], [5, 5, 1005])
        self.assertEqual(lines[0]["actions"], [])

    def test_states_are_named_as_calls_of_inputs_name_them(self):
        for name, active in {"awake/walk": "awake/walk", "walk": "awake/walk", "/calm": "calm", "/": "calm",
                             "asleep/stand": "asleep/stand"}.items():
            with self.subTest(name=name):
                self.assertEqual(self.lines("--from", name, "--ticks", "0")[0]["active"], [active])

    def test_events_before_the_start_are_pending(self):
        lines = self.lines("--from", "calm", "--raise", "alarm@0", "--ticks", "1")
        self.assertEqual([line["active"] for line in lines], [["calm"], ["awake/stand"]])

    def test_text_and_a_trace_tell_it(self):
        out = self.good("run", self.test, "--from", "awake/walk", "--ticks", "0", "--trace").out
        self.assertIn("set_state awake/walk:", out)
        self.assertIn("is silently in", out)

    def test_explain_graph_and_curve_take_it(self):
        out = self.good("explain", self.test, "--from", "awake", "--at", "1").out
        self.assertIn("since tick 0:", out)
        self.assertIn("by the call set_state awake", out)
        told = json.loads(self.good("explain", self.test, "--from", "awake", "--at", "0", "--format", "json").out)
        self.assertEqual(told["active"], ["awake/stand"])
        self.assertIn("tick 2: awake/walk", self.good("graph", self.test, "--from", "awake", "--at", "2").out)
        self.assertIn("--from needs --at TICK", self.bad(2, "graph", self.test, "--from", "awake"))
        choosing = self.brain("context: {x: float}\nroot: {kind: utility, states: {a: {score: 0.5 * x}, b: {score: 1}}}\n",
                              "choosing.yaml")
        self.good("curve", choosing, "a", "--at", "1", "--from", "b")
        self.assertIn("--from needs --at TICK", self.bad(2, "curve", choosing, "a", "--from", "b"))

    def test_mistakes(self):
        for given, message in {
            "awoke": "unknown state 'awoke'; did you mean 'awake'?",
            "stand": "ambiguous state 'stand'; write one of: awake/stand, asleep/stand",
            "calm/walk": "unknown state 'calm/walk'",
            "": "unknown state ''",
        }.items():
            with self.subTest(given=given):
                self.assertEqual(self.bad(2, "run", self.test, "--from", given),
                                 f"wits run: --from {given}: {message}\nSee 'wits run --help'.\n")


class NoTicks(Case):
    """A run that ends at tick 0 needs no row of inputs."""

    def setUp(self):
        super().setUp()
        self.test = self.brain("context: {n: int}\nroot: {states: {a: {}, b: {}}}\n")
        self.names = self.write("in.csv", "n,do\n")

    def test_names_alone_are_enough(self):
        self.assertEqual([line["tick"] for line in self.run_lines(self.test, "--inputs", self.names, "--ticks", "0")], [0])
        self.assertIn("began in a", self.good("explain", self.test, "--inputs", self.names, "--at", "0").out)
        self.assertIn("tick 0: a", self.good("graph", self.test, "--inputs", self.names, "--at", "0").out)

    def test_but_not_for_a_run_with_ticks(self):
        for more in ([], ["--ticks", "1"]):
            self.assertEqual(self.bad(1, "run", self.test, "--inputs", self.names, *more),
                             "in.csv:2:1: no rows after the names of the columns; each row has the inputs of a tick\n")

    def test_nor_are_names_left_out(self):
        self.assertIn("empty file", self.bad(1, "run", self.test, "--inputs", self.write("no.csv", ""), "--ticks", "0"))
        self.assertIn("unknown field 'm'",
                      self.bad(1, "run", self.test, "--inputs", self.write("m.csv", "m\n"), "--ticks", "0"))


class Answers(Case):
    """The result of a call with arguments: for exact arguments, or with name() for all arguments."""

    BRAIN = """context: {x: float}
root:
  states:
    near: {transitions: [{to: far, when: 'near(3.5, "door") and not near(x, "door")'}]}
    far: {enter: 'go(x * 2, "home", true)', transitions: [{to: near, when: 'near(1, "well")'}]}
"""

    def setUp(self):
        super().setUp()
        self.test = self.brain(self.BRAIN)

    def active(self, *more):
        return [line["active"][0] for line in self.run_lines(self.test, "--ticks", 2, *more)]

    def test_a_call_is_answered_by_what_it_is_given(self):
        self.assertEqual(self.active(), ["near", "near", "near"])
        self.assertEqual(self.active("--set", 'near(3.5,"door")=true'), ["near", "far", "far"])
        self.assertEqual(self.active("--set", "near( 3.50, 'door' )=true"), ["near", "far", "far"])
        self.assertEqual(self.active("--set", 'near(3.5,"well")=true'), ["near", "near", "near"])

    def test_a_name_alone_answers_all_others_wherever_it_is_given(self):
        self.assertEqual(self.active("--set", "near()=true"), ["near", "near", "near"])
        for options in (["--set", "near()=true", "--set", 'near(0,"door")=false'],
                        ["--set", 'near(0,"door")=false', "--set", "near()=true"]):
            self.assertEqual(self.active(*options), ["near", "far", "near"])

    def test_inputs_answer_in_quoted_columns(self):
        csv = self.write("in.csv", 'tick,"near(3.5,""door"")",near()\n1,true,\n2,false,true\n')
        lines = self.run_lines(self.test, "--inputs", csv)
        self.assertEqual([line["active"][0] for line in lines], ["near", "far", "near"])

    def test_a_run_prints_the_values(self):
        result = self.good("run", self.test, "--ticks", 1, "--set", "x=0.25", "--set", 'near(3.5,"door")=true')
        self.assertIn('go(0.5,"home",true)', result.out)

    def test_what_no_call_gives_is_an_error(self):
        for given, said in (("near(3.5)", "near takes 2 arguments, not 1"),
                            ('near(3.5,"door",1)', "near takes 2 arguments, not 3"),
                            ('near("door",3)', 'argument 1 of near is a number, not "door"'),
                            ("near(3,door)", "argument 2 of near is a text in quotes, not door"),
                            ("near(3,)", "an argument must be a number, a text in quotes, true, false or the name of an"),
                            ("far(1)", "did you mean 'near()'?")):
            self.assertIn(said, self.bad(2, "run", self.test, "--set", f"{given}=true"))
        self.assertIn("in.csv:1:6: near takes 2 arguments, not 1",
                      self.bad(1, "run", self.test, "--inputs", self.write("in.csv", "tick,near(3.5)\n1,true\n")))


if __name__ == "__main__":
    unittest.main()
