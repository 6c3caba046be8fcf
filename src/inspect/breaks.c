// SPDX-License-Identifier: MIT
// Breakpoints: events of single agents, over the whole population, that pause the world.
#include "inspect/inspector.h"

#include <string.h>

enum { LISTED_AGENTS = 8 };

/// Notes about an agent, from the last frame.
enum { WAS_IN_FROM = 1, WAS_IN_TO = 2, HELD = 4 };

static void forget(wits_inspector *of, breakpoint *b) {
    wits_inspect_release(of, &b->text);
    wits_inspect_release(of, &b->notes);
    wits_inspect_release_probe(of, &b->condition);
    *b = (breakpoint){0};
}

void wits_inspect_forget_breaks(wits_inspector *of, uint32_t viewer) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        if (of->breaks[i].number != 0 && of->breaks[i].viewer == viewer) {
            forget(of, &of->breaks[i]);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- reading

/// Reads the line of a breakpoint, which it changes: "STATE [to STATE] [where CONDITION]" or "where CONDITION".
static bool read_line(const asked *a, char *line, breakpoint *b) {
    const char *word = wits_inspect_word(&line);
    b->from = b->to = WITS_NONE;
    if (strcmp(word, "where") != 0) {
        if (!wits_inspect_read_state(a, word, &b->to)) {
            return false;
        }
        word = wits_inspect_word(&line);
        if (strcmp(word, "to") == 0) {
            b->from = b->to;
            if (!wits_inspect_read_state(a, wits_inspect_word(&line), &b->to)) {
                return false;
            }
            word = wits_inspect_word(&line);
        }
        if (*word == '\0') {
            return true;
        }
    }
    if (strcmp(word, "where") != 0) {
        wits_inspect_refuse(a, "expected 'to' or 'where' instead of '", word, "'", NULL);
        return false;
    }
    b->has_condition = wits_inspect_make_condition(a, line, &b->condition);
    return b->has_condition;
}

static bool is_around(const wits_brain *brain, wits_state_id outer, wits_state_id inner) {
    return outer <= inner && inner < wits_state_end(brain, outer);
}

// ------------------------------------------------------------------------------------------------------------ checking

/// Writes the agents of a slice for which the event has occurred to `comes`.
static void check_slice(wits_inspector *of, breakpoint *b, uint64_t first, uint32_t count, bool *comes) {
    uint8_t *notes = (uint8_t *)b->notes.bytes + first;
    const bool inwards = b->from == WITS_NONE || !is_around(of->brain, b->to, b->from);
    if (b->to == WITS_NONE) {
        memset(comes, true, count * sizeof *comes);
    } else {
        bool *is_in_from = ((scan *)of->scan.bytes)->is_in_from;
        memset(is_in_from, false, count * sizeof *is_in_from);
        wits_inspect_scan_state(of, b->to, first, count, comes);
        if (b->from != WITS_NONE) {
            wits_inspect_scan_state(of, b->from, first, count, is_in_from);
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint8_t now = (uint8_t)((is_in_from[i] ? WAS_IN_FROM : 0) | (comes[i] ? WAS_IN_TO : 0));
            comes[i] = comes[i] && (inwards ? (notes[i] & WAS_IN_TO) == 0 : !is_in_from[i]) &&
                       (b->from == WITS_NONE || (notes[i] & WAS_IN_FROM) != 0);
            notes[i] = now;
        }
    }
    if (b->has_condition) {
        wits_inspect_test(of, &b->condition, first, count, comes);
    }
    for (uint32_t i = 0; i < count && b->to == WITS_NONE; i++) {
        const bool holds = comes[i];
        comes[i] = holds && (notes[i] & HELD) == 0;
        notes[i] = holds ? HELD : 0;
    }
}

typedef struct hits {
    uint64_t count;
    uint64_t rows[LISTED_AGENTS];
} hits;

/// Checks all agents, and counts those for which the event has occurred since the last call.
static bool check(wits_inspector *of, breakpoint *b, hits *h) {
    const uint64_t had = b->agents;
    const room old = b->notes;
    *h = (hits){0};
    if (b->has_condition && !wits_inspect_reserve_probe(of, &b->condition)) {
        return false;
    }
    if (old.size < of->count) {  // the notes grow; existing ones are kept
        room notes = {0};
        if (!wits_inspect_reserve(of, &notes, of->count)) {
            return false;
        }
        if (had > 0) {
            memcpy(notes.bytes, old.bytes, (size_t)had);
        }
        wits_inspect_release(of, &b->notes);
        b->notes = notes;
    }
    if (had < of->count) {
        memset((uint8_t *)b->notes.bytes + had, 0, (size_t)(of->count - had));
    }
    bool *comes = ((scan *)of->scan.bytes)->holds;
    for (uint64_t first = 0; first < of->count; first += SCANNED_ROWS) {
        const uint64_t left = of->count - first;
        const uint32_t count = (uint32_t)(left < SCANNED_ROWS ? left : SCANNED_ROWS);
        check_slice(of, b, first, count, comes);
        for (uint32_t i = 0; i < count && first + i < had; i++) {  // what a new agent does does not count
            if (comes[i] && h->count < LISTED_AGENTS) {
                h->rows[h->count] = first + i;
            }
            h->count += comes[i];
        }
    }
    b->agents = of->count;
    return true;
}

static void tell_hits(wits_inspector *of, const breakpoint *b, const hits *h) {
    for (uint32_t viewer = 0; viewer < WITS_INSPECT_MAX_VIEWERS; viewer++) {
        if (!of->viewers[viewer].is_there || of->viewers[viewer].has_left) {
            continue;
        }
        of->json.is_mute = false;
        wits_json_begin(&of->json, viewer, "broke");
        wits_json_count(&of->json, "break", b->number);
        wits_json_count(&of->json, "tick", of->tick);
        wits_json_count(&of->json, "count", h->count);
        wits_json_open(&of->json, "agents", '[');
        for (uint64_t i = 0; i < h->count && i < LISTED_AGENTS; i++) {
            wits_json_id(&of->json, NULL, id_at(of, h->rows[i]));
        }
        wits_json_close(&of->json, ']');
        wits_json_end(&of->json);
    }
}

/// A request for rejecting a breakpoint later.
static asked asked_for(wits_inspector *of, const breakpoint *b) {
    return (asked){.of = of,
                   .viewer = &of->viewers[b->viewer],
                   .viewer_number = b->viewer,
                   .word = "break",
                   .removed = b->text.bytes};
}

void wits_inspect_check_breaks(wits_inspector *of) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        breakpoint *b = &of->breaks[i];
        hits h;
        if (b->number == 0) {
            continue;
        }
        if (!check(of, b, &h)) {
            const asked a = asked_for(of, b);
            wits_inspect_has_memory(&a, false);
            forget(of, b);
        } else if (h.count > 0) {
            b->hits += h.count;
            // Reports a pause once to a game that cannot pause.
            if (!of->is_paused || of->returned != WITS_INSPECT_WAIT) {
                tell_hits(of, b, &h);
            }
            set_pace(of, true, 0, false);
            has_changed(of);
        }
    }
}

