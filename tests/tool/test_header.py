# SPDX-License-Identifier: MIT
"""`wits header`: its output compiles everywhere, and a file that no longer fits the program is reported.

WITS_CC, WITS_CFLAGS and WITS_LIBRARIES say how programs are built; without them those of the release build.
"""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import unittest

from program import BRAIN_FILES, BRAINS, ROOT, Case

BUILD = ROOT / "build/release"
CC = [os.environ.get("WITS_CC", "gcc"), *shlex.split(os.environ.get("WITS_CFLAGS", ""))]
LIBRARIES = os.environ.get("WITS_LIBRARIES", f"{BUILD}/libwits_file.a:{BUILD}/libwits.a:-lyaml").split(":")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual",
            "-Wundef", "-Wdouble-promotion", "-Wredundant-decls", "-Werror", f"-I{ROOT / 'include'}"]
C = ["-std=c11", "-Wstrict-prototypes", "-Wmissing-prototypes"]
CPP = ["-x", "c++", "-std=c++17", "-Wold-style-cast", "-Wmissing-declarations"]
CXX = {"gcc": "g++", "clang": "clang++"}.get(os.path.basename(CC[0]))
COMPILERS = [[compiler, *flags] for compiler, flags in (("gcc", C), ("gcc", ["-std=gnu11"]), ("clang", C), ("g++", CPP), ("clang++", CPP))
             if shutil.which(compiler)]

GUARD = """wits: 1
brain: guard
context:
  sees_player: bool
  distance: {type: float, initial: 20}
  mood: [calm, angry]
  steps: uint16
events: [alarm, whistle]
functions:
  hears_player: condition
  threat: score
  shout: action
root:
  states:
    patrol:
      transitions: [{to: chase, when: sees_player or hears_player()}]
      states:
        walk:
          update: steps = steps + 1
          transitions: [{to: look, after: 2}]
        look:
          transitions: [{to: walk, event: whistle}]
    chase:
      enter: [shout("stop"), mood = angry]
      transitions: [{to: rest, when: distance > 30 and threat() < 0.5}, {to: patrol, event: alarm}]
    rest: {}
"""

# The program of a month ago: two guards, the second of which sees the player at tick 3.
PROGRAM = """#include <stdio.h>
#include <stdlib.h>

%s
#include "guard.h"

bool guard_hears_player(const guard_type *self, const wits_call *call) {
    (void)call;
    return self->distance < 1;
}

float guard_threat(const guard_type *self, const wits_call *call) {
    (void)call;
    return self->distance > 50 ? 0.0f : 1.0f;
}

void guard_shout(guard_type *self, const wits_call *call, const char *text) {
    printf("%%u: guard %%u, %%.0f m, %%s\\n", (unsigned)call->frame->tick, (unsigned)call->frame->agent,
           (double)self->distance, text);
}

int main(void) {
    static guard_type guards[2];
    wits_file *file = guard_open("guard.yaml", guards, 2, NULL);
    if (file == NULL) {
        return 1;
    }
    const wits_brain *brain = wits_file_brain(file);
    const size_t size = wits_agent_size(brain);
    unsigned char *agents = (unsigned char *)calloc(2, size);
    for (uint32_t tick = 0; tick <= 5; tick++) {
        for (uint32_t row = 0; row < 2; row++) {
            wits_frame frame = guard_frame(file, guards, row);
            void *agent = agents + row * size;
            frame.tick = tick;
            if (tick == 0) {
                wits_set_initial_fields(brain, frame.columns, row);
                wits_start(brain, agent, &frame);
                continue;
            }
            guards[row].sees_player = row == 1 && tick == 3;
            if (row == 0 && tick == 4) {
                wits_raise(brain, agent, GUARD_EVENT_WHISTLE);
            }
            wits_tick(brain, agent, &frame);
        }
    }
    for (uint32_t row = 0; row < 2; row++) {
        const void *agent = agents + row * size;
        printf("%%d%%d%%d, %%s, %%d steps\\n", wits_is_in(brain, agent, GUARD_STATE_PATROL_WALK),
               wits_is_in(brain, agent, GUARD_STATE_PATROL_LOOK), wits_is_in(brain, agent, GUARD_STATE_CHASE),
               guards[row].mood == GUARD_MOOD_ANGRY ? "angry" : guards[row].mood == GUARD_MOOD_CALM ? "calm" : "?",
               (int)guards[row].steps);
    }
    free(agents);
    wits_file_free(file);
    return 0;
}
"""
OWN_STRUCT = """#include <stdint.h>
#include <stdbool.h>
struct soldier { double x; uint8_t mood; uint16_t steps; float distance; char name[3]; bool sees_player; };
typedef struct soldier guard_type;
"""
SAYS = "3: guard 1, 20 m, stop\n100, calm, 3 steps\n001, angry, 1 steps\n"

