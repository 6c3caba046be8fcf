// SPDX-License-Identifier: MIT
// Runs a tool: makes a command line from the arguments, runs this program with it, and makes a result from its output.
// Each call has its own process, which can be ended at any moment with its memory, and which a crash does not outlive.
#define _POSIX_C_SOURCE 200809L  // unlink, rmdir

#include "common/platform.h"
#include "common/progress.h"
#include "mcp/server.h"
#include "test/tests.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FILES = 2 + MCP_MAX_ITEMS + WITS_MAX_TARGET_KINDS };

/// A call of a tool that runs.
typedef struct tool_run {
    const mcp_folders *folders;
    const mcp_tool *tool;
    text words;  ///< the words of the command line, each ended by a zero byte
    size_t word_count;
    text folder;             ///< temporary; empty: none yet
    text files[MOST_FILES];  ///< paths of the files in it
    size_t file_count;
    text picture;      ///< path of the picture; empty: none
    const char *kind;  ///< ending of the picture
    text problem;      ///< of an argument
} tool_run;

// -------------------------------------------------------------------------------------------------------------- words

static void add_word(tool_run *to, const char *option, const char *name, const char *value) {
    text_add(&to->words, option != NULL ? option : "");
    text_add(&to->words, option != NULL && value != NULL ? "=" : "");
    if (name != NULL) {
        text_format(&to->words, "%s=", name);
    }
    text_add(&to->words, value != NULL ? value : "");
    text_add_bytes(&to->words, "", 1);
    to->word_count++;
}

static bool fail(tool_run *to, const mcp_param *param, const char *why) {
    text_clear(&to->problem);
    text_format(&to->problem, "argument '%s': %s", param->name, why);
    return false;
}

/// Returns a string without zero bytes; null with a problem.
static const char *string_of(tool_run *to, const mcp_param *param, const json_t *value) {
    const char *found = json_string_value(value);
    if (found == NULL || strlen(found) != json_string_length(value)) {
        fail(to, param, found == NULL ? "expected a text" : "a zero byte is not allowed");
        return NULL;
    }
    return found;
}

/// Returns whether a text is that of a file, not its path.
static bool is_content(const char *given) {
    return given[0] == '{' || given[0] == '[' || strchr(given, '\n') != NULL;
}

/// Adds a file to the temporary folder, which is made with the first one.
static bool add_file(tool_run *to, const char *name, const char *ending, const char *content, text *path) {
    if (to->folder.length == 0 && !platform_temporary_folder(&to->folder)) {
        text_add(&to->problem, "cannot make a folder for temporary files");
        return false;
    }
    text_format(path, "%s/%s", text_of(&to->folder), name);
    for (size_t i = 0; i < to->file_count; i++) {
        if (strncmp(text_of(&to->files[i]), text_of(path), path->length) == 0) {  // a list: each has its own number
            text_format(path, "-%zu", to->file_count);
            break;
        }
    }
    text_add(path, ending);
    text_add(&to->files[to->file_count++], text_of(path));
    FILE *stream = content != NULL ? fopen(text_of(path), "wb") : NULL;
    bool good = content == NULL || (stream != NULL && fwrite(content, 1, strlen(content), stream) == strlen(content));
    good = (stream == NULL || fclose(stream) == 0) && good;
    if (!good) {
        text_add(&to->problem, "cannot write a temporary file");
    }
    return good;
}

/// Returns whether the client may read the brain beside a file of scenarios, which `check` reads, too.
static bool check_beside(const tool_run *of, const char *path, text *problem) {
    const size_t length = path_before(path, test_ends);
    bool good = true;
    for (size_t i = 0; brain_ends[i] != NULL && length > 0 && good; i++) {
        text beside = {0}, real = {0};
        text_add_bytes(&beside, path, length);
        text_add(&beside, brain_ends[i]);
        good = !is_there(text_of(&beside)) || mcp_path_to_read(of->folders, text_of(&beside), &real, problem);
        text_free(&beside);
        text_free(&real);
    }
    return good;
}

