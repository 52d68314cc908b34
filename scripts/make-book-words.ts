import { writeFileSync } from "node:fs";
import path from "node:path";
import { NodeCompiler } from "@myriaddreamin/typst-ts-node-compiler";
import { BOOK_WORDS } from "../app/ui/store/book-words";

// npm run words: draws the home page's words for 'book' as outlines, in the project's fonts. Its output is committed;
// the widths it prints belong in book-words.ts.

const fonts = path.resolve("app/platform/fonts");

/** The typeface of each language's word. */
const FACES: Record<(typeof BOOK_WORDS)[number]["lang"], string> = {
  hi: "Eczar Devanagari",
  bn: "Noto Sans Bengali",
  ta: "Noto Sans Tamil",
  ur: "Noto Nastaliq Urdu",
  te: "Noto Sans Telugu",
  en: "Eczar",
  kn: "Noto Sans Kannada",
  gu: "Noto Sans Gujarati",
  ml: "Noto Sans Malayalam",
  pa: "Noto Sans Gurmukhi",
  or: "Noto Sans Oriya",
};

/** Letters 100 high in a line of 200, so that whole numbers are exact enough. */
function draw({ lang, word }: (typeof BOOK_WORDS)[number]) {
  const face = FACES[lang];
  // A new compiler for each word: a reused one drew a letter of Gujarati as a box.
  const compiler = NodeCompiler.create({ workspace: fonts, fontArgs: [{ fontPaths: [fonts] }] });
  const svg = compiler.svg({
    mainFileContent: `
      #set page(width: auto, height: auto, margin: 0pt, fill: none)
      #set text(
        font: "${face}", weight: ${face.startsWith("Eczar") ? 500 : 400}, fallback: false,
        size: 100pt, top-edge: 1.35em, bottom-edge: -0.65em,
      )
      ${word}`,
  });
  const width = Math.ceil(Number(/data-width="([\d.]+)"/.exec(svg)![1]));
  const outlines = new Map(
    [...svg.matchAll(/<path id="([^"]+)"[^>]* d="([^"]+)"/g)].map(([, id, d]) => [id, d!]),
  );
  const scale = Number(/class="typst-text"[^>]*scale\(([\d.]+),/.exec(svg)![1]);
  // A word is one or more runs, each with its own position.
  let run = [0, 0];
  let d = "";
  for (const [, x, y, left, id] of svg.matchAll(
    /translate\(([-\d.]+),([-\d.]+)\)|<use x="([-\d.]+)" href="#([^"]+)"/g,
  )) {
    if (x !== undefined) run = [Number(x), Number(y)];
    else
      d += shifted(outlines.get(id) ?? "", (px, py) => [
        run[0]! + scale * (px + Number(left)),
        run[1]! - scale * py,
      ]);
  }
  return { width, symbol: `<path id="${lang}" d="${d}"/>` };
}

/** The path with each point moved, in whole numbers relative to the previous point, which is shortest. */
function shifted(d: string, move: (x: number, y: number) => [number, number]): string {
  let [x, y] = [0, 0];
  let [startX, startY] = [0, 0];
  return [...d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)]
    .map(([, command, rest]) => {
      if (command === "Z") {
        [x, y] = [startX, startY];
        return "z";
      }
      const numbers = rest!.trim().split(/\s+/).map(Number);
      const points = numbers.flatMap((px, index) =>
        index % 2 === 0 ? [move(px, numbers[index + 1]!).map(Math.round) as [number, number]] : [],
      );
      const steps = points
        .map(([px, py]) => (command === "M" ? `${px} ${py}` : `${px - x} ${py - y}`))
        .join(" ");
      [x, y] = points.at(-1)!;
      if (command === "M") [startX, startY] = [x, y];
      return (command === "M" ? "M" : command!.toLowerCase()) + steps.replaceAll(" -", "-");
    })
    .join("");
}

const drawn = BOOK_WORDS.map(draw);
writeFileSync(
  path.resolve("app/ui/store/book-words.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg">${drawn.map(({ symbol }) => symbol).join("\n")}</svg>\n`,
);
process.stdout.write(`${BOOK_WORDS.map(({ lang }, index) => `${lang} ${drawn[index]!.width}`).join("\n")}\n`);