# The edits that a designer makes in a month, and what the old program reports.
EDITS = {
    "a field above the others": (
        [("context:\n", "context:\n  alert: uint8\n")],
        ["guard.yaml:4:3: field 'alert': missing field"]),
    "a field less": (
        [("  steps: uint16\n", ""), ("update: steps = steps + 1", "update: shout(\"step\")")],
        ["guard.yaml: field 'steps': unknown field"]),
    "an argument less": (
        [("shout(\"stop\")", "shout()")],
        ["guard.yaml:24:15: state 'chase': arguments do not match the function's parameters: shout gets nothing, "
         "and takes a text"]),
    "another argument": (
        [("shout(\"stop\")", "shout(3)")],
        ["guard.yaml:24:15: state 'chase': arguments do not match the function's parameters: shout gets an int, "
         "and takes a text"]),
    "a field's type": (
        [("type: float", "type: int")],
        ["guard.yaml:5:3: field 'distance': the field has another type than in the program: int, and the "
         "program has float"]),
    "a field's width": (
        [("steps: uint16", "steps: int16")],
        ["guard.yaml:7:3: field 'steps': the field has another type than in the program: int16, and the "
         "program has uint16"]),
    "a field's name": (
        [("steps", "paces")],
        ["guard.yaml: field 'steps': unknown field",
         "guard.yaml:7:3: field 'paces': missing field"]),
    "enum values swapped": (
        [("[calm, angry]", "[angry, calm]")],
        ["guard.yaml:6:3: field 'mood': the enum has other values than in the program: value 0 is angry, and the "
         "program has calm"]),
    "an enum value more": (
        [("[calm, angry]", "[calm, angry, drunk]")],
        ["guard.yaml:6:3: field 'mood': the enum has other values than in the program: value 2 is drunk, and the "
         "program has none"]),
    "an event's name": (
        [("whistle", "whistles")],
        ["guard.yaml: event 'whistle': unknown event; did you mean 'whistles'?"]),
    "events in another order": (
        [("[alarm, whistle]", "[whistle, alarm]")],
        ["guard.yaml: event 'alarm': the event has another number than in the program: 1, and the program has 0",
         "guard.yaml: event 'whistle': the event has another number than in the program: 0, and the program has 1"]),
    "a state before others": (
        [("    chase:\n", "    doze: {}\n    chase:\n")],
        ["guard.yaml: state 'chase': the state has another number than in the program: 5, and the program has 4",
         "guard.yaml: state 'rest': the state has another number than in the program: 6, and the program has 5"]),
    "states in another order": (
        [("    rest: {}\n", ""), ("    chase:\n", "    rest: {}\n    chase:\n")],
        ["guard.yaml: state 'chase': the state has another number than in the program: 5, and the program has 4",
         "guard.yaml: state 'rest': the state has another number than in the program: 4, and the program has 5"]),
    "a state's name": (
        [("rest", "sleep")],
        ["guard.yaml: state 'rest': unknown or ambiguous state; did you mean 'sleep'?"]),
    "a function's name": (
        [("shout", "shouts")],
        ["guard.yaml:12:3: function 'shouts': missing function, which the brain calls; did "
         "you mean 'shout'?"]),
    "a function's kind": (
        [("threat: score", "threat: condition"), ("threat() < 0.5", "threat()")],
        ["guard.yaml:11:3: function 'threat': the program's function has another kind than the brain expects: "
         "condition, and the program has score"]),
}

# A program whose actions have arguments of each kind.
COOK = """#include <stdio.h>
#include "cook.h"

void cook_stir(%(self)s *self, const wits_call *call, int32_t integer) {
    (void)self, (void)call;
    printf("%%d ", (int)integer);
}
void cook_salt(%(self)s *self, const wits_call *call, float number) {
    (void)self, (void)call;
    printf("%%g ", (double)number);
}
void cook_say(%(self)s *self, const wits_call *call, const char *text) {
    (void)self, (void)call;
    printf("%%s ", text);
}
void cook_show(%(self)s *self, const wits_call *call, enum cook_mood value) {
    (void)self, (void)call;
    printf("%%s ", value == COOK_MOOD_ANGRY ? "angry" : "calm");
}
void cook_swim(%(self)s *self, const wits_call *call, enum cook_gear value_1, enum cook_swim_value_2 value_2) {
    (void)self, (void)call;
    printf("%%d%%d ", value_1 == COOK_GEAR_FAST, value_2 == COOK_SWIM_2_DEEP);
}
void cook_run(%(self)s *self, const wits_call *call, enum cook_gear value) {
    (void)self, (void)call;
    printf("%%d ", value == COOK_GEAR_FAST);
}
void cook_any(%(self)s *self, const wits_call *call, const char *name) {
    (void)self, (void)call;
    printf("%%s ", name);
}
void cook_wait(%(self)s *self, const wits_call *call, const wits_argument *arguments, uint32_t argument_count) {
    (void)self, (void)call;
    printf("%%s ", argument_count != 0 ? arguments[0].text : "none");
}
void cook_rest(%(self)s *self, const wits_call *call) {
    (void)self, (void)call;
}

int main(void) {
    static uint8_t mood, smell, agent[8];
    (void)mood;
    (void)smell;
    %(memory)s
    wits_file *file = %(opens)s;
    if (file == NULL) {
        return 1;
    }
    wits_frame frame = cook_frame(file, %(frame)s, 0);
    wits_start(wits_file_brain(file), agent, &frame);
    printf("\\n");
    wits_file_free(file);
    return 0;
}
"""

# The name in the error of the compiler or linker when the header is made again and the program is unchanged.
BREAKS = {
    "a field less": "steps",
    "a field's name": "steps",
    "an event's name": "GUARD_EVENT_WHISTLE",
    "a function's name": "guard_shouts",
    "a function's kind": "guard_threat",
    "an argument less": "guard_shout",
    "another argument": "guard_shout",
}


def after(edits, text=GUARD):
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    return text


