// SPDX-License-Identifier: MIT
#include "mcp/tools.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- params

static const char *const text_or_json[] = {"text", "json", NULL};
static const char *const pictures[] = {"png", "svg", NULL};

// clang-format off
#define BRAIN {"brain", MCP_FILE, NULL, "path of a brain file, or its whole text (YAML or JSON); a text includes no files", true, ".yaml", NULL}
#define FORMAT {"format", MCP_STRING, "--format", "readable text (default), or JSON", false, NULL, text_or_json}
#define CONSTANTS {"constants", MCP_SETTINGS, "--const", "other values of constants of the brain", false, NULL, NULL}
#define TARGETS {"targets", MCP_TARGETS, "--targets", "for each kind of targets the path or text of a CSV: tick, id, fields", false, ".csv", NULL}
#define INPUTS {"inputs", MCP_FILE, "--inputs", "path or text of a CSV: a row of names (fields, 'raise' for events, 'tick'), then a row for each tick", false, ".csv", NULL}
#define LIFE \
    INPUTS, TARGETS, \
    {"set", MCP_SETTINGS, "--set", "fields, or results of functions as 'name()', before the start", false, NULL, NULL}, \
    {"raise", MCP_STRINGS, "--raise", "events, as 'alarm@3': raised before tick 3", false, NULL, NULL}, \
    {"from", MCP_STRING, "--from", "begin in this state, without running actions", false, NULL, NULL}, \
    {"seed", MCP_COUNT, "--seed", "seed of the random numbers (0)", false, NULL, NULL}, \
    {"agent", MCP_COUNT, "--agent", "id of the agent (0)", false, NULL, NULL}
#define SEARCH \
    {"limit", MCP_COUNT, "--limit", "maximum number of situations to explore (1000000)", false, NULL, NULL}, \
    {"combinations", MCP_COUNT, "--combinations", "maximum number of combinations of inputs in one tick", false, NULL, NULL}
#define AT {"at", MCP_COUNT, "--at", "the tick; 0 is the start (default: the last tick of the inputs, or 10)", false, NULL, NULL}
#define OF {"of", MCP_STRING, "--of", "only this state", false, NULL, NULL}
// clang-format on

#define DONE                                                                                                           \
    { 0, "done" }
#define CUT                                                                                                            \
    { 130, "time limit reached; these are the results so far" }

