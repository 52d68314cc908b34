import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { isPostgres } from "../by-engine";
import type { Db } from "../engine";
import { NAME_TABLES, nameInIndex } from "../name-lists";
import { lexeme } from "../postgres/tsquery";
import { markOf } from "./index-mark";
import { knownWords, NearWords, noteWords } from "./near-words.server";
import { columnsOf, type Subject, type SubjectName, SUBJECTS, WITH_NEAR_WORDS } from "./subjects";
import { titleKey } from "./title-key";
import { type TextRow, type Tokens, tokensOf } from "./tokens";

/** Rows that are indexed before one commit; the background work indexes what is left, e.g. after a name of very many books changed. */
const MOST_AT_COMMIT = 1_000;
/** Rows whose words are found without a pause, in which other requests are answered. */
const MOST_AT_ONCE = 200;
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
  // Alone, so that it does not read a text that another transaction is changing. If there are none, nobody waits.
  const { rows } = await sql`select 1 from search_later limit 1`.execute(db);
  if (rows.length > 0)
    return db.transaction().execute((trx) => indexFrom(trx, "search_later", MOST_IN_BACKGROUND));
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

/**
 * Indexes noted rows, the newest of each subject first; not those that another transaction is indexing or has changed: that one
 * does it. Its own nobody else has. @returns how many
 */
async function indexFrom(trx: Db, noted: "search_queue" | "search_later", most: number): Promise<number> {
  const free = sql.raw(isPostgres(trx) ? "for update skip locked" : "");
  const first = NAMES.map(
    (name) => sql`select * from (
      select subject, row_id from ${sql.table(noted)} where subject = ${sql.lit(name)}
      order by row_id desc limit ${sql.lit(most)} ${free}
    ) as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Noted>`delete from ${sql.table(noted)} where (subject, row_id) in (
    select subject, row_id from (${sql.join(first, sql` union all `)}) as noted limit ${sql.lit(most)}
  ) returning subject, row_id`.execute(trx);
  const works = NAMES.map((name) => async () => {
    const ids = rows.filter(({ subject }) => subject === name).map((row) => row.row_id);
    for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
      await indexRows(trx, name, ids.slice(start, start + MOST_AT_ONCE));
      await setImmediate();
    }
  });
  await sideBySide(trx, works);
  return rows.length;
}

/** Indexes these rows as they are now; those that are gone are removed. @param near is given their words, for later */
async function indexRows(trx: Db, name: SubjectName, ids: number[], near?: NearWords): Promise<void> {
  const subject = SUBJECTS[name];
  const remove = (some: number[]) =>
    sql`delete from ${sql.table(subject.index)} where ${rowId(trx)} in (${sql.join(some)})`.execute(trx);
  // On SQLite all deletions first: at each change of direction its index writes down what it has collected in memory.
  if (!isPostgres(trx)) await remove(ids);
  const rows = await readTexts(trx, subject, sql`id in (${sql.join(ids)})`);
  const found = new Set(rows.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  const titles = rows.map(({ id, title }) => ({ id, text: title as string }));
  await sideBySide(trx, [
    async () => isPostgres(trx) && gone.length > 0 && remove(gone),
    () => writeRows(trx, name, rows, near),
    async () => name === "books" && writeKeys(trx, TITLES, titles),
    async () => name === "names" && keyNames(trx, ids),
  ]);
}

/** On PostgreSQL works that do not need each other take as many round trips as the longest. All have ended when it throws. */
async function sideBySide(trx: Db, works: (() => Promise<unknown>)[]): Promise<void> {
  if (!isPostgres(trx)) {
    for (const work of works) await work();
    return;
  }
  const ended = await Promise.allSettled(works.map((work) => work()));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** A column by which a table's texts are sorted. */
interface Keyed {
  table: string;
  text: "title" | "name";
  key: "title_key" | "sort_key";
}

const TITLES: Keyed = { table: "books", text: "title", key: "title_key" };
const namesOf = (table: string): Keyed => ({ table, text: "name", key: "sort_key" });
const KEYED = [TITLES, ...NAME_TABLES.map(namesOf)];

/** Texts that are given their keys in one transaction. */
const TEXTS_A_STEP = 1_000;

/** Gives titles and names their keys that were there before there were keys. If there are none, nothing is written. */
export async function fillKeys(write: Db): Promise<void> {
  for (const keyed of KEYED) {
    const { table, key } = keyed;
    const lacking = sql`select id from ${sql.table(table)} where ${sql.ref(key)} = '' limit ${sql.lit(TEXTS_A_STEP)}`;
    while ((await lacking.execute(write)).rows.length > 0)
      await write.transaction().execute((trx) => keyTexts(trx, keyed, sql`id in (${lacking})`));
  }
}

/** Gives changed names their keys. @param ids of the subject `names` */
async function keyNames(trx: Db, ids: number[]): Promise<void> {
  const names = ids.flatMap((id) => nameInIndex(id) ?? []);
  const works = NAME_TABLES.map((table) => async () => {
    const own = names.filter((name) => name.table === table).map(({ id }) => id);
    if (own.length > 0) await keyTexts(trx, namesOf(table), sql`id in (${sql.join(own)})`);
  });
  await sideBySide(trx, works);
}

/** Gives these rows the keys of their texts, where they have others. */
async function keyTexts(trx: Db, { table, text, key }: Keyed, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; text: string; key: string }>`
    select id, ${sql.ref(text)} as text, ${sql.ref(key)} as key from ${sql.table(table)} where ${where}`.execute(
    trx,
  );
  const changed = rows.filter(({ text, key }) => key !== titleKey(text));
  await writeKeys(trx, { table, text, key }, changed);
}

/** Gives rows the keys of these texts, where they have others. */
async function writeKeys(
  trx: Db,
  { table, key }: Keyed,
  texts: { id: number; text: string }[],
): Promise<void> {
  if (texts.length === 0) return;
  const given = JSON.stringify(texts.map(({ id, text }) => ({ id, key: titleKey(text) })));
  const own = sql.ref(`${table}.${key}`);
  await (
    isPostgres(trx)
      ? sql`update ${sql.table(table)} set ${sql.ref(key)} = given ->> 'key' from jsonb_array_elements(${given}::jsonb) as given
        where ${sql.table(table)}.id = (given ->> 'id')::bigint and ${own} <> given ->> 'key'`
      : sql`update ${sql.table(table)} set ${sql.ref(key)} = given.value ->> 'key' from json_each(${given}) as given
        where ${sql.table(table)}.id = given.value ->> 'id' and ${own} <> given.value ->> 'key'`
  ).execute(trx);
}

/** The texts of rows, in the order of their ids. */
async function readTexts(trx: Db, { view }: Subject, where: RawBuilder<unknown>): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`select * from ${sql.table(view)} where ${where} order by id`.execute(
    trx,
  );
  return rows;
}

/** Adds rows to the index; on PostgreSQL also over what it has of them. */
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
    from jsonb_array_elements(${JSON.stringify(given)}::jsonb) as given
    on conflict (row_id) do update set words = excluded.words`.execute(trx);
}
