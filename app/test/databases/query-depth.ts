import { setImmediate } from "node:timers/promises";
import type { DatabaseConnection, QueryResult } from "kysely";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/database.server";

/** A connection of the shop's drivers, as far as this file knows it. */
interface Connection extends DatabaseConnection {
  /** PostgreSQL's: what is sent without waiting in between, also the beginning of a transaction and its commit. */
  send?(...given: unknown[]): Promise<unknown>;
  /** SQLite's. */
  begin?(...given: unknown[]): Promise<unknown>;
  commit?(): Promise<unknown>;
}

/**
 * How many questions to the database wait for each other in `run`: on PostgreSQL each is a round trip. Those that are asked
 * side by side count as one; the beginning of a transaction and its commit count too.
 */
export async function queryDepth(db: Db, run: () => Promise<unknown>): Promise<number> {
  const all = { answered: 0 };
  let deepest = 0;

  /** @param before what was answered before this is asked; raised by its answer */
  function counting<Given extends unknown[], Answer>(
    ask: (...given: Given) => Promise<Answer>,
    before: { answered: number },
  ) {
    return async (...given: Given): Promise<Answer> => {
      const depth = before.answered + 1;
      deepest = Math.max(deepest, depth);
      try {
        const answer = await ask(...given);
        // SQLite answers within the turn: what is asked in the same turn is asked side by side.
        if (!isPostgres(db)) await setImmediate();
        return answer;
      } finally {
        for (const each of [before, all]) each.answered = Math.max(each.answered, depth);
      }
    };
  }

  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  const execute = executor.executeQuery.bind(executor);
  const enter = executor.withConnectionProvider.bind(executor);
  let isSingle = false;
  executor.executeQuery = <Row>(...given: Parameters<typeof execute>) => {
    isSingle = true;
    return execute(...given) as Promise<QueryResult<Row>>;
  };
  executor.provideConnection = (consumer, options) => {
    // A query outside of a transaction may wait for a connection. It is asked now.
    const before = isSingle ? { ...all } : all;
    const methods: (keyof Connection)[] = isPostgres(db)
      ? ["send"]
      : isSingle
        ? ["executeQuery"]
        : ["begin", "commit"];
    isSingle = false;
    return provide(async (connection) => {
      const counted = connection as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
      for (const name of methods) counted[name] = counting(counted[name]!.bind(connection), before);
      try {
        return await consumer(connection);
      } finally {
        // The class's own again.
        for (const name of methods) delete counted[name];
      }
    }, options);
  };
  // A transaction on SQLite carries out one statement after the other, however they are asked.
  if (!isPostgres(db))
    executor.withConnectionProvider = (provider) => {
      const transaction = enter(provider);
      const each = transaction.withConnectionProvider.bind(transaction);
      transaction.withConnectionProvider = (own) => {
        const query = each(own);
        const ask = counting(query.executeQuery.bind(query), all);
        return Object.assign(query, { executeQuery: ask as typeof query.executeQuery });
      };
      return transaction;
    };
  try {
    await run();
  } finally {
    delete (executor as Partial<typeof executor>).executeQuery;
    delete (executor as Partial<typeof executor>).provideConnection;
    delete (executor as Partial<typeof executor>).withConnectionProvider;
  }
  return deepest;
}
