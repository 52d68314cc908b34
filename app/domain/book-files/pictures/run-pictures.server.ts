import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Insertable, Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { saveCover } from "~/domain/catalogue/books/pictures/covers.server";
import { type PictureKind, SAME_PICTURE } from "~/domain/catalogue/books/pictures/further-pictures";
import { addBookPicture } from "~/domain/catalogue/books/pictures/further-pictures.server";
import { imageRefusal, NOT_STORED } from "~/domain/kit/images/images";
import { shortText } from "~/domain/kit/short-text";
import { DISK_FULL, UnreadableFile } from "../import-limits";
import type { PlanOutcome } from "../plan/plan";
import { recordStep, removeReport } from "../runs/import-steps.server";
import { advance, type BulkChange, stopIfAsked, type Running, writerOf } from "../runs/batches.server";
import { type PlannedPicture, PicturePlanner, SAME_COVER } from "./plan-pictures.server";
import { PictureZip, UNREADABLE } from "./picture-zip.server";

// An import of pictures: the steps of runs/run-plan.server.ts and runs/run-import.server.ts for a ZIP. A row is a file.

type RowOfReport = Updateable<Tables["bulk_change_rows"]>;

/** What a row replaced, for undoing. */
export type ReplacedPicture =
  | { cover: string; old: string | null }
  | { pictureId: number; kind: PictureKind };

/** Files that are looked at before the report is written on. */
const AT_ONCE = 50;
/** How often a picture is tried again while the shop converts those that staff upload. */
const MOST_TRIES = 60;
const BUSY_MS = 500;

/** Then the import stops, and can go on from there. */
const STILL_BUSY = "The shop is busy with other pictures. Go on a little later.";
/** Of names in a report. */
const NAME_SHOWN = 300;

const optionsOf = ({ mode }: BulkChange) => ({ keepsCovers: mode === "add_only" });

/** The dry run: writes the report, and nothing else. After a stop it begins again. @throws {UnreadableFile} */
export async function planPictures(bulk: BulkChange, running: Running): Promise<void> {
  const { read, write } = running;
  await removeReport(write, bulk.id);
  await withZip(bulk, running, async (zip) => {
    const planner = new PicturePlanner(zip, optionsOf(bulk));
    const counts = { added: 0, changed: 0, unchanged: 0, refused: 0 };
    const rows = zip.files.length;
    for (let done = 0; done < rows; done += AT_ONCE) {
      stopIfAsked(running);
      const planned = await planner.plan(read, done, AT_ONCE);
      for (const { outcome } of planned) counts[outcome] += 1;
      await write.transaction().execute(async (trx) => {
        const values = planned.map((one, index) => rowOfReport(bulk.id, done + index, one));
        await trx.insertInto("bulk_change_rows").values(values).execute();
        await advance(trx, bulk, running, { rows, done: done + planned.length, ...counts });
      });
    }
    await advance(write, bulk, running, {
      status: "planned",
      planned_at: new Date().toISOString(),
      rows,
      done: rows,
    });
  });
}

function rowOfReport(
  bulkId: number,
  position: number,
  { row, file, title, outcome, bookId, changes, problem, warning }: PlannedPicture,
): Insertable<Tables["bulk_change_rows"]> {
  return {
    bulk_change_id: bulkId,
    position,
    row,
    reference: shortText(file, NAME_SHOWN),
    title: shortText(title, NAME_SHOWN),
    outcome,
    book_id: bookId,
    changes: JSON.stringify(changes),
    problems: JSON.stringify(problem ? [{ column: "", message: shortText(problem, NAME_SHOWN) }] : []),
    warnings: JSON.stringify(warning ? [warning] : []),
  };
}

/** Adds the pictures of the report, from the first one that was not done, each in a transaction. @throws {UnreadableFile} */
export async function importPictures(bulk: BulkChange, running: Running): Promise<void> {
  await withZip(bulk, running, async (zip) => {
    const work = new PictureWork(bulk, running, zip);
    for (let next = await work.next(); next !== null; next = await work.next()) {
      stopIfAsked(running);
      await work.take(next);
    }
    await work.end();
  });
}

async function withZip(bulk: BulkChange, { dir }: Running, work: (zip: PictureZip) => Promise<void>) {
  const zip = await PictureZip.open(path.join(dir, bulk.file!));
  try {
    await work(zip);
  } finally {
    zip.close();
  }
}

class PictureWork {
  readonly #bulk: BulkChange;
  readonly #running: Running;
  readonly #zip: PictureZip;

  constructor(bulk: BulkChange, running: Running, zip: PictureZip) {
    this.#bulk = { ...bulk };
    this.#running = running;
    this.#zip = zip;
  }

