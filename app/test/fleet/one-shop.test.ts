import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkDataFolder } from "~/process/data-folder.server";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { NO_MAPPING } from "~/domain/book-files/mapping";
import { importById } from "~/domain/book-files/runs/import-runs.server";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import { planRun } from "~/domain/book-files/runs/import-steps.server";
import { queueMail } from "~/platform/mail/mail.server";
import { staffClient } from "~/test/api";
import { onlyOnPostgres } from "~/test/engines";
import { createBook, createStaff } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { csvFile } from "~/test/files/import-files";
import { LOOPBACK_HOST } from "~/test/servers/loopback";
import { allMails } from "~/test/mails";
import { startPostgres } from "~/test/databases/postgres";
import { pageHtml } from "~/test/pages";
import { Browser, guestBrowser, sendMany, staffBrowser, startTestShop, type TestShop } from "~/test/shop";
import { startSmtpServer, type TestSmtpServer } from "~/test/servers/smtp";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-fleet-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const COLUMNS = ["Title", "Contributors", "Brief", "Price", "Stock", "Tags", "Publisher", "Language"];

/** Uploads a file of so many books to a shop, which checks it. */
async function planned({ db, dataDir }: TestShop, books: number, staffId?: number) {
  const rows = Array.from({ length: books }, (_, index) => ({
    Title: `Imported ${index}`,
    Contributors: "Asha Devi",
    Brief: "A cow.",
    Price: "350",
    Stock: "5",
    Tags: "Novel",
    Publisher: "Saraswati",
    Language: "Hindi",
  }));
  const created = await createImport(db.write, {
    path: csvFile(COLUMNS, rows),
    fileName: "books.csv",
    staff: { id: staffId ?? (await createStaff(db.write)), name: "Kamini Iyer" },
    dir: path.join(dataDir, "imports"),
  });
  if (!created.ok) throw new Error(created.message);
  const { id } = created;
  const status = async () => (await importById(db.read, id))!.status;
  await planRun(db.write, id, { mode: "add_and_change", mapping: NO_MAPPING });
  await expect.poll(status, { timeout: 60_000 }).toBe("planned");
  return { id, status };
}

