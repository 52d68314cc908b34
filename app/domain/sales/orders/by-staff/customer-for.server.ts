import type { Db } from "~/db/database.server";
import type { NewStaffOrder } from "./staff-order.schema";

/** RFC 2606: no mail can be sent to a name below .invalid. Of a customer of whom staff know a phone number alone. */
const WITHOUT_EMAIL = "@no-email.invalid";

/** Whether mails can be sent to the address of an account. */
export const hasEmail = (email: string): boolean => !email.endsWith(WITHOUT_EMAIL);

/** The address of an account as people read it; empty where it has none. */
export const shownEmail = (email: string): string => (hasEmail(email) ? email : "");

/**
 * The customer of an order that staff place: by id, or by email address or phone, and a new one where there is none.
 * @returns null: no active customer has this id; somebody who works here is no customer
 */
export async function customerFor(
  trx: Db,
  given: NewStaffOrder["customer"],
  now: Date,
): Promise<{ id: number; name: string; phone: string; email: string } | null> {
  const find = (by: { id: number } | { email: string }) => {
    const query = trx
      .selectFrom("accounts")
      .select(["id", "first_name", "last_name", "email"])
      .where("role", "=", "customer")
      .where("deleted_at", "is", null);
    return (
      "id" in by ? query.where("id", "=", by.id) : query.where("email", "=", by.email)
    ).executeTakeFirst();
  };
  if ("id" in given) {
    const account = await find(given);
    if (!account) return null;
    const address = await trx
      .selectFrom("addresses")
      .select("mobile")
      .where("account_id", "=", account.id)
      .orderBy("is_default", "desc")
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    const name = `${account.first_name} ${account.last_name}`.trim();
    return { id: account.id, name, phone: address?.mobile ?? "", email: shownEmail(account.email) };
  }
  const { name, phone, email } = given;
  const address = email || `${phone}${WITHOUT_EMAIL}`;
  const known = await find({ email: address });
  if (known) return { id: known.id, name, phone, email };
  const [first = name, ...rest] = name.split(/\s+/);
  const created = await trx
    .insertInto("accounts")
    .values({
      email: address,
      password_hash: null,
      first_name: first.slice(0, 50),
      last_name: rest.join(" ").slice(0, 50),
      created_at: now.toISOString(),
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  // Somebody who works here has this address.
  return created ? { id: created.id, name, phone, email } : null;
}
