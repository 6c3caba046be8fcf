// SPDX-License-Identifier: MIT
// Evaluates a condition, or assigns a field, for many agents: a small brain with the same fields, functions and kinds
// of targets runs as a crowd over the agents' own columns. Its agent is in one state, and leaves it if the condition
// holds, or assigns the field in its update.
#include "inspect/inspector.h"
#include "wits/reads.h"
#include "wits/tokens.h"

#include <string.h>

enum { PROBE_ROOT, PROBE_WAITS, PROBE_HOLDS, PROBE_STATES };
enum { FEW = 32 };  // agents for which a crowd's run does not pay

// -------------------------------------------------------------------------------------------------------------- tables

/// Describes the fields of the brain, for a world without its tables.
static bool describe_fields(wits_inspector *of, room *memory, wits_desc *desc) {
    const uint32_t count = wits_field_count(of->brain);
    size_t values = 0;
    for (uint32_t i = 0; i < count; i++) {
        values += wits_field_value_count(of->brain, i);
    }
    if (!wits_inspect_reserve(of, memory, count * sizeof(wits_field_desc) + values * sizeof(char *) + 1)) {
        return false;
    }
    wits_field_desc *fields = memory->bytes;
    const char **names = (const char **)(void *)(fields + count);
    for (uint32_t i = 0; i < count; i++) {
        fields[i] = (wits_field_desc){.name = wits_field_name(of->brain, i),
                                      .type = wits_field_type(of->brain, i),
                                      .value_count = wits_field_value_count(of->brain, i)};
        fields[i].values = fields[i].value_count > 0 ? names : NULL;
        for (uint32_t value = 0; value < fields[i].value_count; value++) {
            *names++ = wits_field_value_name(of->brain, i, value);
        }
    }
    desc->fields = fields;
    desc->field_count = count;
    return true;
}

static bool describe_inputs(wits_inspector *of, room *memory, wits_desc *desc) {
    if (of->desc == NULL) {
        return describe_fields(of, memory, desc);
    }
    desc->fields = of->desc->fields;
    desc->field_count = of->desc->field_count;
    desc->functions = of->desc->functions;
    desc->function_count = of->desc->function_count;
    desc->targets = of->desc->targets;
    desc->target_count = of->desc->target_count;
    return true;
}

// ----------------------------------------------------------------------------------------------------------- compiling

/// Finds what the program lacks for the reads of a probe.
typedef struct lack {
    const wits_inspector *of;
    const char *field, *function;
} lack;

static void see_read(void *user, const wits_read *read) {
    lack *l = user;
    const wits_inspected *world = l->of->world;
    const wits_column *columns = world->agents->columns;
    const wits_function *functions = world->frame != NULL ? world->frame->functions : NULL;
    if (read->what == WITS_READ_FIELD && (columns == NULL || columns[read->row].base == NULL)) {
        l->field = wits_field_name(l->of->brain, read->row);
    } else if ((read->what == WITS_READ_CONDITION && (functions == NULL || functions[read->row].condition == NULL)) ||
               (read->what == WITS_READ_SCORE && (functions == NULL || functions[read->row].score == NULL))) {
        l->function = wits_function_name(l->of->brain, read->row);
    }
}

static bool has_inputs(const asked *a, const agent_probe *p) {
    lack l = {a->of, NULL, NULL};
    wits_brain_reads(p->brain, see_read, &l);
    if (l.field != NULL) {
        wits_inspect_refuse(a, "the program has no memory for the field '", l.field, "'", NULL);
    } else if (l.function != NULL) {
        wits_inspect_refuse(a, "the program has no function '", l.function, "' for one agent", NULL);
    }
    return l.field == NULL && l.function == NULL;
}

/// Refuses with the problem of a text, without its position in the small brain.
static void refuse_problem(const asked *a, const wits_report *report, const char *member) {
    char text[1600];
    const char *at = text;
    wits_problem_text(&report->problems[0], text, sizeof text);
    while (*at != '\0' && strncmp(at, member, strlen(member)) != 0) {
        at++;
    }
    wits_inspect_refuse(a, *at != '\0' ? at + strlen(member) : text, NULL, NULL, NULL);
}

bool wits_inspect_reserve_probe(wits_inspector *of, agent_probe *p) {
    return wits_inspect_reserve(of, &p->agents, of->count * p->agent_size + 1);
}

