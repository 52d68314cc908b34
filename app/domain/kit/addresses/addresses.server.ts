import { lockCustomer } from "../locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { AddressFields } from "./address.schema";

/** Far more than anybody sends to; the checkout and the account list them all. */
export const ADDRESSES_MAX = 50;

export interface Address extends AddressFields {
  id: number;
  /** Preselected in the next checkout; at most one per customer. */
  isDefault: boolean;
}

export type SaveAddressOutcome =
  /** `isDouble`: the customer already has an identical address; its id is returned, and nothing was written. */
  | { ok: true; id: number; isDouble: boolean; message: string }
  | { ok: false; reason: "not_found" | "full"; message: string };

const ADDRESSES_FULL = `You can save ${ADDRESSES_MAX} addresses; delete one first`;

const COLUMNS = [
  "id",
  "fullname",
  "address1",
  "address2",
  "place",
  "state",
  "pincode",
  "mobile",
  "email",
  "is_default",
] as const;

const toAddress = ({ is_default, ...row }: AddressFields & { id: number; is_default: 0 | 1 }): Address => ({
  ...row,
  isDefault: is_default === 1,
});

/** The customer's addresses, oldest first. */
export async function listAddresses(db: Db, accountId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom("addresses")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(toAddress);
}

const firstPins = prepared((db, given: { accountId: number }) =>
  db
    .selectFrom("addresses")
    .select(["pincode", "is_default"])
    .where("account_id", "=", given.accountId)
    .orderBy("is_default", "desc")
    .orderBy("id")
    .limit(2),
);

/**
 * The PIN code of the customer's default or only address, as they typed it. @returns null when there is none
 * @param accountId null: a guest's
 */
export async function homePin(db: Db, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null;
  const [first, second] = await firstPins(db, { accountId });
  return first && (first.is_default === 1 || !second) ? first.pincode : null;
}

/** @returns null when the customer has no such address */
export async function findAddress(db: Db, accountId: number, id: number): Promise<Address | null> {
  const row = await db
    .selectFrom("addresses")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? toAddress(row) : null;
}

/**
 * The customer's addresses, and the one that the checkout preselects: that of the unpaid order, else the default, else that of
 * the last order, else the only one; null when the customer has to choose.
 */
export async function addressesToChoose(
  db: Db,
  accountId: number,
): Promise<{ addresses: Address[]; preselected: Address | null }> {
  const [addresses, used] = await Promise.all([listAddresses(db, accountId), lastUsed(db, accountId)]);
  const last = addresses.find((address) => address.id === used?.id) ?? null;
  if (last && used?.state === "pending") return { addresses, preselected: last };
  const standing = addresses.find((address) => address.isDefault) ?? last;
  return { addresses, preselected: standing ?? (addresses.length === 1 ? addresses[0]! : null) };
}

/** The customer's address that is that of the newest order to one of them, with the order's state. */
const lastUsed = (db: Db, accountId: number) =>
  db
    .selectFrom("orders as o")
    .innerJoin("addresses as a", (join) =>
      join
        .onRef("a.account_id", "=", "o.account_id")
        .onRef("a.fullname", "=", "o.fullname")
        .onRef("a.address1", "=", "o.address1")
        .onRef("a.address2", "=", "o.address2")
        .onRef("a.place", "=", "o.place")
        .onRef("a.state", "=", "o.state_name")
        .onRef("a.pincode", "=", "o.pincode")
        .onRef("a.mobile", "=", "o.mobile")
        .onRef("a.email", "=", "o.email"),
    )
    .select(["a.id", "o.state"])
    .where("o.account_id", "=", accountId)
    .orderBy("o.id", "desc")
    .orderBy("a.id")
    .limit(1)
    .executeTakeFirst();

/**
 * Saves an address that has passed `addressSchema`. Orders keep the address as it was when they were placed. An
 * address equal to another saved one in every field is not saved again. A new one beyond `ADDRESSES_MAX` is refused.
 * @param id null for a new one; the address of another customer is not found
 * @returns the address's id and the message of docs/specification.md §8
 */
export async function saveAddress(
  db: Db,
  accountId: number,
  id: number | null,
  fields: AddressFields,
  now = new Date(),
): Promise<SaveAddressOutcome> {
  return beside(db, async (trx): Promise<SaveAddressOutcome> => {
    await lockCustomer(trx, accountId);
    if (id !== null && !(await findAddress(trx, accountId, id)))
      return { ok: false, reason: "not_found", message: "Address not found" };
    const same = await findDouble(trx, accountId, fields);
    if (same !== null && same !== id) {
      return { ok: true, id: same, isDouble: true, message: "You have saved this address already." };
    }
    const at = now.toISOString();
    if (id === null) {
      if ((await listAddresses(trx, accountId)).length >= ADDRESSES_MAX)
        return { ok: false, reason: "full", message: ADDRESSES_FULL };
      const created = await trx
        .insertInto("addresses")
        .values({ ...fields, account_id: accountId, created_at: at, updated_at: at })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { ok: true, id: created.id, isDouble: false, message: "Shipping address added!" };
    }
    await trx
      .updateTable("addresses")
      .set({ ...fields, updated_at: at })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .execute();
    return { ok: true, id, isDouble: false, message: "Shipping address updated!" };
  });
}

/** @returns the id of the customer's first address with all of these values; null when there is none */
async function findDouble(trx: Db, accountId: number, fields: AddressFields): Promise<number | null> {
  const { fullname, address1, address2, place, state, pincode, mobile, email } = fields;
  const row = await trx
    .selectFrom("addresses")
    .select("id")
    .where("account_id", "=", accountId)
    .where((eb) => eb.and({ fullname, address1, address2, place, state, pincode, mobile, email }))
    .orderBy("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Orders keep their own copy of it. @returns false when the customer has no such address */
export async function deleteAddress(db: Db, accountId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom("addresses")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/** Makes this address the one preselected in the next checkout. @returns false when the customer has no such address */
export async function makeDefaultAddress(db: Db, accountId: number, id: number): Promise<boolean> {
  return beside(db, async (trx) => {
    await lockCustomer(trx, accountId);
    if (!(await findAddress(trx, accountId, id))) return false;
    await trx
      .updateTable("addresses")
      .set({ is_default: 0 })
      .where("account_id", "=", accountId)
      .where("is_default", "=", 1)
      .execute();
    await trx.updateTable("addresses").set({ is_default: 1 }).where("id", "=", id).execute();
    return true;
  });
}
