// SPDX-License-Identifier: MIT
// A brain file while it is read and afterwards. The way through: source.c (bytes), tree.c (YAML), read_*.c (tables with
// the nodes they come from), infer.c (functions), translate.c (the core's problems, with their positions in the file).
#ifndef WITS_FILE_LOADER_H
#define WITS_FILE_LOADER_H

#include "core/compile/tables.h"
#include "expr/characters.h"
#include "expr/suggest.h"
#include "file/arena.h"
#include "file/keys.h"
#include "file/messages.h"
#include "file/source.h"

enum { MOST_SOURCES = 64 };

static inline const char *skip_blanks(const char *text) {
    while (is_blank(*text)) {
        text++;
    }
    return text;
}

/// Ticks per second: `ticks` in `seconds`; 0 if the brain does not give it.
typedef struct tick_rate {
    uint32_t ticks;
    uint32_t seconds;
} tick_rate;

/// A state and its position.
typedef struct state_source {
    node *key;          ///< its name; the brain's for the root
    node *mapping;      ///< its keys, or an empty scalar
    key_values *found;  ///< the same keys, sorted
    uint16_t parent;
    uint8_t kind;        ///< wits_kind, never the default
    bool kind_is_known;  ///< false if `kind` is invalid: then keys that depend on it are not checked
    uint16_t same_name;  ///< number of rows with this name, stored in the first of them
} state_source;

/// A transition, step or rule of `initial` and its position.
typedef struct rule_source {
    node *mapping;
    uint16_t state;  ///< its state
    bool any;
} rule_source;

/// A consideration, gate or group and its position.
typedef struct consideration_source {
    node *mapping;
    key_values *found;  ///< its keys, by PART_KEYS
    uint16_t state;
    uint16_t depth;
    uint8_t kind;  ///< PART_KEY_INPUT, PART_KEY_GATE or the key of its group
} consideration_source;

/// A kind of targets and the positions of its fields.
typedef struct target_source {
    node *key;                     ///< its name
    node **fields;                 ///< their names; each followed by its value
    const wits_promise *promises;  ///< promises of each field; null if there are none
    uint32_t most;
} target_source;

/// The texts of an item under `prove`, in the order of the members of wits_property, and its name if given.
typedef struct property_source {
    const node *condition;
    const node *until;
    const node *of;
    const node *assume;
    const node *from;
    const node *name;
} property_source;

typedef struct function_source {
    const char *name;
    position at;  ///< position of its declaration or first call
    file_function_kind kind;
} function_source;

/// A parameter of a function that is declared as the name of an enum.
typedef struct named_enum {
    const struct named_enum *next;
    const char *function;
    const char *name;
    uint32_t parameter;
} named_enum;

/// A call of a host function in a text.
typedef struct function_use {
    const char *name;
    const node *scalar;
    uint32_t offset;     ///< in its text
    uint32_t arguments;  ///< number of its arguments; 0 if one of them is a text
    file_function_kind kind;
} function_use;

/// A condition or score that consists of a name.
typedef struct bare_name {
    const char **text;  ///< in the tables
    node *scalar;
} bare_name;

/// A problem or warning as reported.
typedef struct found_problem {
    wits_problem shown;
    const char *plain;  ///< its message without the positions of uses
    uint32_t source;    ///< number of its file
    uint32_t order;
} found_problem;

struct wits_file {
    arena memory;
    wits_file_options options;
    file_source *sources;  ///< room for MOST_SOURCES; the brain's own first
    uint32_t source_count;
    uint32_t source_bytes;   ///< total size of the files
    uint32_t node_count;     ///< nodes read and copied
    bool may_include;        ///< a text alone has no folder
    bool bad_rate;           ///< the rate is given, but invalid
    node *tree;              ///< the expanded brain
    struct sharing *shared;  ///< during expansion
    tick_rate rate;

