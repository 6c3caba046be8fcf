// SPDX-License-Identifier: MIT
#include "brain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

uint32_t host_row(const char *name) {
    for (uint32_t row = 0; row < HOST_FUNCTIONS; row++) {
        if (strcmp(host_functions[row].name, name) == 0) {
            return row;
        }
    }
    assert(false && "a function that the host does not have");
    return 0;
}

/// What the calls of one action of a brain give it: nothing, always the same kind, what is computed, or now this and
/// now that.
typedef enum habit {
    HABIT_NOTHING,
    HABIT_INT,
    HABIT_NUMBER,
    HABIT_TEXT,
    HABIT_NAME,
    HABIT_TRUTH,
    HABIT_COMPUTED,
    HABIT_ANYTHING,
    HABITS
} habit;

typedef struct arguer {
    argued_brain *brain;
    rng r;
    habit habits[HOST_ACTIONS];
    char computed[3 * WITS_MAX_NAME];
} arguer;

static void add(argued_brain *b, const char *text, size_t length) {
    assert(b->used + length < ARGUED_BYTES);
    memcpy(b->texts + b->used, text, length);
    b->used += length;
    b->texts[b->used] = '\0';
}

/// The name of a value of some enum; null without one.
static const char *pick_name(arguer *a) {
    const wits_desc *d = &a->brain->plain.desc;
    const uint32_t first = d->field_count > 0 ? rng_below(&a->r, d->field_count) : 0;
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_field_desc *field = &d->fields[(first + i) % d->field_count];
        if (field->type == WITS_TYPE_ENUM) {
            return field->values[rng_below(&a->r, field->value_count)];
        }
    }
    return NULL;
}

/// Two arguments of a field that is a number; null without one.
static const char *compute(arguer *a) {
    static const char *const forms[] = {"%s * 3, %s", "%s - 1, %s", "max(%s, 2), %s"};
    const wits_desc *d = &a->brain->plain.desc;
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_field_desc *field = &d->fields[i];
        if (field->type != WITS_TYPE_ENUM && field->type != WITS_TYPE_BOOL) {
            (void)snprintf(a->computed, sizeof a->computed, forms[rng_below(&a->r, 3)], field->name, field->name);
            return a->computed;
        }
    }
    return NULL;
}

/// Numbers at their ends, and texts that would mean something in C.
static const char *pick_argument(arguer *a, habit kind) {
    static const char *const ints[] = {"0", "7", "-1", "2147483647", "-2147483648", "16777217"};
    static const char *const floats[] = {"0.5", "-2.25", "1e-40", "3.4e38", "0.1", "-0.0"};
    static const char *const texts[] = {"\"growl\"",
                                        "\"\"",
                                        "\"a; b\"",
                                        "\"*/ /* // %s @ \"",
                                        "\"\\n \\\"",
                                        "'say \"no\"'",
                                        "\"?\?/ ?\?=\"",
                                        "\"\xC3\xB6\"",
                                        ("\"x\n\t\x01"
                                         "7\"")};
    switch (kind) {
    case HABIT_INT:
        return ints[rng_below(&a->r, sizeof ints / sizeof *ints)];
    case HABIT_NUMBER:
        return rng_chance(&a->r, 70) ? floats[rng_below(&a->r, 6)] : ints[rng_below(&a->r, 6)];
    case HABIT_TEXT:
        return texts[rng_below(&a->r, sizeof texts / sizeof *texts)];
    case HABIT_TRUTH:
        return rng_chance(&a->r, 50) ? "true" : "false";
    case HABIT_COMPUTED:
        return compute(a);
    default:
        return pick_name(a);
    }
}

/// One action: "a3" or "a3()" gets an argument by its habit; what else there is stays.
static void add_action(arguer *a, const char *action, size_t length) {
    const size_t blanks = strspn(action, " \t");
    const char *name = action + blanks;
    const bool is_host = name[0] == 'a' && name[1] >= '0' && name[1] <= '9' && memchr(action, '=', length) == NULL;
    const habit own = is_host ? a->habits[name[1] - '0'] : HABIT_NOTHING;
    const habit kind = own == HABIT_ANYTHING ? (habit)rng_below(&a->r, HABIT_ANYTHING) : own;
    if (kind == HABIT_NOTHING) {
        add(a->brain, action, length);
        return;
    }
    const char *argument = pick_argument(a, kind);
    add(a->brain, action, blanks + 2);
    add(a->brain, "(", 1);
    add(a->brain, argument != NULL ? argument : "", argument != NULL ? strlen(argument) : 0);
    add(a->brain, ")", 1);
}

static const char *argue(arguer *a, const char *text) {
    if (text == NULL) {
        return NULL;
    }
    const size_t begin = a->brain->used;
    while (true) {
        const size_t length = strcspn(text, ";");
        add_action(a, text, length);
        if (text[length] == '\0') {
            break;
        }
        add(a->brain, ";", 1);
        text += length + 1;
    }
    a->brain->used++;
    return a->brain->texts + begin;
}

static void argue_all(arguer *a) {
    random_brain *b = &a->brain->argued;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        s->enter = argue(a, s->enter);
        s->exit = argue(a, s->exit);
        s->update = argue(a, s->update);
        s->decide = argue(a, s->decide);
    }
    for (uint32_t row = 0; row < b->desc.transition_count; row++) {
        b->transitions[row].run = argue(a, b->transitions[row].run);
    }
    for (uint32_t row = 0; row < b->desc.step_count; row++) {
        b->steps[row].run = argue(a, b->steps[row].run);
    }
}

void argued_brain_make(argued_brain *brain, uint64_t seed, const wits_function *functions) {
    seed % LARGE_EVERY == 0 ? random_brain_make_large(&brain->plain, seed) : random_brain_make(&brain->plain, seed);
    brain->argued = brain->plain;
    random_brain_link(&brain->argued);
    brain->used = 0;
    arguer a = {.brain = brain, .r = {host_mix(seed, 71)}};
    const bool has_names = pick_name(&a) != NULL;
    for (uint32_t i = 0; i < HOST_ACTIONS; i++) {
        a.habits[i] = rng_chance(&a.r, 50) ? HABIT_NOTHING : (habit)rng_below(&a.r, HABITS);
        a.habits[i] = a.habits[i] == HABIT_NAME && !has_names ? HABIT_INT : a.habits[i];
    }
    argue_all(&a);
    for (uint32_t i = 0; i < HOST_FUNCTIONS && functions != NULL; i++) {
        brain->argued.functions[i] = functions[host_row(brain->argued.functions[i].name)];
    }
}
