import { sql } from "kysely";
import { isPostgres } from "./by-engine";
import type { Db } from "./engine";

type Version = () => number | Promise<number>;

const versions = new WeakMap<Db, Version>();

/** The version that a shop's read connection has cached. @returns undefined for a transaction, and other connections */
export const steadyVersion = (read: Db): number | Promise<number> | undefined => versions.get(read)?.();

export const setSteadyVersion = (read: Db, version: Version) => void versions.set(read, version);

/** Rises with every change to the catalogue, its reviews and the shop's settings. */
export async function catalogueVersion(db: Db): Promise<number> {
  const row = await db.selectFrom("current_catalogue_version").select("version").executeTakeFirstOrThrow();
  return row.version;
}

/** Raises it for a change that no trigger sees. */
export const raiseCatalogueVersion = async (db: Db): Promise<void> => {
  await db
    .updateTable("catalogue_version")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .execute();
};

/**
 * Counts what this transaction has raised as raised by an import, so that the page cache can tell imports from other changes
 * (steady-version.server.ts). @param trx an open transaction; @param read the read connection, which sees what was before it
 */
export async function raisedByImport(trx: Db, read: Db): Promise<void> {
  if (isPostgres(trx)) {
    await sql`update catalogue_rises set by_imports = by_imports + 1
      where connection = pg_backend_pid() and current_setting('kitab.has_raised', true) = 'yes'`.execute(trx);
    return;
  }
  const raised = (await catalogueVersion(trx)) - (await catalogueVersion(read));
  if (raised === 0) return;
  await trx
    .updateTable("catalogue_version")
    .set((eb) => ({ by_imports: eb("by_imports", "+", raised) }))
    .execute();
}

/** Adds what connections that are gone have raised to the one row; the version stays the same. @returns 0 */
export async function sweepRises(db: Db): Promise<number> {
  if (isPostgres(db))
    await sql`with gone as (
        delete from catalogue_rises where connection not in (select pid from pg_stat_activity) returning rises, by_imports
      )
      update catalogue_version set version = version + gone.rises, by_imports = catalogue_version.by_imports + gone.by_imports
      from (select sum(rises) as rises, sum(by_imports) as by_imports from gone having count(*) > 0) as gone`.execute(
      db,
    );
  return 0;
}
