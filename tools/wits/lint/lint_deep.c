// SPDX-License-Identifier: MIT
// check --deep: finds unreachable states, options and transitions by a search through all situations. The first search
// lets only the brain change the fields that it assigns. A second search lets the game set them, too. Only goals that
// neither reaches cause a warning. Before these, short searches with few combinations of inputs reach most goals.
#include "lint/lint.h"

#include "common/progress.h"
#include "prove/cover_goals.h"

#include <stdlib.h>

static const struct {
    lint_id lint;
    const char *leads;
} deep_lints[] = {
    [WITS_COVER_STATE] = {LINT_NEVER_REACHED, "leads to"},
    [WITS_COVER_OPTION] = {LINT_NEVER_CHOSEN, "chooses"},
    [WITS_COVER_TRANSITION] = {LINT_NEVER_FIRED, "fires"},
};

enum {
    NAMED = 4,           ///< goals listed by name if a limit ended the search
    FEW_TICKS = 500000,  ///< maximum number of ticks of a search with few combinations
};

/// Result for a goal, from weak to strong.
typedef enum knowledge {
    IS_REACHED,
    IS_OPEN,        ///< a limit ended the search
    NEEDS_HOST,     ///< reached only if the game sets fields that the brain assigns
    NOT_FOUND,      ///< but only some values of some inputs were tried
    NEVER_REACHED,  ///< proven unreachable
} knowledge;

typedef struct deep_search {
    linter *l;
    uint32_t goal_count;
    bool *is_wanted;          ///< by goal: wanted and not reached yet
    knowledge *known;         ///< by goal
    goal_search own;          ///< search in which only the brain changes the fields that it assigns
    goal_search given;        ///< search in which the game sets them, too; no prover: not needed
    host_fields host;         ///< these fields
    const wits_prover *runs;  ///< the running search
    double begun;             ///< time of the first search, from which progress counts
} deep_search;

/// Returns whether a warning found without a search reports it already.
static bool is_said(const linter *l, const wits_cover_goal *goal) {
    return goal->what == WITS_COVER_STATE && !l->reached[goal->row];
}

static void want_goals(deep_search *s) {
    const linter *l = s->l;
    for (uint32_t i = 0; i < s->goal_count; i++) {
        wits_cover_goal goal;
        const bool is_goal = wits_cover_goal_at(l->desc, l->brain, i, &goal) && goal.what != WITS_COVER_FAILS;
        s->is_wanted[i] = is_goal && !is_said(l, &goal);
        s->known[i] = is_goal && !s->is_wanted[i] ? NEVER_REACHED : IS_REACHED;
    }
}

static bool has_all(void *user) {
    const deep_search *s = user;
    for (uint32_t i = 0; i < s->goal_count; i++) {
        if (s->is_wanted[i] && !wits_prover_covers(s->runs, i)) {
            return false;
        }
    }
    return true;
}

/// Searches for the wanted goals. Returns false if Ctrl-C ended the search.
static bool search(deep_search *s, const goal_search *with) {
    s->runs = with->prover;
    return prover_watch_until(with->prover, s->begun, has_all, s);
}

static bool is_usable(const goal_search *of) {
    return of->prover != NULL && wits_prover_mistake_count(of->prover) == 0;
}

static void forget_reached(deep_search *s, const goal_search *by) {
    for (uint32_t i = 0; i < s->goal_count; i++) {
        s->is_wanted[i] = s->is_wanted[i] && !wits_prover_covers(by->prover, i);
    }
}

static bool wants_any(const deep_search *s) {
    for (uint32_t i = 0; i < s->goal_count; i++) {
        if (s->is_wanted[i]) {
            return true;
        }
    }
    return false;
}

/// Tries few combinations of inputs in each situation, which reaches goals many ticks away. Returns false if Ctrl-C
/// ended the search.
static bool search_few(deep_search *s, const wits_prove_options *limits) {
    static const uint32_t few[] = {64, 4};
    bool goes_on = true;
    for (size_t i = 0; i < sizeof few / sizeof *few && goes_on && wants_any(s); i++) {
        wits_prove_options options = *limits;
        options.most_combinations = few[i] < options.most_combinations ? few[i] : options.most_combinations;
        options.most_ticks = FEW_TICKS < options.most_ticks ? FEW_TICKS : options.most_ticks;
        goal_search with = goal_search_begin(s->l->file, NULL, &options);
        if (is_usable(&with)) {
            goes_on = search(s, &with);
            forget_reached(s, &with);
        }
        goal_search_end(&with);
    }
    return goes_on;
}

static knowledge knowledge_of(const deep_search *s, uint32_t goal) {
    const bool has_second = s->given.prover != NULL;
    const bool knows_own = goal_search_proof(&s->own)->complete;
    const goal_search *last = has_second ? &s->given : &s->own;
    if (!s->is_wanted[goal] || wits_prover_covers(s->own.prover, goal)) {
        return s->known[goal];
    }
    if (has_second && wits_prover_covers(s->given.prover, goal)) {
        return knows_own ? NEEDS_HOST : IS_REACHED;
    }
    return goal_search_is_whole(last)          ? NEVER_REACHED
           : goal_search_proof(last)->complete ? NOT_FOUND
           : has_second && knows_own           ? NEEDS_HOST
                                               : IS_OPEN;
}

