// SPDX-License-Identifier: MIT
// Brain files: parses them, describes what a brain is made of, and proves. Left out of wits-core.wasm.
#include "js.h"

#include "wits/explain.h"
#include "wits/file.h"
#include "wits/prove.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- parse

static bool open_file(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    (void)user;
    int32_t found = js_find(name);
    if (found < 0) {
        return false;
    }
    *bytes = NULL;
    *length = (size_t)found;
    if (found > 0) {
        *bytes = allocator->allocate(allocator->user, (size_t)found);
        if (*bytes == NULL) {
            return false;
        }
        js_copy(*bytes);
    }
    return true;
}

static void emit_texts(const char *key, const char *const *texts, uint32_t count) {
    js_open(key, true);
    for (uint32_t i = 0; i < count; i++) {
        js_text(NULL, texts[i]);
    }
    js_close();
}

/// `nearest` may be null.
static void emit_problem(const char *file, uint32_t line, uint32_t column, const char *message, const char *code,
                         const char *nearest) {
    js_open(NULL, false);
    js_text("file", file);
    js_number("line", line);
    js_number("column", column);
    js_text("message", message);
    js_text("code", code);
    if (nearest != NULL) {
        js_text("suggestion", nearest);
    }
    js_close();
}

static void emit_problems(const char *key, const wits_problem *problems, uint32_t count) {
    js_open(key, true);
    for (uint32_t i = 0; i < count; i++) {
        const wits_problem *one = &problems[i];
        emit_problem(one->name, one->line, one->column, one->message, one->kind, one->nearest);
    }
    js_close();
}

/// Parses a brain file and emits its problems and warnings. `constants` has `count` names, each followed by its value,
/// with a zero after each. Returns null if memory runs out.
JS_EXPORT("parse")
wits_file *js_parse(const char *text, size_t length, const char *name, const char *constants, uint32_t count) {
    wits_file_constant *given = calloc(count + 1, sizeof *given);
    if (given == NULL) {
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        given[i].name = constants;
        given[i].value = constants + strlen(constants) + 1;
        constants = given[i].value + strlen(given[i].value) + 1;
    }
    wits_file_options options = {.open = open_file, .constants = given, .constant_count = count};
    wits_file *file = wits_file_parse_with(text, length, name, &options);
    free(given);
    js_open(NULL, false);
    emit_problems("problems", wits_file_problems(file), wits_file_problem_count(file));
    emit_problems("warnings", wits_file_warnings(file), wits_file_warning_count(file));
    js_close();
    return file;
}

JS_EXPORT("file_free") void js_file_free(wits_file *file) {
    wits_file_free(file);
}

JS_EXPORT("file_brain") const wits_brain *js_file_brain(const wits_file *file) {
    return wits_file_brain(file);
}

JS_EXPORT("brain_bytes") size_t js_brain_bytes(const wits_brain *brain) {
    return wits_brain_bytes(brain);
}

// ------------------------------------------------------------------------------------------------------------ describe

static void emit_values(const char *const *values, uint32_t count) {
    if (count > 0) {
        emit_texts("values", values, count);
    }
}

static void emit_states(const wits_brain *brain) {
    js_open("states", true);
    for (uint32_t state = 0; state < wits_state_count(brain); state++) {
        js_open(NULL, false);
        js_state("path", brain, (wits_state_id)state);
        js_text("kind", wits_kind_name(wits_state_kind(brain, (wits_state_id)state)));
        js_close();
    }
    js_close();
}

static void emit_fields(const wits_desc *desc, const wits_brain *brain) {
    js_open("fields", true);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_field_desc *field = &desc->fields[i];
        js_open(NULL, false);
        js_text("name", field->name);
        js_text("type", wits_type_name(field->type));
        js_value("initial", field->type, field->values, field->initial);
        js_flag("isAssigned", wits_field_is_assigned(brain, i));
        emit_values(field->values, field->value_count);
        js_close();
    }
    js_close();
}

static void emit_functions(const wits_brain *brain) {
    static const char *const kinds[] = {"none", "int", "float", "bool", "enum", "text"};
    js_open("functions", true);
    for (uint32_t i = 0; i < wits_function_count(brain); i++) {
        uint32_t parameters = wits_function_parameter_count(brain, i);
        js_open(NULL, false);
        js_text("name", wits_function_name(brain, i));
        js_text("kind", wits_function_kind_name(wits_function_kind_of(brain, i)));
        js_open("parameters", true);
        for (uint32_t p = 0; p < parameters && parameters != WITS_NONE; p++) {
            js_text(NULL, kinds[wits_function_parameter_kind(brain, i, p)]);
        }
        js_close();
        js_close();
    }
    js_close();
}

static void emit_targets(const wits_desc *desc) {
    js_open("targets", true);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        js_open(NULL, false);
        js_text("name", desc->targets[kind].name);
        js_open("fields", true);
        for (uint32_t i = 0; i < desc->targets[kind].field_count; i++) {
            const wits_target_field_desc *field = &desc->targets[kind].fields[i];
            js_open(NULL, false);
            js_text("name", field->name);
            js_text("type", wits_type_name(field->type));
            js_flag("isOwn", field->own);
            emit_values(field->values, field->value_count);
            js_close();
        }
        js_close();
        js_close();
    }
    js_close();
}

