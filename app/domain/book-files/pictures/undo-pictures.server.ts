import { setImmediate } from "node:timers/promises";
import type { Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { putCover } from "~/domain/catalogue/books/pictures/covers.server";
import { removeBookPicture } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { recordStep } from "../runs/import-steps.server";
import { advance, type BulkChange, stopIfAsked, type Running, writerOf } from "../runs/batches.server";
import type { ReplacedPicture } from "./run-pictures.server";

type RowOfReport = Updateable<Tables["bulk_change_rows"]>;

const left = (because: string): RowOfReport => ({ state: "left", left_because: because });

/** Takes away the pictures that an import added and puts back former covers, except where somebody changed them since. */
export async function undoPictures(bulk: BulkChange, running: Running): Promise<void> {
  const { write: db, store } = running;
  const by = writerOf(bulk);
  const sums = { undone: bulk.undone, not_undone: bulk.not_undone };
  for (;;) {
    stopIfAsked(running);
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
    const bookId = row.book_id!;
    const replaced = JSON.parse(row.before!) as ReplacedPicture;
    const because = await unlessChanged(() =>
      "pictureId" in replaced
        ? removeBookPicture(
            db,
            {
              bookId,
              pictureId: replaced.pictureId,
              also: (trx, { kind, alt }) => {
                if (alt || kind !== replaced.kind)
                  throw new Changed("Somebody has described the picture since");
                return write(trx, { state: "undone" });
              },
              ...by,
            },
            store,
          )
        : putCover(
            db,
            {
              bookId,
              cover: replaced.old,
              also: (trx, { old }) => {
                if (old !== replaced.cover) throw new Changed("Somebody has changed the cover since");
                return write(trx, { state: "undone" });
              },
              ...by,
            },
            store,
          ),
    );
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

/** Thrown in a transaction, so that it writes nothing. */
class Changed extends Error {}

/** @returns why nothing was put back; null: it was */
async function unlessChanged(
  work: () => Promise<{ ok: true } | { ok: false; message: string }>,
): Promise<string | null> {
  try {
    const done = await work();
    return done.ok ? null : done.message;
  } catch (error) {
    if (error instanceof Changed) return error.message;
    throw error;
  }
}
