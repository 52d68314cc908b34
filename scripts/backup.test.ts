import { spawn } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { coverFiles } from "~/domain/kit/images/images";
import { migratedFile, withoutSync } from "~/test/database";
import { createAccount, createBook } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { testOnSqlite } from "~/test/engines";
import { startTestShop } from "~/test/shop";
import { coverFiles as coverFilesOfBackups } from "./backup/shop.mjs";

const COVER = `${"a".repeat(20)}.webp`;
const OTHER = `${"b".repeat(20)}.webp`;

const base = mkdtempSync(path.join(tmpdir(), "kitab-backup-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let round = 0;
let dataDir: string;
let backups: string;
beforeEach(() => {
  round += 1;
  dataDir = path.join(base, `shop-${round}`);
  backups = path.join(base, `backups-${round}`);
});

/** Runs a script. @param killAt kill it with SIGKILL once its output matches this */
function run(script: "backup" | "restore", args: string[], killAt?: RegExp) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, [`scripts/${script}.mjs`, ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (killAt?.test(out)) child.kill("SIGKILL");
    });
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

const backUp = (...args: string[]) => run("backup", ["--to", backups, ...args]);
const newest = () => path.join(backups, readdirSync(backups).sort().at(-1)!);

function lay(cover: string, folder = dataDir) {
  mkdirSync(path.join(folder, "coverpages"), { recursive: true });
  for (const name of coverFiles(cover))
    writeFileSync(path.join(folder, "coverpages", name), `the picture ${name}`);
}

function openShop(): ShopDatabase {
  const db = openDatabase(path.join(dataDir, "kitab.db"));
  withoutSync(db);
  return db;
}

/** A stopped shop: one book with a cover, and this number of orders of one customer. */
async function stoppedShop(orders: number, cover = COVER) {
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(await migratedFile(), path.join(dataDir, "kitab.db"));
  const db = openShop();
  const accountId = await createAccount(db.write);
  await createBook(db.write, { cover });
  for (let n = 0; n < orders; n += 1) await insertOrder(db.write, { accountId, state: "paid" });
  await db.close();
  lay(cover);
  writeFileSync(path.join(dataDir, "session-secret"), "the secret of this shop, long enough", {
    mode: 0o600,
  });
}

async function addOrder(placedAt: string) {
  const db = openShop();
  const { id } = await db.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
  await insertOrder(db.write, { accountId: id, state: "paid", placedAt });
  await db.close();
}

function ordersIn(folder: string): unknown[] {
  const db = new SQLite(path.join(folder, "kitab.db"));
  try {
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    return db.prepare("select * from orders order by id").all();
  } finally {
    db.close();
  }
}

const pictures = (folder: string) => readdirSync(path.join(folder, "coverpages")).sort();
const replaced = () => readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));

test("the backup knows the files of a cover that pages show", () => {
  // Sample covers have no JPEG, and covers of an older shop have no width of 240 pixels until a page requests it.
  const shown = coverFiles(COVER).filter((name) => !/\.jpg$|-240\.avif$/.test(name));
  expect(coverFilesOfBackups(COVER).sort()).toEqual(shown.sort());
  const sample = readdirSync("app/sample/covers");
  const covers = sample.filter((name) => /^[0-9a-f]+\.webp$/.test(name));
  expect(covers.length).toBeGreaterThan(50);
  expect(covers.flatMap(coverFilesOfBackups).filter((name: string) => !sample.includes(name))).toEqual([]);
});

