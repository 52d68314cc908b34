import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import { sendWithNext } from "./send-with-next.server";
import { isPostgres } from "~/db/by-engine";
import type { Db } from "~/db/engine";
import { bound } from "~/db/postgres/values.server";
import type { Tables } from "~/db/tables";

// Many rows of a table at once. On PostgreSQL, where each statement is a round trip, all go as one value of JSON to one
// statement, whose text is the same for any number of them, and which goes with the next one (`sendWithNext`) if nothing of it is needed. On SQLite,
// which has no round trips, each row is a run of a statement that is prepared once.

type Row = Record<string, unknown>;

const columnsOf = (row: object) =>
  Object.keys(row).filter((name) => row[name as keyof typeof row] !== undefined);

const jsonOf = (rows: unknown) => JSON.stringify(rows, (_, value) => bound(value));

/**
 * Inserts rows. @param rows all with values for the same columns
 * @param returning columns to return, e.g. ids that were given @returns these of each row, in the order of the rows
 */
export async function insertRows<
  Table extends keyof Tables,
  Column extends keyof Selectable<Tables[Table]> & string = never,
>(
  trx: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  returning: readonly Column[] = [],
): Promise<Pick<Selectable<Tables[Table]>, Column>[]> {
  if (rows.length === 0) return [];
  type Returned = Pick<Selectable<Tables[Table]>, Column>;
  const columns = columnsOf(rows[0]!);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const returned =
    returning.length > 0 ? sql`returning ${sql.join(returning.map((one) => sql.ref(one)))}` : sql``;
  const into = sql`insert into ${sql.table(table)} (${names})`;
  if (isPostgres(trx)) {
    // Ids are given in the order of the query.
    const insert = sql<Returned>`${into} select ${names} from
      json_populate_recordset(null::${sql.table(table)}, ${jsonOf(rows)}::json) with ordinality order by ordinality
      ${returned}`;
    if (returning.length > 0) return (await insert.execute(trx)).rows;
    await sendWithNext(trx, insert);
    return [];
  }
  const values = sql.join(columns.map(() => sql`${null}`));
  const insert = sql<Returned>`${into} values (${values}) ${returned}`.compile(trx);
  const all: Returned[] = [];
  for (const row of rows as readonly Row[]) {
    const parameters = columns.map((column) => row[column] ?? null);
    all.push(...(await trx.executeQuery<Returned>({ ...insert, parameters })).rows);
  }
  return all;
}

/** What is written into the rows with these values. */
export interface RowChange<Table extends keyof Tables> {
  where: Partial<Selectable<Tables[Table]>>;
  set: Updateable<Tables[Table]>;
}

/** Changes rows, each in its own way; no row twice. @param changes all look for rows by the same columns */
export async function updateRows<Table extends keyof Tables>(
  trx: Db,
  table: Table,
  changes: readonly RowChange<Table>[],
): Promise<void> {
  // Those that set the same columns go together.
  const shapeOf = ({ set }: RowChange<Table>) => columnsOf(set).join();
  for (const shape of new Set(changes.map(shapeOf))) {
    const alike = changes.filter((change) => shapeOf(change) === shape);
    const [sets, wheres] = [columnsOf(alike[0]!.set), columnsOf(alike[0]!.where)];
    if (isPostgres(trx)) {
      const set = sets.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
      const where = wheres.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`old.${name}`)}`);
      const row = (part: "set" | "where") =>
        sql`json_populate_record(null::${sql.table(table)}, one.value -> ${sql.lit(part)})`;
      const update = sql`update ${sql.table(table)} set ${sql.join(set)}
        from json_array_elements(${jsonOf(alike)}::json) as one, ${row("set")} as given, ${row("where")} as old
        where ${sql.join(where, sql` and `)}`;
      await sendWithNext(trx, update);
      continue;
    }
    const equal = (name: string) => sql`${sql.ref(name)} = ${null}`;
    const update = sql`update ${sql.table(table)} set ${sql.join(sets.map(equal))}
      where ${sql.join(wheres.map(equal), sql` and `)}`.compile(trx);
    for (const { set, where } of alike as readonly { set: Row; where: Row }[]) {
      const parameters = [...sets.map((name) => set[name] ?? null), ...wheres.map((name) => where[name])];
      await trx.executeQuery({ ...update, parameters });
    }
  }
}
