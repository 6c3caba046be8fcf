// SPDX-License-Identifier: MIT
#include "random_explain.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "random_brain.h"
#include "trees/tree.h"

enum { ROOM = 1 << 16 };

void explain_new(wits_explain *e) {
    *e = (wits_explain){.transition_capacity = ROOM,
                        .part_capacity = ROOM,
                        .choice_capacity = ROOM,
                        .option_capacity = ROOM,
                        .consideration_capacity = ROOM,
                        .target_capacity = ROOM,
                        .field_capacity = ROOM};
    e->transitions = malloc(ROOM * sizeof *e->transitions);
    e->parts = malloc(ROOM * sizeof *e->parts);
    e->choices = malloc(ROOM * sizeof *e->choices);
    e->options = malloc(ROOM * sizeof *e->options);
    e->considerations = malloc(ROOM * sizeof *e->considerations);
    e->targets = malloc(ROOM * sizeof *e->targets);
    e->fields = malloc(ROOM * sizeof *e->fields);
}

void explain_begin(wits_explain *e) {
    e->transition_count = e->part_count = e->choice_count = e->option_count = e->consideration_count = 0;
    e->target_count = e->field_count = 0;
}

void explain_free(wits_explain *e) {
    free(e->transitions);
    free(e->parts);
    free(e->choices);
    free(e->options);
    free(e->considerations);
    free(e->targets);
    free(e->fields);
}

// ----------------------------------------------------------------------------------------------------------- comparing

/// The compared values, and a description of the first difference.
typedef struct comparing {
    const wits_explain *library;
    const wits_explain *told;
    const wits_desc *desc;
    const model *m;
    explain_tally *tally;
    char *text;
} comparing;

static bool differ(const comparing *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(c->text, EXPLAIN_TEXT, format, arguments);
    va_end(arguments);
    return false;
}

/// Bit by bit; all NaNs are equal.
static bool same_float(const comparing *c, float library, float told, const char *what, uint32_t row) {
    uint32_t a;
    uint32_t b;
    memcpy(&a, &library, sizeof a);
    memcpy(&b, &told, sizeof b);
    return a == b || (isnan(library) && isnan(told)) ||
           differ(c, "%s of %u is %.9g (%08x), should be %.9g (%08x)", what, row, (double)library, a, (double)told, b);
}

static bool same_number(const comparing *c, uint32_t library, uint32_t told, const char *what, uint32_t row) {
    return library == told || differ(c, "%s of %u is %u, should be %u", what, row, library, told);
}

// --------------------------------------------------------------------------------------------------------- transitions

/// The tree of part number `*part`, and the number of `random` before it.
static tree *part_of(tree *t, uint32_t *part) {
    if (t->kind == TREE_AND) {
        tree *found = part_of(t->child[0], part);
        return found != NULL ? found : part_of(t->child[1], part);
    }
    return (*part)-- == 0 ? t : NULL;
}

/// Returns whether wits_condition_part finds the same part in the text as the grammar.
static bool same_text(const comparing *c, const char *when, uint32_t part) {
    static tree nodes[2 * RANDOM_TEXT];
    tree_pool pool = {nodes, 2 * RANDOM_TEXT, 0};
    const tree_names *names = model_texts_names(c->m->texts);
    char whole[4 * RANDOM_TEXT];
    char found[4 * RANDOM_TEXT];
    uint32_t offset;
    uint32_t length;
    uint32_t places = 0;
    uint32_t number = part;
    if (!wits_condition_part(when, part, &offset, &length)) {
        return differ(c, "part %u of '%s' is not found", part, when);
    }
    tree *t = part_of(tree_parse(names, &pool, when, strlen(when), &places), &number);
    bool printed = tree_print(t, names, NULL, whole, sizeof whole) > 0;
    t = tree_parse(names, &pool, when + offset, length, &places);
    printed = printed && tree_print(t, names, NULL, found, sizeof found) > 0;
    return (printed && strcmp(whole, found) == 0) ||
           differ(c, "part %u of '%s' is '%s', should be '%s'", part, when, found, whole);
}

static bool same_parts(const comparing *c, const wits_explained_transition *a, const wits_explained_transition *b) {
    const bool *library = &c->library->parts[a->first_part];
    const bool *told = &c->told->parts[b->first_part];
    const char *when = c->desc->transitions[a->row].when;
    if (a->part_count != b->part_count) {
        bool all = true;
        for (uint32_t i = 0; i < b->part_count; i++) {
            all = all && told[i];
        }
        c->tally->simplified++;
        return (a->part_count == 1 && library[0] == all) ||
               differ(c, "the condition '%s' has %u parts, should have %u", when, a->part_count, b->part_count);
    }
    for (uint32_t i = 0; i < a->part_count; i++) {
        if (library[i] != told[i]) {
            return differ(c, "part %u of '%s' holds: %d, should be %d", i, when, library[i], told[i]);
        }
        if (a->part_count > 1) {
            c->tally->parts++;
            if (!same_text(c, when, i)) {
                return false;
            }
        }
    }
    return true;
}

