import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from "kysely";
import type { Tables } from "./tables";

type BooksAsB = Tables & { b: Tables["books"] };

/** How much a match in each column counts, in the order of books_fts' columns. */
const WEIGHTS = { title: 10, authors: 6, publisher: 1.5, tags: 4, isbn: 20, brief: 2, description: 1 };

const MAX_WORDS = 12;

/**
 * The words of a search as an FTS5 expression that cannot be misread: each is quoted, so that no operator, column
 * filter or bracket of FTS5's own language survives. All must occur; the last may be the beginning of a word.
 * @param isbns whole ISBNs to find as well, letters and digits only
 * @returns null when the text holds nothing to look for
 */
export function fullTextExpression(text: string, isbns: string[] = []): string | null {
  const words = text
    .split(/[\s"\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  const all = `${words.map((word) => `"${word}"`).join(" ")}*`;
  if (isbns.length === 0) return all;
  return `(isbn : (${isbns.map((isbn) => `"${isbn.replace(/[^\dA-Za-z]/g, "")}"`).join(" OR ")})) OR (${all})`;
}

/**
 * Narrows a query on books (as `b`) to those that match.
 * @param expression from `fullTextExpression`
 */
export function whereTextMatches<Row>(query: SelectQueryBuilder<BooksAsB, "b", Row>, expression: string) {
  const joined = query
    .innerJoin("books_fts", "books_fts.rowid", "b.id")
    .where(sql<boolean>`books_fts match ${expression}`);
  // The joined table adds nothing that callers may select.
  return joined as unknown as SelectQueryBuilder<BooksAsB, "b", Row>;
}

/** For `order by` in a query narrowed by `whereTextMatches`: the best match first (bm25 is negative, the better the lower). */
export function relevance(): Expression<number> {
  return sql<number>`bm25(books_fts, ${sql.raw(Object.values(WEIGHTS).join(", "))})`;
}

/**
 * For `where`: rows whose text in this index matches.
 * @param idColumn the column that holds the index's rowid, e.g. "o.id"
 * @param expression from `fullTextExpression`
 */
export function textMatches(
  index: "books_fts" | "orders_fts" | "accounts_fts",
  idColumn: string,
  expression: string,
): Expression<SqlBool> {
  const table = sql.table(index);
  return sql<SqlBool>`${sql.ref(idColumn)} in (select rowid from ${table} where ${table} match ${expression})`;
}

/** For `where`: whether the column holds this text somewhere, letter for letter. For small tables: it reads every row. */
export function contains(column: string, text: string): Expression<SqlBool> {
  return sql<SqlBool>`instr(${sql.ref(column)}, ${text}) > 0`;
}
