// SPDX-License-Identifier: MIT
// Writes the behaviour of a brain from its program (src/lower): each routine, path and transition becomes a C function.
//
// A path is what a pass does in one machine in a known state: one case of a switch. With regions or kept insides,
// machines are nested. A function then returns the level at which the pass continues: its own if nothing around it has
// changed.
#include "program.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- names

const char *state_id(const maker *m, uint16_t id) {
    return m->names.states.ids[id];
}

const char *routine_verb(uint32_t routine) {
    static const char *const verbs[ROUTINE_NAMED_COUNT] = {
        [ROUTINE_EXIT_INSIDE] = "exit_inside",
        [ROUTINE_EXIT_INSIDE_KEPT] = "exit_inside_kept",
        [ROUTINE_EXIT_KEPT] = "exit_kept_child",
        [ROUTINE_EXIT_REGION] = "exit_kept_region",
        [ROUTINE_CONTINUE] = "turn_clocks_inside",
        [ROUTINE_CONTINUE_REGION] = "turn_clocks_of_region",
        [ROUTINE_INSIDE] = "enter_inside",
        [ROUTINE_INSIDE_SILENT] = "enter_inside_silently",
        [ROUTINE_REGION] = "enter_region",
        [ROUTINE_REGION_SILENT] = "enter_region_silently",
        [ROUTINE_CHOICE] = "choose",
        [ROUTINE_OWN] = "try_own",
        [ROUTINE_ANY] = "try_any",
        [ROUTINE_ENTER] = "enter",
        [ROUTINE_ENTER_SILENT] = "enter_silently",
        [ROUTINE_EXIT] = "exit",
    };
    return verbs[routine];
}

bool has_levels(const maker *m) {
    return m->brain->machine_count > 1;
}

// --------------------------------------------------------------------------------------------------------------- tests

/// Adds a test: "first && second". An empty text always holds.
static void add_test(writer *w, const char *test, int binds, bool inverted) {
    if (w->tests.length > 0) {
        text_add(&w->tests, " && ");
    }
    const bool brackets = inverted || binds < BINDS_AND;
    text_format(&w->tests, "%s%s%s%s", inverted ? "!" : "", brackets ? "(" : "", test, brackets ? ")" : "");
}

static void test_slot(writer *w, const program_op *op) {
    text slot = {0}, c = {0};
    const uint32_t low = op->k[0], high = op->k[1], most = brain_machine(w->m->brain, op->machine)->config_count;
    put_slot(w->m, &slot, brain_machine(w->m->brain, op->machine));
    const char *s = text_of(&slot);
    const bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    if (low == high) {
        text_format(&c, "%s %s %u", s, inverted ? "!=" : "==", (unsigned)low);
    } else if (low == 1 && high == most) {
        text_format(&c, "%s %s 0", s, inverted ? "==" : "!=");
    } else {
        text_format(&c, inverted ? "(%s < %u || %s > %u)" : "%s >= %u && %s <= %u", s, (unsigned)low, s,
                    (unsigned)high);
    }
    add_test(w, text_of(&c), BINDS_AND, false);
    text_free(&slot);
    text_free(&c);
}

/// Writes the ticks of a clock, or "0u".
static void put_clock(writer *w, text *to, uint32_t clock) {
    if (clock == 0) {
        text_add(to, "0u");
    } else {
        put(w->m, to, "p->frame->tick - @bytes_get32(p->agent + %u)", (unsigned)clock);
    }
}

static void test_condition(writer *w, const program_op *op) {
    text elapsed = {0}, whose = {0}, c = {0};
    put_clock(w, &elapsed, op->k[1]);
    site at = {.state = op->state,
               .row = op->row,
               .flags = op->flags & (PROGRAM_AT_MOMENT | PROGRAM_MOMENT_LEFT | PROGRAM_MOMENT_WHOLE),
               .moment = op->moment,
               .elapsed = text_of(&elapsed)};
    if ((op->flags & PROGRAM_OF_CHILD) != 0) {
        put(w->m, &whose, "@active_child(p->agent, %s)", state_id(w->m, op->state));
        at.whose = text_of(&whose);
    }
    const bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    put_condition(w->m, &c, op->k[0], &at, inverted ? BINDS_PREFIX : BINDS_AND);
    if (w->tests.length > 0) {
        text_add(&w->tests, " && ");
    }
    text_format(&w->tests, "%s%s", inverted ? "!" : "", text_of(&c));
    text_free(&elapsed);
    text_free(&whose);
    text_free(&c);
}

