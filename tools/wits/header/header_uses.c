// SPDX-License-Identifier: MIT
// The states and events that a program uses (--uses), in a struct of their numbers. The numbers are looked up when the
// file is opened. Other states and events may then move or disappear without recompiling the program.
#include "common/lookup.h"
#include "header/header_parts.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------- command line

static int say_unknown(const char *command, const wits_brain *brain, const char *given) {
    guess found = guess_at(given);
    text suggestion = {0};
    for (uint32_t row = 1; row < wits_state_count(brain); row++) {
        guess_offer(&found, wits_state_name(brain, (wits_state_id)row));
    }
    for (uint32_t row = 0; row < wits_event_count(brain); row++) {
        guess_offer(&found, wits_event_name(brain, row));
    }
    text_guess(&suggestion, &found, "");
    const int status =
        say_misuse(command, "--uses: '%s' is neither an event nor a unique state%s", given, text_of(&suggestion));
    text_free(&suggestion);
    return status;
}

static int add_used(const char *command, const wits_brain *brain, const char *given, header_uses *to) {
    const wits_state_id found = wits_find_state(brain, given);
    const wits_state_id state = found == WITS_ROOT ? WITS_NONE : found;  // the root's number is always 0
    const uint32_t event = wits_find_event(brain, given);
    if (state == WITS_NONE && event == WITS_NONE) {
        return say_unknown(command, brain, given);
    }
    if (state != WITS_NONE) {
        to->states[state] = to->is_any = true;
    }
    if (event != WITS_NONE) {
        to->events[event] = to->is_any = true;
    }
    return STATUS_DONE;
}

int header_uses_read(const char *command, const wits_brain *brain, const char *given, header_uses *to) {
    int status = STATUS_DONE;
    to->is_given = given != NULL;
    to->states = allocate(wits_state_count(brain), sizeof *to->states);
    to->events = allocate(wits_event_count(brain), sizeof *to->events);
    text one = {0};
    while (status == STATUS_DONE && given != NULL && *given != '\0' && item_next(&given, &one)) {
        status = add_used(command, brain, text_of(&one), to);
    }
    text_free(&one);
    return status;
}

void header_uses_free(header_uses *of) {
    free(of->states);
    free(of->events);
    *of = (header_uses){0};
}

// -------------------------------------------------------------------------------------------------------------- header

/// Writes the enumerator without its prefix, in lower case: "state_patrol_walk".
static void text_member(text *to, const header *h, const char *id) {
    for (const char *c = id + h->names.upper.length; *c != '\0'; c++) {
        const char lower = (char)(*c >= 'A' && *c <= 'Z' ? *c ^ 0x20 : *c);
        text_add_bytes(to, &lower, 1);
    }
}

static void add_member(header *h, const char *type, const char *id) {
    text_format(&h->to, "    %s ", type);
    text_member(&h->to, h, id);
    text_add(&h->to, ";\n");
}

void header_add_numbers(header *h) {
    const header_uses *uses = h->options->uses;
    if (!header_has_numbers(h)) {
        return;
    }
    text_format(&h->to,
                "\n"
                "/// Numbers of the states and events that the program uses, in the file that %s opened.\n"
                "typedef struct %s {\n",
                h->open, h->numbers);
    for (uint32_t row = 0; row < h->states.count; row++) {
        if (uses->states[row]) {
            add_member(h, "wits_state_id", h->states.ids[row]);
        }
    }
    for (uint32_t row = 0; row < h->events.count; row++) {
        if (uses->events[row]) {
            add_member(h, "uint32_t", h->events.ids[row]);
        }
    }
    text_format(&h->to, "} %s;\n", h->numbers);
}

bool header_has_numbers(const header *h) {
    return h->options->uses != NULL && h->options->uses->is_any;
}

static void add_row(header *h, const char *name, const char *id) {
    text_format(&h->to, "        {\"%s\", &found.", name);
    text_member(&h->to, h, id);
    text_add(&h->to, ", 0},\n");
}

void header_add_used(header *h, uint32_t *states, uint32_t *events) {
    const header_uses *uses = h->options->uses;
    *states = *events = 0;
    text_format(&h->to, "    %s found;\n    memset(&found, 0, sizeof found);\n", h->numbers);
    for (uint32_t row = 0; row < h->events.count; row++) {
        if (uses->events[row]) {
            text_add(&h->to, (*events)++ == 0 ? "    const wits_host_event events[] = {\n" : "");
            add_row(h, wits_event_name(h->brain, row), h->events.ids[row]);
        }
    }
    text_add(&h->to, *events > 0 ? "    };\n" : "");
    for (uint32_t row = 0; row < h->states.count; row++) {
        if (uses->states[row]) {
            text path = {0};
            text_path(&path, h->brain, (wits_state_id)row);
            text_add(&h->to, (*states)++ == 0 ? "    const wits_host_state states[] = {\n" : "");
            add_row(h, text_of(&path), h->states.ids[row]);
            text_free(&path);
        }
    }
    text_add(&h->to, *states > 0 ? "    };\n" : "");
}
