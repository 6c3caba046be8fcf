// SPDX-License-Identifier: MIT
#include "prove/migration.h"

#include "common/tool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------ versions

/// Matches the brains by the renames of the new file.
static bool match(migration *m) {
    const size_t size = wits_versions_size(m->from, m->to);
    uint32_t count = 0;
    wits_report report = {m->problems, sizeof m->problems / sizeof *m->problems, 0};
    const wits_rename *renames = wits_file_renames(m->files[1], &count);
    m->memory = allocate(1, size);
    m->versions = wits_versions_match(m->from, m->to, renames, count, m->memory, size, &report);
    m->problem_count = report.count;
    return m->versions != NULL;
}

// -------------------------------------------------------------------------------------------------------------- losses

static uint32_t mark_of(const migration *m, const wits_loss *loss) {
    return (uint32_t)loss->kind * m->rows + loss->row;
}

/// Maximum number of losses of a conversion: each kind once for each row.
static uint32_t mark_count(const migration *m) {
    return (uint32_t)WITS_LOSS_COUNT * m->rows;
}

static void add_loss(migration *m, wits_loss_kind kind, uint32_t row, const wits_proof_run *run) {
    m->losses = grow(m->losses, &m->loss_capacity, m->loss_count + 1, sizeof *m->losses);
    m->losses[m->loss_count++] = (found_loss){.loss = {.kind = kind, .row = row}, .run = run};
}

/// Converts the agent of a situation, and marks what it loses. Where the new brain chooses, its fields have their
/// initial values.
static void see(void *user, const wits_brain *brain, const void *agent, uint32_t tick, bool *marks) {
    migration *m = user;
    wits_conversion lost = {.losses = m->room, .capacity = mark_count(m), .versions = m->versions};
    const wits_frame frame = {.tick = tick, .columns = m->columns, .functions = wits_file_desc(m->files[1])->functions};
    m->has_failed |= !wits_agent_convert(brain, agent, m->to, m->agent, &frame, &lost);
    for (uint32_t i = 0; i < lost.count; i++) {
        marks[mark_of(m, &m->room[i])] = true;
    }
}

static void make_columns(migration *m) {
    const uint32_t count = wits_field_count(m->to);
    m->cells = allocate((size_t)count + 1, sizeof *m->cells);
    m->columns = allocate((size_t)count + 1, sizeof *m->columns);
    for (uint32_t i = 0; i < count; i++) {
        m->columns[i] = (wits_column){&m->cells[i], sizeof *m->cells, wits_field_type(m->to, i)};
    }
    wits_set_initial_fields(m->to, m->columns, 0);
}

static bool int_range(wits_type type, double *low, double *high) {
    static const struct {
        wits_type type;
        double low, high;
    } types[] = {{WITS_TYPE_BOOL, 0, 1},       {WITS_TYPE_INT8, -128, 127},
                 {WITS_TYPE_UINT8, 0, 255},    {WITS_TYPE_INT16, -32768, 32767},
                 {WITS_TYPE_UINT16, 0, 65535}, {WITS_TYPE_INT, -2147483648.0, 2147483647.0}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].type == type) {
            *low = types[i].low;
            *high = types[i].high;
            return true;
        }
    }
    return false;
}

/// Returns whether every value of a field of the old brain is one of the new field. For an int, the promised range
/// counts.
static bool fits(const migration *m, uint32_t old, uint32_t now) {
    const wits_type before = wits_field_type(m->from, old), after = wits_field_type(m->to, now);
    const wits_promise *promise = &wits_file_promises(m->files[0])->fields[old];
    if (before == WITS_TYPE_ENUM && after == WITS_TYPE_ENUM) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < wits_field_value_count(m->from, old); i++) {
            for (uint32_t k = 0; k < wits_field_value_count(m->to, now); k++) {
                found += strcmp(wits_field_value_name(m->from, old, i), wits_field_value_name(m->to, now, k)) == 0;
            }
        }
        return found == wits_field_value_count(m->from, old);
    }
    double low = 0, high = 0, least = 0, most = 0;
    if (before == after || !int_range(before, &low, &high)) {
        return before == after;
    }
    low = promise->has_range ? promise->low : low;
    high = promise->has_range ? promise->high : high;
    const bool is_float = after == WITS_TYPE_FLOAT;
    return is_float ? low >= -16777216.0 && high <= 16777216.0
                    : int_range(after, &least, &most) && low >= least && high <= most;
}

/// Adds the losses that need no exploration: events that the host raises, and fields.
static void add_plain_losses(migration *m) {
    const wits_promises *promises = wits_file_promises(m->files[0]);
    for (uint32_t event = 0; event < wits_event_count(m->from); event++) {
        const bool is_given = promises->events[event] != WITS_GIVER_BRAIN;
        const bool is_found =
            m->prover != NULL &&
            wits_prover_has_mark(m->prover, mark_of(m, &(wits_loss){.kind = WITS_LOSS_EVENT, .row = event}));
        if (is_given && !is_found && wits_versions_event(m->versions, event) == WITS_NONE) {
            add_loss(m, WITS_LOSS_EVENT, event, NULL);
        }
    }
    for (uint32_t field = 0; field < wits_field_count(m->from); field++) {
        const uint32_t now = wits_versions_field(m->versions, field);
        if (now == WITS_NONE || !fits(m, field, now)) {
            add_loss(m, now == WITS_NONE ? WITS_LOSS_FIELD : WITS_LOSS_VALUE, field, NULL);
        }
    }
}

