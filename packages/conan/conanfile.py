# SPDX-License-Identifier: MIT
"""Recipe for Conan 2. Takes the checkout that it is in: conan create packages/conan"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, load


class Wits(ConanFile):
    name = "wits"
    description = "Decision making for agents: finite state machines, hierarchical state machines and utility AI"
    license = "MIT"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    languages = "C"

    def set_version(self):
        header = load(self, os.path.join(self._root(), "include", "wits", "api.h"))
        self.version = re.search(r'^#define WITS_VERSION "(.*)"', header, re.MULTILINE).group(1)

    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "schema/*", "brains/*", "examples/*", "docs/*",
                        "exercises/*"):
            copy(self, pattern, self._root(), self.export_sources_folder)

    def requirements(self):
        self.requires("libyaml/[>=0.2 <1]")

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in ("BOTH_KINDS", "BUILD_TOOLS", "BUILD_TESTS", "BUILD_EXAMPLES", "BUILD_BENCH", "WARNINGS_AS_ERRORS"):
            toolchain.variables[f"WITS_{name}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        core, files, prove = (self.cpp_info.components[name] for name in ("core", "file", "prove"))
        core.libs, files.libs, prove.libs = ["wits"], ["wits_file"], ["wits_prove"]
        core.set_property("cmake_target_name", "wits::wits")
        files.set_property("cmake_target_name", "wits::file")
        prove.set_property("cmake_target_name", "wits::prove")
        files.requires, prove.requires = ["core", "libyaml::libyaml"], ["core"]
        if self.settings.os in ("Linux", "FreeBSD"):
            files.system_libs = ["m"]
