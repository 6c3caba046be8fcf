// SPDX-License-Identifier: MIT
// Lines over ticks, drawn by uPlot.
import { useLayoutEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { isDark } from "../model/prefs";
import { use } from "../model/signal";

export interface Series {
    label: string;
    /** A number that says the colour. */
    hue: number;
    isBold?: boolean;
}

export function colour(hue: number, dark: boolean, lightness = dark ? 0.76 : 0.58): string {
    return `oklch(${lightness} ${hue % 16 >= 8 ? 0.07 : 0.14} ${(250 + hue * 137.5) % 360})`;
}

interface PlotProps {
    label: string;
    series: Series[];
    height: number;
    /** Areas on top of each other. */
    stacked?: boolean;
    /** Formats a value of the vertical axis. */
    format: (value: number) => string;
    /** The upper end of the vertical axis is at least this. */
    least?: number;
    /** Registers the function that takes new data: ticks, then a column for each series. */
    bind: (draw: (data: Float64Array[]) => void) => () => void;
}

export function Plot({ label, series, height, stacked, format, least = 0.001, bind }: PlotProps) {
    const place = useRef<HTMLDivElement>(null);
    const dark = use(isDark);
    const key = series.map(({ label: name, hue, isBold }) => `${name} ${hue} ${isBold}`).join("\n");
    useLayoutEffect(() => {
        const parent = place.current;
        if (!parent) {
            return;
        }
        const style = getComputedStyle(parent);
        const line = style.getPropertyValue("--line");
        const muted = style.getPropertyValue("--muted");
        const axis = { stroke: muted, font: "11px system-ui, sans-serif", grid: { stroke: line, width: 1 }, ticks: { show: false } };
        const shown = stacked ? [...series].reverse() : series;
        const plot = new uPlot(
            {
                width: Math.max(parent.clientWidth, 100),
                height,
                legend: { show: false },
                cursor: { drag: { x: false, y: false }, points: { show: !stacked } },
                padding: [8, 16, 0, 0],
                scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.max(high * 1.02, least)] } },
                axes: [
                    { ...axis, size: 22, space: 70 },
                    { ...axis, size: 46, space: 26, values: (_, ticks) => ticks.map(format) },
                ],
                series: [
                    {},
                    ...shown.map(({ hue, isBold }) => ({
                        stroke: colour(hue, dark),
                        width: stacked ? 0.5 : isBold ? 2.5 : 1.25,
                        fill: stacked ? colour(hue, dark, dark ? 0.52 : 0.78) : undefined,
                        points: { show: false },
                    })),
                ],
            } as uPlot.Options,
            [[], ...shown.map(() => [])] as unknown as uPlot.AlignedData,
            parent,
        );
        const draw = (data: Float64Array[]) => {
            if (!stacked) {
                // Null is a gap; uPlot draws through what is not a number.
                plot.setData(data.map((column) => Array.from(column, (value) => (Number.isNaN(value) ? null : value))) as unknown as uPlot.AlignedData);
                return;
            }
            const sums: Float64Array[] = [];
            data.slice(1).forEach((column, index) => {
                const below = sums[index - 1];
                sums.push(below ? column.map((value, row) => value + (below[row] ?? 0)) : column);
            });
            plot.setData([data[0], ...sums.reverse()] as unknown as uPlot.AlignedData);
        };
        const end = bind(draw);
        const watcher = new ResizeObserver(() => parent.clientWidth > 0 && plot.setSize({ width: parent.clientWidth, height }));
        watcher.observe(parent);
        return () => {
            end();
            watcher.disconnect();
            plot.destroy();
        };
    }, [key, dark, height, stacked]);
    return (
        <figure class="plot" aria-label={label}>
            <div ref={place} class="plot-place" style={{ height: `${height}px` }} />
            <figcaption class="legend">
                {series.map(({ label: name, hue, isBold }) => (
                    <span class={isBold ? "bold" : ""}>
                        <i style={{ background: colour(hue, dark, stacked ? (dark ? 0.52 : 0.78) : undefined) }} />
                        {name}
                    </span>
                ))}
            </figcaption>
        </figure>
    );
}
