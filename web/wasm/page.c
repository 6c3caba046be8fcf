// SPDX-License-Identifier: MIT
// The WebAssembly module of the page: an inspected session, proofs and decision maps. An instance does one of these,
// and ends with its worker. Texts that JavaScript passes are zero-terminated, in memory of `allocate`, and stay there.
#include "agent/run.h"
#include "common/memory.h"
#include "inspect/inspect_world.h"
#include "inspect/session.h"
#include "map/map.h"
#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

#define IMPORT(name) __attribute__((import_module("page"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

/// Receives a part of a message; see wits_inspect_write_fn.
IMPORT("write") void page_write(const char *bytes, size_t size, bool is_last);
/// Reports progress of a proof. Returns false to end it.
IMPORT("progress") bool page_progress(uint32_t situations, uint32_t explored, double ticks);

EXPORT("allocate") void *page_allocate(size_t size) {
    return malloc(size);
}

static void write_text(text *of) {
    page_write(text_of(of), of->length, true);
    text_free(of);
}

// ------------------------------------------------------------------------------------------------------------- session

static crowd_options crowd = {.command = "inspect"};
static inspect_session *session;

static void write_message(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    (void)user;
    (void)viewer;
    page_write(bytes, size, is_last);
}

/// Begins the session with these options and those that all sessions have. Returns whether it succeeded, else writes
/// the reasons.
static bool begin(inspect_session_options options) {
    caught_messages caught = {0};
    int status = STATUS_DONE;
    options.crowd = &crowd;
    options.allows = WITS_INSPECT_CONTROL | WITS_INSPECT_CHANGE;
    options.write = write_message;
    catch_messages(&caught);
    session = inspect_session_new(&options, &status);
    catch_messages(NULL);
    if (session == NULL) {
        text lines = {0};
        text_caught(&lines, &caught);
        write_text(&lines);
    }
    caught_messages_free(&caught);
    return session != NULL;
}

/// Begins a simulation. `world` may be null; `speed` 0 is as fast as possible.
EXPORT("session_begin")
bool page_begin(const char *name, const char *brain, const char *world, double agents, uint64_t seed, double speed) {
    crowd.brain = name;
    crowd.agents = (uint64_t)agents;
    crowd.seed = seed;
    return begin(
        (inspect_session_options){.brain = brain, .brain_size = strlen(brain), .world = world, .speed = speed});
}

/// Begins to show a recording, paused. Takes ownership of `bytes`, which are of `allocate`.
EXPORT("session_replay") bool page_replay(const char *name, char *bytes, size_t size, double speed) {
    text recording = {.bytes = bytes, .length = size, .capacity = size};
    return begin((inspect_session_options){
        .recording = name, .recording_bytes = &recording, .speed = speed, .starts_paused = true});
}

/// Passes a request on. Returns a wits_inspect_result.
EXPORT("session_request") wits_inspect_result page_request(const char *bytes, size_t size) {
    return inspect_session_request(session, 0, bytes, size);
}

/// See inspect_session_run.
EXPORT("session_run") double page_run(double now, uint32_t most_ticks) {
    return inspect_session_run(session, now, most_ticks);
}

// ---------------------------------------------------------------------------------------------------------------- runs

/// Returns a field with the type of an input.
static wits_field_desc field_of(const wits_desc *desc, const wits_input *input) {
    switch (input->what) {
    case WITS_INPUT_TARGET_FIELD:
        return field_of_target(&desc->targets[input->row].fields[input->field]);
    case WITS_INPUT_CONDITION:
        return (wits_field_desc){.type = WITS_TYPE_BOOL};
    default:
        return (wits_field_desc){.type = WITS_TYPE_FLOAT};
    }
}

