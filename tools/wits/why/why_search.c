// SPDX-License-Identifier: MIT
// `wits why` without inputs: searches for a run to the state, and reports what was searched if there is none.
#include "agent/run.h"
#include "lint/lint.h"
#include "why/why.h"

#include <stdlib.h>
#include <string.h>

/// One exhaustive search.
typedef struct search {
    wits_property *properties;
    wits_promise *fields;
    wits_promises promises;
    text condition;
    wits_prover *prover;
    bool is_late;
} search;

/// Combinations of inputs per situation in searches that go deep instead of trying everything.
static const uint32_t few_combinations[] = {64, 8, 4};
enum { FEW_SEARCHES = sizeof few_combinations / sizeof *few_combinations };

/// Searches for the same run: one that tries everything, then those that go deep.
typedef struct search_series {
    search each[1 + FEW_SEARCHES];
    const search *best;  ///< the one that found a run; else the first
} search_series;

/// Two series of searches. In the second the game may also set the fields that the brain assigns.
typedef struct searches {
    const why_question *of;
    text state;            ///< its path
    bool *own;             ///< by field: the first series assumes that only the brain changes it
    bool has_own;          ///< there is such a field
    search_series narrow;  ///< only the brain changes those fields
    search_series wide;    ///< the game sets them, too; without such fields only its `best` is set, to that of `narrow`
} searches;

// -------------------------------------------------------------------------------------------------------------- search

/// Makes the property "the state is reachable". The assumptions of the file follow later.
static void fill_properties(const why_question *of, search *to) {
    const uint32_t all = wits_file_property_count(of->file);
    to->properties = allocate((size_t)all + 1, sizeof *to->properties);
    text_add(&to->condition, "in(");
    if (of->state == WITS_ROOT) {
        text_add(&to->condition, "/");
    }
    text_path(&to->condition, of->brain, of->state);
    text_add(&to->condition, ")");
    const char *condition = text_of(&to->condition);
    to->properties[0] = (wits_property){.kind = WITS_PROPERTY_REACH,
                                        .name = "why",
                                        .condition = {.text = condition},
                                        .text = condition,
                                        .file = of->path};
}

static void fill_promises(const searches *with, bool is_wide, search *to) {
    const why_question *of = with->of;
    to->promises = *wits_file_promises(of->file);
    to->fields = allocate(of->desc->field_count, sizeof *to->fields);
    for (uint32_t row = 0; row < of->desc->field_count; row++) {
        to->fields[row] = to->promises.fields[row];
        to->fields[row].host = is_wide && with->own[row] ? WITS_GIVER_HOST : to->fields[row].host;
    }
    to->promises.fields = to->fields;
}

/// Runs a search. `few` is null or limits it further. Reports errors and returns a status. End `to` in either case.
static int run_search(const searches *with, bool is_wide, bool covers, const uint32_t *few, search *to) {
    const why_question *of = with->of;
    const double seconds = few != NULL ? of->seconds / FEW_SEARCHES : of->seconds;
    uint32_t count = 1;
    fill_properties(of, to);
    fill_promises(with, is_wide, to);
    for (uint32_t i = 0; i < wits_file_property_count(of->file); i++) {
        const wits_property *one = &wits_file_properties(of->file)[i];
        if (one->kind == WITS_PROPERTY_ASSUME) {
            to->properties[count++] = *one;
        }
    }
    const wits_prove_about about = {of->desc, &to->promises, to->properties, count, false};
    wits_prove_options options = of->limits;
    options.covers = covers;
    if (few != NULL && (options.most_combinations == 0 || options.most_combinations > *few)) {
        options.most_combinations = *few;
    }
    to->prover = wits_prover_new(&about, &options);
    if (to->prover == NULL) {
        return say_error("not enough memory");
    }
    if (wits_prover_mistake_count(to->prover) > 0) {
        return say_prove_mistakes(of->file, NULL, to->prover);
    }
    return prover_watch_for(to->prover, seconds, &to->is_late) ? STATUS_DONE : STATUS_INTERRUPTED;
}

static void search_end(search *of) {
    wits_prover_free(of->prover);
    free(of->properties);
    free(of->fields);
    text_free(&of->condition);
}

