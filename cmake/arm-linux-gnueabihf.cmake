# SPDX-License-Identifier: MIT
# 32-bit ARM with floating-point registers.
set(cross_triple arm-linux-gnueabihf)
set(cross_debian armhf)
set(cross_qemu qemu-arm)
set(cross_loader ld-linux-armhf.so.3)
include(${CMAKE_CURRENT_LIST_DIR}/cross-linux.cmake)