/// Writes the events of a tick, and other inputs than fields if they differ from those before: "alarm!, hears()=true".
static void add_inputs(json_writer *to, const prove_report *of, const wits_proof_run *run, uint32_t tick) {
    text line = {0};
    for (uint32_t i = 0; i < run->input_count; i++) {
        const wits_input *input = wits_prover_input(of->prover, i);
        const double value = run->values[(size_t)tick * run->input_count + i];
        const bool is_event = input->what == WITS_INPUT_EVENT;
        double before = WITS_NOT_GIVEN;
        for (uint32_t at = tick; at > 0 && before == WITS_NOT_GIVEN; at--) {
            before = run->values[(size_t)(at - 1) * run->input_count + i];
        }
        if (input->what == WITS_INPUT_FIELD || value == WITS_NOT_GIVEN || (is_event ? value == 0.0 : value == before)) {
            continue;
        }
        text_format(&line, "%s%s%s", line.length > 0 ? ", " : "", input->name, is_event ? "!" : "=");
        if (!is_event) {
            const wits_field_desc field = field_of(of->desc, input);
            text_value(&line, &field, value, false);
        }
    }
    json_text(to, "inputs", text_of(&line));
    text_free(&line);
}

/// Writes the situations of a run, from tick 0 on: the deepest active states and all fields after the tick, and its
/// inputs.
static void add_run(json_writer *to, const prove_report *of, const wits_proof *proof, const wits_proof_run *run) {
    run_files files = run_files_of(of->file, of->prover, run, proof->property->start_any);
    const agent_run_options options = {.brain = of->path,
                                       .file = of->file,
                                       .inputs = "the run",
                                       .inputs_text = &files.inputs,
                                       .target_texts = files.targets,
                                       .agent = run->agent,
                                       .from = proof->property->from.text,
                                       .end = "--ticks",
                                       .last = run->ticks};
    agent_run one;
    json_open(to, NULL, '[');
    if (agent_run_begin("prove", &options, false, &one) == STATUS_DONE) {
        for (uint32_t tick = 0; tick <= run->ticks; tick++) {
            if (tick > 0) {
                agent_run_tick(&one, tick);
            }
            json_open(to, NULL, '{');
            json_active(to, "active", one.agent.mind.brain, one.agent.agent);
            add_inputs(to, of, run, tick);
            json_context(to, "fields", &one.agent.knows);
            json_close(to, '}');
        }
    }
    agent_run_end(&one);
    json_close(to, ']');
    run_files_free(&files);
}

/// Writes a run for each property; null if it has none.
static void add_runs(json_writer *to, const prove_report *of) {
    json_open(to, "runs", '[');
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        const wits_proof *proof = wits_prover_proof(of->prover, i);
        if (proof->run.is_there) {
            add_run(to, of, proof, &proof->run);
        } else if (proof->has_worst && proof->worst.is_there) {
            add_run(to, of, proof, &proof->worst);
        } else {
            json_nothing(to, NULL);
        }
    }
    json_close(to, ']');
}

// -------------------------------------------------------------------------------------------------------------- proofs

static bool go_on(void *user, const wits_prove_progress *progress) {
    (void)user;
    return page_progress(progress->situations, progress->looked_at, (double)progress->ticks);
}

/// Writes the members `runs` and `report`; nothing if a property is wrong.
static void prove_file(text *to, wits_file *file, const char *goal, double most_ticks) {
    const uint32_t count = wits_file_property_count(file);
    wits_property *all = calloc(count + 1, sizeof *all);
    if (all == NULL) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        all[i] = wits_file_properties(file)[i];
    }
    all[count] = (wits_property){.kind = WITS_PROPERTY_REACH,
                                 .name = "reach",
                                 .condition = {.text = goal},
                                 .text = goal,
                                 .file = wits_file_name(file)};
    const wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), all, count + (goal != NULL), true};
    const wits_prove_options limits = {.most_memory = (size_t)1 << 30, .most_ticks = (uint64_t)most_ticks};
    wits_prover *prover = wits_prover_new(&about, &limits);
    if (prover == NULL) {
        say_error("not enough memory");
    } else if (wits_prover_mistake_count(prover) > 0) {
        say_prove_mistakes(file, NULL, prover);
    } else {
        wits_prover_run(prover, go_on, NULL);
        const prove_report made = {
            .path = wits_file_name(file), .file = file, .desc = wits_file_desc(file), .prover = prover};
        json_writer json = {.to = to};
        add_runs(&json, &made);
        json_key(&json, "report");
        print_prove_json(&made, to);
    }
    wits_prover_free(prover);
    free(all);
}

