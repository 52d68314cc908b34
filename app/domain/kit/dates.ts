/** Dates as shown in the shop: in Indian time, not in the server's or browser's time zone. */

const TIME_ZONE = "Asia/Kolkata";
const IST_OFFSET_MS = 5.5 * 3_600_000; // no daylight saving time
const DAY_MS = 86_400_000;

const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: TIME_ZONE });
const dayAndTime = new Intl.DateTimeFormat("en-IN", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: TIME_ZONE,
});
const timeOfDay = new Intl.DateTimeFormat("en-IN", { timeStyle: "short", timeZone: TIME_ZONE });
const weekday = new Intl.DateTimeFormat("en-IN", {
  weekday: "short",
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const plainDay = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "UTC" });

/** @param time ISO 8601, or a plain date such as "2026-11-21" @returns e.g. "21 Nov 2026" */
export function formatDate(time: string): string {
  return time.length === 10 ? plainDay.format(new Date(time)) : day.format(new Date(time));
}

/** A day within the next weeks. @param date a plain date @returns e.g. "Sun 29 Nov" */
export function formatDay(date: string): string {
  return weekday.format(new Date(date)).replace(",", "");
}

/** @param time ISO 8601 @returns e.g. "21 Nov 2026, 4:05 pm" */
export function formatDateTime(time: string): string {
  return dayAndTime.format(new Date(time));
}

/** @param time ISO 8601 @returns e.g. "4:05 pm" */
export function formatTime(time: string): string {
  return timeOfDay.format(new Date(time));
}

/** The calendar date in India, `days` later. @returns e.g. "2026-11-28" */
export function indianDate(time: Date, days = 0): string {
  return new Date(time.getTime() + IST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** The moment at which a plain date begins in India. @param date e.g. "2026-11-28" @param days later */
export function indianDayStart(date: string, days = 0): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) - IST_OFFSET_MS + days * DAY_MS);
}

/** The time of day in India. @returns e.g. "18:30" */
export function indianTime(time: Date): string {
  return new Date(time.getTime() + IST_OFFSET_MS).toISOString().slice(11, 16);
}

/** Whether a text is a plain date that exists, e.g. "2026-11-28". */
export function isPlainDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The Indian financial year, April to March, of a moment. @returns e.g. "26-27" */
export function financialYear(time: Date): string {
  const date = indianDate(time);
  const year = Number(date.slice(0, 4)) - (date.slice(5) < "04-01" ? 1 : 0);
  return [year, year + 1].map((part) => String(part % 100).padStart(2, "0")).join("-");
}
