// SPDX-License-Identifier: MIT
// explain --format text: the answer, then the transitions and choices in the order of evaluation.
#include "agent/run.h"
#include "explain/tick_record.h"
#include "graph/graph.h"

#include <stdlib.h>

enum { WIDEST = 110 };  // most characters of a line with the parts of a condition

typedef struct teller {
    const tick_records *about;
    const tick_record *call;
    bool colour;
    text *to;
    wits_state_id composite;  ///< the last one printed; WITS_NONE before the first
    wits_state_id source;     ///< the state whose transitions are being printed
} teller;

static void add_styled(const teller *t, const char *style, const char *what) {
    bool styled = t->colour && style[0] != '\0';
    text_format(t->to, styled ? "%s%s\033[0m" : "%.0s%s", style, what);
}

static void add_line_number(const teller *t, wits_table table, uint32_t row, const char *member) {
    text at = {0};
    text_format(&at, "line %u", (unsigned)tick_record_line(t->about, table, row, member));
    add_styled(t, "\033[2m", text_of(&at));
    text_free(&at);
}

// -------------------------------------------------------------------------------------------------------------- inputs

static void add_label(const teller *t, const char *label) {
    text_format(t->to, "  %-8s", label);
}

static void add_path(const teller *t, const char *label, const unsigned char *agent) {
    add_label(t, label);
    text_active(t->to, t->about->of->mind.brain, agent);
    text_add(t->to, "\n");
}

static void add_events(const teller *t) {
    const wits_brain *brain = t->about->of->mind.brain;
    uint32_t count = 0;
    for (uint32_t event = 0; event < wits_event_count(brain); event++) {
        if (wits_is_pending(brain, t->call->before, event)) {
            if (count == 0) {
                add_label(t, "events");
            }
            text_format(t->to, "%s%s", count++ == 0 ? "" : ", ", wits_event_name(brain, event));
        }
    }
    text_add(t->to, count > 0 ? "\n" : "");
}

static void add_value(const teller *t, const context *from, uint32_t field) {
    if (from->fields[field].type == WITS_TYPE_FLOAT) {
        text_short(t->to, (float)context_get(from, field));
    } else {
        text_value(t->to, &from->fields[field], context_get(from, field), false);
    }
}

static void add_field(const teller *t, uint32_t field) {
    text_format(t->to, "%s ", t->call->given.fields[field].name);
    add_value(t, &t->call->given, field);
    if (context_differs(&t->call->given, &t->call->left, field)) {
        text_add(t->to, ", then ");
        add_value(t, &t->call->left, field);
    }
}

/// A list after a label, broken into lines as needed.
typedef struct listing {
    const char *label;
    uint32_t count;
    size_t begin;  ///< beginning of the line
} listing;

static void next_item(const teller *t, listing *of) {
    if (of->count++ == 0) {
        of->begin = t->to->length;
        add_label(t, of->label);
        return;
    }
    bool is_full = text_width(t->to->bytes + of->begin, t->to->length - of->begin) > WIDEST - 30;
    text_add(t->to, is_full ? ";\n          " : "; ");
    of->begin = is_full ? t->to->length : of->begin;
}

/// Writes the fields that were read. If actions of the call changed a field, its new value follows.
static void add_fields(const teller *t) {
    bool *read = asked_fields(t->about, t->call);
    listing fields = {.label = "fields"};
    for (uint32_t field = 0; field < t->call->given.count; field++) {
        if (read[field]) {
            next_item(t, &fields);
            add_field(t, field);
        }
    }
    text_add(t->to, fields.count > 0 ? "\n" : "");
    free(read);
}

/// Writes the results of the host's conditions and scores.
static void add_host(const teller *t) {
    listing given = {.label = "host"};
    text name = {0}, value = {0};
    for (uint32_t i = 0; text_tick_record(&name, &value, t->about, t->call, i, false); i++) {
        next_item(t, &given);
        text_add(t->to, text_of(&name));
        text_add(t->to, " ");
        text_add(t->to, text_of(&value));
        text_clear(&name);
        text_clear(&value);
    }
    text_free(&name);
    text_free(&value);
    text_add(t->to, given.count > 0 ? "\n" : "");
}

