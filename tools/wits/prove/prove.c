// SPDX-License-Identifier: MIT
// The command `wits prove`: proves or refutes properties of a brain.
#include "prove/prove.h"
#include "common/lookup.h"

#include "common/tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "prove";

enum {
    STATUS_REFUTED = 3,
    STATUS_NOT_FOUND = 4,
};

typedef struct prove_options {
    const char *brain;
    const char *properties;  ///< file with more properties, or null
    const char **only;
    size_t only_count, only_capacity;
    const char **free_fields;
    size_t free_count, free_capacity;
    const char *folder;
    bool json;
    wits_prove_options limits;
} prove_options;

// ------------------------------------------------------------------------------------------------------------- options

static bool take_option(int found, prove_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    switch (found) {
    case 'n':
        options->only = grow(options->only, &options->only_capacity, options->only_count + 1, sizeof *options->only);
        options->only[options->only_count++] = optarg;
        return true;
    case 'r':
        options->free_fields =
            grow(options->free_fields, &options->free_capacity, options->free_count + 1, sizeof *options->free_fields);
        options->free_fields[options->free_count++] = optarg;
        return true;
    case 'p':
        options->properties = optarg;
        return true;
    case 'o':
        options->folder = optarg;
        return true;
    case 'f': {
        const int format = read_choice(name, "--format", optarg, formats);
        options->json = format == 1;
        return format >= 0;
    }
    case 'w': {
        uint64_t ticks = 0;
        const bool is_good = read_number(name, "--worst", optarg, 1, UINT32_MAX - 2, &ticks);
        options->limits.worst_ticks = (uint32_t)ticks;
        return is_good;
    }
    default:
        return search_take_option(name, found, &options->limits);
    }
}

static bool read_options(int argc, char **argv, prove_options *options) {
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"only", required_argument, NULL, 'n'},
                                          {"properties", required_argument, NULL, 'p'},
                                          {"free", required_argument, NULL, 'r'},
                                          {"worst", required_argument, NULL, 'w'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"output", required_argument, NULL, 'o'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    options->brain = only_argument(name, argc, argv);
    return options->brain != NULL;
}

// ---------------------------------------------------------------------------------------------------------- properties

/// The properties to prove: assumptions, and those named by --only.
typedef struct asked_properties {
    wits_file *brain;
    wits_file *list;  ///< from --properties
    wits_property *properties;
    uint32_t count;
    bool *named;  ///< by --only: the name was found
} asked_properties;

static bool is_wanted(const prove_options *options, const wits_property *property, bool *named) {
    bool is = options->only_count == 0 || property->kind == WITS_PROPERTY_ASSUME;
    for (size_t i = 0; i < options->only_count; i++) {
        const bool is_it = property->name != NULL && strcmp(options->only[i], property->name) == 0;
        named[i] = named[i] || is_it;
        is = is || is_it;
    }
    return is;
}

static void take_properties(const prove_options *options, const wits_file *from, asked_properties *to) {
    const wits_property *all = wits_file_properties(from);
    for (uint32_t i = 0; i < wits_file_property_count(from); i++) {
        if (is_wanted(options, &all[i], to->named)) {
            to->properties[to->count++] = all[i];
        }
    }
}

static int say_unknown_names(const prove_options *options, const asked_properties *of) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < options->only_count; i++) {
        if (of->named[i]) {
            continue;
        }
        guess found = guess_at(options->only[i]);
        const wits_file *const files[] = {of->brain, of->list};
        for (size_t k = 0; k < 2; k++) {
            for (uint32_t row = 0; row < wits_file_property_count(files[k]); row++) {
                const char *property = wits_file_properties(files[k])[row].name;
                guess_offer(&found, property != NULL ? property : "");
            }
        }
        text end = {0};
        text_guess(&end, &found, "");
        status = say_misuse(name, "--only %s: unknown property%s", options->only[i], text_of(&end));
        text_free(&end);
    }
    return status;
}

