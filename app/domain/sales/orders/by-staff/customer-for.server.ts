import type { Db } from "~/db/database.server";
import { shownEmail, WITHOUT_EMAIL } from "~/domain/kit/no-email";
import { randomToken } from "~/platform/secrets/tokens.server";
import { type NewStaffOrder, WALK_IN } from "./staff-order.schema";

interface Customer {
  id: number;
  name: string;
  /** Empty where staff do not know it. */
  phone: string;
  email: string;
}

/**
 * The customer whom `customerFor` will find, before anything is written; null: there is none yet. Their group decides what they
 * pay.
 */
export async function knownCustomer(trx: Db, given: NewStaffOrder["customer"]): Promise<number | null> {
  if ("id" in given) return given.id;
  const account = await byEmail(trx, addressOf(given));
  return account && isConfirmed(account) ? account.id : null;
}

const customers = (trx: Db) =>
  trx
    .selectFrom("accounts")
    .select(["id", "first_name", "last_name", "email", "password_hash", "email_confirmed_at"])
    .where("role", "=", "customer")
    .where("deleted_at", "is", null);

const byEmail = (trx: Db, email: string) => customers(trx).where("email", "=", email).executeTakeFirst();

type Named = Exclude<NewStaffOrder["customer"], { id: number }>;

/** Where staff know a phone alone, or nothing, an address stands for it. */
const addressOf = (given: Named) =>
  "walkIn" in given ? `counter${WITHOUT_EMAIL}` : given.email || `${given.phone}${WITHOUT_EMAIL}`;

/** Without a password an account is opened by what is mailed to it alone. */
const isConfirmed = (account: { password_hash: string | null; email_confirmed_at: string | null }) =>
  account.password_hash === null || account.email_confirmed_at !== null;

/**
 * The customer of an order that staff place: by id, or by email address or phone, and a new one where there is none; all of whom
 * staff know neither are one.
 * An account whose address nobody has confirmed may be a stranger's, who would read the order: it is not found by it.
 * @returns unknown: no customer has this id; unconfirmed: the account with this address is such a one, or works here
 */
async function customerFor(
  trx: Db,
  given: NewStaffOrder["customer"],
  now: Date,
): Promise<Customer | "unknown" | "unconfirmed"> {
  if ("id" in given) {
    const account = await customers(trx).where("id", "=", given.id).executeTakeFirst();
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
  const isWalkIn = "walkIn" in given;
  const { name, phone, email } = isWalkIn ? { name: given.name || WALK_IN, phone: "", email: "" } : given;
  const address = addressOf(given);
  const known = await byEmail(trx, address);
  if (known && isConfirmed(known)) return { id: known.id, name, phone, email };
  const [first = name, ...rest] = (isWalkIn ? WALK_IN : name).split(/\s+/);
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
  // Somebody has registered the name that stands for this phone, or for the counter.
  const other = await create(
    `${isWalkIn ? "counter" : phone}-${randomToken(6).toLowerCase()}${WITHOUT_EMAIL}`,
  );
  return other ? { id: other.id, name, phone, email } : "unknown";
}

/** The same, or why there is none, at its field of `staffOrderSchema`. */
export async function customerToServe(
  trx: Db,
  given: NewStaffOrder["customer"],
  now: Date,
): Promise<{ ok: true; customer: Customer } | { ok: false; field: string; message: string }> {
  const customer = await customerFor(trx, given, now);
  if (customer === "unknown")
    return { ok: false, field: "customer.id", message: "There is no such customer" };
  if (customer !== "unconfirmed") return { ok: true, customer };
  const message =
    "The account with this address has not confirmed it. Leave the address out, or choose the customer in the list";
  return { ok: false, field: "customer.email", message };
}