class Built(Case):
    def header(self, *options, file="guard.yaml", output="guard.h"):
        self.good("header", file, *options, "-o", output)
        return (self.folder / output).read_text()

    def call(self, *command):
        return subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True, check=False)

    def build(self, source, compiler=(*CC, "-std=c11"), name="program.c"):
        """The compiler's messages, empty if the program compiles now."""
        self.write(name, source)
        paths = [f"-Wl,-rpath,{pathlib.Path(library).parent}" for library in LIBRARIES if library.endswith(".so")]
        done = self.call(*compiler, *WARNINGS, "-O1", "-g", name, "-o", "program", *LIBRARIES, "-lm",
                         *paths)
        return done.stderr + ("" if done.returncode == 0 else "\nit does not compile")

    def live(self, text):
        self.write("guard.yaml", text)
        done = self.call(self.folder / "program")
        return done.returncode, done.stdout, done.stderr

    def compiles(self, source):
        self.write("use.c", source)
        for compiler in COMPILERS:
            done = self.call(*compiler, *WARNINGS, "-fsyntax-only", "use.c")
            self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""), compiler)

    def use(self, before, name="guard", arguments="NULL, 0"):
        """Includes it twice and calls its functions."""
        self.compiles(f'{before}#include "{name}.h"\n#include "{name}.h"\nint main(void) {{\n'
                      f'    wits_file *file = {name}_open("x.yaml", {arguments}, NULL);\n'
                      f'    wits_frame frame = {name}_frame(file, NULL, 0);\n    return frame.tick == 0 ? 0 : 1;\n}}\n')


class Compiling(Built):
    def use_all(self, file, name, members=""):
        """In each of its forms."""
        for options, before in ((["--prefix", name], ""), (["--prefix", name, "--no-context"], ""),
                                (["--prefix", name, "--context", "struct own"], members),
                                (["--prefix", name, "--context", "own"], members)):
            with self.subTest(options=options):
                self.header(*options, file=file, output=f"{name}.h")
                self.use(before, name, "NULL" if "--no-context" in options else "NULL, 0")
                if shutil.which("clang-format"):
                    shutil.copy(ROOT / ".clang-format", self.folder)
                    done = self.call("clang-format", "--dry-run", "-Werror", f"{name}.h")
                    self.assertEqual((done.returncode, done.stderr), (0, ""))

    def own_struct(self, file, name):
        """The members of the struct that the header would declare, as the program's own struct."""
        text = self.header("--prefix", name, file=file, output="own.h")
        members = re.search(r"typedef struct \w+ {\n(.*?)}", text, re.DOTALL)[1]
        return ("#include <stdbool.h>\n#include <stdint.h>\n#include <errno.h>\n"
                f"struct own {{ int mine;\n{members}}};\ntypedef struct own own;\n")

    def test_every_brain(self):
        for brain in BRAIN_FILES:
            with self.subTest(brain=brain.stem):
                self.use_all(brain, brain.stem, self.own_struct(brain, brain.stem))

    def test_hostile_names(self):
        brain = self.write("hostile.yaml", """wits: 1
brain: int
context:
  _Bool: bool
  class: [int, float, class]
  class_: bool
  NULL: float
  errno: int8
  linux: bool
  uint8_t: uint8
  __LINE__: int16
  WITS_API: {type: uint16, initial: 3}
  X_BRAIN_H: int
  X_CAST: int
  X_MEMBER: int
  x_context: bool
  open: bool
  fields_values: bool
  _1: {type: int, initial: -2147483648}
  fast8: [low, MAX, mAX]
  low: {type: float, initial: 1e30}
targets:
  frame: {int: float, int_: bool, NULL: {type: [a, b], own: true}, _1: bool, WITS_API: int8}
  set_frame: {}
  targets: {x: {type: float, own: true}}
events: [class, CLASS, int, _1]
enums: {state: [a, b]}
functions: {open: action, frame: condition, context: score, field_of: action, open_of: action, t: score, class: action,
            aim: {kind: action, parameters: [state, [NULL, class]]}, int8_t: condition, fast8_t: condition, _1: action, state: action, event: action, assert: action}
root: {states: {int: {}, a_b: {}, a: {states: {b: {}}}, A: {}, _1: {}}}
""")
        self.use_all(brain, "x", self.own_struct(brain, "x"))
        self.use_all(brain, "int", self.own_struct(brain, "int"))
        for name in ("size", "static", "uint"):  # size_t, static_assert, uint8_t
            self.header("--prefix", name, file=brain, output=f"{name}.h")
            self.use("", name)
        text = self.header("--prefix", "x", file=brain)
        for member in ("bool field_Bool;", "uint8_t class__;", "bool class_;", "float NULL_;", "int8_t errno_;",
                       "int16_t field__LINE__;", "uint16_t field_WITS_API;", "int32_t X_CAST_;", "int32_t field_1;"):
            self.assertRegex(text, rf"\n    {member} ")
        self.assertIn("initially X_CLASS_INT; the field 'class'\n", text)
        for member in ("float int__;", "bool int_;", "uint8_t NULL_;", "bool field_1;", "int8_t field_WITS_API;"):
            self.assertRegex(text, rf"\n    {member}")

    def test_names_of_brains(self):
        for name, prefix in (("int", "int"), ("class", "class"), ("_1", "brain__1"), ("_Static", "brain__static"),
                             ("wits", "brain_wits"), ("WITS_file", "brain_wits_file"), ("Guard", "guard"),
                             ("witsy", "witsy"), ("a" * 64, "a" * 64)):
            with self.subTest(name=name):
                brain = self.write("named.yaml", f"wits: 1\nbrain: {name}\ncontext: {{open: bool, frame: [a]}}\n"
                                                 "root: {enter: open(), states: {a: {states: {b: {}}}}}\n")
                text = self.header(file=brain, output=f"{prefix}.h")
                self.use("", prefix)
                self.assertIn(f"\n    {prefix.upper()}_STATE_A_B = 2,\n", text)

    def test_brains_that_lack_something(self):
        for lacks, text in (("all", "root: {states: {a: {}}}\n"), ("states", "root: {}\n"),
                            ("fields and events", "root: {enter: shout(), states: {a: {}}}\n"),
                            ("functions", "context: {a: int}\nevents: [e]\nroot: {states: {a: {}}}\n")):
            with self.subTest(lacks=lacks):
                self.use_all(self.brain(text), "test", "struct own { int mine; }; typedef struct own own;\n"
                             if "context" not in text else self.own_struct("brain.yaml", "test"))

    def test_longest_names(self):
        long = "n" * 64
        brain = self.brain(f"context: {{{long}: [{long}], b: bool}}\nevents: [{long}]\n"
                           f"root: {{enter: {long}(), states: {{{long}: {{states: {{{long}: {{}}}}}}}}}}\n")
        for options, arguments in (([], "NULL, 0"), (["--no-context"], "NULL")):
            self.header("--prefix", "p" * 64, *options, file=brain, output=f"{'p' * 64}.h")
            self.use("", "p" * 64, arguments)

    def test_a_thousand_states(self):
        states = "".join(f"    s{i}: {{transitions: [{{to: s{(i + 1) % 1000}, event: e}}]}}\n" for i in range(1000))
        self.write("guard.yaml", f"wits: 1\nbrain: guard\nevents: [e]\nroot:\n  states:\n{states}")
        self.header()
        self.assertEqual(self.build('#include <stdio.h>\n#include "guard.h"\nint main(void) {\n'
                                    '    wits_file *file = guard_open("guard.yaml", NULL, 0, NULL);\n'
                                    '    if (file == NULL) {\n        return 1;\n    }\n'
                                    '    printf("%s\\n", wits_state_name(wits_file_brain(file), GUARD_STATE_S998));\n'
                                    '    wits_file_free(file);\n    return 0;\n}\n'), "")
        text = (self.folder / "guard.yaml").read_text()
        self.assertEqual(self.live(text), (0, "s998\n", ""))
        status, _, messages = self.live(text.replace("    s500:", "    t: {}\n    s500:"))
        self.assertEqual((status, len(messages.splitlines())), (1, 500))

    def test_two_brains_in_two_files_of_one_program(self):
        self.write("guard.yaml", GUARD)
        self.write("wolf.yaml", (BRAINS / "wolf.yaml").read_text())
        self.header()
        self.header(file="wolf.yaml", output="wolf.h")
        self.compiles('#include "wolf.h"\n#include "guard.h"\nint main(void) { return GUARD_STATE_ROOT; }\n')


