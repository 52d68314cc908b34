import { inShop } from "./second-step";

/** Runs before the journeys: each buys books of the sample, so that no number of them sells one out. */
export default async function enoughCopies(): Promise<void> {
  await inShop((db) =>
    db
      .updateTable("books")
      .set((eb) => ({ stock: eb("stock", "+", 1000) }))
      .where("stock", ">", 20)
      .execute(),
  );
}