onlyOnPostgres("two processes over one database", () => {
  let one: TestShop;
  let other: TestShop;
  beforeAll(async () => {
    one = await startTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "on" });
    other = await startTestShop({ RATE_LIMIT: "on", TRUST_PROXY: "on" }, one.dataDir);
  });
  afterAll(async () => {
    await other.remove();
    await one.remove();
  });

  /** The same browser, whose next requests come to another process. */
  function at(shop: TestShop, browser: Browser): Browser {
    const moved = new Browser(shop.origin);
    for (const pair of browser.cookieHeader().split("; ").filter(Boolean)) {
      const [name = "", ...value] = pair.split("=");
      moved.setCookie(name, value.join("="));
    }
    return moved;
  }

  test("a price changed through one is never served old by the other", { timeout: 120_000 }, async () => {
    const bookId = await createBook(one.db.write, { title: "Gora", authors: ["Tagore"], tags: ["Novel"] });
    const book = (await findEditableBook(one.db.read, bookId))!;
    const given = {
      bookId,
      title: "Gora",
      brief: "A book.",
      isbn13: "9780143065838",
      stock: 10,
      booktagsId: book.tags.map(({ id }) => id),
      authorId: book.authors.map(({ id }) => id),
      publisherId: book.publisher.id,
      languageId: book.language.id,
    };
    const staff = await staffClient(one);
    const staffAtOther = await staffClient(other);
    const page = bookPath({ id: bookId, title: "Gora" });
    const priceAt = async (shop: TestShop) =>
      /₹([\d,]+)/.exec(await pageHtml(await guestBrowser(shop).get(page)))?.[1]?.replaceAll(",", "");
    const seen: unknown[] = [];
    const changed: unknown[] = [];
    for (let price = 1000; price < 1200; price += 1) {
      const { status } = await (price % 2 ? staff : staffAtOther).post("/books/update", { ...given, price });
      expect(status).toBe(200);
      changed.push([`${price}`, `${price}`]);
      seen.push(await Promise.all([priceAt(one), priceAt(other)]));
    }
    expect(seen).toEqual(changed);
  });

  test("what an import writes in one is seen at once in the other", { timeout: 120_000 }, async () => {
    const staff = await staffBrowser(one);
    const { id, status } = await planned(one, 60, staff.staffId);
    const shown = async (shop: TestShop) =>
      (await pageHtml(await guestBrowser(shop).get("/books?sort=newest"))).includes("Imported ");
    expect([await shown(one), await shown(other)]).toEqual([false, false]);
    await staff.post(`/admin/imports/${id}`, { intent: "import" });
    await expect.poll(status, { timeout: 30_000 }).toBe("imported");
    expect(await Promise.all([shown(one), shown(other)])).toEqual([true, true]);
  });

  test("tries at all processes count against the limits together", async () => {
    const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
    const answers = await Promise.all([
      sendMany(one, 700, "/api/v1/carts/all", from("203.0.113.7")),
      sendMany(other, 700, "/api/v1/carts/all", from("203.0.113.7")),
    ]);
    const refused = answers.flat().filter(({ status }) => status === 429);
    expect(refused).toHaveLength(200);
    const [elsewhere] = await sendMany(other, 1, "/api/v1/carts/all", from("203.0.113.8"));
    expect(elsewhere!.status).not.toBe(429);

    const { email } = await accountWithPassword(one.db.write, PASSWORD);
    const login = async (shop: TestShop, password: string) => {
      const headers = {
        "X-Forwarded-For": "203.0.113.9",
        "Content-Type": "application/x-www-form-urlencoded",
      };
      const body = new URLSearchParams({ username: email, password }).toString();
      return (await new Browser(shop.origin).request("/login", { method: "POST", headers, body })).status;
    };
    for (let tries = 0; tries < 10; tries += 1)
      expect(await login(tries % 2 ? one : other, "wrong")).toBe(400);
    expect(await login(one, PASSWORD)).toBe(429);
    expect(await login(other, PASSWORD)).toBe(429);
  });

  test("counts that no longer matter are removed", async () => {
    const counts = () => sql<{ key: string }>`select key from rate_limits where key like 'sweep:%'`;
    const soon = Date.now() + 3_600_000;
    await one.db.executeScript(
      `insert into rate_limits values ('sweep:over', 1, ${Date.now() - 1000}), ('sweep:not yet', 1, ${soon})`,
    );
    // Its first round is soon after its start.
    const third = await startTestShop({}, one.dataDir);
    await expect
      .poll(async () => (await counts().execute(one.db.read)).rows.map(({ key }) => key), { timeout: 30_000 })
      .toEqual(["sweep:not yet"]);
    await third.remove();
  });

  test("a form that one has kept is shown by the other after the login", async () => {
    const form = "/admin/publishers?add=1";
    const browser = guestBrowser(one);
    expect((await browser.post(form, { intent: "save", name: "Zubaan & Co" })).status).toBe(303);
    const row = await one.db.read.selectFrom("stashed_forms").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain("Zubaan");
    const { email } = await accountWithPassword(one.db.write, PASSWORD, { role: "admin" });
    const elsewhere = at(other, browser);
    await elsewhere.post("/login", { username: email, password: PASSWORD, redirectTo: form });
    const html = await pageHtml(await elsewhere.get(form));
    expect(html).toContain('value="Zubaan &amp; Co"');
    expect(await one.db.read.selectFrom("stashed_forms").selectAll().execute()).toEqual([]);
  });

  test("a data folder that cannot be read or written is said in a sentence", async () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, "shop-id"));
    await expect(checkDataFolder(one.db, folder)).rejects.toThrow(
      `The shop cannot start:\n  - it cannot write to its data folder, ${folder} (EISDIR`,
    );
  });

  test("a process with another data folder does not start; an empty database takes the folder's id", async () => {
    const elsewhere = newFolder();
    const start = async (folder: string) => {
      const shop = await startTestShop({ DATABASE_URL: one.databaseAt }, folder);
      await shop.remove();
    };
    const why = `DATA_DIR ${elsewhere} is not the data folder of this shop`;
    await expect(start(elsewhere)).rejects.toThrow(why);
    writeFileSync(path.join(elsewhere, "shop-id"), "another");
    await expect(start(elsewhere)).rejects.toThrow(why);
    // As the message says.
    const id = readFileSync(path.join(one.dataDir, "shop-id"), "utf8");
    writeFileSync(path.join(elsewhere, "shop-id"), id);
    await start(elsewhere);
    await one.db.executeScript("delete from data_folder");
    await start(one.dataDir);
    expect(readFileSync(path.join(one.dataDir, "shop-id"), "utf8")).toBe(id);
    await expect(start(mkdtempSync(path.join(elsewhere, "new-")))).rejects.toThrow("is not the data folder");
  });
});

