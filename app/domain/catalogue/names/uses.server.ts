import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import type { MasterDataEntity, Reference } from "~/domain/kit/master-data";

/**
 * How many books refer to each of these entries, hidden ones too; orders for carriers. A book that names an entry in
 * two ways counts once.
 * @returns a function: the number of an entry
 */
export async function countUses(
  db: Db,
  { references }: MasterDataEntity,
  ids: number[],
): Promise<(id: number) => number> {
  const uses = new Map<number, number>();
  if (ids.length > 0) {
    for (const [at, reference] of references.entries()) {
      const { table, column } = reference;
      const { rows } = await sql<{ id: number; uses: number }>`
        select ${sql.ref(column)} as id, ${counted(reference)} as uses from ${sql.table(table)} as r
        where ${sql.ref(column)} in (${sql.join(ids)}) ${notIn(references.slice(0, at), reference)}
        group by ${sql.ref(column)}`.execute(db);
      for (const row of rows) uses.set(row.id, (uses.get(row.id) ?? 0) + row.uses);
    }
  }
  return (id) => uses.get(id) ?? 0;
}

/** A book can have several rows with the same name, but is one row of its own table. */
const counted = ({ of }: Reference) => (of === "id" ? sql`count(*)` : sql`count(distinct ${sql.ref(of)})`);

/** Leaves out what other columns have counted. */
const notIn = (others: readonly Reference[], { column, of }: Reference) =>
  sql.join(
    others.map(
      (other) => sql`and not exists (select 1 from ${sql.table(other.table)} as o
        where ${sql.ref(`o.${other.of}`)} = ${sql.ref(`r.${of}`)}
          and ${sql.ref(`o.${other.column}`)} = ${sql.ref(`r.${column}`)})`,
    ),
    sql` `,
  );

/** The ids of the books that refer to an entry, in their order; of the orders for carriers. */
export async function usersOf(db: Db, { references }: MasterDataEntity, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${users(references, id)} order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** A query of these ids, to be used within another one. */
export const users = (references: readonly Reference[], id: number) =>
  sql<{ id: number }>`${sql.join(
    references.map(
      ({ table, column, of }) =>
        sql`select distinct ${sql.ref(of)} as id from ${sql.table(table)} where ${sql.ref(column)} = ${id}`,
    ),
    sql` union `,
  )}`;
