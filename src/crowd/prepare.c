// SPDX-License-Identifier: MIT
// Prepares a brain for crowds: selects the path, and builds the code for it.
#include "core/bytes.h"
#include "crowd/build.h"

#include <string.h>

enum {
    /// Beyond it, most work on a block is for states in which a given agent is not. Then sorting the agents by
    /// their states takes less time.
    MOST_COST = 160,
    FEW_UPDATES = 100,  ///< operations
    GROUP_BLOCK = 4096,
    /// Bytes of a block's columns that fit into a first-level cache. Smaller blocks would be slower even if the columns
    /// do not fit, because starting each operation takes longer than reading from the second-level cache. Multiples of
    /// 1024 lanes would also be slower, because all columns would compete for the same cache lines.
    CACHE = 48 << 10,
    LEAST_BLOCK = 960,
    MOST_BLOCK = 1984,
};

// -------------------------------------------------------------------------------------------------------- host actions

static bool lists_host_action(const wits_brain *brain, action_index actions) {
    if (actions == 0) {
        return false;
    }
    const uint32_t *words = brain_actions(brain, actions);
    for (uint32_t i = 1; i <= words[0]; i++) {
        if ((words[i] & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) == 0) {
            return true;
        }
    }
    return false;
}

bool wits_crowd_brain_has_host_actions(const wits_brain *b) {
    bool found = false;
    for (uint32_t id = 0; id < b->state_count; id++) {
        const state_row *s = brain_state(b, id);
        found |= lists_host_action(b, s->retarget) || lists_host_action(b, s->enter) || lists_host_action(b, s->exit) ||
                 lists_host_action(b, s->update) || lists_host_action(b, s->decide);
    }
    for (uint32_t row = 0; row < b->transition_count; row++) {
        found |= lists_host_action(b, brain_transition(b, row)->actions);
    }
    for (uint32_t row = 0; row < b->step_count; row++) {
        found |= lists_host_action(b, brain_step(b, row)->actions);
    }
    return found;
}

// ---------------------------------------------------------------------------------------------------------- the layout

/// Bytes of one lane in all columns that the code uses.
static uint32_t lane_bytes(const build *b) {
    const column_map *m = &b->columns;
    uint32_t bytes = 2 + m->machine_count + m->event_bytes + b->lanes.byte_temps + 4 * b->lanes.word_temps;
    for (uint32_t field = 0; field < m->field_count; field++) {
        bytes += build_names(b, m->first_field + field) ? wits_expr_field_size(wits_field_type(b->brain, field)) : 0;
    }
    for (uint32_t i = 1; i < m->agent.count; i++) {
        bytes += build_names(b, m->first_agent + i) ? agent_column_at(&m->agent, i).width : 0;
    }
    return bytes;
}

static uint32_t best_block(uint32_t bytes_per_lane) {
    uint32_t block = CACHE / bytes_per_lane / LANES_STEP * LANES_STEP;
    block = block % 1024 == 0 ? block - LANES_STEP : block;
    return block < LEAST_BLOCK ? LEAST_BLOCK : block > MOST_BLOCK ? MOST_BLOCK : block;
}

/// Returns the number of slots of the top machine, by which agents are sorted.
static uint32_t slot_count(const wits_brain *brain) {
    return brain_machine(brain, 0)->config_count;
}

/// Returns how many agents may list actions without exceeding CROWD_MAX_RECORDS: at least LANES_STEP.
static uint32_t largest_block(const wits_crowd_code *code) {
    uint32_t room = code->has_host_actions ? code->brain->list_room[WITS_VERB_TICK] : 0;
    uint32_t most = room == 0 ? CROWD_MAX_BLOCK : CROWD_MAX_RECORDS / room / LANES_STEP * LANES_STEP;
    return most > CROWD_MAX_BLOCK ? CROWD_MAX_BLOCK : most;
}

static wits_crowd_path best_path(const build *b) {
    return b->has_groups && b->masks_cost > MOST_COST && slot_count(b->brain) > 8 ? WITS_CROWD_PATH_GROUPS
                                                                                  : WITS_CROWD_PATH_MASKS;
}

