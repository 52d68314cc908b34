import type { Db } from "~/db/database.server";
import type { Writer } from "~/domain/catalogue/books/record/write-book.server";
import { removeEditions, writeLink } from "~/domain/catalogue/editions/link-editions.server";
import type { PlannedBook } from "../plan/plan";
import type { PlannedEdition } from "../plan/planned-edition";

/** What a row linked, for undoing. */
interface Linked {
  workId: number;
  /** The books that came into the work, and all of it then. */
  joined: number[];
  group: number[];
}

/**
 * Links a book that was just written with its other editions, as staff do.
 * @param trx an open transaction, in which the catalogue is as it was when the book was planned
 * @returns what the import's row keeps about it
 */
export async function writeLinks(
  trx: Db,
  { links }: PlannedBook,
  bookId: number,
  by: Writer,
  now: Date,
): Promise<{ linked?: string }> {
  if (!links) return {};
  for (const { id: otherId } of links.others) {
    const outcome = await writeLink(trx, { bookId, otherId: otherId!, ...by }, now);
    if (!outcome.ok) throw new Error(outcome.message);
  }
  const { work_id: workId } = await trx
    .selectFrom("books")
    .select("work_id")
    .where("id", "=", bookId)
    .executeTakeFirstOrThrow();
  const linked: Linked = { workId: workId!, joined: idsOf(links.joined), group: idsOf(links.group) };
  return { linked: JSON.stringify(linked) };
}

const idsOf = (editions: PlannedEdition[]) => editions.map(({ id }) => id!).sort((a, b) => a - b);

/**
 * Takes out of a work what a row of an import put into it, if it is still the same work with the same books.
 * @param trx an open transaction @returns whether it was; true too when the row linked nothing
 */
export async function undoLinks(
  trx: Db,
  row: { linked: string | null },
  by: Writer,
  now: Date,
): Promise<boolean> {
  if (row.linked === null) return true;
  const { workId, joined, group } = JSON.parse(row.linked) as Linked;
  const books = await trx
    .selectFrom("books as b")
    .innerJoin("works as w", "w.id", "b.work_id")
    .select(["b.id", "w.pools_reviews"])
    .where("w.id", "=", workId)
    .orderBy("b.id")
    .execute();
  const isSame = books.map(({ id }) => id).join() === group.join();
  // With the work its review pool would go, which only staff have switched on.
  const isPoolLost = group.length - joined.length < 2 && books[0]?.pools_reviews === 1;
  if (!isSame || isPoolLost) return false;
  await removeEditions(trx, { bookIds: joined, ...by }, now);
  return true;
}