static bool take_file(tool_run *to, const mcp_param *param, const char *name, const json_t *value) {
    const char *given = string_of(to, param, value);
    text path = {0}, problem = {0};
    bool good = given != NULL;
    if (good && is_content(given)) {
        const bool is_scenarios = strcmp(param->name, "scenarios") == 0;
        good =
            add_file(to, name != NULL ? name : param->name, is_scenarios ? ".test.yaml" : param->ending, given, &path);
    } else if (good) {
        const bool is_brain = strcmp(param->name, "brain") == 0;
        good = mcp_path_to_read(to->folders, given, &path, &problem) &&
               (!is_brain || check_beside(to, text_of(&path), &problem));
        good = good || fail(to, param, text_of(&problem));
    }
    if (good) {
        add_word(to, param->option, name, text_of(&path));
    }
    text_free(&path);
    text_free(&problem);
    return good;
}

/// Returns whether a path ends with one of the endings in a list with blanks.
static bool has_ending(const char *path, const char *endings) {
    const char *dot = strrchr(path, '.');
    const size_t length = dot != NULL ? strlen(dot) : 0;
    for (const char *at = endings; length > 0 && (at = strstr(at, dot)) != NULL; at += length) {
        if (at[length] == '\0' || at[length] == ' ') {
            return true;
        }
    }
    return false;
}

static bool take_output(tool_run *to, const mcp_param *param, const json_t *value) {
    const char *given = string_of(to, param, value);
    text path = {0}, problem = {0};
    bool good = given != NULL;
    if (good && !has_ending(given, param->ending)) {
        text_format(&problem, "the path must end with %s", param->ending);
        good = fail(to, param, text_of(&problem));
    } else if (good) {
        good = mcp_path_to_write(to->folders, given, &path, &problem) || fail(to, param, text_of(&problem));
    }
    if (good) {
        add_word(to, param->option, NULL, text_of(&path));
    }
    text_free(&path);
    text_free(&problem);
    return good;
}

static bool take_setting(tool_run *to, const mcp_param *param, const char *name, const json_t *value) {
    if (name[0] == '\0' || strchr(name, '=') != NULL) {
        return fail(to, param, "a name is missing or has a '='");
    }
    text number = {0};
    const char *given = json_is_true(value) ? "true" : json_is_false(value) ? "false" : NULL;
    if (json_is_number(value)) {
        text_rpc_json(&number, value);
        given = text_of(&number);
    }
    given = given != NULL ? given : string_of(to, param, value);
    if (given != NULL) {
        add_word(to, param->option, name, given);
    }
    text_free(&number);
    return given != NULL;
}

static bool take_string(tool_run *to, const mcp_param *param, const json_t *value) {
    const char *given = string_of(to, param, value);
    bool is_known = param->values == NULL;
    text known = {0};
    for (size_t i = 0; given != NULL && !is_known && param->values[i] != NULL; i++) {
        is_known = strcmp(param->values[i], given) == 0;
        text_format(&known, "%s%s", i > 0 ? " or " : "expected ", param->values[i]);
    }
    if (given != NULL && !is_known) {
        fail(to, param, text_of(&known));
    } else if (given != NULL) {
        add_word(to, param->option, NULL, given);
    }
    text_free(&known);
    return given != NULL && is_known;
}

static bool take_count(tool_run *to, const mcp_param *param, const json_t *value) {
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        return fail(to, param, "expected a whole number from 0");
    }
    text number = {0};
    text_format(&number, "%lld", (long long)json_integer_value(value));
    add_word(to, param->option, NULL, text_of(&number));
    text_free(&number);
    return true;
}

