// SPDX-License-Identifier: MIT
// Requests: their words, and the answer to each.
#include "expr/suggest.h"
#include "inspect/inspector.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- words

static char *skip_spaces(char *at) {
    while (*at == ' ') {
        at++;
    }
    return at;
}

char *wits_inspect_word(char **line) {
    char *word = skip_spaces(*line);
    char *end = word;
    while (*end != '\0' && *end != ' ') {
        end++;
    }
    *line = skip_spaces(end);
    *end = '\0';
    return word;
}

bool wits_inspect_number(const char *text, uint64_t most, uint64_t *value) {
    uint64_t number = 0;
    bool is_number = *text != '\0';
    for (; is_number && *text != '\0'; text++) {
        const uint64_t digit = (uint64_t)(unsigned char)*text - '0';
        is_number = *text >= '0' && *text <= '9' && digit <= most && number <= (most - digit) / 10;
        number = number * 10 + digit;
    }
    *value = number;
    return is_number;
}

// ------------------------------------------------------------------------------------------------------------- answers

void wits_inspect_begin_answer(const asked *a, const char *name) {
    a->of->json.is_mute = a->viewer->has_left;
    wits_json_begin(&a->of->json, a->viewer_number, name);
    if (a->has_number) {
        wits_json_count(&a->of->json, "request", a->number);
    }
}

void wits_inspect_done(const asked *a) {
    has_changed(a->of);
    wits_inspect_begin_answer(a, "done");
    wits_json_end(&a->of->json);
}

void wits_inspect_done_to_agents(const asked *a) {
    a->of->agent_changes++;
    wits_inspect_done(a);
}

void wits_inspect_done_with(const asked *a, uint32_t number) {
    has_changed(a->of);
    wits_inspect_begin_answer(a, "done");
    wits_json_count(&a->of->json, "data", number);
    wits_json_end(&a->of->json);
}

/// Refuses with at most five texts and then null. If `nearest` is not null, suggests it: "did you mean ...?".
static void refuse_with(const asked *a, const char *const *parts, const char *nearest) {
    const char *texts[12] = {0};
    uint32_t count = 0;
    if (a->removed != NULL) {
        texts[count++] = "breakpoint '";
        texts[count++] = a->removed;
        texts[count++] = "' is removed: ";
    }
    for (; *parts != NULL; parts++) {
        texts[count++] = *parts;
    }
    if (nearest != NULL) {
        texts[count++] = "; did you mean '";
        texts[count++] = nearest;
        texts[count++] = "'?";
    }
    wits_inspect_begin_answer(a, "refused");
    wits_json_texts(&a->of->json, "why", texts);
    wits_json_end(&a->of->json);
}

void wits_inspect_refuse(const asked *a, const char *before, const char *name, const char *after, const char *nearest) {
    const char *const parts[] = {before, name, name != NULL ? after : NULL, NULL};
    refuse_with(a, parts, nearest);
}

void wits_inspect_refuse_name(const asked *a, const char *what, const char *word,
                              const char *(*name)(const wits_brain *, uint32_t), uint32_t count) {
    if (*word == '\0') {
        const char *const parts[] = {"missing ", what, " after '", a->word, "'", NULL};
        refuse_with(a, parts, NULL);
        return;
    }
    suggestion s = wits_expr_suggestion_for(word, (uint32_t)strlen(word));
    for (uint32_t i = 0; i < count; i++) {
        const char *offered = name(a->of->brain, i);
        wits_expr_suggestion_offer(&s, offered, (uint32_t)strlen(offered));
    }
    const char *const parts[] = {"unknown ", what, " '", word, "'", NULL};
    refuse_with(a, parts, s.best);
}

bool wits_inspect_has_memory(const asked *a, bool is_reserved) {
    if (!is_reserved) {
        wits_inspect_refuse(a, "not enough memory", NULL, NULL, NULL);
    }
    return is_reserved;
}

/// Reads an agent's id, which need not exist.
static bool read_id(const asked *a, const char *word, uint64_t *id) {
    if (*word == '\0') {
        wits_inspect_refuse(a, "missing agent after '", a->word, "'", NULL);
    } else if (!wits_inspect_number(word, UINT64_MAX, id)) {
        wits_inspect_refuse(a, "expected an agent's id instead of '", word, "'", NULL);
    } else {
        return true;
    }
    return false;
}

bool wits_inspect_read_agent(const asked *a, const char *word, uint64_t *id, uint64_t *row) {
    if (!read_id(a, word, id)) {
        return false;
    }
    const bool is_there = wits_inspect_find(a->of, *id, row);
    if (!is_there) {
        wits_inspect_refuse(a, "there is no agent '", word, "'", NULL);
    }
    return is_there;
}