    wits_problem *problems;
    wits_problem *warnings;
    uint32_t problem_count;
    uint32_t warning_count;
    found_problem *found;
    uint32_t found_count;
    uint32_t found_capacity;
    found_problem *warned;
    uint32_t warned_count;
    uint32_t warned_capacity;
    wits_remark *remarks;
    uint32_t remark_count;
    uint32_t remark_capacity;
    uint32_t remarks_met;  ///< number of remarks whose line is known
    uint32_t problems_dropped;
    uint32_t nearest_work;  ///< work spent on similar names
    uint32_t index_size;    ///< size of the two tables below

    key_values sections;  ///< sections of the whole file
    state_source *states;
    uint32_t state_count;
    uint32_t state_capacity;
    uint16_t *children_index;  ///< rows + 1 by (parent, name), open addressing
    uint16_t *names_index;     ///< first rows + 1 by name
    rule_source *transitions;
    uint32_t transition_count;
    uint32_t transition_capacity;
    rule_source *steps;
    uint32_t step_count;
    uint32_t step_capacity;
    rule_source *initials;
    uint32_t initial_count;
    uint32_t initial_capacity;
    consideration_source *considerations;
    uint32_t consideration_count;
    uint32_t consideration_capacity;
    node **fields;  ///< their names; each followed by its value
    node **events;
    target_source *targets;
    function_source *functions;
    const named_enum *named_enums;
    uint32_t function_capacity;
    function_use *uses;
    uint32_t use_count;
    uint32_t use_capacity;
    bare_name *bare;
    uint32_t bare_count;
    uint32_t bare_capacity;
    const char **bad_names;  ///< invalid names of fields, events and functions
    uint32_t bad_name_count;
    uint32_t bad_name_capacity;
    bool bad_section;     ///< context, events or functions is invalid: any name may be one of its members
    bool bad_target;      ///< the kind of an option is unknown, so texts that seem unable to read it may be correct
    bool missing_states;  ///< some could not be read, so a name may mean one of them
    bool unfinished;      ///< the tables are too incomplete to be validated

    wits_state_desc *state_rows;
    wits_transition_desc *transition_rows;
    wits_step_desc *step_rows;
    wits_initial_desc *initial_rows;
    wits_consideration_desc *consideration_rows;
    wits_field_desc *field_rows;
    const char **event_rows;
    wits_target_desc *target_rows;
    wits_function *function_rows;
    wits_desc desc;
    const wits_brain *brain;
    wits_function *functions_bound;  ///< created by wits_file_bind; null before
    wits_column *columns_bound;
    bool is_bound;

    wits_promise *field_promises;
    wits_promise *function_promises;  ///< null: the file does not list its functions
    wits_giver *event_givers;
    wits_promises promises;
    wits_rename *rename_rows;
    node **renames;  ///< their old names; each followed by the new one
    uint32_t rename_count;
    wits_property *properties;
    property_source *property_sources;
    uint32_t property_count;  ///< items
    uint32_t property_capacity;
    const wits_scenario *scenarios;
    uint32_t scenario_count;
    wits_scenario_inputs scenarios_given;         ///< for all of them
    const wits_file *brain_file;                  ///< for properties or scenarios in a separate file; else null
    void (*read_scenarios)(wits_file *, node *);  ///< null: properties. A program without scenarios does not link it
};

// --------------------------------------------------------------------------------------------------------- problems.c

/// The texts that a message needs, in order.
typedef struct message_words {
    const char *words[4];
} message_words;

/// Returns whether the report is full, so that another problem at this node is only counted.
bool wits_file_is_full(wits_file *file, node *at);
/// Adds "; did you mean ...?" unless `nearest` is null. It is a name, or words for one, which have a blank.
void wits_file_report(wits_file *file, position at, message_id message, message_words words, const char *nearest);
/// As above, with a problem of the core instead of the loader's own message.
void wits_file_report_core(wits_file *file, position at, wits_problem_code code, const char *value,
                           const char *nearest);
