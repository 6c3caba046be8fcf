// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_crowd_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_CROWD_PREFIX_H
#define WITS_CROWD_PREFIX_H

#ifndef WITS_NO_PREFIX
#define source_clock wits_crowd_source_clock
#define scatter_some wits_crowd_scatter_some
#define scatter_all wits_crowd_scatter_all
#define gather_some wits_crowd_gather_some
#define gather_all wits_crowd_gather_all
#define blocks_source wits_crowd_blocks_source
#define groups_run_block wits_crowd_groups_run_block
#define emit_considered wits_crowd_emit_considered
#define emit_gate wits_crowd_emit_gate
#define emit_input wits_crowd_emit_input
#define emit_formula wits_crowd_emit_formula
#define emit_fill wits_crowd_emit_fill
#define emit_where wits_crowd_emit_where
#define emit_winners wits_crowd_emit_winners
#define emit_update wits_crowd_emit_update
#define emit_decide_actions wits_crowd_emit_decide_actions
#define emit_empty wits_crowd_emit_empty
#define emit_guards_of wits_crowd_emit_guards_of
#define emit_composite wits_crowd_emit_composite
#define emit_pass_begin wits_crowd_emit_pass_begin
#define build_groups wits_crowd_build_groups
#define actions_use_elapsed wits_crowd_actions_use_elapsed
#define agent_number wits_crowd_agent_number
#define blocks_run wits_crowd_blocks_run
#define blocks_scratch wits_crowd_blocks_scratch
#define blocks_size wits_crowd_blocks_size
#define brain_has_host_actions wits_crowd_brain_has_host_actions
#define build_code wits_crowd_build_code
#define build_exits wits_crowd_build_exits
#define build_fail wits_crowd_build_fail
#define build_insides wits_crowd_build_insides
#define emit_op wits_crowd_emit_op
#define emit_actions wits_crowd_emit_actions
#define emit_choice wits_crowd_emit_choice
#define emit_condition wits_crowd_emit_condition
#define emit_elapsed wits_crowd_emit_elapsed
#define emit_enter_empty wits_crowd_emit_enter_empty
#define emit_enter_inside wits_crowd_emit_enter_inside
#define emit_enter_state wits_crowd_emit_enter_state
#define emit_fire wits_crowd_emit_fire
#define emit_first_choice wits_crowd_emit_first_choice
#define emit_in wits_crowd_emit_in
#define emit_not_in wits_crowd_emit_not_in
#define emit_score wits_crowd_emit_score
#define emit_switch wits_crowd_emit_switch
#define host_condition wits_crowd_host_condition
#define host_flush wits_crowd_host_flush
#define host_list wits_crowd_host_list
#define host_score wits_crowd_host_score
#define memory_column wits_crowd_memory_column
#define simd_kernels wits_crowd_simd_kernels
#define single_agents wits_crowd_single_agents
#define single_frame wits_crowd_single_frame
#endif

#endif
