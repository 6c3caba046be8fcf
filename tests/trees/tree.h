// SPDX-License-Identifier: MIT
// Expressions as trees: made at random, printed, parsed and walked by the rules of docs/brain-files.md and section 11
// of docs/semantics.md alone, to compare with the library's programs. Slow and obvious. An invalid text ends the test.
#ifndef WITS_TESTS_TREE_H
#define WITS_TESTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wits/considerations.h"
#include "wits/field.h"

enum {
    TREE_ARGUMENTS = 4,  ///< maximum number of arguments of a host function
    TREE_CALLS = 8,      ///< depth of calls of host functions in each other's arguments
    TREE_ANY_LIST = 0xFFFF,
};

/// TEXT is only for arguments, NOTHING the result of an action's call.
typedef enum tree_type { TREE_BOOL, TREE_INT, TREE_FLOAT, TREE_ENUM, TREE_TEXT, TREE_NOTHING } tree_type;

typedef union tree_value {
    uint32_t bits;  ///< for a bool 0 or 1, for an enum the number of its name
    int32_t i;
    float f;
} tree_value;

typedef enum tree_kind {
    TREE_LITERAL,
    TREE_FIELD,
    TREE_TICK,
    TREE_ELAPSED,
    TREE_RANDOM,
    TREE_CONDITION,
    TREE_SCORE,
    TREE_ACTION,   ///< the call of an action, never inside anything
    TREE_QUOTED,   ///< a quoted text argument
    TREE_NAME,     ///< the name of an enum's value as a whole argument
    TREE_VALUE,    ///< the same after the name of a field and a point, anywhere
    TREE_WIDENED,  ///< an int passed where a float is declared
    TREE_STATE,
    TREE_DONE,  ///< is the state that owns the text done?
    TREE_IF,
    TREE_OR,
    TREE_AND,
    TREE_NOT,
    TREE_EQUAL,
    TREE_DIFFERENT,
    TREE_LESS,
    TREE_AT_MOST,
    TREE_MORE,
    TREE_AT_LEAST,
    TREE_ADD,
    TREE_SUBTRACT,
    TREE_MULTIPLY,
    TREE_DIVIDE,
    TREE_REMAINDER,
    TREE_NEGATE,
    TREE_FUNCTION,
    TREE_CURVE,      ///< curve of child[0]; child[1] is the first parameter, if there is one
    TREE_PARAMETER,  ///< a constant of a curve; child[0] is the next, if there is one
} tree_kind;

typedef struct tree {
    tree_kind kind;
    tree_type type;
    uint32_t list;     ///< list of an enum
    bool listed;       ///< an enum whose list is known
    tree_value value;  ///< value of a literal
    uint32_t number;   ///< number of the field, function, state or stream; for a curve its kind; for a text its length
    const char *name;  ///< name of a function; or the text of a quoted text, of a name that waits for its list, or of a
                       ///< number that is a whole argument
    uint32_t count;
    struct tree *child[TREE_ARGUMENTS];
} tree;

/// Nodes for any number of trees. Running out fails the test.
typedef struct tree_pool {
    tree *nodes;
    uint32_t capacity;
    uint32_t count;
} tree_pool;

typedef struct tree_list {
    const char *const *names;
    uint32_t count;
} tree_list;

typedef struct tree_field {
    const char *name;  ///< with a point for targets: `enemy.distance`
    wits_type type;
    uint32_t list;
} tree_field;

typedef enum tree_function_kind { TREE_IS_ACTION, TREE_IS_CONDITION, TREE_IS_SCORE } tree_function_kind;

typedef struct tree_parameter {
    tree_type type;
    uint32_t list;  ///< list of an enum, or TREE_ANY_LIST
} tree_parameter;

/// Undeclared parameters only describe generated calls: each of these kinds, or any kind.
typedef struct tree_function {
    const char *name;
    tree_function_kind kind;
    bool is_declared;
    bool varies;
    uint32_t count;
    tree_parameter parameters[TREE_ARGUMENTS];
} tree_function;

/// Names that expressions may use.
typedef struct tree_names {
    const tree_field *fields;
    uint32_t field_count;
    const tree_list *lists;
    uint32_t list_count;
    const tree_function *functions;
    uint32_t function_count;
    const char *const *states;  ///< as written; null is a missing state
    uint32_t state_count;
} tree_names;

// ------------------------------------------------------------------------------------------------------ tree_make.c

/// A source of random numbers.
typedef struct tree_chance {
    uint32_t (*below)(void *user, uint32_t limit);
    void *user;
} tree_chance;

