// SPDX-License-Identifier: MIT
// Writes options with targets: the score of each pair of an option and a target, the best pair, and the target of a
// choice. Equivalent to src/core/run/pairs.c and utility.c. See section 15 of docs/semantics.md.
#include "choices.h"

/// Writes the name of a function for an option: "attack_find_pair_first".
static void name_pair_function(text *to, const asking *a, uint16_t option, const char *what) {
    text_format(to, "%s_%s", a->m->paths[option], what);
    put_first_suffix(to, a, option);
}

/// Begins such a function. `head` is a format that gets the name.
static void begin_pair_function(const asking *a, uint16_t option, const char *what, const char *head) {
    text name = {0};
    name_pair_function(&name, a, option, what);
    begin_function(a->m, text_of(&name), head, text_of(&name));
    text_free(&name);
}

static const target_names *names_of(const asking *a, uint16_t option) {
    return &a->m->names.targets[state_of(a->m, option)->target];
}

static const state_row *utility_of(const asking *a, uint16_t option) {
    return state_of(a->m, state_of(a->m, option)->parent);
}

/// Writes "span_enemy(p)" with the prefix.
static void put_span(const asking *a, text *to, uint16_t option) {
    text name = {0};
    name_kind_function(a->m, &name, "span", state_of(a->m, option)->target);
    put(a->m, to, "@%s(p)", text_of(&name));
    text_free(&name);
}

static void put_call_of(const asking *a, text *to, uint16_t option, const char *what) {
    text name = {0};
    name_pair_function(&name, a, option, what);
    put(a->m, to, "@%s", text_of(&name));
    text_free(&name);
}

static void declare_list(const asking *a, uint16_t option) {
    const target_names *names = names_of(a, option);
    line(a->m, "const %s *const list = &p->frame->targets->%s;", names->list, names->member);
}

/// Writes "score >= 0.1f", or without a floor the test that the score is not NaN.
static void put_floor(const asking *a, text *to, uint16_t option) {
    const float floor = utility_of(a, option)->floor;
    if (floor - floor == 0.0f) {
        text_add(to, "score >= ");
        put_float(a->m, to, floor);
    } else {
        text_add(to, "score == score");
    }
}

// ------------------------------------------------------------------------------------------------------------- a pair

static void make_worth(const asking *a, uint16_t option) {
    maker *m = a->m;
    text head = {0}, score = {0};
    put(m, &head, "static float @%%s(const @pass *p, const %s *list, size_t row)", names_of(a, option)->list);
    begin_pair_function(a, option, "worth", text_of(&head));
    put_option_score(a, &score, option);
    line(m, "return %s;", text_of(&score));
    end_function(m, false);
    text_free(&head);
    text_free(&score);
}

static void make_pair_rank(const asking *a, uint16_t option) {
    maker *m = a->m;
    text head = {0}, rank = {0}, elapsed = {0};
    const site at = choice_site(a, option, &elapsed);
    put(m, &head, "static int32_t @%%s(const @pass *p, const %s *list, size_t row)", names_of(a, option)->list);
    begin_pair_function(a, option, "pair_rank", text_of(&head));
    put_condition(m, &rank, state_of(m, option)->rank, &at, BINDS_ALL);
    line(m, "return %s;", text_of(&rank));
    end_function(m, false);
    text_free(&head);
    text_free(&rank);
    text_free(&elapsed);
}

// -------------------------------------------------------------------------------------------------------- the best one

static bool is_arithmetic(const asking *a, function_ref score) {
    return score == 0 ||
           ((score & REF_PROGRAM) != 0 && (brain_program(a->m->brain, score)->uses & EXPR_USES_FUNCTIONS) == 0);
}

/// Returns whether a compiler can vectorize the scoring: it calls no function and has no gate.
static bool is_without_branches(const asking *a, uint16_t option) {
    const state_row *s = state_of(a->m, option);
    const consideration_row *rows = brain_considerations(a->m->brain, s);
    bool is = is_arithmetic(a, s->score);
    for (uint32_t i = 0; i < s->row_count; i++) {
        is = is && rows[i].kind != ROW_GATE;
    }
    return is;
}

static void make_if_better(maker *m, const text *floor, const char *row) {
    open_block(m, "if (%s && !(score <= best.score)) {", text_of(floor));
    line(m, "best.score = score;");
    line(m, "best.row = %s;", row);
    close_block(m);
}

