import { createHmac, randomInt } from "node:crypto";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { lockEmail } from "~/domain/kit/locks.server";
import { queueMail } from "~/platform/mail/mail.server";
import { takeAtLeast } from "~/platform/secrets/even-time.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime, randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import { config } from "~/process/config.server";
import { resetUnconfirmedAccount } from "./identities.server";
import {
  CODE_MINUTES,
  CODE_OVER,
  CODES_A_DAY,
  CODES_AN_HOUR,
  firstNameOf,
  MOST_TRIES,
  wrongMailedCode,
} from "./mailed-codes";
import { loginCodeMail, type MailSite, staffLoginCodeMail } from "./passwords/account-mails";
import { writeAndRemove } from "./passwords/password-reset.server";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Longer than the work takes (two rows, one write to disk). */
const MIN_RESPONSE_MS = 250;

/** Six digits are found from a plain hash within a second. */
const codeHash = (token: string, code: string) =>
  createHmac("sha256", derivedSecret("mailed code")).update(`${token} ${code}`).digest("hex");

const sixDigits = () => String(randomInt(1_000_000)).padStart(6, "0");

/**
 * Mails a code to log in with. An address without an account gets one too: typing it opens an account. Staff are told to use
 * their password, and an inactive account is mailed nothing; no code opens these. Answer, work and time are the same for every
 * address. At most five codes an hour and ten a day go to one address; then the newest one stays as it is. Browsers and apps that
 * have logged in to the address before are counted by themselves, so that strangers cannot keep its owner out.
 * @param asked.email through `forgotPasswordSchema` @param asked.isKnown whether it has logged in there before
 * @param asked.held what this browser keeps from an earlier code
 * @returns what the browser keeps: the code is typed with it
 */
