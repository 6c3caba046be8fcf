// SPDX-License-Identifier: MIT
// Determines the inputs, and the values to try for each: all, one per cell, or a sample.
#include "prove/inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ kinds of reads

void model_begin(model *m, pool *p, const wits_desc *desc, const wits_promises *promises, uint32_t stream_count) {
    const bool *is_free = m->is_free;
    *m = (model){.desc = desc, .promises = promises, .field_count = desc->field_count, .stream_count = stream_count};
    m->is_free = is_free;
    m->first_of_kind = pool_take(p, desc->target_count, sizeof *m->first_of_kind);
    m->source_count = desc->field_count;
    for (uint32_t kind = 0; kind < desc->target_count && m->first_of_kind != NULL; kind++) {
        m->first_of_kind[kind] = m->source_count;
        m->source_count += desc->targets[kind].field_count;
    }
    m->is_own = pool_take(p, desc->field_count, sizeof *m->is_own);
    m->sources = pool_take(p, m->source_count, sizeof *m->sources);
    m->functions = pool_take(p, desc->function_count, sizeof *m->functions);
    m->events = pool_take(p, desc->event_count, sizeof *m->events);
    m->randoms = pool_take(p, stream_count, sizeof *m->randoms);
    m->copies = pool_take(p, (size_t)m->source_count * desc->field_count, sizeof *m->copies);
}

static void end_notes(read_note *notes, uint32_t count) {
    for (uint32_t i = 0; notes != NULL && i < count; i++) {
        number_set_end(&notes[i].borders);
        number_set_end(&notes[i].cuts);
    }
}

void model_end(model *m) {
    end_notes(m->sources, m->source_count);
    end_notes(m->functions, m->desc != NULL ? m->desc->function_count : 0);
    end_notes(m->randoms, m->stream_count);
}

double single_above(double value) {
    const float single = (float)value;
    uint32_t pattern;
    float above;
    memcpy(&pattern, &single, sizeof pattern);
    if (isnan(value) || (isinf(value) && value > 0.0)) {
        return value;
    }
    pattern = single == 0.0f ? 1 : single > 0.0f ? pattern + 1 : pattern - 1;
    memcpy(&above, &pattern, sizeof above);
    return (double)above;
}

static double single_below(double value) {
    return -single_above(-value);
}

/// A constant that a float is compared with, as a float, and its neighbours.
static void add_single_border(number_set *to, double value) {
    number_set_add(to, value);
    number_set_add(to, single_above(value));
    number_set_add(to, single_below(value));
}

