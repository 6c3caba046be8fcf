// SPDX-License-Identifier: MIT
// Passes arbitrary requests to an inspector of agents of random brains: every message is one line of JSON, and without
// the permission to change nothing changes. An input has the number of a brain, settings, and requests that the byte
// 0x1F separates. The first byte of each chooses its viewer, and what happens before and after it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_brain.h"
#include "wits/inspect.h"

enum { BRAINS = 64, AGENTS = 7, SEPARATOR = 0x1F, MOST_FRAMES = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct subject {
    fuzz_brain of;
    random_layout layout;
    uint8_t *agents;
    wits_crowd_code *code;
    host_context contexts[AGENTS];
    uint64_t ids[AGENTS];
} subject;

static host_log fuzz_log = {.forgets = true};

/// Made on first use, and kept.
static subject *subject_at(uint32_t number) {
    static subject subjects[BRAINS];
    subject *s = &subjects[number];
    if (s->of.brain == NULL) {
        fuzz_brain_make(&s->of, number, AGENTS, true);
        random_layout_make(&s->layout, &s->of.made->desc, s->of.made->shared, number, AGENTS);
        s->agents = malloc(AGENTS * wits_agent_size(s->of.brain));
        const size_t size = wits_crowd_code_size(s->of.brain);
        s->code = malloc(size);
        const bool is_prepared = wits_crowd_prepare(s->of.brain, s->code, size) != NULL;
        assert(is_prepared);
        for (uint32_t i = 0; i < AGENTS; i++) {
            s->contexts[i] = (host_context){.desc = &s->of.made->desc, .hooks = &fuzz_hooks, .log = &fuzz_log};
            s->contexts[i].values.input = (uint32_t)host_mix(number, i);
            s->ids[i] = host_mix(number, i) >> (number % 64);
        }
    }
    return s;
}

// ------------------------------------------------------------------------------------------------------------ messages

/// State of reading the messages to a viewer.
typedef struct reader {
    bool is_text, is_escaped;
    uint32_t depth;
    char open[64];
} reader;

typedef struct audience {
    reader readers[WITS_INSPECT_MAX_VIEWERS];
    wits_inspector *inspector;
    bool deserts;
} audience;

/// Checks that brackets and quotes of a message match, and that it is printable.
static void hear(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    audience *to = user;
    reader *r = &to->readers[viewer];
    for (size_t i = 0; i < size; i++) {
        const char byte = bytes[i];
        assert((unsigned char)byte >= 0x20);
        if (r->is_text) {
            r->is_text = r->is_escaped || byte != '"';
            r->is_escaped = !r->is_escaped && byte == '\\';
        } else if (byte == '"') {
            r->is_text = true;
        } else if (byte == '{' || byte == '[') {
            assert(r->depth < sizeof r->open);
            r->open[r->depth++] = byte == '{' ? '}' : ']';
        } else if (byte == '}' || byte == ']') {
            assert(r->depth > 0 && r->open[r->depth - 1] == byte);
            r->depth--;
            assert(r->depth > 0 || (is_last && i == size - 1));
        }
    }
    if (is_last) {
        assert(r->depth == 0 && !r->is_text);
        *r = (reader){0};
    }
    if (to->deserts && is_last) {
        wits_inspector_leave(to->inspector, viewer);
    }
}

static bool obey(void *user, const wits_inspect_command *command, char *answer, size_t size) {
    (void)user;
    assert(strlen(command->word) <= WITS_INSPECT_MAX_LINE && command->text[command->text_size] == '\0');
    assert(size > 64);
    memset(answer, command->text_size % 2 == 0 ? '7' : 0, 64);
    return command->text_size % 3 != 0;
}

// -------------------------------------------------------------------------------------------------------------- worlds

typedef struct fuzz_world {
    subject *s;
    wits_agents agents;
    random_view view;
    wits_frame frame;
    wits_inspected inspected;
} fuzz_world;

static wits_frame frame_of(const fuzz_world *w, uint32_t row) {
    wits_frame frame = w->frame;
    frame.tick = w->agents.tick;
    frame.agent = w->agents.ids != NULL ? w->agents.ids[row] : row;
    frame.row = row;
    frame.columns = w->agents.columns;
    frame.context = &w->s->contexts[row];
    return frame;
}

static void begin_world(fuzz_world *w, uint32_t number, uint32_t settings) {
    const uint32_t tick = w->agents.tick;
    random_view_free(&w->view);
    *w = (fuzz_world){.s = subject_at(number)};
    const wits_desc *desc = &w->s->of.made->desc;
    const size_t length = wits_agent_size(w->s->of.brain);
    random_view_make(&w->view, desc, AGENTS, true, number);
    memset(w->s->agents, 0, AGENTS * length);
    w->frame = (wits_frame){.functions = desc->functions, .context = w->s->contexts};
    w->frame.targets = w->view.kinds > 0 ? w->view.lists : NULL;
    w->agents = (wits_agents){.brain = w->s->of.brain,
                              .agents = w->s->agents,
                              .ids = settings & 1 ? w->s->ids : NULL,
                              .count = AGENTS,
                              .columns = w->s->of.columns,
                              .tick = tick,
                              .seed = number};
    w->inspected = (wits_inspected){.context_stride = sizeof *w->s->contexts,
                                    .code = settings & 2 ? w->s->code : NULL,
                                    .desc = settings & 4 ? desc : NULL,
                                    .decide_every = settings & 8 ? 3 : 0,
                                    .text = "a\xFF\"b",
                                    .text_size = 4};
    for (uint32_t row = 0; row + 1 < AGENTS; row++) {  // the last one stays stopped
        const wits_frame frame = frame_of(w, row);
        wits_start(w->s->of.brain, w->s->agents + row * length, &frame);
    }
}

static uint64_t hash_of(const fuzz_world *w) {
    uint64_t hash = 0;
    const size_t length = wits_agent_size(w->s->of.brain);
    for (uint32_t row = 0; row < AGENTS; row++) {
        hash += wits_agent_hash(w->s->of.brain, w->s->agents + row * length, row);
    }
    for (size_t i = 0; i < w->s->layout.bytes; i++) {
        hash = host_mix(hash, w->s->of.memory[i]);
    }
    return hash;
}

static void run_frame(fuzz_world *w, wits_inspector *inspector, bool may_change) {
    const uint64_t before = hash_of(w);
    w->inspected.agents = &w->agents;
    w->inspected.frame = &w->frame;
    const wits_inspect_next next = wits_inspector_frame(inspector, &w->inspected);
    const size_t length = wits_agent_size(w->s->of.brain);
    assert(may_change || before == hash_of(w));
    for (uint32_t row = 0; row < AGENTS && next != WITS_INSPECT_WAIT; row++) {
        uint8_t *agent = w->s->agents + row * length;
        const wits_frame frame = frame_of(w, row);
        fuzz_log.count = 0;
        if (next != WITS_INSPECT_UPDATE) {
            wits_decide(w->s->of.brain, agent, &frame);
        }
        if (next != WITS_INSPECT_DECIDE) {
            wits_update(w->s->of.brain, agent, &frame);
        }
        assert(wits_agent_is_valid(w->s->of.brain, agent, length));
    }
    w->agents.tick += next == WITS_INSPECT_RUN || next == WITS_INSPECT_UPDATE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const commands[] = {"edit", "speed"};
    if (size < 3) {
        return 0;
    }
    audience to = {.deserts = (data[2] & 4) != 0};
    const wits_inspector_options how = {.allows = data[2] & 3,
                                        .write = hear,
                                        .command = obey,
                                        .commands = commands,
                                        .command_count = 2,
                                        .user = &to,
                                        .allocator = &fuzz_allocator,
                                        .starts_paused = (data[2] & 8) != 0};
    fuzz_world w = {0};
    begin_world(&w, data[0] % BRAINS, data[1]);
    wits_inspector *inspector = wits_inspector_new(&how);
    to.inspector = inspector;
    assert(inspector != NULL);
    uint32_t frames = 0;
    for (size_t at = 3; at < size && frames < MOST_FRAMES; frames++) {
        const uint8_t control = data[at++];
        const uint8_t *end = at < size ? memchr(data + at, SEPARATOR, size - at) : NULL;
        const size_t length = end != NULL ? (size_t)(end - (data + at)) : size - at;
        wits_inspector_request(inspector, control % 3, data + at, length);
        wits_inspector_request(inspector, control % 3, "next", 4);
        at += length + (end != NULL);
        if (control & 4) {
            w.agents.count = control >> 5;  // up to AGENTS
        }
        if (control & 8) {
            begin_world(&w, (data[0] + (control >> 5)) % BRAINS, data[1]);
        }
        run_frame(&w, inspector, (how.allows & WITS_INSPECT_CHANGE) != 0);
        if (control & 16) {
            run_frame(&w, inspector, (how.allows & WITS_INSPECT_CHANGE) != 0);
            wits_inspector_leave(inspector, control >> 6);
        }
    }
    run_frame(&w, inspector, (how.allows & WITS_INSPECT_CHANGE) != 0);
    wits_inspector_free(inspector);
    random_view_free(&w.view);
    return 0;
}