static void test_active(writer *w, const program_op *op) {
    text c = {0};
    put_is_active(w->m, &c, op->state);
    add_test(w, text_of(&c), BINDS_AND, (op->flags & PROGRAM_INVERTED) != 0);
    text_free(&c);
}

static void test_number(writer *w, const program_op *op) {
    text c = {0};
    put(w->m, &c, op->machine == 1 ? "p->agent[%u] == %u" : "@bytes_get16(p->agent + %u) == %u", (unsigned)op->k[0],
        (unsigned)op->k[1]);
    add_test(w, text_of(&c), BINDS_EQUAL, false);
    text_free(&c);
}

static void format_test(writer *w, bool inverted, const char *format, ...) {
    text c = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&c, format, arguments);
    va_end(arguments);
    add_test(w, text_of(&c), BINDS_EQUAL, inverted);
    text_free(&c);
}

/// Returns false if the operation is not a test.
static bool take_test(writer *w, const program_op *op) {
    const bool inverted = (op->flags & PROGRAM_INVERTED) != 0;
    text c = {0};
    switch ((program_operation)op->operation) {
    case PROGRAM_IN:
    case PROGRAM_IN_PASS:
        test_slot(w, op);
        break;
    case PROGRAM_ASK:
        test_condition(w, op);
        break;
    case PROGRAM_IS_ACTIVE:
        test_active(w, op);
        break;
    case PROGRAM_IS_DONE:
        put_is_done(w->m, &c, op->state, (op->flags & PROGRAM_AT_MOMENT) != 0 ? op->moment : (uint16_t)WITS_NONE);
        add_test(w, text_of(&c), BINDS_PRIMARY, inverted);
        break;
    case PROGRAM_EVENT:
        format_test(w, inverted, "(p->pending >> %u & 1) != 0", (unsigned)op->k[0]);
        break;
    case PROGRAM_AFTER:
        put_clock(w, &c, op->k[0]);
        format_test(w, inverted, "%s >= %uu", text_of(&c), (unsigned)op->k[1]);
        break;
    case PROGRAM_NUMBER_IS:
        test_number(w, op);
        break;
    case PROGRAM_IS_LEFT:
        break;
    case PROGRAM_IS_CHOSEN:
        w->is_case = true;
        text_clear(&w->tests);
        if (op->k[1] != 0) {
            text_add(&w->tests, "default");
        } else {
            const state_row *s = brain_state(w->m->brain, op->state);
            text_format(&w->tests, "case %s", state_id(w->m, brain_child(w->m->brain, s, op->k[0])));
        }
        break;
    case PROGRAM_IS_RETARGETED: {  // used inside the choice
        const uint16_t option = brain_child(w->m->brain, brain_state(w->m->brain, op->state), op->k[0]);
        format_test(w, inverted, "current == %s", state_id(w->m, option));
        break;
    }
    case PROGRAM_IS_NEXT:
        w->is_case = true;
        text_clear(&w->tests);
        text_format(&w->tests, "case %s", state_id(w->m, (uint16_t)op->k[0]));
        break;
    case PROGRAM_IS_FRESH:
        format_test(w, inverted, "(p->agent[%u] >> %u & 1) != 0", (unsigned)(w->m->brain->fresh + op->k[0] / 8),
                    (unsigned)(op->k[0] % 8));
        break;
    case PROGRAM_TURN:
        format_test(w, false, "%s <= p->over", state_id(w->m, op->state));
        break;
    case PROGRAM_IS_STOP:
        format_test(w, inverted, "p->stops");
        break;
    default:
        return false;
    }
    text_free(&c);
    return true;
}

