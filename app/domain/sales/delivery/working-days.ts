import { indianDate, indianTime } from "~/domain/kit/dates";
import type { DeliveryCalendar } from "./plan";

const DAY_MS = 86_400_000;

const nextDay = (date: string) => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

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
  const holidays = new Set(calendar.holidays);
  const today = indianDate(now);
  const isInTime = calendar.lastHour !== null && Number(indianTime(now).slice(0, 2)) < calendar.lastHour;
  const first = isInTime ? today : nextDay(today);
  const days: string[] = [];
  for (
    let day = releasedOn !== null && releasedOn > first ? releasedOn : first;
    days.length <= count;
    day = nextDay(day)
  )
    if (calendar.weekdays.includes(new Date(day).getUTCDay()) && !holidays.has(day)) days.push(day);
  return days;
}