static bool take_list(tool_run *to, const mcp_param *param, const json_t *value) {
    size_t i;
    json_t *one;
    bool good = json_is_array(value) && json_array_size(value) <= MCP_MAX_ITEMS;
    if (!good) {
        return fail(to, param, "expected a list of at most 100 texts");
    }
    json_array_foreach(value, i, one) {
        good = good && (param->kind == MCP_FILES ? take_file(to, param, NULL, one) : take_string(to, param, one));
    }
    return good;
}

static bool take_object(tool_run *to, const mcp_param *param, json_t *value) {
    const size_t most = param->kind == MCP_TARGETS ? (size_t)WITS_MAX_TARGET_KINDS : (size_t)MCP_MAX_ITEMS;
    const char *name;
    json_t *one;
    if (!json_is_object(value) || json_object_size(value) > most) {
        return fail(to, param, "expected an object with at most 100 names, or 16 kinds of targets");
    }
    bool good = true;
    json_object_foreach(value, name, one) {
        const bool is_name =
            name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] == '\0';
        if (param->kind == MCP_TARGETS && !is_name) {
            return fail(to, param, "unknown kind of targets");
        }
        good =
            good && (param->kind == MCP_TARGETS ? take_file(to, param, name, one) : take_setting(to, param, name, one));
    }
    return good;
}

static bool take_argument(tool_run *to, const mcp_param *param, json_t *value) {
    switch (param->kind) {
    case MCP_FILE:
        return take_file(to, param, NULL, value);
    case MCP_FILES:
    case MCP_STRINGS:
        return take_list(to, param, value);
    case MCP_TARGETS:
    case MCP_SETTINGS:
        return take_object(to, param, value);
    case MCP_STRING:
        return take_string(to, param, value);
    case MCP_COUNT:
        return take_count(to, param, value);
    case MCP_OUTPUT:
        return take_output(to, param, value);
    case MCP_FLAG:
        if (!json_is_boolean(value)) {
            return fail(to, param, "expected true or false");
        }
        if (json_is_true(value)) {
            add_word(to, param->option, NULL, NULL);
        }
        return true;
    }
    return false;
}

/// Reports arguments that the tool does not have, and missing ones.
static bool check_names(tool_run *to, json_t *arguments) {
    const char *name;
    json_t *value;
    json_object_foreach(arguments, name, value) {
        const bool is_own = strcmp(name, "first_line") == 0 || strcmp(name, "seconds") == 0;
        if (is_own || mcp_param_find(to->tool, name) != NULL) {
            continue;
        }
        guess found = guess_at(name);
        for (size_t i = 0; i < MCP_MAX_PARAMS && to->tool->params[i].name != NULL; i++) {
            guess_offer(&found, to->tool->params[i].name);
        }
        text_add(&to->problem, "unknown argument ");
        text_quoted(&to->problem, name, "");
        text_guess(&to->problem, &found, "");
        return false;
    }
    for (size_t i = 0; i < MCP_MAX_PARAMS && to->tool->params[i].name != NULL; i++) {
        if (to->tool->params[i].is_required && json_object_get(arguments, to->tool->params[i].name) == NULL) {
            return fail(to, &to->tool->params[i], "missing");
        }
    }
    return true;
}

/// A task is a name: a path would be read as a brain, and '-' is standard input.
static bool is_task_name(const char *given) {
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return given[0] != '\0' && given[0] != '_' && given[0] != '-' && given[strspn(given, allowed)] == '\0';
}

static bool check_exercise(tool_run *to, const json_t *arguments) {
    const json_t *task = json_object_get(arguments, "task");
    const bool has_brain = json_object_get(arguments, "brain") != NULL;
    if (task == NULL && has_brain) {
        return fail(to, &to->tool->params[0], "missing; a brain is graded for a task");
    }
    if (json_is_string(task) && !is_task_name(json_string_value(task))) {
        return fail(to, &to->tool->params[0],
                    "a name has letters, digits, '_' and '-', and begins with one of the first two; without arguments "
                    "the names are listed");
    }
    if (task == NULL) {
        add_word(to, "--list", NULL, NULL);
    }
    return true;
}

