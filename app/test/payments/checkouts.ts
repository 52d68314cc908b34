import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { createAccount, createAddress } from "../factories";
import { checkoutForm, payInWindow } from "../paying";
import { type Browser, signedIn, type TestShop } from "../shop";

export interface Buyer {
  account: number;
  address: number;
}

/** Customers with an address. */
export async function createBuyers({ db }: TestShop, count: number): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let n = 0; n < count; n += 1) {
    const account = await createAccount(db.write);
    buyers.push({ account, address: await createAddress(db.write, account) });
  }
  return buyers;
}

/**
 * A buyer checks out again and again, until an answer does not come.
 * @param acknowledged gets the orders that the shop confirmed
 */
export async function keepBuying(
  shop: TestShop,
  { buyer, book }: { buyer: Buyer; book: number },
  acknowledged: number[],
  stopping?: AbortSignal,
): Promise<void> {
  const browser = await signedIn(shop, buyer.account);
  for (;;) {
    if (stopping?.aborted) return;
    const orderId = await shopOnce(shop, browser, buyer, book);
    if (orderId) acknowledged.push(orderId);
  }
}

/** One whole checkout, which a crash may interrupt. @returns the acknowledged order, or null */
async function shopOnce(shop: TestShop, browser: Browser, buyer: Buyer, book: number) {
  await browser.post("/cart", { intent: "add", bookId: book, redirectTo: "/cart" });
  const placed = await browser.post("/checkout", { intent: "place-order", addressId: buyer.address });
  const orderId = Number(/\/checkout\/pay\/(\d+)/.exec(placed.headers.get("Location") ?? "")?.[1]);
  if (!orderId) return null;
  const result = await payInWindow(shop, await checkoutForm(browser, orderId));
  const confirmed = await browser.post(`/checkout/pay/${orderId}`, { intent: "confirm", ...result });
  return confirmed.status === 303 && confirmed.headers.get("Location")?.includes("confirmation")
    ? orderId
    : null;
}

/** Waits until the shop has recorded every payment that the sandbox took as captured or refunded. */
export async function settle(shop: TestShop) {
  const open = () =>
    shop.db.read
      .selectFrom("sandbox_payments as taken")
      .leftJoin("payments as p", "p.gateway_payment_id", "taken.id")
      .select("taken.id")
      .where("taken.status", "in", ["captured", "refunded"])
      .where((eb) => eb.or([eb("p.id", "is", null), eb("p.status", "not in", ["captured", "refunded"])]))
      .execute();
  const until = Date.now() + 90_000;
  while ((await open()).length > 0 && Date.now() < until) await sleep(250);
  expect(await open()).toEqual([]);
}

/**
 * No acknowledged order is lost or there twice; money, invoices, copies and mails fit the orders.
 * @param book the only one that was sold @param stock how many copies there were
 */
export async function expectWhole(
  shop: TestShop,
  { acknowledged, book, stock: before }: { acknowledged: number[]; book: number; stock: number },
): Promise<void> {
  const orders = await shop.db.read.selectFrom("orders").selectAll().execute();
  const paid = orders.filter((order) => order.state === "paid");
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(paid.map((order) => order.id)).toEqual(expect.arrayContaining(acknowledged));

  // Every payment belongs to exactly one paid order, or is refunded because its order had been replaced by a
  // newer one before the shop learnt of the payment. Invoice numbers are unique, without a gap.
  const taken = await shop.db.read
    .selectFrom("payments as p")
    .innerJoin("orders as o", "o.id", "p.order_id")
    .leftJoin("refunds as r", "r.payment_id", "p.id")
    .select(["o.id", "o.state", "p.amount", "r.amount as returned"])
    .where("p.status", "in", ["captured", "refunded"])
    .execute();
  const kept = taken.filter((payment) => payment.returned === null);
  expect(kept.map((payment) => payment.id).sort()).toEqual(paid.map((order) => order.id).sort());
  for (const payment of taken.filter(({ returned }) => returned !== null))
    expect(payment).toMatchObject({ state: "cancelled", returned: payment.amount });
  const numbers = paid.map((order) => Number(order.invoice_no!.split("/").at(-1))).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));

  // Every copy is either in stock or in an order that is not cancelled, and each paid order has one mail.
  const held = await shop.db.read
    .selectFrom("order_lines as l")
    .innerJoin("orders as o", "o.id", "l.order_id")
    .select((eb) => eb.fn.sum<number>("l.quantity").as("copies"))
    .where("o.state", "!=", "cancelled")
    .executeTakeFirstOrThrow();
  const { stock } = await shop.db.read
    .selectFrom("books")
    .select("stock")
    .where("id", "=", book)
    .executeTakeFirstOrThrow();
  expect(stock + Number(held.copies)).toBe(before);
  const mails = await shop.db.read
    .selectFrom("outgoing_mails")
    .select("dedupe_key")
    .where("dedupe_key", "like", "order-confirmation:%")
    .execute();
  expect(mails).toHaveLength(paid.length);
}
