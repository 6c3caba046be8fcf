// SPDX-License-Identifier: MIT
// Makes the functions of a brain's program: routines, transitions, and the paths of each machine.
#include "program.h"

#include <string.h>

static void begin_writing(writer *w, written in, uint32_t level) {
    w->in = in;
    w->level = level;
    w->ended = false;
    w->is_in_case = false;
}

// ------------------------------------------------------------------------------------------------------------ routines

void begin_routine(writer *w, const program_op *op) {
    const char *path = w->m->paths[op->state], *verb = routine_verb(op->row);
    text name = {0};
    text_format(&name, "%s_%s", path, verb);
    const bool tries = op->row == ROUTINE_OWN || op->row == ROUTINE_ANY;
    begin_writing(w, tries ? IN_TRY : IN_ROUTINE, 0);
    begin_function(w->m, text_of(&name), "static %s @%s(@pass *p)",
                   !tries             ? "void"
                   : has_levels(w->m) ? "int"
                                      : "bool",
                   text_of(&name));
    text_free(&name);
}

void end_routine(writer *w) {
    if (w->in == IN_TRY) {
        line(w->m, has_levels(w->m) ? "return -1;" : "return false;");
    }
    end_function(w->m, false);
}

static void begin_switch(writer *w, const machine_row *machine) {
    text slot = {0};
    put_slot(w->m, &slot, machine);
    line(w->m, "switch (%s) {", text_of(&slot));
    text_free(&slot);
}

static void begin_case(writer *w, uint32_t slot, const char *path) {
    line(w->m, "case %u:  // %s", (unsigned)slot, path);
    w->m->indent++;
    w->is_in_case = true;
    w->ended = false;
}

static void end_case(writer *w) {
    if (!w->ended) {
        line(w->m, "break;");
    }
    w->m->indent--;
}

static void end_switch(writer *w, bool gives_level) {
    line(w->m, "default:");
    line(w->m, "    break;");
    line(w->m, "}");
    if (gives_level) {
        line(w->m, "return %u;", (unsigned)w->level);
    }
}

static void make_exit_paths(writer *w) {
    const wits_brain *brain = w->m->brain;
    for (uint32_t number = 0; number < brain->machine_count; number++) {
        const machine_row *machine = brain_machine(brain, number);
        text name = {0};
        text_format(&name, "exit_%u", (unsigned)number);
        begin_writing(w, IN_ROUTINE, 0);
        begin_function(w->m, text_of(&name), "static void @%s(@pass *p, uint32_t limit, uint32_t forgets)",
                       text_of(&name));
        line(w->m, "// Exits states from the deepest outwards. `limit` and its ancestors stay.");
        begin_switch(w, machine);
        for (uint32_t config = 0; config < machine->config_count; config++) {
            const uint16_t deepest = brain_config_state(brain, machine, config);
            begin_case(w, config + 1, w->m->paths[deepest]);
            wits_lower_exit_path(&w->l, deepest);
            end_case(w);
        }
        end_switch(w, false);
        end_function(w->m, false);
        text_free(&name);
    }
}

// --------------------------------------------------------------------------------------------------------- transitions

static void describe_transition(writer *w, uint32_t row) {
    const wits_transition_desc *t = &w->m->desc->transitions[row];
    text what = {0};
    char from[1100], to[1100];
    wits_state_path(w->m->brain, t->from, from, sizeof from);
    wits_state_path(w->m->brain, t->to, to, sizeof to);
    text_format(&what, "%s%s to %s", t->any ? "any of " : "", t->from == WITS_ROOT ? "the root" : from, to);
    text_add(&what, t->event != NULL || t->when != NULL || t->after != 0 ? ", when " : "");
    if (t->event != NULL) {
        text_format(&what, "event %s%s", t->event, t->when != NULL || t->after != 0 ? " and " : "");
    }
    if (t->after != 0) {
        text_format(&what, "after %u%s", (unsigned)t->after, t->when != NULL ? " and " : "");
    }
    comment(w->m, text_of(&what), t->when, WITS_TABLE_TRANSITIONS, row, NULL);
    text_free(&what);
}

static void make_transitions(writer *w) {
    for (uint32_t row = 0; row < w->m->brain->transition_count; row++) {
        text name = {0};
        text_format(&name, "fire_%u", (unsigned)row);
        begin_writing(w, IN_FIRE, 0);
        begin_unit(w->m, "%s", text_of(&name));
        describe_transition(w, row);
        open_block(w->m, has_levels(w->m) ? "static int @%s(@pass *p) {" : "static void @%s(@pass *p) {",
                   text_of(&name));
        wits_lower_transition(&w->l, row);
        if (has_levels(w->m) && !w->ended) {
            line(w->m, "return 0;");
        }
        close_block(w->m);
        end_unit(w->m, false);
        text_free(&name);
    }
}

