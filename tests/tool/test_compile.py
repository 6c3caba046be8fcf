# SPDX-License-Identifier: MIT
"""`wits compile`: its command line, its output files, names, and C that compiles everywhere.

That the C decides as the library does is tests/generated/.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import unittest

from program import BRAINS, ROOT, Case
from test_header import CC, COMPILERS, GUARD, WARNINGS

# tests/generated/test_shapes.py compiles it with all warnings.
STRICT = [flag for flag in WARNINGS if not flag.startswith("-I") and flag != "-Wcast-qual"]
# The source is C, although C++ also accepts it; its casts are those of C.
SOURCES = [[flag for flag in compiler if flag != "-Wold-style-cast"] for compiler in COMPILERS]

DOCUMENT = (ROOT / "docs/generated-c.md").read_text()

# Bodies of its functions, with the type names of the generated C.
FUNCTIONS = """
bool guard_hears_player(const guard_type *self, const guard_call *call) {
    (void)call;
    return self->distance < 1;
}
float guard_threat(const guard_type *self, const guard_call *call) {
    (void)call;
    return self->distance > 50 ? 0.0f : 1.0f;
}
void guard_shout(guard_type *self, const guard_call *call, const char *text) {
    printf("%u: guard %u, %.0f m, %s\\n", (unsigned)call->frame->tick, (unsigned)call->frame->agent,
           (double)self->distance, text);
}
"""
PROGRAM = """#include <stdio.h>
#include <string.h>
%s
int main(void) {
    uint8_t agent[GUARD_AGENT_SIZE] = {0};
    guard_type self;
    guard_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.agent = 7;
    frame.context = &self;
    guard_set_initial_fields(&self);
    guard_start(agent, &frame);
    for (frame.tick = 1; frame.tick <= 3; frame.tick++) {
        self.sees_player = frame.tick == 3;
        guard_tick(agent, &frame);
    }
    printf("%%u, chases %%d, angry %%d, %%u steps\\n", (unsigned)guard_deepest(agent),
           guard_is_in(agent, GUARD_STATE_CHASE), self.mood == GUARD_MOOD_ANGRY, (unsigned)self.steps);
    return 0;
}
"""
SAYS = "3: guard 7, 20 m, stop\n4, chases 1, angry 1, 1 steps\n"
OWN_STRUCT = """#ifndef SOLDIER_H
#define SOLDIER_H
#include <stdbool.h>
#include <stdint.h>
struct soldier { double x; uint8_t mood; uint16_t steps; float distance; char name[3]; bool sees_player; };
#endif
"""

# Names that C and C++ reserve, that the header uses, that only the source uses, and that differ in nothing that C can
# express.
NAMES = """wits: 1
brain: guard
context:
  class: bool
  NULL: uint8
  GUARD_NONE: float
  GUARD_MACHINE_COUNT: int
  guard_pass: int
  p: int
  self: float
  event: [bytes, at]
  fresh: [at, bytes]
  machine: [count]
events: [bytes, s_at, name, count]
functions:
  pass: action
  rows: action
  row: condition
  stop: action
  start: action
  exit_walk: action
  bytes_get: score
  machines: action
  exit_at: action
  context: action
  call: action
  state: condition
  acts_now: action
  math_exp: action
  enter: action
  score_first: action
  act_enter: action
  open: action
root:
  enter: [pass(), rows(), stop(), start(), exit_walk(), machines(), exit_at(), acts_now(), context(), call(), math_exp(),
          enter(), score_first(), act_enter(), open()]
  states:
    walk:
      update: [p = p + 1, guard_pass = p]
      exit: pass()
      transitions: [{to: at, when: row() and state() and bytes_get() > 2 and exp(self) > GUARD_NONE}]
      states: {a: {enter: rows()}, b: {exit: rows()}}
    at:
      enter: class = not class
      exit: GUARD_MACHINE_COUNT = 3
      states: {at: {exit: rows()}, state: {exit: rows(), enter: rows()}}
    count: {exit: stop()}
    state: {enter: call(), exit: rows()}
    act: {enter: call(), exit: rows(), states: {x: {}, score: {}}}
    act_3: {enter: call()}
    walk_a: {enter: call(), exit: rows()}
    WALK: {enter: call(), exit: rows()}
    x:
      kind: utility
      states: {one: {score: 0.25, exit: pass()}, best: {score: NULL, kind: utility, states: {a: {score: 1}, b: {score: p}}}}
    x_best: {kind: utility, states: {a: {score: 1}, b: {score: p}}}
    x_best_score: {kind: utility, states: {a: {score: 1}, first: {score: p}}}
