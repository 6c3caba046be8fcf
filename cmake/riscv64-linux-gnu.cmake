# SPDX-License-Identifier: MIT
# 64-bit RISC-V. Debian 12 has no libraries for it, so it has no brain files and only the tests without cmocka.
set(cross_triple riscv64-linux-gnu)
set(cross_debian riscv64)
set(cross_qemu qemu-riscv64)
set(cross_loader ld-linux-riscv64-lp64d.so.1)
include(${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake)
