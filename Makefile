# SPDX-License-Identifier: MIT
# The everyday commands. Each first sees that what it needs is there (tools/setup); the build itself is CMakeLists.txt.
machines := aarch64 armhf riscv64
presets := release debug o3 clang sanitize memory thread fuzz m32 s390x wasm wasm-scalar
jobs := $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
DESTDIR ?=
export DESTDIR

.PHONY: help demo quick test test-rest test-all check dist npm web wheel vscode deb install uninstall fresh-root bench bench-crowd format sanitize math-long everything test-generated clean setup setup-all test-openmpi test-mpich configure-release test-machines setup-machines $(presets:%=test-%) $(machines:%=test-%)

help:
	@echo "make demo        a guard decides: six ticks, why, and a picture"
	@echo "make test        build and run the tests, in two to three minutes"
	@echo "make quick       build and run the unit tests, seconds when built"
	@echo "make check T=utility  build and run the tests whose names match a regular expression"
	@echo "make test-all    make test, then what it leaves out: other compilers, ten times as many random brains"
	@echo "make dist        wits as two files, wits.h and wits.c, in build/dist/wits"
	@echo "make npm         the package for JavaScript, in build/npm"
	@echo "make wheel       the package for Python, in build/wheel"
	@echo "make web         the page of wits inspect and the playground, in build/web"
	@echo "make deb         Debian packages, in build/deb"
	@echo "make vscode      the extension for Visual Studio Code, build/vscode/wits.vsix"
	@echo "make install     the program, libraries and headers into PREFIX, $(PREFIX); make uninstall removes them"
	@echo "make bench       measures one agent, make bench-crowd a million"
	@echo "make sanitize    the tests under the address and undefined-behaviour sanitizers"
	@echo "make math-long   exp and log of every float, 10^9 pairs for pow: the largest errors, in some minutes"
	@echo "make test-generated  10,000 random brains as generated C beside the library, in some 15 minutes"
	@echo "make everything  the tests of every preset: $(presets) openmpi mpich"
	@echo "make test-machines  the tests on $(machines), in qemu"
	@echo "make fresh-root  every documented way to build and use wits, in a new Debian 12 (as root, some minutes)"
	@echo "make format      formats all sources"
	@echo "make clean       removes everything built"

demo:
	@tools/setup --install
	@tools/demo

# Tests of a preset, with options of ctest, and at the end why some were skipped.
run_tests = ctest --preset $(1) -j $(jobs) $(2); status=$$?; tests/skipped.py build/$(1); exit $$status

# Seconds, minutes and everything: tests/CMakeLists.txt, "labels", says which tests are which.
quick: configure-release
	@cmake --build --preset release --target unit-tests
	@ctest --preset release -j $(jobs) -L unit

test: configure-release
	@cmake --build --preset release
	@$(call run_tests,release,-LE slow)

test-rest: setup
	@cmake --preset release -DWITS_RANDOM_BRAINS=3000 >/dev/null
	@cmake --build --preset release --target all wits-bench wits-bench-crowd
	@$(call run_tests,release,-L 'random|slow' $(TESTS))

test-all:
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory test-rest

check: configure-release
	@tools/check '$(value T)'

dist:
	@command -v python3 >/dev/null || { echo "make dist needs Python 3 (Debian: apt-get install python3)." >&2; exit 1; }
	@tools/dist

npm:
	@tools/npm

web:
	@tools/web

deb:
	@tools/deb

vscode:
	@tools/vscode

wheel:
	@tools/wheel

# DESTDIR is where the files go instead of /, to make a package of them.
install:
	@tools/setup --install
	@cmake --preset install -DCMAKE_INSTALL_PREFIX="$(PREFIX)" >/dev/null
	@cmake --build --preset install
	@cmake --install build/install >/dev/null
	@tools/installed build/install

uninstall:
	@tools/uninstall build/install

fresh-root:
	@tools/fresh-root

bench: configure-release
	@cmake --build --preset release --target wits-bench
	@build/release/bin/wits-bench

math-long: configure-release
	@cmake --build --preset release --target internal_math
	@build/release/tests/internal_math --all

test-generated: configure-release
	@cmake --build --preset release
	@python3 tests/generated/test_random.py 10000 --jobs $(jobs)

bench-crowd: configure-release
	@cmake --build --preset release --target wits-bench-crowd
	@build/release/bin/wits-bench-crowd

sanitize: setup
	@$(MAKE) --no-print-directory test-sanitize

everything: $(presets:%=test-%) test-openmpi test-mpich

# .ci/run sets two variables: SETTINGS has options of cmake for each preset (NAME:-DOPTION=VALUE), TESTS options of ctest.
settings = $(patsubst $(1):%,%,$(filter $(1):%,$(SETTINGS)))

# Two processes are enough to see what ranks do; the preset's own tests take seven, too.
test-openmpi test-mpich: test-%: setup-all
	@cmake --preset $* $(call settings,$*) >/dev/null
	@cmake --build --preset $* -j $(jobs) --target wits-program example_epidemic example_epidemic_mpi
	@export WITS_MPI_RANKS=$(or $(WITS_MPI_RANKS),2) WITS_MPI_MOMENTS=2; $(call run_tests,$*)

# One more compiler sees the benchmarks, except in .ci/run. The tests with threads are few programs.
clang_targets = $(if $(TESTS),,--target all wits-bench wits-bench-crowd)
thread_targets = --target thread-tests
$(presets:%=test-%): setup-all
$(machines:%=test-%): setup-machines
$(presets:%=test-%) $(machines:%=test-%): test-%:
	@cmake --preset $* $(call settings,$*) >/dev/null
	@cmake --build --preset $* -j $(jobs) $($*_targets)
	@$(call run_tests,$*,$(TESTS))

# Not of `everything`, as qemu is slow and s390x has what differs most. No ranks, npm or C++ there.
test-machines: $(machines:%=test-%)

format: setup-all
	@git ls-files -co --exclude-standard '*.c' '*.h' '*.cpp' '*.hpp' | xargs -r clang-format -i

clean:
	@rm -rf build

configure-release: setup
	@cmake --preset release >/dev/null

setup:
	@tools/setup

setup-machines:
	@tools/setup --machines

setup-all:
	@tools/setup --ci
