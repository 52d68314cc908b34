import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "~/process/config.server";
import { removeFiles, keepImage } from "~/platform/pictures/image-files.server";
import { processImage, type ProcessImage } from "~/platform/pictures/images.server";
import { boundedCache } from "~/platform/bounded-cache";
import { drawPage, type DrawPage } from "~/platform/pdf/pdf.server";
import type { BookDetails } from "../lists/catalogue";
import { parseId } from "~/domain/kit/ids";
import { shortText } from "~/domain/kit/short-text";

/** To be raised whenever the design of the pictures changes, so that their names change too. */
const DESIGN = "kitab 1";
const TEMPLATE = path.join(ROOT, "app/domain/catalogue/books/pictures/link-preview.typ");
/** Previews share their workers with uploads and bills: requests beyond this number are told to try again later. */
const MOST_IN_MAKING = 3;

type BookFacts = Pick<BookDetails, "id" | "title" | "authors" | "cover">;

interface Folders {
  /** Only for previews: its files can be made again. */
  previewsDir: string;
  coversDir: string;
}

interface Tools {
  draw: DrawPage;
  process: ProcessImage;
}

export type LinkPreview =
  | { ok: true; bytes: Uint8Array }
  /** The book has changed: its picture has this name now. */
  | { ok: false; reason: "moved"; name: string }
  | { ok: false; reason: "not_found" | "later" };

const underway = new Map<string, Promise<LinkPreview>>();
let inMaking = 0;
/** Previews that could not be made: not tried again by this process. */
const unusable = boundedCache<true>({ maxBytes: 256 * 1024, bytesOf: () => 0 });

/**
 * The file name of a book's link preview, a picture of 1200 by 630 with cover, title, authors and the shop's name. It
 * contains a hash of the content.
 * @param accent the shop's own, for its name @returns null for a book without a cover
 */
export function linkPreviewName(
  book: BookFacts,
  shopName: string,
  accent: string | null = null,
): string | null {
  if (!book.cover) return null;
  const content = JSON.stringify([DESIGN, sheetOf(book, shopName, accent), book.cover]);
  return `${book.id}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.jpg`;
}

/** The id of the book from a picture's file name; 0, which no book has, for other names. */
export const bookOfPreview = (name: string): number =>
  parseId(/^(\d+)-[0-9a-f]{16}\.jpg$/.exec(name)?.[1]) ?? 0;

/**
 * The picture itself, made at the first request and stored. Each book has only one, so requests cannot cause more work
 * than there are books.
 * @param asked.book the visible book from the file name
 */
export function linkPreview(
  folders: Folders,
  asked: { name: string; book: BookFacts; shopName: string; accent?: string | null },
  tools: Tools = { draw: drawPage, process: processImage },
): Promise<LinkPreview> {
  const { book, shopName, accent = null } = asked;
  const name = linkPreviewName(book, shopName, accent);
  if (!name || unusable.get(name)) return Promise.resolve({ ok: false, reason: "not_found" });
  if (name !== asked.name) return Promise.resolve({ ok: false, reason: "moved", name });
  const begun = underway.get(name);
  if (begun) return begun;
  const finding = findOrMake(folders, name, book, sheetOf(book, shopName, accent), tools).finally(() =>
    underway.delete(name),
  );
  underway.set(name, finding);
  return finding;
}

async function findOrMake(
  folders: Folders,
  name: string,
  book: BookFacts,
  sheet: Sheet,
  tools: Tools,
): Promise<LinkPreview> {
  const cached = await readIfThere(path.join(folders.previewsDir, name));
  if (cached) return { ok: true, bytes: cached };
  if (inMaking >= MOST_IN_MAKING) return { ok: false, reason: "later" };
  inMaking += 1;
  try {
    return await make(folders, name, book, sheet, tools);
  } finally {
    inMaking -= 1;
  }
}

async function make(
  { previewsDir, coversDir }: Folders,
  name: string,
  book: BookFacts,
  data: Sheet,
  { draw, process }: Tools,
): Promise<LinkPreview> {
  const cover = await readIfThere(path.join(coversDir, path.basename(book.cover!)));
  if (!cover) return { ok: false, reason: "not_found" };
  const sheet = await draw(TEMPLATE, data);
  if (!sheet.ok) return failure(name, sheet.reason);
  const picture = await process("card", cover, sheet.bytes);
  if (!picture.ok) return failure(name, picture.reason);
  const { bytes } = picture.files[0]!;
  // If it cannot be stored, it is made again at the next request.
  await keepImage(previewsDir, [{ name, bytes }]);
  await removeEarlier(previewsDir, name);
  return { ok: true, bytes };
}

function failure(name: string, reason: string): LinkPreview {
  const isTemporary = ["busy", "slow", "failed"].includes(reason);
  if (!isTemporary) unusable.set(name, true);
  return { ok: false, reason: isTemporary ? "later" : "not_found" };
}

/** Deletes earlier pictures of the book: only one is kept. */
async function removeEarlier(previewsDir: string, name: string): Promise<void> {
  const prefix = name.slice(0, name.indexOf("-") + 1);
  const others = await readdir(previewsDir).catch(() => []);
  await removeFiles(
    previewsDir,
    others.filter((other) => other.startsWith(prefix) && other !== name),
  );
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}

/** The texts of the picture, which link-preview.typ lays out. */
type Sheet = ReturnType<typeof sheetOf>;

const sheetOf = ({ title, authors }: BookFacts, shopName: string, accent: string | null) => ({
  title: setText(shortText(title, 150)),
  author: setText(shortText(authors.map((author) => author.name).join(", "), 90)),
  shopName: shortText(shopName, 40),
  ...(accent !== null && { accent }),
});

/** A text with what the typesetter needs to know about its script. */
function setText(text: string) {
  const shown = text
    .replace(/\p{Cs}/gu, "\u{fffd}")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
  return {
    text: shown,
    // Scripts with marks above and below the letters: Indian scripts and Nastaliq.
    isTall: /[\u0600-\u06ff\u0900-\u0dff\u1c50-\u1c7f\uabc0-\uabff]/u.test(shown),
    isRightToLeft: /^\P{L}*\p{Script=Arabic}/u.test(shown),
  };
}