/// Reports an invalid name, with a replacement if one can be suggested.
void wits_file_report_name(wits_file *file, position at, const char *name);
/// Reports a problem that wits_bind found, with its text.
void wits_file_report_bound(wits_file *file, position at, const wits_problem *problem, const char *message);
/// Reports a problem at a node and marks it bad. Bad nodes get no further reports.
void wits_file_report_node(wits_file *file, node *at, message_id message, message_words words, const char *nearest);
void wits_file_report_node_core(wits_file *file, node *at, wits_problem_code code, const char *value);
/// Warns about a likely mistake.
void wits_file_warn(wits_file *file, position at, message_id message, message_words words);
void wits_file_sort_warnings(wits_file *file);
/// Returns "line 7", or for another file than that of `here` "common.yaml:7:3".
const char *wits_file_place_text(wits_file *file, position at, position here);
/// Sorts problems in file order, removes duplicates, and reports the number of those left out.
void wits_file_sort_problems(wits_file *file);
position wits_file_node_position(const node *at);
/// A number as a text in the file's memory.
const char *wits_file_number_text(wits_file *file, uint32_t number);
/// Describes a node, for "expected ..., not ...".
const char *wits_file_describe(wits_file *file, const node *value);

// --------------------------------------------------------------------------------------------------------- remarks.c

/// Searches for remarks between two bytes without a scalar between them; the second one is the beginning of a scalar,
/// or the end of the file. `line` is the first one's.
void wits_file_remarks_between(wits_file *file, const file_source *from, uint32_t begin, uint32_t end, uint32_t line);

// --------------------------------------------------------------------------------------------------------- nearest.c

/// The nearest name to a misspelt one, among those offered.
typedef struct nearest_name {
    wits_file *file;
    suggestion found;
    const char *best;  ///< null if none is near
} nearest_name;

nearest_name wits_file_nearest_begin(wits_file *file, const char *wanted);
void wits_file_nearest_offer(nearest_name *nearest, const char *name);
/// Finds the nearest definition of some kinds, a bit for each definition_kind, that a text of that origin may name, and
/// parameters that may be used there. Returns words for it, such as "the constant 'reach'", if it is nearer than the
/// previous offers; else null.
const char *wits_file_nearest_definition(nearest_name *nearest, const origin *from, uint32_t kinds);

// ------------------------------------------------------------------------------------------------- values.c, times.c

/// Returns a text that is not empty, or null with a problem reported.
const char *wits_file_read_text(wits_file *file, node *value, const char *wanted);
bool wits_file_read_bool(wits_file *file, const char *what, node *value, bool *found);
bool wits_file_read_ticks(wits_file *file, const char *what, node *value, uint32_t *found);
bool wits_file_read_float(wits_file *file, const char *what, node *value, float *found);
/// Reads an optional float of the tables and sets its `has_` flag. Converts -0 to 0.
void wits_file_read_optional(wits_file *file, const char *what, node *value, bool *has, float *found);
/// Returns the length of a time such as `2.5s` or `400ms` at the beginning of a text; 0 if there is none.
uint32_t wits_file_time_length(const char *text);
/// Returns the range of an integer type; false for other types.
bool wits_file_int_range(wits_type type, int64_t *lowest, int64_t *highest);
const char *wits_file_type_name(wits_type type);
/// An integer within the range of an integer type.
bool wits_file_read_int_of(wits_file *file, wits_type type, node *value, double *found);
/// Converts a time to ticks, rounded to nearest, halves up. Returns false with a problem reported at `at`.
bool wits_file_time_ticks(wits_file *file, position at, const char *text, uint32_t length, uint32_t *ticks);
/// Suggests the time for another notation: "5s" for "5 sec", "120s" for "2m". Null if unknown.
const char *wits_file_time_meant(wits_file *file, const char *text);
/// Returns whether a text begins with a non-ASCII space, such as U+00A0.
bool wits_file_is_other_space(const char *text);
/// Reports `rest:{}` where a mapping is expected: a key whose colon is not followed by an ASCII space. Returns whether
/// the value is one.
bool wits_file_report_mapping_without_space(wits_file *file, node *value);
/// Reports a '#' without a space before it, and a non-ASCII space, outside quotes. A plain text of an expression,
/// number or word can have neither. True if there is one; then the value is bad.
bool wits_file_has_slip(wits_file *file, node *value);
/// Reads the value of `ticks_per_second`.
void wits_file_read_rate(wits_file *file, node *value);
/// Reads an optional `-` and digits. Values beyond 63 bits become the largest.
bool wits_file_text_is_int(const char *text, int64_t *value);
bool wits_file_text_is_name(const char *text);

