// SPDX-License-Identifier: MIT
// Free fields: a second prover explores a brain in which they have any value before each tick, and any other after each
// assignment. Its proofs hold for the brain itself. Its counterexamples are run with the brain itself.
#include "prove/inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct freeing {
    wits_prover *p;
    wits_desc desc;
    wits_field_desc *fields;
    wits_promise *promises;
    bool *is_free;  ///< by field of the new brain
    uint32_t capacity;
} freeing;

bool is_free_field(const wits_prover *p, uint32_t field) {
    bool is = false;
    for (uint32_t i = 0; i < p->options.free_count; i++) {
        is |= p->options.free_fields[i] == field;
    }
    return is;
}

// ------------------------------------------------------------------------------------------------------- another brain

/// An input field that replaces the assigned value at one position: its name is unique and based on the free field's.
static const char *add_source(freeing *f, uint32_t field) {
    const wits_field_desc *of = &f->p->about.desc->fields[field];
    const char *name = NULL;
    for (uint32_t number = 1; name == NULL; number++) {
        name = pool_format(&f->p->pool, "%s_anew_%u", of->name, (unsigned)number);
        if (name == NULL) {
            return NULL;
        }
        name = is_prefix_taken(&f->desc, name) ? NULL : name;
    }
    const uint32_t at = f->desc.field_count++;
    f->fields[at] = *of;
    f->fields[at].name = name;
    f->promises[at] = (wits_promise){.nan = of->type == WITS_TYPE_FLOAT};
    f->is_free[at] = true;
    return name;
}

/// The action text with each assignment of a free field reading another source; the same if there is none. The first
/// pass counts the positions.
static const char *freed_text(freeing *f, const char *text, uint32_t *places) {
    const char *made = text;
    size_t shift = 0;  // difference in length between `made` and `text`
    statement one;
    for (size_t at = 0; text != NULL && next_statement(f->p->about.desc, text, at, &one);) {
        const bool is_freed = one.field != STORE_NONE && is_free_field(f->p, one.field);
        if (is_freed && places != NULL) {
            ++*places;
        } else if (is_freed) {
            const char *source = add_source(f, one.field);
            const size_t before = one.at + shift;
            const char *longer = source == NULL
                                     ? NULL
                                     : pool_format(&f->p->pool, "%.*s%s = %s%s", (int)before, made,
                                                   f->p->about.desc->fields[one.field].name, source, text + one.end);
            if (longer == NULL) {
                return NULL;
            }
            made = longer;
            shift = strlen(made) - strlen(text);
        }
        at = one.end + (text[one.end] == ';' ? 1 : 0);
    }
    return made;
}

static void free_texts(freeing *f, wits_state_desc *states, wits_transition_desc *transitions, wits_step_desc *steps,
                       uint32_t *places) {
    for (uint32_t i = 0; i < f->desc.state_count; i++) {
        wits_state_desc *s = &states[i];
        const char **const texts[] = {&s->enter, &s->exit, &s->update, &s->decide, &s->retarget};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            *texts[k] = freed_text(f, *texts[k], places);
        }
    }
    for (uint32_t i = 0; i < f->desc.transition_count; i++) {
        transitions[i].run = freed_text(f, transitions[i].run, places);
    }
    for (uint32_t i = 0; i < f->desc.step_count; i++) {
        steps[i].run = freed_text(f, steps[i].run, places);
    }
}

static void *copy_of(pool *p, const void *from, size_t count, size_t size) {
    void *made = pool_take(p, count, size);
    if (made != NULL && count > 0) {
        memcpy(made, from, count * size);
    }
    return made;
}

/// Fields of the brain, with room for the new ones.
static bool take_fields(freeing *f, uint32_t places) {
    wits_prover *p = f->p;
    const wits_desc *desc = p->about.desc;
    const size_t count = (size_t)desc->field_count + places;
    f->fields = pool_take(&p->pool, count, sizeof *f->fields);
    f->promises = pool_take(&p->pool, count, sizeof *f->promises);
    f->is_free = pool_take(&p->pool, count, sizeof *f->is_free);
    if (p->pool.failed) {
        return false;
    }
    for (uint32_t i = 0; i < desc->field_count; i++) {
        f->fields[i] = desc->fields[i];
        f->is_free[i] = is_free_field(p, i);
        f->promises[i] = p->about.promises != NULL ? p->about.promises->fields[i] : (wits_promise){.has_range = false};
        if (f->is_free[i]) {
            f->promises[i] = (wits_promise){.nan = desc->fields[i].type == WITS_TYPE_FLOAT};
        }
    }
    f->desc.fields = f->fields;
    return true;
}

