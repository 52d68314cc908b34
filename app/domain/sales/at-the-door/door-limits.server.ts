import type { Db } from "~/db/database.server";
import type { Settings } from "~/domain/shop/settings/settings";
import { notTest } from "../orders/no-test.server";
import { paidOnline } from "../orders/paid-online.server";
import { UNDER_WAY } from "../orders/orders";
import type { RefusedPin } from "./refused-pins";

/** Orders that wait for their money at the door, or to be confirmed. */
const OPEN_AT_DOOR = ["pending", ...UNDER_WAY] as const;

/**
 * Why an order of this customer cannot be paid at the door, as a sentence; null: it can, as far as the shop's limits go.
 * One round trip.
 * @param order.mobile as the address has it @param order.hasPreorder whether a book in it is not out yet
 */
export async function whyNotAtDoor(
  db: Db,
  order: { accountId: number; mobile: string; hasPreorder: boolean },
  settings: Pick<Settings, "codForPreorders" | "codOpenPerCustomer" | "codOpenPerPhone">,
): Promise<string | null> {
  if (order.hasPreorder && settings.codForPreorders === "no")
    return "Books that are not out yet cannot be paid at the door";
  const open = db
    .selectFrom("orders")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("payment_way", "=", "cod")
    .where("state", "in", OPEN_AT_DOOR)
    // One that waits for its part online is no order yet, and is replaced by the customer's next.
    .where((eb) => eb.not(eb.and([eb("state", "=", "pending"), paidOnline("orders")])))
    .where(notTest("id"));
  const [ofCustomer, ofPhone] = await Promise.all([
    open.where("account_id", "=", order.accountId).executeTakeFirstOrThrow(),
    open.where("mobile", "=", order.mobile).executeTakeFirstOrThrow(),
  ]);
  if (ofCustomer.count >= settings.codOpenPerCustomer)
    return `You have ${orders(ofCustomer.count)} to be paid at the door already. Please pay this one online`;
  if (ofPhone.count >= settings.codOpenPerPhone)
    return `For this mobile number ${ofPhone.count === 1 ? "an order is" : `${ofPhone.count} orders are`} to be paid at the door already. Please pay this one online`;
  return null;
}

const orders = (count: number) => (count === 1 ? "an order" : `${count} orders`);

/** Parcels to be paid at the door that were delivered or refused, and those that were refused. Those on the road do not count. */
export interface Parcels {
  ended: number;
  refused: number;
}

/** What staff should know before they send an order that is paid at the door. */
export interface DoorHistory {
  customer: Parcels;
  pincode: string;
  /** At exactly this PIN code. */
  pin: Parcels;
  /** The first three digits of the PIN code, which are those of its sorting district. */
  pinPrefix: string;
  place: Parcels;
}

/** One round trip. @param order.pincode of its address */
export async function doorHistory(
  db: Db,
  { accountId, pincode }: { accountId: number; pincode: string },
): Promise<DoorHistory> {
  const pinPrefix = pincode.slice(0, 3);
  const [customer, pin, place] = await Promise.all([
    customerParcels(db, accountId),
    sentParcels(db).where("pincode", "=", pincode).executeTakeFirstOrThrow(),
    sentParcels(db)
      .where("pincode", ">=", pinPrefix)
      .where("pincode", "<", `${pinPrefix}:`)
      .executeTakeFirstOrThrow(),
  ]);
  return { customer, pincode, pin, pinPrefix, place };
}

/** The customer's, to any place. */
export const customerParcels = (db: Db, accountId: number): Promise<Parcels> =>
  endedParcels(db).where("account_id", "=", accountId).executeTakeFirstOrThrow();

/** The PIN codes where at least one parcel was refused, in the order of their digits. */
export async function refusedPins(db: Db): Promise<RefusedPin[]> {
  return sentParcels(db)
    .select("pincode as pin")
    .where(notTest("id"))
    .groupBy("pincode")
    .having((eb) => eb.fn.count("refused_at"), ">", 0)
    .orderBy("pincode")
    .execute();
}

/** Books that were fetched at the shop, or were not, say nothing about a place. */
const sentParcels = (db: Db) => endedParcels(db).where("pick_up", "is", null);

const endedParcels = (db: Db) =>
  db
    .selectFrom("orders")
    .select((eb) => [eb.fn.countAll<number>().as("ended"), eb.fn.count<number>("refused_at").as("refused")])
    .where("payment_way", "=", "cod")
    .where("shipped_at", "is not", null)
    .where((eb) => eb.or([eb("delivered_at", "is not", null), eb("refused_at", "is not", null)]));
