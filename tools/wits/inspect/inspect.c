// SPDX-License-Identifier: MIT
// wits inspect: simulates many agents and shows them on a page.
#include "inspect/inspect.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_SPEED = 30, MOST_SPEED = 1000000, MOST_PORT = 65535, MOST_MEBIBYTES = 1 << 20 };

static bool take_speed(const char *given, inspect_options *to) {
    uint64_t number = 0;
    const bool is_most = strcmp(given, "max") == 0;
    const bool is_good = is_most || read_number(INSPECT_NAME, "--speed", given, 1, MOST_SPEED, &number);
    to->speed = (double)number;
    return is_good;
}

static bool take_option(int found, inspect_options *to) {
    to->is_simulation = to->is_simulation || strchr("Rbpvzn", found) == NULL;
    switch (found) {
    case 'R':
        to->replay = optarg;
        return true;
    case 'b':
        to->crowd.brain = optarg;
        return true;
    case 'p':
        return read_count(INSPECT_NAME, "--port", optarg, MOST_PORT, &to->port);
    case 'r':
        to->is_read_only = true;
        return true;
    case 'n':
        to->is_closed = true;
        return true;
    case 'z':
        to->is_paused = true;
        return true;
    case 'v':
        return take_speed(optarg, to);
    case 'w':
        to->world = optarg;
        return true;
    case 'm':
        return read_number(INSPECT_NAME, "--memory", optarg, 1, MOST_MEBIBYTES, &to->memory);
    case 'c':
        to->crowd.context = optarg;
        return true;
    default:
        return crowd_take_option(found, &to->crowd);
    }
}

static bool check_replay(const inspect_options *options, int argc) {
    const char *const wrong =
        optind < argc ? "--replay shows a recording with the brain in it; give another one with --brain"
        : options->is_simulation
            ? "--replay shows what was recorded; besides it only --brain, --speed, --paused, --port "
              "and --no-open are possible"
            : NULL;
    if (wrong != NULL) {
        say_misuse(INSPECT_NAME, "%s", wrong);
    }
    return wrong == NULL;
}

static bool read_options(int argc, char **argv, inspect_options *to) {
    static const struct option known[] = {{"agents", required_argument, NULL, 'a'},
                                          {"seed", required_argument, NULL, 'S'},
                                          {"threads", required_argument, NULL, 'T'},
                                          {"set", required_argument, NULL, 's'},
                                          {"context", required_argument, NULL, 'c'},
                                          {"inputs", required_argument, NULL, 'i'},
                                          {"targets", required_argument, NULL, 'K'},
                                          {"world", required_argument, NULL, 'w'},
                                          {"replay", required_argument, NULL, 'R'},
                                          {"brain", required_argument, NULL, 'b'},
                                          {"port", required_argument, NULL, 'p'},
                                          {"speed", required_argument, NULL, 'v'},
                                          {"memory", required_argument, NULL, 'm'},
                                          {"paused", no_argument, NULL, 'z'},
                                          {"read-only", no_argument, NULL, 'r'},
                                          {"no-open", no_argument, NULL, 'n'},
                                          {NULL, 0, NULL, 0}};
    to->crowd.command = INSPECT_NAME;
    to->speed = DEFAULT_SPEED;
    for (int found = next_option(INSPECT_NAME, argc, argv, ":", known); found != -1;
         found = next_option(INSPECT_NAME, argc, argv, ":", known)) {
        if (!take_option(found, to)) {
            return false;
        }
    }
    if (to->replay != NULL) {
        return check_replay(to, argc);
    }
    const bool has_brain = to->crowd.brain != NULL;
    to->crowd.brain = only_argument(INSPECT_NAME, argc, argv);
    if (to->crowd.brain == NULL) {
        return false;
    }
    const char *const wrong =
        has_brain ? "--brain is for --replay; give the brain of a simulation without it"
        : strcmp(to->crowd.brain, "-") == 0 || crowd_reads_standard_input(&to->crowd)
            ? "files are read again after edits, but standard input can be read only once; give files"
        : to->world != NULL && (to->crowd.set_count > 0 || to->crowd.target_set_count > 0)
            ? "--world and --set are mutually exclusive"
            : NULL;
    if (wrong != NULL) {
        say_misuse(INSPECT_NAME, "%s", wrong);
    }
    return wrong == NULL;
}

static int run_options(const inspect_options *options) {
    enum { MOST_WORLD = 1 << 20, MEBIBYTE = 1 << 20 };
    const unsigned all = WITS_INSPECT_CONTROL | WITS_INSPECT_CHANGE;
    text settings = {0};
    if (options->world != NULL && !read_file(options->world, MOST_WORLD, &settings)) {
        text_free(&settings);
        return STATUS_WRONG;
    }
    const inspect_session_options how = {.crowd = &options->crowd,
                                         .recording = options->replay,
                                         .world = options->world != NULL ? text_of(&settings) : NULL,
                                         .speed = options->speed,
                                         .allows = options->is_read_only ? (unsigned)WITS_INSPECT_LOOK : all,
                                         .memory = options->memory * MEBIBYTE,
                                         .starts_paused = options->is_paused};
    const int status = inspect_serve(options, &how);
    text_free(&settings);
    return status;
}

static int run(int argc, char **argv) {
    inspect_options options = {0};
    const int status = read_options(argc, argv, &options) ? run_options(&options) : STATUS_MISUSE;
    crowd_options_free(&options.crowd);
    return status;
}

const tool_command inspect_command = {
    .name = INSPECT_NAME,
    .run = run,
    .summary = "simulate many agents and show them on a page",
    .help =
        "Usage: wits inspect FILE [options]\n"
        "       wits inspect --replay FILE.rec [--brain FILE] [options]\n"
        "\n"
        "Simulates many agents of the brain and serves a page on this machine that shows them: how many are in each\n"
        "state, and why one does what it does. On the page the world can be paused, stepped, rewound, stopped at\n"
        "breakpoints and changed. Prints the page's address and opens it. Anyone with the address can do all that;\n"
        "no other machine can reach it.\n"
        "\n"
        "The brain file is watched: after an edit the agents continue with the new brain. If that has an error, the\n"
        "page shows it and the old brain stays. Edits on the page do not change the file. Ctrl-C ends.\n"
        "\n"
        "--replay shows a recording of 'wits run', 'wits crowd' or a game instead. The page can go to\n"
        "every tick of it, but cannot change anything.\n"
        "\n"
        "  --replay FILE.rec     show a recording with the brain in it, or with that of --brain FILE\n"
        "  --agents N            number of agents (number of rows in the context, or 1000)\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --threads N           number of threads, as for 'crowd'\n"
        "  --set NAME=EXPRESSION, --context FILE.csv, --inputs FILE.csv, --targets KIND=FROM\n"
        "                        fields, host functions, events and targets, as for 'crowd'. Without any of these,\n"
        "                        values are drawn from their ranges and change from tick to tick\n"
        "  --world FILE          settings as lines NAME=EXPRESSION. Lines after 'each tick:' are evaluated again\n"
        "                        before every tick; there NAME may be an event\n"
        "  --speed N             ticks per second (30); 'max' is as many as possible\n"
        "  --paused              start paused\n"
        "  --memory N            MiB of memory for checkpoints, from which the page goes back (256)\n"
        "  --port P              port of the page; 0: any free port (0)\n"
        "  --read-only           the page cannot change anything\n"
        "  --no-open             do not open the page in a browser\n"
        "\n"
        "Example:\n"
        "  wits inspect brains/guard.yaml --agents 100000\n",
};
