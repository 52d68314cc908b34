import { type OperationNode, PostgresAdapter, type RawBuilder, RawNode, sql } from "kysely";
import type { Db } from "./engine";

/** A part of a query that is written differently for each engine. */
export interface EngineNode extends RawNode {
  /** What PostgreSQL's compiler writes instead of this node. */
  readonly postgres: OperationNode;
}

/** SQL for SQLite, and what PostgreSQL understands instead: each engine compiles its own. */
export function byEngine<T>(each: {
  sqlite: RawBuilder<T>;
  /** Called only on PostgreSQL. */
  postgres: () => RawBuilder<T>;
}): RawBuilder<T> {
  const node: EngineNode = {
    ...RawNode.create(["", ""], [each.sqlite.toOperationNode()]),
    get postgres() {
      return each.postgres().toOperationNode();
    },
  };
  return sql<T>`${{ toOperationNode: () => node }}`;
}

/** Whether this handle is of a database on PostgreSQL, for what is done by different steps on each engine. */
export const isPostgres = (db: Db): boolean => db.getExecutor().adapter instanceof PostgresAdapter;