const mcp_tool mcp_tools[] = {
    {.name = "check",
     .title = "Check a brain",
     .what = "Reports all errors of a brain file with line and column, and warns of likely mistakes: unreachable "
             "states, transitions that never fire, options that never win. Check after each edit.",
     .words = {"check"},
     .params = {BRAIN,
                {"deep", MCP_FLAG, "--deep", "also search all situations for states that are never reached", false,
                 NULL, NULL},
                {"verbose", MCP_FLAG, "--verbose", "also sizes and silenced warnings", false, NULL, NULL},
                FORMAT,
                CONSTANTS},
     .meanings = {{0, "no errors"}, {1, "the brain has errors"}, CUT}},
    {.name = "expand",
     .title = "Expand a brain",
     .what = "Writes a brain as one file without include, constants, conditions and parts.",
     .words = {"expand"},
     .params = {BRAIN,
                CONSTANTS,
                {"output", MCP_OUTPUT, "--output", "path of a .yaml file that receives it", false, ".yaml", NULL}},
     .meanings = {DONE}},
    {.name = "run",
     .title = "Simulate one agent",
     .what = "Simulates one agent and prints for each tick its states, the actions it calls and the fields that "
             "changed.",
     .words = {"run"},
     .params = {BRAIN,
                LIFE,
                {"ticks", MCP_COUNT, "--ticks", "number of ticks (to the end of the inputs, or 10)", false, NULL, NULL},
                {"trace", MCP_FLAG, "--trace", "show every decision: transitions tried, scores", false, NULL, NULL},
                {"fields", MCP_FLAG, "--fields", "show all fields in each tick", false, NULL, NULL},
                CONSTANTS},
     .meanings = {DONE}},
    {.name = "crowd",
     .title = "Simulate many agents",
     .what = "Simulates many agents and prints how many are in each state, and statistics.",
     .words = {"crowd"},
     .params = {BRAIN,
                {"agents", MCP_COUNT, "--agents", "number of agents (1000)", false, NULL, NULL},
                {"ticks", MCP_COUNT, "--ticks", "number of ticks (100)", false, NULL, NULL},
                INPUTS,
                TARGETS,
                {"set", MCP_SETTINGS, "--set", "fields before the start; 'random' is a number from 0 to 1", false, NULL,
                 NULL},
                {"seed", MCP_COUNT, "--seed", "seed of the random numbers (0)", false, NULL, NULL},
                {"transitions", MCP_FLAG, "--transitions", "count transitions between states", false, NULL, NULL},
                {"fields", MCP_STRING, "--fields", "statistics of these fields, as 'hunger,food' or 'all'", false, NULL,
                 NULL},
                FORMAT,
                CONSTANTS},
     .meanings = {DONE, CUT}},
    {.name = "explain",
     .title = "Explain a decision",
     .what = "Explains the decisions of one agent in one tick: transitions tried and what was missing, scores from "
             "inputs to result, and which inputs would have changed the winner.",
     .words = {"explain"},
     .params = {BRAIN, AT, LIFE, FORMAT, CONSTANTS},
     .meanings = {DONE}},
    {.name = "why_not",
     .title = "Explain why a state is not active",
     .what = "Without inputs: finds a shortest run to a state, or reports what is missing. With inputs: explains why "
             "the state is or is not active at a tick, and what would have to be different.",
     .words = {"why"},
     .params = {BRAIN,
                {"state", MCP_STRING, NULL, "path of the state, as combat/flee", true, NULL, NULL},
                AT,
                LIFE,
                FORMAT,
                CONSTANTS},
     .meanings = {{0, "answered"}}},
    {.name = "map",
     .title = "Draw which option wins",
     .what = "Draws which option of a utility, or which state, is chosen for all values of two fields. The text has "
             "the share of each.",
     .words = {"map"},
     .params = {BRAIN,
                {"x", MCP_STRING, "--x",
                 "field of the horizontal axis, as 'distance' or 'distance=0..40' (default: the field "
                 "that is named most often)",
                 false, NULL, NULL},
                {"y", MCP_STRING, "--y", "field of the vertical axis (default: the next one)", false, NULL, NULL},
                {"of", MCP_STRING, "--of", "the utility or fsm (default: the whole brain)", false, NULL, NULL},
                {"from", MCP_STRING, "--from", "the state before the decision", false, NULL, NULL},
                {"set", MCP_SETTINGS, "--set", "other fields", false, NULL, NULL},
                TARGETS,
                CONSTANTS,
                {"output", MCP_OUTPUT, "--output", "path of an .svg file that receives the picture", false, ".svg",
                 NULL}},
     .meanings = {DONE},
     .picture = ".svg"},
    {.name = "graph",
     .title = "Draw a brain",
     .what = "Draws the states and transitions of a brain. The text is the same as a flowchart of Mermaid.",
     .words = {"graph"},
     .params = {BRAIN,
                OF,
                {"depth", MCP_COUNT, "--depth", "hide states more than this many levels deep", false, NULL, NULL},
                {"actions", MCP_FLAG, "--actions", "show the actions", false, NULL, NULL},
                {"picture", MCP_STRING, NULL, "kind of the picture (png)", false, NULL, pictures},
                CONSTANTS,
                {"output", MCP_OUTPUT, "--output", "path of an .svg, .png, .pdf or .mmd file that receives it", false,
                 ".svg .png .pdf .mmd", NULL}},
     .meanings = {DONE},
     .picture = ".png"},
    {.name = "prove",
     .title = "Prove properties",
     .what = "Explores everything that an agent can do and decides each property: those under 'prove' in the brain, "
             "and those given here. A refuted one comes with a shortest run. A brain whose property is refuted is "
             "wrong, or the property is.",
     .words = {"prove", "--memory=1G"},
     .params = {BRAIN,
                {"properties", MCP_FILE, "--properties",
                 "path or text of a list of more properties, as '- never: in(flee) and health > 0.5'", false, ".yaml",
                 NULL},
                {"only", MCP_STRINGS, "--only", "names of the properties to prove", false, NULL, NULL},
                {"free", MCP_STRINGS, "--free", "fields whose values need not be explored", false, NULL, NULL},
                {"worst", MCP_COUNT, "--worst", "for a refuted 'within': search this many ticks for the worst case",
                 false, NULL, NULL},
                SEARCH,
                FORMAT,
                CONSTANTS},
     .meanings = {{0, "all properties are proven"},
                  {3, "a property is refuted"},
                  {4, "a property is neither proven nor refuted"},
                  CUT}},
    {.name = "reach",
     .title = "Find a run to a state",
     .what = "Finds inputs that reach a state in the fewest ticks, or that make an expression true, such as "
             "'in(combat) and health < 0.2'.",
     .words = {"reach", "--memory=1G"},
     .params = {BRAIN,
                {"state", MCP_STRING, NULL, "a state or an expression", true, NULL, NULL},
                SEARCH,
                CONSTANTS,
                {"output", MCP_OUTPUT, "--output", "path of a .csv file that receives the inputs", false, ".csv",
                 NULL}},
     .meanings = {{0, "found"}, {3, "proven to be unreachable"}, {4, "not found, but not proven"}, CUT}},
    {.name = "cover",
     .title = "Measure coverage",
     .what = "Runs a brain with inputs and lists the reachable states, options and transitions that they do not "
             "cover.",
     .words = {"cover", "--memory=1G"},
     .params = {BRAIN,
                {"inputs", MCP_FILES, "--inputs", "paths or texts of CSV files, one for each run", true, ".csv", NULL},
                {"targets", MCP_TARGETS, "--targets", "targets of the last run", false, ".csv", NULL},
                SEARCH,
                CONSTANTS},
     .meanings = {{0, "all is covered"}, {3, "something is not covered"}, {4, "covered as far as was searched"}, CUT}},
    {.name = "same",
     .title = "Compare two brains",
     .what = "Proves that two brains behave the same, or shows the shortest run after which they differ. Use it after "
             "a change that should not change behaviour.",
     .words = {"same", "--memory=1G"},
     .params =
         {BRAIN, {"other", MCP_FILE, NULL, "path or text of the other brain", true, ".yaml", NULL}, SEARCH, CONSTANTS},
     .meanings = {{0, "they behave the same"}, {3, "they differ"}, {4, "not decided"}, CUT}},
    {.name = "test",
     .title = "Run scenarios",
     .what = "Runs scenarios of a brain (given, when, expect) and explains each failure.",
     .words = {"test"},
     .params = {{"scenarios", MCP_FILE, NULL, "path or text of a file of scenarios", true, ".yaml", NULL},
                {"brain", MCP_FILE, "--brain", "path or text of the brain", true, ".yaml", NULL},
                {"only", MCP_STRING, "--only", "only scenarios with this text in their name", false, NULL, NULL},
                {"table", MCP_FLAG, "--table", "print the ticks of each scenario", false, NULL, NULL},
                CONSTANTS},
     .meanings = {{0, "all scenarios passed"}, {1, "a scenario failed, or a file has errors"}}},
    {.name = "exercise",
     .title = "Exercises",
     .what = "Without arguments lists tasks for brains; with 'task' prints one; with 'task' and 'brain' grades the "
             "brain by checks that the task does not show.",
     .words = {"exercise"},
     .params = {{"task", MCP_STRING, NULL, "name of the task", false, NULL, NULL},
                {"brain", MCP_FILE, NULL, "path or text of the brain to grade", false, ".yaml", NULL},
                FORMAT},
     .meanings = {{0, "listed, printed, or all checks passed"}, {1, "a check failed"}, CUT}},
    {.name = "docs",
     .title = "Read the documentation",
     .what = "Returns the section of the documentation that fits a topic best, and names others. Without a topic, "
             "lists the pages. Read 'brain-files.md' before writing a brain.",
     .params = {{"topic", MCP_STRING, NULL, "words, or the id of a section such as 'proving.md#deadlines'", false, NULL,
                 NULL}}},
};