static void emit_line(const wits_file *file, wits_table table, uint32_t row) {
    wits_file_place place = wits_file_where(file, table, row, NULL, 0);
    js_text("file", place.name);
    js_number("line", place.line);
}

/// The operands of a condition, as explanations number them.
static void emit_parts(const char *when) {
    uint32_t offset, length;
    js_open("parts", true);
    for (uint32_t part = 0; wits_condition_part(when, part, &offset, &length); part++) {
        char *text = malloc(length + 1);
        if (text != NULL) {
            memcpy(text, when + offset, length);
            text[length] = '\0';
            js_text(NULL, text);
            free(text);
        }
    }
    js_close();
}

static void emit_transitions(const wits_file *file, const wits_desc *desc) {
    js_open("transitions", true);
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        const wits_transition_desc *one = &desc->transitions[i];
        js_open(NULL, false);
        js_state("from", wits_file_brain(file), one->from);
        js_state("to", wits_file_brain(file), one->to);
        js_flag("any", one->any);
        if (one->event != NULL) {
            js_text("event", one->event);
        }
        if (one->after > 0) {
            js_number("after", one->after);
        }
        if (one->when != NULL) {
            js_text("when", one->when);
            emit_parts(one->when);
        }
        emit_line(file, WITS_TABLE_TRANSITIONS, i);
        js_close();
    }
    js_close();
}

static void emit_considerations(const wits_file *file, const wits_desc *desc) {
    js_open("considerations", true);
    for (uint32_t i = 0; i < desc->consideration_count; i++) {
        const wits_consideration_desc *one = &desc->considerations[i];
        js_open(NULL, false);
        js_number("depth", one->depth);
        if (one->group != WITS_GROUP_NONE) {
            js_text("group", wits_group_name(one->group));
        }
        if (one->gate != NULL) {
            js_text("gate", one->gate);
        }
        if (one->input != NULL) {
            js_text("input", one->input);
        }
        emit_line(file, WITS_TABLE_CONSIDERATIONS, i);
        js_close();
    }
    js_close();
}

static void emit_scores(const wits_desc *desc) {
    js_open("scores", true);
    for (uint32_t i = 0; i < desc->state_count; i++) {
        js_text(NULL, desc->states[i].score);
    }
    js_close();
}

static void emit_properties(const wits_file *file) {
    js_open("properties", true);
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *one = &wits_file_properties(file)[i];
        if (one->kind != WITS_PROPERTY_ASSUME) {
            js_open(NULL, false);
            js_text("name", one->name);
            js_text("kind", wits_property_kind_name(one->kind));
            js_text("text", one->text);
            js_number("line", one->line);
            js_close();
        }
    }
    js_close();
}

/// Emits table, old and new name of each rename, for snapshot_load.
static void emit_renames(const wits_file *file) {
    uint32_t count;
    const wits_rename *renames = wits_file_renames(file, &count);
    js_open("renames", true);
    for (uint32_t i = 0; i < count; i++) {
        js_text(NULL, renames[i].table == WITS_TABLE_STATES   ? "states"
                      : renames[i].table == WITS_TABLE_EVENTS ? "events"
                                                              : "fields");
        js_text(NULL, renames[i].from);
        js_text(NULL, renames[i].to);
    }
    js_close();
}

/// Emits everything that JavaScript knows about a brain.
JS_EXPORT("describe") void js_describe(const wits_file *file) {
    const wits_brain *brain = wits_file_brain(file);
    const wits_desc *desc = wits_file_desc(file);
    uint32_t per, ticks = wits_ticks_per_second(brain, &per);
    js_open(NULL, false);
    js_text("name", wits_state_name(brain, WITS_ROOT));
    if (ticks > 0) {
        js_number("ticksPerSecond", (double)ticks / per);
    }
    emit_states(brain);
    emit_texts("events", desc->events, desc->event_count);
    emit_fields(desc, brain);
    emit_functions(brain);
    emit_targets(desc);
    emit_transitions(file, desc);
    emit_considerations(file, desc);
    emit_scores(desc);
    emit_properties(file);
    emit_renames(file);
    js_open("files", true);
    for (uint32_t i = 0; i < wits_file_source_count(file); i++) {
        js_text(NULL, wits_file_source_name(file, i));
    }
    js_close();
    js_close();
}

// --------------------------------------------------------------------------------------------------------------- prove

static void emit_input(const wits_desc *desc, const wits_input *input, double value) {
    switch (input->what) {
    case WITS_INPUT_FIELD: {
        const wits_field_desc *field = &desc->fields[input->row];
        js_value(input->name, field->type, field->values, value);
        return;
    }
    case WITS_INPUT_TARGET_FIELD: {
        const wits_target_field_desc *field = &desc->targets[input->row].fields[input->field];
        js_value(input->name, field->type, field->values, value);
        return;
    }
    case WITS_INPUT_EVENT:
    case WITS_INPUT_CONDITION:
        js_flag(input->name, value != 0.0);
        return;
    default:
        js_number(input->name, value);
    }
}

