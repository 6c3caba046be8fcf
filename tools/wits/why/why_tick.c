// SPDX-License-Identifier: MIT
// `wits why --at`: explains why a state is active or not at a tick of a run.
#include "agent/run.h"
#include "curve/curve_scores.h"
#include "graph/graph.h"
#include "why/why.h"

#include <math.h>
#include <stdlib.h>

typedef struct teller {
    const why_question *of;
    agent_run *one;
    const tick_records *about;
    text *to;
} teller;

static bool is_active(const teller *t, wits_state_id state) {
    return wits_is_in(t->of->brain, t->about->of->agent, state);
}

static void add_state(const teller *t, wits_state_id state) {
    text_state(t->to, t->about->of->mind.brain, state);
}

// ---------------------------------------------------------------------------------------------------------- since when

/// Returns the last call of the tick that entered or left the state, or null.
static const tick_record *find_change(const teller *t) {
    const tick_record *found = NULL;
    for (size_t i = 0; i < t->about->count; i++) {
        const tick_record *call = &t->about->calls[i];
        const bool was = wits_is_in(t->of->brain, call->before, t->of->state);
        found = was != wits_is_in(t->of->brain, call->after, t->of->state) ? call : found;
    }
    return found;
}

static void tell_since(const teller *t) {
    const unsigned tick = (unsigned)t->about->of->frame.tick;
    const tick_record *change = find_change(t);
    const bool active = is_active(t, t->of->state);
    const char *verb = active ? "it became active" : "it was left";
    text answer = {0};
    if (change != NULL) {
        text_answer(t->about, change, &answer);
        text_format(t->to, "%s at this tick: %s\n", verb, text_of(&answer));
    } else if (t->about->because.length > 0) {
        text_format(t->to, "%s at tick %u: %s\n", verb, (unsigned)t->about->since, text_of(&t->about->because));
    } else if (!active && tick > 0) {
        text_format(t->to, "it was not active after any tick from 0 to %u\n", tick);
    }
    text_free(&answer);
}

// ------------------------------------------------------------------------------------------------------ winning values

enum { TRIED = 257 };

/// Returns flags of the fields that the scores of the utility's options read.
static bool *fields_of_choice(const teller *t, wits_state_id composite) {
    const wits_desc *desc = t->of->desc;
    bool *read = allocate(desc->field_count, sizeof *read);
    for (uint32_t row = composite + 1u; row < wits_state_end(t->of->brain, composite); row++) {
        asked_score_fields(desc, (wits_state_id)row, read);
    }
    return read;
}

static bool wins_with(scene *with, wits_state_id option, uint32_t field, double value) {
    const wits_explained_choice *choice = scene_score(with, field, value);
    return choice != NULL && choice->chosen == option && !choice->no_candidate;
}

/// Bisects between a value that wins and one closer to the current value that does not.
static double border_between(scene *with, wits_state_id option, uint32_t field, double wins, double loses) {
    for (uint32_t i = 0; i < 40; i++) {
        const double middle = (double)(float)((wins + loses) / 2);
        if (middle == wins || middle == loses) {
            break;
        }
        *(wins_with(with, option, field, middle) ? &wins : &loses) = middle;
    }
    return wins;
}

/// Returns the value of the field nearest to the current one with which the option would have been chosen, all else
/// being equal. Returns NaN if none was found.
static double find_winning(const teller *t, scene *with, wits_state_id option, uint32_t field) {
    const wits_field_desc *about = &t->of->desc->fields[field];
    const wits_promise *promise = &wits_file_promises(t->of->file)->fields[field];
    const double now = context_get(&with->given, field);
    double lo = 0, hi = about->type == WITS_TYPE_BOOL ? 1 : about->value_count - 1.0;
    if (field_is_number(about)) {
        const score_axis usual = score_axis_of(t->of->desc, &with->given, field);
        lo = promise->has_range ? promise->low : usual.lo;
        hi = promise->has_range ? promise->high : usual.hi;
    }
    const bool is_float = about->type == WITS_TYPE_FLOAT;
    const double step = !is_float && hi - lo < TRIED ? 1 : (hi - lo) / (TRIED - 1);
    double best = (double)NAN, before = (double)NAN;
    for (uint32_t i = 0; i < TRIED && lo + step * i <= hi && step > 0; i++) {
        const double value = is_float ? (double)(float)(lo + step * i) : floor(lo + step * i + 0.5);
        if (!(fabs(value - now) >= fabs(best - now)) && wins_with(with, option, field, value)) {
            best = value;
            before = value > now ? fmax(value - step, now) : fmin(value + step, now);
        }
    }
    return best == best && is_float ? border_between(with, option, field, best, before) : best;
}