class Text(Built):
    def test_the_first_line_and_nothing_of_this_machine(self):
        self.write("guard.yaml", GUARD)
        (self.folder / "in").mkdir()
        self.write("in/guard.yaml", GUARD)
        text = self.header()
        self.assertTrue(text.startswith("// Made by 'wits header' from guard.yaml; do not edit.\n"))
        self.assertEqual(text, self.header())
        self.assertEqual(text, self.header(file=self.folder / "in" / "guard.yaml"))
        self.assertEqual(text, self.good("header", "in/guard.yaml").out)
        self.assertEqual(text.replace("guard.yaml", "standard input", 1), self.good("header", "-", stdin=GUARD).out)
        self.assertNotIn(str(self.folder), text)

    def test_names_of_files_stay_inside_the_comment(self):
        for name in ("a\nint x;\n.yaml", "a\\", "??/", "*/ä\u202e.yaml"):
            self.write(name.replace("/", "-") + ".yaml", GUARD)
            text = self.header(file=self.folder / (name.replace("/", "-") + ".yaml"))
            self.assertRegex(text, r"\A// Made by 'wits header' from [ -~]+; do not edit\.\n// Connects")
            self.use("")

    def test_what_is_in_it(self):
        self.write("guard.yaml", GUARD)
        text = self.header()
        for line in ("    GUARD_STATE_PATROL_WALK = 2,", "    GUARD_EVENT_WHISTLE = 1,", "    GUARD_MOOD_ANGRY = 1,",
                     "    float distance;    ///< initially 20",
                     "    uint8_t mood;      ///< enum guard_mood; initially GUARD_MOOD_CALM",
                     "bool guard_hears_player(const guard_context *self, const wits_call *call);",
                     "float guard_threat(const guard_context *self, const wits_call *call);",
                     "void guard_shout(guard_context *self, const wits_call *call, const char *text);"):
            self.assertIn(f"\n{line}\n", text)
        self.assertLess(text.index("bool sees_player;"), text.index("float distance;"))
        self.assertIn("guard_shout(void *self", self.header("--no-context"))
        self.assertIn("guard_shout(struct soldier *self", self.header("--context", "struct soldier"))
        self.assertIn("\n    G_MOOD_ANGRY = 1,\n", self.header("--prefix", "G"))

    def test_the_numbers_are_those_of_wits_ids(self):
        for brain in BRAIN_FILES:
            numbers = set(re.findall(r"\n    (\w+ = \d+),", self.good("ids", brain).out))
            mine = set(re.findall(r"\n    (\w+ = \d+),", self.good("header", brain).out))
            self.assertEqual({line for line in numbers if "_FIELD_" not in line}, mine, brain.stem)
            mine = set(re.findall(r"\n    (\w+ = \d+),", self.good("header", "--no-context", brain).out))
            self.assertEqual(numbers, mine, brain.stem)

    def test_nothing_is_between_the_program_and_a_tick(self):
        """The library is called by guard_open and guard_frame only, once each, before the ticks."""
        self.write("guard.yaml", GUARD)
        for options in ([], ["--no-context"], ["--context", "soldier"]):
            text = re.sub(r"//.*", "", self.header(*options))
            self.assertEqual(sorted(re.findall(r"\bwits_\w+(?=\()", text)),
                             ["wits_file_columns", "wits_file_functions", "wits_file_open"])


