import type { DatabaseConnection } from "kysely";
import type { Db } from "~/db/engine";

/** What both drivers' connections have. */
export interface Committing extends DatabaseConnection {
  /** Runs this after the open transaction's commit, and not at all after its rollback. */
  afterCommit(run: () => void): void;
}

/** Runs this once the transaction is committed: what it tells of can be read by others then. @param trx an open transaction */
export async function afterCommit(trx: Db, run: () => void): Promise<void> {
  await trx
    .getExecutor()
    .provideConnection(async (connection) => (connection as Committing).afterCommit(run));
}
