// A separate process that typesets documents and drawings, so that no page waits for it and a crash of the typesetter
// ends only this process. pdf.server.ts runs this file with node as it is: not built, importing nothing of the shop.
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

/** PDF/A: everything needed to display the file is in it. Typst refuses it if none of our fonts has a character. */
const ARCHIVAL = "a-2b";
/** Cached layout results that were not used for this many documents are dropped. */
const KEPT_ROUNDS = 10;
/** Of data of more characters, many documents in one, none are kept: ten of those would fill gigabytes. */
const MOST_KEPT = 50_000;

const here = path.dirname(fileURLToPath(import.meta.url));
const WORKSPACE = path.join(here, "fonts");
const compiler = NodeCompiler.create({
  // Templates can read files only below this folder, which has only fonts, and the files that come with the data.
  workspace: WORKSPACE,
  // Our fonts have priority over system fonts of the same name, and templates use no others.
  fontArgs: [{ fontPaths: [WORKSPACE] }],
});
// Requests have priority on machines with few cores.
os.setPriority(10);

process.on("disconnect", () => process.exit());
process.on("message", ({ template, data, kind, files }) => {
  const given = Object.entries(files ?? {}).map(([name, bytes]) => [path.join(WORKSPACE, name), bytes]);
  try {
    for (const [file, bytes] of given) compiler.mapShadow(file, Buffer.from(bytes));
    // `data` is never parsed as Typst markup: the template decodes it and shows its texts as they are.
    const source = { mainFileContent: readFileSync(template, "utf8"), inputs: { data } };
    process.send({ ok: true, bytes: kind === "drawing" ? drawing(source) : document(source) });
  } catch (error) {
    process.send({ ok: false, detail: String(error) });
  } finally {
    for (const [file] of given) compiler.unmapShadow(file);
    compiler.evictCache(data.length > MOST_KEPT ? 0 : KEPT_ROUNDS);
  }
});

function document(source) {
  try {
    return compiler.pdf(source, { pdfStandard: ARCHIVAL });
  } catch {
    // Fall back to an ordinary PDF, with a box in place of the character. A broken template fails here again.
    return compiler.pdf(source);
  }
}

/** An SVG of outlines only. What Typst adds for selecting text in a browser is not needed in a picture. */
function drawing(source) {
  const svg = compiler.svg(source).replaceAll(/<(style|foreignObject)\b[\s\S]*?<\/\1>/g, "");
  return Buffer.from(svg);
}
