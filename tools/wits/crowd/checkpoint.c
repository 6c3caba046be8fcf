// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L  // fileno, fseeko

#include "crowd/checkpoint.h"

#include "common/memory.h"
#include "common/platform.h"
#include "common/replace.h"
#include "common/tool.h"
#include "crowd/ranks.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char magic[] = "crowd ck", old_magic[] = "wits ck\n";

enum {
    VERSION = 1,
    FIRST_BYTES = 4096,    ///< read first; the head of most checkpoints is not larger
    PART_AGENTS = 65536,   ///< agents written at once
    AT_ONCE = 16 * 65536,  ///< agents read at once
    NOTE_NUMBERS = sizeof(checkpoint_note) / sizeof(uint64_t),
    NOTE_BYTES = sizeof(checkpoint_note),
};

// -------------------------------------------------------------------------------------------------------------- agents

/// Names the value of --set of a function: "near()", "sees('wolf')".
static void name_own(const crowd_sim *m, uint32_t column, crowd_own_name name) {
    const size_t size = sizeof(crowd_own_name);
    int length = 0;
    for (size_t i = 0; i < m->given->count; i++) {
        const set_item *one = &m->given->items[i];
        if (one->is_function && one->field == column) {
            length = snprintf(name, size, "%s(%s)", m->desc->functions[one->row].name,
                              one->arguments != NULL ? one->arguments : "");
        }
    }
    if (length <= 0 || (size_t)length >= size) {
        snprintf(name, size, "set %u", (unsigned)column);
    }
}

crowd_rows crowd_rows_of(const crowd_sim *m) {
    const uint32_t fields = m->desc->field_count, count = m->column_count - fields;
    crowd_rows all = {.agents = {.brain = m->brain,
                                 .agents = m->crowd.agents,
                                 .count = m->how.here,
                                 .ids = m->ids,
                                 .columns = m->columns,
                                 .own_count = count,
                                 .seed = m->how.seed},
                      .own = allocate(count, sizeof *all.own),
                      .names = allocate(count, sizeof *all.names)};
    for (uint32_t i = 0; i < count; i++) {
        const wits_column *column = &m->columns[fields + i];
        name_own(m, fields + i, all.names[i]);
        all.own[i] = (wits_host_field){
            .name = all.names[i], .base = column->base, .stride = column->stride, .type = column->type};
    }
    all.agents.own = all.own;
    return all;
}

void crowd_rows_free(crowd_rows *of) {
    free(of->own);
    free(of->names);
}

/// Returns the bytes of the parts of `count` agents.
static uint64_t bytes_of(wits_agents of, uint64_t count) {
    of.count = PART_AGENTS;
    const uint64_t whole = wits_snapshot_part_size(&of);
    of.count = count % PART_AGENTS;
    return count / PART_AGENTS * whole + (of.count > 0 ? wits_snapshot_part_size(&of) : 0);
}

// ------------------------------------------------------------------------------------------------------------- writing

/// Writes the note, the same on all ranks. Collective.
static text note_of(const checkpoint_marks *marks, const text *words, const crowd_sim *m, uint64_t planned) {
    text made = {0};
    checkpoint_note note = {.version = VERSION,
                            .marks = *marks,
                            .planned = planned,
                            .nan_scores = crowd_sim_nan_scores(m),
                            .from = m->how.from,
                            .flags = (m->how.goes_on ? CHECKPOINT_GOES_ON : 0u) |
                                     (m->how.counts_transitions ? CHECKPOINT_COUNTS_TRANSITIONS : 0u),
                            .word_bytes = words->length};
    uint64_t numbers[NOTE_NUMBERS];
    note.magic = u64_at(magic);
    memcpy(numbers, &note, sizeof note);
    for (size_t i = 0; i < NOTE_NUMBERS; i++) {
        text_add_u64(&made, numbers[i]);
    }
    text_add_bytes(&made, text_of(words), words->length);
    transition_matrix moves = crowd_sim_moves(m);
    transition_matrix_write(&moves, &made);
    transition_matrix_free(&moves);
    return made;
}

