// SPDX-License-Identifier: MIT
// Inputs of agents that are drawn. For brains that get no inputs: a random value, from its range, of every field that
// the game sets and of every result of its functions, and events. The second brain gets the values of the first,
// because expressions of --set draw from random streams after those of the brain, whose number may differ.
#include "diff/diff.h"

#include "common/checksum.h"
#include "common/context.h"
#include "common/draw.h"
#include "common/target_lists.h"
#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add_word(const text *word, const char ***to, size_t *count, size_t *capacity) {
    char *copy = allocate(word->length + 1, 1);
    memcpy(copy, text_of(word), word->length);
    *to = grow(*to, capacity, *count + 1, sizeof **to);
    (*to)[(*count)++] = copy;
}

static void add_setting(diff *to, const text *setting) {
    crowd_options *world = &to->world;
    if (is_target_setting(text_of(setting))) {
        add_word(setting, &world->target_sets, &world->target_set_count, &world->target_set_capacity);
    } else {
        add_word(setting, &world->sets, &world->set_count, &world->set_capacity);
    }
}

/// Adds the setting of one value. Returns false if its range is unknown.
static bool add_draw(const drawn_value *of, diff *to) {
    text setting = {0};
    text_format(&setting, "%s=", of->name);
    const bool is_known = text_draw(&setting, of);
    if (is_known) {
        add_setting(to, &setting);
    }
    text_free(&setting);
    return is_known;
}

/// Keeps to the range of both brains.
static void narrow(drawn_value *to, const wits_promise *promise) {
    if (promise->has_range) {
        to->low = to->has_range ? fmax(to->low, promise->low) : promise->low;
        to->high = to->has_range ? fmin(to->high, promise->high) : promise->high;
        to->has_range = true;
    }
}

static void note_undrawn(text *names, const char *name) {
    text_format(names, "%s'%s'", names->length > 0 ? ", " : "", name);
}

static void draw_fields_of(const diff_side *one, const diff_side *other, bool skips_shared, text *undrawn, diff *to) {
    for (uint32_t i = 0; i < one->desc->field_count; i++) {
        const wits_field_desc *field = &one->desc->fields[i];
        const uint32_t same = wits_find_field(other->brain, field->name);
        if (!is_set_by_host(one->file, i) || (skips_shared && same != WITS_NONE)) {
            continue;
        }
        drawn_value of = {.name = field->name, .field = field, .type = field->type};
        narrow(&of, &wits_file_promises(one->file)->fields[i]);
        if (same != WITS_NONE) {
            narrow(&of, &wits_file_promises(other->file)->fields[same]);
        }
        if (!add_draw(&of, to)) {
            note_undrawn(undrawn, field->name);
        }
    }
}

static void draw_functions_of(const diff_side *one, const diff_side *other, bool skips_shared, text *undrawn,
                              diff *to) {
    for (uint32_t i = 0; i < one->desc->function_count; i++) {
        const wits_function *function = &one->desc->functions[i];
        const uint32_t same = wits_find_function(other->brain, function->name);
        if ((function->condition == NULL && function->score == NULL) || (skips_shared && same != WITS_NONE)) {
            continue;
        }
        text name = {0};
        text_format(&name, "%s()", function->name);
        drawn_value of = {.name = text_of(&name),
                          .type = function->condition != NULL ? WITS_TYPE_BOOL : WITS_TYPE_FLOAT};
        narrow(&of, &wits_file_promises(one->file)->functions[i]);
        if (same != WITS_NONE) {
            narrow(&of, &wits_file_promises(other->file)->functions[same]);
        }
        if (!add_draw(&of, to)) {
            note_undrawn(undrawn, text_of(&name));
        }
        text_free(&name);
    }
}

static const wits_promise *promises_of(const diff_side *one, uint32_t kind) {
    return wits_file_promises(one->file)->target_fields[kind];
}

static void draw_target_fields(const diff_side *one, const diff_side *other, const uint32_t kinds[2], bool skips_shared,
                               text *undrawn, diff *to) {
    const wits_target_desc *kind = &one->desc->targets[kinds[0]];
    for (uint32_t i = 0; i < kind->field_count; i++) {
        const wits_field_desc field = field_of_target(&kind->fields[i]);
        const uint32_t same =
            kinds[1] != WITS_NONE ? wits_find_target_field(other->brain, kinds[1], field.name) : WITS_NONE;
        text name = {0};
        text_format(&name, "%s.%s", kind->name, field.name);
        drawn_value of = {.name = text_of(&name), .field = &field, .type = field.type};
        narrow(&of, &promises_of(one, kinds[0])[i]);
        if (same != WITS_NONE) {
            narrow(&of, &promises_of(other, kinds[1])[same]);
        }
        if (!(skips_shared && same != WITS_NONE) && !add_draw(&of, to)) {
            note_undrawn(undrawn, text_of(&name));
        }
        text_free(&name);
    }
}

