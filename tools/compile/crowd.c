// SPDX-License-Identifier: MIT
// Writes the public functions for crowds, and their declarations.
#include "crowd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------- declarations

/// Declares the columns. Those that actions assign to are not const.
static void declare_columns(maker *m) {
    empty_line(m);
    line(m, "/// The fields as arrays with a value for every agent of the crowd. If an array is null, the field is "
            "read from the");
    line(m, "/// contexts.");
    open_block(m, "typedef struct @columns {");
    for (uint32_t field = 0; field < m->brain->field_count; field++) {
        const bool written = wits_field_is_assigned(m->brain, field);
        line(m, "%s%s *%s;", written ? "" : "const ", form_of_field(&m->names, field)->type, m->names.members[field]);
    }
    if (m->brain->field_count == 0) {
        line(m, "const uint8_t *none;  ///< the brain has no fields");
    }
    m->indent--;
    line(m, "} @columns;");
}

static void declare_structs(maker *m) {
    empty_line(m);
    line(m, "// Crowds: many agents at once, with the same decisions as single agents. Calls of your actions are added "
            "to the");
    line(m, "// list, in the order of the agents (deferred mode).");
    declare_columns(m);
    empty_line(m);
    line(m, "typedef struct @crowd {");
    line(m, "    uint64_t count;       ///< number of agents; their rows start at 0");
    line(m, "    void *agents;         ///< @AGENT_SIZE bytes each");
    line(m, "    const uint64_t *ids;  ///< by row; null: first_id + row");
    line(m, "    uint64_t first_id;");
    line(m, "    %s *contexts;  ///< by row, for your functions and for fields without a column", m->names.context);
    line(m, "    @columns columns;");
    line(m, "    void *user;  ///< `user` of the frame");
    if (has_targets(m)) {
        line(m, "    const %s *targets;  ///< lists of all agents, with offsets; null: all are empty",
             m->names.target_lists);
    }
    line(m, "} @crowd;");
    empty_line(m);
    line(m, "typedef struct @crowd_run {");
    line(m, "    uint32_t tick;");
    line(m, "    uint32_t decide_every;  ///< n: an agent decides if (tick + id) mod n is 0; 0 or 1: in every tick");
    line(m, "    uint64_t seed;");
    line(m, "    @list *list;    ///< may be null if the brain calls none of your actions");
    line(m, "    void *scratch;  ///< @crowd_scratch_size() bytes, aligned to 64; not shared with other running calls");
    line(m, "} @crowd_run;");
}

void make_crowd_declarations(maker *m) {
    static const char *const verbs[] = {"start", "stop", "decide", "update", "tick"};
    declare_structs(m);
    empty_line(m);
    line(m, "@API size_t @crowd_scratch_size(void);");
    line(m, "// Each handles `count` agents from row `first` on and returns how many are done. It stops early if the "
            "list may not");
    line(m, "// have room for the next agent, which is then unchanged. Calls for different agents may run at the same "
            "time.");
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        line(m, "@API uint64_t @crowd_%s(const @crowd *crowd, uint64_t first, uint64_t count, const @crowd_run *run);",
             verbs[i]);
    }
    line(m, "/// Adds to counts[s] the number of agents that have state s as a deepest active state.");
    line(m, "@API void @crowd_count(const @crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts);");
    line(m, "/// Returns the sum of the agents' hashes modulo 2^64.");
    line(m, "@API uint64_t @crowd_hash(const @crowd *crowd, uint64_t first, uint64_t count);");
}

// --------------------------------------------------------------------------------------------------- one after another

static void make_frames(maker *m) {
    begin_function(m, "id_in_crowd", "static uint64_t @id_in_crowd(const @crowd *crowd, uint64_t row)");
    line(m, "return crowd->ids != NULL ? crowd->ids[row] : crowd->first_id + row;");
    end_function(m, false);
    begin_function(m, "decides_now", "static bool @decides_now(const @crowd_run *run, uint64_t id)");
    line(m, "return run->decide_every <= 1 || (run->tick + id) %% run->decide_every == 0;");
    end_function(m, false);
    begin_function(
        m, "frame_in_crowd",
        "static void @frame_in_crowd(@frame *frame, const @crowd *crowd, const @crowd_run *run, uint64_t row)");
    line(m, "frame->tick = run->tick;");
    line(m, "frame->agent = @id_in_crowd(crowd, row);");
    line(m, "frame->seed = run->seed;");
    line(m, "frame->context = crowd->contexts != NULL ? crowd->contexts + row : NULL;");
    line(m, "frame->user = crowd->user;");
    line(m, "frame->list = run->list;");
    line(m, "frame->row = (uint32_t)row;");
    if (has_targets(m)) {
        line(m, "frame->targets = crowd->targets;");
    }
    end_function(m, false);
}

