# SPDX-License-Identifier: MIT
"""test_checks.py CC NM CXX CMAKE: tests each check on small source trees with and without faults."""

import pathlib
import platform
import subprocess
import sys
import tempfile
import unittest

CHECKS = pathlib.Path(__file__).parent
CC, NM, CXX, CMAKE = sys.argv[1:]
MARK = "TO" "DO"


class Checks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def run_check(self, name, *arguments):
        command = [sys.executable, CHECKS / name, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_passes(self, name, *arguments):
        run = self.run_check(name, *arguments)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def assert_finds(self, expected, name, *arguments):
        run = self.run_check(name, *arguments)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertIn(expected, run.stdout)

    def write_layers(self):
        self.write("include/wits/wits.h", "#include <stdint.h>\n")
        self.write("include/wits/crowd.h", '#include "wits/wits.h"\n')
        self.write("include/wits/file.h", '#include "wits/wits.h"\n')
        self.write("src/expr/value.h", "")
        self.write("src/expr/value.c", '#include "value.h"\n#include <string.h>\n')
        self.write("src/core/brain.h", '#include "expr/value.h"\n')
        self.write("src/core/brain.c", '#include "core/brain.h"\n#include "wits/wits.h"\n')
        self.write("src/crowd/crowd.c", '#include "core/brain.h"\n#include "wits/crowd.h"\n')
        self.write("src/file/file.c", '#include "core/brain.h"\n#include <stdlib.h>\n#include <yaml.h>\n')
        self.write("tools/wits/agent/run.c", '#include "command.h"\n#include "wits/file.h"\n#include <stdio.h>\n')
        self.write("tools/wits/command.h", "")
        self.write("tools/wits/header/compile.c", '#include "compile.h"\n')
        self.write("tools/compile/compile.h", '#include "command.h"\n#include "wits/wits.h"\n')
        self.write("src/expr/expr.h", "")
        self.write("tools/compile/made.h", '#include "expr/expr.h"\n')
        self.write("tools/compile/made.c", '#include "compile.h"\n#include "core/brain.h"\n#include "made.h"\n')

    def test_includes_that_point_one_way_pass(self):
        self.write_layers()
        self.assert_passes("includes.py", self.root)

    def test_every_include_that_points_back_is_found(self):
        for path, line in (
            ("src/expr/value.c", '#include "core/brain.h"'),
            ("src/expr/value.c", '#include "../core/brain.h"'),
            ("src/expr/value.c", '#include "wits/wits.h"'),
            ("src/core/brain.c", '#include "wits/crowd.h"'),
            ("src/core/brain.c", "#  include <wits/file.h>"),
            ("src/core/brain.c", "#include <stdio.h>"),
            ("src/core/brain.c", '#include "core/missing.h"'),
            ("src/core/brain.c", "#include SOMETHING"),
            ("src/crowd/crowd.c", '#include "wits/file.h"'),
            ("src/crowd/crowd.c", "#include <math.h>"),
            ("src/file/file.c", '#include "wits/crowd.h"'),
            ("src/other/other.c", '#include "wits/wits.h"'),
            ("include/wits/wits.h", '#include "wits/crowd.h"'),
            ("include/wits/wits.h", '#include "core/brain.h"'),
            ("tools/wits/agent/run.c", '#include "core/brain.h"'),
            ("tools/wits/agent/run.c", '#include "made.h"'),
            ("tools/compile/made.c", '#include "wits/file.h"'),
            ("tools/compile/made.c", '#include "expr/value.h"'),
            ("src/core/brain.c", '#include "../../tools/compile/compile.h"'),
            ("examples/guard.c", '#include "../src/core/brain.h"'),
        ):
            with self.subTest(path=path, line=line):
                self.write_layers()
                self.write(path, f"\n{line}\n")
                self.assert_finds(f"{path}:2: ", "includes.py", self.root)
                (self.root / path).unlink()

    def test_a_private_header_of_the_list_that_is_not_included_is_found(self):
        self.write_layers()
        self.write("src/lower/lower.h", "")
        self.assert_finds("src/lower/lower.h:1: ", "includes.py", self.root)

    def test_a_long_file_is_found(self):
        self.write("src/core/long.c", "\n" * 700)
        self.assert_passes("lengths.py", self.root)
        self.write("src/core/long.c", "\n" * 701)
        self.assert_finds("src/core/long.c:700: 701 lines", "lengths.py", self.root)

    def test_wording_that_is_not_plain_is_found(self):
        subprocess.run(["git", "init", "-q", self.root], check=True)
        self.write("src/core/a.c", "/// Returns the row.\n")
        subprocess.run(["git", "-C", self.root, "add", "."], check=True)
        self.assert_passes("wording.py", self.root)
        for text in ("/// Whether it is one.", "int a;  ///< of the row: begun anew"):
            self.write("src/core/a.c", text + "\n")
            self.assert_finds("src/core/a.c:1: ", "wording.py", self.root)

    def test_skipped_tests_have_their_reasons(self):
        prints = {"none": "Skipped: there is no c", "part": "Not tried: there is no b", "all": "Tried: all", "dumb": "Skip"}
        self.write("CTestTestfile.cmake", "".join(
            f'add_test({name} "{CMAKE}" -E echo "{text}")\n'
            f'set_tests_properties({name} PROPERTIES SKIP_REGULAR_EXPRESSION "(^|\\n)Skip")\n' for name, text in prints.items()))
        subprocess.run([pathlib.Path(CMAKE).with_name("ctest")], cwd=self.root, check=True, capture_output=True)
        script = CHECKS.parent / "skipped.py"
        told = subprocess.run([sys.executable, script, self.root], capture_output=True, text=True, check=True).stdout
        self.assertEqual(sorted(told.splitlines()), [
            "not tried: part: there is no b", "skipped: dumb: it gives no reason", "skipped: none: there is no c"])

    def test_a_mark_is_found(self):
        self.write("src/core/a.c", f"// {MARK}S are not {MARK.lower()}\n")
        self.assert_passes("words.py", self.root)
        self.write("src/core/a.c", f"\n// {MARK}: more\n")
        self.assert_finds(f"src/core/a.c:2: {MARK}", "words.py", self.root)

    def test_a_header_that_does_not_stand_alone_is_found(self):
        self.write("include/wits/a.h", "#include <stddef.h>\nsize_t a(void);\n")
        self.assert_passes("headers.py", self.root, CC, CXX)
        self.write("include/wits/a.h", "size_t a(void);\n")
        self.assert_finds("wits/a.h:1: does not compile alone as c11", "headers.py", self.root, CC, CXX)
        self.write("include/wits/a.h", "void a(int class);\n")
        self.assert_finds("wits/a.h:1: does not compile alone as c++11", "headers.py", self.root, CC, CXX)
        self.write("include/wits/a.h", "static inline char a(int x) { return (char)x; }\n")
        self.assert_finds("wits/a.h:1: does not compile alone as c++20", "headers.py", self.root, CC, CXX)
        (self.root / "include/wits/a.h").unlink()
        self.write("include/wits/a.hpp", "#include <optional>\ninline std::optional<int> a() { return {}; }\n")
        self.assert_passes("headers.py", self.root, CC, CXX)
        self.write("include/wits/a.hpp", "inline void *a() { return (void *)1; }\n")
        self.assert_finds("wits/a.hpp:1: does not compile alone as c++17", "headers.py", self.root, CC, CXX)

    def compile(self, path, text):
        self.write(path, text)
        subprocess.run([CC, "-O1", "-fPIE", "-c", self.root / path, "-o", self.root / f"{path}.o"], check=True)
        return self.root / f"{path}.o"

    def test_symbols(self):
        low = self.compile("expr/low.c", "int wits_low(int x) { return x; }")
        high = self.compile(
            "core/high.c",
            "#include <string.h>\nint wits_low(int);\nstatic const char *const names[] = {\"a\", \"b\"};\n"
            "const char *wits_high(int x, void *to) { memset(to, x, (size_t)wits_low(x)); return names[x]; }")
        self.assert_passes("symbols.py", NM, low, high)
        upward = self.compile("expr/upward.c", "void *wits_high(int, void *);\nvoid *wits_up(int x) { return wits_high(x, 0); }")
        self.assert_finds("imports 'wits_high', which expr must not", "symbols.py", NM, low, high, upward)
        foreign = self.compile("core/foreign.c", "#include <stdlib.h>\nvoid *wits_f(size_t x) { return malloc(x); }")
        self.assert_finds("imports 'malloc', which core must not", "symbols.py", NM, foreign)
        supports = "int wits_f(void) { return __builtin_cpu_supports(\"avx2\"); }"
        if platform.machine() in ("x86_64", "AMD64", "i686"):
            self.assert_passes("symbols.py", NM, self.compile("expr/kernels_avx2.c", supports))
            self.assert_finds("imports '__cpu_model', which core must not", "symbols.py", NM,
                              self.compile("core/kernels_avx2.c", supports))
            self.assert_finds("imports '__cpu_model', which expr must not", "symbols.py", NM,
                              self.compile("expr/kernels_baseline.c", supports))
        named = self.compile("core/named.c", "int fire(void) { return 1; }")
        self.assert_finds("'fire' does not begin with wits_", "symbols.py", NM, named)
        for text in ("int state;", "int state = 1;", "int f(void) { static int state = 1; return state++; }",
                     "_Thread_local int state;", "const char *state = \"a\";"):
            with self.subTest(text=text):
                stateful = self.compile("core/stateful.c", text)
                self.assert_finds("can be written to", "symbols.py", NM, stateful)

    def test_names(self):
        self.write("src/expr/one.c", "static int put(int x) { return x; }\nenum kind { A, B };\n#define LOCAL 1\n#undef LOCAL\n")
        self.write("src/core/other.c", "int wits_core_put(int x) { return put(x); }\nstruct s { int put; };\n#define LOCAL 2\n")
        for layer in ("lower", "vm", "crowd"):
            self.write(f"src/{layer}/{layer}.h", f"/* put */ int put(int x);\ntypedef struct {layer} {{ int A; }} {layer};\n")
        self.assert_passes("names.py", self.root)
        for name, text in (
            ("put", "static unsigned put(void) { return 1; }"),
            ("put", "static const char *const put[] = {\"a\"};"),
            ("put", "typedef int (*put)(void);"),
            ("B", "typedef enum other { C, B = 3 } other;"),
            ("vm", "typedef struct { int x; } vm;"),
            ("LOCAL", "#define LOCAL(x) \\\n    (x)"),
        ):
            with self.subTest(text=text):
                self.write("src/crowd/same.c", text + "\n")
                self.assert_finds(f"{name}: defined in src/", "names.py", self.root)
        (self.root / "src/crowd/same.c").unlink()
        self.write("src/file/prefix.h", "#define put wits_file_put\n")
        self.assert_finds("src/file/prefix.h: functions have their real names", "names.py", self.root)

    def test_options(self):
        head = "| option | default | what |\n|---|---|---|\n| `BUILD_SHARED_LIBS` | OFF | shared |\n"
        own = "| `WITS_TOOLS` | ON, inside: OFF | tools |\n"
        looked_for = "\n| variable | what |\n|---|---|\n| `WITS_YAML` | libyaml |\n"
        self.write("CMakeLists.txt", 'option(BUILD_SHARED_LIBS "Shared" OFF)\nfind_library(WITS_YAML yaml)\n'
                                     'option(WITS_TOOLS "Tools" ${PROJECT_IS_TOP_LEVEL})\n')
        self.write("docs/building.md", head + own + looked_for)
        self.assert_passes("options.py", self.root)
        for table, expected in (
            (head + looked_for, "the table of options lacks WITS_TOOLS"),
            (head + own.replace("ON, inside: ", "") + looked_for, "the default of WITS_TOOLS is ON, inside: OFF, not OFF"),
            (head + own + "| `WITS_MORE` | ON | more |\n" + looked_for, "there is no option WITS_MORE"),
            (head + own, "the table of what CMake looks for lacks WITS_YAML"),
            (head + own + looked_for.replace("YAML", "JSON"), "CMake does not look for WITS_JSON"),
        ):
            with self.subTest(expected=expected):
                self.write("docs/building.md", table)
                self.assert_finds(expected, "options.py", self.root)
        self.write("tests/CMakeLists.txt", 'set(WITS_SECONDS 10 CACHE STRING "How long")\n')
        self.assert_finds("lacks WITS_SECONDS", "options.py", self.root)

    def link_shared(self, name, text, *needed):
        self.write(f"{name}.c", text)
        library = self.root / f"lib{name}.so"
        subprocess.run([CC, "-shared", "-fPIC", "-fvisibility=hidden", f"-I{self.root}/include", self.root / f"{name}.c",
                        *needed, "-o", library], check=True)
        return library

    def test_exports(self):
        shown = '__attribute__((visibility("default")))'
        self.write("include/wits/wits.h", f"#define WITS_API {shown}\nWITS_API int wits_a(int x);\n")
        self.write("include/wits/file.h", '#include "wits/wits.h"\nWITS_API int wits_file_b(int x);\n')
        a = '#include "wits/wits.h"\nint wits_a(int x) { return x; }\n'
        core = f"{shown} int wits_core_c(int x);\nint wits_core_c(int x) {{ return x; }}\n"
        b = ('#include "wits/file.h"\nint wits_core_c(int);\n'
             "int wits_file_b(int x) { return wits_a(wits_core_c(x)); }\n")

        self.write("include/wits/prove.h", '#include "wits/wits.h"\nWITS_API int wits_prove_e(int x);\n')
        e = '#include "wits/prove.h"\nint wits_prove_e(int x) { return wits_a(x); }\n'

        def libraries(text_of_wits, text_of_file=b, text_of_prove=e):
            return (self.link_shared("wits", text_of_wits), self.link_shared("wits_file", text_of_file),
                    self.link_shared("wits_prove", text_of_prove))

        self.assert_passes("exports.py", NM, self.root, *libraries(a + core))
        for wits, file, expected in (
            (a, b, "libwits.so: lacks 'wits_core_c', which libwits_file calls"),
            (core, b, "libwits.so: lacks 'wits_a'"),
            (a + core + f"{shown} void wits_d(void) {{}}", b, "exports 'wits_d', which no public header declares"),
            (a + core + f"{shown} void wits_core_d(void) {{}}", b, "exports 'wits_core_d', which no public"),
            (a + core + f"{shown} void f(void) {{}}", b, "libwits.so: exports 'f'"),
            (a + core + f"{shown} int wits_g;", b, "exports 'wits_g', which no public header declares"),
            (a + core + f"void *malloc(unsigned long); {shown} void *wits_e(void) {{ return malloc(1); }}", b,
             "libwits.so: imports 'malloc'"),
            (a + core, b + f"void *calloc(unsigned long, unsigned long); {shown} void *h(void) {{ return calloc(1, 1); }}",
             "libwits_file.so: imports 'calloc'"),
        ):
            with self.subTest(expected=expected):
                self.assert_finds(expected, "exports.py", NM, self.root, *libraries(wits, file))
        self.assert_finds("libwits_prove.so: imports 'fopen'", "exports.py", NM, self.root, *libraries(
            a + core, text_of_prove=e + f"void *fopen(const char *, const char *); {shown} void *h(void) {{ return fopen(0, 0); }}"))
        self.write("include/wits/wits.h", f"#define WITS_API {shown}\nWITS_API int wits_a(int x);\nint wits_f(void);\n")
        self.assert_finds("wits_f is declared without WITS_API", "exports.py", NM, self.root, *libraries(a + core))

    @unittest.skipUnless(platform.machine() in ("x86_64", "AMD64"), "of x86 only")
    def test_packed(self):
        objdump = NM.removesuffix("nm") + "objdump"
        scalar = "void run_A(float *x) { *x += 1; }"
        vector = ("typedef float v __attribute__((vector_size(32))); __attribute__((target(\"avx2\")))"
                  "void run_A(void *x) { *(v *)x += 1; }")
        wide = self.compile("expr/kernels_avx2.c", vector)
        self.assert_passes("packed.py", objdump, wide, self.compile("expr/kernels_baseline.c", scalar))
        self.assert_finds("run_A has 'v", "packed.py", objdump, wide, self.compile("expr/kernels_baseline.c", vector))
        self.assert_finds("run_A uses no %ymm", "packed.py", objdump, self.compile("expr/kernels_avx2.c", scalar))

    def test_snippets(self):
        program = '# A\n```c\n#include <stdio.h>\nint main(void) { puts("1"); %s }\n```\nprints\n```text\n%s\n```\n'
        self.assert_passes("snippets.py", self.root, CC)
        self.write("README.md", "```c\nint x = ;\n```\n" + program % ("return 0;", "1"))
        self.assert_passes("snippets.py", self.root, CC)
        self.write("docs/a.md", program % ("return 0;", "2"))
        self.assert_finds("docs/a.md:2: printed something else", "snippets.py", self.root, CC)
        self.write("docs/a.md", program % ("return 3;", "1"))
        self.assert_finds("docs/a.md:2: ended with 3", "snippets.py", self.root, CC)
        self.write("docs/a.md", program % ("return x;", "1"))
        self.assert_finds("docs/a.md:2: does not compile", "snippets.py", self.root, CC)

    def test_snippets_in_cpp(self):
        program = """```yaml
first
```
```cpp
#include <cstdio>
namespace wits { char *open(const char *name, char *text) { return fgets(text, 9, std::fopen(name, "r")); } }
int main() { char text[9]; std::fputs(wits::open("a.yaml", text), stdout); }
```
```text
%s
```
"""
        self.write("docs/a.md", program % "first")
        self.assert_passes("snippets.py", self.root, CC, f"--cxx={CXX}")
        self.write("docs/a.md", program % "second")
        self.assert_passes("snippets.py", self.root, CC)
        self.assert_finds("docs/a.md:4: printed something else", "snippets.py", self.root, CC, f"--cxx={CXX}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
