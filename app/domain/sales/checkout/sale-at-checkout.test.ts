import { expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { customerWithCart } from "~/test/orders";
import { applyCoupon } from "../cart/cart-coupon.server";
import { readCart } from "../cart/cart.server";
import { fieldsOf } from "~/domain/catalogue/books/book";
import { updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { findEditableBook } from "~/domain/catalogue/books/staff/staff-books.server";
import { placeOrder } from "./place-order.server";

/** Moments around midnight in India, which is 18:30 UTC. */
const BEFORE = new Date("2026-11-09T18:29:59Z");
const FIRST = new Date("2026-11-09T18:30:00Z");
const LAST = new Date("2026-11-12T18:29:59Z");
const AFTER = new Date("2026-11-12T18:30:00Z");

/** A book of ₹400, from 10 to 12 November of ₹300. Nothing has begun or ended the sale since `now`. */
async function cartWithSale(now: Date) {
  const db: Db = (await createTestDatabase()).write;
  const { accountId, addressId, bookId } = await customerWithCart(db, {
    book: { title: "Kari", price: 40_000, sale_price: null, stock: 5 },
    quantity: 1,
  });
  const staffId = await createStaff(db);
  const save = async (change: object, at: Date) => {
    const fields = { ...fieldsOf((await findEditableBook(db, bookId))!), ...change };
    return updateBook(db, { bookId, staffId, fields, seen: { version: null, stock: null } }, at);
  };
  await save({ salePrice: 30_000, saleFrom: "2026-11-10", saleUntil: "2026-11-12" }, now);
  const place = (at: Date, expectedTotal?: number) =>
    placeOrder(
      db,
      accountId,
      { addressId, gateway: "sandbox", ...(expectedTotal !== undefined && { expectedTotal }) },
      at,
    );
  const lines = () => db.selectFrom("order_lines").select(["mrp", "unit_price"]).orderBy("id").execute();
  return { db, accountId, save, place, lines };
}

test.each([
  ["the last second before it", BEFORE, BEFORE, 40_000],
  ["its first second", BEFORE, FIRST, 30_000],
  ["its last second", LAST, LAST, 30_000],
  ["the first second after it", LAST, AFTER, 40_000],
])("an order in %s is charged what holds then", async (_, saved, at, charged) => {
  const { place, lines } = await cartWithSale(saved);
  expect(await place(at)).toMatchObject({ ok: true });
  expect(await lines()).toEqual([{ mrp: 40_000, unit_price: charged }]);
});

test("a sale that ends between the page and the order is not charged unnoticed, and the cart shows the price", async () => {
  const { db, accountId, place, lines } = await cartWithSale(LAST);
  expect(await place(AFTER, 30_000)).toMatchObject({ ok: false, reason: "total_changed" });
  expect(await lines()).toEqual([]);
  expect((await readCart(db, { accountId }, AFTER)).totals.total).toBe(40_000);
});

test("an order keeps the sale price that it was placed with; the next has what staff gave meanwhile", async () => {
  const { save, place, lines } = await cartWithSale(BEFORE);
  expect(await place(FIRST)).toMatchObject({ ok: true, isNew: true });
  await save({ salePrice: 25_000 }, FIRST);
  expect(await place(LAST)).toMatchObject({ ok: true, isNew: true });
  expect((await lines()).map(({ unit_price }) => unit_price)).toEqual([30_000, 25_000]);
});

test("a coupon counts on what the book costs on that day", async () => {
  const { db, accountId, place } = await cartWithSale(BEFORE);
  const { code } = await createCoupon(db);
  expect(await applyCoupon(db, { accountId }, code, BEFORE)).toMatchObject({ ok: true });
  expect(await place(FIRST)).toMatchObject({ ok: true, totals: { subtotal: 30_000, discount: 3_000 } });
});
