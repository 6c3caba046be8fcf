// SPDX-License-Identifier: MIT
// Writes scores of options, and the choice between them. See section 6 of docs/semantics.md.
#include "choices.h"

#include "expr/math.h"

void put_first_suffix(text *to, const asking *a, uint16_t id) {
    if (a->is_first && state_of(a->m, id)->parent == a->utility) {
        text_add(to, "_first");
    } else if (a->is_first) {
        text_format(to, "_first_of_%u", (unsigned)a->utility);
    }
}

/// Adds a score, with a weight other than 1 as "(score) * 1.5f".
static void add_weighted(maker *m, text *to, const char *score, float weight) {
    if (weight == 1.0f) {
        text_add(to, score);
    } else {
        text_format(to, "(%s) * ", score);
        put_float(m, to, weight);
    }
}

site choice_site(const asking *a, uint16_t option, text *elapsed) {
    const uint32_t clock = state_of(a->m, option)->clock;
    if (a->is_first || clock == 0) {
        text_add(elapsed, "0u");
    } else {
        text active = {0};
        put_is_active(a->m, &active, option);
        put(a->m, elapsed, "(%s ? p->frame->tick - @bytes_get32(p->agent + %u) : 0u)", text_of(&active),
            (unsigned)clock);
        text_free(&active);
    }
    return (site){.state = option,
                  .row = WITS_NONE,
                  .flags = a->is_first ? PROGRAM_AT_MOMENT : 0,
                  .moment = a->is_first ? a->utility : WITS_NONE,
                  .walks = has_target(a->m, option) ? option : 0,
                  .elapsed = text_of(elapsed)};
}

// ------------------------------------------------------------------------------------------------------ considerations

static void make_considered(const asking *a, uint16_t option) {
    maker *m = a->m;
    const state_row *s = state_of(m, option);
    text name = {0}, head = {0}, elapsed = {0};
    text_format(&name, "%s_consider", m->paths[option]);
    put_first_suffix(&name, a, option);
    if (has_unit(m, "%s", text_of(&name))) {
        text_free(&name);
        return;
    }
    if (has_target(m, option)) {
        put(m, &head, "static float @%s(const @pass *p, const %s *list, size_t row)", text_of(&name),
            m->names.targets[s->target].list);
    } else {
        put(m, &head, "static float @%s(const @pass *p)", text_of(&name));
    }
    begin_function(m, text_of(&name), "%s", text_of(&head));
    const site at = choice_site(a, option, &elapsed);
    make_score(m, option, &at);
    end_function(m, false);
    text_free(&name);
    text_free(&head);
    text_free(&elapsed);
}

// -------------------------------------------------------------------------------------------------------------- scores

static bool is_constant_score(const maker *m, function_ref score) {
    return (score & REF_PROGRAM) != 0 && (brain_program(m->brain, score)->uses & EXPR_IS_CONSTANT) != 0;
}

/// Returns whether the score of an option is a constant number.
static bool is_constant_option(const maker *m, const state_row *o) {
    if (o->score_best != 0 || o->row_count != 0 || o->target != WITS_NONE ||
        (o->score != 0 && !is_constant_score(m, o->score))) {
        return false;
    }
    const float score = o->score == 0 ? 1.0f : math_float(brain_program(m->brain, o->score)->code[0].k[0]);
    return score * o->weight == score * o->weight;
}

void put_option_score(const asking *a, text *to, uint16_t option) {
    maker *m = a->m;
    const state_row *s = state_of(m, option);
    text raw = {0};
    if (s->score_best || s->row_count != 0) {
        put(m, &raw, s->score_best ? "@%s_best_score" : "@%s_consider", m->paths[option]);
        put_first_suffix(&raw, a, option);
        text_add(&raw, has_target(m, option) ? "(p, list, row)" : "(p)");
    } else if (s->score == 0) {
        text_add(&raw, "1.0f");
    } else {
        text elapsed = {0};
        const site at = choice_site(a, option, &elapsed);
        put_condition(m, &raw, s->score, &at, BINDS_ALL);
        text_free(&elapsed);
    }
    add_weighted(m, to, text_of(&raw), s->weight);
    text_free(&raw);
}

static void make_best_score(const asking *a, uint16_t utility);

static void make_parts_of_score(const asking *a, uint16_t option) {
    const state_row *s = state_of(a->m, option);
    if (s->score_best) {
        make_best_score(a, option);
    } else if (s->row_count != 0) {
        make_considered(a, option);
    }
    if (has_target(a->m, option)) {
        make_pairs(a, option);
    }
}

