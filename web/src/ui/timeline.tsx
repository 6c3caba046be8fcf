// SPDX-License-Identifier: MIT
// The slider of a recording. It asks for another tick when the last one is shown, so a fast hand skips ticks.
import { useEffect, useRef } from "preact/hooks";
import { count } from "../model/brain";
import { use } from "../model/signal";
import { useSession } from "./context";

export function Timeline() {
    const session = useSession();
    const settings = use(session.settings);
    const update = use(session.update);
    const slider = useRef<HTMLInputElement>(null);
    const goal = useRef<number | null>(null);
    const isAsked = useRef(false);
    const tick = update?.tick ?? 0;
    useEffect(() => {
        if (goal.current === tick || update?.running) {
            goal.current = null;
        }
        if (slider.current && goal.current === null) {
            slider.current.value = String(tick);
        }
    }, [tick, update]);
    const { recording, first = 0, last = 0 } = settings ?? {};
    if (recording === undefined) {
        return null;
    }
    const go = async (to: number) => {
        goal.current = to;
        for (let asked = -1; !isAsked.current && goal.current !== null && goal.current !== asked; ) {
            isAsked.current = true;
            asked = goal.current;
            if ((await session.ask(`to ${asked}`)) === null) {
                goal.current = null;
            }
            isAsked.current = false;
        }
    };
    return (
        <div class="timeline" role="group" aria-label="Recording">
            <span class="chip" title="A recording: every tick can be looked at, and what has happened cannot be changed">
                recording <b>{recording.name}</b>
            </span>
            <input
                ref={slider}
                type="range"
                id="timeline"
                min={first}
                max={last}
                aria-label="Tick of the recording"
                aria-valuetext={`tick ${count(tick)} of ${count(last)}`}
                onInput={(event) => void go(Number(event.currentTarget.value))}
            />
            <span class="tabular muted">
                {count(first)} to {count(last)}
            </span>
            {recording.end !== "complete" && <span class="warn">{recording.text}</span>}
        </div>
    );
}