void wits_inspect_renew_breaks(wits_inspector *of) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        breakpoint *b = &of->breaks[i];
        char line[WITS_INSPECT_MAX_LINE + 1];
        if (b->number == 0) {
            continue;
        }
        const asked a = asked_for(of, b);
        hits h;
        memcpy(line, b->text.bytes, strlen(b->text.bytes) + 1);
        wits_inspect_release_probe(of, &b->condition);
        b->has_condition = false;
        b->agents = 0;
        if (!read_line(&a, line, b) || !wits_inspect_has_memory(&a, check(of, b, &h))) {
            forget(of, b);
        }
    }
}

void wits_inspect_put_breaks(wits_inspector *of) {
    bool is_open = false;
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        const breakpoint *b = &of->breaks[i];
        if (b->number != 0) {
            if (!is_open) {
                wits_json_open(&of->json, "breaks", '[');
            }
            is_open = true;
            wits_json_open(&of->json, NULL, '{');
            wits_json_count(&of->json, "break", b->number);
            wits_json_text(&of->json, "text", b->text.bytes);
            wits_json_count(&of->json, "hits", b->hits);
            wits_json_close(&of->json, '}');
        }
    }
    if (is_open) {
        wits_json_close(&of->json, ']');
    }
}

// ------------------------------------------------------------------------------------------------------------ requests

static breakpoint *free_row(wits_inspector *of) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        if (of->breaks[i].number == 0) {
            return &of->breaks[i];
        }
    }
    return NULL;
}

void wits_inspect_break(const asked *a) {
    wits_inspector *of = a->of;
    breakpoint *b = free_row(of);
    const size_t size = strlen(a->rest) + 1;
    hits h;
    if (b == NULL) {
        wits_inspect_refuse(a, "there are 16 breakpoints already; remove one", NULL, NULL, NULL);
        return;
    }
    *b = (breakpoint){.viewer = a->viewer_number};
    if (!wits_inspect_has_memory(a, wits_inspect_reserve(of, &b->text, size) && wits_inspect_reserve_scan(of))) {
        forget(of, b);
        return;
    }
    memcpy(b->text.bytes, a->rest, size);
    if (!read_line(a, a->rest, b) || !wits_inspect_has_memory(a, check(of, b, &h))) {
        forget(of, b);
        return;
    }
    b->number = ++of->last_break;
    wits_inspect_done_with(a, b->number);
}

void wits_inspect_unbreak(const asked *a) {
    uint64_t number = 0;
    bool is_found = strcmp(a->rest, "all") == 0;
    if (!is_found && (!wits_inspect_number(a->rest, UINT32_MAX, &number) || number == 0)) {
        wits_inspect_refuse(a, "expected a breakpoint's number or 'all' instead of '", a->rest, "'", NULL);
        return;
    }
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_BREAKS; i++) {
        breakpoint *b = &a->of->breaks[i];
        if (b->number != 0 && (number == 0 || b->number == number)) {
            forget(a->of, b);
            is_found = true;
        }
    }
    if (is_found) {
        wits_inspect_done(a);
    } else {
        wits_inspect_refuse(a, "there is no breakpoint '", a->rest, "'", NULL);
    }
}
