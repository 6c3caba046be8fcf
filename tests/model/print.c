// SPDX-License-Identifier: MIT
// A random brain, its calls and logs as text that a person can follow.
#include <math.h>

#include "random_run.h"

static const char *const kind_names[] = {"", "leaf", "fsm", "utility", "parallel"};
static const char *const activation_names[] = {"", "now", "on_decide", "silent"};
static const char *const leave_names[] = {"", "reset", "resume", "suspend"};
static const char *const select_names[] = {"", "highest", "weighted", "top", "within", "softmax"};
static const char *const action_names[] = {"enter", "exit", "update", "decide", "step", "transition", "retarget"};

static void print_text(FILE *out, const char *what, const char *text) {
    if (text != NULL) {
        (void)fprintf(out, " %s=\"%s\"", what, text);
    }
}

static void print_number(FILE *out, const char *what, float number) {
    if (number != 0.0f || signbit(number)) {
        (void)fprintf(out, " %s=%g", what, (double)number);
    }
}

static void print_optional(FILE *out, const char *what, bool has, float number) {
    if (has) {
        (void)fprintf(out, " %s=%g", what, (double)number);
    }
}

static void print_ticks(FILE *out, const char *what, uint32_t ticks) {
    if (ticks != 0) {
        (void)fprintf(out, " %s=%u", what, ticks);
    }
}

static void print_state(FILE *out, const wits_desc *desc, uint32_t row) {
    const wits_state_desc *s = &desc->states[row];
    for (uint32_t above = row; above != WITS_ROOT; above = desc->states[above].parent) {
        (void)fputs("  ", out);
    }
    bool leaf = random_brain_end(desc, row) == row + 1;
    (void)fprintf(out, "[%u] %s %s", row, s->name, s->kind == WITS_KIND_DEFAULT && !leaf ? "fsm" : kind_names[s->kind]);
    if (s->initial != 0) {
        (void)fprintf(out, " initial=[%u]", s->initial);
    }
    print_text(out, "activation", s->activation != 0 ? activation_names[s->activation] : NULL);
    print_text(out, "leave", s->leave != 0 ? leave_names[s->leave] : NULL);
    print_number(out, "inertia", s->inertia);
    print_optional(out, "floor", s->has_floor, s->floor);
    print_ticks(out, "every", s->every);
    print_text(out, "select", s->select != 0 ? select_names[s->select] : NULL);
    print_ticks(out, "top", s->top);
    print_number(out, "within", s->within);
    print_number(out, "temperature", s->temperature);
    if (s->default_option != 0) {
        (void)fprintf(out, " default=[%u]", s->default_option);
    }
    print_text(out, "score", s->score_best ? "best" : s->score);
    print_optional(out, "weight", s->has_weight, s->weight);
    print_ticks(out, "hold", s->hold);
    print_text(out, "rank", s->rank);
    print_ticks(out, "cooldown", s->cooldown);
    print_text(out, "enter", s->enter);
    print_text(out, "exit", s->exit);
    print_text(out, "update", s->update);
    print_text(out, "decide", s->decide);
    print_text(out, "target", s->target);
    print_text(out, "retarget", s->retarget);
    print_text(out, "reenter", s->reenter ? "true" : NULL);
    print_optional(out, "target_inertia", s->has_target_inertia, s->target_inertia);
    print_text(out, "step", s->step);
    print_ticks(out, "lasts", s->lasts);
    print_text(out, "done", s->done);
    print_text(out, "commit", s->commit == 0 ? NULL : s->commit == WITS_COMMIT_YES ? "true" : "false");
    print_text(out, "final", s->final ? "true" : NULL);
    print_ticks(out, s->data != NULL ? "data" : "data_of_zeros", s->data_size);
    (void)fprintf(out, "%s\n", s->timed ? " timed" : "");
}

static void print_curves(FILE *out, const wits_consideration_desc *c) {
    static const char *const names[] = {"linear",      "constant",     "step",     "linear", "polynomial",
                                        "exponential", "logistic",     "logit",    "normal", "sigmoid",
                                        "smoothstep",  "smootherstep", "piecewise"};
    for (uint32_t i = 0; i < c->curve_count; i++) {
        const wits_curve *curve = &c->curves[i];
        (void)fprintf(out, " %s", names[curve->kind]);
        print_optional(out, "m", curve->has_m, curve->m);
        print_optional(out, "k", curve->has_k, curve->k);
        print_number(out, "b", curve->b);
        print_number(out, "c", curve->c);
        for (uint32_t knot = 0; knot < curve->knot_count; knot++) {
            (void)fprintf(out, " [%.9g, %.9g]", (double)curve->knots[knot].x, (double)curve->knots[knot].y);
        }
    }
}

