// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // open, pread

#include "crowd/checkpoint.h"

#include "common/checksum.h"
#include "common/replace.h"
#include "common/tool.h"
#include "crowd/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[8] = {'w', 'i', 't', 's', ' ', 'c', 'k', '\n'};

enum {
    VERSION = 2,
    VERSION_WITHOUT_WORDS = 1,
    ORDER = 0x01020304,
    ORDER_OF_OTHERS = 0x04030201,
    PART_AGENTS = 65536,
    MOST_TRANSITIONS = 1 << 28,  ///< bytes; more than any transition matrix that fits in memory
};

// --------------------------------------------------------------------------------------------------------------- parts

typedef struct array {
    unsigned char *base;
    size_t size;  ///< bytes for each agent
} array;

/// The data saved for each agent: dense arrays.
typedef struct arrays {
    array *items;
    uint32_t count;
    uint32_t row_bytes;
} arrays;

static void add_array(arrays *to, void *base, size_t size) {
    to->items[to->count].base = base;
    to->items[to->count++].size = size;
    to->row_bytes += (uint32_t)size;
}

static arrays arrays_of(const crowd_sim *m) {
    arrays all = {.items = allocate((size_t)m->column_count + 2, sizeof *all.items)};
    if (m->ids != NULL) {
        add_array(&all, m->ids, sizeof *m->ids);
    }
    add_array(&all, m->crowd.agents, wits_agent_size(m->brain));
    for (uint32_t i = 0; i < m->column_count; i++) {
        add_array(&all, m->columns[i].base, m->columns[i].stride);
    }
    return all;
}

/// Returns the number of parts for the agents of a rank.
static uint64_t parts_of(uint64_t agents, uint32_t rank) {
    uint64_t count = ranks_first(agents, rank + 1) - ranks_first(agents, rank);
    return (count + PART_AGENTS - 1) / PART_AGENTS;
}

static uint64_t parts_before(uint64_t agents, uint32_t rank) {
    uint64_t parts = 0;
    for (uint32_t before = 0; before < rank; before++) {
        parts += parts_of(agents, before);
    }
    return parts;
}

static uint64_t parts_offset(const checkpoint_head *head) {
    return sizeof *head + head->move_bytes + head->part_count * sizeof(checkpoint_part);
}

// ------------------------------------------------------------------------------------------------------------- writing

/// Packs a part into `buffer`. `first` counts from the first agent of this rank.
static void pack(const arrays *all, uint64_t first, uint64_t count, unsigned char *buffer) {
    for (uint32_t i = 0; i < all->count; i++) {
        const size_t size = all->items[i].size, bytes = (size_t)count * size;
        memcpy(buffer, all->items[i].base + first * size, bytes);
        buffer += bytes;
    }
}

/// Writes the parts of this rank and adds their rows to `table`.
static void write_parts(ranks_file *file, const crowd_sim *m, const checkpoint_head *head, text *table, text *problem) {
    arrays all = arrays_of(m);
    unsigned char *buffer = allocate(PART_AGENTS, all.row_bytes);
    for (uint64_t first = 0; first < m->how.here; first += PART_AGENTS) {
        uint64_t rest = m->how.here - first, count = rest < PART_AGENTS ? rest : PART_AGENTS;
        size_t size = (size_t)count * all.row_bytes;
        pack(&all, first, count, buffer);
        const checkpoint_part part = {m->how.first + first, count, checksum(0, buffer, size)};
        text_add_bytes(table, (const char *)&part, sizeof part);
        if (problem->length == 0) {
            ranks_file_write(file, parts_offset(head) + part.first * all.row_bytes, buffer, size, problem);
        }
    }
    free(buffer);
    free(all.items);
}

static void write_front(ranks_file *file, checkpoint_head *head, const text *moved, const text *table, text *problem) {
    head->sum = checksum(0, head, sizeof *head);
    head->sum = checksum(head->sum, text_of(moved), moved->length);
    head->sum = checksum(head->sum, text_of(table), table->length);
    text front = {0};
    text_add_bytes(&front, (const char *)head, sizeof *head);
    text_add_bytes(&front, text_of(moved), moved->length);
    text_add_bytes(&front, text_of(table), table->length);
    ranks_file_write(file, 0, text_of(&front), front.length, problem);
    text_free(&front);
}