/// Returns whether the same result is reported for the parent state, the source of the transition, or the option as a
/// state.
static bool is_implied(const deep_search *s, uint32_t number, const wits_cover_goal *goal) {
    const wits_desc *desc = s->l->desc;
    const uint32_t by = goal->what == WITS_COVER_TRANSITION ? desc->transitions[goal->row].from
                        : goal->what == WITS_COVER_OPTION   ? goal->row
                                                            : desc->states[goal->row].parent;
    return by != WITS_ROOT && s->known[by] == s->known[number];
}

static void text_finding(text *to, const deep_search *s, const wits_cover_goal *goal, knowledge known) {
    const goal_search *last = s->given.prover != NULL ? &s->given : &s->own;
    const wits_proof *proof = goal_search_proof(last);
    const bool is_certain = known == NEVER_REACHED || (known == NEEDS_HOST && goal_search_is_whole(&s->own));
    text_format(to, "nothing %s%s ",
                !is_certain              ? "was found that "
                : known == NEVER_REACHED ? "ever "
                                         : "",
                deep_lints[goal->what].leads);
    text_goal(to, s->l->file, goal);
    if (known == NEEDS_HOST) {
        text_format(to, " while only the brain changes %s ('host: true' says otherwise)", text_of(&s->host.names));
        return;
    }
    if (s->given.prover != NULL) {
        text_format(to, ", even if the game sets %s", text_of(&s->host.names));
    }
    text_format(
        to, known == NEVER_REACHED ? ": all %u situations were explored" : ": %u situations were explored, but not all",
        (unsigned)proof->situations);
}

/// Reports the goals that a limit left open in one sentence, the first ones by name.
static void add_open(deep_search *s, const text *open, uint32_t count) {
    const wits_proof *proof = goal_search_proof(s->given.prover != NULL ? &s->given : &s->own);
    linter *l = s->l;
    text message = {0};
    text_format(&message, "not reached yet: %s", text_of(open));
    if (count > NAMED) {
        text_format(&message, ", and %u more", (unsigned)(count - NAMED));
    }
    if (proof->why_count > 0) {  // the limit that ended it comes last
        text_format(&message, "; %s", proof->why[proof->why_count - 1]);
    } else if (l->found.is_interrupted) {  // before the first search that tries everything
        text_add(&message, "; interrupted");
    }
    findings_add(&l->found, l->file, (place){.file = wits_file_name(l->file)}, LINT_NEVER_REACHED, "%s",
                 text_of(&message));
    l->found.items[l->found.count - 1].is_remark = true;
    text_free(&message);
}

static void add_goals(deep_search *s) {
    linter *l = s->l;
    text open = {0};
    uint32_t open_count = 0;
    for (uint32_t i = 0; i < s->goal_count; i++) {
        wits_cover_goal goal;
        const knowledge known = s->known[i];
        if (!s->is_wanted[i] || known == IS_REACHED || !wits_cover_goal_at(l->desc, l->brain, i, &goal) ||
            is_implied(s, i, &goal)) {
            continue;
        }
        if (known == IS_OPEN && open_count++ < NAMED) {
            text_add(&open, open.length > 0 ? ", " : "");
            text_goal(&open, l->file, &goal);
        }
        if (known != IS_OPEN) {
            text message = {0};
            text_finding(&message, s, &goal, known);
            findings_add(&l->found, l->file, place_of_goal(l->file, &goal), deep_lints[goal.what].lint, "%s",
                         text_of(&message));
            l->found.items[l->found.count - 1].is_remark = known == NEEDS_HOST;
            text_free(&message);
        }
    }
    l->found.is_cut = l->found.is_interrupted || open_count > 0;
    if (open_count > 0) {
        add_open(s, &open, open_count);
    }
    text_free(&open);
}

void lint_deep(linter *l, const wits_prove_options *limits) {
    const uint32_t count = wits_cover_count(l->desc);
    deep_search s = {.l = l,
                     .goal_count = count,
                     .begun = seconds_now(),
                     .is_wanted = allocate(count, sizeof *s.is_wanted),
                     .known = allocate(count, sizeof *s.known),
                     .own = goal_search_begin(l->file, NULL, limits)};
    if (is_usable(&s.own)) {
        want_goals(&s);
        s.host = host_fields_of(l->file, s.own.prover);
        l->found.is_interrupted = !search_few(&s, limits) || (wants_any(&s) && !search(&s, &s.own));
        if (!l->found.is_interrupted && wants_any(&s) && !has_all(&s) && s.host.count > 0) {
            forget_reached(&s, &s.own);
            s.given = goal_search_begin(l->file, &s.host.promises, limits);
            l->found.is_interrupted = is_usable(&s.given) && !search(&s, &s.given);
        }
        for (uint32_t i = 0; i < count; i++) {
            s.known[i] = knowledge_of(&s, i);
        }
        add_goals(&s);
        host_fields_free(&s.host);
    }
    goal_search_end(&s.given);
    goal_search_end(&s.own);
    free(s.is_wanted);
    free(s.known);
}
