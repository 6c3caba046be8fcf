// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_core_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_CORE_PREFIX_H
#define WITS_CORE_PREFIX_H

#ifndef WITS_NO_PREFIX
#define act wits_core_act
#define act_once wits_core_act_once
#define action_word_next wits_core_action_word_next
#define active_child wits_core_active_child
#define append_text wits_core_append_text
#define ask_condition wits_core_ask_condition
#define ask_score wits_core_ask_score
#define ask_step wits_core_ask_step
#define assign wits_core_assign
#define block_append wits_core_block_append
#define block_at wits_core_block_at
#define block_machines wits_core_block_machines
#define block_states wits_core_block_states
#define brain_compile wits_core_brain_compile
#define check_enter wits_core_check_enter
#define check_impure wits_core_check_impure
#define check_leave wits_core_check_leave
#define check_query wits_core_check_query
#define choose_first wits_core_choose_first
#define choose_option wits_core_choose_option
#define clock_elapsed wits_core_clock_elapsed
#define compile_actions wits_core_compile_actions
#define compile_agent wits_core_compile_agent
#define compile_condition wits_core_compile_condition
#define compile_list_room wits_core_compile_list_room
#define compile_machines wits_core_compile_machines
#define compile_plans wits_core_compile_plans
#define compile_rules wits_core_compile_rules
#define compile_text_tables wits_core_compile_text_tables
#define decide_pass wits_core_decide_pass
#define desc_activation wits_core_desc_activation
#define desc_contains wits_core_desc_contains
#define desc_domain wits_core_desc_domain
#define desc_find_event wits_core_desc_find_event
#define desc_find_field wits_core_desc_find_field
#define desc_find_function wits_core_desc_find_function
#define desc_find_target wits_core_desc_find_target
#define desc_flat_operations wits_core_desc_flat_operations
#define desc_has_children wits_core_desc_has_children
#define desc_kind wits_core_desc_kind
#define desc_leave wits_core_desc_leave
#define desc_number wits_core_desc_number
#define desc_state_texts wits_core_desc_state_texts
#define desc_step_texts wits_core_desc_step_texts
#define desc_transition_texts wits_core_desc_transition_texts
#define desc_validate wits_core_desc_validate
#define enter_child wits_core_enter_child
#define enter_way wits_core_enter_way
#define exit_all wits_core_exit_all
#define fire wits_core_fire
#define fire_transition wits_core_fire_transition
#define function_find wits_core_function_find
#define function_kind wits_core_function_kind
#define general_pass wits_core_general_pass
#define hash_bytes wits_core_hash_bytes
#define is_enabled wits_core_is_enabled
#define is_fresh wits_core_is_fresh
#define is_time_to_score wits_core_is_time_to_score
#define machine_deepest wits_core_machine_deepest
#define machine_set_deepest wits_core_machine_set_deepest
#define memory_get wits_core_memory_get
#define memory_set wits_core_memory_set
#define next_active wits_core_next_active
#define next_region wits_core_next_region
#define number_is_finite wits_core_number_is_finite
#define number_is_given wits_core_number_is_given
#define pass_begin wits_core_pass_begin
#define pass_end wits_core_pass_end
#define pass_is_in wits_core_pass_is_in
#define report_add wits_core_report_add
#define room_close wits_core_room_close
#define room_continue wits_core_room_continue
#define room_open wits_core_room_open
#define room_pause wits_core_room_pause
#define run_steps wits_core_run_steps
#define take_events wits_core_take_events
#define text_argument wits_core_text_argument
#define text_expr_scope wits_core_text_expr_scope
#define text_function wits_core_text_function
#define text_hash wits_core_text_hash
#define text_length wits_core_text_length
#define text_measure wits_core_text_measure
#define text_name_length wits_core_text_name_length
#define text_trim wits_core_text_trim
#define text_want_field wits_core_text_want_field
#define texts_bytes wits_core_texts_bytes
#define trace_add wits_core_trace_add
#define update_pass wits_core_update_pass
#endif

#endif