static const wits_proof *proof_of(const search *of) {
    return wits_prover_proof(of->prover, 0);
}

/// Returns whether the search was complete and found no run.
static bool is_never(const search *of) {
    return proof_of(of)->verdict == WITS_PROOF_REFUTED;
}

// --------------------------------------------------------------------------------------------------------------- words

/// Writes the fields whose flags are set: "'health', 'rum' and 'ammo'".
static void text_fields(text *to, const wits_desc *desc, const bool *flags) {
    uint32_t left = 0;
    for (uint32_t row = 0; row < desc->field_count; row++) {
        left += flags[row];
    }
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (flags[row]) {
            left--;
            text_format(to, "'%s'%s", desc->fields[row].name, left > 1 ? ", " : left == 1 ? " and " : "");
        }
    }
}

static void text_looked_at(text *to, const wits_proof *proof) {
    text_count(to, proof->situations);
    text_add(to, proof->situations == 1 ? " situation" : " situations");
}

/// Writes why a search is not a proof, one reason per line.
static void text_reasons(text *to, const why_question *of, const search *in) {
    static const char sampled[] = "sampled: ", chance[] = "random:";
    const wits_proof *proof = proof_of(in);
    bool is_sampled = false;
    for (uint32_t i = 0; i < proof->why_count; i++) {
        const char *reason = proof->why[i];
        if (in->is_late && strcmp(reason, "interrupted") == 0) {
            text_format(to, "  limit: %g second%s; --seconds N searches longer\n", of->seconds,
                        of->seconds == 1.0 ? "" : "s");
        } else {
            text_format(to, "  %s\n", reason);
        }
        is_sampled = is_sampled || (strncmp(reason, sampled, sizeof sampled - 1) == 0 &&
                                    strncmp(reason + sizeof sampled - 1, chance, sizeof chance - 1) != 0);
    }
    text_add(to, is_sampled ? "  (a 'range' and a 'step' in the file limit the possible values)\n" : "");
}

static void print_assumed_of(const search *of) {
    fputs("\nassumed:\n", stdout);
    for (uint32_t i = 0; i < wits_prover_assumed_count(of->prover); i++) {
        printf("  %s\n", wits_prover_assumed(of->prover, i));
    }
}

// --------------------------------------------------------------------------------------------------------------- found

/// Prints a run and writes its inputs to a file. Returns a status.
static int print_run(const searches *with, const search *in) {
    const why_question *of = with->of;
    const prove_report made = {.path = of->path, .file = of->file, .desc = of->desc, .prover = in->prover};
    int status = STATUS_DONE;
    if (of->output != NULL) {
        run_files files = run_files_of(of->file, in->prover, &proof_of(in)->run, false);
        status = run_files_write("why", &files, of->output);
        run_files_free(&files);
    }
    print_proof_run(&made, proof_of(in), of->output);
    return status;
}

static void text_ticks(text *to, uint32_t ticks) {
    text_format(to, "%u tick%s", (unsigned)ticks, ticks == 1 ? "" : "s");
}

