import type { Db } from "~/db/database.server";
import { isSaleDue } from "~/domain/catalogue/books/apply-sale-dates.server";
import { taxOn } from "~/domain/catalogue/books/tax/tax-rates";
import { readTaxRates } from "~/domain/catalogue/books/tax/tax-rates.server";
import { homePin } from "~/domain/kit/addresses/addresses.server";
import { indianDate } from "~/domain/kit/dates";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { findCouponsFor, type WhichCoupons } from "../coupons/coupons.server";
import { readPlan } from "../delivery/plan.server";
import { heldByCustomer } from "../orders/held-stock.server";
import { withBestCoupon } from "./best-coupon";
import { type Cart, type CartLine, type CartOwner, countedLines, limitOf, lineProblem } from "./cart";
import { type DeliveryWish, offerDelivery, withDues } from "./cart-delivery";
import { priceFor } from "../trade/member-price";
import { memberDiscounts } from "../trade/member-price.server";
import { type authorRows, lineRows, ownedBy } from "./cart-queries.server";

/** A cart without the names of its authors. */
export interface PricedCart extends Omit<Cart, "lines"> {
  lines: Omit<CartLine, "authors">[];
  /** The shop's, by which it is priced. */
  settings: Settings;
  /** What the coupon takes off each line that counts, in paise. */
  discounts: number[];
  /** What it takes off delivery. */
  spared: number;
  /** Books whose sale begins or ends on this day, and whose price does not say so yet. */
  salesDue: number[];
}

/** @returns null for a guest */
export const accountOf = (owner: CartOwner) => ("accountId" in owner ? owner.accountId : null);

export type CartParts = Awaited<ReturnType<typeof readCartParts>>;

/**
 * All that a cart's prices depend on but the place: all is asked at once.
 * @param typed a code to try in place of the cart's
 */
export async function readCartParts(db: Db, owner: CartOwner, typed?: string) {
  const accountId = accountOf(owner);
  const inCart = db
    .selectFrom("carts as c")
    .innerJoin("cart_items as i", "i.cart_id", "c.id")
    .where(ownedBy(owner));
  const bookIds = inCart.select("i.book_id").$asScalar();
  const entered: WhichCoupons =
    typed === undefined
      ? { inCart: db.selectFrom("carts as c").select("c.coupon_id").where(ownedBy(owner)).$asScalar() }
      : { code: typed };
  const [rows, settings, held, coupons, plan, home, member, rates] = await Promise.all([
    lineRows(db, owner, {}),
    readSettings(db),
    heldByCustomer(db, accountId),
    findCouponsFor(db, { ...entered, andAutomatic: true }, accountId, bookIds),
    readPlan(db),
    homePin(db, accountId),
    memberDiscounts(db, accountId, bookIds),
    readTaxRates(db),
  ]);
  const isEntered = ({ id, code }: (typeof coupons)[number]) =>
    typed === undefined ? id === rows[0]?.coupon_id : code === typed;
  const choice = {
    entered: coupons.find(isEntered) ?? null,
    automatic: coupons.filter(({ automatic, active }) => automatic && active),
  };
  return { rows, settings, held, choice, plan, home, member, rates };
}

/**
 * Prices a cart that was read.
 * @param wish where it goes and how it is paid; left out: to the customer's default address, by the cheapest method
 */
export function priceCart(
  { rows, settings, held, choice, plan, home, member, rates }: CartParts,
  wish: DeliveryWish | undefined,
  now: Date,
): PricedCart {
  const today = indianDate(now);
  const lines = rows.map((row) => {
    const hidden = row.hidden === 1;
    const limit = limitOf(row, held(row.book_id), settings.mostCopies, today);
    const book = { bookId: row.book_id, price: row.price, charged: row.charged_price };
    const unitPrice = priceFor(member, book, row.quantity);
    return {
      itemId: row.id,
      bookId: row.book_id,
      title: row.title,
      cover: row.cover,
      price: row.price,
      salePrice: row.sale_price,
      unitPrice,
      quantity: row.quantity,
      lineTotal: unitPrice * row.quantity,
      ...taxOn(row, { rates, shop: settings }, today),
      ...limit,
      problem: lineProblem({ hidden, ...limit, quantity: row.quantity }),
    };
  });
  const counted = countedLines(
    lines.map((line, at) => {
      const { weight_g, page_count, gyan_post } = rows[at]!;
      return { ...line, weightG: weight_g, pageCount: page_count, gyanPost: gyan_post };
    }),
  );
  const offer = offerDelivery(plan, settings, counted, wish ?? { pin: home }, now);
  // A coupon stays in an empty cart, and is not shown there.
  const shown = rows.length > 0 ? choice : { entered: null, automatic: [] };
  const { totals, discounts, spared, coupon } = withBestCoupon(counted, settings, shown, now, offer);
  return {
    lines,
    totals,
    delivery: withDues(offer, totals),
    coupon,
    discounts,
    spared,
    count: lines.reduce((sum, line) => sum + line.quantity, 0),
    isOrderable: lines.length > 0 && lines.every((line) => line.problem === null),
    settings,
    salesDue: rows.filter((row) => isSaleDue(row, now)).map((row) => row.book_id),
  };
}

/** The cart as pages show it. @param authors from `authorRows` */
export function withAuthors(
  { lines, totals, delivery, coupon, count, isOrderable }: PricedCart,
  authors: Awaited<ReturnType<typeof authorRows>>,
): Cart {
  const named = lines.map((line) => ({
    ...line,
    authors: authors.filter((row) => row.book_id === line.bookId).map((author) => author.name),
  }));
  return { lines: named, totals, delivery, coupon, count, isOrderable };
}
