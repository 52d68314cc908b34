import path from "node:path";
import type pg from "pg";
import { openDatabase } from "~/db/database.server";
import { updateDatabase } from "~/db/migrating/migrate.server";
import { openPool } from "~/db/postgres/pools.server";

const TEMPLATE = "kitab_template";

/** The address of a database of the run's server. */
const urlOf = (name: string) => process.env.TEST_POSTGRES!.replace("/postgres?", `/${name}?`);

/** Makes the migrated, empty database that all tests copy; once in a run. */
export async function makeTemplate(): Promise<void> {
  await run(`create database ${TEMPLATE}`);
  const db = openDatabase(urlOf(TEMPLATE));
  await updateDatabase(db, path.resolve("migrations"));
  await db.close();
  await closeAdmin();
}

let made = 0;

/** A new, empty, migrated database. @returns its address, and what removes it */
export async function copyTemplate(): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `kitab_test_${process.pid}_${++made}`;
  await run(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  return { url: urlOf(name), remove: () => run(`drop database ${name} with (force)`) };
}

/** A new database without anything in it. @param options of `create database` @returns as `copyTemplate` */
export async function createEmpty(options = ""): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `kitab_test_${process.pid}_${++made}`;
  await run(`create database ${name} template template0 ${options}`);
  return { url: urlOf(name), remove: () => run(`drop database ${name} with (force)`) };
}

let admin: pg.Pool | undefined;

async function run(text: string): Promise<void> {
  admin ??= openPool(urlOf("postgres"), "write");
  const client = await admin.connect();
  await client.query(text).finally(() => client.release());
}

export async function closeAdmin(): Promise<void> {
  await admin?.end();
  admin = undefined;
}
