import type { Selectable, Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { raisedByImport } from "~/db/catalogue-version.server";
import type { CoverStore } from "~/domain/catalogue/books/pictures/covers.server";
import type { Writer } from "~/domain/catalogue/books/record/write-book.server";

// An import is worked at in small batches, by one process at a time. Each batch is one transaction, which also writes how
// far the work is: a process that is killed loses or repeats nothing.

export type BulkChange = Selectable<Tables["bulk_changes"]>;

/** What a run needs besides the import itself. */
export interface Running {
  read: Db;
  write: Db;
  /** The folder of uploaded files. */
  dir: string;
  /** Where the shop's pictures are, and what converts them. */
  store: CoverStore;
  /** Who works: a process of the shop (`holderName`), or a command of its own. */
  holder: string;
  /** Aborted when the process is about to end. */
  stopping: AbortSignal;
}

/** Somebody cancelled, or another process has taken over: what this batch wrote is rolled back. */
export class Stopped extends Error {}

/**
 * A batch has as many books as fit into this time. Requests that write wait as long, and for the commit, which takes time
 * however little was written.
 */
export const BATCH_MS = 60;

/** Books that a batch of an import has at least, since much of its time does not depend on them, and at most. */
export const BATCH_BOOKS = { least: 25, first: 50, most: 200 };

/** How long the others leave an import alone after a batch: opening a file can take a second. */
const HELD_MS = 30_000;

/**
 * Takes the next import: they are worked at one after the other.
 * @param only takes no other one @returns null when there is none, or another process works at one
 */
export async function claimRun(
  write: Db,
  holder: string,
  only?: number,
  now = new Date(),
): Promise<BulkChange | null> {
  return write.transaction().execute(async (trx) => {
    const next = await nextRun(trx, holder, only, now);
    if (next)
      await trx.updateTable("bulk_changes").set(held(holder, now)).where("id", "=", next.id).execute();
    return next;
  });
}

/** The import that `claimRun` would take; null: none waits. */
export async function nextRun(
  db: Db,
  holder: string,
  only?: number,
  now = new Date(),
): Promise<BulkChange | null> {
  const waiting = await db
    .selectFrom("bulk_changes")
    .selectAll()
    .where("status", "in", ["planning", "importing", "undoing"])
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  const isHeld = (one: BulkChange) =>
    one.holder !== null && !isSame(one.holder, holder) && (one.held_until ?? "") > now.toISOString();
  const next = waiting.find(({ id }) => only === undefined || id === only);
  return !next || waiting.some(isHeld) ? null : next;
}

const SHOP = "shop";

/** The name of one process of the shop, as the holder of an import. */
export const holderName = (process: string) => `${SHOP} ${process}`;

/**
 * The processes of the shop work one after the other (`exclusively`), so one takes over at once from another that was
 * killed. If that one still works, its next batch is rolled back, since the import is another's.
 */
const isSame = (holder: string, other: string) =>
  holder === other || [holder, other].every((one) => one.split(" ")[0] === SHOP);

const held = (holder: string, now: Date) => ({
  holder,
  held_until: new Date(now.getTime() + HELD_MS).toISOString(),
});

/**
 * Writes how far an import is. The last statement of a batch's transaction. It also counts how much of the catalogue's version
 * the batch has raised, so that cached pages can tell imports from other changes (db/steady-version.server.ts).
 * @throws {Stopped} when it is not this process's any more
 */
export async function advance(
  trx: Db,
  { id, status }: BulkChange,
  { read, holder }: Pick<Running, "read" | "holder">,
  set: Updateable<Tables["bulk_changes"]>,
  now = new Date(),
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("bulk_changes")
    .set({ ...held(holder, now), ...set })
    .where("id", "=", id)
    .where("status", "=", status)
    .where("holder", "=", holder)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Stopped();
  await raisedByImport(trx, read);
}

/** Lets other processes go on with it at once. */
export async function release(
  { id }: BulkChange,
  { write, holder }: Pick<Running, "write" | "holder">,
): Promise<void> {
  await write
    .updateTable("bulk_changes")
    .set({ holder: null, held_until: null })
    .where("id", "=", id)
    .where("holder", "=", holder)
    .execute();
}

/** @throws {Stopped} when the process is about to end */
export function stopIfAsked({ stopping }: Running) {
  if (stopping.aborted) throw new Stopped();
}

/** Who asked for the step, for the history of the books. */
export const writerOf = ({ asked_by, asked_name }: BulkChange): Required<Writer> => ({
  staffId: asked_by,
  actor: asked_name,
});