// --------------------------------------------------------------------------------------------------------- transitions

/// Writes all parts on one line if they fit, else one on each line.
static void add_parts(const teller *t, const wits_explained_transition *one, size_t begin) {
    uint32_t count = asked_parts(t->about, one);
    text parts = {0};
    for (uint32_t wide = 0; wide < 2; wide++) {
        text_clear(&parts);
        for (uint32_t part = 0; part < count; part++) {
            bool holds = asked_part_holds(t->about, t->call, one, part);
            text_add(&parts, wide == 0 ? (part == 0 ? "" : "  ") : "\n        ");
            text_part(&parts, t->about, one, part);
            text_add(&parts, holds ? " [true]" : t->colour ? " \033[1m[FALSE]\033[0m" : " [FALSE]");
        }
        size_t before = text_width(t->to->bytes + begin, t->to->length - begin);
        if (count == 1 || before + text_width(text_of(&parts), parts.length) <= WIDEST) {
            break;
        }
    }
    bool is_below = text_of(&parts)[0] == '\n';
    while (is_below && t->to->bytes[t->to->length - 1] == ' ') {
        t->to->bytes[--t->to->length] = '\0';
    }
    text_add(t->to, text_of(&parts));
    text_free(&parts);
}

static void add_fired(const teller *t, const wits_explained_transition *one, size_t begin) {
    const wits_transition_desc *desc = &t->about->of->desc->transitions[one->row];
    const char *separator = "";
    if (desc->event != NULL) {
        text_format(t->to, "%s is pending", desc->event);
        separator = ", ";
    }
    if (desc->after > 0) {
        text_format(t->to, "%s%u of %u ticks", separator, (unsigned)one->elapsed, (unsigned)desc->after);
        separator = ", ";
    }
    if (asked_parts(t->about, one) > 0) {
        text_add(t->to, separator);
        add_parts(t, one, begin);
    } else if (separator[0] == '\0') {
        text_add(t->to, "always");
    }
}

static void add_outcome(const teller *t, const wits_explained_transition *one, size_t begin) {
    const wits_transition_desc *desc = &t->about->of->desc->transitions[one->row];
    switch ((wits_tried)one->tried) {
    case WITS_TRIED_FIRED:
        text_add(t->to, "fires: ");
        add_fired(t, one, begin);
        break;
    case WITS_TRIED_EVENT:
        text_format(t->to, "its event %s is not pending", desc->event);
        break;
    case WITS_TRIED_AFTER:
        text_format(t->to, "needs %u tick%s, has had %u", (unsigned)desc->after, desc->after == 1 ? "" : "s",
                    (unsigned)one->elapsed);
        break;
    case WITS_TRIED_ACTIVE:
        text_add(t->to, "already active");
        break;
    case WITS_TRIED_CONDITION:
    default:
        text_add(t->to, "condition false:  ");
        add_parts(t, one, begin);
        break;
    }
}

/// Prints a composite's name and kind before the first of its consecutive records.
static void add_composite(teller *t, wits_state_id composite) {
    text name = {0};
    text_state(&name, t->about->of->mind.brain, composite);
    text_add(t->to, "\n");
    add_styled(t, "\033[1m", text_of(&name));
    if (t->composite != composite) {
        text_add(t->to, " (");
        text_kind(t->to, t->about->of->desc, t->about->of->mind.brain, composite);
        text_add(t->to, ")");
    }
    t->composite = composite;
    text_free(&name);
}