static bool free_brain(freeing *f) {
    pool *memory = &f->p->pool;
    const wits_desc *desc = f->p->about.desc;
    wits_state_desc *states = copy_of(memory, desc->states, desc->state_count, sizeof *states);
    wits_transition_desc *transitions = copy_of(memory, desc->transitions, desc->transition_count, sizeof *transitions);
    wits_step_desc *steps = copy_of(memory, desc->steps, desc->step_count, sizeof *steps);
    uint32_t places = 0;
    if (memory->failed || states == NULL) {
        return false;
    }
    free_texts(f, states, transitions, steps, &places);
    if (!take_fields(f, places)) {
        return false;
    }
    free_texts(f, states, transitions, steps, NULL);
    f->desc.states = states;
    f->desc.transitions = transitions;
    f->desc.steps = steps;
    return !memory->failed;
}

// -------------------------------------------------------------------------------------------------------------- making

/// Rejects a property about a free field, which has any value.
static void check_text(wits_prover *p, const question *q) {
    const char *text = q->text->text;
    const wits_desc *desc = p->about.desc;
    size_t at = 0;
    for (uint32_t field = next_field_named(desc, text, &at); field != STORE_NONE;
         field = next_field_named(desc, text, &at)) {
        if (is_free_field(p, field)) {
            prover_note(p, q->property, q->text, (uint32_t)at, "'%s' is free, so no property can refer to it",
                        desc->fields[field].name);
        }
        at += strlen(desc->fields[field].name);
    }
}

static bool check(wits_prover *p) {
    for (uint32_t i = 0; i < p->options.free_count; i++) {
        const uint32_t field = p->options.free_fields[i];
        if (field >= p->about.desc->field_count || !wits_field_is_assigned(p->brain, field)) {
            prover_note(p, NULL, NULL, 0, "'%s' cannot be free: the brain does not assign it",
                        field < p->about.desc->field_count ? p->about.desc->fields[field].name : "");
        }
    }
    for (uint32_t i = 0; i < p->observer.question_count; i++) {
        check_text(p, &p->observer.questions[i]);
    }
    return p->mistake_count == 0;
}

bool free_begin(wits_prover *p) {
    freeing f = {.p = p, .desc = *p->about.desc};
    wits_promises *promises = pool_take(&p->pool, 1, sizeof *promises);
    wits_prove_about about = p->about;
    wits_prove_options options = p->options;
    if (!check(p) || promises == NULL || !free_brain(&f)) {
        return false;
    }
    if (p->about.promises != NULL) {
        *promises = *p->about.promises;
    }
    promises->fields = f.promises;
    wits_desc *desc = copy_of(&p->pool, &f.desc, 1, sizeof f.desc);
    about.desc = desc;
    about.promises = promises;
    options.free_fields = NULL;
    options.free_count = 0;
    options.covers = false;
    options.mark = NULL;
    p->loose = desc != NULL ? prover_make(&about, &options, f.is_free) : NULL;
    p->pool.failed |= p->loose == NULL;
    for (uint32_t i = 0; p->loose != NULL && i < p->loose->mistake_count; i++) {
        const wits_prove_mistake *m = &p->loose->mistakes[i];
        prover_note(p, m->property, m->text, m->offset, "%s", m->message);
    }
    return !p->pool.failed && p->mistake_count == 0;
}

// ------------------------------------------------------------------------------------------------------------- results

