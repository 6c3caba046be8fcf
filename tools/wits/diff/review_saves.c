// SPDX-License-Identifier: MIT
// wits review: losses of saved agents.
#include "diff/review.h"

#include "agent/agent_run.h"
#include "agent/run.h"
#include "common/tool.h"
#include "prove/cover_goals.h"

#include <stdlib.h>

enum { MOST_SAMPLED = 10000, MOST_LOSSES = 64, MOST_SHOWN = 10 };

void review_saves_begin(wits_file *const files[2], review_saves *to) {
    const wits_brain *from = wits_file_brain(files[0]), *into = wits_file_brain(files[1]);
    *to = (review_saves){.is_same_layout = wits_brain_layout_hash(from) == wits_brain_layout_hash(into)};
    to->converted = allocate(wits_agent_size(into), 1);
    to->versions = diff_match(files);
}

static review_loss *find_loss(const review_saves *in, const wits_loss *loss) {
    for (size_t i = 0; i < in->count; i++) {
        if (in->losses[i].kind == loss->kind && in->losses[i].row == loss->row) {
            return &in->losses[i];
        }
    }
    return NULL;
}

/// Converts an agent and notes its losses. `who` is "agent 12" or the name of a run.
static void convert(review_saves *to, const wits_brain *from, const void *agent, const wits_brain *into,
                    const wits_frame *frame, const char *who) {
    wits_loss losses[MOST_LOSSES];
    wits_conversion lost = {.losses = losses, .capacity = MOST_LOSSES, .versions = to->versions};
    if (!wits_is_started(from, agent) || !wits_agent_convert(from, agent, into, to->converted, frame, &lost)) {
        return;
    }
    for (uint32_t i = 0; i < lost.count && i < lost.capacity; i++) {
        review_loss *one = find_loss(to, &losses[i]);
        if (one == NULL) {
            to->losses = grow(to->losses, &to->capacity, to->count + 1, sizeof *to->losses);
            one = &to->losses[to->count++];
            *one = (review_loss){.kind = losses[i].kind, .row = losses[i].row};
            text_format(&one->example, "%s after tick %u in ", who, (unsigned)frame->tick - 1);
            text_active(&one->example, from, agent);
        }
        one->count++;
    }
}

void review_saves_tick(void *user, diff *of, uint32_t tick) {
    review_saves *to = user;
    const crowd_sim *old = &of->sides[0].crowd, *new = &of->sides[1].crowd;
    wits_frame frame = {.tick = tick + 1,
                        .seed = of->seed,
                        .context = new->crowd.contexts,
                        .columns = new->crowd.columns,
                        .functions = new->crowd.functions};
    for (uint64_t row = 0; row < of->agents && row < MOST_SAMPLED && !to->is_same_layout; row++) {
        text who = {0};
        text_format(&who, "agent %llu", (unsigned long long)row);
        frame.agent = row;
        frame.row = (uint32_t)row;
        convert(to, old->brain, crowd_sim_agent(old, row), new->brain, &frame, text_of(&who));
        to->sampled++;
        text_free(&who);
    }
}

// ------------------------------------------------------------------------------------------------------ explored runs

/// Gives the fields of the new brain the values that the old one has.
static void copy_fields(const agent_sim *from, agent_sim *to) {
    for (uint32_t field = 0; field < to->desc->field_count; field++) {
        const uint32_t same = wits_find_field(from->mind.brain, to->desc->fields[field].name);
        if (same != WITS_NONE && from->desc->fields[same].type == to->desc->fields[field].type) {
            context_set(&to->knows, field, context_get(&from->knows, same));
        }
    }
}

