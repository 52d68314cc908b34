import type { Db } from "~/db/database.server";
import { shownEmail, WITHOUT_EMAIL } from "~/domain/kit/no-email";
import { randomToken } from "~/platform/secrets/tokens.server";
import type { NewStaffOrder } from "./staff-order.schema";

interface Customer {
  id: number;
  name: string;
  /** Empty where staff do not know it. */
  phone: string;
  email: string;
}

/**
 * The customer of an order that staff place: by id, or by email address or phone, and a new one where there is none.
 * An account whose address nobody has confirmed may be a stranger's, who would read the order: it is not found by it.
 * @returns unknown: no customer has this id; unconfirmed: the account with this address is such a one, or works here
 */
export async function customerFor(
  trx: Db,
  given: NewStaffOrder["customer"],
  now: Date,
): Promise<Customer | "unknown" | "unconfirmed"> {
  const find = (by: { id: number } | { email: string }) => {
    const query = trx
      .selectFrom("accounts")
      .select(["id", "first_name", "last_name", "email", "password_hash", "email_confirmed_at"])
      .where("role", "=", "customer")
      .where("deleted_at", "is", null);
    return (
      "id" in by ? query.where("id", "=", by.id) : query.where("email", "=", by.email)
    ).executeTakeFirst();
  };
  if ("id" in given) {
    const account = await find(given);
    if (!account) return "unknown";
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
  // Without a password an account is opened by what is mailed to it alone.
  if (known && (known.password_hash === null || known.email_confirmed_at !== null))
    return { id: known.id, name, phone, email };
  const [first = name, ...rest] = name.split(/\s+/);
  const create = (free: string) =>
    trx
      .insertInto("accounts")
      .values({
        email: free,
        password_hash: null,
        first_name: first.slice(0, 50),
        last_name: rest.join(" ").slice(0, 50),
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
  const created = await create(address);
  if (created) return { id: created.id, name, phone, email };
  if (email) return "unconfirmed";
  // Somebody has registered the name that stands for this phone.
  const other = await create(`${phone}-${randomToken(6).toLowerCase()}${WITHOUT_EMAIL}`);
  return other ? { id: other.id, name, phone, email } : "unknown";
}