describe("a backup", () => {
  testOnSqlite(
    "of a shop that takes orders meanwhile has every order placed before it started, and can be restored",
    async () => {
      mkdirSync(dataDir, { recursive: true });
      const shop = await startTestShop({ SESSION_SECRET: "" }, dataDir);
      const accountId = await createAccount(shop.db.write);
      await createBook(shop.db.write, { cover: COVER });
      lay(COVER);
      const before: number[] = [];
      for (let n = 0; n < 30; n += 1)
        before.push(await insertOrder(shop.db.write, { accountId, state: "paid" }));
      let written = 0;
      const stopped = new AbortController();
      const writing = (async () => {
        while (!stopped.signal.aborted) {
          await insertOrder(shop.db.write, { accountId, state: "paid" });
          written += 1;
          // The database answers synchronously, so give other work a turn.
          await immediate();
        }
      })();
      const done = await backUp();
      stopped.abort();
      await writing;
      expect(done).toMatchObject({ code: 0, err: "" });
      expect(written).toBeGreaterThan(10);
      const all = await shop.db.read.selectFrom("orders").selectAll().orderBy("id").execute();
      await shop.stop();
      await shop.remove();

      const source = dataDir;
      dataDir = path.join(base, "fresh");
      expect(await run("restore", [newest()])).toMatchObject({ code: 0, err: "" });
      const again = await startTestShop({ SESSION_SECRET: "" }, dataDir);
      const orders = await again.db.read.selectFrom("orders").selectAll().orderBy("id").execute();
      expect(orders.length).toBeGreaterThanOrEqual(before.length);
      expect(orders).toEqual(all.slice(0, orders.length));
      // The same secret: sessions stay valid.
      const secret = (folder: string) => readFileSync(path.join(folder, "session-secret"), "utf8");
      expect(secret(dataDir)).toBe(secret(source));
      const served = await fetch(`${again.origin}/coverpages/${COVER}`);
      expect([served.status, await served.text()]).toEqual([200, `the picture ${COVER}`]);
      expect(pictures(dataDir)).toEqual(coverFiles(COVER).sort());
      await again.stop();
      await again.remove();
    },
  );

  test("is one folder readable only by its owner, with checksums, counts and the schema", async () => {
    await stoppedShop(3);
    writeFileSync(path.join(dataDir, "coverpages", ".unfinished-abc"), "half");
    expect((await backUp()).code).toBe(0);
    expect(readdirSync(backups)).toHaveLength(1);
    expect(readdirSync(newest()).sort()).toEqual([
      "coverpages",
      "kitab.db",
      "manifest.json",
      "session-secret",
    ]);
    expect(statSync(newest()).mode & 0o077).toBe(0);
    expect(pictures(newest())).toEqual(coverFiles(COVER).sort());
    const manifest = JSON.parse(readFileSync(path.join(newest(), "manifest.json"), "utf8"));
    expect(manifest.counts).toMatchObject({ orders: 3, books: 1, accounts: 1 });
    expect(manifest.schema).toEqual(
      ["migrations", "migrations/sqlite"]
        .flatMap((folder) => readdirSync(folder))
        .filter((name, at, all) => all.indexOf(name) === at)
        .filter((name) => name.endsWith(".sql"))
        .map((name) => path.basename(name, ".sql"))
        .sort(),
    );
    expect(manifest.files).toHaveLength(2 + coverFiles(COVER).length);
  });

  test("goes into the data folder by default; --keep removes all but the newest", async () => {
    await stoppedShop(1);
    for (let n = 0; n < 4; n += 1) expect((await run("backup", ["--keep", "2"])).code).toBe(0);
    const folder = path.join(dataDir, "backups");
    writeFileSync(path.join(folder, "before-20260101T0000_shop.db"), "a migration's copy");
    const names = readdirSync(folder);
    expect(names.filter((name) => name.startsWith("kitab-"))).toHaveLength(2);
    expect((await run("backup", ["--keep", "1"])).out).toMatch(/Removed 2 older backups/);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test("is made, with an error message, when a picture is missing", async () => {
    await stoppedShop(1);
    rmSync(path.join(dataDir, "coverpages", COVER));
    const done = await backUp();
    expect(done).toMatchObject({ code: 3, err: expect.stringMatching(/1 pictures .*not in coverpages/) });
    expect(ordersIn(newest())).toHaveLength(1);
  });

  test("without a shop or with wrong arguments fails with a message", async () => {
    expect(await backUp()).toMatchObject({ code: 1, err: expect.stringMatching(/There is no shop in/) });
    expect(await backUp("--keep", "0")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/--keep must be/),
    });
    expect(await run("restore", [])).toMatchObject({ code: 2, err: expect.stringMatching(/Usage/) });
    expect(await run("backup", ["--help"])).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage/) });
  });

  test("of a damaged database is not made, and no older backup is removed", async () => {
    await stoppedShop(400);
    expect((await backUp()).code).toBe(0);
    const file = path.join(dataDir, "kitab.db");
    const bytes = readFileSync(file);
    for (let at = 40_960; at < bytes.length; at += 8192) bytes.fill(0xab, at, at + 4096);
    writeFileSync(file, bytes);
    const done = await backUp("--keep", "1");
    expect(done.code).toBe(1);
    expect(done.err).toMatch(/damaged|malformed/);
    expect(readdirSync(backups)).toHaveLength(1);
    expect(ordersIn(newest())).toHaveLength(400);
  });
});

