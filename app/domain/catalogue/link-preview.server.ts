import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "~/config.server";
import { removeFiles, storeImage } from "~/platform/image-files.server";
import { processImage, type ProcessImage } from "~/platform/images.server";
import { boundedCache } from "~/platform/bounded-cache";
import { drawPage, type DrawPage } from "~/platform/pdf.server";
import type { BookDetails } from "./catalogue";
import { parseId } from "../ids";
import { shortText } from "../short-text";

/** Raised whenever the same book gives another picture: its address then differs too. */
const DESIGN = "kitab 1";
const TEMPLATE = path.join(ROOT, "app/domain/catalogue/link-preview.typ");
/** They wait their turn with uploads and bills: who asks for more is told to come again. */
const MOST_IN_MAKING = 3;

type BookFacts = Pick<BookDetails, "id" | "title" | "authors" | "cover">;

interface Folders {
  /** For these alone: what is in it can be made again. */
  previewsDir: string;
  coversDir: string;
}

interface Tools {
  draw: DrawPage;
  process: ProcessImage;
}

export type LinkPreview =
  | { ok: true; bytes: Uint8Array }
  /** The book has changed since: its picture has this name now. */
  | { ok: false; reason: "moved"; name: string }
  | { ok: false; reason: "not_found" | "later" };

const underway = new Map<string, Promise<LinkPreview>>();
let inMaking = 0;
/** Those that could not be made: not tried again by this process. */
const hopeless = boundedCache<true>({ maxBytes: 256 * 1024, bytesOf: () => 0 });

/**
 * The name of the picture that link previews show of a book: its cover, title, authors and the shop's name on a sheet of
 * 1200 by 630. The name tells the content.
 * @returns null for a book without a cover
 */
export function linkPreviewName(book: BookFacts, shopName: string): string | null {
  if (!book.cover) return null;
  const content = JSON.stringify([DESIGN, sheetOf(book, shopName), book.cover]);
  return `${book.id}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}.jpg`;
}

/** The book that a picture's name speaks of; 0, which no book has, for what is no such name. */
export const bookOfPreview = (name: string): number =>
  parseId(/^(\d+)-[0-9a-f]{16}\.jpg$/.exec(name)?.[1]) ?? 0;

/**
 * The picture itself: made when first asked for, and kept. Each book has one, so that nobody can ask for more work
 * than there are books.
 * @param asked.book the visible book that the name speaks of
 */
export function linkPreview(
  folders: Folders,
  asked: { name: string; book: BookFacts; shopName: string },
  tools: Tools = { draw: drawPage, process: processImage },
): Promise<LinkPreview> {
  const { book, shopName } = asked;
  const name = linkPreviewName(book, shopName);
  if (!name || hopeless.get(name)) return Promise.resolve({ ok: false, reason: "not_found" });
  if (name !== asked.name) return Promise.resolve({ ok: false, reason: "moved", name });
  const begun = underway.get(name);
  if (begun) return begun;
  const finding = findOrMake(folders, name, book, shopName, tools).finally(() => underway.delete(name));
  underway.set(name, finding);
  return finding;
}

async function findOrMake(
  folders: Folders,
  name: string,
  book: BookFacts,
  shopName: string,
  tools: Tools,
): Promise<LinkPreview> {
  const kept = await readIfThere(path.join(folders.previewsDir, name));
  if (kept) return { ok: true, bytes: kept };
  if (inMaking >= MOST_IN_MAKING) return { ok: false, reason: "later" };
  inMaking += 1;
  try {
    return await make(folders, name, book, shopName, tools);
  } finally {
    inMaking -= 1;
  }
}

async function make(
  { previewsDir, coversDir }: Folders,
  name: string,
  book: BookFacts,
  shopName: string,
  { draw, process }: Tools,
): Promise<LinkPreview> {
  const cover = await readIfThere(path.join(coversDir, path.basename(book.cover!)));
  if (!cover) return { ok: false, reason: "not_found" };
  const sheet = await draw(TEMPLATE, sheetOf(book, shopName));
  if (!sheet.ok) return given(name, sheet.reason);
  const picture = await process("card", cover, sheet.bytes);
  if (!picture.ok) return given(name, picture.reason);
  const { bytes } = picture.files[0]!;
  // What could not be stored is made again when it is next asked for.
  await storeImage(previewsDir, [{ name, bytes }]);
  await removeEarlier(previewsDir, name);
  return { ok: true, bytes };
}

function given(name: string, reason: string): LinkPreview {
  const isForNow = ["busy", "slow", "failed"].includes(reason);
  if (!isForNow) hopeless.set(name, true);
  return { ok: false, reason: isForNow ? "later" : "not_found" };
}

/** A book's former pictures: one is kept for each. */
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

/** All that the sheet shows, as texts: link-preview.typ puts them in their places. */
const sheetOf = ({ title, authors }: BookFacts, shopName: string) => ({
  title: setText(shortText(title, 150)),
  author: setText(shortText(authors.map((author) => author.name).join(", "), 90)),
  shopName: shortText(shopName, 40),
});

/** With what the typesetter has to know of its script. */
function setText(text: string) {
  const shown = text
    .replace(/\p{Cs}/gu, "\u{fffd}")
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "");
  return {
    text: shown,
    // Letters with much above and below them: the scripts of India, and Nastaliq.
    isTall: /[\u0600-\u06ff\u0900-\u0dff\u1c50-\u1c7f\uabc0-\uabff]/u.test(shown),
    isRightToLeft: /^\P{L}*\p{Script=Arabic}/u.test(shown),
  };
}
