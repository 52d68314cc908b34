import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { fieldsOf } from "../book";
import { bookFormSchema } from "../record/book-form.schema";
import { readBooks } from "../books.server";
import { isSaleOn, SALE_DATES_ALONE, SALE_DATES_REVERSED } from "./sale-dates";
import { updateBook } from "../record/save-book.server";
import { findEditableBook } from "../staff/staff-books.server";
import { applySaleDates } from "../apply-sale-dates.server";

const { read, write } = await createTestDatabase();
const staffId = await createStaff(write);

/** Moments around midnight in India, which is 18:30 UTC. */
const BEFORE = new Date("2026-11-09T18:29:59Z");
const FIRST_DAY = new Date("2026-11-09T18:30:00Z");
const LAST_SECOND = new Date("2026-11-12T18:29:59Z");
const AFTER = new Date("2026-11-12T18:30:00Z");
const DATES = { saleFrom: "2026-11-10", saleUntil: "2026-11-12" };

async function bookWithSale(dates: { saleFrom?: string | null; saleUntil?: string | null }, now: Date) {
  const bookId = await catalogueBook(write, { ...FULL_BOOK, price: 40_000, sale_price: null, sku: null });
  await save(bookId, { salePrice: 30_000, saleFrom: null, saleUntil: null, ...dates }, now);
  return bookId;
}

async function save(bookId: number, change: object, now: Date, unsent: ("saleFrom" | "saleUntil")[] = []) {
  const book = (await findEditableBook(read, bookId))!;
  const fields = { ...fieldsOf(book), ...change };
  return updateBook(write, { bookId, staffId, fields, unsent, seen: { version: null, stock: null } }, now);
}

/** What shoppers pay, and until when. */
async function priceOf(bookId: number) {
  const [found] = await readBooks(read, [bookId], { visibleOnly: true });
  return [found!.book.salePrice ?? found!.book.price, found!.book.saleEndsOn];
}

test("a sale begins with its first day in India and ends after its last, with a line in the book's history", async () => {
  const bookId = await bookWithSale(DATES, BEFORE);
  const version = (await findEditableBook(read, bookId))!.version;
  expect([await applySaleDates(write, BEFORE), await priceOf(bookId)]).toEqual([0, [40_000, null]]);
  expect([await applySaleDates(write, FIRST_DAY), await priceOf(bookId)]).toEqual([
    1,
    [30_000, "2026-11-12"],
  ]);
  expect([await applySaleDates(write, LAST_SECOND), await priceOf(bookId)]).toEqual([
    0,
    [30_000, "2026-11-12"],
  ]);
  expect([await applySaleDates(write, AFTER), await priceOf(bookId)]).toEqual([1, [40_000, null]]);
  expect(await applySaleDates(write, AFTER)).toBe(0);
  const [ended, began] = await readAudit(read, "book", bookId);
  expect([began, ended]).toMatchObject([
    { who: "The shop", action: "began the sale of", changes: [{ after: "₹300.00" }] },
    { who: "The shop", action: "ended the sale of", changes: [{ before: "₹300.00" }] },
  ]);
  // Staff see what they gave, and an open form is not outdated.
  expect(await findEditableBook(read, bookId)).toMatchObject({ salePrice: 30_000, ...DATES, version });
});

test("a shop that was off for all of a sale sells at the price; one that starts in the midst at the sale's", async () => {
  const missed = await bookWithSale(DATES, BEFORE);
  expect(await applySaleDates(write, AFTER)).toBe(0);
  expect(await priceOf(missed)).toEqual([40_000, null]);
  const late = await bookWithSale(DATES, BEFORE);
  await applySaleDates(write, LAST_SECOND);
  expect(await priceOf(late)).toEqual([30_000, "2026-11-12"]);
});

test("a saved sale holds at once when its dates say so", async () => {
  expect(await priceOf(await bookWithSale(DATES, LAST_SECOND))).toEqual([30_000, "2026-11-12"]);
  expect(await priceOf(await bookWithSale(DATES, AFTER))).toEqual([40_000, null]);
  expect(await priceOf(await bookWithSale({ saleFrom: "2026-11-10" }, AFTER))).toEqual([30_000, null]);
  expect(await priceOf(await bookWithSale({ saleUntil: "2026-11-12" }, BEFORE))).toEqual([
    30_000,
    "2026-11-12",
  ]);
  expect(await priceOf(await bookWithSale({}, BEFORE))).toEqual([30_000, null]);
});

test("a client that knows of no dates gives a sale price that holds at once", async () => {
  const bookId = await bookWithSale(DATES, AFTER);
  const unsent = ["saleFrom", "saleUntil"] as const;
  await save(bookId, { title: "Another title" }, AFTER, [...unsent]);
  expect(await findEditableBook(read, bookId)).toMatchObject({ salePrice: 30_000, ...DATES });
  await save(bookId, { salePrice: 20_000 }, AFTER, [...unsent]);
  expect(await priceOf(bookId)).toEqual([20_000, null]);
  await save(bookId, { salePrice: null }, AFTER, [...unsent]);
  expect(await findEditableBook(read, bookId)).toMatchObject({
    salePrice: null,
    saleFrom: null,
    saleUntil: null,
  });
});

test("dates that are none, in the wrong order, or without a sale price are refused at their field", async () => {
  const typed = {
    title: "T",
    brief: "B",
    authorId: [1],
    publisherId: 1,
    languageId: 1,
    price: 400,
    stock: 1,
    booktagsId: [1],
  };
  const problems = (given: object) =>
    bookFormSchema
      .safeParse({ ...typed, ...given })
      .error?.issues.map(({ path, message }) => [path.join("."), message]);
  expect(problems({ salePrice: 300, saleFrom: "2026-11-31" })).toEqual([
    ["saleFrom", "Sale from must be a date (YYYY-MM-DD)"],
  ]);
  expect(problems({ salePrice: 300, saleFrom: "2026-11-12", saleUntil: "2026-11-11" })).toEqual([
    ["saleUntil", SALE_DATES_REVERSED],
  ]);
  expect(problems({ saleUntil: "2026-11-11" })).toEqual([["salePrice", SALE_DATES_ALONE]]);
  expect(problems({ salePrice: 300, ...DATES })).toBeUndefined();
});

test("both days belong to the sale", () => {
  expect(["2026-11-09", "2026-11-10", "2026-11-12", "2026-11-13"].map((day) => isSaleOn(DATES, day))).toEqual(
    [false, true, true, false],
  );
});
