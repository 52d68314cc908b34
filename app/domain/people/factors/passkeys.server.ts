import type { Db } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import type { MailSite } from "../accounts/passwords/account-mails";
import { afterFactorChange, dropIdleRecoveryCodes, ensureRecoveryCodes } from "./factor-changes.server";
import {
  MOST_PASSKEYS,
  OTHER_SITE,
  PASSKEY_COPIED,
  PASSKEY_FAILED,
  PASSKEY_KNOWN,
  PASSKEY_LATE,
  PASSKEY_UNKNOWN,
  PASSKEY_UNREADABLE,
  type Passkey,
  TOO_MANY_PASSKEYS,
} from "./factors";
import { parseAdded, parseUsed, signCountOf, type UsedPasskey } from "./passkey-answer.server";
import { type ChallengeUse, consumeChallenge, makeChallenge } from "./passkey-challenges.server";

// Loaded when the first passkey is used: its certificates and schemas take half a second to load.
const webauthn = () => import("@simplewebauthn/server");

/** The site that a passkey belongs to. */
export interface PasskeySite {
  /** E.g. https://books.example.in */
  origin: string;
  shopName: string;
}

const rpIdOf = ({ origin }: PasskeySite) => new URL(origin).hostname;
const FIVE_MINUTES = 5 * 60_000;

/** The account's id in the passkey, which must say nothing about the person (WebAuthn, section 14.6.1). */
const handleOf = (accountId: number) => sha256(`${derivedSecret("passkey user")} ${accountId}`).slice(0, 32);

/** What `navigator.credentials.create` needs, as JSON. The passkey has to check who holds it, by finger, face or PIN. */
export async function optionsToAdd(
  db: Db,
  account: { id: number; email: string; firstName: string; lastName: string },
  site: PasskeySite,
  now = new Date(),
) {
  const known = await db
    .selectFrom("passkeys")
    .select("credential_id")
    .where("account_id", "=", account.id)
    .execute();
  const challenge = await makeChallenge(db, { purpose: "add", accountId: account.id }, now);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: site.shopName,
    rpID: rpIdOf(site),
    userName: account.email,
    userDisplayName: `${account.firstName} ${account.lastName}`.trim(),
    userID: new Uint8Array(Buffer.from(handleOf(account.id))),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: FIVE_MINUTES,
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** What `navigator.credentials.get` needs, as JSON. Without an account the browser offers all passkeys of this site. */
export async function optionsToUse(db: Db, use: ChallengeUse, site: PasskeySite, now = new Date()) {
  const challenge = await makeChallenge(db, use, now);
  const own =
    use.accountId === null
      ? []
      : await db
          .selectFrom("passkeys")
          .select("credential_id")
          .where("account_id", "=", use.accountId)
          .execute();
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: rpIdOf(site),
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    timeout: FIVE_MINUTES,
    userVerification: "required",
    allowCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
  });
}

type Refusal = { ok: false; message: string };
const refuse = (message: string): Refusal => ({ ok: false, message });

/**
 * Adds a passkey to the account; staff who have no recovery codes get some.
 * @param given.answer the browser's answer to `optionsToAdd`, as JSON @param given.name through `passkeyNameSchema`
 * @returns the recovery codes, shown once; null: none were made
 */
