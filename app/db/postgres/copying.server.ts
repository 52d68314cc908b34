import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { type CopiedDatabase, type CopyTarget, list, NOTES, quoted } from "../copying/databases";
import { WRITE_LOCK } from "./statements.server";
import { sequencesOf, TAKEN_AWAY, type TakenAway, truncate } from "./copied-schema.server";
import { connectAlone, streams } from "./pools.server";
import { copiedDatabase } from "./copied-database.server";

/** Sessions that were just closed are still in the server's list for a moment. */
const TRIES = 20;
const PAUSE_MS = 100;

/** All connections of a shop have a name that begins so. Ours is the one that copies. */
const OF_SHOPS = "kitab %";
const OWN_NAME = "kitab copy";

/** A shop is running on the database, or is being copied. */
export class DatabaseInUse extends Error {}

/**
 * What is in the database: nothing yet, a copy that is not complete, a shop, or tables of something else.
 * @param url as in DATABASE_URL
 */
export async function stateOfDatabase(url: string): Promise<"empty" | "unfinished" | "shop" | "other"> {
  return using(url, async (client) => {
    // Without what belongs to an extension.
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class c
       where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    );
    const names = rows.map(({ name }) => name);
    if (names.includes(NOTES)) return "unfinished";
    if (names.includes("kysely_migration")) return "shop";
    return names.length === 0 ? "empty" : "other";
  });
}

/** Marks an empty database as a copy that is not complete. */
export const markDatabase = (url: string): Promise<void> =>
  using(url, async (client) => {
    await client.query(
      `create table if not exists ${NOTES} (key text collate "C" primary key, value text not null)`,
    );
  });

/** Refuses while a shop runs on the database. @throws {DatabaseInUse} */
export const requireNobody = (url: string): Promise<void> =>
  using(url, async (client) => {
    for (let tries = 1; ; tries += 1) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name like $1`,
        [OF_SHOPS],
      );
      if (rows[0]!.count === 0) return;
      if (tries === TRIES) throw new DatabaseInUse();
      await setTimeout(PAUSE_MS);
    }
  });

async function using<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAlone(url, OWN_NAME);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Keeps all processes of the shop from writing, as long as the connection is open. @throws {DatabaseInUse} */
async function keepOthersFromWriting(client: pg.Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { rows } = await client.query<{ taken: number }>(
      `select pg_try_advisory_lock(${WRITE_LOCK}) as taken`,
    );
    if (rows[0]!.taken === 1) return;
    if (tries === TRIES) {
      await client.end();
      throw new DatabaseInUse();
    }
    await setTimeout(PAUSE_MS);
  }
}

/**
 * Opens a shop's database to be copied, as it is at one moment.
 * @param options.alone nobody writes meanwhile; otherwise the shop runs on
 * @throws {DatabaseInUse}
 */
export async function openDatabaseToCopy(
  url: string,
  { alone }: { alone: boolean },
): Promise<CopiedDatabase> {
  const client = await connectAlone(url, OWN_NAME);
  if (alone) await keepOthersFromWriting(client);
  await client.query("begin isolation level repeatable read read only");
  // The snapshot is taken by the first query.
  await client.query("select 1 from catalogue_version");
  return copiedDatabase(client);
}

/** Connections that make indexes and look at references side by side. */
const SIDE_BY_SIDE = 3;
/** For sorting: what is copied need not reach the disk with each part, but in its order. */
const OF_COPIES =
  "set work_mem = '64MB'; set maintenance_work_mem = '128MB'; set synchronous_commit = off; set lock_timeout = 0";

async function together(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Opens a database that is marked as unfinished, and has been migrated, to copy a shop to it. @throws {DatabaseInUse} */
export async function openDatabaseForCopy(url: string): Promise<CopyTarget> {
  const client = await connectAlone(url, OWN_NAME);
  await keepOthersFromWriting(client);
  await client.query(OF_COPIES);
  const putNote = (key: string, value: string) =>
    client.query(
      `insert into ${NOTES} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, value],
    );
  return {
    ...copiedDatabase(client),
    async note(key) {
      const { rows } = await client.query<{ value: string }>(`select value from ${NOTES} where key = $1`, [
        key,
      ]);
      return rows[0]?.value;
    },
    setNote: async (key, value) => void (await putNote(key, value)),
    begin: (notes) =>
      together(client, async () => {
        const { rows: parts } = await client.query<TakenAway>(TAKEN_AWAY);
        for (const [at, { kind, back, away }] of parts.entries()) {
          await putNote(`recreate ${kind} ${1000 + at}`, back);
          if (away !== null) await client.query(away);
        }
        await truncate(client);
        for (const note of notes) await putNote(...note);
      }),
    discard: () =>
      together(client, async () => {
        await truncate(client);
        const { rows } = await client.query<{ value: string }>(
          `select value from ${NOTES} where key like 'recreate %' order by key`,
        );
        for (const { value } of rows) await client.query(value);
        await client.query(`delete from ${NOTES}`);
      }),
    write: ({ name, columns }, parts, note) =>
      together(client, async () => {
        const all = list(columns.map((column) => column.name));
        const copying = `copy ${quoted(name)} (${all}) from stdin`;
        const lines = parts.map((part) => part.lines);
        if (lines.length > 0) await pipeline(lines, client.query(streams().from(copying)));
        await putNote(...note);
      }),
    async setLastIds(ids) {
      for (const [table, sequence] of await sequencesOf(client)) {
        const id = ids.get(table) ?? 0;
        await client.query("select setval($1, $2, $3)", [sequence, Math.max(id, 1), id > 0]);
      }
    },
    async recreate(onStep) {
      const { rows: steps } = await client.query<{ key: string; value: string; kind: string }>(
        `select key, value, split_part(key, ' ', 2) as kind from ${NOTES} where key like 'recreate %' order by key`,
      );
      let left = steps.length;
      for (const kind of new Set(steps.map((step) => step.kind))) {
        const own = steps.filter((step) => step.kind === kind);
        // Making a reference locks both of its tables.
        const connections = kind === "references" ? 1 : SIDE_BY_SIDE;
        await sideBySide(url, connections, own, async (one, { key, value }) => {
          onStep(left--);
          await together(one, async () => {
            await one.query(value);
            await one.query(`delete from ${NOTES} where key = $1`, [key]);
          });
        });
      }
      // The planner knows nothing of the rows that came.
      if (steps.length > 0) await client.query("analyze");
    },
    missingReferences: async () => [],
    async finish() {
      await client.query(`set synchronous_commit = on`);
      await client.query(`drop table ${NOTES}`);
    },
  };
}

/** Does steps in their order, several at a time, each on one of some connections. After an error none is begun. */
async function sideBySide<Step>(
  url: string,
  connections: number,
  steps: readonly Step[],
  work: (client: pg.Client, step: Step) => Promise<void>,
): Promise<void> {
  const rest = [...steps];
  const worker = async () => {
    const client = await connectAlone(url, OWN_NAME);
    try {
      await client.query(OF_COPIES);
      for (let step = rest.shift(); step !== undefined; step = rest.shift()) await work(client, step);
    } catch (error) {
      rest.length = 0;
      throw error;
    } finally {
      await client.end();
    }
  };
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(connections, steps.length) }, () => worker()),
  );
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}
