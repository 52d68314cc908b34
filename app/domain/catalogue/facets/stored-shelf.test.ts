import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { countBooks } from "../catalogue.server";
import { type CatalogueFilters, NO_FILTERS } from "../catalogue";
import { keptShelf } from "./kept-shelf.server";
import { facetPanel } from "./panel.server";
import { passAlong } from "./pass";
import { PLACES } from "./part";
import { storeShelf } from "./stored-shelf.server";

type Shop = Awaited<ReturnType<typeof createTestDatabase>>;

/** A shop whose books lie in two parts of the shelf. */
async function shopOfTwoParts(): Promise<Shop> {
  const db = await createTestDatabase();
  const book = (title: string, given: object) => catalogueBook(db.write, { title, ...given });
  await book("One", {
    tags: ["Novel", "Classic"],
    authors: ["A", "B", "D"],
    age_from: 4,
    age_to: 9,
    rating_sum: 8,
  });
  await book("Two", { tags: ["Novel", "Classic"], language: "Hindi", format: "BC", stock: 0 });
  await book("Three", { id: PLACES + 1, tags: ["Poetry"], authors: ["B"], rating_sum: 9, rating_count: 2 });
  await book("Four", { id: 3 * PLACES, hidden: 1, tags: ["Novel"] });
  return db;
}

/** What a process that has just started says. */
async function inNewProcess<T>({ file }: Shop, work: (db: Shop["read"]) => Promise<T>): Promise<T> {
  const db = openDatabase(file);
  try {
    return await work(db.read);
  } finally {
    await db.close();
  }
}

const panelOf = (db: Shop["read"]) => facetPanel(db, NO_FILTERS);
const countOf = (picks: CatalogueFilters["picks"]) => (db: Shop["read"]) =>
  countBooks(db, { ...NO_FILTERS, picks });
const IN_STOCK = { availability: ["in_stock"] };

test("a new process counts by what is stored, and by what has changed since", async () => {
  const db = await shopOfTwoParts();
  const whole = await panelOf(db.read);
  expect(await storeShelf(db, { few: 1 })).toBe(4);
  expect(await inNewProcess(db, panelOf)).toEqual(whole);
  const one = await catalogueBook(db.write, { title: "Five", tags: ["Essay", "Novel"], authors: ["C"] });
  await db.write.updateTable("books").set({ stock: 3 }).where("title", "=", "Two").execute();
  await db.write.deleteFrom("books").where("title", "=", "Three").execute();
  const changed = await panelOf(db.read);
  expect(changed).not.toEqual(whole);
  expect(await inNewProcess(db, panelOf)).toEqual(changed);
  // A change that was not noted shows that the other books are not read again.
  await db.write.updateTable("books").set({ stock: 0 }).where("id", "=", one).execute();
  await db.write.deleteFrom("book_changes").where("book_id", "=", one).execute();
  expect(await inNewProcess(db, countOf({ author: ["B"] }))).toBe(1);
  expect(await inNewProcess(db, countOf({ author: ["C"] }))).toBe(0);
});

test("a shop that was moved to another engine begins without what was stored", async () => {
  const db = await shopOfTwoParts();
  const whole = await panelOf(db.read);
  await db.executeScript("delete from shelf_parts; delete from shelf_version");
  expect(await inNewProcess(db, panelOf)).toEqual(whole);
  expect(await storeShelf(db, { few: 1 })).toBe(4);
  expect(await storeShelf(db, { few: 1 })).toBe(0);
  expect(await inNewProcess(db, panelOf)).toEqual(whole);
});

test("only the books that changed are read to be stored, and only when they are several", async () => {
  const db = await shopOfTwoParts();
  expect(await storeShelf(db)).toBe(0);
  expect(await storeShelf(db, { few: 1 })).toBe(4);
  expect(await storeShelf(db, { few: 1 })).toBe(0);
  await db.write.updateTable("books").set({ stock: 0 }).where("title", "=", "Three").execute();
  await db.write.deleteFrom("books").where("title", "=", "Two").execute();
  expect(await storeShelf(db, { few: 4 })).toBe(0);
  // The last that was stored may be read again.
  expect(await storeShelf(db, { few: 2 })).toBeLessThan(4);
  await db.write.deleteFrom("book_changes").execute();
  expect(await inNewProcess(db, countOf(IN_STOCK))).toBe(1);
  expect(await inNewProcess(db, countOf({ language: ["Hindi"] }))).toBe(0);
  expect(await inNewProcess(db, countOf({ author: ["B"] }))).toBe(2);
});