typedef struct tree_maker {
    const tree_names *names;
    tree_pool *pool;
    tree_chance chance;
    bool curves;               ///< curves are functions, too
    const char *const *texts;  ///< possible text arguments
    uint32_t text_count;
    bool deep;       ///< allow nested calls
    uint32_t calls;  ///< open calls, nested
} tree_maker;

/// A tree of at most `depth` levels.
tree *tree_make_bool(tree_maker *m, int depth);
tree *tree_make_number(tree_maker *m, int depth);
tree *tree_make_enum(tree_maker *m, uint32_t list, int depth);
/// Made only of literals and `present` of targets: comparisons, also nested, with either on either side. All of it is
/// constant for pairs of agents and targets.
tree *tree_make_known(tree_maker *m, int depth);
tree *tree_make_known_number(tree_maker *m, int depth);
/// Comparisons of fields with literals and bare conditions, joined by `and`: typical conditions of games.
tree *tree_make_tests(tree_maker *m, uint32_t count);

/// A call of that function.
tree *tree_make_call(tree_maker *m, uint32_t function, int depth);

tree *tree_new(tree_pool *pool, tree_kind kind, tree_type type);
tree_type tree_type_of(wits_type type);

// ---------------------------------------------------------------------------------------------------- tree_curves.c

/// The curve's value for x, and x^w: docs/brain-files.md, "Considerations".
float tree_curve(const wits_curve *curve, float x);
float tree_power(float x, float w);
/// The library's own exp.
float tree_exp(float x);

/// The curves' names; null for WITS_CURVE_DEFAULT.
extern const char *const tree_curve_names[];
enum { TREE_CURVES = WITS_CURVE_PIECEWISE + 1 };
/// Bits for m, k, b and c, in this order: the curve has the parameter.
const char *tree_curve_parameters(wits_curve_kind kind);

// ----------------------------------------------------------------------------------------------------- tree_print.c

/// Writes the text and returns its length; 0 if it does not fit. Each `random` gets its number in the text. With
/// `chance` (which may be null) some parentheses are redundant.
size_t tree_print(tree *t, const tree_names *names, const tree_chance *chance, char *text, size_t size);

// ----------------------------------------------------------------------------------------------------- tree_parse.c

/// Each `random` gets `*places` as its number, which is incremented.
tree *tree_parse(const tree_names *names, tree_pool *pool, const char *text, size_t length, uint32_t *places);
/// The names of enum values in the text of an assignment become those of the field's list.
void tree_settle(tree *t, const tree_names *names, uint32_t list);
/// The end of the first of several actions: at a semicolon that is not in quotes, or at the end.
size_t tree_action_length(const char *actions);
/// The expression that `field = expression` assigns; null for another action.
const char *tree_action_operand(const char *action);
/// Returns whether `name(...)` gives anything.
bool tree_action_has_arguments(const char *action);

// ------------------------------------------------------------------------------------------------------ tree_walk.c

/// One argument of a call.
typedef struct tree_argument {
    tree_type type;
    uint32_t list;     ///< list of an enum
    tree_value value;  ///< a NaN is 7fc00000
    const char *text;  ///< a quoted text, or the text of a number that is a whole argument; else null
    uint32_t length;   ///< length of the text
    bool is_constant;  ///< the argument is constant
} tree_argument;

/// Environment of an evaluation: the agent and its data.
typedef struct tree_env {
    void *user;
    tree_value (*field)(void *user, uint32_t field);
    bool (*condition)(void *user, uint32_t function, const tree_argument *given, uint32_t count);
    float (*score)(void *user, uint32_t function, const tree_argument *given, uint32_t count);
    bool (*is_in)(void *user, uint32_t state);
    bool (*is_done)(void *user);
    uint64_t seed;
    const float *draws;  ///< by stream, instead of the seed; or null
    uint64_t agent;
    uint32_t tick;
    uint32_t elapsed;
} tree_env;

tree_value tree_walk(const tree *t, const tree_env *env);
/// The arguments of a call, from left to right; returns their number.
uint32_t tree_arguments(const tree *call, const tree_env *env, tree_argument given[TREE_ARGUMENTS]);
/// The depth of nested calls of host functions.
uint32_t tree_call_depth(const tree *t);
/// The value as a float, an int widened.
float tree_walk_float(const tree *t, const tree_env *env);
/// The value of a field of the type after the tree's value was assigned to it.
tree_value tree_stored(wits_type type, const tree *t, tree_value value);
/// A field's bytes, unaligned.
tree_value tree_load(wits_type type, const void *from);
void tree_store(wits_type type, void *to, tree_value value);
size_t tree_size_of(wits_type type);

#endif
