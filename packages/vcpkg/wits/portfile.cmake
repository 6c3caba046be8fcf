# SPDX-License-Identifier: MIT
# Takes the checkout that it is in: vcpkg install wits --overlay-ports=packages/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)
vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS -DWITS_BOTH_KINDS=OFF -DWITS_BUILD_TOOLS=OFF -DWITS_BUILD_TESTS=OFF -DWITS_BUILD_EXAMPLES=OFF -DWITS_BUILD_BENCH=OFF
        -DWITS_WARNINGS_AS_ERRORS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME wits CONFIG_PATH lib/cmake/wits)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share" "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
