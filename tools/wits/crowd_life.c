// SPDX-License-Identifier: MIT
#include "crowd_life.h"

#include "team.h"
#include "tool.h"

#include <stdlib.h>

enum { DEFAULT_AGENTS = 1000, DEFAULT_TICKS = 100 };

// ---------------------------------------------------------------------------------------------------------------- how

/// Threads meet at the end of every tick. Where another program has a processor, that takes longer than the tick of
/// fewer agents than these: measured with the villager, whose tick takes about 330 ns.
enum { AGENTS_A_THREAD = 8192 };

static uint32_t usual_threads(uint64_t agents) {
    uint64_t most = agents / AGENTS_A_THREAD;
    uint32_t processors = team_processors();
    return most < 1 ? 1 : most < processors ? (uint32_t)most : processors;
}

static uint32_t choose_threads(const crowd_options *options, uint64_t agents) {
    if (options->threads > 1 && !team_has_threads()) {
        fprintf(stderr, "wits crowd: note: built without OpenMP; one thread runs all\n");
    }
    return !team_has_threads() ? 1 : options->threads != 0 ? (uint32_t)options->threads : usual_threads(agents);
}

static wits_crowd_simd choose_simd(const crowd_options *options) {
    wits_crowd_simd best = wits_crowd_best_simd();
    wits_crowd_simd wanted = (wits_crowd_simd)options->simd;
    if (wanted > best) {
        fprintf(stderr, "wits crowd: note: this machine has no %s here; runs with %s\n", wits_crowd_simd_name(wanted),
                wits_crowd_simd_name(best));
    }
    return wanted > best ? best : wanted;
}

many_options crowd_how(const crowd_options *options, const crowd_given *given) {
    uint64_t agents = options->context != NULL ? given->agents.row_count
                      : options->agents != 0   ? options->agents
                                               : (uint64_t)DEFAULT_AGENTS;
    return (many_options){.agents = agents,
                          .threads = choose_threads(options, agents),
                          .seed = options->seed,
                          .path = (wits_crowd_path)options->path,
                          .simd = choose_simd(options),
                          .counts_moves = options->transitions,
                          .has_ids = given->agents.has_ids,
                          .goes_on = given->agents.goes_on,
                          .from = given->agents.from,
                          .targets = &given->targets};
}

uint64_t crowd_ticks(const crowd_options *options, const crowd_given *given) {
    const uint64_t in = inputs_last_tick(&given->in), targets = target_sources_last_tick(&given->targets);
    const uint64_t last = in > targets ? in : targets, from = given->agents.from;
    return options->ticks_given                      ? options->ticks
           : options->inputs == NULL && targets == 0 ? DEFAULT_TICKS
           : last > from                             ? last - from
                                                     : 0;
}

int crowd_read_sets(const wits_file *file, const char *const *texts, size_t count, const char *option, sets *to) {
    const wits_desc *desc = wits_file_desc(file);
    wits_function *functions = allocate(desc->function_count, sizeof *functions);
    for (uint32_t row = 0; row < desc->function_count; row++) {
        functions[row] = host_function(&desc->functions[row]);
    }
    const wits_promises *promises = wits_file_promises(file);
    const sets_about about = {.command = crowd_name,
                              .option = option,
                              .desc = desc,
                              .brain = wits_file_brain(file),
                              .functions = functions,
                              .function_count = desc->function_count,
                              .field_promises = promises->fields,
                              .function_promises = promises->functions};
    int status = sets_read(&about, texts, count, to);
    free(functions);
    return status;
}

// --------------------------------------------------------------------------------------------------------------- life

/// Of agents that have ids of their own, those who are asked for are known only now.
static int check_shown(const crowd_life *of) {
    for (size_t i = 0; i < of->what.shown_count; i++) {
        if (many_find(&of->crowd, of->what.shown[i]) == of->crowd.how.agents) {
            return say_misuse(crowd_name, "--show %llu: no agent has this id", (unsigned long long)of->what.shown[i]);
        }
    }
    return STATUS_DONE;
}

int crowd_begin(const crowd_options *options, const crowd_given *given, const sets *set, many_options how,
                crowd_life *to) {
    const wits_desc *desc = wits_file_desc(given->file);
    *to = (crowd_life){.what = {.of = &to->crowd,
                                .planned = crowd_ticks(options, given),
                                .shown = options->shown.items,
                                .shown_count = options->shown.count,
                                .fields = &given->fields}};
    if (!many_begin(desc, wits_file_brain(given->file), set, how, &to->crowd)) {
        return STATUS_WRONG;
    }
    if (options->context != NULL) {
        roster_apply(&given->agents, &to->crowd);
    }
    if (check_shown(to) != STATUS_DONE) {
        return STATUS_MISUSE;
    }
    if (!many_start(&to->crowd, &given->in)) {
        if (interrupt_asked()) {
            fprintf(stderr, "wits crowd: interrupted before the first tick\n");
        }
        return interrupt_asked() ? STATUS_INTERRUPTED : to->crowd.is_outside ? STATUS_MISUSE : STATUS_WRONG;
    }
    return STATUS_DONE;
}

void crowd_end(crowd_life *of) {
    many_end(&of->crowd);
}

/// One tick more. Returns whether all agents have done it.
static bool run_tick(many *m, uint32_t tick, bool to_whole_ticks) {
    uint64_t ticked = many_tick(m, tick);
    if (ticked > 0 && ticked < m->how.agents && to_whole_ticks) {
        many_finish_tick(m, ticked);
        ticked = m->how.agents;
    }
    return ticked == m->how.agents;
}

void crowd_run(crowd_life *of, progress *bar, bool to_whole_ticks, crowd_tick_fn *after, void *user) {
    many *m = &of->crowd;
    m->bar = bar;
    uint32_t tick = m->how.from;
    after(user, of, tick);
    while (of->what.ticks < of->what.planned && output_is_open(stdout) && run_tick(m, tick + 1, to_whole_ticks)) {
        tick++;
        of->what.ticks++;
        after(user, of, tick);
    }
    progress_clear(bar);
    m->bar = NULL;
}

int crowd_say_interrupted(const crowd_life *of) {
    uint64_t agents = of->crowd.how.agents;
    uint64_t ahead = of->crowd.agent_ticks - of->what.ticks * agents;
    fprintf(stderr, "wits crowd: interrupted after %llu of %llu ticks", (unsigned long long)of->what.ticks,
            (unsigned long long)of->what.planned);
    if (ahead > 0) {
        fprintf(stderr, "; %llu of %llu agents have done one more", (unsigned long long)ahead,
                (unsigned long long)agents);
    }
    fputc('\n', stderr);
    return STATUS_INTERRUPTED;
}
