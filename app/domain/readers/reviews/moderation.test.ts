import { beforeEach, describe, expect, test } from "vitest";
import { catalogueVersion } from "~/db/catalogue-version.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseReviewSearch } from "./moderation";
import { findReviewForStaff, listReviewsForStaff, setReviewHidden } from "./moderation.server";
import { listReviews, saveReview } from "./reviews.server";

const NOW = new Date("2026-03-01T10:00:00.000Z");

let db: Awaited<ReturnType<typeof createTestDatabase>>;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write, { first_name: "Kamala", last_name: "Iyer" });
});

/** A review written on this day of January 2026. @returns its id */
async function review(bookId: number, accountId: number, rating: number, day: number, hidden: 0 | 1 = 0) {
  const at = new Date(Date.UTC(2026, 0, day)).toISOString();
  return createReview(db.write, { bookId, accountId, rating, remarks: `day ${day}`, hidden, at });
}

const found = async (query: string) =>
  (await listReviewsForStaff(db.read, parseReviewSearch(new URLSearchParams(query)))).rows.map(
    (row) => row.remarks,
  );

describe("the list of reviews", () => {
  let asha: number;
  let first: number;
  beforeEach(async () => {
    asha = await createAccount(db.write, {
      first_name: "Asha",
      last_name: "Rao",
      email: "asha@mysuru.example",
    });
    const imran = await createAccount(db.write, { first_name: "Imran", last_name: "Qureshi" });
    const gora = await catalogueBook(db.write, {
      title: "Gora",
      authors: ["Rabindranath Tagore"],
      brief: "Not about Imran at all.",
    });
    const devdas = await catalogueBook(db.write, {
      title: "Devdas",
      authors: ["Sarat Chandra"],
      tags: ["Gora lovers"],
      hidden: 1,
    });
    first = await review(gora, asha, 5, 1);
    await review(gora, imran, 1, 4, 1);
    await review(devdas, asha, 3, 3);
    await review(devdas, imran, 5, 2, 1);
  });

  test("lists all reviews, newest first; sorts by date and rating, both ways", async () => {
    expect(await found("")).toEqual(["day 4", "day 3", "day 2", "day 1"]);
    expect(await found("sort=date&dir=asc")).toEqual(["day 1", "day 2", "day 3", "day 4"]);
    expect(await found("sort=rating&dir=desc")).toEqual(["day 2", "day 1", "day 3", "day 4"]);
    expect(await found("sort=rating&dir=asc")).toEqual(["day 4", "day 3", "day 1", "day 2"]);
  });

  test("searches only title, author and reviewer", async () => {
    expect(await found("q=gora")).toEqual(["day 4", "day 1"]);
    expect(await found("q=chandra+sarat")).toEqual(["day 3", "day 2"]);
    expect(await found("q=imran")).toEqual(["day 4", "day 2"]);
    expect(await found("q=asha%40mysuru.example")).toEqual(["day 3", "day 1"]);
    for (const q of ["lovers", "day", '"', "title:gora", "*", "} : x"])
      expect(await found(new URLSearchParams({ q }).toString())).toEqual([]);
  });

  test("finds a book as it sounds, and forgives wrong letters in titles and names if nothing else is found", async () => {
    const list = (q: string, more = "") =>
      listReviewsForStaff(
        db.read,
        parseReviewSearch(new URLSearchParams(`${new URLSearchParams({ q })}${more}`)),
      );
    expect(await list("गोरा")).toMatchObject({ count: 2, isForgiven: false });
    for (const [q, days] of [
      ["devdsa", ["day 3", "day 2"]],
      ["sarat chanqra", ["day 3", "day 2"]],
      ["देवदाल", ["day 3", "day 2"]],
      ["qurehsi", ["day 4", "day 2"]],
      ["imran quresni", ["day 4", "day 2"]],
    ] as const) {
      const { rows, isForgiven } = await list(q);
      expect([q, isForgiven, rows.map(({ remarks }) => remarks)]).toEqual([q, true, days]);
    }
    expect(await list("asha quresni")).toMatchObject({ count: 0, isForgiven: false });
    // Somebody has it, but not among these.
    expect(await list("imran", "&rating=3")).toMatchObject({ count: 0, isForgiven: false });
    expect(await list("imrna", "&rating=5")).toMatchObject({ count: 1, isForgiven: true });
    for (const q of ["lovrs", "roa", "#998", "ahsa@mysuru.example"])
      expect(await list(q), q).toMatchObject({ count: 0 });
  });

  test("finds a review by its number, as links of the audit log do", async () => {
    expect(await found(new URLSearchParams({ q: `#${first}` }).toString())).toEqual(["day 1"]);
    expect(await found("q=%23999")).toEqual([]);
  });

  test("combines filters by state, rating and customer with the search", async () => {
    expect(await found("state=hidden")).toEqual(["day 4", "day 2"]);
    expect(await found("state=visible")).toEqual(["day 3", "day 1"]);
    expect(await found("rating=5")).toEqual(["day 2", "day 1"]);
    expect(await found("rating=5&state=hidden")).toEqual(["day 2"]);
    expect(await found(`customer=${asha}&sort=rating&dir=asc`)).toEqual(["day 3", "day 1"]);
    expect(await found("q=gora&state=hidden&rating=1")).toEqual(["day 4"]);
    expect(await found("state=odd&rating=6&customer=x")).toHaveLength(4);
  });

  test("a row contains book and reviewer", async () => {
    const list = await listReviewsForStaff(db.read, parseReviewSearch(new URLSearchParams("rating=3")));
    expect(list).toMatchObject({
      count: 1,
      rows: [
        {
          book: { title: "Devdas", hidden: true },
          rating: 3,
          reviewer: { id: asha, name: "Asha Rao", email: "asha@mysuru.example" },
          writtenAt: "2026-01-03T00:00:00.000Z",
          hidden: false,
        },
      ],
    });
  });

  test("a search with very many matches returns correct pages", async () => {
    const bookId = await catalogueBook(db.write, { title: "Everybody's", authors: ["Many"] });
    await db.write.transaction().execute(async (trx) => {
      for (let index = 0; index < 1005; index++) {
        const accountId = await createAccount(trx, { email: `many${index}@example.com` });
        const at = new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString();
        const values = { book_id: bookId, account_id: accountId, rating: (index % 5) + 1 };
        await trx
          .insertInto("reviews")
          .values({ ...values, remarks: `many ${index}`, created_at: at, updated_at: at })
          .execute();
      }
    });
    expect(await found("q=many&size=5")).toEqual([1004, 1003, 1002, 1001, 1000].map((n) => `many ${n}`));
    expect(await found("q=many&size=5&page=201")).toEqual([4, 3, 2, 1, 0].map((n) => `many ${n}`));
    expect(await found("q=many&rating=5&size=5")).toEqual([1004, 999, 994, 989, 984].map((n) => `many ${n}`));
  });
});

