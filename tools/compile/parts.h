// SPDX-License-Identifier: MIT
// Parts of generated C that many brains need; part_x becomes guard_x. Units that a brain does not use are omitted, and
// so are lines between #ifdef PART_TARGETS and #endif if no option has a target. This file is compiled only as
// generated C. part_pass, part_rows and everything else that is missing here is generated for each brain.
#ifndef WITS_COMPILE_PARTS_H
#define WITS_COMPILE_PARTS_H

// ------------------------------------------------------------------------------------------------------------- queries

// Equivalent to src/core/compile/slots.c and agent.c.

typedef struct part_row {
    uint16_t parent;
    uint16_t end;
    uint16_t ordinal;
    uint16_t child_count;
    uint16_t machine;
    uint16_t inside;
    uint16_t fresh;
    uint8_t depth;
    uint8_t kind;       ///< 0 leaf, 1 one active child, 2 all children active
    uint8_t suspends;   ///< keeps its inside on exit
    uint8_t is_filled;  ///< may have no active child until a decision
    uint32_t clock;     ///< from here on offsets into the agent's bytes; 0: none
    uint32_t scored_clock;
    uint32_t data;
    uint32_t data_size;
    uint32_t memory;
    uint32_t cooldown_at;
} part_row;

typedef struct part_machine {
    uint32_t slot;
    uint16_t first_config;
    uint16_t config_count;
    uint16_t owner;
    uint16_t width;
} part_machine;

static bool part_contains(uint32_t outer, uint32_t inner) {
    return inner >= outer && inner < part_rows[outer].end;
}

/// Returns the deepest active or kept state of a machine.
static uint32_t part_deepest_of(const uint8_t *agent, uint32_t machine) {
    const uint32_t slot = bytes_get(agent + part_machines[machine].slot, part_machines[machine].width);
    return slot == 0 ? PART_NONE : part_config_states[part_machines[machine].first_config + slot - 1];
}

static uint16_t part_active_child(const uint8_t *agent, uint32_t composite) {
    uint32_t id = part_deepest_of(agent, part_rows[composite].inside);
    if (id == PART_NONE || part_rows[id].depth == part_rows[composite].depth) {
        return PART_NONE;
    }
    while (part_rows[id].parent != composite) {
        id = part_rows[id].parent;
    }
    return (uint16_t)id;
}

/// Checks the slots from the state's machine outwards, up to `end`.
static bool part_is_in_by_slots(const uint8_t *agent, uint32_t id, uint32_t end) {
    for (;;) {
        const uint32_t machine = part_rows[id].machine, deepest = part_deepest_of(agent, machine);
        if (deepest == PART_NONE || !part_contains(id, deepest)) {
            return false;
        }
        id = part_machines[machine].owner;
        if (id == PART_NONE || id == end) {
            return true;
        }
    }
}

PART_API bool part_is_started(const void *agent) {
    return bytes_get((const uint8_t *)agent, part_machines[0].width) != 0;
}

PART_API bool part_is_in(const void *agent, uint32_t state) {
    return state < PART_STATE_COUNT && part_is_in_by_slots((const uint8_t *)agent, state, PART_NONE);
}

/// Returns the next region after `id`, of the innermost parallel inside `top` that has one.
static uint32_t part_next_region(uint32_t id, uint32_t top) {
    while (id != top) {
        const uint32_t around = part_rows[id].parent;
        if (part_rows[around].kind == 2 && part_rows[id].ordinal + 1u < part_rows[around].child_count) {
            return part_rows[id].end;
        }
        id = around;
    }
    return PART_NONE;
}

/// Returns the next active state after `id` inside `top`, in tree order.
static uint32_t part_next_active(const uint8_t *agent, uint32_t id, uint32_t top) {
    const uint32_t inside = part_rows[id].kind == 2   ? id + 1
                            : part_rows[id].kind == 1 ? part_active_child(agent, id)
                                                      : PART_NONE;
    return inside != PART_NONE ? inside : part_next_region(id, top);
}

PART_API uint32_t part_active(const void *agent, uint16_t *states, uint32_t capacity) {
    const uint8_t *bytes = (const uint8_t *)agent;
    uint32_t count = 0;
    for (uint32_t id = part_is_started(agent) ? 0 : PART_NONE; id != PART_NONE;) {
        const uint32_t next = part_next_active(bytes, id, 0);
        if (next == PART_NONE || !part_contains(id, next)) {
            if (count < capacity) {
                states[count] = (uint16_t)id;
            }
            count++;
        }
        id = next;
    }
    return count;
}

