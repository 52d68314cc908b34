import { open, readFile } from "node:fs/promises";
import path from "node:path";
import { oneAtATime, storeImage } from "~/platform/image-files.server";
import { boundedCache } from "~/platform/bounded-cache";
import { type ImageKind, processImage, type ProcessImage } from "~/platform/images.server";

type Preview = { ok: true; bytes: Uint8Array } | { ok: false; reason: "not_found" | "later" };

/** Of covers alone, uploaded or of the sample: neither logos nor their smaller copies. */
const PREVIEW = /^([0-9a-f]{16,20})-640\.jpg$/;

const underway = new Map<string, Promise<Preview>>();
/** Covers that could not be turned into one: not tried again by this process. */
const hopeless = boundedCache<true>({ maxBytes: 256 * 1024, bytesOf: () => 0 });

/**
 * The JPEG of a cover for link previews, which know no WebP. Uploaded covers come with one; for the others it is made
 * from the WebP when first asked for, and kept beside it.
 * @param file below /coverpages/
 */
export function coverPreview(
  coversDir: string,
  file: string,
  process: ProcessImage = processImage,
): Promise<Preview> {
  const stem = PREVIEW.exec(file)?.[1];
  if (!stem || hopeless.get(file)) return Promise.resolve({ ok: false, reason: "not_found" });
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
    if (!["busy", "slow", "failed"].includes(image.reason)) hopeless.set(name, true);
    return { ok: false, reason: "later" };
  }
  const { bytes } = image.files[0]!;
  await oneAtATime(async () => {
    // The cover can have gone meanwhile: its preview would stay for ever.
    if (await readIfThere(source)) await storeImage(coversDir, [{ name, bytes }]);
  });
  return { ok: true, bytes };
}

/** The width that covers of an older shop lack. */
const LATER = /^([0-9a-f]{16,20})-240\.avif$/;

/**
 * For the width of a cover that is not there yet: it is made meanwhile, for the next who asks, and kept.
 * @param file below /coverpages/
 * @returns the file that does for now; null when there is no such cover
 */
export async function coverMeanwhile(
  coversDir: string,
  file: string,
  process: ProcessImage = processImage,
): Promise<string | null> {
  const stem = LATER.exec(file)?.[1];
  if (!stem) return null;
  if (!(await readIfThere(path.join(coversDir, `${stem}.webp`)))) return null;
  if (!underway.has(file) && !hopeless.get(file)) {
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
 * The size of a cover's largest picture, in pixels, from the head of its WebP; its JPEG has the same.
 * @param cover books.cover
 * @returns null when the book has none, or the file is not there or not of the kind that the shop writes
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
  // RFC 9649: a lossy picture without extras, the only kind that image-worker.mjs and the sample's covers are.
  if (head.toString("latin1", 8, 16) !== "WEBPVP8 ") return null;
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
}
