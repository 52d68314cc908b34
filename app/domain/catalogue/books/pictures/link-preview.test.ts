import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { imageProcessor, type ProcessImage } from "~/platform/pictures/images.server";
import { type DrawPage, typesetter } from "~/platform/pdf/pdf.server";
import { bookOfPreview, linkPreview, linkPreviewName } from "./link-preview.server";

const COVER = "0c1514b75f6fa067.webp";
const BROKEN = "2222222222222222.webp";
/** #faf6ee, as JPEG has it. */
const PAPER = [0xfa, 0xf6, 0xed];

let folder: string;
let place: { previewsDir: string; coversDir: string };
let asked = 0;
const work = imageProcessor();
const process: ProcessImage = (...given) => {
  asked += 1;
  return work(...given);
};
const draw: DrawPage = typesetter().drawPage;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kitab-link-previews-"));
  place = { previewsDir: path.join(folder, "previews"), coversDir: folder };
  copyFileSync(`app/sample/covers/${COVER}`, path.join(folder, COVER));
  writeFileSync(path.join(folder, BROKEN), "RIFF    WEBP and no more");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const bookOf = (given: { id?: number; title?: string; author?: string; cover?: string | null } = {}) => ({
  id: given.id ?? 7,
  title: given.title ?? "Gora",
  authors: [{ id: 1, name: given.author ?? "Rabindranath Tagore" }],
  cover: given.cover === undefined ? COVER : given.cover,
});

const ask = (book = bookOf(), shopName = "Kitab", tools = { draw, process }) =>
  linkPreview(place, { name: linkPreviewName(book, shopName) ?? "none", book, shopName }, tools);

async function pictureOf(book = bookOf()) {
  const preview = await ask(book);
  if (!preview.ok) throw new Error(preview.reason);
  return sharp(Buffer.from(preview.bytes));
}

type Area = { left: number; top: number; width: number; height: number };
const TITLE: Area = { left: 490, top: 72, width: 618, height: 270 };
const LEFT: Area = { ...TITLE, width: 300 };
const RIGHT: Area = { ...TITLE, left: 808, width: 300 };

/** The share of dark pixels in an area, from 0 to 1. */
async function inkIn(picture: Sharp, area: Area): Promise<number> {
  const grey = await picture.clone().extract(area).greyscale().raw().toBuffer();
  return grey.filter((value) => value < 128).length / grey.length;
}