static int convert_run(wits_file *const files[2], const wits_prover *prover, uint32_t number, review_saves *to) {
    const wits_proof_run *run = wits_prover_cover_run(prover, number);
    run_files own = run_files_of(files[0], prover, run, false);
    const agent_run_options who = {.brain = wits_file_name(files[0]),
                                   .file = files[0],
                                   .inputs = "the run",
                                   .inputs_text = &own.inputs,
                                   .target_texts = own.targets,
                                   .agent = run->agent,
                                   .end = "--ticks",
                                   .last = run->ticks};
    agent_run old;
    agent_sim new;
    text name = {0};
    text_format(&name, "run %u of the exploration", (unsigned)number + 1);
    int status = agent_run_begin("review", &who, false, &old);
    if (status == STATUS_DONE && !agent_sim_begin(wits_file_desc(files[1]), false, &new)) {
        status = STATUS_WRONG;
    }
    for (uint64_t tick = 0; tick <= run->ticks && status == STATUS_DONE; tick++) {
        if (tick > 0) {
            agent_run_tick(&old, (uint32_t)tick);
        }
        copy_fields(&old.agent, &new);
        new.frame.tick = (uint32_t)tick + 1;
        new.frame.agent = run->agent;
        convert(to, old.agent.mind.brain, old.agent.agent, new.mind.brain, &new.frame, text_of(&name));
        to->explored++;
    }
    if (status == STATUS_DONE) {
        agent_sim_end(&new);
    }
    agent_run_end(&old);
    run_files_free(&own);
    text_free(&name);
    return status;
}

int review_saves_explore(wits_file *const files[2], double seconds, review_saves *to) {
    if (to->is_same_layout) {
        return STATUS_DONE;
    }
    const wits_prove_options limits = {.most_combinations = FINDING_COMBINATIONS};
    goal_search search = goal_search_begin(files[0], NULL, &limits);
    int status = search.prover != NULL ? STATUS_DONE : STATUS_WRONG;
    if (status == STATUS_DONE && wits_prover_mistake_count(search.prover) == 0) {
        bool is_late;
        prover_watch_for(search.prover, seconds, &is_late);
        to->runs = wits_prover_cover_run_count(search.prover);
        to->is_whole = goal_search_is_whole(&search);
        for (uint32_t i = 0; i < to->runs && status == STATUS_DONE; i++) {
            status = convert_run(files, search.prover, i, to);
        }
    }
    goal_search_end(&search);
    return status;
}

// -------------------------------------------------------------------------------------------------------------- texts

void text_saves_verdict(text *to, const review_saves *of) {
    if (of->is_same_layout) {
        text_add(to, "saves stay as they are");
    } else if (of->count == 0) {
        text_add(to, "no save of the sample loses anything");
    } else {
        text_add(to, "saved agents can lose something");
    }
}

static int order_losses(const void *left, const void *right) {
    const review_loss *a = left, *b = right;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : (int)a->kind - (int)b->kind;
}

static void text_loss(text *to, const wits_brain *from, const review_loss *of) {
    char words[1200];
    const wits_loss loss = {.kind = of->kind, .row = of->row};
    wits_loss_text(from, &loss, words, sizeof words);
    text_add(to, "- ");
    text_markdown(to, words);
    text_add(to, " (");
    text_count(to, of->count);
    text_format(to, " time%s; first: %s)\n", of->count == 1 ? "" : "s", text_of(&of->example));
}

void text_saves(text *to, const review_saves *of) {
    text_add(to, "## Saves\n\n");
    if (of->is_same_layout) {
        text_add(to, "The bytes of an agent mean the same in both: saves and running agents stay as they are.\n\n");
        return;
    }
    text_add(to, "The layout of agents changed, so saved agents have to be converted (`wits_agent_convert`). ");
    text_count(to, of->sampled + of->explored);
    text_add(to, " agents were converted: ");
    text_count(to, of->sampled);
    text_add(to, " of the sample above, and ");
    text_count(to, of->explored);
    text_format(to, " of %u run%s that cover %s of the old brain. ", (unsigned)of->runs, of->runs == 1 ? "" : "s",
                of->is_whole ? "everything reachable" : "what was found");
    text_add(to, of->count == 0 ? "**Nothing was lost.** This is a sample; `wits migrate` proves it.\n\n"
                                : "**Lost:**\n\n");
    if (of->count > 0) {
        qsort(of->losses, of->count, sizeof *of->losses, order_losses);
    }
    for (size_t i = 0; i < of->count && i < MOST_SHOWN; i++) {
        text_loss(to, of->of->sides[0].brain, &of->losses[i]);
    }
    if (of->count > MOST_SHOWN) {
        text_format(to, "- and %zu more\n", of->count - MOST_SHOWN);
    }
    text_add(to, of->count > 0 ? "\n" : "");
}

void review_saves_end(review_saves *of) {
    for (size_t i = 0; i < of->count; i++) {
        text_free(&of->losses[i].example);
    }
    free(of->losses);
    free(of->converted);
    free(of->versions);
    *of = (review_saves){.of = NULL};
}
