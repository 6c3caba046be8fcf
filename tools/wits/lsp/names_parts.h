// SPDX-License-Identifier: MIT
// Shared by the files of the index of names.
#ifndef WITS_TOOL_LSP_NAMES_PARTS_H
#define WITS_TOOL_LSP_NAMES_PARTS_H

#include "lsp/names.h"

enum {
    NAMES_MOST_FILES = 64,
    NAMES_MOST_DEEP = 8,  ///< parts that use parts
};

/// Namespaces of the lookup. The owner is a symbol, a list, or 0.
typedef enum names_space {
    SPACE_KIND,                               ///< kinds of symbols without an owner come first: SPACE_KIND + names_kind
    SPACE_STATES = SPACE_KIND + NAMES_KINDS,  ///< children of a state, or of a part
    SPACE_TEXT,                               ///< states in the text of the brain, or of a part
    SPACE_ANY_STATE,
    SPACE_VALUES,  ///< of a list
    SPACE_ANY_VALUE,
    SPACE_TARGET_FIELDS,
    SPACE_PARAMETERS,
} names_space;

/// A list of values: of an enum, a field, or a parameter of a function.
typedef struct names_list {
    uint32_t first;  ///< symbols of its values, one after another
    uint32_t count;
} names_list;

/// Data of a symbol besides names_symbol.
typedef struct names_details {
    const tree_node *key;
    const tree_node *value;
    uint32_t list;      ///< of a field, enum, parameter, or that has the value; NAMES_NONE
    uint32_t part;      ///< the part that a state uses; NAMES_NONE
    uint32_t text;      ///< of a state: 0 in the brain's own text, else the symbol of the part
    uint32_t lists[4];  ///< of the parameters of a function, of which `parameters` are known
    uint8_t parameters;
    uint8_t copies;    ///< of a part: how often the brain has it, up to 2
    uint8_t more;      ///< while they are counted
    bool is_declared;  ///< a function with `parameters`
} names_details;

typedef struct names_file {
    char *path;
    tree *tree;
    uint64_t sees;  ///< a bit for each file whose definitions it may name
} names_file;

typedef struct names_entry {
    uint32_t space;
    uint32_t owner;
    uint32_t symbol;
    uint32_t next;  ///< with the same space, owner and name; NAMES_NONE
} names_entry;

/// A use before its place is known.
typedef struct names_note {
    uint32_t symbol;
    uint32_t begin, end;  ///< in the text of a scalar
    names_role role;
    bool is_sure;
} names_note;

struct names {
    names_file files[NAMES_MOST_FILES];
    uint32_t file_count;
    uint32_t own_count;  ///< the brain's and those that it includes; then those beside it
    const names_files *given;
    names_files own_given;
    names_symbol *symbols;
    names_details *details;
    size_t symbol_count, symbol_room, details_room;
    names_use *uses;
    size_t use_count, use_room;
    names_list *lists;
    size_t list_count, list_room;
    names_entry *entries;
    size_t entry_count, entry_room;
    uint32_t *slots;  ///< entries + 1 by space, owner and name
    size_t slot_count;
    char **texts;  ///< names that are parts of texts
    size_t text_count, text_room;
    names_note *notes;  ///< uses in the scalar that is read
    size_t note_count, note_room;
};

// ------------------------------------------------------------------------------------------------------------- names.c

/// Returns the first symbol with that name in a space; NAMES_NONE if there is none. `entry` may be null.
uint32_t names_look_up(const names *of, uint32_t space, uint32_t owner, const char *name, size_t length,
                       uint32_t *entry);
void names_enter(names *of, uint32_t space, uint32_t owner, uint32_t symbol);
/// Adds a symbol; `key` is where it is defined.
uint32_t names_add_symbol(names *of, names_kind kind, uint32_t outer, uint32_t file, const tree_node *key,
                          const tree_node *value);
/// A symbol that no key defines.
uint32_t names_add_found(names *of, names_kind kind, const char *name, size_t length);
/// Notes a use of the bytes from `begin` to `end` of a scalar's text. Does nothing for an unknown symbol.
void names_note_use(names *of, uint32_t symbol, uint32_t begin, uint32_t end, names_role role, bool is_sure);
/// Adds the uses that were noted in a scalar.
void names_add_noted(names *of, uint32_t file, const tree_node *scalar, uint32_t state);
/// Adds a use that is a whole scalar.
void names_add_whole(names *of, uint32_t symbol, uint32_t file, const tree_node *scalar, uint32_t state,
                     names_role role);
/// Sorts the uses and joins those of a symbol.
void names_order(names *of);

// -------------------------------------------------------------------------------------------------------- names_find.c

/// Position from which a name is looked up.
typedef struct names_place {
    uint32_t file;
    uint32_t state;  ///< the symbol of the state that contains the text; 0: the root; of a part its own state: the part
    uint32_t text;   ///< 0 or a part
    bool any;        ///< searched as by the transitions of `any`
    bool outside;    ///< as by calls from outside
    bool is_inside;  ///< the text is in a state
} names_place;

/// Returns the child of a state, part or the root, in what it uses, too.
uint32_t names_child(const names *of, uint32_t parent, const char *name, size_t length);
/// Returns the state that a name means, not a path; NAMES_NONE.
uint32_t names_state(const names *of, names_place from, const char *name, size_t length);
/// Returns the symbol of a constant, condition, score, consideration or field; NAMES_NONE.
uint32_t names_shared(const names *of, const char *name, size_t length);
/// Notes the uses of the states in `fight` or `combat/fight`, `begin` to `end` of a text.
void names_note_path(names *of, names_place from, const char *text, uint32_t begin, uint32_t end, names_role role);
/// Counts the copies of all parts.
void names_count_copies(names *of);
/// Returns the state for names_use.
uint32_t names_inside(names_place from);

// -------------------------------------------------------------------------------------------------------- names_text.c

typedef enum names_text_kind { NAMES_TEXT_EXPRESSION, NAMES_TEXT_ACTION, NAMES_TEXT_PROPERTY } names_text_kind;

/// Adds the uses in a text.
void names_use_text(names *of, names_place from, const tree_node *scalar, names_text_kind kind);
/// Adds the uses in a value of an enum, as `calm` or `mood.calm`. The list is NAMES_NONE if it is unknown.
void names_use_value(names *of, names_place from, const tree_node *scalar, uint32_t list);

// ---------------------------------------------------------------------------------------- names_define.c, names_use.c

static inline const tree_node *names_root_of(const names *of, uint32_t file) {
    return tree_root(of->files[file].tree);
}
/// Returns the type of `float` or `{type: float}`. May be null.
static inline const tree_node *names_type_of(const tree_node *value) {
    return value != NULL && value->kind == TREE_MAPPING ? tree_value(value, "type") : value;
}
/// Returns whether a key in a kind of targets is `most` with a number.
bool names_is_most(const tree_node *key);
/// Returns the enum that a text of a file names.
uint32_t names_enum_named(const names *of, uint32_t file, const tree_node *name);
/// Adds the symbols of all files, then their uses.
void names_define_all(names *of);
void names_use_all(names *of);
/// Adds the uses in a list of properties, without those in scenarios.
void names_use_properties(names *of, names_place from, const tree_node *list);

// --------------------------------------------------------------------------------------------------- names_scenarios.c

/// Adds the uses in a file of scenarios or properties.
void names_use_beside(names *of, uint32_t file);

#endif
