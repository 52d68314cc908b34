import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import type { Db } from "~/db/database.server";

type CompileQuery = ReturnType<Db["getExecutor"]>["compileQuery"];

/** A query as SQLite gets it. */
interface Asked {
  sql: string;
  parameters: readonly unknown[];
}

/** The queries that something asks of a database. @param work is given a handle that notes them */
export async function queriesOf(db: Db, work: (noting: Db) => Promise<unknown>): Promise<Asked[]> {
  const nodes: { node: RootOperationNode; queryId: Parameters<CompileQuery>[1] }[] = [];
  const listener: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => (nodes.push({ node, queryId }), node),
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(listener));
  return nodes.map(({ node, queryId }) => db.getExecutor().compileQuery(node, queryId));
}

/** The tables that a query reads from end to end. */
export async function scannedBy(db: Db, { sql, parameters }: Asked): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const plan = await db.executeQuery<{ detail: string }>(explain as CompiledQuery<{ detail: string }>);
  return plan.rows.flatMap(({ detail }) => /^SCAN (\S+)/.exec(detail)?.[1] ?? []);
}
