// SPDX-License-Identifier: MIT
#include "inspect/inspect_world.h"

#include "common/draw.h"
#include "common/memory.h"
#include "common/tool.h"
#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

static const char each_tick[] = "each tick:";

// ---------------------------------------------------------------------------------------------------- default settings

static drawn_value drawn_field(const wits_file *file, uint32_t row) {
    const wits_field_desc *field = &wits_file_desc(file)->fields[row];
    const wits_promise *promise = &wits_file_promises(file)->fields[row];
    return (drawn_value){field->name, field, field->type, promise->has_range, promise->low, promise->high, promise};
}

static void add_draw(text *to, const drawn_value *of) {
    text drawn = {0};
    if (text_draw(&drawn, of)) {
        text_format(to, "%s=%s\n", of->name, text_of(&drawn));
    }
    text_free(&drawn);
}

/// Draws the first values of all that the host sets.
static void add_draws(text *to, const wits_file *file) {
    const wits_desc *desc = wits_file_desc(file);
    const wits_promises *promises = wits_file_promises(file);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        if (is_set_by_host(file, i)) {
            const drawn_value of = drawn_field(file, i);
            add_draw(to, &of);
        }
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        const wits_function *function = &desc->functions[i];
        const wits_promise *promise = &promises->functions[i];
        text name = {0};
        text_format(&name, "%s()", function->name);
        const drawn_value condition = {.name = text_of(&name), .type = WITS_TYPE_BOOL};
        const drawn_value score = {.name = text_of(&name),
                                   .type = WITS_TYPE_FLOAT,
                                   .has_range = true,
                                   .low = promise->has_range ? promise->low : 0.0,
                                   .high = promise->has_range ? promise->high : 1.0,
                                   .steps = promise};
        if (function->condition != NULL || function->score != NULL) {
            add_draw(to, function->condition != NULL ? &condition : &score);
        }
        text_free(&name);
    }
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const wits_target_desc *about = &desc->targets[kind];
        text_format(to, "%s=%u\n", about->name, (unsigned)most_targets(file, kind));
        for (uint32_t i = 0; i < about->field_count; i++) {
            const wits_field_desc field = field_of_target(&about->fields[i]);
            const wits_promise *promise = &promises->target_fields[kind][i];
            text name = {0};
            text_format(&name, "%s.%s", about->name, field.name);
            add_draw(to, &(drawn_value){text_of(&name), &field, field.type, promise->has_range, promise->low,
                                        promise->high, promise});
            text_free(&name);
        }
    }
}

/// Makes a number with a step drift by a fortieth of its values now and then.
static void add_steps(text *to, const drawn_value *of) {
    const drawn_step step = drawn_step_of(of->steps);
    const long long count = step.last - step.first + 1, by = count >= 40 ? count / 40 : 1;
    text_format(to, "%s=clamp(floor(%s", of->name, of->name);
    text_step_times(to, step.below, step.above);
    text_format(to, " + 0.5) + (%lld if random < 0.5 else -%lld), %lld, %lld)", by, by, (long long)step.first,
                (long long)step.last);
    text_step_times(to, step.above, step.below);
    text_format(to, " if random < 0.1 else %s\n", of->name);
}

/// Makes a number drift within its range: by up to a fortieth of it in each tick, or an int by whole steps now and
/// then.
static void add_walk(text *to, const drawn_value *of) {
    const double width = of->high - of->low;
    const char *name = of->name;
    if (of->steps->has_step) {
        add_steps(to, of);
    } else if (of->type == WITS_TYPE_FLOAT) {
        text_format(to, "%s=clamp(%s + (random - 0.5) * %.9g, %.9g, %.9g)\n", name, name, width / 20.0, of->low,
                    of->high);
    } else {
        const double step = width >= 40.0 ? (double)(int64_t)(width / 40.0) : 1.0;
        text_format(to, "%s=clamp(%s + (%.9g if random < 0.5 else -%.9g), %.9g, %.9g) if random < 0.1 else %s\n", name,
                    name, step, step, of->low, of->high, name);
    }
}

/// Changes what the host sets from tick to tick.
static void add_changes(text *to, const wits_file *file) {
    const wits_desc *desc = wits_file_desc(file);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const drawn_value of = drawn_field(file, i);
        if (!is_set_by_host(file, i)) {
            continue;
        }
        if (of.type == WITS_TYPE_BOOL) {
            text_format(to, "%s=not %s if random < 0.02 else %s\n", of.name, of.name, of.name);
        } else if (of.type == WITS_TYPE_ENUM) {
            text drawn = {0};
            text_draw(&drawn, &of);
            text_format(to, "%s=(%s) if random < 0.02 else %s\n", of.name, text_of(&drawn), of.name);
            text_free(&drawn);
        } else if (of.has_range) {
            add_walk(to, &of);
        }
    }
    for (uint32_t i = 0; i < desc->event_count; i++) {
        if (wits_file_promises(file)->events[i] != WITS_GIVER_BRAIN) {
            text_format(to, "%s=random < 0.005\n", desc->events[i]);
        }
    }
}