"""


def drawn_brain(names):
    """A brain with these 60 names."""
    fields, events, actions, conditions = names[:4], names[4:8], names[8:24], names[24:28]
    tops, children = names[28:32], names[32:44]
    act = [f'"{name}()"' for name in actions]
    lines = [f"wits: 1\nbrain: guard\ncontext: {{{', '.join(f'{name!r}: int' for name in fields)}}}\n",
                  f"events: [{', '.join(map(repr, events))}]\nfunctions:\n",
                  *(f"  {name!r}: action\n" for name in actions), *(f"  {name!r}: condition\n" for name in conditions),
                  "root:\n  states:\n"]
    for i, top in enumerate(tops):
        kind = ("fsm", "utility", "parallel", "utility")[i]
        score = f"score: 0.{i + 1}, " if kind == "utility" else ""
        lines.append(f"    {top!r}:\n      kind: {kind}\n      enter: {act[i]}\n      transitions:\n"
                          f"        - {{to: {tops[i - 1]!r}, event: {events[i]!r}}}\n"
                          f'        - {{to: {tops[i - 2]!r}, when: "{conditions[i]}() and {fields[i]} > 1"}}\n      states:\n')
        lines += [f"        {child!r}: {{{score}enter: {act[4 + j]}, exit: [{act[7 + i]}, \"{fields[i]} = {j}\"], "
                       f"update: {act[11 + i]}}}\n" for j, child in enumerate(children[i * 3:i * 3 + 3])]
    return "".join(lines)


class Compiled(Case):
    def compile(self, *options, file="guard.yaml", output="guard.c"):
        self.good("compile", file, "-o", output, *options)
        return (self.folder / output).read_text(), (self.folder / output).with_suffix(".h").read_text()

    def call(self, *command):
        return subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True, check=False)

    def messages(self, *command):
        done = self.call(*command)
        return done.stderr + ("" if done.returncode == 0 else "\nit does not compile")

    def everywhere(self, *sources):
        for source in sources:
            for compiler in COMPILERS if source == "use_header.c" else SOURCES:
                with self.subTest(source=source, compiler=compiler):
                    self.assertEqual(self.messages(*compiler, *STRICT, "-O1", "-c", source, "-o", "object.o"), "")

    def program(self, *sources, more=()):
        self.assertEqual(self.messages(*CC, "-std=c11", *STRICT, "-O1", *more, *sources, "-o", "program"), "")
        return self.call(self.folder / "program")


class Output(Compiled):
    """Both files or none, and never over an input."""

    def setUp(self):
        super().setUp()
        self.write("guard.yaml", GUARD)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def test_two_files(self):
        self.good("compile", "guard.yaml", "-o", "guard.c")
        self.assertEqual(self.files(), ["guard.c", "guard.h", "guard.yaml"])
        (self.folder / "made").mkdir()
        source, _ = self.compile("--prefix", "sentry", output="made/my mind.c")
        self.assertIn('#include "my mind.h"\n', source)

    def test_the_same_file_gives_the_same_c(self):
        first = self.compile()
        self.assertEqual(self.compile(), first)
        self.good("compile", "-", "-o", "piped.c", stdin=GUARD)
        piped = (self.folder / "piped.c").read_text()
        self.assertEqual(piped.replace("standard input", "guard.yaml").replace('"piped.h"', '"guard.h"'), first[0])

    def test_lines_of_the_file(self):
        source, _ = self.compile()
        for line, words in ((25, "// chase to rest, when distance > 30 and threat() < 0.5 (line 25)"),
                            (16, "// patrol to chase, when sees_player or hears_player() (line 16)")):
            self.assertIn(words, source.splitlines())
            self.assertIn("when", GUARD.splitlines()[line - 1])

    def test_what_cannot_be_written(self):
        self.assertIn("none/guard.h cannot be written: No such file or directory",
                      self.bad(1, "compile", "guard.yaml", "-o", "none/guard.c"))
        (self.folder / "guard.h").mkdir()
        self.assertIn("guard.h cannot be written: Is a directory", self.bad(1, "compile", "guard.yaml", "-o", "guard.c"))
        self.assertEqual(self.files(), ["guard.h", "guard.yaml"])

    def test_read_only(self):
        if os.geteuid() == 0:
            self.skipTest("root may write anything")
        self.write("guard.h", "mine")
        (self.folder / "guard.h").chmod(0o444)
        self.assertIn("guard.h cannot be written: Permission denied",
                      self.bad(1, "compile", "guard.yaml", "-o", "guard.c"))
        self.assertEqual((self.folder / "guard.h").read_text(), "mine")
        self.assertEqual(self.files(), ["guard.h", "guard.yaml"])

    def test_a_full_disk(self):
        self.write("guard.h", "mine")
        (self.folder / "guard.c").symlink_to("/dev/full")
        self.assertIn("guard.c cannot be written: No space left on device",
                      self.bad(1, "compile", "guard.yaml", "-o", "guard.c"))
        self.assertEqual((self.folder / "guard.h").read_text(), "mine")
        self.assertEqual(self.files(), ["guard.c", "guard.h", "guard.yaml"])

    def test_a_disk_that_has_room_for_the_header_only(self):
        self.compile(output="old.c")
        sizes = [(self.folder / name).stat().st_size for name in ("old.h", "old.c")]
        self.assertLess(*sizes)
        self.write("guard.h", "mine")
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (sum(sizes) // 2, limit[1]))
        try:
            messages = self.bad(1, "compile", "guard.yaml", "-o", "guard.c")
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        self.assertIn("guard.c cannot be written: File too large", messages)
        self.assertEqual((self.folder / "guard.h").read_text(), "mine")
        self.assertEqual(self.files(), ["guard.h", "guard.yaml", "old.c", "old.h"])

    def test_never_over_the_brain_file(self):
        self.write("guard.h", GUARD)
        self.assertIn("guard.h is an input; the output would overwrite it",
                      self.bad(2, "compile", "guard.h", "-o", "guard.c"))
        (self.folder / "linked.c").symlink_to("guard.yaml")
        self.assertIn("linked.c is an input", self.bad(2, "compile", "guard.yaml", "-o", "linked.c"))
        self.assertEqual((self.folder / "guard.h").read_text(), GUARD)
        self.assertEqual((self.folder / "guard.yaml").read_text(), GUARD)
        self.assertFalse((self.folder / "linked.h").exists())

    def test_one_file_under_both_names(self):
        self.write("guard.c", "mine")
        (self.folder / "guard.h").symlink_to("guard.c")
        self.assertIn("guard.c and guard.h are the same file", self.bad(2, "compile", "guard.yaml", "-o", "guard.c"))
        self.assertEqual((self.folder / "guard.c").read_text(), "mine")

    def test_what_was_there_is_replaced_and_keeps_its_permissions(self):
        self.write("guard.c", "old")
        (self.folder / "guard.c").chmod(0o600)
        self.compile()
        self.assertEqual((self.folder / "guard.c").stat().st_mode & 0o777, 0o600)
        self.assertEqual(self.files(), ["guard.c", "guard.h", "guard.yaml"])

    def test_a_brain_with_mistakes(self):
        self.write("bad.yaml", GUARD.replace("to: rest", "to: rust"))
        self.assertRegex(self.bad(1, "compile", "bad.yaml", "-o", "bad.c"), r"^bad\.yaml:25:\d+: there is no state 'rust'")
        self.assertFalse((self.folder / "bad.c").exists() or (self.folder / "bad.h").exists())

    def test_a_brain_whose_c_would_be_too_long(self):
        terms = " + ".join(f"b * {i}" for i in range(60))
        leaves = "".join(f"    s{i}: {{enter: a = {terms}, transitions: [{{to: s{i // 2}, when: a * {i} > {terms}}}]}}\n"
                         for i in range(3700))
        self.write("big.yaml", f"wits: 1\nbrain: big\ncontext: {{a: float, b: float}}\nroot:\n  states:\n{leaves}")
        # A sanitizer that checks whole texts would read 16 MiB for each line.
        self.assertRegex(self.bad(1, "compile", "big.yaml", "-o", "big.c", environment={"ASAN_OPTIONS": ""}),
                         r"^big\.yaml: the C of this brain would be too large: [0-9]{2}\.[0-9] MiB, at most 16 MiB; "
                         r"nothing is written\n$")
        self.assertEqual(self.files(), ["big.yaml", "guard.yaml"])


class CommandLine(Compiled):
    def setUp(self):
        super().setUp()
        self.write("guard.yaml", GUARD)

    def wrong(self, *arguments):
        messages = self.bad(2, "compile", *arguments)
        self.assertIn("See 'wits compile --help'.", messages)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["guard.yaml"])
        return messages

    def test_output(self):
        self.assertIn("missing -o; give the source to write, for example '-o guard.c'", self.wrong("guard.yaml"))
        for given in ("", "-", "guard", "guard.h", "made/", ".c", "made/.c"):
            self.assertIn(f"--output must be a source such as 'guard.c', not '{given}'; the header 'guard.h' is written beside it",
                          self.wrong("guard.yaml", "-o", given))
        for given in ('a"b.c', "a<b.c", "a\\b.c", "a\nb.c"):
            self.assertIn("the name must not contain quotes, '<', '>' or '\\'",
                          self.wrong("guard.yaml", "-o", given))

    def test_files(self):
        self.assertIn("missing brain file", self.wrong("-o", "guard.c"))
        self.assertIn("only one brain file can be given; unexpected 'b.yaml'", self.wrong("guard.yaml", "b.yaml", "-o", "x.c"))
        self.assertIn("none.yaml: there is no such file", self.bad(1, "compile", "none.yaml", "-o", "guard.c"))

    def test_prefixes(self):
        for given in ("", "3x", "a-b", "a b", "ä", "a;", "n" * 65):
            self.assertIn(f"--prefix must be a C name of at most 64 characters, not '{given}'",
                          self.wrong("guard.yaml", "-o", "g.c", "--prefix", given))
        for given in ("_x", "wits", "WITS_FILE"):
            self.assertIn(f"--prefix '{given}': names that start with '_' or 'wits_' are reserved",
                          self.wrong("guard.yaml", "-o", "g.c", "--prefix", given))

    def test_contexts_and_includes(self):
        for given in ("", "struct", "int", "struct a *", "struct int"):
            self.assertIn(f"--context must be a struct such as 'struct soldier' or the name of a type, not '{given}'",
                          self.wrong("guard.yaml", "-o", "g.c", "--context", given))
        for given in ("", "<>", "a\"b.h", "a>b.h", "a\nb.h", "<a.h"):
            self.assertIn("--include must be a header such as 'soldier.h' or '<soldier.h>', not",
                          self.wrong("guard.yaml", "-o", "g.c", "--context", "soldier", "--include", given))
        self.assertIn("--include needs --context; it is the header that declares your own struct",
                      self.wrong("guard.yaml", "-o", "g.c", "--include", "soldier.h"))

    def test_unknown(self):
        self.assertIn("unknown option '--no-crowds'; did you mean '--no-crowd'?",
                      self.wrong("guard.yaml", "-o", "g.c", "--no-crowds"))


class Programs(Compiled):
    def setUp(self):
        super().setUp()
        self.write("guard.yaml", GUARD)
        self.write("soldier.h", OWN_STRUCT)

    def lives(self, includes, *sources, type="guard_context", more=()):
        self.write("program.c", PROGRAM % f"{includes}\ntypedef {type} guard_type;\n{FUNCTIONS}")
        done = self.program("program.c", *sources, more=more)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, SAYS, ""))

    def test_a_struct_of_the_header(self):
        self.compile()
        self.everywhere("guard.c")
        self.lives('#include "guard.h"', "guard.c")

    def test_ones_own_struct(self):
        for context in ("struct soldier", "soldier"):
            self.write("soldier.h", OWN_STRUCT.replace("#endif", "typedef struct soldier soldier;\n#endif"))
            self.compile("--context", context, "--include", "soldier.h")
            self.everywhere("guard.c")
            self.lives('#include "guard.h"', "guard.c", type=context)
        header = self.compile("--context", "struct soldier", "--include", "<soldier.h>")[1]
        self.assertIn("#include <soldier.h>\n", header)
        self.lives('#include "guard.h"', "guard.c", type=context, more=["-I."])

    def test_ones_own_struct_that_does_not_fit(self):
        self.compile("--context", "struct soldier", "--include", "soldier.h")
        for old, new, words in (("float distance;", "int32_t distance;", "the type of distance must be float"),
                                ("float distance;", "double distance;", "the type of distance must be float"),
                                ("uint16_t steps;", "int16_t steps;", "the type of steps must be uint16_t"),
                                ("uint8_t mood;", "int mood;", "the type of mood must be uint8_t"),
                                ("bool sees_player;", "char sees_player;", "the type of sees_player must be bool"),
                                ("float distance;", "", "distance"),
                                ("uint16_t steps;", "unsigned steps : 16;", "steps")):
            self.write("soldier.h", OWN_STRUCT.replace(old, new))
            for compiler in COMPILERS:
                with self.subTest(new=new, compiler=compiler):
                    messages = self.messages(*compiler, *STRICT, "-fsyntax-only", "guard.c")
                    self.assertIn("it does not compile", messages)
                    self.assertIn(words, messages)

    def test_enums_of_arguments(self):
        """They are C enums: neither names nor comparisons of texts are in the program."""
        self.write("led.yaml", "wits: 1\nbrain: led\ncontext: {heat: [cold, hot], lit: [amber, green]}\n"
                   "enums: {colour: [red, blue]}\nfunctions:\n"
                   "  set: {kind: action, parameters: [int, colour]}\n  show: {kind: action, parameters: [colour]}\n"
                   "  swim: {kind: action, parameters: [[slow, fast]]}\n  warm: {kind: score, parameters: [heat]}\n"
                   "root:\n  kind: utility\n  enter: ['set(3, blue)', swim(fast), 'show(red if heat == hot else blue)']\n"
                   "  states: {a: {score: warm(heat), enter: heat = hot}, b: {score: 0.5}}\n")
        self.good("compile", "led.yaml", "-o", "led.c")
        header = (self.folder / "led.h").read_text()
        for line in ("void led_set(led_context *self, const led_call *call, int32_t integer_1, enum led_colour value_2);",
                     "void led_show(led_context *self, const led_call *call, enum led_colour value);",
                     "void led_swim(led_context *self, const led_call *call, enum led_swim_value value);",
                     "float led_warm(const led_context *self, const led_call *call, enum led_heat value);"):
            self.assertIn(f"\n{line}\n", header)
        self.assertNotRegex((self.folder / "led.c").read_text(), '"(red|blue|slow|fast|cold|hot)"')
        self.write("program.c", """#include <stdio.h>
