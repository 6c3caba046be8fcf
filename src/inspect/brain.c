// SPDX-License-Identifier: MIT
// The message `brain`: all that a viewer needs to draw it.
#include "inspect/inspector.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------- members

// Each writes a member if it is not the default.

static void put_text(json_writer *to, const char *key, const char *text) {
    if (text != NULL) {
        wits_json_text(to, key, text);
    }
}

static void put_count(json_writer *to, const char *key, uint32_t value) {
    if (value != 0) {
        wits_json_count(to, key, value);
    }
}

static void put_true(json_writer *to, const char *key, bool value) {
    if (value) {
        wits_json_bool(to, key, true);
    }
}

static void put_float_if(json_writer *to, const char *key, bool is_given, float value) {
    if (is_given) {
        wits_json_float(to, key, value);
    }
}

// ------------------------------------------------------------------------------------------------------ considerations

static void put_curve(json_writer *to, const wits_curve *curve) {
    wits_json_open(to, NULL, '{');
    wits_json_text(to, "kind", wits_curve_name(curve->kind));
    wits_json_float(to, "m", curve->has_m ? curve->m : 1.0f);
    wits_json_float(to, "k", curve->has_k ? curve->k : curve->kind == WITS_CURVE_SIGMOID ? -0.5f : 1.0f);
    wits_json_float(to, "b", curve->b);
    wits_json_float(to, "c", curve->c);
    if (curve->knot_count > 0) {
        wits_json_open(to, "knots", '[');
        for (uint32_t i = 0; i < curve->knot_count; i++) {
            wits_json_open(to, NULL, '[');
            wits_json_float(to, NULL, curve->knots[i].x);
            wits_json_float(to, NULL, curve->knots[i].y);
            wits_json_close(to, ']');
        }
        wits_json_close(to, ']');
    }
    wits_json_close(to, '}');
}

static void put_consideration(json_writer *to, const wits_consideration_desc *one, uint32_t row) {
    wits_json_open(to, NULL, '{');
    wits_json_count(to, "row", row);
    wits_json_count(to, "depth", one->depth);
    put_text(to, "group", one->group != WITS_GROUP_NONE ? wits_group_name(one->group) : NULL);
    put_text(to, "gate", one->gate);
    put_text(to, "input", one->input);
    const bool has_range = one->low != one->high;
    put_float_if(to, "low", has_range, one->low);
    put_float_if(to, "high", has_range, one->high);
    put_text(to, "outside", one->outside == WITS_OUTSIDE_WRAP ? wits_outside_name(one->outside) : NULL);
    put_float_if(to, "onNan", one->has_on_nan, one->on_nan);
    put_float_if(to, "weight", one->has_weight, one->weight);
    if (one->curve_count > 0) {
        wits_json_open(to, "curves", '[');
        for (uint32_t i = 0; i < one->curve_count; i++) {
            put_curve(to, &one->curves[i]);
        }
        wits_json_close(to, ']');
    }
    wits_json_close(to, '}');
}

/// Writes the rows of an option. `row` is the first remaining row, and becomes the row after the option's last.
static void put_considerations(json_writer *to, const wits_desc *desc, uint32_t state, uint32_t *row) {
    while (*row < desc->consideration_count && desc->considerations[*row].of < state) {
        ++*row;
    }
    if (*row == desc->consideration_count || desc->considerations[*row].of != state) {
        return;
    }
    wits_json_open(to, "considerations", '[');
    for (; *row < desc->consideration_count && desc->considerations[*row].of == state; ++*row) {
        put_consideration(to, &desc->considerations[*row], *row);
    }
    wits_json_close(to, ']');
}

// -------------------------------------------------------------------------------------------------------------- states

static void put_choice(json_writer *to, const wits_state_desc *s) {
    put_float_if(to, "inertia", s->inertia != 0.0f, s->inertia);
    put_float_if(to, "floor", s->has_floor, s->floor);
    put_count(to, "every", s->every);
    put_text(to, "select", s->select > WITS_SELECT_HIGHEST ? wits_select_name(s->select) : NULL);
    put_count(to, "top", s->top);
    put_float_if(to, "within", s->within != 0.0f, s->within);
    put_float_if(to, "temperature", s->temperature != 0.0f, s->temperature);
    put_count(to, "default", s->default_option);
}