static int read_asked(const prove_options *options, asked_properties *to) {
    to->brain = load_brain(options->brain);
    if (to->brain == NULL) {
        return STATUS_WRONG;
    }
    if (options->properties != NULL) {
        to->list = wits_properties_load(options->properties, to->brain, NULL);
        note_input(options->properties);
        if (to->list == NULL) {
            return say_error("not enough memory for %s", shown_path(options->properties));
        }
        if (say_problems(to->list) > 0) {
            return STATUS_WRONG;
        }
    }
    const size_t most = (size_t)wits_file_property_count(to->brain) + wits_file_property_count(to->list);
    to->properties = allocate(most + 1, sizeof *to->properties);
    to->named = allocate(options->only_count + 1, sizeof *to->named);
    take_properties(options, to->brain, to);
    take_properties(options, to->list, to);
    const int status = say_unknown_names(options, to);
    bool has_any = false;
    for (uint32_t i = 0; i < to->count; i++) {
        has_any = has_any || to->properties[i].kind != WITS_PROPERTY_ASSUME;
    }
    if (status == STATUS_DONE && !has_any) {
        return say_error("%s has no properties to prove; add them under 'prove' or with --properties FILE",
                         shown_path(options->brain));
    }
    return status;
}

/// Finds the fields of --free.
static int find_free_fields(const prove_options *options, const wits_desc *desc, uint32_t *rows) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < options->free_count; i++) {
        rows[i] = find_field(desc, options->free_fields[i]);
        if (rows[i] == WITS_NONE) {
            text end = {0};
            text_guess_field(&end, desc, options->free_fields[i]);
            status = say_misuse(name, "--free %s: unknown field%s", options->free_fields[i], text_of(&end));
            text_free(&end);
        }
    }
    return status;
}

static void asked_end(asked_properties *of) {
    wits_file_free(of->list);
    wits_file_free(of->brain);
    free(of->properties);
    free(of->named);
}

// ------------------------------------------------------------------------------------------------------------- results

static const char *verdict_word(const wits_proof *proof) {
    return proof->verdict == WITS_PROOF_PROVEN    ? "proven"
           : proof->verdict == WITS_PROOF_REFUTED ? "refuted"
                                                  : "not found";
}

/// Writes a run into the folder and returns its path in `path`. `end` follows the property's name.
static int write_run(const prove_options *options, const prove_report *of, const wits_proof *proof,
                     const wits_proof_run *run, const char *end, text *path) {
    text file = {0};
    run_files files = run_files_of(of->file, of->prover, run, proof->property->start_any);
    text_run_name(&file, of->desc, proof->property, end);
    text_format(path, "%s/%s", options->folder, text_of(&file));
    const int status = run_files_write(name, &files, text_of(path));
    text_free(&file);
    run_files_free(&files);
    return status;
}

static int write_runs(const prove_options *options, prove_report *to) {
    int status = STATUS_DONE;
    for (uint32_t i = 0; i < wits_prover_proof_count(to->prover) && options->folder != NULL; i++) {
        const wits_proof *proof = wits_prover_proof(to->prover, i);
        text path = {0};
        text worst = {0};
        if (proof->run.is_there && status == STATUS_DONE) {
            status = write_run(options, to, proof, &proof->run, "", &path);
            to->files[i] = allocate(path.length + 1, 1);
            memcpy(to->files[i], text_of(&path), path.length);
        }
        if (proof->worst.is_there && status == STATUS_DONE) {
            status = write_run(options, to, proof, &proof->worst, "-worst", &worst);
        }
        text_free(&path);
        text_free(&worst);
    }
    return status;
}

static const char *cycle_name(const prove_report *of, const wits_proof *proof, uint32_t tick) {
    const wits_state_id child = proof->cycle_active[tick % proof->cycle_period];
    return child != WITS_NONE ? of->desc->states[child].name : "nothing";
}

/// Returns whether a child was entered or left at this tick of the cycle.
static bool cycle_changes(const wits_proof *proof, uint32_t tick) {
    const uint32_t period = proof->cycle_period;
    return proof->cycle_entered[tick % period] ||
           proof->cycle_active[tick % period] != proof->cycle_active[(tick + period - 1) % period];
}

/// Writes the children of a cycle with their ticks: "sleep, guard", "walk (3 ticks), pinch (4 ticks)", "pinch is
/// entered again". Long cycles are cut.
static void text_cycle(text *to, const prove_report *of, const wits_proof *proof) {
    enum { SHOWN = 6 };
    const uint32_t period = proof->cycle_period;
    uint32_t first = 0;
    uint32_t shown = 0;
    while (first + 1 < period && !proof->cycle_entered[first]) {
        first++;
    }
    text_format(to, "           and so on forever, repeating every %u tick%s: ", (unsigned)period,
                period == 1 ? "" : "s");
    for (uint32_t at = first, next = first; at < first + period; at = next) {
        for (next = at + 1; next < first + period && !cycle_changes(proof, next);) {
            next++;
        }
        if (shown++ == SHOWN) {
            text_add(to, ", ...");
            break;
        }
        text_format(to, "%s%s", at > first ? ", " : "", cycle_name(of, proof, at));
        if (next - at == period) {
            text_add(to, " is entered again");
            break;
        }
        const bool is_again =
            at > first && proof->cycle_active[at % period] == proof->cycle_active[(at + period - 1) % period];
        text_add(to, is_again ? " again" : "");
        if (next - at > 1) {
            text_format(to, " (%u ticks)", (unsigned)(next - at));
        }
    }
    text_add(to, "\n");
}