/// Adds options first, then "--" and the other arguments in the order of the tool.
static bool make_words(tool_run *to, json_t *arguments) {
    const mcp_tool *tool = to->tool;
    bool good = check_names(to, arguments);
    for (size_t i = 0; tool->words[i] != NULL; i++) {
        add_word(to, NULL, NULL, tool->words[i]);
    }
    if (good && strcmp(tool->name, "exercise") == 0) {
        good = check_exercise(to, arguments);
    }
    for (int options = 1; options >= 0 && good; options--) {
        if (!options) {
            add_word(to, NULL, NULL, "--");
        }
        for (size_t i = 0; i < MCP_MAX_PARAMS && tool->params[i].name != NULL && good; i++) {
            const mcp_param *param = &tool->params[i];
            json_t *value = json_object_get(arguments, param->name);
            const bool is_picture = strcmp(param->name, "picture") == 0;
            if (value != NULL && !is_picture && (param->option != NULL) == (options != 0)) {
                good = take_argument(to, param, value);
            }
        }
    }
    if (good && to->words.length > MCP_MAX_ARGUMENTS) {
        text_add(&to->problem, "the arguments are too long; write long texts to files");
        good = false;
    }
    return good;
}

// ----------------------------------------------------------------------------------------------------------- processes

/// The call that runs, for `is_cancelled`, which has no other way to know it.
static struct {
    rpc_call *call;
    const json_t *token;  ///< of progress; null: none is wanted
    const char *name;
    double begun, next;
} running;

static bool is_cancelled(void) {
    const double now = seconds_now();
    if (running.token != NULL && now >= running.next) {
        text message = {0};
        text_format(&message, "%s has run for %.0f s", running.name, now - running.begun);
        rpc_notify(rpc_server_of(running.call), "notifications/progress",
                   json_pack("{s:O, s:f, s:o}", "progressToken", running.token, "progress", now - running.begun,
                             "message", rpc_text(&message)));
        text_free(&message);
        running.next = now + 1;
    }
    return rpc_is_cancelled(running.call);
}

// Sanitizers reserve much more address space than they use.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MOST_MEMORY 0
#else
#define MOST_MEMORY ((uint64_t)4 << 30)
#endif

typedef struct tool_output {
    text out, err;
    int status;
    platform_end end;
} tool_output;

/// Runs the program with the words, and `more` if it is not null.
static void run_program(const tool_run *of, const char *more, double seconds, tool_output *to) {
    static const text nothing = {0};
    char *own = platform_own_path();
    char **words = allocate(of->word_count + 3, sizeof *words);
    char *word = of->words.bytes;
    words[0] = own != NULL ? own : (char *)(uintptr_t) "wits";
    size_t count = 1;
    for (size_t i = 0; i < of->word_count; i++, word += strlen(word) + 1) {
        words[count++] = word;
        if (i == 0 && more != NULL) {
            words[count++] = (char *)(uintptr_t)more;
        }
    }
    to->end = platform_run(&(platform_program){.words = words,
                                               .input = &nothing,
                                               .output = &to->out,
                                               .errors = &to->err,
                                               .stops = is_cancelled,
                                               .seconds = seconds,
                                               .most_output = MCP_MAX_OUTPUT,
                                               .most_memory = MOST_MEMORY,
                                               .status = &to->status});
    free(words);
    free(own);
}

// ------------------------------------------------------------------------------------------------------------- results

json_t *mcp_mistake(const char *problem) {
    return json_pack("{s:[{s:s, s:o}], s:b}", "content", "type", "text", "text", rpc_string(problem, strlen(problem)),
                     "isError", 1);
}

