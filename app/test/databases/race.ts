import { type KyselyPlugin, type OperationNode, SelectQueryNode, sql } from "kysely";
import { setTimeout } from "node:timers/promises";
import { type Db, openDatabase } from "~/db/database.server";
import type { Tables } from "~/db/tables";

/**
 * Runs two works on one database of PostgreSQL as two processes of the shop do, so that they meet where it matters: both have
 * read a table before either goes on, unless the second waits for the first one in the database.
 * @param file the address of the database @param table a read of it is the place: the first of each work, or the one of this number
 * @returns what the works return
 */
export async function race<One, Two>(
  file: string,
  table: keyof Tables,
  one: (write: Db) => Promise<One>,
  two: (write: Db) => Promise<Two>,
  nth = 1,
): Promise<[One, Two]> {
  const [here, there] = [openDatabase(file), openDatabase(file)];
  const over = new AbortController();
  const [first, second] = [signal(), signal()];
  try {
    const ofOne = one(
      pausing(here.write, table, nth, async () => {
        first.give();
        await Promise.race([second.given, isAnyoneWaiting(here.read, over.signal)]);
      }),
    );
    await Promise.race([first.given, ofOne.then(() => Promise.reject(new Error(`nothing read ${table}`)))]);
    const ofTwo = two(pausing(there.write, table, nth, async () => second.give()));
    void ofTwo.catch(() => {}).then(second.give);
    return await Promise.all([ofOne, ofTwo]);
  } finally {
    over.abort();
    await Promise.all([here.close(), there.close()]);
  }
}

function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}

/** A handle that pauses after it has read this table for the nth time. */
function pausing(db: Db, table: keyof Tables, nth: number, pause: () => Promise<void>): Db {
  let reads = 0;
  const about = new WeakSet<object>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      // A part of another query has no result of its own.
      if (SelectQueryNode.is(node) && isAbout(node, table)) about.add(queryId);
      return node;
    },
    async transformResult({ queryId, result }) {
      if (about.has(queryId) && ++reads === nth) await pause();
      return result;
    },
  };
  return db.withPlugin(plugin);
}

const isAbout = (node: OperationNode, table: string) =>
  JSON.stringify(node).includes(`"identifier":{"kind":"IdentifierNode","name":"${table}"}`);

/** Waits until a connection of the database waits for a lock. */
async function isAnyoneWaiting(db: Db, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length > 0) return;
    await setTimeout(5);
  }
}
