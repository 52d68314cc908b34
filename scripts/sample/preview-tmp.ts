import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { SAMPLE_BOOKS } from "./books";
import { ART_DIRECTION, DESIGNS, SERIES } from "./cover-design/art-direction";
import { defaultCover } from "./cover-design/default-cover";
import { PALETTES } from "./cover-design/palettes";
import { seededRandom } from "./random";
const svg = (s: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="960" viewBox="0 0 640 960">${s}</svg>`;
const rnd = (seed: string) => seededRandom(createHash("sha256").update(seed).digest().readInt32LE());
const all = SAMPLE_BOOKS.map((b) => {
  const [d, p] = ART_DIRECTION[b.title]!;
  return svg(
    DESIGNS[d]({
      title: b.title,
      author: b.authors.join(", "),
      publisher: b.publisher,
      palette: PALETTES[p],
      random: rnd(b.title),
    }),
  );
});
for (const [d, p] of SERIES)
  all.push(
    svg(
      DESIGNS[d]({
        title: null,
        author: null,
        publisher: null,
        palette: PALETTES[p],
        random: rnd([d, p].join()),
      }),
    ),
  );
all.push(svg(defaultCover(PALETTES.paper)));
const w = Number(process.argv[2] ?? 300),
  per = Number(process.argv[3] ?? 18),
  cols = Number(process.argv[4] ?? 6),
  g = 10,
  h = w * 1.5;
const bad = all.filter((s) => /NaN|undefined|Infinity/.test(s)).length;
console.log("bad", bad);
for (let s = 0; s < all.length; s += per) {
  const list = all.slice(s, s + per);
  const composite = await Promise.all(
    list.map(async (x, i) => ({
      input: await sharp(Buffer.from(x)).resize(w).png().toBuffer(),
      left: g + (i % cols) * (w + g),
      top: g + Math.floor(i / cols) * (h + g),
    })),
  );
  writeFileSync(
    `/tmp/a/p${s / per}.png`,
    await sharp({
      create: {
        width: g + cols * (w + g),
        height: g + Math.ceil(list.length / cols) * (h + g),
        channels: 3,
        background: "#faf6ee",
      },
    })
      .composite(composite)
      .png()
      .toBuffer(),
  );
}