static void print_consideration(FILE *out, const wits_desc *desc, uint32_t row) {
    static const char *const groups[] = {"", "product", "compensated", "geometric_mean", "sum", "mean", "min", "max"};
    const wits_consideration_desc *c = &desc->considerations[row];
    (void)fprintf(out, "consideration %u: of [%u]%*s %s", row, c->of, 2 * c->depth, "", groups[c->group]);
    print_text(out, "gate", c->gate);
    print_text(out, "input", c->input);
    if (c->low != 0.0f || c->high != 0.0f) {
        (void)fprintf(out, " range=[%.9g, %.9g]%s", (double)c->low, (double)c->high,
                      c->outside == WITS_OUTSIDE_WRAP ? " wrap" : "");
    }
    print_optional(out, "on_nan", c->has_on_nan, c->on_nan);
    print_curves(out, c);
    print_optional(out, "weight", c->has_weight, c->weight);
    (void)fputs("\n", out);
}

/// Only for an enum that declares values.
static void print_function(FILE *out, const wits_function *function) {
    static const char *const kinds[] = {"", "int", "float", "bool", "enum", "text"};
    if (function->takes_nothing) {
        (void)fprintf(out, "function %s()\n", function->name);
    }
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS && function->parameters[i].kind != WITS_ARGUMENT_NONE; i++) {
        const wits_parameter *parameter = &function->parameters[i];
        const bool is_last = i + 1 == WITS_MAX_ARGUMENTS || function->parameters[i + 1].kind == WITS_ARGUMENT_NONE;
        (void)fprintf(out, "%s%s%s", i == 0 ? "function " : ", ", i == 0 ? function->name : "", i == 0 ? "(" : "");
        (void)fputs(kinds[parameter->kind], out);
        for (uint32_t value = 0; value < parameter->value_count; value++) {
            (void)fprintf(out, " %s", parameter->values[value]);
        }
        (void)fputs(is_last ? ")\n" : "", out);
    }
}

void print_brain(FILE *out, const random_brain *brain) {
    const wits_desc *desc = &brain->desc;
    (void)fprintf(out, "brain%s%s, %u events\n", desc->update_outer_first ? ", update_outer_first" : "",
                  desc->update_skip_entered ? ", update_skip_entered" : "", desc->event_count);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        static const char *const types[] = {"", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float"};
        const wits_field_desc *field = &desc->fields[row];
        (void)fprintf(out, "field %s: %s%s", field->name, types[field->type], brain->shared[row] ? " shared" : "");
        for (uint32_t i = 0; i < field->value_count; i++) {
            (void)fprintf(out, " %s", field->values[i]);
        }
        (void)fputs("\n", out);
    }
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        static const char *const types[] = {"", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float"};
        (void)fprintf(out, "target %s:", desc->targets[kind].name);
        for (uint32_t i = 0; i < desc->targets[kind].field_count; i++) {
            const wits_target_field_desc *field = &desc->targets[kind].fields[i];
            (void)fprintf(out, " %s %s%s,", field->name, types[field->type], field->own ? " own" : "");
        }
        (void)fputs("\n", out);
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        print_function(out, &desc->functions[row]);
    }
    for (uint32_t row = 0; row < desc->state_count; row++) {
        print_state(out, desc, row);
    }
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        const wits_transition_desc *t = &desc->transitions[row];
        (void)fprintf(out, "transition %u: [%u]%s to [%u]", row, t->from, t->any ? " any" : "", t->to);
        print_text(out, "event", t->event);
        print_ticks(out, "after", t->after);
        print_text(out, "when", t->when);
        print_text(out, "run", t->run);
        (void)fprintf(out, "%s%s\n", t->reenter ? " reenter" : "", t->restart ? " restart" : "");
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        const wits_step_desc *s = &desc->steps[row];
        (void)fprintf(out, "step %u: of [%u]", row, s->of);
        print_text(out, "when", s->when);
        print_text(out, "run", s->run);
        (void)fprintf(out, s->to == 0 ? "\n" : " to [%u]\n", s->to);
    }
    for (uint32_t row = 0; row < desc->initial_count; row++) {
        const wits_initial_desc *i = &desc->initials[row];
        (void)fprintf(out, "initial %u: of [%u]", row, i->of);
        print_text(out, "when", i->when);
        (void)fprintf(out, " to [%u]\n", i->to);
    }
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        print_consideration(out, desc, row);
    }
}

