// SPDX-License-Identifier: MIT
#include <stdio.h>
#include <string.h>

#include "file/share.h"

enum { MOST_WORK = 1 << 26 };  ///< pairs of letters compared for one file: enough for all except files made to be slow

nearest_name wits_file_nearest_begin(wits_file *file, const char *wanted) {
    size_t length = strlen(wanted);
    if (length > WITS_MAX_NAME) {
        wanted = "";  // no name is near to it
        length = 0;
    }
    return (nearest_name){.file = file, .found = wits_expr_suggestion_for(wanted, (uint32_t)length)};
}

void wits_file_nearest_offer(nearest_name *nearest, const char *name) {
    size_t length = strlen(name);
    if (length > WITS_MAX_NAME || nearest->found.length == 0 || nearest->file->nearest_work > MOST_WORK) {
        return;
    }
    if (strcmp(name, nearest->found.word) == 0) {  // it is not misspelt
        *nearest = wits_file_nearest_begin(nearest->file, "");
        return;
    }
    nearest->file->nearest_work += (uint32_t)length * nearest->found.length;
    wits_expr_suggestion_offer(&nearest->found, name, (uint32_t)length);
    nearest->best = nearest->found.best;
}

// --------------------------------------------------------------------------------------------------------- definitions

/// Returns whether a parameter may be used like definitions of these kinds.
static bool stands_for(const parameter *of, uint32_t kinds) {
    const bool is_value = of->kind <= PARAMETER_ENUM;
    const definition_kind like = is_value                          ? DEFINED_CONSTANT
                                 : of->kind == PARAMETER_CONDITION ? DEFINED_CONDITION
                                 : of->kind == PARAMETER_SCORE     ? DEFINED_SCORE
                                 : of->kind == PARAMETER_FIELD     ? DEFINED_FIELD
                                                                   : DEFINED_FUNCTION;
    return (kinds >> like & 1) != 0;
}

/// Offers a name. Returns whether it is nearer than the previous ones.
static bool is_nearer(nearest_name *nearest, const char *name) {
    const char *before = nearest->best;
    wits_file_nearest_offer(nearest, name);
    return nearest->best != before;
}

const char *wits_file_nearest_definition(nearest_name *nearest, const origin *from, uint32_t kinds) {
    const sharing *shared = nearest->file->shared;
    const part *of = from->use != NULL ? from->use->part : NULL;
    const char *noun = NULL;
    if (nearest->file->found_count >= WITS_FILE_MAX_PROBLEMS) {
        return NULL;  // it would not be suggested
    }
    for (uint32_t row = 0; of != NULL && row < of->parameter_count; row++) {
        const parameter *one = &of->parameters[row];
        noun = stands_for(one, kinds) && is_nearer(nearest, one->key->text) ? "a parameter" : noun;
    }
    for (uint32_t row = 0; shared != NULL && row < shared->count; row++) {
        const definition *one = &shared->definitions[row];
        const bool is_meant = (kinds >> one->kind & 1) != 0 && wits_file_definition_is_seen(one, from);
        if (is_meant && is_nearer(nearest, one->key->text)) {
            noun = wits_file_definition_noun((definition_kind)one->kind);
        }
    }
    if (noun == NULL || nearest->best == NULL) {
        return NULL;
    }
    char text[2 * WITS_MAX_NAME];
    const int length = snprintf(text, sizeof text, "the %s '%s'", strchr(noun, ' ') + 1, nearest->best);
    return wits_file_arena_copy(&nearest->file->memory, text, (size_t)length);
}
