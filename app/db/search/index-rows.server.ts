import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "../by-engine";
import type { Db } from "../engine";
import { lexeme } from "../postgres/tsquery";
import { markOf } from "./index-mark";
import { knownWords, NearWords, noteWords } from "./near-words.server";
import { columnsOf, type Subject, type SubjectName, SUBJECTS, WITH_NEAR_WORDS } from "./subjects";
import { titleKey } from "./title-key";
import { type TextRow, type Tokens, tokensOf } from "./tokens";

/** Rows that are indexed before one commit; the background work indexes what is left, e.g. after a name of very many books changed. */
const MOST_AT_COMMIT = 5_000;
/** Rows that the background work indexes in one transaction, so that other writes do not wait long. */
const MOST_IN_BACKGROUND = 200;

const NAMES = Object.keys(SUBJECTS) as SubjectName[];

interface Noted {
  subject: SubjectName;
  row_id: number;
}

/**
 * Brings the indexes up to date with the rows that a transaction changed, as triggers noted them, as its last step. Of very many
 * the rest is left to the background work.
 * @param trx an open transaction of the write connection
 */
export async function indexQueued(trx: Db): Promise<void> {
  if ((await indexFrom(trx, "search_queue", MOST_AT_COMMIT)) < MOST_AT_COMMIT) return;
  await sql`insert into search_later select subject, row_id from search_queue where true on conflict do nothing`.execute(
    trx,
  );
  await sql`delete from search_queue`.execute(trx);
}

/** The background work: rows that a commit left, and those that a new index does not have yet. @returns 0: there were none */
export async function indexRest(db: Db): Promise<number> {
  const left = await db.transaction().execute((trx) => indexFrom(trx, "search_later", MOST_IN_BACKGROUND));
  if (left > 0) return left;
  for (const name of NAMES) {
    if (await fillNext(db, name, MOST_IN_BACKGROUND)) return MOST_IN_BACKGROUND;
  }
  return 0;
}

/** Rows of a new index that are written in one transaction, so that other processes can write in between. */
const ROWS_A_STEP = 1_000;
/** After so many steps the words of their rows are noted. If the process ends before, it does these steps again. */
const STEPS_A_STRETCH = 10;

/** Adds all rows to an index that was made anew, the newest first. If this ends half-way, the background work goes on. */
export async function fillIndex(db: Db, name: SubjectName): Promise<void> {
  const near = new NearWords(knownWords());
  for (let to = await unfilledTo(db, name); to > 0;) {
    for (let step = 0; step < STEPS_A_STRETCH && to > 0; step += 1) {
      const from = to;
      to = await db.transaction().execute((trx) => fillDown(trx, name, from, ROWS_A_STEP, near));
    }
    while (near.isLeft) await db.transaction().execute((trx) => near.writeNext(trx));
    await setUnfilledTo(db, name, to);
  }
}

/** Adds the next rows to an index that was made anew, in one transaction. @returns whether there were any */
async function fillNext(db: Db, name: SubjectName, most: number): Promise<boolean> {
  if ((await unfilledTo(db, name)) === 0) return false;
  await db.transaction().execute(async (trx) => {
    const to = await fillDown(trx, name, await unfilledTo(trx, name), most);
    await setUnfilledTo(trx, name, to);
  });
  return true;
}

/**
 * Up to this id, an index that was made anew does not have its rows yet. 0: it has all, or a newer version beside this one has
 * made it by other rules, and fills it.
 */
async function unfilledTo(db: Db, name: SubjectName): Promise<number> {
  const unfilled = db
    .selectFrom("search_indexes")
    .select("unfilled_to as to")
    .where("subject", "=", name)
    .where("mark", "=", markOf(name));
  return (await unfilled.executeTakeFirst())?.to ?? 0;
}

async function setUnfilledTo(db: Db, name: SubjectName, to: number): Promise<void> {
  await db.updateTable("search_indexes").set({ unfilled_to: to }).where("subject", "=", name).execute();
}

/** Adds rows to an index from this id on down. @returns from which id on the next ones are; 0: these were the last */
async function fillDown(
  trx: Db,
  name: SubjectName,
  to: number,
  most: number,
  near?: NearWords,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(SUBJECTS[name].view)}
    where id <= ${to} order by id desc limit ${sql.lit(most)}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await indexRows(trx, name, ids, near);
  return ids.length < most ? 0 : ids.at(-1)! - 1;
}

