import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import type { ProcessImage } from "~/platform/pictures/images.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { picture } from "~/test/files/pictures";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { pictureMarkdown } from "./picture-markdown";
import { pictureFiles, pictureSource, picturesIn } from "./pictures";
import { altSchema } from "./pictures.schema";
import {
  addPicture,
  countPictureUses,
  deletePicture,
  findPicture,
  listPictures,
  setPictureUses,
} from "./pictures.server";

let db: ShopDatabase;
let coversDir: string;
let staffId: number;
const folders: string[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  coversDir = mkdtempSync(path.join(tmpdir(), "kitab-pictures-"));
  folders.push(coversDir);
  staffId = await createStaff(db.write);
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const files = () => readdirSync(coversDir).sort();
const nameOf = (letter: string) => `picture-${letter.repeat(20)}-1600x900.webp`;

/** An image processor that accepts any bytes and names the files after the letter. */
const named =
  (letter: string): ProcessImage =>
  () => {
    const made = pictureFiles(nameOf(letter)).map((name) => ({ name, bytes: Buffer.from("y") }));
    return Promise.resolve({ ok: true, name: nameOf(letter), files: made });
  };

async function add(letter: string, alt = "A shelf") {
  const store = { coversDir, processImage: named(letter) };
  const added = await addPicture(db.write, { staffId, bytes: Buffer.from("x"), alt }, store);
  if (!added.ok) throw new Error(added.message);
  return added.picture;
}

test("an uploaded picture is stored in three widths and as a JPEG, with its size", async () => {
  const bytes = await picture(2000, 1000).png().toBuffer();
  const added = await addPicture(db.write, { staffId, bytes, alt: "Our shelf" }, { coversDir });
  if (!added.ok) throw new Error(added.message);
  const { file, id } = added.picture;
  expect(added.picture).toMatchObject({ width: 1600, height: 800, alt: "Our shelf" });
  expect(files()).toEqual(pictureFiles(file).sort());
  const sizes = await Promise.all(
    pictureFiles(file).map(async (name) => {
      const { format, width, height } = await sharp(readFileSync(path.join(coversDir, name))).metadata();
      return [format, width, height];
    }),
  );
  expect(sizes).toEqual([
    ["webp", 1600, 800],
    ["webp", 480, 240],
    ["webp", 960, 480],
    ["jpeg", 1200, 600],
  ]);
  const stem = `/coverpages/${file.replace(".webp", "")}`;
  expect(pictureSource(file)).toEqual({
    src: `${stem}.webp`,
    srcSet: `${stem}-480.webp 480w, ${stem}-960.webp 960w, ${stem}.webp 1600w`,
    width: 1600,
    height: 800,
  });
  expect(await readAudit(db.read, "picture", id)).toMatchObject([{ action: "added" }]);
});

test("a small picture is not enlarged and has one file for pages", async () => {
  const bytes = await picture(300, 200).png().toBuffer();
  const added = await addPicture(db.write, { staffId, bytes, alt: "A stamp" }, { coversDir });
  if (!added.ok) throw new Error(added.message);
  expect(files()).toHaveLength(2);
  expect(pictureSource(added.picture.file)).toMatchObject({ srcSet: "", width: 300, height: 200 });
});

test("a file that is no picture is refused with a sentence, and nothing is stored", async () => {
  const bytes = Buffer.from("<svg/>");
  expect(await addPicture(db.write, { staffId, bytes, alt: "x" }, { coversDir })).toEqual({
    ok: false,
    message: "The file is not a JPEG, PNG or WebP image",
  });
  expect([files(), await listPictures(db.read)]).toEqual([[], []]);
});

test("the same picture, uploaded again, stays one and gets the new description", async () => {
  const first = await add("a", "A shelf");
  const version = await db.catalogueVersion();
  const again = await add("a", "A long shelf");
  expect(again).toEqual({ ...first, alt: "A long shelf" });
  expect(await listPictures(db.read)).toEqual([again]);
  expect(await db.catalogueVersion()).toBeGreaterThan(version);
});

describe("deleting a picture", () => {
  test("removes row and files, once", async () => {
    const { id } = await add("a");
    const kept = await add("b");
    expect(await deletePicture(db.write, { id, staffId }, { coversDir })).toEqual({ ok: true });
    expect(files()).toEqual(pictureFiles(kept.file).sort());
    expect(await findPicture(db.read, id)).toBeNull();
    expect(await deletePicture(db.write, { id, staffId }, { coversDir })).toMatchObject({
      reason: "unknown",
    });
    expect((await readAudit(db.read, "picture", id))[0]).toMatchObject({ action: "deleted" });
  });

  test("is refused while a row shows it", async () => {
    const [one, two] = [await add("a"), await add("b")];
    const uses = (given: { files?: string[]; ids?: number[] }) =>
      setPictureUses(db.write, { subject: "page", subjectId: 7, ...given });
    await uses({ files: [one.file, nameOf("f")], ids: [two.id] });
    expect(await countPictureUses(db.read)).toEqual(
      new Map([
        [one.id, 1],
        [two.id, 1],
      ]),
    );
    expect(await deletePicture(db.write, { id: one.id, staffId }, { coversDir })).toEqual({
      ok: false,
      reason: "in_use",
      message: "This picture is shown somewhere. Remove it there first.",
    });
    await uses({ ids: [two.id] });
    expect(await deletePicture(db.write, { id: one.id, staffId }, { coversDir })).toEqual({ ok: true });
    expect(await deletePicture(db.write, { id: two.id, staffId }, { coversDir })).toMatchObject({
      ok: false,
    });
  });
});

test("the sweep deletes files without a row, and keeps those of pictures and new ones", async () => {
  const kept = await add("a");
  const old = new Date(Date.now() - 2 * 3_600_000);
  const lay = (letter: string, at: Date) => {
    for (const name of pictureFiles(nameOf(letter))) {
      writeFileSync(path.join(coversDir, name), "x");
      utimesSync(path.join(coversDir, name), at, at);
    }
  };
  lay("a", old);
  lay("b", old);
  lay("c", new Date());
  expect(await sweepImages(db.write, coversDir)).toBe(4);
  expect(files()).toEqual([...pictureFiles(kept.file), ...pictureFiles(nameOf("c"))].sort());
});

test("a picture's Markdown names it and is found again in a text", () => {
  const file = nameOf("a");
  const text = pictureMarkdown({ file, alt: "Shelf [left]" });
  expect(text).toBe(String.raw`![Shelf \[left\]](/coverpages/${file})`);
  expect(picturesIn(`a ${text} b ${text}`)).toEqual([file]);
  expect(picturesIn("![x](/coverpages/logo.webp)")).toEqual([]);
});

test("a description is one line, and not empty", () => {
  expect(altSchema.parse(" A\n shelf ")).toBe("A shelf");
  for (const text of ["", " \n", "x".repeat(201)]) expect(altSchema.safeParse(text).success).toBe(false);
});
