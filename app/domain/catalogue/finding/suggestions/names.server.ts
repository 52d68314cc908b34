import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { nameInIndex } from "~/db/name-lists";
import type { Match } from "~/db/search/match";
import { searchFor, soundsLike, word } from "~/db/search/text-search";
import { listTags } from "../../books/lists/catalogue.server";
import { tagPath } from "../../books/lists/list-address";
import { namePath } from "../../names/name-address";
import { soughtWords } from "../search-books.server";
import { NAME_KINDS, type NameGroup, type NameKind, type SuggestedName, TOUCHED_KINDS } from "./suggestions";

/** More names with the same beginning are not compared. */
const MOST_COMPARED = 300;
/** Names with more books than this count alike: counting all books of a large publisher takes long. */
const MOST_COUNTED = 100;
/** Of a long search, only these words lead to names. */
const MOST_WORDS = 6;

type Kind = NameKind | keyof typeof TOUCHED_KINDS;

/** Tables of books by name, and the column with the name. A book of two roles of one author counts twice. */
const BOOKS_OF = {
  authors: { table: "book_contributors", name: "author_id", book: "book_id" },
  series: { table: "books", name: "series_id", book: "id" },
  publishers: { table: "books", name: "publisher_id", book: "id" },
  languages: { table: "books", name: "language_id", book: "id" },
} as const;

/**
 * Names with visible books that a text finds: those with its words as typed first, then those that sound so; of these, names
 * with more books first.
 */
export async function suggestNames(db: Db, q: string): Promise<NameGroup[]> {
  const matches = [searchFor("names", q, ["name"]), searchFor("names", q)];
  const { authors, series, publishers, categories } = NAME_KINDS;
  const found = await namesOf(db, matches, {
    authors: authors.most,
    series: series.most,
    publishers: publishers.most,
    categories: categories.most,
  });
  return (Object.keys(NAME_KINDS) as NameKind[]).flatMap((kind) => {
    const names = found[kind] ?? [];
    return names.length > 0 ? [{ kind, label: NAME_KINDS[kind].label, names }] : [];
  });
}

/**
 * Categories, authors, series, publishers and languages with visible books that have what was typed, then those that have one of
 * its words, as typed or as it sounds.
 */
export async function namesTouched(db: Db, q: string): Promise<SuggestedName[]> {
  const each = soughtWords(q).slice(0, MOST_WORDS);
  const matches = [searchFor("names", q), ...each.map((one) => word(one, ["name"])), ...each.map(sounding)];
  const found = await namesOf(db, matches, TOUCHED_KINDS);
  return (Object.keys(TOUCHED_KINDS) as Kind[]).flatMap((kind) => found[kind] ?? []);
}

const sounding = (one: string) => soundsLike(one, ["fine"]);

/** The names of each kind that match, at most so many: those of an earlier match first. */
async function namesOf(
  db: Db,
  matches: (Match | null)[],
  most: Partial<Record<Kind, number>>,
): Promise<Partial<Record<Kind, SuggestedName[]>>> {
  const found: Partial<Record<Kind, SuggestedName[]>> = {};
  const known = new Set<number>();
  for (const match of matches) {
    if (!match) continue;
    const { rows } = await sql<{ id: number }>`${matchingIds("names", match)}
      order by 1 limit ${sql.lit(MOST_COMPARED)}`.execute(db);
    const unknown = rows.map(({ id }) => id).filter((id) => !known.has(id));
    for (const id of unknown) known.add(id);
    const fresh = unknown.flatMap((id) => nameInIndex(id) ?? []);
    for (const kind of Object.keys(most) as Kind[]) {
      const table = kind === "categories" ? "tags" : kind;
      const ids = fresh.filter((name) => name.table === table).map(({ id }) => id);
      const before = found[kind] ?? [];
      const room = most[kind]! - before.length;
      if (ids.length > 0 && room > 0) found[kind] = [...before, ...(await best(db, kind, ids, room))];
    }
  }
  return found;
}

/** Those with the most visible books, at most `most`; names without one are left out. */
async function best(db: Db, kind: Kind, ids: number[], most: number): Promise<SuggestedName[]> {
  if (kind === "categories") {
    const wanted = new Set(ids);
    const tags = (await listTags(db)).filter(({ id }) => wanted.has(id));
    return tags
      .sort((a, b) => b.count - a.count)
      .slice(0, most)
      .map(({ name }) => ({ name, path: tagPath(name) }));
  }
  const { table, name, book } = BOOKS_OF[kind];
  const own = sql`${sql.table(table)} as own where ${sql.ref(`own.${name}`)} = n.id`;
  const { rows } = await sql<{ id: number; name: string }>`
    select n.id, n.name from ${sql.table(kind)} as n
    where n.id in (${sql.join(ids)}) and exists (
      select 1 from ${sql.table(table)} as own
      join books as b on b.id = ${sql.ref(`own.${book}`)} and b.hidden = 0
      where ${sql.ref(`own.${name}`)} = n.id)
    order by (select count(*) from (select 1 from ${own} limit ${sql.lit(MOST_COUNTED)}) as counted) desc,
      n.name_key, n.id
    limit ${sql.lit(most)}`.execute(db);
  return rows.map((row) => ({ name: row.name, path: namePath(kind, row) }));
}
