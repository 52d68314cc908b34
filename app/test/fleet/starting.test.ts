import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { onlyOnPostgres } from "~/test/engines";
import { createAccount } from "~/test/factories";
import { startLiveShop } from "~/test/live-shop";
import { startPostgres } from "~/test/databases/postgres";
import { createEmpty } from "~/test/databases/postgres-databases";
import { Browser, guestBrowser, startTestShop, type TestShop } from "~/test/shop";

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kitab-start-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Starts a shop that must refuse. @returns all that it writes */
function refused(env: Record<string, string>): Promise<string> {
  const all = {
    PATH: process.env.PATH,
    DATA_DIR: newFolder(),
    PORT: "0",
    WORKERS: "1",
    SESSION_SECRET: "s".repeat(40),
    ...env,
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ["scripts/serve.mjs"], { env: all }, (error, stdout, stderr) => {
      if (error?.code === 1) resolve(stdout + stderr);
      else reject(new Error(`ended with ${error?.code}: ${stdout}${stderr}`));
    });
  });
}

onlyOnPostgres("why a shop does not start", () => {
  test.each([
    ["postgres://shop:s3cret-word@127.0.0.1:9/kitab", "the database server at 127.0.0.1:9 cannot be reached"],
    ["postgres://shop:s3cret-word@no-such-host.invalid/kitab", "at no-such-host.invalid cannot be reached"],
    ["postgres://shop:s3cret-word@127.0.0.1:x/kitab", "DATABASE_URL is not an address"],
  ])("%s", async (DATABASE_URL, why) => {
    const said = await refused({ DATABASE_URL });
    expect(said).toMatch(/^The shop cannot start:\n {2}- .*\n$/);
    expect(said).toContain(why);
    expect(said).not.toContain("s3cret-word");
  });

  test("a wrong password, a database that is not there, and a user without rights", async () => {
    const server = await startPostgres("right-word");
    try {
      const wrong = await refused({
        DATABASE_URL: server.urlOf("postgres").replace("right-word", "wrong-word"),
      });
      expect(wrong).toMatch(
        /^The shop cannot start:\n {2}- the server at \S+ does not let the user of DATABASE_URL in: .*\n$/,
      );
      expect(wrong).not.toContain("wrong-word");
      const missing = await refused({ DATABASE_URL: server.urlOf("kitab") });
      expect(missing).toContain("has no database kitab: make it");
      expect(missing).not.toMatch(/right-word|\n {4}at /);
      const admin = openDatabase(server.urlOf("postgres"));
      await admin.executeScript("create role guest login password 'guest-word'");
      await admin.close();
      const url = server.urlOf("postgres").replace("postgres:right-word", "guest:guest-word");
      expect(await refused({ DATABASE_URL: url })).toContain("the user guest may not create tables");
    } finally {
      await server.stop();
    }
  });

  test("a database in another encoding", async () => {
    const { url, remove } = await createEmpty("encoding 'LATIN1' locale 'C'");
    expect(await refused({ DATABASE_URL: url })).toContain("has the encoding LATIN1: make one with");
    await remove();
  });

  test("a live shop without an admin, or with a sample account that anybody can use", async () => {
    const { url, remove } = await createEmpty();
    const live = {
      SHOP_MODE: "live",
      BASE_URL: "http://localhost",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "a@example.in",
      PAYMENTS: "sandbox",
      DATABASE_URL: url,
    };
    expect(await refused(live)).toBe(
      "The shop cannot start:\n  - a live shop needs a first admin: set ADMIN_EMAIL and ADMIN_PASSWORD\n",
    );
    const db = openDatabase(url);
    const { rows } = await sql`select from pg_tables where tablename = 'accounts'`.execute(db.read);
    expect(rows).toEqual([]);
    await db.close();

    const demo = await startTestShop({ DATABASE_URL: url }, newFolder());
    await demo.remove();
    const said = await refused(live);
    expect(said).toContain("anybody can log in as admin@kitab.example and customer@kitab.example");
    await remove();
  });
});

