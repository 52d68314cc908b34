import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "~/db/database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";

/** Of a large cart, only the books added last are considered. */
const MOST_BOOKS = 10;
/** How many of the best pairs of each book are considered. */
const PAIRS_EACH = 60;
/** How many of the newest books of a tag or author are considered: the cost must not grow with the catalogue. */
const BOOKS_EACH = 300;
const MOST_TAGS = 6;
const MOST_AUTHORS = 4;
/** Sharing an author counts more than sharing a tag with as many books. */
const AUTHOR_FACTOR = 1.5;

/**
 * 'You may also like': first books bought in the same orders, most often first, then books that share tags and
 * authors; rare tags and authors count more than common ones. Hidden and sold-out books are left out.
 * @param bookIds a book, or a cart's books, the latest last; they are not recommended themselves, nor are other editions
 *   of them
 * @param shown books that the page shows elsewhere; they are left out too
 */
export async function recommendBooks(
  db: Db,
  bookIds: number[],
  limit: number,
  shown: number[] = [],
): Promise<BookCard[]> {
  return bookCards(db, await recommendedIds(db, bookIds, limit, shown));
}

/** Like `recommendBooks`, only the ids. */
export async function recommendedIds(
  db: Db,
  bookIds: number[],
  limit: number,
  shown: number[] = [],
): Promise<number[]> {
  if (bookIds.length === 0) return [];
  const from = bookIds.slice(-MOST_BOOKS);
  const chosen = new Set<number>();
  const [editions, traits] = await Promise.all([editionsOf(db, bookIds), traitsOf(db, from)]);
  const known = new Set([...bookIds, ...shown, ...editions]);
  const choose = (ids: number[]) => {
    for (const id of ids) if (chosen.size < limit && !known.has(id)) chosen.add(id);
  };
  choose(await boughtTogether(db, from, limit + known.size));
  if (chosen.size < limit) choose(await alike(db, traits, limit + known.size + chosen.size));
  return [...chosen];
}

/** All editions of the same works. */
async function editionsOf(db: Db, bookIds: number[]): Promise<number[]> {
  const works = db
    .selectFrom("books")
    .select("work_id")
    .where("id", "in", bookIds)
    .where("work_id", "is not", null);
  const rows = await db.selectFrom("books").select("id").where("work_id", "in", works).execute();
  return rows.map(({ id }) => id);
}

async function boughtTogether(db: Db, bookIds: number[], limit: number): Promise<number[]> {
  const partnersOf = (bookId: number) =>
    db
      .selectFrom(
        db
          .selectFrom("bought_together as t")
          .innerJoin("books as b", "b.id", "t.other_id")
          .select(["t.other_id as id", "t.order_count as points"])
          .where("t.book_id", "=", bookId)
          .where("b.hidden", "=", 0)
          .where("b.stock", ">", 0)
          .orderBy("t.order_count", "desc")
          .orderBy("t.other_id")
          .limit(PAIRS_EACH)
          .as("partner"),
      )
      .selectAll();
  return mostPoints(db, bookIds.map(partnersOf), limit);
}

/** A tag or author of the given books, and the weight of sharing it. */
interface Trait {
  kind: "tag" | "author";
  id: number;
  weight: number;
}

async function alike(db: Db, traits: Trait[], limit: number): Promise<number[]> {
  return mostPoints(
    db,
    traits.map((trait) => sharing(db, trait)),
    limit,
  );
}

/** The table that links books with a trait, and its column with the trait's id. */
const HOLDERS = {
  tag: { table: "book_tags", trait: "h.tag_id" },
  author: { table: "book_authors", trait: "h.author_id" },
} as const;

/** The newest available books that share the trait, each with its weight. */
function sharing(db: Db, { kind, id, weight }: Trait) {
  const { table, trait } = HOLDERS[kind];
  const newest = db
    .selectFrom(sql<{ book_id: number }>`${sql.table(table)}`.as("h"))
    .innerJoin("books as b", "b.id", "h.book_id")
    .select("h.book_id as id")
    .where(sql.ref(trait), "=", id)
    .where("b.hidden", "=", 0)
    .where("b.stock", ">", 0)
    .orderBy("h.book_id", "desc")
    .limit(BOOKS_EACH);
  const points = sql<number>`cast(${weight} as double precision)`;
  return db.selectFrom(newest.as("holder")).select(["holder.id", points.as("points")]);
}

/** The ids of the books with the most points in all these lists; ties are sorted by rating, then by copies sold. */
async function mostPoints<From, Table extends keyof From>(
  db: Db,
  lists: SelectQueryBuilder<From, Table, { id: number; points: number }>[],
  limit: number,
): Promise<number[]> {
  const [first, ...others] = lists;
  if (!first) return [];
  const rows = await db
    .selectFrom(others.reduce((all, one) => all.unionAll(one), first).as("list"))
    .innerJoin("books as b", "b.id", "list.id")
    .select("b.id")
    .groupBy("b.id")
    .orderBy((eb) => eb.fn.sum("list.points"), "desc")
    .orderBy("b.rating", "desc")
    .orderBy("b.sold_count", "desc")
    .orderBy("b.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** The tags and authors of these books with the highest weights. */
async function traitsOf(db: Db, bookIds: number[]): Promise<Trait[]> {
  const lastBook = db
    .selectFrom("books")
    .select((eb) => eb.fn.max<number>("id").as("shop"))
    .executeTakeFirstOrThrow();
  const ofTags = db
    .selectFrom("book_tags as bt")
    .innerJoin("tags as t", "t.id", "bt.tag_id")
    .select((eb) => ["t.id", "t.book_count as books", eb.fn.countAll<number>().as("times")])
    .where("bt.book_id", "in", bookIds)
    .groupBy("t.id")
    .execute();
  const ofAuthors = db
    .selectFrom("book_authors as ba")
    .select((eb) => ["ba.author_id as id", eb.fn.countAll<number>().as("times")])
    .select((eb) =>
      eb
        .selectFrom("book_authors as all")
        .select((all) => all.fn.countAll<number>().as("count"))
        .whereRef("all.author_id", "=", "ba.author_id")
        .as("books"),
    )
    .where("ba.book_id", "in", bookIds)
    .groupBy("ba.author_id")
    .execute();
  const [{ shop }, tags, authors] = await Promise.all([lastBook, ofTags, ofAuthors]);
  return [
    ...weightiest("tag", tags, shop, MOST_TAGS),
    ...weightiest(
      "author",
      authors.map((author) => ({ ...author, books: author.books ?? 1 })),
      shop,
      MOST_AUTHORS,
    ),
  ];
}

/** @param shop approximate number of books in the shop */
function weightiest(
  kind: Trait["kind"],
  found: { id: number; books: number; times: number }[],
  shop: number,
  most: number,
): Trait[] {
  const factor = kind === "author" ? AUTHOR_FACTOR : 1;
  return (
    found
      // Integers, so that a sum does not depend on the order of adding.
      .map(({ id, books, times }): Trait => {
        const rarity = Math.log(1 + shop / Math.max(1, books));
        return { kind, id, weight: Math.round(1000 * factor * times * rarity) };
      })
      .sort((a, b) => b.weight - a.weight || a.id - b.id)
      .slice(0, most)
  );
}
