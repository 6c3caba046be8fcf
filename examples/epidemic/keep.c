// SPDX-License-Identifier: MIT
// Checkpoints of a town: a header, the curve so far, then each person, rank by rank. Any number of ranks can continue
// from one: each takes the people in its rows.
#define _XOPEN_SOURCE 700  // open, pread, pwrite, fsync

#include "town.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ORDER = 0x01020304, VERSION = 1, AT_ONCE = 4096 };

static const char magic[8] = "town ck\n";

typedef struct head {
    char magic[8];
    uint32_t order, version;
    uint64_t brain, people, seed, hash;  // hash: of all people, to detect damage
    uint32_t tick, bytes_of_person;
    uint64_t sum;  // checksum of everything before the people, with 0 in this member
} head;

/// Bytes of a person in files and messages: as in memory, without the padding after the last member.
typedef struct record {
    uint64_t id;
    person is;
} record;

enum { RECORD = sizeof(uint64_t) + sizeof(person) };

static uint64_t checksum(uint64_t sum, const void *bytes, size_t size) {
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++) {
        sum = (sum ^ *at) * 0x100000001B3u;
    }
    return sum;
}

static uint64_t sum_of(head front, const uint64_t *curve, size_t curve_bytes) {
    front.sum = 0;
    return checksum(checksum(0xCBF29CE484222325u, &front, sizeof front), curve, curve_bytes);
}

static size_t curve_bytes(uint32_t tick) {
    return ((size_t)tick + 1) * HEALTHS * sizeof(uint64_t);
}

/// Returns true if `mine` is true on all ranks.
static bool on_all(const town *t, bool mine) {
    uint64_t failures = !mine;
    town_add(t, &failures, 1);
    return failures == 0;
}

/// Prints an error, on rank 0 only. Returns false.
static bool say(const town *t, const char *path, const char *what) {
    if (t->rank == 0) {
        fprintf(stderr, "%s: %s\n", path, what);
    }
    return false;
}

// ----------------------------------------------------------------------------------------------------------- writing

static bool write_at(int file, const void *bytes, size_t size, uint64_t offset) {
    const char *at = bytes;
    while (size > 0) {
        const ssize_t written = pwrite(file, at, size, (off_t)offset);
        if (written <= 0 && !(written < 0 && errno == EINTR)) {
            return false;
        }
        at += written > 0 ? written : 0;
        offset += written > 0 ? (uint64_t)written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool write_people(const town *t, int file, uint64_t offset) {
    unsigned char packed[64 * RECORD];
    size_t size = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        memcpy(packed + size, &t->ids[i], sizeof t->ids[i]);
        memcpy(packed + size + sizeof t->ids[i], &t->people[i], sizeof t->people[i]);
        size += RECORD;
        if (size == sizeof packed || i + 1 == t->count) {
            if (!write_at(file, packed, size, offset)) {
                return false;
            }
            offset += size;
            size = 0;
        }
    }
    return true;
}

/// Writes the data of this rank into an existing file.
static bool write_part(const town *t, const char *path, const head *front, const uint64_t *curve, uint64_t before) {
    const size_t bytes = curve_bytes(front->tick);
    const int file = open(path, O_WRONLY);
    if (file < 0) {
        return false;
    }
    bool is_good = write_people(t, file, sizeof *front + bytes + before * RECORD);
    if (t->rank == 0) {
        is_good = is_good && write_at(file, front, sizeof *front, 0) && write_at(file, curve, bytes, sizeof *front);
    }
    is_good = is_good && fsync(file) == 0;
    return close(file) == 0 && is_good;
}

static bool make_empty(const char *path) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    return file >= 0 && close(file) == 0;
}

/// Returns the number of people of the ranks before this one.
static uint64_t people_before(const town *t) {
    uint64_t *counts = town_allocate(t->ranks, sizeof *counts), before = 0;
    counts[t->rank] = t->count;
    town_add(t, counts, t->ranks);
    for (uint32_t rank = 0; rank < t->rank; rank++) {
        before += counts[rank];
    }
    free(counts);
    return before;
}

static bool write_all(const town *t, const char *beside, uint32_t tick) {
    const size_t bytes = curve_bytes(tick);
    head front = {.order = ORDER,
                  .version = VERSION,
                  .brain = wits_brain_hash(wits_file_brain(t->file)),
                  .people = t->options->people,
                  .seed = t->options->seed,
                  .hash = town_hash(t),
                  .tick = tick,
                  .bytes_of_person = RECORD};
    uint64_t *curve = town_allocate(bytes, 1);
    memcpy(front.magic, magic, sizeof magic);
    town_add(t, &front.hash, 1);
    memcpy(curve, t->curve, bytes);
    town_add(t, curve, bytes / sizeof *curve);
    front.sum = sum_of(front, curve, bytes);
    const uint64_t before = people_before(t);
    const bool is_made = on_all(t, t->rank != 0 || make_empty(beside));
    const bool is_good = is_made && on_all(t, write_part(t, beside, &front, curve, before));
    free(curve);
    return is_good;
}