json_t *mcp_text_result(const text *of, uint32_t first, json_t *structured) {
    text shown = {0};
    uint32_t lines = 0, last = 0;
    const char *at = text_of(of), *end = at + of->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const size_t length = (size_t)((newline != NULL ? newline : end) - at);
        lines++;
        if (lines >= first && (last == 0 || last == lines - 1) && shown.length + length <= MCP_MAX_TEXT) {
            const size_t cut = length < MCP_MAX_LINE ? length : MCP_MAX_LINE;
            text_add_bytes(&shown, at, cut);
            if (cut < length) {
                text_format(&shown, "... (%zu more bytes in this line)", length - cut);
            }
            text_add(&shown, "\n");
            last = lines;
        } else if (lines >= first && last == 0) {  // longer than the output limit
            text_add_bytes(&shown, at, MCP_MAX_LINE);
            text_format(&shown, "... (%zu more bytes in this line)\n", length - MCP_MAX_LINE);
            last = lines;
        }
        at += length + 1;
    }
    if (last < lines && last > 0) {
        text_format(&shown, "[lines %u to %u of %u; \"first_line\": %u continues]\n", (unsigned)first, (unsigned)last,
                    (unsigned)lines, (unsigned)last + 1);
    } else if (lines > 0 && last == 0) {
        text_format(&shown, "[there are only %u lines]\n", (unsigned)lines);
    }
    if (structured != NULL) {
        json_object_set_new(structured, "lines", json_integer(lines));
        if (last > 0) {
            json_object_set_new(structured, "first_line", json_integer(first));
            json_object_set_new(structured, "last_line", json_integer(last));
        }
    }
    json_t *made = json_pack("{s:[{s:s, s:o}]}", "content", "type", "text", "text", rpc_text(&shown));
    text_free(&shown);
    return made;
}

/// Removes the path of the temporary folder, so that messages name just "brain.yaml".
static void shorten_paths(const tool_run *of, text *what) {
    text made = {0}, prefix = {0};
    if (of->folder.length == 0) {
        return;
    }
    text_format(&prefix, "%s/", text_of(&of->folder));
    const char *at = text_of(what);
    for (const char *found; (found = strstr(at, text_of(&prefix))) != NULL; at = found + prefix.length) {
        text_add_bytes(&made, at, (size_t)(found - at));
    }
    text_add(&made, at);
    text_free(&prefix);
    text_free(what);
    *what = made;
}

static const char *meaning_of(const mcp_tool *tool, int status) {
    for (size_t i = 0; i < sizeof tool->meanings / sizeof *tool->meanings && tool->meanings[i].what != NULL; i++) {
        if (tool->meanings[i].status == status) {
            return tool->meanings[i].what;
        }
    }
    return NULL;
}

static json_t *base64(const text *of) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *bytes = (const unsigned char *)text_of(of);
    text made = {0};
    for (size_t i = 0; i < of->length; i += 3) {
        const size_t left = of->length - i;
        const uint32_t three = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                               (left > 2 ? (uint32_t)bytes[i + 2] : 0);
        const char four[] = {letters[three >> 18], letters[three >> 12 & 63], left > 1 ? letters[three >> 6 & 63] : '=',
                             left > 2 ? letters[three & 63] : '='};
        text_add_bytes(&made, four, sizeof four);
    }
    json_t *string = rpc_text(&made);
    text_free(&made);
    return string;
}

/// Adds the words in an SVG picture, a line for each.
static void text_of_picture(text *to, const text *svg) {
    const char *at = text_of(svg);
    while ((at = strstr(at, "<text")) != NULL && (at = strchr(at, '>')) != NULL) {
        const size_t length = strcspn(++at, "<");
        text_add_bytes(to, at, length);
        text_add(to, "\n");
    }
}

