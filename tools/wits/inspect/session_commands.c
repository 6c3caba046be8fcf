// SPDX-License-Identifier: MIT
// Commands of viewers beyond those of the library. Those that change the world make the new one at once, so that its
// problems are the answer, and it replaces the old one after the frame.
#include "inspect/session_parts.h"

#include "common/tokens.h"
#include "lint/lint.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void session_write(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    const inspect_session *of = user;
    of->how.write(of->how.user, viewer, bytes, size, is_last);
}

const char session_refusal[] = "this is a recording: what has happened cannot be changed";

// ------------------------------------------------------------------------------------------------------------- answers

typedef struct reply {
    char *bytes;
    size_t size;
} reply;

static bool refuse(reply to, const char *why) {
    snprintf(to.bytes, to.size, "%s", why);
    return false;
}

/// Refuses a command with the messages that were caught.
static bool refuse_with(reply to, const caught_messages *caught) {
    text lines = {0};
    text_caught(&lines, caught);
    refuse(to, text_of(&lines));
    text_free(&lines);
    return false;
}

/// Returns the bytes of a word in the text of a problem's place, or 0.
static uint32_t length_at(const char *bytes, const caught_message *one) {
    uint32_t line = 1;
    while (bytes != NULL && line < one->line && (bytes = strchr(bytes, '\n')) != NULL) {
        bytes++;
        line++;
    }
    for (uint32_t column = 1; bytes != NULL && column < one->column && *bytes != '\0'; column++) {
        bytes++;
        while (((unsigned char)*bytes & 0xc0) == 0x80) {  // columns are characters
            bytes++;
        }
    }
    return bytes != NULL && one->line > 0 ? (uint32_t)strcspn(bytes, " \t\r\n:,[]{}()\"'#") : 0;
}

static void put_problem(json_writer *to, const char *name, const char *bytes, const caught_message *one) {
    static const char *const words[] = {"error", "warning", "note"};
    const bool is_here = one->file == NULL || strcmp(one->file, name) == 0;
    json_open(to, NULL, '{');
    if (!is_here) {
        json_text(to, "file", one->file);
    }
    json_count(to, "line", one->line);
    json_count(to, "column", one->column);
    json_count(to, "length", is_here ? length_at(bytes, one) : 0);
    json_text(to, "severity", words[one->how]);
    json_text(to, "text", text_of(&one->what));
    json_close(to, '}');
}

void session_put_result(text *to, bool is_applied, const char *name, const char *bytes, const caught_messages *problems,
                        const losses *lost, size_t most) {
    json_writer json = {.to = to};
    json_open(&json, NULL, '{');
    json_bool(&json, "applied", is_applied);
    json_open(&json, "problems", '[');
    for (size_t i = 0; i < problems->count && to->length < most / 2; i++) {
        put_problem(&json, name, bytes, &problems->items[i]);
    }
    json_close(&json, ']');
    json_open(&json, "losses", '[');
    for (size_t i = 0; i < lost->count && to->length < most - most / 4; i++) {
        text line = {0};
        text_loss(&line, &lost->items[i]);
        json_text(&json, NULL, text_of(&line));
        text_free(&line);
    }
    json_close(&json, ']');
    json_close(&json, '}');
}

static bool answer_json(reply to, text *json) {
    const bool fits = json->length < to.size;
    snprintf(to.bytes, to.size, "%s", fits ? text_of(json) : "");
    text_free(json);
    return true;
}

// --------------------------------------------------------------------------------------------------------------- edits

/// Takes warnings of likely mistakes.
static void lint(const wits_file *file) {
    findings found = lint_brain(file, NULL);
    for (size_t i = 0; i < found.count; i++) {
        const finding *one = &found.items[i];
        if (finding_is_shown(one, false)) {
            say_at(one->at, finding_severity(one), "%s [%s]", one->message, lint_rows[one->lint].name);
        }
    }
    findings_free(&found);
}

bool session_edit(inspect_session *of, wits_file *file, losses *lost) {
    int status;
    text settings = {0};
    if (file == NULL) {
        return false;
    }
    crowd_options options = of->options;
    const bool is_default =
        of->now->is_default || !inspect_world_fit(&options, file, text_of(&of->now->settings), &settings);
    if (is_default) {
        options.set_count = options.target_set_count = 0;
    }
    inspect_world *made = inspect_world_new(&options, file, is_default ? NULL : text_of(&settings), true, &status);
    text_free(&settings);
    if (made == NULL || !inspect_world_migrate(of->now, of->next, made, lost)) {
        inspect_world_free(made);
        return false;
    }
    made->is_default = is_default;
    of->made = made;
    of->made_goes_on = true;
    return true;
}