/// Writes the parts of this rank from `offset` on, and adds their rows to `table`.
static void write_parts(ranks_file *file, wits_agents of, uint64_t offset, text *table, text *problem) {
    const uint64_t end = of.count;
    void *buffer = allocate(1, (size_t)bytes_of(of, end < PART_AGENTS ? end : PART_AGENTS));
    for (; of.first < end; of.first += of.count) {
        of.count = end - of.first < PART_AGENTS ? end - of.first : PART_AGENTS;
        const wits_snapshot_part part = {of.count, wits_snapshot_write_part(&of, buffer)};
        const size_t size = wits_snapshot_part_size(&of);
        text_add_bytes(table, (const char *)&part, sizeof part);
        if (problem->length == 0) {
            ranks_file_write(file, offset, buffer, size, problem);
        }
        offset += size;
    }
    free(buffer);
}

/// Writes the head for all agents of all ranks.
static void write_head(ranks_file *file, const wits_agents *all, const text *note, const text *table, text *problem) {
    const uint64_t count = table->length / sizeof(wits_snapshot_part);
    const size_t size = wits_snapshot_head_size(all, note->length, count);
    void *head = allocate(1, size);
    wits_snapshot_write_head(all, text_of(note), note->length, (const void *)text_of(table), count, head);
    ranks_file_write(file, 0, head, size, problem);
    free(head);
}

/// Writes the whole checkpoint to a new file that rank 0 has created.
static void write_all(const char *path, const text *note, const crowd_sim *m, uint32_t tick, text *problem) {
    crowd_rows mine = crowd_rows_of(m);
    wits_agents all = mine.agents;
    uint64_t parts = 0, before = 0;
    text table = {0};
    all.count = m->how.agents;
    all.tick = tick + 1;
    for (uint32_t rank = 0; rank < ranks_count(); rank++) {
        const uint64_t here = ranks_first(all.count, rank + 1) - ranks_first(all.count, rank);
        parts += (here + PART_AGENTS - 1) / PART_AGENTS;
        before += rank < ranks_mine() ? bytes_of(all, here) : 0;
    }
    const uint64_t front = wits_snapshot_head_size(&all, note->length, parts);
    ranks_file *file = ranks_file_open(path, problem);
    if (file != NULL) {
        write_parts(file, mine.agents, front + before, &table, problem);
        ranks_join(&table);
        if (ranks_mine() == 0 && problem->length == 0) {
            write_head(file, &all, note, &table, problem);
        }
        text at_close = {0};
        ranks_file_close(file, &at_close);
        text_add(problem, problem->length == 0 ? text_of(&at_close) : "");
        text_free(&at_close);
    }
    crowd_rows_free(&mine);
    text_free(&table);
}

static int say_unwritable(const char *path, const char *why) {
    return say_error("the checkpoint %s cannot be written: %s", path, why);
}

