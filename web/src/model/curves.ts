// SPDX-License-Identifier: MIT
// Curves of considerations, for drawing: the formulas of docs/brain-files.md.
import type { Curve } from "./protocol";
import { real } from "./protocol";

const unit = (x: number) => (Number.isNaN(x) ? 0 : Math.min(Math.max(x, 0), 1));

function piecewise(knots: [number, number][], x: number): number {
    const after = knots.findIndex(([at]) => at > x);
    if (after === 0) {
        return knots[0]?.[1] ?? 0;
    }
    const left = knots[after < 0 ? knots.length - 1 : after - 1];
    const right = knots[after];
    if (left === undefined || right === undefined) {
        return left?.[1] ?? 0;
    }
    return left[1] + (right[1] - left[1]) * ((x - left[0]) / (right[0] - left[0]));
}

export function curveValue(curve: Curve, x: number): number {
    const m = curve.m === undefined ? 1 : real(curve.m);
    const k = curve.k === undefined ? (curve.kind === "sigmoid" ? -0.5 : 1) : real(curve.k);
    const b = curve.b === undefined ? 0 : real(curve.b);
    const c = curve.c === undefined ? 0 : real(curve.c);
    const t = x - c;
    const u = unit(t);
    const shape = (): number => {
        switch (curve.kind) {
            case "constant":
                return b;
            case "step":
                return t >= 0.5 ? m + b : b;
            case "polynomial":
                return m * (t < 0 && !Number.isInteger(k) ? 0 : t ** k) + b;
            case "exponential":
                return m * (Math.abs(k) < 0.0001 ? t : Math.expm1(k * t) / Math.expm1(k)) + b;
            case "logistic":
                return m / (1 + Math.exp(-10 * k * (x - (0.5 + c)))) + b;
            case "logit":
                return m === 0 ? 0.5 + b : (m * Math.log(u / (1 - u))) / 5 + (0.5 + b);
            case "normal":
                return m * Math.exp(-30 * k * (x - (0.5 + c)) ** 2) + b;
            case "sigmoid": {
                const s = 2 * u - 1;
                const r = (1 + k) / (1 - k);
                return (m * s) / (Math.abs(s) + r * (1 - Math.abs(s))) / 2 + (0.5 + b);
            }
            case "smoothstep":
                return m * u * u * (3 - 2 * u) + b;
            case "smootherstep":
                return m * u ** 3 * (u * (6 * u - 15) + 10) + b;
            case "piecewise":
                return piecewise(curve.knots ?? [], x);
            default:
                return m * t + b;
        }
    };
    return unit(shape());
}

/** The value after all curves, one after another, for a scaled input. */
export function response(curves: readonly Curve[], x: number): number {
    return curves.length === 0 ? unit(x) : curves.reduce((value, curve) => curveValue(curve, value), x);
}
