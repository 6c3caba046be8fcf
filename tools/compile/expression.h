// SPDX-License-Identifier: MIT
// An expression while it becomes C: what its registers hold.
#ifndef WITS_COMPILE_EXPRESSION_H
#define WITS_COMPILE_EXPRESSION_H

#include "maker.h"

#include "expr/operations.h"

typedef enum value_type { VALUE_BOOL, VALUE_INT, VALUE_FLOAT, VALUE_BITS } value_type;

enum { MOST_KEYS = 16 };

/// What a register holds.
typedef struct value {
    text c;
    int binds;
    value_type type;
    int64_t low, high;  ///< of an int or a bool
    uint32_t bits;      ///< of a constant whose type is not known yet
    // Of a test, that a field of one byte is `key`; of an int, what it is for each value of such a field.
    uint32_t keyed_field;  ///< EXPR_NONE: of none
    uint32_t key;
    uint32_t key_count;  ///< of an int: so many values of the field are told apart
    int32_t by_key[MOST_KEYS];
    int32_t otherwise;
} value;

typedef struct reading {
    maker *m;
    const expr_program *program;
    const site *at;
    uint32_t index;  ///< of the instruction
    value registers[EXPR_REGISTERS];
} reading;

// values.c

void put_operand(text *to, const text *c, int binds, int around);
value new_value(value_type type, int binds);
value bits_value(uint32_t bits);
value copied(const value *from);
/// A constant becomes what its operation takes it for.
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

/// A field of a target, or `present`: see expr/targets.h.
value target_field_value(reading *r, uint32_t number);

#endif
