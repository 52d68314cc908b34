import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createBook } from "~/test/factories";
import { prepared } from "./prepared.server";

test("a prepared query is built once, and runs with the values given each time", async () => {
  const db = await createTestDatabase();
  const one = await createBook(db.write, { title: "One" });
  const other = await createBook(db.write, { title: "Other" });
  let built = 0;
  const titles = prepared((db, given: { id: number; hidden: 0 | 1 }) => {
    built += 1;
    return db
      .selectFrom("books")
      .select("title")
      .where("id", "=", given.id)
      .where("hidden", "=", given.hidden)
      .limit(1);
  });
  expect(await titles(db.read, { id: one, hidden: 0 })).toEqual([{ title: "One" }]);
  expect(await titles(db.read, { hidden: 0, id: other })).toEqual([{ title: "Other" }]);
  expect(await titles(db.read, { id: one, hidden: 1 })).toEqual([]);
  await db.write.transaction().execute(async (trx) => {
    await trx.updateTable("books").set({ hidden: 1 }).where("id", "=", one).execute();
    expect(await titles(trx, { id: one, hidden: 1 })).toEqual([{ title: "One" }]);
  });
  // Once for each of the two handles.
  expect(built).toBe(2);
});
