import { beforeEach, describe, expect, test } from "vitest";
import { type ApiClient, guestClient, sessionClient, staffClient, tokenClient } from "~/test/api";
import { createAccount, createBook } from "~/test/factories";
import { testShop } from "~/test/shop";

const shop = testShop();

let bookId: number;
let accountId: number;
let customer: ApiClient;
beforeEach(async () => {
  bookId = await createBook(shop.db.write);
  accountId = await createAccount(shop.db.write);
  customer = await tokenClient(shop, accountId);
});

const review = (more: Record<string, unknown> = {}) => ({
  bookid: bookId,
  id: 0,
  rate: 5,
  remarks: "A fine book",
  ...more,
});
const stored = () =>
  shop.db.read
    .selectFrom("reviews")
    .select(["account_id", "rating", "remarks", "hidden"])
    .where("book_id", "=", bookId)
    .execute();

describe("POST /ratings", () => {
  test("a customer reviews a book, by token or session; a second review replaces the first", async () => {
    const saved = { status: 200, body: { result: 1, msg: "Review submitted successfully!" } };
    expect(await customer.post("/ratings", review({ rate: 2 }))).toMatchObject(saved);
    expect(
      await customer.post("/ratings", review({ rate: 4, remarks: "On a second reading" })),
    ).toMatchObject(saved);
    expect(await stored()).toEqual([
      { account_id: accountId, rating: 4, remarks: "On a second reading", hidden: 0 },
    ]);
    const other = await createAccount(shop.db.write);
    expect(await (await sessionClient(shop, other)).post("/ratings", review())).toMatchObject(saved);
    const { body } = await customer.get(`/browsebooks/reviews/${bookId}`);
    expect(body).toMatchObject({ avgrate: 4.5, count: 2, reviews: [{}, {}] });
  });

  test("guests get 401, staff 403", async () => {
    const guest = await guestClient(shop).post("/ratings", review());
    expect(guest).toMatchObject({ status: 401, body: { result: 0, msg: "Please log in" } });
    expect(guest.headers.get("WWW-Authenticate")).toBe("Bearer");
    const staff = await staffClient(shop);
    expect(await staff.post("/ratings", review())).toMatchObject({ status: 403, body: { result: 0 } });
    expect(await stored()).toEqual([]);
  });

  test.each([
    [{ rate: 0 }, "Please select a rating"],
    [{ rate: -3 }, "Please select a rating"],
    [{ rate: 1 }, null],
    [{ rate: 5 }, null],
    [{ rate: 6 }, "Rating must be at most 5"],
    [{ remarks: "" }, "Review must be at least 3 characters"],
    [{ remarks: " ab " }, "Review must be at least 3 characters"],
    [{ remarks: "abc" }, null],
    [{ remarks: "x".repeat(500) }, null],
    [{ remarks: "x".repeat(501) }, "Review must not exceed 500 characters"],
  ])("checks the rules of a review: %o", async (more, message) => {
    const { status, body } = await customer.post("/ratings", review(more));
    expect(status).toBe(200);
    if (message === null) {
      expect(body.result).toBe(1);
    } else {
      expect(body).toEqual({ result: 0, msg: message, errors: { [Object.keys(more)[0]!]: [message] } });
      expect(await stored()).toEqual([]);
    }
  });

  test.each([
    {},
    { bookid: 1, remarks: "no rating" },
    { bookid: 1, rate: "5", remarks: "a word" },
    { bookid: 1, rate: 2.5, remarks: "half" },
    { bookid: "1", rate: 5, remarks: "as text" },
    { bookid: 1, rate: 5 },
    { bookid: 1, rate: 5, remarks: ["x"] },
  ])("a body of another shape is a 400: %o", async (body) => {
    expect(await customer.post("/ratings", body)).toMatchObject({ status: 400, body: { result: 0 } });
  });

  test("hidden and unknown books are a 404", async () => {
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", bookId).execute();
    for (const id of [bookId, 999_999, 0]) {
      expect(await customer.post("/ratings", review({ bookid: id }))).toMatchObject({
        status: 404,
        body: { result: 0, msg: "Book Not Found" },
      });
    }
  });

  test("ignores owner, visibility and date sent by the client", async () => {
    const victim = await createAccount(shop.db.write);
    const more = { id: 1, account_id: victim, accountId: victim, email: "x@y.z", hidden: 1, timestamp: "1999", verifiedPurchase: true }; // oxfmt-ignore
    expect(await customer.post("/ratings", review(more))).toMatchObject({ body: { result: 1 } });
    expect(await stored()).toEqual([{ account_id: accountId, rating: 5, remarks: "A fine book", hidden: 0 }]);
    const { body } = await customer.get(`/browsebooks/reviews/${bookId}`);
    expect(body).toMatchObject({ reviews: [{ verifiedPurchase: false }] });
  });

  test("twenty requests at once leave one review", async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => customer.post("/ratings", review({ rate: 1 + (n % 5) }))),
    );
    expect(await stored()).toHaveLength(1);
  });
});