/// Scores a block of targets, then searches it for the best.
static void make_scoring_in_blocks(maker *m, const text *worth, const text *floor) {
    line(m, "float scores[16];");
    open_block(m, "for (uint32_t row = span.first; row < span.end; row += 16) {");
    line(m, "const uint32_t count = span.end - row < 16 ? span.end - row : 16;");
    open_block(m, "for (uint32_t i = 0; i < count; i++) {  // vectorizable");
    line(m, "scores[i] = %s(p, list, (size_t)row + i) + more;", text_of(worth));
    close_block(m);
    open_block(m, "for (uint32_t i = 0; i < count; i++) {");
    line(m, "const float score = scores[i];");
    make_if_better(m, floor, "row + i");
    close_block(m);
    close_block(m);
}

static void make_scoring(maker *m, const text *worth, const text *floor) {
    open_block(m, "for (uint32_t row = span.first; row < span.end; row++) {");
    line(m, "const float score = %s(p, list, row) + more;", text_of(worth));
    make_if_better(m, floor, "row");
    close_block(m);
}

/// Makes the search that considers only score and floor. It checks for a duplicate id only when the best is known.
static void make_best_pair(const asking *a, uint16_t option) {
    maker *m = a->m;
    text worth = {0}, find = {0}, span = {0}, floor = {0};
    put_call_of(a, &worth, option, "worth");
    put_call_of(a, &find, option, "find_pair");
    put_span(a, &span, option);
    put_floor(a, &floor, option);
    begin_pair_function(a, option, "best_pair", "static @pair @%s(const @pass *p, float more)");
    line(m, "const @span span = %s;", text_of(&span));
    line(m, "@pair best = @no_pair();");
    open_block(m, "if (span.first == span.end) {");
    line(m, "return best;");
    close_block(m);
    declare_list(a, option);
    if (is_without_branches(a, option)) {
        make_scoring_in_blocks(m, &worth, &floor);
    } else {
        make_scoring(m, &worth, &floor);
    }
    open_block(m, "if (best.row != @NO_TARGET && !@counts(list->ids, span.first, best.row)) {");
    line(m, "@pair_rules rules = @no_rules();");
    line(m, "rules.more = more;");
    line(m, "return %s(p, &rules, span);", text_of(&find));
    close_block(m);
    line(m, "return best;");
    end_function(m, false);
    text_free(&worth);
    text_free(&find);
    text_free(&span);
    text_free(&floor);
}

/// Writes whether a pair is eligible: floor and threshold of the default option. Ranks are checked separately.
static void put_is_left(const asking *a, text *to, uint16_t option) {
    put_floor(a, to, option);
    text_add(to, " && (!rules->has_threshold || score > rules->threshold)");
}

/// Makes the search with all rules, in some rows.
static void make_find_pair(const asking *a, uint16_t option) {
    maker *m = a->m;
    const bool is_ranked = state_of(m, option)->rank != 0;
    text worth = {0}, rank = {0}, left = {0}, span = {0}, inertia = {0};
    put_call_of(a, &worth, option, "worth");
    put_call_of(a, &rank, option, "pair_rank");
    put_span(a, &span, option);
    put_is_left(a, &left, option);
    put_float(m, &inertia, state_of(m, option)->target_inertia);
    begin_pair_function(a, option, "find_pair",
                        "static @pair @%s(const @pass *p, const @pair_rules *rules, @span among)");
    line(m, "@pair best = @no_pair();");
    open_block(m, "if (among.first == among.end) {");
    line(m, "return best;");
    close_block(m);
    declare_list(a, option);
    line(m, "const uint32_t first = %s.first;", text_of(&span));
    open_block(m, "for (uint32_t row = among.first; row < among.end; row++) {");
    line(m, "const bool sticks = rules->remembered != @NO_TARGET && list->ids[row] == rules->remembered;");
    line(m, "float score = %s(p, list, row) + rules->more;", text_of(&worth));
    if (is_ranked) {
        line(m, "const bool has_rank = rules->takes_any || %s(p, list, row) >= rules->least_rank;", text_of(&rank));
        line(m, "const bool is_left = has_rank && (rules->takes_any ? score == score : %s);", text_of(&left));
    } else {
        line(m, "const bool is_left = rules->takes_any ? score == score : %s;", text_of(&left));
    }
    open_block(m, "if (sticks) {");
    line(m, "score = score + %s;", text_of(&inertia));
    close_block(m);
    line(m, "const bool is_better = !(score <= best.score) || (score == best.score && sticks);");
    open_block(m, "if (is_left && is_better && @counts(list->ids, first, row)) {");
    line(m, "best.score = score;");
    line(m, "best.row = row;");
    close_block(m);
    close_block(m);
    line(m, "return best;");
    end_function(m, false);
    text_free(&worth);
    text_free(&rank);
    text_free(&left);
    text_free(&span);
    text_free(&inertia);
}

