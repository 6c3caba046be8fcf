// SPDX-License-Identifier: MIT
// wits graph: draws the tree with its transitions.
#include "graph/graph.h"

#include "agent/agent_run.h"
#include "agent/run.h"
#include "common/tokens.h"
#include "lint/bounds.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "graph";

/// Formats after Mermaid are drawn by Graphviz.
enum { FORMAT_DOT, FORMAT_MERMAID, FORMAT_SVG, FORMAT_PNG, FORMAT_PDF };
static const char *const formats[] = {"dot", "mermaid", "svg", "png", "pdf", NULL};

// --------------------------------------------------------------------------------------------------------- shared text

uint32_t graph_initials(const wits_desc *desc, wits_state_id fsm, uint32_t *count) {
    uint32_t first = 0, end = desc->initial_count;
    while (first < end) {  // rules are sorted by state
        const uint32_t middle = first + (end - first) / 2;
        first = desc->initials[middle].of < fsm ? middle + 1 : first;
        end = desc->initials[middle].of < fsm ? end : middle;
    }
    for (*count = 0; first + *count < desc->initial_count && desc->initials[first + *count].of == fsm;) {
        ++*count;
    }
    return first;
}

wits_state_id graph_initial(const wits_desc *desc, const wits_brain *brain, wits_state_id composite) {
    wits_kind kind = wits_state_kind(brain, composite);
    if (desc->states[composite].initial != WITS_ROOT) {
        return desc->states[composite].initial;
    }
    uint32_t rules;
    graph_initials(desc, composite, &rules);
    return kind == WITS_KIND_FSM && rules == 0 ? (wits_state_id)(composite + 1) : (wits_state_id)WITS_NONE;
}

bool graph_contains(const wits_brain *brain, wits_state_id outer, wits_state_id inner) {
    return outer <= inner && inner < wits_state_end(brain, outer);
}

void graph_indent(text *to, const wits_brain *brain, wits_state_id state) {
    for (text_spaces(to, 2); state != WITS_ROOT; state = wits_state_parent(brain, state)) {
        text_spaces(to, 2);
    }
}

bool graph_has_any(const wits_desc *desc, wits_state_id composite) {
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        if (desc->transitions[row].any && desc->transitions[row].from == composite) {
            return true;
        }
    }
    return false;
}

static void add_select(text *to, const wits_state_desc *s) {
    if (s->select != WITS_SELECT_DEFAULT && s->select != WITS_SELECT_HIGHEST) {
        text_format(to, ", select %s", wits_select_name(s->select));
    }
    if (s->select == WITS_SELECT_TOP) {
        text_format(to, " %u", (unsigned)s->top);
    } else if (s->select == WITS_SELECT_WITHIN || s->select == WITS_SELECT_SOFTMAX) {
        text_add(to, " ");
        text_float(to, s->select == WITS_SELECT_WITHIN ? s->within : s->temperature);
    }
}

/// Writes the conditions for being a candidate.
static void add_bars(text *to, const wits_desc *desc, const wits_state_desc *s) {
    if (s->has_floor) {
        text_add(to, ", floor ");
        text_float(to, s->floor);
    }
    if (s->default_option != WITS_ROOT) {
        text_format(to, ", default %s", desc->states[s->default_option].name);
    }
}

void text_kind(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id composite) {
    static const char *const kinds[] = {[WITS_KIND_LEAF] = "leaf",
                                        [WITS_KIND_FSM] = "fsm",
                                        [WITS_KIND_UTILITY] = "utility",
                                        [WITS_KIND_PARALLEL] = "parallel"};
    const wits_state_desc *s = &desc->states[composite];
    text_add(to, kinds[wits_state_kind(brain, composite)]);
    add_select(to, s);
    if (s->inertia != 0.0f) {
        text_add(to, ", inertia ");
        text_float(to, s->inertia);
    }
    add_bars(to, desc, s);
    if (s->every != 0) {
        text_format(to, ", every %u", (unsigned)s->every);
    }
    text_add(to, s->leave == WITS_LEAVE_RESUME ? ", resume" : s->leave == WITS_LEAVE_SUSPEND ? ", suspend" : "");
    text_add(to, s->activation == WITS_ACTIVATION_ON_DECIDE ? ", on_decide"
                 : s->activation == WITS_ACTIVATION_SILENT  ? ", silent"
                                                            : "");
}