const size_t mcp_tool_count = sizeof mcp_tools / sizeof *mcp_tools;

const mcp_tool *mcp_tool_find(const char *name) {
    for (size_t i = 0; i < mcp_tool_count; i++) {
        if (strcmp(mcp_tools[i].name, name) == 0) {
            return &mcp_tools[i];
        }
    }
    return NULL;
}

const mcp_param *mcp_param_find(const mcp_tool *of, const char *name) {
    for (size_t i = 0; i < MCP_MAX_PARAMS && of->params[i].name != NULL; i++) {
        if (strcmp(of->params[i].name, name) == 0) {
            return &of->params[i];
        }
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------------------------- schemas

static json_t *strings(void) {
    return json_pack("{s:s}", "type", "string");
}

static json_t *schema_of(const mcp_param *param) {
    static const char *const types[] = {"string", "array",   "object",  "string", "array",
                                        "object", "integer", "boolean", "string"};
    json_t *made = json_pack("{s:s, s:s}", "type", types[param->kind], "description", param->what);
    switch (param->kind) {
    case MCP_FILES:
    case MCP_STRINGS:
        json_object_set_new(made, "items", strings());
        json_object_set_new(made, "maxItems", json_integer(MCP_MAX_ITEMS));
        break;
    case MCP_TARGETS:
        json_object_set_new(made, "additionalProperties", strings());
        break;
    case MCP_SETTINGS:
        json_object_set_new(made, "additionalProperties",
                            json_pack("{s:[sss]}", "type", "string", "number", "boolean"));
        break;
    case MCP_COUNT:
        json_object_set_new(made, "minimum", json_integer(0));
        break;
    default:
        break;
    }
    if (param->values != NULL) {
        json_t *values = json_array();
        for (size_t i = 0; param->values[i] != NULL; i++) {
            json_array_append_new(values, json_string(param->values[i]));
        }
        json_object_set_new(made, "enum", values);
    }
    return made;
}

/// Returns the schema of all results with a status.
static json_t *output_schema(void) {
    return json_pack("{s:s, s:{s:{s:s, s:s}, s:{s:s, s:s}, s:{s:s}, s:{s:s}, s:{s:s}, s:{s:s}}, s:[sss]}", "type",
                     "object", "properties", "status", "type", "integer", "description", "exit status of the command",
                     "meaning", "type", "string", "description", "the answer in a few words", "lines", "type",
                     "integer", "first_line", "type", "integer", "last_line", "type", "integer", "result", "type",
                     "object", "required", "status", "meaning", "lines");
}

static json_t *list_one(const mcp_tool *tool) {
    json_t *properties = json_object();
    json_t *required = json_array();
    bool writes = false;
    for (size_t i = 0; i < MCP_MAX_PARAMS && tool->params[i].name != NULL; i++) {
        const mcp_param *param = &tool->params[i];
        json_object_set_new(properties, param->name, schema_of(param));
        writes = writes || param->kind == MCP_OUTPUT;
        if (param->is_required) {
            json_array_append_new(required, json_string(param->name));
        }
    }
    json_object_set_new(properties, "first_line",
                        json_pack("{s:s, s:i, s:s}", "type", "integer", "minimum", 1, "description",
                                  "skip the lines before this one, to read the rest of a long answer"));
    if (tool->words[0] != NULL) {
        json_object_set_new(properties, "seconds",
                            json_pack("{s:s, s:i, s:i, s:s}", "type", "integer", "minimum", 1, "maximum", 600,
                                      "description", "time limit (60); a search that reaches it returns what it has"));
    }
    json_t *made = json_pack("{s:s, s:s, s:s, s:{s:s, s:o, s:o, s:b}, s:{s:b, s:b, s:b}}", "name", tool->name, "title",
                             tool->title, "description", tool->what, "inputSchema", "type", "object", "properties",
                             properties, "required", required, "additionalProperties", 0, "annotations", "readOnlyHint",
                             !writes, "destructiveHint", writes, "openWorldHint", 0);
    if (tool->words[0] != NULL) {
        json_object_set_new(made, "outputSchema", output_schema());
    }
    return made;
}

json_t *mcp_tools_list(void) {
    json_t *all = json_array();
    for (size_t i = 0; i < mcp_tool_count; i++) {
        json_array_append_new(all, list_one(&mcp_tools[i]));
    }
    return json_pack("{s:o}", "tools", all);
}