  /** The next row of the report that has a picture to add. */
  async next() {
    const row = await this.#running.read
      .selectFrom("bulk_change_rows")
      .select(["position", "outcome", "book_id"])
      .where("bulk_change_id", "=", this.#bulk.id)
      .where("position", ">=", this.#bulk.done)
      .where("outcome", "in", ["added", "changed"])
      .orderBy("position")
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Plans the file again, since the catalogue may have changed since the check, and adds its picture. */
  async take({
    position,
    outcome,
    book_id,
  }: {
    position: number;
    outcome: PlanOutcome;
    book_id: number | null;
  }) {
    const planner = new PicturePlanner(this.#zip, optionsOf(this.#bulk));
    const [planned] = await planner.plan(this.#running.read, position, 1);
    const { file, place, bookId } = planned!;
    const write: WriteRow = (trx, became, set) =>
      this.#write(trx, { position, reported: outcome, became, set });
    const alone = (became: PlanOutcome, set: RowOfReport) =>
      this.#running.write.transaction().execute((trx) => write(trx, became, set));
    const refuse = (message: string) =>
      alone("refused", { problems: JSON.stringify([{ column: "", message }]), changes: "[]" });
    if (planned!.problem !== null) return refuse(planned!.problem);
    if (bookId !== book_id) return refuse("Another book has this ISBN or SKU since the check");
    if (planned!.outcome === "unchanged") return alone("unchanged", asIs(planned!.warning!));
    const bytes = await this.#zip.read(file);
    if (!bytes) return refuse(UNREADABLE);
    for (let tries = 1; ; tries += 1) {
      const message = await (place === "cover"
        ? this.#saveCover(book_id!, bytes, write)
        : this.#addPicture(book_id!, place!, bytes, write));
      if (message === null) return;
      if (message === SAME_PICTURE) return alone("unchanged", asIs(SAME_PICTURE));
      if (message === NOT_STORED) throw new UnreadableFile(DISK_FULL);
      if (message !== imageRefusal("busy")) return refuse(message);
      if (tries === MOST_TRIES) throw new UnreadableFile(STILL_BUSY);
      await setTimeout(BUSY_MS);
      stopIfAsked(this.#running);
    }
  }

  /** @returns why it was not saved; null: it was */
  async #saveCover(bookId: number, bytes: Uint8Array, write: WriteRow): Promise<string | null> {
    const also = async (trx: Db, { old, cover }: { old: string | null; cover: string | null }) => {
      if (old === cover) return write(trx, "unchanged", asIs(SAME_COVER));
      const replaced: ReplacedPicture = { cover: cover!, old };
      const became = old === null ? "added" : "changed";
      return write(trx, became, { state: "written", before: JSON.stringify(replaced), kept_cover: old });
    };
    const { write: db, store } = this.#running;
    const saved = await saveCover(db, { bookId, bytes, also, ...writerOf(this.#bulk) }, store);
    return saved.ok ? null : saved.message;
  }

  async #addPicture(bookId: number, kind: PictureKind, bytes: Uint8Array, write: WriteRow) {
    const also = async (trx: Db, { id }: { id: number }) => {
      const replaced: ReplacedPicture = { pictureId: id, kind };
      return write(trx, "added", { state: "written", before: JSON.stringify(replaced) });
    };
    const { write: db, store } = this.#running;
    const fields = { kind, alt: "" };
    const added = await addBookPicture(db, { bookId, bytes, fields, also, ...writerOf(this.#bulk) }, store);
    return added.ok ? null : added.message;
  }

  /** Writes what has become of a row, and how far the import is. */
  async #write(
    trx: Db,
    {
      position,
      reported,
      became,
      set,
    }: { position: number; reported: PlanOutcome; became: PlanOutcome; set: RowOfReport },
  ): Promise<void> {
    const { id, added, changed, unchanged, refused, written } = this.#bulk;
    const counts = { added, changed, unchanged, refused };
    counts[reported] -= 1;
    counts[became] += 1;
    await trx
      .updateTable("bulk_change_rows")
      .set({ outcome: became, ...set })
      .where("bulk_change_id", "=", id)
      .where("position", "=", position)
      .execute();
    const sums = { ...counts, written: written + (set.state === "written" ? 1 : 0), done: position + 1 };
    await advance(trx, this.#bulk, this.#running, sums);
    Object.assign(this.#bulk, sums);
  }

  async end(): Promise<void> {
    const { id, added, changed, unchanged, refused, rows } = this.#bulk;
    const now = new Date();
    await this.#running.write.transaction().execute(async (trx) => {
      const set = { status: "imported", ended_at: now.toISOString(), done: rows! } as const;
      await advance(trx, this.#bulk, this.#running, set, now);
      const { staffId, actor } = writerOf(this.#bulk);
      const after = { Added: added, Changed: changed, Unchanged: unchanged, Refused: refused };
      await recordStep(trx, id, { id: staffId, name: actor }, { action: "finished", after }, now);
    });
  }
}

type WriteRow = (trx: Db, became: PlanOutcome, set: RowOfReport) => Promise<void>;

const asIs = (warning: string): RowOfReport => ({ changes: "[]", warnings: JSON.stringify([warning]) });
