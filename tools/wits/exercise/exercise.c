// SPDX-License-Identifier: MIT
// wits exercise: lists tasks, prints one, or grades a brain.
#include "exercise/exercise.h"
#include "common/data.h"
#include "common/json.h"
#include "common/tool.h"
#include "test/tests.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "exercise";

enum { MOST_SECONDS = 86400 };

typedef struct exercise_options {
    const char *folder;  ///< null: that of the program
    bool lists, json;
    const char *output;
    grade_limits limits;
} exercise_options;

// --------------------------------------------------------------------------------------------------------------- tasks

static int list_tasks(const exercises *of, bool json) {
    text made = {0};
    json_writer to = {.to = &made, .is_spaced = true};
    size_t width = 0;
    for (size_t i = 0; i < of->count; i++) {
        width = strlen(of->items[i].name) > width ? strlen(of->items[i].name) : width;
    }
    if (json) {
        json_open(&to, NULL, '[');
    }
    for (size_t i = 0; i < of->count; i++) {
        const exercise *one = &of->items[i];
        text title = {0};
        text_add_bytes(&title, one->title, one->title_length);
        if (json) {
            to.line = "\n  ";
            json_open(&to, NULL, '{');
            json_count(&to, "number", one->number);
            json_text(&to, "name", one->name);
            json_text(&to, "title", text_of(&title));
            json_close(&to, '}');
        } else {
            text_format(&made, "%2u  %-*s  %s\n", one->number, (int)width, one->name, text_of(&title));
        }
        text_free(&title);
    }
    if (json) {
        json_close(&to, ']');
        text_add(&made, "\n");
    }
    fwrite(text_of(&made), 1, made.length, stdout);
    text_free(&made);
    return finish_output(stdout, "standard output");
}

static int print_task(const exercise *of, const exercise_options *options) {
    if (options->output != NULL) {
        text begin = {0};
        text_add_bytes(&begin, of->begin, of->begin_length);
        const int status = write_output(name, &begin, options->output);
        text_free(&begin);
        return status;
    }
    fwrite(text_of(&of->page), 1, of->page.length, stdout);
    fputs("\n"
          "In the same tick: the new state is active after the tick in which the inputs changed. For 5 ticks: a state\n"
          "that becomes active in tick 10 is left in tick 15. What is not described does not happen. Keep the names\n"
          "and targets above; you may add states, and fields that only your brain assigns.\n",
          stdout);
    printf("'wits exercise %s FILE' grades your brain.\n", of->name);
    return finish_output(stdout, "standard output");
}

static int say_unknown(const exercises *of, const char *given) {
    guess found = guess_at(given);
    text end = {0};
    for (size_t i = 0; i < of->count; i++) {
        guess_offer(&found, of->items[i].name);
    }
    text_guess(&end, &found, "");
    const int status = say_misuse(name, "unknown task '%s'%s; --list lists them", given, text_of(&end));
    text_free(&end);
    return status;
}

/// Returns the task that has the name of a brain. Prints an error and returns null if there is none.
static const exercise *task_of_brain(const exercises *of, const char *path) {
    wits_file *file = load_brain(path);
    const exercise *found = NULL;
    if (file != NULL) {
        const char *brain = wits_file_desc(file)->states[WITS_ROOT].name;
        found = exercises_find(of, brain);
        if (found == NULL) {
            say_error("%s: there is no task for a brain called '%s'; name it: wits exercise TASK %s", path, brain,
                      path);
        }
    }
    wits_file_free(file);
    return found;
}

static int grade_file(const exercise *of, const char *path, const exercise_options *options) {
    grade made;
    int status = STATUS_WRONG;
    if (grade_brain(of, path, &options->limits, &made)) {
        (options->json ? grade_print_json : grade_print)(&made);
        status = finish_output(stdout, "standard output");
        status = made.is_interrupted ? STATUS_INTERRUPTED : grade_passed(&made) ? status : STATUS_WRONG;
    }
    grade_free(&made);
    return status;
}

