# SPDX-License-Identifier: MIT
# Finds a C++ compiler for the tests and examples of include/wits/wits.hpp, and sets `wits_has_cpp`. Everything else is
# C and needs none.
set(wits_has_cpp FALSE)
if(NOT WITS_BUILD_TESTS AND NOT WITS_BUILD_EXAMPLES)
    return()
endif()
# Cross builds cannot use this machine's C++ compiler, and the memory sanitizer needs an instrumented C++ library.
if(NOT DEFINED CMAKE_CXX_COMPILER AND (CMAKE_CROSSCOMPILING OR CMAKE_C_FLAGS MATCHES "fsanitize=memory"))
    return()
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
    find_program(WITS_CLANG_CXX NAMES clang++)  # the matching compiler
    if(WITS_CLANG_CXX)
        set(CMAKE_CXX_COMPILER ${WITS_CLANG_CXX})
    endif()
endif()
include(CheckLanguage)
check_language(CXX)
if(NOT CMAKE_CXX_COMPILER)
    message(STATUS "Building without the tests and examples in C++ (Debian: g++)")
    return()
endif()
enable_language(CXX)
set(wits_has_cpp TRUE)

# Sets the compiler options of a program with wits.hpp, which needs neither exceptions nor RTTI.
function(wits_compile_cpp target)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
    if(MSVC)
        target_compile_options(${target} PRIVATE /W4 $<$<BOOL:${WITS_WARNINGS_AS_ERRORS}>:/WX>)
    else()
        target_compile_options(${target} PRIVATE
            -fno-exceptions -fno-rtti
            -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wold-style-cast
            $<$<BOOL:${WITS_WARNINGS_AS_ERRORS}>:-Werror>)
    endif()
    # Presets select sanitizers in CMAKE_C_FLAGS only.
    if(CMAKE_C_FLAGS MATCHES "-fsanitize" AND NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
        separate_arguments(flags NATIVE_COMMAND "${CMAKE_C_FLAGS}")
        target_compile_options(${target} PRIVATE ${flags})
        target_link_options(${target} PRIVATE ${flags})
    endif()
    target_link_libraries(${target} PRIVATE wits_${wits_kind})
    if(TARGET wits_file)
        target_link_libraries(${target} PRIVATE wits_file_${wits_kind})
    endif()
endfunction()
