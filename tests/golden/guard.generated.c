// Made by 'wits compile' from guard.yaml; do not edit.
#include "guard.generated.h"

#include <float.h>

#if FLT_EVAL_METHOD == 1 || FLT_EVAL_METHOD == 2
#error "floats must be computed as floats: on 32-bit x86 by -msse2 -mfpmath=sse"
#endif
#ifdef __FAST_MATH__
#error "-ffast-math gives other results on each machine"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
// gcc fuses products and sums in C++, but not in strict C.
#elif defined(__GNUC__) && defined(__FP_FAST_FMAF) && (defined(__cplusplus) || !defined(__STRICT_ANSI__))
#pragma GCC optimize("fp-contract=off")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif
// Floating-point exceptions are not used. Otherwise gcc keeps branches for their sake and does not vectorize;
// results are the same.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-trapping-math")
#endif

// With GUARD_CHECKS defined, every call asserts that its bytes are an agent of this brain.
#ifndef GUARD_ASSERT
#ifdef GUARD_CHECKS
#undef NDEBUG
#include <assert.h>
#define GUARD_ASSERT(condition) assert(condition)
#else
#define GUARD_ASSERT(condition) ((void)0)
#endif
#endif

// Conditions of a brain file may be always true, or always false.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wtautological-compare"
#endif
// One of two square roots is unused, and some loops over agents cannot be vectorized.
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#pragma clang diagnostic ignored "-Wpass-failed"
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { GUARD_CHOOSE_NONE = -1 };  ///< instead of an ordinal

/// A wits_select, which src/expr does not know; core/selects.h compares the numbers.
enum { GUARD_CHOOSE_HIGHEST = 1, GUARD_CHOOSE_WEIGHTED = 2, GUARD_CHOOSE_TOP = 3, GUARD_CHOOSE_WITHIN = 4,
      GUARD_CHOOSE_SOFTMAX = 5 };

/// The rules of a utility for choosing among its options.
typedef struct guard_choose_rules {
    uint32_t count;           ///< options
    uint32_t default_option;  ///< its ordinal; `count` or more: none
    uint32_t select;
    float number;    ///< parameter of `select`
    bool is_ranked;  ///< otherwise all ranks are equal
} guard_choose_rules;

/// The state of a running call.
typedef struct guard_pass {
    const guard_frame *frame;
    uint8_t *agent;
    guard_context *self;
    uint64_t pending;  ///< events at the start of the decision
    uint32_t source_elapsed;
    uint32_t over;  ///< states inside it are already updated
    uint16_t source;
    uint16_t kept_in;  ///< a kept region of this parallel is exiting
    bool deciding;
    bool silent;  ///< actions do not run
    bool stops;   ///< nothing is kept
} guard_pass;

/// Counts nonzero bytes that have an owner.
typedef struct guard_inspection {
    const uint8_t *agent;
    uint32_t owned;
    bool valid;
} guard_inspection;

#define GUARD_MACHINE_COUNT 1u

static inline uint32_t guard_bytes_get16(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

/// A number of `width` bytes: 1 or 2.
static inline uint32_t guard_bytes_get(const uint8_t *bytes, uint32_t width) {
    return width == 1 ? bytes[0] : guard_bytes_get16(bytes);
}

typedef struct guard_machine {
    uint32_t slot;
    uint16_t first_config;
    uint16_t config_count;
    uint16_t owner;
    uint16_t width;
} guard_machine;

// Machines, whose slots hold the active states: offset of the slot, first and number of its config_states,
// owner state, bytes of the slot.
static const guard_machine guard_machines[1] = {
    {0, 0, 8, 65535, 1},
};

#define GUARD_EVENT_BYTES 1u

#define GUARD_EVENTS_AT 1u

static uint32_t guard_count_bytes(const uint8_t *bytes, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        count += bytes[i] != 0;
    }
    return count;
}

static void guard_own(guard_inspection *in, uint32_t offset, uint32_t size) {
    in->owned += offset != 0 || size != 0 ? guard_count_bytes(in->agent + offset, size) : 0;
}

GUARD_API bool guard_is_started(const void *agent) {
    return guard_bytes_get((const uint8_t *)agent, guard_machines[0].width) != 0;
}

typedef struct guard_row {
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
} guard_row;

// For each state: parent, end, ordinal, children, machine, inner machine, fresh bit, depth, kind, suspends,
// is_filled; then offsets in the agent's bytes: clock, clock of scoring, data, its size, memory, cooldown.
static const guard_row guard_rows[11] = {
    {65535, 11, 0, 3, 0, 0, 65535, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0},  // root
    {0, 4, 0, 2, 0, 0, 65535, 1, 1, 0, 0, 0, 0, 0, 0, 2, 0},       // patrol
    {1, 3, 0, 0, 0, 0, 65535, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0},       // patrol_walk
    {1, 4, 1, 0, 0, 0, 65535, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0},       // patrol_look
    {0, 5, 1, 0, 0, 0, 65535, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0},       // search
    {0, 11, 2, 5, 0, 0, 65535, 1, 1, 0, 0, 3, 0, 0, 0, 0, 0},      // combat
    {5, 7, 0, 0, 0, 0, 65535, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},       // combat_close_in
    {5, 8, 1, 0, 0, 0, 65535, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},       // combat_attack
    {5, 9, 2, 0, 0, 0, 65535, 2, 0, 0, 0, 7, 0, 0, 0, 0, 0},       // combat_cover
    {5, 10, 3, 0, 0, 0, 65535, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},      // combat_flee
    {5, 11, 4, 0, 0, 0, 65535, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0},      // combat_listen
};

// The deepest state for each value of a slot, from 1, for one machine after the other.
static const uint16_t guard_config_states[8] = {
    GUARD_STATE_PATROL_WALK,
    GUARD_STATE_PATROL_LOOK,
    GUARD_STATE_SEARCH,
    GUARD_STATE_COMBAT_CLOSE_IN,
    GUARD_STATE_COMBAT_ATTACK,
    GUARD_STATE_COMBAT_COVER,
    GUARD_STATE_COMBAT_FLEE,
    GUARD_STATE_COMBAT_LISTEN,
};

/// Returns the deepest active or kept state of a machine.
static uint32_t guard_deepest_of(const uint8_t *agent, uint32_t machine) {
    const uint32_t slot = guard_bytes_get(agent + guard_machines[machine].slot, guard_machines[machine].width);
    return slot == 0 ? GUARD_NONE : guard_config_states[guard_machines[machine].first_config + slot - 1];
}

static uint16_t guard_active_child(const uint8_t *agent, uint32_t composite) {
    uint32_t id = guard_deepest_of(agent, guard_rows[composite].inside);
    if (id == GUARD_NONE || guard_rows[id].depth == guard_rows[composite].depth) {
        return GUARD_NONE;
    }
    while (guard_rows[id].parent != composite) {
        id = guard_rows[id].parent;
    }
    return (uint16_t)id;
}

