import type { Selectable, Updateable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import type { MasterDataEntity } from "../../master-data/master-data";
import { catalogueVersion } from "../../catalogue/catalogue-memo.server";
import type { CoverStore } from "../../catalogue/covers.server";
import type { Writer } from "../../catalogue/write-book.server";

// An import is worked at in short turns, by one process at a time. Each turn is one transaction, which also writes how
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
  /** Who works: a process of the shop (`ofShop`), or a command of its own. */
  holder: string;
  /** Aborted when the process is about to end. */
  stopping: AbortSignal;
  /** Deletes a name that an import created, unless something uses it. Without it, such names stay. */
  deleteName?: DeleteName | undefined;
}

/** `deleteName` of the subject merging, which knows what uses names. */
export type DeleteName = (
  db: Db,
  entity: MasterDataEntity,
  given: { id: number; staffId: number | null; actor: string },
) => Promise<{ ok: boolean }>;

/** Somebody cancelled, or another process goes on with it: what this turn wrote is rolled back. */
export class Stopped extends Error {}

/**
 * A turn writes as many books as fit into it. Requests that write wait so long, and for the commit, which takes a good part
 * of its time whatever was written.
 */
export const TURN_MS = 60;

/** Books that a turn has at most. */
export const TURN_BOOKS = 50;

/** How long the other processes leave an import alone after a turn. A turn takes a tenth of a second, opening a file a second. */
const HELD_MS = 30_000;

/**
 * Takes the import whose turn it is: they are worked at one after the other.
 * @param only takes no other one @returns null when there is none, or another process works at one
 */
export async function takeTurn(
  write: Db,
  holder: string,
  only?: number,
  now = new Date(),
): Promise<BulkChange | null> {
  return write.transaction().execute(async (trx) => {
    const next = await nextTurn(trx, holder, only, now);
    if (next)
      await trx.updateTable("bulk_changes").set(held(holder, now)).where("id", "=", next.id).execute();
    return next;
  });
}

/** The import that `takeTurn` would take. */
export async function nextTurn(
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
export const ofShop = (process: string) => `${SHOP} ${process}`;

/**
 * The processes of the shop take turns (`exclusively`): whoever works now takes over an import of one that was killed at
 * once. If that still works, its next turn is rolled back, since the import is another's.
 */
const isSame = (holder: string, other: string) =>
  holder === other || [holder, other].every((one) => one.split(" ")[0] === SHOP);

const held = (holder: string, now: Date) => ({
  holder,
  held_until: new Date(now.getTime() + HELD_MS).toISOString(),
});

/**
 * Writes how far an import is. The last statement of a turn's transaction. It also counts how much of the catalogue's version
 * the turn has raised, so that kept pages can tell imports from other changes (db/kept-version.server.ts).
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
  // The other connection sees what was committed before: nobody else can have written since this transaction began.
  const raised = (await catalogueVersion(trx)) - (await catalogueVersion(read));
  if (raised === 0) return;
  await trx
    .updateTable("catalogue_version")
    .set((eb) => ({ by_imports: eb("by_imports", "+", raised) }))
    .execute();
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
export function goOn({ stopping }: Running) {
  if (stopping.aborted) throw new Stopped();
}

/** Who asked for the step, for the history of the books. */
export const writerOf = ({ asked_by, asked_name }: BulkChange): Required<Writer> => ({
  staffId: asked_by,
  actor: asked_name,
});
