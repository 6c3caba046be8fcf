// SPDX-License-Identifier: MIT
#include "file_inspect.h"

#include "file_support.h"

// ------------------------------------------------------------------------------------------------------------ messages

static void append(char **to, const char *bytes, size_t size) {
    const size_t had = *to != NULL ? strlen(*to) : 0;
    *to = realloc(*to, had + size + 1);
    assert_non_null(*to);
    memcpy(*to + had, bytes, size);
    (*to)[had + size] = '\0';
}

/// Adds a message to the file that the environment names, for tests/inspect_messages.py.
static void write_transcript(const char *message) {
    const char *path = getenv("WITS_TRANSCRIPT");
    FILE *to = path != NULL ? fopen(path, "a") : NULL;
    if (to != NULL) {
        fputs(message, to);
        fclose(to);
    }
}

static void hear(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    game *g = user;
    assert_true(viewer < WITS_INSPECT_MAX_VIEWERS && size > 0 && size <= 4096);
    g->parts++;
    append(&g->part[viewer], bytes, size);
    if (is_last) {
        assert_null(strchr(g->part[viewer], '\n'));
        append(&g->part[viewer], "\n", 1);
        write_transcript(g->part[viewer]);
        append(&g->said[viewer], g->part[viewer], strlen(g->part[viewer]));
        free(g->part[viewer]);
        g->part[viewer] = NULL;
    }
}

const char *game_said_to(game *g, uint32_t viewer) {
    static char *last;
    assert_null(g->part[viewer]);
    free(last);
    last = g->said[viewer];
    g->said[viewer] = NULL;
    if (last == NULL) {
        append(&last, "", 0);
    }
    return last;
}

const char *game_said(game *g) {
    return game_said_to(g, 0);
}

void assert_contains(const char *text, const char *part) {
    if (strstr(text, part) == NULL) {
        fail_msg("'%s' is not in: %s", part, text);
    }
}

void assert_lacks(const char *text, const char *part) {
    if (strstr(text, part) != NULL) {
        fail_msg("'%s' is in: %s", part, text);
    }
}

// --------------------------------------------------------------------------------------------------------------- games

static void *zeroed(size_t size) {
    void *bytes = calloc(1, (size + 63) / 64 * 64 + 64);
    assert_non_null(bytes);
    return bytes;
}

/// Makes agents and fields of the loaded file.
static void make_agents(game *g, uint32_t agents) {
    g->brain = wits_file_brain(g->file);
    const uint32_t fields = wits_field_count(g->brain);
    assert_true(fields <= COUNT(g->columns));
    g->agents = zeroed(agents * wits_agent_size(g->brain));
    g->values = zeroed((size_t)agents * fields * 4);
    for (uint32_t i = 0; i < fields; i++) {
        uint8_t *base = g->values + (size_t)i * agents * 4;
        g->columns[i] = (wits_column){.base = base, .stride = 4, .type = wits_field_type(g->brain, i)};
        for (uint32_t row = 0; row < agents; row++) {
            value_store(base + (size_t)row * 4, g->columns[i].type, wits_field_initial(g->brain, i));
        }
    }
    const wits_desc *desc = wits_file_desc(g->file);
    const size_t size = wits_crowd_code_size(g->brain);
    g->code = zeroed(size);
    assert_non_null(wits_crowd_prepare(g->brain, g->code, size));
    g->world = (wits_agents){
        .brain = g->brain, .agents = g->agents, .count = agents, .columns = g->columns, .tick = g->world.tick};
    g->frame = (wits_frame){.functions = desc->functions};
    g->crowd = (wits_crowd){
        .code = g->code, .count = agents, .agents = g->agents, .columns = g->columns, .functions = desc->functions};
    const uint32_t room = wits_list_room(g->brain, WITS_VERB_TICK) + wits_list_room(g->brain, WITS_VERB_GOTO) + 1;
    const uint32_t values = agents * room * WITS_MAX_ARGUMENTS;
    g->list = (wits_list){.records = zeroed((size_t)agents * room * sizeof(wits_action_record)),
                          .capacity = agents * room,
                          .arguments = zeroed(values * sizeof(uint32_t)),
                          .argument_capacity = values};
    void *scratch = aligned_alloc(64, (wits_crowd_scratch_size(g->code, 0) + 127) / 64 * 64);
    assert_non_null(scratch);
    g->run = (wits_crowd_run){.scratch = scratch, .list = &g->list, .tick = g->world.tick};
    g->inspected = (wits_inspected){.agents = &g->world,
                                    .frame = &g->frame,
                                    .code = g->code,
                                    .desc = desc,
                                    .promises = wits_file_promises(g->file),
                                    .text = wits_file_text(g->file, NULL)};
    wits_file_text(g->file, &g->inspected.text_size);
}