describe("hiding and showing a review", () => {
  const readAt = "2026-01-01T00:00:00.000Z";
  let bookId: number;
  let asha: number;
  let reviewId: number;
  beforeEach(async () => {
    bookId = await catalogueBook(db.write, { title: "Gora" });
    asha = await createAccount(db.write);
    reviewId = await review(bookId, asha, 1, 1);
    await review(bookId, await createAccount(db.write), 5, 2);
  });
  const inStore = async () => ({
    shown: (await listReviews(db.read, bookId, { offset: 0, limit: 10 })).map((one) => one.remarks),
    ...(await db.read
      .selectFrom("books")
      .select(["rating", "rating_count"])
      .where("id", "=", bookId)
      .executeTakeFirstOrThrow()),
  });
  const version = () => catalogueVersion(db.read);

  test("updates the store's list, the average and the catalogue version at once", async () => {
    expect(await inStore()).toEqual({ shown: ["day 2", "day 1"], rating: 3, rating_count: 2 });
    const before = await version();
    expect(await setReviewHidden(db.write, { reviewId, hidden: true, readAt, staffId }, NOW)).toEqual({
      ok: true,
    });
    expect(await inStore()).toEqual({ shown: ["day 2"], rating: 5, rating_count: 1 });
    expect(await version()).toBeGreaterThan(before);
    expect(await setReviewHidden(db.write, { reviewId, hidden: false, readAt, staffId }, NOW)).toEqual({
      ok: true,
    });
    expect(await inStore()).toEqual({ shown: ["day 2", "day 1"], rating: 3, rating_count: 2 });
    // Hiding does not change the review's date.
    expect((await findReviewForStaff(db.read, reviewId))!.writtenAt).toBe(readAt);
  });

  test("writes one audit entry, however often the call is repeated", async () => {
    const hide = { reviewId, hidden: true, readAt, staffId };
    const answers = await Promise.all([1, 2, 3].map(() => setReviewHidden(db.write, hide, NOW)));
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    await setReviewHidden(db.write, { ...hide, hidden: false }, NOW);
    expect(await readAudit(db.read, "review", reviewId)).toMatchObject([
      { who: "Kamala Iyer", action: "showed", changes: [{ before: "Hidden", after: "Visible" }] },
      { action: "hid", changes: [{ field: "State", before: "Visible", after: "Hidden" }] },
    ]);
    // The book's and the customer's history contain it too.
    for (const [subject, id] of [["book", bookId] as const, ["customer", asha] as const]) {
      expect(await readAudit(db.read, subject, id)).toMatchObject([
        { what: "a review", action: "showed" },
        { what: "a review", action: "hid" },
      ]);
      expect(await readAudit(db.read, subject, id + 1000)).toEqual([]);
    }
  });

  test("refuses to hide or show a text that was rewritten since it was read", async () => {
    const hidden = { reviewId, hidden: true, readAt, staffId };
    await setReviewHidden(db.write, hidden, NOW);
    await saveReview(db.write, { bookId, accountId: asha, rating: 1, remarks: "more spam" }, NOW);
    expect(await inStore()).toMatchObject({ shown: ["day 2"], rating_count: 1 });
    expect(await setReviewHidden(db.write, { ...hidden, hidden: false }, NOW)).toMatchObject({
      ok: false,
      reason: "rewritten",
    });
    expect(await inStore()).toMatchObject({ shown: ["day 2"] });
    const again = { ...hidden, hidden: false, readAt: NOW.toISOString() };
    expect(await setReviewHidden(db.write, again, NOW)).toEqual({ ok: true });
    expect(await inStore()).toMatchObject({ shown: ["more spam", "day 2"] });
  });

  test("does not find an unknown review", async () => {
    const answer = await setReviewHidden(db.write, { reviewId: 9_999, hidden: true, readAt, staffId }, NOW);
    expect(answer).toMatchObject({ ok: false, reason: "not_found" });
    expect(await findReviewForStaff(db.read, 9_999)).toBeNull();
  });
});