static void add_tried(const teller *t, const wits_explained_transition *one) {
    const wits_transition_desc *desc = &t->about->of->desc->transitions[one->row];
    size_t begin = t->to->length;
    text arrow = {0};
    text_state(&arrow, t->about->of->mind.brain, desc->from);
    text_add(&arrow, desc->any ? " (any) → " : " → ");
    text_state(&arrow, t->about->of->mind.brain, desc->to);
    bool fired = one->tried == WITS_TRIED_FIRED;
    text_add(t->to, fired ? "  ✓ " : "  · ");
    add_styled(t, fired ? "\033[1m" : "", text_of(&arrow));
    text_add(t->to, "  ");
    add_line_number(t, WITS_TABLE_TRANSITIONS, one->row, NULL);
    text_add(t->to, "  ");
    add_outcome(t, one, begin);
    text_add(t->to, "\n");
    text_free(&arrow);
}

void text_tried(const tick_records *about, const tick_record *call, const wits_explained_transition *transition,
                bool colour, text *to) {
    const teller t = {.about = about, .call = call, .colour = colour, .to = to};
    add_tried(&t, transition);
}

static void tell_transition(teller *t, const wits_explained_transition *one) {
    if (t->source != one->source) {
        add_composite(t, wits_state_parent(t->about->of->mind.brain, one->source));
        text_format(t->to, ", %s being active; transitions in order:\n",
                    wits_state_name(t->about->of->mind.brain, one->source));
        t->source = one->source;
    }
    add_tried(t, one);
}

// ------------------------------------------------------------------------------------------------------------- choices

static void add_draw(const teller *t, const wits_explained_choice *choice) {
    float sum = 0.0f;
    uint32_t count = 0;
    if (choice->draw != choice->draw) {
        return;
    }
    text_add(t->to, "  drawn: ");
    text_short(t->to, choice->draw);
    text_add(t->to, " of 0 to 1, where ");
    for (uint32_t i = 0; i < choice->option_count; i++) {
        const wits_explained_option *one = &t->call->why.options[choice->first_option + i];
        if (one->chance > 0.0f) {
            sum += one->chance;
            text_format(t->to, "%s%s goes up to ", count++ == 0 ? "" : ", ",
                        wits_state_name(t->about->of->mind.brain, one->option));
            text_short(t->to, sum / choice->total);
        }
    }
    text_add(t->to, "\n");
}

static void add_not_scored(const teller *t, const wits_explained_choice *choice) {
    const wits_brain *brain = t->about->of->mind.brain;
    const char *name = wits_state_name(brain, choice->current);
    const char *ticks = choice->left == 1 ? "tick" : "ticks";
    if (choice->how == WITS_CHOICE_COMMITTED) {
        text_format(t->to, " does not choose: %s is not done", name);
        text_ends_in(t->about->of->desc, choice, t->to);
        text_add(t->to, "\n");
    } else if (choice->how == WITS_CHOICE_HELD) {
        text_format(t->to, " does not choose: %s is held for %u more %s\n", name, (unsigned)choice->left, ticks);
    } else {
        text_format(t->to, " does not choose for %u more %s; %s stays\n", (unsigned)choice->left, ticks, name);
    }
}

void text_not_scored(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                     text *to) {
    const teller t = {.about = about, .call = call, .to = to};
    add_not_scored(&t, choice);
}

static void tell_choice(teller *t, const wits_explained_choice *choice) {
    const wits_brain *brain = t->about->of->mind.brain;
    add_composite(t, choice->composite);
    t->source = WITS_NONE;
    if (choice->how == WITS_CHOICE_HELD || choice->how == WITS_CHOICE_NOT_DUE || choice->how == WITS_CHOICE_COMMITTED) {
        add_not_scored(t, choice);
        return;
    }
    bool stays = choice->current == choice->chosen;
    if (choice->is_done) {
        text_format(t->to, ": %s is done", wits_state_name(brain, choice->current));
        text_ends_in(t->about->of->desc, choice, t->to);
        text_add(t->to, ";");
    }
    text_format(t->to,
                choice->current == WITS_NONE ? " is entered and begins with %s"
                : asked_begins_anew(choice)  ? " enters %s again"
                : stays                      ? " stays with %s"
                                             : " switches to %s",
                wits_state_name(brain, choice->chosen));
    if (asked_retargets(choice)) {
        text_add(t->to, ", which ");
        text_turn(choice, t->to);
    }
    text_add(t->to, choice->no_candidate ? ": no option is a candidate\n" : "\n");
    add_draw(t, choice);
    text_options(t->about, t->call, choice, t->colour, t->to);
}

