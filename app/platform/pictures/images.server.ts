import { createHash } from "node:crypto";
import path from "node:path";
import { ROOT } from "~/process/config.server";
import { childWorker } from "../child-worker.server";
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, type ImageRefusal } from "./image-limits";
import { logger } from "../logger.server";

/**
 * cover: the files that ui/store/cover.tsx uses, and a JPEG for programs that cannot show WebP. logo: one WebP.
 * icon: the PNGs of the shop's icon (`iconFiles`).
 * picture: a picture in a text, in the widths of picture-files.ts. further: one of a book beside its cover.
 * preview: the missing JPEG of a cover, from its WebP. list: its missing width for lists on phones. card: a cover on
 * a sheet.
 */
export type ImageKind = "cover" | "logo" | "icon" | "picture" | "further" | "preview" | "card" | "list";

export type ImageOutcome =
  /** `name` is stored in the database for all files. Names contain a hash: the same picture gives the same names. */
  | { ok: true; name: string; files: readonly { name: string; bytes: Uint8Array }[] }
  | { ok: false; reason: ImageRefusal };

/** @param sheet of a card: an SVG drawn by our own typesetter, never from elsewhere */
export type ProcessImage = (kind: ImageKind, bytes: Uint8Array, sheet?: Uint8Array) => Promise<ImageOutcome>;

/** As in image-worker.mjs, which imports nothing of the shop. */
const PIPELINE = "kitab 2";

/**
 * The hash in the names of the files that an upload becomes, known without converting it: the name begins with it, or with
 * its kind and it ('further-<hash>-').
 * @param bytes as uploaded
 */
export const imageHash = (kind: ImageKind, bytes: Uint8Array): string =>
  createHash("sha256").update(`${PIPELINE} ${kind}\0`).update(bytes).digest("hex").slice(0, 20);

interface Job {
  kind: ImageKind;
  bytes: Uint8Array;
  sheet: Uint8Array | undefined;
  maxPixels: number;
}

type Answer = ImageOutcome & { detail?: string };

const SECOND = 1000;
/** Each waiting job keeps its bytes in memory. */
const MOST_WAITING = 4;

/**
 * Converts uploaded pictures, one at a time, in a child process that starts when needed and ends when idle. The shop's
 * own process never decodes a picture.
 * @param given.timeLimitMs after this time the process is killed and the picture refused
 */
export function imageProcessor(
  given: { worker?: string; timeLimitMs?: number; idleMs?: number } = {},
): ProcessImage {
  const work = childWorker<Job, Answer>({
    worker: given.worker ?? path.join(ROOT, "app/platform/pictures/image-worker.mjs"),
    timeLimitMs: given.timeLimitMs ?? 20 * SECOND,
    idleMs: given.idleMs ?? 30 * SECOND,
    mostWaiting: MOST_WAITING,
  });
  return async (kind, bytes, sheet) => {
    const refused = refusalAtSight(bytes);
    if (refused) return { ok: false, reason: refused };
    const outcome = await work({ kind, bytes, sheet, maxPixels: IMAGE_MAX_PIXELS });
    if (!outcome.ok && outcome.reason === "busy") return { ok: false, reason: "busy" };
    const answer: Answer = outcome.ok ? outcome.answer : outcome;
    // A compromised decoder must not choose where files are written.
    if (answer.ok && ![answer.name, ...answer.files.map((file) => file.name)].every(isPlainName))
      return { ok: false, reason: "failed" };
    if (!answer.ok) logger.warn({ reason: answer.reason, detail: answer.detail }, "a picture was refused");
    return answer;
  };
}

/** The shop's image processor. */
export const processImage = imageProcessor();

const isPlainName = (name: string) => /^[\w-]{1,80}\.(?:webp|avif|jpg|png)$/.test(name);

/** Refuses pictures by their first bytes, without decoding them. */
function refusalAtSight(bytes: Uint8Array): ImageRefusal | null {
  if (bytes.length === 0) return "missing";
  if (bytes.length > IMAGE_MAX_BYTES) return "too-large";
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isPictureStart(head)) return "not-an-image";
  const { isPng, isWebp } = typeOf(head);
  return (isPng && isAnimatedPng(head)) || (isWebp && isAnimatedWebp(head)) ? "animated" : null;
}

/** Whether a file that begins so may be a JPEG, PNG or WebP. @param head its first twelve bytes or more */
export function isPictureStart(head: Buffer): boolean {
  const { isJpeg, isPng, isWebp } = typeOf(head);
  return isJpeg || isPng || isWebp;
}

const typeOf = (head: Buffer) => ({
  isJpeg: head.length > 0 && head.readUIntBE(0, Math.min(3, head.length)) === 0xff_d8_ff,
  isPng: head.subarray(0, 8).equals(PNG),
  isWebp: head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG with an acTL chunk before its pixels is animated (APNG), but the decoder would read only one frame. */
function isAnimatedPng(png: Buffer): boolean {
  for (let at = PNG.length; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "acTL") return true;
    if (type === "IDAT") return false;
  }
  return false;
}

/** The animation flag of the extended header (VP8X). */
const isAnimatedWebp = (webp: Buffer) =>
  webp.toString("latin1", 12, 16) === "VP8X" && ((webp[20] ?? 0) & 0x02) !== 0;
