import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook, catalogueReader } from "~/test/factories-catalogue";
import { isOnPostgres } from "~/test/databases/postgres";
import { lookedUpBy, queriesOf } from "~/test/databases/queries";
import { maskEmail, outOfFive } from "./reviews";
import { reviewSchema } from "./reviews.schema";
import { countStars, listReviews, ownReview, saveReview } from "./reviews.server";

const FIRST = { offset: 0, limit: 10 };

describe("the schema of a review", () => {
  const messages = (review: unknown) => {
    const result = reviewSchema.safeParse(review);
    return result.success ? [] : result.error.issues.map((issue) => issue.message);
  };

  test.each([undefined, null, 0, -1, "", 2.5, Number.NaN, "5; drop table"])(
    "asks for a rating instead of %j",
    (rating) => {
      expect(messages({ rating, remarks: "fine book" })).toEqual(["Please select a rating"]);
    },
  );

  test("accepts ratings from 1 to 5", () => {
    for (const rating of [1, 2, 3, 4, 5]) expect(messages({ rating, remarks: "fine book" })).toEqual([]);
    expect(messages({ rating: 6, remarks: "fine book" })).toEqual(["Rating must be at most 5"]);
  });

  test("accepts remarks of 3 to 500 characters, without surrounding spaces", () => {
    const short = ["Review must be at least 3 characters"];
    const long = ["Review must not exceed 500 characters"];
    expect(messages({ rating: 5, remarks: "ab" })).toEqual(short);
    expect(messages({ rating: 5, remarks: "  ab \n " })).toEqual(short);
    expect(messages({ rating: 5 })).toEqual(short);
    expect(messages({ rating: 5, remarks: "abc" })).toEqual([]);
    expect(messages({ rating: 5, remarks: "x".repeat(500) })).toEqual([]);
    expect(messages({ rating: 5, remarks: "x".repeat(501) })).toEqual(long);
  });

  test("counts characters, not UTF-16 units, and a line end as one", () => {
    expect(messages({ rating: 5, remarks: "😀a" })).toHaveLength(1);
    expect(messages({ rating: 5, remarks: "😀".repeat(500) })).toEqual([]);
    expect(messages({ rating: 5, remarks: "a\r\n".repeat(249) + "ab" })).toEqual([]);
  });
});