/// Writes "product of 3": the kind of the outermost group and the total number of considerations.
static bool add_considerations(text *to, const wits_desc *desc, wits_state_id state) {
    uint32_t row_count, count = 0;
    const wits_consideration_desc *outermost = rows_of(desc, state, &row_count);
    for (uint32_t i = 0; i < row_count; i++) {
        count += outermost[i].input != NULL;
    }
    if (outermost == NULL) {
        return false;
    }
    if (outermost->group == WITS_GROUP_NONE) {
        text_add(to, "by ");
        text_add_folded(to, outermost->input);
    } else {
        text_format(to, "%s of %u", group_name(outermost->group), (unsigned)count);
    }
    return true;
}

static void begin_line_of_label(text *to) {
    if (to->length > 0 && to->bytes[to->length - 1] != '\n') {
        text_add(to, "\n");
    }
}

/// Writes when a state is done and who waits for that, one line each.
static void add_ends(text *to, const wits_state_desc *s) {
    if (s->lasts != 0) {
        begin_line_of_label(to);
        text_format(to, "lasts %u", (unsigned)s->lasts);
    }
    if (s->done != NULL) {
        begin_line_of_label(to);
        text_add(to, "done when ");
        text_add_folded(to, s->done);
    }
    if (s->final) {
        begin_line_of_label(to);
        text_add(to, "final");
    }
    if (s->commit != WITS_COMMIT_DEFAULT) {
        begin_line_of_label(to);
        text_add(to, s->commit == WITS_COMMIT_YES ? "commits" : "does not commit");
    }
}

void text_option(text *to, const wits_desc *desc, const wits_brain *brain, wits_state_id state) {
    const wits_state_desc *s = &desc->states[state];
    if (state == WITS_ROOT || wits_state_kind(brain, s->parent) != WITS_KIND_UTILITY) {
        add_ends(to, s);
        return;
    }
    text score = {0};
    if (s->target != NULL) {
        text_format(to, "for each %s\n", s->target);
    }
    if (!add_considerations(&score, desc, state)) {
        text_add_folded(&score, s->score_best ? "best" : s->score != NULL ? s->score : "1");
    }
    text_format(to, "score %s", text_of(&score));
    if (state_weight(s) != 1.0f) {
        text_add(to, "\nweight ");
        text_float(to, state_weight(s));
    }
    if (s->hold != 0) {
        text_format(to, "\nhold %u", (unsigned)s->hold);
    }
    if (s->cooldown != 0) {
        text_format(to, "\ncooldown %u", (unsigned)s->cooldown);
    }
    if (s->rank != NULL) {
        text_add(to, "\nrank ");
        text_add_folded(to, s->rank);
    }
    if (s->has_target_inertia) {
        text_add(to, "\ntarget inertia ");
        text_float(to, s->target_inertia);
    }
    if (s->reenter) {
        text_add(to, "\nreenters for another target");
    }
    add_ends(to, s);
    text_free(&score);
}

void text_wrapped(text *to, const char *from, size_t width) {
    size_t taken = 0;
    while (*from != '\0') {
        size_t length = strcspn(from, " \n");
        if (taken > 0 && taken + 1 + length > width) {
            text_add(to, "\n");
            taken = 0;
        } else if (taken > 0) {
            text_add(to, " ");
            taken++;
        }
        text_add_bytes(to, from, length);
        taken += length;
        from += length;
        if (*from == '\n') {
            text_add(to, "\n");
            taken = 0;
        }
        from += *from != '\0';
    }
}

