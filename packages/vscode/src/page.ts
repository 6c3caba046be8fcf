// SPDX-License-Identifier: MIT
// The HTML of the panel.

function escape(text: string): string {
    return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function base64(text: string): string {
    let bytes = "";
    for (const one of new TextEncoder().encode(text)) {
        bytes += String.fromCharCode(one);
    }
    return btoa(bytes);
}

/** A picture, and above it a problem, either of which may be empty. */
export function page(svg: string, problem: string): string {
    const source = `data:image/svg+xml;base64,${base64(svg)}`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
body { margin: 0; padding: 8px; }
img { max-width: 100%; background: white; border-radius: 4px; }
p { color: var(--vscode-errorForeground); }
</style>
</head>
<body>
${problem === "" ? "" : `<p>${escape(problem)}</p>`}
${svg === "" ? "" : `<img alt="" src="${source}">`}
</body>
</html>
`;
}