static void put_option(json_writer *to, const wits_state_desc *s) {
    put_text(to, "score", s->score);
    put_true(to, "scoreBest", s->score_best);
    put_float_if(to, "weight", s->has_weight, s->weight);
    put_count(to, "hold", s->hold);
    put_text(to, "rank", s->rank);
    put_count(to, "cooldown", s->cooldown);
    if (s->commit != WITS_COMMIT_DEFAULT) {
        wits_json_bool(to, "commit", s->commit == WITS_COMMIT_YES);
    }
    put_text(to, "target", s->target);
    put_text(to, "retarget", s->retarget);
    put_true(to, "reenter", s->reenter);
    put_float_if(to, "targetInertia", s->has_target_inertia, s->target_inertia);
}

static void put_attributes(json_writer *to, const wits_state_desc *s) {
    put_count(to, "initial", s->initial);
    put_text(to, "leave", s->leave > WITS_LEAVE_RESET ? wits_leave_name(s->leave) : NULL);
    put_text(to, "activation", s->activation > WITS_ACTIVATION_NOW ? wits_activation_name(s->activation) : NULL);
    put_text(to, "enter", s->enter);
    put_text(to, "exit", s->exit);
    put_text(to, "update", s->update);
    put_text(to, "decide", s->decide);
    put_text(to, "step", s->step);
    put_count(to, "lasts", s->lasts);
    put_text(to, "done", s->done);
    put_true(to, "final", s->final);
    put_choice(to, s);
    put_option(to, s);
}

