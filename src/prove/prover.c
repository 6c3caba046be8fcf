// SPDX-License-Identifier: MIT
// The calls of wits/prove.h.
#include "prove/reading.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TOLD_EVERY = 1 << 14 };  ///< ticks

// ----------------------------------------------------------------------------------------------------------- sentences

void prover_note(wits_prover *p, const wits_property *property, const wits_property_text *text, uint32_t offset,
                 const char *format, ...) {
    if (p->mistake_count == p->mistake_capacity) {
        const uint32_t capacity = p->mistake_capacity == 0 ? 16 : p->mistake_capacity * 2;
        wits_prove_mistake *grown = realloc(p->mistakes, capacity * sizeof *grown);
        if (grown == NULL) {
            p->pool.failed = true;
            return;
        }
        p->mistakes = grown;
        p->mistake_capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    const char *said = pool_format_list(&p->pool, format, arguments);
    va_end(arguments);
    p->mistakes[p->mistake_count++] = (wits_prove_mistake){property, text, offset, said != NULL ? said : "no memory"};
}

/// Returns false if memory runs out.
static bool append(sentences *to, const char *said) {
    const bool has_room = array_grow(&to->texts, (to->count + 1) * sizeof *to->texts);
    if (has_room) {
        to->texts[to->count++] = said;
    }
    return has_room;
}

void claim_why(wits_prover *p, claim *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *said = pool_format_list(&p->pool, format, arguments);
    va_end(arguments);
    p->pool.failed |= !append(&c->why, said != NULL ? said : "limit: memory");
}

void sentence_add(wits_prover *p, sentences *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *said = pool_format_list(&p->pool, format, arguments);
    va_end(arguments);
    for (uint32_t i = 0; said != NULL && i < to->count; i++) {
        if (strcmp(to->texts[i], said) == 0) {
            return;  // for example, both brains of a pair assume it
        }
    }
    p->pool.failed |= said != NULL && !append(to, said);
}

// -------------------------------------------------------------------------------------------------------------- claims

static uint32_t add_question(wits_prover *p, const wits_property *property, const wits_property_text *text,
                             bool is_assumption) {
    observer *o = &p->observer;
    if (text->text == NULL) {
        return STORE_NONE;
    }
    o->questions[o->question_count] = (question){.property = property, .text = text, .is_assumption = is_assumption};
    return o->question_count++;
}

static wits_state_id state_of(wits_prover *p, const wits_property *property, const wits_property_text *path) {
    if (path->text == NULL) {
        return WITS_NONE;
    }
    const wits_state_id state = strcmp(path->text, "/") == 0 ? WITS_ROOT : wits_find_state(p->brain, path->text);
    if (state == WITS_NONE) {
        prover_note(p, property, path, 0, "%s", prover_state_fault(p, path->text));
    }
    return state;
}

static bool is_same_text(const wits_property_text *a, const wits_property_text *b) {
    return a->text == NULL ? b->text == NULL : b->text != NULL && strcmp(a->text, b->text) == 0;
}

/// Claims with equal assumptions and starts are explored together.
static uint32_t group_of(const wits_prover *p, const wits_property *property) {
    for (uint32_t i = 0; i < p->claim_count; i++) {
        const wits_property *other = p->claims[i].property;
        if (is_same_text(&other->assume, &property->assume) && is_same_text(&other->from, &property->from) &&
            other->start_any == property->start_any) {
            return p->claims[i].group;
        }
    }
    return p->group_count;
}

static void add_claim(wits_prover *p, const wits_property *property) {
    const uint32_t group = group_of(p, property);
    p->group_count += group == p->group_count;
    claim *c = &p->claims[p->claim_count++];
    *c = (claim){.property = property, .group = group, .shortest = UINT32_MAX, .proof.worst_from = WITS_NONE};
    c->proof.property = property;
    c->condition = add_question(p, property, &property->condition, false);
    c->until = add_question(p, property, &property->until, false);
    c->assume = add_question(p, property, &property->assume, true);
    c->of = state_of(p, property, &property->of);
    c->from = state_of(p, property, &property->from);
}

/// Formats the end of a range for an expression: all digits of an int; the shortest unique form of a float, with a
/// point.
static const char *text_of_end(wits_prover *p, wits_type type, double end) {
    char digits[32];
    if (type != WITS_TYPE_FLOAT) {
        return pool_format(&p->pool, "%.0f", end);
    }
    for (int count = 1; count <= 9; count++) {
        (void)snprintf(digits, sizeof digits, "%.*g", count, end);
        if ((double)strtof(digits, NULL) == end) {
            break;
        }
    }
    const bool has_exponent = strchr(digits, 'e') != NULL;
    return has_exponent                  ? pool_format(&p->pool, "%.9e", end)
           : strchr(digits, '.') != NULL ? pool_format(&p->pool, "%s", digits)
                                         : pool_format(&p->pool, "%s.0", digits);
}

/// The host keeps to a range; for a field that the brain assigns, the range is to be proven.
static void add_range(wits_prover *p, uint32_t field) {
    const wits_promise *range = &p->about.promises->fields[field];
    const wits_field_desc *of = &p->about.desc->fields[field];
    wits_property *made = pool_take(&p->pool, 1, sizeof *made);
    const char *low = text_of_end(p, of->type, range->low);
    const char *high = text_of_end(p, of->type, range->high);
    const char *may_be_nan = range->nan ? pool_format(&p->pool, " or %s != %s", of->name, of->name) : "";
    if (p->pool.failed) {
        return;
    }
    *made = (wits_property){.kind = WITS_PROPERTY_ALWAYS, .file = ""};
    made->name = pool_format(&p->pool, "range %s", of->name);
    made->condition.text = pool_format(&p->pool, "%s >= %s and %s <= %s%s", of->name, low, of->name, high, may_be_nan);
    made->text = made->condition.text;
    if (!p->pool.failed) {
        add_claim(p, made);
    }
}

static bool make_claims(wits_prover *p) {
    const wits_prove_about *about = &p->about;
    const size_t most = (size_t)about->property_count + about->desc->field_count;
    p->claims = pool_take(&p->pool, most, sizeof *p->claims);
    p->observer.questions = pool_take(&p->pool, most * 3, sizeof *p->observer.questions);
    if (p->pool.failed) {
        return false;
    }
    for (uint32_t i = 0; i < about->property_count; i++) {
        const wits_property *property = &about->properties[i];
        if (property->kind == WITS_PROPERTY_ASSUME) {
            add_question(p, property, &property->condition, true);
        } else {
            add_claim(p, property);
        }
    }
    for (uint32_t i = 0; i < about->desc->field_count && about->promises != NULL && about->ranges; i++) {
        if (about->promises->fields[i].has_range && wits_field_is_assigned(p->brain, i) && !is_free_field(p, i)) {
            add_range(p, i);
        }
    }
    return p->mistake_count == 0;
}

// --------------------------------------------------------------------------------------------------------------- brain

bool prover_compile(wits_prover *p, bool timed) {
    wits_desc desc = *p->about.desc;
    wits_problem problem = {.message = NULL};
    wits_report report = {.problems = &problem, .capacity = 1};
    p->states = pool_take(&p->pool, desc.state_count, sizeof *p->states);
    if (p->states == NULL) {
        return false;
    }
    memcpy(p->states, desc.states, desc.state_count * sizeof *p->states);
    for (uint32_t i = 0; timed && i < p->observer.word_count; i++) {
        const word *w = &p->observer.words[i];
        p->states[w->kind == WORD_ELAPSED ? w->number : WITS_ROOT].timed |= w->kind == WORD_ELAPSED;
    }
    desc.states = p->states;
    const size_t size = wits_brain_size(&desc, &report);
    void *memory = size > 0 ? pool_take(&p->pool, 1, size) : NULL;
    p->brain = memory != NULL ? wits_brain_compile(&desc, memory, size, &report) : NULL;
    if (report.count > 0) {
        char text[700];
        wits_problem_text(&problem, text, sizeof text);
        prover_note(p, NULL, NULL, 0, "%s", text);
    }
    return p->brain != NULL;
}

bool prover_is_provable(wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    for (uint32_t i = 0; i < desc->function_count; i++) {
        if (desc->functions[i].step != NULL) {
            prover_note(p, NULL, NULL, 0, "the brain has the step callback '%s', whose code is unknown",
                        desc->functions[i].name);
            return false;
        }
    }
    for (uint32_t i = 0; i < desc->state_count; i++) {
        if (desc->states[i].data_size > 0) {
            prover_note(p, NULL, NULL, 0, "the state '%s' has private data of the host, which is unknown",
                        desc->states[i].name);
            return false;
        }
    }
    return true;
}

/// Notes limits of lists of targets, and host functions that are not called.
static void note_lists(wits_prover *p) {
    const world *w = &p->world;
    bool has_any = false;
    bool asks = false;
    for (uint32_t kind = 0; kind < w->kind_count; kind++) {
        if (w->kinds[kind].is_used) {
            sentence_add(p, &p->assumed, "a list of '%s' has at most %u target%s", p->about.desc->targets[kind].name,
                         (unsigned)w->kinds[kind].most, w->kinds[kind].most == 1 ? "" : "s");
            has_any = true;
        }
    }
    for (uint32_t i = 0; i < p->about.desc->function_count; i++) {
        asks |= wits_function_kind_of(p->brain, i) != WITS_FUNCTION_ACTION;
    }
    if (has_any && asks) {
        sentence_add(p, &p->assumed, "a host condition or score returns the same for all targets");
    }
}

/// Notes fields and events that the host does not set; a twin's are noted with the first brain's.
static void note_not_given(wits_prover *to, const wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const bool is_assigned = p->model.is_own[i] && wits_field_is_assigned(p->brain, i);
        if (is_assigned && !world_has_input(&p->world, i)) {
            sentence_add(to, &to->assumed, "only the brain changes '%s'%s", desc->fields[i].name,
                         wits_prover_assumes_own(p, i) ? " ('host: true' says otherwise)" : "");
        } else if (p->model.is_own[i] && !is_assigned && !world_has_input(&p->world, i)) {
            sentence_add(to, &to->assumed, "the host never sets '%s'", desc->fields[i].name);
        }
    }
    for (uint32_t i = 0; i < desc->event_count && p->about.promises != NULL; i++) {
        if (p->about.promises->events[i] == WITS_GIVER_BRAIN) {
            sentence_add(to, &to->assumed, "the host never raises '%s'", desc->events[i]);
        }
    }
}

