import type { Db } from "~/db/database.server";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import { CITIES, LOCALITIES, STREETS } from "./customer-words";
import { FIRST_NAMES, LAST_NAMES } from "./generate-words";
import { between, pick, pickSkewed, type Random, seededRandom } from "./random";

/** Domains reserved for examples (RFC 2606): mail to them reaches nobody. */
export const DOMAINS = ["example.com", "example.org", "example.net", "post.example", "mail.example"];

const SEED = 0x5eed_0000;
const ROWS_AT_ONCE = 500;

/** A generated customer with orders. They have no password, so nobody can log in as one of them. */
interface SampleCustomer {
  email: string;
  firstName: string;
  lastName: string;
  status: "active" | "inactive";
  isConfirmed: boolean;
  addresses: AddressFields[];
}

/** The accounts and addresses of these customers. */
export async function findCustomers(
  db: Db,
  ordinals: readonly number[],
): Promise<(ordinal: number) => { accountId: number; addresses: AddressFields[] }> {
  const customers = new Map(ordinals.map((ordinal) => [ordinal, generateCustomer(ordinal)]));
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "email"])
    .where(
      "email",
      "in",
      [...customers.values()].map((customer) => customer.email),
    )
    .execute();
  const idOf = new Map(rows.map((row) => [row.email, row.id]));
  return (ordinal) => {
    const customer = customers.get(ordinal)!;
    const accountId = idOf.get(customer.email);
    if (accountId === undefined) throw new Error(`no account of ${customer.email}`);
    return { accountId, addresses: customer.addresses };
  };
}

/** Generates the n-th customer, always the same one. */
function generateCustomer(ordinal: number): SampleCustomer {
  const random = seededRandom(SEED + ordinal);
  const firstName = pick(random, FIRST_NAMES);
  const lastName = pick(random, LAST_NAMES);
  const email = `${firstName}.${lastName}${ordinal + 1}@${pickSkewed(random, DOMAINS)}`.toLowerCase();
  const person = { fullname: `${firstName} ${lastName}`, email };
  const relative = { fullname: `${pick(random, FIRST_NAMES)} ${lastName}`, email };
  return {
    email,
    firstName,
    lastName,
    status: ordinal % 37 === 7 ? "inactive" : "active",
    isConfirmed: random() < 0.93,
    addresses: [person, ...(random() < 0.25 ? [relative] : [])].map((to) => ({
      ...to,
      ...generatePlace(random),
    })),
  };
}

function generatePlace(random: Random) {
  const [place, state, postalDistrict] = pickSkewed(random, CITIES);
  const digits = (count: number) => String(between(random, 1, 10 ** count - 1)).padStart(count, "0");
  return {
    address1: `${between(random, 1, 240)} ${pick(random, STREETS)}`,
    address2: pick(random, LOCALITIES),
    place,
    state,
    pincode: postalDistrict + String(between(random, 1, 99)).padStart(3, "0"),
    mobile: `5${digits(9)}`, // real Indian mobile numbers begin with 6 to 9
  };
}

/**
 * Creates the missing customers from `from` to `to` - 1, with their addresses.
 * @param joined when each of them joined
 * @returns how many were created
 */
export async function createCustomers(
  db: Db,
  { from, to }: { from: number; to: number },
  joined: (ordinal: number) => Date,
): Promise<number> {
  let count = 0;
  for (let start = from; start < to; start += ROWS_AT_ONCE) {
    const ordinals = Array.from({ length: Math.min(ROWS_AT_ONCE, to - start) }, (_, index) => start + index);
    const planned = ordinals.map((ordinal) => ({
      ...generateCustomer(ordinal),
      joinedAt: joined(ordinal).toISOString(),
    }));
    const emails = planned.map(({ email }) => email);
    const rows = await db.selectFrom("accounts").select("email").where("email", "in", emails).execute();
    const known = new Set(rows.map(({ email }) => email));
    const customers = planned.filter(({ email }) => !known.has(email));
    if (customers.length === 0) continue;
    const made = await db
      .insertInto("accounts")
      .values(
        customers.map((customer) => ({
          email: customer.email,
          password_hash: null,
          first_name: customer.firstName,
          last_name: customer.lastName,
          status: customer.status,
          email_confirmed_at: customer.isConfirmed ? customer.joinedAt : null,
          created_at: customer.joinedAt,
        })),
      )
      .returning(["id", "email"])
      .execute();
    count += made.length;
    const idOf = new Map(made.map((row) => [row.email, row.id]));
    const addresses = customers.flatMap(({ email, addresses, joinedAt }) => {
      const account_id = idOf.get(email);
      if (account_id === undefined) return [];
      return addresses.map((address) => ({
        ...address,
        account_id,
        created_at: joinedAt,
        updated_at: joinedAt,
      }));
    });
    if (addresses.length > 0) await db.insertInto("addresses").values(addresses).execute();
  }
  return count;
}
