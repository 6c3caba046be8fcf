// SPDX-License-Identifier: MIT
#include "crowd/crowd_session.h"

#include "common/tool.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <unistd.h>

enum { DEFAULT_AGENTS = 1000, DEFAULT_TICKS = 100 };

// ------------------------------------------------------------------------------------------------------------- options

/// Threads synchronise after every tick. If another program occupies a processor, that takes longer than a tick of
/// fewer agents than this. Measured with the villager, whose tick takes about 330 ns.
enum { AGENTS_A_THREAD = 8192 };

/// Returns the processors for this rank; ranks on the same machine share them equally.
static uint32_t processors_here(void) {
    uint64_t ranks = 1;
    long machine = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t mine = thread_pool_processors();
    ranks_sum_here(&ranks, 1);
    uint64_t share = machine > 0 ? (uint64_t)machine / ranks : 1;
    return ranks == 1 || share >= mine ? mine : share > 1 ? (uint32_t)share : 1;
}

static uint32_t usual_threads(uint64_t agents) {
    uint64_t most = agents / AGENTS_A_THREAD;
    uint32_t processors = processors_here();
    return most < 1 ? 1 : most < processors ? (uint32_t)most : processors;
}

static uint32_t choose_threads(const crowd_options *options, uint64_t agents) {
    if (options->threads > 1 && !thread_pool_has_threads()) {
        fprintf(stderr, "wits %s: note: built without OpenMP; using one thread\n", options->command);
    }
    const uint32_t usual = usual_threads(agents);
    return !thread_pool_has_threads() ? 1 : options->threads != 0 ? (uint32_t)options->threads : usual;
}

static wits_crowd_simd choose_simd(const crowd_options *options) {
    wits_crowd_simd best = wits_crowd_best_simd();
    wits_crowd_simd wanted = (wits_crowd_simd)options->simd;
    if (wanted > best) {
        fprintf(stderr, "wits crowd: note: %s is not available on this machine; using %s\n",
                wits_crowd_simd_name(wanted), wits_crowd_simd_name(best));
    }
    return wanted > best ? best : wanted;
}

/// Returns the number of agents in the checkpoint or context.
static uint64_t count_agents(const crowd_options *options, const crowd_given *given) {
    return options->resume != NULL    ? given->from.saved.count
           : options->context != NULL ? given->agents.row_count
           : options->agents != 0     ? options->agents
                                      : (uint64_t)DEFAULT_AGENTS;
}

crowd_sim_options crowd_how(const crowd_options *options, const crowd_given *given) {
    const checkpoint *before = options->resume != NULL ? &given->from : NULL;
    uint64_t agents = count_agents(options, given);
    uint64_t first = ranks_first(agents, ranks_mine());
    uint64_t here = ranks_first(agents, ranks_mine() + 1) - first;
    return (crowd_sim_options){.agents = agents,
                               .first = first,
                               .here = here,
                               .threads = choose_threads(options, here),
                               .seed = before != NULL ? before->saved.seed : options->seed,
                               .path = (wits_crowd_path)options->path,
                               .simd = choose_simd(options),
                               .counts_transitions = options->transitions,
                               .has_ids = before != NULL ? before->saved.has_ids : given->agents.has_ids,
                               .goes_on = before != NULL ? (before->note.flags & CHECKPOINT_GOES_ON) != 0
                                                         : given->agents.goes_on,
                               .from = before != NULL ? (uint32_t)before->note.from : given->agents.from,
                               .targets = &given->targets};
}

bool crowd_is_endless(const crowd_options *options) {
    return options->watch && !options->ticks_given;
}

uint64_t crowd_ticks(const crowd_options *options, const crowd_given *given) {
    const uint64_t in = inputs_last_tick(&given->in), targets = target_sources_last_tick(&given->targets);
    const uint64_t last = in > targets ? in : targets, from = given->agents.from;
    if (crowd_is_endless(options)) {
        return UINT32_MAX - from;
    }
    return options->ticks_given                      ? options->ticks
           : options->resume != NULL                 ? given->from.note.planned
           : options->inputs == NULL && targets == 0 ? DEFAULT_TICKS
           : last > from                             ? last - from
                                                     : 0;
}

/// Reads the settings that `about` describes, and completes its other members.
static int read_sets(sets_about about, const wits_file *file, const char *const *texts, size_t count, sets *to) {
    const wits_desc *desc = wits_file_desc(file);
    const wits_promises *promises = wits_file_promises(file);
    wits_function *functions = allocate(desc->function_count, sizeof *functions);
    for (uint32_t row = 0; row < desc->function_count; row++) {
        functions[row] = host_function(&desc->functions[row]);
    }
    about.desc = desc;
    about.brain = wits_file_brain(file);
    about.functions = functions;
    about.function_count = desc->function_count;
    about.field_promises = promises->fields;
    about.function_promises = promises->functions;
    int status = sets_read(&about, texts, count, to);
    free(functions);
    return status;
}

int crowd_read_sets(const char *command, const wits_file *file, const char *const *texts, size_t count,
                    const char *option, sets *to) {
    return read_sets((sets_about){.command = command, .option = option}, file, texts, count, to);
}