/// Proves the properties of a brain file, and that a condition can be reached; null: none. `most_ticks` 0 is no limit.
/// Writes {"problems": [...], "runs": [...], "report": as `wits prove --format json`}.
EXPORT("prove") void page_prove(const char *name, const char *brain, const char *goal, double most_ticks) {
    caught_messages caught = {0};
    text all = {0}, proofs = {0};
    json_writer to = {.to = &all};
    catch_messages(&caught);
    wits_file *file = inspect_world_read_brain(name, brain, strlen(brain));
    if (file != NULL) {
        prove_file(&proofs, file, goal, most_ticks);
    }
    wits_file_free(file);
    catch_messages(NULL);
    json_open(&to, NULL, '{');
    json_open(&to, "problems", '[');
    for (size_t i = 0; i < caught.count; i++) {
        json_open(&to, NULL, '{');
        json_count(&to, "line", caught.items[i].line);
        json_text(&to, "text", text_of(&caught.items[i].what));
        json_close(&to, '}');
    }
    json_close(&to, ']');
    text_format(&all, "%s%s}", proofs.length > 0 ? "," : "", text_of(&proofs));
    text_free(&proofs);
    caught_messages_free(&caught);
    write_text(&all);
}

// ---------------------------------------------------------------------------------------------------------------- maps

enum { MAP_WIDTH = 120, MAP_HEIGHT = 90 };

/// Returns the fsm or utility around a state, or the state itself if it is one.
static wits_state_id group_of(const wits_brain *brain, wits_state_id state) {
    while (state != WITS_ROOT && wits_state_kind(brain, state) == WITS_KIND_LEAF) {
        state = wits_state_parent(brain, state);
    }
    return state;
}

static void put_state(json_writer *to, const char *key, const wits_desc *desc, wits_state_id state) {
    text path = {0};
    text_row_path(&path, desc, state);
    json_text(to, key, text_of(&path));
    text_free(&path);
}

/// Lists the fields that can be an axis, with their types, and all others.
static void put_fields(json_writer *to, const agent_run *one) {
    const wits_desc *desc = wits_file_desc(one->file);
    json_open(to, "fields", '[');
    for (uint32_t i = 0; i < desc->field_count; i++) {
        map_axis axis;
        text problem = {0};
        json_open(to, NULL, '{');
        json_text(to, "name", desc->fields[i].name);
        json_text(to, "type", wits_type_name(desc->fields[i].type));
        json_bool(to, "isAxis", map_axis_read(one, desc->fields[i].name, &axis, &problem));
        json_close(to, '}');
        map_axis_free(&axis);
        text_free(&problem);
    }
    json_close(to, ']');
}

static void put_axis(json_writer *to, const char *key, const map_axis *of) {
    json_open(to, key, '{');
    json_text(to, "name", of->field.name);
    json_float(to, "low", (float)of->lo);
    json_float(to, "high", (float)of->hi);
    json_bool(to, "isWhole", of->is_whole);
    json_open(to, "values", '[');
    for (uint32_t i = 0; i < of->field.value_count; i++) {
        json_text(to, NULL, of->field.values[i]);
    }
    json_close(to, ']');
    json_close(to, '}');
}

/// Writes winners from the upper left, as pairs: how many points, and the winner's place in `winners`.
static void put_points(json_writer *to, map_agent *agent, const map_axis *x, const map_axis *y) {
    wits_state_id *winners = allocate((size_t)agent->desc->state_count + 1, sizeof *winners);
    uint32_t count = 0, run = 0, last = 0;
    json_open(to, "points", '[');
    for (uint32_t point = 0; point < MAP_WIDTH * MAP_HEIGHT; point++) {
        map_axis_set(x, agent->one, &agent->knows, map_axis_value(x, point % MAP_WIDTH, MAP_WIDTH));
        map_axis_set(y, agent->one, &agent->knows, map_axis_value(y, MAP_HEIGHT - 1 - point / MAP_WIDTH, MAP_HEIGHT));
        const wits_state_id winner = map_agent_decide(agent).winner;
        uint32_t place = 0;
        while (place < count && winners[place] != winner) {
            place++;
        }
        winners[place] = winner;
        count = place == count ? count + 1 : count;
        if (place != last && run > 0) {
            json_count(to, NULL, run);
            json_count(to, NULL, last);
            run = 0;
        }
        last = place;
        run++;
    }
    json_count(to, NULL, run);
    json_count(to, NULL, last);
    json_close(to, ']');
    json_open(to, "winners", '[');
    for (uint32_t i = 0; i < count; i++) {
        put_state(to, NULL, agent->desc, winners[i]);
    }
    json_close(to, ']');
    free(winners);
}

