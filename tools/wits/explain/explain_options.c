// SPDX-License-Identifier: MIT
// explain --format text: the options of a choice as a table, then the details of each.
#include "agent/run.h"
#include "explain/tick_record.h"

#include <stdlib.h>
#include <string.h>

typedef enum column {
    COLUMN_NAME,
    COLUMN_SCORE,
    COLUMN_WEIGHT,
    COLUMN_INERTIA,
    COLUMN_COMPETES,
    COLUMN_RANK,
    COLUMN_CHANCE,
    COLUMN_VERDICT,
    COLUMNS
} column;

typedef struct table {
    const tick_records *about;
    const tick_record *call;
    const wits_explained_choice *choice;
    const wits_state_desc *composite;
    const wits_explained_option **order;  ///< best first
    bool shown[COLUMNS];                  ///< columns that are not empty
    size_t widths[COLUMNS];
    bool colour;
    text *to;
} table;

static const char *name_of(const table *t, wits_state_id state) {
    return wits_state_name(t->about->of->mind.brain, state);
}

// --------------------------------------------------------------------------------------------------------------- order

/// An option with its sort keys.
typedef struct standing {
    int group;  ///< 0: chosen, 1: other candidates, 2: the rest
    float competing;
    const wits_explained_option *option;
} standing;

static int compare_standings(const void *left, const void *right) {
    const standing *a = left, *b = right;
    bool a_is_number = a->competing == a->competing, b_is_number = b->competing == b->competing;
    if (a->group != b->group) {
        return a->group < b->group ? -1 : 1;
    }
    if (a_is_number != b_is_number) {
        return a_is_number ? -1 : 1;
    }
    if (a_is_number && a->competing != b->competing) {
        return a->competing > b->competing ? -1 : 1;
    }
    return a->option < b->option ? -1 : 1;  // in the order of the file
}

static void put_in_order(table *t) {
    uint32_t count = t->choice->option_count;
    standing *standings = allocate(count, sizeof *standings);
    t->order = allocate(count, sizeof(void *));
    for (uint32_t i = 0; i < count; i++) {
        const wits_explained_option *one = &t->call->why.options[t->choice->first_option + i];
        int group = one->option == t->choice->chosen ? 0 : asked_is_candidate(one) ? 1 : 2;
        standings[i] = (standing){group, one->competing, one};
    }
    qsort(standings, count, sizeof *standings, compare_standings);
    for (uint32_t i = 0; i < count; i++) {
        t->order[i] = standings[i].option;
    }
    free(standings);
}

// ------------------------------------------------------------------------------------------------------------ verdicts

static void add_won(const table *t, const wits_explained_option *o, text *to) {
    const wits_explained_option *other = asked_best_other(t->call, t->choice, o->option);
    if (o->option == t->composite->default_option) {
        text_add(to, "the default: no other option is left");
    } else if (asked_was_drawn(t->choice)) {
        text_add(to, "drawn");
    } else if (other == NULL) {
        text_add(to, "won: the only candidate");
    } else if (o->margin == 0.0f) {
        text_format(to, "won: equal to %s, but %s", name_of(t, other->option),
                    o->option == t->choice->current ? "active" : "first");
    } else {
        text_add(to, "won by ");
        text_short(to, o->margin);
    }
}

/// Writes when an option keeps a target other than the one whose score won.
static void add_kept(const table *t, const wits_explained_option *o, text *to) {
    const wits_explained_target *scoring = asked_scoring_target(t->call, o);
    if (scoring != NULL && scoring->id != o->target && o->target != WITS_NO_TARGET) {
        text_format(to, ", but %s %u", o->target == t->choice->remembered ? "keeps" : "takes", (unsigned)o->target);
    }
}

static void add_lost(const wits_explained_option *o, text *to) {
    if (o->margin < 0.0f) {
        text_add(to, "lost by ");
        text_short(to, -o->margin);
    } else {
        text_add(to, o->margin == 0.0f ? "lost: equal, but not first" : "lost");
    }
}