// --------------------------------------------------------------------------------------------------------------- paths

/// Begins the function of a path. `level` receives results of functions of inner machines.
static void begin_path_function(writer *w, const char *name, bool gives_level) {
    begin_function(w->m, name, "static %s @%s(@pass *p)", gives_level ? "int" : "void", name);
    if (gives_level) {
        line(w->m, "int level;");
    }
}

static void end_path_function(writer *w, bool gives_level) {
    if (gives_level && strstr(text_of(&w->m->unit_text), "level =") == NULL) {
        char *unused = strstr(w->m->unit_text.bytes, "    int level;\n");
        const size_t length = strlen("    int level;\n");
        memmove(unused, unused + length, strlen(unused + length) + 1);
        w->m->unit_text.length -= length;
    }
    end_function(w->m, false);
}

static void make_decisions(writer *w) {
    const wits_brain *brain = w->m->brain;
    for (uint32_t number = 0; number < brain->machine_count; number++) {
        const machine_row *machine = brain_machine(brain, number);
        text name = {0};
        text_format(&name, "decide_%u", (unsigned)number);
        begin_writing(w, IN_DECIDE, machine_level(brain, number));
        begin_path_function(w, text_of(&name), has_levels(w->m));
        begin_switch(w, machine);
        if (wits_lower_is_filled(&w->l, number)) {
            begin_case(w, 0, "no active child");
            wits_lower_filling(&w->l, machine->owner);
            end_case(w);
        }
        for (uint32_t config = 0; config < machine->config_count; config++) {
            const uint16_t deepest = brain_config_state(brain, machine, config);
            begin_case(w, config + 1, w->m->paths[deepest]);
            wits_lower_decide_path(&w->l, deepest);
            end_case(w);
        }
        end_switch(w, has_levels(w->m));
        end_path_function(w, has_levels(w->m));
        text_free(&name);
    }
}

/// Makes the rest of a pass after the choice of each utility.
static void make_decisions_inside(writer *w) {
    const wits_brain *brain = w->m->brain;
    for (uint32_t row = 0; row < brain->state_count; row++) {
        const uint16_t id = (uint16_t)row;
        const state_row *s = brain_state(brain, id);
        if (s->kind != WITS_KIND_UTILITY || !state_has_decisions_inside(brain, id)) {
            continue;
        }
        const machine_row *machine = brain_machine(brain, s->inside);
        text name = {0};
        text_format(&name, "%s_decide_inside", w->m->paths[id]);
        begin_writing(w, IN_DECIDE, machine_level(brain, s->inside));
        begin_path_function(w, text_of(&name), has_levels(w->m));
        begin_switch(w, machine);
        for (uint32_t config = 0; config < machine->config_count; config++) {
            const uint16_t deepest = brain_config_state(brain, machine, config);
            if (deepest != id && state_contains(brain, id, deepest)) {
                begin_case(w, config + 1, w->m->paths[deepest]);
                wits_lower_decide_behind(&w->l, deepest, id);
                end_case(w);
            }
        }
        end_switch(w, has_levels(w->m));
        end_path_function(w, has_levels(w->m));
        text_free(&name);
    }
}

static void make_updates(writer *w) {
    const wits_brain *brain = w->m->brain;
    const bool gives_level = has_levels(w->m) && w->l.has_steps;
    for (uint32_t number = 0; number < brain->machine_count; number++) {
        const machine_row *machine = brain_machine(brain, number);
        text name = {0};
        text_format(&name, "update_%u", (unsigned)number);
        begin_writing(w, IN_UPDATE, machine_level(brain, number));
        begin_path_function(w, text_of(&name), gives_level);
        begin_switch(w, machine);
        for (uint32_t config = 0; config < machine->config_count; config++) {
            const uint16_t deepest = brain_config_state(brain, machine, config);
            const size_t before = w->m->unit_text.length;
            begin_case(w, config + 1, w->m->paths[deepest]);
            const size_t empty = w->m->unit_text.length;
            wits_lower_update_path(&w->l, deepest);
            if (w->m->unit_text.length == empty) {
                w->m->unit_text.length = before;  // nothing to do
                w->m->unit_text.bytes[before] = '\0';
                w->m->indent--;
            } else {
                end_case(w);
            }
        }
        end_switch(w, gives_level);
        end_path_function(w, gives_level);
        text_free(&name);
    }
}

// ------------------------------------------------------------------------------------------------------------- choices