// ------------------------------------------------------------------------------------------------- file.c, include.c

wits_allocator wits_file_allocator_of(const wits_file_options *options);
/// Adds the next file; there is room for MOST_SOURCES.
file_source *wits_file_source_add(wits_file *file, const char *name, const char *path);
void wits_file_source_fill(wits_file *file, file_source *to, const char *text, size_t length);
/// Reports that a file is empty.
void wits_file_report_empty(wits_file *file, const file_source *from);
/// Reads bytes into a tree. False with a problem reported, or if memory runs out.
bool wits_file_source_read(wits_file *file, file_source *from);
/// Bytes of a path up to and including its last '/'.
size_t wits_file_folder_length(const char *path);
/// Opens and reads all files that the brain's own file includes, directly or not. False with a problem reported, or if
/// memory runs out.
bool wits_file_includes_read(wits_file *file);

// -------------------------------------------------------------------------------------------------------- expand.c

/// Expands all sources to one brain, which is then read. Returns false if that is impossible.
bool wits_file_expand(wits_file *file);

// ------------------------------------------------------------------------------------------------------- read_*.c

/// Reads the value of `wits`.
void wits_file_read_version(wits_file *file, node *value);
void wits_file_read_context(wits_file *file, node *section);
void wits_file_read_events(wits_file *file, node *section);
void wits_file_read_functions(wits_file *file, node *section);
/// Returns whether a section has its form; an empty one counts as missing.
bool wits_file_is_section(wits_file *file, node *section, node_kind kind, const char *wanted);
/// Reads a type's name or an enum's list. False if it is neither.
bool wits_file_read_type(wits_file *file, node *value, wits_field_desc *field);
/// Reads a value that fits a field's type; `what` is for messages.
bool wits_file_read_value(wits_file *file, const char *what, node *value, const wits_field_desc *field, double *found);
/// Reads the kinds of targets.
void wits_file_read_targets(wits_file *file, node *section);
/// Reads the keys of an option's target.
void wits_file_read_target(wits_file *file, node *const *values, wits_state_desc *state);
/// Reads the tree of states, then everything in it.
void wits_file_read_states(wits_file *file);
/// Reads the name of a child of `row`, for `initial` and `default`. `what` is the key.
void wits_file_read_child(wits_file *file, uint32_t row, const char *what, node *value, wits_state_id *found);
/// Reads the considerations of an option.
void wits_file_read_score_parts(wits_file *file, uint32_t state, node *score);
/// Reads the contents of all those parts.
void wits_file_read_considerations(wits_file *file);
/// Reads the curves of a consideration, one after another. Null and 0 if memory runs out.
const wits_curve *wits_file_read_curves(wits_file *file, node *value, uint32_t *count);
/// Returns the node of a curve's member: "kind", "m", "k", "b", "c" or "knots"; else the curve itself.
node *wits_file_curve_member(node *value, uint32_t curve, const char *member);
void wits_file_read_rules(wits_file *file);
void wits_file_read_condition(wits_file *file, node *value, const char **text);
/// Reads an expression that is a number; `wanted` is for messages.
void wits_file_read_number(wits_file *file, node *value, const char *wanted, const char **text);
const char *wits_file_read_actions(wits_file *file, node *value);
/// Returns whether an action uses the syntax of another language, and reports it. action_mistakes.c
bool wits_file_action_is_mistaken(wits_file *file, node *value);
bool wits_file_has_event(const wits_file *file, const char *name);
/// Returns the action that contains the byte at `*offset` of the text from wits_file_read_actions, and converts the
/// offset.
node *wits_file_actions_item(node *value, uint32_t *offset);
/// Runs all steps from the tree on.
void wits_file_read_tables(wits_file *file);

