// A separate process that decodes and encodes pictures, so that no page waits for it and a crash of a decoder ends
// only this process. images.server.ts runs this file with node as it is: not built, and importing nothing of the shop.
import { createHash } from "node:crypto";
import os from "node:os";
import sharp from "sharp";

/** To be raised whenever the same source gives different files, so that their names differ too. Also in images.server.ts. */
const PIPELINE = "kitab 2";
/** The widths that ui/store/cover.tsx uses. */
const AVIF_WIDTHS = [640, 320, 240, 160];
const WEBP_WIDTHS = [640, 320, 160];
/** The widths of pictures in texts and of books' further pictures (picture-files.ts), the largest first. */
const PICTURE_WIDTHS = { picture: [1600, 960, 480], further: [1600, 960, 480, 160] };
/** Pages show covers at 2:3 and crop the rest. Between these proportions (width by height) they crop a few per cent. */
const KEPT_PROPORTIONS = [0.6, 0.75];
const WHITE = "#ffffff";
/** The area that link-preview.typ leaves for the cover, in pixels. */
const CARD = { left: 92, top: 72, width: 324, height: 486 };
/** Also in image-limits.ts. */
const ICON_LEAST = 192;
/** Phones cut a maskable icon to various shapes, but keep a circle of four fifths: a square of this width fits it. */
const ICON_SAFE = 384;

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
// Requests have priority on machines with few cores.
os.setPriority(10);

process.on("disconnect", () => process.exit());
process.on("message", ({ kind, bytes, sheet, maxPixels }) => {
  work(kind, bytes, maxPixels, sheet).then(
    (result) => process.send(result),
    (error) => process.send({ ok: false, reason: reasonOf(error), detail: String(error) }),
  );
});

async function work(kind, bytes, maxPixels, sheet) {
  // "error" accepts files that only cause a warning: many phones write such files.
  const image = sharp(bytes, { failOn: "error", limitInputPixels: maxPixels });
  const metadata = await image.metadata();
  if ((metadata.pages ?? 1) > 1) return { ok: false, reason: "animated" };
  const hash = createHash("sha256").update(`${PIPELINE} ${kind}\0`).update(bytes).digest("hex").slice(0, 20);
  if (kind === "icon") return icon(image, metadata, hash);
  // sharp drops metadata and converts to sRGB by default.
  const upright = image.autoOrient().flatten({ background: WHITE }).toColourspace("srgb").removeAlpha();
  if (kind === "logo") return logo(upright, hash);
  if (kind === "picture" || kind === "further") return picture(upright, hash, kind);
  if (kind === "card") return card(upright, sheet, hash);
  if (kind === "list") return list(upright, hash);
  return kind === "preview" ? preview(upright, hash) : cover(upright, metadata.autoOrient, hash);
}

async function cover(upright, { width, height }, hash) {
  const [least, most] = KEPT_PROPORTIONS;
  const proportion = width / height;
  const isKept = proportion >= least && proportion <= most;
  const inside = isKept ? { width: 640 } : { width: 640, height: 960, fit: "inside" };
  const fitted = await raw(upright.resize({ ...inside, withoutEnlargement: true }));
  const master = isKept ? fitted : await onGround(fitted);

  const files = [];
  for (const wanted of AVIF_WIDTHS) {
    const scaled = await raw(open(master).resize({ width: wanted, withoutEnlargement: true }));
    files.push({ name: `${hash}-${wanted}.avif`, bytes: await asAvif(open(scaled), wanted) });
    if (!WEBP_WIDTHS.includes(wanted)) continue;
    const webp = await open(scaled)
      .webp({ quality: wanted === 160 ? 76 : 72, effort: 5 })
      .toBuffer();
    files.push({ name: wanted === 640 ? `${hash}.webp` : `${hash}-${wanted}.webp`, bytes: webp });
  }
  const jpeg = await asJpeg(open(master));
  files.push({ name: `${hash}-640.jpg`, bytes: jpeg });
  return { ok: true, name: `${hash}.webp`, files };
}