class Joining(Built):
    FORMS = (([], "typedef struct guard_context guard_type;\n"),
             (["--context", "struct soldier"], OWN_STRUCT), (["--context=guard_type"], OWN_STRUCT))

    def program(self, before):
        return PROGRAM % before

    def test_a_program_of_today(self):
        for options, before in self.FORMS:
            self.write("guard.yaml", GUARD)
            self.header(*options)
            self.assertEqual(self.build(self.program(before)), "")
            self.assertEqual(self.live(GUARD), (0, SAYS, ""))
            if shutil.which(CXX or ""):
                compiler = [CXX, *CC[1:], "-std=c++17"]
                self.assertEqual(self.build(self.program(before), compiler, "program.cpp"), "")
                self.assertEqual(self.live(GUARD), (0, SAYS, ""))

    def test_the_struct_is_included(self):
        self.write("guard.yaml", GUARD)
        self.write("soldier.h", OWN_STRUCT)
        for given, line in (("soldier.h", '#include "soldier.h"'), ("<soldier.h>", "#include <soldier.h>")):
            self.assertIn(f"\n{line}\n", self.header("--context", "struct soldier", "--include", given))
            self.assertEqual(self.build(self.program(""), (*CC, "-std=c11", "-I.")), "")
            self.assertEqual(self.live(GUARD), (0, SAYS, ""))
        self.header("--context", "guard_type", "--include", "soldier.h")
        self.use("", "guard")

    def test_arguments_are_parameters(self):
        """An action gets the file's arguments, by type; in both languages, with a context and without."""
        cook = ("wits: 1\nbrain: cook\ncontext: {mood: [calm, angry], smell: [bad, good]}\nenums: {gear: [slow, fast]}\n"
                "functions:\n  {stir: action, salt: action, say: action, show: action, wait: action, rest: action,\n"
                "  any: action, swim: {kind: action, parameters: [gear, [high, deep]]},\n"
                "  run: {kind: action, parameters: [gear]}}\n"
                "root:\n  enter: [stir(3), stir(-4), salt(0.5), salt(2), say(\"hot\"), show(angry), wait(), "
                "wait(), wait(\"x\"), 'swim(fast, high)', run(slow), any(calm), any(smell)]\n")
        self.write("cook.yaml", cook)
        for options, values in (
                ([], {"self": "cook_context", "opens": "cook_open(\"cook.yaml\", &self, 1, NULL)", "frame": "&self",
                      "memory": "static cook_context self;"}),
                (["--no-context"], {"self": "void", "opens": "cook_open(\"cook.yaml\", columns, NULL)", "frame": "NULL",
                                    "memory": "const wits_column columns[2] = {{&mood, 1, WITS_TYPE_ENUM, false, 1},"
                                              " {&smell, 1, WITS_TYPE_ENUM, false, 1}};"})):
            self.header(*options, file="cook.yaml", output="cook.h")
            for compiler, name in (((*CC, "-std=c11"), "program.c"), ((CXX, *CC[1:], "-std=c++17"), "program.cpp")):
                if shutil.which(compiler[0] or ""):
                    self.assertEqual(self.build(COOK % values, compiler, name), "")
                    self.write("cook.yaml", cook)
                    self.assertEqual(self.live(GUARD), (0, "3 -4 0.5 2 hot angry none none x 10 0 calm bad \n", ""))
                    self.write("cook.yaml", cook.replace("[slow, fast]", "[fast, slow]"))
                    self.assertIn("swim gets an enum (fast, slow) and an enum (high, deep), and takes an enum "
                                  "(slow, fast) and an enum (high, deep)", self.live(GUARD)[2])
                    self.write("cook.yaml", cook)

    TARGETS = """#include <stdio.h>
#include "guard.h"
void guard_shoot(guard_context *self, const wits_call *call) {
    printf("tick %u: shoot at %u, kind %d, %d\\n", (unsigned)call->frame->tick, (unsigned)call->target->id,
           call->target->kind == GUARD_TARGET_ENEMY, self->seen);
}
int main(void) {
    guard_context self;
    memset(&self, 0, sizeof self);
    guard_targets all;
    memset(&all, 0, sizeof all);
    wits_file *file = guard_open("guard.yaml", &self, 1, NULL);
    if (file == NULL) {
        return 1;
    }
    wits_frame frame = guard_frame(file, &self, 0);
    frame.targets = all.lists;
    uint64_t agent[4] = {0, 0, 0, 0};
    uint32_t ids[2] = {7, 12}, rows[2] = {2, 0};
    guard_enemy pairs[2];
    guard_enemy_own owns[3];
    memset(pairs, 0, sizeof pairs);
    memset(owns, 0, sizeof owns);
    pairs[0].distance = 4;
    pairs[1].distance = 5;
    owns[0].weapon = GUARD_ENEMY_WEAPON_ROCKET;
    wits_start(wits_file_brain(file), agent, &frame);
    guard_set_enemy(&all, file, ids, 2, pairs, owns, rows);
    frame.tick = 1;
    wits_tick(wits_file_brain(file), agent, &frame);
    owns[0].weapon = GUARD_ENEMY_WEAPON_KNIFE;
    frame.tick = 2;
    wits_tick(wits_file_brain(file), agent, &frame);
    wits_file_free(file);
    return 0;
}
"""
    WITH_TARGETS = """wits: 1
brain: guard
context: {seen: bool}
targets:
  cover: {worth: float}
  enemy: {distance: float, weapon: {type: [knife, rocket], own: true}}
root:
  kind: utility
  states:
    attack: {target: enemy, score: 10 - enemy.distance + (5 if enemy.weapon == rocket else 0), update: shoot()}
    wait: {score: 1}
"""

    def test_lists_of_targets(self):
        """In both languages, whatever the order of the kind's fields; another order of the kinds is reported."""
        said = "tick 1: shoot at 12, kind 1, 0\ntick 2: shoot at 7, kind 1, 0\n"
        self.write("guard.yaml", self.WITH_TARGETS)
        self.header()
        other = self.WITH_TARGETS.replace("{distance: float, weapon: {type: [knife, rocket], own: true}}",
                                          "{weapon: {type: [knife, rocket], own: true}, distance: float}")
        cover, enemy = self.WITH_TARGETS.split("\n")[4:6]
        turned = self.WITH_TARGETS.replace(f"{cover}\n{enemy}", f"{enemy}\n{cover}")
        for compiler, name in (((*CC, "-std=c11"), "program.c"), ((CXX, *CC[1:], "-std=c++17"), "program.cpp")):
            if shutil.which(compiler[0] or ""):
                self.assertEqual(self.build(self.TARGETS, compiler, name), "")
                self.assertEqual(self.live(self.WITH_TARGETS), (0, said, ""))
                self.assertEqual(self.live(other), (0, said, ""))
                self.assertEqual(self.live(turned), (1, "", "guard.yaml: its kinds of targets have different numbers in "
                                                            "this program\n"))

    def test_what_does_not_concern_the_program(self):
        self.write("guard.yaml", GUARD)
        self.header()
        self.assertEqual(self.build(self.program(self.FORMS[0][1])), "")
        for edits in ([("initial: 20", "initial: 20.4")], [("    rest: {}\n", "    rest: {}\n    doze: {}\n")],
                      [("[alarm, whistle]", "[alarm, whistle, horn]")],
                      [("  threat: score\n", ""), ("  shout: action\n", "  shout: action\n  threat: score\n")]):
            self.assertEqual(self.live(after(edits)), (0, SAYS, ""), edits)

    def test_an_old_program_says_what_changed(self):
        for options, before in self.FORMS:
            self.write("guard.yaml", GUARD)
            self.header(*options)
            self.assertEqual(self.build(self.program(before)), "")
            for edit, (edits, told) in EDITS.items():
                with self.subTest(options=options, edit=edit):
                    status, out, messages = self.live(after(edits))
                    self.assertEqual((status, out, messages.splitlines()), (1, "", told))

    def test_all_at_once(self):
        self.write("guard.yaml", GUARD)
        self.header()
        self.build(self.program(self.FORMS[0][1]))
        edits = ["a field above the others", "enum values swapped", "an event's name", "a function's name"]
        text = after([change for edit in edits for change in EDITS[edit][0]])
        status, _, messages = self.live(text)
        self.assertEqual(status, 1)
        for name in ("'alert'", "'mood'", "'whistle'", "'shouts'"):
            self.assertEqual(messages.count(name + ":"), 1, messages)
        self.assertEqual(len(messages.splitlines()), 4)

    def test_a_program_that_is_compiled_anew(self):
        for edit, (edits, _) in EDITS.items():
            with self.subTest(edit=edit):
                text = after(edits)
                self.write("guard.yaml", text)
                self.header()
                messages = self.build(self.program(self.FORMS[0][1]))
                if edit in BREAKS:
                    self.assertIn("it does not compile", messages)
                    self.assertRegex(messages, rf"\b{BREAKS[edit]}\b")
                    self.assertNotIn("guard.h:1:", messages)
                else:  # it fits again, with the new numbers
                    self.assertEqual(messages, "")
                    status, out, messages = self.live(text)
                    self.assertEqual((status, messages, len(out.splitlines())), (0, "", 3))

    def test_functions_of_another_type_or_missing(self):
        self.write("guard.yaml", GUARD)
        self.header()
        program = self.program(self.FORMS[0][1])
        for old, new, named in (("void guard_shout(guard_type *self", "void guard_shout(float *self", "guard_shout"),
                                ("float guard_threat(", "bool guard_threat(", "guard_threat"),
                                ("bool guard_hears_player(", "bool guard_hears_palyer(", "guard_hears_player")):
            self.assertIn(old, program)
            messages = self.build(program.replace(old, new))
            self.assertIn("it does not compile", messages)
            self.assertIn(f"{named}", messages)

    def test_members_of_ones_own_struct(self):
        self.write("guard.yaml", GUARD)
        self.header("--context", "struct soldier")
        source = f'{OWN_STRUCT}#include "guard.h"\n'
        self.compiles(source)
        for old, new, words in (("float distance;", "int32_t distance;", "the type of distance must be float"),
                                ("float distance;", "double distance;", "the type of distance must be float"),
                                ("uint16_t steps;", "int16_t steps;", "the type of steps must be uint16_t"),
                                ("uint8_t mood;", "int mood;", "the type of mood must be uint8_t"),
                                ("bool sees_player;", "char sees_player;", "the type of sees_player must be bool"),
                                ("float distance;", "float distance[4];", "the type of distance must be float"),
                                ("float distance;", "float far_away;", "distance"),
                                ("uint16_t steps;", "unsigned steps : 16;", "steps")):
            self.assertIn(old, source)
            self.write("use.c", source.replace(old, new))
            for compiler in COMPILERS:
                done = self.call(*compiler, *WARNINGS, "-fsyntax-only", "use.c")
                self.assertNotEqual(done.returncode, 0, (new, compiler))
                self.assertIn(words, done.stderr)
        self.write("use.cpp", source.replace("uint8_t mood;", "enum class feeling : uint8_t { calm } mood;"))
        if shutil.which("g++"):
            done = self.call("g++", *CPP[2:], *WARNINGS, "-fsyntax-only", "use.cpp")
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_no_contexts(self):
        self.write("guard.yaml", GUARD)
        self.header()
        self.assertEqual(self.build(self.program(self.FORMS[0][1]).replace("guards, 2, NULL", "NULL, 2, NULL")), "")
        told = [f"guard.yaml:{line}:3: field '{field}': the column has no memory"
                for line, field in enumerate(("sees_player", "distance", "mood", "steps"), 4)]
        self.assertEqual(self.live(GUARD)[2].splitlines(), told)
        self.assertEqual(self.build(self.program(self.FORMS[0][1]).replace("guards, 2, NULL", "guards, 0, NULL")), "")
        self.assertEqual(self.live(GUARD)[2].splitlines(), told)

    def test_columns_of_the_program(self):
        self.write("guard.yaml", GUARD)
        self.header("--no-context")
        source = """#include "guard.h"
#include <stdio.h>
#include <stdlib.h>
bool guard_hears_player(const void *self, const wits_call *call) {
    return *(const int *)self == (int)call->frame->tick;
}
float guard_threat(const void *self, const wits_call *call) {
    (void)self, (void)call;
    return 1;
}
void guard_shout(void *self, const wits_call *call, const char *text) {
    (void)call;
    printf("%d: %s\\n", *(int *)self, text);
}
int main(void) {
    static bool sees[2];
    static float distances[2];
    static uint8_t moods[2];
    static uint16_t steps[2];
    static wits_column columns[GUARD_FIELDS];
    columns[GUARD_FIELD_SEES_PLAYER] = (wits_column){sees, sizeof *sees, WITS_TYPE_BOOL, true, sizeof sees};
    columns[GUARD_FIELD_DISTANCE] = (wits_column){distances, sizeof *distances, WITS_TYPE_FLOAT, false, 0};
    columns[GUARD_FIELD_MOOD] = (wits_column){moods, sizeof *moods, WITS_TYPE_ENUM, false, sizeof moods};
    columns[GUARD_FIELD_STEPS] = (wits_column){steps, sizeof *steps, WITS_TYPE_UINT16, false, sizeof steps};
    wits_file *file = guard_open("guard.yaml", columns, NULL);
    if (file == NULL) {
        return 1;
    }
    const wits_brain *brain = wits_file_brain(file);
    unsigned char *agent = calloc(1, wits_agent_size(brain));
    int hears_at = 2;
    wits_frame frame = guard_frame(file, &hears_at, 1);
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 3; frame.tick++) {
        wits_tick(brain, agent, &frame);
    }
    printf("%d %d, %d %d\\n", moods[0], moods[1] == GUARD_MOOD_ANGRY, steps[0], steps[1]);
    free(agent);
    wits_file_free(file);
    return 0;
}
"""
        self.assertEqual(self.build(source), "")
        self.assertEqual(self.live(GUARD), (0, "2: stop\n0 1, 0 1\n", ""))
        for edit, (edits, told) in EDITS.items():
            if edit not in ("a field's name", "a field less"):  # which this program need not know
                status, out, messages = self.live(after(edits))
                self.assertEqual((status, out, messages.splitlines()), (1, "", told), edit)
        self.write("guard.yaml", GUARD)
        self.assertEqual(self.build(source.replace("    columns[GUARD_FIELD_STEPS] =", "    (void)")), "")
        self.assertEqual(self.live(GUARD), (1, "", (
            "guard.yaml:7:3: field 'steps': the column has no memory\n"
            "guard.yaml:7:3: field 'steps': the field has another type than in the program: uint16, and the "
            "program has none\n")))
        self.assertEqual(self.build(source.replace("wits_file *file = guard_open(\"guard.yaml\", columns,",
                                                   "(void)columns;\n    wits_file *file = guard_open(\"guard.yaml\", NULL,")), "")
        self.assertEqual(len(self.live(GUARD)[2].splitlines()), 8)


