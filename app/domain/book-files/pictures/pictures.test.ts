import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { imageHash, type ProcessImage } from "~/platform/pictures/images.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { uploadedFile, workbookOf } from "~/test/files/import-files";
import { zipOf } from "~/test/files/zip-files";
import { listAudit } from "~/domain/kit/audit/audit-log.server";
import { parseAuditSearch } from "~/domain/kit/audit/audit-search";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { ALL_RIGHTS } from "~/domain/kit/rights/rights";
import { resetCover, saveCover } from "~/domain/catalogue/books/pictures/covers.server";
import { SAME_PICTURE } from "~/domain/catalogue/books/pictures/further-pictures";
import { furtherPictures, saveBookPicture } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { IMAGE_MAX_BYTES, imageRefusal } from "~/domain/kit/images/images";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { NO_MAPPING } from "../mapping";
import type { ImportMode } from "../plan/plan";
import { recognise } from "../read-books.server";
import { importById, importRows } from "../runs/import-runs.server";
import { createImport } from "../runs/create-import.server";
import { planRun, requestImport, undoImport } from "../runs/import-steps.server";
import { refusedRows } from "../runs/refused-rows.server";
import { runImports } from "../runs/run-imports.server";
import { meaningsOf } from "./picture-name";

const shop = await createTestDatabase();
const { read, write } = shop;
const dir = mkdtempSync(path.join(tmpdir(), "kitab-picture-imports-"));
const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-picture-covers-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
/** A file that begins as a JPEG, and says which picture it is. */
const jpeg = (which: string) => Buffer.concat([JPEG, Buffer.from(which)]);

/** The names of converted pictures come from their bytes, as the image worker gives them. */
const nameOf = (bytes: Uint8Array) => imageHash("cover", bytes);
const processImage: ProcessImage = async (kind, bytes) => {
  if (Buffer.from(bytes).includes("broken")) return { ok: false, reason: "broken" };
  const name =
    kind === "cover" ? `${nameOf(bytes)}.webp` : `further-${imageHash("further", bytes)}-800x600.webp`;
  return { ok: true, name, files: [{ name, bytes }] };
};
const store = { coversDir, processImage };

const [GORA, GODAN] = ["9780306406157", "9780143065838"];
let [gora, godan, plain] = [0, 0, 0];

beforeEach(async () => {
  for (const table of ["bulk_changes", "books", "authors", "tags", "publishers", "languages"] as const)
    await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, cover: null, title: "Gora", isbn13: GORA, sku: "KTB-1" });
  godan = await catalogueBook(write, {
    ...FULL_BOOK,
    cover: null,
    title: "Godan",
    isbn13: GODAN,
    sku: "KTB-2",
  });
  plain = await catalogueBook(write, {
    ...FULL_BOOK,
    cover: null,
    title: "Plain",
    isbn13: null,
    sku: "PLAIN-7",
  });
});

const run = async (stopping = new AbortController().signal) => {
  while ((await runImports(shop, { dir, store, stopping })) > 0 && !stopping.aborted);
};

async function checked(files: Record<string, Buffer>, mode: ImportMode = "add_and_change") {
  const file = uploadedFile(zipOf(files));
  const created = await createImport(write, { path: file, fileName: "covers.zip", staff, dir });
  if (!created.ok) throw new Error(created.message);
  expect(await planRun(write, created.id, { mode, mapping: NO_MAPPING })).toEqual({ ok: true });
  await run();
  return created.id;
}

async function imported(files: Record<string, Buffer>, mode?: ImportMode) {
  const id = await checked(files, mode);
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  return id;
}

const reportOf = async (id: number) => {
  const { rows } = await importRows(read, id, { page: 1 });
  return rows.map(({ reference, title, outcome, problems, warnings }) =>
    [reference, title, outcome, problems[0]?.message ?? warnings[0]].filter(Boolean),
  );
};
const coverOf = async (id: number) =>
  (await read.selectFrom("books").select("cover").where("id", "=", id).executeTakeFirstOrThrow()).cover;
const picturesOf = async (id: number) => (await furtherPictures(read, id)).map(({ kind }) => kind);
const files = () => readdirSync(coversDir).sort();