/// Makes the best plain score of a utility's own options. Recurses at most WITS_MAX_DEPTH deep.
static void make_best_score(const asking *a, uint16_t utility) {  // NOLINT(misc-no-recursion)
    maker *m = a->m;
    const state_row *s = state_of(m, utility);
    text name = {0};
    text_format(&name, "%s_best_score", m->paths[utility]);
    put_first_suffix(&name, a, utility);
    for (uint32_t i = 0; i < s->child_count; i++) {
        make_parts_of_score(a, brain_child(m->brain, s, i));
    }
    begin_function(m, text_of(&name), "static float @%s(const @pass *p)", text_of(&name));
    line(m, "float best = @math_float(0x7FC00000u), score;");
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(m->brain, s, i);
        text score = {0};
        if (has_target(m, option)) {
            put(m, &score, "@%s_best_plain", m->paths[option]);
            put_first_suffix(&score, a, option);
            text_add(&score, "(p)");
        } else {
            put_option_score(a, &score, option);
        }
        line(m, "score = %s;", text_of(&score));
        open_block(m, "if (score == score && !(score <= best)) {");
        line(m, "best = score;");
        close_block(m);
        text_free(&score);
    }
    line(m, "return best;");
    end_function(m, false);
    text_free(&name);
}

// ------------------------------------------------------------------------------------------------------------- choices

static void describe_score(const asking *a, uint16_t option) {
    maker *m = a->m;
    const wits_state_desc *d = &m->desc->states[option];
    text what = {0};
    text_format(&what, "%s: ", wits_state_name(m->brain, option));
    comment(m, text_of(&what),
            d->score != NULL ? d->score
            : d->score_best  ? "the best of its options"
                             : "its considerations",
            WITS_TABLE_STATES, option, "score");
    text_free(&what);
}

/// Assigns the score including inertia to `into`.
static void put_scored(const asking *a, uint16_t option, const char *into) {
    maker *m = a->m;
    const float inertia = state_of(m, a->utility)->inertia;
    text score = {0};
    describe_score(a, option);
    if (has_target(m, option)) {
        put_best_pair(a, option);
        line(m, "%s = pairs[%u].score;", into, (unsigned)state_of(m, option)->ordinal);
        return;
    }
    put_option_score(a, &score, option);
    if (inertia != 0.0f && !a->is_first) {
        text more = {0};
        put_float(m, &more, inertia);
        line(m, "%s = (%s) + (current == %s ? %s : 0.0f);", into, text_of(&score), state_id(m, option), text_of(&more));
        text_free(&more);
    } else {
        line(m, "%s = %s;", into, text_of(&score));
    }
    text_free(&score);
}

/// Writes the condition that an option is better than those before it. `is_found`: one of them is known to be a
/// candidate.
static void put_better(maker *m, text *to, const state_row *utility, uint32_t ordinal, bool is_found) {
    const unsigned i = (unsigned)ordinal;
    const bool has_floor = utility->floor - utility->floor == 0.0f;
    if (has_floor) {
        text_format(to, "score_%u >= ", i);
        put_float(m, to, utility->floor);
    } else if (ordinal == 0) {
        text_format(to, "score_%u == score_%u", i, i);
    }
    if (is_found) {
        text_format(to, "%sscore_%u > best_score", has_floor ? " && " : "", i);
    } else if (ordinal > 0) {
        put(m, to,
            has_floor ? " && (best == @NONE || score_%u > best_score)"
                      : "best == @NONE ? score_%u == score_%u : score_%u > best_score",
            i, i, i);
    }
}

/// A tie for the best goes to the current option.
static void make_ties(const asking *a, bool is_found) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    if (!is_found) {
        open_block(m, "if (best == @NONE) {");
        line(m, aims(s) ? "return @NONE;" : "return current;");
        close_block(m);
    }
    if (!a->is_first) {
        line(m, "switch (best == current ? @NONE : current) {  // the current option wins ties");
        for (uint32_t i = 0; i < s->child_count; i++) {
            line(m, "case %s:", state_id(m, brain_child(m->brain, s, i)));
            line(m, "    return score_%u == best_score ? current : best;", (unsigned)i);
        }
        line(m, "default:");
        line(m, "    break;");
        line(m, "}");
    }
    line(m, "return best;");
}

