import type { Db } from "~/db/database.server";
import { openText, sealText } from "~/platform/sealed-text.server";
import { sha256 } from "~/platform/tokens.server";

/** The session had ended, or the password was asked for again. */
export type WhyKept = "session" | "proof";

export interface KeptForm {
  /** Path and search of the page that the form was sent to. */
  page: string;
  fields: Record<string, string[]>;
  /** The member of staff who typed it, when the browser still has the cookie. */
  staffId: number | null;
  why: WhyKept;
}

const PURPOSE = "kept form";
/** The oldest are forgotten first. */
const MOST_FORMS = 64;

/**
 * Keeps a form for all processes of the shop, sealed.
 * @param token known only to the browser: the database has a hash of it
 */
export async function keepRow(
  db: Db,
  token: string,
  form: KeptForm,
  { expires, now = new Date() }: { expires: Date; now?: Date },
): Promise<void> {
  const id = sha256(token);
  const sealed = sealText(PURPOSE, id, JSON.stringify(form));
  await db.transaction().execute(async (trx) => {
    await sweepKeptForms(trx, now);
    await trx.insertInto("kept_forms").values({ id, sealed, expires_at: expires.toISOString() }).execute();
    const newest = trx
      .selectFrom("kept_forms")
      .select("id")
      .orderBy("expires_at", "desc")
      .orderBy("id")
      .limit(MOST_FORMS);
    await trx.deleteFrom("kept_forms").where("id", "not in", newest).execute();
  });
}

/**
 * Takes a form, once.
 * @returns the form, if it is for this page and person; whether it stays, since it is for another page
 */
export async function takeRow(
  db: Db,
  token: string,
  { page, accountId, now = new Date() }: { page: string; accountId: number | null; now?: Date },
): Promise<{ stays: boolean; kept: KeptForm | null }> {
  const id = sha256(token);
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("kept_forms")
      .select(["sealed", "expires_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row) return { stays: false, kept: null };
    const text = row.expires_at > now.toISOString() ? openText(PURPOSE, id, row.sealed) : null;
    const form = text === null ? null : (JSON.parse(text) as KeptForm);
    const isOwn = form !== null && (form.staffId === null || form.staffId === accountId);
    if (isOwn && form.page !== page) return { stays: true, kept: null };
    await trx.deleteFrom("kept_forms").where("id", "=", id).execute();
    return { stays: false, kept: isOwn ? form : null };
  });
}

/** Background work: removes the forms whose hour is over. @returns how many */
export async function sweepKeptForms(db: Db, now = new Date()): Promise<number> {
  const swept = await db
    .deleteFrom("kept_forms")
    .where("expires_at", "<=", now.toISOString())
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
