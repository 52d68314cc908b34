import type { Db } from "~/db/database.server";
import { prepared } from "~/db/prepared.server";
import type { BookLists } from "../book";

// What other tables say of books: their people, tags, further languages, subjects and pictures.

interface Named {
  id: number;
  name: string;
}

/** All lists of these books. Five queries for any number. @returns the lists of one of them, by its id */
export async function bookLists(db: Db, bookIds: number[]): Promise<(bookId: number) => BookLists> {
  const [contributors, tags, languages, subjects, pictures] = await Promise.all([
    contributorsOf(db, bookIds),
    tagsOf(db, bookIds),
    furtherLanguagesOf(db, bookIds),
    subjectsOf(db, bookIds),
    picturesOf(db, bookIds),
  ]);
  return (bookId) => {
    const codes = subjects.get(bookId) ?? [];
    const codesOf = (scheme: "thema" | "bisac") =>
      codes.filter((subject) => subject.scheme === scheme).map(({ code }) => code);
    return {
      contributors: contributors.get(bookId) ?? [],
      tags: tags.get(bookId) ?? [],
      furtherLanguages: languages.get(bookId) ?? [],
      thema: codesOf("thema"),
      bisac: codesOf("bisac"),
      pictures: pictures.get(bookId) ?? [],
    };
  };
}

const authorRows = prepared((db, given: { bookIds: number[] }) =>
  db
    .selectFrom("book_authors as ba")
    .innerJoin("authors as a", "a.id", "ba.author_id")
    .select(["ba.book_id", "a.id", "a.name"])
    .where("ba.book_id", "in", given.bookIds)
    .orderBy("ba.book_id")
    .orderBy("ba.position"),
);

const tagRows = prepared((db, given: { bookIds: number[] }) =>
  db
    .selectFrom("book_tags as bt")
    .innerJoin("tags as t", "t.id", "bt.tag_id")
    .select(["bt.book_id", "t.id", "t.name"])
    .where("bt.book_id", "in", given.bookIds)
    .orderBy("t.name_key"),
);

/** The authors of each book, in the order of its title page. One query. */
export async function authorsOf(db: Db, bookIds: number[]): Promise<Map<number, Named[]>> {
  const rows = await authorRows(db, { bookIds });
  return byBook(rows, ({ id, name }) => ({ id, name }));
}

/** The tags of each book, by name. One query. */
export async function tagsOf(db: Db, bookIds: number[]): Promise<Map<number, Named[]>> {
  const rows = await tagRows(db, { bookIds });
  return byBook(rows, ({ id, name }) => ({ id, name }));
}

/** Everybody who contributed to each book, in the order of its title page. */
async function contributorsOf(db: Db, bookIds: number[]) {
  const rows = await db
    .selectFrom("book_contributors as bc")
    .innerJoin("authors as a", "a.id", "bc.author_id")
    .select(["bc.book_id", "a.id", "a.name", "bc.role"])
    .where("bc.book_id", "in", bookIds)
    .orderBy("bc.book_id")
    .orderBy("bc.position")
    .execute();
  return byBook(rows, ({ id, name, role }) => ({ id, name, role }));
}

/** By name. */
async function furtherLanguagesOf(db: Db, bookIds: number[]): Promise<Map<number, Named[]>> {
  const rows = await db
    .selectFrom("book_languages as bl")
    .innerJoin("languages as l", "l.id", "bl.language_id")
    .select(["bl.book_id", "l.id", "l.name"])
    .where("bl.book_id", "in", bookIds)
    .orderBy("l.name_key")
    .execute();
  return byBook(rows, ({ id, name }) => ({ id, name }));
}

async function subjectsOf(db: Db, bookIds: number[]) {
  const rows = await db
    .selectFrom("book_subjects")
    .select(["book_id", "scheme", "code"])
    .where("book_id", "in", bookIds)
    .orderBy("book_id")
    .orderBy("position")
    .execute();
  return byBook(rows, ({ scheme, code }) => ({ scheme, code }));
}

/** In their order. */
export async function picturesOf(db: Db, bookIds: number[]) {
  const rows = await db
    .selectFrom("book_pictures")
    .select(["book_id", "id", "file", "kind", "alt", "width", "height"])
    .where("book_id", "in", bookIds)
    .orderBy("book_id")
    .orderBy("position")
    .orderBy("id")
    .execute();
  return byBook(rows, ({ id, file, kind, alt, width, height }) => ({ id, file, kind, alt, width, height }));
}

function byBook<Row extends { book_id: number }, Entry>(
  rows: Row[],
  entryOf: (row: Row) => Entry,
): Map<number, Entry[]> {
  const grouped = new Map<number, Entry[]>();
  for (const row of rows) {
    const entries = grouped.get(row.book_id);
    if (entries) entries.push(entryOf(row));
    else grouped.set(row.book_id, [entryOf(row)]);
  }
  return grouped;
}
