// SPDX-License-Identifier: MIT
// Finds files that come with the program, and lists folders.
#ifndef WITS_TOOL_DATA_H
#define WITS_TOOL_DATA_H

#include "common/text.h"

/// Writes the path of a folder or file of the program's data, such as "exercises", in share/wits or share/doc/wits
/// beside the folder of the program. Prints an error and returns false if it is in neither.
bool find_data(text *to, const char *name);

typedef struct name_list {
    char **items;
    size_t count, capacity;
} name_list;

void name_list_add(name_list *to, const char *name);
void name_list_free(name_list *of);
/// Adds the names in a folder in their order, except those that begin with '.'. Returns false, with errno, if it cannot
/// be read.
bool list_folder(const char *folder, name_list *to);

#endif