/// Returns the next region after `id`, of the innermost parallel inside `top` that has one.
static uint32_t guard_next_region(uint32_t id, uint32_t top) {
    while (id != top) {
        const uint32_t around = guard_rows[id].parent;
        if (guard_rows[around].kind == 2 && guard_rows[id].ordinal + 1u < guard_rows[around].child_count) {
            return guard_rows[id].end;
        }
        id = around;
    }
    return GUARD_NONE;
}

/// Returns the next active state after `id` inside `top`, in tree order.
static uint32_t guard_next_active(const uint8_t *agent, uint32_t id, uint32_t top) {
    const uint32_t inside = guard_rows[id].kind == 2   ? id + 1
                            : guard_rows[id].kind == 1 ? guard_active_child(agent, id)
                                                      : GUARD_NONE;
    return inside != GUARD_NONE ? inside : guard_next_region(id, top);
}

static uint32_t guard_memory_of(const guard_inspection *in, const guard_row *s) {
    return s->memory == 0 ? 0 : guard_bytes_get(in->agent + s->memory, s->child_count <= 0xFF ? 1 : 2);
}

/// Inspects the data of an active or kept state, and whether its inside is consistent.
static void guard_inspect_state(guard_inspection *in, uint32_t id) {
    const guard_row *s = &guard_rows[id];
    guard_own(in, s->clock, s->clock != 0 ? 4 : 0);
    guard_own(in, s->scored_clock, s->scored_clock != 0 ? 4 : 0);
    guard_own(in, s->data, s->data_size);
    if (s->kind == 1) {
        const bool is_empty = guard_active_child(in->agent, id) == GUARD_NONE;
        in->valid = in->valid && (s->is_filled != 0 || !is_empty) && (is_empty || guard_memory_of(in, s) == 0);
    }
    for (uint32_t region = id + 1; s->kind == 2 && region < s->end; region = guard_rows[region].end) {
        in->valid = in->valid && guard_deepest_of(in->agent, guard_rows[region].machine) != GUARD_NONE;
    }
}

static void guard_inspect_tree(guard_inspection *in, uint32_t top) {
    for (uint32_t id = top; id != GUARD_NONE && in->valid; id = guard_next_active(in->agent, id, top)) {
        guard_inspect_state(in, id);
    }
}

/// A slot must belong to an active or kept state.
static void guard_inspect_machine(guard_inspection *in, uint32_t number) {
    const guard_machine *machine = &guard_machines[number];
    guard_own(in, machine->slot, machine->width);
    if (guard_deepest_of(in->agent, number) != GUARD_NONE && machine->owner != GUARD_NONE &&
        guard_deepest_of(in->agent, guard_rows[machine->owner].machine) != machine->owner) {
        in->valid = in->valid && guard_rows[machine->owner].suspends != 0;
    }
}

static void guard_inspect_rest(guard_inspection *in, uint32_t id) {
    const guard_row *s = &guard_rows[id];
    if (s->memory != 0) {
        in->valid = in->valid && guard_memory_of(in, s) <= s->child_count;
        guard_own(in, s->memory, s->child_count <= 0xFF ? 1 : 2);
    }
    if (s->cooldown_at != 0) {
        in->valid = in->valid && in->agent[s->cooldown_at] <= 1;
        guard_own(in, s->cooldown_at, in->agent[s->cooldown_at] != 0 ? 5 : 0);
    }
}

/// Inspects what a composite keeps, if it is not itself the deepest state of its machine.
static void guard_inspect_kept(guard_inspection *in, uint32_t id) {
    const guard_row *s = &guard_rows[id];
    uint32_t kept = 0, regions = 0;
    if (s->suspends == 0 || guard_deepest_of(in->agent, s->machine) == id) {
        return;
    }
    if (s->kind == 1 && guard_active_child(in->agent, id) != GUARD_NONE) {
        guard_inspect_tree(in, guard_active_child(in->agent, id));
    }
    for (uint32_t region = id + 1; s->kind == 2 && region < s->end; region = guard_rows[region].end) {
        regions++;
        if (guard_deepest_of(in->agent, guard_rows[region].machine) != GUARD_NONE) {
            kept++;
            guard_inspect_tree(in, region);
        }
    }
    in->valid = in->valid && (kept == 0 || kept == regions);
}

#define GUARD_FRESH_BYTES 0u

#define GUARD_FRESH_AT 2u

/// Each fresh bit must belong to an active state.
static void guard_inspect_fresh(guard_inspection *in) {
    uint32_t bits = 0, owners = 0;
    for (uint32_t i = 0; i + 1 <= GUARD_FRESH_BYTES * 8; i++) {
        bits += in->agent[GUARD_FRESH_AT + i / 8] >> i % 8 & 1;
    }
    for (uint32_t id = 0; id != GUARD_NONE && in->valid; id = guard_next_active(in->agent, id, 0)) {
        const uint32_t bit = guard_rows[id].fresh;
        owners += bit != GUARD_NONE && (in->agent[GUARD_FRESH_AT + bit / 8] >> bit % 8 & 1) != 0;
    }
    in->valid = in->valid && bits == owners;
    guard_own(in, GUARD_FRESH_AT, GUARD_FRESH_BYTES);
}

GUARD_API bool guard_agent_is_valid(const void *agent, size_t size) {
    guard_inspection in;
    in.agent = (const uint8_t *)agent;
    in.owned = 0;
    in.valid = agent != NULL && size == GUARD_AGENT_SIZE;
    for (uint32_t number = 0; in.valid && number < GUARD_MACHINE_COUNT; number++) {
        in.valid = guard_bytes_get(in.agent + guard_machines[number].slot, guard_machines[number].width) <=
                   guard_machines[number].config_count;
    }
    for (uint32_t bit = GUARD_EVENT_COUNT; in.valid && bit + 1 <= GUARD_EVENT_BYTES * 8; bit++) {
        in.valid = (in.agent[GUARD_EVENTS_AT + bit / 8] >> bit % 8 & 1) == 0;
    }
    if (!in.valid) {
        return false;
    }
    guard_own(&in, GUARD_EVENTS_AT, GUARD_EVENT_BYTES);
    if (guard_is_started(agent)) {
        guard_inspect_tree(&in, 0);
        for (uint32_t number = 0; number < GUARD_MACHINE_COUNT && in.valid; number++) {
            guard_inspect_machine(&in, number);
        }
        for (uint32_t id = 0; id < GUARD_STATE_COUNT && in.valid; id++) {
            guard_inspect_rest(&in, id);
            guard_inspect_kept(&in, id);
        }
        if (GUARD_FRESH_BYTES != 0) {
            guard_inspect_fresh(&in);
        }
    }
    return in.valid && in.owned == guard_count_bytes(in.agent, GUARD_AGENT_SIZE);
}