// ------------------------------------------------------------------------------------------------------------- command

typedef struct graph_options {
    agent_run_options who;
    int format;  ///< negative: not given
    const char *output;
    const char *of;  ///< the state to draw; null: the whole brain
    uint64_t depth;  ///< 0: not given
    bool actions;
} graph_options;

static int draw_graph(const graph_options *options, const graph_view *view, const graph_active *active) {
    text picture = {0};
    int status = STATUS_DONE;
    if (options->format == FORMAT_MERMAID) {
        graph_mermaid(view, active, &picture);
    } else {
        graph_dot(view, active, &picture);
    }
    if (options->format > FORMAT_MERMAID) {
        status = graph_draw(&picture, formats[options->format], NULL);
    }
    if (status == STATUS_DONE) {
        status = write_output(name, &picture, options->output);
    }
    text_free(&picture);
    return status;
}

static int write_graph(const graph_options *options, const wits_file *file, const graph_active *active) {
    const wits_desc *desc = wits_file_desc(file);
    const wits_brain *brain = wits_file_brain(file);
    wits_state_id root = WITS_ROOT;
    text problem = {0};
    if (options->of != NULL && !read_state_name(desc, brain, options->of, &root, &problem)) {
        say_misuse(name, "--of: %s", text_of(&problem));
        text_free(&problem);
        return STATUS_MISUSE;
    }
    graph_view view = graph_view_of(desc, brain, root, (uint32_t)options->depth);
    view.actions = options->actions;
    int status = draw_graph(options, &view, active);
    graph_view_free(&view);
    return status;
}

static graph_active find_active(const agent_sim *of) {
    const wits_brain *brain = of->mind.brain;
    uint32_t count = wits_state_count(brain);
    graph_active found = {.states = allocate(count, sizeof(bool)), .deepest = allocate(count, sizeof(bool))};
    wits_state_id *deepest = allocate(count, sizeof *deepest);
    count = wits_active(brain, of->agent, deepest, count);
    for (uint32_t i = 0; i < count; i++) {
        found.deepest[deepest[i]] = true;
        for (wits_state_id state = deepest[i]; state != WITS_NONE; state = wits_state_parent(brain, state)) {
            found.states[state] = true;
        }
    }
    free(deepest);
    text_format(&found.title, "tick %u: ", (unsigned)of->frame.tick);
    text_active(&found.title, brain, of->agent);
    return found;
}

static int write_graph_at(const graph_options *options) {
    agent_run one;
    int status = agent_run_begin(name, &options->who, false, &one);
    if (status == STATUS_DONE) {
        for (uint64_t tick = 1; tick <= one.last; tick++) {
            agent_run_tick(&one, (uint32_t)tick);
        }
        graph_active active = find_active(&one.agent);
        status = write_graph(options, one.file, &active);
        free(active.states);
        free(active.deepest);
        text_free(&active.title);
    }
    agent_run_end(&one);
    return status;
}

static int write_graph_of_brain(const graph_options *options) {
    wits_file *file = load_brain(options->who.brain);
    int status = file != NULL ? write_graph(options, file, NULL) : STATUS_WRONG;
    wits_file_free(file);
    return status;
}

static bool take_option(int found, graph_options *options) {
    switch (found) {
    case 'f':
        options->format = read_choice(name, "--format", optarg, formats);
        return options->format >= 0;
    case 'o':
        options->output = optarg;
        return true;
    case 'O':
        options->of = optarg;
        return true;
    case 'd':
        return read_number(name, "--depth", optarg, 1, WITS_MAX_DEPTH, &options->depth);
    case 'c':
        options->actions = true;
        return true;
    default:
        return agent_run_take_option(name, found, &options->who);
    }
}

