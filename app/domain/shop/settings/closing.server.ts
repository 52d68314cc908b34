import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { SHOP_NOT_OPEN } from "./seller";
import { readSettingsStillNeeded } from "./settings.server";

// A row of the table of settings, but not a field of the form of settings.
const KEY = "closedNote";

/** The sentence that visitors read while staff have closed the shop for orders; null: it is not closed. */
export async function readClosedNote(db: Db): Promise<string | null> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", KEY).executeTakeFirst();
  return row ? (JSON.parse(row.value) as string) : null;
}

/**
 * Why the shop takes no orders, as a sentence for visitors: a live shop lacks its seller or its shipping prices, or staff
 * have closed it for a while. Null: it takes orders.
 */
export async function whyNoOrders(db: Db): Promise<string | null> {
  const [needed, note] = await Promise.all([readSettingsStillNeeded(db), readClosedNote(db)]);
  return needed.length > 0 ? SHOP_NOT_OPEN : note;
}

/**
 * Closes the shop for orders, or changes what visitors read; null opens it. Orders already placed can still be paid.
 * @param given.shown what the page showed: the note at that time, or null
 * @returns false when somebody else has changed it meanwhile to something else
 */
export async function saveClosedNote(
  db: Db,
  { staffId, note, shown }: { staffId: number; note: string | null; shown: string | null },
  now = new Date(),
): Promise<{ ok: true } | { ok: false; current: string | null }> {
  return db.transaction().execute(async (trx) => {
    const current = await readClosedNote(trx);
    if (current === note) return { ok: true };
    if (current !== shown) return { ok: false, current };
    if (note === null) await trx.deleteFrom("settings").where("key", "=", KEY).execute();
    else {
      const row = { key: KEY, value: JSON.stringify(note), updated_at: now.toISOString() };
      await trx
        .insertInto("settings")
        .values(row)
        .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
        .execute();
    }
    const inWords = (text: string | null) => ({ "Closed for orders": text ?? "no" });
    const action = note === null ? "opened for orders" : "closed for orders";
    const entry = { staffId, subject: "opening", subjectId: 0, action } as const;
    await recordAudit(trx, { ...entry, before: inWords(current), after: inWords(note) }, now);
    return { ok: true };
  });
}