/// The input of the brain itself that corresponds to this one; STORE_NONE: none.
static uint32_t input_like(wits_prover *p, const input *of) {
    for (uint32_t i = 0; i < p->world.input_count; i++) {
        const input *mine = &p->world.inputs[i];
        if (mine->shown.what == of->shown.what && strcmp(mine->shown.name, of->shown.name) == 0) {
            return i;
        }
    }
    const bool is_asked = of->shown.what == WITS_INPUT_CONDITION || of->shown.what == WITS_INPUT_SCORE;
    return is_asked && world_ask_for(&p->world, of) ? p->world.input_count - 1 : STORE_NONE;
}

/// Runs the brain itself with the found inputs. Free fields have any value at the start, too, but the brain starts with
/// initial values, unless the claim assumes otherwise.
static run *run_of_brain(wits_prover *p, const claim *c, const run *loose) {
    const world *w = &p->loose->world;
    uint32_t *mine = pool_take(&p->pool, (size_t)w->input_count + 1, sizeof *mine);
    run *made = pool_take(&p->pool, 1, sizeof *made);
    if (mine == NULL || made == NULL || w->stream_count != p->world.stream_count) {
        return NULL;
    }
    for (uint32_t i = 0; i < w->input_count; i++) {
        mine[i] = input_like(p, &w->inputs[i]);
    }
    *made = *loose;
    made->rows = pool_take(&p->pool, loose->count, sizeof *made->rows);
    for (uint32_t k = 0; made->rows != NULL && k < loose->count; k++) {
        const row *from = &loose->rows[k];
        row *to = &made->rows[k];
        to->draws = from->draws;
        to->value_count = p->world.input_count;
        to->values = pool_take(&p->pool, to->value_count, sizeof *to->values);
        for (uint32_t i = 0; to->values != NULL && i < to->value_count; i++) {
            to->values[i] = WITS_NOT_GIVEN;
        }
        for (uint32_t i = 0; to->values != NULL && i < from->value_count; i++) {
            const bool is_free = i >= w->first_free && i < w->eager_count;
            if (mine[i] != STORE_NONE && (k > 0 || !is_free || c->property->start_any)) {
                to->values[mine[i]] = from->values[i];
            }
        }
    }
    return p->pool.failed ? NULL : made;
}

/// Adopts a result for free fields as a result for the brain itself.
static void take_result(wits_prover *p, claim *c, const claim *from) {
    const bool is_reach = c->property->kind == WITS_PROPERTY_REACH;
    const wits_proof_verdict shown_by_run = is_reach ? WITS_PROOF_PROVEN : WITS_PROOF_REFUTED;
    c->proof = from->proof;
    c->proof.property = c->property;
    c->proof.run = c->proof.worst = (wits_proof_run){.is_there = false};
    c->proof.cycle_period = 0;  // the cycle has values that the field may never have
    c->worst_ticks = from->worst_ticks;
    c->worst_goes_on = from->worst_goes_on;
    for (uint32_t i = 0; i < from->why.count; i++) {
        claim_why(p, c, "%s", from->why.texts[i]);
    }
    if (c->property->kind == WITS_PROPERTY_RETURNS && c->proof.verdict != WITS_PROOF_NOT_FOUND) {
        c->proof.verdict = WITS_PROOF_NOT_FOUND;
        c->proof.trapped = 0;
        claim_why(p, c, "spurious: a free field may allow runs that the brain does not have");
    } else if (c->proof.verdict == shown_by_run) {
        run *made = from->found_run != NULL ? run_of_brain(p, c, from->found_run) : NULL;
        const bool shows = made != NULL && run_shows(p, c, made);
        c->found_run = shows ? made : NULL;
        c->proof.spurious = !shows;
        c->proof.verdict = shows ? shown_by_run : WITS_PROOF_NOT_FOUND;
        if (!shows) {
            claim_why(p, c, "spurious: a counterexample was found that fails with the field's real values");
        }
    }
}

void free_run(wits_prover *p) {
    wits_prover *loose = p->loose;
    wits_prover_run(loose, p->go_on, p->user);
    p->is_stopped = loose->is_stopped;
    p->pool.failed |= loose->pool.failed;
    for (uint32_t i = 0; i < loose->mistake_count; i++) {
        const wits_prove_mistake *m = &loose->mistakes[i];
        prover_note(p, m->property, m->text, m->offset, "%s", m->message);
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        take_result(p, &p->claims[i], &loose->claims[i]);
    }
}