/// Returns the columns of the world. Fields without memory, which the probe does not read, get dummy memory.
static const wits_column *columns_of(const wits_inspector *of, const agent_probe *p) {
    static const float nothing = 0.0f;
    const wits_column *columns = of->world->agents->columns;
    for (uint32_t i = 0; i < wits_field_count(of->brain); i++) {
        p->columns[i] = columns != NULL ? columns[i] : (wits_column){0};
        if (p->columns[i].base == NULL) {
            p->columns[i] = (wits_column){.base = (void *)(uintptr_t)&nothing, .type = wits_field_type(of->brain, i)};
        }
    }
    return p->columns;
}

static size_t of_64(size_t size) {
    return (size + 63) / 64 * 64;
}

/// Reserves memory for the code, columns, functions, scratch memory and one agent in its first state.
static bool prepare(wits_inspector *of, agent_probe *p, const wits_desc *desc) {
    const size_t code_size = of_64(wits_crowd_code_size(p->brain)), agent_size = wits_agent_size(p->brain);
    const size_t columns_size = of_64(desc->field_count * sizeof(wits_column));
    const size_t functions_size = of_64(desc->function_count * sizeof(wits_function));
    const size_t size = 63 + code_size + columns_size + functions_size + of_64(agent_size);
    room code = {0};
    if (!wits_inspect_reserve(of, &code, code_size)) {
        return false;
    }
    // The scratch memory's size is known once the code is there.
    const size_t scratch_size = wits_crowd_scratch_size(wits_crowd_prepare(p->brain, code.bytes, code_size), 0);
    wits_inspect_release(of, &code);
    if (!wits_inspect_reserve(of, &p->work, size + scratch_size)) {
        return false;
    }
    unsigned char *at = (unsigned char *)p->work.bytes + (64 - (uintptr_t)p->work.bytes % 64) % 64;
    p->code = wits_crowd_prepare(p->brain, at, code_size);
    at += code_size;
    p->columns = (wits_column *)(void *)at;
    at += columns_size;
    p->functions = (wits_function *)(void *)at;
    p->function_count = desc->function_count;
    if (desc->function_count > 0) {
        memcpy(p->functions, desc->functions, desc->function_count * sizeof(wits_function));
    }
    p->begins = at + functions_size;
    p->scratch = p->begins + of_64(agent_size);
    p->agent_size = agent_size;
    memset(p->begins, 0, agent_size);
    const wits_frame frame = {.columns = columns_of(of, p)};
    return wits_set_state(p->brain, p->begins, &frame, PROBE_WAITS) && wits_inspect_reserve_probe(of, p);
}

static bool compile(const asked *a, const wits_desc *desc, const char *member, agent_probe *p) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    const size_t size = wits_brain_size(desc, &report);
    if (size == 0) {
        refuse_problem(a, &report, member);
        return false;
    }
    if (!wits_inspect_has_memory(a, wits_inspect_reserve(a->of, &p->memory, size))) {
        return false;
    }
    p->brain = wits_brain_compile(desc, p->memory.bytes, size, NULL);
    return has_inputs(a, p) && wits_inspect_has_memory(a, prepare(a->of, p, desc));
}

static bool make(const asked *a, const wits_state_desc *states, const wits_transition_desc *transition,
                 agent_probe *to) {
    *to = (agent_probe){0};
    room memory = {0};
    wits_desc desc = {.states = states,
                      .state_count = PROBE_STATES,
                      .transitions = transition,
                      .transition_count = transition != NULL};
    const bool is_made = wits_inspect_has_memory(a, describe_inputs(a->of, &memory, &desc)) &&
                         compile(a, &desc, transition != NULL ? "when: " : "update: ", to);
    wits_inspect_release(a->of, &memory);
    if (!is_made) {
        wits_inspect_release_probe(a->of, to);
    }
    return is_made;
}

void wits_inspect_release_probe(wits_inspector *of, agent_probe *p) {
    wits_inspect_release(of, &p->memory);
    wits_inspect_release(of, &p->work);
    wits_inspect_release(of, &p->agents);
    *p = (agent_probe){0};
}

static bool is_word(const char *text, wits_token token, const char *word) {
    return token.kind == WITS_TOKEN_NAME && token.length == strlen(word) &&
           memcmp(text + token.offset, word, token.length) == 0;
}

