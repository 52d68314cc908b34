import type { Db } from "~/db/database.server";
import { verifyPassword } from "~/platform/secrets/passwords.server";

/** Accounts of a demo shop. Their passwords are public: never made in a live shop. */
export const SAMPLE_ACCOUNTS = [
  {
    role: "admin",
    email: "admin@kitab.example",
    password: "Open-the-shop-1",
    firstName: "Kamala",
    lastName: "Iyer",
    address: null,
  },
  {
    role: "customer",
    email: "customer@kitab.example",
    password: "Read-a-book-1",
    firstName: "Rohan",
    lastName: "Sen",
    address: {
      fullname: "Rohan Sen",
      address1: "14 Lake View Road",
      address2: "Southern Avenue",
      place: "Kolkata",
      state: "West Bengal",
      pincode: "700029",
      mobile: "9876543210",
      email: "customer@kitab.example",
    },
  },
] as const;

/** They joined before the sample orders were placed. */
const JOINED_DAYS_AGO = 90;

type SampleAccount = (typeof SAMPLE_ACCOUNTS)[number];
type HashPassword = (password: string) => Promise<{ hash: string } | "busy">;

/**
 * Creates missing sample accounts: one admin, one customer with a saved address, both with a confirmed email address.
 * @param options.admin false: no sample admin, since the shop has its own
 * @returns the sample accounts that still have their published password
 */
export async function createSampleAccounts(
  db: Db,
  hashPassword: HashPassword,
  { admin = true, now = new Date() }: { admin?: boolean; now?: Date } = {},
): Promise<{ role: SampleAccount["role"]; email: string; password: string }[]> {
  const usable = await Promise.all(
    SAMPLE_ACCOUNTS.filter((account) => admin || account.role !== "admin").map(async (account) => {
      const present = await db
        .selectFrom("accounts")
        .select(["password_hash", "status"])
        .where("email", "=", account.email)
        .executeTakeFirst();
      if (!present) return (await createAccount(db, account, hashPassword, now)) ? account : null;
      const opens = (await verifyPassword(account.password, present.password_hash)) === "right";
      return opens && present.status === "active" ? account : null;
    }),
  );
  return usable
    .filter((account) => account !== null)
    .map(({ role, email, password }) => ({ role, email, password }));
}

/** @returns false when it was created meanwhile, or too many passwords are being hashed */
async function createAccount(
  db: Db,
  account: SampleAccount,
  hashPassword: HashPassword,
  now: Date,
): Promise<boolean> {
  const hashed = await hashPassword(account.password);
  if (hashed === "busy") return false;
  const time = new Date(now.getTime() - JOINED_DAYS_AGO * 24 * 60 * 60 * 1000).toISOString();
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("accounts")
      .values({
        email: account.email,
        password_hash: hashed.hash,
        first_name: account.firstName,
        last_name: account.lastName,
        role: account.role,
        job: account.role === "admin" ? "owner" : null,
        email_confirmed_at: time,
        created_at: time,
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) return false;
    if (account.address) {
      await trx
        .insertInto("addresses")
        .values({ ...account.address, account_id: row.id, created_at: time, updated_at: time })
        .execute();
    }
    return true;
  });
}