void prover_note_assumed(wits_prover *p) {
    note_not_given(p, p);
    if (p->twin != NULL) {
        note_not_given(p, p->twin);
    }
    sentence_add(p, &p->assumed, "host actions change nothing before the next tick");
    sentence_add(p, &p->assumed, "a host condition or score returns the same for equal arguments in one tick");
    sentence_add(p, &p->assumed, "the only call is tick");
    note_lists(p);
    if (p->world.decide_every > 1) {
        sentence_add(p, &p->assumed, "an agent decides when (tick + id) mod %u is 0, and only updates in other ticks",
                     (unsigned)p->world.decide_every);
    }
}

bool prover_take_room(wits_prover *p) {
    p->situation = pool_take(&p->pool, 1, p->world.width);
    p->reached = pool_take(&p->pool, 1, p->world.width);
    p->record_capacity = 16 * p->about.desc->state_count + 4 * p->about.desc->transition_count + 64;
    p->records = pool_take(&p->pool, p->record_capacity, sizeof *p->records);
    return !p->pool.failed;
}

static bool make(wits_prover *p) {
    world *w = &p->world;
    if (!prover_is_provable(p) || !prover_compile(p, false) || !make_claims(p)) {
        return false;
    }
    model_begin(&p->model, &p->pool, p->about.desc, p->about.promises, wits_random_stream_count(p->brain));
    if (p->pool.failed || !world_begin(w, p) || !observer_make(p, &p->observer)) {
        return false;
    }
    // Computed again, with the clocks that the properties read.
    if (!prover_compile(p, true)) {
        return false;
    }
    model_note(&p->model, p->brain);
    p->model.words = p->observer.words;
    p->model.word_count = p->observer.word_count;
    model_note(&p->model, p->observer.brain);
    for (uint32_t i = 0; i < p->observer.word_count; i++) {
        const word *asked = &p->observer.words[i];
        if (asked->kind == WORD_RAISED || asked->kind == WORD_PENDING) {
            p->model.events[asked->number] = true;
        }
    }
    model_settle(&p->model, p->brain);
    world_brain(w);
    observer_check_assumptions(p);
    if (p->mistake_count > 0 || p->pool.failed || !world_inputs(w)) {
        return false;
    }
    prover_note_assumed(p);
    return prover_take_room(p) && events_begin(p) && (!p->options.covers || cover_begin(p)) &&
           (p->options.mark == NULL || marks_begin(p)) && (p->options.free_count == 0 || free_begin(p));
}

