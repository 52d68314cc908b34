import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";

// npm run icons: draws the shop's logo in the sizes for home screens and link previews. Its output is committed.

const FOLDER = path.resolve("public/icons");
const GROUND = "#9c2f1c";
const mark = readFileSync(path.resolve("public/favicon.svg"));

const drawn = (size: number) => sharp(mark, { density: (72 * size) / 36 }).resize(size, size);

/** The logo on its own colour. @param share the part of the picture's height that the logo takes */
async function make(name: string, width: number, height: number, share: number): Promise<void> {
  const inner = await drawn(Math.round(height * share)).toBuffer();
  const file = path.join(FOLDER, `${name}.png`);
  await sharp({ create: { width, height, channels: 3, background: GROUND } })
    .composite([{ input: inner, gravity: "centre" }])
    .png({ palette: true, colours: 32, effort: 10, compressionLevel: 9 })
    .toFile(file);
}

mkdirSync(FOLDER, { recursive: true });
await make("icon-192", 192, 192, 1);
await make("icon-512", 512, 512, 1);
// Phones crop it to various shapes, but keep the middle four fifths.
await make("maskable-512", 512, 512, 0.9);
await make("apple-touch-icon", 180, 180, 1);
await make("preview", 1200, 630, 0.8);
