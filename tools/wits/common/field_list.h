// SPDX-License-Identifier: MIT
// Fields that are asked for on the command line: names with commas between them.
#ifndef WITS_TOOL_FIELD_LIST_H
#define WITS_TOOL_FIELD_LIST_H

#include "wits/wits.h"

typedef struct field_list {
    uint32_t *rows;
    size_t count, capacity;
} field_list;

/// Reads what was given for `option`; null is none, "all" every field, unless one is called so. Returns a status; what
/// is wrong is said.
int field_list_read(const char *command, const char *option, const wits_desc *desc, const char *given, field_list *to);
/// All fields of a brain.
void field_list_all(const wits_desc *desc, field_list *to);
void field_list_free(field_list *of);

#endif
