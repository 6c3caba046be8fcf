// SPDX-License-Identifier: MIT
#include "agent/run_watch.h"

#include "common/changes.h"
#include "common/json.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

/// Output of a run for one tick: its row, and the lines below it up to the next.
typedef struct block {
    uint64_t tick;
    const char *at;
    size_t length;
} block;

/// Output of a run. The text before the first block is its heading.
typedef struct printed {
    text whole;
    block *blocks;
    size_t count, capacity;
} printed;

typedef struct watching {
    const agent_run_options *who;
    bool jsonl;
    run_again_fn *again;
    void *user;
    changes files;
    printed before;
} watching;

// -------------------------------------------------------------------------------------------------------------- blocks

/// Reads the tick at the beginning of a row: "     9  → patrol" or {"tick":9,. Other lines belong to the row above.
static bool read_row(const char *line, bool jsonl, uint64_t *tick) {
    static const char key[] = "{\"tick\":";
    const size_t before = strlen(key), blanks = strspn(line, " ");
    const char *digits = jsonl ? line + before : line + blanks;
    const size_t length = strspn(digits, "0123456789");
    if (jsonl ? strncmp(line, key, before) != 0 : length == 0 || blanks + length < 6 || blanks > 5) {
        return false;
    }
    *tick = strtoull(digits, NULL, 10);
    return true;
}

static void find_blocks(printed *of, bool jsonl) {
    for (const char *at = text_of(&of->whole); *at != '\0';) {
        const size_t length = strcspn(at, "\n") + 1;
        uint64_t tick;
        if (read_row(at, jsonl, &tick)) {
            of->blocks = grow(of->blocks, &of->capacity, of->count + 1, sizeof *of->blocks);
            of->blocks[of->count++] = (block){tick, at, 0};
        }
        if (of->count > 0) {
            of->blocks[of->count - 1].length += length;
        }
        at += length;
    }
}

static void printed_free(printed *of) {
    text_free(&of->whole);
    free(of->blocks);
    *of = (printed){.blocks = NULL};
}

/// Writes the words of a block with single blanks between them, without colours.
static void text_block_words(text *to, const block *of) {
    for (size_t i = 0; i < of->length; i++) {
        const char one = of->at[i];
        const bool is_blank = one == ' ' || one == '\n';
        if (one == '\033') {
            i += strcspn(of->at + i, "m");
        } else if (!is_blank) {
            text_add_bytes(to, &one, 1);
        } else if (to->length > 0 && to->bytes[to->length - 1] != ' ') {
            text_add(to, " ");
        }
    }
}

/// Compares two blocks. Their columns may have other widths, so only the words are compared.
static bool is_same_block(const block *a, const block *b) {
    text words[2] = {{0}, {0}};
    text_block_words(&words[0], a);
    text_block_words(&words[1], b);
    const bool is_same = strcmp(text_of(&words[0]), text_of(&words[1])) == 0;
    text_free(&words[0]);
    text_free(&words[1]);
    return is_same;
}

// --------------------------------------------------------------------------------------------------------- comparison

/// Two runs side by side; null: the run has no such tick.
typedef struct pair {
    const block *before, *now;
} pair;

/// Returns the pairs of blocks that differ. Free the result.
static pair *compare(const printed *before, const printed *now, size_t *count) {
    pair *pairs = allocate(before->count + now->count, sizeof *pairs);
    *count = 0;
    for (size_t i = 0, k = 0; i < before->count || k < now->count;) {
        const block *a = i < before->count ? &before->blocks[i] : NULL, *b = k < now->count ? &now->blocks[k] : NULL;
        a = b != NULL && a != NULL && b->tick < a->tick ? NULL : a;
        b = a != NULL && b != NULL && a->tick < b->tick ? NULL : b;
        i += a != NULL;
        k += b != NULL;
        if (a == NULL || b == NULL || !is_same_block(a, b)) {
            pairs[(*count)++] = (pair){a, b};
        }
    }
    return pairs;
}

static uint64_t tick_of(const pair *one) {
    return one->now != NULL ? one->now->tick : one->before->tick;
}

/// Prints the lines of a block, each with a sign in the blank column before it.
static void print_block(const block *of, char sign) {
    size_t length;
    for (size_t at = 0; of != NULL && at < of->length; at += length) {
        const char *line = of->at + at;
        const bool is_blank = line[0] == ' ';
        length = strcspn(line, "\n") + 1;
        printf("%c%.*s", sign, (int)(length - is_blank), line + is_blank);
    }
}