/// Sorts losses in the order of the old brain: events, states, fields.
static int compare_losses(const void *a, const void *b) {
    static const uint8_t order[WITS_LOSS_COUNT] = {[WITS_LOSS_EVENT] = 0, [WITS_LOSS_FIELD] = 2, [WITS_LOSS_VALUE] = 2};
    const wits_loss *x = &((const found_loss *)a)->loss, *y = &((const found_loss *)b)->loss;
    const bool is_state[] = {x->kind != WITS_LOSS_EVENT && order[x->kind] == 0,
                             y->kind != WITS_LOSS_EVENT && order[y->kind] == 0};
    const int first = is_state[0] ? 1 : order[x->kind], second = is_state[1] ? 1 : order[y->kind];
    return first != second     ? first - second
           : x->row != y->row  ? (x->row < y->row ? -1 : 1)
           : x->kind < y->kind ? -1
                               : x->kind > y->kind;
}

static void collect(migration *m) {
    for (uint32_t kind = 0; m->prover != NULL && kind < WITS_LOSS_COUNT; kind++) {
        for (uint32_t row = 0; row < m->rows; row++) {
            const wits_loss loss = {.kind = (wits_loss_kind)kind, .row = row};
            if (wits_prover_has_mark(m->prover, mark_of(m, &loss))) {
                add_loss(m, loss.kind, row, wits_prover_mark_run(m->prover, mark_of(m, &loss)));
            }
        }
    }
    add_plain_losses(m);
    if (m->loss_count > 0) {
        qsort(m->losses, m->loss_count, sizeof *m->losses, compare_losses);
    }
}

// ------------------------------------------------------------------------------------------------------------- results

bool migration_has_same_layout(const migration *of) {
    return wits_brain_layout_hash(of->from) == wits_brain_layout_hash(of->to);
}

bool migration_is_whole(const migration *of) {
    return of->prover == NULL || (of->proof != NULL && of->proof->verdict == WITS_PROOF_PROVEN);
}

void text_migration_verdict(text *to, const migration *of) {
    if (of->loss_count > 0) {
        text_format(to, "%zu loss%s possible%s", of->loss_count, of->loss_count == 1 ? " is" : "es are",
                    migration_is_whole(of) ? "" : "; there may be more");
    } else {
        text_add(to, migration_is_whole(of) ? "proven: no save loses anything"
                                            : "not found: no loss, and no proof that there is none");
    }
    if (of->proof != NULL) {
        text_add(to, " (");
        text_count(to, of->proof->situations);
        text_add(to, of->proof->complete ? " situations, " : " situations so far, ");
        text_count(to, of->proof->ticks);
        text_add(to, " ticks");
    }
}

void text_migration_loss(text *to, const migration *of, const wits_loss *loss) {
    char line[1200];
    (void)wits_loss_text(of->from, loss, line, sizeof line);
    text_add(to, line);
}

void loss_run_make(loss_run *to, const migration *of, size_t number) {
    (void)snprintf(to->name, sizeof to->name, "loss %zu", number + 1);
    to->property = (wits_property){.kind = WITS_PROPERTY_REACH, .name = to->name, .text = "", .file = ""};
    to->proof = (wits_proof){.property = &to->property, .run = *of->losses[number].run};
}

// ----------------------------------------------------------------------------------------------------------------- all

/// Explores the old brain under the assumptions in its file.
static bool explore(migration *m, const wits_prove_options *limits, double seconds) {
    static const wits_property nothing = {
        .kind = WITS_PROPERTY_NEVER, .name = "migrate", .condition = {.text = "false"}, .text = "false", .file = ""};
    const uint32_t all = wits_file_property_count(m->files[0]);
    uint32_t count = 0;
    m->properties = allocate((size_t)all + 1, sizeof *m->properties);
    m->properties[count++] = nothing;
    for (uint32_t i = 0; i < all; i++) {
        const wits_property *of = &wits_file_properties(m->files[0])[i];
        if (of->kind == WITS_PROPERTY_ASSUME) {
            m->properties[count++] = *of;
        }
    }
    const wits_prove_about about = {wits_file_desc(m->files[0]), wits_file_promises(m->files[0]), m->properties, count,
                                    false};
    wits_prove_options options = *limits;
    options.mark = see;
    options.mark_user = m;
    options.mark_count = mark_count(m);
    m->prover = wits_prover_new(&about, &options);
    if (m->prover == NULL) {
        say_error("not enough memory");
        return false;
    }
    if (wits_prover_mistake_count(m->prover) > 0) {
        return false;
    }
    m->is_interrupted = !prover_watch_for(m->prover, seconds, &m->is_late);
    m->proof = wits_prover_proof(m->prover, 0);
    if (m->has_failed) {
        say_error("a situation could not be converted");
    }
    return !m->has_failed;
}

bool migration_find(wits_file *const files[2], const wits_prove_options *limits, double seconds, migration *to) {
    *to =
        (migration){.files = {files[0], files[1]}, .from = wits_file_brain(files[0]), .to = wits_file_brain(files[1])};
    if (!match(to)) {
        return false;
    }
    to->rows = wits_state_count(to->from);
    to->rows = wits_event_count(to->from) > to->rows ? wits_event_count(to->from) : to->rows;
    to->rows = wits_field_count(to->from) > to->rows ? wits_field_count(to->from) : to->rows;
    to->agent = allocate(1, wits_agent_size(to->to));
    to->room = allocate(mark_count(to), sizeof *to->room);
    make_columns(to);
    if (!migration_has_same_layout(to) && !explore(to, limits, seconds)) {
        return false;
    }
    collect(to);
    return true;
}

void migration_end(migration *of) {
    for (size_t i = 0; i < of->loss_count; i++) {
        text_free(&of->losses[i].file);
    }
    wits_prover_free(of->prover);
    free(of->properties);
    free(of->losses);
    free(of->columns);
    free(of->cells);
    free(of->agent);
    free(of->room);
    free(of->memory);
    *of = (migration){.from = NULL};
}
