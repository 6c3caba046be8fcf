// SPDX-License-Identifier: MIT
// C has no name spaces: what is shared between the files of this layer is called wits_crowd_... by the linker, so that
// it meets no name of the user's. tests/checks/symbols.py holds the list complete.
#ifndef WITS_CROWD_PREFIX_H
#define WITS_CROWD_PREFIX_H

#ifndef WITS_NO_PREFIX
#define single_agents wits_crowd_single_agents
#define single_frame wits_crowd_single_frame
#define single_id wits_crowd_single_id
#endif

#endif