/// Draws a map of a prepared agent. Without `x` and `y`, it only lists the fields. Returns false and prints an error if
/// an axis is wrong.
static bool put_map(json_writer *to, agent_run *one, const char *state, const char *x, const char *y) {
    const wits_desc *desc = wits_file_desc(one->file);
    const wits_brain *brain = wits_file_brain(one->file);
    const wits_state_id found = *state == '\0' ? (wits_state_id)WITS_ROOT : wits_find_state(brain, state);
    map_question question = {.of = found != WITS_NONE ? group_of(brain, found) : found, .from = WITS_NONE};
    if (found == WITS_NONE || wits_state_kind(brain, question.of) == WITS_KIND_LEAF) {
        return say_error("there is no state here") == STATUS_DONE;
    }
    if (wits_state_kind(brain, question.of) == WITS_KIND_PARALLEL) {
        return say_error("all regions of %s are active at once; move into one of them",
                         desc->states[question.of].name) == STATUS_DONE;
    }
    put_state(to, "of", desc, question.of);
    put_fields(to, one);
    if (x == NULL || y == NULL) {
        return true;
    }
    map_axis axes[2] = {{0}, {0}};
    text problem = {0};
    const bool is_good = map_axis_read(one, x, &axes[0], &problem) && map_axis_read(one, y, &axes[1], &problem);
    if (is_good) {
        map_agent agent;
        put_axis(to, "x", &axes[0]);
        put_axis(to, "y", &axes[1]);
        json_count(to, "width", MAP_WIDTH);
        json_count(to, "height", MAP_HEIGHT);
        map_agent_begin(one, &question, &agent);
        put_points(to, &agent, &axes[0], &axes[1]);
        map_agent_end(&agent);
    } else {
        say_error("%s", text_of(&problem));
    }
    map_axis_free(&axes[0]);
    map_axis_free(&axes[1]);
    text_free(&problem);
    return is_good;
}

/// Draws which option of the utility, or which state of the fsm, around `state` wins over two fields. If these are
/// null, only lists the fields. `sets` are lines NAME=EXPRESSION for the other fields; it is changed. Writes one
/// object, with `problem` if something is wrong.
EXPORT("map")
void page_map(const char *name, const char *brain, const char *state, const char *x, const char *y, char *sets) {
    enum { MOST_SETS = 1024 };
    const char *given[MOST_SETS];
    caught_messages caught = {0};
    text all = {0};
    json_writer to = {.to = &all};
    agent_run_options who = {.brain = name, .sets = given};
    for (char *line = sets, *end; line != NULL && *line != '\0' && who.set_count < MOST_SETS; line = end) {
        end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        given[who.set_count++] = line;
    }
    json_open(&to, NULL, '{');
    catch_messages(&caught);
    who.file = inspect_world_read_brain(name, brain, strlen(brain));
    bool is_good = false;
    if (who.file != NULL) {
        agent_run one;
        if (agent_run_prepare("map", &who, false, &one) == STATUS_DONE) {
            is_good = put_map(&to, &one, state, x, y);
        }
        agent_run_end(&one);
    }
    wits_file_free(who.file);
    catch_messages(NULL);
    if (!is_good) {
        text lines = {0};
        text_caught(&lines, &caught);
        json_text(&to, "problem", text_of(&lines));
        text_free(&lines);
    }
    json_close(&to, '}');
    caught_messages_free(&caught);
    write_text(&all);
}
