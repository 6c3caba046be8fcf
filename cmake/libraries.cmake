# SPDX-License-Identifier: MIT
# Builds the libraries as static or shared, depending on BUILD_SHARED_LIBS, and also as the other kind if needed. Both
# kinds use the same objects, which are position-independent. Shared libraries export the functions of the public
# headers, and some functions of wits that wits_file calls.
include(CheckCCompilerFlag)

get_property(wits_can_share GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
if(BUILD_SHARED_LIBS AND wits_can_share)
    set(wits_kind shared)
    set(wits_other_kind static)
else()
    set(wits_kind static)
    set(wits_other_kind shared)
endif()
set(wits_kinds ${wits_kind})
# The program, tests and benchmarks call functions that shared libraries do not export. MSVC cannot build both kinds, as
# a static library and the import library of a shared one would have the same name.
if(NOT MSVC AND (wits_other_kind STREQUAL "static" OR wits_can_share)
        AND (WITS_BOTH_KINDS OR (wits_other_kind STREQUAL "static" AND (WITS_BUILD_TOOLS OR WITS_BUILD_TESTS OR WITS_BUILD_BENCH))))
    list(APPEND wits_kinds ${wits_other_kind})
endif()

set(wits_position_independent ON)
if(DEFINED CMAKE_POSITION_INDEPENDENT_CODE AND wits_kinds STREQUAL "static")
    set(wits_position_independent ${CMAKE_POSITION_INDEPENDENT_CODE})
endif()
# Exported functions call each other directly, as in a static library.
if("shared" IN_LIST wits_kinds AND UNIX AND NOT APPLE)
    check_c_compiler_flag(-fno-semantic-interposition WITS_HAS_NO_INTERPOSITION)
endif()

# Adds the objects of a library.
function(wits_add_objects target kind)
    add_library(${target} OBJECT ${ARGN})
    wits_compile(${target})
    set_target_properties(${target} PROPERTIES
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ${wits_position_independent})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${target} PRIVATE $<$<BOOL:${WITS_CHECKS}>:WITS_CHECKS=1>)
    if(WIN32 AND kind STREQUAL "shared")
        target_compile_definitions(${target} PRIVATE WITS_SHARED WITS_BUILDING)
    endif()
    if(WITS_HAS_NO_INTERPOSITION)
        target_compile_options(${target} PRIVATE -fno-semantic-interposition)
    endif()
endfunction()

# wits_add_library(NAME SOURCES...): adds the target NAME of the kind `wits_kind`, and NAME_static and NAME_shared for
# the kinds that are built. Sets NAME_targets to the list of targets in the order of wits_kinds, and NAME_objects to the
# list of object libraries.
function(wits_add_library name)
    set(all_targets "")
    set(all_objects "")
    foreach(kind IN LISTS wits_kinds)
        set(target ${name})
        if(NOT kind STREQUAL wits_kind)
            set(target ${name}_${kind})
        endif()
        # On Windows exported functions are compiled differently, so each kind needs separate objects.
        set(objects ${name}_objects)
        if(WIN32)
            set(objects ${name}_objects_${kind})
        endif()
        if(NOT TARGET ${objects})
            wits_add_objects(${objects} ${kind} ${ARGN})
            list(APPEND all_objects ${objects})
        endif()

        string(TOUPPER ${kind} keyword)
        add_library(${target} ${keyword} $<TARGET_OBJECTS:${objects}>)
        if(kind STREQUAL wits_kind)
            add_library(${name}_${kind} ALIAS ${name})
        endif()
        list(APPEND all_targets ${target})
        set_target_properties(${target} PROPERTIES
            LINKER_LANGUAGE C OUTPUT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
        target_include_directories(${target} INTERFACE
            $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
        target_compile_definitions(${target} INTERFACE $<$<BOOL:${WITS_CHECKS}>:WITS_CHECKS=1>)
        if(WIN32 AND kind STREQUAL "shared")
            target_compile_definitions(${target} INTERFACE WITS_SHARED)
        endif()
    endforeach()
    set(${name}_targets ${all_targets} PARENT_SCOPE)
    set(${name}_objects ${all_objects} PARENT_SCOPE)
endfunction()