static int print_found(const searches *with) {
    const wits_proof *proof = proof_of(with->narrow.best);
    text line = {0};
    if (proof->run.ticks == 0) {
        text_format(&line, "%s is active from the start.\n", text_of(&with->state));
    } else {
        text_format(&line, "%s can be active. The shortest run that was found gets there in ", text_of(&with->state));
        text_ticks(&line, proof->run.ticks);
        text_add(&line, ":\n");
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
    return print_run(with, with->narrow.best);
}

/// Prints a run in which the game has to set fields that the brain assigns.
static int print_found_wide(const searches *with) {
    const why_question *of = with->of;
    const wits_proof *proof = proof_of(with->wide.best);
    bool *set = allocate(of->desc->field_count, sizeof *set);
    for (uint32_t input = 0; input < proof->run.input_count; input++) {
        const wits_input *shown = wits_prover_input(with->wide.best->prover, input);
        for (uint32_t tick = 1; tick <= proof->run.ticks && shown->what == WITS_INPUT_FIELD; tick++) {
            const double value = proof->run.values[(size_t)tick * proof->run.input_count + input];
            set[shown->row] = set[shown->row] || (with->own[shown->row] && value != WITS_NOT_GIVEN);
        }
    }
    text line = {0};
    text_format(&line, "%s %s as long as only the brain changes ", text_of(&with->state),
                is_never(with->narrow.best) ? "is never active" : "was not found to be active");
    text_fields(&line, of->desc, with->own);
    text_add(&line, " (");
    text_looked_at(&line, proof_of(with->narrow.best));
    text_add(&line, is_never(with->narrow.best) ? ", which is all).\n" : ", which is not all):\n");
    if (!is_never(with->narrow.best)) {
        text_reasons(&line, of, with->narrow.best);
    }
    text_add(&line, "If the game sets ");
    text_fields(&line, of->desc, set);
    text_add(&line, ", too, the shortest run that was found gets there in ");
    text_ticks(&line, proof->run.ticks);
    text_add(&line, ":\n");
    fputs(text_of(&line), stdout);
    const int status = print_run(with, with->wide.best);
    puts("('host: true' at a field says that the game sets it; 'host: false' that it never does.)");
    text_free(&line);
    free(set);
    return status;
}

// ----------------------------------------------------------------------------------------------------------- not found

static void print_not_found(const searches *with) {
    const why_question *of = with->of;
    const char *state = text_of(&with->state);
    text line = {0};
    text fields = {0};
    text_fields(&fields, of->desc, with->own);
    if (is_never(with->wide.best)) {
        text_format(&line, "%s is never active", state);
        text_format(&line, with->has_own ? ", whatever the game sets %s to" : "%.0s", text_of(&fields));
        text_add(&line, " (proven: ");
        text_looked_at(&line, proof_of(with->wide.best));
        text_add(&line, ", which is all).\n");
    } else if (is_never(with->narrow.best)) {
        text_format(&line, "%s is never active as long as only the brain changes %s (proven: ", state,
                    text_of(&fields));
        text_looked_at(&line, proof_of(with->narrow.best));
        text_add(&line, ", which is all).\nIf the game sets them, too, it was not found to be active (");
        text_looked_at(&line, proof_of(with->wide.best));
        text_add(&line, "), but that is not proven:\n");
        text_reasons(&line, of, with->wide.best);
    } else {
        text_format(&line, "%s was not found to be active (", state);
        text_looked_at(&line, proof_of(with->wide.best));
        text_add(&line, "), but that is not proven:\n");
        text_reasons(&line, of, with->wide.best);
    }
    fputs(text_of(&line), stdout);
    text_free(&fields);
    text_free(&line);
}

static why_covered covered_by(const why_question *of, const search *in) {
    why_covered made = {.states = allocate(of->desc->state_count, sizeof *made.states),
                        .transitions = allocate(of->desc->transition_count, sizeof *made.transitions),
                        .asked = allocate(of->desc->transition_count, sizeof *made.asked),
                        .is_searched = true,
                        .is_complete = proof_of(in)->complete};
    for (uint32_t i = 0; i < wits_cover_count(of->desc); i++) {
        wits_cover_goal goal;
        if (!wits_cover_goal_at(of->desc, of->brain, i, &goal) || !wits_prover_covers(in->prover, i)) {
            continue;
        }
        if (goal.what == WITS_COVER_STATE) {
            made.states[goal.row] = true;
        } else if (goal.what == WITS_COVER_TRANSITION) {
            made.transitions[goal.row] = true;
        } else if (goal.what == WITS_COVER_FAILS) {
            made.asked[goal.row] = true;
        }
    }
    made.states[WITS_ROOT] = true;
    return made;
}

/// Prints what prevents the state from being reached, beginning with its outermost ancestor that is never active.
static void print_reasons(const searches *with, const why_covered *covered) {
    const why_question *of = with->of;
    const wits_state_id outermost = why_outermost(of->brain, of->state, covered->states);
    if (outermost == WITS_NONE) {  // it was active in situations that the first search did not reach
        return;
    }
    text line = {0};
    if (outermost != of->state) {
        text_format(&line, "It is inside ");
        text_path(&line, of->brain, outermost);
        text_add(&line, covered->is_searched ? ", which was not active either.\n" : ", which is never active.\n");
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
    print_ways(of, outermost, covered);
    const wits_state_id around = wits_state_parent(of->brain, outermost);
    if (covered->is_searched && wits_state_kind(of->brain, around) == WITS_KIND_UTILITY) {
        print_closest(of, outermost);
    }
}

// ----------------------------------------------------------------------------------------------------------------- why

/// Reports a state that no rule leads to. The values of fields do not matter, so this needs no search.
static bool print_unreachable(const searches *with) {
    why_covered covered = {.states = reached_states(with->of->file)};
    const bool is_unreachable = !covered.states[with->of->state];
    if (is_unreachable) {
        printf("%s is never active (proven): nothing leads there, unless the program goes to it.\n",
               text_of(&with->state));
        print_reasons(with, &covered);
    }
    free(covered.states);
    return is_unreachable;
}

/// Returns whether a search ended with a complete or partial result.
static bool has_run(int status) {
    return status == STATUS_DONE || status == STATUS_INTERRUPTED;
}

/// Reports what is missing according to the search that allows more.
static int print_never(const searches *with) {
    search covering = {.prover = NULL};
    const int status = run_search(with, true, true, NULL, &covering);
    if (has_run(status)) {
        why_covered covered = covered_by(with->of, &covering);
        print_not_found(with);
        print_reasons(with, &covered);
        print_assumed_of(is_never(with->wide.best) || !is_never(with->narrow.best) ? with->wide.best
                                                                                   : with->narrow.best);
        free(covered.states);
        free(covered.transitions);
        free(covered.asked);
    }
    search_end(&covering);
    return status;
}

static void find_own(searches *with) {
    const uint32_t count = with->of->desc->field_count;
    with->own = allocate(count, sizeof *with->own);
    for (uint32_t row = 0; row < count; row++) {
        with->own[row] = wits_prover_assumes_own(with->narrow.best->prover, row);
        with->has_own = with->has_own || with->own[row];
    }
}

/// Runs a search that tries everything. If it neither finds a run nor proves that there is none, tries few combinations
/// of inputs in each situation, which finds longer runs in the same time. Returns a status.
static int run_series(const searches *with, bool is_wide, search_series *to) {
    int status = run_search(with, is_wide, false, NULL, &to->each[0]);
    to->best = &to->each[0];
    for (uint32_t i = 0; i < FEW_SEARCHES; i++) {
        if (status != STATUS_DONE || proof_of(to->best)->run.is_there || is_never(to->best)) {
            break;
        }
        search *deep = &to->each[1 + i];
        status = run_search(with, is_wide, false, &few_combinations[i], deep);
        to->best = has_run(status) && proof_of(deep)->run.is_there ? deep : to->best;
    }
    return status;
}

static void series_end(search_series *of) {
    for (uint32_t i = 0; i < 1 + FEW_SEARCHES; i++) {
        search_end(&of->each[i]);
    }
}

static int answer(searches *with) {
    int status = run_series(with, false, &with->narrow);
    if (has_run(status)) {
        find_own(with);
    }
    if (has_run(status) && proof_of(with->narrow.best)->run.is_there) {
        return print_found(with);
    }
    with->wide.best = with->narrow.best;
    if (status == STATUS_DONE && with->has_own) {
        status = run_series(with, true, &with->wide);
    }
    if (status == STATUS_INTERRUPTED) {
        printf("%s was not found to be active before the search was interrupted\n", text_of(&with->state));
    }
    if (status != STATUS_DONE) {
        return status;
    }
    return proof_of(with->wide.best)->run.is_there ? print_found_wide(with) : print_never(with);
}

int why_search(const why_question *of) {
    searches with = {.of = of};
    int status = STATUS_DONE;
    text_path(&with.state, of->brain, of->state);
    if (of->state == WITS_ROOT) {
        text_add(&with.state, wits_state_name(of->brain, WITS_ROOT));
    }
    if (!print_unreachable(&with)) {
        status = answer(&with);
    }
    series_end(&with.narrow);
    series_end(&with.wide);
    text_free(&with.state);
    free(with.own);
    const int written = finish_output(stdout, "standard output");
    return written != STATUS_DONE ? written : status;
}