int crowd_read_world(const char *command, const wits_file *file, const char *const *texts, size_t count,
                     size_t again_from, sets *to) {
    const sets_about about = {.command = command,
                              .option = "",
                              .joint = "",
                              .takes_events = true,
                              .is_world = true,
                              .again_from = again_from};
    return read_sets(about, file, texts, count, to);
}

// ----------------------------------------------------------------------------------------------------------------- run

/// If agents have their own ids, the ids of --show can be checked only now.
static int check_shown(const crowd_session *of) {
    for (size_t i = 0; i < of->what.shown_count; i++) {
        if (!ranks_any(crowd_sim_find(&of->crowd, of->what.shown[i]) < of->crowd.how.here)) {
            return say_misuse(crowd_name, "--show %llu: no agent with this id", (unsigned long long)of->what.shown[i]);
        }
    }
    return STATUS_DONE;
}

static int make_agents(const crowd_options *options, const crowd_given *given, const sets *set, crowd_sim_options how,
                       crowd_sim *to) {
    if (!crowd_sim_begin(wits_file_desc(given->file), wits_file_brain(given->file), set, how, to)) {
        return STATUS_WRONG;
    }
    if (options->resume != NULL) {
        return checkpoint_restore(&given->from, to) ? STATUS_DONE : STATUS_WRONG;
    }
    if (options->context != NULL) {
        initial_values_apply(&given->agents, to);
    }
    return STATUS_DONE;
}

static int start_agents(const crowd_options *options, const crowd_given *given, crowd_sim *of) {
    if (options->resume != NULL) {
        return crowd_sim_resume(of, &given->in, given->from.tick) ? STATUS_DONE : STATUS_WRONG;
    }
    if (crowd_sim_start(of, &given->in)) {
        return STATUS_DONE;
    }
    if (interrupt_asked()) {
        fprintf(stderr, "wits crowd: interrupted before the first tick\n");
    }
    return interrupt_asked() ? STATUS_INTERRUPTED : of->is_outside ? STATUS_MISUSE : STATUS_WRONG;
}

int crowd_begin(const crowd_options *options, const crowd_given *given, const sets *set, crowd_sim_options how,
                crowd_session *to) {
    *to = (crowd_session){.what = {.of = &to->crowd,
                                   .planned = crowd_ticks(options, given),
                                   .shown = options->shown.items,
                                   .shown_count = options->shown.count,
                                   .fields = &given->fields,
                                   .wants_native = options->native}};
    if (options->resume != NULL) {
        to->what.ticks = to->what.before = given->from.tick - given->from.note.from;
    }
    int status = ranks_settle(make_agents(options, given, set, how, &to->crowd));
    if (status == STATUS_DONE) {
        status = check_shown(to);
    }
    return status == STATUS_DONE ? ranks_settle(start_agents(options, given, &to->crowd)) : status;
}

void crowd_end(crowd_session *of) {
    crowd_sim_end(&of->crowd);
}

/// Runs one more tick. Returns whether all agents of this rank completed it.
static bool run_tick(crowd_sim *m, uint32_t tick, bool to_whole_ticks) {
    const bool with_others = ranks_count() > 1;  // other ranks have started the tick, too
    uint64_t ticked = crowd_sim_tick(m, tick);
    if (ticked < m->how.here && (with_others || (ticked > 0 && to_whole_ticks))) {
        crowd_sim_finish_tick(m, ticked);
        ticked = m->how.here;
    }
    return ticked == m->how.here;
}

/// Keeps ranks in step. Time spent waiting for other ranks counts as time of the ticks.
static bool may_go_on(crowd_sim *m) {
    const bool is_stopped = m->how.record != NULL && interrupt_asked();  // its ticks are not interrupted
    const bool is_open = output_is_open(stdout) && !is_stopped;
    if (ranks_count() == 1) {
        return is_open;
    }
    double begun = seconds_now();
    bool stops = ranks_any(!is_open || interrupt_asked());
    m->seconds += seconds_now() - begun;
    return !stops;
}

void crowd_run(crowd_session *of, progress *bar, bool to_whole_ticks, crowd_tick_fn *after, void *user) {
    crowd_sim *m = &of->crowd;
    m->bar = bar;
    uint32_t tick = m->how.from + (uint32_t)of->what.ticks;
    bool goes_on = after(user, of, tick);
    while (goes_on && of->what.ticks < of->what.planned && may_go_on(m) && run_tick(m, tick + 1, to_whole_ticks)) {
        tick++;
        of->what.ticks++;
        goes_on = after(user, of, tick);
    }
    ranks_sum(&m->agent_ticks, 1);
    progress_clear(bar);
    m->bar = NULL;
}

int crowd_say_interrupted(const crowd_session *of) {
    uint64_t agents = of->crowd.how.agents;
    uint64_t ahead = of->crowd.agent_ticks - (of->what.ticks - of->what.before) * agents;
    if (ranks_mine() != 0) {
        return STATUS_INTERRUPTED;
    }
    fprintf(stderr, "wits crowd: interrupted after %llu of %llu ticks", (unsigned long long)of->what.ticks,
            (unsigned long long)of->what.planned);
    if (ahead > 0) {
        fprintf(stderr, "; %llu of %llu agents completed one more", (unsigned long long)ahead,
                (unsigned long long)agents);
    }
    fputc('\n', stderr);
    return STATUS_INTERRUPTED;
}
