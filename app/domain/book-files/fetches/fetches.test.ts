import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { FetchFile } from "~/platform/public/fetch-public.server";
import type { ProcessImage } from "~/platform/pictures/images.server";
import { Forbidden, PostError } from "~/platform/public/post-to-public.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { csvFile } from "~/test/files/import-files";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { resetCover, saveCover } from "~/domain/catalogue/books/pictures/covers.server";
import { furtherPictures, saveBookPicture } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { imageRefusal } from "~/domain/kit/images/images";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { NO_MAPPING } from "../mapping";
import { importById, importRows } from "../runs/import-runs.server";
import { createImport } from "../runs/create-import.server";
import { planRun, requestImport, undoImport } from "../runs/import-steps.server";
import { runImports } from "../runs/run-imports.server";
import { fetchesOf } from "./picture-fetches.server";
import { runPictureFetches } from "./run-fetches.server";
import { stopFetches } from "./stop-fetches.server";

const shop = await createTestDatabase();
const { read, write } = shop;
const dir = mkdtempSync(path.join(tmpdir(), "kitab-fetch-imports-"));
const coversDir = mkdtempSync(path.join(tmpdir(), "kitab-fetch-covers-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };
const stopping = new AbortController().signal;
const ISBN = "9780306406157";
let gora = 0;

beforeEach(async () => {
  for (const table of ["bulk_changes", "books"] as const) await write.deleteFrom(table).execute();
  gora = await catalogueBook(write, { ...FULL_BOOK, cover: null, title: "Gora", isbn13: ISBN });
});

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 20);
const processImage: ProcessImage = async (kind, bytes) => {
  if (Buffer.from(bytes).toString() === "page") return { ok: false, reason: "not-an-image" };
  const name = kind === "cover" ? `${hash(bytes)}.webp` : `further-${hash(bytes)}-800x600.webp`;
  return { ok: true, name, files: [{ name, bytes }] };
};
const store = { coversDir, processImage };

/** A picture's server: its addresses, and what it answers. */
let asked: string[] = [];
const web: Record<string, () => Buffer | number> = {
  "https://a.example/front.jpg": () => Buffer.from("front"),
  "https://a.example/back.jpg": () => Buffer.from("back"),
  "https://a.example/page": () => Buffer.from("page"),
  "https://a.example/gone": () => 404,
  "https://a.example/inside": () => {
    throw new Forbidden("inside leads to 10.0.0.1, which is not an address on the internet");
  },
};
const fetch: FetchFile = async (url) => {
  asked.push(url.replace("https://a.example/", ""));
  const answer = web[url]!();
  return typeof answer === "number"
    ? { status: answer, bytes: Buffer.alloc(0) }
    : { status: 200, bytes: answer };
};

const run = async () => {
  while ((await runImports(shop, { dir, store, stopping })) > 0);
};
const fetchAll = async (now = new Date(Date.now() + 1000)) => {
  asked = [];
  while ((await runPictureFetches(write, { fetch, store, stopping }, () => now)) > 0);
};

async function imported(pictures: string, fetchPictures = true) {
  const file = csvFile(["ISBN", "Pictures"], [{ ISBN, Pictures: pictures }]);
  const created = await createImport(write, { path: file, fileName: "books.csv", staff, dir });
  if (!created.ok) throw new Error(created.message);
  const mapping = { ...NO_MAPPING, fetchPictures };
  await planRun(write, created.id, { mode: "add_and_change", mapping });
  await run();
  await requestImport(write, created.id, staff);
  await run();
  return created.id;
}

const coverOf = async () =>
  (await read.selectFrom("books").select("cover").where("id", "=", gora).executeTakeFirstOrThrow()).cover;
const FRONT = `${hash(Buffer.from("front"))}.webp`;
const BOTH = "https://a.example/front.jpg; https://a.example/back.jpg";

test("pictures are fetched after the import, once for a book, and taken back with it", async () => {
  const id = await imported(BOTH);
  const { rows } = await importRows(read, id, { page: 1 });
  expect(rows[0]).toMatchObject({
    outcome: "changed",
    changes: [{ field: "Pictures to fetch", before: null, after: "2 from a.example" }],
  });
  expect(await fetchesOf(read, id)).toMatchObject({ waiting: 2, done: 0 });
  await fetchAll();
  expect(asked).toEqual(["front.jpg", "back.jpg"]);
  expect([await coverOf(), (await furtherPictures(read, gora)).length]).toEqual([FRONT, 1]);
  expect(await fetchesOf(read, id)).toMatchObject({ waiting: 0, done: 2, refused: 0 });

  const again = await imported(BOTH);
  expect((await importById(read, again))!.counts).toMatchObject({ changed: 0, unchanged: 1 });

  await undoImport(write, id, staff);
  await run();
  expect(await importById(read, id)).toMatchObject({ status: "undone", undone: 1 });
  expect([await coverOf(), (await furtherPictures(read, gora)).length]).toEqual([null, 0]);
  await sweepImages(read, coversDir, new Date(Date.now() + 86_400_000));
  expect(readdirSync(coversDir)).toEqual([]);
});

test("a fetched picture that staff have described stays when the import is undone", async () => {
  const id = await imported(BOTH);
  await fetchAll();
  const [picture] = await furtherPictures(read, gora);
  const fields = { kind: "back_cover", alt: "The back" } as const;
  await saveBookPicture(write, { bookId: gora, pictureId: picture!.id, fields, staffId: staff.id });
  await undoImport(write, id, staff);
  await run();
  expect([await coverOf(), (await furtherPictures(read, gora)).length]).toEqual([null, 1]);
});

test("nothing is fetched unless staff want it, or when the import is undone first", async () => {
  const without = await imported(BOTH, false);
  expect(await importById(read, without)).toMatchObject({ counts: { unchanged: 1 } });
  const id = await imported(BOTH);
  await undoImport(write, id, staff);
  await run();
  await fetchAll();
  expect([asked, await coverOf()]).toEqual([[], null]);
});

test("what cannot be fetched is named with its reason; a cover that is there stays", async () => {
  await saveCover(write, { bookId: gora, staffId: staff.id, bytes: Buffer.from("own") }, store);
  const own = await coverOf();
  const names = ["front.jpg", "page", "gone", "inside", "back.jpg"];
  const id = await imported(
    names.map((name) => `https://a.example/${name}`).join("; ") + "; ftp://a.example/x",
  );
  await fetchAll();
  const { problems, ...counts } = (await fetchesOf(read, id))!;
  expect(counts).toMatchObject({ waiting: 0, done: 1, refused: 4 });
  expect(problems.map(({ title, address, problem }) => [title, address.split("/").at(-1), problem])).toEqual([
    ["Gora", "front.jpg", "The book has a cover already"],
    ["Gora", "page", imageRefusal("not-an-image")],
    ["Gora", "gone", "The server answered with 404"],
    ["Gora", "inside", "inside leads to 10.0.0.1, which is not an address on the internet"],
  ]);
  expect(await coverOf()).toBe(own);
});

test("a server that is down is asked again later, some times", async () => {
  let answers = 0;
  web["https://a.example/later"] = () => {
    answers += 1;
    if (answers === 1) throw new PostError("a.example was not found");
    return answers < 3 ? 503 : Buffer.from("front");
  };
  const id = await imported("https://a.example/later");
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  await fetchAll();
  await fetchAll();
  expect([answers, await fetchesOf(read, id)]).toMatchObject([1, { waiting: 1 }]);
  await fetchAll(later(2));
  expect(answers).toBe(2);
  await fetchAll(later(20));
  expect([answers, await coverOf()]).toEqual([3, FRONT]);

  web["https://a.example/never"] = () => 500;
  await resetCover(write, { bookId: gora, staffId: staff.id }, store);
  const never = await imported("https://a.example/never");
  for (const minutes of [1, 3, 20, 100, 600]) await fetchAll(later(minutes));
  expect(await fetchesOf(read, never)).toMatchObject({
    refused: 1,
    problems: [{ problem: "The server answered with 500" }],
  });
});

test("staff stop the fetching: what is there stays, and the same file asks for the others again", async () => {
  const id = await imported(`${BOTH}; https://a.example/inside`);
  // What is being fetched just then is not put on the book.
  const stoppedMeanwhile: FetchFile = async (url) => {
    if (url.endsWith("back.jpg")) await stopFetches(write, id, staff);
    return fetch(url);
  };
  asked = [];
  await runPictureFetches(write, { fetch: stoppedMeanwhile, store, stopping }, () => new Date());
  await fetchAll();
  expect(await fetchesOf(read, id)).toEqual({ waiting: 0, done: 1, refused: 0, stopped: 2, problems: [] });
  expect([await coverOf(), await furtherPictures(read, gora)]).toEqual([FRONT, []]);
  expect(await stopFetches(write, id, staff)).toMatchObject({ ok: false });
  const [entry] = await readAudit(read, "import", id);
  expect(entry).toMatchObject({
    who: "Kamini Iyer",
    action: "stopped fetching the pictures of",
    changes: [{ field: "Pictures not fetched", after: 2 }],
  });

  const again = await imported(`${BOTH}; https://a.example/inside`);
  expect(await fetchesOf(read, again)).toMatchObject({ waiting: 2, stopped: 0 });
  await undoImport(write, again, staff);
  await run();
  await undoImport(write, id, staff);
  await run();
  expect([await coverOf(), await fetchesOf(read, id)]).toEqual([null, null]);
});

test("a shop that closes in the midst goes on where it was", async () => {
  const id = await imported(BOTH);
  const stop = new AbortController();
  const once: FetchFile = (url) => (stop.abort(), fetch(url));
  asked = [];
  await runPictureFetches(write, { fetch: once, store, stopping: stop.signal });
  expect([asked, await fetchesOf(read, id)]).toMatchObject([["front.jpg"], { waiting: 1, done: 1 }]);
  await fetchAll();
  expect([asked, await fetchesOf(read, id)]).toMatchObject([["back.jpg"], { waiting: 0, done: 2 }]);
});

test("a picture that another process has put on its book meanwhile stays so, whatever this one finds", async () => {
  const id = await imported(BOTH);
  let isFirst = true;
  const slow: FetchFile = async (url) => {
    if (isFirst) {
      isFirst = false;
      await fetchAll();
    }
    return url.endsWith("front.jpg") ? { status: 404, bytes: Buffer.alloc(0) } : fetch(url);
  };
  await runPictureFetches(write, { fetch: slow, store, stopping }, () => new Date(Date.now() + 1000));
  expect(await fetchesOf(read, id)).toMatchObject({ waiting: 0, done: 2, refused: 0 });
  expect([await coverOf(), (await furtherPictures(read, gora)).length]).toEqual([FRONT, 1]);
  expect(readdirSync(coversDir)).toContain(FRONT);
});
