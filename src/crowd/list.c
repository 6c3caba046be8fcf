// SPDX-License-Identifier: MIT
// Sorts the list of a crowd for batch functions, and computes the period of decisions.
#include "crowd/code.h"

#include <string.h>

typedef struct sorter {
    const wits_action_record *from;
    wits_action_record *to;
    uint32_t count;
} sorter;

enum { DIGITS = 256 };

static bool same_agent(const wits_action_record *a, const wits_action_record *b) {
    return a->agent == b->agent;
}

/// Makes one pass of a stable radix sort. `shift` is the position of the digit in the action.
static void sort_digit(const sorter *s, uint32_t shift) {
    uint32_t starts[DIGITS] = {0};
    for (uint32_t i = 0; i < s->count; i++) {
        starts[s->from[i].action >> shift & 0xFF]++;
    }
    uint32_t sum = 0;
    for (uint32_t digit = 0; digit < DIGITS; digit++) {
        uint32_t here = starts[digit];
        starts[digit] = sum;
        sum += here;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        s->to[starts[s->from[i].action >> shift & 0xFF]++] = s->from[i];
    }
}

/// Sorts all records of one position by action.
static void sort_actions(wits_action_record *records, uint32_t count, wits_action_record *spare) {
    uint32_t varies = 0;
    for (uint32_t i = 1; i < count; i++) {
        varies |= records[i].action ^ records[0].action;
    }
    wits_action_record *from = records;
    wits_action_record *to = spare;
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        if ((varies >> shift & 0xFF) == 0) {
            continue;
        }
        sort_digit(&(sorter){from, to, count}, shift);
        wits_action_record *swap = from;
        from = to;
        to = swap;
    }
    if (from != records) {
        memcpy(records, from, sizeof *records * count);
    }
}

/// Moves the first record of each agent to the front, and the others after them; both keep their order. Returns how
/// many are in front.
static uint32_t take_firsts(wits_action_record *records, uint32_t count, wits_action_record *spare) {
    uint32_t firsts = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_first = i == 0 || !same_agent(&records[i], &records[i - 1]);
        if (is_first) {
            spare[firsts++] = records[i];
        }
    }
    uint32_t to = count;
    for (uint32_t i = count; i-- > 0;) {  // backwards, so that nothing is overwritten too early
        bool is_first = i == 0 || !same_agent(&records[i], &records[i - 1]);
        if (!is_first) {
            records[--to] = records[i];
        }
    }
    memcpy(records, spare, sizeof *records * firsts);
    WITS_ASSERT(firsts == to);
    return firsts;
}

/// Groups beyond the capacity are only counted.
typedef struct group_writer {
    wits_crowd_group *groups;
    uint32_t capacity;
    uint32_t count;
} group_writer;

static void add_group(group_writer *to, const wits_action_record *record, uint32_t position, uint32_t first) {
    if (to->count < to->capacity) {
        to->groups[to->count] =
            (wits_crowd_group){.action = record->action, .position = position, .first = first, .count = 0};
    }
    to->count++;
}

static void count_record(const group_writer *to) {
    if (to->count <= to->capacity) {
        to->groups[to->count - 1].count++;
    }
}

uint32_t wits_crowd_group_list(wits_action_record *records, uint32_t count, wits_action_record *spare,
                               wits_crowd_group *groups, uint32_t capacity) {
    group_writer to = {groups, capacity, 0};
    uint32_t position = 0;
    for (uint32_t start = 0; start < count; position++) {  // each iteration handles at least one record
        uint32_t firsts = take_firsts(records + start, count - start, spare);
        sort_actions(records + start, firsts, spare);
        for (uint32_t i = start; i < start + firsts; i++) {
            if (i == start || records[i].action != records[i - 1].action) {
                add_group(&to, &records[i], position, i);
            }
            count_record(&to);
        }
        start += firsts;
    }
    return to.count;
}

uint32_t wits_crowd_period(uint64_t agents, uint64_t budget, uint32_t longest) {
    if (budget == 0) {
        return 0;
    }
    uint64_t period = agents / budget + (agents % budget != 0);
    period = period == 0 ? 1 : period;
    return period <= longest ? (uint32_t)period : 0;
}