// ------------------------------------------------------------------------------------------------------------- regions

static void open_region(writer *w) {
    region *r = &w->regions[w->depth];
    const bool in_rules = w->rules_open && w->depth == w->rules_depth + 1;
    const char *tests = text_of(&w->tests);
    *r = (region){.is_case = w->is_case, .is_last = in_rules && tests[0] == '\0'};
    if (w->is_case) {
        open_block(w->m, "%s:", tests);
        if (strcmp(tests, "default") == 0) {
            w->has_default = true;
        }
    } else if (in_rules && w->rules_chain) {
        r->has_block = true;
        open_block(w->m, tests[0] != '\0' ? "else if (%s) {" : "else {", tests);
    } else if (tests[0] != '\0') {
        r->has_block = true;
        open_block(w->m, "if (%s) {", tests);
    }
    w->rules_chain |= in_rules && r->has_block;
    text_clear(&w->tests);
    w->is_case = false;
    w->ended = false;
}

/// Ends a region. Rules after one without a condition are unreachable; their text is removed later.
static void close_region(writer *w) {
    region *r = &w->regions[w->depth--];
    const bool is_rule = w->rules_open && w->depth == w->rules_depth;
    if (r->is_case) {
        if (!w->ended) {
            line(w->m, "break;");
        }
        w->m->indent--;
    } else if (r->has_block) {
        close_block(w->m);
    }
    w->ended = w->ended && !r->has_block && !r->is_case;
    if (is_rule && r->is_last && w->rules_end == 0) {
        w->rules_end = w->m->unit_text.length;
        w->rules_chain = true;
    }
}

/// Statements after rules apply if no rule holds.
static void before_statement(writer *w) {
    if (w->rules_open && w->rules_chain && w->depth == w->rules_depth && !w->rules_else) {
        w->rules_else = true;
        open_block(w->m, "else {");
    }
}

// ---------------------------------------------------------------------------------------------------------- statements

static void put_return(writer *w, uint32_t level) {
    if (has_levels(w->m)) {
        line(w->m, "return %u;", (unsigned)level);
    } else if (w->in == IN_TRY) {
        line(w->m, "return true;");
    } else if (w->depth > 0 || w->is_in_case) {
        line(w->m, "return;");
    }
    w->ended = true;
}

/// The pass continues outside the part that has changed.
static void put_done(writer *w, const program_op *op) {
    const uint32_t level = machine_level(w->m->brain, op->machine);
    if (w->in == IN_UPDATE) {
        if (w->l.cuts) {  // a step may leave states that have not been updated yet
            line(w->m, "p->over = %s;", state_id(w->m, op->state));
        }
        if (level < w->level) {
            line(w->m, "return %u;", (unsigned)level);
            w->ended = true;
        }
        return;
    }
    put_return(w, level);
}

static void put_guard(writer *w, const program_op *op) {
    if (has_levels(w->m)) {
        line(w->m, "return @fire_%u(p);", (unsigned)op->row);
    } else {
        line(w->m, "@fire_%u(p);", (unsigned)op->row);
        line(w->m, w->in == IN_TRY ? "return true;" : "return;");
    }
    w->ended = true;
}

static void put_call(writer *w, const program_op *op) {
    const char *path = w->m->paths[op->state], *verb = routine_verb(op->row);
    if (op->row != ROUTINE_OWN && op->row != ROUTINE_ANY) {
        line(w->m, "@%s_%s(p);", path, verb);
    } else if (!has_levels(w->m)) {
        open_block(w->m, "if (@%s_%s(p)) {", path, verb);
        line(w->m, "return;");
        close_block(w->m);
    } else {
        line(w->m, "level = @%s_%s(p);", path, verb);
        open_block(w->m, "if (level >= 0) {");
        line(w->m, "return level;");
        close_block(w->m);
    }
}

