import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import type { ProcessImage } from "~/platform/pictures/images.server";
import { createTestDatabase } from "~/test/database";
import { createBook, createBookPicture, createStaff } from "~/test/factories";
import { jpeg } from "~/test/files/pictures";
import { pictureFiles } from "~/platform/pictures/picture-files";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { coverFiles } from "~/domain/kit/images/images";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { saveLogo } from "~/domain/shop/look/shop-pictures.server";
import { resetCover, saveCover } from "./covers.server";
import {
  addBookPicture,
  furtherPictures,
  moveBookPicture,
  removeBookPicture,
  saveBookPicture,
} from "./further-pictures.server";
import { findBook } from "../books.server";

let db: ShopDatabase;
let coversDir: string;
let staffId: number;
const folders: string[] = [];

beforeEach(async () => {
  db = await createTestDatabase();
  coversDir = mkdtempSync(path.join(tmpdir(), "kitab-covers-"));
  folders.push(coversDir);
  staffId = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const book = (id: number) =>
  db.read.selectFrom("books").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const files = () => readdirSync(coversDir).sort();

/** Writes the files of a cover. */
function lay(cover: string, ageMs = 0) {
  for (const name of coverFiles(cover)) {
    writeFileSync(path.join(coversDir, name), "x");
    const at = new Date(Date.now() - ageMs);
    utimesSync(path.join(coversDir, name), at, at);
  }
}

/** An image processor that accepts any bytes and names the files after the letter. */
const named =
  (letter: string): ProcessImage =>
  () => {
    const name = `${letter.repeat(20)}.webp`;
    const made = coverFiles(name).map((one) => ({ name: one, bytes: Buffer.from("y") }));
    return Promise.resolve({ ok: true, name, files: made });
  };
const NAMED_A = `${"a".repeat(20)}.webp`;

describe("a new cover", () => {
  test("is stored, the old one's files are deleted, and an audit entry is written", async () => {
    const id = await createBook(db.write, { cover: "old.webp" });
    lay("old.webp");
    const before = await book(id);
    const catalogue = await db.catalogueVersion();
    const saved = await saveCover(db.write, { bookId: id, staffId, bytes: await jpeg() }, { coversDir });
    expect(saved).toEqual({ ok: true });
    const { cover, version } = await book(id);
    expect(files()).toEqual(coverFiles(cover!).sort());
    // The edit form has no cover field, so an open form cannot conflict with the change.
    expect(version).toBe(before.version);
    expect(await db.catalogueVersion()).toBeGreaterThan(catalogue);
    expect(await readAudit(db.read, "book", id)).toMatchObject([
      {
        who: "Asha Rao",
        action: "changed the cover of",
        changes: [{ field: "Cover", before: "old.webp", after: cover }],
      },
    ]);
  });

  test("keeps the old one's files if another book uses them", async () => {
    const id = await createBook(db.write, { cover: "shared.webp" });
    await createBook(db.write, { cover: "shared.webp" });
    lay("shared.webp");
    await saveCover(
      db.write,
      { bookId: id, staffId, bytes: Buffer.from("x") },
      { coversDir, processImage: named("a") },
    );
    expect(files()).toEqual([...coverFiles(NAMED_A), ...coverFiles("shared.webp")].sort());
    await resetCover(db.write, { bookId: id, staffId }, { coversDir });
    expect(files()).toEqual(coverFiles("shared.webp").sort());
  });

  test("the same picture, uploaded again or for another book, is stored once", async () => {
    const [one, two] = [await createBook(db.write), await createBook(db.write)];
    const store = { coversDir, processImage: named("a") };
    for (const bookId of [one, two, one]) {
      expect((await saveCover(db.write, { bookId, staffId, bytes: Buffer.from("x") }, store)).ok).toBe(true);
    }
    expect(files()).toEqual(coverFiles(NAMED_A).sort());
    expect(await readAudit(db.read, "book", one)).toHaveLength(1);
    await resetCover(db.write, { bookId: one, staffId }, store);
    expect(files()).toEqual(coverFiles(NAMED_A).sort());
    await resetCover(db.write, { bookId: two, staffId }, store);
    expect(files()).toEqual([]);
  });

  test("after several uploads at once for one book, the files of exactly one are left", async () => {
    const id = await createBook(db.write);
    await Promise.all(
      ["a", "b", "c", "d"].map((letter) =>
        saveCover(
          db.write,
          { bookId: id, staffId, bytes: Buffer.from("x") },
          { coversDir, processImage: named(letter) },
        ),
      ),
    );
    expect(files()).toEqual(coverFiles((await book(id)).cover!).sort());
  });
});

describe("a failed upload leaves the book as it was", () => {
  async function untouched(work: (id: number) => Promise<unknown>) {
    const id = await createBook(db.write, { cover: "old.webp" });
    lay("old.webp");
    const before = await book(id);
    const outcome = await work(id);
    expect(await book(id)).toEqual(before);
    expect(await readAudit(db.read, "book", id)).toEqual([]);
    expect(files()).toEqual(coverFiles("old.webp").sort());
    return outcome;
  }

  test("when the file is not a picture", async () => {
    const outcome = await untouched((bookId) =>
      saveCover(db.write, { bookId, staffId, bytes: Buffer.from("<svg/>") }, { coversDir }),
    );
    expect(outcome).toEqual({ ok: false, message: "The file is not a JPEG, PNG or WebP image" });
  });

  test("when the folder cannot be written to", async () => {
    const blocked = path.join(coversDir, "old.webp", "below-a-file");
    const outcome = await untouched((bookId) =>
      saveCover(
        db.write,
        { bookId, staffId, bytes: Buffer.from("x") },
        { coversDir: blocked, processImage: named("a") },
      ),
    );
    expect(outcome).toEqual({ ok: false, message: "The image could not be stored. Please try again later." });
  });

  test("when the database refuses the change; the new files are deleted", async () => {
    const nobody = 999_999;
    await untouched((bookId) =>
      expect(
        saveCover(
          db.write,
          { bookId, staffId: nobody, bytes: Buffer.from("x") },
          { coversDir, processImage: named("a") },
        ),
      ).rejects.toThrow(/foreign key/i),
    );
  });

  test("when the book does not exist", async () => {
    expect(
      await saveCover(db.write, { bookId: 77, staffId, bytes: await jpeg() }, { coversDir }),
    ).toMatchObject({ ok: false });
    expect(await resetCover(db.write, { bookId: 77, staffId }, { coversDir })).toMatchObject({ ok: false });
    expect(files()).toEqual([]);
  });
});

test("resets to the default cover, with one audit entry", async () => {
  const id = await createBook(db.write, { cover: "old.webp" });
  lay("old.webp");
  for (let time = 0; time < 2; time += 1)
    expect(await resetCover(db.write, { bookId: id, staffId }, { coversDir })).toEqual({ ok: true });
  expect((await book(id)).cover).toBeNull();
  expect(files()).toEqual([]);
  expect(await readAudit(db.read, "book", id)).toMatchObject([
    { action: "removed the cover of", changes: [{ before: "old.webp", after: "the default cover" }] },
  ]);
});

test("deletes files left by a crash; keeps new files, files in use and unrelated files", async () => {
  const old = 2 * 3_600_000;
  const stem = (letter: string) => `${letter.repeat(20)}.webp`;
  await createBook(db.write, { cover: stem("b") });
  const logo = `logo-${"c".repeat(20)}-10x20.webp`;
  const stale = `logo-${"d".repeat(20)}-10x20.webp`;
  const store = {
    coversDir,
    processImage: () =>
      Promise.resolve({ ok: true, name: logo, files: [{ name: logo, bytes: Buffer.from("x") }] } as const),
  };
  await saveLogo(db.write, { staffId, bytes: Buffer.from("x") }, store);
  lay(stem("a"), old);
  lay(stem("b"), old);
  lay(stem("e"));
  lay("0123456789abcdef.webp", old); // a sample cover: a later import of the sample may need it
  mkdirSync(path.join(coversDir, "notes"));
  for (const name of [stale, ".unfinished-old", "readme.txt", logo]) {
    writeFileSync(path.join(coversDir, name), "x");
    utimesSync(path.join(coversDir, name), new Date(Date.now() - old), new Date(Date.now() - old));
  }
  writeFileSync(path.join(coversDir, ".unfinished-new"), "x");

  expect(await sweepImages(db.write, coversDir)).toBe(8 + 2);
  expect(await sweepImages(db.write, coversDir)).toBe(0);
  expect(files()).toEqual(
    [
      ...coverFiles(stem("b")),
      ...coverFiles(stem("e")),
      ...coverFiles("0123456789abcdef.webp"),
      ".unfinished-new",
      "notes",
      "readme.txt",
      logo,
    ].sort(),
  );
  expect(existsSync(path.join(coversDir, stale))).toBe(false);
});

describe("further pictures", () => {
  const BACK = { kind: "back_cover", alt: "" } as const;
  const add = async (
    bookId: number,
    width: number,
    fields: Parameters<typeof saveBookPicture>[1]["fields"] = BACK,
  ) => addBookPicture(db.write, { bookId, staffId, bytes: await jpeg(width, 300), fields }, { coversDir });

  test("are added, described, moved and removed, each with an audit entry; books share the files", async () => {
    const [id, other] = [await createBook(db.write, { title: "Gora" }), await createBook(db.write)];
    const { version } = await book(id);
    const catalogue = await db.catalogueVersion();
    const back = await add(id, 200);
    const inside = await add(id, 1000, { kind: "look_inside", alt: "" });
    await add(other, 200);
    if (!back.ok || !inside.ok) throw new Error("not added");
    expect(await add(id, 200)).toMatchObject({ ok: false, message: "This book has this picture already" });

    const [first, second] = (await findBook(db.read, id))!.pictures;
    expect(first).toMatchObject({ id: back.id, alt: "Back cover of Gora", width: 200, height: 300 });
    expect(second).toMatchObject({ id: inside.id, alt: "Inside Gora", width: 1000 });
    // The small widths exist where the picture is wider.
    expect(files().filter((name) => name.startsWith(second!.file.slice(0, 20)))).toHaveLength(5);
    expect(await db.catalogueVersion()).toBeGreaterThan(catalogue);
    expect((await book(id)).version).toBe(version);

    const fields = { kind: "look_inside", alt: "The first page" } as const;
    await saveBookPicture(db.write, { bookId: id, pictureId: back.id, staffId, fields });
    const up = { bookId: id, pictureId: inside.id, direction: "up", staffId } as const;
    expect(await moveBookPicture(db.write, up)).toEqual({ ok: true, alt: "Inside Gora", place: 1 });
    expect(await moveBookPicture(db.write, up)).toMatchObject({ place: 1 });
    expect(await furtherPictures(db.read, id)).toMatchObject([{ id: inside.id }, { id: back.id, ...fields }]);
    for (const pictureId of [back.id, inside.id])
      expect(await removeBookPicture(db.write, { bookId: id, pictureId, staffId }, { coversDir })).toEqual({
        ok: true,
      });
    expect(
      await removeBookPicture(db.write, { bookId: other, pictureId: back.id, staffId }, { coversDir }),
    ).toMatchObject({
      reason: "unknown",
    });
    expect(files()).toEqual(
      pictureFiles(first!.file)
        .filter((name) => !/-(?:160|480|960)\.webp$/.test(name) || name.includes("-160."))
        .sort(),
    );
    expect(
      (await readAudit(db.read, "book", id)).map(({ action, changes }) => [action, changes.length]),
    ).toEqual([
      ["removed a picture of", 2],
      ["removed a picture of", 3],
      ["moved a picture of", 1],
      ["described a picture of", 2],
      ["added a picture of", 2],
      ["added a picture of", 2],
    ]);
  });

  test("are at most eight, also when two are added at once; a refused one leaves no file", async () => {
    const id = await createBook(db.write);
    for (let at = 0; at < 7; at += 1) await createBookPicture(db.write, id);
    const outcomes = await Promise.all([add(id, 200), add(id, 220)]);
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({
      message: "A book has at most 8 further pictures. Remove one to add another.",
    });
    const [last] = (await furtherPictures(db.read, id)).slice(-1);
    const own = last!.file.replace(/\.webp$/, "");
    expect(files().filter((name) => !name.startsWith(own))).toEqual([]);
    const unknown = { bookId: 999, staffId, bytes: await jpeg(), fields: BACK };
    expect(await addBookPicture(db.write, unknown, { coversDir })).toMatchObject({ reason: "unknown" });
  });

  test("of a book are kept by the sweep; those of a deleted book go with it", async () => {
    const id = await createBook(db.write);
    await add(id, 200);
    const later = new Date(Date.now() + 7_200_000);
    expect(await sweepImages(db.read, coversDir, later)).toBe(0);
    await db.write.deleteFrom("books").where("id", "=", id).execute();
    expect(await db.read.selectFrom("book_pictures").selectAll().execute()).toEqual([]);
    await sweepImages(db.read, coversDir, later);
    expect(files()).toEqual([]);
  });
});
