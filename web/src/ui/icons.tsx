// SPDX-License-Identifier: MIT
// Icons of 16 x 16, drawn in the colour of the text.
const PATHS = {
    pause: "M4 3h3v10H4zM9 3h3v10H9z",
    go: "M4 2.5v11l9-5.5z",
    step: "M3 3v10l7-5zM11 3h2v10h-2z",
    half: "M3 3v10l7-5zM11 8h2v5h-2z",
    ten: "M2 3v10l5-5zM7 3v10l5-5zM12.5 3h1.5v10h-1.5z",
    back: "M13 3v10l-7-5zM3 3h2v10H3z",
    theme: "M8 2a6 6 0 100 12zM8 1a7 7 0 110 14A7 7 0 018 1zm0 1a6 6 0 000 12z",
    close: "M4 3l4 4 4-4 1 1-4 4 4 4-1 1-4-4-4 4-1-1 4-4-4-4z",
    fold: "M6 4l4 4-4 4z",
    unfold: "M4 6h8l-4 5z",
    search: "M7 2a5 5 0 013.9 8.1l3 3-1 1-3-3A5 5 0 117 2zm0 1.4a3.6 3.6 0 100 7.2 3.6 3.6 0 000-7.2z",
    target: "M8 1a7 7 0 110 14A7 7 0 018 1zm0 1.5a5.5 5.5 0 100 11 5.5 5.5 0 000-11zM8 6a2 2 0 110 4 2 2 0 010-4z",
    break: "M8 3a5 5 0 110 10A5 5 0 018 3z",
    save: "M7 2h2v6h3l-4 4-4-4h3zM3 13h10v1.4H3z",
    link: "M6 5H4a3 3 0 000 6h2V9.6H4a1.6 1.6 0 010-3.2h2zm4 0h2a3 3 0 010 6h-2V9.6h2a1.6 1.6 0 000-3.2h-2zM5.5 7.3h5v1.4h-5z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d={PATHS[name]} fill="currentColor" fill-rule="evenodd" />
        </svg>
    );
}
