// SPDX-License-Identifier: MIT
#include "random_provable.h"

#include "random_words.h"

#include <ctype.h>
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
    for (uint32_t kind = 0; kind < d->target_count; kind++) {
        for (uint32_t i = 0; i < b->targets[kind].field_count; i++) {
            wits_target_field_desc *of = &b->target_fields[kind][i];
            of->type = of->type == WITS_TYPE_FLOAT && !rng_chance(r, 30) ? WITS_TYPE_INT8 : of->type;
        }
    }
    random_words_each(d, take_tick_away);
    if (rng_chance(r, 80)) {
        random_words_each(d, take_elapsed_away);
    }
    if (rng_chance(r, 70)) {
        random_words_each(d, take_random_away);
    }
}

static void promise_targets(random_promised *to, const random_brain *b, rng *r) {
    for (uint32_t kind = 0; kind < b->desc.target_count; kind++) {
        to->most[kind] = 1 + rng_chance(r, 40);
        to->by_kind[kind] = to->target_fields[kind];
        for (uint32_t i = 0; i < b->targets[kind].field_count; i++) {
            const wits_type type = b->target_fields[kind][i].type;
            wits_promise *of = &to->target_fields[kind][i];
            const double low = (double)rng_below(r, 2);
            *of = (wits_promise){.has_range = type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM};
            of->has_step = type == WITS_TYPE_FLOAT;
            of->step = type == WITS_TYPE_FLOAT ? 1.0 : 0.0;
            of->low = of->has_range ? low : 0.0;
            of->high = of->has_range ? low + 1.0 : 0.0;
        }
    }
}

/// Texts of each field, as a condition and as a score.
typedef struct field_texts {
    char condition[64], score[64];
} field_texts;

static void write_field_texts(field_texts *to, const wits_field_desc *of) {
    const bool is_bool = of->type == WITS_TYPE_BOOL;
    const bool is_enum = of->type == WITS_TYPE_ENUM;
    (void)snprintf(to->condition, sizeof to->condition, is_enum ? "true" : is_bool ? "%s" : "%s > 0", of->name);
    (void)snprintf(to->score, sizeof to->score,
                   is_enum   ? "0.5"
                   : is_bool ? "0.5 if %s else 0.25"
                             : "%s * 0.25",
                   of->name);
}

/// Names of the host's conditions and scores are c and s with a number; `random` draws.
static bool asks_or_draws(const char *text) {
    for (const char *at = text; at != NULL && *at != '\0'; at++) {
        const bool begins = at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_' && at[-1] != '.');
        if (begins &&
            (((*at == 'c' || *at == 's') && isdigit((unsigned char)at[1])) || strncmp(at, "random", 6) == 0)) {
            return true;
        }
    }
    return false;
}

void random_provable_ask_nobody(random_brain *b, rng *r) {
    static field_texts of_fields[RANDOM_FIELDS];
    const wits_desc *d = &b->desc;
    for (uint32_t i = 0; i < d->field_count; i++) {
        write_field_texts(&of_fields[i], &b->fields[i]);
    }
    const field_texts *any = d->field_count > 0 ? &of_fields[rng_below(r, d->field_count)] : NULL;
    const char *condition = any != NULL ? any->condition : "true";
    const char *score = any != NULL ? any->score : "0.5";
    for (uint32_t i = 0; i < d->state_count; i++) {
        wits_state_desc *s = &b->states[i];
        s->select = WITS_SELECT_DEFAULT;
        s->top = 0;
        s->within = s->temperature = 0.0f;
        s->score = asks_or_draws(s->score) ? score : s->score;
        s->rank = asks_or_draws(s->rank) ? score : s->rank;
        s->done = asks_or_draws(s->done) ? condition : s->done;
        const char **actions[] = {&s->enter, &s->exit, &s->update, &s->decide};
        for (uint32_t k = 0; k < sizeof actions / sizeof *actions; k++) {
            *actions[k] = asks_or_draws(*actions[k]) ? NULL : *actions[k];
        }
    }
    for (uint32_t i = 0; i < d->transition_count; i++) {
        b->transitions[i].when = asks_or_draws(b->transitions[i].when) ? condition : b->transitions[i].when;
        b->transitions[i].run = asks_or_draws(b->transitions[i].run) ? NULL : b->transitions[i].run;
    }
    for (uint32_t i = 0; i < d->step_count; i++) {
        b->steps[i].when = asks_or_draws(b->steps[i].when) ? condition : b->steps[i].when;
        if (asks_or_draws(b->steps[i].run)) {
            b->steps[i].run = NULL;
            b->steps[i].when = b->steps[i].when != NULL ? b->steps[i].when : condition;  // a step is not empty
        }
    }
    for (uint32_t i = 0; i < d->initial_count; i++) {
        b->initials[i].when = asks_or_draws(b->initials[i].when) ? condition : b->initials[i].when;
    }
    for (uint32_t i = 0; i < d->consideration_count; i++) {
        b->considerations[i].input = asks_or_draws(b->considerations[i].input) ? score : b->considerations[i].input;
        b->considerations[i].gate = asks_or_draws(b->considerations[i].gate) ? condition : b->considerations[i].gate;
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
    promise_targets(to, b, r);
    to->promises = (wits_promises){.fields = to->fields,
                                   .functions = to->functions,
                                   .events = to->events,
                                   .most = to->most,
                                   .target_fields = to->by_kind};
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