static const char *reason_of(wits_crowd_path path, const build *b) {
    if (path == WITS_CROWD_PATH_MASKS) {
        return "most rules concern most agents";
    }
    if (path == WITS_CROWD_PATH_GROUPS) {
        return "most rules concern few agents";
    }
    return b->lanes.failed;
}

static void choose_path(wits_crowd_code *code, const build *b, bool built) {
    wits_crowd_path path = built ? best_path(b) : WITS_CROWD_PATH_SINGLE;
    code->plan = (wits_crowd_plan_info){.path = path,
                                        .reason = reason_of(path, b),
                                        .state = built ? (wits_state_id)WITS_NONE : b->failed_at,
                                        .block = 1,
                                        .instructions = built ? b->masks_count : 0,
                                        .bytes_per_agent = code->brain->agent_size};
}

// ---------------------------------------------------------------------------------------------------------- the layout

static bool is_gathered(const build *b, uint32_t column) {
    const column_map *m = &b->columns;
    bool is_field = column >= m->first_field && column < m->first_field + m->field_count;
    bool is_agents = column > m->first_agent && column < m->first_agent + m->agent.count;
    return (is_field || is_agents) && build_names(b, column);
}

/// Columns that the agents of a group may need.
static uint32_t gathered_count(const build *b) {
    uint32_t count = 0;
    for (uint32_t column = 0; column < b->columns.first_temp; column++) {
        count += is_gathered(b, column);
    }
    return count;
}

static uint32_t take_part(uint32_t *used, size_t bytes) {
    uint32_t offset = *used;
    *used += (uint32_t)aligned(bytes);
    return offset;
}

static void *part_at(wits_crowd_code *code, uint32_t offset) {
    return (char *)code + offset;
}

// --------------------------------------------------------------------------------------------------------- the windows

enum { LEAST_CELLS = 3 };  ///< fewer are read and written one after another

/// Returns the first number, starting at `number`, of a column that the code uses, or of the slot, which it always
/// reads. Returns the number after the last column if there is none.
static uint32_t next_in_row(const build *b, uint32_t number) {
    while (number != 0 && number < b->columns.agent.count && !build_names(b, b->columns.first_agent + number)) {
        number++;
    }
    return number;
}

/// Fills a window that begins with a number. Returns the number with which the next window may begin.
static uint32_t fill_window(const build *b, uint32_t number, lanes_window *w) {
    const column_map *m = &b->columns;
    const uint32_t offset = agent_column_at(&m->agent, number).offset;
    *w = (lanes_window){.offset = offset};
    memset(w->keep, 0xFF, sizeof w->keep);
    while (number < m->agent.count) {
        const agent_column c = agent_column_at(&m->agent, number);
        if (c.offset + c.width > offset + LANES_WINDOW) {
            break;
        }
        const lanes_column column = (lanes_column)(m->first_agent + number);
        const bool is_written = b->lanes.flags != NULL && (b->lanes.flags[column] & LANES_WRITTEN) != 0;
        w->cells[w->count++] = (lanes_cell){
            .column = column, .at = (uint8_t)(c.offset - offset), .width = (uint8_t)c.width, .is_written = is_written};
        memset(w->keep + (c.offset - offset), is_written ? 0 : 0xFF, c.width);
        number = next_in_row(b, number + 1);
    }
    uint32_t kept = offset == 0 && b->brain->agent_size <= LANES_WINDOW ? 0 : 1;
    for (uint32_t at = 0; at < b->brain->agent_size && kept == 0; at++) {
        kept |= w->keep[at];
    }
    w->keeps = kept != 0;
    return number;
}

/// Plans at most this many windows, for agents with more bytes than other kernels split. With `windows` null, only
/// counts.
static uint32_t plan_windows(const build *b, lanes_window *windows, uint32_t most) {
    uint32_t count = 0, at = 0;
    const bool has_windows = bytes_are_native() && b->brain->agent_size > LANES_MAX_ROW;
    while (has_windows && at < b->columns.agent.count && count < most) {  // each iteration passes at least one number
        lanes_window w;
        at = fill_window(b, at, &w);
        if (w.count < LEAST_CELLS) {
            continue;
        }
        if (windows != NULL) {
            windows[count] = w;
            for (uint32_t i = 0; i < w.count; i++) {
                b->lanes.flags[w.cells[i].column] |= CROWD_IN_WINDOW;
            }
        }
        count++;
    }
    return count;
}

