// SPDX-License-Identifier: MIT
// Sharing among brains: names defined in files, parts and their uses, and how uses are replaced.
#ifndef WITS_FILE_SHARE_H
#define WITS_FILE_SHARE_H

#include "file/loader.h"

enum {
    MOST_PARTS_DEEP = 8,      ///< depth of nested uses of parts
    MOST_TEXT = 1 << 16,      ///< bytes of a text after names were replaced
    MOST_SHARED_LEVELS = 64,  ///< levels of states examined; the reader reports brains with more
};

/// Kind of a value, by its notation.
typedef enum value_kind { VALUE_INT, VALUE_FLOAT, VALUE_BOOL, VALUE_TIME, VALUE_TEXT, VALUE_ENUM } value_kind;

/// A text in which all names are replaced.
typedef struct made_text {
    const char *text;  ///< null: not generated yet
    uint32_t length;
    const text_piece *pieces;
    uint32_t piece_count;
} made_text;

typedef struct definition {
    node *key;
    node *value;
    uint8_t kind;    ///< definition_kind
    uint8_t holds;   ///< value_kind of a constant
    uint8_t colour;  ///< for the search for circles
    bool bad;        ///< reported already, so its uses are not
    bool is_needed;  ///< a function is called; a kind of targets is used by an option, or read
    made_text made;  ///< a condition or score
    struct part *part;
    const node *field;    ///< first field of an enum; null: none
    uint32_t first_edge;  ///< for the search for circles
    uint32_t edge_end;
} definition;

typedef struct parameter {
    node *key;
    const definition *values;  ///< the enum
    node *instead;             ///< value without an argument; null: an argument is required
    uint8_t kind;
    bool is_used;
    bool bad;
} parameter;

typedef struct part {
    definition *definition;
    parameter *parameters;
    uint32_t parameter_count;
    node *state;
} part;

/// A state that is replaced by a part.
typedef struct part_use {
    const part *part;
    node **arguments;  ///< by the rows of the parameters; null: invalid
    uint32_t state;    ///< row of the state that uses it
    uint32_t depth;    ///< depth of nested parts
    uint32_t number;   ///< from 1
    origin own;        ///< origin of the nodes copied from the part
} part_use;

/// A state of the expanded brain.
typedef struct shared_state {
    node *key;
    node *body;
    uint32_t parent;
    const part_use *use;  ///< the use whose text contains its name; null: the brain's own text
} shared_state;

typedef struct sharing {
    definition *definitions;
    uint32_t count;
    uint32_t capacity;
    uint32_t *index;  ///< rows + 1 by name, open addressing
    uint32_t index_size;
    shared_state *states;
    uint32_t state_count;
    uint32_t state_capacity;
    uint32_t *state_index;  ///< by names: see part_names.c
    uint32_t *state_next;   ///< next entry of the same hash slot
    uint32_t state_index_size;
    uint32_t use_count;
    bool has_names;   ///< there are names that texts may contain: constants, enums, conditions, scores, considerations
    bool has_parts;   ///< at least one is used
    bool is_changed;  ///< nodes were added or moved
    size_t text_bytes;  ///< size of all generated texts
    bool is_too_large;  ///< that was reported
} sharing;

// ------------------------------------------------------------------------------------------------------ definitions.c

/// Reads all definitions of the files. Reports problems and marks bad definitions.
void wits_file_definitions_read(wits_file *file);
/// Returns the definition that a name means in a text of that origin. For DEFINED_CONSTANT, among constants,
/// conditions, scores, considerations, fields and events; else among those of the kind. Null if unknown.
definition *wits_file_definition_find(const wits_file *file, definition_kind kind, const char *name, uint32_t length);
/// Returns whether a text of that origin may use it: its file is, or includes, the definition's file.
bool wits_file_definition_is_seen(const definition *defined, const origin *from);
/// Returns "a constant" and the like.
const char *wits_file_definition_noun(definition_kind kind);
/// Reads a value; returns false with a problem reported if it is invalid. `text` becomes the value without the enum's
/// name.
bool wits_file_value_read(wits_file *file, const node *value, value_kind *kind, const char **text);
const char *wits_file_value_noun(value_kind kind);

// ------------------------------------------------------------------------------------------------------- properties.c

/// Returns how many bytes of a property's expression, from the beginning of a name, are copied unchanged: in(combat),
/// calls(strike, combat/flee.enemy.distance; 0 for an ordinary name.
uint32_t wits_file_property_words(const char *text);

// ----------------------------------------------------------------------------------------------------------- expand.c

/// A list of properties: names are replaced in all of its texts.
void wits_file_properties_expand(wits_file *file, const node *list);

// ------------------------------------------------------------------------------------------------------------ parts.c

void wits_file_part_read(wits_file *file, definition *defined);
/// Returns the row of a parameter; WITS_NONE if unknown.
uint32_t wits_file_parameter_find(const part *of, const char *name, uint32_t length);
/// The row of the parameter that a text consists of, in its part; else WITS_NONE.
uint32_t wits_file_parameter_named(const node *scalar);
/// Puts the parts in place of their uses in the body of a state, until it uses none.
void wits_file_parts_put(wits_file *file, uint32_t row);
/// Returns a copy with all descendants, with that origin. Null with a problem reported, if it becomes too large; null
/// if memory runs out.
node *wits_file_node_copy(wits_file *file, const node *from, const origin *as);
/// Returns a copy of a node as it was before it is replaced, with the same descendants; null if memory runs out.
const node *wits_file_node_raw(wits_file *file, const node *replaced);
/// Returns null if memory runs out.
origin *wits_file_origin_make(wits_file *file, const origin *of, const node *used_at, uint32_t used_offset);

// ----------------------------------------------------------------------------------------------------- part_names.c

/// Expands all states, with parts in place of their uses.
void wits_file_states_spread(wits_file *file, node *root);
/// Position of a text whose names of states are resolved.
typedef struct state_place {
    uint32_t row;
    bool any;  ///< searched as by the transitions of `any`
} state_place;
/// Positions of a text's definition and use: two for an argument, else the same.
typedef struct text_places {
    state_place written;
    state_place lands;
} text_places;
/// Returns the name of a state for the expanded brain, given its name in a text of that origin; the name itself if that
/// is correct; null with a problem reported at `at`, or silently if it is reported elsewhere.
const char *wits_file_state_name(wits_file *file, const origin *from, text_places places, const char *name,
                                 position at);

// ------------------------------------------------------------------------------------------------------------ texts.c

/// Replaces the names in an expression.
void wits_file_text_make(wits_file *file, node *scalar, text_places places);
/// As above, for an action, up to its sign of assignment if there is one.
void wits_file_action_make(wits_file *file, node *scalar, text_places places);
/// As above, for an expression of a property, whose own words and paths of states are copied unchanged.
void wits_file_property_make(wits_file *file, node *scalar);
/// Replaces a value that is the name of a constant or parameter.
void wits_file_value_make(wits_file *file, node *scalar);

#endif
