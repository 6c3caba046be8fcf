// SPDX-License-Identifier: MIT
// Random brains: kinds of targets, options that have them, and what their texts may read.
#include <stdio.h>
#include <string.h>

#include "random_texts.h"

static const char *const kind_names[RANDOM_KINDS] = {"enemy", "cover", "friend"};
static const char *const field_names[RANDOM_TARGET_FIELDS] = {"near", "f0", "seen", "calm", "level", "worth"};
enum { NAME = 24 };

/// `enemy.near`; the last of a kind is `enemy.present`.
static const char *whole_name(uint32_t kind, uint32_t field) {
    static char names[RANDOM_KINDS][RANDOM_TARGET_FIELDS + 1][NAME];
    char *name = names[kind][field];
    (void)snprintf(name, NAME, "%s.%s", kind_names[kind],
                   field == RANDOM_TARGET_FIELDS ? "present" : field_names[field]);
    return name;
}

static void make_kind(random_brain *b, rng *r, uint32_t kind, bool is_apart) {
    const uint32_t some = rng_chance(r, 10) ? 0 : 1 + rng_below(r, RANDOM_TARGET_FIELDS);
    const uint32_t count = is_apart ? RANDOM_TARGET_FIELDS : some;
    b->targets[kind] =
        (wits_target_desc){.name = kind_names[kind], .fields = b->target_fields[kind], .field_count = count};
    for (uint32_t i = 0; i < count; i++) {
        wits_target_field_desc *field = &b->target_fields[kind][i];
        const bool is_float = i == 0 || rng_chance(r, 30) || is_apart;
        *field = (wits_target_field_desc){.name = field_names[i], .type = WITS_TYPE_FLOAT};
        if (!is_float) {
            field->type = (wits_type)(WITS_TYPE_BOOL + (int)rng_below(r, 8));
        }
        field->own = rng_chance(r, 40);
        if (field->type == WITS_TYPE_ENUM) {
            const tree_list *list = &random_lists[rng_below(r, RANDOM_FIELD_LISTS)];
            field->values = list->names;
            field->value_count = list->count;
        }
    }
}

static void make_retarget(random_brain *b, rng *r, uint32_t row) {
    char *text = b->state_texts[row][TEXT_RETARGET];
    const bool has_second = rng_chance(r, 30);
    (void)snprintf(text, RANDOM_TEXT, "a%u%s", (unsigned)rng_below(r, HOST_ACTIONS), has_second ? "; a8" : "");
    b->states[row].retarget = text;
}

static void aim(random_brain *b, rng *r, uint32_t row) {
    static const float inertias[] = {0.0f, 0.25f, 0.5f, 1.0f, -0.25f, -0.5f, -1.0f, 1e20f};
    wits_state_desc *s = &b->states[row];
    s->target = kind_names[rng_below(r, b->desc.target_count)];
    if (s->score_best) {
        s->score_best = false;
        s->score = host_functions[HOST_CONDITIONS + rng_below(r, HOST_SCORES)].name;
    }
    s->reenter = rng_chance(r, 25);
    if (!s->reenter && rng_chance(r, 70)) {
        make_retarget(b, r, row);
    }
    s->has_target_inertia = rng_chance(r, 50);
    s->target_inertia = s->has_target_inertia ? inertias[rng_below(r, 8)] : 0.0f;
}

void random_targets_choose(random_texts *t, uint64_t seed, bool is_apart) {
    random_brain *b = t->b;
    rng own = {host_mix(seed, 61)};
    rng *r = &own;
    const uint32_t kinds = rng_below(r, 100) < 8 ? 0 : 1 + rng_below(r, RANDOM_KINDS);
    const uint32_t percent = 25 + rng_below(r, 76);
    b->desc.target_count = kinds;
    b->desc.targets = kinds > 0 ? b->targets : NULL;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        make_kind(b, r, kind, is_apart);
    }
    for (uint32_t row = 1; row < b->desc.state_count; row++) {
        if (kinds > 0 && b->states[b->states[row].parent].kind == WITS_KIND_UTILITY && rng_chance(r, percent)) {
            aim(b, r, row);
        }
    }
}

static uint32_t kind_of(const random_brain *b, uint32_t state) {
    for (uint32_t kind = 0; kind < b->desc.target_count; kind++) {
        if (b->states[state].target != NULL && strcmp(b->states[state].target, b->targets[kind].name) == 0) {
            return kind;
        }
    }
    return WITS_NONE;
}

static void see_kind(random_texts *t, uint32_t kind) {
    const wits_target_desc *desc = &t->b->targets[kind];
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_target_field_desc *field = &desc->fields[i];
        uint32_t list = 0;
        while (field->type == WITS_TYPE_ENUM && random_lists[list].names != field->values) {
            list++;
        }
        t->fields[t->names.field_count++] = (tree_field){whole_name(kind, i), field->type, list};
    }
    t->fields[t->names.field_count++] = (tree_field){whole_name(kind, RANDOM_TARGET_FIELDS), WITS_TYPE_BOOL, 0};
}

void random_targets_see(random_texts *t, uint32_t state, bool any) {
    const random_brain *b = t->b;
    bool sees[RANDOM_KINDS] = {false};
    t->names.field_count = b->desc.field_count;
    if (b->desc.target_count == 0) {
        return;
    }
    for (uint32_t at = state; at != WITS_ROOT; at = b->states[at].parent) {
        const uint32_t kind = kind_of(b, at);
        if (kind != WITS_NONE) {
            sees[kind] = true;
        }
    }
    for (uint32_t row = state + 1; row < b->desc.state_count && any; row++) {
        const uint32_t kind = b->states[row].parent == state ? kind_of(b, row) : WITS_NONE;
        if (kind != WITS_NONE) {
            sees[kind] = true;
        }
    }
    const uint32_t copies = 1 + rng_below(&t->r, TARGET_COPIES);
    for (uint32_t i = 0; i < copies * b->desc.target_count; i++) {
        if (sees[i % b->desc.target_count]) {
            see_kind(t, i % b->desc.target_count);
        }
    }
}

const char *random_targets_input(random_texts *t, const char *kind) {
    const random_brain *b = t->b;
    for (uint32_t k = 0; k < b->desc.target_count; k++) {
        const uint32_t count = b->targets[k].field_count;
        const uint32_t first = count > 0 ? rng_below(&t->r, count) : 0;
        for (uint32_t i = 0; i < count && strcmp(b->targets[k].name, kind) == 0; i++) {
            const uint32_t field = (first + i) % count;
            if (b->target_fields[k][field].type >= WITS_TYPE_INT8) {
                return whole_name(k, field);
            }
        }
    }
    return NULL;
}

const char *random_targets_next(const random_brain *b, uint32_t option, uint32_t *next) {
    for (uint32_t at = option; at != WITS_ROOT; at = b->states[at].parent) {
        const uint32_t kind = kind_of(b, at);
        if (kind != WITS_NONE && next[kind] < b->targets[kind].field_count) {
            return whole_name(kind, next[kind]++);
        }
    }
    return NULL;
}