// ----------------------------------------------------------------------------------------------------------------- run

static bool read_options(int argc, char **argv, exercise_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"list", no_argument, NULL, 'L'},
                                          {"tasks", required_argument, NULL, 'T'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"output", required_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        const int format = found == 'f' ? read_choice(name, "--format", optarg, formats) : 0;
        uint64_t seconds = (uint64_t)options->limits.seconds;
        const bool is_limit = strchr("lmcte", found) != NULL;
        if (found == '?' || format < 0 || (is_limit && !search_take_option(name, found, &options->limits.search)) ||
            (found == 's' && !read_number(name, "--seconds", optarg, 1, MOST_SECONDS, &seconds))) {
            return false;
        }
        options->limits.seconds = (double)seconds;
        options->json = found == 'f' ? format == 1 : options->json;
        options->lists = options->lists || found == 'L';
        options->folder = found == 'T' ? optarg : options->folder;
        options->output = found == 'o' ? optarg : options->output;
    }
    return true;
}

static int run_with(const exercises *all, int count, char **words, const exercise_options *options) {
    if (options->lists) {
        return count > 0 ? say_misuse(name, "unexpected '%s' after --list", words[0]) : list_tasks(all, options->json);
    }
    const bool is_file = count == 1 && (path_before(words[0], brain_ends) > 0 || strcmp(words[0], "-") == 0);
    const exercise *task = is_file ? task_of_brain(all, words[0]) : exercises_find(all, words[0]);
    if (task == NULL) {
        return is_file ? STATUS_WRONG : say_unknown(all, words[0]);
    }
    return count == 1 && !is_file ? print_task(task, options) : grade_file(task, words[count - 1], options);
}

static int run(int argc, char **argv) {
    exercise_options options = {
        .limits = {.search = {.most_memory = (size_t)1 << 30, .most_combinations = FINDING_COMBINATIONS},
                   .seconds = 60}};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    const int count = argc - optind;
    if (!options.lists && (count < 1 || count > 2)) {
        return say_misuse(name, count < 1 ? "missing task or brain file; --list lists the tasks"
                                          : "expected a task and a brain file; there are more arguments");
    }
    text folder = {0};
    exercises all = {0};
    int status = STATUS_WRONG;
    text_add(&folder, options.folder != NULL ? options.folder : "");
    if ((options.folder != NULL || find_data(&folder, "exercises")) && exercises_read(text_of(&folder), &all)) {
        status = run_with(&all, count, argv + optind, &options);
    }
    exercises_free(&all);
    text_free(&folder);
    return status;
}

const tool_command exercise_command = {
    .name = name,
    .run = run,
    .summary = "list tasks for learners, and grade a brain that was written for one",
    .help =
        "Usage: wits exercise --list\n"
        "       wits exercise TASK [-o FILE]\n"
        "       wits exercise [TASK] FILE [options]\n"
        "\n"
        "Lists the tasks, prints one, or grades a brain: it must have no errors and no warnings of 'wits check', the\n"
        "interface of the task, properties that 'wits prove' proves, and scenarios that 'wits test' passes. TASK is a\n"
        "name or number. Without TASK the name of the brain selects the task.\n"
        "\n"
        "  --list               list the tasks\n"
        "  -o, --output FILE    write the starting brain to a file\n"
        "  --tasks FOLDER       take the tasks of this folder\n"
        "  --seconds N          time limit of the proofs, 1 to 86400 (60)\n"
        "  --format text|json   readable text, or one JSON document\n" SEARCH_HELP_FINDING "\n"
        "The memory of a search is limited to 1G here.\n"
        "\n"
        "Exit status: 0 all checks passed; 1 one failed, or a file is wrong; 2 error in the command line;\n"
        "130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits exercise lamp\n",
};