class Used(Built):
    """A program that names the states and events it uses accepts a file in which others have moved or gone."""

    def program(self):
        names = {"GUARD_EVENT_WHISTLE": "ids.event_whistle", "GUARD_STATE_PATROL_WALK": "ids.state_patrol_walk",
                 "GUARD_STATE_PATROL_LOOK": "ids.state_patrol_look", "GUARD_STATE_CHASE": "ids.state_chase"}
        source = PROGRAM % "typedef struct guard_context guard_type;\n"
        for name, member in names.items():
            source = source.replace(name, member)
        return source.replace("guards, 2, NULL);", "guards, 2, &ids, NULL);").replace(
            "    static guard_type guards[2];\n", "    static guard_type guards[2];\n    static guard_numbers ids;\n")

    MOVED = [("    chase:\n", "    doze: {}\n    chase:\n"), ("[alarm, whistle]", "[thunder, whistle, alarm]"),
             ("    rest: {}\n", "    sleep: {}\n"), ("to: rest", "to: sleep")]

    def test_numbers_are_found(self):
        self.write("guard.yaml", GUARD)
        self.header("--uses", "walk, patrol/look,chase,whistle")
        for compiler, name in (((*CC, "-std=c11"), "program.c"), ((CXX, *CC[1:], "-std=c++17"), "program.cpp")):
            if shutil.which(compiler[0] or ""):
                self.write("guard.yaml", GUARD)
                self.assertEqual(self.build(self.program(), compiler, name), "")
                self.assertEqual(self.live(GUARD), (0, SAYS, ""))
                self.assertEqual(self.live(after(self.MOVED)), (0, SAYS, ""))
                self.assertEqual(self.live(after([("chase", "chases")])), (1, "", (
                    "guard.yaml: state 'chase': unknown or ambiguous state; did you mean 'chases'?\n")))
                self.assertEqual(self.live(after([("whistle", "whistles")])), (1, "", (
                    "guard.yaml: event 'whistle': unknown event; did you mean 'whistles'?\n")))
                self.assertEqual(self.live(after(EDITS["a function's kind"][0]))[0], 1)

    def test_a_reload_that_fails_keeps_the_numbers(self):
        self.write("guard.yaml", GUARD)
        self.header("--uses", "chase")
        source = "#include <stdio.h>\n#include \"guard.h\"\n" + "".join(
            f"{returns} guard_{name}({const}guard_context *self, const wits_call *call{more}) {{\n"
            f"    (void)self, (void)call{use};\n{gives}}}\n" for returns, name, const, more, use, gives in (
                ("bool", "hears_player", "const ", "", "", "    return false;\n"),
                ("float", "threat", "const ", "", "", "    return 0.0f;\n"),
                ("void", "shout", "", ", const char *text", ", (void)text", ""))) + """
int main(void) {
    static guard_context self;
    guard_numbers ids = {9};
    const char *const files[] = {"bad.yaml", "guard.yaml"};
    for (int i = 0; i < 2; i++) {
        wits_file *file = guard_open(files[i], &self, 1, &ids, NULL);
        printf("%d %u\\n", file != NULL, (unsigned)ids.state_chase);
        wits_file_free(file);
    }
    return 0;
}
"""
        self.write("bad.yaml", after([("  steps: uint16\n", "  steps: int16\n"), ("    chase:\n", "    doze: {}\n    chase:\n")]))
        self.assertEqual(self.build(source), "")
        self.assertEqual(self.live(after(self.MOVED))[:2], (0, "0 9\n1 5\n"))

    def test_none_are_used(self):
        """No numbers are in the header, so a program that uses one does not compile."""
        self.write("guard.yaml", GUARD)
        text = self.header("--uses", "")
        self.assertNotRegex(text, "GUARD_(STATE|EVENT)|numbers")
        self.use("", "guard")
        source = re.sub(r"(?s)    for \(uint32_t row = 0; row < 2; row\+\+\) \{\n        const void.*?\n    \}\n", "",
                        PROGRAM % "typedef struct guard_context guard_type;\n")
        self.assertIn("GUARD_EVENT_WHISTLE", self.build(source))
        self.assertEqual(self.build(source.replace("wits_raise(brain, agent, GUARD_EVENT_WHISTLE)", "puts(\"-\")")), "")
        self.assertEqual(self.live(GUARD), (0, "3: guard 1, 20 m, stop\n-\n", ""))
        self.assertEqual(self.live(after(self.MOVED)), (0, "3: guard 1, 20 m, stop\n-\n", ""))

    def test_with_targets_and_columns(self):
        self.write("guard.yaml", GUARD.replace("context:\n", "targets: {enemy: {distance: float}}\ncontext:\n"))
        for options in ([], ["--no-context"]):
            self.header("--uses", "rest", *options)
            arguments = "NULL, &ids" if options else "NULL, 0, &ids"
            self.compiles('#include "guard.h"\nint main(void) {\n    guard_numbers ids;\n'
                          f'    wits_file *file = guard_open("x.yaml", {arguments}, NULL);\n'
                          "    wits_frame frame = guard_frame(file, NULL, 0);\n    return frame.tick == 0 ? 0 : 1;\n}\n")

    def test_unknown_names(self):
        self.write("guard.yaml", GUARD)
        self.assertIn("--uses: 'chace' is neither an event nor a unique state; did you mean 'chase'?",
                      self.bad(2, "header", "guard.yaml", "--uses", "patrol,chace"))
        for given in ("guard", "patrol/rest", "chase,,rest"):
            self.assertIn("is neither an event nor a unique state",
                          self.bad(2, "header", "guard.yaml", f"--uses={given}"))