/// Copies fields that are columns to a local context, or to that of the agent. `back`: copies them back.
static void put_fields(maker *m, bool back) {
    for (uint32_t field = 0; field < m->brain->field_count; field++) {
        const char *member = m->names.members[field];
        if (back && !wits_field_is_assigned(m->brain, field)) {
            continue;
        }
        open_block(m, "if (columns->%s != NULL) {", member);
        if (back) {
            line(m, "columns->%s[row] = self->%s;", member, member);
        } else {
            line(m, "self->%s = columns->%s[row];", member, member);
        }
        close_block(m);
    }
}

static void make_one_by_one(maker *m) {
    begin_unit(m, "one_by_one");
    line(m, "/// `verb`: 0 starts, 1 stops, 2 decides, 3 updates, 4 ticks.");
    open_block(m, "static bool @one_by_one(const @crowd *crowd, uint64_t row, const @crowd_run *run, int verb) {");
    line(m, "void *const agent = (uint8_t *)crowd->agents + row * @AGENT_SIZE;");
    line(m, "%s own;", m->names.context);
    line(m, "@frame frame;");
    line(m, "bool done;");
    line(m, "@frame_in_crowd(&frame, crowd, run, row);");
    open_block(m, "if (frame.context == NULL) {");
    line(m, "memset(&own, 0, sizeof own);");
    line(m, "frame.context = &own;");
    close_block(m);
    if (m->brain->field_count != 0) {
        line(m, "const @columns *const columns = &crowd->columns;");
        line(m, "%s *const self = frame.context;", m->names.context);
        put_fields(m, false);
    }
    line(m, "const bool decides = @decides_now(run, frame.agent);");
    line(m, "switch (verb) {");
    line(m, "case 0:");
    line(m, "    done = @start(agent, &frame);");
    line(m, "    break;");
    line(m, "case 1:");
    line(m, "    done = @stop(agent, &frame);");
    line(m, "    break;");
    line(m, "case 2:");
    line(m, "    done = !decides || @decide(agent, &frame);");
    line(m, "    break;");
    line(m, "case 3:");
    line(m, "    done = @update(agent, &frame);");
    line(m, "    break;");
    line(m, "default:");
    line(m, "    done = decides ? @tick(agent, &frame) : @update(agent, &frame);");
    line(m, "    break;");
    line(m, "}");
    if (m->brain->field_count != 0) {
        put_fields(m, true);
    }
    line(m, "return done;");
    close_block(m);
    end_unit(m, false);
}

/// The list must also have room for computed arguments.
static void make_argument_room(maker *m) {
    line(m, "static const uint32_t arguments[5] = {@ARGUMENT_ROOM_START, @ARGUMENT_ROOM_STOP, @ARGUMENT_ROOM_DECIDE, "
            "@ARGUMENT_ROOM_UPDATE, @ARGUMENT_ROOM_TICK};");
    open_block(m, "if (arguments[verb] != 0) {");
    line(m, "const uint64_t others = (run->list->argument_capacity - run->list->argument_count) / arguments[verb];");
    line(m, "agents = others < agents ? others : agents;");
    close_block(m);
}