static void print_text(const text *names, const pair *pairs, size_t count, const printed *before, const printed *now) {
    enum { MOST = 20 };
    const unsigned long long ticks = before->count > now->count ? before->count : now->count;
    if (count == 0) {
        printf("\n%s changed: all %llu ticks are the same\n", text_of(names), ticks);
        return;
    }
    printf("\n%s changed: %llu of %llu ticks differ, the first at tick %llu\n", text_of(names),
           (unsigned long long)count, ticks, (unsigned long long)tick_of(&pairs[0]));
    if (now->count > 0) {
        printf("%.*s", (int)(now->blocks[0].at - text_of(&now->whole)), text_of(&now->whole));
    }
    for (size_t i = 0; i < count && i < MOST; i++) {
        print_block(pairs[i].before, '-');
        print_block(pairs[i].now, '+');
    }
    if (count > MOST) {
        printf("%llu more ticks differ\n", (unsigned long long)(count - MOST));
    }
}

/// Prints an object about the change, then the new lines.
static void print_json(const changes *files, const pair *pairs, size_t count, const printed *now) {
    text line = {0};
    json_writer to = {.to = &line};
    json_open(&to, NULL, '{');
    json_open(&to, "changed", '[');
    for (size_t i = 0; changed_name(files, i) != NULL; i++) {
        json_text(&to, NULL, changed_name(files, i));
    }
    json_close(&to, ']');
    json_count(&to, "ticks", now->count);
    json_open(&to, "different", '[');
    for (size_t i = 0; i < count; i++) {
        json_count(&to, NULL, tick_of(&pairs[i]));
    }
    json_close(&to, ']');
    json_close(&to, '}');
    printf("%s\n", text_of(&line));
    text_free(&line);
    for (size_t i = 0; i < count; i++) {
        if (pairs[i].now != NULL) {
            fwrite(pairs[i].now->at, 1, pairs[i].now->length, stdout);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------------- run

static int show(watching *of, printed *now) {
    text names = {0};
    size_t count;
    pair *pairs = compare(&of->before, now, &count);
    text_changes(&names, &of->files);
    if (of->jsonl) {
        print_json(&of->files, pairs, count, now);
    } else {
        print_text(&names, pairs, count, &of->before, now);
    }
    text_free(&names);
    free(pairs);
    printed_free(&of->before);
    of->before = *now;
    *now = (printed){.blocks = NULL};
    return finish_output(stdout, "standard output");
}

/// Reads all files and runs the agent. Returns a status.
static int run_once(watching *of, printed *to) {
    forget_inputs();
    wits_file *file = read_brain(of->who->brain);
    changes_follow_brain(&of->files, file);
    file = accept_brain(file);
    const int status = file != NULL ? of->again(of->user, file, &to->whole) : STATUS_WRONG;
    wits_file_free(file);
    find_blocks(to, of->jsonl);
    return status;
}

static int run_after_change(watching *of) {
    printed now = {.blocks = NULL};
    int status = STATUS_DONE;
    if (run_once(of, &now) != STATUS_DONE) {
        fputs("wits run: not run again; waiting for another change\n", stderr);
    } else if (!interrupt_asked()) {
        status = show(of, &now);
    }
    printed_free(&now);
    return status;
}

static void follow_inputs(watching *of) {
    changes_follow(&of->files, of->who->brain);
    changes_follow(&of->files, of->who->inputs);
    for (size_t i = 0; i < of->who->target_count; i++) {
        const char *equals = strchr(of->who->targets[i], '=');
        changes_follow(&of->files, equals != NULL ? equals + 1 : NULL);
    }
}

int run_watch(const agent_run_options *who, bool jsonl, run_again_fn *again, void *user) {
    watching w = {.who = who, .jsonl = jsonl, .again = again, .user = user};
    interrupt_catch();
    follow_inputs(&w);
    int status = run_once(&w, &w.before);
    fwrite(text_of(&w.before.whole), 1, w.before.whole.length, stdout);
    if (status == STATUS_DONE) {
        status = finish_output(stdout, "standard output");
    }
    if (status == STATUS_DONE) {
        changes_say("run", &w.files);
        say_no_more_hints();
    }
    while (status == STATUS_DONE && !interrupt_asked()) {
        changes_wait();
        if (!interrupt_asked() && changes_seen(&w.files)) {
            status = run_after_change(&w);
        }
    }
    changes_free(&w.files);
    printed_free(&w.before);
    return status;
}