/** Indexes noted rows, the newest of each subject first. @returns how many */
async function indexFrom(trx: Db, noted: "search_queue" | "search_later", most: number): Promise<number> {
  const first = NAMES.map(
    (name) => sql`select * from (
      select subject, row_id from ${sql.table(noted)} where subject = ${sql.lit(name)}
      order by row_id desc limit ${sql.lit(most)}
    ) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Noted>`delete from ${sql.table(noted)} where (subject, row_id) in (
    select subject, row_id from (${sql.join(first, sql` union all `)}) as noted limit ${sql.lit(most)}
  ) returning subject, row_id`.execute(trx);
  for (const name of NAMES) {
    const ids = rows.filter(({ subject }) => subject === name).map((row) => row.row_id);
    if (ids.length > 0) await indexRows(trx, name, ids);
  }
  return rows.length;
}

/** Indexes these rows as they are now; those that are gone are removed. @param near is given their words, for later */
async function indexRows(trx: Db, name: SubjectName, ids: number[], near?: NearWords): Promise<void> {
  const subject = SUBJECTS[name];
  // On SQLite all deletions first: at each change of direction its index writes down what it has collected in memory.
  await sql`delete from ${sql.table(subject.index)} where ${rowId(trx)} in (${sql.join(ids)})`.execute(trx);
  await writeRows(trx, name, await readTexts(trx, subject, sql`id in (${sql.join(ids)})`), near);
  if (name === "books") await keyTitles(trx, sql`id in (${sql.join(ids)})`);
}

/** Titles that are given their keys in one transaction. */
const TITLES_A_STEP = 1_000;

/** Gives books their keys that were there before titles had some. If there are none, nothing is written. */
export async function fillTitleKeys(write: Db): Promise<void> {
  const lacking = sql`select id from books where title_key = '' limit ${sql.lit(TITLES_A_STEP)}`;
  while ((await lacking.execute(write)).rows.length > 0)
    await write.transaction().execute((trx) => keyTitles(trx, sql`id in (${lacking})`));
}

/** Gives these books the keys of their titles, where they have others. */
async function keyTitles(trx: Db, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; title: string; key: string }>`
    select id, title, title_key as key from books where ${where}`.execute(trx);
  const changed = rows
    .map(({ id, title, key }) => ({ id, was: key, key: titleKey(title) }))
    .filter(({ key, was }) => key !== was);
  if (changed.length === 0) return;
  await writeKeys(trx, JSON.stringify(changed)).execute(trx);
}

const writeKeys = (trx: Db, given: string) =>
  isPostgres(trx)
    ? sql`update books set title_key = given ->> 'key' from jsonb_array_elements(${given}::jsonb) as given
        where books.id = (given ->> 'id')::bigint`
    : sql`update books set title_key = given.value ->> 'key' from json_each(${given}) as given
        where books.id = given.value ->> 'id'`;

/** The texts of rows, in the order of their ids. */
async function readTexts(trx: Db, { view }: Subject, where: RawBuilder<unknown>): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`select * from ${sql.table(view)} where ${where} order by id`.execute(
    trx,
  );
  return rows;
}

/** Adds rows to the index, which does not have them. */
async function writeRows(trx: Db, name: SubjectName, rows: TextRow[], near?: NearWords): Promise<void> {
  if (rows.length === 0) return;
  const subject = SUBJECTS[name];
  const words = new Set<string>();
  const onWord = WITH_NEAR_WORDS.includes(name) ? (word: string) => words.add(word) : undefined;
  const all = rows.map((row) => ({ id: row.id, tokens: tokensOf(subject, row, onWord) }));
  await (isPostgres(trx) ? writeVectors : writeColumns)(trx, subject, all);
  if (words.size === 0) return;
  if (near) near.collect(words);
  else await noteWords(trx, words);
}

interface Indexed {
  id: number;
  tokens: Tokens;
}

/** SQLite's name of the id. */
const rowId = (db: Db) => sql.raw(isPostgres(db) ? "row_id" : "rowid");

async function writeColumns(trx: Db, subject: Subject, rows: Indexed[]): Promise<void> {
  const columns = columnsOf(subject);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(["rowid", ...columns].map(() => sql`${null}`));
  // Built once, since that takes nearly as long as to write a row.
  const insert = sql`insert into ${sql.table(subject.index)} (rowid, ${names}) values (${values})`.compile(
    trx,
  );
  for (const { id, tokens } of rows) {
    const parameters = [id, ...columns.map((column) => [...tokens.get(column)!].join(" "))];
    await trx.executeQuery({ ...insert, parameters });
  }
}

async function writeVectors(trx: Db, subject: Subject, rows: Indexed[]): Promise<void> {
  const given = rows.map(({ id, tokens }) => ({
    id,
    words: [...tokens].flatMap(([column, words]) => [...words].map((word) => lexeme(column, word))),
  }));
  // Whatever is no character of a text of PostgreSQL is in no word either.
  await sql`insert into ${sql.table(subject.index)} (row_id, words)
    select (given ->> 'id')::bigint, array_to_tsvector(array(select jsonb_array_elements_text(given -> 'words')))
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) as given`.execute(trx);
}