static void lay_out_pairs(wits_crowd_code *code, const build *b, uint32_t *used) {
    code->pair_count = b->pairs.count;
    if (b->pairs.count != 0) {
        code->pairs_offset = take_part(used, sizeof(pair_plan) * b->pairs.count);
        code->pairs_code_offset = take_part(used, sizeof(lanes_op) * (b->pairs.operations + LANES_RECENT));
        code->pairs_tables_offset = take_part(used, 16 * (size_t)b->pairs.tables);
        code->pair_reads_offset = take_part(used, b->pairs.reads);
    }
}

/// Writes everything except the code itself, which `b` has counted.
static size_t lay_out(wits_crowd_code *code, const wits_brain *brain, const build *b, bool built) {
    *code = (wits_crowd_code){.brain = brain, .has_host_actions = wits_crowd_brain_has_host_actions(brain)};
    choose_path(code, b, built);
    uint32_t used = (uint32_t)aligned(sizeof *code);
    if (!built) {
        return used;
    }
    for (uint32_t f = 0; f < brain->function_count; f++) {
        const wits_function_kind kind = wits_function_kind_of(brain, f);
        code->asks_host |= kind == WITS_FUNCTION_CONDITION || kind == WITS_FUNCTION_SCORE;
    }
    code->needs_ids = b->needs_ids;
    code->has_groups = b->has_groups;
    code->decide_start = b->decide_start;
    code->update_start = b->update_start;
    code->updates_by_masks = b->masks_count - b->update_start <= FEW_UPDATES;
    code->max_block = largest_block(code);
    // Some operations are written before it is known that a single one can replace all of them.
    uint32_t operations = b->has_groups ? b->lanes.count : b->masks_count;
    code->code_offset = take_part(&used, sizeof(lanes_op) * (operations + LANES_RECENT));
    code->tables_offset = take_part(&used, 16 * (size_t)b->lanes.table_count);
    code->window_count = plan_windows(b, NULL, UINT32_MAX);
    code->windows_offset = take_part(&used, sizeof(lanes_window) * code->window_count);
    code->flags_offset = take_part(&used, b->columns.first_temp);
    code->routines_offset = take_part(&used, sizeof(uint32_t) * ROUTINE_COUNT * brain->state_count);
    lay_out_pairs(code, b, &used);
    const uint32_t values = b->lanes.most_values > b->pairs.values ? b->lanes.most_values : b->pairs.values;
    code->lives_offset = take_part(&used, sizeof(lanes_life) * values);
    code->lists_offset = used;
    if (b->has_groups) {
        code->marks_offset = take_part(&used, b->columns.first_temp);
        code->lists_offset = used;
        uint32_t lists = 2 * (slot_count(brain) + 1u);
        take_part(&used, sizeof(uint16_t) * lists * (1 + (size_t)gathered_count(b)));
        code->groups_offset = take_part(&used, sizeof(group_code) * (slot_count(brain) + 1u));
    }
    return used;
}

size_t wits_crowd_code_size(const wits_brain *brain) {
    if (brain == NULL) {
        return 0;
    }
    build b;
    wits_crowd_code code;
    bool built = wits_crowd_build_code(&b, brain, NULL);
    return lay_out(&code, brain, &b, built);
}

/// Marks a column, unless it is temporary.
static void mark_column(const build *b, uint8_t *marks, lanes_column column, uint8_t mark) {
    if (column < b->columns.first_temp) {
        marks[column] |= mark;
    }
}

static void mark_columns_of(const build *b, const lanes_op *op, uint8_t *marks) {
    bool puts_two = op->kind == LANES_PUT8_CONSTANT || op->kind == LANES_FIRE8;
    mark_column(b, marks, op->a, LANES_READ);
    mark_column(b, marks, op->b, puts_two ? LANES_WRITTEN : LANES_READ);
    mark_column(b, marks, op->c, LANES_READ);
    mark_column(b, marks, op->out, LANES_WRITTEN);
}