static checkpoint_head head_of(const checkpoint_marks *marks, const crowd_sim *m, uint32_t tick, uint64_t planned) {
    checkpoint_head head = {.order = ORDER,
                            .version = VERSION,
                            .marks = *marks,
                            .seed = m->how.seed,
                            .agents = m->how.agents,
                            .planned = planned,
                            .nan_scores = crowd_sim_nan_scores(m),
                            .from = m->how.from,
                            .tick = tick,
                            .part_count = parts_before(m->how.agents, ranks_count())};
    arrays all = arrays_of(m);
    memcpy(head.magic, magic, sizeof head.magic);
    head.row_bytes = all.row_bytes;
    head.flags = (m->how.has_ids ? CHECKPOINT_HAS_IDS : 0u) | (m->how.goes_on ? CHECKPOINT_GOES_ON : 0u) |
                 (m->how.counts_transitions ? CHECKPOINT_COUNTS_TRANSITIONS : 0u);
    free(all.items);
    return head;
}

/// Writes the whole checkpoint to a new file that rank 0 has created.
static void write_all(const char *path, checkpoint_head *head, const text *words, crowd_sim *m, text *problem) {
    text moved = {0}, table = {0};
    transition_matrix all = crowd_sim_moves(m);
    transition_matrix_write(&all, &moved);
    const uint64_t word_bytes = words->length;
    text_add_bytes(&moved, text_of(words), words->length);
    text_add_bytes(&moved, (const char *)&word_bytes, sizeof word_bytes);
    head->move_bytes = moved.length;
    ranks_file *file = ranks_file_open(path, problem);
    if (file != NULL) {
        write_parts(file, m, head, &table, problem);
        ranks_join(&table);
        if (ranks_mine() == 0 && problem->length == 0) {
            write_front(file, head, &moved, &table, problem);
        }
        text at_close = {0};
        ranks_file_close(file, &at_close);
        text_add(problem, problem->length == 0 ? text_of(&at_close) : "");
        text_free(&at_close);
    }
    transition_matrix_free(&all);
    text_free(&moved);
    text_free(&table);
}

static int say_unwritable(const char *path, const char *why) {
    return say_error("the checkpoint %s cannot be written: %s", path, why);
}

int checkpoint_write(const char *path, const checkpoint_marks *marks, const text *words, crowd_sim *of, uint32_t tick,
                     uint64_t planned) {
    text beside = {0}, problem = {0};
    replacement written = {0};
    checkpoint_head head = head_of(marks, of, tick, planned);
    int status = STATUS_DONE;
    if (ranks_mine() == 0) {
        status = replace_begin(path, &written) ? STATUS_DONE : say_unwritable(path, strerror(errno));
        text_add(&beside, text_of(&written.beside));
    }
    status = ranks_settle(status);
    ranks_join(&beside);
    if (status == STATUS_DONE) {
        write_all(text_of(&beside), &head, words, of, &problem);
        status = ranks_settle(problem.length > 0 ? say_unwritable(path, text_of(&problem)) : STATUS_DONE);
        if (ranks_mine() == 0 && status == STATUS_DONE && !(replace_finish(&written) && replace_put(&written, false))) {
            status = say_unwritable(path, strerror(errno));
        }
        status = (int)ranks_greatest((uint64_t)status);
    }
    replace_end(&written);
    text_free(&problem);
    text_free(&beside);
    return status;
}

// ------------------------------------------------------------------------------------------------------------- reading

static bool say_wrong(const checkpoint *of, const char *what) {
    say_at((place){.file = of->path}, SEVERITY_ERROR, "%s", what);
    return false;
}

