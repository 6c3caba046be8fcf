// SPDX-License-Identifier: MIT
// Fields selected on the command line: names separated by commas.
#ifndef WITS_TOOL_FIELD_LIST_H
#define WITS_TOOL_FIELD_LIST_H

#include "wits/wits.h"

typedef struct field_list {
    uint32_t *rows;
    size_t count, capacity;
} field_list;

/// Reads the value of `option`. Null selects no field; "all" selects every field, unless a field has that name. Returns
/// a status; prints errors.
int field_list_read(const char *command, const char *option, const wits_desc *desc, const char *given, field_list *to);
/// Selects all fields of a brain.
void field_list_all(const wits_desc *desc, field_list *to);
void field_list_free(field_list *of);

#endif
