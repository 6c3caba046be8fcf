// SPDX-License-Identifier: MIT
// The command `wits review`: a page of Markdown about the change of a brain, for a code review.
#include "diff/review.h"

#include "common/tool.h"
#include "crowd/thread_pool.h"
#include "diff/diff_options.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "review";
const char review_late[] = "the time limit was reached; --seconds N searches longer";

enum { USUAL_SECONDS = 10, MOST_SECONDS = 1000000, EXPLAINED = 3, MOST_STATES = 12, MOST_MOVES = 5 };

typedef struct review_options {
    crowd_options crowd;
    const char *brains[2];
    uint64_t redraw;
    uint64_t seconds;
    uint64_t explained;
} review_options;

/// The content of the page.
typedef struct review {
    const review_options *options;
    wits_file *files[2];
    diff sample;
    wits_prover *same;
    bool is_late;  ///< the time limit ended its search
    migration saves;
    review_proofs proofs;
} review;

static bool take_option(int found, review_options *options) {
    switch (found) {
    case 'w':
        return read_number(name, "--redraw", optarg, 1, UINT32_MAX, &options->redraw);
    case 'n':
        return read_number(name, "--seconds", optarg, 1, MOST_SECONDS, &options->seconds);
    case 'x':
        return read_count(name, "--explain", optarg, DIFF_MOST_EXPLAINED, &options->explained);
    default:
        return crowd_take_option(found, &options->crowd);
    }
}