/** Centres the whole picture in 2:3; fills each added side with the mean colour of that edge. */
async function onGround(fitted) {
  const { data: input, info } = fitted;
  const width = Math.max(info.width, Math.round((info.height * 2) / 3));
  const height = Math.max(info.height, Math.round(width * 1.5));
  const isAboveAndBelow = width === info.width;
  const edge = { left: 0, top: 0, width: info.width, height: info.height };
  const [along, across] = isAboveAndBelow ? ["height", "top"] : ["width", "left"];
  edge[along] = Math.max(1, Math.round(info[along] / 50));
  const before = await meanColour(fitted, edge);
  const after = await meanColour(fitted, { ...edge, [across]: info[along] - edge[along] });
  const size = { width, height };
  const half = { ...size, [along]: Math.ceil(size[along] / 2) };
  return raw(
    plain(size, after).composite([
      { input: { create: { ...half, channels: 3, background: before } }, left: 0, top: 0 },
      { input, raw: info, gravity: "centre" },
    ]),
  );
}

const plain = (size, background) => sharp({ create: { ...size, channels: 3, background } });

async function meanColour(picture, area) {
  const [r, g, b] = (await raw(open(picture).extract(area).resize(1, 1, { fit: "fill", kernel: "linear" })))
    .data;
  return { r, g, b };
}

/** At most four times the size beside the shop's name: every page has it, and a bill prints it 12 mm high. */
async function logo(upright, hash) {
  const fits = { width: 576, height: 144, fit: "inside", withoutEnlargement: true };
  const { data: bytes, info } = await upright
    .resize(fits)
    .webp({ quality: 85, effort: 6 })
    .toBuffer({ resolveWithObject: true });
  const name = `logo-${hash}-${info.width}x${info.height}.webp`;
  return { ok: true, name, files: [{ name, bytes }] };
}

/** The files of platform/pictures/picture-files.ts, and a JPEG for link previews. */
async function picture(upright, hash, kind) {
  const [largest, ...smaller] = PICTURE_WIDTHS[kind];
  const fits = { width: largest, height: 2 * largest, fit: "inside", withoutEnlargement: true };
  const master = await raw(upright.resize(fits));
  const { width, height } = master.info;
  const stem = `${kind}-${hash}-${width}x${height}`;
  const webp = (image) => image.webp({ quality: 78, effort: 5 }).toBuffer();
  const files = [{ name: `${stem}.webp`, bytes: await webp(open(master)) }];
  for (const wanted of smaller.filter((one) => one < width))
    files.push({ name: `${stem}-${wanted}.webp`, bytes: await webp(open(master).resize({ width: wanted })) });
  const jpeg = await asJpeg(open(master).resize({ width: 1200, withoutEnlargement: true }));
  files.push({ name: `${stem}.jpg`, bytes: jpeg });
  return { ok: true, name: `${stem}.webp`, files };
}

/** The shop's icon: transparent where the picture is, except where phones would show black instead. */
async function icon(image, { autoOrient, hasAlpha }, hash) {
  const { width, height } = autoOrient;
  if (Math.max(width, height) > Math.min(width, height) * 1.02) return { ok: false, reason: "not-square" };
  if (Math.min(width, height) < ICON_LEAST) return { ok: false, reason: "too-small" };
  const master = await raw(
    image.autoOrient().toColourspace("srgb").ensureAlpha().resize(512, 512, { fit: "cover" }),
  );
  const plainWhite = await raw(open(master).flatten({ background: WHITE }));
  const edge = { left: 0, top: 0, width: 512, height: 10 };
  const ground = hasAlpha ? WHITE : await meanColour(plainWhite, edge);
  const inner = await open(plainWhite).resize(ICON_SAFE, ICON_SAFE).png().toBuffer();
  const masked = plain({ width: 512, height: 512 }, ground).composite([{ input: inner, gravity: "centre" }]);
  const made = {
    32: open(master).resize(32, 32),
    180: open(plainWhite).resize(180, 180),
    192: open(master).resize(192, 192),
    512: open(master),
    maskable: masked,
  };
  const files = [];
  for (const [size, picture] of Object.entries(made)) {
    const bytes = await picture
      .png({ palette: true, quality: 90, effort: 8, compressionLevel: 9 })
      .toBuffer();
    files.push({ name: `icon-${hash}-${size}.png`, bytes });
  }
  return { ok: true, name: `icon-${hash}-512.png`, files };
}