/// Refuses the name or path of a state, and suggests the nearest: for a path one with the nearest last name.
static void refuse_state(const asked *a, const char *word) {
    const wits_brain *brain = a->of->brain;
    const char *name = word;
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(name, '/')) {
        name = slash + 1;
    }
    suggestion s = wits_expr_suggestion_for(name, (uint32_t)strlen(name));
    wits_state_id nearest = WITS_NONE;
    bool is_ambiguous = false;
    for (uint32_t i = 0; i < wits_state_count(brain); i++) {
        const char *offered = wits_state_name(brain, (wits_state_id)i), *best = s.best;
        is_ambiguous = is_ambiguous || strcmp(offered, word) == 0;
        wits_expr_suggestion_offer(&s, offered, (uint32_t)strlen(offered));
        nearest = s.best != best ? (wits_state_id)i : nearest;
    }
    char path[MOST_PATH];
    wits_state_path(brain, nearest, path, sizeof path);
    if (is_ambiguous) {
        wits_inspect_refuse(a, "several states are called '", word, "'; use the path of one", NULL);
    } else {
        wits_inspect_refuse(a, "unknown state '", word, "'", s.best != NULL && name != word ? path : s.best);
    }
}

bool wits_inspect_read_state(const asked *a, const char *word, wits_state_id *state) {
    *state = strcmp(word, "/") == 0 ? (wits_state_id)WITS_ROOT : wits_find_state(a->of->brain, word);
    if (*word == '\0') {
        wits_inspect_refuse(a, "missing state after '", a->word, "'", NULL);
    } else if (*state == WITS_NONE) {
        refuse_state(a, word);
    }
    return *state != WITS_NONE;
}

// --------------------------------------------------------------------------------------------------------------- hello

static void put_allowed(json_writer *to, unsigned allows) {
    wits_json_open(to, "allows", '[');
    if ((allows & WITS_INSPECT_CONTROL) != 0) {
        wits_json_text(to, NULL, "control");
    }
    if ((allows & WITS_INSPECT_CHANGE) != 0) {
        wits_json_text(to, NULL, "change");
    }
    wits_json_close(to, ']');
}

static void hello(const asked *a) {
    const wits_inspector_options *options = &a->of->options;
    json_writer *to = &a->of->json;
    wits_inspect_begin_answer(a, "hello");
    wits_json_count(to, "version", WITS_INSPECT_VERSION);
    wits_json_text(to, "wits", WITS_VERSION);
    put_allowed(to, options->allows);
    wits_json_open(to, "commands", '[');
    for (uint32_t i = 0; options->command != NULL && options->commands != NULL && i < options->command_count; i++) {
        wits_json_text(to, NULL, options->commands[i]);
    }
    wits_json_close(to, ']');
    wits_json_open(to, "limits", '{');
    wits_json_count(to, "watched", WITS_INSPECT_MAX_WATCHED);
    wits_json_count(to, "breaks", WITS_INSPECT_MAX_BREAKS);
    wits_json_count(to, "found", WITS_INSPECT_MAX_FOUND);
    wits_json_count(to, "request", WITS_INSPECT_MAX_REQUEST);
    wits_json_close(to, '}');
    wits_json_end(to);
}

static void brain(const asked *a) {
    if (strcmp(a->rest, "text") == 0) {
        wits_inspect_brain_text(a);
    } else if (*a->rest == '\0') {
        wits_inspect_brain(a);
    } else {
        wits_inspect_refuse(a, "unknown '", a->rest, "' after 'brain'; expected 'text' or nothing", NULL);
    }
}

// ------------------------------------------------------------------------------------------------------------- queries

static void show(const asked *a) {
    const bool is_nothing = strcmp(a->rest, "nothing") == 0;
    bool counts = false, moves = false;
    char *rest = a->rest;
    for (char *word = wits_inspect_word(&rest); *word != '\0' && !is_nothing; word = wits_inspect_word(&rest)) {
        const bool is_counts = strcmp(word, "counts") == 0, is_moves = strcmp(word, "moves") == 0;
        if (!is_counts && !is_moves) {
            wits_inspect_refuse(a, "unknown '", word, "' after 'show'; expected counts, moves or nothing", NULL);
            return;
        }
        counts = counts || is_counts;
        moves = moves || is_moves;
    }
    if (!is_nothing && !counts && !moves) {
        wits_inspect_refuse(a, "missing counts, moves or nothing after 'show'", NULL, NULL, NULL);
    } else if (wits_inspect_has_memory(a, (!counts || wits_inspect_reserve_counts(a->of)) &&
                                              (!moves || wits_inspect_begin_moves(a->of, a->viewer)))) {
        a->viewer->sees_counts = counts;
        a->viewer->sees_moves = moves;
        if (!moves) {
            wits_inspect_release(a->of, &a->viewer->before);
        }
        wits_inspect_done(a);
    }
}