/// Writes the failed gates of the outermost group.
static void add_failed_gates(const table *t, const wits_explained_option *o, text *to) {
    const wits_consideration_desc *rows = asked_rows(t->about, t->call, o);
    uint32_t failed = 0;
    text names = {0};
    for (uint32_t i = 0; i < o->row_count; i++) {
        if (rows[i].gate != NULL && rows[i].depth == 1 && !t->call->why.considerations[o->first_row + i].holds) {
            text_add(&names, failed++ == 0 ? ": " : "; ");
            text_add_folded(&names, rows[i].gate);
        }
    }
    text_add(to, failed > 1 ? "gates do not hold" : "a gate does not hold");
    text_add(to, text_of(&names));
    text_free(&names);
}

static void add_not_among(const table *t, text *to) {
    if (t->composite->select == WITS_SELECT_TOP) {
        text_format(to, "not among the best %u", (unsigned)t->composite->top);
    } else if (t->composite->select == WITS_SELECT_WITHIN) {
        text_add(to, "below ");
        text_percent(to, 1.0f - t->composite->within, 1.0f);
        text_add(to, " of the best");
    } else {
        text_add(to, "has no chance");
    }
}

static int32_t top_rank(const table *t) {
    int32_t top = INT32_MIN;
    for (uint32_t i = 0; i < t->choice->option_count; i++) {
        const wits_explained_option *o = &t->call->why.options[t->choice->first_option + i];
        bool counts = o->option == t->choice->chosen || asked_is_candidate(o);
        top = counts && o->rank > top ? o->rank : top;
    }
    return top;
}

static void add_verdict(const table *t, const wits_explained_option *o, text *to) {
    switch ((wits_verdict)o->verdict) {
    case WITS_VERDICT_CHOSEN:
        add_won(t, o, to);
        add_kept(t, o, to);
        break;
    case WITS_VERDICT_LOST:
        add_lost(o, to);
        break;
    case WITS_VERDICT_NOT_DRAWN:
        text_add(to, o->chance > 0.0f ? "not drawn" : "not drawn: has no chance");
        break;
    case WITS_VERDICT_NOT_AMONG:
        add_not_among(t, to);
        break;
    case WITS_VERDICT_GATED:
        add_failed_gates(t, o, to);
        break;
    case WITS_VERDICT_NOT_A_NUMBER:
        text_add(to, "its score is not a number");
        break;
    case WITS_VERDICT_FLOOR:
        text_add(to, "below the floor ");
        text_short(to, t->composite->floor);
        break;
    case WITS_VERDICT_COOLING:
        text_format(to, "cooling for %u more tick%s", (unsigned)o->cooldown, o->cooldown == 1 ? "" : "s");
        break;
    case WITS_VERDICT_DEFAULT:
        text_format(to, "no more than the default, %s", name_of(t, t->composite->default_option));
        break;
    case WITS_VERDICT_NO_TARGET:
        text_add(to, "empty target list");
        break;
    case WITS_VERDICT_RANK:
        text_format(to, "outranked by rank %d", (int)top_rank(t));
        break;
    case WITS_VERDICT_NOT_NEEDED:
    default:
        text_add(to, "the default, not needed");
        break;
    }
    text_add(to, t->choice->no_candidate && o->option == t->choice->chosen ? ", but stays" : "");
}

void text_verdict(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                  const wits_explained_option *option, text *to) {
    const table t = {
        .about = about, .call = call, .choice = choice, .composite = &about->of->desc->states[choice->composite]};
    add_verdict(&t, option, to);
}

// --------------------------------------------------------------------------------------------------------------- table

/// Returns whether a gate excluded the option, which then has no score.
static bool is_gated(const wits_explained_option *o) {
    return o->verdict == WITS_VERDICT_GATED || o->verdict == WITS_VERDICT_NO_TARGET;
}

