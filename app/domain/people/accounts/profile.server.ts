import type { Db } from "~/db/database.server";
import { pendingEmailChange } from "./passwords/email-change.server";

/** What a customer sees of their own account. */
export interface Profile {
  firstName: string;
  lastName: string;
  email: string;
  emailConfirmed: boolean;
  /** A new address that is not confirmed yet. */
  newEmail: string | null;
  /** Can log in with a password, not only through a third party. */
  hasPassword: boolean;
  showRecommendations: boolean;
}

/**
 * The customer's own data. Throws when there is no such account.
 * @param now decides whether a new address still waits
 */
export async function readProfile(db: Db, accountId: number, now = new Date()): Promise<Profile> {
  const row = await db
    .selectFrom("accounts")
    .select(["first_name", "last_name", "email", "email_confirmed_at", "password_hash"])
    .select("show_recommendations")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    emailConfirmed: row.email_confirmed_at !== null,
    newEmail: await pendingEmailChange(db, accountId, now),
    hasPassword: row.password_hash !== null,
    showRecommendations: row.show_recommendations === 1,
  };
}

/**
 * Changes what customers may correct themselves without confirmation (DPDP Act 2023, section 12: correction).
 * @param changes through one of the profile's schemas; fields that are left out keep their value
 */
export async function updateProfile(
  db: Db,
  accountId: number,
  changes: { firstName?: string; lastName?: string; showRecommendations?: boolean },
): Promise<void> {
  const { firstName, lastName, showRecommendations: show } = changes;
  const values = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(show !== undefined && { show_recommendations: show ? (1 as const) : (0 as const) }),
  };
  if (Object.keys(values).length === 0) return;
  await db
    .updateTable("accounts")
    .set(values)
    .where("id", "=", accountId)
    .where("status", "=", "active")
    .execute();
}
