import { beside } from "~/db/writing/beside.server";
import { isbot } from "isbot";
import type { Db } from "~/db/database.server";
import { wordsOf } from "~/db/search/words";
import { logger } from "~/platform/logger.server";
import { indianDate } from "~/domain/kit/dates";
import type { MissedSearch } from "./search-terms";

/** Characters of a term. */
const TERM_MAX = 80;
const WEEKS_KEPT = 26;
/** Different terms of a week. What comes after them is not counted. */
const MOST_A_WEEK = 1000;
/** Different terms that wait in memory. */
const MOST_WAITING = 500;
const EVERY_MS = 60_000;

interface Counts {
  week: string;
  term: string;
  missed: number;
  forgiven: number;
}

/** What each process has counted since it last wrote. */
const waiting = new WeakMap<Db, Map<string, Counts>>();

/**
 * Counts a search of the store that found nothing, or only what is spelt similarly. Returns at once: the counts are written
 * each minute. Terms that may tell of a person are not stored (`termOf`).
 * @param db the write handle
 * @param userAgent of the visitor: programs, and who names none, are not counted
 */
export function noteSearch(
  db: Db,
  { q, found, isForgiven }: MissedSearch,
  userAgent: string | null,
  now = new Date(),
): void {
  if (found > 0 && !isForgiven) return;
  if (!userAgent || isbot(userAgent)) return;
  const term = termOf(q);
  if (term === null) return;
  const week = weekOf(now);
  const noted = waiting.get(db) ?? begin(db);
  const key = `${week} ${term}`;
  const counts = noted.get(key) ?? { week, term, missed: 0, forgiven: 0 };
  if (!noted.has(key) && noted.size >= MOST_WAITING) return;
  noted.set(key, counts);
  if (found === 0) counts.missed += 1;
  else counts.forgiven += 1;
}

function begin(db: Db): Map<string, Counts> {
  const noted = new Map<string, Counts>();
  waiting.set(db, noted);
  // Keeps no process from ending: at a stop, flushSearches is called.
  setTimeout(() => void flushSearches(db), EVERY_MS).unref();
  return noted;
}

/** Writes what was counted, in one transaction. An error is logged, and the counts are lost: they are worth no page. */
export async function flushSearches(db: Db): Promise<void> {
  const noted = waiting.get(db);
  if (!noted) return;
  waiting.delete(db);
  try {
    await beside(db, (trx) => write(trx, [...noted.values()]));
  } catch (error) {
    logger.warn({ err: error }, "searches that found nothing could not be counted");
  }
}

async function write(trx: Db, noted: Counts[]): Promise<void> {
  for (const week of new Set(noted.map((counts) => counts.week))) {
    // In one order, since other processes write theirs beside.
    const rows = noted
      .filter((counts) => counts.week === week)
      .toSorted((a, b) => (a.term < b.term ? -1 : 1));
    const stored = await trx.selectFrom("search_terms").select("term").where("week", "=", week).execute();
    const known = new Set(stored.map(({ term }) => term));
    let room = MOST_A_WEEK - known.size;
    const counted = rows.filter(({ term }) => known.has(term) || room-- > 0);
    if (counted.length === 0) continue;
    await trx
      .insertInto("search_terms")
      .values(counted)
      .onConflict((conflict) =>
        conflict.columns(["week", "term"]).doUpdateSet((eb) => ({
          missed: eb("search_terms.missed", "+", eb.ref("excluded.missed")),
          forgiven: eb("search_terms.forgiven", "+", eb.ref("excluded.forgiven")),
        })),
      )
      .execute();
  }
}

/** Removes the counts of weeks that are over for half a year. @returns how many rows */
export async function sweepSearchTerms(db: Db, now = new Date()): Promise<number> {
  const first = weekOf(now, 1 - WEEKS_KEPT);
  const { numDeletedRows } = await db
    .deleteFrom("search_terms")
    .where("week", "<", first)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The Monday of the week in India, `weeks` later. */
function weekOf(now: Date, weeks = 0): string {
  const day = new Date(indianDate(now)).getUTCDay();
  return indianDate(now, 7 * weeks - ((day + 6) % 7));
}

/** Words beside which a short number is that of an order, too. */
const OF_ORDERS = /\b(?:order|invoice|bill|parcel|tracking|awb|otp)\b/;
const OF_ADDRESSES = /[@＠#]|\b(?:gmail|hotmail|outlook|rediffmail|yahoo)\b/i;

/**
 * What is stored of a search: its words, folded, at most 80 characters.
 * @returns null for what has no word, and for what may be an email address, a telephone number, or the number of an order, a
 * bill or a parcel: numbers alone, except an ISBN, and six or more digits beside words
 */
export function termOf(q: string): string | null {
  const whole = wordsOf(q).join(" ");
  const digits = whole.replace(/\D/g, "");
  const isNumber = digits.length > 0 && !/[^\d ]/.test(whole);
  if (!whole || OF_ADDRESSES.test(q) || (isNumber && !isIsbn(digits))) return null;
  if (!isNumber && (digits.length >= 6 || (digits && OF_ORDERS.test(whole)))) return null;
  return [...whole].slice(0, TERM_MAX).join("").trim();
}

/** Whether these are the digits of an ISBN-13, with its check digit. A telephone number has fewer. */
const isIsbn = (digits: string): boolean =>
  /^97[89]\d{10}$/.test(digits) &&
  [...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10 === 0;
