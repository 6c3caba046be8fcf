# SPDX-License-Identifier: MIT
# cmake -DEXPECTED=FILE -P output.cmake -- PROGRAM [ARGUMENT...]
# Runs the program; fails if that does, or if FILE exists and its text is not what the program printed.
cmake_minimum_required(VERSION 3.21)

set(command)
set(seen FALSE)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(index RANGE ${last})
    if(seen)
        list(APPEND command "${CMAKE_ARGV${index}}")
    elseif(CMAKE_ARGV${index} STREQUAL "--")
        set(seen TRUE)
    endif()
endforeach()

execute_process(COMMAND ${command} RESULT_VARIABLE result OUTPUT_VARIABLE printed)
if(NOT result EQUAL 0)
    message("${printed}")
    message(FATAL_ERROR "${command}: ended with ${result}")
endif()
if(EXISTS "${EXPECTED}")
    file(READ "${EXPECTED}" expected)
    if(NOT printed STREQUAL expected)
        message(FATAL_ERROR "${command}: did not print what ${EXPECTED} says, but:\n${printed}")
    endif()
endif()