/// The smallest int that, converted to a float, is at least `value`, or above it.
static int64_t int_passing(double value, bool above) {
    int64_t low = INT32_MIN - (int64_t)1;
    int64_t high = INT32_MAX + (int64_t)1;
    while (high - low > 1) {  // 33 iterations: `high` passes, `low` does not
        const int64_t middle = low + (high - low) / 2;
        const float as_float = (float)(int32_t)middle;
        const bool passes = above ? (double)as_float > value : (double)as_float >= value;
        if (passes) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return high;
}

static void add_int_border(number_set *to, const wits_read *read) {
    const int64_t first = read->widened ? int_passing(read->value, false) : (int64_t)read->value;
    const int64_t last = read->widened ? int_passing(read->value, true) : first;
    for (int64_t at = -1; at <= 1; at++) {
        number_set_add(to, (double)(first + at));
        number_set_add(to, (double)(last + at));
    }
}

static void add_cuts(read_note *note, bool is_float, const wits_read *read) {
    const double value = read->value;
    const bool is_widened = !is_float && read->widened;
    if (read->below) {
        number_set_add(&note->cuts, is_widened ? (double)int_passing(value, false) : value);
    }
    if (read->above && !(isinf(value) && value > 0.0)) {
        number_set_add(&note->cuts, is_widened ? (double)int_passing(value, true)
                                    : is_float ? single_above(value)
                                               : value + 1.0);
    }
}

static void note_read(read_note *note, bool is_float, const wits_read *read) {
    note->is_read = true;
    if (read->how == WITS_READ_OTHER) {
        note->is_elsehow = true;
    } else if (read->how == WITS_READ_COMPARED && is_float) {
        add_single_border(&note->borders, read->value);
        add_cuts(note, true, read);
    } else if (read->how == WITS_READ_COMPARED && !isnan(read->value)) {
        add_int_border(&note->borders, read);
        add_cuts(note, false, read);
    }
}

static void note_random(model *m, const wits_read *read) {
    note_read(&m->randoms[read->row], true, read);
    m->randoms[read->row].is_elsehow |= read->how != WITS_READ_COMPARED;
}

static wits_type type_of_source(const model *m, uint32_t source) {
    uint32_t kind = m->desc->target_count;
    while (kind > 0 && m->first_of_kind[kind - 1] > source) {
        kind--;
    }
    return source < m->field_count ? m->desc->fields[source].type
                                   : m->desc->targets[kind - 1].fields[source - m->first_of_kind[kind - 1]].type;
}

/// Returns the source of an observer's word, if it is a target field; else STORE_NONE.
static uint32_t source_of_word(const model *m, uint32_t number) {
    const word *of = number < m->word_count ? &m->words[number] : NULL;
    const bool is_field = of != NULL && of->kind == WORD_TARGET_FIELD && of->target_field != WITS_NONE;
    return is_field ? m->first_of_kind[of->target_kind] + of->target_field : STORE_NONE;
}

static void note_source(model *m, uint32_t source, const wits_read *read) {
    if (read->how == WITS_READ_COPIED && read->other < m->field_count) {
        m->copies[(size_t)source * m->field_count + read->other] = true;
    } else if (read->how == WITS_READ_COPIED) {
        m->sources[source].is_read = true;  // a bool, the whole result of a property
    } else {
        note_read(&m->sources[source], type_of_source(m, source) == WITS_TYPE_FLOAT, read);
    }
}

static void see_read(void *user, const wits_read *read) {
    model *m = user;
    switch (read->what) {
    case WITS_READ_FIELD: {
        const uint32_t source = read->row < m->field_count ? read->row : source_of_word(m, read->row - m->field_count);
        if (source != STORE_NONE) {
            note_source(m, source, read);
        }
        return;
    }
    case WITS_READ_CONDITION:
    case WITS_READ_SCORE:
        note_read(&m->functions[read->row], true, read);
        m->functions[read->row].is_elsehow |= read->how == WITS_READ_COPIED;
        return;
    case WITS_READ_EVENT:
        m->events[read->row] = true;
        return;
    case WITS_READ_TICK:
        m->reads_tick = true;
        return;
    case WITS_READ_RANDOM:
        note_random(m, read);
        return;
    case WITS_READ_TARGET:
        if (read->field != WITS_NONE) {
            note_source(m, m->first_of_kind[read->row] + read->field, read);
        }
        return;
    }
}

void model_note(model *m, const wits_brain *brain) {
    wits_brain_reads(brain, see_read, m);
}

/// Reads of a copy are reads of the original. Returns true if that is new.
static bool follow_copy(model *m, uint32_t from, uint32_t to) {
    read_note *original = &m->sources[from];
    const read_note *copy = &m->sources[to];
    const wits_type type = type_of_source(m, from);
    const uint32_t before = original->borders.count;
    const uint32_t cuts_before = original->cuts.count;
    const bool was_read = original->is_read;
    const bool was_elsehow = original->is_elsehow;
    if (!copy->is_read) {
        return false;
    }
    original->is_read = true;
    original->is_elsehow |= copy->is_elsehow || m->desc->fields[to].type != type;
    number_set_join(&original->borders, &copy->borders);
    number_set_join(&original->cuts, &copy->cuts);
    return original->borders.count != before || original->cuts.count != cuts_before || !was_read ||
           original->is_elsehow != was_elsehow;
}

void model_settle(model *m, const wits_brain *brain) {
    for (uint32_t i = 0; i < m->source_count; i++) {
        number_set_sort(&m->sources[i].borders);
        number_set_sort(&m->sources[i].cuts);
    }
    bool is_news = true;
    while (is_news) {  // each field learns from each other at most once
        is_news = false;
        for (uint32_t from = 0; from < m->source_count; from++) {
            for (uint32_t to = 0; to < m->field_count; to++) {
                is_news |= m->copies[(size_t)from * m->field_count + to] && from != to && follow_copy(m, from, to);
            }
        }
    }
    for (uint32_t i = 0; i < m->field_count; i++) {
        const wits_giver host = m->promises != NULL ? m->promises->fields[i].host : WITS_GIVER_DEFAULT;
        m->is_own[i] = m->sources[i].is_read && (m->is_free == NULL || !m->is_free[i]) &&
                       (wits_field_is_assigned(brain, i) || host == WITS_GIVER_BRAIN);
    }
}

// -------------------------------------------------------------------------------------------------------------- values

static void type_ends(wits_type type, double *low, double *high) {
    switch (type) {
    case WITS_TYPE_INT8:
        *low = INT8_MIN;
        *high = INT8_MAX;
        return;
    case WITS_TYPE_UINT8:
        *low = 0;
        *high = UINT8_MAX;
        return;
    case WITS_TYPE_INT16:
        *low = INT16_MIN;
        *high = INT16_MAX;
        return;
    case WITS_TYPE_UINT16:
        *low = 0;
        *high = UINT16_MAX;
        return;
    case WITS_TYPE_FLOAT:
        *low = -(double)INFINITY;
        *high = (double)INFINITY;
        return;
    default:
        *low = INT32_MIN;
        *high = INT32_MAX;
        return;
    }
}

/// Values between the ends. Without ends they are distributed around the borders.
static void add_samples(number_set *to, bool is_float, double low, double high) {
    double first = low;
    double last = high;
    if (!isfinite(low) || !isfinite(high)) {
        double least = 0.0;
        double most = 1.0;
        for (uint32_t i = 0; i < to->count; i++) {
            const bool counts = isfinite(to->values[i]) && fabs(to->values[i]) < 1e30;
            least = counts && to->values[i] < least ? to->values[i] : least;
            most = counts && to->values[i] > most ? to->values[i] : most;
        }
        first = isfinite(low) ? low : least - (most - least);
        last = isfinite(high) ? high : most + (most - least);
    }
    for (uint32_t i = 1; i <= SAMPLES; i++) {
        const double value = first + (last - first) * i / (SAMPLES + 1);
        number_set_add(to, is_float ? (double)(float)value : floor(value));
    }
}

static void keep_between(number_set *of, double low, double high) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        if (of->values[i] >= low && of->values[i] <= high) {
            of->values[kept++] = of->values[i];
        }
    }
    of->count = kept;
}

