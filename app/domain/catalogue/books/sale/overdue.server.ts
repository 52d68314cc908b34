import type { Db } from "~/db/database.server";
import { unindexed } from "~/db/planner.server";
import { indianDate } from "~/domain/kit/dates";
import { isAnnounced, isForthcoming } from "./sale.server";

/** The books that the list of books calls overdue (`isOverdue`). */
const overdue = (db: Db, now: Date) =>
  db
    .selectFrom("books as b")
    .where(isAnnounced)
    // Many more books have no stock than are announced.
    .where(unindexed<number>("b.stock"), "=", 0)
    .where((eb) => eb.not(isForthcoming(indianDate(now))));

/** @returns how many are overdue, and how many copies of them customers have pre-ordered that have not left the shop */
export async function countOverdue(db: Db, now = new Date()): Promise<{ books: number; owed: number }> {
  const { books, owed } = await overdue(db, now)
    .select((eb) => [
      eb.fn.countAll<number>().as("books"),
      eb.fn.sum<number | null>("b.preordered").as("owed"),
    ])
    .executeTakeFirstOrThrow();
  return { books, owed: owed ?? 0 };
}

/** A book whose publication date has come. */
export interface OverdueBook {
  id: number;
  title: string;
  /** A plain date: the day that has come. */
  publishedOn: string;
  /** Copies that customers have pre-ordered and that have not left the shop. */
  owed: number;
}

/** The overdue books of which copies are owed, those that wait longest first. */
export async function owedBooks(db: Db, now = new Date()): Promise<OverdueBook[]> {
  return overdue(db, now)
    .select(["b.id", "b.title", "b.preordered as owed"])
    .select((eb) => eb.ref("b.published_on").$notNull().as("publishedOn"))
    .where("b.preordered", ">", 0)
    .orderBy("b.published_on")
    .orderBy("b.title")
    .execute();
}
