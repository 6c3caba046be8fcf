// SPDX-License-Identifier: MIT
// Gives a random brain fields, and expressions over them for some of its conditions, scores and actions. The tree of
// states is complete and does not change.
#include <stdio.h>
#include <string.h>

#include "random_texts.h"

static const char *const ways[] = {"none", "found", "reached"};
static const char *const moods[] = {"calm", "angry", "found", "afraid", "glad", "f1"};  // f1 is also a field
static const char *const answers[] = {"no", "yes"};
static const char *const gaits[] = {"f0", "slow", "fast", "none"};
const tree_list random_lists[RANDOM_LISTS] = {{ways, 3}, {moods, 6}, {answers, 2}, {gaits, 4}};

/// Quoted texts, including ones that are special elsewhere or in C.
static const char *const quoted[] = {"",
                                     "growl",
                                     "a; b",
                                     "x = 1",
                                     "raise ping",
                                     "f0 and (f1",
                                     "a0()",
                                     "it's",
                                     "\\n",
                                     "say \"no\"",
                                     "*/ /* // %s @ ",
                                     "?\?/ ?\?=",
                                     "\xC3\xB6",
                                     "1",
                                     ", ",
                                     "# {x: [1]}",
                                     ("x\n\t\x01"
                                      "7")};

static const char *const field_names[RANDOM_FIELDS] = {"f0", "f1", "f2",  "f3",  "f4",  "f5",  "f6",  "f7",
                                                       "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15"};

static uint32_t next_below(void *user, uint32_t limit) {
    return rng_below(user, limit);
}

static double make_initial(rng *r, const wits_field_desc *field) {
    switch (field->type) {
    case WITS_TYPE_BOOL:
        return rng_below(r, 2);
    case WITS_TYPE_ENUM:
        return rng_below(r, field->value_count);
    case WITS_TYPE_FLOAT:
        return (double)((float)rng_below(r, 1000) / 7.0f);
    default:
        return rng_below(r, 128);
    }
}

static void make_fields(random_texts *t) {
    random_brain *b = t->b;
    b->desc.field_count = rng_chance(&t->r, 60) ? 1 + rng_below(&t->r, 8) : RANDOM_FIELDS;
    for (uint32_t i = 0; i < b->desc.field_count; i++) {
        wits_field_desc *field = &b->fields[i];
        field->name = field_names[i];
        field->type = (wits_type)(WITS_TYPE_BOOL + (int)(rng_chance(&t->r, 50) ? i % 8 : rng_below(&t->r, 8)));
        uint32_t list = rng_below(&t->r, RANDOM_FIELD_LISTS);
        if (field->type == WITS_TYPE_ENUM) {
            field->values = random_lists[list].names;
            field->value_count = random_lists[list].count;
        }
        field->initial = rng_chance(&t->r, 50) ? make_initial(&t->r, field) : 0.0;
        b->shared[i] = rng_chance(&t->r, 10);
        t->fields[i] = (tree_field){field->name, field->type, list};
    }
}

static void make_names(random_texts *t, bool asks_states) {
    const wits_desc *d = &t->b->desc;
    for (uint32_t i = 0; i < d->function_count; i++) {
        const wits_function *f = &d->functions[i];
        t->functions[i].name = f->name;
        t->functions[i].kind = f->condition != NULL ? TREE_IS_CONDITION
                               : f->score != NULL   ? TREE_IS_SCORE
                                                    : TREE_IS_ACTION;
    }
    for (uint32_t i = 1; i < d->state_count && asks_states; i++) {
        t->states[i] = d->states[i].name;
    }
    t->names = (tree_names){t->fields,    d->field_count,    random_lists, RANDOM_LISTS,
                            t->functions, d->function_count, t->states,    d->state_count};
    t->pool = (tree_pool){t->nodes, TEXT_NODES, 0};
    t->maker =
        (tree_maker){&t->names, &t->pool, {next_below, &t->r}, true, quoted, sizeof quoted / sizeof *quoted, false, 0};
}

bool random_texts_print(random_texts *t, tree *root, char *text) {
    return tree_print(root, &t->names, &t->maker.chance, text, LONGEST_TEXT) > 0;
}

static tree *make_condition(random_texts *t) {
    if (rng_chance(&t->r, KNOWN)) {
        return tree_make_known(&t->maker, 3);
    }
    return rng_chance(&t->r, t->tests) ? tree_make_tests(&t->maker, 1 + rng_below(&t->r, 4))
                                       : tree_make_bool(&t->maker, (int)rng_below(&t->r, 4));
}

static tree *make_number(random_texts *t) {
    return rng_chance(&t->r, KNOWN) ? tree_make_known_number(&t->maker, 4)
                                    : tree_make_number(&t->maker, (int)rng_below(&t->r, 4));
}

const char *random_texts_condition(random_texts *t, char *text) {
    do {
        t->pool.count = 0;
    } while (!random_texts_print(t, make_condition(t), text));
    return text;
}

const char *random_texts_number(random_texts *t, char *text) {
    do {
        t->pool.count = 0;
    } while (!random_texts_print(t, make_number(t), text));
    return text;
}

/// Returns whether a text is a number. In a brain file, a number with the notation of an int is one.
static bool is_number(const char *text) {
    return strspn(text, "-0123456789.e+") == strlen(text);
}

const char *random_texts_whole(random_texts *t, char *text) {
    bool cut_off = rng_chance(&t->r, 30);
    bool fits;
    do {
        t->pool.count = 0;
        tree *root = tree_make_number(&t->maker, (int)rng_below(&t->r, 3));
        fits = random_texts_print(t, root, text) && (root->type == TREE_INT || (cut_off && !is_number(text)));
    } while (!fits);
    return text;
}