#include "led.h"
void led_set(led_context *self, const led_call *call, int32_t integer_1, enum led_colour value_2) {
    (void)self, (void)call;
    printf("set %d %d\\n", (int)integer_1, value_2 == LED_COLOUR_BLUE);
}
void led_show(led_context *self, const led_call *call, enum led_colour value) {
    (void)self, (void)call;
    switch (value) {
    case LED_COLOUR_RED:
        puts("red");
        break;
    case LED_COLOUR_BLUE:
        puts("blue");
        break;
    }
}
void led_swim(led_context *self, const led_call *call, enum led_swim_value value) {
    (void)self, (void)call;
    printf("swim %d\\n", value == LED_SWIM_FAST);
}
float led_warm(const led_context *self, const led_call *call, enum led_heat value) {
    (void)self, (void)call;
    return value == LED_HEAT_COLD ? 0.75f : 0.25f;
}
int main(void) {
    uint8_t agent[LED_AGENT_SIZE] = {0};
    led_context self;
    led_frame frame = {0, 0, 0, &self, NULL, NULL, 0};
    led_set_initial_fields(&self);
    led_start(agent, &frame);
    printf("%d", led_is_in(agent, LED_STATE_A));
    return 0;
}
""")
        for compiler in SOURCES:
            done = self.call(*compiler, *STRICT, "led.c", "program.c", "-lm", "-o", "program")
            self.assertEqual((done.returncode, done.stderr), (0, ""), compiler)
            done = self.call(self.folder / "program")
            self.assertEqual((done.returncode, done.stdout), (0, "set 3 1\nswim 1\nblue\n1"))

    def test_without_names(self):
        _, header = self.compile("--no-names", "--no-crowd")
        self.everywhere("guard.c")
        self.assertNotIn("guard_state_name", header)
        self.assertNotIn("crowd", header)
        self.lives('#include "guard.h"', "guard.c")

    def test_a_state_that_ends(self):
        self.write("swipe.yaml", """wits: 1