static bool same_transition(const comparing *c, uint32_t number) {
    const wits_explained_transition *a = &c->library->transitions[number];
    const wits_explained_transition *b = &c->told->transitions[number];
    c->tally->tried[b->tried]++;
    return same_number(c, a->row, b->row, "the row of transition", number) &&
           same_number(c, a->tried, b->tried, "what is missing of transition", a->row) &&
           same_number(c, a->source, b->source, "the source of transition", a->row) &&
           same_number(c, a->destination, b->destination, "the destination of transition", a->row) &&
           same_number(c, a->elapsed, b->elapsed, "elapsed of transition", a->row) && same_parts(c, a, b);
}

// ------------------------------------------------------------------------------------------------------------- choices

static bool same_consideration(const comparing *c, const wits_explained_consideration *a,
                               const wits_explained_consideration *b) {
    const wits_consideration_desc *desc = &c->desc->considerations[b->row];
    bool same = same_number(c, a->row, b->row, "the row of consideration", b->row) &&
                same_number(c, a->holds, b->holds, "the gate", b->row) &&
                same_number(c, a->was_nan, b->was_nan, "was_nan", b->row) &&
                same_float(c, a->raw, b->raw, "raw", b->row) && same_float(c, a->normal, b->normal, "normal", b->row) &&
                same_float(c, a->value, b->value, "value", b->row) &&
                same_float(c, a->compensated, b->compensated, "compensated", b->row) &&
                same_float(c, a->weighted, b->weighted, "weighted", b->row);
    for (uint32_t i = 0; i < WITS_MAX_CURVES && same; i++) {
        same = same_float(c, a->curves[i], b->curves[i], "a curve", b->row);
    }
    c->tally->gates += desc->gate != NULL;
    c->tally->groups += desc->group != WITS_GROUP_NONE;
    c->tally->inputs += desc->input != NULL;
    c->tally->nans += b->was_nan;
    return same;
}

static bool same_rows(const comparing *c, uint32_t library, uint32_t told, uint32_t count) {
    bool same = true;
    for (uint32_t i = 0; i < count && same; i++) {
        same = same_consideration(c, &c->library->considerations[library + i], &c->told->considerations[told + i]);
    }
    return same;
}

static bool same_target(const comparing *c, const wits_explained_option *option, uint32_t number) {
    const wits_explained_target *a = &c->library->targets[option->first_target + number];
    const wits_explained_option *told = &c->told->options[option - c->library->options];
    const wits_explained_target *b = &c->told->targets[told->first_target + number];
    c->tally->targets[b->verdict]++;
    c->tally->remembered += b->is_remembered;
    c->tally->target_rows += b->row_count > 0;
    return same_number(c, a->id, b->id, "the id of target", number) &&
           same_number(c, a->row, b->row, "the row of target", b->id) &&
           same_number(c, a->verdict, b->verdict, "the verdict of target", b->id) &&
           same_number(c, a->is_remembered, b->is_remembered, "whether remembered, of target", b->id) &&
           same_float(c, a->raw, b->raw, "raw of target", b->id) &&
           same_float(c, a->score, b->score, "score of target", b->id) &&
           same_float(c, a->inertia, b->inertia, "inertia of target", b->id) &&
           same_float(c, a->competing, b->competing, "competing of target", b->id) &&
           same_number(c, (uint32_t)a->rank, (uint32_t)b->rank, "rank of target", b->id) &&
           same_number(c, a->row_count, b->row_count, "considerations of target", b->id) &&
           same_rows(c, a->first_row, b->first_row, b->row_count);
}

static bool same_targets(const comparing *c, const wits_explained_option *a, const wits_explained_option *b) {
    bool same = same_number(c, a->targets_listed, b->targets_listed, "targets listed for option", b->option) &&
                same_number(c, a->target_count, b->target_count, "targets of option", b->option);
    for (uint32_t i = 0; i < b->target_count && same; i++) {
        same = same_target(c, a, i);
        // The option's own rows are those of its target.
        const wits_explained_target *target = &c->library->targets[a->first_target + i];
        same = same && (target->id != a->target || target->row_count == 0 ||
                        same_number(c, a->first_row, target->first_row, "the first row of option", a->option));
    }
    c->tally->most_targets += b->target_count == WITS_EXPLAINED_TARGETS;
    return same;
}

