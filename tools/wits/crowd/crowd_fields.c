// SPDX-License-Identifier: MIT
// Prints statistics of fields as a table, as JSON, or as columns of CSV.
#include "crowd/crowd.h"

#include <math.h>
#include <string.h>

static const uint32_t percents[STATS_QUANTILES] = STATS_PERCENTS;

enum { NAME_WIDTH = 18, NUMBER_WIDTH = 10 };

static const wits_field_desc *field_at(const crowd_result *what, size_t row) {
    return &what->of->desc->fields[what->fields->rows[row]];
}

/// Writes the row label of a bool or enum value, as the file spells it.
static void add_value_name(text *to, const wits_field_desc *about, uint32_t value) {
    text_value(to, about, (double)value, false);
}

/// Writes a quantile's name as used in keys and columns.
static void add_quantile_name(text *to, int quantile) {
    if (percents[quantile] == 0 || percents[quantile] == 100) {
        text_add(to, percents[quantile] == 0 ? "min" : "max");
    } else {
        text_format(to, "q%u", (unsigned)percents[quantile]);
    }
}

/// Writes a mean with more digits than a float has, but only as many as agree on every machine.
static void add_mean(text *to, double mean) {
    if (mean - mean != 0.0) {
        text_float(to, (float)mean);
    } else {
        text_format(to, "%.12g", mean);
    }
}

// ---------------------------------------------------------------------------------------------------------------- text

static void add_left(text *to, const char *cell) {
    size_t width = text_width(cell, strlen(cell));
    text_format(to, "  %s", cell);
    text_spaces(to, width < NAME_WIDTH ? NAME_WIDTH - width : 0);
}

static void add_right(text *to, const char *cell) {
    size_t width = text_width(cell, strlen(cell));
    text_spaces(to, width < NUMBER_WIDTH ? NUMBER_WIDTH - width : 1);
    text_add(to, cell);
}

void text_short_number(text *to, double value) {
    if (value - value != 0.0) {
        text_float(to, (float)value);
    } else {
        text_format(to, value == floor(value) && fabs(value) < 1e9 ? "%.0f" : "%.4g", value);
    }
}

static void add_number(text *to, double value) {
    text one = {0};
    text_short_number(&one, value);
    add_right(to, text_of(&one));
    text_free(&one);
}

static void add_heading(text *to) {
    add_left(to, "field");
    add_right(to, "mean");
    for (int i = 0; i < STATS_QUANTILES; i++) {
        text name = {0};
        if (percents[i] == 0 || percents[i] == 100) {
            add_quantile_name(&name, i);
        } else {
            text_format(&name, "%u %%", (unsigned)percents[i]);
        }
        add_right(to, text_of(&name));
        text_free(&name);
    }
    text_add(to, "\n");
}

static void add_numbers(text *to, const wits_field_desc *about, const field_stats *of, uint64_t agents) {
    add_left(to, about->name);
    if (of->nan_count < agents) {
        add_number(to, of->mean);
        for (int i = 0; i < STATS_QUANTILES; i++) {
            add_number(to, of->quantiles[i]);
        }
    }
    if (of->nan_count > 0) {
        text_format(to, "  %llu NaN", (unsigned long long)of->nan_count);
    }
    text_add(to, "\n");
}

/// Writes the values that occur; for a bool both, true first.
static void add_shares(text *to, const wits_field_desc *about, const field_stats *of, uint64_t agents) {
    bool is_bool = about->type == WITS_TYPE_BOOL;
    const char *separator = "  ";
    add_left(to, about->name);
    for (uint32_t i = 0; i < of->share_count; i++) {
        uint32_t value = is_bool ? 1 - i : i;
        if (is_bool || of->shares[value] > 0) {
            text_add(to, separator);
            add_value_name(to, about, value);
            text_format(to, " %.2f %%", (double)of->shares[value] * 100 / (double)agents);
            separator = ", ";
        }
    }
    text_add(to, "\n");
}

