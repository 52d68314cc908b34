import type { Db } from "~/db/database.server";
import type { AddressFields } from "./address.schema";

export interface Address extends AddressFields {
  id: number;
  /** The one that the next checkout begins with; one of the customer's at most. */
  isDefault: boolean;
}

export type SaveAddressOutcome =
  { ok: true; id: number; message: string } | { ok: false; reason: "not_found"; message: string };

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

/** The customer's addresses, the first saved first. */
export async function listAddresses(db: Db, accountId: number): Promise<Address[]> {
  const rows = await db
    .selectFrom("addresses")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
  return rows.map(toAddress);
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
 * Saves an address that has passed `addressSchema`. Orders keep the address as it was when they were placed.
 * @param id null for a new one; another customer's is not found
 * @returns the address's id and the message of specification section 8
 */
export async function saveAddress(
  db: Db,
  accountId: number,
  id: number | null,
  fields: AddressFields,
  now = new Date(),
): Promise<SaveAddressOutcome> {
  const at = now.toISOString();
  if (id === null) {
    const created = await db
      .insertInto("addresses")
      .values({ ...fields, account_id: accountId, created_at: at, updated_at: at })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { ok: true, id: created.id, message: "Shipping address added!" };
  }
  const updated = await db
    .updateTable("addresses")
    .set({ ...fields, updated_at: at })
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) {
    return { ok: false, reason: "not_found", message: "Address not found" };
  }
  return { ok: true, id, message: "Shipping address updated!" };
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

/** The next checkout begins with this address. @returns false when the customer has no such address */
export async function makeDefaultAddress(db: Db, accountId: number, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
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