/// Makes the choice if only the highest score counts.
static void make_highest(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    const bool is_found =
        s->floor - s->floor != 0.0f && is_constant_option(m, state_of(m, brain_child(m->brain, s, 0)));
    for (uint32_t i = 0; i < s->child_count; i++) {
        text into = {0};
        text_format(&into, "const float score_%u", (unsigned)i);
        put_scored(a, brain_child(m->brain, s, i), text_of(&into));
        text_free(&into);
    }
    if (s->child_count == 1 && (a->is_first || !s->checks_finished) && !aims(s)) {
        line(m, "(void)score_0;");
        line(m, "return %s;", state_id(m, brain_child(m->brain, s, 0)));  // there is only one option
        return;
    }
    if (s->child_count == 1 && aims(s)) {
        text test = {0};
        put_better(m, &test, s, 0, false);
        open_block(m, "if (%s) {", text_of(&test));
        line(m, "return %s;", state_id(m, brain_child(m->brain, s, 0)));
        close_block(m);
        line(m, "return @NONE;");
        text_free(&test);
        return;
    }
    if (is_found) {
        line(m, "uint32_t best = %s;", state_id(m, brain_child(m->brain, s, 0)));
        line(m, "float best_score = score_0;");
    } else {
        line(m, "uint32_t best = @NONE;");
        line(m, "float best_score = 0.0f;");
    }
    for (uint32_t i = is_found ? 1 : 0; i < s->child_count; i++) {
        text test = {0};
        put_better(m, &test, s, i, is_found);
        open_block(m, "if (%s) {", text_of(&test));
        line(m, "best = %s;", state_id(m, brain_child(m->brain, s, i)));
        if (!a->is_first || i + 1 < s->child_count) {
            line(m, "best_score = score_%u;", (unsigned)i);
        }
        close_block(m);
        text_free(&test);
    }
    make_ties(a, is_found);
}

/// Writes whether an option is cooling down; one that is done would be entered again.
static void put_cools(const asking *a, text *to, uint16_t option) {
    const state_row *o = state_of(a->m, option);
    if (o->cooldown == 0) {
        text_add(to, "0");
        return;
    }
    const bool may_be_done = o->can_finish && !a->is_first;
    if (may_be_done) {
        put(a->m, to, "done == %s || ", state_id(a->m, option));
    }
    put(a->m, to, may_be_done ? "(" : "");
    put(a->m, to, "p->agent[%u] != 0 && p->frame->tick - @bytes_get32(p->agent + %u) < %uu", (unsigned)o->cooldown_at,
        (unsigned)o->cooldown_at + 1, (unsigned)o->cooldown);
    put(a->m, to, may_be_done ? ")" : "");
}

/// Writes the score and rank of an option as it competes.
static void make_candidate(const asking *a, uint32_t ordinal) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    const uint16_t option = brain_child(m->brain, s, ordinal);
    const unsigned i = (unsigned)ordinal;
    text score = {0}, floor = {0}, cools = {0}, rank = {0}, elapsed = {0};
    text_format(&score, "o.scores[%u]", i);
    put_scored(a, option, text_of(&score));
    put_float(m, &floor, s->floor);
    put_cools(a, &cools, option);
    line(m, "o.scores[%u] = @choose_able(o.scores[%u], %s, %s);", i, i, text_of(&floor), text_of(&cools));
    if (state_of(m, option)->rank != 0 && !has_target(m, option)) {
        const site at = choice_site(a, option, &elapsed);
        put_condition(m, &rank, state_of(m, option)->rank, &at, BINDS_ALL);
    }
    if (has_pair_ranks(a, option)) {
        text_format(&rank, "pairs[%u].rank", i);
    }
    line(m, "o.ranks[%u] = %s;", i, rank.length != 0 ? text_of(&rank) : "0");
    if (!a->is_first) {
        open_block(m, "if (current == %s) {", state_id(m, option));
        line(m, "c.favoured = %u;", i);
        close_block(m);
    }
    text_free(&score);
    text_free(&floor);
    text_free(&cools);
    text_free(&rank);
    text_free(&elapsed);
}

void make_choose_rules(maker *m, const choose_rules *rules) {
    text number = {0};
    put_float(m, &number, rules->number);
    line(m, "@choosing c;");
    line(m, "@choose_rules by;");
    line(m, "by.count = %u;", (unsigned)rules->count);
    line(m, "by.default_option = %u;", (unsigned)rules->default_option);
    line(m, "by.select = %u;", (unsigned)rules->select);
    line(m, "by.number = %s;", text_of(&number));
    line(m, "by.is_ranked = %s;", rules->is_ranked ? "true" : "false");
    text_free(&number);
}