void print_run(FILE *out, const random_run *run) {
    static const char *const modes[] = {"now", "deferred", "listed"};
    (void)fprintf(out, "mode %s, agent id %llu, seed %llu, %u calls, copied before call %u\n", modes[run->mode],
                  (unsigned long long)run->agent, (unsigned long long)run->seed, run->call_count, run->twin_at);
}

void print_call(FILE *out, const random_call *call, uint32_t number) {
    (void)fprintf(out, "%u: tick %u, input %08x: %s", number, call->tick, call->input, random_verb_names[call->verb]);
    if (call->verb == VERB_GOTO || call->verb == VERB_RESTART || call->verb == VERB_PLACE) {
        (void)fprintf(out, " [%u]", call->state);
    }
    if (call->verb == VERB_RAISE) {
        (void)fprintf(out, " event %u", call->event);
    }
    if (call->run_records && call->late != 0) {
        (void)fprintf(out, ", its list %u ticks later", call->late);
    }
    (void)fputc('\n', out);
}

void print_log(FILE *out, const char *title, const host_log *log) {
    if (log->count == 0) {
        return;
    }
    (void)fprintf(out, "    %s:\n", title);
    for (uint32_t i = 0; i < log->count; i++) {
        const host_entry *e = &log->entries[i];
        (void)fprintf(out, "        %c%u %s of [%u]", e->kind == 'a' ? 'a' : 't', e->function,
                      e->kind == 'a' ? action_names[e->action_kind] : "step callback", e->state);
        if (e->row != WITS_NONE) {
            (void)fprintf(out, " row %u", e->row);
        }
        (void)fprintf(out, ", elapsed %u, data %08x, in %llx, given %llx, target %llx\n", e->elapsed, e->data,
                      (unsigned long long)e->active, (unsigned long long)e->given, (unsigned long long)e->target);
    }
}

static void print_argument(FILE *out, const wits_argument *a) {
    switch (a->kind) {
    case WITS_ARGUMENT_NONE:
        (void)fputs("later", out);
        break;
    case WITS_ARGUMENT_INT:
        (void)fprintf(out, "int %d", (int)a->integer);
        break;
    case WITS_ARGUMENT_FLOAT:
        (void)fprintf(out, "float %.9g", (double)a->number);
        break;
    case WITS_ARGUMENT_BOOL:
        (void)fputs(a->text, out);
        break;
    case WITS_ARGUMENT_ENUM:
        (void)fprintf(out, "%s (%d)", a->text, (int)a->integer);
        break;
    default:
        (void)fprintf(out, "\"%s\"", a->text);
        break;
    }
}

void print_record(FILE *out, const char *title, const wits_desc *desc, const wits_action_record *record,
                  uint32_t function, const wits_argument *arguments, uint32_t count) {
    if (title != NULL) {
        (void)fprintf(out, "    %s:", title);
    }
    (void)fprintf(out, " %s[%u]:", action_names[record->kind % 6], record->row);
    if (record->action >= WITS_LIST_RAISE) {
        (void)fprintf(out, "raise %s", desc->events[record->action - WITS_LIST_RAISE]);
    } else if (record->action >= WITS_LIST_ASSIGN) {
        (void)fprintf(out, "assignment %u", record->action - WITS_LIST_ASSIGN);
    } else {
        (void)fputs(desc->functions[function].name, out);
    }
    for (uint32_t i = 0; i < count; i++) {
        (void)fputs(i == 0 ? "(" : ", ", out);
        print_argument(out, &arguments[i]);
    }
    (void)fputs(count > 0 ? ")" : "", out);
}

void print_active(FILE *out, const char *title, const wits_desc *desc, const wits_state_id *states, uint32_t count) {
    (void)fprintf(out, "    %s:", title);
    for (uint32_t i = 0; i < count; i++) {
        (void)fprintf(out, " [%u] %s", states[i], desc->states[states[i]].name);
    }
    (void)fputs(count == 0 ? " nothing\n" : "\n", out);
}