test("the picture is 1200 by 630, with the cover on the left, the title beside it and paper around", async () => {
  const picture = await pictureOf();
  expect(await picture.metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
  const colourOf = async (area: Area) => [
    ...(await picture.clone().extract(area).resize(1, 1).raw().toBuffer()),
  ];
  for (const corner of [
    { left: 5, top: 5 },
    { left: 1180, top: 610 },
  ])
    expect(await colourOf({ ...corner, width: 10, height: 10 })).toEqual(PAPER);
  expect(await inkIn(picture, TITLE)).toBeGreaterThan(0.02);

  // The inner part of the cover, equal within the losses of JPEG.
  const inner = { left: 60, top: 10, width: 250, height: 460 };
  const shown = await picture
    .clone()
    .extract({ ...inner, left: 92 + inner.left, top: 72 + inner.top })
    .resize(25, 46)
    .raw()
    .toBuffer();
  const cover = await sharp(path.join(folder, COVER))
    .resize(324, 486, { fit: "cover" })
    .removeAlpha()
    .toBuffer();
  const own = await sharp(cover).extract(inner).resize(25, 46).raw().toBuffer();
  const furthest = Math.max(...own.map((value, at) => Math.abs(value - shown[at]!)));
  expect(furthest).toBeLessThan(30);
});

test("shows titles in every script, Urdu aligned like the others, and long titles within their column", async () => {
  for (const title of ["गोदान", "পথের পাঁচালী", "பொன்னியின் செல்வன்", "آگ کا دریا", "ਪਿੰਜਰ"]) {
    const picture = await pictureOf(bookOf({ title }));
    expect([title, (await inkIn(picture, LEFT)) > 0.01]).toEqual([title, true]);
  }
  const urdu = await pictureOf(bookOf({ title: "دریا" }));
  expect(await inkIn(urdu, RIGHT)).toBe(0);
  for (const title of [
    "W".repeat(255),
    "monsoon ".repeat(40),
    "रामायण ".repeat(40),
    "آگ کا دریا ".repeat(20),
  ]) {
    const picture = await pictureOf(bookOf({ title }));
    const beside = { left: 1112, top: 0, width: 88, height: 630 };
    expect([title.slice(0, 8), await inkIn(picture, beside)]).toEqual([title.slice(0, 8), 0]);
  }
});

test("does not interpret markup and control characters in a title", async () => {
  const picture = await pictureOf(bookOf({ title: '#image("/etc/passwd") $x$ <b> \u202e \u0007 \ud800' }));
  expect(await inkIn(picture, TITLE)).toBeGreaterThan(0.02);
});

test("is made once, stored, and replaced when the book changes", async () => {
  const book = bookOf({ id: 70 });
  const before = asked;
  const [one, other] = await Promise.all([ask(book), ask(book)]);
  expect([one.ok, other, asked - before]).toEqual([true, one, 1]);
  expect(await ask(book)).toEqual(one);
  expect(asked - before).toBe(1);

  const changes = [
    linkPreviewName(book, "Kitab"),
    linkPreviewName(book, "Another shop"),
    linkPreviewName({ ...book, title: "Gora, revised" }, "Kitab"),
    linkPreviewName({ ...book, authors: [] }, "Kitab"),
    linkPreviewName({ ...book, cover: "1111111111111111.webp" }, "Kitab"),
  ];
  expect(new Set(changes).size).toBe(changes.length);

  const revised = { ...book, title: "Gora, revised" };
  const old = { name: changes[0]!, book: revised, shopName: "Kitab" };
  expect(await linkPreview(place, old)).toEqual({ ok: false, reason: "moved", name: changes[2] });
  const ofSeven = readdirSync(place.previewsDir).filter((name) => name.startsWith("7-"));
  expect((await ask(revised)).ok).toBe(true);
  expect(readdirSync(place.previewsDir).filter((name) => name.startsWith("70-"))).toEqual([changes[2]]);
  expect(readdirSync(place.previewsDir).filter((name) => name.startsWith("7-"))).toEqual(ofSeven);
});

test("needs a cover; tries a broken one once; tries again later when the worker is busy", async () => {
  expect(linkPreviewName(bookOf({ cover: null }), "Kitab")).toBeNull();
  expect(await ask(bookOf({ cover: null }))).toEqual({ ok: false, reason: "not_found" });
  expect(await ask(bookOf({ cover: "3333333333333333.webp" }))).toEqual({ ok: false, reason: "not_found" });
  const before = asked;
  for (let n = 0; n < 3; n += 1) expect((await ask(bookOf({ cover: BROKEN }))).ok).toBe(false);
  expect(asked - before).toBe(1);
  const book = bookOf({ id: 71 });
  const busy: ProcessImage = async () => ({ ok: false, reason: "busy" });
  expect(await ask(book, "Kitab", { draw, process: busy })).toEqual({ ok: false, reason: "later" });
  expect((await ask(book)).ok).toBe(true);
});

test("only three previews are made at a time", async () => {
  expect((await ask()).ok).toBe(true);
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let waiting = 0;
  const slow: DrawPage = async (...given) => {
    waiting += 1;
    await gate;
    return draw(...given);
  };
  const held = [81, 82, 83].map((id) => ask(bookOf({ id }), "Kitab", { draw: slow, process }));
  await vi.waitFor(() => expect(waiting).toBe(3));
  expect(await ask(bookOf({ id: 84 }))).toEqual({ ok: false, reason: "later" });
  // A stored preview is still returned.
  expect((await ask()).ok).toBe(true);
  release();
  for (const preview of await Promise.all(held)) expect(preview.ok).toBe(true);
  expect(existsSync(path.join(place.previewsDir, linkPreviewName(bookOf({ id: 84 }), "Kitab")!))).toBe(false);
});

test.each([
  "",
  "7.jpg",
  "7-00.jpg",
  "../7-0123456789abcdef.jpg",
  "0-0123456789abcdef.jpg",
  "7-0123456789ABCDEF.jpg",
])("%j is not a picture's name", (name) => expect(bookOfPreview(name)).toBe(0));

test("the name contains the book's id", () => {
  expect(bookOfPreview(linkPreviewName(bookOf({ id: 12 }), "Kitab")!)).toBe(12);
});

test("the picture uses the shop's colours", () => {
  const tokens = readFileSync("app/styles/app.css", "utf8");
  const colours = [
    ...readFileSync("app/domain/catalogue/books/pictures/link-preview.typ", "utf8").matchAll(
      /#let ([\w-]+) = rgb\("(#\w{6})"\)/g,
    ),
  ];
  expect(colours.length).toBeGreaterThan(3);
  for (const [, name, value] of colours) expect(tokens).toContain(`--${name}: light-dark(${value}, `);
});