static void add_default(text *to, const wits_file *file) {
    text changes = {0};
    add_draws(to, file);
    add_changes(&changes, file);
    if (changes.length > 0) {
        text_format(to, "%s\n%s", each_tick, text_of(&changes));
    }
    text_free(&changes);
}

// ------------------------------------------------------------------------------------------------------------- reading

static bool has_settings(const crowd_options *options) {
    return options->set_count > 0 || options->target_set_count > 0 || options->target_count > 0 ||
           options->inputs != NULL || options->context != NULL;
}

/// Writes the settings of the command line as lines. Targets from a file stay options.
static void add_options(text *to, const crowd_options *options) {
    for (size_t i = 0; i < options->set_count; i++) {
        text_format(to, "%s\n", options->sets[i]);
    }
    for (size_t i = 0; i < options->target_count; i++) {
        const char *equals = strchr(options->targets[i], '=');
        if (equals != NULL && target_source_is_number(equals + 1)) {
            text_format(to, "%s\n", options->targets[i]);
        }
    }
    for (size_t i = 0; i < options->target_set_count; i++) {
        text_format(to, "%s\n", options->target_sets[i]);
    }
}

static void add_word(const char *word, const char ***to, size_t *count, size_t *capacity) {
    *to = grow(*to, capacity, *count + 1, sizeof **to);
    (*to)[(*count)++] = word;
}

/// Returns whether a line is the number of targets of a kind, such as "enemy=3".
static bool is_target_count(const wits_desc *desc, const char *line) {
    const size_t length = strcspn(line, "= ");
    bool is_kind = false;
    for (uint32_t i = 0; i < desc->target_count; i++) {
        is_kind =
            is_kind || (strlen(desc->targets[i].name) == length && strncmp(desc->targets[i].name, line, length) == 0);
    }
    return is_kind;
}

/// Splits the text into settings.
static bool split(inspect_world *of) {
    const wits_desc *desc = wits_file_desc(of->given.file);
    crowd_options *to = &of->options;
    bool is_each = false;
    of->lines = allocate(of->settings.length + 1, 1);
    memcpy(of->lines, text_of(&of->settings), of->settings.length);
    for (char *line = of->lines, *end; line != NULL; line = end) {
        end = strchr(line, '\n');
        if (end != NULL) {
            *end++ = '\0';
        }
        line += strspn(line, " \t\r");
        for (size_t length = strlen(line); length > 0 && strchr(" \t\r", line[length - 1]) != NULL;) {
            line[--length] = '\0';
        }
        if (*line == '\0' || *line == '#') {
            continue;
        }
        if (strcmp(line, each_tick) == 0) {
            is_each = true;
            to->again_from = to->set_count;
        } else if (is_target_setting(line) || is_target_count(desc, line)) {
            if (is_each) {
                say_mistake(to->command, "%s: targets drift by themselves; move this line before '%s'", line,
                            each_tick);
                return false;
            }
            if (is_target_setting(line)) {
                add_word(line, &to->target_sets, &to->target_set_count, &to->target_set_capacity);
            } else {
                add_word(line, &to->targets, &to->target_count, &to->target_capacity);
            }
        } else {
            add_word(line, &to->sets, &to->set_count, &to->set_capacity);
        }
    }
    to->again_from = is_each ? to->again_from : to->set_count;
    return true;
}

/// Begins with the options of the command line, without the settings that are in the text.
static void copy_options(const crowd_options *from, crowd_options *to) {
    *to = *from;
    to->is_world = true;
    to->sets = to->targets = to->target_sets = NULL;
    to->set_count = to->set_capacity = 0;
    to->target_set_count = to->target_set_capacity = 0;
    to->target_count = to->target_capacity = 0;
    for (size_t i = 0; i < from->target_count; i++) {
        const char *equals = strchr(from->targets[i], '=');
        if (equals == NULL || !target_source_is_number(equals + 1)) {
            add_word(from->targets[i], &to->targets, &to->target_count, &to->target_capacity);
        }
    }
}

/// Takes `file`, also on failure.
static int read_world(const crowd_options *options, wits_file *file, inspect_world *to) {
    to->given.file = file;
    copy_options(options, &to->options);
    return split(to) ? crowd_given_read(&to->options, &to->given) : STATUS_MISUSE;
}