test("what a process of another version stored is not used, but replaced", async () => {
  const db = await shopOfTwoParts();
  await storeShelf(db, { few: 1 });
  await db.write.updateTable("shelf_version").set({ layout: "another" }).execute();
  await db.write
    .updateTable("shelf_parts")
    .set({ data: Buffer.alloc(8) })
    .execute();
  expect(await inNewProcess(db, countOf({ author: ["B"] }))).toBe(2);
  expect(await storeShelf(db, { few: 1 })).toBe(4);
  expect(await inNewProcess(db, countOf({ author: ["B"] }))).toBe(2);
});

test("a process that was interrupted, or overtaken by another, leaves nothing wrong", async () => {
  const db = await shopOfTwoParts();
  let parts = 0;
  const stopping = {
    get aborted() {
      return ++parts > 1;
    },
  } as AbortSignal;
  // Not all books of a shop were noted: some are older than the notes.
  await db.write.deleteFrom("book_changes").execute();
  expect(await storeShelf(db, { few: 1, stopping })).toBe(0);
  expect(await inNewProcess(db, countOf(IN_STOCK))).toBe(2);
  await storeShelf(db, { few: 1 });
  await db.write.updateTable("books").set({ stock: 0 }).where("title", "=", "One").execute();
  // Between reading and writing another process has stored.
  let isOvertaken = false;
  const overtaken = {
    read: db.read,
    write: new Proxy(db.write, {
      get(write, key) {
        if (key !== "transaction" || isOvertaken) return Reflect.get(write, key, write) as unknown;
        isOvertaken = true;
        return () => ({
          execute: async (work: Parameters<ReturnType<typeof write.transaction>["execute"]>[0]) => {
            await db.write.updateTable("books").set({ stock: 0 }).where("title", "=", "Three").execute();
            await storeShelf(db, { few: 1 });
            return write.transaction().execute(work);
          },
        });
      },
    }),
  };
  expect(await storeShelf(overtaken, { few: 1 })).toBe(0);
  await db.write.deleteFrom("book_changes").execute();
  expect(await inNewProcess(db, countOf(IN_STOCK))).toBe(0);
});

test("after many changes a process takes what another has stored", async () => {
  const db = await shopOfTwoParts();
  await countOf(IN_STOCK)(db.read);
  await db.write.transaction().execute(async (trx) => {
    for (let n = 0; n < 502; n += 1) await catalogueBook(trx, { title: `${n}`, language: "Tamil" });
  });
  await storeShelf(db);
  // A change that was not noted shows that the books are not read again.
  await db.write.updateTable("books").set({ hidden: 1 }).where("title", "=", "7").execute();
  await db.write
    .deleteFrom("book_changes")
    .where((eb) => eb("book_id", "=", eb.selectFrom("books").select("id").where("title", "=", "7")))
    .execute();
  expect(await countOf({ language: ["Tamil"] })(db.read)).toBe(502);
});

test("on the next day other books are new and out, as read and as stored", async () => {
  const db = await createTestDatabase();
  const now = new Date("2026-11-24T12:00:00.000Z");
  const later = new Date("2026-11-25T12:00:00.000Z");
  await catalogueBook(db.write, { title: "New", created_at: "2026-08-26T13:00:00.000Z" });
  const forthcoming = { publishing_status: "forthcoming", published_on: "2026-11-25" } as const;
  await catalogueBook(db.write, { title: "Out", created_at: "2025-01-01T00:00:00.000Z", ...forthcoming });
  const countsOn = (day: Date) => async (read: Shop["read"]) => {
    const none = { groups: {}, allTags: false, minPrice: null, maxPrice: null, found: null };
    const { availability, added } = passAlong(await keptShelf(read, day), none).counts;
    return [[...availability], [...added]];
  };
  const [today, tomorrow] = [
    [[1, 0, 1], [1]],
    [[2, 0, 0], [0]],
  ];
  expect(await countsOn(now)(db.read)).toEqual(today);
  expect(await countsOn(later)(db.read)).toEqual(tomorrow);
  await storeShelf(db, { few: 1 });
  expect(await inNewProcess(db, countsOn(now))).toEqual(today);
  expect(await inNewProcess(db, countsOn(later))).toEqual(tomorrow);
});
