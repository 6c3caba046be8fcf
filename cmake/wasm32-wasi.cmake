# SPDX-License-Identifier: MIT
# WebAssembly with WASI, with Debian's clang 19 and wasi-libc. Programs run in Node.js.
# tools/setup --wasm compiles libyaml, jansson and cmocka for it into build/packages/wasm32.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # Platform/WASI.cmake, for CMake before 3.31

# Without -nostdlibinc clang also finds headers of this machine. wasi-libc has signal() and clock() only on request.
# In archives lld 19 confuses static functions with functions of the same name, so they get unique names.
set(CMAKE_C_FLAGS_INIT "-nostdlibinc -isystem /usr/include/wasm32-wasi -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_PROCESS_CLOCKS -funique-internal-linkage-names")
# The stack is 8 MiB, as on Linux. It comes first in memory, so an overflow is a trap. With -O0 clang does not run wasm-opt
# after the linker, which takes much longer than the linker, and only where it is installed.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -Wl,--stack-first,-z,stack-size=8388608 -lwasi-emulated-signal -lwasi-emulated-process-clocks")
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
set(CMAKE_CROSSCOMPILING_EMULATOR ${CMAKE_CURRENT_LIST_DIR}/../tools/wasm-run)
cmake_path(NORMAL_PATH CMAKE_CROSSCOMPILING_EMULATOR)

set(packages_root ${CMAKE_CURRENT_LIST_DIR}/../build/packages/wasm32)
cmake_path(NORMAL_PATH packages_root)
set(CMAKE_FIND_ROOT_PATH ${packages_root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
