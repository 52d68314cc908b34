import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stateOf } from "~/db/copying/move-shop.server";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { migratedFile, withoutSync } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { fillShop } from "~/test/full-shop";
import { LOOPBACK } from "~/test/servers/loopback";
import { isOnPostgres } from "~/test/databases/postgres";
import { createEmpty } from "~/test/databases/postgres-databases";
import { createSampleAccounts } from "../app/sample/accounts";

const base = mkdtempSync(path.join(tmpdir(), "kitab-moving-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const SECRET = "a secret for tests only, long enough";

/** Runs a script. @param whileRunning called at once with what kills it */
function run(
  script: string,
  args: string[],
  env: Record<string, string> = {},
  whileRunning?: (kill: () => void) => void,
) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, SESSION_SECRET: SECRET, LOG_LEVEL: "warn", ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end();
    child.once("close", (code) => resolve({ code, out, err }));
    whileRunning?.(() => child.kill("SIGKILL"));
  });
}

let full: string;
beforeAll(async () => {
  full = path.join(base, "full.db");
  copyFileSync(await migratedFile(), full);
  await using(full, async (db) => {
    withoutSync(db);
    await fillShop(db.write);
  });
});

async function using<T>(at: string, work: (db: ShopDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase(at);
  return work(db).finally(() => db.close());
}

let round = 0;
let dataDir: string;
let url: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  dataDir = path.join(base, `shop-${(round += 1)}`);
  mkdirSync(path.join(dataDir, "coverpages"), { recursive: true });
  copyFileSync(full, path.join(dataDir, "kitab.db"));
  if (!isOnPostgres) return;
  await remove?.();
  ({ url, remove } = await createEmpty());
});
afterAll(() => remove?.());

/** Starts the shop, opens its list of books, and stops it. */
async function startShop(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      SESSION_SECRET: SECRET,
      SAMPLE_CATALOGUE: "off",
      WORKERS: "1",
      HOST: LOOPBACK,
      PORT: "0",
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  const ended = once(child, "exit");
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  try {
    await expect
      .poll(() => child.exitCode ?? said, { timeout: 30_000 })
      .toMatch(/The shop is open at http\S+/);
    const books = await fetch(`${/open at (http\S+)/.exec(said)![1]!}/books`);
    expect([books.status, await books.text()]).toEqual([200, expect.stringContaining("books found")]);
    child.kill();
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill("SIGKILL");
  }
}

/** Some rows of a file, for comparing. */
function rowsOf(file: string): unknown[] {
  const db = new SQLite(file, { readonly: true });
  const tables = ["orders", "order_lines", "payments", "accounts", "books", "sessions", "settings"];
  const rows = tables.map((table) => db.prepare(`select * from ${table}`).all());
  db.close();
  return rows;
}

const onPostgres = () => ({ DATABASE_URL: url });

test("explains wrong arguments, and refuses without a shop or an address", async () => {
  expect(await run("move", ["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("Usage") });
  for (const args of [[], ["--to", "oracle"], ["--no-such-thing"]])
    expect(await run("move", args)).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
  expect(await run("move", ["--to", "postgres"])).toMatchObject({
    code: 1,
    err: "DATABASE_URL is not set: it is the address of the database on PostgreSQL.\n",
  });
  expect(await run("move", ["--to", "postgres://localhost/x", "--data", base])).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no shop"),
  });
});

describe.runIf(isOnPostgres)("npm run move", () => {
  test("moves a shop to PostgreSQL, where its commands work, and back", { timeout: 180_000 }, async () => {
    const source = path.join(dataDir, "kitab.db");
    const moved = await run("move", ["--to", url]);
    expect(moved).toMatchObject({ code: 0, err: "" });
    expect(moved.out).toMatch(/orders +\d+ rows, ₹[\d,.]+\n/);
    expect(moved.out).toContain("Start it on the same data folder with DATABASE_URL");
    expect(await run("move", ["--to", "postgres"], onPostgres())).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is a shop already in the database"),
    });
    expect(await run("staff", ["--list"], onPostgres())).toMatchObject({ code: 0, err: "" });

    expect(await run("move", ["--to", "sqlite"], onPostgres())).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is a shop already in"),
    });
    const before = rowsOf(source);
    rmSync(source);
    expect(await run("move", ["--to", "sqlite"], onPostgres())).toMatchObject({ code: 0, err: "" });
    // Looked at first: reading the rows may make files beside it.
    expect(readdirSync(dataDir).filter((name) => name.startsWith("kitab.db"))).toEqual(["kitab.db"]);
    expect(rowsOf(source)).toEqual(before);
    await startShop(onPostgres());
    await startShop();
  });

  test("killed, leaves a database on which nothing starts, and goes on", { timeout: 180_000 }, async () => {
    const kinds = new Set<boolean>();
    // Sooner or later after the beginning.
    for (const wait of [0, 150, 600]) {
      const killed = await run("move", ["--to", url], {}, (kill) => {
        void (async () => {
          while ((await stateOf(url)) === "empty") await sleep(20);
          await sleep(wait);
          kill();
        })();
      });
      kinds.add(killed.code === null);
      if (killed.code !== null) break;
      expect(await stateOf(url)).toBe("unfinished");
      if (wait > 0) continue;
      const started = await run("serve", [], { ...onPostgres(), PORT: "0", HOST: "127.0.0.1" });
      expect(started.code).toBe(1);
      expect(started.err).toContain("the database is a copy of a shop that is not complete");
      for (const [script, args] of [
        ["staff", ["--list"]],
        ["export", ["--format", "csv"]],
        ["import", ["package.json"]],
      ] as const)
        expect(await run(script, [...args], onPostgres())).toMatchObject({
          code: 1,
          out: "",
          err: expect.stringContaining("Nothing was done: the database is a copy"),
        });
    }
    expect(kinds).toContain(true);
    if ((await stateOf(url)) === "unfinished")
      expect(await run("move", ["--to", url])).toMatchObject({ code: 0, err: "" });
    const back = path.join(base, `back-${round}`);
    mkdirSync(back);
    expect(await run("move", ["--to", "sqlite", "--data", back], onPostgres())).toMatchObject({ code: 0 });
    expect(rowsOf(path.join(back, "kitab.db"))).toEqual(rowsOf(path.join(dataDir, "kitab.db")));
  });
});

