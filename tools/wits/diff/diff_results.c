// SPDX-License-Identifier: MIT
// The results of a comparison: states and transitions of both brains side by side, and the explanations of differences.
#include "diff/diff.h"

#include "common/tool.h"
#include "explain/tick_record.h"
#include "prove/prove.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- states

diff_state *diff_states(const diff *of, size_t *count) {
    const diff_side *a = &of->sides[0], *b = &of->sides[1];
    diff_state *all = allocate((size_t)a->desc->state_count + b->desc->state_count, sizeof *all);
    *count = 0;
    for (uint32_t state = 0; state < a->desc->state_count; state++) {
        const wits_state_id other = a->same[state];
        const uint64_t there = other != WITS_NONE ? b->state_ticks[other] : 0;
        if (a->state_ticks[state] > 0 || there > 0) {
            all[(*count)++] = (diff_state){{(wits_state_id)state, other}, {a->state_ticks[state], there}};
        }
    }
    for (uint32_t state = 0; state < b->desc->state_count; state++) {
        if (b->same[state] == WITS_NONE && b->state_ticks[state] > 0) {
            all[(*count)++] = (diff_state){{WITS_NONE, (wits_state_id)state}, {0, b->state_ticks[state]}};
        }
    }
    return all;
}

void text_diff_state(text *to, const diff *of, const diff_state *state) {
    const uint32_t side = state->ids[0] != WITS_NONE ? 0 : 1;
    text_state_name(to, of->sides[side].brain, state->ids[side]);
}

uint64_t diff_agent_ticks(const diff *of) {
    return of->agents * (of->ticks > 0 ? of->ticks : 1);
}

static double share_of(const diff *of, uint64_t ticks) {
    return (double)ticks / (double)diff_agent_ticks(of) * 100.0;
}

void text_diff_share(text *to, const diff *of, uint64_t ticks) {
    text_format(to, "%.2f %%", share_of(of, ticks));
}

void text_diff_change(text *to, const diff *of, const uint64_t ticks[2]) {
    const double change = share_of(of, ticks[1]) - share_of(of, ticks[0]);
    text_format(to, ticks[0] == ticks[1] ? "0" : fabs(change) < 0.005 ? "%+.1g" : "%+.2f", change);
}

// --------------------------------------------------------------------------------------------------------- transitions

/// Adds the transitions of one brain. Those that the other has too are found by the ids of their states.
static void add_moves(const diff *of, uint32_t side, diff_move **all, size_t *count, size_t *capacity) {
    const diff_side *one = &of->sides[side];
    transition_matrix moves = crowd_sim_moves(&one->crowd);
    move *sorted = transition_matrix_sorted(&moves);
    for (uint32_t i = 0; i < moves.used; i++) {
        const wits_state_id from = one->same[sorted[i].from], to = one->same[sorted[i].to];
        size_t row = 0;
        while (row < *count && (from == WITS_NONE || to == WITS_NONE || (*all)[row].from[1 - side] != from ||
                                (*all)[row].to[1 - side] != to)) {
            row++;
        }
        if (row == *count) {
            *all = grow(*all, capacity, *count + 1, sizeof **all);
            diff_move *made = &(*all)[(*count)++];
            *made = (diff_move){.from = {WITS_NONE, WITS_NONE}, .to = {WITS_NONE, WITS_NONE}};
            text_state_name(&made->name, one->brain, sorted[i].from);
            text_add(&made->name, " → ");
            text_state_name(&made->name, one->brain, sorted[i].to);
        }
        (*all)[row].from[side] = sorted[i].from;
        (*all)[row].to[side] = sorted[i].to;
        (*all)[row].counts[side] = sorted[i].count;
    }
    free(sorted);
    transition_matrix_free(&moves);
}

static uint64_t change_of(const diff_move *of) {
    return of->counts[0] > of->counts[1] ? of->counts[0] - of->counts[1] : of->counts[1] - of->counts[0];
}

static int order_moves(const void *left, const void *right) {
    const diff_move *a = left, *b = right;
    const uint64_t x = change_of(a), y = change_of(b);
    return x != y ? (x < y ? 1 : -1) : strcmp(text_of(&a->name), text_of(&b->name));
}

diff_move *diff_moves(const diff *of, size_t *count) {
    diff_move *all = NULL;
    size_t capacity = 0;
    *count = 0;
    add_moves(of, 0, &all, count, &capacity);
    add_moves(of, 1, &all, count, &capacity);
    if (*count > 0) {
        qsort(all, *count, sizeof *all, order_moves);
    }
    return all;
}

