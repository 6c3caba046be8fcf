// SPDX-License-Identifier: MIT
// The command `wits migrate`: proves what saves of a brain lose when a new version of the brain loads them.
#include "common/json.h"
#include "common/tool.h"
#include "prove/prove.h"

#include "wits/convert.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "migrate";

enum { STATUS_LOSSES = 3, STATUS_NOT_FOUND = 4 };

typedef struct migrate_options {
    const char *brains[2];  ///< the old one, the new one
    const char *folder;
    bool json;
    wits_prove_options limits;
} migrate_options;

/// A loss that can happen, and the shortest run to a save with it.
typedef struct found_loss {
    wits_loss loss;
    const wits_proof_run *run;  ///< null: it needs no particular run
    text file;                  ///< the written run; empty: none
} found_loss;

/// Both brains, and what is found.
typedef struct migration {
    const migrate_options *options;
    wits_file *files[2];
    const wits_brain *from, *to;
    const wits_versions *versions;
    const wits_prover *prover;
    const wits_proof *proof;  ///< null: nothing had to be explored
    bool is_interrupted;
    uint32_t rows;    ///< marks of a kind of loss: one for each row
    wits_loss *room;  ///< for the losses of one conversion
    unsigned char *agent;
    uint64_t *cells;
    wits_column *columns;
    bool has_failed;  ///< a situation was not converted
    found_loss *losses;
    size_t loss_count, loss_capacity;
} migration;

static bool read_options(int argc, char **argv, migrate_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"output", required_argument, NULL, 'o'},
                                          {"format", required_argument, NULL, 'f'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found == 'o') {
            options->folder = optarg;
        } else if (found == 'f') {
            const int format = read_choice(name, "--format", optarg, formats);
            if (format < 0) {
                return false;
            }
            options->json = format == 1;
        } else if (!search_take_option(name, found, &options->limits)) {
            return false;
        }
    }
    if (argc - optind != 2) {
        say_misuse(name, argc - optind < 2 ? "expected two brain files, the old one and the new one"
                                           : "too many arguments; expected two brain files");
        return false;
    }
    options->brains[0] = argv[optind];
    options->brains[1] = argv[optind + 1];
    return true;
}

// ------------------------------------------------------------------------------------------------------------ versions

/// Matches the brains by the renames of the new file. Prints the problems of those that are wrong.
static bool match(migration *m, void *memory, size_t size) {
    uint32_t count = 0;
    wits_problem problems[8];
    wits_report report = {problems, sizeof problems / sizeof *problems, 0};
    const wits_rename *renames = wits_file_renames(m->files[1], &count);
    m->versions = wits_versions_match(m->from, m->to, renames, count, memory, size, &report);
    for (uint32_t i = 0; i < report.count && i < report.capacity; i++) {
        say_rename_problem(m->files[1], &problems[i]);
    }
    return m->versions != NULL;
}

// -------------------------------------------------------------------------------------------------------------- losses

static uint32_t mark_of(const migration *m, const wits_loss *loss) {
    return (uint32_t)loss->kind * m->rows + loss->row;
}

/// No conversion has more losses: each kind once for each row.
static uint32_t mark_count(const migration *m) {
    return (uint32_t)WITS_LOSS_COUNT * m->rows;
}

static void add_loss(migration *m, wits_loss_kind kind, uint32_t row, const wits_proof_run *run) {
    m->losses = grow(m->losses, &m->loss_capacity, m->loss_count + 1, sizeof *m->losses);
    m->losses[m->loss_count++] = (found_loss){.loss = {.kind = kind, .row = row}, .run = run};
}

