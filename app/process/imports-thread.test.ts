import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { csvFile } from "~/test/files/import-files";
import { guestBrowser, staffBrowser, startTestShop, type TestShop } from "~/test/shop";
import { NO_MAPPING } from "~/domain/book-files/mapping";
import { importById } from "~/domain/book-files/runs/import-runs.server";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import { planRun } from "~/domain/book-files/runs/import-steps.server";
import { runImportsInThread } from "./imports-thread.server";
import { oneAtATime } from "~/platform/pictures/image-files.server";
import { onWake } from "~/platform/wake.server";

const COLUMNS = ["ISBN", "Title", "Contributors", "Brief", "Price", "Stock", "Tags", "Publisher", "Language"];
const OPTIONS = { mode: "add_and_change", mapping: NO_MAPPING } as const;

const novels = Array.from({ length: 400 }, (_, index) => ({
  ISBN: "",
  Title: `Novel ${index}`,
  Contributors: `Author ${index % 50}`,
  Brief: "A cow.",
  Price: "350",
  Stock: "5",
  Tags: "Novel",
  Publisher: "Saraswati",
  Language: "Hindi",
}));

describe("the built shop", () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-thread-"));
  let shop: TestShop;
  beforeAll(async () => {
    shop = await startTestShop({ LOG_LEVEL: "error" }, dataDir);
  });
  afterAll(async () => {
    await shop.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const restart = async () => {
    await shop.db.close();
    shop = await startTestShop({ LOG_LEVEL: "error" }, dataDir);
  };
  const found = async (id: number) => (await importById(shop.db.read, id))!;
  const ended = (id: number) =>
    expect.poll(async () => (await found(id)).status, { timeout: 60_000 }).toBe("imported");

  /** Uploads a file and has it checked and imported, as staff do. */
  async function begun(rows: Record<string, string>[]) {
    const staff = await staffBrowser(shop);
    const given = {
      path: csvFile(COLUMNS, rows),
      fileName: "books.csv",
      staff: { id: staff.staffId, name: "Kamini Iyer" },
      dir: path.join(dataDir, "imports"),
    };
    const created = await createImport(shop.db.write, given);
    if (!created.ok) throw new Error(created.message);
    const { id } = created;
    await planRun(shop.db.write, id, OPTIONS);
    await expect.poll(async () => (await found(id)).status, { timeout: 60_000 }).toBe("planned");
    await staff.post(`/admin/imports/${id}`, { intent: "import" });
    return { id, staff };
  }

  /** Waits until the import has gone on. */
  async function further(id: number) {
    const { done } = (await found(id)).progress;
    while ((await found(id)).progress.done === done) await sleep(5);
  }

  // On PostgreSQL the index of 400 books takes some seconds.
  const PATIENT = { timeout: 150_000 };

  test(
    "goes on after a crash and a stop in the middle, and neither loses nor doubles a book",
    PATIENT,
    async () => {
      const { id } = await begun(novels);
      for (const [signal, code] of [
        ["SIGKILL", null],
        ["SIGTERM", 0],
      ] as const) {
        await further(id);
        expect(await shop.stop(signal)).toBe(code);
        expect((await found(id)).status).toBe("importing");
        await restart();
      }
      await ended(id);
      const books = await shop.db.read.selectFrom("books").select("title").orderBy("id").execute();
      expect(books.map(({ title }) => title)).toEqual(novels.map(({ Title }) => Title));
      expect(shop.output()).not.toContain('"level":50');
    },
  );

  test(
    "shows what an import has changed on the next page after it, and what staff change meanwhile at once",
    PATIENT,
    async () => {
      const isbn13 = "9780306406157";
      const gora = await catalogueBook(shop.db.write, {
        title: "Gora",
        isbn13,
        authors: ["Tagore"],
        tags: ["Novel"],
        price: 30_000,
      });
      const godan = await catalogueBook(shop.db.write, { title: "Godan" });
      const visitor = guestBrowser(shop);
      const priceOfGora = async () => /₹[\d.]+/.exec(await (await visitor.get(`/books/${gora}`)).text())![0];
      expect(await priceOfGora()).toBe("₹300.00");

      const others = novels.map((row) => ({ ...row, Title: `${row.Title}, again` }));
      const { id, staff } = await begun([...others, { ISBN: isbn13, Price: "320" }]);
      await further(id);
      expect(await priceOfGora()).toBe("₹300.00");
      expect((await visitor.get(`/books/${godan}`)).status).toBe(200);
      await further(id);
      await staff.post(`/admin/products?confirm=hide-${godan}`, { intent: "hide-book", bookId: godan });
      expect((await visitor.get(`/books/${godan}`)).status).toBe(410);
      expect((await found(id)).status).toBe("importing");

      await ended(id);
      expect(await priceOfGora()).toBe("₹320.00");
    },
  );
});

describe("a thread", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-thread-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const running = new AbortController().signal;

  /** @returns a shop with an uploaded file that waits to be checked, and a thread that does this */
  async function waiting(script: string) {
    const shop = await createTestDatabase();
    const staff = { id: await createStaff(shop.write), name: "Asha Rao" };
    const file = csvFile(COLUMNS, novels.slice(0, 2));
    const created = await createImport(shop.write, { path: file, fileName: "books.csv", staff, dir: folder });
    if (!created.ok) throw new Error(created.message);
    const { id } = created;
    await planRun(shop.write, id, OPTIONS);
    const thread = path.join(folder, `${id}.mjs`);
    writeFileSync(thread, `import { parentPort as shop } from "node:worker_threads"; ${script}`);
    return { shop, thread, read: () => importById(shop.read, id) };
  }

  test.each([
    ["dies of an error", "throw new Error('no');", "Something went wrong in the shop. Its log says what."],
    ["ends without a word", "", "Something went wrong in the shop. Its log says what."],
    [
      "dies for want of memory",
      // Numbers with a fraction: memory that is not looked through again and again.
      "const all = []; for (;;) all.push(new Array(100_000).fill(0.5));",
      "The shop had too little memory for this step. Split the file into smaller ones.",
    ],
    [
      "dies while it writes",
      "shop.once('message', () => process.exit(1)); shop.postMessage({ type: 'may I', permit: 'write' });",
      "Something went wrong in the shop. Its log says what.",
    ],
  ])("%s: the import has failed and is not begun again, and the shop goes on", async (_, script, problem) => {
    const { shop, thread, read } = await waiting(script);
    expect(await runImportsInThread(shop, running, thread)).toBe(1);
    expect(await read()).toMatchObject({ status: "failed", problem, can: { plan: true } });
    expect(await runImportsInThread(shop, running, thread)).toBe(0);
  });

  test("that dies while it waits for a permit keeps nobody from writing", async () => {
    const gone = path.join(folder, "gone");
    const { shop, thread, read } = await waiting(
      `import { writeFileSync } from "node:fs";
      process.once("exit", () => writeFileSync(${JSON.stringify(gone)}, ""));
      for (const permit of ["write", "pictures"]) shop.postMessage({ type: "may I", permit });
      setTimeout(() => process.exit(1), 100);`,
    );
    let release!: () => void;
    const others = () => new Promise<void>((over) => (release = over));
    const writing = shop.write.connection().execute(others);
    const run = runImportsInThread(shop, running, thread);
    await expect.poll(() => existsSync(gone)).toBe(true);
    await sleep(100);
    release();
    await writing;
    expect(await run).toBe(1);
    expect(await read()).toMatchObject({ status: "failed" });
    expect(await oneAtATime(async () => "pictures")).toBe("pictures");
  });

  test("at a stop is killed if it does not end, and the import goes on after the next start", async () => {
    const { shop, thread, read } = await waiting(
      "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
    );
    expect(await runImportsInThread(shop, AbortSignal.abort(), thread)).toBe(0);
    expect(await read()).toMatchObject({ status: "planning" });
  });

  test("has its own limit of memory, whatever the command line gives the shop", async () => {
    const { shop, thread } = await waiting(
      `import v8 from "node:v8";
      shop.postMessage({ type: "done", count: v8.getHeapStatistics().heap_size_limit / 1024 / 1024 });`,
    );
    setFlagsFromString("--max-old-space-size=700");
    setFlagsFromString("--max-semi-space-size=50");
    expect(await runImportsInThread(shop, running, thread)).toBeLessThan(200);
  });

  test("wakes tasks of the shop", async () => {
    const { shop, thread } = await waiting(
      "shop.postMessage({ type: 'wake', task: 'stock-alerts' }); shop.postMessage({ type: 'done', count: 1 });",
    );
    let woken = 0;
    onWake("stock-alerts", () => (woken += 1));
    expect(await runImportsInThread(shop, running, thread)).toBe(1);
    expect(woken).toBe(1);
  });
});