/// Makes the highest rank of all eligible pairs.
static void make_top_rank(const asking *a, uint16_t option) {
    maker *m = a->m;
    text worth = {0}, rank = {0}, left = {0}, span = {0};
    put_call_of(a, &worth, option, "worth");
    put_call_of(a, &rank, option, "pair_rank");
    put_span(a, &span, option);
    put_is_left(a, &left, option);
    begin_pair_function(a, option, "top_rank", "static int32_t @%s(const @pass *p, const @pair_rules *rules)");
    line(m, "const @span span = %s;", text_of(&span));
    line(m, "int32_t top = -2147483647 - 1;");
    open_block(m, "if (span.first == span.end) {");
    line(m, "return top;");
    close_block(m);
    declare_list(a, option);
    open_block(m, "for (uint32_t row = span.first; row < span.end; row++) {");
    line(m, "const float score = %s(p, list, row) + rules->more;", text_of(&worth));
    line(m, "const int32_t rank = %s(p, list, row);", text_of(&rank));
    open_block(m, "if (rank > top && %s && @counts(list->ids, span.first, row)) {", text_of(&left));
    line(m, "top = rank;");
    close_block(m);
    close_block(m);
    line(m, "return top;");
    end_function(m, false);
    text_free(&worth);
    text_free(&rank);
    text_free(&left);
    text_free(&span);
}

/// Makes the best plain score, for `score: best` further out.
static void make_best_plain(const asking *a, uint16_t option) {
    maker *m = a->m;
    text find = {0}, span = {0};
    put_call_of(a, &find, option, "find_pair");
    put_span(a, &span, option);
    begin_pair_function(a, option, "best_plain", "static float @%s(const @pass *p)");
    line(m, "@pair_rules rules = @no_rules();");
    line(m, "rules.takes_any = true;");
    line(m, "return %s(p, &rules, %s).score;", text_of(&find), text_of(&span));
    end_function(m, false);
    text_free(&find);
    text_free(&span);
}

// ---------------------------------------------------------------------------------------------- the target of a choice

/// Rules about other options do not apply to a default option, nor to an option that was not entered by a choice.
static void put_alone(const asking *a, uint16_t option) {
    maker *m = a->m;
    line(m, "rules.has_threshold = false;");
    line(m, "rules.least_rank = -2147483647 - 1;");
    if (state_of(m, option)->rank != 0) {
        text rank = {0};
        put_call_of(a, &rank, option, "top_rank");
        line(m, "rules.least_rank = %s(p, &rules);", text_of(&rank));
        text_free(&rank);
    }
}

/// A default option may be chosen without an eligible pair. Then it keeps its target, or takes any.
static void make_default_pick(const asking *a, uint16_t option, const text *find, const text *ids) {
    maker *m = a->m;
    const state_row *s = state_of(m, option);
    put_alone(a, option);
    line(m, "rules.remembered = remembered;");
    line(m, "@pair best = %s(p, &rules, span);", text_of(find));
    if (s->cooldown != 0) {
        open_block(m, "if (is_done || (p->agent[%u] != 0 && p->frame->tick - @bytes_get32(p->agent + %u) < %uu)) {",
                   (unsigned)s->cooldown_at, (unsigned)s->cooldown_at + 1, (unsigned)s->cooldown);
        line(m, "best = @no_pair();");
        close_block(m);
    }
    open_block(m, "if (best.row == @NO_TARGET && is_active) {");
    line(m, "return remembered;");
    close_block(m);
    open_block(m, "if (best.row == @NO_TARGET) {");
    line(m, "rules.takes_any = true;");
    line(m, "rules.remembered = @NO_TARGET;");
    line(m, "best = %s(p, &rules, span);", text_of(find));
    close_block(m);
    line(m, "return best.row != @NO_TARGET ? %s[best.row] : @NO_TARGET;", text_of(ids));
}