static void put_states(const wits_inspector *of, json_writer *to) {
    uint32_t row = 0;
    wits_json_open(to, "states", '[');
    for (uint32_t i = 0; i < wits_state_count(of->brain); i++) {
        const wits_state_id id = (wits_state_id)i;
        char path[MOST_PATH];
        wits_state_path(of->brain, id, path, sizeof path);
        wits_json_open(to, NULL, '{');
        wits_json_text(to, "name", wits_state_name(of->brain, id));
        wits_json_text(to, "path", path);
        wits_json_row(to, "parent", wits_state_parent(of->brain, id));
        wits_json_text(to, "kind", wits_kind_name(wits_state_kind(of->brain, id)));
        wits_json_count(to, "end", wits_state_end(of->brain, id));
        if (of->desc != NULL) {
            put_attributes(to, &of->desc->states[i]);
            put_considerations(to, of->desc, i, &row);
        }
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

// --------------------------------------------------------------------------------------------------------------- rules

static void put_transitions(const wits_inspector *of, json_writer *to) {
    wits_json_open(to, "transitions", '[');
    for (uint32_t i = 0; i < wits_transition_count(of->brain); i++) {
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "from", wits_transition_source(of->brain, i));
        wits_json_count(to, "to", wits_transition_destination(of->brain, i));
        if (of->desc != NULL) {
            const wits_transition_desc *t = &of->desc->transitions[i];
            wits_json_bool(to, "any", t->any);
            wits_json_row(to, "event", t->event != NULL ? wits_find_event(of->brain, t->event) : WITS_NONE);
            wits_json_text(to, "when", t->when);
            wits_json_count(to, "after", t->after);
            wits_json_text(to, "run", t->run);
            wits_json_bool(to, "reenter", t->reenter);
            put_true(to, "restart", t->restart);
        }
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_steps(const wits_inspector *of, json_writer *to) {
    wits_json_open(to, "steps", '[');
    for (uint32_t i = 0; of->desc != NULL && i < of->desc->step_count; i++) {
        const wits_step_desc *s = &of->desc->steps[i];
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "of", s->of);
        wits_json_row(to, "to", s->to == WITS_ROOT ? WITS_NONE : s->to);
        wits_json_text(to, "when", s->when);
        wits_json_text(to, "run", s->run);
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_initials(const wits_inspector *of, json_writer *to) {
    wits_json_open(to, "initials", '[');
    for (uint32_t i = 0; i < wits_initial_count(of->brain); i++) {
        wits_json_open(to, NULL, '{');
        wits_json_count(to, "of", wits_initial_state(of->brain, i));
        wits_json_count(to, "to", wits_initial_destination(of->brain, i));
        wits_json_text(to, "when", of->desc != NULL ? of->desc->initials[i].when : NULL);
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

// -------------------------------------------------------------------------------------------------------------- inputs

static void put_promise(json_writer *to, const wits_promise *promise) {
    const bool has_range = promise != NULL && promise->has_range;
    if (has_range) {
        wits_json_number(to, "low", promise->low);
        wits_json_number(to, "high", promise->high);
    } else {
        wits_json_raw(to, "low", "null");
        wits_json_raw(to, "high", "null");
    }
}

static void put_fields(const wits_inspector *of, json_writer *to) {
    const wits_promises *promises = of->desc != NULL ? of->world->promises : NULL;
    wits_json_open(to, "fields", '[');
    for (uint32_t i = 0; i < wits_field_count(of->brain); i++) {
        wits_json_open(to, NULL, '{');
        wits_json_text(to, "name", wits_field_name(of->brain, i));
        wits_json_text(to, "type", wits_type_name(wits_field_type(of->brain, i)));
        const uint32_t values = wits_field_value_count(of->brain, i);
        if (values == 0) {
            wits_json_raw(to, "values", "null");
        } else {
            wits_json_open(to, "values", '[');
            for (uint32_t value = 0; value < values; value++) {
                wits_json_text(to, NULL, wits_field_value_name(of->brain, i, value));
            }
            wits_json_close(to, ']');
        }
        wits_json_number(to, "initial", wits_field_initial(of->brain, i));
        wits_json_bool(to, "assigned", wits_field_is_assigned(of->brain, i));
        put_promise(to, promises != NULL && promises->fields != NULL ? &promises->fields[i] : NULL);
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

static void put_targets(const wits_inspector *of, json_writer *to) {
    wits_json_open(to, "targets", '[');
    for (uint32_t kind = 0; kind < wits_target_kind_count(of->brain); kind++) {
        wits_json_open(to, NULL, '{');
        wits_json_text(to, "name", wits_target_kind_name(of->brain, kind));
        wits_json_open(to, "fields", '[');
        for (uint32_t field = 0; field < wits_target_field_count(of->brain, kind); field++) {
            wits_json_open(to, NULL, '{');
            wits_json_text(to, "name", wits_target_field_name(of->brain, kind, field));
            wits_json_text(to, "type", wits_type_name(wits_target_field_type(of->brain, kind, field)));
            const uint32_t values = wits_target_field_value_count(of->brain, kind, field);
            if (values == 0) {
                wits_json_raw(to, "values", "null");
            } else {
                wits_json_open(to, "values", '[');
                for (uint32_t value = 0; value < values; value++) {
                    wits_json_text(to, NULL, wits_target_field_value_name(of->brain, kind, field, value));
                }
                wits_json_close(to, ']');
            }
            wits_json_bool(to, "own", wits_target_field_is_own(of->brain, kind, field));
            wits_json_close(to, '}');
        }
        wits_json_close(to, ']');
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
}

// ------------------------------------------------------------------------------------------------------------- answers

void wits_inspect_brain(const asked *a) {
    const wits_inspector *of = a->of;
    json_writer *to = &a->of->json;
    uint32_t per = 0;
    const uint32_t ticks = wits_ticks_per_second(of->brain, &per);
    a->viewer->has_old_brain = false;
    wits_inspect_begin_answer(a, "brain");
    wits_json_text(to, "name", wits_state_name(of->brain, WITS_ROOT));
    wits_json_hash(to, "hash", of->brain_hash);
    wits_json_hash(to, "layout", wits_brain_layout_hash(of->brain));
    wits_json_count(to, "agentSize", of->agent_size);
    wits_json_float(to, "ticksPerSecond", per != 0 ? (float)ticks / (float)per : 0.0f);
    put_states(of, to);
    put_transitions(of, to);
    put_steps(of, to);
    put_initials(of, to);
    put_fields(of, to);
    wits_json_open(to, "events", '[');
    for (uint32_t i = 0; i < wits_event_count(of->brain); i++) {
        wits_json_text(to, NULL, wits_event_name(of->brain, i));
    }
    wits_json_close(to, ']');
    wits_json_open(to, "functions", '[');
    for (uint32_t i = 0; i < wits_function_count(of->brain); i++) {
        wits_json_open(to, NULL, '{');
        wits_json_text(to, "name", wits_function_name(of->brain, i));
        wits_json_text(to, "kind", wits_function_kind_name(wits_function_kind_of(of->brain, i)));
        wits_json_close(to, '}');
    }
    wits_json_close(to, ']');
    put_targets(of, to);
    wits_json_end(to);
}

void wits_inspect_brain_text(const asked *a) {
    const wits_inspected *world = a->of->world;
    if (world->text == NULL) {
        wits_inspect_refuse(a, "the program has not given the brain's text", NULL, NULL, NULL);
        return;
    }
    wits_inspect_begin_answer(a, "text");
    wits_json_bytes(&a->of->json, "text", world->text, world->text_size);
    wits_json_end(&a->of->json);
}