brain: swipe
root:
  states:
    strike: {lasts: 3, transitions: [{to: rest, when: done}]}
    rest: {final: true}
""")
        self.compile("--no-crowd", file="swipe.yaml", output="swipe.c")
        self.write("ends.c", """#include "swipe.h"
#include <stdio.h>
int main(void) {
    uint8_t agent[SWIPE_AGENT_SIZE] = {0};
    swipe_context self = {0};
    swipe_frame frame = {0};
    frame.context = &self;
    swipe_start(agent, &frame);
    for (frame.tick = 1; frame.tick <= 3; frame.tick++) {
        printf("%d", swipe_is_done(agent, &frame, SWIPE_STATE_STRIKE));
        swipe_tick(agent, &frame);
    }
    printf("%d%d", swipe_is_done(agent, &frame, SWIPE_STATE_STRIKE), swipe_is_done(agent, &frame, SWIPE_STATE_ROOT));
    return 0;
}
""")
        self.assertEqual(self.program("ends.c", "swipe.c").stdout, "00101")

    def test_a_first_score_that_is_no_number(self):
        """A first score that is constant is a candidate without a test, but not if it is NaN."""
        self.write("pick.yaml", """wits: 1
brain: pick
root:
  kind: utility
  states:
    none: {score: 0.0 / 0.0}
    some: {score: 1.0}
