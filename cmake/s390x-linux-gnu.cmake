# SPDX-License-Identifier: MIT
# IBM Z, which is big-endian.
set(cross_triple s390x-linux-gnu)
set(cross_debian s390x)
set(cross_qemu qemu-s390x)
set(cross_loader ld64.so.1)
include(${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake)
