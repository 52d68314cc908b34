import { sql } from "kysely";
import { isPostgres } from "../by-engine";
import type { Db } from "../engine";
import { isNear, mistakesAllowed } from "./near";

/** Parts of a list that one statement takes. */
const AT_ONCE = 5_000;

/** Adds keys that are not known yet, each with a word that has it. */
export async function noteKeys(trx: Db, spellings: ReadonlyMap<string, string>): Promise<void> {
  const all = [...spellings].filter(([key]) => mistakesAllowed(key) > 0);
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const rows = all.slice(at, at + AT_ONCE).map(([word_key, spelling]) => ({ word_key, spelling }));
    const added = await addRows<{ word_key: string }>(trx, "word_keys", ["word_key", "spelling"], rows);
    const grams = added.flatMap(({ word_key }) => gramsOf(word_key).map((gram) => ({ gram, word_key })));
    if (grams.length > 0) await addRows(trx, "word_grams", ["gram", "word_key"], grams);
  }
}

/** @returns those that were not there, with their key */
async function addRows<Row>(trx: Db, table: string, columns: string[], rows: object[]): Promise<Row[]> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const json = JSON.stringify(rows);
  const values = columns.map((column) =>
    isPostgres(trx) ? sql`given ->> ${sql.lit(column)}` : sql`value ->> ${sql.lit(column)}`,
  );
  const source = isPostgres(trx)
    ? sql`jsonb_array_elements(${json}::jsonb) as given`
    : sql`json_each(${json})`;
  const { rows: added } = await sql<Row>`insert into ${sql.table(table)} (${names})
    select ${sql.join(values)} from ${source} where true on conflict do nothing returning word_key`.execute(
    trx,
  );
  return added;
}

/** The groups of three letters, with marks at both ends. */
function gramsOf(key: string): string[] {
  const marked = `^${key}$`;
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= marked.length; at++) grams.add(marked.slice(at, at + 3));
  return [...grams];
}

/** Of a word with wrong letters, so many keys are taken. */
const MOST_NEAR = 8;
const MOST_CANDIDATES = 200;

export interface NearKey {
  key: string;
  /** A word that has it. */
  spelling: string;
  mistakes: 1 | 2;
}

/** Known keys that differ from this one by as few letters as its length allows, the nearest first; not itself. */
export async function nearKeys(db: Db, key: string): Promise<NearKey[]> {
  const most = mistakesAllowed(key);
  if (most === 0) return [];
  const grams = gramsOf(key);
  // A wrong letter changes up to three groups.
  const common = Math.max(1, grams.length - 3 * most);
  const { rows } = await sql<{ key: string; spelling: string }>`
    select k.word_key as key, k.spelling from (
      select word_key, count(*) as common from word_grams where gram in (${sql.join(grams)})
      group by word_key having count(*) >= ${sql.lit(common)} order by count(*) desc, word_key limit ${sql.lit(MOST_CANDIDATES)}
    ) as c join word_keys as k on k.word_key = c.word_key
    order by c.common desc, k.word_key`.execute(db);
  const near = rows.flatMap(({ key: other, spelling }): NearKey[] => {
    if (other === key) return [];
    if (isNear(key, other, 1)) return [{ key: other, spelling, mistakes: 1 }];
    return most === 2 && isNear(key, other, 2) ? [{ key: other, spelling, mistakes: 2 }] : [];
  });
  // People seldom get the first letter wrong.
  const order = (one: NearKey) => one.mistakes * 2 + (one.key[0] === key[0] ? 0 : 1);
  return near.sort((a, b) => order(a) - order(b)).slice(0, MOST_NEAR);
}