""")
        self.compile("--no-crowd", file="pick.yaml", output="pick.c")
        self.write("picks.c", """#include "pick.h"
#include <stdio.h>
int main(void) {
    uint8_t agent[PICK_AGENT_SIZE] = {0};
    pick_context self = {0};
    pick_frame frame = {0};
    frame.context = &self;
    pick_start(agent, &frame);
    printf("%d", pick_is_in(agent, PICK_STATE_SOME));
    return 0;
}
""")
        self.assertEqual(self.program("picks.c", "pick.c").stdout, "1")

    def test_static(self):
        self.compile("--static")
        static = FUNCTIONS
        for kind in ("bool", "float", "void"):
            static = static.replace(f"\n{kind} guard", f"\nstatic {kind} guard")
        self.write("program.c", PROGRAM % f'#include "guard.c"\ntypedef guard_context guard_type;\n{static}')
        self.everywhere("program.c")
        done = self.program("program.c")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, SAYS, ""))
        if shutil.which("nm"):
            symbols = self.call("nm", "program").stdout.split()
            self.assertFalse([name for name in symbols if name.startswith("guard_") and "T" in symbols[symbols.index(name) - 1]])

    def test_more_states_than_a_byte_tells_apart(self):
        """If slots and memories have two bytes: transitions between states, and the memory of the last one."""
        states = "".join(f"        s{i}: {{transitions: [{{to: s{i + 1}, when: not in(s{i + 1})}}]}}\n" for i in range(299))
        self.write("long.yaml", "wits: 1\nbrain: long_way\nevents: [pause, go_on]\nroot:\n  any: [{to: pause, event: pause}, "
                   "{to: way, event: go_on}]\n  states:\n    way:\n      leave: resume\n      states:\n"
                   f"{states}        s299: {{}}\n    pause: {{}}\n")
        self.compile(file="long.yaml", output="long.c")
        self.write("program.c", """#include <stdio.h>