static void guard_begin(guard_pass *p, void *agent, const guard_frame *frame) {
    GUARD_ASSERT(guard_agent_is_valid(agent, GUARD_AGENT_SIZE));
    p->frame = frame;
    p->agent = (uint8_t *)agent;
    p->self = frame->context;
    p->pending = 0;
    p->source_elapsed = 0;
    p->over = GUARD_NONE;
    p->source = 0;
    p->kept_in = 0;
    p->deciding = false;
    p->silent = false;
    p->stops = false;
}

static bool guard_has_room(const guard_frame *frame, uint32_t needed, uint32_t arguments) {
    return frame->list == NULL || needed == 0 ||
           (frame->list->capacity - frame->list->count >= needed &&
            (arguments == 0 || frame->list->argument_capacity - frame->list->argument_count >= arguments));
}

static inline void guard_bytes_put32(uint8_t *bytes, uint32_t value) {
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

static void guard_patrol_walk_exit(guard_pass *p) {
    guard_bytes_put32(p->agent + 3, 0);
}

static void guard_patrol_look_exit(guard_pass *p) {
    guard_bytes_put32(p->agent + 3, 0);
}

static void guard_search_exit(guard_pass *p) {
    guard_bytes_put32(p->agent + 3, 0);
}

static void guard_list_add(const guard_frame *frame, uint32_t action, uint32_t kind, uint32_t row) {
    guard_action_record *record = &frame->list->records[frame->list->count++];
    record->agent = frame->agent;
    record->agent_row = frame->row;
    record->action = action;
    record->kind = (uint16_t)kind;
    record->row = (uint16_t)row;
    record->arguments = 0;
    record->target_kind = 0xFFFFu;
    record->target = 0xFFFFFFFFu;
}

static guard_call guard_call_of(const guard_pass *p, uint32_t function, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    call.frame = p->frame;
    call.agent = p->agent;
    call.state = (uint16_t)state;
    call.row = (uint16_t)row;
    call.function = function;
    call.kind = 0;
    call.data = NULL;
    call.data_size = 0;
    call.moment = moment;
    call.source_elapsed = p->source_elapsed;
    call.kept_in = p->kept_in;
    call.is_listed = 0;
    return call;
}

static bool guard_acts_now(const guard_pass *p, guard_call *call, uint32_t action, uint32_t kind, uint32_t state,
                           uint32_t row, uint32_t moment) {
    if (p->frame->list != NULL) {
        guard_list_add(p->frame, action, kind, row != GUARD_NONE ? row : state);
        return false;
    }
    *call = guard_call_of(p, action % 1024, state, row, moment);
    call->kind = kind;
    return true;
}

static void guard_act_sheathe(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 4u, kind, state, row, moment)) {
        guard_sheathe(p->self, &call);
    }
}

static void guard_combat_exit(guard_pass *p) {
    // exit: sheathe() (line 47)
    guard_act_sheathe(p, GUARD_ACTION_EXIT, GUARD_STATE_COMBAT, GUARD_NONE, GUARD_STATE_COMBAT);
    guard_bytes_put32(p->agent + 3, 0);
}

static void guard_combat_cover_exit(guard_pass *p) {
    guard_bytes_put32(p->agent + 7, 0);
}

static void guard_exit_0(guard_pass *p, uint32_t limit, uint32_t forgets) {
    // Exits states from the deepest outwards. `limit` and its ancestors stay.
    switch (p->agent[0]) {
    case 1:  // patrol_walk
        if (GUARD_STATE_PATROL_WALK <= limit) {
            return;
        }
        guard_patrol_walk_exit(p);
        if (forgets != GUARD_STATE_PATROL) {
            p->agent[2] = 1;
        }
        break;
    case 2:  // patrol_look
        if (GUARD_STATE_PATROL_LOOK <= limit) {
            return;
        }
        guard_patrol_look_exit(p);
        if (forgets != GUARD_STATE_PATROL) {
            p->agent[2] = 2;
        }
        break;
    case 3:  // search
        if (GUARD_STATE_SEARCH <= limit) {
            return;
        }
        guard_search_exit(p);
        break;
    case 4:  // combat_close_in
        if (GUARD_STATE_COMBAT <= limit) {
            return;
        }
        guard_combat_exit(p);
        break;
    case 5:  // combat_attack
        if (GUARD_STATE_COMBAT <= limit) {
            return;
        }
        guard_combat_exit(p);
        break;
    case 6:  // combat_cover
        if (GUARD_STATE_COMBAT_COVER <= limit) {
            return;
        }
        guard_combat_cover_exit(p);
        if (GUARD_STATE_COMBAT <= limit) {
            return;
        }
        guard_combat_exit(p);
        break;
    case 7:  // combat_flee
        if (GUARD_STATE_COMBAT <= limit) {
            return;
        }
        guard_combat_exit(p);
        break;
    case 8:  // combat_listen
        if (GUARD_STATE_COMBAT <= limit) {
            return;
        }
        guard_combat_exit(p);
        break;
    default:
        break;
    }
}

static void guard_act_draw_sword(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 3u, kind, state, row, moment)) {
        guard_draw_sword(p->self, &call);
    }
}

static void guard_combat_enter(guard_pass *p) {
    guard_bytes_put32(p->agent + 3, p->frame->tick);
    // enter: draw_sword() (line 46)
    if (!p->silent) {
        guard_act_draw_sword(p, GUARD_ACTION_ENTER, GUARD_STATE_COMBAT, GUARD_NONE, GUARD_STATE_COMBAT);
    }
}

static uint32_t guard_combat_best_first(const guard_pass *p, uint32_t current) {
    // close_in: 0.03 * distance * health if sees_player else 0 (line 52)
    const float score_0 = p->self->sees_player ? 0.03f * p->self->distance * p->self->health : 0.0f;
    // attack: (1 - 0.05 * distance) * health if sees_player else 0 (line 55)
    const float score_1 = p->self->sees_player ? (1.0f - 0.05f * p->self->distance) * p->self->health : 0.0f;
    // cover: 0.8 * (1 - health) (line 59)
    const float score_2 = 0.8f * (1.0f - p->self->health);
    // flee: 1 if health < 0.25 else 0 (line 62)
    const float score_3 = (float)(p->self->health < 0.25f ? 1 : 0);
    // listen: 0.25 (line 65)
    const float score_4 = 0.25f;
    uint32_t best = GUARD_NONE;
    float best_score = 0.0f;
    if (score_0 == score_0) {
        best = GUARD_STATE_COMBAT_CLOSE_IN;
        best_score = score_0;
    }
    if (best == GUARD_NONE ? score_1 == score_1 : score_1 > best_score) {
        best = GUARD_STATE_COMBAT_ATTACK;
        best_score = score_1;
    }
    if (best == GUARD_NONE ? score_2 == score_2 : score_2 > best_score) {
        best = GUARD_STATE_COMBAT_COVER;
        best_score = score_2;
    }
    if (best == GUARD_NONE ? score_3 == score_3 : score_3 > best_score) {
        best = GUARD_STATE_COMBAT_FLEE;
        best_score = score_3;
    }
    if (best == GUARD_NONE ? score_4 == score_4 : score_4 > best_score) {
        best = GUARD_STATE_COMBAT_LISTEN;
    }
    if (best == GUARD_NONE) {
        return current;
    }
    return best;
}