/// Converts the agent of a situation, and marks what it loses. Where the new brain chooses, its fields have their
/// initial values.
static void see(void *user, const wits_brain *brain, const void *agent, uint32_t tick, bool *marks) {
    migration *m = user;
    wits_conversion lost = {.losses = m->room, .capacity = mark_count(m), .versions = m->versions};
    const wits_frame frame = {.tick = tick, .columns = m->columns, .functions = wits_file_desc(m->files[1])->functions};
    m->has_failed |= !wits_agent_convert(brain, agent, m->to, m->agent, &frame, &lost);
    for (uint32_t i = 0; i < lost.count; i++) {
        marks[mark_of(m, &m->room[i])] = true;
    }
}

static void make_columns(migration *m) {
    const uint32_t count = wits_field_count(m->to);
    m->cells = allocate((size_t)count + 1, sizeof *m->cells);
    m->columns = allocate((size_t)count + 1, sizeof *m->columns);
    for (uint32_t i = 0; i < count; i++) {
        m->columns[i] = (wits_column){&m->cells[i], sizeof *m->cells, wits_field_type(m->to, i)};
    }
    wits_set_initial_fields(m->to, m->columns, 0);
}

static bool int_range(wits_type type, double *low, double *high) {
    static const struct {
        wits_type type;
        double low, high;
    } types[] = {{WITS_TYPE_BOOL, 0, 1},       {WITS_TYPE_INT8, -128, 127},
                 {WITS_TYPE_UINT8, 0, 255},    {WITS_TYPE_INT16, -32768, 32767},
                 {WITS_TYPE_UINT16, 0, 65535}, {WITS_TYPE_INT, -2147483648.0, 2147483647.0}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (types[i].type == type) {
            *low = types[i].low;
            *high = types[i].high;
            return true;
        }
    }
    return false;
}

/// Returns whether every value of a field of the old brain is one of the new field. Of an int, the range counts that
/// the host promises.
static bool fits(const migration *m, uint32_t old, uint32_t now) {
    const wits_type before = wits_field_type(m->from, old), after = wits_field_type(m->to, now);
    const wits_promise *promise = &wits_file_promises(m->files[0])->fields[old];
    if (before == WITS_TYPE_ENUM && after == WITS_TYPE_ENUM) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < wits_field_value_count(m->from, old); i++) {
            for (uint32_t k = 0; k < wits_field_value_count(m->to, now); k++) {
                found += strcmp(wits_field_value_name(m->from, old, i), wits_field_value_name(m->to, now, k)) == 0;
            }
        }
        return found == wits_field_value_count(m->from, old);
    }
    double low = 0, high = 0, least = 0, most = 0;
    if (before == after || !int_range(before, &low, &high)) {
        return before == after;
    }
    low = promise->has_range ? promise->low : low;
    high = promise->has_range ? promise->high : high;
    const bool is_float = after == WITS_TYPE_FLOAT;
    return is_float ? low >= -16777216.0 && high <= 16777216.0
                    : int_range(after, &least, &most) && low >= least && high <= most;
}

/// Adds the losses that need no exploration: events that the host raises, and fields.
static void add_plain_losses(migration *m) {
    const wits_promises *promises = wits_file_promises(m->files[0]);
    for (uint32_t event = 0; event < wits_event_count(m->from); event++) {
        const bool is_given = promises->events[event] != WITS_GIVER_BRAIN;
        const bool is_found =
            m->prover != NULL &&
            wits_prover_has_mark(m->prover, mark_of(m, &(wits_loss){.kind = WITS_LOSS_EVENT, .row = event}));
        if (is_given && !is_found && wits_versions_event(m->versions, event) == WITS_NONE) {
            add_loss(m, WITS_LOSS_EVENT, event, NULL);
        }
    }
    for (uint32_t field = 0; field < wits_field_count(m->from); field++) {
        const uint32_t now = wits_versions_field(m->versions, field);
        if (now == WITS_NONE || !fits(m, field, now)) {
            add_loss(m, now == WITS_NONE ? WITS_LOSS_FIELD : WITS_LOSS_VALUE, field, NULL);
        }
    }
}

