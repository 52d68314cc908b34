import type { Db } from "~/db/database.server";
import type { NameTable } from "~/db/name-lists";
import { titleKey } from "~/db/search/title-key";
import { nameKey } from "~/domain/catalogue/names/names";

/** Carriers that a new shop can choose from when it ships; all but the first are invented. */
export const CARRIERS = [
  "India Post",
  "Marigold Couriers",
  "Deccan Parcel Service",
  "Himalaya Express",
  "Coromandel Cargo",
];

/** Rows of one insert: well below SQLite's limit of 32,766 parameters. */
const ROWS_AT_ONCE = 5000;

/**
 * Adds the names that the table does not have, ignoring letter case.
 * @returns a function that gives the id of a name
 */
export async function namedIds(
  db: Db,
  table: NameTable,
  names: readonly string[],
): Promise<(name: string) => number> {
  const keys = new Map(names.map((name) => [nameKey(name), name]));
  const rows = [...keys].map(([name_key, name]) => ({ name, name_key, sort_key: titleKey(name) }));
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const found = await db
    .selectFrom(table)
    .select(["id", "name_key"])
    .where("name_key", "in", [...keys.keys()])
    .execute();
  const ids = new Map(found.map((row) => [row.name_key, row.id]));
  return (name) => {
    const id = ids.get(nameKey(name));
    if (id === undefined) throw new Error(`${table} has no "${name}"`);
    return id;
  };
}