static uint32_t guard_combat_first(const guard_pass *p) {
    return guard_combat_best_first(p, GUARD_NONE);
}

static void guard_combat_cover_enter(guard_pass *p) {
    guard_bytes_put32(p->agent + 7, p->frame->tick);
}

static void guard_combat_enter_inside(guard_pass *p) {
    switch (guard_combat_first(p)) {
    default:
        p->agent[0] = 4;  // combat_close_in
        break;
    case GUARD_STATE_COMBAT_ATTACK:
        p->agent[0] = 5;  // combat_attack
        break;
    case GUARD_STATE_COMBAT_COVER:
        guard_combat_cover_enter(p);
        p->agent[0] = 6;  // combat_cover
        break;
    case GUARD_STATE_COMBAT_FLEE:
        p->agent[0] = 7;  // combat_flee
        break;
    case GUARD_STATE_COMBAT_LISTEN:
        p->agent[0] = 8;  // combat_listen
        break;
    }
}

// any of the root to combat, when event alarm (line 25)
static void guard_fire_0(guard_pass *p) {
    guard_exit_0(p, GUARD_STATE_ROOT, GUARD_STATE_ROOT);
    guard_combat_enter(p);
    guard_combat_enter_inside(p);
}

static bool guard_root_try_any(guard_pass *p) {
    if ((p->pending >> 0 & 1) != 0 && !(p->agent[0] >= 4 && p->agent[0] <= 8)) {
        guard_fire_0(p);
        return true;
    }
    return false;
}

// patrol to combat, when sees_player (line 30)
static void guard_fire_1(guard_pass *p) {
    guard_exit_0(p, GUARD_STATE_PATROL, GUARD_NONE);
    guard_combat_enter(p);
    guard_combat_enter_inside(p);
}

static bool guard_patrol_try_own(guard_pass *p) {
    if (p->self->sees_player) {
        guard_fire_1(p);
        return true;
    }
    return false;
}

static inline uint32_t guard_bytes_get32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void guard_patrol_look_enter(guard_pass *p) {
    p->agent[2] = 0;
    guard_bytes_put32(p->agent + 3, p->frame->tick);
}

// patrol/walk to patrol/look, when after 3 (line 34)
static void guard_fire_2(guard_pass *p) {
    guard_patrol_walk_exit(p);
    guard_patrol_look_enter(p);
    p->agent[0] = 2;  // patrol_look
}

static bool guard_patrol_walk_try_own(guard_pass *p) {
    if (p->frame->tick - guard_bytes_get32(p->agent + 3) >= 3u) {
        guard_fire_2(p);
        return true;
    }
    return false;
}

static void guard_patrol_walk_enter(guard_pass *p) {
    p->agent[2] = 0;
    guard_bytes_put32(p->agent + 3, p->frame->tick);
}

// patrol/look to patrol/walk, when after 2 (line 37)
static void guard_fire_3(guard_pass *p) {
    guard_patrol_look_exit(p);
    guard_patrol_walk_enter(p);
    p->agent[0] = 1;  // patrol_walk
}

static bool guard_patrol_look_try_own(guard_pass *p) {
    if (p->frame->tick - guard_bytes_get32(p->agent + 3) >= 2u) {
        guard_fire_3(p);
        return true;
    }
    return false;
}

// search to combat, when sees_player (line 41)
static void guard_fire_4(guard_pass *p) {
    guard_search_exit(p);
    guard_combat_enter(p);
    guard_combat_enter_inside(p);
}

static void guard_patrol_enter_inside(guard_pass *p) {
    if (p->agent[2] == 0) {
        guard_patrol_walk_enter(p);
        p->agent[0] = 1;  // patrol_walk
    } else if (p->agent[2] == 1) {
        guard_patrol_walk_enter(p);
        p->agent[0] = 1;  // patrol_walk
    } else if (p->agent[2] == 2) {
        guard_patrol_look_enter(p);
        p->agent[0] = 2;  // patrol_look
    }
}

// search to patrol, when after 6 (line 42)
static void guard_fire_5(guard_pass *p) {
    guard_search_exit(p);
    guard_patrol_enter_inside(p);
}

static bool guard_search_try_own(guard_pass *p) {
    if (p->self->sees_player) {
        guard_fire_4(p);
        return true;
    }
    if (p->frame->tick - guard_bytes_get32(p->agent + 3) >= 6u) {
        guard_fire_5(p);
        return true;
    }
    return false;
}

static void guard_search_enter(guard_pass *p) {
    guard_bytes_put32(p->agent + 3, p->frame->tick);
}

// combat to search, when after 5 and not sees_player and health >= 0.5 (line 49)
static void guard_fire_6(guard_pass *p) {
    guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_NONE);
    guard_combat_exit(p);
    guard_search_enter(p);
    p->agent[0] = 3;  // search
}

static bool guard_combat_try_own(guard_pass *p) {
    if (p->frame->tick - guard_bytes_get32(p->agent + 3) >= 5u && !p->self->sees_player && p->self->health >= 0.5f) {
        guard_fire_6(p);
        return true;
    }
    return false;
}

