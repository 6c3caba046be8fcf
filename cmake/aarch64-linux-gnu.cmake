# SPDX-License-Identifier: MIT
# 64-bit ARM.
set(cross_triple aarch64-linux-gnu)
set(cross_debian arm64)
set(cross_qemu qemu-aarch64)
set(cross_loader ld-linux-aarch64.so.1)
include(${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake)
