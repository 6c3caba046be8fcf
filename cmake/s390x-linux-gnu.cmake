# SPDX-License-Identifier: MIT
# IBM Z, which is big-endian, with Debian's cross compiler. Programs run in qemu.
# tools/setup --ci unpacks cmocka and libyaml for it into build/packages/s390x.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)

set(cross_root /usr/s390x-linux-gnu)
set(packages_root ${CMAKE_CURRENT_LIST_DIR}/../build/packages/s390x)
cmake_path(NORMAL_PATH packages_root)

# Programs run with the C library of the cross compiler and the unpacked libraries.
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-s390x)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,--dynamic-linker=${cross_root}/lib/ld64.so.1 -Wl,-rpath,${cross_root}/lib:${packages_root}/usr/lib/s390x-linux-gnu")

set(CMAKE_FIND_ROOT_PATH ${packages_root} ${cross_root})
set(CMAKE_LIBRARY_PATH /usr/lib/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
