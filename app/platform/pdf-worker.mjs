// A process of its own that sets documents and drawings in type, so that no page waits for it and a crash of the typesetter ends
// only this. pdf.server.ts starts it with node as it stands here: no build, nothing of the shop imported.
import { readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";

/** For keeping: everything a reader needs is in the file. Refused when a character is in none of our fonts. */
const ARCHIVAL = "a-2b";
/** Results of layout that were of no use for this many documents are forgotten. */
const KEPT_ROUNDS = 10;

const here = path.dirname(fileURLToPath(import.meta.url));
const compiler = NodeCompiler.create({
  // What a template could read: nothing but fonts.
  workspace: path.join(here, "fonts"),
  // They come before the system's own of the same name, and templates name no others.
  fontArgs: [{ fontPaths: [path.join(here, "fonts")] }],
});
// Pages come first where there are few cores.
os.setPriority(10);

process.on("disconnect", () => process.exit());
process.on("message", ({ template, data, kind }) => {
  try {
    // `data` is never read as Typst's markup: the template decodes it, and shows its texts as texts.
    const source = { mainFileContent: readFileSync(template, "utf8"), inputs: { data } };
    process.send({ ok: true, bytes: kind === "drawing" ? drawing(source) : document(source) });
  } catch (error) {
    process.send({ ok: false, detail: String(error) });
  } finally {
    compiler.evictCache(KEPT_ROUNDS);
  }
});

function document(source) {
  try {
    return compiler.pdf(source, { pdfStandard: ARCHIVAL });
  } catch {
    // An ordinary PDF then, with a box where the character would stand. A fault of the template's fails here too.
    return compiler.pdf(source);
  }
}

/** All of it outlines. What Typst adds for selecting text in a browser is of no use in a picture. */
function drawing(source) {
  const svg = compiler.svg(source).replaceAll(/<(style|foreignObject)\b[\s\S]*?<\/\1>/g, "");
  return Buffer.from(svg);
}