static void watch(const asked *a) {
    watched found[WITS_INSPECT_MAX_WATCHED];
    uint32_t count = 0;
    char *rest = a->rest;
    for (char *word = wits_inspect_word(&rest); *word != '\0'; word = wits_inspect_word(&rest)) {
        watched w = {0};
        if (count == WITS_INSPECT_MAX_WATCHED) {
            wits_inspect_refuse(a, "at most 64 agents can be watched", NULL, NULL, NULL);
            return;
        }
        if (!read_id(a, word, &w.agent)) {
            return;
        }
        found[count++] = w;
    }
    if (wits_inspect_has_memory(a, wits_inspect_reserve_states(a->of))) {
        memcpy(a->viewer->watches, found, count * sizeof *found);
        a->viewer->watch_count = count;
        wits_inspect_done(a);
    }
}

static void focus_on(const asked *a) {
    focus *f = &a->viewer->focus;
    uint64_t agent, row = f->row;
    char *rest = a->rest;
    const char *word = wits_inspect_word(&rest);
    if (strcmp(word, "none") == 0) {
        f->is_on = false;
        wits_inspect_done(a);
    } else if (wits_inspect_read_agent(a, word, &agent, &row) &&
               wits_inspect_has_memory(a, wits_inspect_reserve_focus(a->of, f))) {
        *f = (focus){.is_on = true, .agent = agent, .row = row, .states = f->states, .history = f->history};
        wits_inspect_follow(a->of, f);
        wits_inspect_done(a);
    }
}

static void next_update(const asked *a) {
    a->viewer->is_waiting = true;
}

// ------------------------------------------------------------------------------------------------------------- control

static void pause_world(const asked *a) {
    set_pace(a->of, true, 0, false);
    wits_inspect_done(a);
}

static void go(const asked *a) {
    set_pace(a->of, false, 0, false);
    a->of->is_paused_by_program = false;
    wits_inspect_done(a);
}

static void step(const asked *a) {
    uint64_t steps = 1;
    const bool is_half = strcmp(a->rest, "decide") == 0;
    if (!is_half && *a->rest != '\0' && (!wits_inspect_number(a->rest, UINT32_MAX, &steps) || steps == 0)) {
        wits_inspect_refuse(a, "expected a number of ticks or 'decide' instead of '", a->rest, "'", NULL);
        return;
    }
    set_pace(a->of, true, is_half ? 0 : steps, is_half);
    wits_inspect_done(a);
}

// --------------------------------------------------------------------------------------------------------------- table

typedef void request_fn(const asked *a);

typedef struct request_row {
    const char *word;
    request_fn *run;
    unsigned needs;  ///< wits_inspect_allows
    bool is_long;    ///< may take long
} request_row;

static const request_row table[] = {
    {"hello", hello, WITS_INSPECT_LOOK, false},
    {"brain", brain, WITS_INSPECT_LOOK, true},
    {"show", show, WITS_INSPECT_LOOK, true},
    {"watch", watch, WITS_INSPECT_LOOK, false},
    {"focus", focus_on, WITS_INSPECT_LOOK, false},
    {"next", next_update, WITS_INSPECT_LOOK, false},
    {"why", wits_inspect_why, WITS_INSPECT_LOOK, true},
    {"find", wits_inspect_find_agents, WITS_INSPECT_LOOK, true},
    {"hash", wits_inspect_hash, WITS_INSPECT_LOOK, true},
    {"pause", pause_world, WITS_INSPECT_CONTROL, false},
    {"go", go, WITS_INSPECT_CONTROL, false},
    {"step", step, WITS_INSPECT_CONTROL, false},
    {"break", wits_inspect_break, WITS_INSPECT_CONTROL, true},
    {"unbreak", wits_inspect_unbreak, WITS_INSPECT_CONTROL, false},
    {"raise", wits_inspect_raise, WITS_INSPECT_CHANGE, true},
    {"set", wits_inspect_set, WITS_INSPECT_CHANGE, true},
    {"goto", wits_inspect_goto, WITS_INSPECT_CHANGE, false},
    {"hold", wits_inspect_hold, WITS_INSPECT_CHANGE, false},
};
enum { REQUESTS = sizeof table / sizeof *table };

