// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_crowd_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_CROWD_PREFIX_H
#define WITS_CROWD_PREFIX_H

#ifndef WITS_NO_PREFIX
#define build_mask wits_crowd_build_mask
#define build_forget_elapsed wits_crowd_build_forget_elapsed
#define build_test wits_crowd_build_test
#define build_statement wits_crowd_build_statement
#define fresh_column wits_crowd_fresh_column
#define host_step wits_crowd_host_step
#define host_data wits_crowd_host_data
#define groups_write_back wits_crowd_groups_write_back
#define groups_read_again wits_crowd_groups_read_again
#define slot_column wits_crowd_slot_column
#define pass_column wits_crowd_pass_column
#define number_columns wits_crowd_number_columns
#define event_column wits_crowd_event_column
#define emit_in_pass wits_crowd_emit_in_pass
#define emit_fill_byte wits_crowd_emit_fill_byte
#define blocks_write_back wits_crowd_blocks_write_back
#define blocks_read_again wits_crowd_blocks_read_again
#define emit_is_active wits_crowd_emit_is_active
#define emit_assignment wits_crowd_emit_assignment
#define condition_reads_elapsed wits_crowd_condition_reads_elapsed
#define assignment_reads_elapsed wits_crowd_assignment_reads_elapsed
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
#define agent_number wits_crowd_agent_number
#define blocks_run wits_crowd_blocks_run
#define blocks_scratch wits_crowd_blocks_scratch
#define blocks_size wits_crowd_blocks_size
#define brain_has_host_actions wits_crowd_brain_has_host_actions
#define build_code wits_crowd_build_code
#define build_fail wits_crowd_build_fail
#define emit_op wits_crowd_emit_op
#define emit_condition wits_crowd_emit_condition
#define emit_elapsed wits_crowd_emit_elapsed
#define emit_score wits_crowd_emit_score
#define host_condition wits_crowd_host_condition
#define host_flush wits_crowd_host_flush
#define host_list wits_crowd_host_list
#define host_score wits_crowd_host_score
#define simd_kernels wits_crowd_simd_kernels
#define single_agents wits_crowd_single_agents
#define single_frame wits_crowd_single_frame
#endif

#endif