static bool answer_edit(inspect_session *of, const wits_inspect_command *command, reply to, bool applies) {
    caught_messages caught = {0};
    caught_messages *before = catch_messages(&caught);
    losses lost = {0};
    bool is_applied = false;
    wits_file *file = inspect_world_read_brain(of->options.brain, command->text, command->text_size);
    if (file != NULL) {
        lint(file);
    }
    if (applies && file != NULL) {
        is_applied = session_edit(of, file, &lost);
    } else {
        wits_file_free(file);
    }
    catch_messages(before);
    text json = {0};
    session_put_result(&json, is_applied, of->options.brain, command->text, &caught, &lost, to.size);
    caught_messages_free(&caught);
    losses_free(&lost);
    return answer_json(to, &json);
}

static bool edit(inspect_session *of, const wits_inspect_command *command, reply to) {
    return answer_edit(of, command, to, true);
}

static bool check(inspect_session *of, const wits_inspect_command *command, reply to) {
    return answer_edit(of, command, to, false);
}

bool inspect_session_reload(inspect_session *of, wits_file *file, const caught_messages *problems) {
    caught_messages caught = {0};
    losses lost = {0};
    text json = {0};
    catch_messages(&caught);
    const bool is_applied = file != NULL && session_edit(of, file, &lost);
    catch_messages(NULL);
    if (is_applied) {
        session_take_over(of);
    }
    const char *bytes = file != NULL && is_applied ? wits_file_text(file, NULL) : NULL;
    session_put_result(&json, is_applied, of->options.brain, bytes, file == NULL ? problems : &caught, &lost, 1 << 16);
    wits_inspector_send(of->inspector, "file", text_of(&json));
    text_free(&json);
    caught_messages_free(&caught);
    losses_free(&lost);
    of->requests++;  // the next frame takes it over
    return is_applied;
}

// ------------------------------------------------------------------------------------------------------------- restart

/// Makes the world again with other options or settings; null: those of the current one.
static bool begin_again(inspect_session *of, const crowd_options *options, const char *settings, reply to) {
    caught_messages caught = {0};
    catch_messages(&caught);
    size_t size = 0;
    const char *bytes = wits_file_text(of->now->given.file, &size);
    wits_file *file = inspect_world_read_brain(of->options.brain, bytes, size);
    const bool is_default = settings == NULL && of->now->is_default;
    int status;
    if (settings == NULL && !is_default) {
        settings = text_of(&of->now->settings);
    }
    inspect_world *made =
        file != NULL ? inspect_world_new(options, file, is_default ? NULL : settings, false, &status) : NULL;
    const bool is_good = made != NULL && inspect_world_begin(made) == STATUS_DONE;
    catch_messages(NULL);
    if (is_good) {
        of->options = *options;
        of->made = made;
        of->made_goes_on = false;
    } else {
        inspect_world_free(made);
        refuse_with(to, &caught);
    }
    caught_messages_free(&caught);
    return is_good;
}

/// Reads the only word of a command as a number.
static bool read_word(const char *rest, const char *what, uint64_t least, uint64_t most, uint64_t *to, reply answer) {
    const size_t digits = strspn(rest, "0123456789");
    errno = 0;
    *to = strtoull(rest, NULL, 10);
    if (digits == 0 || rest[digits] != '\0' || errno != 0 || *to < least || *to > most) {
        snprintf(answer.bytes, answer.size, "%s must be a whole number from %llu to %llu, not '%.80s'", what,
                 (unsigned long long)least, (unsigned long long)most, rest);
        return false;
    }
    return true;
}

static bool agents(inspect_session *of, const wits_inspect_command *command, reply to) {
    crowd_options options = of->options;
    return read_word(command->rest, "agents", 1, WITS_CROWD_MAX_AGENTS, &options.agents, to) &&
           begin_again(of, &options, NULL, to);
}

static bool seed(inspect_session *of, const wits_inspect_command *command, reply to) {
    crowd_options options = of->options;
    options.seed_given = true;
    return read_word(command->rest, "seed", 0, UINT64_MAX, &options.seed, to) && begin_again(of, &options, NULL, to);
}

static bool restart(inspect_session *of, const wits_inspect_command *command, reply to) {
    (void)command;
    return begin_again(of, &of->options, NULL, to);
}

static bool change_world(inspect_session *of, const wits_inspect_command *command, reply to) {
    return begin_again(of, &of->options, command->text, to);
}

// ---------------------------------------------------------------------------------------------------------------- time

static bool set_speed(inspect_session *of, const wits_inspect_command *command, reply to) {
    uint64_t number = 0;
    const bool is_most = strcmp(command->rest, "max") == 0;
    if (!is_most && !read_word(command->rest, "speed", 1, 1000000, &number, to)) {
        return false;
    }
    of->speed = (double)number;
    of->due = 0.0;
    return true;
}

