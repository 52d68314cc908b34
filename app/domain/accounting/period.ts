import { formatDate, indianDate, indianDayStart, isPlainDate } from "../kit/dates";
import { readDigits } from "../kit/search-params";

/** The days that an account is of: the first and the last, both counted, as days in India. */
export interface Period {
  from: string;
  to: string;
  /** The month, e.g. "2026-11", when it is exactly one. */
  month: string | null;
}

/** The most days that one account, return or file is of. */
export const MOST_DAYS = 400;

const DAY_MS = 86_400_000;
const FIRST_YEAR = "2000";

/** What a URL or a call asks for. */
export interface AskedPeriod {
  month?: string | null;
  from?: string | null;
  to?: string | null;
}

export type ReadPeriod = { ok: true; period: Period } | { ok: false; message: string };

/**
 * The period that was asked for: a month, or a first and a last day; of nothing the current month in India. A whole
 * month that is asked for by its days is that month.
 * @returns what is wrong as a sentence
 */
export function readPeriod({ month, from, to }: AskedPeriod, now = new Date()): ReadPeriod {
  const refused = (message: string): ReadPeriod => ({ ok: false, message });
  if (month) {
    const period = periodOfMonth(month);
    if (from || to) return refused("Give a month, or the first and the last day, not both");
    return period ? { ok: true, period } : refused("A month is written as 2026-11");
  }
  if (!from && !to) return { ok: true, period: periodOfMonth(indianDate(now).slice(0, 7))! };
  if (!from || !to) return refused(from ? "Give the last day too" : "Give the first day too");
  if (!isDay(from) || !isDay(to)) return refused("A day is written as 2026-11-28");
  if (from > to) return refused("The last day is before the first. Please swap the days");
  if (daysOf({ from, to }) > MOST_DAYS)
    return refused(`At most ${MOST_DAYS} days at once: please ask for a shorter time`);
  const whole = periodOfMonth(from.slice(0, 7))!;
  return { ok: true, period: whole.from === from && whole.to === to ? whole : { from, to, month: null } };
}

/** The period in an address: ?month=2026-11, or ?from= and ?to=; digits of every script. */
export const periodInUrl = (params: URLSearchParams, now = new Date()): ReadPeriod =>
  readPeriod(
    { month: readDigits(params, "month"), from: readDigits(params, "from"), to: readDigits(params, "to") },
    now,
  );

/** What a page about a period shows: the period, and how to choose another. */
export interface ShownPeriod {
  period: Period;
  /** That can be chosen, the newest first. */
  months: Period[];
  /** What is wrong with what was asked for; the page is then about the current month. */
  problem: { message: string; from: string; to: string } | null;
}

const MONTHS_OFFERED = 36;

/** The period of a page, by its address. */
export function shownPeriod(params: URLSearchParams, now = new Date()): ShownPeriod {
  const current = periodOfMonth(indianDate(now).slice(0, 7))!;
  const months = [current];
  while (months.length < MONTHS_OFFERED) months.push(periodBefore(months.at(-1)!));
  const read = periodInUrl(params, now);
  if (read.ok) return { period: read.period, months, problem: null };
  const typed = (name: string) => readDigits(params, name) ?? "";
  return {
    period: current,
    months,
    problem: { message: read.message, from: typed("from"), to: typed("to") },
  };
}

/** @param month e.g. "2026-11" @returns null for a text that is no month from the year 2000 on */
export function periodOfMonth(month: string): Period | null {
  if (!/^\d{4}-\d\d$/.test(month) || !isDay(`${month}-01`)) return null;
  const [year, number] = month.split("-").map(Number) as [number, number];
  const to = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { from: `${month}-01`, to, month };
}

const isDay = (text: string) => isPlainDate(text) && text.slice(0, 4) >= FIRST_YEAR;

/** How many days a period has. */
export const daysOf = ({ from, to }: Pick<Period, "from" | "to">): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Each day of a period, in sequence. */
export const eachDay = (period: Pick<Period, "from" | "to">): string[] =>
  Array.from({ length: daysOf(period) }, (_, at) => dayLater(period.from, at));

const dayLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The period as moments, for columns that hold a time: from `start` until just before `end`, as ISO 8601 in UTC. */
export const periodBounds = ({ from, to }: Pick<Period, "from" | "to">): { start: string; end: string } => ({
  start: indianDayStart(from).toISOString(),
  end: indianDayStart(to, 1).toISOString(),
});

/** The one before it: of a month the month before, else as many days as it has itself. */
export function periodBefore(period: Period): Period {
  if (period.month) return periodOfMonth(dayLater(period.from, -1).slice(0, 7)) ?? period;
  const days = daysOf(period);
  return { from: dayLater(period.from, -days), to: dayLater(period.from, -1), month: null };
}

/** The month after it; null for a period that is no month. */
export const monthAfter = ({ month, to }: Period): Period | null =>
  month === null ? null : periodOfMonth(dayLater(to, 1).slice(0, 7));

const monthAndYear = new Intl.DateTimeFormat("en-IN", { month: "long", year: "numeric", timeZone: "UTC" });

/** @returns e.g. "November 2026", "3 Nov 2026" or "1 Nov 2026 to 15 Nov 2026" */
export function periodInWords({ from, to, month }: Period): string {
  if (month) return monthAndYear.format(new Date(from));
  return from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
}

/** The period as parameters of an address, e.g. "month=2026-11". */
export const periodParams = ({ from, to, month }: Period): string =>
  String(new URLSearchParams(month ? { month } : { from, to }));

/** The period in the name of a file, e.g. "2026-11" or "2026-11-01-to-2026-11-15". */
export const periodInName = ({ from, to, month }: Period): string => month ?? `${from}-to-${to}`;
