import type { Db } from "~/db/database.server";
import { listAddresses } from "~/domain/kit/addresses/addresses.server";
import { SAMPLE_ACCOUNTS } from "./accounts";
import { unusedWelcome } from "./coupons";
import { createCustomers } from "./customers";
import { type Exception, insertOrders } from "./orders";
import { type Fate, planOrders } from "./orders-plan";
import { insertDemoReturn } from "./orders-return";

const ORDERS = 40;
const CUSTOMERS = 14;

/** Fixed fates, so that each kind occurs on any day. */
const FATES: Readonly<Record<number, Fate>> = {
  6: "returned",
  9: "timed_out",
  13: "allowance",
  17: "given_up",
  21: "called_off",
  26: "refused",
  30: "timed_out",
};

/** Orders of the sample customer. */
const OWN: Readonly<Record<number, Exception["reached"]>> = { 15: "delivered", 31: "shipped", 36: "paid" };

/** Other orders, so that each step occurs at any hour. */
const SHOWN: Readonly<Record<number, Exception["reached"]>> = {
  32: "shipped",
  33: "shipped",
  34: "packed",
  35: "packed",
  37: "paid",
};

/** Orders with the sample coupon, each of a different customer. The sample customer has not used it yet. */
const WITH_COUPON = [22, 33, 37];

/**
 * The last two months of a small shop: forty orders of fourteen customers and the sample customer, in all states, and
 * a return that waits for staff.
 * @param trx the transaction that adds the sample books
 * @returns how many orders
 */
export async function insertDemoOrders(trx: Db, now: Date): Promise<number> {
  const fates = { ...FATES };
  for (const ordinal of [...Object.keys(OWN), ...Object.keys(SHOWN)]) fates[Number(ordinal)] = "served";
  const plan = planOrders({
    orders: ORDERS,
    customers: CUSTOMERS,
    spanDays: 63,
    growth: 2,
    waiting: 2,
    now,
    fates,
  });
  await createCustomers(trx, { from: 0, to: CUSTOMERS }, plan.joinedAt);
  const sampleCustomer = await findSampleCustomer(trx);
  const exceptions: Record<number, Exception> = {};
  for (const [ordinal, reached] of Object.entries(SHOWN)) exceptions[Number(ordinal)] = { reached };
  for (const [ordinal, reached] of Object.entries(OWN))
    exceptions[Number(ordinal)] = { reached, buyer: sampleCustomer };
  const coupon = await unusedWelcome(trx);
  for (const ordinal of WITH_COUPON) exceptions[ordinal] = { ...exceptions[ordinal], coupon };
  const planned = Array.from({ length: ORDERS }, (_, ordinal) => plan.order(ordinal));
  await insertOrders(trx, planned, now, exceptions);
  await insertDemoReturn(trx, now);
  return ORDERS;
}

/** @returns undefined if there is none, or without an address; then another customer is used */
async function findSampleCustomer(trx: Db): Promise<Exception["buyer"]> {
  const email = SAMPLE_ACCOUNTS.find((account) => account.role === "customer")!.email;
  const account = await trx.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst();
  const addresses = account ? await listAddresses(trx, account.id) : [];
  return account && addresses.length > 0 ? { accountId: account.id, addresses } : undefined;
}
