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

test("a list among the values may have any length", async () => {
  const db = await createTestDatabase();
  const ids = [];
  for (const title of ["One", "Other", "Third"]) ids.push(await createBook(db.write, { title }));
  const titles = prepared((db, given: { ids: number[]; hidden: 0 | 1 }) =>
    db
      .selectFrom("books")
      .select("title")
      .where("id", "in", given.ids)
      .where("hidden", "=", given.hidden)
      .orderBy("id"),
  );
  const read = async (ids: number[]) => (await titles(db.read, { ids, hidden: 0 })).map(({ title }) => title);
  expect(await read([ids[2]!, ids[0]!])).toEqual(["One", "Third"]);
  expect(await read([ids[1]!, ids[0]!])).toEqual(["One", "Other"]);
  expect(await read(ids)).toEqual(["One", "Other", "Third"]);
  expect(await read([ids[1]!])).toEqual(["Other"]);
});
