import type { Db } from "~/db/database.server";
import { applySaleDatesOf, isSaleDue } from "~/domain/catalogue/books/apply-sale-dates.server";
import { forthcomingOf } from "~/domain/catalogue/books/sale/sale";
import { taxOn } from "~/domain/catalogue/books/tax/tax-rates";
import { readTaxRates } from "~/domain/catalogue/books/tax/tax-rates.server";
import { indianDate } from "~/domain/kit/dates";
import { lockBooks } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { offerDelivery } from "../../cart/cart-delivery";
import type { PaymentWay } from "../../delivery/plan";
import { readPlan } from "../../delivery/plan.server";
import { discountedTotals, SMALLEST_TOTAL } from "../money/totals";
import { takenOf } from "../stock.server";
import { lessDiscount, priceFor } from "../../trade/member-price";
import { memberDiscounts } from "../../trade/member-price.server";
import { limitPassed } from "../../trade/on-account";
import { creditOf } from "../../trade/on-account.server";
import { bookRows } from "../edit/read-for-edit.server";
import { type ExchangeTerms, exchangeTotals } from "../exchange/exchange";
import { lockStaffCoupons, withStaffCoupon } from "./staff-coupons.server";
import type { NewStaffOrder, StaffPayment } from "./staff-order.schema";

/** Prices that hold whatever the books cost now. Paise. */
export interface QuotedPrices {
  lines: readonly { bookId: number; title: string; mrp: number; unitPrice: number }[];
  shipping: number;
}

const WAYS: Record<StaffPayment, PaymentWay> = {
  link: "online",
  cash: "transfer",
  upi: "transfer",
  transfer: "transfer",
  proforma: "transfer",
  cod: "cod",
  account: "account",
};

/**
 * What an order by staff costs now, and whether it can be placed: the prices, stock, tax and delivery of the shop. Locks its books.
 * @param trx has locked the customer of an order on account @param request.quoted prices and delivery that hold instead
 * @param known the customer, if there is one already @param isOffer a quotation: more copies than there are, and no coupons
 * @returns refused at a field of `staffOrderSchema`, or at none when the shop is closed; `short`: of which books a quotation has more
 * than there are, as sentences
 */
export async function priceStaffOrder(
  trx: Db,
  request: NewStaffOrder & { quoted?: QuotedPrices | undefined; exchange?: ExchangeTerms | undefined },
  known: number | null,
  now: Date,
  isOffer = false,
) {
  const { payment, lines: wanted, quoted, exchange } = request;
  const takesCoupons = !isOffer && !quoted && !exchange;
  const refused = (field: string | null, message: string) => ({ ok: false, field, message }) as const;
  const doubled = wanted.findIndex(({ bookId }, at) => wanted.findIndex((one) => one.bookId === bookId) < at);
  if (doubled >= 0) return refused(`lines[${doubled}].bookId`, "Each book can be given once");
  const bookIds = wanted.map(({ bookId }) => bookId);
  if (takesCoupons) await lockStaffCoupons(trx, request);
  await lockBooks(trx, bookIds);
  const [closed, settings, plan, rates] = await Promise.all([
    whyNoOrders(trx),
    readSettings(trx),
    readPlan(trx),
    readTaxRates(trx),
  ]);
  if (closed !== null) return refused(null, closed);
  let books = await bookRows(trx, bookIds);
  const due = books.filter((book) => isSaleDue(book, now)).map(({ id }) => id);
  if (due.length > 0) {
    await applySaleDatesOf(trx, due, now);
    books = await bookRows(trx, bookIds);
  }
  const quotedOf = (bookId: number) => quoted?.lines.find((line) => line.bookId === bookId);
  const member = await memberDiscounts(trx, known, bookIds);
  const today = indianDate(now);
  const short: string[] = [];
  for (const [at, { bookId, qty }] of wanted.entries()) {
    const book = books.find(({ id }) => id === bookId);
    if (!book || book.hidden === 1) {
      const title = quotedOf(bookId)?.title;
      const what = title === undefined ? `Book ${bookId}` : `“${title}”`;
      return refused(`lines[${at}].bookId`, `${what} is not in the store`);
    }
    if (takenOf(books, [{ bookId, quantity: qty }], now) !== null) continue;
    const message = `Only ${book.stock} of “${book.title}” can be had`;
    if (!isOffer) return refused(`lines[${at}].qty`, message);
    short.push(message);
  }
  const lines = wanted.map(({ bookId, qty, discountPercent }) => {
    const book = books.find(({ id }) => id === bookId)!;
    const forthcoming = forthcomingOf(book, today);
    const price = priceFor(member, { bookId, price: book.price, charged: book.charged_price }, qty);
    const { mrp, unitPrice } = quotedOf(bookId) ?? {
      mrp: book.price,
      unitPrice: exchange?.prices.get(bookId) ?? lessDiscount(price, Math.round(discountPercent * 100)),
    };
    return {
      bookId,
      title: book.title,
      mrp,
      unitPrice,
      quantity: qty,
      ...taxOn(book, { rates, shop: settings }, today),
      weightG: book.weight_g,
      pageCount: book.page_count,
      gyanPost: book.gyan_post,
      ...(forthcoming && { forthcoming }),
    };
  });
  const isCounter = request.address === undefined;
  if (isCounter && lines.some(({ forthcoming }) => forthcoming))
    return refused("lines", "A book that is not out yet cannot be handed over");
  const way = WAYS[payment];
  const offer = offerDelivery(
    plan,
    settings,
    lines,
    {
      pin: request.address?.pincode ?? "",
      methodId: request.methodId ?? null,
      // Money that has come is not asked for.
      payment: way === "cod" ? "cod" : payment === "proforma" ? "transfer" : "online",
    },
    now,
  );
  if (!isCounter && offer.problem)
    return refused(
      offer.problem.reason === "place"
        ? "address.pincode"
        : offer.problem.reason === "method"
          ? "methodId"
          : "payment",
      offer.problem.message,
    );
  const charge = quoted
    ? { shipping: quoted.shipping, codFee: 0 }
    : isCounter
      ? { shipping: 0, codFee: 0 }
      : offer;
  const priced = exchange
    ? exchangeTotals(lines, settings, exchange)
    : takesCoupons
      ? await withStaffCoupon(trx, request, { lines, rules: settings, delivery: charge }, now)
      : ({ ok: true, ...discountedTotals(lines, settings, null, charge), coupon: null } as const);
  if (!priced.ok) return refused("coupon", priced.message);
  const { totals } = priced;
  if (totals.total < SMALLEST_TOTAL)
    return refused("lines", `An order costs at least ${formatRupees(SMALLEST_TOTAL)}`);
  if (isCounter && exchange && totals.total > exchange.value)
    return refused(
      "lines",
      `${formatRupees(totals.total - exchange.value)} more would be to be paid: at the counter refund the books that come back, and sell the others`,
    );
  const credit = payment === "account" ? await creditOf(trx, known) : null;
  const passed = credit && limitPassed(credit, totals.total);
  if (passed && request.creditReason === "") return refused("creditReason", passed);
  return { ...priced, books, lines, offer, way, credit, settings, short } as const;
}
