import { createRequire } from "node:module";
import type pg from "pg";
import type * as Streams from "pg-copy-streams";
import type Cursor from "pg-cursor";
import { WRITERS } from "~/db/writing/writers";
import { named } from "./away.server";
import type { StallWatch } from "./stall.server";
import { shopTypes } from "./values.server";

// Loaded only by a shop on PostgreSQL.
const load = createRequire(import.meta.url);
const driver = () => load("pg") as typeof pg;

export const cursors = () => load("pg-cursor") as typeof Cursor;
export const streams = () => load("pg-copy-streams") as typeof Streams;

const READERS = 10;
/** One for all that is tried (`exclusively`), others for what waits for others. */
const LOCKERS = 4;
const COUNTERS = 2;
/** For a free connection, when all are in use: writes wait for each other, and a rush of orders takes its time. */
const WAIT_MS = { write: 30_000, read: 5_000, locks: 5_000, counts: 5_000 };
const IDLE_MS = 60_000;
/** So long a write that runs alone waits for others of its process that do. */
export const QUEUE_WAIT_MS = WAIT_MS.write;
/** So long a write waits at the shop's lock, and at each row. */
export const LOCK_WAIT_MS = 5_000;

/**
 * The settings of every connection. A process that vanished with its machine holds its transaction, and with it all
 * other writes, until the server notices: after ten seconds.
 */
const COMMON = [
  "timezone = 'UTC'",
  // The server would compile the statements that it takes for long ones: half a second for one that then runs for 20 ms.
  "jit = off",
  "tcp_keepalives_idle = 5",
  "tcp_keepalives_interval = 2",
  "tcp_keepalives_count = 3",
  "tcp_user_timeout = 10000",
  "idle_in_transaction_session_timeout = 10000",
  // Triggers speak by notices.
  "client_min_messages = notice",
];
const SETTINGS = {
  write: [...COMMON, `lock_timeout = ${LOCK_WAIT_MS}`, "statement_timeout = 60000"],
  read: [
    ...COMMON,
    "default_transaction_read_only = on",
    "statement_timeout = 60000",
    // Lists of few and of very many rows are one statement (named-statements): it is planned for its values each time.
    "plan_cache_mode = force_custom_plan",
  ],
  // Whoever waits for a lock waits as long as it takes, and whoever has one keeps it however long its work takes.
  locks: [...COMMON, "lock_timeout = 0", "statement_timeout = 0", "idle_session_timeout = 0"],
  counts: [...COMMON, "lock_timeout = 1000", "statement_timeout = 2000", "synchronous_commit = off"],
};
const MOST = { write: WRITERS, read: READERS, locks: LOCKERS, counts: COUNTERS };

/** A pool of connections. @param url as in DATABASE_URL @param most how many there are at once */
export function openPool(url: string, access: keyof typeof SETTINGS, most = MOST[access]): pg.Pool {
  const { Pool, types } = driver();
  const settings = SETTINGS[access].map((setting) => `set ${setting}`).join("; ");
  const pool = new Pool({
    connectionString: url,
    max: most,
    application_name: `kitab ${access}`,
    connectionTimeoutMillis: WAIT_MS[access],
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // Statements of a transaction that do not wait for each other are one round trip. (A stream of rows, which only
    // reads need, cannot share its connection.)
    pipeline: access === "write",
    types: shopTypes(types),
    onConnect: async (client) => {
      // Whoever uses it hears of it from the query. Without a listener the process would end.
      client.on("error", () => {});
      client.on("notice", ({ message }) => {
        if (message === "search_queue") noticed.add(client);
      });
      await client.query(settings);
    },
  });
  // A connection broke while nobody used it: the next query gets another, or says what is wrong.
  pool.on("error", () => {});
  return pool;
}

const noticed = new WeakSet<pg.ClientBase>();

/** Whether a trigger has noted rows for the search index since this was asked last. */
export const hasNotice = (client: pg.ClientBase): boolean => noticed.delete(client);

/** @returns a connection of the pool @throws {PostgresAway} */
export async function connect(pool: pg.Pool, stalls: StallWatch): Promise<pg.PoolClient> {
  let connecting: Promise<pg.PoolClient> | undefined;
  // One that comes too late is not kept from others.
  const giveBack = () =>
    void connecting?.then(
      (client) => client.release(true),
      () => {},
    );
  try {
    return await stalls.during(() => (connecting = pool.connect()), giveBack);
  } catch (error) {
    throw named(error);
  }
}

/** A connection of its own, to see whether the server answers. */
export async function ping(url: string, withinMs: number): Promise<void> {
  await askOnce(url, "select 1", withinMs);
}

/** Asks for one row through a connection of its own. */
export async function askOnce<Row>(url: string, question: string, withinMs: number): Promise<Row> {
  const { Pool, types } = driver();
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    types: shopTypes(types),
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    const client = await pool.connect();
    const { rows } = await client.query(question).finally(() => client.release(true));
    return rows[0] as Row;
  } finally {
    void pool.end();
  }
}

/**
 * A connection for one long work, e.g. copying the shop: its statements may take as long as they take.
 * @param name as the server's list of sessions shows it
 */
export async function connectAlone(url: string, name: string): Promise<pg.Client> {
  const { Client, types } = driver();
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: WAIT_MS.write,
    keepAlive: true,
    types: shopTypes(types),
  });
  // Whoever uses it hears of it from the query.
  client.on("error", () => {});
  await client.connect();
  const own = [
    "idle_in_transaction_session_timeout = 0",
    `lock_timeout = ${LOCK_WAIT_MS}`,
    "statement_timeout = 0",
  ];
  await client.query([...COMMON, ...own].map((setting) => `set ${setting}`).join("; "));
  return client;
}