static uint32_t guard_combat_best(const guard_pass *p, uint32_t current) {
    // close_in: 0.03 * distance * health if sees_player else 0 (line 52)
    const float score_0 = (p->self->sees_player ? 0.03f * p->self->distance * p->self->health : 0.0f) +
                          (current == GUARD_STATE_COMBAT_CLOSE_IN ? 0.1f : 0.0f);
    // attack: (1 - 0.05 * distance) * health if sees_player else 0 (line 55)
    const float score_1 = (p->self->sees_player ? (1.0f - 0.05f * p->self->distance) * p->self->health : 0.0f) +
                          (current == GUARD_STATE_COMBAT_ATTACK ? 0.1f : 0.0f);
    // cover: 0.8 * (1 - health) (line 59)
    const float score_2 = (0.8f * (1.0f - p->self->health)) + (current == GUARD_STATE_COMBAT_COVER ? 0.1f : 0.0f);
    // flee: 1 if health < 0.25 else 0 (line 62)
    const float score_3 = ((float)(p->self->health < 0.25f ? 1 : 0)) +
                          (current == GUARD_STATE_COMBAT_FLEE ? 0.1f : 0.0f);
    // listen: 0.25 (line 65)
    const float score_4 = (0.25f) + (current == GUARD_STATE_COMBAT_LISTEN ? 0.1f : 0.0f);
    uint32_t best = GUARD_NONE;
    float best_score = 0.0f;
    if (score_0 == score_0) {
        best = GUARD_STATE_COMBAT_CLOSE_IN;
        best_score = score_0;
    }
    if (best == GUARD_NONE ? score_1 == score_1 : score_1 > best_score) {
        best = GUARD_STATE_COMBAT_ATTACK;
        best_score = score_1;
    }
    if (best == GUARD_NONE ? score_2 == score_2 : score_2 > best_score) {
        best = GUARD_STATE_COMBAT_COVER;
        best_score = score_2;
    }
    if (best == GUARD_NONE ? score_3 == score_3 : score_3 > best_score) {
        best = GUARD_STATE_COMBAT_FLEE;
        best_score = score_3;
    }
    if (best == GUARD_NONE ? score_4 == score_4 : score_4 > best_score) {
        best = GUARD_STATE_COMBAT_LISTEN;
        best_score = score_4;
    }
    if (best == GUARD_NONE) {
        return current;
    }
    switch (best == current ? GUARD_NONE : current) {  // the current option wins ties
    case GUARD_STATE_COMBAT_CLOSE_IN:
        return score_0 == best_score ? current : best;
    case GUARD_STATE_COMBAT_ATTACK:
        return score_1 == best_score ? current : best;
    case GUARD_STATE_COMBAT_COVER:
        return score_2 == best_score ? current : best;
    case GUARD_STATE_COMBAT_FLEE:
        return score_3 == best_score ? current : best;
    case GUARD_STATE_COMBAT_LISTEN:
        return score_4 == best_score ? current : best;
    default:
        break;
    }
    return best;
}

static void guard_combat_choose(guard_pass *p, uint32_t current) {
    if (current == GUARD_STATE_COMBAT_COVER && p->frame->tick - guard_bytes_get32(p->agent + 7) < 3u) {
        return;
    }
    const uint32_t best = guard_combat_best(p, current);
    if (best == current) {
        return;
    }
    switch (best) {
    case GUARD_STATE_COMBAT_CLOSE_IN:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        p->agent[0] = 4;  // combat_close_in
        break;
    case GUARD_STATE_COMBAT_ATTACK:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        p->agent[0] = 5;  // combat_attack
        break;
    case GUARD_STATE_COMBAT_COVER:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        guard_combat_cover_enter(p);
        p->agent[0] = 6;  // combat_cover
        break;
    case GUARD_STATE_COMBAT_FLEE:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        p->agent[0] = 7;  // combat_flee
        break;
    case GUARD_STATE_COMBAT_LISTEN:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        p->agent[0] = 8;  // combat_listen
        break;
    default:
        break;
    }
}

static void guard_decide_0(guard_pass *p) {
    switch (p->agent[0]) {
    case 1:  // patrol_walk
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_patrol_try_own(p)) {
            return;
        }
        if (guard_patrol_walk_try_own(p)) {
            return;
        }
        break;
    case 2:  // patrol_look
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_patrol_try_own(p)) {
            return;
        }
        if (guard_patrol_look_try_own(p)) {
            return;
        }
        break;
    case 3:  // search
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_search_try_own(p)) {
            return;
        }
        break;
    case 4:  // combat_close_in
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_combat_try_own(p)) {
            return;
        }
        guard_combat_choose(p, GUARD_STATE_COMBAT_CLOSE_IN);
        break;
    case 5:  // combat_attack
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_combat_try_own(p)) {
            return;
        }
        guard_combat_choose(p, GUARD_STATE_COMBAT_ATTACK);
        break;
    case 6:  // combat_cover
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_combat_try_own(p)) {
            return;
        }
        guard_combat_choose(p, GUARD_STATE_COMBAT_COVER);
        break;
    case 7:  // combat_flee
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_combat_try_own(p)) {
            return;
        }
        guard_combat_choose(p, GUARD_STATE_COMBAT_FLEE);
        break;
    case 8:  // combat_listen
        if (guard_root_try_any(p)) {
            return;
        }
        if (guard_combat_try_own(p)) {
            return;
        }
        guard_combat_choose(p, GUARD_STATE_COMBAT_LISTEN);
        break;
    default:
        break;
    }
}

GUARD_API bool guard_decide(void *agent, const guard_frame *frame) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (!guard_has_room(frame, GUARD_ROOM_DECIDE, GUARD_ARGUMENT_ROOM_DECIDE)) {
        return false;
    }
    p.pending = p.agent[1];
    p.agent[1] = 0;
    if (p.agent[0] == 0) {
        return true;
    }
    guard_decide_0(&p);
    return true;
}

static void guard_act_walk_the_wall(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 0u, kind, state, row, moment)) {
        guard_walk_the_wall(p->self, &call);
    }
}

static void guard_act_look_around(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 1u, kind, state, row, moment)) {
        guard_look_around(p->self, &call);
    }
}

static void guard_act_search_yard(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 2u, kind, state, row, moment)) {
        guard_search_yard(p->self, &call);
    }
}

static void guard_act_step_closer(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 5u, kind, state, row, moment)) {
        guard_step_closer(p->self, &call);
    }
}

static void guard_act_strike(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 6u, kind, state, row, moment)) {
        guard_strike(p->self, &call);
    }
}

static void guard_act_mend(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 7u, kind, state, row, moment)) {
        guard_mend(p->self, &call);
    }
}

static void guard_act_run_away(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 8u, kind, state, row, moment)) {
        guard_run_away(p->self, &call);
    }
}

static void guard_act_listen(guard_pass *p, uint32_t kind, uint32_t state, uint32_t row, uint32_t moment) {
    guard_call call;
    if (guard_acts_now(p, &call, 9u, kind, state, row, moment)) {
        guard_listen(p->self, &call);
    }
}

static void guard_update_0(guard_pass *p) {
    switch (p->agent[0]) {
    case 1:  // patrol_walk
        // update: walk_the_wall() (line 33)
        guard_act_walk_the_wall(p, GUARD_ACTION_UPDATE, GUARD_STATE_PATROL_WALK, GUARD_NONE, GUARD_NONE);
        break;
    case 2:  // patrol_look
        // update: look_around() (line 36)
        guard_act_look_around(p, GUARD_ACTION_UPDATE, GUARD_STATE_PATROL_LOOK, GUARD_NONE, GUARD_NONE);
        break;
    case 3:  // search
        // update: search_yard() (line 39)
        guard_act_search_yard(p, GUARD_ACTION_UPDATE, GUARD_STATE_SEARCH, GUARD_NONE, GUARD_NONE);
        break;
    case 4:  // combat_close_in
        // update: step_closer() (line 53)
        guard_act_step_closer(p, GUARD_ACTION_UPDATE, GUARD_STATE_COMBAT_CLOSE_IN, GUARD_NONE, GUARD_NONE);
        break;
    case 5:  // combat_attack
        // update: strike() (line 56)
        guard_act_strike(p, GUARD_ACTION_UPDATE, GUARD_STATE_COMBAT_ATTACK, GUARD_NONE, GUARD_NONE);
        break;
    case 6:  // combat_cover
        // update: mend() (line 60)
        guard_act_mend(p, GUARD_ACTION_UPDATE, GUARD_STATE_COMBAT_COVER, GUARD_NONE, GUARD_NONE);
        break;
    case 7:  // combat_flee
        // update: run_away() (line 63)
        guard_act_run_away(p, GUARD_ACTION_UPDATE, GUARD_STATE_COMBAT_FLEE, GUARD_NONE, GUARD_NONE);
        break;
    case 8:  // combat_listen
        // update: listen() (line 66)
        guard_act_listen(p, GUARD_ACTION_UPDATE, GUARD_STATE_COMBAT_LISTEN, GUARD_NONE, GUARD_NONE);
        break;
    default:
        break;
    }
}