describe("reviews of a book", () => {
  test.skipIf(isOnPostgres)("are looked up by the book, not among those of all books", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora" });
    const list = await queriesOf(db.read, (noting) => listReviews(noting, bookId, FIRST));
    const stars = await queriesOf(db.read, (noting) => countStars(noting, bookId));
    expect(await lookedUpBy(db.read, list.at(-1)!)).toMatchObject({ r: "book_id=?" });
    expect(await lookedUpBy(db.read, stars.at(-1)!)).toMatchObject({ reviews: "book_id=?" });
  });

  test("keeps one review per customer: a second one replaces the first and updates the rating", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora" });
    const asha = await catalogueReader(db.write, "asha@example.com");
    const ravi = await catalogueReader(db.write, "ra@example.com");
    await saveReview(
      db.write,
      { bookId, accountId: asha, rating: 1, remarks: "Not for me" },
      new Date("2026-02-01"),
    );
    await saveReview(
      db.write,
      { bookId, accountId: ravi, rating: 4, remarks: "Good" },
      new Date("2026-02-02"),
    );
    expect(
      await saveReview(
        db.write,
        { bookId, accountId: asha, rating: 5, remarks: "On a second reading: yes" },
        new Date("2026-02-03"),
      ),
    ).toEqual({ ok: true });

    expect(await listReviews(db.read, bookId, FIRST)).toMatchObject([
      {
        rating: 5,
        remarks: "On a second reading: yes",
        reviewer: "Asha R.",
        maskedEmail: "a•••a@example.com",
        writtenAt: "2026-02-03T00:00:00.000Z",
        verifiedPurchase: false,
      },
      { rating: 4, remarks: "Good", reviewer: "Asha R.", maskedEmail: "r•••@example.com" },
    ]);
    expect(await ownReview(db.read, bookId, asha)).toEqual({
      rating: 5,
      remarks: "On a second reading: yes",
    });
    const book = await db.read
      .selectFrom("books")
      .select(["rating", "rating_count"])
      .executeTakeFirstOrThrow();
    expect(book).toEqual({ rating: 4.5, rating_count: 2 });
    expect(outOfFive(book.rating)).toBe("4.5 out of 5");

    expect(await countStars(db.read, bookId)).toEqual([0, 0, 0, 1, 1]);
    await db.write.updateTable("reviews").set({ hidden: 1 }).where("account_id", "=", asha).execute();
    expect(await countStars(db.read, bookId)).toEqual([0, 0, 0, 1, 0]);
  });

  test("a hidden review is not counted, and stays hidden when rewritten", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora" });
    const asha = await catalogueReader(db.write);
    await saveReview(db.write, { bookId, accountId: asha, rating: 1, remarks: "spam" });
    await db.write.updateTable("reviews").set({ hidden: 1 }).execute();
    await saveReview(db.write, { bookId, accountId: asha, rating: 1, remarks: "more spam" });
    expect(await listReviews(db.read, bookId, FIRST)).toEqual([]);
    expect(await db.read.selectFrom("books").select("rating_count").executeTakeFirst()).toEqual({
      rating_count: 0,
    });
  });

  test("refuses reviews of hidden and unknown books", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora", hidden: 1 });
    const accountId = await catalogueReader(db.write);
    const refused = { ok: false, message: "Book Not Found" };
    expect(await saveReview(db.write, { bookId, accountId, rating: 5, remarks: "fine" })).toEqual(refused);
    expect(await saveReview(db.write, { bookId: 999, accountId, rating: 5, remarks: "fine" })).toEqual(
      refused,
    );
  });

  test("marks a purchase as verified if the reviewer has a paid order with this book", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora" });
    const other = await catalogueBook(db.write, { title: "Devdas" });
    const cases = {
      paid: true,
      delivered: true,
      pending: false,
      cancelled: false,
      refunded: false,
      otherBook: false,
    };
    for (const [index, name] of Object.keys(cases).entries()) {
      const accountId = await catalogueReader(db.write, `${name}@example.com`.toLowerCase());
      const state = name === "otherBook" ? "paid" : (name as "paid");
      await buy(accountId, state, name === "otherBook" ? other : bookId);
      await saveReview(
        db.write,
        { bookId, accountId, rating: 5, remarks: name },
        new Date(Date.UTC(2026, 1, index + 1)),
      );
    }
    const reviews = await listReviews(db.read, bookId, FIRST);
    expect(Object.fromEntries(reviews.map((review) => [review.remarks, review.verifiedPurchase]))).toEqual(
      cases,
    );

    async function buy(
      accountId: number,
      state: "pending" | "paid" | "delivered" | "cancelled" | "refunded",
      book: number,
    ) {
      const time = "2026-01-01T00:00:00.000Z";
      const isPaid = state !== "pending" && state !== "cancelled";
      const text = {
        fullname: "A",
        address1: "1",
        address2: "2",
        place: "P",
        state_name: "S",
        pincode: "560001",
        mobile: "9",
        email: "a@example.com",
      };
      const none = {
        gateway_order_id: null,
        invoice_date: null,
        logistics_provider_id: null,
        tracking_no: null,
        eta_date: null,
        packed_at: null,
        shipped_at: null,
        delivered_at: null,
        cancelled_at: null,
      };
      const { id } = await db.write
        .insertInto("orders")
        .values({
          ...text,
          ...none,
          account_id: accountId,
          state,
          cancel_reason: state === "cancelled" ? "customer" : null,
          item_count: 1,
          subtotal: 1,
          shipping: 0,
          tax: 0,
          total: 1,
          gateway: "sandbox",
          receipt: `r${accountId}`,
          invoice_no: isPaid ? `I${accountId}` : null,
          paid_at: isPaid ? time : null,
          placed_at: time,
          pay_by: time,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.write
        .insertInto("order_lines")
        .values({
          order_id: id,
          book_id: book,
          title: "T",
          mrp: 1,
          unit_price: 1,
          quantity: 1,
          hsn: "4901",
          tax_rate: 0,
        })
        .execute();
    }
  });

  test("parts of a long list neither skip nor repeat reviews", async () => {
    const db = await createTestDatabase();
    const bookId = await catalogueBook(db.write, { title: "Gora" });
    for (let index = 0; index < 23; index++) {
      const accountId = await catalogueReader(db.write);
      await saveReview(
        db.write,
        { bookId, accountId, rating: 5, remarks: `remark ${index}` },
        new Date("2026-02-01"),
      );
    }
    const stretches = await Promise.all(
      [0, 10, 20].map((offset) => listReviews(db.read, bookId, { offset, limit: 10 })),
    );
    expect(new Set(stretches.flat().map((review) => review.remarks)).size).toBe(23);
  });
});

test("masked addresses show only the first and last letter and the domain", () => {
  expect(maskEmail("priya@example.com")).toBe("p•••a@example.com");
  expect(maskEmail("p@example.com")).toBe("p•••@example.com");
  expect(maskEmail("pa@example.com")).toBe("p•••@example.com");
  expect(maskEmail("a.very.long.name@example.com")).toBe("a•••e@example.com");
});