/// Gives agents as many targets as may be in a list.
static void draw_targets_of(const diff_side *one, const diff_side *other, bool skips_shared, text *undrawn, diff *to) {
    for (uint32_t kind = 0; kind < one->desc->target_count; kind++) {
        const uint32_t same = wits_find_target_kind(other->brain, one->desc->targets[kind].name);
        const uint32_t most = most_targets(one->file, kind),
                       other_most = same != WITS_NONE ? most_targets(other->file, same) : most;
        if (!skips_shared || same == WITS_NONE) {
            text word = {0};
            text_format(&word, "%s=%u", one->desc->targets[kind].name,
                        (unsigned)(most < other_most ? most : other_most));
            add_word(&word, &to->world.targets, &to->world.target_count, &to->world.target_capacity);
            text_free(&word);
        }
        draw_target_fields(one, other, (const uint32_t[2]){kind, same}, skips_shared, undrawn, to);
    }
}

void diff_draw_world(diff *to) {
    const diff_side *sides = to->sides;
    text undrawn = {0};
    to->has_draws = true;
    for (uint32_t side = 0; side < 2; side++) {
        draw_fields_of(&sides[side], &sides[1 - side], side == 1, &undrawn, to);
        draw_functions_of(&sides[side], &sides[1 - side], side == 1, &undrawn, to);
        draw_targets_of(&sides[side], &sides[1 - side], side == 1, &undrawn, to);
    }
    if (undrawn.length > 0) {
        text_format(&to->notes, "not drawn, because their range is unknown: %s; use --set\n", text_of(&undrawn));
    }
    text_free(&undrawn);
}

static void free_words(const char **words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free((char *)(uintptr_t)words[i]);
    }
    free(words);
}

void diff_end_draws(diff *of) {
    if (of->has_draws) {
        free_words(of->world.sets, of->world.set_count);
        free_words(of->world.targets, of->world.target_count);
        free_words(of->world.target_sets, of->world.target_set_count);
    }
}

void text_diff_draws(text *to, const diff *of) {
    if (of->has_draws) {
        text_diff_words(to, "--set", of->world.sets, of->world.set_count);
        text_diff_words(to, "--targets", of->world.targets, of->world.target_count);
        text_diff_words(to, "--set", of->world.target_sets, of->world.target_set_count);
    }
}

// -------------------------------------------------------------------------------------------------------------- values

static const char *name_of_item(const diff_side *one, const set_item *item) {
    return item->is_function ? one->desc->functions[item->row].name : one->desc->fields[item->row].name;
}

static const char *arguments_of(const set_item *item) {
    return item->arguments != NULL ? item->arguments : "";
}

/// Returns the item of the other brain that sets the same, or null.
static const set_item *find_item(const diff_side *one, const set_item *item, const diff_side *other) {
    for (size_t i = 0; i < other->given.set.count; i++) {
        const set_item *found = &other->given.set.items[i];
        if (found->is_function == item->is_function &&
            strcmp(name_of_item(one, item), name_of_item(other, found)) == 0 &&
            strcmp(arguments_of(item), arguments_of(found)) == 0) {
            return found;
        }
    }
    return NULL;
}

/// Returns whether a value of one field means the same in another.
static bool is_same_type(const wits_field_desc *a, const wits_field_desc *b) {
    bool is_same = a->type == b->type && a->value_count == b->value_count;
    for (uint32_t i = 0; i < a->value_count && is_same; i++) {
        is_same = strcmp(a->values[i], b->values[i]) == 0;
    }
    return is_same;
}

bool diff_set_values(const diff *of, crowd_sim *const crowds[2], uint32_t tick) {
    const diff_side *a = &of->sides[0], *b = &of->sides[1];
    for (uint32_t side = 0; side < 2; side++) {
        if (!(tick == 0 ? crowd_sim_set(crowds[side], &of->sides[side].given.in)
                        : crowd_sim_set_again(crowds[side], tick))) {
            return false;
        }
    }
    for (size_t i = 0; i < a->given.set.count; i++) {
        const set_item *item = &a->given.set.items[i];
        const set_item *other = find_item(a, item, b);
        if (other != NULL && is_same_type(&a->given.set.fields[item->field], &b->given.set.fields[other->field])) {
            const wits_column *column = &crowds[0]->crowd.columns[item->field];
            memcpy(crowds[1]->crowd.columns[other->field].base, column->base,
                   column->stride * (size_t)crowds[0]->how.here);
        }
    }
    return true;
}

bool diff_sets_at(const diff *of, uint32_t tick) {
    return of->redraw > 0 && tick % of->redraw == 0;
}

bool diff_raises(const diff *of, uint32_t side, uint32_t event, uint64_t agent, uint32_t tick) {
    static const float chance = 0.25f;
    const uint32_t beyond_brain = 0x80000000u;  // random streams of brains are below
    const diff_side *one = &of->sides[side];
    const char *name = one->desc->events[event];
    const uint32_t stream = (uint32_t)checksum(0, name, strlen(name)) | beyond_brain;
    return of->has_draws && wits_file_promises(one->file)->events[event] != WITS_GIVER_BRAIN &&
           wits_random(of->seed, agent, tick, stream) < chance;
}
