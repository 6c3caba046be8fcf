// SPDX-License-Identifier: MIT
// The command `wits map`: a picture of the winners over two fields.
#include "map/map.h"

#include "common/tool.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "map";

enum { LEAST_SIZE = 16, MOST_SIZE = 2000 };

typedef struct map_options {
    agent_run_options who;
    const char *x, *y, *z;
    const char *of, *size, *output;
    bool has_after;
    uint64_t after;
    bool margin;
} map_options;

// --------------------------------------------------------------------------------------------------------- the picture

/// Reports an error in the value of an option.
static int say_wrong(const char *option, const char *given, text *problem) {
    int status = say_misuse(name, "%s %s: %s", option, given, text_of(problem));
    text_free(problem);
    return status;
}

/// Reads "480x360". The default size is smaller if there are several panels.
static int read_size(const map_options *options, map_picture *to) {
    to->width = to->panels->count > 1 ? 280 : 480;
    to->height = to->panels->count > 1 ? 210 : 360;
    if (options->size == NULL) {
        return STATUS_DONE;
    }
    uint64_t sizes[2] = {0};
    const char *digits = options->size;
    for (int i = 0; i < 2; i++) {
        const size_t length = strspn(digits, "0123456789");
        for (size_t k = 0; k < length && sizes[i] <= MOST_SIZE; k++) {
            sizes[i] = sizes[i] * 10 + (uint64_t)(digits[k] - '0');
        }
        digits += length;
        digits += i == 0 && *digits == 'x';
    }
    const bool fits =
        sizes[0] >= LEAST_SIZE && sizes[0] <= MOST_SIZE && sizes[1] >= LEAST_SIZE && sizes[1] <= MOST_SIZE;
    to->width = (uint32_t)sizes[0];
    to->height = (uint32_t)sizes[1];
    return fits && *digits == '\0'
               ? STATUS_DONE
               : say_misuse(name, "--size must be WIDTHxHEIGHT, each from %d to %d pixels, not '%s'", LEAST_SIZE,
                            MOST_SIZE, options->size);
}

static bool is_same_field(const map_axis *a, const map_axis *b) {
    return a->kind == b->kind && a->row == b->row;
}

/// Checks that the axes and --z are different fields, none of which is also given by --set.
static int check_fields(const map_options *options, const map_axis *x, const map_axis *y, const map_panels *panels) {
    if (is_same_field(x, y)) {
        return say_misuse(name, "--x and --y must be different fields, not both %s", x->field.name);
    }
    if (panels->is_given && (is_same_field(&panels->of, x) || is_same_field(&panels->of, y))) {
        return say_misuse(name, "--z must differ from --x and --y; %s is used already", panels->of.field.name);
    }
    for (size_t i = 0; i < options->who.set_count; i++) {
        const char *set = options->who.sets[i];
        const char *sides[] = {x->field.name, y->field.name, panels->is_given ? panels->of.field.name : ""};
        for (size_t side = 0; side < 3; side++) {
            const size_t length = strlen(sides[side]);
            if (length > 0 && strncmp(set, sides[side], length) == 0 && set[length] == '=') {
                return say_misuse(name, "--set %s: --%c already sets %s", set, "xyz"[side], sides[side]);
            }
        }
    }
    return STATUS_DONE;
}

/// Finds the composite of the map: --of, else the parent of --from, else the root. Exactly one child of it is active at
/// a time, so a parallel is an error.
static int find_of(const map_options *options, const agent_run *one, map_question *to) {
    const wits_desc *desc = wits_file_desc(one->file);
    const wits_brain *brain = wits_file_brain(one->file);
    text problem = {0};
    to->of = to->from != WITS_NONE && to->from != WITS_ROOT ? wits_state_parent(brain, to->from) : WITS_ROOT;
    if (options->of != NULL && !read_state_name(desc, brain, options->of, &to->of, &problem)) {
        return say_wrong("--of", options->of, &problem);
    }
    const char *called = wits_state_name(brain, to->of);
    const wits_kind kind = wits_state_kind(brain, to->of);
    if (kind == WITS_KIND_LEAF) {
        const wits_state_id around = wits_state_parent(brain, to->of);
        return say_misuse(name, "%s has no states inside; choose another state with --of%s%s", called,
                          around != WITS_ROOT ? ", such as " : "",
                          around != WITS_ROOT ? wits_state_name(brain, around) : "");
    }
    if (kind == WITS_KIND_PARALLEL) {
        text regions = {0};
        const uint32_t end = wits_state_end(brain, to->of);
        for (uint32_t child = to->of + 1u; child < end; child = wits_state_end(brain, (wits_state_id)child)) {
            text_format(&regions, "%s%s", regions.length > 0 ? ", " : "", wits_state_name(brain, (wits_state_id)child));
        }
        int status = say_misuse(name, "all regions of %s are active at once; choose one with --of: %s", called,
                                text_of(&regions));
        text_free(&regions);
        return status;
    }
    return options->margin && kind != WITS_KIND_UTILITY
               ? say_misuse(name, "--margin needs a utility, which %s is not; choose one with --of", called)
               : STATUS_DONE;
}