static bool is_cut(const number_set *cuts, double below, double value) {
    bool is = isnan(value);
    for (uint32_t i = 0; i < cuts->count && !is; i++) {
        is = below < cuts->values[i] && cuts->values[i] <= value;
    }
    return is;
}

/// Keeps the first of those values that no comparison tells apart. Returns whether there were others.
static bool keep_first(number_set *of, const number_set *cuts) {
    uint32_t kept = of->count > 0 ? 1 : 0;
    number_set_sort(of);
    for (uint32_t i = 1; i < of->count; i++) {
        if (is_cut(cuts, of->values[i - 1], of->values[i])) {
            of->values[kept++] = of->values[i];
        }
    }
    const bool had_others = kept < of->count;
    of->count = kept;
    return had_others;
}

static void give_values(pool *p, number_set *from, input *to, wits_input_how how) {
    number_set_sort(from);
    to->shown.how = how;
    to->shown.value_count = from->count;
    to->count = from->count;
    to->values = pool_take(p, from->count, sizeof *to->values);
    p->failed |= from->failed;
    for (uint32_t i = 0; to->values != NULL && i < from->count; i++) {
        to->values[i] = from->values[i];
    }
    number_set_end(from);
}

static void add_whole(number_set *to, double low, double high) {
    const int64_t count = (int64_t)(high - low) + 1;  // at most MOST_WHOLE
    for (int64_t i = 0; i < count; i++) {
        number_set_add(to, low + (double)i);
    }
}

static void add_steps(number_set *to, const wits_promise *promise) {
    int64_t first = 0;
    const uint32_t count = wits_promise_values(promise, &first);
    for (uint32_t i = 0; i < count; i++) {
        number_set_add(to, (double)wits_promise_value(promise, first + i));
    }
}

void model_values(pool *p, bool all, const read_note *note, wits_type type, uint32_t enum_count,
                  const wits_promise *promise, input *to) {
    const bool is_float = type == WITS_TYPE_FLOAT;
    const bool has_range = promise != NULL && promise->has_range;
    number_set values = {.failed = note->borders.failed};
    double low = 0.0;
    double high = type == WITS_TYPE_BOOL ? 1.0 : (double)enum_count - 1.0;
    wits_input_how how = WITS_INPUT_WHOLE;
    if (type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM) {
        type_ends(type, &low, &high);
        low = has_range ? promise->low : low;
        high = has_range ? promise->high : high;
    }
    if (is_float && has_range && promise->has_step) {
        add_steps(&values, promise);
    } else if (!is_float && high - low < MOST_WHOLE) {
        add_whole(&values, low, high);
    } else {
        for (uint32_t i = 0; i < note->borders.count; i++) {
            number_set_add(&values, note->borders.values[i]);
        }
        number_set_add(&values, low);
        number_set_add(&values, high);
        how = note->is_elsehow ? WITS_INPUT_SAMPLED : WITS_INPUT_CELLS;
        if (note->is_elsehow) {
            add_samples(&values, is_float, low, high);
        }
        keep_between(&values, low, high);
    }
    if (is_float && promise != NULL && promise->nan) {
        number_set_add(&values, (double)NAN);
    }
    if (!all && !note->is_elsehow && type != WITS_TYPE_BOOL && keep_first(&values, &note->cuts)) {
        how = WITS_INPUT_CELLS;
    }
    values.failed |= note->cuts.failed;
    give_values(p, &values, to, how);
}

void model_random_values(const model *m, pool *p, bool all, uint32_t stream, input *to) {
    const read_note *note = &m->randoms[stream];
    const double high = (double)(1.0f - 0x1p-24f);
    number_set values = {.failed = note->borders.failed || note->cuts.failed};
    for (uint32_t i = 0; i < note->borders.count; i++) {
        // Draws are multiples of 2^-24: those next to a border on both sides.
        const double unit = floor(note->borders.values[i] * 0x1p24);
        for (int at = -1; at <= 1; at++) {
            number_set_add(&values, (unit + at) * 0x1p-24);
        }
    }
    number_set_add(&values, 0.0);
    number_set_add(&values, high);
    if (note->is_elsehow) {
        add_samples(&values, true, 0.0, high);
        for (uint32_t i = 0; i < values.count; i++) {
            values.values[i] = floor(values.values[i] * 0x1p24) * 0x1p-24;
        }
    }
    keep_between(&values, 0.0, high);
    if (!all && !note->is_elsehow) {
        keep_first(&values, &note->cuts);
    }
    give_values(p, &values, to, note->is_elsehow ? WITS_INPUT_SAMPLED : WITS_INPUT_CELLS);
}
