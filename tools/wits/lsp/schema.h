// SPDX-License-Identifier: MIT
// The JSON Schemas of brain files and of files of scenarios, which the program carries: which keys and values a place
// can have, and their documentation.
#ifndef WITS_TOOL_LSP_SCHEMA_H
#define WITS_TOOL_LSP_SCHEMA_H

#include "lsp/cursor.h"
#include "rpc/json.h"

enum { SCHEMA_MOST = 64 };  ///< alternatives of a place

typedef struct schemas {
    json_t *brain;
    json_t *scenarios;
} schemas;

/// All that the schema allows at a place.
typedef struct schema_place {
    const json_t *root;
    const json_t *items[SCHEMA_MOST];  ///< with all references and alternatives followed
    const char *names[SCHEMA_MOST];    ///< of the definition that an item is; "": none
    size_t count;
    const char *description;  ///< null: none
    const json_t *usual;      ///< the default; null: none
} schema_place;

/// Parses a schema on first use.
const json_t *schema_of(schemas *all, bool is_scenarios);
void schemas_free(schemas *all);

/// Follows the first `steps` keys of a context.
schema_place schema_at(const json_t *root, const cursor *of, size_t steps);
/// Returns the place of a key.
schema_place schema_below(const schema_place *of, const char *key, size_t length);
/// Returns whether the place is, or may be, a definition of the schema.
bool schema_is(const schema_place *of, const char *definition);
/// Returns whether the place may be a mapping with keys of the schema.
bool schema_has_keys(const schema_place *of);

#endif