static void make_has_room(maker *m, bool has_actions) {
    begin_unit(m, "fitting_agents");
    line(m, "/// Returns how many of the agents the list has room for.");
    open_block(m, "static uint64_t @fitting_agents(const @crowd_run *run, int verb, uint64_t agents) {");
    if (has_actions) {
        line(m, "static const uint32_t rooms[5] = {@ROOM_START, @ROOM_STOP, @ROOM_DECIDE, @ROOM_UPDATE, @ROOM_TICK};");
        open_block(m, "if (rooms[verb] == 0) {");
        line(m, "return agents;");
        close_block(m);
        line(
            m,
            "const uint64_t fitting = run->list != NULL ? (run->list->capacity - run->list->count) / rooms[verb] : 0;");
        if (m->brain->argument_room[WITS_VERB_TICK] + m->brain->argument_room[WITS_VERB_START] != 0) {
            make_argument_room(m);
        }
        line(m, "return fitting < agents ? fitting : agents;");
    } else {
        line(m, "(void)run;");
        line(m, "(void)verb;");
        line(m, "return agents;");
    }
    close_block(m);
    end_unit(m, false);
}

static void make_verb(maker *m, const char *name, int verb, bool by_lanes) {
    begin_unit(m, "crowd_%s", name);
    open_block(m,
               "@API uint64_t @crowd_%s(const @crowd *crowd, uint64_t first, uint64_t count, const @crowd_run *run) {",
               name);
    if (by_lanes) {
        line(m, "return @run_lanes(crowd, first, count, run, %d);", verb);
    } else {
        line(m, "uint64_t done = 0;");
        open_block(m, "while (done < count && @fitting_agents(run, %d, 1) != 0) {", verb);
        line(m, "@one_by_one(crowd, first + done, run, %d);", verb);
        line(m, "done++;");
        close_block(m);
        line(m, "return done;");
    }
    close_block(m);
    end_unit(m, true);
}

static void make_queries(maker *m) {
    begin_unit(m, "crowd_hash");
    open_block(m, "@API uint64_t @crowd_hash(const @crowd *crowd, uint64_t first, uint64_t count) {");
    line(m, "uint64_t sum = 0;");
    open_block(m, "for (uint64_t row = first; row < first + count; row++) {");
    line(m, "sum += @agent_hash((const uint8_t *)crowd->agents + row * @AGENT_SIZE, @id_in_crowd(crowd, row));");
    close_block(m);
    line(m, "return sum;");
    close_block(m);
    end_unit(m, true);
    begin_unit(m, "crowd_count");
    open_block(m, "@API void @crowd_count(const @crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {");
    open_block(m, "for (uint64_t row = first; row < first + count; row++) {");
    line(m, "const uint8_t *const agent = (const uint8_t *)crowd->agents + row * @AGENT_SIZE;");
    open_block(m, "for (uint32_t id = @is_started(agent) ? 0 : @NONE; id != @NONE;) {");
    line(m, "const uint32_t next = @next_active(agent, id, 0);");
    line(m, "counts[id] += next == @NONE || !@contains(id, next);");
    line(m, "id = next;");
    close_block(m);
    close_block(m);
    close_block(m);
    end_unit(m, true);
}

// ---------------------------------------------------------------------------------------------------------- in blocks

static void make_macros(maker *m) {
    begin_unit(m, "EACH_BYTE");
    line(m, "// For loops with independent iterations. By default clang derives the number of lanes from the widest "
            "type in it.");
    line(m, "#if defined(__clang__) && defined(__AVX512BW__)");
    line(m,
         "#define @EACH_BYTE _Pragma(\"clang loop vectorize(assume_safety) vectorize_width(64) interleave_count(1)\")");
    line(m, "#elif defined(__clang__) && defined(__AVX2__)");
    line(m,
         "#define @EACH_BYTE _Pragma(\"clang loop vectorize(assume_safety) vectorize_width(32) interleave_count(1)\")");
    line(m, "#elif defined(__clang__)");
    line(m,
         "#define @EACH_BYTE _Pragma(\"clang loop vectorize(assume_safety) vectorize_width(16) interleave_count(1)\")");
    line(m, "#elif defined(__GNUC__)");
    line(m, "#define @EACH_BYTE _Pragma(\"GCC ivdep\")");
    line(m, "#else");
    line(m, "#define @EACH_BYTE");
    line(m, "#endif");
    end_unit(m, false);
    begin_unit(m, "EACH_WORD");
    line(m, "#if defined(__clang__)");
    line(m, "#define @EACH_WORD _Pragma(\"clang loop vectorize(assume_safety)\")");
    line(m, "#elif defined(__GNUC__)");
    line(m, "#define @EACH_WORD _Pragma(\"GCC ivdep\")");
    line(m, "#else");
    line(m, "#define @EACH_WORD");
    line(m, "#endif");
    end_unit(m, false);
    begin_unit(m, "WIDE_LANES");
    line(m, "// For functions with loops: uses vectors of 64 bytes if the processor has them.");
    line(m, "#if defined(__clang__) && defined(__AVX512BW__)");
    line(m, "#define @WIDE_LANES __attribute__((noinline, min_vector_width(512)))");
    line(m, "#elif defined(__GNUC__) && defined(__AVX512BW__)");
    line(m, "#define @WIDE_LANES __attribute__((noinline, target(\"prefer-vector-width=512\")))");
    line(m, "#elif defined(__GNUC__)");
    line(m, "#define @WIDE_LANES __attribute__((noinline))");
    line(m, "#else");
    line(m, "#define @WIDE_LANES");
    line(m, "#endif");
    end_unit(m, false);
    begin_unit(m, "UNROLLED");
    line(m, "// For functions without loops, which are part of a loop over lanes.");
    line(m, "#if defined(__GNUC__)");
    line(m, "#define @UNROLLED __attribute__((always_inline))");
    line(m, "#else");
    line(m, "#define @UNROLLED");
    line(m, "#endif");
    end_unit(m, false);
}