static void put_insides(writer *w, const program_op *op) {
    const wits_brain *brain = w->m->brain;
    const state_row *s = brain_state(brain, op->state);
    const bool is_parallel = s->kind == WITS_KIND_PARALLEL, updates = op->k[0] != 0;
    const uint32_t count = is_parallel ? s->child_count : 1;
    const uint32_t own = machine_level(brain, s->machine);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t machine = is_parallel ? brain_state(brain, brain_child(brain, s, i))->machine : s->inside;
        if (updates && !w->l.has_steps) {
            line(w->m, "@update_%u(p);", (unsigned)machine);
        } else if (updates) {
            if (i > 0) {
                open_block(w->m, "if (level > %u) {", (unsigned)own);
            }
            line(w->m, own == 0 && i + 1 == count ? "@update_%u(p);" : "level = @update_%u(p);", (unsigned)machine);
            if (i > 0) {
                close_block(w->m);
            }
        } else {
            line(w->m, "level = @decide_%u(p);", (unsigned)machine);
            open_block(w->m, "if (level <= %u) {", (unsigned)own);
            line(w->m, "return level;");
            close_block(w->m);
        }
    }
    if (updates && w->l.has_steps && own > 0) {
        open_block(w->m, "if (level < %u) {", (unsigned)own);
        line(w->m, "return level;");
        close_block(w->m);
    }
}

static void put_switch(writer *w, const program_op *op) {
    const char *path = w->m->paths[op->state];
    line(w->m, "@%s_choose(p, %s);", path, state_id(w->m, op->row));
    if (state_has_decisions_inside(w->m->brain, op->state)) {
        line(w->m, has_levels(w->m) ? "return @%s_decide_inside(p);" : "@%s_decide_inside(p);", path);
        w->ended = has_levels(w->m);
    }
}

/// Writes a number of 1 or 2 bytes to the agent.
static void put_number(writer *w, uint32_t width, uint32_t offset, uint32_t value, const char *what) {
    if (width == 1) {
        line(w->m, "p->agent[%u] = %u;%s%s", (unsigned)offset, (unsigned)value, what != NULL ? "  // " : "",
             what != NULL ? what : "");
    } else {
        line(w->m, "@bytes_put16(p->agent + %u, %u);%s%s", (unsigned)offset, (unsigned)value,
             what != NULL ? "  // " : "", what != NULL ? what : "");
    }
}

static void put_set_slot(writer *w, const program_op *op) {
    const machine_row *machine = brain_machine(w->m->brain, op->machine);
    text what = {0};
    if (op->k[0] != 0) {
        text_format(&what, "%s", w->m->paths[op->state]);
    } else {
        text_add(&what, "nothing");
    }
    put_number(w, machine->width, machine->slot, op->k[0], text_of(&what));
    text_free(&what);
}

static void put_exits(writer *w, const program_op *op) {
    const char *limit = state_id(w->m, op->state);
    if (op->k[0] != 0) {
        line(w->m, "@exit_%u(p, %s, @NONE);", (unsigned)op->machine, limit);
    } else {
        line(w->m, "@exit_%u(p, %s, %s);", (unsigned)op->machine, limit, limit);
    }
}

static bool has_final_child(const maker *m, uint16_t composite) {
    const state_row *s = brain_state(m->brain, composite);
    bool has = false;
    for (uint32_t i = 0; i < s->child_count; i++) {
        has = has || brain_state(m->brain, brain_child(m->brain, s, i))->is_final;
    }
    return has;
}

/// Before the exits it is unknown which states exit.
static void put_remember(writer *w, const program_op *op) {
    const char *id = state_id(w->m, op->state);
    if (has_final_child(w->m, op->state)) {
        open_block(w->m, "if (limit <= %s && forgets != %s) {", id, id);
    } else {
        open_block(w->m, "if (forgets != %s) {", id);
    }
    put_number(w, op->machine, op->k[0], op->k[1], NULL);
    close_block(w->m);
}

static void put_leave(writer *w, const program_op *op) {
    open_block(w->m, "if (%s <= limit) {", state_id(w->m, op->state));
    line(w->m, "return;");
    close_block(w->m);
}