class Mistakes(Built):
    def setUp(self):
        super().setUp()
        self.write("guard.yaml", GUARD)

    def test_prefixes(self):
        for given in ("", "2x", "a-b", "a b", "ä", "a;", "n" * 65):
            self.assertIn(f"--prefix must be a C name of at most 64 characters, not '{given}'",
                          self.bad(2, "header", "guard.yaml", "--prefix", given))
        for given in ("_x", "wits", "Wits", "WITS_FILE"):
            self.assertIn(f"--prefix '{given}': names that start with '_' or 'wits_' are reserved",
                          self.bad(2, "header", "guard.yaml", "--prefix", given))

    def test_contexts(self):
        for given in ("", "struct", "struct ", "struct 2x", "int", "unsigned long", "struct a *", "a::b", "struct int"):
            self.assertIn(f"--context must be a struct such as 'struct soldier' or the name of a type, not '{given}'",
                          self.bad(2, "header", "guard.yaml", "--context", given))
        for given in ("", "a\"b.h", "<>", "a\\b.h"):
            self.assertIn("--include must be a header such as 'soldier.h' or '<soldier.h>'",
                          self.bad(2, "header", "guard.yaml", "--context", "a", "--include", given))
        self.assertIn("--include needs --context", self.bad(2, "header", "guard.yaml", "--include", "a.h"))
        self.assertIn("--context and --no-context are mutually exclusive",
                      self.bad(2, "header", "guard.yaml", "--context", "a", "--no-context"))

    def test_files(self):
        self.write("bad.yaml", GUARD.replace("to: rest", "to: rust"))
        self.assertRegex(self.bad(1, "header", "bad.yaml", "-o", "bad.h"), r"^bad\.yaml:25:\d+: there is no state 'rust'")
        self.assertFalse((self.folder / "bad.h").exists())
        self.assertIn("none/guard.h cannot be written: No such file or directory",
                      self.bad(1, "header", "guard.yaml", "-o", "none/guard.h"))
        self.assertIn("missing brain file", self.bad(2, "header"))


if __name__ == "__main__":
    unittest.main()
