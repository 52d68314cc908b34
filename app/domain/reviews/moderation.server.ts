import type { SelectQueryBuilder } from "kysely";
import type { Db } from "~/db/database.server";
import { textMatches } from "~/db/full-text.server";
import { unindexed } from "~/db/planner.server";
import type { Tables } from "~/db/tables";
import { searchFor } from "~/db/text-search";
import { recordAudit } from "../audit/audit.server";
import { type Listing, pageOf, searchedId } from "../listing/listing";
import { type ModeratedReview, REVIEW_STATE_LABELS, type ReviewSearch } from "./moderation";

type Matching<Row> = SelectQueryBuilder<Tables & { r: Tables["reviews"] }, "r", Row>;

/** One page of the matching reviews; newest first unless sorted. Searches title, authors and reviewer;
 * '#45' finds only the review with this id. */
export async function listReviewsForStaff(db: Db, search: ReviewSearch): Promise<Listing<ModeratedReview>> {
  const matching = matchingReviews(db, search);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...place } = pageOf(search, count);
  const isBroad = count > BROAD;
  const page = isBroad ? matchingReviews(db, search, isBroad) : matching;
  const ids = await inOrder(page.select("r.id"), search.sort).limit(limit).offset(offset).execute();
  const rows = await reviewsById(
    db,
    ids.map((row) => row.id),
  );
  return { rows, count, ...place };
}

/** With more matches than this, it is faster to read the page in the list's order than to collect and sort all. */
const BROAD = 1000;

/** @param inListOrder whether to check the reviews one by one, instead of looking up those of each book and reviewer */
function matchingReviews(
  db: Db,
  { q, state, rating, customer }: ReviewSearch,
  inListOrder = false,
): Matching<object> {
  let query: Matching<object> = db.selectFrom("reviews as r");
  if (state) query = query.where("r.hidden", "=", state === "hidden" ? 1 : 0);
  if (rating !== null) query = query.where("r.rating", "=", rating);
  if (customer !== null) query = query.where("r.account_id", "=", customer);
  if (q === "") return query;
  const id = searchedId(q);
  if (id !== null) return query.where("r.id", "=", id);
  const [ofBook, ofCustomer] = [searchFor("books", q, ["title", "names"]), searchFor("accounts", q)];
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
