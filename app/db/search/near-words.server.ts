import { sql } from "kysely";
import { isPostgres } from "../by-engine";
import type { Db } from "../engine";
import { keysOf } from "./keys";
import { isNear, mistakesAllowed } from "./near";

/**
 * A word is looked for in three forms, since a wrong letter may change how much of it sounds: as it is written, by its fine
 * keys, which other scripts share, and by its coarse keys. Each form begins with a mark of its own.
 */
const MARKS = { written: "=", fine: "~", coarse: "%" } as const;
/** From so many letters on two may be wrong: keys are shorter than words. */
const LONG = { written: 7, fine: 6, coarse: 6 } as const;
export type NearKind = keyof typeof MARKS;

/** Parts of a list that one statement takes. */
const AT_ONCE = 5_000;

const formsOf = (word: string): [NearKind, string][] => {
  const { fine, coarse } = keysOf(word);
  return [
    // Mostly it is spelt as it sounds.
    ...(fine.includes(word) ? [] : [["written", word] as [NearKind, string]]),
    ...fine.map((key): [NearKind, string] => ["fine", key]),
    ...coarse.map((key): [NearKind, string] => ["coarse", key]),
  ];
};

/** Adds the forms of words that are not known yet, each with a word that has it. */
export async function noteWords(trx: Db, words: Iterable<string>): Promise<void> {
  const spellings = new Map<string, string>();
  // One in Latin letters, which most can read, if there is one.
  for (const word of [...words].sort((a, b) => Number(isLatin(a)) - Number(isLatin(b))))
    for (const [kind, form] of formsOf(word))
      if (mistakesAllowed(form) > 0) spellings.set(MARKS[kind] + form, word);
  const all = [...spellings];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const rows = all.slice(at, at + AT_ONCE).map(([form, spelling]) => ({ form, spelling }));
    const added = await addRows(trx, "near_forms", ["form", "spelling"], rows);
    const grams = added.flatMap((form) =>
      gramsOf(form).map((gram) => ({ gram, length: lengthOf(form), form })),
    );
    if (grams.length > 0) await addRows(trx, "near_grams", ["gram", "length", "form"], grams);
  }
}

const isLatin = (word: string) => /^[a-z0-9]+$/.test(word);

/** @returns the forms of those that were not there */
async function addRows(trx: Db, table: string, columns: string[], rows: object[]): Promise<string[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  const given = isPostgres(trx) ? sql`given` : sql`value`;
  const values = columns.map((column) =>
    column === "length"
      ? sql`cast(${given} ->> ${sql.lit(column)} as bigint)`
      : sql`${given} ->> ${sql.lit(column)}`,
  );
  const source = isPostgres(trx)
    ? sql`jsonb_array_elements(${json}::jsonb) as given`
    : sql`json_each(${json})`;
  const { rows: added } = await sql<{ form: string }>`insert into ${sql.table(table)} (${names})
    select ${sql.join(values)} from ${source} where true on conflict do nothing returning form`.execute(trx);
  return added.map(({ form }) => form);
}

/** Letters, without the mark. */
const lengthOf = (form: string) => form.length - 1;

/** The groups of three letters of a form, with its ends; each with the form's mark, so that kinds do not meet. */
function gramsOf(form: string): string[] {
  const mark = form[0]!;
  const letters = ["^", ...form.slice(1), "$"];
  return [...new Set(letters.slice(2).map((last, at) => mark + letters[at]! + letters[at + 1]! + last))];
}

/** Of a word with wrong letters, so many are taken. */
const MOST_NEAR = 8;
const MOST_CANDIDATES = 500;

export interface NearWord {
  kind: NearKind;
  /** The word, or the key by which it is found. */
  form: string;
  /** A word that has it. */
  spelling: string;
  mistakes: 1 | 2;
}

/** Known words that differ from this one, as written or as heard, by as few letters as its length allows, the nearest first. */
export async function nearWords(db: Db, word: string): Promise<NearWord[]> {
  const { fine, coarse } = keysOf(word);
  const found = fine.includes(word) ? [] : await nearForms(db, "written", [word]);
  found.push(...(await nearForms(db, "fine", fine.slice(0, 2))));
  // The vowels are wrong, too.
  if (!found.some(({ mistakes }) => mistakes === 1))
    found.push(...(await nearForms(db, "coarse", coarse.slice(0, 1))));
  // People seldom get the first letter wrong.
  const order = ({ mistakes, spelling }: NearWord) => mistakes * 2 + (spelling[0] === word[0] ? 0 : 1);
  return found.sort((a, b) => order(a) - order(b)).slice(0, MOST_NEAR);
}

/** @param keys what was typed, and what it may be too: nearly the same, so that one look finds what is near to either */
async function nearForms(db: Db, kind: NearKind, keys: string[]): Promise<NearWord[]> {
  const [typed = ""] = keys;
  const most = mistakesAllowed(typed, LONG[kind]);
  if (most === 0) return [];
  const mark = MARKS[kind];
  const grams = gramsOf(mark + typed);
  // A wrong letter changes up to three groups, two exchanged ones up to four.
  const common = Math.max(1, grams.length - 4 * most);
  const { rows } = await sql<{ form: string; spelling: string }>`
    select f.form, f.spelling from (
      select form, count(*) as common from near_grams
      where gram in (${sql.join(grams)}) and length between ${typed.length - most} and ${typed.length + most}
      group by form having count(*) >= ${sql.lit(common)}
      order by count(*) desc, form limit ${sql.lit(MOST_CANDIDATES)}
    ) as c join near_forms as f on f.form = c.form
    order by c.common desc, f.form`.execute(db);
  return rows.flatMap(({ form: marked, spelling }): NearWord[] => {
    const form = marked.slice(1);
    if (keys.includes(form)) return [];
    if (keys.some((key) => isNear(key, form, 1))) return [{ kind, form, spelling, mistakes: 1 }];
    return most === 2 && keys.some((key) => isNear(key, form, 2))
      ? [{ kind, form, spelling, mistakes: 2 }]
      : [];
  });
}

/**
 * Known words that share at least half of their groups of letters with this one, however many letters differ; the most alike
 * first. For a word that has no near one.
 */
export async function likeWords(db: Db, word: string): Promise<Pick<NearWord, "kind" | "form">[]> {
  const { fine } = keysOf(word);
  const forms = new Set<string>([MARKS.written + word, ...fine.slice(0, 2).map((key) => MARKS.fine + key)]);
  const found: { kind: NearKind; form: string; alike: number }[] = [];
  for (const typed of forms) {
    const grams = gramsOf(typed);
    const length = lengthOf(typed);
    if (mistakesAllowed(typed.slice(1)) === 0) continue;
    // Of n letters there are about n groups.
    const { rows } = await sql<{ form: string; length: number; common: number }>`
      select form, length, count(*) as common from near_grams
      where gram in (${sql.join(grams)})
        and length between ${sql.lit(Math.ceil(length / 3))} and ${sql.lit(length * 3)}
      group by form, length having 4 * count(*) >= length + ${sql.lit(grams.length)}
      order by count(*) desc, form limit ${sql.lit(MOST_NEAR)}`.execute(db);
    const kind = typed[0] === MARKS.written ? "written" : "fine";
    for (const row of rows)
      found.push({ kind, form: row.form.slice(1), alike: row.common / (row.length + grams.length) });
  }
  return found.sort((a, b) => b.alike - a.alike).slice(0, MOST_NEAR);
}