test.each<[file: string, meanings: [string, string][]]>([
  ["9780306406157.jpg", [["9780306406157", "cover"]]],
  [
    "covers/978-0-306-40615-7.JPEG",
    [
      ["978-0-306-40615-7", "cover"],
      ["978-0-306-40615", "other"],
    ],
  ],
  [
    "KTB-1_back.png",
    [
      ["KTB-1_back", "cover"],
      ["KTB-1", "back_cover"],
    ],
  ],
  [
    "KTB 1 Inside.webp",
    [
      ["KTB 1 Inside", "cover"],
      ["KTB 1", "look_inside"],
    ],
  ],
  [
    "9780306406157-1.jpg",
    [
      ["9780306406157-1", "cover"],
      ["9780306406157", "cover"],
    ],
  ],
  [
    "9780306406157_12.jpg",
    [
      ["9780306406157_12", "cover"],
      ["9780306406157", "other"],
    ],
  ],
])("what the name %s may mean", (file, meanings) => {
  expect(meaningsOf(file).map(({ name, place }) => [name, place])).toEqual(meanings);
});

test("a ZIP of pictures is told from a workbook", async () => {
  expect(await recognise(uploadedFile(zipOf({ "9780306406157.jpg": JPEG })))).toMatchObject({
    format: "pictures",
    columns: [],
  });
  expect(await recognise(uploadedFile(workbookOf([["Title"], ["Gora"]])))).toMatchObject({ format: "kitab" });
  await expect(recognise(uploadedFile(zipOf({ "letter.docx": JPEG })))).rejects.toThrow();
});

test("pictures are checked, added and taken back", async () => {
  const id = await checked({
    "covers/978-0-306-40615-7.jpg": jpeg("gora front"),
    "0143065831.png": jpeg("godan, by its ISBN-10"),
    "plain-7.jpg": jpeg("plain front"),
    "KTB-1-back.jpg": jpeg("gora back"),
    "9780306406157-2.jpg": jpeg("gora again"),
    "9780306406157 cover.jpg": jpeg("another front"),
    "unknown.jpg": jpeg("of no book"),
    "9780143065838-3.jpg": Buffer.from("GIF89a"),
    "notes.txt": Buffer.from("notes"),
    "__MACOSX/._9780306406157.jpg": JPEG,
    ".DS_Store": JPEG,
  });
  expect(await reportOf(id)).toEqual([
    ["0143065831.png", "Godan", "added"],
    ["9780143065838-3.jpg", "9780143065838-3.jpg", "refused", imageRefusal("not-an-image")],
    ["9780306406157 cover.jpg", "Gora", "added"],
    ["9780306406157-2.jpg", "Gora", "added"],
    [
      "covers/978-0-306-40615-7.jpg",
      "Gora",
      "refused",
      "9780306406157 cover.jpg is the cover of this book already",
    ],
    ["KTB-1-back.jpg", "Gora", "added"],
    ["notes.txt", "notes.txt", "refused", imageRefusal("not-an-image")],
    ["plain-7.jpg", "Plain", "added"],
    ["unknown.jpg", "unknown.jpg", "refused", "No book has the ISBN or SKU unknown"],
  ]);
  expect([await coverOf(gora), files()]).toEqual([null, []]);

  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({
    kind: "pictures",
    status: "imported",
    counts: { added: 5, changed: 0, unchanged: 0, refused: 4 },
    written: 5,
  });
  expect(await coverOf(gora)).toBe(`${nameOf(jpeg("another front"))}.webp`);
  expect(await coverOf(plain)).toBe(`${nameOf(jpeg("plain front"))}.webp`);
  expect(await picturesOf(gora)).toEqual(["other", "back_cover"]);
  const [entry] = await readAudit(read, "book", plain);
  expect(entry).toMatchObject({ action: "changed the cover of" });

  expect(await undoImport(write, id, staff)).toEqual({ ok: true });
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 5, notUndone: 0 });
  expect([await coverOf(gora), await coverOf(godan), await picturesOf(gora), files()]).toEqual([
    null,
    null,
    [],
    [],
  ]);
});

