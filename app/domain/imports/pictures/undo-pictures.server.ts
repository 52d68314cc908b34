import { setImmediate } from "node:timers/promises";
import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { findBookWithCover, putCover } from "../../catalogue/covers.server";
import { removeBookPicture } from "../../catalogue/further-pictures.server";
import { recordStep } from "../runs/import-steps.server";
import { advance, type BulkChange, goOn, type Running, writerOf } from "../runs/turns.server";
import type { ReplacedPicture } from "./run-pictures.server";

type RowOfReport = Updateable<Tables["bulk_change_rows"]>;

const left = (because: string): RowOfReport => ({ state: "left", left_because: because });
const GONE = "The book is gone";

/** Takes away the pictures that an import added and puts back former covers, except where somebody changed them since. */
export async function undoPictures(bulk: BulkChange, running: Running): Promise<void> {
  const { write: db, store } = running;
  const by = writerOf(bulk);
  const sums = { undone: bulk.undone, not_undone: bulk.not_undone };
  for (;;) {
    goOn(running);
    const row = await db
      .selectFrom("bulk_change_rows")
      .select(["position", "book_id", "before"])
      .where("bulk_change_id", "=", bulk.id)
      .where("state", "=", "written")
      .orderBy("position", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!row) break;
    const write = async (trx: Db, set: RowOfReport) => {
      sums[set.state === "undone" ? "undone" : "not_undone"] += 1;
      await trx
        .updateTable("bulk_change_rows")
        .set({ ...set, kept_cover: null })
        .where("bulk_change_id", "=", bulk.id)
        .where("position", "=", row.position)
        .execute();
      await advance(trx, bulk, running, sums);
    };
    const also = (trx: Db) => write(trx, { state: "undone" });
    const bookId = row.book_id!;
    const replaced = JSON.parse(row.before!) as ReplacedPicture;
    const because =
      "pictureId" in replaced
        ? await removed(removeBookPicture(db, { bookId, pictureId: replaced.pictureId, also, ...by }, store))
        : ((await changedSince(db, bookId, replaced.cover)) ??
          (await removed(putCover(db, { bookId, cover: replaced.old, also, ...by }, store))));
    if (because !== null) await db.transaction().execute((trx) => write(trx, left(because)));
    await setImmediate();
  }
  const now = new Date();
  await db.transaction().execute(async (trx) => {
    await advance(trx, bulk, running, { status: "undone" }, now);
    const after = { "Put back": sums.undone, "Left, changed since": sums.not_undone };
    await recordStep(trx, bulk.id, { id: by.staffId, name: by.actor }, { action: "undid", after }, now);
  });
}

async function changedSince(db: Db, bookId: number, cover: string): Promise<string | null> {
  const book = await findBookWithCover(db, bookId);
  if (!book) return GONE;
  return book.cover === cover ? null : "Somebody has changed the cover since";
}

const removed = async (outcome: Promise<{ ok: true } | { ok: false; message: string }>) => {
  const done = await outcome;
  return done.ok ? null : done.message;
};
