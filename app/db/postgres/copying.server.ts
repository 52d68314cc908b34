import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import {
  ALL_ROWS,
  type CopySide,
  type CopyTarget,
  list,
  NOTES,
  PART_LENGTH,
  PART_ROWS,
  quoted,
  type Value,
} from "../copying/sides";
import { WRITE_LOCK } from "./connection.server";
import { type Part, PARTS, sequencesOf, tablesOf, truncate, typesOf } from "./copied-schema.server";
import { connectAlone } from "./pools.server";

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
async function takeWriting(client: pg.Client): Promise<void> {
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
export async function openDatabaseToCopy(url: string, { alone }: { alone: boolean }): Promise<CopySide> {
  const client = await connectAlone(url, OWN_NAME);
  if (alone) await takeWriting(client);
  await client.query("begin isolation level repeatable read read only");
  // The snapshot is taken by the first query.
  await client.query("select 1 from catalogue_version");
  return sideOf(client);
}

/** Opens a database that is marked as unfinished, and has been migrated, to copy a shop to it. @throws {DatabaseInUse} */
export async function openDatabaseForCopy(url: string): Promise<CopyTarget> {
  const client = await connectAlone(url, OWN_NAME);
  await takeWriting(client);
  const side = sideOf(client);
  const types = await typesOf(client);
  const putNote = (key: string, value: string) =>
    client.query(
      `insert into ${NOTES} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
      [key, value],
    );
  const together = async (work: () => Promise<void>) => {
    await client.query("begin");
    try {
      await work();
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    }
  };
  return {
    ...side,
    async *rows(table, after) {
      await client.query("begin read only");
      try {
        yield* side.rows(table, after);
      } finally {
        await client.query("rollback");
      }
    },
    async note(key) {
      const { rows } = await client.query<{ value: string }>(`select value from ${NOTES} where key = $1`, [
        key,
      ]);
      return rows[0]?.value;
    },
    setNote: async (key, value) => void (await putNote(key, value)),
    begin: (notes) =>
      together(async () => {
        const { rows: parts } = await client.query<Part>(PARTS);
        for (const [at, { kind, back, away }] of parts.entries()) {
          await putNote(`bring back ${kind} ${1000 + at}`, back);
          await client.query(away);
        }
        await truncate(client);
        for (const note of notes) await putNote(...note);
      }),
    giveUp: () =>
      together(async () => {
        await truncate(client);
        const { rows } = await client.query<{ value: string }>(
          `select value from ${NOTES} where key like 'bring back %' order by key`,
        );
        for (const { value } of rows) await client.query(value);
        await client.query(`delete from ${NOTES}`);
      }),
    write: ({ name, columns }, rows, note) =>
      together(async () => {
        const given = columns.map((column, at) => `$${at + 1}::${types.get(`${name}.${column.name}`)}[]`);
        await client.query(
          `insert into ${quoted(name)} (${list(columns.map((column) => column.name))})
           select * from unnest(${given.join()})`,
          columns.map((_, at) => rows.map((row) => row[at])),
        );
        await putNote(...note);
      }),
    async setLastIds(ids) {
      for (const [table, sequence] of await sequencesOf(client)) {
        const id = ids.get(table) ?? 0;
        await client.query("select setval($1, $2, $3)", [sequence, Math.max(id, 1), id > 0]);
      }
    },
    async bringBack(what, onStep) {
      const { rows: steps } = await client.query<{ key: string; value: string }>(
        `select key, value from ${NOTES} where starts_with(key, $1) order by key`,
        [what === "tables" ? "bring back tables " : "bring back "],
      );
      for (const [at, { key, value }] of steps.entries()) {
        onStep(steps.length - at);
        await together(async () => {
          await client.query(value);
          await client.query(`delete from ${NOTES} where key = $1`, [key]);
        });
      }
      // The planner knows nothing of the rows that came.
      if (steps.length > 0) await client.query("analyze");
    },
    strays: async () => [],
    finish: async () => void (await client.query(`drop table ${NOTES}`)),
  };
}

function sideOf(client: pg.Client): CopySide {
  return {
    tables: () => tablesOf(client),
    async *rows({ name, columns, key }, after) {
      const all = list(columns.map((column) => column.name));
      const order = key.length > 0 ? list(key) : all;
      // A cursor takes no parameters.
      const literals = after?.map((value) =>
        typeof value === "string" ? client.escapeLiteral(value) : value,
      );
      const where = literals ? `where (${order}) > (${literals.join()})` : "";
      await client.query(
        `declare copied no scroll cursor for select ${all} from ${quoted(name)} ${where} order by ${order}`,
      );
      let count = PART_ROWS;
      for (;;) {
        const { rows } = await client.query<Value[]>({
          text: `fetch ${count} from copied`,
          rowMode: "array",
        });
        if (rows.length === 0) break;
        yield rows;
        let length = 0;
        for (const row of rows)
          for (const value of row) if (typeof value === "string") length += value.length;
        // Of long texts the next part has fewer rows.
        const fitting = Math.floor(PART_LENGTH / (length / rows.length + 1));
        count = Math.min(PART_ROWS, Math.max(10, fitting));
      }
      await client.query("close copied");
    },
    async figures({ name, columns }) {
      const sums = columns.filter(({ kind }) => kind === "number").map((column) => quoted(column.name));
      const chosen = sums.map((column) => `coalesce(sum(${column}), 0)::text as ${column}`);
      const { rows } = await client.query<Record<string, string>>(
        `select ${[`count(*)::text as ${quoted(ALL_ROWS)}`, ...chosen].join()} from ${quoted(name)}`,
      );
      return rows[0]!;
    },
    async lastIds() {
      const ids = new Map<string, number>();
      for (const [table, sequence] of await sequencesOf(client)) {
        const { rows } = await client.query<{ id: number }>(
          `select greatest(
             (select case when is_called then last_value else 0 end from ${sequence}),
             (select max(id) from ${quoted(table)})
           ) as id`,
        );
        ids.set(table, rows[0]!.id);
      }
      return ids;
    },
    // Ends its transaction and gives back the lock.
    close: () => client.end(),
  };
}