wits_prove_options options_in_full(const wits_prove_options *given) {
    wits_prove_options made = given != NULL ? *given : (wits_prove_options){.most_situations = 0};
    made.most_situations = made.most_situations > 0 ? made.most_situations : 1000000;
    made.most_memory = made.most_memory > 0 ? made.most_memory : (size_t)2 << 30;
    made.most_combinations = made.most_combinations > 0 ? made.most_combinations : 1000000;
    return made;
}

wits_prover *wits_prover_new(const wits_prove_about *about, const wits_prove_options *options) {
    return prover_make(about, options, NULL);
}

wits_prover *prover_make(const wits_prove_about *about, const wits_prove_options *options, const bool *is_free) {
    wits_prover *p = calloc(1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->about = *about;
    p->options = options_in_full(options);
    p->model.is_free = is_free;
    if (!make(p) && p->mistake_count == 0) {
        wits_prover_free(p);
        return NULL;
    }
    return p;
}

void wits_prover_free(wits_prover *p) {
    if (p == NULL) {
        return;
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        free(c->why.texts);
        key_set_end(&c->judged);
        edges_end(&c->ways);
        bits_end(&c->marks);
        bits_end(&c->starts_badly);
    }
    free(p->observer.words);
    still_end(p);
    free(p->mistakes);
    free(p->assumed.texts);
    free(p->notes.texts);
    world_end(&p->world);
    model_end(&p->model);
    store_end(&p->store);
    wits_prover_free(p->twin);  // its description is in the pool
    wits_prover_free(p->loose);
    pool_end(&p->pool);
    free(p);
}

uint32_t wits_prover_mistake_count(const wits_prover *p) {
    return p->mistake_count;
}

const wits_prove_mistake *wits_prover_mistakes(const wits_prover *p) {
    return p->mistakes;
}

// ----------------------------------------------------------------------------------------------------------------- run

static double now(void) {
#ifdef TIME_UTC
    struct timespec at;
    timespec_get(&at, TIME_UTC);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
#else
    return (double)clock() / CLOCKS_PER_SEC;  // on Windows it measures elapsed time, not processor time
#endif
}

bool prover_goes_on(wits_prover *p) {
    const uint64_t done = p->world.ticks + p->world.begun;
    if (p->go_on != NULL && !p->is_stopped && done - p->told >= TOLD_EVERY) {
        const wits_prove_progress progress = {p->store.count, p->looked_at, p->world.ticks, p->depth};
        p->told = done;
        p->is_stopped = !p->go_on(p->user, &progress);
    }
    p->is_spent = p->is_spent || (p->options.most_ticks > 0 && done >= p->options.most_ticks);
    return !p->is_stopped && !p->is_spent && !p->pool.failed && p->world.asked_too_often == WITS_NONE;
}

static void why_sampled(wits_prover *p, claim *c) {
    const world *w = &p->world;
    for (uint32_t i = 0; i < w->input_count; i++) {
        const wits_input *of = &w->inputs[i].shown;
        if (of->how == WITS_INPUT_SAMPLED && of->what == WITS_INPUT_TARGET_FIELD) {
            const wits_target_desc *kind = &p->about.desc->targets[of->row];
            if (of->slot == 0) {  // all targets of a list in the same way
                claim_why(p, c, "sampled: %s.%s", kind->name, kind->fields[of->field].name);
            }
        } else if (of->how == WITS_INPUT_SAMPLED) {
            claim_why(p, c, "sampled: %s", of->name);
        }
    }
    for (uint32_t i = 0; i < w->random_count; i++) {
        if (w->randoms[i].shown.how == WITS_INPUT_SAMPLED) {
            claim_why(p, c, "sampled: %s", w->randoms[i].shown.name);
        }
    }
    if (p->model.reads_tick || (p->twin != NULL && p->twin->model.reads_tick)) {
        claim_why(p, c, "sampled: tick");
    }
    if (w->unclear_chance) {
        claim_why(p, c, "sampled: a random stream that draws twice in one tick");
    }
    if (w->mixes_chances) {
        claim_why(p, c, "sampled: a choice with different chances in the two brains");
    }
    if (w->residues == 0) {
        claim_why(p, c, "sampled: the agent's id, because the least common multiple of all 'every' is above %d",
                  MOST_WHOLE);
    }
}

/// Writes "health (41 values), distance (21 values)"
static void why_combinations(wits_prover *p, claim *c) {
    const world *w = &p->world;
    char list[800] = "";
    char tried[100] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < w->input_count + w->random_count && length + 1 < sizeof list; i++) {
        const input *of = i < w->input_count ? &w->inputs[i] : &w->randoms[i - w->input_count];
        const int added = of->shown.what == WITS_INPUT_TARGET
                              ? 0
                              : snprintf(list + length, sizeof list - length, "%s%s (%u values)",
                                         length > 0 ? ", " : "", of->shown.name, (unsigned)of->count);
        length += added > 0 ? (size_t)added : 0;
    }
    if (w->some > 0) {
        snprintf(tried, sizeof tried, "; %u of them were tried from each of %u situation%s", (unsigned)w->some,
                 (unsigned)p->looked_at, p->looked_at == 1 ? "" : "s");
    }
    claim_why(p, c, "combinations: %s multiply to more than %u in one tick%s", list,
              (unsigned)p->options.most_combinations, tried);
}