#include <string.h>
#include "long.h"
int main(void) {
    uint8_t agent[LONG_WAY_AGENT_SIZE] = {0};
    long_way_frame frame;
    memset(&frame, 0, sizeof frame);
    long_way_start(agent, &frame);
    for (frame.tick = 1; frame.tick <= 280; frame.tick++) {
        long_way_tick(agent, &frame);
    }
    const char *there = long_way_state_name(long_way_deepest(agent));
    long_way_raise(agent, LONG_WAY_EVENT_PAUSE);
    long_way_tick(agent, &frame);
    const char *paused = long_way_state_name(long_way_deepest(agent));
    long_way_raise(agent, LONG_WAY_EVENT_GO_ON);
    long_way_tick(agent, &frame);
    printf("%s, %s, %s\\n", there, paused, long_way_state_name(long_way_deepest(agent)));
    return 0;
}
""")
        self.everywhere("long.c")
        done = self.program("program.c", "long.c")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "s280, pause, s280\n", ""))

    def test_two_brains_in_one_program(self):
        self.compile()
        self.compile("--prefix", "Sentry", output="sentry.c")
        self.write("use_header.c", '#include "guard.h"\n#include "sentry.h"\n#include "guard.h"\n'
                             "int main(void) { return GUARD_AGENT_SIZE + 0 == SENTRY_AGENT_SIZE + 0 && sentry_deepest(\"\") == 0; }\n")
        self.everywhere("use_header.c", "sentry.c")

    def test_agents_of_another_brain(self):
        """Only builds with checks reject the bytes. Others read them unchecked."""
        self.compile()
        check = """#include <stdio.h>