/// The best pair is known. Only the remembered one, with its inertia, can beat it.
static void make_known_pick(maker *m, const text *find, const text *ids) {
    line(m, "const uint32_t kept = @seek(%s, span, remembered);", text_of(ids));
    open_block(m, "if (kept != @NO_TARGET && kept != known->row) {");
    line(m, "@span only;");
    line(m, "only.first = kept;");
    line(m, "only.end = kept + 1;");
    line(m, "rules.remembered = remembered;");
    line(m, "const @pair pair = %s(p, &rules, only);", text_of(find));
    open_block(m, "if (pair.row != @NO_TARGET && pair.score >= known->score) {");
    line(m, "return remembered;");
    close_block(m);
    close_block(m);
    line(m, "return %s[known->row];", text_of(ids));
}

/// Makes the target of the chosen option. With a negative `target_inertia` the remembered target may lose to any other.
static void make_pick(const asking *a, uint16_t option) {
    maker *m = a->m;
    text find = {0}, span = {0}, ids = {0};
    const bool is_default = utility_of(a, option)->default_option == option;
    put_call_of(a, &find, option, "find_pair");
    put_span(a, &span, option);
    text_format(&ids, "p->frame->targets->%s.ids", names_of(a, option)->member);
    begin_pair_function(a, option, "pick",
                        "static uint32_t @%s(const @pass *p, uint32_t remembered, bool is_active, bool is_done, "
                        "const @pair *known, @pair_rules rules)");
    line(m, "const @span span = %s;", text_of(&span));
    if (is_default) {
        make_default_pick(a, option, &find, &ids);
    } else if (state_of(m, option)->target_inertia < 0.0f) {
        line(m, "rules.remembered = remembered;");
        line(m, "const @pair best = %s(p, &rules, span);", text_of(&find));
        line(m, "return best.row != @NO_TARGET ? %s[best.row] : @NO_TARGET;", text_of(&ids));
    } else {
        make_known_pick(m, &find, &ids);
    }
    end_function(m, false);
    text_free(&find);
    text_free(&span);
    text_free(&ids);
}

void make_pairs(const asking *a, uint16_t option) {
    text name = {0};
    name_pair_function(&name, a, option, "worth");
    const bool is_made = has_unit(a->m, "%s", text_of(&name));
    text_free(&name);
    if (is_made) {
        return;
    }
    make_worth(a, option);
    if (state_of(a->m, option)->rank != 0) {
        make_pair_rank(a, option);
        make_top_rank(a, option);
    }
    make_best_pair(a, option);
    make_find_pair(a, option);
    make_best_plain(a, option);
    make_pick(a, option);
}

// ------------------------------------------------------------------------------------------------------------ a choice

/// Writes the inertia of the current option.
static void put_more(const asking *a, text *to, uint16_t option) {
    const float inertia = utility_of(a, option)->inertia;
    if (inertia == 0.0f || a->is_first) {
        text_add(to, "0.0f");
    } else {
        text_format(to, "current == %s ? ", state_id(a->m, option));
        put_float(a->m, to, inertia);
        text_add(to, " : 0.0f");
    }
}

void put_best_pair(const asking *a, uint16_t option) {
    text best = {0}, more = {0};
    put_call_of(a, &best, option, "best_pair");
    put_more(a, &more, option);
    line(a->m, "pairs[%u] = %s(p, %s);", (unsigned)state_of(a->m, option)->ordinal, text_of(&best), text_of(&more));
    text_free(&best);
    text_free(&more);
}

/// Returns whether the rank of an option depends on the target. Ranks of a default option are not used.
static bool has_pair_ranks(const asking *a, uint16_t option) {
    return has_target(a->m, option) && state_of(a->m, option)->rank != 0 &&
           utility_of(a, option)->default_option != option;
}

void make_pair_ranks(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    if (s->default_option != 0) {
        const unsigned ordinal = (unsigned)state_of(m, s->default_option)->ordinal;
        line(m, "rules->has_threshold = o.scores[%u] == o.scores[%u];", ordinal, ordinal);
        line(m, "rules->threshold = o.scores[%u];", ordinal);
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(m->brain, s, i);
        if (has_pair_ranks(a, option)) {
            text more = {0}, rank = {0};
            put_more(a, &more, option);
            put_call_of(a, &rank, option, "top_rank");
            line(m, "rules->more = %s;", text_of(&more));
            line(m, "o.ranks[%u] = %s(p, rules);", (unsigned)i, text_of(&rank));
            text_free(&more);
            text_free(&rank);
        }
    }
}

