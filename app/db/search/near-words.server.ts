import { sql } from "kysely";
import { LRUCache } from "lru-cache";
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

/** Forms that are written in one go. */
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
  const near = new NearWords();
  near.collect(words);
  while (near.isLeft) await near.writeNext(trx);
}

type KnownWords = LRUCache<string, true>;

/** The latest of very many words. */
export const knownWords = (): KnownWords => new LRUCache({ max: 50_000 });

/**
 * Collects words of many transactions, and writes their forms later: those of many words together, since each word changes
 * some ten places of the file. Not to be used again after a transaction failed.
 */
export class NearWords {
  readonly #spellings = new Map<string, string>();
  readonly #known: KnownWords | undefined;

  /** @param known for many calls: words that were collected, so that they are not looked at again */
  constructor(known?: KnownWords) {
    this.#known = known;
  }

  /** Of words of one call, a form is given one in Latin letters, which most can read; else the first call has precedence. */
  collect(words: Iterable<string>): void {
    const others = [...words].filter((word) => !this.#known?.get(word));
    const spellings = new Map<string, string>();
    for (const word of [...others.filter((word) => !isLatin(word)), ...others.filter(isLatin)]) {
      this.#known?.set(word, true);
      for (const [kind, form] of formsOf(word))
        if (mistakesAllowed(form) > 0) spellings.set(MARKS[kind] + form, word);
    }
    for (const [form, spelling] of spellings)
      if (!this.#spellings.has(form)) this.#spellings.set(form, spelling);
  }

  get isLeft(): boolean {
    return this.#spellings.size > 0;
  }

  /** Writes some of what was collected. @param trx so many that others need not wait long for its end */
  async writeNext(trx: Db): Promise<void> {
    const next = [...this.#spellings].slice(0, AT_ONCE);
    const added = await addForms(trx, next);
    if (added.length > 0) await addGrams(trx, added);
    for (const [form] of next) this.#spellings.delete(form);
  }
}

const isLatin = (word: string) => /^[a-z0-9]+$/.test(word);

// Rows are added in the order of the tables: those next to each other are on one page of the file.

/** @returns the forms that were not there */
async function addForms(trx: Db, spellings: readonly [form: string, spelling: string][]): Promise<string[]> {
  const json = JSON.stringify(spellings);
  const one = isPostgres(trx) ? sql`jsonb_array_elements(${json}::jsonb)` : sql`json_each(${json})`;
  const { rows } = await sql<{ form: string }>`insert into near_forms (form, spelling)
    select one.value ->> 0, one.value ->> 1 from ${one} as one
    order by 1 on conflict do nothing returning form`.execute(trx);
  return rows.map(({ form }) => form);
}

async function addGrams(trx: Db, forms: readonly string[]): Promise<void> {
  const json = JSON.stringify(forms.map((form) => [form, lengthOf(form), gramsOf(form)]));
  const given = isPostgres(trx)
    ? sql`jsonb_array_elements(${json}::jsonb) as one, jsonb_array_elements_text(one.value -> 2) as gram`
    : sql`json_each(${json}) as one, json_each(one.value -> 2) as gram`;
  await sql`insert into near_grams (gram, length, form)
    select gram.value, cast(one.value ->> 1 as bigint), one.value ->> 0 from ${given}
    order by 1, 2, 3 on conflict do nothing`.execute(trx);
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
