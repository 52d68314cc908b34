import type { SelectQueryBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { forgivingMatch, heardIn, nearWord } from "~/db/search/forgiving-search";
import { textMatches } from "~/db/search/full-text.server";
import { unindexed } from "~/db/planner.server";
import { anyOf, type Match } from "~/db/search/match";
import { nearWords } from "~/db/search/near-words.server";
import type { Tables } from "~/db/tables";
import { eachWord, searchFor, soundsLike, typedWords, word } from "~/db/search/text-search";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type ForgivingListing, type Listing, pageOf, searchedId } from "~/domain/kit/listing/listing";
import { type ModeratedReview, REVIEW_STATE_LABELS, type ReviewSearch } from "./moderation";

type Matching<Row> = SelectQueryBuilder<Tables & { r: Tables["reviews"] }, "r", Row>;

/**
 * One page of the matching reviews; newest first unless sorted. Searches title, authors and reviewer, and forgives wrong letters in
 * them if that finds no review otherwise; '#45' finds only the review with this id.
 */
export async function listReviewsForStaff(
  db: Db,
  search: ReviewSearch,
): Promise<ForgivingListing<ModeratedReview>> {
  const asTyped = searchOf(search.q);
  const list = await readPage(db, search, asTyped);
  if (list.count > 0 || !asTyped || asTyped.id !== null) return { ...list, isForgiven: false };
  const similar = await forgiven(db, search, asTyped);
  if (!similar) return { ...list, isForgiven: false };
  return { ...(await readPage(db, search, similar)), isForgiven: true };
}

async function readPage(
  db: Db,
  search: ReviewSearch,
  text: ReviewText | null,
): Promise<Listing<ModeratedReview>> {
  const matching = matchingReviews(db, search, text);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...place } = pageOf(search, count);
  const page = count > BROAD ? matchingReviews(db, search, text, true) : matching;
  const ids = await inOrder(page.select("r.id"), search.sort).limit(limit).offset(offset).execute();
  const rows = await reviewsById(
    db,
    ids.map((row) => row.id),
  );
  return { rows, count, ...place };
}

/** With more matches than this, it is faster to read the page in the list's order than to collect and sort all. */
const BROAD = 1000;

/** What a typed text finds: the review with this id, or reviews of these books and by these customers. */
interface ReviewText {
  id: number | null;
  ofBook: Match | null;
  ofCustomer: Match | null;
}

/** Of a book, its title and authors. */
const PRINTED = ["title", "names"];

/** @returns null for an empty text: all reviews */
function searchOf(q: string): ReviewText | null {
  if (q === "") return null;
  const ofBook = eachWord(typedWords(q), heardInBook);
  return { id: searchedId(q), ofBook, ofCustomer: searchFor("accounts", q) };
}

const heardInBook = (one: string, isOpen: boolean) =>
  anyOf(word(one, PRINTED, isOpen), soundsLike(one, ["fine"], isOpen));

/** What a word of a title or an author may be that has wrong letters. */
async function nearInBook(db: Db, one: string): Promise<Match | null> {
  const columns = { written: PRINTED, fine: ["fine"], coarse: null };
  const matches = (await nearWords(db, one)).map(({ kind, form }) => {
    // Coarse keys are those of all texts about a book.
    const places = columns[kind];
    return places && word(form, places);
  });
  return anyOf(...matches);
}

/** Reviews of similar books and by customers with similar names; null if the text finds some, which only the filters leave out. */
async function forgiven(db: Db, search: ReviewSearch, asTyped: ReviewText): Promise<ReviewText | null> {
  const finds = async (text: Partial<ReviewText>) => {
    const all = { state: null, rating: null, customer: null };
    const matching = matchingReviews(db, all, { id: null, ofBook: null, ofCustomer: null, ...text });
    return (await matching.select("r.id").limit(1).execute()).length > 0;
  };
  const { state, rating, customer, q } = search;
  const isNarrowed = state !== null || rating !== null || customer !== null;
  if (isNarrowed && (await finds(asTyped))) return null;
  const ofBook = await forgivingMatch(q, {
    heard: heardInBook,
    mended: (one) => nearInBook(db, one),
    isFound: (match) => finds({ ofBook: match }),
  });
  const ofCustomer = await forgivingMatch(q, {
    heard: heardIn("accounts"),
    mended: nearWord,
    isFound: (match) => finds({ ofCustomer: match }),
  });
  return ofBook || ofCustomer ? { id: null, ofBook, ofCustomer } : null;
}