bool option_may_cool(const maker *m, const state_row *utility) {
    bool may = false;
    for (uint32_t i = 0; i < utility->child_count; i++) {
        const state_row *o = brain_state(m->brain, brain_child(m->brain, utility, i));
        may = may || (o->can_finish && o->cooldown != 0);
    }
    return may;
}

/// Writes whether the active option is done. If it is not, and runs to completion, no choice is made.
static void make_commitment(writer *w, const state_row *utility) {
    maker *m = w->m;
    text runs_to_completion = {0};
    if (!utility->checks_finished) {
        return;
    }
    line(m, "bool is_done = false;");
    line(m, "switch (current) {");
    for (uint32_t i = 0; i < utility->child_count; i++) {
        const uint16_t option = brain_child(m->brain, utility, i);
        text done = {0};
        if (brain_state(m->brain, option)->can_finish) {
            put_is_done(m, &done, option, WITS_NONE);
            line(m, "case %s:", state_id(m, option));
            line(m, "    is_done = %s;", text_of(&done));
            line(m, "    break;");
        }
        if (brain_state(m->brain, option)->runs_to_completion) {
            text_format(&runs_to_completion, "%scurrent == %s", runs_to_completion.length > 0 ? " || " : "",
                        state_id(m, option));
        }
        text_free(&done);
    }
    line(m, "default:");
    line(m, "    break;");
    line(m, "}");
    if (runs_to_completion.length > 0) {
        open_block(m, "if (!is_done && (%s)) {", text_of(&runs_to_completion));
        line(m, "return;");
        close_block(m);
    }
    text_free(&runs_to_completion);
}

/// Writes the change of target of an option that stays. If the option does not re-enter for it, nothing more is done.
static void make_staying(writer *w, const state_row *utility) {
    maker *m = w->m;
    text again = {0};
    uint32_t reenters = 0, targets = 0;
    for (uint32_t i = 0; i < utility->child_count; i++) {
        const uint16_t option = brain_child(m->brain, utility, i);
        const state_row *o = brain_state(m->brain, option);
        targets += o->target != WITS_NONE;
        if (o->target != WITS_NONE && o->retarget_reenters) {
            text_format(&again, "%sbest != %s", reenters++ > 0 ? " && " : "", state_id(m, option));
        }
    }
    open_block(m, "if (target == @bytes_get32(p->agent + %u)) {", (unsigned)utility->target_at);
    line(m, "return;");
    close_block(m);
    if (reenters < targets) {
        if (reenters > 0) {
            open_block(m, "if (%s) {", text_of(&again));
        }
        line(m, "@bytes_put32(p->agent + %u, target);", (unsigned)utility->target_at);
        for (uint32_t i = 0; i < utility->child_count; i++) {
            wits_lower_retarget(&w->l, brain_state(m->brain, brain_child(m->brain, utility, i))->parent,
                                brain_child(m->brain, utility, i));
        }
        line(m, "return;");
        if (reenters > 0) {
            close_block(m);
        }
    }
    text_free(&again);
}

/// Writes the call that finds the best option. Returns if the current one stays.
static void make_asking_best(writer *w, const state_row *s, const char *path) {
    maker *m = w->m;
    const bool tells_done = s->checks_finished && option_may_cool(m, s);
    text given = {0};
    text_add(&given, "p, ");
    put(m, &given, s->checks_finished ? "is_done ? @NONE : current" : "current");
    put(m, &given, tells_done ? ", is_done ? current : @NONE" : "");
    if (s->target_at != 0) {
        declare_pairs(m, s);
        line(m, "const uint32_t best = @%s_best(%s, pairs, &rules);", path, text_of(&given));
        open_block(m, "if (best == @NONE) {");
        line(m, "return;");
        close_block(m);
        line(m,
             s->checks_finished
                 ? "const uint32_t target = @%s_pick_target(p, best, is_done ? @NONE : current, current, pairs, rules);"
                 : "const uint32_t target = @%s_pick_target(p, best, current, current, pairs, rules);",
             path);
    } else {
        line(m, "const uint32_t best = @%s_best(%s);", path, text_of(&given));
    }
    open_block(m, s->checks_finished ? "if (best == current && !is_done) {" : "if (best == current) {");
    if (s->target_at != 0) {
        make_staying(w, s);
    } else {
        line(m, "return;");
    }
    close_block(m);
    if (s->target_at != 0) {
        line(m, "p->picked = target;");
        line(m, "p->picked_for = best;");
    }
    text_free(&given);
}

