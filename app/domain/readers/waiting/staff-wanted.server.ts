import type { Db } from "~/db/database.server";
import { positionOf } from "~/db/search/full-text.server";
import { wordsOf } from "~/db/search/words";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, pageOf, searchedId } from "~/domain/kit/listing/listing";
import { findForSale } from "./waiting.server";
import {
  CANNOT_BE_BOUGHT,
  peopleTold,
  WANTED_NOT_FOUND,
  type WantedSearch,
  type WantedTitle,
} from "./wanted-titles";

/** Requests for one title with the same answer. */
function grouped(db: Db, { q, state }: Pick<WantedSearch, "q" | "state">) {
  let requests = db.selectFrom("wanted_titles as w");
  if (state !== "all")
    requests = requests.where("w.answered_at", state === "waiting" ? "is" : "is not", null);
  const id = searchedId(q);
  const sought = wordsOf(q).join(" ");
  if (id !== null)
    requests = requests.where("w.title_key", "in", (eb) =>
      eb.selectFrom("wanted_titles").select("title_key").where("id", "=", id),
    );
  else if (q) requests = requests.where((eb) => eb(positionOf("w.title_key", sought), ">", 0));
  return requests
    .groupBy(["w.title_key", "w.answered_at", "w.book_id"])
    .select((eb) => [
      "w.title_key as title",
      "w.answered_at as answered",
      "w.book_id as bookId",
      eb.fn.min<number>("w.id").as("id"),
      eb.fn.max<number>("w.id").as("last"),
      eb.fn.countAll<number>().as("people"),
      eb.fn.max<string>("w.requested_at").as("asked"),
      eb.fn.max<string>("w.author").as("author"),
    ]);
}

/** How many titles the list has. */
export async function countWantedTitles(db: Db, search: Pick<WantedSearch, "q" | "state">): Promise<number> {
  const { count } = await db
    .selectFrom(grouped(db, search).as("g"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the titles that were asked for; those that most people want first. */
export async function listWantedTitles(db: Db, search: WantedSearch): Promise<Listing<WantedTitle>> {
  const count = await countWantedTitles(db, search);
  const { limit, offset, ...page } = pageOf(search, count);
  const { field, direction } = search.sort ?? { field: "people", direction: "desc" };
  const rows = await grouped(db, search)
    .orderBy(field, direction)
    .orderBy("asked", "desc")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  const titles = await db
    .selectFrom("wanted_titles")
    .select(["id", "title"])
    .where(
      "id",
      "in",
      rows.map(({ last }) => last),
    )
    .execute();
  const books = await db
    .selectFrom("books")
    .select(["id", "title"])
    .where(
      "id",
      "in",
      rows.flatMap(({ bookId }) => bookId ?? []),
    )
    .execute();
  return {
    rows: rows.map(({ id, last, people, asked, author, answered, bookId }) => ({
      id,
      title: titles.find((one) => one.id === last)!.title,
      author,
      people,
      asked,
      answered,
      book: books.find((one) => one.id === bookId) ?? null,
    })),
    count,
    ...page,
  };
}

/** A title that somebody waits for, with the addresses of all who do. @param id of any request for it @returns null for none */
export async function findWantedTitle(
  db: Db,
  id: number,
): Promise<{ id: number; title: string; author: string; emails: string[] } | null> {
  const requests = await db
    .selectFrom("wanted_titles")
    .select(["title", "author", "email"])
    .where("title_key", "in", (eb) =>
      eb
        .selectFrom("wanted_titles")
        .select("title_key")
        .where("id", "=", id)
        .where("answered_at", "is", null),
    )
    .where("answered_at", "is", null)
    .orderBy("id")
    .execute();
  const last = requests.at(-1);
  if (!last) return null;
  return {
    id,
    title: last.title,
    author: requests
      .map(({ author }) => author)
      .sort()
      .at(-1)!,
    emails: requests.map(({ email }) => email),
  };
}

export type WantedOutcome =
  | { ok: true; message: string }
  | { ok: false; reason: "unknown" | "not_on_sale"; message: string };

/**
 * Names the book that a title is: everybody who asked for the title until now gets a mail soon (`sendWantedMails`).
 * @param given.id of any request for the title @param given.bookId a visible book that can be bought
 */
export async function answerWantedTitle(
  db: Db,
  { id, bookId, staffId }: { id: number; bookId: number; staffId: number },
  now = new Date(),
): Promise<WantedOutcome> {
  const outcome = await db.transaction().execute(async (trx): Promise<WantedOutcome> => {
    const wanted = await findWantedTitle(trx, id);
    if (!wanted) return { ok: false, reason: "unknown", message: WANTED_NOT_FOUND };
    const book = await findForSale(trx, bookId, now);
    if (!book || book.stock === 0) return { ok: false, reason: "not_on_sale", message: CANNOT_BE_BOUGHT };
    await trx
      .updateTable("wanted_titles")
      .set({ answered_at: now.toISOString(), book_id: bookId })
      .where("title_key", "in", (eb) =>
        eb.selectFrom("wanted_titles").select("title_key").where("id", "=", id),
      )
      .where("answered_at", "is", null)
      .execute();
    const people = wanted.emails.length;
    await recordAudit(
      trx,
      {
        staffId,
        subject: "wanted_title",
        subjectId: id,
        action: "answered",
        before: { Book: null, People: null },
        after: { Book: book.title, People: people },
      },
      now,
    );
    return { ok: true, message: peopleTold(people, book.title) };
  });
  if (outcome.ok) wake("stock-alerts");
  return outcome;
}

/**
 * Deletes all requests for a title that have the same answer, or none. The audit entry has no word of them.
 * @returns false: there is none
 */
export async function deleteWantedTitle(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const one = await trx
      .selectFrom("wanted_titles")
      .select(["title_key", "answered_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!one) return false;
    const gone = await trx
      .deleteFrom("wanted_titles")
      .where("title_key", "=", one.title_key)
      .where((eb) =>
        one.answered_at === null ? eb("answered_at", "is", null) : eb("answered_at", "=", one.answered_at),
      )
      .executeTakeFirst();
    const entry = { staffId, subject: "wanted_title", subjectId: id, action: "deleted" } as const;
    const people = Number(gone.numDeletedRows);
    await recordAudit(trx, { ...entry, before: { People: people }, after: { People: null } }, now);
    return true;
  });
}
