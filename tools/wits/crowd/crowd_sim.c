// SPDX-License-Identifier: MIT
#include "crowd/crowd_sim.h"

#include "common/memory.h"
#include "common/tool.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_RECORDS = 4096,  ///< list records in addition to the most that one agent may need
    // Agents in a slice: enough to make starting a slice cheap, few enough for their bytes to stay in the cache.
    SMALL_SLICE = 256,
    LARGE_SLICE = 4096,
    SLICES_A_THREAD = 4,  ///< in small crowds: more slices than threads let threads finish at about the same time
};

static uint64_t choose_slice(crowd_sim_options how) {
    uint64_t agents = how.here / how.threads / SLICES_A_THREAD / SMALL_SLICE * SMALL_SLICE;
    return agents < SMALL_SLICE ? SMALL_SLICE : agents > LARGE_SLICE ? LARGE_SLICE : agents;
}

slice crowd_sim_slice(const crowd_sim *m, uint64_t piece) {
    uint64_t first = piece * m->slice_agents;
    uint64_t rest = m->how.here - first;
    return (slice){first, rest < m->slice_agents ? rest : m->slice_agents};
}

// -------------------------------------------------------------------------------------------------------------- memory

static wits_type column_type(const crowd_sim *m, uint32_t column) {
    return column < m->desc->field_count ? m->desc->fields[column].type : m->given->fields[column].type;
}

static uint64_t bytes_of_all(const crowd_sim *m) {
    uint64_t bytes = wits_agent_size(m->brain);
    for (uint32_t i = 0; i < m->column_count; i++) {
        bytes += type_size(column_type(m, i));
    }
    bytes += m->given->brain != NULL ? wits_agent_size(m->given->brain) : 0;  // while values that are set are evaluated
    bytes += m->how.has_ids ? sizeof *m->ids : 0;
    return bytes * m->how.here;
}

bool crowd_sim_say_too_large(const crowd_sim *m, uint64_t there) {
    text needed = {0};
    text_bytes(&needed, m->machine.bytes);
    if (there < m->machine.bytes) {
        text_add(&needed, " of memory, but this machine has only ");
        text_bytes(&needed, there);
    } else {
        text_add(&needed, " of memory, more than the system provides");
    }
    say_error("%llu agents need %s", (unsigned long long)m->machine.agents, text_of(&needed));
    text_free(&needed);
    return false;
}

/// Checks that memory suffices for all ranks on this machine. Collective: no rank allocates before all have checked.
static bool is_room(crowd_sim *m) {
    uint64_t there = memory_free();
    uint64_t needed[] = {m->how.here, bytes_of_all(m)};
    there -= there / 8;  // keeps 1/8 for everything else
    ranks_sum_here(needed, 2);
    m->machine.agents = needed[0];
    m->machine.bytes = needed[1];
    return there >= needed[1] || crowd_sim_say_too_large(m, there);
}

static bool take_arrays(crowd_sim *m) {
    if (!is_room(m)) {
        return false;
    }
    m->crowd.agents = memory_take(wits_agent_size(m->brain) * m->how.here);
    bool taken = m->crowd.agents != NULL;
    if (m->how.has_ids) {
        m->crowd.ids = m->ids = memory_take(sizeof *m->ids * m->how.here);
        taken = taken && m->ids != NULL;
    }
    m->crowd.columns = m->columns = allocate(m->column_count, sizeof *m->columns);
    for (uint32_t i = 0; i < m->column_count && taken; i++) {
        size_t size = type_size(column_type(m, i));
        m->columns[i] =
            (wits_column){.base = memory_take(size * m->how.here), .stride = size, .type = column_type(m, i)};
        taken = m->columns[i].base != NULL;
    }
    return taken || crowd_sim_say_too_large(m, UINT64_MAX);
}

/// Makes functions return the values of --set.
static void answer_as_set(crowd_sim *m) {
    for (size_t i = 0; i < m->given->count; i++) {
        const set_item *one = &m->given->items[i];
        if (one->arguments != NULL) {
            answers_give(&m->around.given, one->row, one->arguments, 0.0, m->crowd.columns[one->field].base);
        } else if (one->is_function) {  // the values of an event are only for evaluating it
            m->around.columns[one->row] = m->crowd.columns[one->field].base;
        }
    }
}