static void put_fresh(writer *w, uint32_t bit, bool sets) {
    const unsigned at = (unsigned)(w->m->brain->fresh + bit / 8), mask = 1u << bit % 8;
    if (sets) {
        line(w->m, "p->agent[%u] = (uint8_t)(p->deciding ? p->agent[%u] | %uu : p->agent[%u] & %uu);", at, at, mask, at,
             0xFFu & ~mask);
    } else {
        line(w->m, "p->agent[%u] = (uint8_t)(p->agent[%u] & %uu);", at, at, 0xFFu & ~mask);
    }
}

static void put_data(writer *w, uint16_t id, bool opens) {
    const state_row *s = brain_state(w->m->brain, id);
    if (opens) {
        open_block(w->m, "for (uint32_t i = 0; i < %u; i++) {", (unsigned)s->data_size);
        line(w->m, "p->agent[%u + i] = @%s_data[i];", (unsigned)s->data, w->m->paths[id]);
    } else {
        open_block(w->m, "for (uint32_t i = 0; i < %u; i++) {", (unsigned)s->data_size);
        line(w->m, "p->agent[%u + i] = 0;", (unsigned)s->data);
    }
    close_block(w->m);
}

static void put_source(writer *w, const program_op *op) {
    const state_row *child = brain_state(w->m->brain, brain_child(w->m->brain, brain_state(w->m->brain, op->state), 0));
    const state_row *composite = brain_state(w->m->brain, op->state);
    bool same = true;
    for (uint32_t i = 0; i < composite->child_count; i++) {
        same = same && brain_state(w->m->brain, brain_child(w->m->brain, composite, i))->clock == child->clock;
    }
    text shown = {0};
    put_clock(w, &shown, child->clock);
    line(w->m, "p->source = @active_child(p->agent, %s);", state_id(w->m, op->state));
    if (same) {
        line(w->m, "p->source_elapsed = %s;", text_of(&shown));
    } else {
        line(w->m, "p->source_elapsed = 0;");
        open_block(w->m, "if (@rows[p->source].clock != 0) {");
        line(w->m, "p->source_elapsed = p->frame->tick - @bytes_get32(p->agent + @rows[p->source].clock);");
        close_block(w->m);
    }
    text_free(&shown);
}

static void take_clock(writer *w, const program_op *op) {
    const unsigned at = (unsigned)op->k[0];
    switch ((program_operation)op->operation) {
    case PROGRAM_START_CLOCK:
        line(w->m, "@bytes_put32(p->agent + %u, p->frame->tick);", at);
        break;
    case PROGRAM_SPREAD_CLOCK:
        line(w->m, "@bytes_put32(p->agent + %u, p->frame->tick - (uint32_t)(p->frame->agent %% %uu));", at,
             (unsigned)op->k[1]);
        break;
    case PROGRAM_STOP_CLOCK:
        line(w->m, "@bytes_put32(p->agent + %u, 0);", at);
        break;
    default:
        line(w->m, "@bytes_put32(p->agent + %u, p->frame->tick - @bytes_get32(p->agent + %u));", at, at);
        break;
    }
}

static void begin_rules(writer *w) {
    w->rules_open = true;
    w->rules_depth = w->depth;
    w->rules_chain = false;
    w->rules_else = false;
    w->rules_end = 0;
}

static void end_rules(writer *w) {
    if (w->rules_else) {
        close_block(w->m);
    }
    if (w->rules_end != 0) {
        w->m->unit_text.length = w->rules_end;
        w->m->unit_text.bytes[w->rules_end] = '\0';
    }
    w->rules_open = false;
    w->rules_else = false;
}

static void end_cases(writer *w) {
    if (!w->has_default) {
        line(w->m, "default:");
        line(w->m, "    break;");
    }
    line(w->m, "}");
    w->ended = false;
}

