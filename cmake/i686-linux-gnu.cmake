# SPDX-License-Identifier: MIT
# 32-bit x86 with SSE arithmetic, with Debian's cross compiler. Programs also run on x86-64.
# tools/setup --ci unpacks cmocka and libyaml for it into build/packages/i386.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_C_FLAGS_INIT "-msse2 -mfpmath=sse")

set(cross_root /usr/i686-linux-gnu)
set(packages_root ${CMAKE_CURRENT_LIST_DIR}/../build/packages/i386)
cmake_path(NORMAL_PATH packages_root)

# Programs run with the C library of the cross compiler, even if the machine has another.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${cross_root}/lib/ld-linux.so.2 -Wl,-rpath,${cross_root}/lib")

set(CMAKE_FIND_ROOT_PATH ${packages_root} ${cross_root})
set(CMAKE_LIBRARY_PATH /usr/lib/i386-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