/// Writes "at worst after 3 ticks, from combat/cover".
static void text_worst(text *to, const prove_report *of, const wits_proof *proof) {
    if (proof->worst_ticks == WITS_NEVER) {
        text_add(to, "           at worst never");
    } else {
        text_format(to, "           at worst after %s%u tick%s", proof->worst_goes_on ? "more than " : "",
                    (unsigned)proof->worst_ticks, proof->worst_ticks == 1 ? "" : "s");
    }
    if (proof->worst_from != WITS_NONE) {
        text_add(to, ", from ");
        text_row_path(to, of->desc, proof->worst_from);
    }
    text_add(to, "\n");
}

void print_proof(const prove_report *of, const wits_proof *proof, const char *file) {
    text line = {0};
    const bool is_nowhere = proof->property->kind == WITS_PROPERTY_REACH && proof->verdict == WITS_PROOF_REFUTED;
    const bool is_reached = proof->property->kind == WITS_PROPERTY_REACH && proof->run.is_there;
    text_format(&line, "%-9s  %s: %s", verdict_word(proof), proof->property->name, proof->property->text);
    text_add(&line, proof->vacuous ? "; vacuous: its premise never held" : "");
    text_add(&line, is_nowhere ? "; unreachable" : "");
    for (size_t i = 0; i < of->free_count && proof->verdict == WITS_PROOF_PROVEN && !is_reached; i++) {
        text_format(&line, "%s%s", i == 0 ? "; for any value of " : ", ", of->free_fields[i]);
    }
    text_add(&line, "\n");
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_format(&line, "           %s\n", proof->why[i]);
    }
    if (proof->has_worst && proof->verdict != WITS_PROOF_NOT_FOUND && !proof->vacuous) {
        text_worst(&line, of, proof);
    }
    if (proof->cycle_period > 0) {
        text_cycle(&line, of, proof);
    }
    if (proof->trapped > 0) {
        text_format(&line, "           from there it can only reach %u situation%s, and never get back\n",
                    (unsigned)proof->trapped, proof->trapped == 1 ? "" : "s");
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
    if (proof->run.is_there && (proof->verdict == WITS_PROOF_REFUTED || is_reached)) {
        print_proof_run(of, proof, file);
    }
}

void print_assumed(const wits_prover *of) {
    fputs("assumed:\n", stdout);
    for (uint32_t i = 0; i < wits_prover_assumed_count(of); i++) {
        printf("  %s\n", wits_prover_assumed(of, i));
    }
    if (wits_prover_note_count(of) > 0) {
        fputs("notes:\n", stdout);
    }
    for (uint32_t i = 0; i < wits_prover_note_count(of); i++) {
        printf("  %s\n", wits_prover_note(of, i));
    }
}

/// Writes "57 situations, 1,234 ticks, 0.01 s". Properties with the same start and assumptions share a search.
static void print_effort(const wits_proof *proof) {
    text line = {0};
    text_count(&line, proof->situations);
    text_add(&line, proof->situations == 1 ? " situation" : " situations");
    text_add(&line, proof->complete ? ", " : " so far, ");
    text_count(&line, proof->ticks);
    text_format(&line, " ticks, %.2f s\n", proof->seconds);
    fputs(text_of(&line), stdout);
    text_free(&line);
}

static bool is_same_effort(const wits_proof *a, const wits_proof *b) {
    return a->situations == b->situations && a->ticks == b->ticks && a->complete == b->complete;
}

/// Returns whether a proof is printed. Implicit properties, the ranges of assigned fields, are printed only if refuted.
static bool is_listed(const wits_proof *proof) {
    return proof->property->line > 0 || proof->verdict == WITS_PROOF_REFUTED;
}

static void print_report(const prove_report *of) {
    const wits_proof *last = NULL;
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        const wits_proof *proof = wits_prover_proof(of->prover, i);
        if (!is_listed(proof)) {
            continue;
        }
        if (last != NULL && !is_same_effort(last, proof)) {
            print_effort(last);
        }
        print_proof(of, proof, of->files[i]);
        last = proof;
    }
    if (last != NULL) {
        print_effort(last);
    }
    print_assumed(of->prover);
}

