# SPDX-License-Identifier: MIT
"""Simulates the guard of brains/guard.yaml with recorded inputs: wits from Python, with ctypes alone.

python3 examples/python/guard.py [NIGHT.csv]; the library is WITS_LIBRARY, or else what is installed.
"""

import csv
import sys
from ctypes import (Structure, addressof, byref, c_bool, c_char, c_float, c_uint32, c_void_p, cast, create_string_buffer,
                    pointer, sizeof)

import wits

SAYS = {
    "walk_the_wall": "walks the wall",
    "look_around": "lifts his lantern, looks around",
    "search_yard": "searches the yard",
    "draw_sword": "draws his sword",
    "sheathe": "sheathes his sword",
    "step_closer": "steps closer",
    "strike": "strikes",
    "mend": "ducks behind the well, binds his wounds",
    "run_away": "runs for the tower",
    "listen": "listens",
}


class Guard(Structure):
    """The fields of a guard. The brain reads them in place."""
    _fields_ = [("sees_player", c_bool), ("distance", c_float), ("health", c_float)]


TYPES = {c_bool: wits.TYPE_BOOL, c_float: wits.TYPE_FLOAT}


def host_fields(array):
    """Returns the members of an array of structs as fields of the same names."""
    struct = array._type_
    rows = [wits.HostField(name=name.encode(), base=addressof(array) + getattr(struct, name).offset,
                           stride=sizeof(struct), type=TYPES[kind]) for name, kind in struct._fields_]
    return (wits.HostField * len(rows))(*rows)


def action(does, what):
    return wits.Action(lambda context, call: does.append(what))


def main(night):
    library = wits.load()
    guards = (Guard * 1)()  # an array, as for many guards
    does = []  # this tick's actions

    # ctypes frees objects without references. The library keeps pointers to guards and functions, so we do, too.
    functions = (wits.Function * len(SAYS))(
        *(wits.Function(name=name.encode(), action=action(does, what)) for name, what in SAYS.items()))
    fields = host_fields(guards)
    alarm = c_uint32()  # gets the event's number
    events = (wits.HostEvent * 1)(wits.HostEvent(name=b"alarm", found=pointer(alarm)))
    host = wits.Host(functions, len(functions), fields, len(fields), events, len(events))
    told = []
    options = wits.FileOptions(print=wits.Print(lambda user, line: told.append(line.decode())))
    file = library.wits_file_open(b"brains/guard.yaml", byref(host), byref(options))
    if not file:
        sys.exit("\n".join(told))

    brain = library.wits_file_brain(file)
    saved = bytearray(library.wits_agent_size(brain))  # the agent: zero means stopped
    agent = cast((c_char * len(saved)).from_buffer(saved), c_void_p)
    frame = wits.Frame(columns=library.wits_file_columns(file), functions=library.wits_file_functions(file))
    library.wits_set_initial_fields(brain, frame.columns, 0)
    library.wits_start(brain, agent, byref(frame))
    print("tick  state              what he does")
    guard = guards[0]
    path = create_string_buffer(1040)
    for tick, row in enumerate(night, 1):
        frame.tick = tick
        guard.sees_player = row["sees_player"] == "true" if row["sees_player"] else guard.sees_player
        guard.distance = float(row["distance"] or guard.distance)
        guard.health = float(row["health"] or guard.health)
        if row["raise"] == "alarm":
            library.wits_raise(brain, agent, alarm)
        does.clear()
        library.wits_tick(brain, agent, byref(frame))
        library.wits_state_path(brain, library.wits_deepest(brain, agent), path, len(path))
        print(f"{tick:4}  {path.value.decode():17}  {', '.join(does)}")
    library.wits_file_free(file)


if __name__ == "__main__":
    with open(sys.argv[1] if len(sys.argv) > 1 else "examples/guard-night.csv", encoding="utf-8") as night_file:
        main(csv.DictReader(night_file))