describe("restoring", () => {
  test("replaces the shop with the backup and keeps a copy of the shop as it was", async () => {
    await stoppedShop(5);
    await backUp();
    await addOrder("2026-02-01T00:00:00.000Z");
    const db = openShop();
    await db.write.updateTable("books").set({ cover: OTHER }).execute();
    await db.close();
    rmSync(path.join(dataDir, "coverpages"), { recursive: true });
    lay(OTHER);
    const was = ordersIn(dataDir);

    expect(await run("restore", [newest(), "--force"])).toMatchObject({ code: 0, err: "" });
    expect(ordersIn(dataDir)).toEqual(ordersIn(newest()));
    expect(pictures(dataDir)).toEqual(expect.arrayContaining(coverFiles(COVER)));
    const aside = path.join(dataDir, replaced()[0]!);
    expect(ordersIn(aside)).toEqual(was);
    expect(pictures(aside)).toEqual(coverFiles(OTHER).sort());
    expect(existsSync(path.join(aside, "session-secret"))).toBe(true);
    expect(readdirSync(dataDir).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("refuses to replace a shop with newer data", async () => {
    await stoppedShop(2);
    await backUp();
    await addOrder(new Date().toISOString());
    const refused = await run("restore", [newest()]);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringMatching(/newer than the backup \(orders: 2/),
    });
    expect(ordersIn(dataDir)).toHaveLength(3);
    expect(replaced()).toEqual([]);
  });

  testOnSqlite(
    "refuses while a shop runs on the folder, even with --force, and the shop keeps running",
    async () => {
      mkdirSync(dataDir, { recursive: true });
      const shop = await startTestShop({}, dataDir);
      await shop.db.close();
      await backUp();
      const refused = await run("restore", [newest(), "--force"]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/is running/) });
      expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
      await shop.stop("SIGKILL");
      // A crashed shop holds no lock.
      expect(await run("restore", [newest()])).toMatchObject({ code: 0, err: "" });
    },
  );

  test("refuses a backup with a changed or missing file", async () => {
    await stoppedShop(2);
    await backUp();
    const picture = `coverpages/${COVER}`;
    const damages: [name: string, damage: (file: string) => void][] = [
      ["kitab.db", (file) => appendFileSync(file, "x")],
      // Of the same length.
      ["kitab.db", (file) => writeFileSync(file, readFileSync(file).fill(7, 5000, 5001))],
      ["kitab.db", (file) => rmSync(file)],
      [picture, (file) => writeFileSync(file, "another picture")],
    ];
    for (const [name, damage] of damages) {
      const copy = path.join(base, `copy-${round}`);
      cpSync(newest(), copy, { recursive: true });
      damage(path.join(copy, name));
      const refused = await run("restore", [copy]);
      expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/The backup is damaged/) });
      expect(refused.err).toContain(name);
      rmSync(copy, { recursive: true });
    }
    expect(ordersIn(dataDir)).toHaveLength(2);
  });

  test("refuses a backup of a newer schema or one of long before version 1.0, files outside the backup, and a folder that is not a backup", async () => {
    await stoppedShop(1);
    await backUp();
    const file = path.join(newest(), "manifest.json");
    const text = readFileSync(file, "utf8");
    const manifest = JSON.parse(text);
    writeFileSync(file, JSON.stringify({ ...manifest, schema: [...manifest.schema, "20990101T0000_later"] }));
    expect((await run("restore", [newest()])).err).toMatch(/newer Kitab .*20990101T0000_later/);
    writeFileSync(file, JSON.stringify({ ...manifest, schema: ["20261121T1100_shop"] }));
    expect((await run("restore", [newest()])).err).toMatch(/too old .* start it once with the commit/);
    writeFileSync(file, text.replace('"session-secret"', '"../session-secret"'));
    expect((await run("restore", [newest()])).err).toMatch(/lists files that a backup cannot have/);
    rmSync(file);
    expect((await run("restore", [newest()])).err).toMatch(/is not a backup/);
    expect(replaced()).toEqual([]);
  });

  test("replaces an unreadable database only with --force, and keeps its files", async () => {
    await stoppedShop(1);
    await backUp();
    writeFileSync(
      path.join(dataDir, "kitab.db"),
      "this is no database, and long enough to be read as one".repeat(9),
    );
    expect((await run("restore", [newest()])).err).toMatch(/cannot be read/);
    expect(await run("restore", [newest(), "--force"])).toMatchObject({ code: 0, err: "" });
    expect(ordersIn(dataDir)).toHaveLength(1);
    expect(readFileSync(path.join(dataDir, replaced()[0]!, "kitab.db"), "utf8")).toMatch(/^this is no/);
  });

  test("when killed, leaves a complete shop: the old or the restored one", { timeout: 120_000 }, async () => {
    await stoppedShop(3);
    await backUp();
    const backup = newest();
    const source = ordersIn(backup);
    renameSync(dataDir, `${dataDir}-first`);
    await stoppedShop(7, OTHER);
    const old = ordersIn(dataDir);
    const seen = new Set<string>();
    for (const at of [/Checking/, /Keeping/, /Keeping/, /Keeping/, /Restored/]) {
      const { code } = await run("restore", [backup, "--force"], at);
      if (at.source !== "Restored") expect(code).toBe(null);
      const db = openShop();
      await db.close();
      const now = ordersIn(dataDir);
      const which = now.length === old.length ? "old" : "restored";
      seen.add(which);
      expect(now).toEqual(which === "old" ? old : source);
      expect(pictures(dataDir)).toEqual(expect.arrayContaining(coverFiles(which === "old" ? OTHER : COVER)));
    }
    expect([...seen]).toContain("old");
    expect(await run("restore", [backup, "--force"])).toMatchObject({ code: 0, err: "" });
    expect(ordersIn(dataDir)).toEqual(source);
  });
});