GUARD_API bool guard_update(void *agent, const guard_frame *frame) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (!guard_has_room(frame, GUARD_ROOM_UPDATE, GUARD_ARGUMENT_ROOM_UPDATE)) {
        return false;
    }
    if (p.agent[0] == 0) {
        return true;
    }
    guard_update_0(&p);
    return true;
}

GUARD_API bool guard_tick(void *agent, const guard_frame *frame) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (!guard_has_room(frame, GUARD_ROOM_TICK, GUARD_ARGUMENT_ROOM_TICK)) {
        return false;
    }
    p.pending = p.agent[1];
    p.agent[1] = 0;
    if (p.agent[0] == 0) {
        return true;
    }
    guard_decide_0(&p);
    guard_update_0(&p);
    return true;
}

GUARD_API void guard_set_initial_fields(guard_context *self) {
    (void)self;
    self->sees_player = false;
    self->distance = 0.0f;
    self->health = 1.0f;
}

GUARD_API const char *guard_state_name(uint32_t state) {
    static const char names[] =
        "guard\0"
        "patrol\0"
        "walk\0"
        "look\0"
        "search\0"
        "combat\0"
        "close_in\0"
        "attack\0"
        "cover\0"
        "flee\0"
        "listen\0"
        "";
    static const uint32_t starts[11] = {0, 6, 13, 18, 23, 30, 37, 46, 53, 59, 64};
    return state < 11 ? names + starts[state] : "";
}

GUARD_API const char *guard_event_name(uint32_t event) {
    static const char names[] =
        "alarm\0"
        "";
    static const uint32_t starts[1] = {0};
    return event < 1 ? names + starts[event] : "";
}

GUARD_API const char *guard_function_name(uint32_t function) {
    static const char names[] =
        "walk_the_wall\0"
        "look_around\0"
        "search_yard\0"
        "draw_sword\0"
        "sheathe\0"
        "step_closer\0"
        "strike\0"
        "mend\0"
        "run_away\0"
        "listen\0"
        "";
    static const uint32_t starts[10] = {0, 14, 26, 38, 49, 57, 69, 76, 81, 90};
    return function < 10 ? names + starts[function] : "";
}

static bool guard_contains(uint32_t outer, uint32_t inner) {
    return inner >= outer && inner < guard_rows[outer].end;
}

/// Checks the slots from the state's machine outwards, up to `end`.
static bool guard_is_in_by_slots(const uint8_t *agent, uint32_t id, uint32_t end) {
    for (;;) {
        const uint32_t machine = guard_rows[id].machine, deepest = guard_deepest_of(agent, machine);
        if (deepest == GUARD_NONE || !guard_contains(id, deepest)) {
            return false;
        }
        id = guard_machines[machine].owner;
        if (id == GUARD_NONE || id == end) {
            return true;
        }
    }
}

GUARD_API bool guard_is_in(const void *agent, uint32_t state) {
    return state < GUARD_STATE_COUNT && guard_is_in_by_slots((const uint8_t *)agent, state, GUARD_NONE);
}

GUARD_API uint32_t guard_active(const void *agent, uint16_t *states, uint32_t capacity) {
    const uint8_t *bytes = (const uint8_t *)agent;
    uint32_t count = 0;
    for (uint32_t id = guard_is_started(agent) ? 0 : GUARD_NONE; id != GUARD_NONE;) {
        const uint32_t next = guard_next_active(bytes, id, 0);
        if (next == GUARD_NONE || !guard_contains(id, next)) {
            if (count < capacity) {
                states[count] = (uint16_t)id;
            }
            count++;
        }
        id = next;
    }
    return count;
}

GUARD_API uint16_t guard_deepest(const void *agent) {
    uint16_t id = GUARD_NONE;
    guard_active(agent, &id, 1);
    return id;
}

GUARD_API uint32_t guard_elapsed(const void *agent, uint32_t state, uint32_t tick) {
    const uint8_t *bytes = (const uint8_t *)agent;
    const bool has = guard_is_in(agent, state) && guard_rows[state].clock != 0;
    return has ? tick - guard_bytes_get32(bytes + guard_rows[state].clock) : 0;
}

GUARD_API bool guard_raise(void *agent, uint32_t event) {
    uint8_t *bytes = (uint8_t *)agent;
    if ((uint64_t)event + 1 > GUARD_EVENT_COUNT) {
        return false;
    }
    bytes[GUARD_EVENTS_AT + event / 8] = (uint8_t)(bytes[GUARD_EVENTS_AT + event / 8] | 1u << event % 8);
    return true;
}

GUARD_API bool guard_is_pending(const void *agent, uint32_t event) {
    const uint8_t *bytes = (const uint8_t *)agent;
    return (uint64_t)event + 1 <= GUARD_EVENT_COUNT && (bytes[GUARD_EVENTS_AT + event / 8] >> event % 8 & 1) != 0;
}