/// Makes a choice with ranks, cooldowns, a default option or chance, by the rules of src/expr/choose.inc.
static void make_choice_of(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    const uint32_t first = s->default_option != 0 ? state_of(m, s->default_option)->ordinal : s->child_count;
    const bool asks_default_first = aims(s) && first < s->child_count;
    text random = {0};
    line(m, "@choose_options o;");
    make_choose_rules(m, &(choose_rules){.count = s->child_count,
                                         .default_option = first,
                                         .select = s->select,
                                         .number = s->select_number,
                                         .is_ranked = s->is_ranked});
    line(m, "c.favoured = @CHOOSE_NONE;");
    if (asks_default_first) {
        make_candidate(a, first);
        line(m, "rules->threshold = o.scores[%u];", (unsigned)first);
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        if (i != first || !asks_default_first) {
            make_candidate(a, i);
        }
    }
    line(m, "@choose_settle(&c, &by, &o);");
    if (s->select == WITS_SELECT_HIGHEST) {
        text_add(&random, "0.0f");
    } else {
        put(m, &random, "@expr_random(p->frame->seed, p->frame->agent, p->frame->tick, %u)", (unsigned)s->place);
    }
    line(m, "switch (@choose_winner(&c, &by, &o, %s)) {", text_of(&random));
    for (uint32_t i = 0; i < s->child_count; i++) {
        line(m, "case %u:", (unsigned)i);
        line(m, "    return %s;", state_id(m, brain_child(m->brain, s, i)));
    }
    line(m, "default:");
    line(m, aims(s) ? "    return @NONE;" : "    return current;");
    line(m, "}");
    text_free(&random);
}

static bool is_highest(const state_row *s) {
    return s->is_plain && s->select == WITS_SELECT_HIGHEST;
}

static void make_best(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    text name = {0};
    for (uint32_t i = 0; i < s->child_count; i++) {
        make_parts_of_score(a, brain_child(m->brain, s, i));
    }
    text_format(&name, a->is_first ? "%s_best_first" : "%s_best", m->paths[a->utility]);
    text head = {0};
    put(m, &head, "static uint32_t @%s(const @pass *p, uint32_t current", text_of(&name));
    text_add(&head, !a->is_first && option_may_cool(m, s) ? ", uint32_t done" : "");
    put(m, &head, aims(s) ? ", @choose_pair *pairs, @choose_pair_rules *rules)" : ")");
    begin_function(m, text_of(&name), "%s", text_of(&head));
    if (is_highest(s)) {
        make_highest(a);
    } else {
        make_choice_of(a);
    }
    end_function(m, false);
    text_free(&head);
    text_free(&name);
    if (aims(s)) {
        make_target_pick(a);
    }
}

/// Makes the function that returns the option with which a utility is entered, if there is a candidate.
static void make_first(maker *m, uint16_t utility) {
    text name = {0};
    text_format(&name, "%s_first", m->paths[utility]);
    if (aims(state_of(m, utility))) {
        begin_function(m, text_of(&name), "static uint32_t @%s(@pass *p)", text_of(&name));
        declare_pairs(m, state_of(m, utility));
        line(m, "p->picked_for = @%s_best_first(p, @NONE, pairs, &rules);", m->paths[utility]);
        line(m, "p->picked = @%s_pick_target_first(p, p->picked_for, @NONE, @NONE, pairs, rules);", m->paths[utility]);
        line(m, "return p->picked_for;");
    } else {
        begin_function(m, text_of(&name), "static uint32_t @%s(const @pass *p)", text_of(&name));
        line(m, "return @%s_best_first(p, @NONE);", m->paths[utility]);
    }
    end_function(m, false);
    text_free(&name);
}

/// Loads the passes that all utilities need which choose by more than the highest score.
static void load_all_passes(maker *m) {
    pass_needs needs = {.suffix = ""};
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        const state_row *s = brain_state(m->brain, id);
        if (s->kind == WITS_KIND_UTILITY && !is_highest(s)) {
            needs.options = s->child_count > needs.options ? s->child_count : needs.options;
            needs.is_ranked |= s->is_ranked != 0;
            needs.selects |= 1u << s->select;
        }
    }
    if (needs.options != 0) {
        load_passes(m, &needs);
    }
}

void make_choices(maker *m) {
    load_all_passes(m);
    for (uint32_t id = 0; id < m->brain->state_count; id++) {
        if (brain_state(m->brain, id)->kind == WITS_KIND_UTILITY) {
            make_best(&(asking){m, (uint16_t)id, false});
            make_best(&(asking){m, (uint16_t)id, true});
            make_first(m, (uint16_t)id);
        }
        if (has_target(m, (uint16_t)id)) {
            make_taking(m, (uint16_t)id);
        }
    }
}