static void take_statement(writer *w, const program_op *op) {
    maker *m = w->m;
    before_statement(w);
    switch ((program_operation)op->operation) {
    case PROGRAM_GUARD:
        put_guard(w, op);
        break;
    case PROGRAM_CALL:
        put_call(w, op);
        break;
    case PROGRAM_SWITCH:
        put_switch(w, op);
        break;
    case PROGRAM_INSIDES:
        put_insides(w, op);
        break;
    case PROGRAM_DONE:
        put_done(w, op);
        break;
    case PROGRAM_EXITS:
        put_exits(w, op);
        break;
    case PROGRAM_LEAVE:
        put_leave(w, op);
        break;
    case PROGRAM_REMEMBER:
        put_remember(w, op);
        break;
    case PROGRAM_SET_SLOT:
        put_set_slot(w, op);
        break;
    case PROGRAM_SET_NUMBER:
        put_number(w, op->machine, op->k[0], op->k[1], NULL);
        break;
    case PROGRAM_START_CLOCK:
    case PROGRAM_SPREAD_CLOCK:
    case PROGRAM_STOP_CLOCK:
    case PROGRAM_TURN_CLOCK:
        take_clock(w, op);
        break;
    case PROGRAM_OPEN_DATA:
    case PROGRAM_CLOSE_DATA:
        put_data(w, op->state, op->operation == PROGRAM_OPEN_DATA);
        break;
    case PROGRAM_SET_FRESH:
    case PROGRAM_CLEAR_FRESH:
        put_fresh(w, op->k[0], op->operation == PROGRAM_SET_FRESH);
        break;
    case PROGRAM_CLEAR_ALL_FRESH:
        for (uint32_t i = 0; i < m->brain->fresh_bytes; i++) {
            line(m, "p->agent[%u] = 0;", (unsigned)(m->brain->fresh + i));
        }
        break;
    case PROGRAM_TURNS:
        line(m, "p->over = @NONE;");
        break;
    case PROGRAM_SOURCE_CLOCK: {
        text shown = {0};
        put_clock(w, &shown, op->k[0]);
        line(m, "p->source_elapsed = %s;", text_of(&shown));
        text_free(&shown);
        break;
    }
    case PROGRAM_SOURCE:
        put_source(w, op);
        break;
    case PROGRAM_SOURCE_TARGETS:
        put_source_targets(w, op);
        break;
    case PROGRAM_ENTER_TARGET:
        line(m, "@%s_take_target(p);", m->paths[op->state]);
        break;
    case PROGRAM_FORGET_TARGET:
        line(m, "@bytes_put32(p->agent + %u, 0);  // its target", (unsigned)op->k[0]);
        break;
    case PROGRAM_ACT:
        put_actions(w, op);
        break;
    case PROGRAM_CHOOSE:
        line(m, "switch (@%s_first(p)) {", m->paths[op->state]);
        w->has_default = false;
        break;
    case PROGRAM_FINISH:
        line(m, "return true;");
        w->ended = true;
        break;
    case PROGRAM_CALL_STEP:
        line(m, "switch (@%s_step(p)) {", m->paths[op->state]);
        w->has_default = false;
        break;
    case PROGRAM_CHOICE_END:
    case PROGRAM_STEP_END:
        end_cases(w);
        break;
    case PROGRAM_KEPT:
        line(m, "p->kept_in = %u;%s%s", (unsigned)op->state, op->state != 0 ? "  // " : "",
             op->state != 0 ? m->paths[op->state] : "");
        break;
    default:  // ends of routines, paths and parts of verbs
        break;
    }
}

void take_program_op(program_sink *to, const program_op *op) {
    writer *w = (writer *)to;
    switch ((program_operation)op->operation) {
    case PROGRAM_WHEN:
        w->depth++;
        text_clear(&w->tests);
        break;
    case PROGRAM_THEN:
        open_region(w);
        break;
    case PROGRAM_END:
        close_region(w);
        break;
    case PROGRAM_ROUTINE:
        begin_routine(w, op);
        break;
    case PROGRAM_RETURN:
        end_routine(w);
        break;
    case PROGRAM_RULES_BEGIN:
        begin_rules(w);
        break;
    case PROGRAM_TAKE_RULE:
        break;
    case PROGRAM_RULES_END:
        end_rules(w);
        break;
    default:
        if (!take_test(w, op)) {
            take_statement(w, op);
        }
        break;
    }
}
