import type { Db } from "~/db/database.server";
import { PASSWORDS_BUSY, verifyPassword } from "~/platform/secrets/passwords.server";

const WRONG_PASSWORD = "This is not your current password";
const NO_PASSWORD = "This account has no password yet. Please set one first";

export interface PasswordRefusal {
  ok: false;
  reason: "wrong" | "busy" | "no_password";
  message: string;
}

/** A checked password; `isStillValid` checks in the following transaction that nothing has changed since. */
export interface PasswordProof {
  ok: true;
  accountId: number;
  email: string;
  /** The hash that the password was checked against. */
  hash: string;
}

/** Checks the password of a logged-in account. Computes a costly hash: not for use inside a transaction. */
export async function checkPassword(
  db: Db,
  accountId: number,
  password: string,
): Promise<PasswordProof | PasswordRefusal> {
  const { email, password_hash: hash } = await db
    .selectFrom("accounts")
    .select(["email", "password_hash"])
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (hash === null) return { ok: false, reason: "no_password", message: NO_PASSWORD };
  const answer = await verifyPassword(password, hash);
  if (answer === "busy") return { ok: false, reason: "busy", message: PASSWORDS_BUSY };
  if (answer === "wrong") return { ok: false, reason: "wrong", message: WRONG_PASSWORD };
  return { ok: true, accountId, email, hash };
}

/** Whether the account is active and has the email and password it had when the password was checked. */
export async function isStillValid(trx: Db, { accountId, email, hash }: PasswordProof): Promise<boolean> {
  const row = await trx
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", accountId)
    .where("email", "=", email)
    .where("password_hash", "=", hash)
    .where("status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}
