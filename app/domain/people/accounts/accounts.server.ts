import { beside } from "~/db/writing/beside.server";
import { ConfigError } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { isCommonPassword } from "~/platform/secrets/common-passwords.server";
import { logger } from "~/platform/logger.server";
import { queueMail } from "~/platform/mail/mail.server";
import { hashPassword, PASSWORDS_BUSY, verifyPassword } from "~/platform/secrets/passwords.server";
import { mailAddress } from "~/domain/kit/typed-text";
import { wake } from "~/platform/wake.server";
import { NAME_MAX } from "./account-limits";
import { LOGIN_FAILED } from "./accounts.schema";
import { alreadyRegisteredMail, type MailSite } from "./passwords/account-mails";
import { sendConfirmation } from "./passwords/email-confirmation.server";

export const COMMON_PASSWORD = "This password is one of the most common. Please choose another one";

const MINUTE = 60_000;
/** A repeated registration within this time is taken for a double click: its owner gets no second mail. */
const DOUBLE_CLICK = 10 * MINUTE;
const HOUR = 60 * MINUTE;

/** `email` as it is stored: trimmed and in lower case. */
export const emailKey = (email: string) => mailAddress(email.trim().toLowerCase());

/**
 * Registers a customer. The answer is the same whether the address was free or not, so that it does not reveal who
 * has an account here; the owner of a taken address gets a mail instead. For the same reason it does not log in.
 * @param input through `registerSchema` or `signupSchema`
 * @returns the message of docs/specification.md §8, or what to change (`field` null: the form as a whole)
 */
export async function registerAccount(
  db: Db,
  input: { firstName: string; lastName: string; email: string; password: string },
  site: MailSite,
  now = new Date(),
): Promise<{ ok: true; message: string } | { ok: false; field: "password" | null; message: string }> {
  if (isCommonPassword(input.password)) return { ok: false, field: "password", message: COMMON_PASSWORD };
  // Hashed for a taken address too, so that the answer takes as long.
  const hashed = await hashPassword(input.password);
  if (hashed === "busy") return { ok: false, field: null, message: PASSWORDS_BUSY };

  await beside(db, async (trx) => {
    const created = await trx
      .insertInto("accounts")
      .values({
        email: input.email,
        password_hash: hashed.hash,
        first_name: input.firstName,
        last_name: input.lastName,
        email_confirmed_at: null,
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (created) await sendConfirmation(trx, { id: created.id, email: input.email }, site, now);
    else await queueAlreadyRegisteredMail(trx, input.email, site, now);
  });
  wake("mail");
  return { ok: true, message: welcome(site.shopName) };
}

/** The answer to every registration (docs/specification.md §8). */
export const welcome = (shopName: string) =>
  `Registration successful! Welcome to ${shopName}. Please confirm your email`;

/** Tells the owner of a taken address; at most one mail an hour. */
async function queueAlreadyRegisteredMail(trx: Db, email: string, site: MailSite, now: Date): Promise<void> {
  const owner = await trx
    .selectFrom("accounts")
    .select(["id", "created_at"])
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  if (now.getTime() - Date.parse(owner.created_at) < DOUBLE_CLICK) return;
  const hour = Math.floor(now.getTime() / HOUR);
  await queueMail(trx, {
    dedupeKey: `already-registered:${owner.id}:${hour}`,
    to: email,
    ...alreadyRegisteredMail(site),
    now,
  });
}

/**
 * Checks a login. An unknown address, a wrong password and an inactive account take the same work and get the same
 * message.
 * @param input through `loginSchema`
 */
export async function authenticateAccount(
  db: Db,
  input: { username: string; password: string },
): Promise<
  | { ok: true; account: { id: number; email: string; role: "customer" | "admin" } }
  | { ok: false; reason: "credentials" | "busy"; message: string }
> {
  const account = await db
    .selectFrom("accounts")
    .select(["id", "email", "role", "status", "password_hash"])
    .where("email", "=", emailKey(input.username))
    .executeTakeFirst();
  const answer = await verifyPassword(input.password, account?.password_hash ?? null);
  if (answer === "busy") return { ok: false, reason: "busy", message: PASSWORDS_BUSY };
  if (answer === "wrong" || account?.status !== "active") {
    return { ok: false, reason: "credentials", message: LOGIN_FAILED };
  }
  return { ok: true, account: { id: account.id, email: account.email, role: account.role } };
}

/**
 * Creates the shop's first admin, an owner, (ADMIN_EMAIL, ADMIN_PASSWORD, ADMIN_NAME) unless the account exists. An existing
 * admin keeps password and name, since they may have been changed.
 * @param name first and last name; if empty, the part of the address before the @
 * @returns whether the account was created
 * @throws {ConfigError} when the address belongs to a customer
 */
export async function ensureAdmin(
  db: Db,
  email: string,
  password: string,
  name = "",
  now = new Date(),
): Promise<boolean> {
  const key = emailKey(email);
  const existing = await db.selectFrom("accounts").select("role").where("email", "=", key).executeTakeFirst();
  if (existing?.role === "admin") return false;
  if (existing) {
    throw new ConfigError(
      "The shop cannot start:\n  - ADMIN_EMAIL is the address of a customer's account; please give another one",
    );
  }
  const [firstName, ...lastName] = name.trim().split(/\s+/);
  const hashed = await hashPassword(password);
  if (hashed === "busy")
    throw new Error("the first admin could not be created: too many passwords are being hashed");
  await db
    .insertInto("accounts")
    .values({
      email: key,
      password_hash: hashed.hash,
      first_name: firstName || key.split("@")[0]!.slice(0, NAME_MAX),
      last_name: lastName.join(" "),
      role: "admin",
      job: "owner",
      email_confirmed_at: now.toISOString(),
      created_at: now.toISOString(),
    })
    .execute();
  if (isCommonPassword(password))
    logger.warn("ADMIN_PASSWORD is one of the most common passwords: please change it");
  return true;
}
