// SPDX-License-Identifier: MIT
#include "lsp/schema.h"

#include "embedded_brain_schema.h"
#include "embedded_test_schema.h"

#include <stdlib.h>
#include <string.h>

static json_t *parse(const unsigned char *bytes, size_t size) {
    text problem = {0};
    text copy = {0};
    text_add_bytes(&copy, (const char *)bytes, size);
    json_t *schema = rpc_parse(copy.bytes, copy.length, &problem);
    text_free(&copy);
    text_free(&problem);
    return schema;
}

const json_t *schema_of(schemas *all, bool is_scenarios) {
    if (all->brain == NULL) {
        all->brain = parse(embedded_brain_schema, sizeof embedded_brain_schema - 1);
        all->scenarios = parse(embedded_test_schema, sizeof embedded_test_schema - 1);
    }
    return is_scenarios ? all->scenarios : all->brain;
}

void schemas_free(schemas *all) {
    json_decref(all->brain);
    json_decref(all->scenarios);
}

/// Adds a schema that is not in the list.
static void add(schema_place *to, const json_t *schema, const char *name) {
    for (size_t i = 0; i < to->count; i++) {
        if (to->items[i] == schema) {
            return;
        }
    }
    if (!json_is_object(schema) || to->count == SCHEMA_MOST) {
        return;
    }
    to->items[to->count] = schema;
    to->names[to->count++] = name;
}

/// Follows the references and alternatives of all schemas of a place, including those that this adds.
static void follow(schema_place *of) {
    static const char refers[] = "#/$defs/";
    static const char *const alternatives[] = {"anyOf", "oneOf", "allOf"};
    for (size_t i = 0; i < of->count; i++) {
        const json_t *schema = of->items[i];
        const char *description = rpc_member_string(schema, "description");
        const char *refers_to = rpc_member_string(schema, "$ref");
        of->description = of->description != NULL ? of->description : description;
        of->usual = of->usual != NULL ? of->usual : json_object_get(schema, "default");
        if (refers_to != NULL && strncmp(refers_to, refers, sizeof refers - 1) == 0) {
            const char *name = refers_to + sizeof refers - 1;
            add(of, json_object_get(json_object_get(of->root, "$defs"), name), name);
        }
        for (size_t k = 0; k < sizeof alternatives / sizeof *alternatives; k++) {
            size_t n;
            json_t *one;
            json_array_foreach(json_object_get(schema, alternatives[k]), n, one) {
                add(of, one, "");
            }
        }
    }
}

schema_place schema_below(const schema_place *of, const char *key, size_t length) {
    schema_place found = {.root = of->root};
    for (size_t i = 0; i < of->count; i++) {
        const json_t *one = of->items[i];
        if (length == 0) {
            add(&found, json_object_get(one, "items"), "");
            continue;
        }
        const json_t *known = json_object_getn(json_object_get(one, "properties"), key, length);
        add(&found, known != NULL ? known : json_object_get(one, "additionalProperties"), "");
    }
    follow(&found);
    return found;
}

schema_place schema_at(const json_t *root, const cursor *of, size_t steps) {
    schema_place found = {.root = root};
    add(&found, root, "");
    follow(&found);
    for (size_t i = 0; i < steps; i++) {
        const cursor_step step = of->steps[i];
        found = schema_below(&found, of->bytes + step.begin, step.end - step.begin);
    }
    return found;
}

bool schema_is(const schema_place *of, const char *definition) {
    for (size_t i = 0; i < of->count; i++) {
        if (strcmp(of->names[i], definition) == 0) {
            return true;
        }
    }
    return false;
}

bool schema_has_keys(const schema_place *of) {
    for (size_t i = 0; i < of->count; i++) {
        if (json_object_get(of->items[i], "properties") != NULL) {
            return true;
        }
    }
    return false;
}
