import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { testOnSqlite } from "~/test/engines";
import { createStaff } from "~/test/factories";
import { startTestShop } from "~/test/shop";
import { createSampleAccounts } from "../app/sample/accounts";

const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-clear-sample-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** @param typed the answer to the question; null: no input, as under cron */
function run(args: string[], typed: string | null = null) {
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = spawn(process.execPath, ["scripts/clear-sample.mjs", ...args], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, LOG_LEVEL: "warn" },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.stdin.end(typed === null ? "" : `${typed}\n`);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

async function open() {
  const file = path.join(dataDir, "kitab.db");
  const db = openDatabase(file);
  await updateDatabase(db, path.resolve("migrations"));
  return db;
}

async function emails(): Promise<string[]> {
  const db = await open();
  const rows = await db.read.selectFrom("accounts").select("email").orderBy("email").execute();
  await db.close();
  return rows.map(({ email }) => email);
}

const backups = () =>
  existsSync(path.join(dataDir, "backups")) ? readdirSync(path.join(dataDir, "backups")) : [];

const ALL = ["admin@kitab.example", "customer@kitab.example", "owner@neem.in"];

testOnSqlite("asks first, refuses while the shop runs, makes a backup, and removes the sample", async () => {
  expect(await run(["--no-such-thing"])).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
  expect(await run(["--yes"])).toMatchObject({ code: 1, err: expect.stringContaining("There is no shop") });

  const db = await open();
  await createSampleAccounts(db.write, hashPassword);
  await createStaff(db.write, { email: "owner@neem.in" });
  await db.close();

  for (const typed of [null, "y"]) {
    const asked = await run([], typed);
    expect(asked, `answered ${typed}`).toMatchObject({
      code: 1,
      out: expect.stringContaining("Go on? (yes/no)"),
      err: expect.stringContaining("Nothing was removed."),
    });
  }
  expect(backups()).toEqual([]);
  expect(await emails()).toEqual(ALL);

  const shop = await startTestShop({}, dataDir);
  await shop.db.close();
  expect(await run(["--yes"])).toMatchObject({ code: 1, err: expect.stringContaining("is running") });
  expect((await fetch(`${shop.origin}/healthz`)).status).toBe(200);
  await shop.stop("SIGKILL");
  expect(backups()).toEqual([]);
  expect(await emails()).toEqual(ALL);

  const done = await run([], "yes");
  expect(done).toMatchObject({ code: 0, out: expect.stringContaining("Removed: 2 accounts") });
  expect(await emails()).toEqual(["owner@neem.in"]);
  const [backup, ...others] = backups();
  expect(others).toEqual([]);
  const kept = openDatabase(path.join(dataDir, "backups", backup!, "kitab.db"));
  const rows = await kept.read.selectFrom("accounts").select("email").orderBy("email").execute();
  await kept.close();
  expect(rows.map(({ email }) => email)).toEqual(ALL);
});