/// Makes a utility's choice, and the switch to another option.
static void make_choice(writer *w, uint16_t id) {
    const wits_brain *brain = w->m->brain;
    const state_row *s = brain_state(brain, id);
    text name = {0};
    text_format(&name, "%s_choose", w->m->paths[id]);
    begin_writing(w, IN_ROUTINE, 0);
    begin_function(w->m, text_of(&name), "static void @%s(@pass *p, uint32_t current)", text_of(&name));
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(brain, s, i);
        const state_row *o = brain_state(brain, option);
        if (o->hold != 0) {
            open_block(w->m, "if (current == %s && p->frame->tick - @bytes_get32(p->agent + %u) < %uu) {",
                       state_id(w->m, option), (unsigned)o->clock, (unsigned)o->hold);
            line(w->m, "return;");
            close_block(w->m);
        }
    }
    make_commitment(w, s);
    if (s->scored_clock != 0) {
        open_block(w->m,
                   s->checks_finished ? "if (!is_done && p->frame->tick - @bytes_get32(p->agent + %u) < %uu) {"
                                      : "if (p->frame->tick - @bytes_get32(p->agent + %u) < %uu) {",
                   (unsigned)s->scored_clock, (unsigned)s->every);
        line(w->m, "return;");
        close_block(w->m);
        line(w->m, "@bytes_put32(p->agent + %u, p->frame->tick);", (unsigned)s->scored_clock);
    }
    make_asking_best(w, s, w->m->paths[id]);
    line(w->m, "switch (best) {");
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(brain, s, i);
        line(w->m, "case %s:", state_id(w->m, option));
        w->m->indent++;
        w->ended = false;
        wits_lower_option(&w->l, option);
        line(w->m, "break;");
        w->m->indent--;
    }
    end_switch(w, false);
    end_function(w->m, false);
    text_free(&name);
}

// --------------------------------------------------------------------------------------------------------------- verbs

/// Makes a function that does part of a verb for any state: @enter_state, @enter_inside, …
static void make_verb(writer *w, const char *name, void lower(lowering *l, uint16_t id),
                      bool concerns(const maker *m, uint16_t id)) {
    begin_writing(w, IN_VERB, 0);
    begin_function(w->m, name, "static void @%s(@pass *p, uint32_t state)", name);
    line(w->m, "switch (state) {");
    for (uint32_t row = 0; row < w->m->brain->state_count; row++) {
        const uint16_t id = (uint16_t)row;
        if (!concerns(w->m, id)) {
            continue;
        }
        const size_t before = w->m->unit_text.length;
        line(w->m, "case %s:", state_id(w->m, id));
        w->m->indent++;
        const size_t empty = w->m->unit_text.length;
        lower(&w->l, id);
        if (w->m->unit_text.length == empty) {
            w->m->unit_text.length = before;
            w->m->unit_text.bytes[before] = '\0';
        } else {
            line(w->m, "break;");
        }
        w->m->indent--;
    }
    end_switch(w, false);
    end_function(w->m, false);
}

static bool is_any(const maker *m, uint16_t id) {
    (void)m;
    (void)id;
    return true;
}

static bool is_inside_root(const maker *m, uint16_t id) {
    (void)m;
    return id != WITS_ROOT;
}

static bool is_region(const maker *m, uint16_t id) {
    return state_is_in_a(m->brain, id, WITS_KIND_PARALLEL);
}

static bool is_parallel(const maker *m, uint16_t id) {
    return brain_state(m->brain, id)->kind == WITS_KIND_PARALLEL;
}

static void lower_stop(lowering *l, uint16_t id) {
    (void)id;
    wits_lower_verb_stop(l);
}

static bool is_root(const maker *m, uint16_t id) {
    (void)m;
    return id == WITS_ROOT;
}

static void make_verbs(writer *w) {
    make_verb(w, "enter_state", wits_lower_verb_enter, is_any);
    make_verb(w, "enter_what_follows", wits_lower_verb_inside, is_any);
    make_verb(w, "make_way", wits_lower_verb_towards, is_inside_root);
    make_verb(w, "exit_at", wits_lower_verb_exit, is_inside_root);
    make_verb(w, "enter_region_beside", wits_lower_verb_region, is_region);
    make_verb(w, "end_regions", wits_lower_verb_regions_end, is_parallel);
    make_verb(w, "exit_all", lower_stop, is_root);
}

void make_programs(maker *m) {
    writer w = {.sink.put = take_program_op, .m = m};
    w.l = wits_lower_begin_by_name(m->brain, &w.sink);
    wits_lower_state_routines(&w.l);
    wits_lower_routines(&w.l);
    make_exit_paths(&w);
    make_transitions(&w);
    wits_lower_guard_routines(&w.l);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        if (brain_state(m->brain, id)->kind == WITS_KIND_UTILITY) {
            make_choice(&w, (uint16_t)id);
        }
    }
    make_decisions(&w);
    make_decisions_inside(&w);
    make_updates(&w);
    make_verbs(&w);
    text_free(&w.tests);
}
