import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/database.server";
import { type Actor, recordStep } from "../runs/import-steps.server";

/** Fetches that are taken out of the queue at once: some milliseconds. */
const AT_ONCE = 1000;

/**
 * Takes an import's pictures that are still to be fetched out of the queue; those on their books stay. A later import of
 * the same file asks for them again.
 * @returns how many are not fetched; or a sentence for staff when none was waiting
 */
export async function stopFetches(
  db: Db,
  bulkId: number,
  staff: Actor,
  now = new Date(),
): Promise<{ ok: true; stopped: number } | { ok: false; message: string }> {
  let stopped = 0;
  for (;;) {
    const taken = await db.transaction().execute(async (trx) => {
      const some = trx
        .selectFrom("picture_fetches")
        .select("id")
        .where("bulk_change_id", "=", bulkId)
        .where("state", "=", "waiting")
        .limit(AT_ONCE);
      const { numDeletedRows } = await trx
        .deleteFrom("picture_fetches")
        .where("id", "in", some)
        .executeTakeFirst();
      const count = Number(numDeletedRows);
      await trx
        .updateTable("bulk_changes")
        .set(({ eb }) => ({ not_fetched: eb("not_fetched", "+", count) }))
        .where("id", "=", bulkId)
        .execute();
      const isLast = count < AT_ONCE;
      if (isLast && stopped + count > 0) {
        const after = { "Pictures not fetched": stopped + count };
        await recordStep(trx, bulkId, staff, { action: "stopped fetching the pictures of", after }, now);
      }
      return { count, isLast };
    });
    stopped += taken.count;
    if (taken.isLast) break;
    await setImmediate();
  }
  return stopped > 0 ? { ok: true, stopped } : { ok: false, message: "No picture is waiting to be fetched" };
}