#include <string.h>
#include "guard.h"
typedef guard_context guard_type;
""" + FUNCTIONS + """
int main(int argc, char **argv) {
    uint8_t agent[GUARD_AGENT_SIZE] = {0};
    guard_context self;
    guard_frame frame;
    memset(&frame, 0, sizeof frame);
    (void)argv;
    frame.context = &self;
    guard_set_initial_fields(&self);
    guard_start(agent, &frame);
    agent[argc == 1 ? 0 : 1] = 0xEE;  // as only another brain has it
    guard_tick(agent, &frame);
    puts("ticked");
    return 0;
}
"""
        self.write("program.c", check)
        for arguments in ((), ("first",)):
            self.program("program.c", "guard.c", more=["-DGUARD_CHECKS", "-DNDEBUG"])
            done = self.call(self.folder / "program", *arguments)
            self.assertLess(done.returncode, 0)
            self.assertEqual(done.stdout, "")
            self.assertIn("guard_agent_is_valid", done.stderr)
            done = self.program("program.c", "guard.c")
            self.assertEqual((done.returncode, done.stdout), (0, "ticked\n"))
        self.lives('#include "guard.h"', "guard.c", more=["-DGUARD_CHECKS"])


class Documents(Compiled):
    """docs/generated-c.md: its code, its list of the header's contents, its options."""

    def test_its_code_compiles(self):
        self.compile(file=BRAINS / "guard.yaml")
        self.good("compile", BRAINS / "squad.yaml", "-o", "squad.c")
        squad = (self.folder / "squad.h").read_text()
        for block in re.findall(r"```c\n(.*?)```", DOCUMENT, re.DOTALL):
            is_program = block.startswith("#include")
            if not is_program:  # contents of a header
                for member in re.findall(r"^    (const \w+ \*\w+|uint32_t \w+);", block, re.MULTILINE):
                    self.assertIn(f"    {member};", squad)
            self.write("program.c", block if is_program else "#include <stdbool.h>\n#include <stdint.h>\n" + block)
            self.assertEqual(self.messages(*CC, "-std=c11", "-Wall", "-Werror", "-c", "program.c", "-o", "object.o"), "")

    def test_the_header_has_what_it_says(self):
        _, header = self.compile(file=BRAINS / "guard.yaml")
        listed = re.search(r"## The header\n(.*?)```c", DOCUMENT, re.DOTALL)[1]
        names = set(re.findall(r"\b(?:guard|GUARD)_\w+", listed)) - {"GUARD_MOOD_ANGRY"}
        self.assertGreater(len(names), 30)
        for name in names:
            self.assertRegex(header, rf"\b{name}\b")
        declared = set(re.findall(r"_API \S.*?\b(guard_\w+)\(", header)) - {"guard_run_record"}
        self.assertEqual({name for name in declared - names if not name.startswith("guard_crowd_")}, set())

    def test_it_lists_the_options(self):
        told = re.search(r"## Options\n(.*?)\n## ", DOCUMENT, re.DOTALL)[1]
        known = set(re.findall(r"^  (?:-o, )?(--[\w-]+)", self.good("compile", "--help").out, re.MULTILINE)) - {"--const"}
        self.assertEqual(sorted(re.findall(r"^\| `(--?[\w-]+)", told, re.MULTILINE)),
                         sorted("-o" if option == "--output" else option for option in known))