test("a replaced cover comes back with its files, unless somebody has changed it since", async () => {
  for (const bookId of [gora, godan])
    await saveCover(write, { bookId, staffId: staff.id, bytes: jpeg(`old ${bookId}`) }, store);
  const [oldGora, oldGodan] = [await coverOf(gora), await coverOf(godan)];
  const id = await imported({ [`${GORA}.jpg`]: jpeg("new one"), [`${GODAN}.jpg`]: jpeg("new two") });
  expect(await importById(read, id)).toMatchObject({ counts: { added: 0, changed: 2 } });
  expect(await coverOf(gora)).toBe(`${nameOf(jpeg("new one"))}.webp`);
  await sweepImages(read, coversDir, new Date(Date.now() + 86_400_000));
  expect(files()).toContain(oldGora);

  await resetCover(write, { bookId: godan, staffId: staff.id }, store);
  await undoImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 1, notUndone: 1 });
  expect([await coverOf(gora), await coverOf(godan)]).toEqual([oldGora, null]);
  await sweepImages(read, coversDir, new Date(Date.now() + 86_400_000));
  expect(files()).toEqual([oldGora]);
  expect(oldGodan).not.toBe(oldGora);
});

test("a picture that staff have described since stays", async () => {
  const id = await imported({ [`${GORA}-back.jpg`]: jpeg("back"), [`${GORA}-2.jpg`]: jpeg("two") });
  const [, described] = await furtherPictures(read, gora);
  const fields = { kind: described!.kind, alt: "The author at her desk" };
  await saveBookPicture(write, { bookId: gora, pictureId: described!.id, fields, staffId: staff.id });
  await undoImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ undone: 1, notUndone: 1 });
  expect((await furtherPictures(read, gora)).map(({ alt }) => alt)).toEqual([fields.alt]);
});

test("a full disk stops the import, which goes on when there is room; a name in two spellings is two files", async () => {
  const id = await checked({
    [`${GORA}.jpg`]: jpeg("one"),
    [`${GORA}.JPG`]: jpeg("two"),
    [`${GODAN}.jpg`]: jpeg("x"),
  });
  expect((await reportOf(id)).map(([file, , outcome]) => [file, outcome])).toEqual([
    [`${GODAN}.jpg`, "added"],
    [`${GORA}.jpg`, "added"],
    [`${GORA}.JPG`, "refused"],
  ]);
  await requestImport(write, id, staff);
  const full = { processImage, coversDir: path.join(coversDir, "\0") };
  await runImports(shop, { dir, store: full, stopping: new AbortController().signal });
  expect(await importById(read, id)).toMatchObject({
    status: "failed",
    problem: "The shop could not write to its disk. Perhaps it is full.",
    written: 0,
    can: { import: true },
  });
  await requestImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: 2 });
});

test("covers that are there already stay when staff want that, and the same picture changes nothing", async () => {
  await imported({ [`${GORA}.jpg`]: jpeg("one") });
  const kept = await checked({ [`${GORA}.jpg`]: jpeg("two"), [`${GODAN}.jpg`]: jpeg("godan") }, "add_only");
  expect(await reportOf(kept)).toEqual([
    [`${GODAN}.jpg`, "Godan", "added"],
    [`${GORA}.jpg`, "Gora", "unchanged", "The book has a cover already"],
  ]);
  await imported({ [`${GORA}-back.jpg`]: jpeg("back") });
  const same = await checked({
    [`${GORA}.jpg`]: jpeg("one"),
    [`${GORA}-2.jpg`]: jpeg("back"),
    [`${GORA}-3.jpg`]: jpeg("one"),
  });
  expect(await reportOf(same)).toEqual([
    [`${GORA}-2.jpg`, "Gora", "unchanged", SAME_PICTURE],
    [`${GORA}-3.jpg`, "Gora", "added"],
    [`${GORA}.jpg`, "Gora", "unchanged", "The book has this cover already"],
  ]);
});