int checkpoint_write(const char *path, const checkpoint_marks *marks, const text *words, crowd_sim *of, uint32_t tick,
                     uint64_t planned) {
    text beside = {0}, problem = {0}, note = note_of(marks, words, of, planned);
    replacement written = {0};
    int status = STATUS_DONE;
    if (ranks_mine() == 0) {
        status = replace_begin(path, &written) ? STATUS_DONE : say_unwritable(path, strerror(errno));
        text_add(&beside, text_of(&written.beside));
    }
    status = ranks_settle(status);
    ranks_join(&beside);
    if (status == STATUS_DONE) {
        write_all(text_of(&beside), &note, of, tick, &problem);
        status = ranks_settle(problem.length > 0 ? say_unwritable(path, text_of(&problem)) : STATUS_DONE);
        if (ranks_mine() == 0 && status == STATUS_DONE && !(replace_finish(&written) && replace_put(&written, false))) {
            status = say_unwritable(path, strerror(errno));
        }
        status = (int)ranks_greatest((uint64_t)status);
    }
    replace_end(&written);
    text_free(&problem);
    text_free(&beside);
    text_free(&note);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- reading

static bool say_wrong(const checkpoint *of, const char *what) {
    say_at((place){.file = of->path}, SEVERITY_ERROR, "%s", what);
    return false;
}

static bool say_problem(const checkpoint *of, const wits_problem *problem) {
    say_load_problem(of->path, NULL, problem);
    return false;
}

static bool read_at(const checkpoint *of, FILE *file, uint64_t offset, void *to, uint64_t size) {
    return (fseeko(file, (off_t)offset, SEEK_SET) == 0 && fread(to, 1, (size_t)size, file) == size) ||
           say_wrong(of, ferror(file) ? strerror(errno) : "it was truncated while it was read");
}

/// Reads the first bytes of a file of `size` bytes, up to the agents at least.
static bool read_head(checkpoint *to, FILE *file, uint64_t size) {
    wits_problem problem = {.needed = size < FIRST_BYTES ? size : FIRST_BYTES};
    do {
        free(to->head);
        to->head_size = (size_t)problem.needed;
        to->head = memory_take(problem.needed);
        if (to->head == NULL) {
            return say_wrong(to, "not enough memory to read it");
        }
        if (!read_at(to, file, 0, to->head, to->head_size)) {
            return false;
        }
        if (wits_snapshot_open(&to->saved, to->head, to->head_size, &(wits_report){&problem, 1, 0})) {
            return true;
        }
    } while (problem.code == WITS_PROBLEM_SNAPSHOT_SHORT && problem.needed <= size);
    if (size >= strlen(old_magic) && memcmp(to->head, old_magic, strlen(old_magic)) == 0) {
        return say_wrong(to, "a checkpoint of an earlier version of wits; start the run again");
    }
    problem.given = problem.needed != 0 ? size : 0;
    return say_problem(to, &problem);
}

static bool check_size(const checkpoint *of, uint64_t size) {
    if (size > of->saved.size) {
        return say_wrong(of, "damaged: more bytes follow its end");
    }
    return size == of->saved.size || say_problem(of, &(wits_problem){.code = WITS_PROBLEM_SNAPSHOT_SHORT,
                                                                     .table = WITS_TABLE_SNAPSHOT,
                                                                     .given = size,
                                                                     .needed = of->saved.size});
}

static bool read_note(checkpoint *to) {
    const char *bytes = to->saved.extra;
    const size_t size = to->saved.extra_size;
    uint64_t numbers[NOTE_NUMBERS];
    if (size < NOTE_BYTES || memcmp(bytes, magic, strlen(magic)) != 0) {
        return say_wrong(to, "a snapshot, but not a checkpoint of 'wits crowd'");
    }
    for (size_t i = 0; i < NOTE_NUMBERS; i++) {
        numbers[i] = u64_at(bytes + i * sizeof *numbers);
    }
    memcpy(&to->note, numbers, sizeof numbers);
    if (to->note.version != VERSION) {
        return say_wrong(to, to->note.version == 0 ? "damaged: its header"
                                                   : "a checkpoint of a newer version of wits; update wits");
    }
    const size_t rest = size - NOTE_BYTES;
    const uint64_t words = to->note.word_bytes;
    to->tick = to->saved.tick - 1;
    bytes += NOTE_BYTES;
    if (words > rest || (words > 0 && bytes[words - 1] != '\0') || to->saved.count == 0 ||
        to->saved.count > WITS_CROWD_MAX_AGENTS || to->note.from > to->tick) {
        return say_wrong(to, "damaged: its header");
    }
    text_add_bytes(&to->words, bytes, (size_t)words);
    text_add_bytes(&to->transitions, bytes + words, rest - (size_t)words);
    return true;
}

static FILE *open_file(const checkpoint *of) {
    const char *fault;
    FILE *file = open_input(of->path, &fault);
    if (file == NULL) {
        say_wrong(of, fault);
    }
    return file;
}

bool checkpoint_read(const char *path, checkpoint *to) {
    *to = (checkpoint){.path = path};
    FILE *file = open_file(to);
    if (file == NULL) {
        return false;
    }
    struct stat about;
    const bool is_regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    const uint64_t size = is_regular ? (uint64_t)about.st_size : 0;
    const bool is_good = (is_regular || say_wrong(to, "is not a regular file")) && read_head(to, file, size) &&
                         check_size(to, size) && read_note(to);
    fclose(file);
    return is_good;
}

void checkpoint_free(checkpoint *of) {
    free(of->head);
    text_free(&of->words);
    text_free(&of->transitions);
    *of = (checkpoint){0};
}

// ----------------------------------------------------------------------------------------------------------- comparing

void checkpoint_add_word(text *to, const char *option, const char *value) {
    text_format(to, "%s %s", option, value);
    text_add_bytes(to, "", 1);
}

static bool has_word(const text *words, const char *wanted) {
    for (size_t at = 0; at < words->length; at += strlen(words->bytes + at) + 1) {
        if (strcmp(words->bytes + at, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/// Adds the values of an option that are in one list only. Returns their number.
static uint32_t add_missing(text *to, const char *option, const text *from, const text *others) {
    const size_t length = strlen(option);
    uint32_t count = 0;
    for (size_t at = 0; at < from->length; at += strlen(from->bytes + at) + 1) {
        const char *one = from->bytes + at;
        if (strncmp(one, option, length) == 0 && one[length] == ' ' && !has_word(others, one)) {
            text_add(to, count++ > 0 ? ", " : "");
            text_quoted(to, one + length + 1, "");
        }
    }
    return count;
}

/// Compares the values of an option. Prints the differences and returns false if there are any.
static bool check_words(const checkpoint *of, const char *option, const text *given) {
    text had = {0}, now = {0}, what = {0};
    const uint32_t missing = add_missing(&had, option, &of->words, given);
    const uint32_t added = add_missing(&now, option, given, &of->words);
    if (missing > 0) {
        text_format(&what, ": it had %s", text_of(&had));
    }
    if (added > 0) {
        text_format(&what, "%s %s", missing > 0 ? " but not" : ": it did not have", text_of(&now));
    }
    if (missing + added > 0) {
        text whole = {0};
        text_format(&whole, "the checkpoint is from a run with different %s%s; --resume needs the same", option,
                    text_of(&what));
        say_wrong(of, text_of(&whole));
        text_free(&whole);
    }
    text_free(&had);
    text_free(&now);
    text_free(&what);
    return missing + added == 0;
}

bool checkpoint_check(const checkpoint *of, const wits_brain *brain, const checkpoint_marks *given, const text *words) {
    const checkpoint_marks *had = &of->note.marks;
    // A machine with another byte order compiles other bytes from the same file.
    const bool is_same_file = had->brain == given->brain && of->saved.layout == wits_brain_layout_hash(brain);
    if (of->saved.brain_hash != wits_brain_hash(brain) && !is_same_file) {
        return say_wrong(
            of,
            "the checkpoint is from a different brain, an earlier version of this one, or one with different --const");
    }
    if (!check_words(of, "--set", words) || !check_words(of, "--targets", words)) {
        return false;
    }
    if (had->settings != given->settings) {
        return say_wrong(of, "the checkpoint is from a run with --set in a different order; --resume needs the same");
    }
    if (had->inputs != given->inputs) {
        return say_wrong(of, "the checkpoint is from a run with different --inputs; --resume needs the same");
    }
    if (had->targets != given->targets) {
        return say_wrong(of, "the checkpoint is from a run with different files of --targets, or with its options in a "
                             "different order; --resume needs the same");
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- restore

/// Restores a range of this rank's agents, the first of which is agent number `number` of all.
static bool restore_range(const checkpoint *from, FILE *file, uint64_t number, wits_agents *to) {
    const wits_migration how = {.allocator = &memory_allocator};
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    wits_snapshot whole;
    uint64_t offset, size;
    char *bytes = platform_reserve(from->saved.size);
    if (bytes == NULL) {
        return say_wrong(from, "not enough memory to read it");
    }
    memcpy(bytes, from->head, from->head_size);
    wits_snapshot_span(&from->saved, number, to->count, &offset, &size);
    const bool is_read = read_at(from, file, offset, bytes + offset, size);
    const bool is_good = is_read && ((wits_snapshot_open(&whole, bytes, (size_t)from->saved.size, &report) &&
                                      wits_snapshot_load(&whole, number, to, &how, &report)) ||
                                     say_problem(from, &problem));
    platform_unreserve(bytes, from->saved.size);
    return is_good;
}

/// Rank 0 takes over the earlier counts, as far as they are still collected.
static bool restore_counts(const checkpoint *from, crowd_sim *to) {
    transition_matrix before = transition_matrix_new(to->brain);
    if (!transition_matrix_read(&before, to->brain, text_of(&from->transitions), from->transitions.length)) {
        transition_matrix_free(&before);
        return say_wrong(from, "damaged: its header");
    }
    if (ranks_mine() == 0) {
        to->nan_before = from->note.nan_scores;
        to->moved_before = before;
    } else {
        transition_matrix_free(&before);
    }
    return true;
}

bool checkpoint_restore(const checkpoint *from, crowd_sim *to) {
    FILE *file = open_file(from);
    crowd_rows mine = crowd_rows_of(to);
    wits_agents *range = &mine.agents;
    bool is_good = file != NULL;
    for (; range->first < to->how.here && is_good; range->first += range->count) {
        const uint64_t rest = to->how.here - range->first;
        range->count = rest < AT_ONCE ? rest : AT_ONCE;
        is_good = restore_range(from, file, to->how.first + range->first, range);
    }
    crowd_rows_free(&mine);
    if (file != NULL) {
        fclose(file);
    }
    return is_good && restore_counts(from, to);
}