void make_ranked_pairs(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    bool has = false;
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(m->brain, s, i);
        if (!has_pair_ranks(a, option)) {
            continue;
        }
        text more = {0}, find = {0}, span = {0};
        put_more(a, &more, option);
        put_call_of(a, &find, option, "find_pair");
        put_span(a, &span, option);
        open_block(m, "if (!@is_nan(@choose_candidate(&c, &by, @choose_at(&o, %u), %u))) {", (unsigned)i, (unsigned)i);
        line(m, "rules->more = %s;", text_of(&more));
        line(m, "rules->least_rank = o.ranks[%u];", (unsigned)i);
        line(m, "pairs[%u] = %s(p, rules, %s);", (unsigned)i, text_of(&find), text_of(&span));
        line(m, "o.scores[%u] = pairs[%u].score;", (unsigned)i, (unsigned)i);
        close_block(m);
        text_free(&more);
        text_free(&find);
        text_free(&span);
        has = true;
    }
    if (has) {
        line(m, "@choose_find_best(&c, &by, &o);");
        open_block(m, "if (c.best != @CHOOSE_NONE) {");
        line(m, "rules->least_rank = o.ranks[c.best];");
        close_block(m);
    }
}

void make_target_pick(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    text name = {0};
    text_format(&name, "%s_pick_target", m->paths[a->utility]);
    text_add(&name, a->is_first ? "_first" : "");
    begin_unit(m, "%s", text_of(&name));
    line(m, "/// `current` is none if `active` is done.");
    open_block(
        m,
        "static uint32_t @%s(const @pass *p, uint32_t best, uint32_t current, uint32_t active, const @pair *pairs, "
        "@pair_rules rules) {",
        text_of(&name));
    line(m, "const uint32_t remembered = active == best ? @bytes_get32(p->agent + %u) : @NO_TARGET;",
         (unsigned)s->target_at);
    line(m, "switch (best) {");
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(m->brain, s, i);
        if (!has_target(m, option)) {
            continue;
        }
        text more = {0}, pick = {0};
        put_more(a, &more, option);
        put_call_of(a, &pick, option, "pick");
        line(m, "case %s:", state_id(m, option));
        line(m, "    rules.more = %s;", text_of(&more));
        line(m, "    return %s(p, remembered, active == best, active == best && current != best, &pairs[%u], rules);",
             text_of(&pick), (unsigned)i);
        text_free(&more);
        text_free(&pick);
    }
    line(m, "default:");
    line(m, "    return @bytes_get32(p->agent + %u);", (unsigned)s->target_at);
    line(m, "}");
    close_block(m);
    end_unit(m, false);
    text_free(&name);
}

void make_taking(maker *m, uint16_t option) {
    const asking a = {m, state_of(m, option)->parent, true};
    text name = {0}, find = {0}, span = {0};
    text_format(&name, "%s_take_target", m->paths[option]);
    put_call_of(&a, &find, option, "find_pair");
    put_span(&a, &span, option);
    begin_unit(m, "%s", text_of(&name));
    line(m, "/// Stores the target on entry: the one that a choice picked, else the best.");
    open_block(m, "static void @%s(@pass *p) {", text_of(&name));
    line(m, "uint32_t target = p->picked;");
    open_block(m, "if (p->picked_for != %s) {", state_id(m, option));
    line(m, "@pair_rules rules = @no_rules();");
    put_alone(&a, option);
    line(m, "const @pair best = %s(p, &rules, %s);", text_of(&find), text_of(&span));
    line(m, "target = best.row != @NO_TARGET ? p->frame->targets->%s.ids[best.row] : @NO_TARGET;",
         names_of(&a, option)->member);
    close_block(m);
    line(m, "p->picked_for = 0;");
    line(m, "@bytes_put32(p->agent + %u, target);", (unsigned)target_place(m, option));
    close_block(m);
    end_unit(m, false);
    text_free(&name);
    text_free(&find);
    text_free(&span);
}