/// Rejects queries about states, which would have another meaning in the small brain.
static bool reads_no_state(const asked *a, const char *condition) {
    static const char *const words[] = {"in", "elapsed", "done"};
    wits_token token = wits_token_next(condition, SIZE_MAX, 0);
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(condition, SIZE_MAX, token.offset + token.length)) {
        for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
            if (is_word(condition, token, words[i])) {
                wits_inspect_refuse(a, "'", words[i], "' cannot be used here: the condition is about fields", NULL);
                return false;
            }
        }
    }
    return true;
}

bool wits_inspect_make_condition(const asked *a, const char *condition, agent_probe *to) {
    const wits_state_desc states[PROBE_STATES] = {{.name = "probe"}, {.name = "waits"}, {.name = "holds"}};
    const wits_transition_desc transition = {.from = PROBE_WAITS, .to = PROBE_HOLDS, .when = condition};
    if (*condition == '\0') {
        wits_inspect_refuse(a, "missing condition after 'where'", NULL, NULL, NULL);
        return false;
    }
    return reads_no_state(a, condition) && make(a, states, &transition, to);
}

bool wits_inspect_make_assignment(const asked *a, const char *assignment, agent_probe *to) {
    const wits_state_desc states[PROBE_STATES] = {
        {.name = "probe"}, {.name = "waits", .update = assignment}, {.name = "holds"}};
    return make(a, states, NULL, to);
}

// ------------------------------------------------------------------------------------------------------------- running

static wits_crowd crowd_of(const wits_inspector *of, const agent_probe *p) {
    wits_crowd crowd = wits_inspect_crowd(of);
    crowd.code = p->code;
    crowd.agents = p->agents.bytes;
    crowd.agent_stride = p->agent_size;
    crowd.columns = columns_of(of, p);
    // Functions that the probe does not call need only have the right kind: those of the tables.
    for (uint32_t i = 0; crowd.functions != NULL && i < p->function_count; i++) {
        const wits_function *given = &crowd.functions[i];
        if (given->condition != NULL || given->score != NULL) {
            p->functions[i] = *given;
        }
    }
    crowd.functions = p->functions;
    return crowd;
}

static wits_crowd_run run_of(const wits_inspector *of, const agent_probe *p) {
    return (wits_crowd_run){.tick = of->tick, .seed = of->seed, .scratch = p->scratch};
}

/// Puts agents into their first state.
static void begin_agents(const agent_probe *p, uint64_t first, uint64_t count) {
    unsigned char *agents = p->agents.bytes;
    if (p->agent_size == 1) {
        memset(agents + first, *p->begins, (size_t)count);
        return;
    }
    for (uint64_t row = first; row < first + count; row++) {
        memcpy(agents + row * p->agent_size, p->begins, p->agent_size);
    }
}

/// Decides for some agents. Returns their bytes.
static const unsigned char *decide(const wits_crowd *crowd, const wits_inspector *of, const agent_probe *p,
                                   uint64_t first, uint64_t count) {
    const wits_crowd_run run = run_of(of, p);
    begin_agents(p, first, count);
    wits_crowd_decide(crowd, first, count, &run);
    return (const unsigned char *)p->agents.bytes + first * p->agent_size;
}

void wits_inspect_test(const wits_inspector *of, const agent_probe *p, uint64_t first, uint32_t count, bool *holds) {
    const wits_crowd crowd = crowd_of(of, p);
    uint32_t candidates = 0;
    for (uint32_t i = 0; i < count; i++) {
        candidates += holds[i];
    }
    if (candidates > FEW) {
        const unsigned char *agents = decide(&crowd, of, p, first, count);
        if (p->agent_size == 1) {  // as in most brains without events and clocks
            for (uint32_t i = 0; i < count; i++) {
                holds[i] = holds[i] && agents[i] != *p->begins;
            }
            return;
        }
        for (uint32_t i = 0; i < count; i++) {
            holds[i] = holds[i] && memcmp(agents + i * p->agent_size, p->begins, p->agent_size) != 0;
        }
        return;
    }
    for (uint32_t i = 0; i < count && candidates > 0; i++) {
        holds[i] = holds[i] && memcmp(decide(&crowd, of, p, first + i, 1), p->begins, p->agent_size) != 0;
    }
}

void wits_inspect_assign(const wits_inspector *of, const agent_probe *p, uint64_t first, uint64_t count) {
    const wits_crowd crowd = crowd_of(of, p);
    const wits_crowd_run run = run_of(of, p);
    begin_agents(p, first, count);
    wits_crowd_update(&crowd, first, count, &run);
}
