import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
// oxlint-disable-next-line import/default -- CommonJS: Node gives the module as its default
import opentype from "opentype.js";

const require = createRequire(import.meta.url);

function load(packageName: string, file: string): opentype.Font {
  const bytes = readFileSync(require.resolve(`${packageName}/files/${file}.woff`));
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** The fonts of the covers. Text is converted to outlines, so it does not depend on installed fonts. */
export const FACES = {
  display: load("@fontsource/rozha-one", "rozha-one-latin-400-normal"),
  serif: load("@fontsource/gelasio", "gelasio-latin-600-normal"),
  italic: load("@fontsource/gelasio", "gelasio-latin-500-italic"),
  geometric: load("@fontsource/jost", "jost-latin-600-normal"),
  sans: load("@fontsource/source-sans-3", "source-sans-3-latin-600-normal"),
};

export type Face = keyof typeof FACES;
export type Align = "left" | "center";

interface Style {
  face: Face;
  size: number;
  /** Extra space between letters, in ems. */
  tracking?: number;
}

interface Placed {
  glyph: opentype.Glyph;
  x: number;
}

/** Glyphs with kerning and tracking, from x = 0. */
function place(text: string, { face, size, tracking = 0 }: Style): { glyphs: Placed[]; width: number } {
  const font = FACES[face];
  const scale = size / font.unitsPerEm;
  const glyphs: Placed[] = [];
  let x = 0;
  // Letter by letter: titles need no ligatures, and opentype.js does not support every font's substitutions.
  const all = [...text].map((letter) => font.charToGlyph(letter));
  for (const [index, glyph] of all.entries()) {
    glyphs.push({ glyph, x });
    const next = all[index + 1];
    x += (glyph.advanceWidth ?? 0) * scale;
    if (next) x += font.getKerningValue(glyph, next) * scale + tracking * size;
  }
  return { glyphs, width: x };
}

export const textWidth = (text: string, style: Style): number => place(text, style).width;

/** Height of an H, in ems. */
export function capHeight(face: Face): number {
  const font = FACES[face];
  return font.charToGlyph("H").getBoundingBox().y2 / font.unitsPerEm;
}

const pathData = (commands: opentype.PathCommand[]) =>
  commands
    .map((command) => {
      const { type, ...points } = command;
      const named: Record<string, number> = points;
      const values = ["x1", "y1", "x2", "y2", "x", "y"].flatMap((name) => named[name] ?? []);
      return `${type}${values.map((value) => value.toFixed(2)).join(" ")}`;
    })
    .join("");

/** One line of text as an SVG path. `x` is its left edge or its centre, `y` the baseline. */
export function line(
  text: string,
  style: Style & { x: number; y: number; align?: Align; fill: string },
): string {
  const { glyphs, width } = place(text, style);
  const left = style.align === "center" ? style.x - width / 2 : style.x;
  const outline = glyphs.map(({ glyph, x }) =>
    pathData(glyph.getPath(left + x, style.y, style.size).commands),
  );
  return `<path fill="${style.fill}" d="${outline.join("")}"/>`;
}

export interface TitleBox {
  face: Face;
  width: number;
  height: number;
  /** The largest size, used for short titles. */
  max: number;
  tracking?: number;
  capitals?: boolean;
  /** Baseline to baseline, in ems. */
  leading?: number;
}

export interface SetTitle {
  lines: string[];
  size: number;
  /** From the top of the first line's capitals to the last baseline. */
  height: number;
  /** Baselines, measured from the top of the first line's capitals. */
  baselines: number[];
  style: Style;
}

/** Long words of titles with the positions at which they may be broken. */
const PARTED: Record<string, string> = {
  Abhijnanashakuntalam: "Abhijnana|shakuntalam",
  Saraswatichandra: "Saraswati|chandra",
  Ramcharitmanas: "Ramcharit|manas",
  Marthandavarma: "Marthanda|varma",
  "Diwan-e-Ghalib": "Diwan-e-|Ghalib",
  "Mirat-ul-Uroos": "Mirat-ul-|Uroos",
  "Bang-e-Dara": "Bang-e-|Dara",
};

/** Small words that a line must not end with. */
const LEANING = new Set(["of", "and", "the", "na"]);

/** Breaks a title into the lines that give the largest size and the most even lines in the box. */
export function fitTitle(title: string, box: TitleBox): SetTitle {
  const parts = (PARTED[title] ?? title.replaceAll("'", "’"))
    .split(/([ |])/)
    .map((part) => (box.capitals ? part.toUpperCase() : part));
  const words = parts.filter((_, index) => index % 2 === 0);
  const joins = parts.filter((_, index) => index % 2 === 1).map((join) => (join === "|" ? "" : " "));
  const leading = box.leading ?? 1;
  const cap = capHeight(box.face);
  let best: (SetTitle & { score: number }) | undefined;
  for (let breaks = 0; breaks < 2 ** (words.length - 1); breaks += 1) {
    const lines = [words[0]!];
    for (let index = 1; index < words.length; index += 1) {
      if (breaks & (1 << (index - 1))) lines.push(words[index]!);
      else lines.push(`${lines.pop()}${joins[index - 1]}${words[index]}`);
    }
    const widths = lines.map((text) => textWidth(text, { face: box.face, size: 1, tracking: box.tracking }));
    const widest = Math.max(...widths);
    const ems = cap + leading * (lines.length - 1);
    const size = Math.floor(Math.min(box.max, box.width / widest, box.height / ems));
    const unevenness = lines.length > 1 ? 1 - Math.min(...widths) / widest : 0;
    const leaning = lines
      .slice(0, -1)
      .filter((text) => LEANING.has(text.split(" ").at(-1)!.toLowerCase())).length;
    const score = size * (1 - 0.18 * unevenness - 0.2 * leaning - 0.03 * lines.length);
    if (best && best.score >= score) continue;
    best = {
      score,
      lines,
      size,
      height: ems * size,
      baselines: lines.map((_, index) => (cap + leading * index) * size),
      style: { face: box.face, size, tracking: box.tracking },
    };
  }
  return best!;
}

/** Draws a fitted title; `top` is the top of the first line's capitals. */
export function drawTitle(set: SetTitle, at: { x: number; top: number; align: Align; fill: string }): string {
  return set.lines
    .map((text, index) =>
      line(text, {
        ...set.style,
        x: at.x,
        y: at.top + set.baselines[index]!,
        align: at.align,
        fill: at.fill,
      }),
    )
    .join("");
}

/** An author's name in spaced capitals, smaller if it would be wider than `width`. */
export function authorLine(
  name: string,
  at: { x: number; y: number; align: Align; fill: string; width: number; size?: number },
): string {
  const style = { face: "sans" as const, tracking: 0.14 };
  const text = name.toUpperCase();
  const size = Math.min(at.size ?? 26, at.width / textWidth(text, { ...style, size: 1 }));
  return line(text, { ...style, ...at, size });
}
