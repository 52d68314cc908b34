import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
} from "kysely";
import { setSteadyVersion } from "../catalogue-version.server";
import type { Db, ShopDatabase } from "../engine";
import { SteadyVersion, type Look, LOOK } from "../steady-version.server";
import { indexQueued } from "../search/index-rows.server";
import { prepareIndexes } from "../search/prepare.server";
import type { Tables } from "../tables";
import { named } from "./away.server";
import { ShopQueryCompiler } from "./compiler.server";
import { openCounting } from "./counting.server";
import { ShopDriver } from "./driver.server";
import type { WriteFault } from "./connection.server";
import { Locks } from "./locks.server";
import { pipelining } from "./pipelining.server";
import { cursors, openPool, ping } from "./pools.server";
import { sharedPerTurn } from "./shared-per-turn.server";
import { PING_MS, StallWatch } from "./stall.server";
import { WriteQueue } from "./write-queue.server";
import { whyUnusable } from "./usable.server";

const FAULT_COUNTS_MS = 30_000;

const dialect = (driver: Driver): Dialect => ({
  createDriver: () => driver,
  createQueryCompiler: () => new ShopQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
});

/** A handle whose queries all run on this connection, within its transaction, and do not wait for each other. */
function over(connection: DatabaseConnection): Kysely<Tables> {
  const nothing = async () => {};
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<Tables>({ dialect: dialect(driver) });
}

/**
 * Opens a database of PostgreSQL 15 or later: a pool of connections that write, and one of connections that only read.
 * Connects at the first query. Does not migrate.
 * @param url as in DATABASE_URL: postgres://user:password@host:port/database?sslmode=…
 * @param writers how many connections write at once
 */
export function openPostgres(url: string, writers?: number): ShopDatabase {
  const stalls = new StallWatch((withinMs) => ping(url, withinMs));
  let fault: WriteFault | null = null;
  const noteFault = (noted: WriteFault | null) => void (fault = noted);
  const beforeCommit = (connection: DatabaseConnection) => indexQueued(over(connection));
  const read = new Kysely<Tables>({
    dialect: dialect(new ShopDriver({ pool: openPool(url, "read"), stalls, cursors })),
  });
  const write = pipelining(
    dialect(
      new ShopDriver({
        pool: openPool(url, "write", writers),
        stalls,
        cursors,
        writing: { noteFault, beforeCommit, heldAt: 0, queue: new WriteQueue() },
      }),
    ),
  );
  const locks = new Locks(openPool(url, "locks"), stalls);
  const counts = openPool(url, "counts");
  const steady = new SteadyVersion();
  const catalogueVersion = sharedPerTurn(async () => {
    const { rows } = await read.executeQuery<Look>(CompiledQuery.raw(LOOK));
    return steady.after(rows[0]!);
  });
  setSteadyVersion(read, catalogueVersion);
  return {
    read,
    write,
    catalogueVersion,
    // A process or thread beside this one waits for the lock by itself.
    lendWriting: (work) => work(),
    exclusively: (name, work) => locks.exclusively(name, work),
    afterOthers: (name, work) => locks.afterOthers(name, work),
    counting: openCounting(counts, stalls),
    whyUnusable: () => whyUnusable(url),
    async whyNotWritable() {
      const noted = fault;
      if (!noted || Date.now() - noted.at >= FAULT_COUNTS_MS) return null;
      if (!noted.isGone) return noted.error;
      try {
        await ping(url, PING_MS);
      } catch (error) {
        return named(error);
      }
      if (fault === noted) fault = null;
      return fault?.error ?? null;
    },
    async executeScript(script, trx) {
      const run = async (db: Db) => void (await db.executeQuery(CompiledQuery.raw(script)));
      await (trx ? run(trx) : write.transaction().execute(run));
    },
    // Backups are made by the server's own means.
    copyBefore: async () => {},
    prepareSearch: () =>
      prepareIndexes({ read, write }, async (script, trx) => {
        await trx.executeQuery(CompiledQuery.raw(`set local statement_timeout = 0; ${script}`));
      }),
    async close() {
      stalls.close();
      await Promise.all([read.destroy(), write.destroy(), locks.close(), counts.end()]);
    },
  };
}
