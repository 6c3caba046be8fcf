// SPDX-License-Identifier: MIT
#include "common/lookup.h"

#include "common/tokens.h"

#include <string.h>

uint32_t find_field(const wits_desc *desc, const char *name) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (strcmp(desc->fields[row].name, name) == 0) {
            return row;
        }
    }
    return WITS_NONE;
}

void guess_offer_fields(guess *to, const wits_desc *desc) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        guess_offer(to, desc->fields[row].name);
    }
}

void text_guess_field(text *to, const wits_desc *desc, const char *name) {
    guess found = guess_at(name);
    guess_offer_fields(&found, desc);
    text_guess(to, &found, "");
}

uint32_t find_target_kind(const wits_desc *desc, const char *name, text *problem) {
    guess near = guess_at(name);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        if (strcmp(desc->targets[kind].name, name) == 0) {
            return kind;
        }
        guess_offer(&near, desc->targets[kind].name);
    }
    text_add(problem, "unknown kind of targets ");
    text_quoted(problem, name, "");
    text_guess(problem, &near, "");
    return WITS_NONE;
}

bool item_next(const char **rest, text *item) {
    text_clear(item);
    if (*rest == NULL) {
        return false;
    }
    const size_t length = strcspn(*rest, ",");
    text_add_span(item, span_trim((span){*rest, length}));
    *rest = (*rest)[length] == ',' ? *rest + length + 1 : NULL;
    return true;
}

void text_path(text *to, const wits_brain *brain, wits_state_id state) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    wits_state_path(brain, state, path, sizeof path);
    text_add(to, path);
}

void text_state(text *to, const wits_brain *brain, wits_state_id state) {
    if (state == WITS_ROOT) {
        text_add(to, wits_state_name(brain, WITS_ROOT));
    } else {
        text_path(to, brain, state);
    }
}