export async function sendMailedCode(
  db: Db,
  asked: { email: string; remember: boolean; isKnown: boolean; held?: string | null },
  site: MailSite,
  now = new Date(),
): Promise<string> {
  return takeAtLeast(MIN_RESPONSE_MS, async () => {
    const [token, code] = [randomToken(), sixDigits()];
    const kept = await beside(db, async (trx) => {
      await lockEmail(trx, asked.email);
      const account = await trx
        .selectFrom("accounts")
        .select(["id", "role", "status"])
        .where("email", "=", asked.email)
        .executeTakeFirst();
      const mayMail = await mayMailAnother(trx, asked, now);
      // So that whoever asks once too often can still type the code that they were sent.
      if (!mayMail && asked.held && (await isOpen(trx, asked.held, asked.email, now))) {
        await writeAndRemove(trx, loginCodeMail(site, code), now);
        return asked.held;
      }
      if (asked.held) await endCodes(trx, now, { holderHash: sha256(asked.held) });
      const { id } = await trx
        .insertInto("mailed_codes")
        .values({
          email: asked.email,
          holder_hash: sha256(token),
          // The same for every address: what is counted shows in what the browser keeps.
          code_hash: mayMail ? codeHash(token, code) : null,
          remember: asked.remember ? 1 : 0,
          known: asked.isKnown ? 1 : 0,
          created_at: now.toISOString(),
          expires_at: new Date(now.getTime() + CODE_MINUTES * MINUTE).toISOString(),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const mail =
        account?.role === "admin"
          ? { ...staffLoginCodeMail(site), dedupeKey: staffKey(account.id, now) }
          : { ...loginCodeMail(site, code), dedupeKey: `login-code:${id}` };
      const isDue = mayMail && account?.status !== "inactive";
      const isMailed = isDue && (await queueMail(trx, { ...mail, to: asked.email, now }));
      if (!isMailed) await writeAndRemove(trx, mail, now);
      return token;
    });
    wake("mail");
    return kept;
  });
}

/** Staff get one mail an hour, however often somebody asks. */
const staffKey = (id: number, now: Date) => `login-code-staff:${id}:${Math.floor(now.getTime() / HOUR)}`;

async function mayMailAnother(
  trx: Db,
  { email, isKnown }: { email: string; isKnown: boolean },
  now: Date,
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - HOUR).toISOString();
  const { hour, day } = await trx
    .selectFrom("mailed_codes")
    .select(({ fn }) => [
      fn.countAll<number>().as("day"),
      fn.countAll<number>().filterWhere("created_at", ">", hourAgo).as("hour"),
    ])
    .where("email", "=", email)
    .where("known", "=", isKnown ? 1 : 0)
    .where("code_hash", "is not", null)
    .where("created_at", ">", new Date(now.getTime() - DAY).toISOString())
    .executeTakeFirstOrThrow();
  return !config.rateLimit || (hour < CODES_AN_HOUR && day < CODES_A_DAY);
}

const openCodes = (db: Db, now: Date) =>
  db
    .selectFrom("mailed_codes")
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .where("tries", "<", MOST_TRIES);

async function isOpen(trx: Db, token: string, email: string, now: Date): Promise<boolean> {
  const row = await openCodes(trx, now)
    .select("id")
    .where("holder_hash", "=", sha256(token))
    .where("email", "=", email)
    .executeTakeFirst();
  return row !== undefined;
}

async function endCodes(
  trx: Db,
  now: Date,
  which: { holderHash: string } | { email: string },
): Promise<void> {
  const query = trx
    .updateTable("mailed_codes")
    .set({ used_at: now.toISOString() })
    .where("used_at", "is", null);
  await (
    "email" in which
      ? query.where("email", "=", which.email)
      : query.where("holder_hash", "=", which.holderHash)
  ).execute();
}

/** The address that a code was asked for in this browser; null when it is used, too old, or typed wrong too often. */
export async function findMailedCode(
  db: Db,
  token: string,
  now = new Date(),
): Promise<{ email: string; remember: boolean } | null> {
  const row = await openCodes(db, now)
    .select(["email", "remember"])
    .where("holder_hash", "=", sha256(token))
    .executeTakeFirst();
  return row ? { email: row.email, remember: row.remember === 1 } : null;
}

export type MailedCodeOutcome =
  | { ok: true; account: { id: number; email: string; role: "customer" }; remember: boolean; message: string }
  | { ok: false; reason: "wrong" | "over"; message: string };

/**
 * Checks a typed code and uses it up: of two calls with one code, one gets in. Makes the account if the address has none; an
 * unconfirmed one, which somebody else may have registered, loses its password and every other way in (docs/decisions/0010).
 * Every try is counted before it is compared, so that none is free. A right code ends all others of the address.
 * @param typed.token what the browser that asked keeps @param typed.code six digits
 * @returns the account to begin a session for. "wrong": another try is left; "over": a new code is needed
 */
export async function useMailedCode(
  db: Db,
  typed: { token: string; code: string },
  site: MailSite,
  now = new Date(),
): Promise<MailedCodeOutcome> {
  const over = { ok: false, reason: "over", message: CODE_OVER } as const;
  const hash = codeHash(typed.token, typed.code);
  const asked = await findMailedCode(db, typed.token, now);
  if (!asked) return over;
  return beside(db, async (trx): Promise<MailedCodeOutcome> => {
    await lockEmail(trx, asked.email);
    const code = await trx
      .updateTable("mailed_codes")
      .set((eb) => ({ tries: eb("tries", "+", 1) }))
      .where("holder_hash", "=", sha256(typed.token))
      .where("used_at", "is", null)
      .where("expires_at", ">", now.toISOString())
      .where("tries", "<", MOST_TRIES)
      .returning(["code_hash", "tries"])
      .executeTakeFirst();
    if (!code) return over;
    const left = MOST_TRIES - code.tries;
    const wrong = left > 0 ? ({ ok: false, reason: "wrong", message: wrongMailedCode(left) } as const) : over;
    const isRight = equalInConstantTime(code.code_hash ?? "", hash);
    if (!isRight) return wrong;
    const opened = await openAccount(trx, asked.email, site, now);
    if (!opened) return wrong;
    await endCodes(trx, now, { email: asked.email });
    return { ok: true, remember: asked.remember, ...opened };
  });
}

/** @returns null when the address is of staff, or of an account that is not active: it may have changed since the code was sent */
async function openAccount(
  trx: Db,
  email: string,
  site: MailSite,
  now: Date,
): Promise<{ account: { id: number; email: string; role: "customer" }; message: string } | null> {
  const known = await trx
    .selectFrom("accounts")
    .select(["id", "role", "status", "email_confirmed_at"])
    .where("email", "=", email)
    .executeTakeFirst();
  const open = (id: number, message: string) => ({
    account: { id, email, role: "customer" as const },
    message,
  });
  if (!known) {
    const made = await trx
      .insertInto("accounts")
      .values({
        email,
        password_hash: null,
        first_name: firstNameOf(email),
        last_name: "",
        email_confirmed_at: now.toISOString(),
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .executeTakeFirst();
    // Without a row somebody has registered with the address this moment.
    if (!made) return openAccount(trx, email, site, now);
    return open(made.id, `Registration successful! Welcome to ${site.shopName}`);
  }
  if (known.role !== "customer" || known.status !== "active") return null;
  if (known.email_confirmed_at !== null) return open(known.id, "Login successful!");
  await resetUnconfirmedAccount(trx, known.id, now);
  return open(
    known.id,
    "Login successful! A password chosen before your email was confirmed no longer works",
  );
}

/** Background work: deletes codes asked for more than a day ago, which no longer count. @returns how many */
export async function sweepMailedCodes(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("mailed_codes")
    .where("created_at", "<", new Date(now.getTime() - DAY).toISOString())
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
