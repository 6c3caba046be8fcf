// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_file_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_FILE_PREFIX_H
#define WITS_FILE_PREFIX_H

#ifndef WITS_NO_PREFIX
#define actions_item wits_file_actions_item
#define activation_values wits_file_activation_values
#define arena_copy wits_file_arena_copy
#define arena_fail wits_file_arena_fail
#define arena_free wits_file_arena_free
#define arena_grow wits_file_arena_grow
#define arena_take wits_file_arena_take
#define bool_values wits_file_bool_values
#define choice_is_in wits_file_choice_is_in
#define choice_read wits_file_choice_read
#define curve_member wits_file_curve_member
#define curve_values wits_file_curve_values
#define field_keys wits_file_field_keys
#define file_add_bad_name wits_file_add_bad_name
#define file_add_function wits_file_add_function
#define file_compile wits_file_compile
#define file_describe wits_file_describe
#define file_is_full wits_file_is_full
#define file_keys wits_file_keys
#define file_number_text wits_file_number_text
#define file_read_tables wits_file_read_tables
#define file_report wits_file_report
#define file_report_bound wits_file_report_bound
#define file_report_core wits_file_report_core
#define file_report_node wits_file_report_node
#define file_report_node_core wits_file_report_node_core
#define file_sort_problems wits_file_sort_problems
#define function_values wits_file_function_values
#define infer_action wits_file_infer_action
#define infer_expression wits_file_infer_expression
#define infer_functions wits_file_infer_functions
#define keys_are_misspelt wits_file_keys_are_misspelt
#define keys_find wits_file_keys_find
#define keys_read wits_file_keys_read
#define kind_values wits_file_kind_values
#define leave_values wits_file_leave_values
#define nearest_begin wits_file_nearest_begin
#define nearest_offer wits_file_nearest_offer
#define node_is wits_file_node_is
#define node_is_empty wits_file_node_is_empty
#define node_position wits_file_node_position
#define order_values wits_file_order_values
#define outside_values wits_file_outside_values
#define parameter_keys wits_file_parameter_keys
#define part_keys wits_file_part_keys
#define read_actions wits_file_read_actions
#define read_bool wits_file_read_bool
#define read_condition wits_file_read_condition
#define read_considerations wits_file_read_considerations
#define read_context wits_file_read_context
#define read_curves wits_file_read_curves
#define read_events wits_file_read_events
#define read_float wits_file_read_float
#define read_functions wits_file_read_functions
#define read_number wits_file_read_number
#define read_optional wits_file_read_optional
#define read_rules wits_file_read_rules
#define read_score_parts wits_file_read_score_parts
#define read_states wits_file_read_states
#define read_text wits_file_read_text
#define read_ticks wits_file_read_ticks
#define select_keys wits_file_select_keys
#define select_values wits_file_select_values
#define source_byte wits_file_source_byte
#define source_character wits_file_source_character
#define source_check wits_file_source_check
#define source_position wits_file_source_position
#define split_check wits_file_split_check
#define split_quote wits_file_split_quote
#define state_keys wits_file_state_keys
#define state_path_text wits_file_state_path_text
#define step_keys wits_file_step_keys
#define destinations_child wits_file_destinations_child
#define destinations_index wits_file_destinations_index
#define destinations_resolve wits_file_destinations_resolve
#define text_is_int wits_file_text_is_int
#define text_is_name wits_file_text_is_name
#define transition_keys wits_file_transition_keys
#define tree_parser_end wits_file_tree_parser_end
#define tree_read wits_file_tree_read
#define type_values wits_file_type_values
#define with_values wits_file_with_values
#endif

#endif
