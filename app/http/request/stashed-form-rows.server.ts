import { lockCustomer } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { openText, sealText } from "~/platform/secrets/sealed-text.server";
import { sha256 } from "~/platform/secrets/tokens.server";

/**
 * The session had ended, of staff or of a customer, or the password was asked for again; or the form led to another page that
 * has the same fields.
 */
export type WhyStashed = "session" | "login" | "proof" | "next";

export interface StashedForm {
  /** Path and search of the page that the form was sent to. */
  page: string;
  fields: Record<string, string[]>;
  /** The member of staff who typed it, when the browser still has the cookie; null for a customer's form. */
  staffId: number | null;
  /** The customer who typed it; null for a form of the back office. */
  customerId: number | null;
  why: WhyStashed;
}

const PURPOSE = "kept form";
/** The oldest are forgotten first; those of customers cannot push out those of staff. */
const MOST_FORMS = 64;
const MOST_OF_CUSTOMERS = 200;

/**
 * Puts a form aside for all processes of the shop, sealed. A customer's replaces the one before.
 * @param token known only to the browser: the database has a hash of it
 * @returns false when it would be the form of a customer who cannot log in any more
 */
export async function stashRow(
  db: Db,
  token: string,
  form: StashedForm,
  { expires, now = new Date() }: { expires: Date; now?: Date },
): Promise<boolean> {
  const id = sha256(token);
  const sealed = sealText(PURPOSE, id, JSON.stringify(form));
  const { customerId } = form;
  return beside(db, async (trx) => {
    if (customerId !== null) await lockCustomer(trx, customerId);
    await sweepStashedForms(trx, now);
    if (customerId !== null) {
      if (!(await isCustomer(trx, customerId))) return false;
      await trx.deleteFrom("stashed_forms").where("account_id", "=", customerId).execute();
    }
    await trx
      .insertInto("stashed_forms")
      .values({ id, sealed, expires_at: expires.toISOString(), account_id: customerId })
      .execute();
    const side = customerId === null ? "is" : "is not";
    const newest = trx
      .selectFrom("stashed_forms")
      .select("id")
      .where("account_id", side, null)
      .orderBy("expires_at", "desc")
      .orderBy("id")
      .limit(customerId === null ? MOST_FORMS : MOST_OF_CUSTOMERS);
    await trx
      .deleteFrom("stashed_forms")
      .where("account_id", side, null)
      .where("id", "not in", newest)
      .execute();
    return true;
  });
}

async function isCustomer(db: Db, id: number): Promise<boolean> {
  const customer = await db
    .selectFrom("accounts")
    .select("id")
    .where("id", "=", id)
    .where("role", "=", "customer")
    .where("status", "=", "active")
    .executeTakeFirst();
  return customer !== undefined;
}

/**
 * Takes a form, once.
 * @returns the form, if it is for this page and person; whether it stays, since it is for another page
 */
export async function takeRow(
  db: Db,
  token: string,
  { page, accountId, now = new Date() }: { page: string; accountId: number | null; now?: Date },
): Promise<{ stays: boolean; stashed: StashedForm | null }> {
  const id = sha256(token);
  return beside(db, async (trx) => {
    const row = await trx
      .selectFrom("stashed_forms")
      .select(["sealed", "expires_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return { stays: false, stashed: null };
    const text = row.expires_at > now.toISOString() ? openText(PURPOSE, id, row.sealed) : null;
    const form = text === null ? null : (JSON.parse(text) as StashedForm);
    const isOwn = form !== null && isOf(form, accountId);
    if (isOwn && form.page !== page) return { stays: true, stashed: null };
    const taken = await trx.deleteFrom("stashed_forms").where("id", "=", id).executeTakeFirst();
    // Another request may have been quicker.
    return { stays: false, stashed: isOwn && taken.numDeletedRows === 1n ? form : null };
  });
}

/** A customer's form is for nobody else. One of the back office, sent by a browser without its cookie, is for any staff. */
const isOf = ({ customerId, staffId }: StashedForm, accountId: number | null) =>
  customerId === null ? staffId === null || staffId === accountId : customerId === accountId;

/** Background work: removes the forms whose hour is over. @returns how many */
export async function sweepStashedForms(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("stashed_forms")
    .where("expires_at", "<=", now.toISOString())
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
