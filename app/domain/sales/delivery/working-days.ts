import { indianDate, indianTime } from "~/domain/kit/dates";
import type { DeliveryCalendar } from "./plan";

const DAY_MS = 86_400_000;

const dateOf = (day: number) => new Date(day).toISOString().slice(0, 10);

/** The holidays of calendars that were read, as times: hundreds, asked for by each quote. */
const holidaysOf = new WeakMap<DeliveryCalendar, Set<number>>();

function holidays(calendar: DeliveryCalendar): Set<number> {
  let found = holidaysOf.get(calendar);
  if (!found) holidaysOf.set(calendar, (found = new Set(calendar.holidays.map((date) => Date.parse(date)))));
  return found;
}

/**
 * The days on which an order of now can be on its way, without holidays and days of rest. The first is the day on which
 * it is sent: today before the last hour of a working day, else the next working day.
 * @param releasedOn the plain date before which a book of it is not out; null: all are out
 * @param count how many days after the first one
 * @returns plain dates: that at `n` is `n` working days after the parcel was sent
 */
export function workingDays(
  calendar: DeliveryCalendar,
  now: Date,
  releasedOn: string | null,
  count: number,
): string[] {
  const free = holidays(calendar);
  const isInTime = calendar.lastHour !== null && Number(indianTime(now).slice(0, 2)) < calendar.lastHour;
  const first = Date.parse(indianDate(now, isInTime ? 0 : 1));
  const days: string[] = [];
  let day = releasedOn === null ? first : Math.max(first, Date.parse(releasedOn));
  for (; days.length <= count; day += DAY_MS)
    if (calendar.weekdays.includes(new Date(day).getUTCDay()) && !free.has(day)) days.push(dateOf(day));
  return days;
}
