# SPDX-License-Identifier: MIT
# Headers, libraries, the program, and what find_package(wits) and pkg-config need. Reads `installed`, the targets.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wits)

install(DIRECTORY include/wits DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS ${installed} EXPORT wits)
install(EXPORT wits NAMESPACE wits:: DESTINATION ${package_dir} FILE wits-targets.cmake)

configure_package_config_file(cmake/wits-config.cmake.in wits-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(wits-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wits-config.cmake ${PROJECT_BINARY_DIR}/wits-config-version.cmake
    DESTINATION ${package_dir})

# The paths in a .pc file are relative to it, so that an installed tree can be moved.
file(RELATIVE_PATH wits_prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
configure_file(cmake/wits.pc.in wits.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wits.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET wits_file)
    configure_file(cmake/wits-file.pc.in wits-file.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/wits-file.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
