# SPDX-License-Identifier: MIT
import os
import re
import subprocess
import unittest

from program import PROGRAM, Case

HEAD = """context: {mood: [calm, afraid, angry], ammo: {type: uint8, initial: 30}, x: float, on: bool}
events: [e, f]
"""
# Uses every field, so that only the subject of a test is found.
USE = "on = on and ammo > 0 and x > 0 and mood == calm"


def machine(*transitions, more=""):
    """Leaves a, b and c; the transitions are a's."""
    listed = "".join(f"\n        - {one}" for one in transitions)
    return f"""{HEAD}root:
  enter: {USE}
  states:
    a:
      transitions:{listed}
    b: {{transitions: [{{to: a, event: f}}, {{to: c, event: e}}]}}
    c: {{transitions: [{{to: a, event: f}}]}}
{more}"""


def utility(*options, keys="", more=""):
    listed = "".join(f"\n        o{i}: {one}" for i, one in enumerate(options))
    return f"""{HEAD}root:
  enter: {USE}
  states:
    start: {{transitions: [{{to: u, event: e}}, {{to: u, event: f}}]}}
    u:
      kind: utility{keys}
      states:{listed}
{more}"""


class Lints(Case):
    def warnings(self, brain):
        result = self.wits("check", self.brain(brain))
        self.assertEqual(result.status, 0, result.err)
        said = [re.fullmatch(r"(brain\.yaml:\d+:\d+): warning: (.*) \[[a-z-]+\]", line)
                for line in result.err.splitlines()]
        self.assertNotIn(None, said, result.err)
        return [list(found.groups()) for found in said]

    def finds(self, brain, words, line=None):
        found = self.warnings(brain)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0][1])
        if line is not None:
            self.assertEqual(int(found[0][0].split(":")[1]), line)

    def test_events_and_functions_that_are_never_used(self):
        self.finds(HEAD + f"root:\n  enter: [{USE}, raise f]\n  states: {{a: {{transitions: [{{to: b, event: e}}]}}, b: {{}}}}\n",
                   "unused event 'f': no transition waits for it", 4)
        functions = "functions: {act: action, told: action, sees: condition, smells: condition, fear: score, awe: score}\n"
        found = self.warnings(functions + """root:
  kind: utility
  states:
    a: {score: fear() * 2, enter: act(), update: [told("sees()")], every: 3}
    b: {score: {product: [{gate: sees ()}, {input: 0.5}]}}
""".replace(", every: 3", ""))
        self.assertEqual([words for _, words in found], ["unused function 'smells'",
                                                         "unused function 'awe'"])
        self.assertEqual({place.rsplit(":", 1)[0] for place, _ in found}, {"brain.yaml:3"})

    def test_functions_of_mathematics_that_expressions_lack(self):
        asked = "expressions have no function '{}', so the host must provide it; {}"
        own = "expressions have no function '{}'; if the program has one, list it under 'functions'"
        for call, words in {
            "sin(x) > 0.5": own.format("sin"),
            "2 * cos (x * 3) > 0.5": own.format("cos"),
            "ln(x) < 1": asked.format("ln", "write log(x)"),
            "round(x) == 3": asked.format("round", "write floor(x + 0.5)"),
            "squrt(x) > 2": asked.format("squrt", "did you mean 'sqrt'?"),
            "'clmap(x, 0, 1) > 0.5'": asked.format("clmap", "did you mean 'clamp'?"),
            "logistc(x) > 0.5": asked.format("logistc", "did you mean 'logistic'?"),
            "sqrt(flor(x)) > 2": asked.format("flor", "did you mean 'floor'?"),
        }.items():
            with self.subTest(call=call):
                self.finds(machine(f"{{to: b, when: {call}}}"), words, 10)
        for call in ("sin() > 0.5", "flood() > 1", "round()", "'clmap(x) > 0'", 'near("door")', "mix()", "fog(x) > 1",
                     "'row(x, 2) > 1'", "sqrt(x) > 2", "'smootherstep(x) > 0.5'", "'sort(x, 1) > 2'"):
            with self.subTest(call=call):
                self.finds_nothing(machine(f"{{to: b, when: {call}}}"))
        # Actions belong to the program, and so do listed or silenced items.
        self.finds_nothing(machine("{to: b, when: on, do: [round(x), sin(x)]}"))
        self.finds_nothing("functions: {sin: score}\n" + machine("{to: b, when: sin(x) > 0.5}"))
        self.finds_nothing(machine("{to: b, when: sin(x) > 0.5}  # wits: allow host-maths -- it has one"))

    def finds_nothing(self, brain):
        self.assertEqual(self.warnings(brain), [])

    def test_conditions_that_are_never_true(self):
        for condition in ("'false'", "1 > 2", "not (on or not on and true or 3 > 2)", "ammo > 255", "ammo < 0",
            "ammo == 300",
                          "mood == calm and mood == angry", "mood == calm and on and mood != calm", "on and not on",
                          "x > 5 and x <= 5", "x * 0.0 > 1", '"clamp(x, 0, 1) > 1"', "random >= 1", "elapsed < 0",
                          "ammo % 4 == 4", "3 < ammo and ammo + 1 < 4 and ammo > 4", "angry == mood and mood == calm",
                          "(1 if on else 2) > 2", '"max(ammo, 300) < 300"', "smoothstep(x) < 0", "sqrt(ammo) < 0",
                          '"logistic(x, 1, 2) > 1"', '"smoothstep(x, 2, 0, 0.5) + 1 > 2"',
                          '"1 + piecewise(x, 0, 1, 1, 0, 2, 1) < 1"'):
            with self.subTest(condition=condition):
                self.finds(machine(f"{{to: b, when: {condition}, after: 1}}", "{to: b, event: e}"),
                           "this transition can never fire: its condition is never true", 10)

    def test_conditions_that_may_be_true(self):
        for condition in ("ammo > 254", "x > 5 and x < 5.1", "x != x", "mood == calm or mood == angry", "x * 0.0 != 0",
                          "ammo == 3 and x == ammo", "not on", "x - x != 0", "sqrt(x) != sqrt(x)", "1 / x < 0",
                          "on == (mood == calm)", "in(b) or ammo / 2 > 127", "sees() and not sees()", "tick % 2 == 1",
                          '"min(x, 1) > 0"', "abs(ammo - 255) > 254", "(x if on else -x) < 0 and on", "exp(x) == 0",
                          '"logistic(x, 1, 2) > 0.9 and on"', '"smoothstep(x, 2, 0, 0.5) + 1 > 1.9"',
                          '"clamp(piecewise(x, 0, 7, 1, 8) + 5, 0, 5) > 4"'):
            with self.subTest(condition=condition):
                self.finds_nothing(machine(f"{{to: b, when: {condition}, after: 1}}"))

    def test_conditions_over_every_type_and_function(self):
        head = """context: {i: int16, u: uint16, n: int}
functions: {sees: condition, threat: score}
events: [e]
"""
        brain = head + """root:
  enter: n = i + u
  states:
    a: {transitions: [{to: b, when: %s, after: 1}, {to: b, event: e}]}
    b: {transitions: [{to: a, when: sees() or threat() > n, after: 1}]}
"""
        for condition in ("i > 32767", "i < -32768", "u > 65535", "u < 0", "i + u > 98302", "floor(u) < 0",
                          "ceil(u) > 65535", "floor(i / 3) < -10923", "ceil(i / 3) > 10923", '"(1 if sees() else 2) > 2"',
                          '"threat() * 0.0 > 1"', '"max(threat(), 1.0) < 1"'):
            with self.subTest(condition=condition):
                self.finds(brain % condition, "this transition can never fire: its condition is never true", 9)
        for condition in ("i > 32766", "i < -32767", "u > 65534", "u < 1", "i + u > 98301", "floor(u) < 1",
                          "ceil(u) > 65534", "floor(i / 3) < -10922", "ceil(i / 3) > 10922",
                          '"(1 if sees() else 2) > 1"', '"threat() * 0.0 != 0"', '"min(threat(), 1.0) < 1"'):
            with self.subTest(condition=condition):
                self.finds_nothing(brain % condition)

    def test_any_to_where_one_always_is(self):
        more = "    d: {any: [{to: d, when: on}], states: {p: {}}}\n"
        self.finds(machine("{to: d, event: e}", "{to: b, event: f}", more=more), "'d' is already active here")
        only = "    d: {any: [{to: p, when: on}], states: {p: {}}}\n"
        self.finds(machine("{to: d, event: e}", "{to: b, event: f}", more=only), "'d/p' is already active here")
        again = "    d: {any: [{to: d, when: on, reenter: true}], states: {p: {}}}\n"
        self.finds_nothing(machine("{to: d, event: e}", "{to: b, event: f}", more=again))

    def test_shadowed_transitions(self):
        for first, second in (("{to: b}", "{to: c, when: on}"), ("{to: b, after: 2}", "{to: c, after: 3}"),
                              ("{to: b, event: e}", "{to: c, event: e, when: on}"),
                              ("{to: b, when: on}", "{to: c, when:  on , after: 3}"),
                              ("{to: b, when: ammo < 256}", "{to: c, event: e}")):
            with self.subTest(first=first):
                self.finds(machine(first, second),
                    "this transition can never fire: the one in line 10 is tried before", 11)
        for first, second in (("{to: b, when: on}", "{to: c}"), ("{to: b, after: 3}", "{to: c, after: 2}"),
                              ("{to: b, event: e}", "{to: c, event: f}"), ("{to: b, event: e}", "{to: c, when: on}"),
                              ("{to: b, when: random < 0.5, after: 2}", "{to: c, when: random < 0.5, after: 2}"),
                              ("{to: b, when: x == x}", "{to: c, event: e}")):
            with self.subTest(first=first):
                self.finds_nothing(machine(first, second))

    def test_shadowed_from_further_out(self):
        brain = HEAD + f"""root:
  enter: {USE}
  states:
    a:
      transitions: [{{to: b}}]
      states:
        p: {{transitions: [{{to: q, event: e}}]}}
        q: {{transitions: [{{to: p, event: f}}]}}
    b: {{transitions: [{{to: a, event: e}}]}}
"""
        found = self.warnings(brain)
        self.assertEqual([message.split(":")[0] for _, message in found], ["this transition can never fire"] * 2, found)

    def test_any_shadows_only_where_its_target_is_not_active(self):
        brain = HEAD + f"""root:
  enter: {USE}
  any: [{{to: a}}]
  states:
    a: {{transitions: [{{to: c, event: e}}]}}
    b: {{transitions: [{{to: c, event: e}}]}}
    c: {{transitions: [{{to: b, event: e}}]}}
"""
        brain = brain.replace("a: {transitions: [{to: c", "a: {transitions: [{to: b, event: f}, {to: c")
        found = self.warnings(brain)
        self.assertEqual([place.split(":")[1] for place, _ in found], ["10", "11"], found)
        self.assertIn("the one in line 7 is tried before it and always fires", found[0][1])

    def test_of_several_that_shadow_the_first_is_told(self):
        brain = HEAD + f"""root:
  enter: {USE}
  states:
    a:
      transitions: [{{to: b}}]
      states:
        p:
          transitions:
            - {{to: q}}
            - {{to: q, event: e}}
        q: {{transitions: [{{to: p, event: f}}]}}
    b: {{transitions: [{{to: a, event: e}}]}}
"""
        found = {place.split(":")[1]: message for place, message in self.warnings(brain)}
        for line in ("13", "14", "15"):
            self.assertIn("the one in line 9 is tried before it and always fires", found[line])

    def test_large_machines(self):
        """Each state leads to the one before it, which is the worst order for a search of reachable states."""
        count = 30000
        states = "".join(f"    s{i}: {{transitions: [{{to: s{(i - 1) % count}, after: 1}}]}}\n" for i in range(count))
        more = "    lost: {transitions: [{to: s1, event: e}, {to: s2, event: f}]}\n"
        found = self.warnings(HEAD + f"root:\n  enter: {USE}\n  states:\n{states}{more}")
        self.assertEqual([message.split(":")[0] for _, message in found], ["unreachable state 'lost'"])

    def test_rules_of_initial(self):
        brain = HEAD.replace("events: [e, f]", "") + f"""root:
  enter: {USE}
  initial: [{{when: ammo > 300, to: a}}, {{when: x > 0, to: b}}, {{when: ammo >= 0, to: c}}, {{when: on, to: d}}, {{to: b}}]
  states:
    a: {{}}
    b: {{}}
    c: {{initial: [{{when: in(c), to: k}}, {{to: l}}], states: {{k: {{}}, l: {{}}}}}}
    d: {{initial: [{{when: false, to: k}}, {{to: k}}], states: {{k: {{}}}}}}
"""
        never = "this rule is never taken: "
        nothing = ": it is not an initial state, and no transition or step that can fire leads to it"
        found = self.warnings(brain)
        self.assertEqual([message for _, message in found],
                         [never + "its condition is never true",
                          never + "the one in line 7 comes first and always holds",
                          never + "the one in line 7 comes first and always holds",
                          "unreachable state 'a'" + nothing, "unreachable state 'd'" + nothing])

    def test_steps(self):
        brain = HEAD.replace("events: [e, f]", "") + f"""root:
  enter: {USE}
  states:
    a: {{steps: [{{when: on, to: b}}, {{do: x = 1}}, {{when: x > 0, to: b}}]}}
    b: {{steps: [{{when: ammo > 300, to: a}}, {{to: a}}]}}
"""
        found = self.warnings(brain)
        self.assertEqual([message for _, message in found],
                         ["this step is never taken: the one in line 8 comes first and always holds",
                          "this step is never taken: its condition is never true"])

    def test_unreachable_states_are_told_once(self):
        more = "    d: {transitions: [{to: e}], states: {p: {}, q: {}}}\n    e: {}\n"
        found = self.warnings(machine("{to: b, event: e}", more=more))
        self.assertEqual([message.split(":")[0] for _, message in found], ["unreachable state 'd'",
            "unreachable state 'e'"])
        self.finds(machine("{to: b, event: e}", "{to: d, when: ammo > 255}", more="    d: {}\n").replace(
            "\n        - {to: d, when: ammo > 255}", ""), "unreachable state 'd'")

    def test_oscillation(self):
        brain = HEAD.replace("events: [e, f]", "") + f"""root:
  enter: {USE}
  states:
    a: {{transitions: [{{to: b}}]}}
    b: {{transitions: [{{to: c, when: on}}, {{to: d}}]}}
    c: {{transitions: [{{to: a, after: 1}}]}}
    d: {{states: {{p: {{transitions: [{{to: a}}]}}}}}}
"""
        self.finds(brain, "these states never stay: 'a' → 'b' → 'd/p' and again")
        self.finds_nothing(brain.replace("{to: d}", "{to: d, after: 1}"))
        self.finds_nothing(brain.replace("p: {transitions: [{to: a}]}", "p: {transitions: [{to: a, when: x > 1}]}"))

    def test_options_that_can_never_win(self):
        for options, words in (
            (("{score: 0.5}", "{score: x}", "{score: 0.25}"),
            "its score is at most 0.25, and 'u/o0' always scores as much or"),
            (("{score: smoothstep(x)}", "{score: ammo + 2, weight: 0.6}"),
            "its score is at most 1, and 'u/o1' always scores more"),
            (("{score: 0.5}", "{score: 0.5}"), "always scores as much or more"),
        ):
            with self.subTest(options=options):
                self.finds(utility(*options), words)
        for options in (("{score: x}", "{score: 0.5}"), ("{score: threat()}", "{score: 0.0}"), ("{score: ammo}",
            "{score: 255}"),
                        ("{score: 0.2 if on else 0.6}", "{score: 0.4}"), ("{score: x * x}", "{score: 0 - 1}")):
            with self.subTest(options=options):
                self.finds_nothing(utility(*options))

    def test_options_that_only_go_on_by_their_inertia(self):
        """A goto of the host makes any option the current one, which has the inertia and wins ties."""
        score = "can never be entered by its score: its score is at most "
        for options, keys, words in (
            (("{score: 0.7 + 0.2 * smoothstep(x)}", "{score: 0.6 * smoothstep(x)}"), "inertia: 0.5", score + "0.6, and"),
            (("{score: 0.5}", "{score: 0.5}"), "inertia: 0", score + "0.5, and 'u/o0' always scores as much or more"),
            (("{score: 0.7}", "{score: 0.1}"), "inertia: 0.5", "can never win: its score is at most 0.1, and 'u/o0'"),
            (("{score: 0.5}", "{score: 0.4}"), "inertia: 0", "can never win: its score is at most 0.4, and 'u/o0'"),
            (("{score: x}", "{score: 0.1}"), "inertia: 0.1; floor: 0.2", score + "0.1, below the floor of 0.2"),
            (("{score: x}", "{score: 0.1}"), "inertia: 0.05; floor: 0.2", "can never win: its score is at most 0.1"),
            (("{score: 1}", "{score: {input: x}}"), "inertia: 0.5; default: o0", score + "1, and the default"),
            (("{score: 1}", "{score: {input: x}}"), "inertia: 0; default: o0", "can never win: its score is at most 1"),
            (("{score: x}", "{score: -1}"), "select: weighted; every: 5; inertia: 2",
             "can never be entered by its score: its score is never above 0"),
            (("{score: x}", "{score: -1}"), "select: weighted; every: 5; inertia: 1", "can never be selected"),
            (("{score: 9}", "{score: {input: x}}"), "select: {within: 0.5}; every: 5; inertia: 4", score + "1, too low"),
            (("{score: 9}", "{score: {input: x}}"), "select: {within: 0.5}; every: 5; inertia: 3", "can never be selected"),
            (("{score: 9}", "{score: 8}", "{score: 1}"), "select: {top: 2}; every: 5; inertia: 7", score + "1, and 2"),
            (("{score: 9}", "{score: 8}", "{score: 1}"), "select: {top: 2}; every: 5; inertia: 6", "never be selected"),
        ):
            with self.subTest(options=options, keys=keys):
                lines = "".join(f"\n      {key}" for key in keys.split("; "))
                self.finds(utility(*options, keys=lines), words)

    def test_options_with_considerations(self):
        for options, words in (
            (("{score: 1.0}", "{score: {input: x}}"), "at most 1, and 'u/o0' always scores as much or more"),
            (("{score: {input: x}, weight: 2}", "{score: 3}"), "at most 2, and 'u/o1' always scores more"),
            (("{score: {sum: [{input: x}]}, weight: -1}", "{score: 0.5}"), "at most 0, and 'u/o1' always scores more"),
            (("{score: 1}", "{score: {product: [{gate: on}, {input: x}]}}"), "at most 1, and 'u/o0' always scores"),
        ):
            with self.subTest(options=options):
                self.finds(utility(*options), words)
        for options in (("{score: {input: x}, weight: 4}", "{score: 3}"),
                        ("{score: {input: x}, rank: 1 if on else 0}", "{score: 3}"),
                        ("{score: {input: x}}", "{score: 3, rank: 0 if on else -1}"),
                        ("{score: {input: x}}", "{score: 3, cooldown: 2}"),
                        ("{score: -1}", "{score: {min: [{input: x}, {gate: on}]}}")):
            with self.subTest(options=options):
                self.finds_nothing(utility(*options))
        self.finds_nothing(utility("{score: {input: x}}", "{score: 3}", keys="\n      default: o0"))

    def test_options_whose_considerations_are_bounded(self):
        low = "{score: {input: x, range: [0, 1], curve: {linear: {m: 0.2, b: 0.1}}}}"
        high = "{score: {mean: [{input: x, range: [0, 1], curve: {linear: {m: 0.2, b: 0.7}}}, {input: 0.6}]}}"
        self.finds(utility(low, high), "at most 0.3, and 'u/o1' always scores more", 12)
        self.finds(utility(high, low), "at most 0.3, and 'u/o0' always scores as much or more", 13)
        self.finds(utility("{score: {product: [{input: x}, {input: 0.5}]}}", "{score: 0.5001}"), "at most 0.5, and 'u/o1'")
        self.finds(utility("{score: {compensated: [{input: x, range: [0, 1], curve: {normal: {m: 0.4}}}, {input: x}]}}",
                           "{score: 0.6}"),
                   "always scores more")
        self.finds(utility("{score: '0.9 * logistic(x, 1, 2)'}", "{score: 1}"), "at most 0.9, and 'u/o1' always")
        self.finds(utility("{score: 'smoothstep(x, 1, 0, 0.2) + 1'}", "{score: {input: x}}"), "at most 1, and 'u/o0'")
        self.finds(utility("{score: 'constant(x, 0.25) + 1'}", "{score: {input: x}}"), "at most 1, and 'u/o0'")
        for options in ((high, high.replace("0.7", "0.69")), (low, high.replace("0.7", "-0.1")),
                        (low, high.replace("[{", "[{gate: on}, {")), (low, high[:-1] + ", cooldown: 3}"),
                        (low[:-1] + ", rank: 1 if on else 0}", high)):
            with self.subTest(options=options):
                self.finds_nothing(utility(*options))

    def test_options_that_ranks_and_the_default_leave_no_room(self):
        self.finds(utility("{score: x}", "{score: 1, rank: 2}"), "'u/o1' is always a candidate with a higher rank", 12)
        self.finds(utility("{score: x, rank: 1 if on else 0}", "{score: 1, rank: ammo + 2}"), "with a higher rank", 12)
        self.finds_nothing(utility("{score: x, rank: 1 if on else 0}", "{score: 1, rank: ammo}"))
        self.finds_nothing(utility("{score: x}", "{score: threat(), rank: 2}"))
        self.finds_nothing(utility("{score: x}", "{score: 1, rank: 2}", "{score: 0.5, cooldown: 1}", keys="\n      default: o2"))
        default = "\n      default: o1"
        self.finds(utility("{score: {input: x}, rank: 1}", "{score: 1}", keys=default),
                   "at most 1, and the default 'u/o1' always scores as much or more", 13)
        self.finds_nothing(utility("{score: {input: x}}", "{score: 0.9}", keys=default))
        self.finds_nothing(utility("{score: {input: x}}", "{score: 1, cooldown: 1}", keys=default))

    def test_options_that_are_never_drawn(self):
        every = "\n      every: 5\n      select: "
        self.finds(utility("{score: {input: x}}", "{score: 9}", "{score: 9}", keys=every + "{within: 0.5}"),
                   "can never be selected: its score is at most 1, too low compared with 'u/o1'", 14)
        self.finds_nothing(utility("{score: {input: x}}", "{score: 2}", "{score: 9}", keys=every + "{within: 0.9}"))
        self.finds(utility("{score: {input: x}}", "{score: 9}", "{score: 8}", keys=every + "{top: 2}"),
                   "can never be selected: its score is at most 1, and 2 others always score more", 14)
        self.finds_nothing(utility("{score: {input: x}}", "{score: 9}", "{score: 8}", keys=every + "{top: 3}"))
        self.finds(utility("{score: {input: x}, weight: -1}", "{score: 1}", keys=every + "{top: 2}"), "never above 0")
        for select in ("{softmax: 0.1}", "weighted"):
            self.finds_nothing(utility("{score: {input: x}}", "{score: 9}", keys=every + select))
        self.finds(utility("{score: x}", "{score: 1}", keys="\n      select: {softmax: 1}"), "redraws at every pass")

    def test_the_best_of_its_own_options(self):
        inner = "{kind: utility, score: best, states: {p: {score: 0.4, cooldown: 1}, q: {score: {input: x}, weight: 0.3}}}"
        self.finds(utility("{score: 0.5}", inner), "its score is at most 0.4, and 'u/o0' always scores")
        self.finds_nothing(utility("{score: x}", inner))
        self.finds(utility("{score: {input: x}, weight: 0.3}", inner), "at most 0.3, and 'u/o1' always scores more")

    def row(self, text, more=""):
        """One consideration, gate or group among others."""
        return utility("{score: x}", "{score: {product: [{input: x}, " + text + "]}" + more + "}")

    def test_gates_that_do_nothing(self):
        self.finds(self.row("{gate: ammo >= 0}"), "this gate always holds", 13)
        self.finds(self.row("{gate: ammo < 0}"), "this option can never win: one of its gates never holds", 13)
        self.finds(self.row("{max: [{gate: ammo < 0}, {input: x}]}"), "this gate never holds, so the value of its group is 0")
        self.finds_nothing(self.row("{gate: ammo > 0}"))

    def test_ranges_that_are_never_reached(self):
        for text, words in (
            ("input: ammo, range: [300, 400]", "this range is never reached: the input is at most 255"),
            ("input: ammo, range: [0, -10]", "this range is never reached: the input is at least 0"),
            ("input: ammo, range: [400, 255]", "this range is never reached: the input is at most 255"),
            ("input: ammo, range: [0, 1000]", "this end of the range is never reached: the input is at most 255"),
            ("input: ammo + 100, range: [300, 0]", "this end of the range is never reached: the input is at least 100"),
            ("input: ammo", "this input goes from 0 to 255, but only 0 to 1 counts; add a range"),
            ("input: sign(x)", "this input goes from -1 to 1"),
        ):
            with self.subTest(text=text):
                self.finds(self.row("{" + text + "}"), words, 13)
        for text in ("input: ammo, range: [0, 255]", "input: ammo, range: [0, 256]", "input: random, range: [0, 1]",
                     "input: x", "input: ammo, range: [0, 1000], outside: wrap", "input: 1 if on else 0", "input: 0.3",
                     "input: ammo, curve: {linear: {m: 0.01}}", "input: x, range: [5, 9]", "input: elapsed, range: [0, 20]"):
            with self.subTest(text=text):
                self.finds_nothing(self.row("{" + text + "}", ", hold: 9").replace("{score: x}", "{score: x, hold: 9}"))

    def test_considerations_that_are_always_the_same(self):
        for text in ("input: x, curve: {linear: {m: 0, b: 0.25}}", "input: 'min(ammo, 0)', curve: {linear: {b: 0.25}}",
                     "input: ammo, curve: [{linear: {b: 2}}, {linear: {b: -0.75}}]"):
            with self.subTest(text=text):
                self.finds(self.row("{" + text + "}"), "this consideration is always 0.25, whatever its input is", 13)
        for text in ("input: x, curve: {constant: {b: 0.3}}", "input: 0.25, curve: smoothstep", "input: -1"):
            self.finds_nothing(self.row("{" + text + "}"))

    def test_weights_of_0(self):
        self.finds(self.row("{input: x, weight: 0}"), "with a weight of 0 this is always 1, so it has no effect", 13)
        self.finds(self.row("{mean: [{input: x, weight: 0}, {input: x}]}"), "with a weight of 0 this has no effect")
        self.finds(self.row("{sum: [{input: x}, {max: [{input: x}], weight: 0}]}"), "with a weight of 0 this has")
        found = [words for _, words in self.warnings(self.row("{mean: [{input: x, weight: 0}, {gate: on}]}"))]
        self.assertEqual(found, ["all weights in this group are 0, so its value is 0",
                                 "with a weight of 0 this has no effect"])

    def test_groups_of_nothing(self):
        self.finds(utility("{score: x}", "{score: {product: []}}"), "no member of this group counts, so its value is 1", 13)
        self.finds(utility("{score: x}", "{score: {sum: [{input: x}, {min: [{gate: on}]}]}}"), "no member of this group")
        self.finds_nothing(utility("{score: x}", "{score: {sum: [{gate: on}, {min: [{input: x}, {gate: on}]}]}}"))

    def test_floors_and_weights(self):
        floor = "\n      floor: 0.2"
        self.finds(utility("{score: 0.1}", "{score: x}", keys=floor),
            "its score is at most 0.1, below the floor of 0.2")
        weighted = "\n      select: weighted\n      every: 5"
        self.finds(utility("{score: 0}", "{score: x}", keys=weighted), "its score is never above 0")
        self.finds_nothing(utility("{score: 0.1}", "{score: 1}", keys=weighted))

    def test_an_option_that_a_transition_leads_to_need_not_win(self):
        brain = utility("{score: 1}", "{score: 0, hold: 5}").replace("kind: utility",
                                                                    "kind: utility\n      any: [{to: o1, event: f}]")
        self.finds_nothing(brain)

    def test_transitions_to_an_option_without_hold(self):
        brain = utility("{score: 1}", "{score: 0}").replace("{to: u, event: e}", "{to: u/o1, event: e}")
        self.finds(brain, "the next scoring may reverse this at once: the option 'u/o1' has no hold", 8)
        self.finds_nothing(brain.replace("{score: 0}", "{score: 0, hold: 2}"))

    def test_states_that_end(self):
        self.finds(utility("{score: x, done: ammo > 3 and ammo < 2, commit: true}", "{score: 0.5}"),
                   "this condition never holds", 12)
        self.finds(utility("{score: x, lasts: 3, hold: 4}", "{score: 0.5}"),
                   "it is done after 3 ticks but held for 4; no choice checks for done before that")
        self.finds_nothing(utility("{score: x, lasts: 3, hold: 3}", "{score: 0.5}"))
        self.finds(utility("{score: x, done: on}", "{score: 0.5}"), "another option may win before it is done")
        for commit in ("true", "false"):
            self.finds_nothing(utility(f"{{score: x, done: on, commit: {commit}}}", "{score: 0.5}"))
        asked = machine("{to: m, event: e}", "{to: b, event: f}", more="    m:\n      leave: resume\n      transitions: [{to: a, when: done}]\n"
                        "      states: {f: {transitions: [{to: g, event: e}]}, g: {final: true}}\n")
        self.finds_nothing(asked)
        self.finds(asked.replace("when: done", "event: f"),
                   "nothing checks whether 'm' is done, and ending in this child resets it, whatever its leave")

    def test_states_that_a_transition_leaves_before_they_have_lasted(self):
        brain = machine("{to: m, event: e}", "{to: b, event: f}", more="    m: {lasts: 3, transitions: [{to: a}]}\n")
        self.finds(brain, "'m' never lasts 3 ticks: this transition leaves it at the first pass; write 'when: done' to wait")
        for waits in ("when: done", "when: on", "event: e", "after: 3"):
            self.finds_nothing(brain.replace("{to: a}", f"{{to: a, {waits}}}"))
        self.finds_nothing(brain.replace("lasts: 3", "lasts: 1"))

    def test_an_option_that_commits_is_not_undone_at_once(self):
        brain = utility("{score: 1}", "{score: 0, lasts: 2}").replace("{to: u, event: e}", "{to: u/o1, event: e}")
        self.finds_nothing(brain)
        self.finds(brain.replace("lasts: 2", "lasts: 2, commit: false"), "the option 'u/o1' has no hold")

    def test_chance_that_is_drawn_at_every_pass(self):
        self.finds(machine("{to: b, when: random < 0.5}"), "redrawn at every pass")
        for guard in ("when: random < 0.5, after: 2", "when: random < 0.5, event: e",
            "when: elapsed > 3 and random < 0.5",
                      "when: in(random), after: 1"):
            self.finds_nothing(machine(f"{{to: b, {guard}}}",
                more="    random: {transitions: [{to: a, event: e}]}\n").replace(
                "- {to: b,", "- {to: random, event: f}\n        - {to: b,"))
        for keys in ("\n      select: weighted", "\n      select: {top: 2}", "\n      select: {within: 0.1}"):
            self.finds(utility("{score: x}", "{score: 1}", keys=keys), "'u' redraws at every pass")
            self.finds_nothing(utility("{score: x}", "{score: 1}", keys=keys + "\n      every: 5"))
            self.finds_nothing(utility("{score: x, hold: 2}", "{score: 1, hold: 2}", keys=keys))
        self.finds_nothing(utility("{score: x}", "{score: 1}", keys="\n      select: {top: 1}"))
        for option in ("score: random", "score: {input: random}", "score: x, rank: 1 if random < 0.5 else 0",
                       "score: {sum: [{gate: random < 0.5}, {input: x}]}"):
            self.finds(utility(f"{{{option}}}", "{score: x}"), "this score is redrawn at every pass")

    def test_fields_of_options(self):
        self.finds_nothing("context: {a: float, b: bool, c: int}\nroot:\n  kind: utility\n  states:\n"
                           "    o: {score: {sum: [{gate: b}, {input: a}]}, rank: c}\n")

    def test_fields_that_only_properties_use(self):
        self.finds_nothing("context: {a: bool, b: bool, c: bool, d: bool}\nroot: {states: {x: {}, y: {}}, any: [{to: y, "
                           "when: a}]}\nprove:\n  - {never: in(y) and b, assume: not d}\n"
                           "  - within: {when: a, until: c, ticks: 2}\n")

    def test_fields(self):
        brain = self.brain("context:\n  none: int\n  only_read: int\n  only_written: int\n"
                           "root: {enter: only_written = only_read}\n")
        result = self.wits("check", brain)
        self.assertEqual(result.err, "brain.yaml:4:3: warning: unused field 'none' [unused-field]\n")
        result = self.wits("check", "-v", brain)
        self.assertIn("brain.yaml:5:3: note: the field 'only_read' is never written by the brain; only the host can write it [host-writes]\n",
            result.err)
        self.assertIn("brain.yaml:6:3: note: the field 'only_written' is never read by the brain; only the host can read it [host-reads]\n",
            result.err)