onlyOnPostgres("an import of two processes", () => {
  const BOOKS = 4000;

  test(
    "is gone on with by the other when one is killed, and no book is lost or doubled",
    { timeout: 120_000 },
    async () => {
      const one = await startTestShop();
      // So many that it is not over when the other process has started.
      const { id } = await planned(one, BOOKS);
      const progress = async () => (await importById(one.db.read, id))!;
      await (await staffBrowser(one)).post(`/admin/imports/${id}`, { intent: "import" });
      await expect.poll(async () => (await progress()).progress.done).toBeGreaterThan(0);
      const other = await startTestShop({}, one.dataDir);
      await one.stop("SIGKILL");
      expect((await progress()).status).toBe("importing");
      await expect.poll(async () => (await progress()).status, { timeout: 60_000 }).toBe("imported");
      const { rows } = await sql<{ all: number; different: number }>`
      select count(*) as all, count(distinct title) as different from books`.execute(one.db.read);
      expect(rows).toEqual([{ all: BOOKS, different: BOOKS }]);
      await other.remove();
      await one.remove();
    },
  );
});

onlyOnPostgres("while the database is away", () => {
  test("limits are counted in memory", async () => {
    const server = await startPostgres();
    const shop = await startTestShop(
      { RATE_LIMIT: "on", DATABASE_URL: server.urlOf("postgres") },
      newFolder(),
    );
    try {
      await server.stop();
      const answers = await sendMany(shop, 1300, "/api/v1/carts/all");
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
    } finally {
      await shop.remove();
    }
  });
});

onlyOnPostgres("mails of two processes", () => {
  const running: TestShop[] = [];
  let smtp: TestSmtpServer | undefined;
  afterEach(async () => {
    for (const shop of running.splice(0).reverse()) await shop.remove();
    await smtp?.kill();
  });
  const start = async (port: number, dataDir?: string) => {
    const shop = await startTestShop(
      { SMTP_URL: `smtp://${LOOPBACK_HOST}:${port}`, MAIL_FROM: "shop@kitab.example" },
      dataDir,
    );
    running.push(shop);
    return shop;
  };
  const queue = async (shop: TestShop, subjects: string[]) => {
    for (const subject of subjects)
      await queueMail(shop.db.write, {
        dedupeKey: subject,
        to: `${subject}@example.com`,
        subject,
        text: subject,
        html: `<p>${subject}</p>`,
      });
  };
  /** Every newsletter request wakes the background work for mail, even if it sends nothing. */
  const wakeMail = (shop: TestShop) => guestBrowser(shop).post("/newsletter", { email: "nudge@example.com" });

  test("each is sent once", async () => {
    smtp = await startSmtpServer();
    const one = await start(smtp.port);
    const other = await start(smtp.port, one.dataDir);
    const subjects = Array.from({ length: 60 }, (_, index) => `mail-${index}`);
    await queue(one, subjects);
    await Promise.all([wakeMail(one), wakeMail(other)]);
    const sent = async () => (await allMails(one.db.read)).filter(({ status }) => status === "sent");
    await expect.poll(async () => (await sent()).length, { timeout: 30_000 }).toBeGreaterThanOrEqual(60);
    const taken = smtp.taken
      .map(({ parsed }) => parsed.subject!)
      .filter((subject) => subjects.includes(subject));
    expect(taken.sort()).toEqual(subjects.sort());
  });

  test(
    "of a process killed in the middle of a round, the other takes the rest over",
    { timeout: 90_000 },
    async () => {
      let held = 0;
      smtp = await startSmtpServer({
        accept({ parsed }) {
          if (parsed.subject !== "first") return;
          held += 1;
          return new Promise(() => {});
        },
      });
      const one = await start(smtp.port);
      await queue(one, ["first", "second"]);
      await wakeMail(one);
      await expect.poll(() => held).toBe(1);
      const other = await start(smtp.port, one.dataDir);
      const isSent = () => smtp!.taken.some(({ parsed }) => parsed.subject === "second");
      await wakeMail(other);
      await sleep(3000);
      // The first is at it.
      expect(isSent()).toBe(false);
      await one.stop("SIGKILL");
      await expect.poll(isSent, { timeout: 15_000 }).toBe(true);
      expect(held).toBe(1);
    },
  );
});