static void emit_run(const char *key, const wits_prover *prover, const wits_desc *desc, const wits_proof_run *run) {
    if (!run->is_there) {
        return;
    }
    js_open(key, false);
    js_number("ticks", run->ticks);
    js_number("agent", (double)run->agent);
    js_open("inputs", true);
    for (uint32_t tick = 0; tick <= run->ticks; tick++) {
        js_open(NULL, false);
        for (uint32_t i = 0; i < run->input_count; i++) {
            double value = run->values[(size_t)tick * run->input_count + i];
            if (value != WITS_NOT_GIVEN) {
                emit_input(desc, wits_prover_input(prover, i), value);
            }
        }
        js_close();
    }
    js_close();
    js_close();
}

static void emit_proof(const wits_prover *prover, const wits_file *file, const wits_proof *proof) {
    static const char *const verdicts[] = {"not found", "proven", "refuted"};
    const wits_desc *desc = wits_file_desc(file);
    js_open(NULL, false);
    js_text("name", proof->property->name);
    js_text("kind", wits_property_kind_name(proof->property->kind));
    js_text("text", proof->property->text);
    js_number("line", proof->property->line);
    js_text("verdict", verdicts[proof->verdict]);
    js_flag("isVacuous", proof->vacuous);
    js_flag("isComplete", proof->complete);
    js_number("situations", proof->situations);
    js_number("ticks", (double)proof->ticks);
    js_number("depth", proof->depth);
    emit_texts("why", proof->why, proof->why_count);
    emit_run("run", prover, desc, &proof->run);
    if (proof->has_worst) {
        js_open("worst", false);
        js_number("ticks", proof->worst_ticks == WITS_NEVER ? (double)__builtin_inff() : proof->worst_ticks);
        js_flag("isMore", proof->worst_goes_on);
        js_state("from", wits_file_brain(file), proof->worst_from);
        emit_run("run", prover, desc, &proof->worst);
        js_close();
    }
    if (proof->cycle_period > 0) {
        js_open("cycle", true);
        for (uint32_t i = 0; i < proof->cycle_period; i++) {
            js_state(NULL, wits_file_brain(file), proof->cycle_active[i]);
        }
        js_close();
    }
    js_close();
}

static void emit_mistakes(const wits_prover *prover, const wits_file *file) {
    js_open("problems", true);
    for (uint32_t i = 0; i < wits_prover_mistake_count(prover); i++) {
        const wits_prove_mistake *one = &wits_prover_mistakes(prover)[i];
        wits_file_place place = {.name = wits_file_name(file)};
        if (one->text != NULL) {
            place = wits_property_where(file, one->text, one->offset);
        } else if (one->property != NULL) {
            place = (wits_file_place){one->property->file, one->property->line, one->property->column, NULL, 0, 0};
        }
        emit_problem(place.name, place.line, place.column, one->message, "PROPERTY", NULL);
    }
    js_close();
}

static bool go_on(void *user, const wits_prove_progress *progress) {
    (void)user;
    return js_progress(progress->situations, progress->looked_at, (double)progress->ticks, progress->depth);
}

/// Proves the properties of a file and emits the verdicts, or mistakes in properties. Returns false if memory runs out.
JS_EXPORT("prove")
bool js_prove(const wits_file *file, uint32_t most_situations, double most_memory, double most_ticks,
              uint32_t worst_ticks, bool ranges) {
    wits_prove_about about = {.desc = wits_file_desc(file),
                              .promises = wits_file_promises(file),
                              .properties = wits_file_properties(file),
                              .property_count = wits_file_property_count(file),
                              .ranges = ranges};
    wits_prove_options options = {.most_situations = most_situations,
                                  .most_memory = (size_t)most_memory,
                                  .most_ticks = (uint64_t)most_ticks,
                                  .worst_ticks = worst_ticks};
    wits_prover *prover = wits_prover_new(&about, &options);
    if (prover == NULL) {
        return false;
    }
    bool runs = wits_prover_mistake_count(prover) == 0;
    if (runs) {
        wits_prover_run(prover, go_on, NULL);
    }
    js_open(NULL, false);
    emit_mistakes(prover, file);
    js_open("assumed", true);
    for (uint32_t i = 0; runs && i < wits_prover_assumed_count(prover); i++) {
        js_text(NULL, wits_prover_assumed(prover, i));
    }
    js_close();
    js_open("notes", true);
    for (uint32_t i = 0; runs && i < wits_prover_note_count(prover); i++) {
        js_text(NULL, wits_prover_note(prover, i));
    }
    js_close();
    js_open("verdicts", true);
    for (uint32_t i = 0; runs && i < wits_prover_proof_count(prover); i++) {
        emit_proof(prover, file, wits_prover_proof(prover, i));
    }
    js_close();
    js_close();
    wits_prover_free(prover);
    return true;
}