class Names(Compiled):
    def test_names_that_others_have(self):
        self.write("names.yaml", NAMES)
        _, header = self.compile(file="names.yaml")
        self.everywhere("guard.c")
        for words in ("bool class_;", "uint8_t NULL_;", "float field_GUARD_NONE;", "int32_t field_GUARD_MACHINE_COUNT;",
                      "int32_t guard_pass;", "void guard_pass(", "void guard_stop_2(", "void guard_start_2(",
                      "void guard_context_2(", "void guard_call_2(", "GUARD_STATE_COUNT = ", "GUARD_STATE_COUNT_2 = ",
                      "GUARD_EVENT_COUNT_2 = ", "GUARD_STATE_WALK_A_2 = ", "GUARD_STATE_WALK_2 = ", "GUARD_EVENT_BYTES = "):
            self.assertIn(words, header)

    def test_names_drawn_from_generated_c(self):
        """States, functions, events and fields with names that the C of other brains uses."""
        words = set()
        for brain in ("guard", "wolf", "cross_hierarchy"):
            text = "".join(self.compile("--prefix", "guard", file=BRAINS / f"{brain}.yaml"))
            for word in re.findall(r"[A-Za-z_]\w{0,50}", text):
                words |= {word, *(word[6:].lower() for prefix in ("guard_", "GUARD_") if word.startswith(prefix))}
        words = sorted(word for word in words if re.fullmatch(r"[A-Za-z_]\w*", word))
        compiled = 0
        for seed in range(8):
            names = random.Random(seed).sample(words, 60)
            self.write("drawn.yaml", drawn_brain(names))
            if self.wits("compile", "drawn.yaml", "-o", "guard.c").status == 0:  # else one is a word of expressions
                compiled += 1
                for compiler in SOURCES[:1] + SOURCES[-1:]:
                    self.assertEqual(self.messages(*compiler, *STRICT, "-fsyntax-only", "guard.c"), "", (seed, compiler))
        self.assertGreaterEqual(compiled, 4)

    def test_prefixes_that_others_have(self):
        for prefix in ("i", "p", "int", "size", "guard_", "G", "assert", "struct", "FLT", "x" * 64):
            self.write("names.yaml", NAMES)
            self.compile("--prefix", prefix, file="names.yaml")
            with self.subTest(prefix=prefix):
                for compiler in COMPILERS[:1]:
                    self.assertEqual(self.messages(*compiler, *STRICT, "-c", "guard.c", "-o", "object.o"), "")

    def test_texts_that_mean_something_in_c(self):
        self.write("names.yaml", """wits: 1
brain: guard
context: {f: float}
functions: {say: action}
root:
  any: [{to: a, when: "f > 1 and f < 1e30"}]
  enter: ['say("*/ // \\\\")', 'say("??/")', 'say("%s%d\\n")', 'say("é")', 'say("@tick")']
  states: {a: {}, b: {}}
""")
        self.compile(file="names.yaml")
        self.everywhere("guard.c")
        said = r"*/ // \\|??/|%s%d\n|é|@tick|"
        self.write("program.c", """#include <stdio.h>
#include <string.h>
#include "guard.h"
void guard_say(guard_context *self, const guard_call *call, const char *text) {
    (void)self;
    (void)call;
    printf("%s|", text);
}
int main(void) {
    uint8_t agent[GUARD_AGENT_SIZE] = {0};
    guard_context self;
    guard_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.context = &self;
    guard_set_initial_fields(&self);
    guard_start(agent, &frame);
    return 0;
}
""")
        self.assertEqual(self.program("program.c", "guard.c").stdout, said)


if __name__ == "__main__":
    unittest.main()
