import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { indianDate, indianTime } from "~/domain/kit/dates";
import type { NoticeEvent } from "./notices";

/** The time in India from which the day's mails are written. */
const IN_THE_MORNING = "08:00";

/**
 * Does a day's work once, from eight in the morning in India. If the shop was not running at eight, when it starts.
 * @param work writes the day's mails; `today` is a plain date in India
 * @returns 1 when it did the work, else 0
 */
export async function eachMorning(
  db: Db,
  event: NoticeEvent,
  now: Date,
  work: (trx: Db, today: string) => Promise<void>,
): Promise<number> {
  const today = indianDate(now);
  if (indianTime(now) < IN_THE_MORNING || (await isDone(db, event, today))) return 0;
  await db.transaction().execute(async (trx) => {
    // Another process of the shop may have been quicker.
    if (await isDone(trx, event, today)) return;
    await trx
      .insertInto("daily_notices")
      .values({ event, last_day: today })
      .onConflict((conflict) => conflict.column("event").doUpdateSet({ last_day: today }))
      .execute();
    await work(trx, today);
  });
  wake("mail");
  return 1;
}

/** Whether the day's work has been done. A clock that was put back does not repeat a day. */
async function isDone(db: Db, event: NoticeEvent, today: string): Promise<boolean> {
  const row = await db
    .selectFrom("daily_notices")
    .select("last_day")
    .where("event", "=", event)
    .executeTakeFirst();
  return row !== undefined && row.last_day >= today;
}
