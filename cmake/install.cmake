# SPDX-License-Identifier: MIT
# Installs headers, libraries, the program with its man page and completion, the schema, examples, and the files for
# find_package(wits) and pkg-config.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/wits)
set(document_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/wits)

install(DIRECTORY include/wits DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES schema/brain.schema.json schema/test.schema.json DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/wits)
install(DIRECTORY exercises DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/wits)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${document_dir})
install(DIRECTORY docs brains DESTINATION ${document_dir}
    FILES_MATCHING PATTERN "*.md" PATTERN "*.yaml" PATTERN "*.csv" PATTERN "*.svg" PATTERN "*.webp")
install(DIRECTORY examples DESTINATION ${document_dir}
    FILES_MATCHING PATTERN "*.c" PATTERN "*.h" PATTERN "*.cpp" PATTERN "*.py" PATTERN "*.ipynb" PATTERN "*.lua" PATTERN "*.csv"
    PATTERN "*.md" PATTERN "expected" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(CODE "
    set(source \"${PROJECT_SOURCE_DIR}\")
    cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_PREFIX OUTPUT_VARIABLE prefix)
    cmake_path(APPEND prefix \"${document_dir}\" OUTPUT_VARIABLE documents)
    cmake_path(APPEND prefix \"${CMAKE_INSTALL_INCLUDEDIR}\" OUTPUT_VARIABLE headers)
    cmake_path(APPEND prefix \"${CMAKE_INSTALL_DATAROOTDIR}/wits\" OUTPUT_VARIABLE data)
    foreach(folder IN ITEMS documents headers data)
        set(\${folder} \"\$ENV{DESTDIR}\${\${folder}}\")
    endforeach()
    include(\"${PROJECT_SOURCE_DIR}/cmake/links.cmake\")
")

# Exports targets of both kinds: wits::wits_static, wits::wits_shared, and the same for prove and file.
# wits-config.cmake decides which of them wits::wits, wits::prove and wits::file are.
foreach(target kind IN ZIP_LISTS wits_targets wits_kinds)
    set_target_properties(${target} PROPERTIES EXPORT_NAME wits_${kind})
endforeach()
foreach(target kind IN ZIP_LISTS wits_file_targets wits_kinds)
    set_target_properties(${target} PROPERTIES EXPORT_NAME file_${kind})
endforeach()
foreach(target kind IN ZIP_LISTS wits_prove_targets wits_kinds)
    set_target_properties(${target} PROPERTIES EXPORT_NAME prove_${kind})
endforeach()
# Installed libraries look for each other in their own folder, so that an installed tree can be moved. The program does
# not need them.
if(NOT DEFINED CMAKE_INSTALL_RPATH AND UNIX AND NOT APPLE)
    set_target_properties(${wits_prove_targets} ${wits_file_targets} PROPERTIES INSTALL_RPATH "\$ORIGIN")
endif()
install(TARGETS ${wits_targets} ${wits_prove_targets} ${wits_file_targets} EXPORT wits)
if(TARGET wits-program)
    install(TARGETS wits-program EXPORT wits)
    include(cmake/manual.cmake)
    install(FILES docs/wits.1 ${wits_manual_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES tools/completion/wits.bash
        DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/bash-completion/completions RENAME wits)
    install(FILES tools/completion/_wits DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/zsh/site-functions)
    install(FILES tools/completion/wits.fish DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/fish/vendor_completions.d)
endif()

install(EXPORT wits NAMESPACE wits:: DESTINATION ${package_dir} FILE wits-targets.cmake)
configure_package_config_file(cmake/wits-config.cmake.in wits-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(wits-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wits-config.cmake ${PROJECT_BINARY_DIR}/wits-config-version.cmake
    DESTINATION ${package_dir})

# For the same reason, paths in .pc files are relative to the file. Shared libraries record what they depend on. Static
# ones do not, so `pkg-config --static` lists it. If there are only static ones, it is always listed.
file(RELATIVE_PATH wits_prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(wits_pc_flags "")
if(WITS_CHECKS)
    string(APPEND wits_pc_flags " -DWITS_CHECKS=1")
endif()
if(WIN32 AND "shared" IN_LIST wits_kinds)
    string(APPEND wits_pc_flags " -DWITS_SHARED")
endif()
configure_file(cmake/wits.pc.in wits.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wits.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
configure_file(cmake/wits-prove.pc.in wits-prove.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wits-prove.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET wits_file)
    set(wits_pc_yaml "-lyaml")
    cmake_path(GET WITS_YAML_LIBRARY PARENT_PATH folder)
    if(NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        string(PREPEND wits_pc_yaml "-L${folder} ")
    endif()
    set(wits_pc_libraries "Libs: -L\${libdir} -lwits_file")
    if("shared" IN_LIST wits_kinds)
        string(APPEND wits_pc_libraries "\nLibs.private: ${wits_pc_yaml}")
    else()
        string(APPEND wits_pc_libraries " ${wits_pc_yaml}")
    endif()
    configure_file(cmake/wits-file.pc.in wits-file.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/wits-file.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
