# SPDX-License-Identifier: MIT
"""Single agents."""

from __future__ import annotations

from ctypes import byref
from typing import TYPE_CHECKING, Any, Iterable, Mapping

from . import _abi as abi
from ._abi import lib
from ._brain import Brain
from ._columns import to_int
from ._errors import SnapshotError, UnknownNameError, unknown
from ._world import Functions, World, open_snapshot

if TYPE_CHECKING:
    from ._explain import Explanation


class Agent(World):
    """One agent of a brain. Its fields are attributes, and items: `agent.health`, `agent["health"]`.

    `functions` has the functions that the brain calls, by name, or is an object with these methods. Each gets a
    HostCall, then the arguments. If one raises, the agent and its fields are as before the call, which raises the same.
    """

    def __init__(self, brain: Brain, *, id: int = 0, seed: int = 0, functions: Functions | None = None,
                 start: bool = True, **fields: Any) -> None:
        super().__init__(brain, 1, id=id, seed=seed, functions=functions, is_crowd=False)
        for name, value in fields.items():
            self[name] = value
        if start:
            self.start()

    # ------------------------------------------------------------------------------------------------------ fields

    def __getitem__(self, field: str) -> Any:
        return self._get(self._brain._field(field), 0)

    def __setitem__(self, field: str, value: Any) -> None:
        self._put(self._brain._field(field), 0, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except UnknownNameError as error:
            raise AttributeError(str(error)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        if hasattr(type(self), name):
            raise AttributeError(f"'{name}' cannot be assigned; if it is a field, use agent['{name}']")
        try:
            self[name] = value
        except UnknownNameError as error:
            raise AttributeError(str(error)) from None

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *(field.name for field in self._brain.fields)]

    # ----------------------------------------------------------------------------------------------------- running

    def _verb(self, verb: Any, *state: int, is_tick: bool = False) -> None:
        recorder = self._recorder

        def call() -> None:
            if recorder is not None:
                recorder.before(verb.__name__, 0, 1, is_crowd=False, state=state[0] if state else abi.NONE)
            done = verb(self._brain._brain, self._at, byref(self._frame), *state)
            if recorder is not None:
                recorder.after(done)

        self._run(call)
        if is_tick:
            self._set_tick(self._frame.tick + 1)

    def tick(self, ticks: int = 1, **fields: Any) -> None:
        """Assigns fields, then decides and runs the actions of the active states, as the next tick."""
        self._idle()
        ticks = to_int("ticks", ticks)
        for name, value in fields.items():
            self[name] = value
        for _ in range(ticks):
            self._verb(lib.wits_tick, is_tick=True)

    def start(self) -> None:
        """Enters the root, then its children. Does nothing if the agent is started."""
        self._verb(lib.wits_start, is_tick=self._frame.tick == 0)

    def stop(self) -> None:
        """Exits all active states."""
        self._verb(lib.wits_stop)

    def decide(self) -> None:
        """Runs only the decision of a tick; `update` then ends the tick."""
        self._verb(lib.wits_decide)

    def update(self) -> None:
        self._verb(lib.wits_update, is_tick=True)

    def goto(self, state: str) -> None:
        """Fires a transition to a state. Does nothing if it is active."""
        self._verb(lib.wits_goto, self._brain._state(state))

    def restart(self, state: str) -> None:
        """As goto, but an active state exits and is entered again."""
        self._verb(lib.wits_restart, self._brain._state(state))

    def set_state(self, state: str) -> None:
        """Makes a state active without running actions."""
        self._verb(lib.wits_set_state, self._brain._state(state))

    def raise_event(self, event: str) -> None:
        """Makes an event pending for the next decision. Functions use the call's raise_event."""
        self._idle()
        lib.wits_raise(self._brain._brain, self._at, self._brain._event(event))

    def set_targets(self, kind: str, targets: Iterable[Mapping[str, Any]]) -> None:
        """Replaces the targets of a kind. Each has an `id` and the fields of the kind."""
        rows = list(targets)
        info = self._brain.targets[self._brain._kind(kind)]
        columns: dict[str, list[Any]] = {field.name: [] for field in info.fields}
        for row in rows:
            for name in row:
                if name != "id" and name not in columns:
                    unknown(f"field of '{kind}'", name, columns)
            for name, column in columns.items():
                if name not in row:
                    raise UnknownNameError(f"a target of kind '{kind}' lacks the field '{name}'")
                column.append(row[name])
        self._set_lists(kind, [row["id"] for row in rows], [0, len(rows)], columns)

    # ----------------------------------------------------------------------------------------------------- queries

    @property
    def id(self) -> int:
        return self._frame.agent  # type: ignore[no-any-return]

    @property
    def active(self) -> list[str]:
        """Paths of the deepest active states: one for each active region, so one without parallels."""
        return self._active(0)

    @property
    def is_started(self) -> bool:
        return lib.wits_is_started(self._brain._brain, self._at)  # type: ignore[no-any-return]

    def is_in(self, state: str) -> bool:
        return lib.wits_is_in(self._brain._brain, self._at, self._brain._state(state))  # type: ignore[no-any-return]

    def is_pending(self, event: str) -> bool:
        return lib.wits_is_pending(self._brain._brain, self._at, self._brain._event(event))  # type: ignore[no-any-return]

    def _last_frame(self) -> abi.Frame:
        frame = abi.Frame.from_buffer_copy(self._frame)
        frame.tick = max(frame.tick - 1, 0)
        return frame

    def is_done(self, state: str) -> bool:
        """Returns whether an active state is done, by `lasts`, `done` or a final child."""
        number = self._brain._state(state)
        frame = self._last_frame()
        return bool(self._run(lambda: lib.wits_is_done(self._brain._brain, self._at, byref(frame), number)))

    def elapsed(self, state: str) -> int:
        """Ticks from the one in which a state was entered to the last one; 0 if it is not active or has no clock."""
        number = self._brain._state(state)
        return lib.wits_elapsed(self._brain._brain, self._at, number, self._last_frame().tick)  # type: ignore[no-any-return]

    def target(self, option: str) -> int | None:
        """Id of the target that an active option has chosen."""
        found: int = lib.wits_target_of(self._brain._brain, self._at, self._brain._state(option))
        return None if found == abi.NO_TARGET else found

    def explain(self, *, counterfactuals: bool = False) -> Explanation:
        """Explains what the agent would decide in the next tick. Changes nothing: a copy decides.

        `counterfactuals` also searches the input with which each rejected option would have won.
        """
        return self._explain(0, counterfactuals)  # type: ignore[no-any-return]

    def hash(self) -> int:
        """Hash of id and bytes, the same on every machine. Fields are not included."""
        return lib.wits_agent_hash(self._brain._brain, self._at, self._frame.agent)  # type: ignore[no-any-return]

    def restore(self, saved: bytes, *, renames: Mapping[str, Mapping[str, str]] | None = None) -> list[str]:
        """Restores what `save` returned, also for another version of the brain. Returns what had no place in it.

        The agent gets the id, seed and tick of the saved one. Raises SnapshotError, and changes nothing, if the bytes
        are damaged.
        """
        snapshot, _ = open_snapshot(saved)
        if snapshot.count != 1:
            raise SnapshotError(f"the snapshot has {snapshot.count} agents, not one; use Crowd.load")
        before = self._frame.agent, self._frame.seed
        self._frame.agent, self._frame.seed = snapshot.first_id, snapshot.seed
        try:
            return [text for _, text in self._load(saved, renames)]
        except BaseException:
            self._frame.agent, self._frame.seed = before
            raise

    def __repr__(self) -> str:
        fields = ", ".join(f"{field.name}={self[field.name]!r}" for field in self._brain.fields)
        return f"<wits.Agent {self.id} of '{self._brain.name}': {' + '.join(self.active) or 'stopped'}; {fields}>"

    def _repr_html_(self) -> str:
        return self.explain()._repr_html_()
