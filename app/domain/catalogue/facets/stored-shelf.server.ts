import { setImmediate } from "node:timers/promises";
import type { Db, ShopDatabase } from "~/db/database.server";
import { catalogueVersion } from "../catalogue-memo.server";
import { LAYOUT, makePart, partOf, putInPart, storedPart, takeFromPart, todayOf } from "./part";
import { BOOKS_A_STEP, changedSince, readBooks } from "./shelf-rows.server";

/** Reading so many changed books takes a moment: of fewer nothing is stored. */
const FEW = 300;

/** What the stored parts are: the layout, and the version whose changes they all have; -1: they are not complete. */
interface Stored {
  layout: string;
  version: number;
}

/** The stored parts, of one moment, with their version; null if there are none of this layout. */
export async function storedParts(db: Db) {
  const rows = await db
    .selectFrom("shelf_parts as p")
    .innerJoin("shelf_version as v", (join) => join.onTrue())
    .select(["p.part", "p.data", "v.version"])
    .where("v.layout", "=", LAYOUT)
    .execute();
  return rows[0] ? { version: rows[0].version, parts: rows } : null;
}

/**
 * Stores the facets of the books that changed since they were stored, for processes that start, so that these need not
 * read each book. Several processes may do it at the same time. A part may have newer changes than its version says:
 * whoever reads it reads those again.
 * @param stopping aborted: what was stored so far is of use to the next call
 * @returns how many books were read; 0 if only few have changed
 */
export async function storeShelf(
  { read, write }: Pick<ShopDatabase, "read" | "write">,
  { stopping, few = FEW }: { stopping?: AbortSignal; few?: number } = {},
): Promise<number> {
  const found = await read.selectFrom("shelf_version").select(["layout", "version"]).executeTakeFirst();
  let stored: Stored = found ?? (await nothingStored(write));
  // Read first, so that what changes from now on is read again.
  const version = await catalogueVersion(read);
  const isUsable = stored.layout === LAYOUT && stored.version >= 0;
  if (isUsable && stored.version === version) return 0;
  const ids = isUsable ? await changedSince(read, stored.version) : await allBooks(read);
  if (ids.length < few) return 0;
  if (!isUsable) {
    const begun = { layout: LAYOUT, version: -1 };
    if (!(await replace(write, stored, begun, (trx) => trx.deleteFrom("shelf_parts").execute()))) return 0;
    stored = begun;
  }
  for (const [part, its] of byPart(ids)) {
    const data = await readPart(read, part, its, isUsable);
    if (stopping?.aborted) return 0;
    const isWritten = await replace(write, stored, stored, (trx) =>
      trx
        .insertInto("shelf_parts")
        .values({ part, data })
        .onConflict((conflict) => conflict.column("part").doUpdateSet({ data }))
        .execute(),
    );
    if (!isWritten) return 0;
  }
  await replace(write, stored, { layout: LAYOUT, version });
  return ids.length;
}

/** A shop that was moved to another engine is without the row. */
async function nothingStored(write: Db): Promise<Stored> {
  const nothing: Stored = { layout: "", version: -1 };
  await write
    .insertInto("shelf_version")
    .values({ id: 1, ...nothing })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return nothing;
}

/** A part with these books as they are now, and the others as they are stored. */
async function readPart(db: Db, number: number, ids: number[], isUsable: boolean): Promise<Buffer> {
  const stored = isUsable
    ? await db.selectFrom("shelf_parts").select("data").where("part", "=", number).executeTakeFirst()
    : undefined;
  const part = makePart(number, stored?.data);
  const today = todayOf(new Date());
  for (let from = 0; from < ids.length; from += BOOKS_A_STEP) {
    const some = ids.slice(from, from + BOOKS_A_STEP);
    for (const id of some) takeFromPart(part, id);
    for (const row of await readBooks(db, { ids: some })) putInPart(part, row, today);
    await setImmediate();
  }
  return storedPart(part);
}

const allBooks = async (db: Db): Promise<number[]> =>
  (await db.selectFrom("books").select("id").orderBy("id").execute()).map((row) => row.id);

function byPart(ids: number[]): Map<number, number[]> {
  const parts = new Map<number, number[]>();
  for (const id of ids) {
    const some = parts.get(partOf(id));
    if (some) some.push(id);
    else parts.set(partOf(id), [id]);
  }
  return parts;
}

/** Writes in one transaction, unless another process has stored meanwhile. @returns whether it did */
async function replace(
  write: Db,
  from: Stored,
  to: Stored,
  work: (trx: Db) => Promise<unknown> = async () => {},
): Promise<boolean> {
  return write.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("shelf_version")
      .set({ layout: to.layout, version: to.version })
      .where("layout", "=", from.layout)
      .where("version", "=", from.version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await work(trx);
    return true;
  });
}
