import { beforeAll, expect, test } from "vitest";
import { guestClient, staffClient, type StaffClient } from "~/test/api";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { expectListLimits, expectStaffOnly } from "~/test/checks/api-rules";
import { createAccount, createBook } from "~/test/factories";
import { testShop } from "~/test/shop";

const PAGED = "/reviews/admin/paged";
const pathOf = (id: number) => `/reviews/admin/${id}/visibility`;

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

interface Page {
  data: { id: number; timestamp: string; hidden: boolean; remarks: string }[];
  count: number;
  totalPages: number;
}

async function review(rating: number, given: { bookId?: number; accountId?: number } = {}) {
  const bookId = given.bookId ?? (await createBook(shop.db.write));
  const accountId = given.accountId ?? (await createAccount(shop.db.write));
  await saveReview(shop.db.write, { bookId, accountId, rating, remarks: "Read it twice." });
  const { id, updated_at } = await shop.db.read
    .selectFrom("reviews")
    .select(["id", "updated_at"])
    .where("book_id", "=", bookId)
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return { id, bookId, accountId, timestamp: updated_at };
}

test("lists reviews with their writers, filters by stars, state and customer, and sorts", async () => {
  const accountId = await createAccount(shop.db.write);
  const bad = await review(1, { accountId });
  const good = await review(5, { accountId });
  await review(5);
  const find = async (more: object) =>
    (await staff.post<Page>(PAGED, { customerId: accountId, ...more })).body;
  const ids = async (more: object) => (await find(more)).data.map(({ id }) => id);
  expect(await find({ rating: 1 })).toEqual({
    data: [
      {
        id: bad.id,
        book: { id: bad.bookId, title: expect.any(String), hidden: false },
        rate: 1,
        remarks: "Read it twice.",
        customer: { id: accountId, name: "Meera Nair", email: expect.stringContaining("@example.com") },
        timestamp: bad.timestamp,
        hidden: false,
      },
    ],
    count: 1,
    totalPages: 1,
  });
  expect(await ids({ sortField: "rating", orderdir: "asc" })).toEqual([bad.id, good.id]);
  expect(await ids({ sortField: "rating", orderdir: "desc" })).toEqual([good.id, bad.id]);
  await staff.post(pathOf(bad.id), { hidden: true });
  expect(await ids({ state: "hidden" })).toEqual([bad.id]);
  expect(await ids({ state: "visible" })).toEqual([good.id]);
});

test("checks the limits of each parameter", async () => {
  await expectListLimits(staff, PAGED);
  for (const [field, value] of [
    ["rating", 0],
    ["rating", 6],
    ["state", "gone"],
    ["customerId", 0],
  ] as const)
    expect((await staff.post(PAGED, { [field]: value })).body).toMatchObject({
      result: 0,
      errors: { [field]: [expect.any(String)] },
    });
  for (const odd of [{ rating: "5" }, { rating: 1.5 }, { state: 1 }])
    expect([odd, (await staff.post(PAGED, odd)).status]).toEqual([odd, 400]);
});

test("a hidden review leaves the store and the book's rating; shown again, it is back", async () => {
  const { id, bookId } = await review(5);
  const shown = async () =>
    (await guestClient(shop).get<{ count: number; avgrate: number }>(`/browsebooks/reviews/${bookId}`)).body;
  const set = (hidden: unknown, more: object = {}) => staff.post(pathOf(id), { hidden, ...more });
  expect(await shown()).toMatchObject({ count: 1, avgrate: 5 });
  for (let n = 0; n < 2; n += 1)
    expect((await set(true)).body).toEqual({ result: 1, msg: "The review is hidden" });
  expect(await shown()).toMatchObject({ count: 0, avgrate: 0 });
  expect((await set(false)).body).toEqual({ result: 1, msg: "The review is shown again" });
  expect(await shown()).toMatchObject({ count: 1, avgrate: 5 });
  for (const odd of [1, "true", null, undefined]) expect([odd, (await set(odd)).status]).toEqual([odd, 400]);
  expect((await staff.post(pathOf(999_999), { hidden: true })).status).toBe(404);
});

test("refuses to hide a review that was rewritten since it was read", async () => {
  const { id, timestamp } = await review(5);
  const old = "2026-01-01T00:00:00.000Z";
  const set = (read: string) => staff.post(pathOf(id), { hidden: true, timestamp: read });
  expect((await set(old)).body).toEqual({
    result: 0,
    msg: "The review has been rewritten in the meantime. Please read it again",
  });
  expect((await set(timestamp)).body.result).toBe(1);
});

test("the calls are only for staff", async () => {
  const { id } = await review(5);
  await expectStaffOnly(shop, PAGED, {});
  await expectStaffOnly(shop, pathOf(id), { hidden: true });
});