/// Writes a winning value with as few digits as possible.
static void text_winning(text *to, scene *with, wits_state_id option, uint32_t field, double value) {
    char digits[32];
    for (int count = 4; count < 9; count++) {
        snprintf(digits, sizeof digits, "%.*g", count, value);
        const double unit = value != 0 ? pow(10.0, floor(log10(fabs(value))) + 1 - count) : 0;
        for (int step = -1; step <= 1; step++) {
            const float rounded = (float)(strtod(digits, NULL) + step * unit);
            if (wins_with(with, option, field, (double)rounded)) {
                text_float(to, rounded);
                return;
            }
        }
    }
    text_float(to, (float)value);
}

/// For scores that are expressions: writes the values of single fields with which the option would have won.
/// wits_explain finds them only for considerations.
static void tell_fields_that_win(const teller *t, const tick_record *call, const wits_explained_choice *choice,
                                 const wits_explained_option *option) {
    const curve_option about = {.desc = t->of->desc,
                                .brain = t->of->brain,
                                .option = option->option,
                                .about = t->about,
                                .call = call,
                                .choice = choice,
                                .told = option};
    bool *read = fields_of_choice(t, choice->composite);
    uint32_t found = 0, tried = 0;
    scene with;
    scene_begin(&about, t->one, &with);
    // the repeated decision must equal the original one
    const wits_explained_choice *again =
        t->of->desc->field_count > 0 ? scene_score(&with, 0, context_get(&with.given, 0)) : NULL;
    const bool is_same = again != NULL && again->chosen == choice->chosen;
    for (uint32_t field = 0; is_same && field < t->of->desc->field_count; field++) {
        const double value = read[field] ? find_winning(t, &with, option->option, field) : (double)NAN;
        tried += read[field];
        if (value == value) {
            const wits_field_desc *as = &t->of->desc->fields[field];
            text_format(t->to, found++ == 0 ? "      it would have been chosen with %s " : "      or with %s ",
                        as->name);
            if (as->type == WITS_TYPE_FLOAT) {
                text_winning(t->to, &with, option->option, field, value);
            } else {
                text_value(t->to, as, value, false);
            }
            text_add(t->to, " (now ");
            text_value(t->to, as, context_get(&with.given, field), false);
            text_add(t->to, ")\n");
        }
    }
    if (tried > 0 && found == 0) {
        text_add(t->to, "      no other value of a single field was found with which it would have been chosen\n");
    }
    scene_end(&with);
    free(read);
}

// ----------------------------------------------------------------------------------------------------------- decisions

static void tell_scored(const teller *t, const tick_record *call, const wits_explained_choice *choice,
                        wits_state_id option) {
    const wits_explained_option *told = asked_option(call, choice, option);
    if (told == NULL) {  // it did not fit into the record
        text_format(t->to, " chose %s.\n", wits_state_name(t->of->brain, choice->chosen));
        return;
    }
    text_format(t->to, " chose %s; %s: ", wits_state_name(t->of->brain, choice->chosen),
                wits_state_name(t->of->brain, option));
    text_verdict(t->about, call, choice, told, t->to);
    text_add(t->to, "\n");
    text_option_table(t->about, call, choice, has_colour(stdout), t->to);
    text_add(t->to, "\n");
    text_option_detail(t->about, call, choice, told, t->to);
    if (told->row_count == 0 && told->verdict != WITS_VERDICT_CHOSEN && choice->draw != choice->draw &&
        !asked_has_targets(t->about, told)) {
        tell_fields_that_win(t, call, choice, told);
    }
}

