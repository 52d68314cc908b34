import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { bookFormSchema } from "../record/book-form.schema";
import { PREORDERS_NEED_A_DATE } from "./preorder-rules";
import { forthcomingOf, isOverdue, notOnSale, onSale, type SaleRow } from "./sale";
import { isForthcoming } from "./sale.server";

const TODAY = "2027-01-11";
const book = (given: Partial<SaleRow>): SaleRow => ({
  stock: 5,
  publishing_status: "forthcoming",
  published_on: "2027-01-12",
  preorder_limit: null,
  preordered: 0,
  ...given,
});

describe("a forthcoming book", () => {
  test.each([
    ["has stock, but is not out", {}, 0, "Not out yet"],
    ["takes pre-orders up to its limit, not from its stock", { preorder_limit: 7, preordered: 4 }, 3, ""],
    [
      "has all the pre-orders that it may have",
      { preorder_limit: 3, preordered: 3 },
      0,
      "Pre-orders are full",
    ],
    ["has more than staff allow now", { preorder_limit: 3, preordered: 9 }, 0, "Pre-orders are full"],
    ["is out on a day that nobody knows", { published_on: null, preorder_limit: 7 }, 0, "Not out yet"],
    ["has a year alone", { published_on: "2026", preorder_limit: 7 }, 0, "Not out yet"],
  ])("that %s", (_, given, copies, why) => {
    const { stock, ...sale } = onSale(book(given), TODAY);
    expect(stock).toBe(copies);
    expect(sale.forthcoming).toBeDefined();
    if (copies === 0) expect(notOnSale(sale)).toBe(why);
  });

  test("is a book like any other on its day, by the clock", () => {
    const due = book({ preorder_limit: 3, preordered: 3 });
    expect(onSale(due, "2027-01-12")).toEqual({ stock: 5 });
    expect(onSale(book({ stock: 0 }), "2027-01-12")).toEqual({ stock: 0 });
    expect(isOverdue(book({ stock: 0 }), "2027-01-12")).toBe(true);
    expect(isOverdue(book({ stock: 0 }), TODAY)).toBe(false);
    expect(isOverdue(due, "2027-01-12")).toBe(false);
  });

  test("counts what the customer's own unpaid orders hold", () => {
    const held = { stock: 2, preorders: 1 };
    expect(onSale(book({ preorder_limit: 3, preordered: 3 }), TODAY, held).stock).toBe(1);
    expect(onSale(book({ stock: 0 }), "2027-01-12", held).stock).toBe(2);
  });
});

test("a book out of print is sold as long as there is stock", () => {
  const left = book({ publishing_status: "out_of_print", published_on: "1990" });
  expect(onSale(left, TODAY)).toEqual({ stock: 5 });
  const gone = onSale({ ...left, stock: 0 }, TODAY);
  expect(gone).toEqual({ stock: 0, isOutOfPrint: true });
  expect(notOnSale(gone)).toBe("Out of print");
});

test("the database knows the same books as forthcoming", async () => {
  const { write: db } = await createTestDatabase();
  const dates = [null, "2026", "2027", "2027-01-10", "2027-01-11", "2027-01-12"];
  for (const publishing_status of ["forthcoming", "available", "out_of_print"] as const)
    for (const published_on of dates)
      await catalogueBook(db, {
        title: `${publishing_status} ${published_on}`,
        publishing_status,
        published_on,
      });
  const rows = await db.selectFrom("books as b").selectAll().orderBy("id").execute();
  const found = await db
    .selectFrom("books as b")
    .select("b.id")
    .where(isForthcoming(TODAY))
    .orderBy("b.id")
    .execute();
  const ids = rows.filter((row) => forthcomingOf(row, TODAY) !== null).map(({ id }) => id);
  expect(found.map(({ id }) => id)).toEqual(ids);
  expect(ids).toHaveLength(4);
});

test("pre-orders of a forthcoming book need its day", () => {
  const typed = {
    title: "Gora",
    brief: "A novel.",
    authorId: ["1"],
    publisherId: "1",
    languageId: "1",
    price: "100",
    stock: "0",
    booktagsId: ["1"],
    publishingStatus: "forthcoming",
    preorderLimit: "20",
  };
  for (const publishedOn of ["", "2027"])
    expect(bookFormSchema.safeParse({ ...typed, publishedOn }).error?.issues).toMatchObject([
      { path: ["publishedOn"], message: PREORDERS_NEED_A_DATE },
    ]);
  expect(bookFormSchema.safeParse({ ...typed, publishedOn: "2027-01-12" }).success).toBe(true);
  expect(bookFormSchema.safeParse({ ...typed, publishingStatus: "available" }).success).toBe(true);
});