enum { MOST_TOLD = 1 << 18 };  ///< bytes that a command may answer

/// Runs a command of the program.
static void run_command(const asked *a) {
    const wits_inspector_options *options = &a->of->options;
    room answer = {0};
    if (!wits_inspect_has_memory(a, wits_inspect_reserve(a->of, &answer, MOST_TOLD))) {
        return;
    }
    char *text = answer.bytes;
    text[0] = text[MOST_TOLD - 1] = '\0';
    const wits_inspect_command command = {a->viewer_number, a->word, a->rest, a->text, a->text_size};
    const bool is_done = options->command(options->user, &command, text, MOST_TOLD);
    text[MOST_TOLD - 1] = '\0';
    has_changed(a->of);
    wits_inspect_begin_answer(a, is_done ? "done" : "refused");
    if (!is_done) {
        wits_json_text(&a->of->json, "why", *text != '\0' ? text : "refused by the program");
    } else if (*text != '\0') {
        wits_json_raw(&a->of->json, "data", text);
    }
    wits_json_end(&a->of->json);
    wits_inspect_release(a->of, &answer);
}

static bool is_command(const wits_inspector *of, const char *word, suggestion *nearest) {
    const wits_inspector_options *options = &of->options;
    bool is_found = false;
    for (uint32_t i = 0; options->command != NULL && options->commands != NULL && i < options->command_count; i++) {
        is_found = is_found || strcmp(options->commands[i], word) == 0;
        wits_expr_suggestion_offer(nearest, options->commands[i], (uint32_t)strlen(options->commands[i]));
    }
    return is_found;
}

/// Answers a request of known words, or runs a command.
static answered answer_line(const asked *a) {
    suggestion nearest = wits_expr_suggestion_for(a->word, (uint32_t)strlen(a->word));
    for (uint32_t i = 0; i < REQUESTS; i++) {
        const request_row *row = &table[i];
        if (strcmp(row->word, a->word) == 0) {
            const char *needed = row->needs == WITS_INSPECT_CONTROL ? "control" : "change";
            if ((row->needs & ~a->of->options.allows) != 0 && a->of->options.refusal != NULL) {
                wits_inspect_refuse(a, a->of->options.refusal, NULL, NULL, NULL);
                return ANSWERED;
            }
            if ((row->needs & ~a->of->options.allows) != 0) {
                const char *const parts[] = {"'", a->word, "' needs the permission '", needed, "'", NULL};
                refuse_with(a, parts, NULL);
                return ANSWERED;
            }
            row->run(a);
            return row->is_long ? ANSWERED_LONG : ANSWERED;
        }
        wits_expr_suggestion_offer(&nearest, row->word, (uint32_t)strlen(row->word));
    }
    if (is_command(a->of, a->word, &nearest)) {
        run_command(a);
        return ANSWERED_COMMAND;
    }
    wits_inspect_refuse(a, "unknown request '", a->word, "'", nearest.best);
    return ANSWERED;
}

answered wits_inspect_answer(wits_inspector *of, request *r) {
    asked a = {.of = of, .viewer = &of->viewers[r->viewer], .viewer_number = r->viewer};
    char *line = r->bytes, *end = memchr(r->bytes, '\n', r->size);
    a.text = end != NULL ? end + 1 : r->bytes + r->size;
    a.text_size = (size_t)(r->bytes + r->size - a.text);
    end = end != NULL ? end : r->bytes + r->size;
    const bool has_zero = memchr(line, '\0', (size_t)(end - line)) != NULL;
    while (end > line && (end[-1] == ' ' || end[-1] == '\r')) {
        end--;
    }
    *end = '\0';
    if (*line == '#') {
        uint64_t number;
        const char *digits = wits_inspect_word(&line) + 1;
        if (!wits_inspect_number(digits, 999999999, &number)) {
            wits_inspect_refuse(&a, "expected a number of at most 9 digits after '#'", NULL, NULL, NULL);
            return ANSWERED;
        }
        a.has_number = true;
        a.number = (uint32_t)number;
    }
    a.word = wits_inspect_word(&line);
    a.rest = line;
    if (has_zero) {
        wits_inspect_refuse(&a, "the first line has a zero byte", NULL, NULL, NULL);
        return ANSWERED;
    }
    if (*a.word == '\0') {
        wits_inspect_refuse(&a, "empty request", NULL, NULL, NULL);
        return ANSWERED;
    }
    return answer_line(&a);
}
