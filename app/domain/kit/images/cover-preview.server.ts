import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { oneAtATime, keepImage } from "~/platform/pictures/image-files.server";
import { boundedCache } from "~/platform/bounded-cache";
import { type ImageKind, processImage, type ProcessImage } from "~/platform/pictures/images.server";

type Preview = { ok: true; bytes: Uint8Array } | { ok: false; reason: "not_found" | "later" };

/** Of covers, uploaded or from the sample, and of logos; not of smaller copies. */
const PREVIEW = /^(?:([0-9a-f]{16,20})-640|(logo-[0-9a-f]{20}-\d+x\d+))\.jpg$/;

const underway = new Map<string, Promise<Preview>>();
/** Covers that could not be converted: not tried again by this process. */
const unusable = boundedCache<true>({ maxBytes: 256 * 1024, bytesOf: () => 0 });

/**
 * The JPEG of a cover or a logo, for link previews, mails and bills, which cannot show WebP. Uploaded covers have one; for
 * the others it is made from the WebP at the first request, and stored beside it.
 * @param file below /coverpages/
 */
export function coverPreview(
  coversDir: string,
  file: string,
  process: ProcessImage = processImage,
): Promise<Preview> {
  const [, cover, logo] = PREVIEW.exec(file) ?? [];
  const stem = cover ?? logo;
  if (!stem || unusable.get(file)) return Promise.resolve({ ok: false, reason: "not_found" });
  const begun = underway.get(file);
  if (begun) return begun;
  const making = make(coversDir, { stem, name: file, kind: "preview" }, process).finally(() =>
    underway.delete(file),
  );
  underway.set(file, making);
  return making;
}

async function make(
  coversDir: string,
  { stem, name, kind }: { stem: string; name: string; kind: ImageKind },
  process: ProcessImage,
): Promise<Preview> {
  const source = path.join(coversDir, `${stem}.webp`);
  const webp = await readIfThere(source);
  if (!webp) return { ok: false, reason: "not_found" };
  const image = await process(kind, webp);
  if (!image.ok) {
    if (!["busy", "slow", "failed"].includes(image.reason)) unusable.set(name, true);
    return { ok: false, reason: "later" };
  }
  const { bytes } = image.files[0]!;
  await oneAtATime(async () => {
    // If the cover was deleted meanwhile, its preview would never be removed.
    if (await readIfThere(source)) await keepImage(coversDir, [{ name, bytes }]);
  });
  return { ok: true, bytes };
}

/** The width that covers uploaded to older versions of the shop lack. */
const LATER = /^([0-9a-f]{16,20})-240\.avif$/;

/**
 * Stands in for a missing width of a cover: starts making it for later requests, and returns another width.
 * @param file below /coverpages/
 * @returns the file to use now; null when there is no such cover
 */
export async function coverMeanwhile(
  coversDir: string,
  file: string,
  process: ProcessImage = processImage,
): Promise<string | null> {
  const stem = LATER.exec(file)?.[1];
  if (!stem) return null;
  if (!(await readIfThere(path.join(coversDir, `${stem}.webp`)))) return null;
  if (!underway.has(file) && !unusable.get(file)) {
    const making = make(coversDir, { stem, name: file, kind: "list" }, process)
      .catch((): Preview => ({ ok: false, reason: "later" }))
      .finally(() => underway.delete(file));
    underway.set(file, making);
  }
  return `${stem}-320.avif`;
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}

/**
 * The size of a cover's largest picture in pixels, from the header of its WebP; its JPEG has the same size.
 * @param cover books.cover
 * @returns null when the book has no cover, or the file is missing or not of the kind that the shop writes
 */
export async function coverSize(
  coversDir: string,
  cover: string | null,
): Promise<{ width: number; height: number } | null> {
  if (cover === null) return null;
  const head = Buffer.alloc(30);
  try {
    const file = await open(path.join(coversDir, path.basename(cover)));
    try {
      await file.read(head, 0, head.length, 0);
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
  // RFC 9649: simple lossy WebP, the only kind that image-worker.mjs writes and the sample contains.
  if (head.toString("latin1", 8, 16) !== "WEBPVP8 ") return null;
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}