static bool go_to(inspect_session *of, uint64_t tick, reply to) {
    if (tick > session_last(of) && of->recorded != NULL) {
        snprintf(to.bytes, to.size, "the recording has no tick %llu; it ends before tick %u", (unsigned long long)tick,
                 (unsigned)session_last(of));
        return false;
    }
    if (tick < session_first(of) || tick > session_last(of)) {
        snprintf(to.bytes, to.size, "tick %llu cannot be reached; the earliest is %u. 'restart' begins again",
                 (unsigned long long)tick, (unsigned)session_first(of));
        return false;
    }
    of->goal = (uint32_t)tick;
    of->wants_seek = true;
    return true;
}

static bool to_tick(inspect_session *of, const wits_inspect_command *command, reply to) {
    uint64_t tick = 0;
    return read_word(command->rest, "the tick", 0, UINT32_MAX - 1, &tick, to) && go_to(of, tick, to);
}

static bool back(inspect_session *of, const wits_inspect_command *command, reply to) {
    uint64_t ticks = 1;
    const uint64_t next = of->is_seeking ? of->goal : of->next;
    if (*command->rest != '\0' && !read_word(command->rest, "ticks", 1, UINT32_MAX, &ticks, to)) {
        return false;
    }
    const uint64_t first = session_first(of);
    // A tick that has begun is the first one back.
    const uint64_t from = next + (of->is_half && !of->is_seeking);
    return go_to(of, from >= first + ticks ? from - ticks : first, to);
}

static bool settings(inspect_session *of, const wits_inspect_command *command, reply to) {
    const inspect_world *present = of->now;
    const inspect_recorded *recorded = of->recorded;
    text json = {0};
    json_writer writer = {.to = &json};
    (void)command;
    json_open(&writer, NULL, '{');
    json_count(&writer, "agents", recorded != NULL ? recorded->world.agents.count : present->run.crowd.how.agents);
    json_count(&writer, "seed", recorded != NULL ? recorded->world.agents.seed : present->run.crowd.how.seed);
    if (of->speed > 0.0) {
        json_count(&writer, "speed", (uint64_t)(of->speed + 0.5));
    } else {
        json_nothing(&writer, "speed");
    }
    json_text(&writer, "world", recorded != NULL ? "" : text_of(&present->settings));
    if (recorded == NULL && present->is_default) {
        json_bool(&writer, "isDefault", true);
    }
    json_count(&writer, "first", session_first(of));
    if (recorded != NULL) {
        json_count(&writer, "last", session_last(of));
        json_inspect_recorded(&writer, "recording", recorded);
    }
    json_close(&writer, '}');
    return answer_json(to, &json);
}

// ------------------------------------------------------------------------------------------------------------ commands

/// X(name, needed permission, function)
#define COMMANDS(X)                                                                                                    \
    X("edit", WITS_INSPECT_CHANGE, edit)                                                                               \
    X("check", WITS_INSPECT_LOOK, check)                                                                               \
    X("settings", WITS_INSPECT_LOOK, settings)                                                                         \
    X("agents", WITS_INSPECT_CHANGE, agents)                                                                           \
    X("seed", WITS_INSPECT_CHANGE, seed)                                                                               \
    X("restart", WITS_INSPECT_CHANGE, restart)                                                                         \
    X("world", WITS_INSPECT_CHANGE, change_world)                                                                      \
    X("speed", WITS_INSPECT_CONTROL, set_speed)                                                                        \
    X("to", WITS_INSPECT_CONTROL, to_tick)                                                                             \
    X("back", WITS_INSPECT_CONTROL, back)

const char *const session_commands[] = {
#define COMMAND_NAME(name, needs, run) name,
    COMMANDS(COMMAND_NAME)
#undef COMMAND_NAME
};
const uint32_t session_command_count = sizeof session_commands / sizeof *session_commands;

bool session_command(void *user, const wits_inspect_command *command, char *answer, size_t size) {
    static const struct {
        const char *name;
        unsigned needs;
        bool (*run)(inspect_session *of, const wits_inspect_command *command, reply to);
    } rows[] = {
#define COMMAND_ROW(name, needs, run) {name, needs, run},
        COMMANDS(COMMAND_ROW)
#undef COMMAND_ROW
    };
    inspect_session *of = user;
    const reply to = {answer, size};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, command->word) != 0) {
            continue;
        }
        if ((rows[i].needs & ~of->how.allows) != 0 && of->recorded != NULL) {
            return refuse(to, session_refusal);
        }
        if ((rows[i].needs & ~of->how.allows) != 0) {
            snprintf(answer, size, "'%s' needs the permission '%s'", command->word,
                     rows[i].needs == WITS_INSPECT_CONTROL ? "control" : "change");
            return false;
        }
        return rows[i].run(of, command, to);
    }
    return refuse(to, "unknown command");
}
