// SPDX-License-Identifier: MIT
// Pictures of the chart: an SVG made from the boxes as they are on the screen, and a PNG of that.
import { save } from "../model/share";

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function chartSvg(content: HTMLElement): string {
    const origin = content.getBoundingClientRect();
    const parts: string[] = [];
    const style = getComputedStyle(content);
    const background = getComputedStyle(document.body).backgroundColor;
    const accent = style.getPropertyValue("--fill") || "#ccc";
    for (const box of content.querySelectorAll<HTMLElement>(".box")) {
        const rect = box.getBoundingClientRect();
        const look = getComputedStyle(box);
        const x = rect.left - origin.left;
        const y = rect.top - origin.top;
        const first = (box.firstElementChild ?? box) as HTMLElement;
        const head = first.getBoundingClientRect();
        const share = (parseFloat(first.style.backgroundSize) || 0) / 100;
        const solid = look.backgroundColor === "rgba(0, 0, 0, 0)" ? background : look.backgroundColor;
        parts.push(`<rect x="${x}" y="${y}" width="${rect.width}" height="${rect.height}" rx="6" fill="${solid}"/>`);
        share > 0 && parts.push(`<rect x="${x}" y="${y}" width="${Math.max(rect.width * share, 2)}" height="${head.height}" rx="4" fill="${accent}"/>`);
        parts.push(`<rect x="${x}" y="${y}" width="${rect.width}" height="${rect.height}" rx="6" fill="none" stroke="${look.borderTopColor}"/>`);
        for (const [name, anchor] of [["name", "start"], ["count", "end"]] as const) {
            const text = box.querySelector<HTMLElement>(`:scope > .box-head > .${name}`);
            if (text) {
                const at = text.getBoundingClientRect();
                const left = (anchor === "start" ? at.left : at.right) - origin.left;
                parts.push(
                    `<text x="${left}" y="${at.bottom - origin.top - at.height * 0.26}" text-anchor="${anchor}" font-size="${getComputedStyle(text).fontSize}" fill="${getComputedStyle(text).color}">${escape(text.textContent ?? "")}</text>`,
                );
            }
        }
    }
    for (const line of content.querySelectorAll<SVGPathElement>(".arrows > path")) {
        parts.push(`<path d="${line.getAttribute("d")}" fill="none" stroke="${getComputedStyle(line).stroke}" stroke-width="1.5"/>`);
    }
    const width = Math.ceil(content.scrollWidth);
    const height = Math.ceil(content.scrollHeight);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif"><rect width="100%" height="100%" fill="${background}"/>${parts.join("")}</svg>`;
}

export async function savePicture(content: HTMLElement | null, name: string, kind: "svg" | "png"): Promise<void> {
    if (content === null) {
        return;
    }
    const svg = new Blob([chartSvg(content)], { type: "image/svg+xml" });
    if (kind === "svg") {
        save(`${name}.svg`, svg);
        return;
    }
    const image = new Image();
    const address = URL.createObjectURL(svg);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(address);
    canvas.toBlob((blob) => blob && save(`${name}.png`, blob), "image/png");
}
