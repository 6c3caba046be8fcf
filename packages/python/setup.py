# SPDX-License-Identifier: MIT
"""Tags the wheel: for any Python 3, and for systems with the C library that libwits.so needs. tools/wheel runs it."""

import pathlib
import platform
import re

from setuptools import Distribution, setup
from wheel.bdist_wheel import bdist_wheel

HERE = pathlib.Path(__file__).parent


def version():
    """The library's, which tools/wheel copies from include/wits/api.h."""
    return (HERE / "VERSION").read_text().strip()


def needed_glibc(library):
    """Returns the newest version of glibc whose symbols a library uses, such as (2, 33)."""
    found = re.findall(rb"\0GLIBC_(\d+)\.(\d+)(?:\.\d+)?(?=\0)", library.read_bytes())
    if not found:
        raise SystemExit(f"{library} needs no glibc; another tag than manylinux would be right")
    return max((int(major), int(minor)) for major, minor in found)


class Binary(Distribution):
    def has_ext_modules(self):
        return True


class Wheel(bdist_wheel):
    def get_tag(self):
        major, minor = needed_glibc(HERE / "wits/libwits.so")
        return "py3", "none", f"manylinux_{major}_{minor}_{platform.machine()}"


setup(version=version(), cmdclass={"bdist_wheel": Wheel}, distclass=Binary)