/// Returns the target whose score is in the table.
static uint32_t scoring_id(const table *t, const wits_explained_option *o) {
    const wits_explained_target *scoring = asked_scoring_target(t->call, o);
    return scoring != NULL ? scoring->id : o->target;
}

static void add_cell(const table *t, const wits_explained_option *o, column at, text *to) {
    switch (at) {
    case COLUMN_NAME:
        text_whom(to, t->about, o, scoring_id(t, o));
        break;
    case COLUMN_SCORE:
        if (!is_gated(o)) {
            text_short(to, o->raw);
        }
        break;
    case COLUMN_WEIGHT:
        if (o->weight != 1.0f) {
            text_add(to, "* ");
            text_short(to, o->weight);
        }
        break;
    case COLUMN_INERTIA:
        if (o->inertia != 0.0f) {
            text_add(to, "+ ");
            text_short(to, o->inertia);
        }
        break;
    case COLUMN_COMPETES:
        if (!is_gated(o)) {
            text_short(to, o->competing);
        }
        break;
    case COLUMN_RANK:
        text_format(to, "%d", (int)o->rank);
        break;
    case COLUMN_CHANCE:
        if (o->chance > 0.0f) {
            text_percent(to, o->chance, t->choice->total);
        }
        break;
    default:
        add_verdict(t, o, to);
        break;
    }
}

static const char *const headings[COLUMNS] = {
    [COLUMN_NAME] = "option",       [COLUMN_SCORE] = "score", [COLUMN_WEIGHT] = "weight", [COLUMN_INERTIA] = "inertia",
    [COLUMN_COMPETES] = "competes", [COLUMN_RANK] = "rank",   [COLUMN_CHANCE] = "chance", [COLUMN_VERDICT] = ""};

static void find_columns(table *t) {
    t->shown[COLUMN_NAME] = t->shown[COLUMN_SCORE] = t->shown[COLUMN_VERDICT] = true;
    for (uint32_t i = 0; i < t->choice->option_count; i++) {
        const wits_explained_option *o = t->order[i];
        t->shown[COLUMN_WEIGHT] = t->shown[COLUMN_WEIGHT] || o->weight != 1.0f;
        t->shown[COLUMN_INERTIA] = t->shown[COLUMN_INERTIA] || o->inertia != 0.0f;
        t->shown[COLUMN_RANK] = t->shown[COLUMN_RANK] || o->rank != 0;
        t->shown[COLUMN_CHANCE] = t->shown[COLUMN_CHANCE] || o->chance > 0.0f;
    }
    t->shown[COLUMN_COMPETES] = t->shown[COLUMN_WEIGHT] || t->shown[COLUMN_INERTIA];
    for (column at = COLUMN_NAME; at < COLUMNS; at++) {
        t->widths[at] = text_width(headings[at], strlen(headings[at]));
        for (uint32_t i = 0; i < t->choice->option_count; i++) {
            text cell = {0};
            add_cell(t, t->order[i], at, &cell);
            size_t width = text_width(text_of(&cell), cell.length);
            t->widths[at] = width > t->widths[at] ? width : t->widths[at];
            text_free(&cell);
        }
    }
}

/// Writes a heading without the option's name.
static void add_row(const table *t, const wits_explained_option *o) {
    bool bold = t->colour && o != NULL && o->option == t->choice->chosen;
    text_add(t->to, o != NULL && o->option == t->choice->chosen ? "  ▸ " : "    ");
    text_add(t->to, t->colour && o == NULL ? "\033[2m" : bold ? "\033[1m" : "");
    for (column at = COLUMN_NAME; at < COLUMNS; at++) {
        text cell = {0};
        if (o != NULL) {
            add_cell(t, o, at, &cell);
        } else {
            text_add(&cell, headings[at]);
        }
        if (t->shown[at]) {
            text_add(t->to, text_of(&cell));
            text_spaces(t->to, t->widths[at] - text_width(text_of(&cell), cell.length) + 2);
        }
        text_free(&cell);
    }
    while (t->to->bytes[t->to->length - 1] == ' ') {
        t->to->bytes[--t->to->length] = '\0';
    }
    text_add(t->to, t->colour && (o == NULL || bold) ? "\033[0m\n" : "\n");
}