async function preview(upright, hash) {
  const bytes = await asJpeg(upright.resize({ width: 640, withoutEnlargement: true }));
  return { ok: true, name: `${hash}.jpg`, files: [{ name: `${hash}.jpg`, bytes }] };
}

/** The cover at 2:3 with a fold and a shadow, as on pages, on a sheet drawn by our typesetter. */
async function card(upright, sheet, hash) {
  const ground = await drawn(sheet);
  const { left, top, width, height } = CARD;
  const cover = await upright.resize({ width, height, fit: "cover" }).png().toBuffer();
  const bytes = await open(ground)
    .composite([
      { input: await shadow(ground.info, { blur: 18, dy: 20, inset: 10, strength: 0.34 }), left: 0, top: 0 },
      { input: await shadow(ground.info, { blur: 2, dy: 2, inset: 0, strength: 0.3 }), left: 0, top: 0 },
      { input: cover, left, top },
      { input: await fold(), left, top },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
  return { ok: true, name: `${hash}.jpg`, files: [{ name: `${hash}.jpg`, bytes }] };
}

/** Allows SVG only for our own sheet, and blocks it again before an uploaded picture is opened. */
async function drawn(sheet) {
  const loader = { operation: ["VipsForeignLoadSvgBuffer"] };
  sharp.unblock(loader);
  try {
    return await raw(sharp(sheet).removeAlpha());
  } finally {
    sharp.block(loader);
  }
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

function shadow({ width, height }, { blur, dy, inset, strength }) {
  const size = { width: CARD.width - 2 * inset, height: CARD.height - inset };
  const dark = { create: { ...size, channels: 4, background: { r: 40, g: 28, b: 12, alpha: strength } } };
  return sharp({ create: { width, height, channels: 4, background: transparent } })
    .composite([{ input: dark, left: CARD.left + inset, top: CARD.top + dy }])
    .png()
    .toBuffer()
    .then((flat) => sharp(flat).blur(blur).png().toBuffer());
}

/** The fold along the spine, as in `.book-cover` of styles/components.css: [part of the width, grey, opacity]. */
const FOLD = [
  [0, 0, 0.18],
  [0.025, 255, 0.14],
  [0.04, 0, 0.1],
  [0.08, 0, 0],
];

function fold() {
  const width = Math.ceil(CARD.width * FOLD.at(-1)[0]);
  const strip = Buffer.alloc(width * 4);
  for (let x = 0; x < width; x += 1) {
    const at = x / CARD.width;
    const next = FOLD.findIndex(([place]) => place > at);
    const [from, light, much] = FOLD[next - 1];
    const [to, lightAfter, muchAfter] = FOLD[next];
    const part = (at - from) / (to - from);
    strip.fill(Math.round(light + part * (lightAfter - light)), x * 4, x * 4 + 3);
    strip[x * 4 + 3] = Math.round(255 * (much + part * (muchAfter - much)));
  }
  return sharp(strip, { raw: { width, height: 1, channels: 4 } })
    .resize({ width, height: CARD.height, fit: "fill", kernel: "nearest" })
    .png()
    .toBuffer();
}

/** The width that covers made by the first pipeline lack, from their WebP. */
async function list(upright, hash) {
  const bytes = await asAvif(upright.resize({ width: 240, withoutEnlargement: true }), 240);
  return { ok: true, name: `${hash}.avif`, files: [{ name: `${hash}.avif`, bytes }] };
}

const asAvif = (image, width) =>
  image.avif({ quality: width === 160 ? 58 : 52, effort: 3, chromaSubsampling: "4:2:0" }).toBuffer();
const asJpeg = (image) => image.jpeg({ quality: 80, mozjpeg: true }).toBuffer();

const raw = (image) => image.raw().toBuffer({ resolveWithObject: true });
const open = ({ data, info }) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

const reasonOf = (error) => (/exceeds pixel limit/.test(error.message) ? "too-many-pixels" : "broken");
