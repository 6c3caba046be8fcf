// SPDX-License-Identifier: MIT
// node build.js OUT: makes the page, one HTML file, in the folder OUT, and prints its size. OUT has page.wasm.gz.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../build/web"));

/** The keys of brain files and their descriptions, and the words that values may have, from the schema. */
function completions() {
    const schema = JSON.parse(readFileSync(join(here, "../schema/brain.schema.json"), "utf8"));
    const keys = new Map();
    const words = new Set(["and", "or", "not", "in", "if", "else", "true", "false"]);
    const walk = (node) => {
        for (const [name, inner] of Object.entries(node?.properties ?? {})) {
            const described = inner.$ref ? schema.$defs[inner.$ref.split("/").pop()] : inner;
            const description = (inner.description ?? described?.description ?? "").split(". ")[0].slice(0, 90);
            if (name.length > 2 && (!keys.has(name) || keys.get(name) === "")) {
                keys.set(name, description);
            }
        }
        for (const word of Array.isArray(node?.enum) ? node.enum : []) {
            if (typeof word === "string" && /^[a-z_]{3,}$/.test(word)) {
                words.add(word);
            }
        }
        if (node !== null && typeof node === "object") {
            Object.values(node).forEach(walk);
        }
    };
    walk(schema);
    return { SCHEMA_KEYS: JSON.stringify([...keys].sort()), SCHEMA_WORDS: JSON.stringify([...words].sort()) };
}

/** The brains of brains/ that need no other file, by name. */
function brains() {
    const folder = join(here, "../brains");
    const names = readdirSync(folder).filter((name) => name.endsWith(".yaml") && !name.endsWith(".test.yaml")).sort();
    const texts = names.map((name) => [name.slice(0, -5), readFileSync(join(folder, name), "utf8")]);
    return Object.fromEntries(texts.filter(([, text]) => !/^include:/m.test(text)));
}

// esbuild chooses short names by how often each letter occurs, in texts too: the module is put in after it.
const MODULE = "the module's text";
const module = readFileSync(join(out, "page.wasm.gz")).toString("base64");
const texts = {
    "wasm-text": { contents: MODULE, loader: "text" },
    "brain-texts": { contents: JSON.stringify(brains()), loader: "json" },
};
const common = {
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "none",
    metafile: true,
    write: false,
    plugins: [
        {
            name: "texts",
            setup(of) {
                of.onResolve({ filter: /^(wasm-text|worker-source|brain-texts)$/ }, ({ path }) => ({ path, namespace: "text" }));
                of.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => texts[path]);
            },
        },
    ],
};
const worker = await build({ ...common, entryPoints: ["src/worker/worker.ts"] });
texts["worker-source"] = { contents: worker.outputFiles[0].text, loader: "text" };
const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: ["src/main.tsx"],
    jsx: "automatic",
    jsxImportSource: "preact",
    define: completions(),
    alias: { "@codemirror/language": "./src/ui/language.ts", "@lezer/common": "./src/ui/language.ts" },
});
const script = outputFiles[0].text
    .trim()
    .replaceAll("</script", "<\\/script")
    .replace(MODULE, () => module);
const folder = join(here, "src/style");
const sheets = [readFileSync(join(here, "node_modules/uplot/dist/uPlot.min.css"), "utf8"), ...readdirSync(folder).sort().map((name) => readFileSync(join(folder, name), "utf8"))];
const style = (await transform(sheets.join("\n"), { loader: "css", minify: true })).code.trim();
const hash = createHash("sha256").update(script).digest("base64");
// CodeMirror and uPlot make style elements and attributes while they run.
const policy = `default-src 'none'; script-src 'sha256-${hash}' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; connect-src 'self'; img-src blob: data:; worker-src blob:; form-action 'none'; base-uri 'none'`;
const page = readFileSync(join(here, "src/index.html"), "utf8")
    .replace("POLICY", () => policy)
    .replace("STYLE", () => style)
    .replace("SCRIPT", () => script);
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "index.html"), page);

const size = (text) => gzipSync(text, { level: 9 }).length;
const parts = {};
for (const [file, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0].inputs)) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? (file.startsWith("text:") ? file.slice(5) : "page");
    parts[part] = (parts[part] ?? 0) + bytesInOutput;
}
parts["wasm-text"] = module.length;
console.log(`index.html ${page.length} bytes, ${size(page)} gzipped (script ${size(script)}, style ${size(style)})`);
console.log(Object.entries(parts).sort((a, b) => b[1] - a[1]).map(([name, bytes]) => `  ${name} ${bytes}`).join("\n"));