void text_fields(text *to, const crowd_result *what) {
    field_stats *all = stats_of(what->of, what->fields);
    uint64_t agents = what->of->how.agents;
    bool has_heading = false;
    for (size_t i = 0; i < what->fields->count; i++) {
        if (all[i].shares == NULL) {
            if (!has_heading) {
                add_heading(to);
            }
            has_heading = true;
            add_numbers(to, field_at(what, i), &all[i], agents);
        }
    }
    for (size_t i = 0; i < what->fields->count; i++) {
        if (all[i].shares != NULL) {
            add_shares(to, field_at(what, i), &all[i], agents);
        }
    }
    stats_free(all, what->fields->count);
}

void text_field_briefly(text *to, const wits_field_desc *about, const field_stats *of, uint64_t agents) {
    if (of->shares == NULL) {
        text_short_number(to, of->mean);
        return;
    }
    uint32_t most = about->type == WITS_TYPE_BOOL ? 1 : 0;
    for (uint32_t value = 0; value < of->share_count && about->type == WITS_TYPE_ENUM; value++) {
        most = of->shares[value] > of->shares[most] ? value : most;
    }
    add_value_name(to, about, most);
    text_format(to, " %.1f %%", (double)of->shares[most] * 100 / (double)agents);
}

// ---------------------------------------------------------------------------------------------------------------- json

static void json_field_stats(json_writer *to, const wits_field_desc *about, const field_stats *of) {
    text name = {0};
    json_open(to, about->name, '{');
    if (of->shares != NULL) {
        json_open(to, "agents", '{');
        for (uint32_t i = 0; i < of->share_count; i++) {
            text_clear(&name);
            add_value_name(&name, about, i);
            json_count(to, text_of(&name), of->shares[i]);
        }
        json_close(to, '}');
    } else {
        text mean = {0};
        add_mean(&mean, of->mean);
        json_format(to, "mean", of->mean - of->mean != 0.0 ? "\"%s\"" : "%s", text_of(&mean));
        text_free(&mean);
        for (int i = 0; i < STATS_QUANTILES; i++) {
            text_clear(&name);
            add_quantile_name(&name, i);
            json_key(to, text_of(&name));
            text_value(to->to, about, of->quantiles[i], true);
        }
        json_count(to, "nan", of->nan_count);
    }
    json_close(to, '}');
    text_free(&name);
}

void json_fields(json_writer *to, const crowd_result *what) {
    field_stats *all = stats_of(what->of, what->fields);
    json_open(to, "fields", '{');
    for (size_t i = 0; i < what->fields->count; i++) {
        json_field_stats(to, field_at(what, i), &all[i]);
    }
    json_close(to, '}');
    stats_free(all, what->fields->count);
}

// ----------------------------------------------------------------------------------------------------------------- csv

void text_fields_csv_names(text *to, const crowd_result *what) {
    for (size_t row = 0; row < what->fields->count; row++) {
        const wits_field_desc *about = field_at(what, row);
        uint32_t values = about->type == WITS_TYPE_BOOL ? 2 : about->type == WITS_TYPE_ENUM ? about->value_count : 0;
        for (uint32_t i = 0; i < values; i++) {
            text_format(to, ",%s.", about->name);
            add_value_name(to, about, i);
        }
        if (values > 0) {
            continue;
        }
        text_format(to, ",%s.mean", about->name);
        for (int i = 0; i < STATS_QUANTILES; i++) {
            text_format(to, ",%s.", about->name);
            add_quantile_name(to, i);
        }
        text_format(to, ",%s.nan", about->name);
    }
}

void text_fields_csv(text *to, const crowd_result *what) {
    field_stats *all = stats_of(what->of, what->fields);
    for (size_t row = 0; row < what->fields->count; row++) {
        const field_stats *of = &all[row];
        for (uint32_t i = 0; i < of->share_count; i++) {
            text_format(to, ",%llu", (unsigned long long)of->shares[i]);
        }
        if (of->shares != NULL) {
            continue;
        }
        text_add(to, ",");
        add_mean(to, of->mean);
        for (int i = 0; i < STATS_QUANTILES; i++) {
            text_add(to, ",");
            text_value(to, field_at(what, row), of->quantiles[i], false);
        }
        text_format(to, ",%llu", (unsigned long long)of->nan_count);
    }
    stats_free(all, what->fields->count);
}