PART_API uint16_t part_deepest(const void *agent) {
    uint16_t id = PART_NONE;
    part_active(agent, &id, 1);
    return id;
}

PART_API uint32_t part_elapsed(const void *agent, uint32_t state, uint32_t tick) {
    const uint8_t *bytes = (const uint8_t *)agent;
    const bool has = part_is_in(agent, state) && part_rows[state].clock != 0;
    return has ? tick - bytes_get32(bytes + part_rows[state].clock) : 0;
}

PART_API bool part_raise(void *agent, uint32_t event) {
    uint8_t *bytes = (uint8_t *)agent;
    if ((uint64_t)event + 1 > PART_EVENT_COUNT) {
        return false;
    }
    bytes[PART_EVENTS_AT + event / 8] = (uint8_t)(bytes[PART_EVENTS_AT + event / 8] | 1u << event % 8);
    return true;
}

PART_API bool part_is_pending(const void *agent, uint32_t event) {
    const uint8_t *bytes = (const uint8_t *)agent;
    return (uint64_t)event + 1 <= PART_EVENT_COUNT && (bytes[PART_EVENTS_AT + event / 8] >> event % 8 & 1) != 0;
}

PART_API uint64_t part_agent_hash(const void *agent, uint64_t id) {
    const uint8_t *bytes = (const uint8_t *)agent;
    uint64_t hash = random_mix(id + 0x9E3779B97F4A7C15u);
    for (uint32_t first = 0; first < PART_AGENT_SIZE; first += 8) {
        uint64_t word = 0;
        for (uint32_t i = 0; i < 8 && first + i < PART_AGENT_SIZE; i++) {
            word |= (uint64_t)bytes[first + i] << 8 * i;
        }
        hash = random_mix(hash ^ word) + 0x9E3779B97F4A7C15u;
    }
    return random_mix(hash ^ PART_AGENT_SIZE);
}

// ------------------------------------------------------------------------------------------------------------ validity

/// Counts nonzero bytes that have an owner.
typedef struct part_inspection {
    const uint8_t *agent;
    uint32_t owned;
    bool valid;
} part_inspection;

static uint32_t part_count_bytes(const uint8_t *bytes, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        count += bytes[i] != 0;
    }
    return count;
}

static void part_own(part_inspection *in, uint32_t offset, uint32_t size) {
    in->owned += offset != 0 || size != 0 ? part_count_bytes(in->agent + offset, size) : 0;
}

static uint32_t part_memory_of(const part_inspection *in, const part_row *s) {
    return s->memory == 0 ? 0 : bytes_get(in->agent + s->memory, s->child_count <= 0xFF ? 1 : 2);
}

/// Inspects the data of an active or kept state, and whether its inside is consistent.
static void part_inspect_state(part_inspection *in, uint32_t id) {
    const part_row *s = &part_rows[id];
    part_own(in, s->clock, s->clock != 0 ? 4 : 0);
    part_own(in, s->scored_clock, s->scored_clock != 0 ? 4 : 0);
    part_own(in, s->data, s->data_size);
#ifdef PART_TARGETS
    part_own(in, part_target_at(id), part_target_at(id) != 0 ? 4 : 0);
#endif
    if (s->kind == 1) {
        const bool is_empty = part_active_child(in->agent, id) == PART_NONE;
        in->valid = in->valid && (s->is_filled != 0 || !is_empty) && (is_empty || part_memory_of(in, s) == 0);
    }
    for (uint32_t region = id + 1; s->kind == 2 && region < s->end; region = part_rows[region].end) {
        in->valid = in->valid && part_deepest_of(in->agent, part_rows[region].machine) != PART_NONE;
    }
}

static void part_inspect_tree(part_inspection *in, uint32_t top) {
    for (uint32_t id = top; id != PART_NONE && in->valid; id = part_next_active(in->agent, id, top)) {
        part_inspect_state(in, id);
    }
}