class Check(Case):
    BAD = "context: {a: int}\nroot: {enter: b = 1, states: {s: {transitions: [{to: t, whn: a > 0}]}}}\n"

    def test_all_errors_of_all_files(self):
        result = self.wits("check", self.brain(self.BAD), self.brain("root: {}\n", "good.yaml"), "none.yaml", ".")
        self.assertEqual((result.status, result.out), (1, "good.yaml: ok\n"))
        self.assertRegex(result.err, r"brain\.yaml:4:15: .*'b'")
        self.assertRegex(result.err, r"brain\.yaml:4:\d+: .*'whn'; did you mean 'when'\?")
        self.assertIn("none.yaml: there is no such file\n", result.err)
        self.assertIn(".: is a directory, not a file\n", result.err)

    def test_pipes(self):
        """The library reads regular files; the program also reads files that the shell has opened."""
        os.mkfifo(self.folder / "fifo")
        self.assertEqual(self.bad(1, "check", "fifo"), "fifo: is not a regular file\n")
        self.brain("root: {}\n")
        for arguments in (("run", "brain.yaml", "--inputs", "fifo"), ("crowd", "brain.yaml", "--inputs", "fifo"),
                          ("crowd", "brain.yaml", "--context", "fifo"), ("replay", "fifo"),
                          ("inspect", "brain.yaml", "--world", "fifo"),
                          ("diff", "brain.yaml", "brain.yaml", "--inputs", "fifo")):
            self.assertIn("fifo: is not a regular file\n", self.wits(*arguments).err, arguments)
        piped = subprocess.run(["bash", "-c", '"$0" check <(cat brain.yaml) && cat brain.yaml | "$0" check /dev/stdin', PROGRAM],
                               cwd=self.folder, capture_output=True, text=True, check=True, timeout=600)
        self.assertRegex(piped.stdout, r"\A/dev/fd/\d+: ok\n/dev/stdin: ok\n\Z")

    def test_warnings_are_no_errors_unless_strict(self):
        brain = self.brain("context: {a: int}\nroot: {}\n")
        self.assertEqual(self.wits("check", brain).status, 0)
        self.assertEqual(self.wits("check", brain).out, "brain.yaml: ok, 1 warning\n")
        self.assertEqual(self.wits("check", "--strict", brain).status, 1)
        self.assertEqual(self.wits("check", "--strict", self.brain("root: {}\n")).status, 0)

    def test_verbose_says_sizes(self):
        brain = self.brain("""root:
  kind: parallel
  states: {a: {states: {p: {}, q: {}}}, b: {activation: on_decide, states: {r: {}, s: {}}}, c: {}}
""")
        out = self.wits("check", "-v", brain).out
        self.assertIn("brain.yaml: 8 states, 0 transitions, 0 steps, 0 events, 0 fields, 0 functions\n", out)
        self.assertRegex(out, r"brain.yaml: an agent takes \d+ bytes?, the brain \d+; its states can be active in 6 combinations\n")
        out = self.wits("check", "-v", self.brain("events: [e]\nroot: {states: {a: {transitions: [{to: b, event: e}]}, b: {}}}\n")).out
        self.assertIn("brain.yaml: 3 states, 1 transition, 0 steps, 1 event, 0 fields, 0 functions\n", out)

    def test_standard_input(self):
        self.assertEqual(self.good("check", "-", stdin="wits: 1\nbrain: b\nroot: {}\n").out, "<stdin>: ok\n")
        self.assertTrue(self.bad(1, "check", "-", stdin="wits: 2\n").startswith("<stdin>:1:"))

    def test_strange_files(self):
        for name, content in (("empty", b""), ("binary", bytes(range(256))), ("truncated", b"wits: 1\nbrain: {"),
                              ("latin", b"wits: 1\nbrain: \xe9\n"), ("deep", b"[" * 20000)):
            with self.subTest(name=name):
                message = self.bad(1, "check", self.write(name, content))
                self.assertRegex(message.splitlines()[0], rf"^{name}:(\d+:\d+:)? ")


if __name__ == "__main__":
    unittest.main()
