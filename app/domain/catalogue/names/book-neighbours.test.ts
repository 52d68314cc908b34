import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, type CatalogueBook } from "~/test/factories-catalogue";
import { findBook } from "../books/books.server";
import { nameKey } from "./names";
import { moreByAuthor, placeInSeries } from "./book-neighbours.server";

let db: ShopDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});

async function addSeries(name: string): Promise<number> {
  const row = { name, name_key: nameKey(name) };
  return (await db.write.insertInto("series").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

const addVolume = (series_id: number, series_number: string | null, given: Partial<CatalogueBook> = {}) =>
  catalogueBook(db.write, { title: `Volume ${series_number}`, series_id, series_number, ...given });

/** The words of the book's place, and the titles before and after it. */
async function placeOf(id: number) {
  const place = await placeInSeries(db.read, (await findBook(db.read, id))!);
  return place && [place.words, place.previous?.title ?? null, place.next?.title ?? null];
}

test("the volumes before and after a book by number: gaps, halves, words, hidden ones and equal numbers", async () => {
  const series = await addSeries("Feluda");
  const ten = await addVolume(series, "10");
  const two = await addVolume(series, "2");
  const one = await addVolume(series, "1");
  const half = await addVolume(series, "2.5");
  const omnibus = await addVolume(series, "Omnibus");
  const loose = await addVolume(series, null, { title: "A guide to all volumes" });
  await addVolume(series, "3", { hidden: 1 });
  expect(await placeOf(one)).toEqual(["Book 1 in the series", null, "Volume 2"]);
  expect(await placeOf(two)).toEqual(["Book 2 in the series", "Volume 1", "Volume 2.5"]);
  expect(await placeOf(half)).toEqual(["Book 2.5 in the series", "Volume 2", "Volume 10"]);
  expect(await placeOf(ten)).toEqual(["Book 10 in the series", "Volume 2.5", "Volume Omnibus"]);
  expect(await placeOf(omnibus)).toEqual(["Omnibus, in the series", "Volume 10", null]);
  expect(await placeOf(loose)).toEqual(["In the series", null, null]);

  await addVolume(series, "02", { title: "Two in hardback", format: "BB" });
  const firstInHindi = await addVolume(series, "1", { title: "एक", language: "Hindi", format: "BB" });
  await addVolume(series, "2", { title: "दो", language: "Hindi", format: "BC" });
  expect(await placeOf(one)).toEqual(["Book 1 in the series", null, "Volume 2"]);
  expect(await placeOf(firstInHindi)).toEqual(["Book 1 in the series", null, "दो"]);
  expect(await placeOf(two)).toEqual(["Book 2 in the series", "Volume 1", "Volume 2.5"]);
});

test("a book of no series, and the only visible one of a series, have no place", async () => {
  const series = await addSeries("Alone");
  const id = await addVolume(series, "1");
  await addVolume(series, "2", { hidden: 1 });
  expect(await placeOf(id)).toBeNull();
  expect(await placeOf(await catalogueBook(db.write, { title: "Free" }))).toBeNull();
});

test("more by the first author: visible books, four at most, one edition of each work, none of the book's own", async () => {
  const { id: own } = await work();
  const { id: other } = await work();
  const authors = ["Mahasweta Devi", "A co-author"];
  const book = await catalogueBook(db.write, { title: "Mother", authors, work_id: own });
  await catalogueBook(db.write, { title: "Mother in hardback", authors, work_id: own, featured: 1 });
  await catalogueBook(db.write, { title: "Hidden", authors, hidden: 1 });
  await catalogueBook(db.write, { title: "By the other", authors: ["A co-author"] });
  const titles = async () =>
    (await moreByAuthor(db.read, (await findBook(db.read, book))!)).map(({ title }) => title);
  expect(await titles()).toEqual([]);

  await catalogueBook(db.write, { title: "Breast stories", authors, work_id: other, sold_count: 2 });
  await catalogueBook(db.write, {
    title: "Breast stories in hardback",
    authors,
    work_id: other,
    sold_count: 1,
  });
  await catalogueBook(db.write, {
    title: "Second author",
    authors: ["Somebody", "Mahasweta Devi"],
    sold_count: 5,
  });
  expect(await titles()).toEqual(["Second author", "Breast stories"]);
  for (const title of ["A", "B", "C"]) await catalogueBook(db.write, { title, authors, featured: 1 });
  expect(await titles()).toEqual(["C", "B", "A", "Second author"]);
  const anonymous = await catalogueBook(db.write, { title: "Anonymous" });
  expect(await moreByAuthor(db.read, (await findBook(db.read, anonymous))!)).toEqual([]);
});

const work = () =>
  db.write.insertInto("works").values({ pools_reviews: 0 }).returning("id").executeTakeFirstOrThrow();