// ---------------------------------------------------------------------------------------------------- rules of initial

static void tell_beginning(teller *t, const wits_explained_beginning *one) {
    add_composite(t, one->composite);
    t->source = WITS_NONE;
    text_format(t->to, " is entered and begins with %s  ", wits_state_name(t->about->of->mind.brain, one->child));
    add_line_number(t, WITS_TABLE_INITIALS, one->row, NULL);
    text_add(t->to, t->about->of->desc->initials[one->row].when != NULL ? "  when " : "  as ");
    text_rule(t->to, t->about, one);
    text_add(t->to, "\n");
}

// --------------------------------------------------------------------------------------------------------------- calls

static void tell_call(teller *t) {
    const wits_explain *why = &t->call->why;
    asked_order order = {{0}};
    uint32_t number;
    t->composite = WITS_NONE;
    t->source = WITS_NONE;
    for (asked_kind next; (next = asked_next(t->call, &order, &number)) != ASKED_END;) {
        if (next == ASKED_CHOICE) {
            tell_choice(t, &why->choices[number]);
        } else if (next == ASKED_TRANSITION) {
            tell_transition(t, &why->transitions[number]);
        } else {
            tell_beginning(t, &why->beginnings[number]);
        }
    }
    if (why->dropped > 0) {
        text_format(t->to, "\nand %llu more\n", (unsigned long long)why->dropped);
    }
}

static void tell_answer(const teller *t) {
    text answer = {0};
    text_answer(t->about, t->call, &answer);
    add_styled(t, "\033[1m", text_of(&answer));
    text_add(t->to, "\n");
    text_free(&answer);
}

/// If nothing changed, shows what led to the current state.
static void tell_since(const tick_records *about, text *to) {
    for (size_t i = 0; i < about->count; i++) {
        if (asked_has_moved(about, &about->calls[i])) {
            return;
        }
    }
    if (about->because.length > 0) {
        text_format(to, "since tick %u: %s\n", (unsigned)about->since, text_of(&about->because));
    }
}

static void tell_what_is_known(const teller *t, bool is_first) {
    const wits_frame *frame = &t->about->of->frame;
    if (is_first) {
        add_label(t, "tick");
        text_format(t->to, "%u, agent %llu, seed %llu\n", (unsigned)frame->tick, (unsigned long long)frame->agent,
                    (unsigned long long)frame->seed);
    }
    add_path(t, "before", t->call->before);
    add_path(t, "after", t->call->after);
    add_events(t);
    add_fields(t);
    add_host(t);
}

/// Returns false for an update that changed no state.
static bool is_worth_telling(const tick_records *about, const tick_record *call) {
    return call->verb != INPUT_UPDATE || asked_has_moved(about, call) || call->why.choice_count > 0;
}

static void tell_nothing(const tick_records *about, text *to) {
    text_format(to, "%s was in ", wits_state_name(about->of->mind.brain, WITS_ROOT));
    text_active(to, about->of->mind.brain, about->of->agent);
    text_format(to, "; at tick %u nothing was decided.\n", (unsigned)about->of->frame.tick);
    tell_since(about, to);
}

void text_tick_records(const tick_records *about, bool colour, text *to) {
    teller t = {.about = about, .colour = colour, .to = to};
    bool is_first = true;
    for (size_t i = 0; i < about->count; i++) {
        t.call = &about->calls[i];
        if (!is_worth_telling(about, t.call)) {
            continue;
        }
        text_add(to, is_first ? "" : "\n");
        tell_answer(&t);
        if (is_first) {
            tell_since(about, to);
        }
        tell_what_is_known(&t, is_first);
        tell_call(&t);
        is_first = false;
    }
    if (is_first) {
        tell_nothing(about, to);
    }
}