/// A slot must belong to an active or kept state.
static void part_inspect_machine(part_inspection *in, uint32_t number) {
    const part_machine *machine = &part_machines[number];
    part_own(in, machine->slot, machine->width);
    if (part_deepest_of(in->agent, number) != PART_NONE && machine->owner != PART_NONE &&
        part_deepest_of(in->agent, part_rows[machine->owner].machine) != machine->owner) {
        in->valid = in->valid && part_rows[machine->owner].suspends != 0;
    }
}

/// Inspects what a composite keeps, if it is not itself the deepest state of its machine.
static void part_inspect_kept(part_inspection *in, uint32_t id) {
    const part_row *s = &part_rows[id];
    uint32_t kept = 0, regions = 0;
    if (s->suspends == 0 || part_deepest_of(in->agent, s->machine) == id) {
        return;
    }
    if (s->kind == 1 && part_active_child(in->agent, id) != PART_NONE) {
        part_inspect_tree(in, part_active_child(in->agent, id));
    }
    for (uint32_t region = id + 1; s->kind == 2 && region < s->end; region = part_rows[region].end) {
        regions++;
        if (part_deepest_of(in->agent, part_rows[region].machine) != PART_NONE) {
            kept++;
            part_inspect_tree(in, region);
        }
    }
    in->valid = in->valid && (kept == 0 || kept == regions);
}

static void part_inspect_rest(part_inspection *in, uint32_t id) {
    const part_row *s = &part_rows[id];
    if (s->memory != 0) {
        in->valid = in->valid && part_memory_of(in, s) <= s->child_count;
        part_own(in, s->memory, s->child_count <= 0xFF ? 1 : 2);
    }
    if (s->cooldown_at != 0) {
        in->valid = in->valid && in->agent[s->cooldown_at] <= 1;
        part_own(in, s->cooldown_at, in->agent[s->cooldown_at] != 0 ? 5 : 0);
    }
}

/// Each fresh bit must belong to an active state.
static void part_inspect_fresh(part_inspection *in) {
    uint32_t bits = 0, owners = 0;
    for (uint32_t i = 0; i + 1 <= PART_FRESH_BYTES * 8; i++) {
        bits += in->agent[PART_FRESH_AT + i / 8] >> i % 8 & 1;
    }
    for (uint32_t id = 0; id != PART_NONE && in->valid; id = part_next_active(in->agent, id, 0)) {
        const uint32_t bit = part_rows[id].fresh;
        owners += bit != PART_NONE && (in->agent[PART_FRESH_AT + bit / 8] >> bit % 8 & 1) != 0;
    }
    in->valid = in->valid && bits == owners;
    part_own(in, PART_FRESH_AT, PART_FRESH_BYTES);
}

PART_API bool part_agent_is_valid(const void *agent, size_t size) {
    part_inspection in;
    in.agent = (const uint8_t *)agent;
    in.owned = 0;
    in.valid = agent != NULL && size == PART_AGENT_SIZE;
    for (uint32_t number = 0; in.valid && number < PART_MACHINE_COUNT; number++) {
        in.valid = bytes_get(in.agent + part_machines[number].slot, part_machines[number].width) <=
                   part_machines[number].config_count;
    }
    for (uint32_t bit = PART_EVENT_COUNT; in.valid && bit + 1 <= PART_EVENT_BYTES * 8; bit++) {
        in.valid = (in.agent[PART_EVENTS_AT + bit / 8] >> bit % 8 & 1) == 0;
    }
    if (!in.valid) {
        return false;
    }
    part_own(&in, PART_EVENTS_AT, PART_EVENT_BYTES);
    if (part_is_started(agent)) {
        part_inspect_tree(&in, 0);
        for (uint32_t number = 0; number < PART_MACHINE_COUNT && in.valid; number++) {
            part_inspect_machine(&in, number);
        }
        for (uint32_t id = 0; id < PART_STATE_COUNT && in.valid; id++) {
            part_inspect_rest(&in, id);
            part_inspect_kept(&in, id);
        }
        if (PART_FRESH_BYTES != 0) {
            part_inspect_fresh(&in);
        }
    }
    return in.valid && in.owned == part_count_bytes(in.agent, PART_AGENT_SIZE);
}

// ----------------------------------------------------------------------------------------------- inside host functions