/// The columns that code from `start` on reads or writes, subroutines included.
static void mark_columns(const build *b, const lanes_op *code, uint32_t start, uint8_t *marks) {
    uint32_t calls[2 * WITS_MAX_LEVELS];
    uint32_t depth = 0;
    for (uint32_t i = start;; i++) {  // as wits_expr_lanes_run goes, but without skips
        const lanes_op *op = &code[i];
        mark_columns_of(b, op, marks);
        if (op->kind == LANES_CALL) {
            calls[depth++] = i;
            i = op->k[0] - 1;
        } else if (op->kind == LANES_RETURN && depth == 0) {
            return;
        } else if (op->kind == LANES_RETURN) {
            i = calls[--depth];
        }
    }
}

/// Writes the list of columns for a piece of code after the other lists. Returns its offset.
static uint32_t add_list(wits_crowd_code *code, const build *b, uint32_t start, uint32_t *used) {
    uint8_t *marks = part_at(code, code->marks_offset);
    uint16_t *list = (uint16_t *)part_at(code, code->lists_offset) + *used;
    uint32_t offset = *used;
    memset(marks, 0, b->columns.first_temp);
    mark_columns(b, code_at(code, code->code_offset), start, marks);
    uint16_t count = 0;
    for (uint32_t column = 0; column < b->columns.first_temp; column++) {
        if (marks[column] && is_gathered(b, column)) {
            list[++count] = (uint16_t)(column | ((marks[column] & LANES_WRITTEN) != 0 ? LIST_WRITTEN : 0));
        }
    }
    list[0] = count;
    *used += 1u + count;
    return offset;
}

static void list_columns(wits_crowd_code *code, const build *b) {
    group_code *groups = part_at(code, code->groups_offset);
    uint32_t used = 0;
    for (uint32_t slot = 0; slot <= slot_count(code->brain); slot++) {
        groups[slot].decide_columns = add_list(code, b, groups[slot].decide, &used);
        groups[slot].update_columns = add_list(code, b, groups[slot].update, &used);
    }
}

/// Fills in values that are known only after the code is written.
static void finish_code(wits_crowd_code *code, const build *b) {
    code->columns = b->columns;
    code->columns.count = wits_crowd_count_columns(&b->lanes);
    code->byte_temps = b->lanes.byte_temps;
    code->word_temps = b->lanes.word_temps;
    code->lane_bytes = lane_bytes(b);
    const uint32_t block = code->plan.path == WITS_CROWD_PATH_GROUPS ? GROUP_BLOCK : best_block(code->lane_bytes);
    code->plan.block = block < code->max_block ? block : code->max_block;
    code->window_count = plan_windows(b, part_at(code, code->windows_offset), code->window_count);
    if (code->has_groups) {
        list_columns(code, b);
    }
}

const wits_crowd_code *wits_crowd_prepare(const wits_brain *brain, void *memory, size_t size) {
    if (brain == NULL || memory == NULL) {
        return NULL;
    }
    build b;
    wits_crowd_code layout;
    bool built = wits_crowd_build_code(&b, brain, NULL);
    size_t needed = lay_out(&layout, brain, &b, built);
    if (size < needed) {
        return NULL;
    }
    memset(memory, 0, needed);
    wits_crowd_code *code = memory;
    *code = layout;
    if (built && wits_crowd_build_code(&b, brain, code)) {
        finish_code(code, &b);
    } else if (built) {  // its values take too many columns
        lay_out(code, brain, &b, false);
    }
    code->plan.scratch = wits_crowd_scratch_size(code, 0);
    return code;
}

wits_crowd_plan_info wits_crowd_plan(const wits_crowd_code *code) {
    return code != NULL ? code->plan : (wits_crowd_plan_info){.reason = "", .state = WITS_NONE};
}

size_t wits_crowd_scratch_size(const wits_crowd_code *code, uint32_t block) {
    if (code == NULL) {
        return 0;
    }
    return code->code_offset != 0 ? wits_crowd_blocks_scratch(code, block) : 64;
}