static tree *make_value(random_texts *t, const tree_field *field) {
    int depth = (int)rng_below(&t->r, 3);
    switch (tree_type_of(field->type)) {
    case TREE_BOOL:
        return tree_make_bool(&t->maker, depth);
    case TREE_ENUM:
        return tree_make_enum(&t->maker, field->list, depth);
    default:
        return tree_make_number(&t->maker, depth);
    }
}

/// Adds an assignment before or after the existing text, if it fits.
static const char *add_assignment(random_texts *t, const char *old, char *text) {
    char value[RANDOM_TEXT];
    char whole[2 * RANDOM_TEXT];
    const uint32_t row = rng_below(&t->r, t->b->desc.field_count);
    const tree_field *field = &t->fields[row];
    t->pool.count = 0;
    if (!random_texts_print(t, make_value(t, field), value)) {
        return old;
    }
    const char *equals = rng_chance(&t->r, 50) ? " = " : "=";
    int length;
    if (old == NULL) {
        length = snprintf(whole, sizeof whole, "%s%s%s", field->name, equals, value);
    } else if (rng_chance(&t->r, 50)) {
        length = snprintf(whole, sizeof whole, "%s%s%s; %s", field->name, equals, value, old);
    } else {
        length = snprintf(whole, sizeof whole, "%s; %s%s%s", old, field->name, equals, value);
    }
    if (length < 0 || length >= RANDOM_TEXT) {
        return old;
    }
    memcpy(text, whole, (size_t)length + 1);
    t->b->shared[row] = false;  // assigned fields can be written
    return text;
}

static const char *add_assignments(random_texts *t, const char *old, char *text) {
    for (uint32_t i = 0; i < 3 && rng_chance(&t->r, t->assignments); i++) {
        old = add_assignment(t, old, text);
    }
    return old;
}

static void add_to_states(random_texts *t) {
    random_brain *b = t->b;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        random_targets_see(t, row, false);
        if (s->score != NULL && rng_chance(&t->r, t->scores)) {
            s->score = random_texts_number(t, b->score_texts[row]);
        }
        s->enter = add_assignments(t, s->enter, b->state_texts[row][TEXT_ENTER]);
        s->exit = add_assignments(t, s->exit, b->state_texts[row][TEXT_EXIT]);
        s->update = add_assignments(t, s->update, b->state_texts[row][TEXT_UPDATE]);
        if (s->target != NULL && !s->reenter) {
            s->retarget = add_assignments(t, s->retarget, b->state_texts[row][TEXT_RETARGET]);
        }
        if (random_brain_end(&b->desc, row) == row + 1) {
            s->decide = add_assignments(t, s->decide, b->state_texts[row][TEXT_DECIDE]);
        }
    }
}

static void add_to_rules(random_texts *t) {
    random_brain *b = t->b;
    for (uint32_t row = 0; row < b->desc.transition_count; row++) {
        wits_transition_desc *tr = &b->transitions[row];
        random_targets_see(t, tr->from, tr->any);
        if (rng_chance(&t->r, t->conditions)) {
            tr->when = random_texts_condition(t, b->transition_whens[row]);
        }
        tr->run = add_assignments(t, tr->run, b->transition_texts[row]);
    }
    for (uint32_t row = 0; row < b->desc.step_count; row++) {
        wits_step_desc *s = &b->steps[row];
        if (b->states[s->of].step != NULL) {
            continue;
        }
        random_targets_see(t, s->of, false);
        if (rng_chance(&t->r, t->conditions)) {
            s->when = random_texts_condition(t, b->step_whens[row]);
        }
        s->run = add_assignments(t, s->run, b->step_texts[row]);
    }
    for (uint32_t row = 0; row < b->desc.initial_count; row++) {
        random_targets_see(t, b->initials[row].of, false);
        if (b->initials[row].when != NULL && rng_chance(&t->r, t->conditions)) {
            b->initials[row].when = random_texts_condition(t, b->initial_whens[row]);
        }
    }
}

static void make_apart(random_texts *t) {
    t->b->desc.field_count = RANDOM_FIELDS;
    for (uint32_t i = 0; i < RANDOM_FIELDS; i++) {
        t->b->fields[i] = (wits_field_desc){.name = field_names[i], .type = WITS_TYPE_FLOAT};
        t->fields[i] = (tree_field){field_names[i], WITS_TYPE_FLOAT, 0};
    }
}

void random_texts_add(random_brain *brain, uint64_t seed, bool asks_states, random_inputs inputs) {
    static random_texts t;
    memset(&t, 0, sizeof t);
    t.b = brain;
    t.r = (rng){host_mix(seed, 21)};
    const bool is_apart = inputs == INPUTS_APART || inputs == INPUTS_APART_AIMED;
    if (is_apart) {
        make_apart(&t);
    } else if (rng_chance(&t.r, 75)) {
        t.conditions = rng_below(&t.r, 90);
        t.scores = rng_below(&t.r, 90);
        t.assignments = rng_below(&t.r, 50);
        t.tests = rng_below(&t.r, 90);
        make_fields(&t);
    }
    make_names(&t, asks_states);
    if (inputs == INPUTS_AIMED || inputs == INPUTS_APART_AIMED) {
        random_targets_choose(&t, seed, is_apart);
    }
    if (!is_apart) {
        random_arguments_choose(&t, seed);
    }
    if (t.b->desc.field_count > 0 && !is_apart) {
        add_to_states(&t);
        add_to_rules(&t);
    }
    random_choices_add(&t, inputs);
    if (!is_apart) {
        random_done_add(&t, seed);
        random_arguments_add(&t);
    }
}
