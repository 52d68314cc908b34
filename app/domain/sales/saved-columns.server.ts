import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";

type List = Tables["saved_columns"]["list"];

/** How staff last named or chose the columns of this list. @returns whatever was saved, to be checked; null: nothing was */
export async function savedColumns(db: Db, list: List): Promise<unknown> {
  const row = await db
    .selectFrom("saved_columns")
    .select("columns")
    .where("list", "=", list)
    .executeTakeFirst();
  return row ? JSON.parse(row.columns) : null;
}

/** Saves it for the next list of this kind. */
export async function saveColumns(db: Db, list: List, value: unknown): Promise<void> {
  const columns = JSON.stringify(value);
  await db
    .insertInto("saved_columns")
    .values({ list, columns })
    .onConflict((conflict) => conflict.column("list").doUpdateSet({ columns }))
    .execute();
}
