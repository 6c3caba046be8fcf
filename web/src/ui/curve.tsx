// SPDX-License-Identifier: MIT
// A small picture of a consideration's curve with the current input on it.
import { useMemo } from "preact/hooks";
import { number } from "../model/brain";
import { response } from "../model/curves";
import type { Consideration, ExplainedConsideration } from "../model/protocol";
import { real } from "../model/protocol";

const WIDTH = 56;
const HEIGHT = 26;
const STEPS = 28;

export function CurvePicture({ about, one }: { about: Consideration; one: ExplainedConsideration }) {
    const curves = about.curves ?? [];
    const path = useMemo(
        () =>
            Array.from({ length: STEPS + 1 }, (_, step) => {
                const y = response(curves, step / STEPS);
                return `${step === 0 ? "M" : "L"}${((step * WIDTH) / STEPS).toFixed(1)} ${(HEIGHT * (1 - y)).toFixed(1)}`;
            }).join(""),
        [about],
    );
    const x = Math.min(Math.max(real(one.normal), 0), 1);
    const y = Math.min(Math.max(real(one.value), 0), 1);
    const hasPoint = Number.isFinite(x) && Number.isFinite(y);
    const kinds = curves.map(({ kind }) => kind).join(", ") || "linear";
    return (
        <svg class="curve" width={WIDTH} height={HEIGHT} viewBox={`-3 -3 ${WIDTH + 6} ${HEIGHT + 6}`} role="img" aria-label={`${kinds} curve: ${number(real(one.raw))} gives ${number(real(one.value))}`}>
            <title>{`${kinds}${about.low !== undefined ? `, from ${about.low} to ${about.high}` : ""}`}</title>
            <rect width={WIDTH} height={HEIGHT} class="curve-back" />
            <path d={path} class="curve-line" />
            {hasPoint && <path d={`M${x * WIDTH} ${HEIGHT}V${HEIGHT * (1 - y)}`} class="curve-drop" />}
            {hasPoint && <circle cx={x * WIDTH} cy={HEIGHT * (1 - y)} r="3" class="curve-point" />}
        </svg>
    );
}
