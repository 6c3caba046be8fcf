// SPDX-License-Identifier: MIT
// Writes options with targets: the score of each pair of an option and a target, the best pair, and the target of a
// choice, by the rules of src/expr/choose.h. See section 15 of docs/semantics.md.
#include "choices.h"

#include "expr/math.h"

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
    open_block(m, "if (@choose_reaches(score, %s) && @choose_beats(score, best.score)) {", text_of(floor));
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
    put_float(m, &floor, utility_of(a, option)->floor);
    begin_pair_function(a, option, "best_pair", "static @choose_pair @%s(const @pass *p, float more)");
    line(m, "const @span span = %s;", text_of(&span));
    line(m, "@choose_pair best = @choose_no_pair();");
    line(m, "best.rank = 0;  // ranks play no part");
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
    line(m, "@choose_pair_rules rules = @choose_by_floor(%s);", text_of(&floor));
    line(m, "rules.inertia = more;");
    line(m, "return %s(p, &rules, span);", text_of(&find));
    close_block(m);
    line(m, "return best;");
    end_function(m, false);
    text_free(&worth);
    text_free(&find);
    text_free(&span);
    text_free(&floor);
}

/// Makes the search with all rules, in some rows.
static void make_find_pair(const asking *a, uint16_t option) {
    maker *m = a->m;
    text worth = {0}, rank = {0}, span = {0};
    put_call_of(a, &worth, option, "worth");
    put_span(a, &span, option);
    if (state_of(m, option)->rank != 0) {
        text_add(&rank, "rules->is_ranked ? ");
        put_call_of(a, &rank, option, "pair_rank");
        text_add(&rank, "(p, list, row) : 0");
    } else {
        text_add(&rank, "0");
    }
    begin_pair_function(a, option, "find_pair",
                        "static @choose_pair @%s(const @pass *p, const @choose_pair_rules *rules, @span among)");
    line(m, "@choose_pair best = @choose_no_pair();");
    open_block(m, "if (among.first == among.end) {");
    line(m, "return best;");
    close_block(m);
    declare_list(a, option);
    line(m, "const uint32_t first = %s.first;", text_of(&span));
    open_block(m, "for (uint32_t row = among.first; row < among.end; row++) {");
    line(m, "const bool sticks = @choose_sticks(rules, list->ids[row]);");
    line(m, "const float score = %s(p, list, row) + rules->inertia;", text_of(&worth));
    line(m, "const int32_t rank = %s;", text_of(&rank));
    line(m, "const @choose_pair pair = @choose_pair_of(rules, score, rank, row, sticks);");
    open_block(m, "if (@choose_pair_beats(&pair, &best, sticks) && @counts(list->ids, first, row)) {");
    line(m, "best = pair;");
    close_block(m);
    close_block(m);
    line(m, "return best;");
    end_function(m, false);
    text_free(&worth);
    text_free(&rank);
    text_free(&span);
}

/// Writes the rules by which any pair will do whose score is a number.
static void put_any_score(maker *m, text *to) {
    text lowest = {0};
    put_float(m, &lowest, math_float(MATH_LOWEST_BITS));
    put(m, to, "@choose_by_floor(%s)", text_of(&lowest));
    text_free(&lowest);
}

/// Makes the best plain score, for `score: best` further out.
static void make_best_plain(const asking *a, uint16_t option) {
    maker *m = a->m;
    text find = {0}, span = {0}, any = {0};
    put_call_of(a, &find, option, "find_pair");
    put_span(a, &span, option);
    put_any_score(m, &any);
    begin_pair_function(a, option, "best_plain", "static float @%s(const @pass *p)");
    line(m, "const @choose_pair_rules rules = %s;", text_of(&any));
    line(m, "return %s(p, &rules, %s).score;", text_of(&find), text_of(&span));
    end_function(m, false);
    text_free(&find);
    text_free(&span);
    text_free(&any);
}

// ---------------------------------------------------------------------------------------------- the target of a choice

static void put_rank_rule(const asking *a, uint16_t option) {
    if (state_of(a->m, option)->rank != 0) {
        line(a->m, "rules.is_ranked = true;");
    }
}

/// A default option may be chosen without an eligible pair. Then it keeps its target, or takes any.
static void make_default_pick(const asking *a, uint16_t option, const text *find, const text *ids) {
    maker *m = a->m;
    const state_row *s = state_of(m, option);
    text any = {0};
    put_any_score(m, &any);
    line(m, "const float more = rules.inertia;");
    line(m, "rules.threshold = @math_float(0x7FC00000u);  // its own");
    if (s->cooldown != 0) {
        open_block(m, "if (is_done || (p->agent[%u] != 0 && p->frame->tick - @bytes_get32(p->agent + %u) < %uu)) {",
                   (unsigned)s->cooldown_at, (unsigned)s->cooldown_at + 1, (unsigned)s->cooldown);
        line(m, "rules.floor = @math_float(0x7FC00000u);");
        close_block(m);
    }
    line(m, "@choose_pair best = %s(p, &rules, span);", text_of(find));
    open_block(m, "if (best.row == @NO_TARGET && is_active) {");
    line(m, "return remembered;");
    close_block(m);
    open_block(m, "if (best.row == @NO_TARGET) {");
    line(m, "rules = %s;", text_of(&any));
    line(m, "rules.inertia = more;");
    line(m, "best = %s(p, &rules, span);", text_of(find));
    close_block(m);
    line(m, "return best.row != @NO_TARGET ? %s[best.row] : @NO_TARGET;", text_of(ids));
    text_free(&any);
}