/// Notes why an exhaustive search is not a proof.
static void note_why(wits_prover *p, claim *c) {
    const bool tries_all = !p->has_too_many && !c->has_too_many && p->world.some == 0;
    char within[100] = "";  // what a limit leaves complete
    why_sampled(p, c);
    if (tries_all) {
        snprintf(within, sizeof within, ", everything that can happen in %u tick%s%s", (unsigned)p->depth,
                 p->depth == 1 ? "" : "s", c->why.count > 0 ? " with the values that were tried" : "");
    } else {
        why_combinations(p, c);
    }
    if (p->is_full) {
        claim_why(p, c, "limit: %u situation%s%s", (unsigned)p->store.count, p->store.count == 1 ? "" : "s", within);
    } else if (p->pool.failed || c->failed || c->ways.failed || c->marks.failed) {
        claim_why(p, c, "limit: memory");
    }
    if (c->is_too_long) {
        claim_why(p, c, "limit: more than %u situations follow one another while inputs do not change",
                  (unsigned)most_followed(p));
    }
    if (p->world.asked_too_often != WITS_NONE) {
        claim_why(p, c, "limit: %s() was called with more than %d different arguments",
                  wits_function_name(p->brain, p->world.asked_too_often), MOST_ASKED);
    }
    if (p->is_spent) {
        claim_why(p, c, "limit: %llu ticks were tried%s", (unsigned long long)p->options.most_ticks, within);
    }
    if (p->is_stopped) {
        claim_why(p, c, "interrupted");
    }
    if (c->proof.spurious) {
        claim_why(p, c, "spurious: a counterexample was found that fails when it is run");
    }
}

