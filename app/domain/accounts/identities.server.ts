import type { Db } from "~/db/database.server";
import { queueMail } from "~/platform/mail.server";
import { wake } from "~/platform/wake.server";
import { identityConnectedMail, type MailSite } from "./account-mails";
import { voidAccountTokens } from "./account-tokens.server";
import { LOGIN_FAILED } from "./accounts.schema";
import { markConfirmed, sendConfirmation } from "./email-confirmation.server";
import { PROVIDER_LABELS, type ThirdPartyPerson } from "./identities";
import { endSessionsOf } from "./sessions.server";

export type ThirdPartyOutcome =
  | { ok: true; account: { id: number; email: string }; message: string }
  | { ok: false; message: string };

/** Staff have the keys to the shop: whoever gets into their mailbox or their Google account shall not have them too. */
const STAFF = "Staff accounts are opened with their password only";

/**
 * Signs in who comes from Google or Facebook; what an e-mail address from there is worth is in docs/decisions/0010.
 * Known there and here: their account. Else the account with their address, when the provider vouches that it is
 * theirs. Else a new account, confirmed when vouched for. Of two calls at once for one person, one makes the account.
 * @returns whose session to begin, and the message for the next page; or why not
 */
export async function signInWithIdentity(
  db: Db,
  person: ThirdPartyPerson,
  site: MailSite,
  now = new Date(),
): Promise<ThirdPartyOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<ThirdPartyOutcome> => {
    const known = await accountOfIdentity(trx, person);
    if (known) return admit(known) ?? { ok: true, account: known, message: "Login successful!" };
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

/** @returns why this account is not signed in to by a third party's word; null when it may be */
function admit(account: AccountRow): { ok: false; message: string } | null {
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
  const refusal = admit(account);
  if (refusal) return refusal;
  const isUnproven = account.email_confirmed_at === null;
  if (isUnproven) await handOver(trx, account.id, now);
  if (!(await addIdentity(trx, account.id, person, now))) {
    return {
      ok: false,
      message: `Your account is connected to another ${label} account. Please use that one, or your password`,
    };
  }
  await tellOwner(trx, account, person, site, now);
  const welcome = `Login successful! ${label} is connected to your account now`;
  const message = isUnproven
    ? `${welcome}. A password chosen before your email was confirmed no longer works`
    : welcome;
  return { ok: true, account, message };
}

/**
 * An account whose address nobody had proven may have been made by a stranger, who waits for its owner to come. From
 * now on it is the owner's alone: whatever else led into it leads there no more.
 */
async function handOver(trx: Db, accountId: number, now: Date): Promise<void> {
  await trx.updateTable("accounts").set({ password_hash: null }).where("id", "=", accountId).execute();
  await dropUnprovenIdentities(trx, accountId);
  await endSessionsOf(trx, accountId);
  await voidAccountTokens(trx, accountId, now);
  await markConfirmed(trx, accountId, now);
}

/**
 * Before an address is first confirmed by its owner's own doing: who connected a provider until then is not known to
 * be the owner. Nothing happens to a confirmed account.
 */
export async function dropUnprovenIdentities(trx: Db, accountId: number): Promise<void> {
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

/** Whoever can come in by a new way, the account's owner hears of it. */
export async function tellOwner(
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