/// Writes a temporary file and renames it, so that a complete checkpoint exists at any time.
bool town_keep(const town *t, uint32_t tick) {
    const town_options *o = t->options;
    if (o->checkpoint == NULL || (tick % o->every != 0 && tick != o->ticks)) {
        return true;
    }
    const size_t length = strlen(o->checkpoint);
    char *beside = town_allocate(length + sizeof ".new", 1);
    memcpy(beside, o->checkpoint, length);
    memcpy(beside + length, ".new", sizeof ".new");
    bool is_good = write_all(t, beside, tick);
    if (t->rank == 0 && is_good) {
        is_good = rename(beside, o->checkpoint) == 0;
    }
    if (t->rank == 0 && !is_good) {
        remove(beside);
    }
    free(beside);
    return on_all(t, is_good) ||
           say(t, o->checkpoint, "this checkpoint cannot be written; the one before is what it was");
}

// ----------------------------------------------------------------------------------------------------------- reading

static bool read_at(int file, void *to, size_t size, uint64_t offset) {
    char *at = to;
    while (size > 0) {
        const ssize_t got = pread(file, at, size, (off_t)offset);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        offset += got > 0 ? (uint64_t)got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

/// Returns the reason why this program, with these options, cannot continue from the checkpoint, or null.
static const char *what_is_wrong(const town *t, const head *front, uint64_t size) {
    const uint64_t whole = sizeof *front + curve_bytes(front->tick) + front->people * RECORD;
    return memcmp(front->magic, magic, sizeof magic) != 0 ? "this is no checkpoint of a town"
           : front->order != ORDER                        ? "this checkpoint is of a machine with the other byte order"
           : front->version != VERSION || front->bytes_of_person != RECORD
               ? "this checkpoint is of another version of this program"
           : front->brain != wits_brain_hash(wits_file_brain(t->file)) ? "this checkpoint is of another brain"
           : front->people != t->options->people || front->seed != t->options->seed
               ? "this checkpoint is of a town with other --people or --seed"
           : front->tick > t->options->ticks ? "this checkpoint is of a later tick than --ticks"
           : size < whole                    ? "this checkpoint is cut off"
           : size > whole                    ? "this checkpoint is longer than it should be"
                                             : NULL;
}

static int compare_ids(const void *a, const void *b) {
    const record *one = a, *two = b;
    return (one->id > two->id) - (one->id < two->id);
}

/// Reads the people in the rows of this rank, by id.
static bool read_people(town *t, int file, const head *front) {
    static unsigned char packed[AT_ONCE * RECORD];
    const uint64_t begin = sizeof *front + curve_bytes(front->tick);
    record *mine = NULL;
    size_t count = 0, room = 0;
    bool is_good = true;
    for (uint64_t first = 0; first < front->people && is_good; first += AT_ONCE) {
        const uint64_t rest = front->people - first, some = rest < AT_ONCE ? rest : AT_ONCE;
        is_good = read_at(file, packed, (size_t)some * RECORD, begin + first * RECORD);
        for (uint64_t i = 0; i < some && is_good; i++) {
            record one;
            if (packed[i * RECORD + sizeof one.id + offsetof(person, arrived)] > 1) {  // must be a valid bool
                is_good = false;
                break;
            }
            memcpy(&one.id, packed + i * RECORD, sizeof one.id);
            memcpy(&one.is, packed + i * RECORD + sizeof one.id, sizeof one.is);
            if (one.is.y < t->first || one.is.y >= t->first + t->rows || one.is.x >= t->side) {
                continue;
            }
            if (count == room) {
                record *more = town_allocate(room = room * 2 + AT_ONCE, sizeof *more);
                if (count > 0) {
                    memcpy(more, mine, count * sizeof *more);
                }
                free(mine);
                mine = more;
            }
            mine[count++] = one;
        }
    }
    if (count > 0) {
        qsort(mine, count, sizeof *mine, compare_ids);
    }
    for (size_t i = 0; i < count; i++) {
        town_settle(t, mine[i].id, &mine[i].is);
    }
    free(mine);
    return is_good;
}

static bool read_all(town *t, int file, const char *path) {
    head front = {.tick = 0};
    struct stat about;
    if (fstat(file, &about) != 0 || !read_at(file, &front, sizeof front, 0)) {
        return say(t, path, "this is no checkpoint of a town");
    }
    const char *wrong = what_is_wrong(t, &front, (uint64_t)about.st_size);
    if (wrong != NULL) {
        return say(t, path, wrong);
    }
    const size_t bytes = curve_bytes(front.tick);
    if (!read_at(file, t->curve, bytes, sizeof front) || sum_of(front, t->curve[0], bytes) != front.sum) {
        return say(t, path, "the head of this checkpoint is not as it was written");
    }
    if (t->rank != 0) {  // it is summed later
        memset(t->curve, 0, bytes);
    }
    uint64_t hash = 0;
    const bool is_read = on_all(t, read_people(t, file, &front));
    hash = town_hash(t);
    town_add(t, &hash, 1);
    t->tick = front.tick;
    return (is_read && hash == front.hash) ||
           say(t, path, "the people of this checkpoint are not as they were written");
}

bool town_resume(town *t) {
    const char *path = t->options->resume;
    const int file = open(path, O_RDONLY);
    if (!on_all(t, file >= 0)) {
        return say(t, path, "this file cannot be read");
    }
    const bool is_good = read_all(t, file, path);
    close(file);
    return is_good;
}
