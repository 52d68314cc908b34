import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { isPostgres } from "~/db/by-engine";
import { type Db, openDatabase, type ShopDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { withoutTrigger } from "~/db/triggers.server";
import { isOnPostgres } from "./databases/postgres";
import { closeAdmin, copyTemplate } from "./databases/postgres-databases";

let template: Promise<string> | undefined;
let opened: { db: ShopDatabase; remove?: () => Promise<void> }[] = [];

/** The file of an empty, migrated database, to be copied. The migrations run once per process. */
export const migratedFile = (): Promise<string> => (template ??= migrate());

async function migrate(): Promise<string> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-template-")), "kitab.db");
  const db = openDatabase(file);
  await updateDatabase(db, path.resolve("migrations"));
  await db.close();
  return file;
}

/** Tests kill processes, but not the machine, so they do not need to wait for the disk. PostgreSQL's server is told so. */
export function withoutSync(db: ShopDatabase) {
  if (!isPostgres(db.write)) db.executeScript("pragma synchronous = off");
}

/**
 * Makes SQLite give rows from the last to the first wherever a statement names no order: on PostgreSQL they come in any, and
 * what leans on the order of their ids would fail there now and then.
 */
export async function inNoOrder(db: ShopDatabase): Promise<void> {
  if (isPostgres(db.write)) return;
  db.executeScript("pragma reverse_unordered_selects = on");
  await sql`pragma reverse_unordered_selects = on`.execute(db.read);
}

/**
 * A new, empty, migrated database, closed after the test file: in a file of SQLite, or on the run's PostgreSQL server.
 * `file` is what to open it by a second time.
 */
export async function createTestDatabase(): Promise<ShopDatabase & { file: string }> {
  if (isOnPostgres) {
    const { url, remove } = await copyTemplate();
    const db = openDatabase(url);
    opened.push({ db, remove });
    return Object.assign(db, { file: url });
  }
  return createSqliteDatabase();
}

/** As createTestDatabase, on SQLite whatever the engine of the tests is. */
export async function createSqliteDatabase(): Promise<ShopDatabase & { file: string }> {
  const source = await migratedFile();
  const file = path.join(mkdtempSync(path.join(tmpdir(), "kitab-test-")), "kitab.db");
  copyFileSync(source, file);
  const db = openDatabase(file);
  withoutSync(db);
  await inNoOrder(db);
  opened.push({ db });
  return Object.assign(db, { file });
}

/** Indexes for searches what a script changed: transactions do so by themselves. */
export const indexChanges = (db: ShopDatabase): Promise<void> =>
  db.write.transaction().execute(async () => {});

/** Empties the audit log between tests; the shop itself cannot. */
export async function clearAudit(db: Db) {
  await db.transaction().execute((trx) =>
    withoutTrigger(trx, "audit_entries_not_deleted", async () => {
      await trx.deleteFrom("audit_entries").execute();
    }),
  );
}

/**
 * Makes statements fail, to see that everything else is rolled back.
 * @param on e.g. "insert on outgoing_mails"; @param when e.g. "new.recipient = 'a@example.com'"
 * @returns what ends it
 */
export async function failing(
  db: Pick<ShopDatabase, "executeScript">,
  on: string,
  message: string,
  when = "true",
): Promise<() => Promise<void>> {
  return before(db, on, when, {
    sqlite: `select raise(abort, '${message}');`,
    postgres: `raise exception '${message}';`,
  });
}

/** Makes statements without an effect. @param on e.g. "insert on sandbox_webhooks" @returns what ends it */
export const ignoring = (db: Pick<ShopDatabase, "executeScript">, on: string): Promise<() => Promise<void>> =>
  before(db, on, "true", { sqlite: "select raise(ignore);", postgres: "return null;" });

async function before(
  db: Pick<ShopDatabase, "executeScript">,
  on: string,
  when: string,
  done: { sqlite: string; postgres: string },
): Promise<() => Promise<void>> {
  const table = on.split(" ").at(-1);
  if (isOnPostgres) {
    await db.executeScript(`create function interferes() returns trigger language plpgsql as
        $$ begin ${done.postgres} end $$;
      create trigger interferes before ${on} for each row when (${when}) execute function interferes()`);
    return async () => db.executeScript(`drop trigger interferes on ${table}; drop function interferes()`);
  }
  await db.executeScript(`create trigger interferes before ${on} when ${when} begin ${done.sqlite} end`);
  return async () => db.executeScript("drop trigger interferes");
}

export async function closeTestDatabases() {
  for (const { db, remove } of opened) {
    await db.close();
    await remove?.();
  }
  opened = [];
  if (isOnPostgres) await closeAdmin();
}