onlyOnPostgres("a live shop", () => {
  test("starts with its first admin, and again without naming it", async () => {
    const { url, remove } = await createEmpty();
    const folder = newFolder();
    const admins: Record<string, string>[] = [{}, { ADMIN_EMAIL: "", ADMIN_PASSWORD: "" }];
    for (const admin of admins) {
      const shop = await startLiveShop({ DATABASE_URL: url, ...admin }, folder);
      expect((await guestBrowser(shop).get("/")).status).toBe(200);
      await shop.remove();
    }
    await remove();
  });
});

onlyOnPostgres("processes that start at the same moment", () => {
  test("make schema, admin and sample catalogue once", async () => {
    const { url, remove } = await createEmpty();
    const folder = newFolder();
    const env = { DATABASE_URL: url, SAMPLE_CATALOGUE: "on" };
    const shops = await Promise.all([1, 2, 3].map(() => startTestShop(env, folder)));
    const { db } = shops[0]!;
    const count = async (table: "books" | "accounts" | "orders", distinct: string) => {
      const { rows } = await sql<{ all: number; different: number }>`select count(*) as all,
        count(distinct ${sql.ref(distinct)}) as different from ${sql.table(table)}`.execute(db.read);
      return rows[0]!;
    };
    const books = await count("books", "title");
    expect(books.all).toBeGreaterThan(10);
    expect(books.different).toBe(books.all);
    const admins = await db.read.selectFrom("accounts").select("email").where("role", "=", "admin").execute();
    expect(admins).toHaveLength(1);
    for (const shop of shops) expect((await guestBrowser(shop).get("/books")).status).toBe(200);
    expect(shops.map((shop) => shop.output()).join("")).not.toContain("error");
    for (const shop of shops) await shop.remove();
    await remove();
  });

  test("who waits says so in the log", async () => {
    const first = await startTestShop();
    let end = () => {};
    const holding = first.db.afterOthers("start", () => new Promise<void>((resolve) => (end = resolve)));
    const starting = startTestShop({}, first.dataDir);
    const waiting = sql`select from pg_locks where locktype = 'advisory' and objsubid = 2 and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await waiting.execute(first.db.read)).rows.length).toBe(1);
    await sleep(4000);
    end();
    await holding;
    const second = await starting;
    await expect.poll(() => second.output()).toContain("another process of the shop prepares the database");
    await second.remove();
    await first.remove();
  });
});

describe.runIf(process.platform === "linux")("a newer process has migrated the database", () => {
  onlyOnPostgres("an older one", () => {
    const workersOf = (shop: TestShop) =>
      readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, "utf8").trim().split(" ").map(Number);

    test("replaces its workers, and leaves the search index as it is", async () => {
      const shop = await startTestShop({ WORKERS: "2", LOG_LEVEL: "info" });
      await createAccount(shop.db.write);
      await shop.db
        .executeScript(`insert into kysely_migration (name, timestamp) values ('29991231T0000_later', 'now');
        update search_indexes set mark = 'of a newer process' where subject = 'books'`);
      const [dead] = workersOf(shop);
      process.kill(dead!, "SIGKILL");
      await expect.poll(() => workersOf(shop).filter((pid) => pid !== dead)).toHaveLength(2);
      // A replacement that did not start would end again.
      await sleep(2000);
      expect(workersOf(shop)).toHaveLength(2);
      expect(shop.output()).not.toContain("could not be started");
      expect((await new Browser(shop.origin).get("/")).status).toBe(200);

      const again = await startTestShop({}, shop.dataDir);
      const index = shop.db.read.selectFrom("search_indexes").select("mark").where("subject", "=", "books");
      expect(await index.executeTakeFirst()).toEqual({ mark: "of a newer process" });
      await again.remove();
      await shop.remove();
    });
  });
});
