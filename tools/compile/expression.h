// SPDX-License-Identifier: MIT
// State of the translation of an expression to C: the contents of its registers.
#ifndef WITS_COMPILE_EXPRESSION_H
#define WITS_COMPILE_EXPRESSION_H

#include "maker.h"

#include "expr/operations.h"

typedef enum value_type { VALUE_BOOL, VALUE_INT, VALUE_FLOAT, VALUE_BITS } value_type;

enum { MOST_KEYS = 16 };

/// The contents of a register.
typedef struct value {
    text c;
    int binds;
    value_type type;
    int64_t low, high;  ///< bounds of an int or a bool
    uint32_t bits;      ///< a constant whose type is not known yet
    // For a test: the field of one byte and the `key` that it is compared with. For an int: its value for each value of
    // such a field.
    uint32_t keyed_field;  ///< EXPR_NONE: not such a test or int
    uint32_t key;
    uint32_t key_count;  ///< for an int: number of field values that are distinguished
    int32_t by_key[MOST_KEYS];
    int32_t otherwise;
} value;

typedef struct reading {
    maker *m;
    const expr_program *program;
    const site *at;
    uint32_t index;  ///< index of the current instruction
    value registers[EXPR_REGISTERS];
} reading;

// values.c

void put_operand(text *to, const text *c, int binds, int around);
value new_value(value_type type, int binds);
value bits_value(uint32_t bits);
value copied(const value *from);
/// Converts a constant to the type that its operation needs.
value typed(reading *r, const value *from, value_type type);
void free_value(value *v);
void set_register(reading *r, uint8_t number, value v);
wits_type type_of_field(const reading *r, uint32_t field);
value field_value(reading *r, uint32_t field);
value int_test(reading *r, const expr_instruction *at);
value float_test(reading *r, const expr_instruction *at);
value_type wanted_type(const expr_program *program);
void put_int(text *to, int64_t number);

// targets.c

/// Returns a field of a target, or `present`: see expr/targets.h.
value target_field_value(reading *r, uint32_t number);

#endif