/// In the order of the old brain: events, states, fields.
static int compare_losses(const void *a, const void *b) {
    static const uint8_t order[WITS_LOSS_COUNT] = {[WITS_LOSS_EVENT] = 0, [WITS_LOSS_FIELD] = 2, [WITS_LOSS_VALUE] = 2};
    const wits_loss *x = &((const found_loss *)a)->loss, *y = &((const found_loss *)b)->loss;
    const bool is_state[] = {x->kind != WITS_LOSS_EVENT && order[x->kind] == 0,
                             y->kind != WITS_LOSS_EVENT && order[y->kind] == 0};
    const int first = is_state[0] ? 1 : order[x->kind], second = is_state[1] ? 1 : order[y->kind];
    return first != second     ? first - second
           : x->row != y->row  ? (x->row < y->row ? -1 : 1)
           : x->kind < y->kind ? -1
                               : x->kind > y->kind;
}

static void collect(migration *m) {
    for (uint32_t kind = 0; m->prover != NULL && kind < WITS_LOSS_COUNT; kind++) {
        for (uint32_t row = 0; row < m->rows; row++) {
            const wits_loss loss = {.kind = (wits_loss_kind)kind, .row = row};
            if (wits_prover_has_mark(m->prover, mark_of(m, &loss))) {
                add_loss(m, loss.kind, row, wits_prover_mark_run(m->prover, mark_of(m, &loss)));
            }
        }
    }
    add_plain_losses(m);
    if (m->loss_count > 0) {
        qsort(m->losses, m->loss_count, sizeof *m->losses, compare_losses);
    }
}

// ------------------------------------------------------------------------------------------------------------- results

static void text_loss(text *to, const migration *m, const wits_loss *loss) {
    char line[1200];
    (void)wits_loss_text(m->from, loss, line, sizeof line);
    text_add(to, line);
}

/// A run as the proof of a property called "loss N", for the functions that print such runs.
typedef struct loss_run {
    wits_property property;
    wits_proof proof;
    char name[32];
} loss_run;

static void make_loss_run(loss_run *to, const migration *m, size_t number) {
    (void)snprintf(to->name, sizeof to->name, "loss %zu", number + 1);
    to->property = (wits_property){.kind = WITS_PROPERTY_REACH, .name = to->name, .text = "", .file = ""};
    to->proof = (wits_proof){.property = &to->property, .run = *m->losses[number].run};
}

static int write_runs(migration *m) {
    const wits_desc *desc = wits_file_desc(m->files[0]);
    int status = STATUS_DONE;
    for (size_t i = 0; i < m->loss_count && m->options->folder != NULL && status == STATUS_DONE; i++) {
        found_loss *of = &m->losses[i];
        if (of->run == NULL) {
            continue;
        }
        loss_run run;
        text file = {0};
        make_loss_run(&run, m, i);
        text_run_name(&file, desc, &run.property, "");
        text_format(&of->file, "%s/%s", m->options->folder, text_of(&file));
        run_files files = run_files_of(m->files[0], m->prover, of->run, false);
        status = run_files_write(name, &files, text_of(&of->file));
        run_files_free(&files);
        text_free(&file);
    }
    return status;
}

static bool is_whole(const migration *m) {
    return m->proof == NULL || m->proof->verdict == WITS_PROOF_PROVEN;
}

static void text_kept(text *to, const char *noun, uint32_t kept, uint32_t all) {
    text_format(to, "%s%u of %u %s%s", to->length > 0 ? ", " : "", (unsigned)kept, (unsigned)all, noun,
                all == 1 ? "" : "s");
}

typedef struct kept_counts {
    uint32_t states, events, fields;
} kept_counts;

static kept_counts count_kept(const migration *m) {
    kept_counts kept = {0};
    for (uint32_t i = 1; i < wits_state_count(m->from); i++) {
        kept.states += wits_versions_state(m->versions, (wits_state_id)i) != WITS_NONE;
    }
    for (uint32_t i = 0; i < wits_event_count(m->from); i++) {
        kept.events += wits_versions_event(m->versions, i) != WITS_NONE;
    }
    for (uint32_t i = 0; i < wits_field_count(m->from); i++) {
        kept.fields += wits_versions_field(m->versions, i) != WITS_NONE;
    }
    return kept;
}

