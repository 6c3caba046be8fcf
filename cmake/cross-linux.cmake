# SPDX-License-Identifier: MIT
# Cross-compiles for Linux on another processor, with Debian's cross compiler. Programs run in qemu, with the C library
# of the cross compiler and the libraries that tools/setup unpacks into build/packages. The files that include this one
# set `cross_triple`, `cross_debian` (Debian's name of the architecture), `cross_qemu` and `cross_loader`.
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${cross_triple})
set(CMAKE_C_COMPILER ${cross_triple}-gcc)

set(cross_root /usr/${cross_triple})
set(packages_root ${CMAKE_CURRENT_LIST_DIR}/../build/packages/${cross_debian})
cmake_path(NORMAL_PATH packages_root)

set(CMAKE_CROSSCOMPILING_EMULATOR ${cross_qemu})
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${cross_root}/lib/${cross_loader} -Wl,-rpath,${cross_root}/lib:${packages_root}/usr/lib/${cross_triple}")

set(CMAKE_FIND_ROOT_PATH ${packages_root} ${cross_root})
set(CMAKE_LIBRARY_PATH /usr/lib/${cross_triple})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