static bool read_at(int file, uint64_t offset, void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        ssize_t got = pread(file, at, size, (off_t)offset);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        offset += got > 0 ? (uint64_t)got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/// Returns whether this program can read the rest of the file.
static bool check_kind(const checkpoint *of) {
    char what[128];
    if (memcmp(of->head.magic, magic, sizeof magic) != 0) {
        return say_wrong(of, "not a checkpoint of 'wits crowd'");
    }
    if (of->head.order == ORDER_OF_OTHERS) {
        return say_wrong(of, "the checkpoint is from a machine with a different byte order; resume it there");
    }
    if (of->head.version != VERSION && of->head.version != VERSION_WITHOUT_WORDS) {
        snprintf(what, sizeof what, "unsupported checkpoint version %lu; expected at most %d",
                 (unsigned long)of->head.version, (int)VERSION);
        return say_wrong(of, what);
    }
    return true;
}

/// Checks the numbers of the head against the file's size, which keeps later sums from overflowing.
static bool check_size(const checkpoint *of, uint64_t size) {
    const checkpoint_head *head = &of->head;
    bool can_be = head->agents > 0 && head->agents <= WITS_CROWD_MAX_AGENTS && head->part_count <= head->agents &&
                  head->move_bytes <= MOST_TRANSITIONS && head->row_bytes > 0 && head->tick >= head->from;
    uint64_t whole = can_be ? parts_offset(head) + head->agents * head->row_bytes : 0;
    char what[160];
    if (can_be && size < whole) {
        snprintf(what, sizeof what, "truncated checkpoint: %llu of %llu bytes", (unsigned long long)size,
                 (unsigned long long)whole);
        return say_wrong(of, what);
    }
    return (can_be && size == whole) || say_wrong(of, "corrupt checkpoint head");
}

/// Checks that every agent is in exactly one part.
static bool are_parts_whole(const checkpoint *of) {
    uint64_t agents = 0;
    for (uint64_t i = 0; i < of->head.part_count; i++) {
        const checkpoint_part *part = &of->parts[i];
        if (part->first != agents || part->count == 0 || part->count > PART_AGENTS) {
            return false;
        }
        agents += part->count;
    }
    return agents == of->head.agents;
}

/// Splits the options off the end of the transitions.
static bool split_words(checkpoint *to) {
    uint64_t bytes = 0;
    size_t room = to->transition_matrix.length;
    if (to->head.version == VERSION_WITHOUT_WORDS) {
        return true;
    }
    if (room >= sizeof bytes) {
        room -= sizeof bytes;
        memcpy(&bytes, to->transition_matrix.bytes + room, sizeof bytes);
    }
    const bool is_whole = to->transition_matrix.length >= sizeof bytes && bytes <= room &&
                          (bytes == 0 || to->transition_matrix.bytes[room - 1] == '\0');
    if (is_whole) {
        text_add_bytes(&to->words, to->transition_matrix.bytes + room - (size_t)bytes, (size_t)bytes);
        to->transition_matrix.length = room - (size_t)bytes;
    }
    return is_whole;
}

/// Reads what is between the head and the parts.
static bool read_tables(int file, checkpoint *to) {
    const checkpoint_head *head = &to->head;
    const size_t move_bytes = (size_t)head->move_bytes, part_bytes = (size_t)head->part_count * sizeof *to->parts;
    char *moved = allocate(move_bytes + 1, 1);
    to->parts = allocate((size_t)head->part_count, sizeof *to->parts);
    bool is_good = read_at(file, sizeof *head, moved, move_bytes) &&
                   read_at(file, sizeof *head + move_bytes, to->parts, part_bytes);
    text_add_bytes(&to->transition_matrix, moved, move_bytes);
    free(moved);
    checkpoint_head plain = *head;
    plain.sum = 0;
    uint64_t sum = checksum(checksum(0, &plain, sizeof plain), text_of(&to->transition_matrix), move_bytes);
    sum = checksum(sum, to->parts, part_bytes);
    return (is_good && sum == head->sum && are_parts_whole(to) && split_words(to)) ||
           say_wrong(to, "corrupt checkpoint head");
}

static bool read_head(int file, checkpoint *to) {
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        return say_wrong(to, "not a regular file");
    }
    if (!read_at(file, 0, &to->head, sizeof to->head)) {
        bool is_begun = memcmp(to->head.magic, magic, sizeof magic) == 0;
        return say_wrong(to, is_begun ? "truncated checkpoint" : "not a checkpoint of 'wits crowd'");
    }
    return check_kind(to) && check_size(to, (uint64_t)about.st_size) && read_tables(file, to);
}

bool checkpoint_read(const char *path, checkpoint *to) {
    *to = (checkpoint){.path = path};
    int file = open(path, O_RDONLY);
    if (file < 0) {
        return say_wrong(to, errno == ENOENT ? "no such file" : strerror(errno));
    }
    bool is_good = read_head(file, to);
    close(file);
    return is_good;
}

