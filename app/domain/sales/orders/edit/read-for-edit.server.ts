import type { Db } from "~/db/database.server";
import { SALE_COLUMNS, forthcomingOf } from "~/domain/catalogue/books/sale/sale";
import { applySaleDatesOf, isSaleDue } from "~/domain/catalogue/books/apply-sale-dates.server";
import { printedEdition, TAX_COLUMNS } from "~/domain/catalogue/books/tax/tax-columns";
import { taxOn } from "~/domain/catalogue/books/tax/tax-rates";
import { readTaxRates } from "~/domain/catalogue/books/tax/tax-rates.server";
import { indianDate } from "~/domain/kit/dates";
import { lockBooks, lockCoupons, lockCustomer, lockOrders } from "~/domain/kit/locks.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { couponSnapshot, type CouponSnapshot } from "../../coupons/coupons";
import { booksOfRule, couponRows, readTargets, toCoupon } from "../../coupons/coupons.server";
import { AUTOMATIC_REFUNDS } from "../money/refunds";
import { readPlan } from "../../delivery/plan.server";
import { priceFor } from "../../trade/member-price";
import { memberDiscounts } from "../../trade/member-price.server";
import type { BookNow, EditedCoupon } from "./edit-order";

/** As `lockForStep`, with the books that come onto the order, and what its customer owes if it is on account. */
export async function lockForEdit(trx: Db, orderId: number, added: readonly number[]): Promise<void> {
  const onAccount = trx
    .selectFrom("orders as o")
    .select("o.account_id")
    .where("o.id", "=", orderId)
    .where("o.payment_way", "=", "account");
  await lockCustomer(trx, onAccount.$asScalar());
  await lockOrders(trx, [orderId]);
  const uses = trx.selectFrom("coupon_uses as u").select("u.coupon_id").where("u.order_id", "=", orderId);
  await lockCoupons(trx, uses.$asScalar());
  const books = trx
    .selectFrom("books as b")
    .select("b.id")
    .where((eb) =>
      eb.or([
        eb(
          "b.id",
          "in",
          eb.selectFrom("order_lines as l").select("l.book_id").where("l.order_id", "=", orderId),
        ),
        ...(added.length > 0 ? [eb("b.id", "in", added)] : []),
      ]),
    );
  await lockBooks(trx, books.$asScalar());
}

/** These books as they are sold and weighed now. */
export const bookRows = (trx: Db, ids: number[]) =>
  trx
    .selectFrom("books as b")
    .select(["b.id", "b.title", "b.isbn13", "b.price", "b.sale_price", "b.charged_price", "b.hidden"])
    .select(TAX_COLUMNS)
    .select(printedEdition)
    .select([
      "b.weight_g",
      "b.page_count",
      "b.gyan_post",
      "b.planned_sale_price",
      "b.sale_from",
      "b.sale_until",
    ])
    .select(SALE_COLUMNS)
    .where("b.id", "in", ids)
    .execute();

/** All that a change is computed from. @param trx after `lockForEdit` @param added the books that come onto the order */
export async function readForEdit(
  trx: Db,
  { orderId, accountId }: { orderId: number; accountId: number },
  added: readonly number[],
  now: Date,
) {
  const [rows, settings, plan, use, rates, back] = await Promise.all([
    trx
      .selectFrom("order_lines")
      .select(["id", "book_id as bookId", "title", "mrp", "unit_price as unitPrice"])
      .select([
        "quantity as before",
        "refunded",
        "hsn",
        "tax_rate as taxRate",
        "preorder",
        "owed",
        "discount",
      ])
      .where("order_id", "=", orderId)
      .orderBy("id")
      .execute(),
    readSettings(trx),
    readPlan(trx),
    trx
      .selectFrom("coupon_uses")
      .select(["coupon_id", "rule", "discount"])
      .where("order_id", "=", orderId)
      .executeTakeFirst(),
    readTaxRates(trx),
    // One that failed is tried again.
    trx
      .selectFrom("refunds")
      .select((eb) => eb.fn.sum<number | null>(eb("amount", "-", eb.ref("shipping"))).as("refunded"))
      .where("order_id", "=", orderId)
      .where("retry_of", "is", null)
      .where("reason", "not in", ["changed", ...AUTOMATIC_REFUNDS])
      .executeTakeFirstOrThrow(),
  ]);
  const ids = [...new Set([...rows.map(({ bookId }) => bookId), ...added])];
  let books = await bookRows(trx, ids);
  const due = books.filter((book) => isSaleDue(book, now)).map(({ id }) => id);
  if (due.length > 0) {
    await applySaleDatesOf(trx, due, now);
    books = await bookRows(trx, ids);
  }
  const member = await memberDiscounts(trx, accountId, ids);
  const today = indianDate(now);
  const weighed = (bookId: number) => {
    const book = books.find(({ id }) => id === bookId)!;
    const forthcoming = forthcomingOf(book, today);
    const { weight_g: weightG, page_count: pageCount, gyan_post: gyanPost } = book;
    return { weightG, pageCount, gyanPost, ...(forthcoming && { forthcoming }) };
  };
  const bookNow = (bookId: number, quantity: number): BookNow | undefined => {
    const book = books.find(({ id, hidden }) => id === bookId && hidden === 0);
    return (
      book && {
        bookId,
        title: book.title,
        mrp: book.price,
        unitPrice: priceFor(member, { bookId, price: book.price, charged: book.charged_price }, quantity),
        ...taxOn(book, { rates, shop: settings }, today),
      }
    );
  };
  const coupon = use ? await couponOf(trx, use, ids) : null;
  return {
    lines: rows,
    settings,
    plan,
    coupon,
    couponOff: use?.discount ?? 0,
    refunded: back.refunded ?? 0,
    weighed,
    bookNow,
  };
}

/** The rule of an order's coupon, and which of these books it is for; of an order from before rules were stored, as it is now. */
async function couponOf(
  trx: Db,
  { coupon_id, rule }: { coupon_id: number; rule: string | null },
  bookIds: readonly number[],
): Promise<EditedCoupon> {
  const stored = rule === null ? await ruleNow(trx, coupon_id) : (JSON.parse(rule) as CouponSnapshot);
  return { ...stored, books: await booksOfRule(trx, stored, bookIds) };
}

async function ruleNow(trx: Db, couponId: number): Promise<CouponSnapshot> {
  const row = await couponRows(trx).where("c.id", "=", couponId).executeTakeFirstOrThrow();
  return couponSnapshot(toCoupon(row, await readTargets(trx, [couponId])));
}

export type ReadForEdit = Awaited<ReturnType<typeof readForEdit>>;