static void free_agents(game *g) {
    free(g->run.scratch);
    free(g->list.records);
    free(g->list.arguments);
    free(g->code);
    free(g->values);
    free(g->agents);
    wits_file_free(g->file);
}

static void open_loaded(game *g, uint32_t agents, const wits_inspector_options *options) {
    make_agents(g, agents);
    assert_int_equal(wits_crowd_start(&g->crowd, 0, agents, &g->run), agents);
    g->world.tick = 1;
    g->allocator = failing_memory_allocator(&g->memory);
    wits_inspector_options how = {.allows = WITS_INSPECT_CONTROL | WITS_INSPECT_CHANGE};
    if (options != NULL) {
        how = *options;
    }
    how.write = how.write != NULL ? how.write : hear;
    how.user = how.user != NULL ? how.user : g;
    how.allocator = &g->allocator;
    g->inspector = wits_inspector_new(&how);
    assert_non_null(g->inspector);
}

void game_edit(game *g, const char *text) {
    game old = *g;
    failing_memory memory = {0};
    const wits_allocator allocator = failing_memory_allocator(&memory);
    g->file = parse_sound(text);
    make_agents(g, (uint32_t)old.world.count);
    const wits_migration how = {.allocator = &allocator, .frame = &g->frame};
    assert_true(wits_agents_migrate(&old.world, &g->world, &how, NULL));
    free_agents(&old);
}

void game_open(game *g, const char *text, uint32_t agents, const wits_inspector_options *options) {
    *g = (game){.file = parse_sound(text)};
    open_loaded(g, agents, options);
}

void game_open_file(game *g, const char *path, uint32_t agents, const wits_inspector_options *options) {
    *g = (game){.file = load_sound(path)};
    open_loaded(g, agents, options);
}

void game_close(game *g) {
    wits_inspector_free(g->inspector);
    assert_int_equal(g->memory.held, 0);
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        free(g->said[i]);
        free(g->part[i]);
    }
    free_agents(g);
}

void game_ask_of(game *g, uint32_t viewer, const char *request) {
    assert_int_equal(wits_inspector_request(g->inspector, viewer, request, strlen(request)), WITS_INSPECT_ACCEPTED);
}

void game_ask(game *g, const char *request) {
    game_ask_of(g, 0, request);
}

wits_inspect_next game_frame(game *g) {
    const wits_inspect_next next = wits_inspector_frame(g->inspector, &g->inspected);
    g->run.tick = g->world.tick;
    g->list.count = g->list.argument_count = 0;
    switch (next) {
    case WITS_INSPECT_RUN:
        assert_int_equal(wits_crowd_tick(&g->crowd, 0, g->crowd.count, &g->run), g->crowd.count);
        g->world.tick++;
        break;
    case WITS_INSPECT_DECIDE:
        assert_int_equal(wits_crowd_decide(&g->crowd, 0, g->crowd.count, &g->run), g->crowd.count);
        break;
    case WITS_INSPECT_UPDATE:
        assert_int_equal(wits_crowd_update(&g->crowd, 0, g->crowd.count, &g->run), g->crowd.count);
        g->world.tick++;
        break;
    default:
        break;
    }
    return next;
}

void game_frames(game *g, uint32_t count) {
    while (count-- > 0) {
        game_frame(g);
    }
}

const char *game_answer(game *g, const char *request) {
    game_ask(g, request);
    wits_inspector_frame(g->inspector, &g->inspected);
    return game_said(g);
}

const char *game_update(game *g) {
    return game_answer(g, "next");
}

void game_set(game *g, uint32_t agent, const char *field, double value) {
    const uint32_t row = wits_find_field(g->brain, field);
    assert_true(row != WITS_NONE);
    value_store((uint8_t *)g->columns[row].base + (size_t)agent * 4, g->columns[row].type, value);
}

uint64_t game_hash(const game *g) {
    return wits_crowd_hash(&g->crowd, 0, g->crowd.count);
}