static void make_open_ids(maker *m, const crowd_maker *c) {
    const char *ids = c->names[c->columns->sink];
    begin_unit(m, "open_ids");
    line(m, "/// Randomness needs ids with equal upper halves, so the block is shortened if they differ.");
    open_block(m, "static void @open_ids(@lanes *b) {");
    line(m, "const uint64_t first = @id_in_crowd(b->crowd, b->first);");
    line(m, "const uint64_t *const ids = b->crowd->ids != NULL ? b->crowd->ids + b->first : NULL;");
    line(m, "b->id_high = (uint32_t)(first >> 32);");
    open_block(m, "if (ids == NULL) {");
    line(m, "const uint64_t follow = 0x100000000u - (uint32_t)first;");
    line(m, "b->agents = b->agents < follow ? b->agents : (size_t)follow;");
    line(m, "b->first_id = (uint32_t)first;");
    line(m, "return;");
    close_block(m);
    line(m, "size_t same = 0;");
    open_block(m, "while (same < b->agents && (uint32_t)(ids[same] >> 32) == b->id_high) {");
    line(m, "same++;");
    close_block(m);
    line(m, "b->agents = same;");
    open_block(m, "for (size_t i = 0; i < ((same + 63) & ~(size_t)63); i++) {");
    line(m, "b->%s_at[i] = i < same ? (uint32_t)ids[i] : 0;", ids);
    close_block(m);
    close_block(m);
    end_unit(m, false);
}

