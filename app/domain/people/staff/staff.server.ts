import type { Db } from "~/db/database.server";
import type { Job } from "~/domain/kit/rights/rights";
import { parseExtraRights, type StaffMember } from "./staff";

/** Everybody who works or has worked here: active people first, then by name. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  const rows = await staffRows(db).execute();
  return rows.map(toMember).sort(byStatusAndName);
}

/** @returns null when no member of staff has this id */
export async function findStaff(db: Db, id: number): Promise<StaffMember | null> {
  const row = await staffRows(db).where("a.id", "=", id).executeTakeFirst();
  return row ? toMember(row) : null;
}

/** Those who have a job: an account with the role `admin` always has one. */
const staffRows = (db: Db) =>
  db
    .selectFrom("accounts as a")
    .select(["a.id", "a.first_name", "a.last_name", "a.email", "a.job", "a.extra_rights", "a.status"])
    .select((eb) => [
      eb
        .selectFrom("sign_ins as s")
        .select((of) => of.fn.max("s.happened_at").as("at"))
        .whereRef("s.account_id", "=", "a.id")
        .where("s.event", "=", "signed_in")
        .as("last_sign_in_at"),
      eb
        .selectFrom("totp_factors as t")
        .select("t.account_id")
        .whereRef("t.account_id", "=", "a.id")
        .where("t.confirmed_at", "is not", null)
        .as("app"),
      eb
        .selectFrom("passkeys as p")
        .select((of) => of.fn.min("p.id").as("id"))
        .whereRef("p.account_id", "=", "a.id")
        .as("passkey"),
    ])
    .where("a.role", "=", "admin")
    .where("a.job", "is not", null);

interface Row {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  job: Job | null;
  extra_rights: string;
  status: "active" | "inactive";
  last_sign_in_at: string | null;
  app: number | null;
  passkey: number | null;
}

const toMember = (row: Row): StaffMember => ({
  id: row.id,
  name: nameOf(row),
  email: row.email,
  job: row.job!,
  extraRights: parseExtraRights(row.extra_rights),
  status: row.status,
  hasSecondFactor: row.app !== null || row.passkey !== null,
  lastSignInAt: row.last_sign_in_at,
});

const byStatusAndName = (a: StaffMember, b: StaffMember) =>
  Number(a.status === "inactive") - Number(b.status === "inactive") || a.name.localeCompare(b.name, "en-IN");

export const nameOf = (row: { first_name: string; last_name: string }) =>
  `${row.first_name} ${row.last_name}`.trim();

/**
 * The name of an active owner. For the transaction of a change that only owners may make: the rights that the request
 * was checked with may have been taken since.
 * @returns null when they are not an active owner any more
 */
export async function activeOwnerName(trx: Db, accountId: number): Promise<string | null> {
  const row = await trx
    .selectFrom("accounts")
    .select(["first_name", "last_name"])
    .where("id", "=", accountId)
    .where("role", "=", "admin")
    .where("job", "=", "owner")
    .where("status", "=", "active")
    .executeTakeFirst();
  return row ? nameOf(row) : null;
}