/// Draws the picture, unless it is drawn already. Adds it to the content of a result, and its words to those of the
/// command. `missing` receives the reason why there is none.
static void add_picture(const tool_run *of, bool is_drawn, double seconds, text *words, text *missing,
                        json_t *content) {
    text option = {0}, picture = {0};
    tool_output drawn = {.end = PLATFORM_SUCCEEDED};
    const bool is_svg = strcmp(of->kind, ".svg") == 0;
    if (!is_drawn) {
        text_format(&option, "--output=%s", text_of(&of->picture));
        run_program(of, text_of(&option), seconds, &drawn);
    }
    if (drawn.end != PLATFORM_SUCCEEDED) {
        shorten_paths(of, &drawn.err);
        text_format(missing, "There is no picture: %s",
                    drawn.err.length > 0 ? text_of(&drawn.err) : "drawing was ended, perhaps by the time limit\n");
    } else if (!read_file(text_of(&of->picture), MCP_MAX_PICTURE, &picture)) {
        text_add(missing, "The picture is larger than 1 MiB; \"output\" writes it to a file.\n");
    } else {
        if (is_svg && is_drawn) {
            text_of_picture(words, &picture);
        }
        json_array_append_new(content, json_pack("{s:s, s:s, s:o}", "type", "image", "mimeType",
                                                 is_svg ? "image/svg+xml" : "image/png", "data", base64(&picture)));
    }
    text_free(&option);
    text_free(&picture);
    text_free(&drawn.out);
    text_free(&drawn.err);
}

/// Adds the JSON that a command printed, if it is one object that is not too large.
static void add_result(json_t *structured, const text *out) {
    text copy = {0}, problem = {0};
    if (out->length > 0 && out->length <= MCP_MAX_RESULT && text_of(out)[0] == '{') {
        text_add_bytes(&copy, text_of(out), out->length);
        json_t *value = rpc_parse(copy.bytes, copy.length, &problem);
        if (json_is_object(value)) {
            json_object_set(structured, "result", value);
        }
        json_decref(value);
    }
    text_free(&copy);
    text_free(&problem);
}

static json_t *result_of(tool_run *of, tool_output *made, uint32_t first, double seconds) {
    text all = {0}, shown = {0};
    const char *meaning = meaning_of(of->tool, made->status);
    const bool is_late = meaning == NULL && seconds_now() - running.begun >= seconds;
    text_add_bytes(&all, text_of(&made->err), made->err.length);
    text_add_bytes(&all, text_of(&made->out), made->out.length);
    shorten_paths(of, &all);
    if (made->end == PLATFORM_NOT_STARTED || made->end == PLATFORM_NO_FILE) {
        text_free(&all);
        return mcp_mistake("the program cannot be started");
    }
    if (made->end == PLATFORM_STOPPED) {
        text_free(&all);
        return mcp_mistake("the command printed more than 16 MiB; ask for less, such as fewer ticks");
    }
    if (is_late) {
        text_format(&all, "The time limit of %.0f s was reached; \"seconds\" changes it, up to %d.\n", seconds,
                    MCP_MAX_SECONDS);
    } else if (meaning == NULL && made->status >= 128) {
        text_format(&all, "The command was ended by signal %d, perhaps because it needed too much memory.\n",
                    made->status - 128);
    }
    json_t *structured = json_pack("{s:i, s:s}", "status", made->status, "meaning",
                                   meaning != NULL     ? meaning
                                   : is_late           ? "time limit reached"
                                   : made->status == 2 ? "the arguments are wrong"
                                                       : "the command failed");
    add_result(structured, &made->out);
    json_t *pictures = json_array();
    if (of->kind != NULL && made->status == 0) {
        add_picture(of, strcmp(of->tool->name, "graph") != 0, seconds, &all, &shown, pictures);
    }
    text_add_bytes(&shown, text_of(&all), all.length);  // before a long text, whose end is cut off
    json_t *result = mcp_text_result(&shown, first, structured);
    json_array_extend(json_object_get(result, "content"), pictures);
    json_decref(pictures);
    json_object_set_new(result, "structuredContent", structured);
    json_object_set_new(result, "isError", json_boolean(meaning == NULL));
    text_free(&all);
    text_free(&shown);
    return result;
}

