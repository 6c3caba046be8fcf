# SPDX-License-Identifier: MIT
"""recipes.py FOLDER: runs the recipes for Meson, vcpkg and Conan, and builds README's program against what they made.
Neither vcpkg nor Conan can be installed everywhere, so stand-ins do what the recipes ask of them: configure, build and
install with CMake. Meson is skipped if it is not there."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

ROOT = pathlib.Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
VERSION = re.search(r'^#define WITS_VERSION "(.*)"', (ROOT / "include/wits/api.h").read_text(), re.MULTILINE).group(1)
PROGRAM = """\
cmake_minimum_required(VERSION 3.21)
project(guard C)
find_package(wits REQUIRED)
add_executable(guard main.c)
target_link_libraries(guard wits::file)
"""
# What portfile.cmake calls. vcpkg also makes a debug variant, which is the same with other flags.
VCPKG = """\
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${WORK}/build -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} -DCMAKE_INSTALL_LIBDIR=lib ${arg_OPTIONS} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build --target install COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "PACKAGE_NAME;CONFIG_PATH" "")
    if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/${arg_PACKAGE_NAME}-config.cmake)
        message(FATAL_ERROR "there is no configuration in ${arg_CONFIG_PATH}")
    endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    file(COPY ${arg_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share)
endfunction()
"""


def run(*command, folder=None, **environment):
    done = subprocess.run([str(word) for word in command], cwd=folder, env={**os.environ, **environment}, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"recipes: {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def block(language):
    return re.search(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL).group(1)


def write_program(folder):
    folder.mkdir(parents=True)
    (folder / "guard.yaml").write_text(block("yaml"))
    (folder / "main.c").write_text(block("c"))
    run(os.environ["WITS"], "header", "guard.yaml", "-o", "guard.h", folder=folder)


def compare(folder, name):
    output = run(folder / "guard", folder=folder.parent)
    if output != block("text"):
        sys.exit(f"recipes: {name}: the program prints\n{output}")
    print(f"{name}: README's program runs")


def consume(installed, folder, name):
    write_program(folder)
    (folder / "CMakeLists.txt").write_text(PROGRAM)
    run("cmake", "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={installed}", folder=folder)
    run("cmake", "--build", "build", folder=folder)
    compare(folder / "build", name)


def check_vcpkg(folder):
    port = ROOT / "packages/vcpkg/wits"
    if f'"version": "{VERSION}"' not in (port / "vcpkg.json").read_text():
        sys.exit(f"recipes: packages/vcpkg/wits/vcpkg.json has another version than {VERSION}")
    script = folder / "vcpkg.cmake"
    script.write_text(f"set(WORK {folder})\nset(CURRENT_PORT_DIR {port})\nset(CURRENT_PACKAGES_DIR {folder}/installed)\n"
                      f"{VCPKG}include({port}/portfile.cmake)\n")
    run("cmake", "-P", script)
    if not (folder / "installed/share/LICENSE").exists():
        sys.exit("recipes: vcpkg's package has no licence")
    consume(folder / "installed", folder / "program", "vcpkg")


class Tree(types.SimpleNamespace):
    """Components of a package, made when they are first asked for."""

    def __init__(self):
        super().__init__(components=self)
        self.made = {}

    def __getitem__(self, name):
        return self.made.setdefault(name, types.SimpleNamespace(set_property=lambda key, value: None))


def check_conan(folder):
    installed = folder / "installed"

    def copy(recipe, pattern, source, target):
        for path in pathlib.Path(source).glob(pattern):
            to = pathlib.Path(target, path.relative_to(source))
            to.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if path.is_dir() else shutil.copy)(path, to)

    class Toolchain:
        def __init__(self, recipe):
            self.variables = recipe.cmake_variables = {}

        def generate(self):
            pass

    class CMake:
        def __init__(self, recipe):
            self.recipe = recipe

        def configure(self):
            run("cmake", "-S", self.recipe.source_folder, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=Release",
                f"-DCMAKE_INSTALL_PREFIX={installed}",
                *(f"-D{name}={value}" for name, value in self.recipe.cmake_variables.items()))

        def build(self):
            run("cmake", "--build", folder / "build")

        def install(self):
            run("cmake", "--install", folder / "build")

    def module(name, **members):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__dict__.update(members)

    module("conan", ConanFile=object)
    module("conan.tools")
    module("conan.tools.cmake", CMake=CMake, CMakeDeps=lambda recipe: types.SimpleNamespace(generate=lambda: None),
           CMakeToolchain=Toolchain)
    module("conan.tools.files", copy=copy, load=lambda recipe, path: pathlib.Path(path).read_text())
    script = ROOT / "packages/conan/conanfile.py"
    found = {"__name__": "conanfile"}
    exec(compile(script.read_text(), script, "exec"), found)  # pylint: disable=exec-used
    recipe = found["Wits"]()
    recipe.recipe_folder = script.parent
    recipe.export_sources_folder = recipe.source_folder = folder / "sources"
    recipe.package_folder = installed
    recipe.settings = types.SimpleNamespace(os="Linux")
    recipe.requires = lambda what: None
    recipe.cpp_info = Tree()
    recipe.set_version()
    if recipe.version != VERSION:
        sys.exit(f"recipes: Conan's version is {recipe.version}")
    recipe.export_sources()
    recipe.requirements()
    recipe.generate()
    recipe.build()
    recipe.package()
    recipe.package_info()
    libraries = [name for part in recipe.cpp_info.made.values() for name in part.libs]
    for name in libraries:
        if not (installed / f"lib/lib{name}.a").exists():
            sys.exit(f"recipes: Conan's package has no library {name}")
    consume(installed, folder / "program", "Conan")


def check_meson(folder):
    if shutil.which("meson") is None:
        print("Meson: skipped, as meson is not installed")
        return
    write_program(folder)
    (folder / "subprojects").mkdir()
    (folder / "subprojects/wits").symlink_to(ROOT)
    (folder / "meson.build").write_text(
        "project('guard', 'c')\n"
        "executable('guard', 'main.c', dependencies: dependency('wits-file', fallback: ['wits', 'wits_file_dep']))\n")
    run("meson", "setup", "build", "-Dwits:default_library=static", folder=folder)
    run("meson", "compile", "-C", "build", folder=folder)
    compare(folder / "build", "Meson")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    for name, check in (("vcpkg", check_vcpkg), ("conan", check_conan), ("meson", check_meson)):
        (folder / name).mkdir(parents=True)
        check(folder / name if name != "meson" else folder / name / "program")


main()