/// Writes the choices of the parent utility.
static uint32_t tell_choices(const teller *t, wits_state_id state, wits_state_id around) {
    uint32_t count = 0;
    for (size_t i = 0; i < t->about->count; i++) {
        const tick_record *call = &t->about->calls[i];
        for (uint32_t k = 0; k < call->why.choice_count; k++) {
            const wits_explained_choice *choice = &call->why.choices[k];
            if (choice->composite != around) {
                continue;
            }
            count++;
            text_add(t->to, "\n");
            add_state(t, around);
            if (choice->option_count > 0) {
                tell_scored(t, call, choice, state);
            } else {
                text_not_scored(t->about, call, choice, t->to);
            }
        }
    }
    return count;
}

static bool leads_in(const teller *t, wits_state_id state, const wits_transition_desc *one) {
    return graph_contains(t->of->brain, state, one->to) && !graph_contains(t->of->brain, state, one->from);
}

/// Writes the results of trying a transition. Returns whether it was tried.
static bool tell_tried(const teller *t, uint32_t row) {
    bool is_told = false;
    for (size_t i = 0; i < t->about->count; i++) {
        const tick_record *call = &t->about->calls[i];
        for (uint32_t k = 0; k < call->why.transition_count; k++) {
            if (call->why.transitions[k].row == row) {
                text_tried(t->about, call, &call->why.transitions[k], has_colour(stdout), t->to);
                is_told = true;
            }
        }
    }
    return is_told;
}

/// Returns the first transition that fired at this tick, or WITS_NONE.
static uint32_t find_fired(const teller *t) {
    for (size_t i = 0; i < t->about->count; i++) {
        const wits_explain *why = &t->about->calls[i].why;
        for (uint32_t k = 0; k < why->transition_count; k++) {
            if (why->transitions[k].tried == WITS_TRIED_FIRED) {
                return why->transitions[k].row;
            }
        }
    }
    return WITS_NONE;
}

static void tell_untried(const teller *t, uint32_t row) {
    const wits_transition_desc *one = &t->of->desc->transitions[row];
    const uint32_t fired = find_fired(t);
    const bool was = t->about->count > 0 && wits_is_in(t->of->brain, t->about->calls[0].before, one->from);
    text_add(t->to, "  · ");
    add_state(t, one->from);
    text_add(t->to, one->any ? " (any) → " : " → ");
    add_state(t, one->to);
    text_format(t->to,
                "  line %u  not tried: ", (unsigned)tick_record_line(t->about, WITS_TABLE_TRANSITIONS, row, NULL));
    if (!was) {
        add_state(t, one->from);
        text_add(t->to, " was not active");
    } else if (fired != WITS_NONE) {
        text_format(t->to, "that of line %u fired first",
                    (unsigned)tick_record_line(t->about, WITS_TABLE_TRANSITIONS, fired, NULL));
    } else {
        text_add(t->to, "it was not reached");
    }
    text_add(t->to, "\n");
}

static uint32_t tell_transitions(const teller *t, wits_state_id state) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < t->of->desc->transition_count; row++) {
        if (!leads_in(t, state, &t->of->desc->transitions[row])) {
            continue;
        }
        if (count++ == 0) {
            text_add(t->to, "\ntransitions to ");
            add_state(t, state);
            text_add(t->to, ":\n");
        }
        if (!tell_tried(t, row)) {
            tell_untried(t, row);
        }
    }
    return count;
}

/// Writes the rules of `initial` that were taken on entry of the parent.
static uint32_t tell_beginnings(const teller *t, wits_state_id around) {
    uint32_t count = 0;
    for (size_t i = 0; i < t->about->count; i++) {
        const wits_explain *why = &t->about->calls[i].why;
        for (uint32_t k = 0; k < why->beginning_count; k++) {
            if (why->beginnings[k].composite == around) {
                text_add(t->to, "\n");
                add_state(t, around);
                text_format(t->to, " began with %s: ", wits_state_name(t->of->brain, why->beginnings[k].child));
                text_rule(t->to, t->about, &why->beginnings[k]);
                text_add(t->to, "\n");
                count++;
            }
        }
    }
    return count;
}

