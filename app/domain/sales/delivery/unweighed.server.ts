import type { Db } from "~/db/database.server";

/** The visible books that a parcel weighs by their pages, or by the weight of a book with neither. */
export async function countBooksWithoutWeight(db: Db): Promise<{ byPages: number; byDefault: number }> {
  const row = await db
    .selectFrom("books")
    .select((eb) => [eb.fn.count<number>("page_count").as("byPages"), eb.fn.countAll<number>().as("all")])
    .where("weight_g", "is", null)
    .where("hidden", "=", 0)
    .executeTakeFirstOrThrow();
  return { byPages: Number(row.byPages), byDefault: Number(row.all) - Number(row.byPages) };
}
