# SPDX-License-Identifier: MIT
"""cpp.py ROOT LIBRARY... --cxx CXX...: compiles wits.hpp with every C++ compiler available.

tests/cpp/test_hpp.cpp is compiled and run as C++17 without exceptions and RTTI, and as C++20 with both. Then each
mistake of MISTAKES must be rejected by the first compiler with the expected message.
"""

import pathlib
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wcast-qual",
            "-Wold-style-cast", "-Werror"]
WAYS = (["-std=c++17", "-fno-exceptions", "-fno-rtti"], ["-std=c++20"])
AROUND = """#include "wits/wits.hpp"
struct guard {{ float distance = 0; double speed = 0; int shouts = 0; void shout() {{}} }};
struct other {{ float size = 0; }};
void mistake(wits::builder<guard> &build, wits::host<guard> &host, const wits::brain_of<guard> &brain, wits::agent &agent,
             wits::frame &frame, wits::state a, wits::event alarm) {{
    static_cast<void>(alarm), static_cast<void>(a), static_cast<void>(frame), static_cast<void>(agent);
    static_cast<void>(brain), static_cast<void>(host), static_cast<void>(build);
    {}
}}
"""
CORRECT = 'host.condition("near", [](const guard &self) { return self.distance < 1; }); brain.raise(agent, alarm);'
MISTAKES = {
    "brain.raise(agent, a);": "",
    "brain.is_in(agent, alarm);": "",
    "brain.is_in(agent, 3);": "",
    "other thing; wits::frame wrong(brain, thing);": "a frame of this brain needs a context of the brain's host",
    "other things[3]; wits::frame wrong(brain, things);": "a frame of this brain needs a context of the brain's host",
    "wits::frame none(brain);": "a frame of this brain needs a context",
    "wits::crowd_code code(brain); wits::pool all(brain, 3); wits::crowd none(brain, code, all);":
        "a crowd of this brain needs an array of contexts",
    "wits::crowd_code code(brain); other things[3]; wits::crowd none(brain, code, things);":
        "a crowd of this brain needs an array of contexts of the brain's host",
    "wits::brain_of<other> elsewhere = brain;": "",
    'host.condition("near", [](const guard &self) { return self.distance; });': "a condition gives a bool",
    'host.condition("near", [](guard &self) { return self.distance < 1; });': "a condition is called with",
    'host.score("worth", [](const guard &self) { return self.distance < 1; });': "a score gives a number",
    'host.action("shout", [](other &) {});': "an action is called with",
    'host.step("go", [](guard &) { return 3; });': "a step gives a wits::state",
    'host.field("speed", &guard::speed);': "a field is a bool, float",
    'host.field("size", &other::size);': "a member of the context",
    'auto walk = build.state("walk"); walk.enter(&guard::distance, 3);': "",
}


def compile_with(cxx, flags, source, *more):
    return subprocess.run([cxx, *flags, *WARNINGS, source, *more], capture_output=True, text=True, check=False)


def main(root, *arguments):
    root = pathlib.Path(root).resolve()
    split = arguments.index("--cxx")
    libraries, compilers = arguments[:split], arguments[split + 1:]
    include = f"-I{root / 'include'}"
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        program, mistake = pathlib.Path(folder, "test_hpp"), pathlib.Path(folder, "mistake.cpp")
        for cxx in compilers:
            for way in WAYS:
                built = compile_with(cxx, way, root / "tests/cpp/test_hpp.cpp", include, "-o", program, *libraries)
                run = built if built.returncode else subprocess.run([program], cwd=root, capture_output=True, text=True,
                                                                    timeout=600, check=False)
                if run.returncode != 0:
                    wrong.append(f"{cxx} {' '.join(way)}: status {run.returncode}\n{run.stdout}{run.stderr}")
            mistakes = MISTAKES if cxx == compilers[0] else {}  # the messages are those of wits.hpp
            for text, said in {CORRECT: None, **mistakes}.items():
                mistake.write_text(AROUND.format(text))
                built = compile_with(cxx, ["-std=c++17", "-fsyntax-only"], mistake, include)
                if (built.returncode == 0) != (said is None) or (said or "") not in built.stderr:
                    wrong.append(f"{cxx}: {text}\n{built.stderr[:2000]}")
    print("\n".join(wrong) or f"{len(compilers)} compilers, {len(MISTAKES)} mistakes that do not compile")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