/// Selects the format by the file extension, without --format. Returns false if it is not supported.
static bool take_format_of_output(graph_options *options) {
    static const struct {
        const char *ending;
        int format;
    } known[] = {{"", FORMAT_DOT},     {".dot", FORMAT_DOT}, {".gv", FORMAT_DOT},     {".svg", FORMAT_SVG},
                 {".png", FORMAT_PNG}, {".pdf", FORMAT_PDF}, {".md", FORMAT_MERMAID}, {".mmd", FORMAT_MERMAID}};
    const char *ending = file_ending(options->output);
    for (size_t i = 0; i < sizeof known / sizeof *known && options->format < 0; i++) {
        options->format = is_ending(ending, known[i].ending) ? known[i].format : options->format;
    }
    if (options->format < 0) {
        say_misuse(name, "%s: unsupported format '%s'; use .svg, .png, .pdf, .dot, .mmd or .md, or --format",
                   options->output, ending + 1);
    }
    return options->format >= 0;
}

/// Pictures cannot be written to a terminal.
static bool check_output_of_picture(const graph_options *options) {
    bool is_picture = options->format == FORMAT_PNG || options->format == FORMAT_PDF;
    bool is_printed = options->output == NULL || strcmp(options->output, "-") == 0;
    if (is_picture && is_printed && is_terminal(stdout)) {
        say_misuse(name, "a terminal cannot show %s; use -o FILE.%s", formats[options->format],
                   formats[options->format]);
        return false;
    }
    return true;
}

static bool read_options(int argc, char **argv, graph_options *options) {
    static const struct option known[] = {{"format", required_argument, NULL, 'f'},
                                          {"output", required_argument, NULL, 'o'},
                                          {"of", required_argument, NULL, 'O'},
                                          {"depth", required_argument, NULL, 'd'},
                                          {"actions", no_argument, NULL, 'c'},
                                          AGENT_RUN_OPTIONS,
                                          AGENT_RUN_AT_OPTION,
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    if (options->format < 0 && !take_format_of_output(options)) {
        return false;
    }
    return check_output_of_picture(options) && agent_run_has_tick(name, &options->who) &&
           agent_run_take_brain(name, argc, argv, &options->who);
}

static int run(int argc, char **argv) {
    graph_options options = {.format = -1};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        status = options.who.end != NULL ? write_graph_at(&options) : write_graph_of_brain(&options);
    }
    agent_run_options_free(&options.who);
    return status;
}

const tool_command graph_command = {
    .name = name,
    .run = run,
    .summary = "draw the state tree with its transitions",
    .help = "Usage: wits graph FILE [options]\n"
            "\n"
            "Draws the brain: nested states as nested boxes, transitions with their conditions, options with their\n"
            "scores. An fsm has a solid border, a utility a thick one, a parallel a dashed one. A dot points to the\n"
            "initial state.\n"
            "\n"
            "  -o, --output FILE   write to a file; .svg, .png, .pdf, .dot, .mmd and .md select the format\n"
            "  --format dot        Graphviz input (the default)\n"
            "  --format mermaid    a flowchart for Markdown\n"
            "  --format svg|png|pdf a picture; needs Graphviz\n"
            "  --of STATE          draw only this state and its contents; the other ends of arrows are stubs\n"
            "  --depth N           hide states more than N levels deep, and combine their arrows\n"
            "  --actions           show the actions of states and transitions\n"
            "  --at TICK           highlight the active states of an agent after that tick; 0 is after the start. The\n"
            "                      agent is simulated as in 'wits run', with the same options: --inputs, --targets,\n"
            "                      --raise, --set, --from, --seed, --agent\n"
            "\n"
            "FILE '-' is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits graph brains/guard.yaml --actions -o guard.svg\n"
            "  wits graph brains/boss.yaml --of fight --depth 1 -o fight.png\n"
            "  wits graph brains/guard.yaml --inputs examples/guard-night.csv --at 15 -o guard.svg\n",
};
