import type { CompiledQuery } from "kysely";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/engine";

const withNext = new WeakSet<CompiledQuery>();

/** Whether nobody waits for this statement's answer: PostgreSQL gets it together with the next one of its transaction. */
export const goesWithNext = (query: CompiledQuery): boolean => withNext.has(query);

/**
 * Runs a statement whose result nobody needs. On PostgreSQL it goes with the transaction's next statement, or its commit,
 * and costs no round trip; should it fail, that one fails with its error. So it is not for a statement whose failure is an
 * answer, nor for rows that the search index has.
 * @param trx an open transaction
 */
export async function sendWithNext(trx: Db, query: { compile(db: Db): CompiledQuery }): Promise<void> {
  await sendCompiledWithNext(trx, query.compile(trx));
}

/** The same for a compiled query that nobody else has. */
export async function sendCompiledWithNext(trx: Db, query: CompiledQuery): Promise<void> {
  if (isPostgres(trx)) withNext.add(query);
  await trx.executeQuery(query);
}
