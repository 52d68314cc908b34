import type { CompiledQuery } from "kysely";
import type pg from "pg";
import { nameOf } from "./named-statements.server";
import { LOCK_WAIT_MS } from "./pools.server";
import { bound } from "./values.server";

/** The statements that a connection sends, and how a burst of them goes to the server. */

/** The lock of all writes of a shop, on whatever machine. "kitab" as letters of ASCII. */
export const WRITE_LOCK = 0x6b_69_74_61_62;
/** So long a write waits at the lock at least, after it has waited for its connection. */
export const LEAST_LOCK_WAIT_MS = 50;

const lockWait = (ms: number) => `set local lock_timeout = ${ms}`;

/** Begins a write that runs alone, or one beside others. @param waitMs how long it waits at the lock */
export function beginWriting(isAlone: boolean, waitMs: number): string {
  const lock = `select pg_advisory_xact_lock${isAlone ? "" : "_shared"}(${WRITE_LOCK})`;
  return waitMs === LOCK_WAIT_MS
    ? `begin; ${lock}`
    : `begin; ${lockWait(waitMs)}; ${lock}; ${lockWait(LOCK_WAIT_MS)}`;
}

export interface Statement {
  text: string;
  values?: unknown[];
  name?: string | undefined;
}

export const statementOf = ({ sql, parameters }: CompiledQuery): Statement => ({
  text: sql,
  values: parameters.map(bound),
  name: nameOf(sql),
});

export const BEGIN: Statement = { text: "begin" };
export const COMMIT: Statement = { text: "commit" };
export const ROLLBACK: Statement = { text: "rollback" };

export function answersOf(client: pg.PoolClient, statements: Statement[]): Promise<pg.QueryResult>[] {
  if (client.pipeline) return statements.map((statement) => client.query(statement));
  let before: Promise<unknown> = Promise.resolve();
  return statements.map((statement) => {
    const answer = before.then(() => client.query(statement));
    before = answer;
    return answer;
  });
}