static run *run_to(wits_prover *p, const point *to) {
    run *made = pool_take(&p->pool, 1, sizeof *made);
    return made != NULL && make_run(p, to, made) ? made : NULL;
}

/// Discards a trap if something was sampled: another value may lead out of it.
static void forget_unsure_trap(wits_prover *p, claim *c) {
    if (c->property->kind == WITS_PROPERTY_RETURNS) {
        why_sampled(p, c);
        c->found.is_there = c->found.is_there && c->why.count == 0;
        c->proof.trapped = c->found.is_there ? c->proof.trapped : 0;
        c->why.count = 0;  // reasons are noted again
    }
}

/// Determines the verdict after the exploration.
void claim_finish(wits_prover *p, claim *c) {
    wits_proof *proof = &c->proof;
    const bool is_reach = c->property->kind == WITS_PROPERTY_REACH;
    forget_unsure_trap(p, c);
    if (c->property->kind == WITS_PROPERTY_WITHIN && c->worst.is_there) {
        c->worst_run = run_to(p, &c->worst);
        proof->worst_from = c->worst_run != NULL ? run_state_at_point(p, c, c->worst_run) : WITS_NONE;
    }
    if (c->found.is_there) {
        c->found_run = run_to(p, &c->found);
        const bool shows = c->found_run != NULL && run_shows(p, c, c->found_run);
        const char *draws_apart = shows ? same_draws_apart(p, c->found_run) : NULL;
        proof->spurious = !shows;
        if (draws_apart != NULL) {
            claim_why(p, c, "chance: %s", draws_apart);
            return;
        }
        if (shows) {
            proof->verdict = is_reach ? WITS_PROOF_PROVEN : WITS_PROOF_REFUTED;
            return;
        }
    }
    proof->vacuous = c->condition != STORE_NONE && !is_reach && c->property->kind != WITS_PROPERTY_NEVER &&
                     c->property->kind != WITS_PROPERTY_ALWAYS && !c->met;
    proof->vacuous |= c->property->kind == WITS_PROPERTY_SETTLES && !c->met;
    note_why(p, c);
    if (c->why.count == 0 && proof->complete && !p->pool.failed) {
        proof->verdict = is_reach ? WITS_PROOF_REFUTED : WITS_PROOF_PROVEN;
    }
}

