-- SPDX-License-Identifier: MIT
-- Simulates the guard of brains/guard.yaml with recorded inputs: wits from LuaJIT, with its ffi alone.
--
-- luajit examples/luajit/guard.lua [NIGHT.csv]; the library is WITS_LIBRARY, or else what is installed.
package.path = arg[0]:gsub("[^/]*$", "?.lua;") .. package.path
local ffi = require("ffi")
local wits = require("wits")
local library = wits.load()

-- The fields of a guard. The brain reads them in place.
ffi.cdef [[ typedef struct guard { bool sees_player; float distance, health; } guard; ]]

local says = {
    walk_the_wall = "walks the wall",
    look_around = "lifts his lantern, looks around",
    search_yard = "searches the yard",
    draw_sword = "draws his sword",
    sheathe = "sheathes his sword",
    step_closer = "steps closer",
    strike = "strikes",
    mend = "ducks behind the well, binds his wounds",
    run_away = "runs for the tower",
    listen = "listens",
}

-- Lua frees objects without references. The library keeps pointers; `kept` holds references to their objects.
local kept = {}
local function keep(value)
    kept[#kept + 1] = value
    return value
end

local does = {} -- this tick's actions
local functions, count = ffi.new("wits_function[16]"), 0
for name, what in pairs(says) do
    functions[count].name = keep(name)
    functions[count].action = ffi.cast("wits_action_fn *", function()
        does[#does + 1] = what
    end)
    count = count + 1
end

local guards = ffi.new("guard[1]") -- an array, as for many guards
local function field(name, type)
    local base = ffi.cast("char *", guards) + ffi.offsetof("guard", name)
    return { name = keep(name), base = base, stride = ffi.sizeof("guard"), type = type }
end
local fields = ffi.new("wits_host_field[3]", {
    field("sees_player", wits.TYPE_BOOL), field("distance", wits.TYPE_FLOAT), field("health", wits.TYPE_FLOAT),
})
local alarm = ffi.new("uint32_t[1]") -- gets the event's number
local events = ffi.new("wits_host_event[1]", { { name = keep("alarm"), found = alarm } })
local host = ffi.new("wits_host", {
    functions = functions, function_count = count, fields = fields, field_count = 3, events = events, event_count = 1,
})

-- A C function that calls back into Lua must not be called from compiled code.
jit.off(true, true)

local file = library.wits_file_open("brains/guard.yaml", host, nil) -- prints every mismatch
if file == nil then
    os.exit(1)
end
local brain = library.wits_file_brain(file)
local agent = ffi.new("uint8_t[?]", library.wits_agent_size(brain)) -- all zero means stopped
local frame = ffi.new("wits_frame", {
    columns = library.wits_file_columns(file), functions = library.wits_file_functions(file),
})
library.wits_set_initial_fields(brain, frame.columns, 0)
library.wits_start(brain, agent, frame)

print("tick  state              what he does")
local guard, path, tick = guards[0], ffi.new("char[1040]"), 0
for row in io.lines(arg[1] or "examples/guard-night.csv") do
    local sees, distance, health, event = row:match("^([^,]*),([^,]*),([^,]*),([^,]*)$")
    if tick > 0 then -- row 0 is the header
        guard.sees_player = sees == "true" or (sees == "" and guard.sees_player)
        guard.distance = tonumber(distance) or guard.distance
        guard.health = tonumber(health) or guard.health
        if event == "alarm" then
            library.wits_raise(brain, agent, alarm[0])
        end
        frame.tick, does = tick, {}
        library.wits_tick(brain, agent, frame)
        library.wits_state_path(brain, library.wits_deepest(brain, agent), path, ffi.sizeof(path))
        print(("%4d  %-17s  %s"):format(tick, ffi.string(path), table.concat(does, ", ")))
    end
    tick = tick + 1
end
library.wits_file_free(file)
