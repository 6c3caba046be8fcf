# SPDX-License-Identifier: MIT
# wits_embed_file(NAME FILE): writes embedded_NAME.h with the bytes of a file as an array embedded_NAME, followed by 0.
function(wits_embed_file name file)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
    file(READ ${PROJECT_SOURCE_DIR}/${file} bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    set(all "static const unsigned char embedded_${name}[] = {${bytes}0};\n")
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded/embedded_${name}.h CONTENT "${all}" @ONLY)
endfunction()

# wits_embed(TARGET NAME=FILE...): writes embedded.h with the bytes of each file as an array embedded_NAME, followed by
# 0.
function(wits_embed target)
    set(all "")
    foreach(entry IN LISTS ARGN)
        string(REGEX MATCH "^([a-z]+)=(.*)$" matched "${entry}")
        set(file ${PROJECT_SOURCE_DIR}/${CMAKE_MATCH_2})
        set(name ${CMAKE_MATCH_1})
        set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        file(READ ${file} bytes HEX)
        string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
        string(APPEND all "static const unsigned char embedded_${name}[] = {${bytes}0};\n")
    endforeach()
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/embedded/embedded.h CONTENT "${all}" @ONLY)
    target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/embedded)
endfunction()