static bool same_option(const comparing *c, const wits_explained_option *a, const wits_explained_option *b) {
    c->tally->verdicts[b->verdict]++;
    c->tally->bests += b->best_option != WITS_NONE;
    bool same = same_number(c, a->option, b->option, "option", b->option) &&
                same_float(c, a->raw, b->raw, "raw of option", b->option) &&
                same_float(c, a->weight, b->weight, "weight of option", b->option) &&
                same_float(c, a->score, b->score, "score of option", b->option) &&
                same_float(c, a->inertia, b->inertia, "inertia of option", b->option) &&
                same_float(c, a->competing, b->competing, "competing of option", b->option) &&
                same_float(c, a->margin, b->margin, "margin of option", b->option) &&
                same_float(c, a->chance, b->chance, "chance of option", b->option) &&
                same_number(c, (uint32_t)a->rank, (uint32_t)b->rank, "rank of option", b->option) &&
                same_number(c, a->cooldown, b->cooldown, "cooldown of option", b->option) &&
                same_number(c, a->best_option, b->best_option, "best option of option", b->option) &&
                same_number(c, a->row_count, b->row_count, "considerations of option", b->option) &&
                same_number(c, a->target, b->target, "the target of option", b->option);
    const bool is_aimed = c->desc->states[b->option].target != NULL;
    same = same && same_rows(c, a->first_row, b->first_row, b->row_count) && (!is_aimed || same_targets(c, a, b));
    c->tally->bests_aimed += b->best_option != WITS_NONE && b->target != WITS_NO_TARGET;
    return same && (a->verdict == b->verdict ||
                    differ(c, "verdict of option %u is %s, should be %s", b->option,
                           wits_verdict_name((wits_verdict)a->verdict), wits_verdict_name((wits_verdict)b->verdict)));
}

static bool same_choice(const comparing *c, uint32_t number) {
    const wits_explained_choice *a = &c->library->choices[number];
    const wits_explained_choice *b = &c->told->choices[number];
    c->tally->how[b->how]++;
    c->tally->no_candidate += b->no_candidate;
    bool same = same_number(c, a->composite, b->composite, "the composite of choice", number) &&
                same_number(c, a->how, b->how, "how of choice", number) &&
                same_number(c, a->current, b->current, "current of choice", number) &&
                same_number(c, a->left, b->left, "left of choice", number) &&
                same_number(c, a->transitions_before, b->transitions_before, "transitions before choice", number) &&
                same_number(c, a->option_count, b->option_count, "options of choice", number);
    for (uint32_t i = 0; i < b->option_count && same; i++) {
        same = same_option(c, &c->library->options[a->first_option + i], &c->told->options[b->first_option + i]);
    }
    return same && same_number(c, a->chosen, b->chosen, "chosen of choice", number) &&
           same_number(c, a->no_candidate, b->no_candidate, "no candidate of choice", number) &&
           same_number(c, a->remembered, b->remembered, "the remembered target of choice", number) &&
           same_number(c, a->target, b->target, "the target of choice", number) &&
           same_float(c, a->draw, b->draw, "draw of choice", number) &&
           same_float(c, a->total, b->total, "total of choice", number);
}

bool explain_same(const wits_explain *library, const wits_explain *told, const wits_desc *desc, const model *m,
                  explain_tally *tally, char *text) {
    comparing c = {library, told, desc, m, tally, text};
    bool same = true;
    for (uint32_t i = 0; i < told->transition_count && i < library->transition_count && same; i++) {
        same = same_transition(&c, i);
    }
    for (uint32_t i = 0; i < told->choice_count && i < library->choice_count && same; i++) {
        same = same_choice(&c, i);
    }
    return same && same_number(&c, library->transition_count, told->transition_count, "transitions", 0) &&
           same_number(&c, library->choice_count, told->choice_count, "choices", 0) &&
           same_number(&c, library->option_count, told->option_count, "options", 0) &&
           (desc->target_count > 0 ||  // the library reserves two rows of targets, used or not
            same_number(&c, library->consideration_count, told->consideration_count, "considerations", 0));
}

// ----------------------------------------------------------------------------------------------------- counterfactuals

/// "without one from 0 to 1"
static float end_of(const wits_consideration_desc *row, bool upper) {
    bool is_ranged = row->low != 0.0f || row->high != 0.0f;
    float lo = is_ranged ? row->low : 0.0f;
    float hi = is_ranged ? row->high : 1.0f;
    return upper == (lo < hi) ? hi : lo;
}

static float lower(const wits_consideration_desc *row) {
    return end_of(row, false);
}

static float upper(const wits_consideration_desc *row) {
    return end_of(row, true);
}

float explain_sample(const wits_consideration_desc *row, uint32_t number) {
    float share = (float)number / (float)(EXPLAIN_SAMPLES - 1);
    float width = upper(row) - lower(row);
    return number == EXPLAIN_SAMPLES - 1 ? upper(row) : lower(row) + width * share;
}