/// Results of functions that are set follow the fields as further columns.
static void set_functions(crowd_sim *m) {
    const wits_desc *desc = m->desc;
    m->crowd.functions = m->functions = allocate(desc->function_count, sizeof *m->functions);
    m->crowd.block_functions = m->block_functions = allocate(desc->function_count, sizeof *m->block_functions);
    m->around = (host){.values = allocate(desc->function_count, sizeof(double)),
                       .columns = allocate(desc->function_count, sizeof(void *))};
    for (uint32_t row = 0; row < desc->function_count; row++) {
        m->functions[row] = host_function(&desc->functions[row]);
        if (wits_function_parameter_count(m->brain, row) ==
            0) {  // results of functions with parameters depend on the arguments
            m->block_functions[row] = host_block_function(&desc->functions[row]);
        }
    }
    answer_as_set(m);
    m->crowd.contexts = &m->around;
}

void crowd_sim_rewind(crowd_sim *of) {
    for (uint32_t row = 0; row < of->desc->function_count; row++) {
        of->around.values[row] = 0.0;
        of->around.columns[row] = NULL;
    }
    answers_free(&of->around.given);
    answer_as_set(of);
    crowd_targets_rewind(&of->targets);
}

const wits_crowd_code *crowd_sim_prepare(const wits_brain *brain, void **memory) {
    size_t size = wits_crowd_code_size(brain);
    *memory = allocate(1, size);
    return wits_crowd_prepare(brain, *memory, size);
}

static uint32_t list_capacity(const wits_brain *brain) {
    uint64_t most = 0;
    for (int verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        uint32_t room = wits_list_room(brain, (wits_verb)verb);
        most = room > most ? room : most;
    }
    return most + LIST_RECORDS < UINT32_MAX ? (uint32_t)most + LIST_RECORDS : UINT32_MAX;
}

static uint32_t argument_capacity(const wits_brain *brain) {
    uint64_t most = 0;
    for (int verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        const uint32_t room = wits_list_argument_room(brain, (wits_verb)verb);
        most = room > most ? room : most;
    }
    return most == 0 ? 0 : most + LIST_RECORDS < UINT32_MAX ? (uint32_t)most + LIST_RECORDS : UINT32_MAX;
}

wits_list crowd_sim_list(const wits_brain *brain) {
    wits_list made = {.capacity = list_capacity(brain), .argument_capacity = argument_capacity(brain)};
    made.records = allocate(made.capacity, sizeof *made.records);
    made.arguments = allocate(made.argument_capacity, sizeof *made.arguments);
    return made;
}

bool crowd_sim_take_scratch(worker *w, size_t size) {
    free(w->scratch);
    w->scratch = memory_take(size);
    if (w->scratch == NULL) {
        say_error("not enough memory for the threads");
    }
    return w->scratch != NULL;
}

size_t crowd_sim_scratch_size(const crowd_sim *m) {
    const size_t own = wits_crowd_scratch_size(m->crowd.code, 0);
    const size_t native = m->how.native != NULL ? m->how.native->scratch_size() : 0;
    return native > own ? native : own;
}

static bool make_workers(crowd_sim *m) {
    m->worker_count = m->how.threads < m->slices ? m->how.threads : (uint32_t)m->slices;
    m->worker_count = m->worker_count < 1 ? 1 : m->worker_count;  // at least one, even without agents
    m->workers = allocate(m->worker_count, sizeof *m->workers);
    for (uint32_t i = 0; i < m->worker_count; i++) {
        worker *w = &m->workers[i];
        w->list = crowd_sim_list(m->brain);
        w->counts = allocate(m->desc->state_count, sizeof *w->counts);
        if (m->how.counts_transitions) {
            w->before = allocate((size_t)m->slice_agents, wits_agent_size(m->brain));
            w->moved = transition_matrix_new(m->brain);
        }
        if (!crowd_sim_take_scratch(w, crowd_sim_scratch_size(m))) {
            return false;
        }
    }
    return true;
}

/// Checks the finished crowd. A failure is a bug in this program, and is reported instead of run.
static bool check_crowd(const crowd_sim *m) {
    wits_problem problem;
    if (wits_crowd_check(&m->crowd, &(wits_report){&problem, 1, 0})) {
        return true;
    }
    char what[640];
    wits_problem_text(&problem, what, sizeof what);
    say_error("cannot run this crowd: %s", what);
    return false;
}

void crowd_sim_fill(const wits_column *column, slice s, double value) {
    size_t size = column->stride;
    unsigned char *start = (unsigned char *)column->base + s.first * size;
    value_put(column->type, start, value);
    for (uint64_t filled = 1; filled < s.count;) {
        uint64_t more = filled < s.count - filled ? filled : s.count - filled;
        memcpy(start + filled * size, start, (size_t)more * size);
        filled += more;
    }
}