export async function addPasskey(
  db: Db,
  account: { id: number; role: "customer" | "admin" },
  given: { name: string; answer: string },
  { site, mails }: { site: PasskeySite; mails: MailSite },
  now = new Date(),
): Promise<{ ok: true; recoveryCodes: string[] | null } | Refusal> {
  const parsed = parseAdded(given.answer);
  if (!parsed) return refuse(PASSKEY_UNREADABLE);
  const { answer, client } = parsed;
  if (client.origin !== site.origin) return refuse(OTHER_SITE);
  const use: ChallengeUse = { purpose: "add", accountId: account.id };
  if (!(await consumeChallenge(db, client.challenge, use, now))) return refuse(PASSKEY_LATE);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response: { ...answer.response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: client.challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
  }).catch(unverified);
  if (!verified?.verified) return refuse(PASSKEY_FAILED);
  const { credential } = verified.registrationInfo;
  const outcome = await db.transaction().execute(async (trx) => {
    const { count } = await trx
      .selectFrom("passkeys")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("account_id", "=", account.id)
      .executeTakeFirstOrThrow();
    if (count >= MOST_PASSKEYS) return refuse(TOO_MANY_PASSKEYS);
    const added = await trx
      .insertInto("passkeys")
      .values({
        account_id: account.id,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey).toString("base64url"),
        sign_count: credential.counter,
        transports: JSON.stringify(answer.response.transports ?? []),
        name: given.name,
        created_at: now.toISOString(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .executeTakeFirst();
    if (added.numInsertedOrUpdatedRows !== 1n) return refuse(PASSKEY_KNOWN);
    const recoveryCodes = account.role === "admin" ? await ensureRecoveryCodes(trx, account.id, now) : null;
    await afterFactorChange(trx, account.id, "passkey-added", mails, now);
    return { ok: true as const, recoveryCodes };
  });
  wake("mail");
  return outcome;
}

/** Whoever used the passkey. */
export interface PasskeyOwner {
  id: number;
  email: string;
  role: "customer" | "admin";
}

/**
 * Checks the browser's answer to `optionsToUse`. Each challenge serves once. The passkey's counter is compared and set in
 * one statement: a copy of a passkey that counts is noticed.
 * @param answer JSON
 */
export async function usePasskey(
  db: Db,
  use: ChallengeUse,
  answer: string,
  site: PasskeySite,
  now = new Date(),
): Promise<{ ok: true; account: PasskeyOwner } | Refusal> {
  const parsed = parseUsed(answer);
  if (!parsed) return refuse(PASSKEY_UNREADABLE);
  const { client } = parsed;
  if (client.origin !== site.origin) return refuse(OTHER_SITE);
  if (!(await consumeChallenge(db, client.challenge, use, now))) return refuse(PASSKEY_LATE);
  const stored = await findPasskey(db, parsed.answer.id);
  if (!stored || stored.status !== "active") return refuse(PASSKEY_UNKNOWN);
  if (use.accountId !== null && stored.account_id !== use.accountId) return refuse(PASSKEY_UNKNOWN);
  if (!(await isSignedBy(stored, parsed.answer, client.challenge, site))) return refuse(PASSKEY_FAILED);
  const count = signCountOf(parsed.answer.response.authenticatorData);
  const counted = await db
    .updateTable("passkeys")
    .set({ sign_count: count, last_used_at: now.toISOString() })
    .where("id", "=", stored.id)
    .where((eb) => (count === 0 ? eb("sign_count", "=", 0) : eb("sign_count", "<", count)))
    .executeTakeFirst();
  if (counted.numUpdatedRows !== 1n) {
    logger.warn({ accountId: stored.account_id, passkey: stored.id }, "a passkey's counter did not rise");
    return refuse(PASSKEY_COPIED);
  }
  return { ok: true, account: { id: stored.account_id, email: stored.email, role: stored.role } };
}

const findPasskey = (db: Db, credentialId: string) =>
  db
    .selectFrom("passkeys as p")
    .innerJoin("accounts as a", "a.id", "p.account_id")
    .select(["p.id", "p.account_id", "p.credential_id", "p.public_key", "a.email", "a.role", "a.status"])
    .where("p.credential_id", "=", credentialId)
    .executeTakeFirst();

async function isSignedBy(
  stored: { credential_id: string; public_key: string },
  answer: UsedPasskey,
  challenge: string,
  site: PasskeySite,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: rpIdOf(site),
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(Buffer.from(stored.public_key, "base64url")),
      // The counter is compared where it is stored.
      counter: 0,
    },
  }).catch(unverified);
  return verified?.verified === true;
}

/** The library throws for every mistake in an answer. */
function unverified(error: unknown): null {
  logger.info({ reason: error instanceof Error ? error.message : "" }, "a passkey was refused");
  return null;
}

/** The account's passkeys, the first one first. */
export async function listPasskeys(db: Db, accountId: number): Promise<Passkey[]> {
  return db
    .selectFrom("passkeys")
    .select(["id", "name", "created_at as addedAt", "last_used_at as lastUsedAt"])
    .where("account_id", "=", accountId)
    .orderBy("id")
    .execute();
}

/** @returns false when the account has no such passkey */
export async function renamePasskey(
  db: Db,
  accountId: number,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const renamed = await db
    .updateTable("passkeys")
    .set({ name })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return renamed.numUpdatedRows === 1n;
}

/** @returns false when the account has no such passkey */
export async function removePasskey(
  db: Db,
  accountId: number,
  id: number,
  mails: MailSite,
  now = new Date(),
): Promise<boolean> {
  const isRemoved = await db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (removed.numDeletedRows !== 1n) return false;
    await dropIdleRecoveryCodes(trx, accountId);
    await afterFactorChange(trx, accountId, "passkey-removed", mails, now);
    return true;
  });
  wake("mail");
  return isRemoved;
}