/// The finaliser of MurmurHash3 (Austin Appleby), variant 13 of David Stafford.
static inline uint64_t guard_random_mix(uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

GUARD_API uint64_t guard_agent_hash(const void *agent, uint64_t id) {
    const uint8_t *bytes = (const uint8_t *)agent;
    uint64_t hash = guard_random_mix(id + 0x9E3779B97F4A7C15u);
    for (uint32_t first = 0; first < GUARD_AGENT_SIZE; first += 8) {
        uint64_t word = 0;
        for (uint32_t i = 0; i < 8 && first + i < GUARD_AGENT_SIZE; i++) {
            word |= (uint64_t)bytes[first + i] << 8 * i;
        }
        hash = guard_random_mix(hash ^ word) + 0x9E3779B97F4A7C15u;
    }
    return guard_random_mix(hash ^ GUARD_AGENT_SIZE);
}

GUARD_API bool guard_call_is_in(const guard_call *call, uint32_t state) {
    const uint8_t *agent = (const uint8_t *)call->agent;
    const uint32_t moment = call->moment & 0xFFFF;
    if (state >= GUARD_STATE_COUNT) {
        return false;
    }
    if (moment == GUARD_NONE) {
        return guard_is_in_by_slots(agent, state, GUARD_NONE);
    }
    if (guard_contains(state, moment)) {
        return !(state == moment && (call->moment & 0x10000u) != 0);
    }
    uint32_t around = moment;
    while (!guard_contains(around, state)) {
        around = guard_rows[around].parent;
    }
    const guard_row *parallel = &guard_rows[around];
    if (around == moment || (call->kept_in != 0 && call->kept_in == around) || parallel->kind != 2 ||
        !guard_is_in_by_slots(agent, state, around)) {
        return false;
    }
    return state < moment || parallel->suspends == 0 ||
           guard_contains(around, guard_deepest_of(agent, parallel->machine));
}

GUARD_API uint32_t guard_call_elapsed(const guard_call *call) {
    const uint32_t clock = guard_rows[call->state].clock;
    if (call->is_listed != 0) {  // 2: an `any` transition whose composite has no active child
        return call->kind == GUARD_ACTION_ENTER || call->is_listed == 2
                   ? 0
                   : guard_elapsed(call->agent, call->state, call->frame->tick);
    }
    if (call->kind == GUARD_ACTION_TRANSITION) {
        return call->source_elapsed;
    }
    return clock == 0 ? 0 : call->frame->tick - guard_bytes_get32((const uint8_t *)call->agent + clock);
}

static uint32_t guard_ancestor(uint32_t id, uint32_t depth) {
    while (guard_rows[id].depth > depth) {
        id = guard_rows[id].parent;
    }
    return id;
}

static void guard_make_way(guard_pass *p, uint32_t state) {
    (void)p;
    switch (state) {
    default:
        break;
    }
}

static void guard_enter_region_beside(guard_pass *p, uint32_t state) {
    (void)p;
    switch (state) {
    default:
        break;
    }
}

static void guard_end_regions(guard_pass *p, uint32_t state) {
    (void)p;
    switch (state) {
    default:
        break;
    }
}

/// Enters the sibling regions before `region`, or after it, which ends the parallel.
static void guard_enter_beside(guard_pass *p, uint32_t region, bool after) {
    const uint32_t around = guard_rows[region].parent;
    if (guard_rows[around].kind != 2) {
        return;
    }
    for (uint32_t id = after ? guard_rows[region].end : around + 1u; id < (after ? guard_rows[around].end : region);
         id = guard_rows[id].end) {
        guard_enter_region_beside(p, id);
    }
    if (after) {
        guard_end_regions(p, around);
    }
}

static void guard_enter_state(guard_pass *p, uint32_t state) {
    switch (state) {
    case GUARD_STATE_PATROL_WALK:
        guard_patrol_walk_enter(p);
        break;
    case GUARD_STATE_PATROL_LOOK:
        guard_patrol_look_enter(p);
        break;
    case GUARD_STATE_SEARCH:
        guard_search_enter(p);
        break;
    case GUARD_STATE_COMBAT:
        guard_combat_enter(p);
        break;
    case GUARD_STATE_COMBAT_COVER:
        guard_combat_cover_enter(p);
        break;
    default:
        break;
    }
}

static void guard_enter_what_follows(guard_pass *p, uint32_t state) {
    switch (state) {
    case GUARD_STATE_ROOT:
        guard_patrol_enter_inside(p);
        break;
    case GUARD_STATE_PATROL:
        guard_patrol_enter_inside(p);
        break;
    case GUARD_STATE_PATROL_WALK:
        p->agent[0] = 1;  // patrol_walk
        break;
    case GUARD_STATE_PATROL_LOOK:
        p->agent[0] = 2;  // patrol_look
        break;
    case GUARD_STATE_SEARCH:
        p->agent[0] = 3;  // search
        break;
    case GUARD_STATE_COMBAT:
        guard_combat_enter_inside(p);
        break;
    case GUARD_STATE_COMBAT_CLOSE_IN:
        p->agent[0] = 4;  // combat_close_in
        break;
    case GUARD_STATE_COMBAT_ATTACK:
        p->agent[0] = 5;  // combat_attack
        break;
    case GUARD_STATE_COMBAT_COVER:
        p->agent[0] = 6;  // combat_cover
        break;
    case GUARD_STATE_COMBAT_FLEE:
        p->agent[0] = 7;  // combat_flee
        break;
    case GUARD_STATE_COMBAT_LISTEN:
        p->agent[0] = 8;  // combat_listen
        break;
    default:
        break;
    }
}

/// Enters all states below `domain` (none: from the root) to `destination`, and what follows inside.
static void guard_enter_way(guard_pass *p, uint32_t domain, uint32_t destination) {
    const uint32_t first = domain == GUARD_NONE ? 0 : guard_rows[domain].depth + 1u,
                           last = guard_rows[destination].depth;
    for (uint32_t depth = first; depth <= last; depth++) {
        const uint32_t id = guard_ancestor(destination, depth);
        if (depth > first) {
            guard_make_way(p, id);
            guard_enter_beside(p, id, false);
        }
        guard_enter_state(p, id);
    }
    guard_enter_what_follows(p, destination);
    for (uint32_t depth = last; depth > first; depth--) {
        guard_enter_beside(p, guard_ancestor(destination, depth), true);
    }
}

GUARD_API bool guard_start(void *agent, const guard_frame *frame) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (!guard_has_room(frame, GUARD_ROOM_START, GUARD_ARGUMENT_ROOM_START)) {
        return false;
    }
    if (!guard_is_started(agent)) {
        guard_enter_way(&p, GUARD_NONE, 0);
    }
    return true;
}

static void guard_exit_all(guard_pass *p, uint32_t state) {
    switch (state) {
    case GUARD_STATE_ROOT:
        guard_exit_0(p, GUARD_STATE_ROOT, GUARD_STATE_ROOT);
        break;
    default:
        break;
    }
}

/// Clears everything except pending events.
static void guard_forget(uint8_t *agent) {
    for (uint32_t i = 0; i < GUARD_AGENT_SIZE; i++) {
        if (i < GUARD_EVENTS_AT || i >= GUARD_EVENTS_AT + GUARD_EVENT_BYTES) {
            agent[i] = 0;
        }
    }
}

GUARD_API bool guard_stop(void *agent, const guard_frame *frame) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (!guard_has_room(frame, GUARD_ROOM_STOP, GUARD_ARGUMENT_ROOM_STOP)) {
        return false;
    }
    if (guard_is_started(agent)) {
        p.stops = true;
        guard_exit_all(&p, 0);
    }
    guard_forget(p.agent);
    return true;
}