static void fill_slice(void *user, uint32_t number, uint64_t piece) {
    crowd_sim *m = user;
    slice s = crowd_sim_slice(m, piece);
    size_t size = wits_agent_size(m->brain);
    (void)number;
    memset((unsigned char *)m->crowd.agents + s.first * size, 0, (size_t)s.count * size);
    for (uint32_t i = 0; i < m->column_count; i++) {
        crowd_sim_fill(&m->crowd.columns[i], s, i < m->desc->field_count ? m->desc->fields[i].initial : 0.0);
    }
}

bool crowd_sim_begin(const wits_desc *desc, const wits_brain *brain, const sets *given, crowd_sim_options how,
                     crowd_sim *to) {
    *to = (crowd_sim){.desc = desc, .brain = brain, .given = given, .how = how};
    to->column_count = given->brain != NULL ? given->field_count : desc->field_count;
    to->slice_agents = choose_slice(how);
    to->slices = (how.here + to->slice_agents - 1) / to->slice_agents;
    to->crowd.count = how.here;
    to->crowd.first_id = how.first;
    to->crowd.code = crowd_sim_prepare(brain, &to->code);
    if (!take_arrays(to) || !make_workers(to)) {
        return false;
    }
    set_functions(to);
    if (!crowd_targets_begin(how.targets, (crowd_range){how.agents, how.first, how.here, to->ids}, how.seed,
                             &to->targets)) {
        return false;
    }
    to->crowd.targets = to->targets.lists;
    if (how.native != NULL) {
        crowd_native_begin(to);
    }
    thread_pool_run_all(to->worker_count, to->slices, fill_slice, to);
    return check_crowd(to);
}

void crowd_sim_end_setting(crowd_sim *m) {
    free(m->setting.memory);
    free(m->setting.agents);
    m->setting.memory = m->setting.agents = NULL;
}

void crowd_sim_end(crowd_sim *of) {
    for (uint32_t i = 0; i < of->column_count && of->columns != NULL; i++) {
        free(of->columns[i].base);
    }
    for (uint32_t i = 0; i < of->worker_count; i++) {
        worker *w = &of->workers[i];
        free(w->scratch);
        free(w->list.records);
        free(w->list.arguments);
        free(w->before);
        free(w->counts);
        transition_matrix_free(&w->moved);
        free(w->counting);
    }
    crowd_sim_end_setting(of);
    free(of->columns);
    free(of->functions);
    free(of->block_functions);
    free(of->crowd.agents);
    free(of->ids);
    free(of->workers);
    free(of->around.values);
    answers_free(&of->around.given);
    free(of->around.columns);
    free(of->code);
    crowd_native_end(of);
    crowd_targets_end(&of->targets);
    transition_matrix_free(&of->moved_before);
    *of = (crowd_sim){0};
}

void crowd_sim_move(crowd_sim *from, crowd_sim *to) {
    *to = *from;
    to->crowd.contexts = &to->around;
    *from = (crowd_sim){0};
}

// -------------------------------------------------------------------------------------------------------------- values

static void *value_of(const crowd_sim *m, uint64_t agent, uint32_t field) {
    const wits_column *column = &m->crowd.columns[field];
    return (unsigned char *)column->base + agent * column->stride;
}

void crowd_sim_put(crowd_sim *to, uint64_t agent, uint32_t field, double value) {
    value_put(to->crowd.columns[field].type, value_of(to, agent, field), value);
}

double crowd_sim_get(const crowd_sim *of, uint64_t agent, uint32_t field) {
    return value_at(of->crowd.columns[field].type, value_of(of, agent, field));
}

void *crowd_sim_agent(const crowd_sim *of, uint64_t agent) {
    return (unsigned char *)of->crowd.agents + agent * wits_agent_size(of->brain);
}

uint64_t crowd_sim_id(const crowd_sim *of, uint64_t agent) {
    return of->ids != NULL ? of->ids[agent] : of->how.first + agent;
}

uint64_t crowd_sim_find(const crowd_sim *of, uint64_t id) {
    uint64_t lo = 0, hi = of->how.here;
    while (lo < hi) {
        uint64_t middle = lo + (hi - lo) / 2;
        if (crowd_sim_id(of, middle) < id) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < of->how.here && crowd_sim_id(of, lo) == id ? lo : of->how.here;
}