void diff_moves_free(diff_move *of, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_free(&of[i].name);
    }
    free(of);
}

// --------------------------------------------------------------------------------------------------------- explanation

void text_diff_words(text *to, const char *option, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        text_format(to, " %s ", option);
        text_shell_word(to, words[i]);
    }
}

static bool is_same_case(const diff_case own[2]) {
    bool is_same = strcmp(text_of(&own[0].inputs), text_of(&own[1].inputs)) == 0;
    for (uint32_t kind = 0; kind < WITS_MAX_TARGET_KINDS; kind++) {
        is_same = is_same && strcmp(text_of(&own[0].targets[kind]), text_of(&own[1].targets[kind])) == 0;
    }
    return is_same;
}

/// The files with the inputs of an agent. The second brain has files of its own only if its inputs differ.
typedef struct case_files {
    const diff *of;
    const diff_side *side;
    uint64_t agent;
    bool is_own;  ///< those of the second brain
} case_files;

/// Writes "agent-31.csv", or with a kind of targets "agent-31.enemy.csv".
static void text_file(text *to, const case_files *of, const char *kind) {
    text_format(to, "agent-%llu%s%s%s.csv", (unsigned long long)of->agent, of->is_own ? "-b" : "",
                kind != NULL ? "." : "", kind != NULL ? kind : "");
}

/// Writes the command that writes one of the files.
static void text_file_command(text *to, const case_files *of, const char *kind) {
    text_diff_command(to, of->of);
    text_format(to, " --inputs-of %llu%s", (unsigned long long)of->agent, of->is_own ? ":B" : "");
    if (kind != NULL) {
        text_diff_words(to, "--targets-of", &kind, 1);
    }
    text_add(to, " > ");
    text_file(to, of, kind);
    text_add(to, "\n");
}

/// Returns the name of the kind of a word of --targets whose targets are drawn; else null.
static const char *drawn_kind(const diff_side *one, const char *word) {
    const size_t length = strcspn(word, "=");
    for (uint32_t kind = 0; kind < one->desc->target_count; kind++) {
        const char *name = one->desc->targets[kind].name;
        if (strlen(name) == length && strncmp(name, word, length) == 0 && one->given.targets.kinds[kind].count > 0) {
            return name;
        }
    }
    return NULL;
}

static void text_own_targets(text *to, const case_files *files) {
    const crowd_options *options = &files->side->options;
    for (size_t i = 0; i < options->target_count; i++) {
        const char *kind = drawn_kind(files->side, options->targets[i]);
        text word = {0};
        if (kind != NULL) {
            text_format(&word, "%s=", kind);
            text_file(&word, files, kind);
        } else {
            text_add(&word, options->targets[i]);
        }
        const char *const words[] = {text_of(&word)};
        text_diff_words(to, "--targets", words, 1);
        text_free(&word);
    }
}

/// Writes the commands for the whole explanation. Inputs that are drawn again and again need files.
static void text_commands(const diff *of, const diff_group *group, uint32_t side, const diff_case own[2],
                          diff_reason *to) {
    const diff_side *one = &of->sides[side];
    const bool is_same = is_same_case(own);
    const case_files files = {of, one, group->agent, side == 1 && !is_same};
    if (of->redraw > 0 && (side == 0 || !is_same)) {
        text_file_command(&to->inputs, &files, NULL);
    }
    for (size_t i = 0; i < one->options.target_count && (side == 0 || !is_same); i++) {
        const char *kind = drawn_kind(one, one->options.targets[i]);
        if (kind != NULL) {
            text_file_command(&to->inputs, &files, kind);
        }
    }
    text_add(&to->command, "wits explain ");
    text_shell_word(&to->command, one->path);
    for (size_t i = 0; i < own[side].set_count && of->redraw == 0; i++) {
        const char *const words[] = {text_of(&own[side].sets[i])};
        text_diff_words(&to->command, "--set", words, 1);
    }
    if (of->redraw > 0 || one->options.inputs != NULL) {
        text file = {0};
        text_file(&file, &files, NULL);
        const char *const words[] = {of->redraw > 0 ? text_of(&file) : one->options.inputs};
        text_diff_words(&to->command, "--inputs", words, 1);
        text_free(&file);
    }
    text_own_targets(&to->command, &files);
    text_constant_options(&to->command);
    if (of->seed != 0) {
        text_format(&to->command, " --seed %llu", (unsigned long long)of->seed);
    }
    if (group->agent != 0) {
        text_format(&to->command, " --agent %llu", (unsigned long long)group->agent);
    }
    text_format(&to->command, " --at %u", (unsigned)group->tick);
}