/// "If no combination meets it the file is wrong."
static void check_assumptions(wits_prover *p, uint32_t group) {
    if (p->observer.has_assumptions && p->looked_at > 0 && p->assumed_met == 0 && !p->is_stopped && !p->is_spent &&
        !p->has_too_many && p->world.some == 0) {
        bool is_sampled = false;
        for (uint32_t i = 0; i < p->world.input_count; i++) {
            is_sampled |= p->world.inputs[i].shown.how == WITS_INPUT_SAMPLED;
        }
        for (uint32_t i = 0; i < p->observer.question_count; i++) {
            const question *q = &p->observer.questions[i];
            bool is_ours = q->property->kind == WITS_PROPERTY_ASSUME;
            for (uint32_t k = 0; k < p->claim_count; k++) {
                is_ours |= p->claims[k].group == group && p->claims[k].assume == i;
            }
            if (q->is_assumption && is_ours && !is_sampled) {
                prover_note(p, q->property, q->text, 0, "no inputs meet this assumption");
                return;
            }
        }
    }
}

/// Inputs as shown: those of the world, then the random streams that have drawn in a run.
static bool show_inputs(wits_prover *p) {
    const world *w = &p->world;
    const uint32_t streams = p->world.stream_count;
    p->shown = pool_take(&p->pool, w->input_count + streams, sizeof *p->shown);
    if (p->shown == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < w->input_count; i++) {
        p->shown[i] = w->inputs[i].shown;
    }
    for (uint32_t stream = 0; stream < streams && w->draws != NULL; stream++) {
        wits_input *to = &p->shown[w->input_count + stream];
        *to = (wits_input){.what = WITS_INPUT_RANDOM, .row = stream};
        to->name = pool_format(&p->pool, "random:%u", (unsigned)stream);
        for (uint32_t i = 0; i < w->random_count; i++) {
            *to = w->randoms[i].shown.row == stream ? w->randoms[i].shown : *to;
        }
    }
    p->shown_count = w->input_count + (w->draws != NULL ? streams : 0);
    same_show_inputs(p);
    return !p->pool.failed;
}