static void print_kept(const migration *m) {
    text line = {0};
    const kept_counts kept = count_kept(m);
    text_kept(&line, "state", kept.states, wits_state_count(m->from) - 1);
    if (wits_event_count(m->from) > 0) {
        text_kept(&line, "event", kept.events, wits_event_count(m->from));
    }
    if (wits_field_count(m->from) > 0) {
        text_kept(&line, "field", kept.fields, wits_field_count(m->from));
    }
    printf("kept: %s\n", text_of(&line));
    for (uint32_t i = 1; i < wits_state_count(m->from); i++) {
        const wits_state_id now = wits_versions_state(m->versions, (wits_state_id)i);
        char old_path[1100], new_path[1100];
        (void)wits_state_path(m->from, (wits_state_id)i, old_path, sizeof old_path);
        if (now != WITS_NONE && wits_state_path(m->to, now, new_path, sizeof new_path) > 0 &&
            strcmp(old_path, new_path) != 0) {
            printf("  %s is now %s\n", old_path, new_path);
        }
    }
    for (uint32_t i = 0; i < wits_event_count(m->from); i++) {
        const uint32_t now = wits_versions_event(m->versions, i);
        if (now != WITS_NONE && strcmp(wits_event_name(m->from, i), wits_event_name(m->to, now)) != 0) {
            printf("  %s is now %s\n", wits_event_name(m->from, i), wits_event_name(m->to, now));
        }
    }
    for (uint32_t i = 0; i < wits_field_count(m->from); i++) {
        const uint32_t now = wits_versions_field(m->versions, i);
        if (now != WITS_NONE && strcmp(wits_field_name(m->from, i), wits_field_name(m->to, now)) != 0) {
            printf("  %s is now %s\n", wits_field_name(m->from, i), wits_field_name(m->to, now));
        }
    }
    text_free(&line);
}