PART_API bool part_call_is_in(const part_call *call, uint32_t state) {
    const uint8_t *agent = (const uint8_t *)call->agent;
    const uint32_t moment = call->moment & 0xFFFF;
    if (state >= PART_STATE_COUNT) {
        return false;
    }
    if (moment == PART_NONE) {
        return part_is_in_by_slots(agent, state, PART_NONE);
    }
    if (part_contains(state, moment)) {
        return !(state == moment && (call->moment & 0x10000u) != 0);
    }
    uint32_t around = moment;
    while (!part_contains(around, state)) {
        around = part_rows[around].parent;
    }
    const part_row *parallel = &part_rows[around];
    if (around == moment || (call->kept_in != 0 && call->kept_in == around) || parallel->kind != 2 ||
        !part_is_in_by_slots(agent, state, around)) {
        return false;
    }
    return state < moment || parallel->suspends == 0 ||
           part_contains(around, part_deepest_of(agent, parallel->machine));
}

PART_API uint32_t part_call_elapsed(const part_call *call) {
    const uint32_t clock = part_rows[call->state].clock;
    if (call->is_listed != 0) {  // 2: an `any` transition whose composite has no active child
        return call->kind == PART_ACTION_ENTER || call->is_listed == 2
                   ? 0
                   : part_elapsed(call->agent, call->state, call->frame->tick);
    }
    if (call->kind == PART_ACTION_TRANSITION) {
        return call->source_elapsed;
    }
    return clock == 0 ? 0 : call->frame->tick - bytes_get32((const uint8_t *)call->agent + clock);
}

static void part_list_add(const part_frame *frame, uint32_t action, uint32_t kind, uint32_t row) {
    part_action_record *record = &frame->list->records[frame->list->count++];
    record->agent = frame->agent;
    record->agent_row = frame->row;
    record->action = action;
    record->kind = (uint16_t)kind;
    record->row = (uint16_t)row;
    record->arguments = 0;
    record->target_kind = 0xFFFFu;
    record->target = 0xFFFFFFFFu;
}

static bool part_has_room(const part_frame *frame, uint32_t needed, uint32_t arguments) {
    return frame->list == NULL || needed == 0 ||
           (frame->list->capacity - frame->list->count >= needed &&
            (arguments == 0 || frame->list->argument_capacity - frame->list->argument_count >= arguments));
}

/// Reserves the computed arguments of the last record. There must be room for them.
static uint32_t *part_list_arguments(part_list *list, uint32_t count) {
    uint32_t *given = list->arguments + list->argument_count;
    list->records[list->count - 1].arguments = list->argument_count;
    list->argument_count += count;
    return given;
}

/// Returns whether a list has `count` arguments from `first` on.
static bool part_has_arguments(const part_list *list, uint32_t first, uint32_t count) {
    return list != NULL && list->arguments != NULL && first <= list->argument_count &&
           list->argument_count - first >= count;
}

// --------------------------------------------------------------------------------------------------------------- verbs

/// Enters the sibling regions before `region`, or after it, which ends the parallel.
static void part_enter_beside(part_pass *p, uint32_t region, bool after) {
    const uint32_t around = part_rows[region].parent;
    if (part_rows[around].kind != 2) {
        return;
    }
    for (uint32_t id = after ? part_rows[region].end : around + 1u; id < (after ? part_rows[around].end : region);
         id = part_rows[id].end) {
        part_enter_region_beside(p, id);
    }
    if (after) {
        part_end_regions(p, around);
    }
}

static uint32_t part_ancestor(uint32_t id, uint32_t depth) {
    while (part_rows[id].depth > depth) {
        id = part_rows[id].parent;
    }
    return id;
}

/// Enters all states below `domain` (none: from the root) to `destination`, and what follows inside.
static void part_enter_way(part_pass *p, uint32_t domain, uint32_t destination) {
    const uint32_t first = domain == PART_NONE ? 0 : part_rows[domain].depth + 1u, last = part_rows[destination].depth;
    for (uint32_t depth = first; depth <= last; depth++) {
        const uint32_t id = part_ancestor(destination, depth);
        if (depth > first) {
            part_make_way(p, id);
            part_enter_beside(p, id, false);
        }
        part_enter_state(p, id);
    }
    part_enter_what_follows(p, destination);
    for (uint32_t depth = last; depth > first; depth--) {
        part_enter_beside(p, part_ancestor(destination, depth), true);
    }
}