static void show_run(wits_prover *p, const run *from, wits_proof_run *to) {
    const uint32_t streams = p->world.stream_count;
    double *values = from != NULL ? pool_take(&p->pool, (size_t)from->count * p->shown_count, sizeof *values) : NULL;
    if (values == NULL) {
        return;
    }
    for (uint32_t i = 0; i < from->count; i++) {
        const row *of = &from->rows[i];
        double *row_values = values + (size_t)i * p->shown_count;
        for (uint32_t k = 0; k < p->world.input_count; k++) {
            row_values[k] = k < of->value_count && of->values != NULL ? of->values[k] : WITS_NOT_GIVEN;
        }
        for (uint32_t stream = 0; stream < streams && p->world.draws != NULL; stream++) {
            const bool draws = of->draws != NULL && !isnan(of->draws[stream]);
            row_values[p->world.input_count + stream] = draws ? (double)of->draws[stream] : WITS_NOT_GIVEN;
        }
    }
    *to = (wits_proof_run){.is_there = true,
                           .ticks = from->count - 1,
                           .agent = from->agent,
                           .decide_every = p->world.decide_every,
                           .values = values,
                           .input_count = p->shown_count};
}

void wits_prover_run(wits_prover *p, wits_prove_go_on_fn *go_on, void *user) {
    if (p->mistake_count > 0 || p->has_run) {
        return;
    }
    p->has_run = true;
    p->go_on = go_on;
    p->user = user;
    if (eager_combinations(&p->world) > p->options.most_combinations) {
        p->world.some = p->options.most_combinations < SOME ? p->options.most_combinations : SOME;
    }
    if (p->loose != NULL) {
        free_run(p);
    } else {
        borders_find(p);
        notes_begin(p);
    }
    for (uint32_t group = 0; group < p->group_count && p->loose == NULL; group++) {
        const double begun = now();
        explore(p, group);
        check_assumptions(p, group);
        for (uint32_t i = 0; i < p->claim_count; i++) {
            p->claims[i].proof.seconds = p->claims[i].group == group ? now() - begun : p->claims[i].proof.seconds;
        }
    }
    if (!show_inputs(p)) {
        return;
    }
    p->cover.shown = pool_take(&p->pool, p->cover.run_count, sizeof *p->cover.shown);
    for (uint32_t i = 0; i < p->cover.run_count && p->cover.shown != NULL; i++) {
        show_run(p, p->cover.runs[i], &p->cover.shown[i]);
    }
    for (uint32_t i = 0; p->marks.covered != NULL && i < p->options.mark_count; i++) {
        show_run(p, p->marks.runs[i], &p->marks.shown[i]);
    }
    for (uint32_t i = 0; i < p->claim_count; i++) {
        claim *c = &p->claims[i];
        c->proof.why = c->why.texts;
        c->proof.why_count = c->why.count;
        c->proof.has_worst =
            c->property->kind == WITS_PROPERTY_WITHIN && (c->proof.verdict != WITS_PROOF_REFUTED || c->worst.is_there);
        c->proof.worst_goes_on = c->worst_goes_on;
        c->proof.worst_ticks = c->worst_ticks;
        show_run(p, c->found_run, &c->proof.run);
        show_run(p, c->worst_run, &c->proof.worst);
        if (c->proof.spurious) {
            c->proof.run.is_there = false;
        }
    }
}

uint32_t wits_prover_input_count(const wits_prover *p) {
    return p->shown_count;
}

const wits_input *wits_prover_input(const wits_prover *p, uint32_t number) {
    return &p->shown[number];
}

uint32_t wits_prover_assumed_count(const wits_prover *p) {
    return p->assumed.count;
}

const char *wits_prover_assumed(const wits_prover *p, uint32_t number) {
    return p->assumed.texts[number];
}

bool wits_prover_assumes_own(const wits_prover *p, uint32_t field) {
    const wits_promises *promises = p->about.promises;
    return field < p->about.desc->field_count && p->model.is_own != NULL && p->model.is_own[field] &&
           wits_field_is_assigned(p->brain, field) &&
           (promises == NULL || promises->fields[field].host == WITS_GIVER_DEFAULT) && !is_free_field(p, field);
}

uint32_t wits_prover_proof_count(const wits_prover *p) {
    return p->claim_count;
}

const wits_proof *wits_prover_proof(const wits_prover *p, uint32_t number) {
    return &p->claims[number].proof;
}

uint32_t wits_prover_note_count(const wits_prover *p) {
    return p->loose != NULL ? p->loose->notes.count : p->notes.count;
}

const char *wits_prover_note(const wits_prover *p, uint32_t number) {
    return p->loose != NULL ? p->loose->notes.texts[number] : p->notes.texts[number];
}