static bool read_options(int argc, char **argv, review_options *options) {
    static const struct option known[] = {CROWD_OPTIONS,
                                          {"redraw", required_argument, NULL, 'w'},
                                          {"seconds", required_argument, NULL, 'n'},
                                          {"explain", required_argument, NULL, 'x'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return diff_take_brains(name, argc, argv, options->brains) && diff_check_options(&options->crowd);
}

// ------------------------------------------------------------------------------------------------------------ markdown

void text_markdown(text *to, const char *words) {
    for (const char *at = words; *at != '\0'; at++) {
        text_add(to, strchr("\\`*_|<>[]", *at) != NULL ? "\\" : "");
        text_add_bytes(to, *at == '\n' ? " " : at, 1);
    }
}

void text_code(text *to, const char *words) {
    text_add(to, "`");
    for (const char *at = words; *at != '\0'; at++) {
        text_add(to, *at == '|' ? "\\" : "");
        text_add_bytes(to, *at == '`' ? "'" : *at == '\n' ? " " : at, 1);
    }
    text_add(to, "`");
}

void text_shell_block(text *to, const char *lines) {
    text_format(to, "```sh\n%s```\n\n", lines);
}

void text_details_begin(text *to, const char *summary) {
    text_add(to, "<details><summary>");
    text_xml(to, summary, strlen(summary));  // Markdown is not read there
    text_add(to, "</summary>\n\n");
}

void text_details_end(text *to) {
    text_add(to, "</details>\n\n");
}

void print_part(text *page) {
    fwrite(text_of(page), 1, page->length, stdout);
    text_clear(page);
}

// ----------------------------------------------------------------------------------------------------------- behaviour

static bool can_compare(const review *r) {
    return wits_prover_mistake_count(r->same) == 0;
}

static const wits_proof *same_proof(const review *r) {
    return can_compare(r) ? wits_prover_proof(r->same, 0) : NULL;
}

static void text_behaviour_verdict(text *to, const review *r) {
    const wits_proof *proof = same_proof(r);
    const bool is_proven = proof != NULL && proof->verdict == WITS_PROOF_PROVEN;
    const bool is_refuted = proof != NULL && proof->verdict == WITS_PROOF_REFUTED;
    if (is_proven && r->sample.differed == 0) {
        text_add(to, "The behaviour is the same (proven)");
    } else if (is_refuted || r->sample.differed > 0) {
        text_add(to, "The behaviour differs");
        if (r->sample.differed > 0) {
            text_format(to, " in %.3g %% of the agents of a sample",
                        (double)r->sample.differed / (double)r->sample.agents * 100.0);
        } else {
            text_add(to, ", though in no agent of a sample");
        }
    } else {
        text_add(to, "No difference of behaviour was found, but it is not proven that there is none");
    }
}

static void text_same_command(text *to, const review *r) {
    text_add(to, "wits same ");
    text_shell_word(to, r->options->brains[0]);
    text_add(to, " ");
    text_shell_word(to, r->options->brains[1]);
    text_constant_options(to);
    text_add(to, "\n");
}

/// Writes what the two brains do in the shortest run with a difference.
static void print_difference(text *page, const review *r) {
    const same_brains of = {.paths = {r->options->brains[0], r->options->brains[1]},
                            .files = {r->files[0], r->files[1]},
                            .prover = r->same};
    text_details_begin(page, "The shortest run with a difference");
    text_add(page, "```\n");
    print_part(page);
    print_same_runs(&of);
    text_add(page, "```\n\n");
    text_details_end(page);
}

static void text_assumed(text *to, const review *r) {
    text_details_begin(to, "Assumptions and command");
    for (uint32_t i = 0; i < wits_prover_assumed_count(r->same); i++) {
        text_add(to, "- ");
        text_markdown(to, wits_prover_assumed(r->same, i));
        text_add(to, "\n");
    }
    text command = {0};
    text_same_command(&command, r);
    text_add(to, wits_prover_assumed_count(r->same) > 0 ? "\n" : "");
    text_shell_block(to, text_of(&command));
    text_details_end(to);
    text_free(&command);
}

static void print_same(text *page, const review *r) {
    const wits_proof *proof = same_proof(r);
    text_add(page, "## Same behaviour?\n\n");
    if (proof == NULL) {
        text_add(page, "Not decided, because what the game sees of the brains differs:\n\n");
        for (uint32_t i = 0; i < wits_prover_mistake_count(r->same); i++) {
            text_add(page, "- ");
            text_markdown(page, wits_prover_mistakes(r->same)[i].message);
            text_add(page, "\n");
        }
        text_add(page, "\n");
        return;
    }
    text verdict = {0};
    text_same_verdict(&verdict, proof);
    text_add(page, proof->verdict == WITS_PROOF_PROVEN    ? "**Yes**, "
                   : proof->verdict == WITS_PROOF_REFUTED ? "**No**, "
                                                          : "**Not decided**, ");
    text_format(page, "%s).\n\n", text_of(&verdict));
    text_free(&verdict);
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_add(page, "- ");
        text_markdown(page, r->is_late ? review_late : proof->why[i]);
        text_add(page, i + 1 == proof->why_count ? "\n\n" : "\n");
    }
    if (proof->verdict == WITS_PROOF_REFUTED) {
        print_difference(page, r);
    }
    text_assumed(page, r);
}

// -------------------------------------------------------------------------------------------------------------- sample

static void text_group(text *to, const diff *of, const diff_group *group) {
    diff_reason reasons[2];
    text head = {0}, commands = {0};
    text_diff_group(&head, of, group);
    text_details_begin(to, text_of(&head));
    if (diff_explain(of, group, reasons) == STATUS_DONE) {
        text_format(to, "Agent %llu at tick %u:\n\n", (unsigned long long)group->agent, (unsigned)group->tick);
        for (uint32_t side = 0; side < 2; side++) {
            text_format(to, "- **%s**: ", of->sides[side].name);
            text_markdown(to, text_of(&reasons[side].why));
            if (reasons[side].calls.length > 0) {
                text_add(to, " Calls ");
                text_code(to, text_of(&reasons[side].calls));
                text_add(to, ".");
            }
            text_add(to, "\n");
            text_add(&commands, text_of(&reasons[side].inputs));
            text_format(&commands, "%s\n", text_of(&reasons[side].command));
        }
        text_add(to, "\n");
        text_shell_block(to, text_of(&commands));
    }
    text_details_end(to);
    diff_reasons_free(reasons);
    text_free(&head);
    text_free(&commands);
}

static void text_situations(text *to, const review *r) {
    const diff *of = &r->sample;
    const size_t shown = r->options->explained < of->group_count ? (size_t)r->options->explained : of->group_count;
    if (of->differed == 0) {
        return;
    }
    text_add(to, "## Situations in which they differ\n\n");
    text verdict = {0};
    text_diff_verdict(&verdict, of);
    text_format(to, "%s. The most frequent first:\n\n", text_of(&verdict));
    text_free(&verdict);
    for (size_t i = 0; i < shown; i++) {
        text_group(to, of, &of->groups[i]);
    }
    if (shown < of->group_count) {
        text_format(to, "%zu more kinds of differences.\n\n", of->group_count - shown);
    }
}

static double change_of(const diff_state *of) {
    return fabs((double)of->ticks[1] - (double)of->ticks[0]);
}

static int order_states(const void *left, const void *right) {
    const diff_state *a = left, *b = right;
    const double x = change_of(a), y = change_of(b);
    return x != y ? (x < y ? 1 : -1) : (a->ids[0] > b->ids[0]) - (a->ids[0] < b->ids[0]);
}

static void text_moves_table(text *to, const diff *of) {
    size_t count;
    diff_move *moves = diff_moves(of, &count);
    text_add(to, "| transition | old | new |\n|---|--:|--:|\n");
    for (size_t i = 0; i < count && i < MOST_MOVES && moves[i].counts[0] != moves[i].counts[1]; i++) {
        text_add(to, "| ");
        text_code(to, text_of(&moves[i].name));
        text_add(to, " | ");
        text_count(to, moves[i].counts[0]);
        text_add(to, " | ");
        text_count(to, moves[i].counts[1]);
        text_add(to, " |\n");
    }
    text_add(to, "\n");
    diff_moves_free(moves, count);
}

static void text_sample(text *to, const review *r) {
    const diff *of = &r->sample;
    size_t count;
    diff_state *states = diff_states(of, &count);
    text command = {0}, size = {0};
    if (count > 0) {
        qsort(states, count, sizeof *states, order_states);
    }
    text_diff_size(&size, of);
    text_format(to, "## Time in each state\n\nA sample of %s%s.\n\n", text_of(&size),
                of->has_draws ? "; no inputs are given, so they are drawn" : "");
    text_add(to, "| state | old | new | change |\n|---|--:|--:|--:|\n");
    for (size_t i = 0; i < count && i < MOST_STATES; i++) {
        text path = {0};
        text_diff_state(&path, of, &states[i]);
        text_add(to, "| ");
        text_code(to, text_of(&path));
        text_add(to, " | ");
        text_diff_share(to, of, states[i].ticks[0]);
        text_add(to, " | ");
        text_diff_share(to, of, states[i].ticks[1]);
        text_add(to, " | ");
        text_diff_change(to, of, states[i].ticks);
        text_add(to, " |\n");
        text_free(&path);
    }
    text_add(to, "\n");
    if (count > MOST_STATES) {
        text_format(to, "%zu more states, which changed less.\n\n", count - MOST_STATES);
    }
    text_diff_command(&command, of);
    text_add(&command, "\n");
    text_details_begin(to, "Transitions, inputs and command");
    if (of->differed > 0) {
        text_moves_table(to, of);
    }
    text draws = {0};
    text_diff_draws(&draws, of);
    if (draws.length > 0) {
        text_format(
            to, "Drawn for each agent, at the start and every %u ticks, with events at random: ", (unsigned)of->redraw);
        text_code(to, text_of(&draws) + 1);
        text_add(to, "\n\n");
    }
    text_free(&draws);
    text_shell_block(to, text_of(&command));
    text_details_end(to);
    text_free(&command);
    text_free(&size);
    free(states);
}

static void text_notes(text *to, const review *r) {
    for (const char *line = text_of(&r->sample.notes); *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        text one = {0};
        text_add_bytes(&one, line, length);
        text_add(to, "- ");
        text_markdown(to, text_of(&one));
        text_add(to, "\n");
        text_free(&one);
        line += length + 1;
    }
    text_add(to, r->sample.notes.length > 0 ? "\n" : "");
}

// ---------------------------------------------------------------------------------------------------------------- page

static void print_page(const review *r) {
    text page = {0};
    text_format(&page, "# Review of %s\n\n", wits_state_name(wits_file_brain(r->files[1]), WITS_ROOT));
    text_add(&page, "**");
    text_behaviour_verdict(&page, r);
    text_add(&page, "; ");
    text_saves_verdict(&page, &r->saves);
    text_add(&page, "; ");
    text_proofs_verdict(&page, &r->proofs);
    text_add(&page, interrupt_asked() ? ".** Interrupted: the results so far.\n\n" : ".**\n\n");
    text_add(&page, "Old: ");
    text_code(&page, r->options->brains[0]);
    text_add(&page, ", new: ");
    text_code(&page, r->options->brains[1]);
    text_add(&page, ".\n\n");
    text_notes(&page, r);
    print_same(&page, r);
    text_situations(&page, r);
    text_sample(&page, r);
    print_saves(&page, &r->saves, r->options->brains);
    print_properties(&page, &r->proofs, r->options->brains);
    text_reactions(&page, &r->proofs);
    fwrite(text_of(&page), 1, page.length - 1, stdout);  // every part ends with an empty line
    text_free(&page);
}

/// Compares the brains in every way.
static int compare(review *r) {
    static const char *const names[2] = {"old", "new"};
    const review_options *options = r->options;
    const double seconds = (double)options->seconds;
    int status =
        diff_run(&options->crowd, (uint32_t)options->redraw, names, options->brains, r->files, true, &r->sample);
    if (status != STATUS_DONE && (status != STATUS_INTERRUPTED || !r->sample.is_ready)) {
        return status;
    }
    r->same = same_prover_of(r->files, &(wits_prove_options){0});
    if (r->same == NULL) {
        return say_error("not enough memory");
    }
    if (can_compare(r)) {
        prover_watch_for(r->same, seconds, &r->is_late);
    }
    status = review_saves(r->files, seconds, &r->saves);
    return status == STATUS_DONE ? review_prove(r->files, seconds, &r->proofs) : status;
}

static int run(int argc, char **argv) {
    review_options options = {.crowd = {.command = name}, .seconds = USUAL_SECONDS, .explained = EXPLAINED};
    review r = {.options = &options};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        status = diff_load(options.brains, r.files) ? compare(&r) : STATUS_WRONG;
        if (status == STATUS_DONE) {
            print_page(&r);
            status = finish_output(stdout, "standard output");
            status = status == STATUS_DONE && interrupt_asked() ? (int)STATUS_INTERRUPTED : status;
        }
        review_proofs_end(&r.proofs);
        migration_end(&r.saves);
        wits_prover_free(r.same);
        diff_end(&r.sample);
    }
    wits_file_free(r.files[0]);
    wits_file_free(r.files[1]);
    crowd_options_free(&options.crowd);
    return status;
}

const tool_command review_command = {
    .name = name,
    .run = run,
    .summary = "write a page about the change of a brain for a code review",
    .help =
        "Usage: wits review OLD NEW [options]\n"
        "\n"
        "Writes a page of Markdown about a changed brain: whether it behaves the same, in which situations it differs\n"
        "and why, what saves lose, which properties under 'prove' changed, the longest reaction times, and the\n"
        "share of time in each state, with the commands that repeat each part.\n"
        "\n" DIFF_OPTIONS_HELP "  --explain N           explain up to N kinds of first differences (3)\n"
        "  --seconds N           time limit of each search, of which there are at most four (10)\n"
        "\n"
        "Exit status: 0 the page is written, whatever it says; 1 error in a brain or the inputs; 2 error in the\n"
        "command line; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits review guard-of-yesterday.yaml brains/guard.yaml > review.md\n",
};