static void make_run(crowd_maker *c, bool has_tick) {
    maker *m = c->m;
    const char *due = c->names[c->columns->due];
    const bool has_ids = set_has(&c->needed, c->columns->sink);
    if (has_ids) {
        make_open_ids(m, c);
    }
    begin_function(m, "run_block", "static void @run_block(@lanes *b, int verb)");
    line(m, "b->lanes = (b->agents + 63) & ~(size_t)63;");
    line(m, "@open_lanes(b);");
    open_block(m, "for (size_t i = 0; b->run->decide_every > 1 && i < b->agents; i++) {");
    line(m, "b->%s_at[i] = @decides_now(b->run, @id_in_crowd(b->crowd, b->first + i)) ? 0xFF : 0;", due);
    close_block(m);
    if (has_tick) {
        open_block(m, "if (verb == 4) {");
        line(m, "@tick_lanes(b);");
        m->indent--;
        open_block(m, "} else if (verb == 3) {");
        line(m, "@update_lanes(b);");
        m->indent--;
        open_block(m, "} else {");
        line(m, "@decide_lanes(b);");
        close_block(m);
    } else {
        open_block(m, "if (verb != 3) {");
        line(m, "@decide_lanes(b);");
        close_block(m);
        open_block(m, "if (verb != 2) {");
        line(m, "@update_lanes(b);");
        close_block(m);
    }
    line(m, "@close_lanes(b);");
    if (c->site_count != 0) {
        open_block(m, "if (b->list_count != 0) {");
        line(m, "@flush_lanes(b);");
        close_block(m);
    }
    end_function(m, false);

    begin_function(m, "run_lanes",
                   "static uint64_t @run_lanes(const @crowd *crowd, uint64_t first, uint64_t count, const @crowd_run "
                   "*run, int verb)");
    line(m, "@lanes b;");
    line(m, "uint64_t done = 0;");
    line(m, "b.crowd = crowd;");
    line(m, "b.run = run;");
    line(m, "@divide_scratch(&b, run->scratch);");
    line(m, "const size_t most = count < @LANES ? ((size_t)count + 63) & ~(size_t)63 : (size_t)@LANES;");
    line(m, "memset(b.%s_at, 0xFF, most);", due);
    if (has_ids) {
        line(m, "uint32_t *const ids = b.%s_at;", c->names[c->columns->sink]);
        line(m, "@EACH_WORD");
        open_block(m, "for (size_t i = 0; i < most; i++) {");
        line(m, "ids[i] = (uint32_t)i;");
        close_block(m);
    }
    open_block(m, "while (done < count) {");
    line(m, "const uint64_t left = count - done;");
    line(m, "b.first = first + done;");
    line(m, "b.agents = (size_t)@fitting_agents(run, verb, left < @LANES ? left : (uint64_t)@LANES);");
    open_block(m, "if (b.agents == 0) {");
    line(m, "break;");
    close_block(m);
    line(m, "b.bytes_of_agents = (uint8_t *)crowd->agents + b.first * @AGENT_SIZE;");
    if (has_ids) {
        line(m, "const size_t wanted = b.agents;");
        line(m, "@open_ids(&b);");
        open_block(m, "if (b.agents < wanted && b.agents < 64) {");
        open_block(m, "for (size_t i = 0; i < b.agents; i++) {");
        line(m, "@one_by_one(crowd, b.first + i, run, verb);");
        close_block(m);
        m->indent--;
        open_block(m, "} else {");
        line(m, "@run_block(&b, verb);");
        close_block(m);
    } else {
        line(m, "@run_block(&b, verb);");
    }
    line(m, "done += b.agents;");
    close_block(m);
    line(m, "return done;");
    end_function(m, false);
}

// --------------------------------------------------------------------------------------------------------------- names

static void name_column(crowd_maker *c, uint32_t column, const char *what, const char *whose) {
    text name = {0};
    if (c->names[column] != NULL) {
        return;
    }
    what += strcspn(what, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");  // skips the mark of a field's name
    text_format(&name, "%s%s%s", what, whose[0] != '\0' ? "_" : "", whose);
    for (uint32_t other = 0; other < c->columns->first_temp; other++) {
        if (c->names[other] != NULL && strcmp(c->names[other], text_of(&name)) == 0) {
            text_add(&name, "_");
            other = 0;
        }
    }
    c->names[column] = name.bytes;
}

static void name_at(crowd_maker *c, uint32_t offset, const char *what, const char *whose) {
    const uint32_t column = c->columns->first_agent + agent_number_at(&c->columns->agent, offset);
    if (offset != 0 && code_flags(c->code)[column] != 0) {
        name_column(c, column, what, whose);
    }
}

static void name_number(crowd_maker *c, uint32_t first, uint32_t count, const char *what) {
    char number[16];
    for (uint32_t i = 0; i < count; i++) {
        snprintf(number, sizeof number, "%u", (unsigned)i);
        name_column(c, first + i, what, count > 1 ? number : "");
    }
}

static const char *owner_path(const crowd_maker *c, uint32_t machine) {
    const uint16_t owner = brain_machine(c->code->brain, machine)->owner;
    return machine == 0 || owner == WITS_NONE ? "" : c->m->paths[owner];
}

static void name_columns(crowd_maker *c) {
    const wits_brain *brain = c->code->brain;
    const column_map *m = c->columns;
    for (uint32_t field = 0; field < m->field_count; field++) {
        name_column(c, m->first_field + field, c->m->names.members[field], "");
    }
    name_column(c, m->slot, "slot", "");
    name_column(c, m->due, "due", "");
    name_column(c, m->sink, "ids", "");
    name_number(c, m->taken, brain->event_bytes, "taken");
    for (uint32_t machine = 0; machine < m->machine_count; machine++) {
        name_column(c, m->pass + machine, "pass", owner_path(c, machine));
        name_at(c, brain_machine(brain, machine)->slot, "slot", owner_path(c, machine));
    }
    for (uint32_t byte = 0; byte < brain->event_bytes; byte++) {
        name_at(c, brain->events + byte, "events", "");
    }
    for (uint32_t byte = 0; byte < brain->fresh_bytes; byte++) {
        name_at(c, brain->fresh + byte, "fresh", "");
    }
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        name_at(c, s->clock, "clock", c->m->paths[id]);
        name_at(c, s->scored_clock, "scored", c->m->paths[id]);
        name_at(c, s->memory, "memory", c->m->paths[id]);
        name_at(c, s->target_at, "target", c->m->paths[id]);
        name_at(c, s->cooldown_at, "has_left", c->m->paths[id]);
        name_at(c, s->cooldown_at != 0 ? s->cooldown_at + 1 : 0, "left", c->m->paths[id]);
    }
    name_number(c, m->first_agent, m->agent.count, "number");
}