static int status_of(const prove_report *of) {
    bool is_refuted = false;
    bool is_open = false;
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        const wits_proof_verdict verdict = wits_prover_proof(of->prover, i)->verdict;
        is_refuted = is_refuted || verdict == WITS_PROOF_REFUTED;
        is_open = is_open || (verdict == WITS_PROOF_NOT_FOUND && is_listed(wits_prover_proof(of->prover, i)));
    }
    return of->interrupted ? STATUS_INTERRUPTED
           : is_refuted    ? STATUS_REFUTED
           : is_open       ? STATUS_NOT_FOUND
                           : STATUS_DONE;
}

// ----------------------------------------------------------------------------------------------------------------- run

static int report(const prove_options *options, const asked_properties *of, wits_prover *prover) {
    const bool is_whole = prover_watch(prover);
    if (wits_prover_mistake_count(prover) > 0) {
        return say_prove_mistakes(of->brain, of->list, prover);
    }
    const uint32_t count = wits_prover_proof_count(prover);
    prove_report made = {.path = options->brain,
                         .file = of->brain,
                         .desc = wits_file_desc(of->brain),
                         .prover = prover,
                         .interrupted = !is_whole,
                         .free_fields = options->free_fields,
                         .free_count = options->free_count,
                         .files = allocate(count + 1, sizeof *made.files)};
    int status = write_runs(options, &made);
    if (status == STATUS_DONE && options->json) {
        text all = {0};
        print_prove_json(&made, &all);
        fwrite(text_of(&all), 1, all.length, stdout);
        text_free(&all);
    } else if (status == STATUS_DONE) {
        print_report(&made);
    }
    const int written = finish_output(stdout, "standard output");
    status = status == STATUS_DONE ? written : status;
    for (uint32_t i = 0; i < count; i++) {
        free(made.files[i]);
    }
    free(made.files);
    return status == STATUS_DONE ? status_of(&made) : status;
}

static int prove(const prove_options *options) {
    asked_properties of = {.brain = NULL};
    int status = read_asked(options, &of);
    uint32_t *rows = allocate(options->free_count + 1, sizeof *rows);
    if (status == STATUS_DONE) {
        status = find_free_fields(options, wits_file_desc(of.brain), rows);
    }
    if (status == STATUS_DONE) {
        const wits_prove_about about = {wits_file_desc(of.brain), wits_file_promises(of.brain), of.properties, of.count,
                                        options->only_count == 0};
        wits_prove_options limits = options->limits;
        limits.free_fields = rows;
        limits.free_count = (uint32_t)options->free_count;
        wits_prover *prover = wits_prover_new(&about, &limits);
        status = prover == NULL                          ? say_error("not enough memory")
                 : wits_prover_mistake_count(prover) > 0 ? say_prove_mistakes(of.brain, of.list, prover)
                                                         : report(options, &of, prover);
        wits_prover_free(prover);
    }
    asked_end(&of);
    free(rows);
    return status;
}

static int run(int argc, char **argv) {
    prove_options options = {.brain = NULL};
    const int status = read_options(argc, argv, &options) ? prove(&options) : STATUS_MISUSE;
    free(options.only);
    free(options.free_fields);
    return status;
}

const tool_command prove_command = {
    .name = name,
    .run = run,
    .summary = "prove properties of a brain, or show a counterexample",
    .help =
        "Usage: wits prove FILE [options]\n"
        "\n"
        "Explores every situation that an agent can get into, with all possible inputs. For each property under\n"
        "'prove' in the file it reports: proven; refuted, with a shortest run as a counterexample; or not found, with\n"
        "the reason why there is no proof. docs/proving.md describes the properties.\n"
        "\n"
        "  --properties FILE    also check the properties of this file, a list as under 'prove'\n"
        "  --only NAME          check only this property; repeatable\n" SEARCH_HELP
        "  --free FIELD         allow any value for a field that the brain assigns, so that its values need not be\n"
        "                       explored; repeatable\n"
        "  --worst N            for a refuted 'within', also search up to N ticks for the worst case\n"
        "  --format text|json   readable text, or one JSON object\n"
        "  -o, --output FOLDER  write the inputs of each run as BRAIN-NAME.csv, and of the longest wait of a\n"
        "                       'within' as BRAIN-NAME-worst.csv\n"
        "\n"
        "Exit status: 0 all properties are proven; 1 error in the brain or a property; 2 error in the command line;\n"
        "3 a property is refuted; 4 none is refuted, but one is not found; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits prove brains/guard.yaml\n",
};
