import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { SAMPLE_BOOKS } from "../app/sample/books";
import { ART_DIRECTION, DESIGNS, SERIES } from "./cover-design/art-direction";
import { defaultCover } from "./cover-design/default-cover";
import type { CoverBrief } from "./cover-design/design";
import { PALETTES } from "./cover-design/palettes";
import { HEIGHT, WIDTH } from "./cover-design/shapes";
import { seededRandom } from "../app/sample/random";

// npm run covers: draws every sample cover. Its output is committed; a shop only copies it.

const COVERS = path.resolve("app/sample/covers");
const DEFAULT = path.resolve("public/default-cover");
const WEBP_WIDTHS = [640, 320, 160];
/** Phones show covers at 240 and 320 pixels, so these widths get the most effort. */
const AVIF: Record<number, { quality: number; effort: number }> = {
  640: { quality: 39, effort: 5 },
  320: { quality: 36, effort: 8 },
  240: { quality: 36, effort: 8 },
  160: { quality: 50, effort: 5 },
};

function draw(
  direction: (typeof SERIES)[number],
  brief: Omit<CoverBrief, "palette" | "random">,
  seed: string,
): string {
  const [design, palette] = direction;
  const random = seededRandom(createHash("sha256").update(seed).digest().readInt32LE());
  return svg(DESIGNS[design]({ ...brief, palette: PALETTES[palette], random }));
}

const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${inside}</svg>`;

/**
 * Writes the missing files of a cover: AVIF at the widths that ui/store/cover.tsx uses, WebP at three of them; the
 * largest WebP has no width in its name.
 */
async function rasterise(source: string, folder: string, stem: string): Promise<void> {
  const webps = WEBP_WIDTHS.map(
    (width) => [width, path.join(folder, `${stem}${width === 640 ? "" : `-${width}`}.webp`)] as const,
  ).filter(([, file]) => !existsSync(file));
  const avifs = Object.keys(AVIF)
    .map((width) => [Number(width), path.join(folder, `${stem}-${width}.avif`)] as const)
    .filter(([, file]) => !existsSync(file));
  if (webps.length + avifs.length === 0) return;
  // Drawn at twice the size and scaled down, for smooth small copies.
  const large = await sharp(Buffer.from(source), { density: 144 }).flatten().removeAlpha().png().toBuffer();
  const scaled = (width: number) => sharp(large).resize(width, width * 1.5, { kernel: "lanczos3" });
  await Promise.all([
    ...webps.map(([width, file]) =>
      scaled(width)
        .webp({ quality: width === 160 ? 64 : 42, effort: 6, preset: "drawing" })
        .toFile(file),
    ),
    ...avifs.map(([width, file]) =>
      scaled(width)
        .avif({ ...AVIF[width], chromaSubsampling: "4:2:0" })
        .toFile(file),
    ),
  ]);
}

async function make(): Promise<void> {
  mkdirSync(COVERS, { recursive: true });
  mkdirSync(DEFAULT, { recursive: true });
  const manifest: { books: Record<string, string>; series: string[] } = { books: {}, series: [] };
  const drawn = new Map<string, string>();
  const keep = (source: string) => {
    const stem = createHash("sha256").update(source).digest("hex").slice(0, 16);
    drawn.set(stem, source);
    return `${stem}.webp`;
  };
  for (const book of SAMPLE_BOOKS) {
    const direction = ART_DIRECTION[book.title];
    if (!direction) throw new Error(`no design is chosen for "${book.title}"`);
    const brief = { title: book.title, author: book.authors.join(", "), publisher: book.publisher };
    manifest.books[book.title] = keep(draw(direction, brief, book.title));
  }
  for (const direction of SERIES) {
    manifest.series.push(
      keep(draw(direction, { title: null, author: null, publisher: null }, direction.join())),
    );
  }

  const present = new Set(readdirSync(COVERS));
  for (const [stem, source] of drawn) {
    await rasterise(source, COVERS, stem);
  }
  writeFileSync(path.join(COVERS, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  // Old files are removed last, so that a shop that starts meanwhile finds the covers of its manifest.
  for (const name of present) {
    if (/\.(webp|avif)$/.test(name) && !drawn.has(name.slice(0, 16))) rmSync(path.join(COVERS, name));
  }
  await rasterise(svg(defaultCover(PALETTES.paper)), DEFAULT, "default");

  const bytes = readdirSync(COVERS).reduce(
    (sum, name) => sum + readFileSync(path.join(COVERS, name)).length,
    0,
  );
  process.stdout.write(`${drawn.size} covers, ${(bytes / 1024 / 1024).toFixed(1)} MB\n`);
}

await make();