static int find_question(const map_options *options, const agent_run *one, map_question *to) {
    *to = (map_question){.from = one->first.state, .has_after = options->has_after, .after = (uint32_t)options->after};
    return find_of(options, one, to);
}

static int read_fields(const map_options *options, const agent_run *one, map_axis *x, map_axis *y, map_panels *panels) {
    text problem = {0};
    if (!map_axis_read(one, options->x, x, &problem)) {
        return say_wrong("--x", options->x, &problem);
    }
    if (!map_axis_read(one, options->y, y, &problem)) {
        return say_wrong("--y", options->y, &problem);
    }
    if (options->z != NULL && !map_panels_read(one, options->z, panels, &problem)) {
        return say_wrong("--z", options->z, &problem);
    }
    return check_fields(options, x, y, panels);
}

/// Chooses axes that are not given, and prints which. If neither is given, also sets flags.
static int choose_axes(map_options *options, agent_run *one, wits_state_id of, text chosen[2]) {
    const bool has_x = options->x != NULL, has_y = options->y != NULL;
    const char *called = wits_state_name(wits_file_brain(one->file), of);
    if (has_x && has_y) {
        return STATUS_DONE;
    }
    if (!map_axes_choose(one, of, options->x, options->y, chosen)) {
        const bool has_one = has_x || has_y || chosen[0].length > 0;
        return say_misuse(name,
                          "missing --%s FIELD; no%s field that the states of %s read is a bool, an enum or has a range",
                          has_x || chosen[0].length > 0 ? "y" : "x", has_one ? " other" : "", called);
    }
    text flags = {0};
    if (!has_x && !has_y) {
        map_flags_set(one, of, &options->who, chosen, &flags);
    }
    options->x = has_x ? options->x : text_of(&chosen[0]);
    options->y = has_y ? options->y : text_of(&chosen[1]);
    say_note(name, "chosen: --x %s --y %s%s; the same options change that", options->x, options->y, text_of(&flags));
    text_free(&flags);
    return STATUS_DONE;
}

static int draw(const map_options *options, agent_run *one, text *drawn) {
    map_axis x = {0}, y = {0};
    map_panels panels = {.count = 1};
    map_question question;
    map_picture picture = {.x = &x, .y = &y, .panels = &panels, .margin = options->margin};
    text chosen[2] = {{0}, {0}};
    map_options with_axes = *options;
    int status = find_question(options, one, &question);
    if (status == STATUS_DONE) {
        status = choose_axes(&with_axes, one, question.of, chosen);
    }
    if (status == STATUS_DONE) {
        status = read_fields(&with_axes, one, &x, &y, &panels);
    }
    if (status == STATUS_DONE) {
        status = read_size(options, &picture);
    }
    if (status == STATUS_DONE) {
        map_agent agent;
        map_agent_begin(one, &question, &agent);
        map_draw(&picture, &agent, drawn);
        map_agent_end(&agent);
    }
    map_axis_free(&x);
    map_axis_free(&y);
    map_axis_free(&panels.of);
    text_free(&chosen[0]);
    text_free(&chosen[1]);
    return status;
}

static int draw_map(const map_options *options, text *drawn) {
    agent_run one;
    int status = agent_run_prepare(name, &options->who, false, &one);
    if (status == STATUS_DONE) {
        status = draw(options, &one, drawn);
    }
    agent_run_end(&one);
    return status;
}

int map_picture_of(const agent_run_options *who, const char *x, const char *y, const char *of, text *drawn) {
    return draw_map(&(map_options){.who = *who, .x = x, .y = y, .of = of}, drawn);
}

// ------------------------------------------------------------------------------------------------------------- command

static bool take_option(int found, map_options *options) {
    switch (found) {
    case 'o':
        options->output = optarg;
        return true;
    case 'x':
        options->x = optarg;
        return true;
    case 'y':
        options->y = optarg;
        return true;
    case 'z':
        options->z = optarg;
        return true;
    case 'O':
        options->of = optarg;
        return true;
    case 'f':
        options->has_after = true;
        return read_count(name, "--after", optarg, INT32_MAX, &options->after);
    case 'm':
        options->margin = true;
        return true;
    case 'Z':
        options->size = optarg;
        return true;
    default:
        return agent_run_take_option(name, found, &options->who);
    }
}

