// SPDX-License-Identifier: MIT
// A brain and its world in the fragment of an address, and files.

export interface Shared {
    brain: string;
    world?: string;
    agents?: number;
    seed?: number;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream as TransformStream)).arrayBuffer());
}

/** Returns a fragment, without '#'. */
export async function toFragment(shared: Shared): Promise<string> {
    const bytes = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream("deflate-raw"));
    let binary = "";
    bytes.forEach((byte) => (binary += String.fromCharCode(byte)));
    return `brain=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns null if the fragment holds no brain; throws if it is damaged. */
export async function fromFragment(fragment: string): Promise<Shared | null> {
    const packed = /^#?brain=([\w-]+)$/.exec(fragment)?.[1];
    if (packed === undefined) {
        return null;
    }
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const shared = JSON.parse(new TextDecoder().decode(bytes)) as Shared;
    return typeof shared.brain === "string" ? shared : null;
}

export function save(name: string, content: Blob): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(content);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Lets the user choose a file; null if none was chosen. */
export function chooseFile(accept: string): Promise<File | null> {
    return new Promise((resolve) => {
        const input = document.createElement("input");
        input.type = "file";
        input.accept = accept;
        input.onchange = () => resolve(input.files?.[0] ?? null);
        input.oncancel = () => resolve(null);
        input.click();
    });
}

export async function isRecording(file: File): Promise<boolean> {
    return (await file.slice(0, 8).text()).startsWith("wits rec");
}
