-- SPDX-License-Identifier: MIT
-- wits with LuaJIT's ffi: the declarations of wits/wits.h and wits/file.h that one agent of a brain file needs, as C,
-- with enums as int. A test compares the structs with the headers (tests/bindings/test_bindings.py). docs/bindings.md
-- explains how to add more.
local ffi = require("ffi")

ffi.cdef [[
typedef uint16_t wits_state_id;
typedef struct wits_brain wits_brain;
typedef struct wits_file wits_file;
typedef struct wits_call wits_call;

typedef struct wits_column {
    void *base;
    size_t stride;
    int type;
    bool read_only;
    size_t size;
} wits_column;

typedef bool wits_condition_fn(const void *context, const wits_call *call);
typedef float wits_score_fn(const void *context, const wits_call *call);
typedef void wits_action_fn(void *context, const wits_call *call);
typedef wits_state_id wits_step_fn(void *context, const wits_call *call);
typedef void wits_print_fn(void *user, const char *line);

typedef struct wits_parameter {
    int kind;
    const char *const *values;
    uint32_t value_count;
} wits_parameter;

typedef struct wits_function {
    const char *name;
    wits_condition_fn *condition;
    wits_score_fn *score;
    wits_action_fn *action;
    wits_step_fn *step;
    wits_parameter parameters[4];
    bool takes_nothing;
} wits_function;

typedef struct wits_frame {
    uint32_t tick;
    uint64_t agent;
    uint64_t seed;
    const float *draws;
    void *context;
    void *user;
    const wits_column *columns;
    uint32_t row;
    const wits_function *functions;
    const void *targets;
    uint64_t layout;
    int mode;
    void *list;
    void *trace;
    void *explain;
    uint64_t *nan_scores;
} wits_frame;

typedef struct wits_argument {
    int kind;
    int32_t integer;
    float number;
    const char *text;
} wits_argument;

struct wits_call {
    const wits_brain *brain;
    const wits_frame *frame;
    void *agent;
    wits_state_id state;
    uint16_t row;
    uint32_t function;
    int kind;
    void *data;
    uint32_t data_size;
    const wits_argument *argument;
    const wits_argument *arguments;
    uint32_t argument_count;
    const void *target;
    const void *pass;
};

typedef struct wits_host_field {
    const char *name;
    void *base;
    size_t stride;
    int type;
    bool read_only;
    size_t size;
    const char *const *values;
    uint32_t value_count;
} wits_host_field;

typedef struct wits_host_event {
    const char *name;
    uint32_t *found;
    uint32_t number;
} wits_host_event;

typedef struct wits_host_state {
    const char *name;
    wits_state_id *found;
    wits_state_id number;
} wits_host_state;

typedef struct wits_host {
    const wits_function *functions;
    uint32_t function_count;
    const wits_host_field *fields;
    uint32_t field_count;
    const wits_host_event *events;
    uint32_t event_count;
    const wits_host_state *states;
    uint32_t state_count;
    const void *targets;
    uint32_t target_count;
    bool lists_actions;
    bool is_shared;
} wits_host;

typedef struct wits_file_options {
    const void *allocator;
    wits_print_fn *print;
    void *user;
    void *open;
    const void *constants;
    uint32_t constant_count;
    bool allow_outside;
} wits_file_options;

uint32_t wits_version(void);
wits_file *wits_file_open(const char *path, const wits_host *host, const wits_file_options *options);
void wits_file_free(wits_file *file);
const wits_brain *wits_file_brain(const wits_file *file);
const wits_function *wits_file_functions(const wits_file *file);
const wits_column *wits_file_columns(const wits_file *file);
size_t wits_agent_size(const wits_brain *brain);
void wits_set_initial_fields(const wits_brain *brain, const wits_column *columns, size_t row);
bool wits_start(const wits_brain *brain, void *agent, const wits_frame *frame);
bool wits_stop(const wits_brain *brain, void *agent, const wits_frame *frame);
bool wits_decide(const wits_brain *brain, void *agent, const wits_frame *frame);
bool wits_update(const wits_brain *brain, void *agent, const wits_frame *frame);
bool wits_tick(const wits_brain *brain, void *agent, const wits_frame *frame);
bool wits_goto(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state);
bool wits_raise(const wits_brain *brain, void *agent, uint32_t event);
bool wits_is_in(const wits_brain *brain, const void *agent, wits_state_id state);
wits_state_id wits_deepest(const wits_brain *brain, const void *agent);
uint32_t wits_elapsed(const wits_brain *brain, const void *agent, wits_state_id state, uint32_t tick);
uint64_t wits_agent_hash(const wits_brain *brain, const void *agent, uint64_t id);
const char *wits_state_name(const wits_brain *brain, wits_state_id state);
size_t wits_state_path(const wits_brain *brain, wits_state_id state, char *path, size_t size);
wits_state_id wits_find_state(const wits_brain *brain, const char *name);
uint32_t wits_find_event(const wits_brain *brain, const char *name);
]]

local wits = {
    NONE = 0xFFFF,
    TYPE_BOOL = 1, TYPE_ENUM = 2, TYPE_INT8 = 3, TYPE_UINT8 = 4, TYPE_INT16 = 5, TYPE_UINT16 = 6, TYPE_INT = 7,
    TYPE_FLOAT = 8,
    TAKES_ANYTHING = 0, TAKES_NOTHING = 1, TAKES_INT = 2, TAKES_NUMBER = 3, TAKES_TEXT = 4, TAKES_NAME = 5,
    MODE_NOW = 0, MODE_DEFERRED = 1, MODE_LISTED = 2,
}

--- Loads the shared library with brain files, which includes the core.
function wits.load(path)
    return ffi.load(path or os.getenv("WITS_LIBRARY") or "libwits_file.so.0")
end

return wits