static void guard_exit_at(guard_pass *p, uint32_t state) {
    switch (state) {
    case GUARD_STATE_PATROL:
        guard_exit_0(p, GUARD_STATE_ROOT, GUARD_STATE_ROOT);
        break;
    case GUARD_STATE_PATROL_WALK:
        guard_exit_0(p, GUARD_STATE_PATROL, GUARD_STATE_PATROL);
        break;
    case GUARD_STATE_PATROL_LOOK:
        guard_exit_0(p, GUARD_STATE_PATROL, GUARD_STATE_PATROL);
        break;
    case GUARD_STATE_SEARCH:
        guard_exit_0(p, GUARD_STATE_ROOT, GUARD_STATE_ROOT);
        break;
    case GUARD_STATE_COMBAT:
        guard_exit_0(p, GUARD_STATE_ROOT, GUARD_STATE_ROOT);
        break;
    case GUARD_STATE_COMBAT_CLOSE_IN:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        break;
    case GUARD_STATE_COMBAT_ATTACK:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        break;
    case GUARD_STATE_COMBAT_COVER:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        break;
    case GUARD_STATE_COMBAT_FLEE:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        break;
    case GUARD_STATE_COMBAT_LISTEN:
        guard_exit_0(p, GUARD_STATE_COMBAT, GUARD_STATE_COMBAT);
        break;
    default:
        break;
    }
}

/// Enters an inactive state from its innermost active ancestor.
static void guard_move_to(guard_pass *p, uint32_t destination) {
    uint32_t domain = guard_rows[destination].parent;
    while (!guard_is_in(p->agent, domain)) {
        domain = guard_rows[domain].parent;
    }
    const uint32_t child = guard_active_child(p->agent, domain);
    if (child != GUARD_NONE) {
        guard_exit_at(p, child);
    }
    guard_enter_way(p, domain, destination);
}

static void guard_go(guard_pass *p, uint32_t destination, bool again) {
    if (!guard_is_started(p->agent)) {
        guard_enter_way(p, GUARD_NONE, destination);
    } else if (!guard_is_in(p->agent, destination)) {
        guard_move_to(p, destination);
    } else if (again) {
        guard_exit_at(p, destination);
        guard_enter_way(p, guard_rows[destination].parent, destination);
    }
}

static bool guard_goes(void *agent, const guard_frame *frame, uint32_t state, bool again) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    if (state == 0 || state >= GUARD_STATE_COUNT || !guard_has_room(frame, GUARD_ROOM_GOTO, GUARD_ARGUMENT_ROOM_GOTO)) {
        return false;
    }
    guard_go(&p, state, again);
    return true;
}

GUARD_API bool guard_goto(void *agent, const guard_frame *frame, uint32_t state) {
    return guard_goes(agent, frame, state, false);
}

GUARD_API bool guard_restart(void *agent, const guard_frame *frame, uint32_t state) {
    return guard_goes(agent, frame, state, true);
}

GUARD_API bool guard_set_state(void *agent, const guard_frame *frame, uint32_t state) {
    guard_pass p;
    if (state >= GUARD_STATE_COUNT) {
        return false;
    }
    guard_begin(&p, agent, frame);
    guard_forget(p.agent);
    p.silent = true;
    guard_enter_way(&p, GUARD_NONE, state);
    return true;
}

static void guard_find_source(guard_call *call, const guard_action_record *record) {
    static const uint16_t sources[7] = {
        GUARD_STATE_ROOT,
        GUARD_STATE_PATROL,
        GUARD_STATE_PATROL_WALK,
        GUARD_STATE_PATROL_LOOK,
        GUARD_STATE_SEARCH,
        GUARD_STATE_SEARCH,
        GUARD_STATE_COMBAT,
    };
    static const bool any[7] = {
        true,
        false,
        false,
        false,
        false,
        false,
        false,
    };
    if (record->kind == GUARD_ACTION_TRANSITION) {
        const bool is_any = any[record->row] && guard_is_in(call->agent, sources[record->row]);
        const uint32_t child = is_any ? guard_active_child((const uint8_t *)call->agent, sources[record->row])
                               : GUARD_NONE;
        call->state = (uint16_t)(child != GUARD_NONE ? child : sources[record->row]);
        call->is_listed = any[record->row] && child == GUARD_NONE ? 2 : 1;
    }
    call->row = record->row;
}

static bool guard_run_action(const guard_pass *p, uint32_t action, guard_call call, uint32_t at) {
    switch (action) {
    case 0u: {
        call.function = 0;
        if (at != 0) {
            return false;
        }
        guard_walk_the_wall(p->self, &call);
        return true;
    }
    case 1u: {
        call.function = 1;
        if (at != 0) {
            return false;
        }
        guard_look_around(p->self, &call);
        return true;
    }
    case 2u: {
        call.function = 2;
        if (at != 0) {
            return false;
        }
        guard_search_yard(p->self, &call);
        return true;
    }
    case 3u: {
        call.function = 3;
        if (at != 0) {
            return false;
        }
        guard_draw_sword(p->self, &call);
        return true;
    }
    case 4u: {
        call.function = 4;
        if (at != 0) {
            return false;
        }
        guard_sheathe(p->self, &call);
        return true;
    }
    case 5u: {
        call.function = 5;
        if (at != 0) {
            return false;
        }
        guard_step_closer(p->self, &call);
        return true;
    }
    case 6u: {
        call.function = 6;
        if (at != 0) {
            return false;
        }
        guard_strike(p->self, &call);
        return true;
    }
    case 7u: {
        call.function = 7;
        if (at != 0) {
            return false;
        }
        guard_mend(p->self, &call);
        return true;
    }
    case 8u: {
        call.function = 8;
        if (at != 0) {
            return false;
        }
        guard_run_away(p->self, &call);
        return true;
    }
    case 9u: {
        call.function = 9;
        if (at != 0) {
            return false;
        }
        guard_listen(p->self, &call);
        return true;
    }
    default:
        (void)call;
        (void)at;
        return false;
    }
}

GUARD_API bool guard_run_record(void *agent, const guard_frame *frame, const guard_action_record *record) {
    guard_pass p;
    guard_begin(&p, agent, frame);
    const uint32_t rows = record->kind == GUARD_ACTION_TRANSITION ? GUARD_TRANSITION_COUNT
                          : record->kind == GUARD_ACTION_STEP     ? GUARD_STEP_COUNT
                                                                 : GUARD_STATE_COUNT;
    if (record->kind > GUARD_ACTION_TRANSITION || record->row >= rows) {
        return false;
    }
    guard_call call = guard_call_of(&p, 0, record->row, GUARD_NONE, GUARD_NONE);
    call.kind = record->kind;
    call.is_listed = 1;
    if (record->kind == GUARD_ACTION_TRANSITION || record->kind == GUARD_ACTION_STEP) {
        guard_find_source(&call, record);
    }
    return guard_run_action(&p, record->action, call, record->arguments);
}

#ifdef __cplusplus
}
#endif

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
