// A process of its own that decodes and encodes pictures, so that no page waits for it and a crash of a decoder ends
// only this. images.server.ts starts it with node as it stands here: no build, nothing of the shop imported.
import { createHash } from "node:crypto";
import os from "node:os";
import sharp from "sharp";

/** Raised whenever the same source gives other files: their names then differ too. */
const PIPELINE = "kitab 1";
const WIDTHS = [640, 320, 160];
/** Pages show covers at 2:3 and cut off what is beyond. Between these (width by height) that is a few per cent. */
const KEPT_PROPORTIONS = [0.6, 0.75];
const WHITE = "#ffffff";

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
});
// Pages come first where there are few cores.
os.setPriority(10);

process.on("disconnect", () => process.exit());
process.on("message", ({ kind, bytes, maxPixels }) => {
  work(kind, bytes, maxPixels).then(
    (result) => process.send(result),
    (error) => process.send({ ok: false, reason: reasonOf(error), detail: String(error) }),
  );
});

async function work(kind, bytes, maxPixels) {
  // "error" lets through what merely deserves a warning: many phones write such files.
  const image = sharp(bytes, { failOn: "error", limitInputPixels: maxPixels });
  const metadata = await image.metadata();
  if ((metadata.pages ?? 1) > 1) return { ok: false, reason: "animated" };
  const hash = createHash("sha256").update(`${PIPELINE} ${kind}\0`).update(bytes).digest("hex").slice(0, 20);
  // sharp drops metadata and converts to sRGB unless told otherwise.
  const upright = image.autoOrient().flatten({ background: WHITE }).toColourspace("srgb").removeAlpha();
  return kind === "logo" ? logo(upright, hash) : cover(upright, metadata.autoOrient, hash);
}

async function cover(upright, { width, height }, hash) {
  const [least, most] = KEPT_PROPORTIONS;
  const proportion = width / height;
  const isKept = proportion >= least && proportion <= most;
  const inside = isKept ? { width: 640 } : { width: 640, height: 960, fit: "inside" };
  const fitted = await raw(upright.resize({ ...inside, withoutEnlargement: true }));
  const master = isKept ? fitted : await onBackdrop(fitted);

  const files = [];
  for (const wanted of WIDTHS) {
    const scaled = await raw(open(master).resize({ width: wanted, withoutEnlargement: true }));
    const small = wanted === 160;
    const avif = await open(scaled)
      .avif({ quality: small ? 58 : 52, effort: 3 })
      .toBuffer();
    const webp = await open(scaled)
      .webp({ quality: small ? 76 : 72, effort: 5 })
      .toBuffer();
    files.push({ name: `${hash}-${wanted}.avif`, bytes: avif });
    files.push({ name: wanted === 640 ? `${hash}.webp` : `${hash}-${wanted}.webp`, bytes: webp });
  }
  const jpeg = await open(master).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
  files.push({ name: `${hash}-640.jpg`, bytes: jpeg });
  return { ok: true, name: `${hash}.webp`, files };
}

/** The whole picture in the middle of 2:3, before a blurred and darkened enlargement of itself. */
async function onBackdrop(fitted) {
  const width = Math.max(fitted.info.width, Math.round((fitted.info.height * 2) / 3));
  const height = Math.max(fitted.info.height, Math.round(width * 1.5));
  const backdrop = await raw(
    open(fitted)
      .resize({ width, height, fit: "cover" })
      .blur(Math.max(2, width / 20))
      .modulate({ brightness: 0.8, saturation: 0.9 }),
  );
  const { data: input, info } = fitted;
  return raw(open(backdrop).composite([{ input, raw: info, gravity: "centre" }]));
}

async function logo(upright, hash) {
  const fits = { width: 1024, height: 256, fit: "inside", withoutEnlargement: true };
  const { data: bytes, info } = await upright
    .resize(fits)
    .webp({ quality: 90, effort: 5 })
    .toBuffer({ resolveWithObject: true });
  const name = `logo-${hash}-${info.width}x${info.height}.webp`;
  return { ok: true, name, files: [{ name, bytes }] };
}

const raw = (image) => image.raw().toBuffer({ resolveWithObject: true });
const open = ({ data, info }) =>
  sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });

const reasonOf = (error) => (/exceeds pixel limit/.test(error.message) ? "too-many-pixels" : "broken");
