import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from "kysely";
import type { Db } from "~/db/database.server";
import { isOnPostgres } from "./postgres";

type CompileQuery = ReturnType<Db["getExecutor"]>["compileQuery"];

/** A query as the database gets it. */
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

/** The tables that a query reads from end to end, by the names that it gives them. */
export async function scannedBy(db: Db, asked: Asked): Promise<string[]> {
  if (isOnPostgres) return scannedOnPostgres(db, asked);
  return (await planOf(db, asked)).flatMap((detail) => /^SCAN (\S+)/.exec(detail)?.[1] ?? []);
}

/**
 * By which columns' values a query on SQLite looks up rows, for each table by the name that it gives it: { r: "book_id=?" }.
 * PostgreSQL chooses by its statistics.
 */
export async function lookedUpBy(db: Db, asked: Asked): Promise<Record<string, string>> {
  const found = (await planOf(db, asked)).map((detail) => /^SEARCH (\S+) .*\((.*)\)$/.exec(detail));
  return Object.fromEntries(found.flatMap((match) => (match ? [[match[1]!, match[2]!]] : [])));
}

/** The steps of a query's plan, in one line. On PostgreSQL those of a large shop: of a few rows it would read the whole table. */
export async function stepsOf(db: Db, asked: Asked): Promise<string> {
  if (!isOnPostgres) return (await planOf(db, asked)).join("; ");
  return db.transaction().execute(async (trx) => {
    for (const way of ["seqscan", "bitmapscan", "sort"])
      await trx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
    const { rows } = await trx.executeQuery(CompiledQuery.raw(`explain ${asked.sql}`, [...asked.parameters]));
    return (rows as { "QUERY PLAN": string }[]).map((row) => row["QUERY PLAN"]).join("; ");
  });
}

async function planOf(db: Db, { sql, parameters }: Asked): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const plan = await db.executeQuery<{ detail: string }>(explain as CompiledQuery<{ detail: string }>);
  return plan.rows.map(({ detail }) => detail);
}

/** A part of a plan, as `explain` with format json names its fields. */
interface Plan {
  "Node Type": string;
  Alias?: string;
  Plans?: Plan[];
}

/** What PostgreSQL reads without an index, although it is told to use one wherever it can. */
async function scannedOnPostgres(db: Db, { sql, parameters }: Asked): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    for (const way of ["seqscan", "hashjoin", "mergejoin", "material"])
      await trx.executeQuery(CompiledQuery.raw(`set local enable_${way} = off`));
    const explain = CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]);
    const { rows } = await trx.executeQuery(explain as CompiledQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>);
    return rows.flatMap((row) => scannedIn(row["QUERY PLAN"][0].Plan));
  });
}

function scannedIn(plan: Plan): string[] {
  const inner = (plan.Plans ?? []).flatMap(scannedIn);
  return plan["Node Type"] === "Seq Scan" ? [plan.Alias!, ...inner] : inner;
}