// ----------------------------------------------------------------------------------------------------------------- all

static bool make_functions(crowd_maker *c) {
    const uint32_t entries[2] = {c->code->decide_start, c->code->update_start};
    char name[32];
    crowd_read_pieces(c, &entries[0], 1);
    crowd_make_function(c, "decide_lanes");
    crowd_read_pieces(c, &entries[1], 1);
    crowd_make_function(c, "update_lanes");
    if (c->inlines) {
        crowd_read_pieces(c, entries, 2);
        crowd_make_function(c, "tick_lanes");
    }
    bool more = true;
    while (more) {  // functions may call further routines
        more = false;
        for (size_t i = 0; i < c->routine_count; i++) {
            routine *r = &c->routines[i];
            snprintf(name, sizeof name, "routine_%u", (unsigned)r->start);
            if (r->is_called && !has_unit(c->m, "%s", name)) {
                crowd_read_pieces(c, &r->start, 1);
                crowd_make_function(c, name);
                more = true;
            }
        }
    }
    return c->inlines;
}

static void free_crowd_maker(crowd_maker *c) {
    for (uint32_t column = 0; column < MOST_COLUMNS; column++) {
        free(c->names[column]);
    }
    free(c->routines);
    free(c->flat);
    free(c->pieces);
    free(c->now.values);
    free(c->now.more);
    free(c->now.stores);
    free(c->now.loops);
    free(c->sites);
    free(c->host_calls);
    free(c->data);
    free(c->pairs);
    free(c->seen);
    free(c->chooses);
    free(c->tables);
    free(c);
}

static bool make_lanes(maker *m, const wits_crowd_code *code) {
    crowd_maker *c = allocate(1, sizeof *c);
    c->m = m;
    c->code = code;
    c->columns = &code->columns;
    c->ops = code_at(code, code->code_offset);
    const bool fits = code->code_offset != 0 && crowd_find_routines(c) && crowd_pairs_fit(c);
    if (fits) {
        name_columns(c);
        make_macros(m);
        const bool has_tick = make_functions(c);
        crowd_make_host(c);
        crowd_make_chooses(c);
        crowd_make_targets(c);
        crowd_make_block(c);
        make_run(c, has_tick);
    }
    free_crowd_maker(c);
    return fits;
}

void make_crowd(maker *m) {
    const size_t size = wits_crowd_code_size(m->brain);
    void *memory = allocate(size, 1);
    const wits_crowd_code *code = wits_crowd_prepare(m->brain, memory, size);
    make_frames(m);
    make_has_room(m, crowd_lists_actions(m, code));
    make_one_by_one(m);
    const bool by_lanes = make_lanes(m, code);
    if (!by_lanes) {
        begin_unit(m, "crowd_scratch_size");
        open_block(m, "@API size_t @crowd_scratch_size(void) {");
        line(m, "return 0;");
        close_block(m);
        end_unit(m, true);
    }
    make_verb(m, "start", 0, false);
    make_verb(m, "stop", 1, false);
    make_verb(m, "decide", 2, by_lanes);
    make_verb(m, "update", 3, by_lanes);
    make_verb(m, "tick", 4, by_lanes);
    make_queries(m);
    free(memory);
}
