import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { authorsOf } from "./lists/book-lists.server";
import { NO_FILTERS } from "./lists/catalogue";
import { listBookIds } from "./lists/catalogue.server";
import {
  ITSELF,
  leadsToTheSame,
  hasSuccessorItself,
  NOT_VISIBLE,
  type SuccessorChoice,
  type SuccessorData,
  successorSet,
} from "./successors";

/**
 * A hidden book that was in the store before, with the visible book to which its visitors are led.
 * @returns null for a visible book, an unknown one, and one that visitors cannot know: it was never shown
 */
export async function findGoneBook(
  db: Db,
  bookId: number,
): Promise<{ successor: { id: number; title: string } | null } | null> {
  const book = await db
    .selectFrom("books as b")
    .leftJoin("books as s", (join) => join.onRef("s.id", "=", "b.successor_id").on("s.hidden", "=", 0))
    .select(["s.id", "s.title"])
    .where("b.id", "=", bookId)
    .where("b.hidden", "=", 1)
    .where("b.was_shown", "=", 1)
    .executeTakeFirst();
  if (!book) return null;
  return { successor: book.id === null ? null : { id: book.id, title: book.title! } };
}

const bookWithSuccessor = (db: Db, id: number) =>
  db
    .selectFrom("books as b")
    .leftJoin("books as s", "s.id", "b.successor_id")
    .select(["b.id", "b.title", "b.hidden", "s.id as leadsTo", "s.title as leadsToTitle"])
    .select("s.hidden as leadsToHidden")
    .where("b.id", "=", id)
    .executeTakeFirst();

export type SuccessorOutcome =
  | { ok: true; message: string }
  | { ok: false; reason: "unknown" | "refused"; message: string };

/**
 * Chooses the book to which visitors of another one are led while that is hidden. Books that led to it follow, so that
 * nobody is led further than once.
 * @param given.successorId null: nowhere
 */
export async function setSuccessor(
  db: Db,
  { bookId, successorId, staffId }: { bookId: number; successorId: number | null; staffId: number },
  now = new Date(),
): Promise<SuccessorOutcome> {
  return db.transaction().execute(async (trx): Promise<SuccessorOutcome> => {
    const refuse = (message: string) => ({ ok: false, reason: "refused", message }) as const;
    const book = await bookWithSuccessor(trx, bookId);
    if (!book) return { ok: false, reason: "unknown", message: "Book not found" };
    if (successorId === bookId) return refuse(ITSELF);
    const next = successorId === null ? null : await bookWithSuccessor(trx, successorId);
    if (next === undefined || next?.hidden === 1) return refuse(NOT_VISIBLE);
    if (next?.leadsTo === bookId) return refuse(leadsToTheSame(next.title));
    if (next?.leadsToTitle) return refuse(hasSuccessorItself(next.title, next.leadsToTitle));
    const message = successorSet(book.title, next?.title ?? null);
    const change = (one: Leading) => write(trx, { ...one, next: next ?? null, staffId }, now);
    await change({ id: bookId, before: book.leadsToTitle });
    const others = next ? await leadingTo(trx, bookId) : [];
    for (const id of others) await change({ id, before: book.title });
    return { ok: true, message };
  });
}

interface Leading {
  id: number;
  /** The title of its successor until now. */
  before: string | null;
}

async function leadingTo(db: Db, bookId: number): Promise<number[]> {
  const rows = await db.selectFrom("books").select("id").where("successor_id", "=", bookId).execute();
  return rows.map(({ id }) => id);
}

const FIELD = "Visitors are led to";

async function write(
  trx: Db,
  { id, before, next, staffId }: Leading & { next: { id: number; title: string } | null; staffId: number },
  now: Date,
): Promise<void> {
  const successor_id = next && next.id;
  await trx
    .updateTable("books")
    .set({ successor_id, updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  const entry = { staffId, subject: "book", subjectId: id, action: "updated" } as const;
  const after = { [FIELD]: next && next.title };
  await recordAudit(trx, { ...entry, before: { [FIELD]: before }, after }, now);
}

/** Books that are offered at once. */
const MOST_FOUND = 10;

/**
 * What the panel shows: the book, the one that was chosen, and visible books that match what was typed.
 * @param typed words of title and authors, or an ISBN; null before a search @returns null when there is no such book
 */
export async function readSuccessor(
  db: Db,
  bookId: number,
  typed: string | null,
): Promise<SuccessorData | null> {
  const book = await bookWithSuccessor(db, bookId);
  if (!book) return null;
  const { id, title, leadsTo } = book;
  return {
    book: { id, title, hidden: book.hidden === 1 },
    current:
      leadsTo === null ? null : { id: leadsTo, title: book.leadsToTitle!, hidden: book.leadsToHidden === 1 },
    typed: typed ?? "",
    found: typed === null ? null : await findChoices(db, typed, bookId),
  };
}

/** Visible books that match what staff typed, at most ten. @param but the id of one that is left out */
export async function findChoices(db: Db, typed: string, but?: number): Promise<SuccessorChoice[]> {
  if (!typed) return [];
  const filters = { ...NO_FILTERS, q: typed, sort: "relevance" as const };
  const found = await listBookIds(db, filters, { offset: 0, limit: MOST_FOUND + 1 });
  const ids = found.ids.filter((id) => id !== but).slice(0, MOST_FOUND);
  const rows = await db
    .selectFrom("books")
    .select(["id", "title", "isbn13"])
    .where("id", "in", ids)
    .execute();
  const authors = await authorsOf(db, ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map((row) => ({ ...row, authors: (authors.get(row.id) ?? []).map(({ name }) => name) }));
}