describe.runIf(isOnPostgres)("a backup of a shop on PostgreSQL", () => {
  const backups = () => path.join(base, `backups-${round}`);
  const newest = () => path.join(backups(), readdirSync(backups()).sort().at(-1)!);

  test(
    "is made while it takes orders, and is restored to SQLite, to PostgreSQL, and in place of a shop",
    { timeout: 180_000 },
    async () => {
      await run("move", ["--to", url]);
      const expected = rowsOf(path.join(dataDir, "kitab.db"));
      rmSync(path.join(dataDir, "kitab.db"));
      await using(url, async (db) => {
        await db.read.selectFrom("accounts").select("id").execute();
        expect(await run("backup", ["--to", backups()], onPostgres())).toMatchObject({ code: 0, err: "" });
        // A running shop is not replaced.
        expect(await run("restore", [newest(), "--replace"], onPostgres())).toMatchObject({
          code: 1,
          err: expect.stringContaining("A shop is running on the database"),
        });
      });
      expect(rowsOf(path.join(newest(), "kitab.db"))).toEqual(expected);
      expect(existsSync(path.join(dataDir, "last-backup.json"))).toBe(true);

      const folder = path.join(base, `sqlite-${round}`);
      expect(await run("restore", [newest(), "--data", folder])).toMatchObject({ code: 0, err: "" });
      expect(rowsOf(path.join(folder, "kitab.db"))).toEqual(expected);

      expect(await run("restore", [newest()], onPostgres())).toMatchObject({
        code: 1,
        err: expect.stringContaining("Use --replace to replace it"),
      });
      await using(url, async ({ write }) => {
        const accountId = await createAccount(write, { email: "late@neem.in" });
        await insertOrder(write, { accountId, state: "paid", placedAt: "2999-01-01T00:00:00.000Z" });
      });
      expect(await run("restore", [newest(), "--replace"], onPostgres())).toMatchObject({
        code: 1,
        err: expect.stringContaining("The shop has data newer than the backup (orders: 2999"),
      });
      expect(readdirSync(dataDir).filter((name) => name.startsWith("replaced-"))).toEqual([]);
      const done = await run("restore", [newest(), "--replace", "--force"], onPostgres());
      expect(done).toMatchObject({ code: 0, err: "" });
      const [kept] = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
      const old = new SQLite(path.join(dataDir, kept!, "kitab.db"));
      expect(old.prepare("select count(*) from accounts where email = 'late@neem.in'").pluck().get()).toBe(1);
      old.close();
      expect(await run("backup", ["--to", backups()], onPostgres())).toMatchObject({ code: 0, err: "" });
      expect(rowsOf(path.join(newest(), "kitab.db"))).toEqual(expected);
      expect(readdirSync(dataDir).filter((name) => name.startsWith(".unfinished"))).toEqual([]);
    },
  );

  test("of a shop on SQLite is restored to an empty database, and again after it was killed", async () => {
    expect(await run("backup", ["--to", backups()])).toMatchObject({ code: 0 });
    const killed = await run("restore", [newest()], onPostgres(), (kill) => {
      void (async () => {
        while ((await stateOf(url)) === "empty") await sleep(20);
        await sleep(100);
        kill();
      })();
    });
    expect(killed.code).toBe(null);
    expect(await stateOf(url)).toBe("unfinished");
    expect(await run("restore", [newest()], onPostgres())).toMatchObject({ code: 0, err: "" });
    expect(await stateOf(url)).toBe("shop");
    const restored = await using(url, ({ read }) =>
      read.selectFrom("orders").selectAll().orderBy("id").execute(),
    );
    expect(restored).toEqual(
      await using(path.join(dataDir, "kitab.db"), ({ read }) =>
        read.selectFrom("orders").selectAll().orderBy("id").execute(),
      ),
    );
  });
});

describe.runIf(isOnPostgres)("npm run clear-sample on PostgreSQL", () => {
  test("refuses while the shop runs, makes a backup, and removes the sample", async () => {
    await using(path.join(dataDir, "kitab.db"), async ({ write }) => {
      await createSampleAccounts(write, hashPassword);
      await createStaff(write, { email: "owner@neem.in" });
    });
    await run("move", ["--to", url]);
    rmSync(path.join(dataDir, "kitab.db"));
    await using(url, async ({ read }) => {
      await read.selectFrom("accounts").select("id").execute();
      expect(await run("clear-sample", ["--yes"], onPostgres())).toMatchObject({
        code: 1,
        err: expect.stringContaining("A shop is running on the database"),
      });
    });
    const done = await run("clear-sample", ["--yes"], onPostgres());
    expect(done).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/Removed: \d+ accounts/) });
    const emails = await using(url, ({ read }) =>
      read.selectFrom("accounts").select("email").where("email", "like", "%.example").execute(),
    );
    expect(emails.map(({ email }) => email)).not.toContain("admin@kitab.example");
    expect(readdirSync(path.join(dataDir, "backups"))).toHaveLength(1);
  });
});