/// Takes the brain file, and the state after it if there is one.
static bool take_arguments(int argc, char **argv, map_options *options) {
    const bool has_state = argc - optind == 2;
    if (argc - optind > 2) {
        say_misuse(name, "unexpected '%s'", argv[optind + 2]);
        return false;
    }
    if (has_state && options->of != NULL) {
        say_misuse(name, "'%s' and --of %s are mutually exclusive", argv[argc - 1], options->of);
        return false;
    }
    options->of = has_state ? argv[argc - 1] : options->of;
    return agent_run_take_brain(name, has_state ? argc - 1 : argc, argv, &options->who);
}

static bool read_options(int argc, char **argv, map_options *options) {
    static const struct option known[] = {
        {"x", required_argument, NULL, 'x'},      {"y", required_argument, NULL, 'y'},
        {"z", required_argument, NULL, 'z'},      {"of", required_argument, NULL, 'O'},
        {"from", required_argument, NULL, 'M'},   {"after", required_argument, NULL, 'f'},
        {"margin", no_argument, NULL, 'm'},       {"size", required_argument, NULL, 'Z'},
        {"output", required_argument, NULL, 'o'}, {"targets", required_argument, NULL, 'K'},
        {"set", required_argument, NULL, 's'},    {"seed", required_argument, NULL, 'S'},
        {"agent", required_argument, NULL, 'a'},  {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    return take_arguments(argc, argv, options);
}

static int draw_by_words(int argc, char **argv, map_options *options, text *drawn) {
    return read_options(argc, argv, options) ? draw_map(options, drawn) : STATUS_MISUSE;
}

int map_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *drawn) {
    map_options options = {.who = *loaded};
    const int status = draw_by_words(argc, argv, &options, drawn);
    agent_run_options_free(&options.who);
    return status;
}

static int run(int argc, char **argv) {
    map_options options = {0};
    text drawn = {0};
    int status = draw_by_words(argc, argv, &options, &drawn);
    status = status == STATUS_DONE ? check_output_as(name, options.output, ".svg") : status;
    status = status == STATUS_DONE ? write_output(name, &drawn, options.output) : status;
    text_free(&drawn);
    agent_run_options_free(&options.who);
    return status;
}

const tool_command map_command = {
    .name = name,
    .run = run,
    .summary = "draw which option wins over two fields",
    .help =
        "Usage: wits map FILE [STATE] [options]\n"
        "\n"
        "Draws which option of a utility wins, or which state of an fsm is active, for all values of two fields, as\n"
        "an SVG picture. The library decides at the centre of each pixel. Pixels with the same winner form one area.\n"
        "STATE is the utility or fsm, as of --of. Without --x or --y, the axis is the field that its conditions and\n"
        "scores name most often. Without both, bools that they name are true unless --set gives them.\n"
        "\n"
        "  --x FIELD[=LO..HI]    horizontal axis, from left to right (the field's range in the file; all values of\n"
        "                        a bool or enum)\n"
        "  --y FIELD[=LO..HI]    vertical axis, from bottom to top\n"
        "  --z FIELD[=VALUE,...] draw one picture for each of these values (all values of a small field, else four)\n"
        "  --of STATE            the utility or fsm to draw (the one around --from, else the whole brain)\n"
        "  --from STATE          the state before the decision; active options have their inertia. Without it the\n"
        "                        agent enters the utility or fsm with no active option\n"
        "  --after TICKS         ticks since entering that state (as many as 'hold' and 'every' need, at least 1)\n"
        "  --margin              draw the winner in a paler colour where its lead over the next option is small\n"
        "  --size WIDTHxHEIGHT   size of each picture in pixels (480x360; 280x210 for several)\n"
        "  --set NAME=EXPRESSION set other fields, as for 'wits run'; repeatable\n"
        "  --targets KIND=FILE.csv\n"
        "                        targets of a kind at tick 0. If there is only one, FIELD can be one of its fields,\n"
        "                        such as enemy.distance\n"
        "  --seed S              seed of the random numbers (0)\n"
        "  --agent ID            id of the agent (0)\n"
        "  -o, --output FILE     write to a file\n"
        "\n"
        "FILE '-' is standard input or output.\n"
        "\n"
        "Example:\n"
        "  wits map brains/guard.yaml combat -o map.svg\n"
        "  wits map brains/guard.yaml --x distance --y health --of combat --set sees_player=true -o map.svg\n"
        "  wits map brains/guard.yaml --x distance --y health --from combat/cover --z sees_player -o map.svg\n"
        "  wits map brains/wolf.yaml --x prey=0..1000 --y hunger=0..1 --margin -o wolf.svg\n",
};