/// The best pair is known. Only the remembered one, with its inertia, can beat it.
static void make_known_pick(maker *m, const text *find, const text *ids) {
    line(m, "const uint32_t kept = @seek(%s, span, remembered);", text_of(ids));
    open_block(m, "if (kept != @NO_TARGET && kept != known->row) {");
    line(m, "@span only;");
    line(m, "only.first = kept;");
    line(m, "only.end = kept + 1;");
    line(m, "const @choose_pair pair = %s(p, &rules, only);", text_of(find));
    open_block(m, "if (@choose_pair_beats(&pair, known, true)) {");
    line(m, "return remembered;");
    close_block(m);
    close_block(m);
    line(m, "return %s[known->row];", text_of(ids));
}

/// Makes the target of the chosen option. With a negative `target_inertia` the remembered target may lose to any other.
static void make_pick(const asking *a, uint16_t option) {
    maker *m = a->m;
    text find = {0}, span = {0}, ids = {0}, inertia = {0};
    const bool is_default = utility_of(a, option)->default_option == option;
    put_call_of(a, &find, option, "find_pair");
    put_span(a, &span, option);
    text_format(&ids, "p->frame->targets->%s.ids", names_of(a, option)->member);
    begin_pair_function(a, option, "pick",
                        "static uint32_t @%s(const @pass *p, uint32_t remembered, bool is_active, bool is_done, "
                        "const @choose_pair *known, @choose_pair_rules rules)");
    put_float(m, &inertia, state_of(m, option)->target_inertia);
    line(m, "const @span span = %s;", text_of(&span));
    line(m, "rules.remembered = remembered;");
    line(m, "rules.target_inertia = %s;", text_of(&inertia));
    put_rank_rule(a, option);
    if (is_default) {
        make_default_pick(a, option, &find, &ids);
    } else if (state_of(m, option)->target_inertia < 0.0f) {
        line(m, "const @choose_pair best = %s(p, &rules, span);", text_of(&find));
        line(m, "return best.row != @NO_TARGET ? %s[best.row] : @NO_TARGET;", text_of(&ids));
    } else {
        make_known_pick(m, &find, &ids);
    }
    end_function(m, false);
    text_free(&find);
    text_free(&span);
    text_free(&ids);
    text_free(&inertia);
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

bool has_pair_ranks(const asking *a, uint16_t option) {
    return has_target(a->m, option) && state_of(a->m, option)->rank != 0 &&
           utility_of(a, option)->default_option != option;
}

void put_best_pair(const asking *a, uint16_t option) {
    maker *m = a->m;
    const unsigned i = (unsigned)state_of(m, option)->ordinal;
    const bool is_ranked = has_pair_ranks(a, option);
    text find = {0}, span = {0}, more = {0};
    put_call_of(a, &find, option, is_ranked ? "find_pair" : "best_pair");
    put_span(a, &span, option);
    put_more(a, &more, option);
    if (is_ranked) {
        line(m, "rules->inertia = %s;", text_of(&more));
        line(m, "rules->is_ranked = true;");
        line(m, "pairs[%u] = %s(p, rules, %s);", i, text_of(&find), text_of(&span));
    } else {
        line(m, "pairs[%u] = %s(p, %s);", i, text_of(&find), text_of(&more));
    }
    text_free(&find);
    text_free(&span);
    text_free(&more);
}

void declare_pairs(maker *m, const state_row *utility) {
    text floor = {0};
    put_float(m, &floor, utility->floor);
    line(m, "@choose_pair pairs[%u];", (unsigned)utility->child_count);
    line(m, "@choose_pair_rules rules = @choose_by_floor(%s);", text_of(&floor));
    text_free(&floor);
}

void make_target_pick(const asking *a) {
    maker *m = a->m;
    const state_row *s = state_of(m, a->utility);
    text name = {0};
    text_format(&name, "%s_pick_target", m->paths[a->utility]);
    text_add(&name, a->is_first ? "_first" : "");
    begin_unit(m, "%s", text_of(&name));
    line(m, "/// `current` is none if `active` is done.");
    open_block(m,
               "static uint32_t @%s(const @pass *p, uint32_t best, uint32_t current, uint32_t active, "
               "const @choose_pair *pairs, @choose_pair_rules rules) {",
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
        line(m, "    rules.inertia = %s;", text_of(&more));
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
    text name = {0}, find = {0}, span = {0}, floor = {0};
    put_float(m, &floor, utility_of(&a, option)->floor);
    text_format(&name, "%s_take_target", m->paths[option]);
    put_call_of(&a, &find, option, "find_pair");
    put_span(&a, &span, option);
    begin_unit(m, "%s", text_of(&name));
    line(m, "/// Stores the target on entry: the one that a choice picked, else the best.");
    open_block(m, "static void @%s(@pass *p) {", text_of(&name));
    line(m, "uint32_t target = p->picked;");
    open_block(m, "if (p->picked_for != %s) {", state_id(m, option));
    line(m, "@choose_pair_rules rules = @choose_by_floor(%s);", text_of(&floor));
    put_rank_rule(&a, option);
    line(m, "const @choose_pair best = %s(p, &rules, %s);", text_of(&find), text_of(&span));
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
    text_free(&floor);
}