// ------------------------------------------------------------------------------------------------------------- details

static void add_rank(const table *t, const wits_explained_option *o) {
    const char *rank = t->about->of->desc->states[o->option].rank;
    if (rank != NULL && strspn(rank, "-0123456789") < strlen(rank)) {
        text_format(t->to, "      rank %d = ", (int)o->rank);
        text_add_folded(t->to, rank);
        text_add(t->to, "\n");
    }
}

/// Writes ": the best of its own options, talk, line 20: 0.5 * trust".
static void add_own_best(const table *t, const wits_explained_option *o) {
    text_add(t->to, ": the best of its own options");
    if (o->best_option == WITS_NONE) {
        text_add(t->to, ", none of which has a score");
        return;
    }
    const char *score = t->about->of->desc->states[o->best_option].score;
    text_format(t->to, ", %s, line %u", name_of(t, o->best_option),
                (unsigned)tick_record_line(t->about, WITS_TABLE_STATES, o->best_option, "score"));
    if (score != NULL) {
        text_add(t->to, ": ");
        text_add_folded(t->to, score);
    }
}

/// Writes "cover = 0.48, line 58: 0.8 * (1 - health)".
static void add_detail(const table *t, const wits_explained_option *o) {
    const wits_state_desc *s = &t->about->of->desc->states[o->option];
    bool has_rows = o->row_count > 0;
    text_add(t->to, "    ");
    const wits_explained_target *taken = asked_target(t->call, o, o->target);
    text_whom(t->to, t->about, o, o->target);
    text_add(t->to, is_gated(o) ? " is not a candidate" : " = ");
    if (!is_gated(o)) {
        text_short(t->to, taken != NULL ? taken->raw : o->raw);
    }
    text_format(t->to, ", line %u", (unsigned)tick_record_line(t->about, WITS_TABLE_STATES, o->option, "score"));
    if (s->score_best) {
        add_own_best(t, o);
    } else if (s->score != NULL) {
        text_add(t->to, ": ");
        text_add_folded(t->to, s->score);
    } else if (!has_rows) {
        text_add(t->to, ": it has no score");
    }
    text_add(t->to, "\n");
    if (has_rows && o->verdict != WITS_VERDICT_NO_TARGET) {
        text_considerations(t->about, t->call, o, t->to);
    }
    text_fields_that_win(t->about, t->call, o, t->to);
    if (asked_has_targets(t->about, o)) {
        text_targets(t->about, t->call, t->choice, o, t->to);
    }
    add_rank(t, o);
}

static table table_of(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                      bool colour, text *to) {
    table t = {.about = about,
               .call = call,
               .choice = choice,
               .composite = &about->of->desc->states[choice->composite],
               .colour = colour,
               .to = to};
    put_in_order(&t);
    return t;
}

static void add_table(table *t) {
    find_columns(t);
    add_row(t, NULL);
    for (uint32_t i = 0; i < t->choice->option_count; i++) {
        add_row(t, t->order[i]);
    }
}

void text_option_table(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                       bool colour, text *to) {
    table t = table_of(about, call, choice, colour, to);
    add_table(&t);
    free(t.order);
}

void text_option_detail(const tick_records *about, const tick_record *call, const wits_explained_choice *choice,
                        const wits_explained_option *option, text *to) {
    table t = table_of(about, call, choice, false, to);
    add_detail(&t, option);
    free(t.order);
}

void text_options(const tick_records *about, const tick_record *call, const wits_explained_choice *choice, bool colour,
                  text *to) {
    table t = table_of(about, call, choice, colour, to);
    add_table(&t);
    text_add(to, "\n");
    for (uint32_t i = 0; i < choice->option_count; i++) {
        add_detail(&t, t.order[i]);
    }
    free(t.order);
}
