# SPDX-License-Identifier: MIT
"""consumers.py WAY ROOT BUILD CMAKE CC CXX: builds and runs tests/consumers as a user would.

WAY is one of these, each in a folder of its own, with nothing but what the documentation names:
installed    the build is installed; find_package and pkg-config, static and shared, C and C++; uninstalled again
subproject   wits is part of somebody's CMake project, static and shared
commands     the compiler commands that README.md and docs/building.md print; less optimised than they say, for the time
             that takes, unless WITS_AS_PRINTED is set
windows      the commands of docs/building.md that build for Windows with mingw-w64, optimised as "commands" says; a
             program that links the DLL
webassembly  the command that compiles to WebAssembly
options      every option of docs/building.md with its other value: several in one build, or one at a time if
             WITS_AS_PRINTED is set; what needs other packages is left to the presets

Prints "Skipped" and why where a compiler is not installed.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PRINTED = {
    "lights": "red red green green amber red red red green 2\n",
    "lights_file": "red red green green amber red red red green 4\n",
}
EXPECTED_FILES = (
    "bin/wits", "include/wits/wits.h", "include/wits/api.h", "include/wits/crowd.h", "include/wits/file.h",
    "include/wits/promises.h",
    "include/wits/wits.hpp", "include/wits/cpp/brain.hpp", "share/doc/wits/examples/python/guard.py",
    "{lib}/libwits.a", "{lib}/libwits.so", "{lib}/libwits.so.0", "{lib}/libwits_file.a", "{lib}/libwits_file.so.0",
    "{lib}/libwits_prove.a", "{lib}/libwits_prove.so.0", "include/wits/prove.h", "{lib}/pkgconfig/wits-prove.pc",
    "{lib}/pkgconfig/wits.pc", "{lib}/pkgconfig/wits-file.pc", "{lib}/cmake/wits/wits-config.cmake",
    "share/man/man1/wits.1", "share/man/man1/wits-run.1", "share/bash-completion/completions/wits",
    "share/zsh/site-functions/_wits", "share/fish/vendor_completions.d/wits.fish", "share/wits/brain.schema.json",
    "share/wits/test.schema.json", "share/doc/wits/LICENSE", "share/doc/wits/brains/guard.yaml",
    "share/doc/wits/brains/guard.test.yaml", "include/wits/scenarios.h", "share/doc/wits/examples/guard.c",
    "share/doc/wits/examples/guard-night.csv", "share/doc/wits/README.md", "share/doc/wits/docs/images/guard-map.svg",
)
MINGW = "x86_64-w64-mingw32"
# The options that are tried together; each has another value than its default.
OPTIONS = (
    ("BUILD_SHARED_LIBS", "WITS_BOTH_KINDS", "WITS_OPENMP", "WITS_INSTALL"),
    ("WITS_BUILD_FILES", "WITS_CHECKS", "WITS_WARNINGS_AS_ERRORS", "WITS_BUILD_TOOLS"),
)
# Options that are off in all these builds, because they take long.
NOT_BUILT = ("WITS_BUILD_TESTS", "WITS_BUILD_EXAMPLES", "WITS_BUILD_BENCH")
OPTION = re.compile(r"^\| `(\w+)` \| (ON|OFF)\b", re.MULTILINE)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```sh\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


def fail(message):
    sys.exit(f"consumers: {message}")


def run(*command, env=None, **options):
    command = [str(word) for word in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env={**os.environ, **(env or {})}, **options)
    if done.returncode != 0:
        fail(f"{' '.join(command)}: ended with {done.returncode}\n{done.stdout}")
    return done.stdout


def expect_output(source, output):
    if output != PRINTED[source]:
        fail(f"{source} printed {output!r}, not {PRINTED[source]!r}")


def as_printed(script):
    """Commands of a document, less optimised than written, unless they are wanted unchanged."""
    return script if "WITS_AS_PRINTED" in os.environ else re.sub(r"-O[23]\b", "-O0", script)


def skip(why):
    print(f"Skipped: {why}")
    sys.exit(0)


def libraries_needed(program):
    """The shared libraries of wits that a program loads."""
    return set(re.findall(r"NEEDED.*\[(libwits\w*\.so[.\d]*)\]", run("readelf", "-d", program)))


def expect_kind(program, source, kind):
    wanted = set()
    if kind == "shared":
        wanted = {"libwits.so.0", "libwits_file.so.0"} if source == "lights_file" else {"libwits.so.0"}
    needed = libraries_needed(program)
    if needed - wanted or (wanted and not needed):
        fail(f"{program} needs {sorted(needed)}, as a {kind} one it would need {sorted(wanted)}")


class Ways:
    def __init__(self, folder, root, build, cmake, cc, cxx):
        self.folder, self.root, self.build, self.cmake = folder, root, build, cmake
        self.compilers = {"c": (cc, "-std=c11"), "cpp": (cxx, "-std=c++11")}

    def build_project(self, name, *settings, languages="C;CXX", kind):
        """Builds tests/consumers in a separate folder, and runs its programs."""
        build = self.folder / name
        cc, cxx = self.compilers["c"][0], self.compilers["cpp"][0]
        run(self.cmake, "-S", self.root / "tests/consumers", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
            f"-DLANGUAGES={languages}", f"-DCMAKE_C_COMPILER={cc}", f"-DCMAKE_CXX_COMPILER={cxx}", *settings)
        run(self.cmake, "--build", build)
        endings = [ending for ending, language in (("c", "C"), ("cpp", "CXX")) if language in languages.split(";")]
        for source in PRINTED:
            for ending in endings:
                program = build / f"{source}_{ending}"
                expect_output(source, run(program))
                expect_kind(program, source, kind)

    # ------------------------------------------------------------------------------------------------- installed

    def install(self):
        """A copy of an installation, moved afterwards."""
        staged, prefix = self.folder / "staged", self.folder / "prefix"
        run(self.cmake, "--install", self.build, "--prefix", staged)
        staged.rename(prefix)
        libraries = next(prefix.rglob("libwits.a")).parent
        for file in EXPECTED_FILES:
            if not (prefix / file.format(lib=libraries.relative_to(prefix))).exists():
                fail(f"{file} is not installed")
        for library in ("libwits.so", "libwits_file.so"):
            if f"[{library}.0]" not in run("readelf", "-d", libraries / library):
                fail(f"the soname of {library} is not {library}.0")
        self.links(prefix)
        return prefix, libraries

    def links(self, prefix):
        """Links of installed pages lead to installed files."""
        pages = sorted(prefix.rglob("*.md"))
        found = [(page, link) for page in pages for link in LINK.findall(CODE.sub("", page.read_text()))]
        dead = [f"{page.relative_to(prefix)}: {link}" for page, link in found if not (page.parent / link).exists()]
        if dead or len(pages) < 30 or not any(link.endswith("include/wits/wits.h") for _, link in found):
            fail("dead links in installed pages:\n" + "\n".join(dead))

    def find_package(self, prefix):
        package = f"-DCMAKE_PREFIX_PATH={prefix}"
        ways = {
            "find_static": ("static", ["-DWITS_COMPONENTS=static;file"], "C;CXX"),
            "find_shared": ("shared", ["-DWITS_COMPONENTS=shared;file"], "C;CXX"),
            "find_default": ("static", [], "C"),
            "find_by_option": ("shared", ["-DBUILD_SHARED_LIBS=ON"], "CXX"),
        }
        for name, (kind, settings, languages) in ways.items():
            self.build_project(name, "-DWITS_FROM=find_package", package, *settings, languages=languages, kind=kind)
        unknown = subprocess.run(
            [self.cmake, "-S", self.root / "tests/consumers", "-B", self.folder / "find_unknown", "-G", "Ninja",
             "-DWITS_FROM=find_package", "-DWITS_COMPONENTS=nothing", package],
            capture_output=True, text=True, check=False)
        if unknown.returncode == 0 or "this wits has no 'nothing'" not in unknown.stderr:
            fail(f"a component that is not there was found\n{unknown.stderr}")

    def pkg_config(self, libraries):
        if not shutil.which("pkg-config"):
            print("there is no pkg-config here: it was not tried")
            return
        path = {"PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
        for source, package in (("lights", "wits"), ("lights_file", "wits-file")):
            for ending, compiler in self.compilers.items():
                file = self.root / "tests/consumers" / f"{source}.{ending}"
                for kind, flags in (("shared", []), ("static", ["-static"])):
                    program = self.folder / f"{source}_{ending}_{kind}"
                    options = run("pkg-config", "--cflags", "--libs", *["--static"] * len(flags), package, env=path)
                    run(*compiler, *flags, file, *options.split(), "-o", program)
                    expect_output(source, run(program, env={"LD_LIBRARY_PATH": str(libraries)}))
                    expect_kind(program, source, kind)

    def program(self, prefix):
        """The installed program finds its files, and its examples work where they were installed."""
        examples = prefix / "share/doc/wits"
        version = re.search(r'#define WITS_VERSION "([\d.]+)"', (self.root / "include/wits/api.h").read_text())[1]
        if run(prefix / "bin/wits", "--version") != f"wits {version}\n":
            fail("the installed program has another version")
        told = run(prefix / "bin/wits", "run", "brains/guard.yaml", "--inputs", "examples/guard-night.csv", cwd=examples)
        if told != (self.root / "tests/golden/guard.txt").read_text():
            fail(f"the installed program tells another night:\n{told}")

    def uninstall(self):
        """Installs into a folder with other files, and uninstalls."""
        cache = (self.build / "CMakeCache.txt").read_text()
        prefix = re.search(r"^CMAKE_INSTALL_PREFIX:\w+=/(.*)$", cache, re.MULTILINE)[1]
        root = {"DESTDIR": str(self.folder / "root")}
        installed = self.folder / "root" / prefix
        others = installed / "share/wits/others"
        others.mkdir(parents=True)
        run(self.cmake, "--install", self.build, env=root)
        if not (installed / "bin/wits").exists():
            fail(f"DESTDIR is not obeyed: there is no {installed}/bin/wits")
        run(self.root / "tools/uninstall", self.build, env=root)
        left = [path for path in (self.folder / "root").rglob("*") if not path.is_dir()]
        if left or not others.is_dir() or (installed / "include/wits").exists():
            fail(f"after uninstalling there are {left}")

    def installed(self):
        prefix, libraries = self.install()
        self.program(prefix)
        self.find_package(prefix)
        self.pkg_config(libraries)
        self.uninstall()

    # ------------------------------------------------------------------------------------------ subproject, commands

    def subproject(self):
        source = f"-DWITS_SOURCE={self.root}"
        self.build_project("added", "-DWITS_FROM=add_subdirectory", source, kind="static")
        self.build_project("fetched", "-DWITS_FROM=fetch_content", source, "-DBUILD_SHARED_LIBS=ON", kind="shared")

    def folder_with_game(self, name, source="lights", wits="wits"):
        folder = self.folder / name
        folder.mkdir()
        (folder / wits).symlink_to(self.root)
        shutil.copy(self.root / f"tests/consumers/{source}.c", folder / "game.c")
        return folder

    def block_of_building(self, text):
        """The only block of docs/building.md with this text."""
        blocks = [block for block in FENCE.findall((self.root / "docs/building.md").read_text()) if text in block]
        if len(blocks) != 1:
            fail(f"docs/building.md has {len(blocks)} blocks with '{text}'")
        return blocks[0]

    def windows(self):
        if not shutil.which(f"{MINGW}-gcc"):
            skip(f"{MINGW}-gcc is not installed (Debian: gcc-mingw-w64-x86-64)")
        script = self.block_of_building(f"{MINGW}-gcc")
        if "WITS_AS_PRINTED" not in os.environ:
            script = script.replace("cmake -B", "cmake -G Ninja -DCMAKE_BUILD_TYPE=Debug -B")
        folder = self.folder_with_game("windows")
        run("sh", "-e", "-c", f"cd wits && {script.replace('build-windows', str(folder / 'build'))}", cwd=folder)
        run(f"{MINGW}-gcc", "-DWITS_SHARED", f"-I{self.root / 'include'}", folder / "game.c", "-L", folder / "build",
            "-lwits", "-lwits_prove", "-o", folder / "build/game.exe")
        if "DLL Name: libwits.dll" not in run(f"{MINGW}-objdump", "-p", folder / "build/game.exe"):
            fail("game.exe does not use libwits.dll")

    def webassembly(self):
        script = self.block_of_building("--target=wasm32")
        folder = self.folder_with_game("webassembly")
        (folder / "try.c").write_text("#include <string.h>\nint main(void) { return (int)strlen(\"\"); }\n")
        compiler, target = re.search(r"(\S+) (--target=\S+)", script).groups()
        if not shutil.which(compiler) or subprocess.run([compiler, target, "try.c"], cwd=folder, check=False,
                                                        capture_output=True).returncode != 0:
            skip(f"{compiler} {target} makes no program; tools/setup --wasm installs what it needs")
        run("sh", "-e", "-c", as_printed(script), cwd=folder)
        if (folder / "game.wasm").read_bytes()[:4] != b"\0asm":
            fail("game.wasm is no WebAssembly")

    def options(self):
        others = {"ON": "OFF", "OFF": "ON"}
        table = OPTION.findall((self.root / "docs/building.md").read_text())
        settings = {name: f"-D{name}={others[default]}" for name, default in table}
        presets = (self.root / "CMakePresets.json").read_text()
        for name, setting in settings.items():
            preset = re.search(rf'"{name}": "{setting.split("=")[1]}"', presets)
            if not preset and not any(name in names for names in OPTIONS):
                fail(f"nothing builds wits with {setting}")
        alone = [(name,) for names in OPTIONS for name in names]
        for names in alone if "WITS_AS_PRINTED" in os.environ else OPTIONS:
            chosen = [settings[name] for name in names]
            build = self.folder / "_".join(names)
            run(self.cmake, "-S", self.root, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                f"-DCMAKE_C_COMPILER={self.compilers['c'][0]}", *[f"-D{name}=OFF" for name in NOT_BUILT], *chosen)
            run(self.cmake, "--build", build)
            self.expect_built(build, names)
            print(f"built with {' '.join(chosen)}")

    def expect_built(self, build, names):
        """Each option has the effect that its name says."""
        for option, file, is_there_with_option in (
                ("WITS_BUILD_FILES", "libwits_file.a", False), ("WITS_BUILD_FILES", "bin/wits", False),
                ("WITS_BUILD_TOOLS", "bin/wits", False), ("WITS_INSTALL", "wits-config-version.cmake", False),
                ("BUILD_SHARED_LIBS", "libwits.so", True)):
            if option in names and (build / file).exists() != is_there_with_option:
                fail(f"with the other value of {option}, {file} is {'not ' * is_there_with_option}built")
        is_without_program = {"WITS_BUILD_FILES", "WITS_BUILD_TOOLS"}.intersection(names)
        if not is_without_program and not run(build / "bin/wits", "--version").startswith("wits "):
            fail(f"built with another {', '.join(names)}, wits does not run")

    def commands(self):
        count = 0
        for document in ("README.md", "docs/building.md"):
            file = self.root / document
            for block in FENCE.findall(file.read_text()) if file.exists() else []:
                if "game.c" not in block or "gcc" not in block or "pkg-config" in block or MINGW in block:
                    continue
                count += 1
                source = "lights_file" if re.search(r"src/file|wits_file", block) else "lights"
                wits = "wits-source" if "wits-source" in block else "wits"
                folder = self.folder_with_game(f"commands_{count}", source, wits)
                run("sh", "-e", "-c", as_printed(block.replace("gcc", self.compilers["c"][0])), cwd=folder)
                expect_output(source, run(folder / "game"))
        if count == 0:
            fail("no document prints compiler commands")
        print(f"{count} sets of compiler commands")


def main(way, root, build, cmake, cc, cxx):
    with tempfile.TemporaryDirectory() as folder:
        ways = Ways(pathlib.Path(folder), pathlib.Path(root).resolve(), pathlib.Path(build).resolve(), cmake, cc, cxx)
        getattr(ways, way)()


if __name__ == "__main__":
    main(*sys.argv[1:])
