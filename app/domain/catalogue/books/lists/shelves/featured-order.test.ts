import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { featuredBooks } from "~/domain/catalogue/books/lists/catalogue.server";
import { listFeatured, moveFeatured, resetFeaturedOrder } from "./featured-order.server";

let db: ShopDatabase;
let staffId: number;
const ids: Record<string, number> = {};
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
  // The later a featured book, the earlier it stands, as long as nobody ordered them.
  for (const title of ["D", "C", "B", "A"])
    ids[title] = await catalogueBook(db.write, { title, featured: 1 });
  ids.Other = await catalogueBook(db.write, { title: "Other", featured: 0 });
});

const move = (title: string, direction: "up" | "down") =>
  moveFeatured(db.write, { bookId: ids[title]!, direction, staffId });
const listed = async () => (await listFeatured(db.read)).books.map(({ title }) => title).join("");
const inStore = async () => (await featuredBooks(db.read, 8)).map(({ title }) => title).join("");

test("a featured book moves by one place, in the list and in the store; others follow them", async () => {
  expect(await listed()).toBe("ABCD");
  expect(await move("C", "up")).toEqual({ title: "C", place: 2 });
  expect(await listed()).toBe("ACBD");
  expect(await inStore()).toBe("ACBDOther");
  expect((await listFeatured(db.read)).books.map(({ isPlaced }) => isPlaced)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(await move("A", "down")).toEqual({ title: "A", place: 2 });
  expect(await inStore()).toBe("CABDOther");
  expect(await readAudit(db.read, "book", ids.A!)).toMatchObject([
    { action: "moved", changes: [{ field: "Place among the featured books", before: 1, after: 2 }] },
  ]);
});

test("at either end nothing changes, and a book that is not featured has no place", async () => {
  const version = await db.catalogueVersion();
  expect(await move("A", "up")).toEqual({ title: "A", place: 1 });
  expect(await move("D", "down")).toEqual({ title: "D", place: 4 });
  expect(await move("Other", "up")).toBeNull();
  expect(await db.catalogueVersion()).toBe(version);
});

test("a book that comes later stands after those in their places; one taken out loses its place", async () => {
  await move("B", "up");
  await catalogueBook(db.write, { title: "E", featured: 1 });
  expect(await listed()).toBe("BAECD");
  const featured = (flag: 0 | 1) =>
    db.write.updateTable("books").set({ featured: flag }).where("id", "=", ids.B!).execute();
  await featured(0);
  expect(await listed()).toBe("AECD");
  await featured(1);
  expect(await listed()).toBe("AEBCD");
});

test("the order by rating can be had back", async () => {
  await move("D", "up");
  expect(await resetFeaturedOrder(db.write, { staffId })).toBe(4);
  expect(await listed()).toBe("ABCD");
  expect(await resetFeaturedOrder(db.write, { staffId })).toBe(0);
});