/// Clears everything except pending events.
static void part_forget(uint8_t *agent) {
    for (uint32_t i = 0; i < PART_AGENT_SIZE; i++) {
        if (i < PART_EVENTS_AT || i >= PART_EVENTS_AT + PART_EVENT_BYTES) {
            agent[i] = 0;
        }
    }
}

/// Enters an inactive state from its innermost active ancestor.
static void part_move_to(part_pass *p, uint32_t destination) {
    uint32_t domain = part_rows[destination].parent;
    while (!part_is_in(p->agent, domain)) {
        domain = part_rows[domain].parent;
    }
    const uint32_t child = part_active_child(p->agent, domain);
    if (child != PART_NONE) {
        part_exit_at(p, child);
    }
    part_enter_way(p, domain, destination);
}

static void part_go(part_pass *p, uint32_t destination, bool again) {
    if (!part_is_started(p->agent)) {
        part_enter_way(p, PART_NONE, destination);
    } else if (!part_is_in(p->agent, destination)) {
        part_move_to(p, destination);
    } else if (again) {
        part_exit_at(p, destination);
        part_enter_way(p, part_rows[destination].parent, destination);
    }
}

PART_API bool part_start(void *agent, const part_frame *frame) {
    part_pass p;
    part_begin(&p, agent, frame);
    if (!part_has_room(frame, PART_ROOM_START, PART_ARGUMENT_ROOM_START)) {
        return false;
    }
    if (!part_is_started(agent)) {
        part_enter_way(&p, PART_NONE, 0);
    }
    return true;
}

PART_API bool part_stop(void *agent, const part_frame *frame) {
    part_pass p;
    part_begin(&p, agent, frame);
    if (!part_has_room(frame, PART_ROOM_STOP, PART_ARGUMENT_ROOM_STOP)) {
        return false;
    }
    if (part_is_started(agent)) {
        p.stops = true;
        part_exit_all(&p, 0);
    }
    part_forget(p.agent);
    return true;
}

static bool part_goes(void *agent, const part_frame *frame, uint32_t state, bool again) {
    part_pass p;
    part_begin(&p, agent, frame);
    if (state == 0 || state >= PART_STATE_COUNT || !part_has_room(frame, PART_ROOM_GOTO, PART_ARGUMENT_ROOM_GOTO)) {
        return false;
    }
    part_go(&p, state, again);
    return true;
}

PART_API bool part_goto(void *agent, const part_frame *frame, uint32_t state) {
    return part_goes(agent, frame, state, false);
}

PART_API bool part_restart(void *agent, const part_frame *frame, uint32_t state) {
    return part_goes(agent, frame, state, true);
}

PART_API bool part_set_state(void *agent, const part_frame *frame, uint32_t state) {
    part_pass p;
    if (state >= PART_STATE_COUNT) {
        return false;
    }
    part_begin(&p, agent, frame);
    part_forget(p.agent);
    p.silent = true;
    part_enter_way(&p, PART_NONE, state);
    return true;
}

PART_API bool part_run_record(void *agent, const part_frame *frame, const part_action_record *record) {
    part_pass p;
    part_begin(&p, agent, frame);
    const uint32_t rows = record->kind == PART_ACTION_TRANSITION ? PART_TRANSITION_COUNT
                          : record->kind == PART_ACTION_STEP     ? PART_STEP_COUNT
                                                                 : PART_STATE_COUNT;
#ifdef PART_TARGETS
    const bool is_known = record->kind < PART_ACTION_RETARGET ||
                          (record->kind == PART_ACTION_RETARGET && part_target_at(record->row) != 0);
    if (!is_known || record->row >= rows || !part_has_record_target(record)) {
        return false;
    }
#else
    if (record->kind > PART_ACTION_TRANSITION || record->row >= rows) {
        return false;
    }
#endif
    part_call call = part_call_of(&p, 0, record->row, PART_NONE, PART_NONE);
    call.kind = record->kind;
    call.is_listed = 1;
#ifdef PART_TARGETS
    const part_call_target target = part_told_of_record(&p, record);
    call.target = target.kind != PART_NONE ? &target : NULL;
#endif
    if (record->kind == PART_ACTION_TRANSITION || record->kind == PART_ACTION_STEP) {
        part_find_source(&call, record);
    }
    return part_run_action(&p, record->action, call, record->arguments);
}

#endif