test("a picture that the book has got since the check is left out by the import", async () => {
  const id = await checked({ [`${GORA}.jpg`]: jpeg("one"), [`${GODAN}.jpg`]: jpeg("two") });
  await saveCover(write, { bookId: gora, staffId: staff.id, bytes: jpeg("one") }, store);
  await requestImport(write, id, staff);
  await run();
  expect(await reportOf(id)).toEqual([
    [`${GODAN}.jpg`, "Godan", "added"],
    [`${GORA}.jpg`, "Gora", "unchanged", "The book has this cover already"],
  ]);
});

test("a picture that cannot be converted is refused by itself, with the sentence of an upload", async () => {
  const id = await imported({ [`${GORA}.jpg`]: jpeg("broken"), [`${GODAN}.jpg`]: jpeg("good") });
  expect(await importById(read, id)).toMatchObject({ status: "imported", counts: { added: 1, refused: 1 } });
  const { rows, columns } = (await refusedRows(read, id, dir))!;
  expect(columns.map(({ header }) => header)).toEqual(["File", "Why it was refused"]);
  const refused: Record<string, string>[] = [];
  for await (const row of rows) refused.push(row);
  expect(refused).toEqual([{ "0": `${GORA}.jpg`, why: imageRefusal("broken") }]);
});

test("a stop between any two pictures neither loses nor doubles one", async () => {
  const names = [`${GODAN}.jpg`, `${GORA}-2.jpg`, `${GORA}-3.jpg`, `${GORA}.jpg`];
  const id = await checked(Object.fromEntries(names.map((name) => [name, jpeg(name)])));
  await requestImport(write, id, staff);
  const before = (await readAudit(read, "book", gora)).length;
  for (let batches = 0; (await importById(read, id))!.status === "importing"; batches += 1) {
    expect(batches).toBeLessThan(20);
    const stop = new AbortController();
    const once: ProcessImage = async (...given) => (stop.abort(), processImage(...given));
    await runImports(shop, { dir, store: { coversDir, processImage: once }, stopping: stop.signal });
  }
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: 4, counts: { added: 4 } });
  expect(await picturesOf(gora)).toEqual(["other", "other"]);
  expect((await readAudit(read, "book", gora)).length - before).toBe(3);
  // In the log they are one entry.
  const { entries } = await listAudit(read, parseAuditSearch(new URLSearchParams("size=5")), ALL_RIGHTS);
  expect(entries.slice(0, 2).map(({ subject, action }) => [subject, action])).toEqual([
    ["import", "finished"],
    ["import", "started"],
  ]);
  expect(entries[1]!.parts).toBeGreaterThanOrEqual(4);
});

test("a name of thousands of signs is refused at once, and a ZIP with a list of many megabytes", async () => {
  const id = await checked({ [`${"-".repeat(60_000)}x.jpg`]: jpeg("x"), [`${GORA}.jpg`]: jpeg("gora") });
  const { rows } = await importRows(read, id, { page: 1, outcome: "refused" });
  expect(rows.map(({ problems }) => problems[0]!.message)).toEqual([
    "The name of the file is too long for an ISBN or SKU",
  ]);
  expect(rows[0]!.title.length).toBeLessThanOrEqual(300);
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`${"x".repeat(60_000)}${at}.jpg`, JPEG]),
  );
  await expect(recognise(uploadedFile(zipOf(many)))).rejects.toThrow("The file is damaged");
});

test("files that are too large, too many pictures of a book, and other modes are refused", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [`${GORA}-${at + 2}.jpg`, jpeg(`${at}`)]),
  );
  const big = Buffer.concat([JPEG, Buffer.alloc(IMAGE_MAX_BYTES)]);
  const id = await checked({ ...many, [`${GODAN}.jpg`]: big });
  const { rows } = await importRows(read, id, { page: 1, outcome: "refused" });
  expect(rows.map(({ reference, problems }) => [reference, problems[0]!.message])).toEqual([
    [`${GODAN}.jpg`, imageRefusal("too-large")],
    [`${GORA}-10.jpg`, "A book has at most 8 further pictures. Remove one to add another."],
  ]);
  expect(await planRun(write, id, { mode: "stock_and_price", mapping: NO_MAPPING })).toMatchObject({
    ok: false,
  });
});
