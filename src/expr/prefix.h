// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_expr_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_EXPR_PREFIX_H
#define WITS_EXPR_PREFIX_H

#ifndef WITS_NO_PREFIX
#define apply_binary wits_expr_apply_binary
#define apply_function wits_expr_apply_function
#define apply_if wits_expr_apply_if
#define apply_negate wits_expr_apply_negate
#define apply_not wits_expr_apply_not
#define apply_want wits_expr_apply_want
#define check_argument wits_expr_check_argument
#define check_condition wits_expr_check_condition
#define check_left wits_expr_check_left
#define emit wits_expr_emit
#define emit_comparison wits_expr_emit_comparison
#define emit_leaf wits_expr_emit_leaf
#define emit_load wits_expr_emit_load
#define emit_logic wits_expr_emit_logic
#define emit_not wits_expr_emit_not
#define emit_register wits_expr_emit_register
#define emit_saturate wits_expr_emit_saturate
#define emit_select wits_expr_emit_select
#define emit_test wits_expr_emit_test
#define expr_compile wits_expr_compile
#define expr_eval_block wits_expr_eval_block
#define expr_eval_one wits_expr_eval_one
#define expr_field_read wits_expr_field_read
#define expr_field_size wits_expr_field_size
#define expr_field_value_type wits_expr_field_value_type
#define expr_function_called wits_expr_function_called
#define expr_is_reserved wits_expr_is_reserved
#define expr_load wits_expr_load
#define expr_problem_name wits_expr_problem_name
#define expr_reserved_name wits_expr_reserved_name
#define expr_run wits_expr_run
#define expr_scope_of wits_expr_scope_of
#define expr_scratch_size wits_expr_scratch_size
#define expr_state_asked wits_expr_state_asked
#define expr_store wits_expr_store
#define expr_store_block wits_expr_store_block
#define followed_by wits_expr_followed_by
#define function_at wits_expr_function_at
#define is_field wits_expr_is_field
#define is_number wits_expr_is_number
#define lanes_and_condition wits_expr_lanes_and_condition
#define lanes_assign wits_expr_lanes_assign
#define lanes_emit wits_expr_lanes_emit
#define lanes_fail wits_expr_lanes_fail
#define lanes_free wits_expr_lanes_free
#define lanes_kernels_avx2 wits_expr_lanes_kernels_avx2
#define lanes_kernels_avx512 wits_expr_lanes_kernels_avx512
#define lanes_kernels_baseline wits_expr_lanes_kernels_baseline
#define lanes_land wits_expr_lanes_land
#define lanes_new_byte wits_expr_lanes_new_byte
#define lanes_new_word wits_expr_lanes_new_word
#define lanes_range wits_expr_lanes_range
#define lanes_reserve wits_expr_lanes_reserve
#define lanes_run wits_expr_lanes_run
#define lanes_skip wits_expr_lanes_skip
#define lanes_table wits_expr_lanes_table
#define lanes_word wits_expr_lanes_word
#define lean_assign wits_expr_lean_assign
#define lean_look_up wits_expr_lean_look_up
#define lean_lower wits_expr_lean_lower
#define lean_run wits_expr_lean_run
#define lean_run_any wits_expr_lean_run_any
#define list_find wits_expr_list_find
#define name_length_at wits_expr_name_length_at
#define next_token wits_expr_next_token
#define number_read wits_expr_number_read
#define number_span wits_expr_number_span
#define operand_constant wits_expr_operand_constant
#define pending_resolve wits_expr_pending_resolve
#define phrase_add wits_expr_phrase_add
#define phrase_at wits_expr_phrase_at
#define phrase_list wits_expr_phrase_list
#define phrase_number wits_expr_phrase_number
#define phrase_of wits_expr_phrase_of
#define phrase_type wits_expr_phrase_type
#define refuse wits_expr_refuse
#define refuse_here wits_expr_refuse_here
#define skip_blanks wits_expr_skip_blanks
#define suggest_function wits_expr_suggest_function
#define suggest_in_list wits_expr_suggest_in_list
#define suggest_value wits_expr_suggest_value
#define suggestion_for wits_expr_suggestion_for
#define suggestion_offer wits_expr_suggestion_offer
#define token_text wits_expr_token_text
#define word_find wits_expr_word_find
#endif

#endif