static int explain_in(const diff *of, const diff_group *group, const diff_side *in, const diff_case *own,
                      diff_reason *to) {
    agent_run one;
    const agent_run_options who = {.brain = in->path,
                                   .file = in->file,
                                   .inputs = "the inputs of the agent",
                                   .inputs_text = &own->inputs,
                                   .seed = of->seed,
                                   .agent = group->agent,
                                   .target_texts = own->targets,
                                   .end = "--at",
                                   .last = group->tick};
    const int status = agent_run_prepare(of->command, &who, false, &one);
    if (status == STATUS_DONE) {
        tick_records about = tick_records_at(&one, group->tick);
        const char *call = text_of(&one.agent.calls);
        text_answers(&about, &to->why);
        for (size_t i = 0; i < one.agent.call_count; i++, call += strlen(call) + 1) {
            text_format(&to->calls, "%s%s", i > 0 ? ", " : "", call);
        }
        tick_records_free(&about);
    }
    agent_run_end(&one);
    return status;
}

int diff_explain(const diff *of, const diff_group *group, diff_reason to[2]) {
    diff_case own[2] = {{.sets = NULL}, {.sets = NULL}};
    int status = STATUS_DONE;
    for (uint32_t side = 0; side < 2; side++) {
        to[side] = (diff_reason){{0}};
        status = status == STATUS_DONE ? diff_case_of(of, group->agent, group->tick, side, &own[side]) : status;
    }
    for (uint32_t side = 0; side < 2 && status == STATUS_DONE; side++) {
        status = explain_in(of, group, &of->sides[side], &own[side], &to[side]);
        text_commands(of, group, side, own, &to[side]);
    }
    diff_case_free(&own[0]);
    diff_case_free(&own[1]);
    return status;
}

void diff_reasons_free(diff_reason of[2]) {
    for (uint32_t side = 0; side < 2; side++) {
        text_free(&of[side].why);
        text_free(&of[side].calls);
        text_free(&of[side].inputs);
        text_free(&of[side].command);
    }
}

// --------------------------------------------------------------------------------------------------------------- words

static void text_counted(text *to, uint64_t number, const char *noun) {
    text_count(to, number);
    text_format(to, " %s%s", noun, number == 1 ? "" : "s");
}

void text_diff_size(text *to, const diff *of) {
    text_counted(to, of->agents, "agent");
    text_add(to, ", ");
    if (of->ticks < of->planned) {
        text_count(to, of->ticks);
        text_add(to, " of ");
    }
    text_counted(to, of->planned, "tick");
    text_format(to, ", seed %llu", (unsigned long long)of->seed);
}

void text_diff_verdict(text *to, const diff *of) {
    if (of->differed == 0) {
        text_add(to, "no agent differed in ");
        text_counted(to, of->agents, "agent");
        text_add(to, " x ");
        text_counted(to, of->ticks, "tick");
        return;
    }
    text_count(to, of->differed);
    text_add(to, " of ");
    text_counted(to, of->agents, "agent");
    text_format(to, " differed, %s at %s", of->differed == 1 ? "it" : "the first",
                of->first_tick == 0 ? "the start" : "");
    if (of->first_tick > 0) {
        text_format(to, "tick %u", (unsigned)of->first_tick);
    }
    if (of->median_tick > of->first_tick) {
        text_format(to, ", half of them by tick %u", (unsigned)of->median_tick);
    }
}

void text_diff_command(text *to, const diff *of) {
    const crowd_options *given = of->given;
    text_add(to, "wits diff ");
    text_shell_word(to, of->sides[0].path);
    text_add(to, " ");
    text_shell_word(to, of->sides[1].path);
    if (given->agents != 0) {
        text_format(to, " --agents %llu", (unsigned long long)given->agents);
    }
    if (given->ticks_given) {
        text_format(to, " --ticks %llu", (unsigned long long)given->ticks);
    }
    if (given->seed_given) {
        text_format(to, " --seed %llu", (unsigned long long)given->seed);
    }
    if (of->redraw > 0 && !(of->has_draws && of->redraw == DIFF_USUAL_REDRAW)) {
        text_format(to, " --redraw %u", (unsigned)of->redraw);
    }
    text_diff_words(to, "--set", given->sets, given->set_count);
    text_diff_words(to, "--set", given->target_sets, given->target_set_count);
    text_diff_words(to, "--targets", given->targets, given->target_count);
    if (given->inputs != NULL) {
        text_diff_words(to, "--inputs", &given->inputs, 1);
    }
    text_constant_options(to);
}
