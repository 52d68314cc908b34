import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import { identityConnectedMail, type MailSite } from "./passwords/account-mails";
import { voidAccountTokens } from "./account-tokens.server";
import { LOGIN_FAILED } from "./accounts.schema";
import { markConfirmed, sendConfirmation } from "./passwords/email-confirmation.server";
import { PROVIDER_LABELS, type ThirdPartyPerson } from "./identities";
import { endSessionsOf } from "./sessions.server";

export type ThirdPartyOutcome =
  | { ok: true; account: { id: number; email: string }; message: string }
  | { ok: false; message: string };

/** Access to a staff member's mailbox or Google account must not be enough to get into the back office. */
const STAFF = "Staff accounts are opened with their password only";

/**
 * Logs in with Google or Facebook. How far their email addresses are trusted: docs/decisions/0010.
 * A known identity opens its account. Otherwise the account with the same address is used, if the provider has
 * verified the address. Otherwise a new account is made, confirmed if the address is verified. Of two calls at the
 * same time for one person, one makes the account.
 * @returns the account to start a session for and the message for the next page, or why the login is refused
 */
export async function signInWithIdentity(
  db: Db,
  person: ThirdPartyPerson,
  site: MailSite,
  now = new Date(),
): Promise<ThirdPartyOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<ThirdPartyOutcome> => {
    const known = await accountOfIdentity(trx, person);
    if (known) return loginRefusal(known) ?? { ok: true, account: known, message: "Login successful!" };
    if (person.email === null) return { ok: false, message: noAddress(person) };
    const account = await accountWithEmail(trx, person.email);
    if (account) return linkByEmail(trx, account, person, site, now);
    return createWithIdentity(trx, { ...person, email: person.email }, site, now);
  });
  wake("mail");
  return outcome;
}

interface AccountRow {
  id: number;
  email: string;
  role: "customer" | "admin";
  status: "active" | "inactive";
  email_confirmed_at: string | null;
  deleted_at: string | null;
}

const COLUMNS = ["a.id", "a.email", "a.role", "a.status", "a.email_confirmed_at", "a.deleted_at"] as const;

function accountOfIdentity(
  trx: Db,
  { provider, subject }: ThirdPartyPerson,
): Promise<AccountRow | undefined> {
  return trx
    .selectFrom("identities as i")
    .innerJoin("accounts as a", "a.id", "i.account_id")
    .select(COLUMNS)
    .where("i.provider", "=", provider)
    .where("i.subject", "=", subject)
    .executeTakeFirst();
}

function accountWithEmail(trx: Db, email: string): Promise<AccountRow | undefined> {
  return trx.selectFrom("accounts as a").select(COLUMNS).where("a.email", "=", email).executeTakeFirst();
}

/** @returns why the account cannot be opened by a third-party login; null when it can */
function loginRefusal(account: AccountRow): { ok: false; message: string } | null {
  if (account.status !== "active" || account.deleted_at !== null) return { ok: false, message: LOGIN_FAILED };
  if (account.role === "admin") return { ok: false, message: STAFF };
  return null;
}

async function linkByEmail(
  trx: Db,
  account: AccountRow,
  person: ThirdPartyPerson,
  site: MailSite,
  now: Date,
): Promise<ThirdPartyOutcome> {
  const label = PROVIDER_LABELS[person.provider];
  if (!person.emailVerified) return { ok: false, message: connectFirst(label) };
  const refusal = loginRefusal(account);
  if (refusal) return refusal;
  const isUnproven = account.email_confirmed_at === null;
  if (isUnproven) await resetUnconfirmedAccount(trx, account.id, now);
  if (!(await addIdentity(trx, account.id, person, now))) {
    return {
      ok: false,
      message: `Your account is connected to another ${label} account. Please use that one, or your password`,
    };
  }
  await queueConnectedMail(trx, account, person, site, now);
  const welcome = `Login successful! ${label} is connected to your account now`;
  const message = isUnproven
    ? `${welcome}. A password chosen before your email was confirmed no longer works`
    : welcome;
  return { ok: true, account, message };
}

/**
 * An account with an unconfirmed address may have been registered by somebody else, in the hope that the owner would
 * use it. Removes every other way to log in to it: password, identities, sessions and links.
 */
export async function resetUnconfirmedAccount(trx: Db, accountId: number, now: Date): Promise<void> {
  await trx.updateTable("accounts").set({ password_hash: null }).where("id", "=", accountId).execute();
  await removeUnconfirmedIdentities(trx, accountId);
  await endSessionsOf(trx, accountId);
  await voidAccountTokens(trx, accountId, now);
  await markConfirmed(trx, accountId, now);
}

/**
 * To be called before an address is confirmed for the first time: identities connected until then may not be the
 * owner's. Does nothing to a confirmed account.
 */
export async function removeUnconfirmedIdentities(trx: Db, accountId: number): Promise<void> {
  await trx
    .deleteFrom("identities")
    .where("account_id", "=", (eb) =>
      eb
        .selectFrom("accounts")
        .select("id")
        .where("id", "=", accountId)
        .where("email_confirmed_at", "is", null),
    )
    .execute();
}

async function createWithIdentity(
  trx: Db,
  person: ThirdPartyPerson & { email: string },
  site: MailSite,
  now: Date,
): Promise<ThirdPartyOutcome> {
  const account = await trx
    .insertInto("accounts")
    .values({
      email: person.email,
      password_hash: null,
      first_name: person.firstName,
      last_name: person.lastName,
      email_confirmed_at: person.emailVerified ? now.toISOString() : null,
      created_at: now.toISOString(),
    })
    .returning(["id", "email"])
    .executeTakeFirstOrThrow();
  await addIdentity(trx, account.id, person, now);
  const message = `Registration successful! Welcome to ${site.shopName}`;
  if (person.emailVerified) return { ok: true, account, message };
  await sendConfirmation(trx, account, site, now);
  return { ok: true, account, message: `${message}. Please confirm your email` };
}

/** @returns false when the account is connected to somebody else at this provider */
export async function addIdentity(
  trx: Db,
  accountId: number,
  { provider, subject, email }: ThirdPartyPerson,
  now: Date,
): Promise<boolean> {
  const added = await trx
    .insertInto("identities")
    .values({ provider, subject, account_id: accountId, email, linked_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["account_id", "provider"]).doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Tells the owner by mail that an identity was connected to the account. */
export async function queueConnectedMail(
  trx: Db,
  account: { id: number; email: string },
  { provider }: ThirdPartyPerson,
  site: MailSite,
  now: Date,
): Promise<void> {
  await queueMail(trx, {
    dedupeKey: `identity-connected:${account.id}:${provider}:${now.getTime()}`,
    to: account.email,
    ...identityConnectedMail(site, PROVIDER_LABELS[provider]),
    now,
  });
}

const noAddress = ({ provider }: ThirdPartyPerson) =>
  `${PROVIDER_LABELS[provider]} did not tell us an email address. Please register with yours instead`;

const connectFirst = (label: string) =>
  `There is an account with this email already. Please log in to it as before, then connect ${label} under Connections`;