/** @param inListOrder whether to check the reviews one by one, instead of looking up those of each book and reviewer */
function matchingReviews(
  db: Db,
  { state, rating, customer }: Pick<ReviewSearch, "state" | "rating" | "customer">,
  text: ReviewText | null,
  inListOrder = false,
): Matching<object> {
  let query: Matching<object> = db.selectFrom("reviews as r");
  if (state) query = query.where("r.hidden", "=", state === "hidden" ? 1 : 0);
  if (rating !== null) query = query.where("r.rating", "=", rating);
  if (customer !== null) query = query.where("r.account_id", "=", customer);
  if (!text) return query;
  const { id, ofBook, ofCustomer } = text;
  if (id !== null) return query.where("r.id", "=", id);
  const column = (name: string) => (inListOrder ? unindexed<number>(`r.${name}`) : `r.${name}`);
  return query.where((eb) =>
    eb.or([
      ...(ofBook ? [textMatches("books", column("book_id"), ofBook)] : []),
      ...(ofCustomer ? [textMatches("accounts", column("account_id"), ofCustomer)] : []),
    ]),
  );
}

/** Each order has its own index, read forwards or backwards. */
function inOrder<Row>(query: Matching<Row>, sort: ReviewSearch["sort"]): Matching<Row> {
  if (sort?.field === "rating") {
    return query
      .orderBy("r.rating", sort.direction)
      .orderBy("r.updated_at", sort.direction)
      .orderBy("r.id", sort.direction);
  }
  const direction = sort?.direction ?? "desc";
  return query.orderBy("r.updated_at", direction).orderBy("r.id", direction === "asc" ? "desc" : "asc");
}

/** @returns null when there is no such review */
export async function findReviewForStaff(db: Db, id: number): Promise<ModeratedReview | null> {
  return (await reviewsById(db, [id]))[0] ?? null;
}

async function reviewsById(db: Db, ids: number[]): Promise<ModeratedReview[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("reviews as r")
    .innerJoin("books as b", "b.id", "r.book_id")
    .innerJoin("accounts as a", "a.id", "r.account_id")
    .select(["r.id", "r.rating", "r.remarks", "r.hidden", "r.updated_at"])
    .select(["b.id as book_id", "b.title", "b.hidden as book_hidden"])
    .select(["a.id as account_id", "a.first_name", "a.last_name", "a.email"])
    .where("r.id", "in", ids)
    .execute();
  const reviews = rows.map((row) => ({
    id: row.id,
    book: { id: row.book_id, title: row.title, hidden: row.book_hidden === 1 },
    rating: row.rating,
    remarks: row.remarks,
    reviewer: { id: row.account_id, name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    writtenAt: row.updated_at,
    hidden: row.hidden === 1,
  }));
  return reviews.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

export type ModerationOutcome =
  | { ok: true }
  | { ok: false; reason: "not_found" | "rewritten"; message: string };

/**
 * Hides a review from the store, or shows it again; database triggers update the book's rating. A repeated call
 * changes nothing.
 * @param review.readAt `writtenAt` of the text that staff read: if the review was rewritten since, the call is
 *   refused, so that they do not approve a text they have not read; null: applies to the current text
 */
export async function setReviewHidden(
  db: Db,
  review: { reviewId: number; hidden: boolean; readAt: string | null; staffId: number },
  now = new Date(),
): Promise<ModerationOutcome> {
  const { reviewId, hidden, readAt, staffId } = review;
  const flag = hidden ? 1 : 0;
  return db.transaction().execute(async (trx) => {
    const current = await trx
      .selectFrom("reviews")
      .select(["hidden", "updated_at"])
      .where("id", "=", reviewId)
      .executeTakeFirst();
    if (!current) return { ok: false, reason: "not_found", message: "Review Not Found" };
    if (current.hidden === flag) return { ok: true };
    if (readAt !== null && current.updated_at !== readAt) {
      const message = "The review has been rewritten in the meantime. Please read it again";
      return { ok: false, reason: "rewritten", message };
    }
    await trx
      .updateTable("reviews")
      .set({ hidden: flag })
      .where("id", "=", reviewId)
      .where("hidden", "!=", flag)
      .execute();
    const label = (isHidden: boolean) => REVIEW_STATE_LABELS[isHidden ? "hidden" : "visible"];
    await recordAudit(
      trx,
      {
        staffId,
        subject: "review",
        subjectId: reviewId,
        action: hidden ? "hid" : "showed",
        before: { State: label(!hidden) },
        after: { State: label(hidden) },
      },
      now,
    );
    return { ok: true };
  });
}