// -------------------------------------------------------------------------------- promises.c, properties.c, renames.c

/// Reads the host's promises about a value of a type: the keys `range`, `step`, `nan` and `host` that the set has.
wits_promise wits_file_read_promise(wits_file *file, wits_type type, const key_set *set, const key_values *found);
/// Reports an initial value outside of its range. `initial` is null if it is 0 by default.
void wits_file_check_initial(wits_file *file, const wits_promise *promise, node *initial, node *range, double value);
/// Returns whether a key in a kind of targets is `most` with a number; with a type it is an ordinary field.
bool wits_file_is_most(const node *key);
void wits_file_read_most(wits_file *file, node *value, uint32_t *most);
/// Makes the result of wits_file_promises when all tables are complete.
void wits_file_promises_finish(wits_file *file);
/// Reads `renames`. The states must have been read.
void wits_file_read_renames(wits_file *file, node *section);
/// Reads a list of properties. The states must have been read.
void wits_file_read_properties(wits_file *file, node *list);
/// Reads a separate file of properties or scenarios, from its bytes on.
void wits_file_read_list(wits_file *file);
/// scenarios.c: reads a list of scenarios. The brain's states and definitions must be there.
void wits_file_read_scenarios(wits_file *file, node *list);
/// Names the properties and determines where each begins. Drops all of them if the file has problems.
void wits_file_properties_finish(wits_file *file);

// ------------------------------------------------------------------------------------------------------ destinations.c

void wits_file_destinations_index(wits_file *file);
/// Row of a child, or WITS_ROOT.
uint32_t wits_file_destinations_child(const wits_file *file, uint32_t parent, const char *name);
/// Callbacks of the core for names in expressions. The file's states must have been read.
state_index wits_file_destinations_state_index(const wits_file *file);
/// Returns the row of a destination as seen from the source (for an `any` transition from its composite), or WITS_ROOT
/// with a problem reported.
uint32_t wits_file_destinations_resolve(wits_file *file, uint32_t source, bool any, node *value);
/// Returns the row of a path from the root, or WITS_ROOT with a problem reported.
uint32_t wits_file_destinations_path(wits_file *file, node *value);
/// The path from below the root.
const char *wits_file_state_path_text(wits_file *file, uint32_t row);

// ----------------------------------------------------------------------------------------------- split.c, infer.c

/// A text in quotes, as YAML needs it if it contains a comma.
const char *wits_file_split_quote(wits_file *file, const char *text, size_t length);
/// Finds expressions that a list or mapping in brackets has split at a comma, and reports them.
void wits_file_split_check(wits_file *file, node *container);
/// Notes the host functions that an expression calls. `whole` is its own kind: FUNCTION_IS_SCORE for a number.
void wits_file_infer_expression(wits_file *file, const node *scalar, const char *expression, file_function_kind whole);
void wits_file_infer_action(wits_file *file, node *scalar);
/// Makes the table of functions from the calls noted.
void wits_file_infer_functions(wits_file *file);
/// Suppresses later problems of texts with this name, because the name is the cause.
void wits_file_add_bad_name(wits_file *file, const char *name);
/// Adds a function. Returns its row; null if memory runs out.
wits_function *wits_file_add_function(wits_file *file, const char *name, file_function_kind kind, position at);
/// Returns the row of a kind of targets; WITS_NONE if unknown.
uint32_t wits_file_target_find(const wits_file *file, const char *name, size_t length);

// ------------------------------------------------------------------------------------------------------- translate.c

/// Returns a position, with the places where its text is used.
wits_file_place wits_file_place_of(const wits_file *file, position at);
/// Checks and compiles the tables; reports the core's problems at their places in the file.
void wits_file_compile(wits_file *file);

/// Prints a line of wits_file_open and the like; without `print` to standard error.
void wits_file_print_line(wits_print_fn *print, void *user, const char *line);

#endif
