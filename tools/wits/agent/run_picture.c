// SPDX-License-Identifier: MIT
// Runs an agent for its picture, and returns what it did instead of printing it.
#include "agent/run.h"
#include "chart/plot.h"
#include "common/tool.h"

#include <getopt.h>

int run_picture(const char *command, const agent_run_options *who, const char *fields, text *lines, text *picture) {
    agent_run one;
    field_list drawn = {0};
    int status = agent_run_prepare(command, who, true, &one);
    if (status == STATUS_DONE) {
        status = field_list_read(command, "--plot-fields", one.agent.desc, fields, &drawn);
    }
    if (status == STATUS_DONE) {
        plot made;
        agent_sim_call(&one.agent, one.first);
        plot_begin(&one.agent, one.last, &drawn, &made);
        for (uint64_t tick = 0; tick <= one.last; tick++) {
            if (tick > 0) {
                agent_run_tick(&one, (uint32_t)tick);
            }
            if (lines != NULL) {
                print_jsonl(&one.agent, false, lines);
            }
            plot_tick(&made);
        }
        plot_draw(&made, picture);
        plot_end(&made);
    }
    field_list_free(&drawn);
    agent_run_end(&one);
    return status;
}

int run_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *lines, text *picture) {
    static const char name[] = "run";
    static const struct option known[] = {
        AGENT_RUN_TICKS_OPTION, AGENT_RUN_OPTIONS, {"plot-fields", required_argument, NULL, 'F'}, {NULL, 0, NULL, 0}};
    agent_run_options who = *loaded;
    const char *fields = NULL;
    bool good = true;
    int found = 0;
    while (good && (found = next_option(name, argc, argv, ":", known)) != -1) {
        fields = found == 'F' ? optarg : fields;
        good = found == 'F' || agent_run_take_option(name, found, &who);
    }
    good = good && agent_run_take_brain(name, argc, argv, &who);
    const int status = good ? run_picture(name, &who, fields, lines, picture) : STATUS_MISUSE;
    agent_run_options_free(&who);
    return status;
}