void checkpoint_free(checkpoint *of) {
    text_free(&of->transition_matrix);
    text_free(&of->words);
    free(of->parts);
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

bool checkpoint_check(const checkpoint *of, const checkpoint_marks *given, const text *words) {
    const checkpoint_marks *had = &of->head.marks;
    const bool has_words = of->head.version != VERSION_WITHOUT_WORDS;
    if (had->brain != given->brain) {
        return say_wrong(
            of,
            "the checkpoint is from a different brain, an earlier version of this one, or one with different --const");
    }
    if (has_words && (!check_words(of, "--set", words) || !check_words(of, "--targets", words))) {
        return false;
    }
    if (had->settings != given->settings) {
        return say_wrong(
            of, has_words ? "the checkpoint is from a run with --set in a different order; --resume needs the same"
                          : "the checkpoint is from a run with different --set; --resume needs the same");
    }
    if (had->inputs != given->inputs) {
        return say_wrong(of, "the checkpoint is from a run with different --inputs; --resume needs the same");
    }
    if (had->targets != given->targets) {
        return say_wrong(of, has_words
                                 ? "the checkpoint is from a run with different files of --targets, or with its "
                                   "options in a different order; --resume needs the same"
                                 : "the checkpoint is from a run with different --targets; --resume needs the same");
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- restore

/// Copies the agents of a part that belong to this rank.
static void unpack(const arrays *all, const checkpoint_part *part, const crowd_sim *m, const unsigned char *buffer) {
    const uint64_t end = m->how.first + m->how.here, part_end = part->first + part->count;
    const uint64_t first = part->first > m->how.first ? part->first : m->how.first;
    const uint64_t count = (part_end < end ? part_end : end) - first;
    for (uint32_t i = 0; i < all->count; i++) {
        const size_t size = all->items[i].size;
        memcpy(all->items[i].base + (first - m->how.first) * size, buffer + (first - part->first) * size,
               (size_t)count * size);
        buffer += part->count * size;
    }
}

static bool restore_part(const checkpoint *from, int file, const checkpoint_part *part, const arrays *all,
                         crowd_sim *to, unsigned char *buffer) {
    const size_t size = (size_t)part->count * all->row_bytes;
    char what[160];
    if (!read_at(file, parts_offset(&from->head) + part->first * all->row_bytes, buffer, size) ||
        checksum(0, buffer, size) != part->sum) {
        snprintf(what, sizeof what, "corrupt checkpoint: agents %llu to %llu", (unsigned long long)part->first,
                 (unsigned long long)(part->first + part->count - 1));
        return say_wrong(from, what);
    }
    unpack(all, part, to, buffer);
    return true;
}

static bool restore_parts(const checkpoint *from, int file, const arrays *all, crowd_sim *to) {
    unsigned char *buffer = allocate(PART_AGENTS, all->row_bytes);
    bool is_good = true;
    for (uint64_t i = 0; i < from->head.part_count && is_good; i++) {
        const checkpoint_part *part = &from->parts[i];
        if (part->first < to->how.first + to->how.here && part->first + part->count > to->how.first) {
            is_good = restore_part(from, file, part, all, to, buffer);
        }
    }
    free(buffer);
    return is_good;
}

/// Rank 0 takes over the earlier counts, as far as they are still collected.
static bool restore_counts(const checkpoint *from, crowd_sim *to) {
    transition_matrix before = transition_matrix_new(to->brain);
    if (!transition_matrix_read(&before, to->brain, text_of(&from->transition_matrix),
                                from->transition_matrix.length)) {
        transition_matrix_free(&before);
        return say_wrong(from, "corrupt checkpoint head");
    }
    if (ranks_mine() == 0) {
        to->nan_before = from->head.nan_scores;
        to->moved_before = before;
    } else {
        transition_matrix_free(&before);
    }
    return true;
}

bool checkpoint_restore(const checkpoint *from, crowd_sim *to) {
    arrays all = arrays_of(to);
    int file = open(from->path, O_RDONLY);
    bool is_good = all.row_bytes == from->head.row_bytes || say_wrong(from, "the checkpoint is from a different brain");
    if (file < 0) {
        is_good = is_good && say_wrong(from, strerror(errno));
    } else {
        is_good = is_good && restore_parts(from, file, &all, to) && restore_counts(from, to);
        close(file);
    }
    free(all.items);
    if (is_good && !wits_crowd_check_agents(&to->crowd, 0, to->how.here, NULL)) {
        return say_wrong(from, "the checkpoint has agents that are invalid for this brain");
    }
    return is_good;
}