static void print_verdict(const migration *m) {
    text line = {0};
    if (m->loss_count > 0) {
        text_format(&line, "%zu loss%s possible", m->loss_count, m->loss_count == 1 ? " is" : "es are");
        text_add(&line, is_whole(m) ? "" : "; there may be more");
    } else {
        text_add(&line, is_whole(m) ? "proven: no save loses anything"
                                    : "not found: no loss, and no proof that there is none");
    }
    if (m->proof == NULL) {
        text_add(&line, m->loss_count > 0 ? "\n" : " (the layouts are equal: agents keep their bytes)\n");
    } else {
        text_add(&line, " (");
        text_count(&line, m->proof->situations);
        text_add(&line, m->proof->complete ? " situations, " : " situations so far, ");
        text_count(&line, m->proof->ticks);
        text_format(&line, " ticks, %.2f s)\n", m->proof->seconds);
    }
    for (uint32_t i = 0; m->proof != NULL && i < m->proof->why_count; i++) {
        text_format(&line, "  %s\n", m->proof->why[i]);
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
}

static void print_losses(const migration *m) {
    const prove_report of = {
        .path = m->options->brains[0], .file = m->files[0], .desc = wits_file_desc(m->files[0]), .prover = m->prover};
    for (size_t i = 0; i < m->loss_count; i++) {
        const found_loss *found = &m->losses[i];
        text line = {0};
        text_loss(&line, m, &found->loss);
        printf("\n%zu. %s\n", i + 1, text_of(&line));
        text_free(&line);
        if (found->run != NULL) {
            loss_run run;
            make_loss_run(&run, m, i);
            print_proof_run(&of, &run.proof, found->file.length > 0 ? text_of(&found->file) : NULL);
        } else if (found->loss.kind == WITS_LOSS_EVENT) {
            puts("  in a save after the game has raised it, before the next tick");
        }
    }
    if (m->loss_count > 0) {
        puts("");
    }
}

static void print_json(const migration *m, text *to) {
    json_writer all = {.to = to, .is_spaced = true};
    const kept_counts kept = count_kept(m);
    json_open(&all, NULL, '{');
    json_count(&all, "wits_migrate", 1);
    json_text(&all, "old", m->options->brains[0]);
    json_text(&all, "new", m->options->brains[1]);
    json_bool(&all, "same_layout", wits_brain_layout_hash(m->from) == wits_brain_layout_hash(m->to));
    json_bool(&all, "complete", is_whole(m));
    json_bool(&all, "interrupted", m->is_interrupted);
    json_count(&all, "situations", m->proof != NULL ? m->proof->situations : 0);
    json_count(&all, "ticks", m->proof != NULL ? m->proof->ticks : 0);
    json_open(&all, "why", '[');
    for (uint32_t i = 0; m->proof != NULL && i < m->proof->why_count; i++) {
        json_text(&all, NULL, m->proof->why[i]);
    }
    json_close(&all, ']');
    json_open(&all, "assumed", '[');
    for (uint32_t i = 0; m->prover != NULL && i < wits_prover_assumed_count(m->prover); i++) {
        json_text(&all, NULL, wits_prover_assumed(m->prover, i));
    }
    json_close(&all, ']');
    json_open(&all, "kept", '{');
    json_count(&all, "states", kept.states);
    json_count(&all, "events", kept.events);
    json_count(&all, "fields", kept.fields);
    json_close(&all, '}');
    all.line = "\n ";
    json_open(&all, "losses", '[');
    for (size_t i = 0; i < m->loss_count; i++) {
        const found_loss *found = &m->losses[i];
        text line = {0};
        text_loss(&line, m, &found->loss);
        all.line = "\n  ";
        json_open(&all, NULL, '{');
        json_text(&all, "kind", wits_loss_name(found->loss.kind));
        json_count(&all, "row", found->loss.row);
        json_text(&all, "text", text_of(&line));
        if (found->run == NULL) {
            json_null(&all, "run");
        } else {
            run_files files = run_files_of(m->files[0], m->prover, found->run, false);
            json_open(&all, "run", '{');
            json_count(&all, "ticks", found->run->ticks);
            json_count(&all, "agent", found->run->agent);
            json_text(&all, "file", found->file.length > 0 ? text_of(&found->file) : NULL);
            json_text(&all, "csv", text_of(&files.inputs));
            json_close(&all, '}');
            run_files_free(&files);
        }
        json_close(&all, '}');
        text_free(&line);
    }
    json_close(&all, ']');
    json_close(&all, '}');
    text_add(to, "\n");
}

static int report(migration *m) {
    collect(m);
    int status = write_runs(m);
    if (m->options->json) {
        text json = {0};
        print_json(m, &json);
        fputs(text_of(&json), stdout);
        text_free(&json);
    } else {
        print_verdict(m);
        print_losses(m);
        print_kept(m);
        if (m->prover != NULL) {
            print_assumed(m->prover);
        }
    }
    const int written = finish_output(stdout, "standard output");
    status = status == STATUS_DONE ? written : status;
    return status != STATUS_DONE ? status
           : m->loss_count > 0   ? STATUS_LOSSES
           : m->is_interrupted   ? STATUS_INTERRUPTED
           : is_whole(m)         ? STATUS_DONE
                                 : STATUS_NOT_FOUND;
}

// ----------------------------------------------------------------------------------------------------------------- run

/// Explores the old brain under the assumptions in its file.
static int explore(migration *m) {
    static const wits_property nothing = {
        .kind = WITS_PROPERTY_NEVER, .name = "migrate", .condition = {.text = "false"}, .text = "false", .file = ""};
    const uint32_t all = wits_file_property_count(m->files[0]);
    wits_property *properties = allocate((size_t)all + 1, sizeof *properties);
    uint32_t count = 0;
    properties[count++] = nothing;
    for (uint32_t i = 0; i < all; i++) {
        const wits_property *of = &wits_file_properties(m->files[0])[i];
        if (of->kind == WITS_PROPERTY_ASSUME) {
            properties[count++] = *of;
        }
    }
    const wits_prove_about about = {wits_file_desc(m->files[0]), wits_file_promises(m->files[0]), properties, count,
                                    false};
    wits_prove_options options = m->options->limits;
    options.mark = see;
    options.mark_user = m;
    options.mark_count = mark_count(m);
    wits_prover *prover = wits_prover_new(&about, &options);
    int status;
    if (prover == NULL) {
        status = say_error("not enough memory");
    } else if (wits_prover_mistake_count(prover) > 0) {
        status = say_prove_mistakes(m->files[0], NULL, prover);
    } else {
        m->is_interrupted = !prover_watch(prover);
        m->prover = prover;
        m->proof = wits_prover_proof(prover, 0);
        status = m->has_failed ? say_error("a situation could not be converted") : report(m);
    }
    m->prover = NULL;
    wits_prover_free(prover);
    free(properties);
    return status;
}

static int compare(migration *m) {
    const size_t size = wits_versions_size(m->from, m->to);
    void *memory = allocate(1, size);
    int status = STATUS_WRONG;
    if (match(m, memory, size)) {
        m->rows = wits_state_count(m->from);
        m->rows = wits_event_count(m->from) > m->rows ? wits_event_count(m->from) : m->rows;
        m->rows = wits_field_count(m->from) > m->rows ? wits_field_count(m->from) : m->rows;
        m->agent = allocate(1, wits_agent_size(m->to));
        m->room = allocate(mark_count(m), sizeof *m->room);
        make_columns(m);
        status = wits_brain_layout_hash(m->from) == wits_brain_layout_hash(m->to) ? report(m) : explore(m);
    }
    for (size_t i = 0; i < m->loss_count; i++) {
        text_free(&m->losses[i].file);
    }
    free(m->losses);
    free(m->columns);
    free(m->cells);
    free(m->agent);
    free(m->room);
    free(memory);
    return status;
}

static int run(int argc, char **argv) {
    migrate_options options = {.folder = NULL};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    migration m = {.options = &options};
    m.files[0] = load_brain(options.brains[0]);
    m.files[1] = m.files[0] != NULL ? load_brain(options.brains[1]) : NULL;
    int status = STATUS_WRONG;
    if (m.files[1] != NULL) {
        m.from = wits_file_brain(m.files[0]);
        m.to = wits_file_brain(m.files[1]);
        status = compare(&m);
    }
    wits_file_free(m.files[0]);
    wits_file_free(m.files[1]);
    return status;
}

const tool_command migrate_command = {
    .name = name,
    .run = run,
    .summary = "prove what saves lose when a new version of a brain loads them",
    .help =
        "Usage: wits migrate FILE NEW [options]\n"
        "\n"
        "Explores every situation that an agent of the old version, FILE, can get into, and converts each to NEW, "
        "with\n"
        "the renames of NEW. Lists everything that a save can lose, each with a shortest run to such a save, and what\n"
        "is kept. If the agents' layouts are equal, nothing needs to be explored. Where NEW chooses a state again, "
        "its\n"
        "fields have their initial values. docs/proving.md has more.\n"
        "\n" SEARCH_HELP "  --format text|json   readable text, or one JSON object\n"
        "  -o, --output FOLDER  write the inputs of each run as BRAIN-loss-N.csv\n"
        "\n"
        "Exit status: 0 proven that nothing is lost; 1 error in a brain or in the renames; 2 error in the command\n"
        "line; 3 something can be lost; 4 nothing found, but the search was incomplete; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits migrate guard-of-yesterday.yaml brains/guard.yaml\n",
};
