import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, catalogueReader } from "~/test/factories-catalogue";
import {
  addToWishlist,
  isOnWishlist,
  listWishlist,
  removeFromWishlist,
  WISHLIST_MAX,
} from "./wishlist.server";

test("a book goes on once, comes last first, and goes off", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const ravi = await catalogueReader(db.write);
  const gora = await catalogueBook(db.write, { title: "Gora" });
  const devdas = await catalogueBook(db.write, { title: "Devdas" });
  expect(await addToWishlist(db.write, asha, gora, new Date("2026-02-01"))).toEqual({
    ok: true,
    title: "Gora",
  });
  await addToWishlist(db.write, asha, devdas, new Date("2026-02-02"));
  expect(await addToWishlist(db.write, asha, gora, new Date("2026-02-03"))).toEqual({
    ok: true,
    title: "Gora",
  });
  expect((await listWishlist(db.read, asha)).map((book) => book.title)).toEqual(["Devdas", "Gora"]);
  expect(await isOnWishlist(db.read, asha, gora)).toBe(true);

  await removeFromWishlist(db.write, ravi, gora);
  expect(await isOnWishlist(db.read, asha, gora), "another's removal").toBe(true);
  expect(await listWishlist(db.read, ravi)).toEqual([]);
  await removeFromWishlist(db.write, asha, gora);
  await removeFromWishlist(db.write, asha, gora);
  expect((await listWishlist(db.read, asha)).map((book) => book.title)).toEqual(["Devdas"]);
});

test("hidden and unknown books cannot be wished for; one hidden later is left out", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const hidden = await catalogueBook(db.write, { title: "Hidden", hidden: 1 });
  const gora = await catalogueBook(db.write, { title: "Gora" });
  expect(await addToWishlist(db.write, asha, hidden)).toEqual({
    ok: false,
    reason: "not_found",
    message: "Book Not Found",
  });
  expect(await addToWishlist(db.write, asha, 999)).toEqual({
    ok: false,
    reason: "not_found",
    message: "Book Not Found",
  });
  await addToWishlist(db.write, asha, gora);
  await db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", gora).execute();
  expect(await listWishlist(db.read, asha)).toEqual([]);
});

test("a full list refuses one more, and says so", async () => {
  const db = await createTestDatabase();
  const asha = await catalogueReader(db.write);
  const ids: number[] = [];
  for (let index = 0; index <= WISHLIST_MAX; index++)
    ids.push(await catalogueBook(db.write, { title: `Book ${index}` }));
  for (const id of ids.slice(0, WISHLIST_MAX))
    expect((await addToWishlist(db.write, asha, id)).ok).toBe(true);
  expect(await addToWishlist(db.write, asha, ids.at(-1)!)).toMatchObject({ ok: false });
  expect(await addToWishlist(db.write, asha, ids[0]!), "one that is on it already").toMatchObject({
    ok: true,
  });
  expect(await listWishlist(db.read, asha)).toHaveLength(WISHLIST_MAX);
});
