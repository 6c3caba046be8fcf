// SPDX-License-Identifier: MIT
#include "random_provable.h"

#include "random_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void do_nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

static void take_tick_away(const char *text) {
    random_words_write_over(text, "tick", "1234");
}

static void take_elapsed_away(const char *text) {
    random_words_write_over(text, "elapsed", "1234567");
}

static void take_random_away(const char *text) {
    random_words_write_over(text, "random", "0.4321");
}

void random_provable_tame(random_brain *b, rng *r) {
    const wits_desc *d = &b->desc;
    for (uint32_t i = 0; i < d->state_count; i++) {
        b->states[i].data_size = 0;
        b->states[i].data = NULL;
        b->states[i].step = NULL;
    }
    for (uint32_t i = 0; i < d->function_count; i++) {
        wits_function *of = &b->functions[i];
        of->action = of->step != NULL ? do_nothing : of->action;
        of->step = NULL;
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        const bool is_float = b->fields[i].type == WITS_TYPE_FLOAT && !rng_chance(r, 30);
        b->fields[i].type = is_float ? WITS_TYPE_INT8 : b->fields[i].type;
        b->fields[i].initial = is_float ? (double)rng_below(r, 3) : b->fields[i].initial;
    }
    random_words_each(d, take_tick_away);
    if (rng_chance(r, 80)) {
        random_words_each(d, take_elapsed_away);
    }
    if (rng_chance(r, 70)) {
        random_words_each(d, take_random_away);
    }
}

void random_provable_promise(random_promised *to, const random_brain *b, rng *r) {
    const wits_desc *d = &b->desc;
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_type type = d->fields[i].type;
        const bool is_number = type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM;
        const double low = (double)rng_below(r, 2);
        to->fields[i] = (wits_promise){.has_range = is_number, .low = low, .high = low + 1 + (double)rng_below(r, 2)};
        to->fields[i].has_step = type == WITS_TYPE_FLOAT;
        to->fields[i].step = type == WITS_TYPE_FLOAT ? 0.5 : 0.0;
        to->fields[i].host = rng_chance(r, 10)   ? WITS_GIVER_HOST
                             : rng_chance(r, 15) ? WITS_GIVER_BRAIN
                                                 : WITS_GIVER_DEFAULT;
    }
    for (uint32_t i = 0; i < d->function_count; i++) {
        wits_promise *of = &to->functions[i];
        *of = (wits_promise){.has_range = d->functions[i].score != NULL};
        of->has_step = of->has_range;
        of->high = of->has_range ? 1.0 : 0.0;
        of->step = of->has_range ? 0.5 : 0.0;
    }
    for (uint32_t i = 0; i < d->event_count; i++) {
        to->events[i] = rng_chance(r, 20) ? WITS_GIVER_BRAIN : WITS_GIVER_DEFAULT;
    }
    to->promises = (wits_promises){.fields = to->fields, .functions = to->functions, .events = to->events};
}

static void add_path(char *to, size_t size, const wits_desc *desc, uint32_t state) {
    if (state == WITS_ROOT) {
        (void)snprintf(to, size, "/");
        return;
    }
    if (desc->states[state].parent != WITS_ROOT) {
        add_path(to, size, desc, desc->states[state].parent);
        (void)snprintf(to + strlen(to), size - strlen(to), "/");
    }
    (void)snprintf(to + strlen(to), size - strlen(to), "%s", desc->states[state].name);
}

char *random_provable_in(const wits_desc *desc, uint32_t state) {
    char path[1200] = "";
    add_path(path, sizeof path, desc, state);
    char *text = calloc(1, strlen(path) + 10);
    (void)sprintf(text, "in(%s)", path);
    return text;
}

wits_property random_provable_never(const char *condition) {
    return (wits_property){.kind = WITS_PROPERTY_NEVER,
                           .name = condition,
                           .condition = {.text = condition},
                           .text = condition,
                           .file = ""};
}