inspect_world *inspect_world_new(const crowd_options *options, wits_file *file, const char *settings, bool goes_on,
                                 int *status) {
    inspect_world *made = allocate(1, sizeof *made);
    made->is_default = settings == NULL && !has_settings(options);
    if (settings != NULL) {
        text_add(&made->settings, settings);
    } else if (made->is_default) {
        add_default(&made->settings, file);
    } else {
        add_options(&made->settings, options);
    }
    crowd_options how = *options;
    how.context = goes_on ? NULL : options->context;  // agents that go on have begun
    *status = read_world(&how, file, made);
    if (*status != STATUS_DONE) {
        inspect_world_free(made);
        return NULL;
    }
    return made;
}

void inspect_world_free(inspect_world *of) {
    if (of != NULL) {
        crowd_end(&of->run);
        crowd_given_free(&of->given);
        free(of->options.sets);
        free(of->options.target_sets);
        free(of->options.targets);
        free(of->lines);
        text_free(&of->settings);
        free(of);
    }
}

// -------------------------------------------------------------------------------------------------------- other brains

/// Returns whether settings are valid for a brain; else writes why.
static bool is_valid(const crowd_options *options, wits_file *file, const text *settings, text *why) {
    inspect_world *trial = allocate(1, sizeof *trial);
    caught_messages caught = {0};
    caught_messages *before = catch_messages(&caught);
    text_add(&trial->settings, text_of(settings));
    const bool is_good = read_world(options, file, trial) == STATUS_DONE;
    trial->given.file = NULL;  // it is the caller's
    catch_messages(before);
    text_add(why, caught.count > 0 ? text_of(&caught.items[0].what) : "");
    caught_messages_free(&caught);
    inspect_world_free(trial);
    return is_good;
}

bool inspect_world_fit(const crowd_options *options, wits_file *file, const char *settings, text *to) {
    crowd_options how = *options;
    text counts = {0};  // of targets, which settings of targets need
    bool is_each = false, has_any = false;
    how.inputs = how.context = NULL;
    for (const char *line = settings, *end; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        const char *first = line + strspn(line, " \t\r");
        const bool begins_each = strncmp(first, each_tick, strlen(each_tick)) == 0;
        const bool is_setting = first < end && *first != '#' && !begins_each;
        text trial = {0}, why = {0};
        is_each = is_each || begins_each;
        text_format(&trial, "%s%s\n", text_of(&counts), is_each ? each_tick : "");
        text_add_bytes(&trial, first, (size_t)(end - first));
        const bool fits = !is_setting || is_valid(&how, file, &trial, &why);
        text *const kept[] = {to, is_setting && is_target_count(wits_file_desc(file), first) ? &counts : NULL};
        for (size_t i = 0; i < 2 && fits && kept[i] != NULL; i++) {
            text_add_bytes(kept[i], line, (size_t)(end - line));
            text_add(kept[i], "\n");
        }
        if (!fits) {
            say_at((place){0}, SEVERITY_WARNING, "%s; the world loses this line", text_of(&why));
        }
        has_any = has_any || (fits && is_setting);
        text_free(&trial);
        text_free(&why);
    }
    text_free(&counts);
    return has_any;
}

// ------------------------------------------------------------------------------------------------------------- running

int inspect_world_begin(inspect_world *of) {
    const crowd_sim_options how = crowd_how(&of->options, &of->given);
    return crowd_begin(&of->options, &of->given, &of->given.set, how, &of->run);
}

bool inspect_world_migrate(const inspect_world *from, uint32_t next, inspect_world *to, losses *lost) {
    return crowd_migrate(&from->run.crowd, &to->given, next, next, &to->run.crowd, lost);
}

bool inspect_world_prepare(inspect_world *of, uint32_t tick) {
    const bool is_good = crowd_sim_set_again(&of->run.crowd, tick);
    crowd_sim_take_inputs(&of->run.crowd, tick);
    return is_good;
}

void inspect_world_go_to(inspect_world *of, uint32_t tick) {
    crowd_sim_rewind(&of->run.crowd);
    crowd_sim_go_on(&of->run.crowd, &of->given.in, tick);
}

// -------------------------------------------------------------------------------------------------------------- brains

/// Reads an included file.
static bool open_file(void *user, const char *name, const wits_allocator *allocator, char **bytes, size_t *length) {
    text content = {0};
    caught_messages ignored = {0};
    caught_messages *before = catch_messages(&ignored);  // the brain's own problem names the line of the include
    (void)user;
    bool is_read = read_file(name, WITS_FILE_MAX_BYTES, &content);
    catch_messages(before);
    caught_messages_free(&ignored);
    *length = content.length;
    *bytes = NULL;
    if (is_read && content.length > 0) {
        *bytes = allocator->allocate(allocator->user, content.length);
        is_read = *bytes != NULL;
    }
    if (is_read && content.length > 0) {
        memcpy(*bytes, text_of(&content), content.length);
    }
    text_free(&content);
    return is_read;
}

wits_file *inspect_world_read_brain(const char *name, const char *bytes, size_t size) {
    return accept_brain(parse_brain(name, bytes, size, open_file));
}