static void tell_inactive(const teller *t) {
    const wits_brain *brain = t->of->brain;
    bool *active = allocate(wits_state_count(brain), sizeof *active);
    for (uint32_t row = 0; row < wits_state_count(brain); row++) {
        active[row] = is_active(t, (wits_state_id)row);
    }
    const wits_state_id state = why_outermost(brain, t->of->state, active);
    const wits_state_id around = wits_state_parent(brain, state);
    free(active);
    if (around == WITS_NONE) {
        return;
    }
    if (state != t->of->state) {
        text_add(t->to, "it is inside ");
        add_state(t, state);
        text_add(t->to, ", which is not active either\n");
    }
    uint32_t count = 0;
    if (wits_state_kind(brain, around) == WITS_KIND_UTILITY) {
        count += tell_choices(t, state, around);
        if (count == 0) {
            text_add(t->to, "\n");
            add_state(t, around);
            text_add(t->to, " did not choose at this tick\n");
        }
    }
    count += tell_beginnings(t, around);
    count += tell_transitions(t, state);
    if (count == 0 && wits_state_kind(brain, around) == WITS_KIND_FSM) {
        text_add(t->to, "\nno transition leads to ");
        add_state(t, state);
        text_add(t->to, "\n");
    }
}

static void tell(const teller *t) {
    const bool active = is_active(t, t->of->state);
    add_state(t, t->of->state);
    text_format(t->to, active ? " is active at tick %u" : " is not active at tick %u",
                (unsigned)t->about->of->frame.tick);
    if (!active && wits_is_started(t->of->brain, t->about->of->agent)) {
        text_add(t->to, "; the agent is in ");
        text_active(t->to, t->of->brain, t->about->of->agent);
    } else if (!active) {
        text_add(t->to, "; the agent is stopped");
    }
    text_add(t->to, "\n");
    tell_since(t);
    if (!active) {
        tell_inactive(t);
    }
}

/// Writes the command that was given, but with `explain` instead of `why` and without the state.
static void text_explain(text *to, const agent_run_options *who, const agent_run *one) {
    const struct {
        const char *option;
        const char **given;
        size_t count;
    } lists[] = {
        {"--targets", who->targets, who->target_count},
        {"--raise", who->raises, who->raise_count},
        {"--set", who->sets, who->set_count},
    };
    text_add(to, "\nall of it:\n  wits explain ");
    text_shell_word(to, who->brain);
    text_add(to, who->inputs != NULL ? " --inputs " : "");
    if (who->inputs != NULL) {
        text_shell_word(to, who->inputs);
    }
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (size_t i = 0; i < lists[list].count; i++) {
            text_format(to, " %s ", lists[list].option);
            text_shell_word(to, lists[list].given[i]);
        }
    }
    text_add(to, who->from != NULL ? " --from " : "");
    if (who->from != NULL) {
        text_shell_word(to, who->from);
    }
    if (who->seed != 0) {
        text_format(to, " --seed %llu", (unsigned long long)who->seed);
    }
    if (who->agent != 0) {
        text_format(to, " --agent %llu", (unsigned long long)who->agent);
    }
    text_format(to, " --at %u\n", (unsigned)one->last);
}

int why_at_tick(const why_question *of, agent_run_options *who, bool json) {
    agent_run one;
    int status = agent_run_prepare("why", who, false, &one);
    if (status == STATUS_DONE) {
        tick_records about = tick_records_of_state(&one, one.last, of->state);
        text told = {0};
        const teller t = {.of = of, .one = &one, .about = &about, .to = &told};
        if (json) {
            json_writer answer = {.to = &told, .is_spaced = true};
            json_open(&answer, NULL, '{');
            json_count(&answer, "wits_why", 1);
            json_path(&answer, "state", of->brain, of->state);
            json_bool(&answer, "is_active", is_active(&t, of->state));
            json_key(&answer, "explain");
            answer.is_spaced = false;
            json_tick_records(&answer, NULL, &about);
            json_close(&answer, '}');
            text_add(&told, "\n");
        } else {
            tell(&t);
            text_explain(&told, who, &one);
        }
        fwrite(text_of(&told), 1, told.length, stdout);
        text_free(&told);
        tick_records_free(&about);
        status = finish_output(stdout, "standard output");
    }
    agent_run_end(&one);
    return status;
}