// ----------------------------------------------------------------------------------------------------------------- run

static void tool_run_end(tool_run *of) {
    for (size_t i = 0; i < of->file_count; i++) {
        unlink(text_of(&of->files[i]));
        text_free(&of->files[i]);
    }
    if (of->folder.length > 0) {
        rmdir(text_of(&of->folder));
    }
    text_free(&of->folder);
    text_free(&of->words);
    text_free(&of->picture);
    text_free(&of->problem);
}

/// Decides which picture a tool draws: none if it draws to a file of the client. Writes the option of its command: a
/// graph is first printed as a flowchart.
static bool choose_picture(tool_run *of, const json_t *arguments, text *option) {
    const char *wanted = rpc_member_string(arguments, "picture");
    if (of->tool->picture == NULL || json_object_get(arguments, "output") != NULL) {
        return true;
    }
    of->kind = wanted != NULL && strcmp(wanted, "svg") == 0 ? ".svg" : of->tool->picture;
    if (!add_file(of, "picture", of->kind, NULL, &of->picture)) {
        return false;
    }
    if (strcmp(of->tool->name, "graph") == 0) {
        text_add(option, "--format=mermaid");
    } else {
        text_format(option, "--output=%s", text_of(&of->picture));
    }
    return true;
}

/// Reads an integer argument that all tools have.
static bool take_own(tool_run *of, const json_t *arguments, const char *name, uint32_t least, uint32_t most,
                     uint32_t *value) {
    const json_t *given = json_object_get(arguments, name);
    if (given == NULL) {
        return true;
    }
    *value = rpc_member_count(arguments, name, most, 0);
    if (*value < least) {
        text_format(&of->problem, "argument '%s': expected a whole number from %u to %u", name, (unsigned)least,
                    (unsigned)most);
    }
    return *value >= least;
}

/// Files to remove if a signal ends this program.
static tool_run *volatile active;

static void die(int number) {
    platform_end_program();
    for (size_t i = 0; active != NULL && i < active->file_count; i++) {
        unlink(active->files[i].bytes);
    }
    if (active != NULL && active->folder.length > 0) {
        rmdir(active->folder.bytes);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void mcp_watch_deaths(void) {
    platform_on_deaths(die);
}

static json_t *run_tool(tool_run *of, rpc_call *call, const char *more, uint32_t first, double seconds) {
    tool_output made = {.status = -1};
    const json_t *wanted = rpc_at(rpc_params(call), "_meta.progressToken");
    running.call = call;
    running.token = json_is_string(wanted) || json_is_integer(wanted) ? wanted : NULL;
    running.name = of->tool->name;
    running.begun = seconds_now();
    running.next = running.begun + 1;
    run_program(of, more, seconds, &made);
    json_t *result = rpc_is_cancelled(call) ? rpc_fail(call, RPC_REQUEST_FAILED, "the connection has ended")
                                            : result_of(of, &made, first, seconds);
    text_free(&made.out);
    text_free(&made.err);
    return result;
}

json_t *mcp_run_tool(const mcp_folders *folders, rpc_call *call, const mcp_tool *tool, json_t *arguments) {
    tool_run of = {.folders = folders, .tool = tool};
    uint32_t first = 1, seconds = MCP_SECONDS;
    text option = {0};
    json_t *result = NULL;
    active = &of;
    if (take_own(&of, arguments, "first_line", 1, UINT32_MAX, &first) &&
        take_own(&of, arguments, "seconds", 1, MCP_MAX_SECONDS, &seconds) && make_words(&of, arguments) &&
        choose_picture(&of, arguments, &option)) {
        result = run_tool(&of, call, option.length > 0 ? text_of(&option) : NULL, first, seconds);
    } else {
        result = mcp_mistake(text_of(&of.problem));
    }
    tool_run_end(&of);
    active = NULL;
    text_free(&option);
    return result;
}