/// A NaN input counts as `low`; one outside the range as the nearer end.
static float was(const wits_consideration_desc *row, const wits_explained_consideration *k) {
    return k->was_nan ? row->low : fminf(fmaxf(k->raw, lower(row)), upper(row));
}

wits_type explain_type_of(const wits_desc *desc, uint32_t row) {
    uint32_t field = model_input_field(desc, row);
    uint32_t kind, of_kind;
    if (model_input_target(desc, row, &kind, &of_kind)) {
        return desc->targets[kind].fields[of_kind].type;
    }
    return field != WITS_NONE ? desc->fields[field].type : WITS_TYPE_FLOAT;
}

bool explain_is_nearer(wits_type type, const wits_consideration_desc *row, const wits_explained_consideration *k,
                       float input) {
    float held = (float)model_held(type, input);
    return fabsf(held - was(row, k)) < fabsf(k->wins_at - was(row, k));
}

bool explain_beside(wits_type type, const wits_consideration_desc *row, const wits_explained_consideration *k,
                    float *beside) {
    float towards = was(row, k);
    bool is_whole = type != WITS_TYPE_FLOAT;
    *beside = is_whole ? k->wins_at + (towards > k->wins_at ? 1.0f : -1.0f)
                       : nextafterf(k->wins_at, towards) + 0.0f;  // 0 and -0 are equal
    bool is_between = is_whole ? fabsf(*beside - towards) < fabsf(k->wins_at - towards) : true;
    return !k->was_nan && k->wins_at != towards && is_between && *beside >= lower(row) && *beside <= upper(row);
}

// --------------------------------------------------------------------------------------------------------------- tally

static uint32_t print_count(const char *what, uint32_t count, uint32_t least) {
    (void)printf("%12u  %s%s\n", count, what, count < least ? "   <-- too seldom" : "");
    return count < least;
}

uint32_t explain_print(const explain_tally *t, uint32_t least) {
    uint32_t seldom = 0;
    for (uint32_t i = 0; i < sizeof t->tried / sizeof *t->tried; i++) {
        seldom += print_count(wits_tried_name((wits_tried)i), t->tried[i], least);
    }
    for (uint32_t i = 0; i < sizeof t->how / sizeof *t->how; i++) {
        seldom += print_count(wits_choice_name((wits_choice)i), t->how[i], least);
    }
    for (uint32_t i = 0; i < sizeof t->verdicts / sizeof *t->verdicts; i++) {
        seldom += print_count(wits_verdict_name((wits_verdict)i), t->verdicts[i], least);
    }
    for (uint32_t i = 0; i < sizeof t->targets / sizeof *t->targets; i++) {
        const bool is_possible = i <= WITS_VERDICT_LOST || (i >= WITS_VERDICT_GATED && i <= WITS_VERDICT_RANK);
        (void)printf("a target: ");
        seldom += print_count(wits_verdict_name((wits_verdict)i), t->targets[i], is_possible ? least : 0);
    }
    const struct {
        const char *what;
        uint32_t count;
    } rows[] = {{"parts of conditions with several", t->parts},
                {"no candidate chosen", t->no_candidate},
                {"options worth an option inside", t->bests},
                {"gates", t->gates},
                {"groups", t->groups},
                {"inputs", t->inputs},
                {"inputs that were no number", t->nans},
                {"switches", t->switches},
                {"inputs at which an option would have won", t->wins},
                {"inputs for which there are none", t->no_wins},
                {"beside them, where it does not", t->borders},
                {"beyond them, where it does", t->beyond},
                {"fields set to where an option wins", t->changed},
                {"other targets of the same option", t->retargets},
                {"targets that are remembered", t->remembered},
                {"targets with considerations", t->target_rows},
                {"options with as many targets as are told", t->most_targets},
                {"options worth a target of an option inside", t->bests_aimed},
                {"fields of targets at which an option would have won", t->target_wins},
                {"inputs at which an option would have taken another target", t->other_wins},
                {"inputs for which it would not", t->other_no_wins},
                {"fields of targets set to where an option wins", t->target_changed},
                {"fields of targets set to where another target is taken", t->other_changed}};
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        seldom += print_count(rows[i].what, rows[i].count, least);
    }
    (void)print_count("inputs at which an option would have won, of an option inside and no field", t->wins_in_best, 0);
    (void)print_count("the same without a range", t->wins_unranged, 0);
    (void)print_count("fields in expressions at which an option would have won", t->field_wins, 0);
    (void)print_count("fields in expressions for which there are none", t->field_no_wins, 0);
    (void)print_count("inputs that cannot be another", t->unlooked, 0);
    (void)print_count("conditions of which only the whole is told", t->simplified, 0);
    (void)print_count("changed fields with which the choice did not come up", t->not_again, 0);
    (void)print_count("calls with more than one decision, of which some was left out", t->dropped, 0);
    return seldom;
}
