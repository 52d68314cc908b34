import { expect, test } from "vitest";
import {
  daysOf,
  eachDay,
  monthAfter,
  MOST_DAYS,
  periodBefore,
  periodBounds,
  periodInName,
  periodInUrl,
  periodInWords,
  periodOfMonth,
  periodParams,
  readPeriod,
  shownPeriod,
} from "./period";

const NOVEMBER = { from: "2026-11-01", to: "2026-11-30", month: "2026-11" };

test("the current month is India's: the new one begins at 18:30 UTC", () => {
  expect(readPeriod({}, new Date("2026-10-31T18:29:59.999Z"))).toMatchObject({
    period: { month: "2026-10" },
  });
  expect(readPeriod({}, new Date("2026-10-31T18:30:00.000Z"))).toEqual({ ok: true, period: NOVEMBER });
});

test("a month or its days mean the same", () => {
  expect(readPeriod({ month: "2026-11" })).toEqual({ ok: true, period: NOVEMBER });
  expect(readPeriod({ from: "2026-11-01", to: "2026-11-30" })).toEqual({ ok: true, period: NOVEMBER });
  expect(periodInUrl(new URLSearchParams("month=२०२६-११"))).toEqual({ ok: true, period: NOVEMBER });
  expect(periodOfMonth("2028-02")?.to).toBe("2028-02-29");
});

test.each([
  [{ month: "2026-13" }, "A month is written as 2026-11"],
  [{ month: "November" }, "A month is written as 2026-11"],
  [{ month: "1999-12" }, "A month is written as 2026-11"],
  [{ month: "2026-11", to: "2026-11-30" }, "Give a month, or the first and the last day, not both"],
  [{ from: "2026-11-01" }, "Give the last day too"],
  [{ to: "2026-11-01" }, "Give the first day too"],
  [{ from: "2026-11-31", to: "2026-12-01" }, "A day is written as 2026-11-28"],
  [{ from: "2026-11-02", to: "2026-11-01" }, "The last day is before the first. Please swap the days"],
  [{ from: "2025-01-01", to: "2026-02-05" }, "At most 400 days at once: please ask for a shorter time"],
])("%j is refused with a sentence", (asked, message) => {
  expect(readPeriod(asked)).toEqual({ ok: false, message });
});

test("four hundred days are a period", () => {
  const read = readPeriod({ from: "2025-01-01", to: "2026-02-04" });
  expect(read.ok && daysOf(read.period)).toBe(MOST_DAYS);
});

test("as moments it goes from midnight to midnight in India", () => {
  expect(periodBounds(NOVEMBER)).toEqual({
    start: "2026-10-31T18:30:00.000Z",
    end: "2026-11-30T18:30:00.000Z",
  });
});

test("the periods beside it, its days, words and name", () => {
  const days = { from: "2026-03-01", to: "2026-03-03", month: null };
  expect(periodBefore(periodOfMonth("2026-01")!)).toMatchObject({ from: "2025-12-01", to: "2025-12-31" });
  expect(periodBefore(days)).toEqual({ from: "2026-02-26", to: "2026-02-28", month: null });
  expect(monthAfter(periodOfMonth("2026-12")!)?.month).toBe("2027-01");
  expect(monthAfter(days)).toBeNull();
  expect(eachDay(days)).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
  expect([periodInWords(NOVEMBER), periodInWords(days)]).toEqual([
    "November 2026",
    "1 Mar 2026 to 3 Mar 2026",
  ]);
  expect([periodParams(NOVEMBER), periodParams(days)]).toEqual([
    "month=2026-11",
    "from=2026-03-01&to=2026-03-03",
  ]);
  expect([periodInName(NOVEMBER), periodInName(days)]).toEqual(["2026-11", "2026-03-01-to-2026-03-03"]);
});

test("a page keeps what was typed wrongly, and is about the current month", () => {
  const shown = shownPeriod(new URLSearchParams("from=2026-11-02&to=2026-11-01"), new Date("2026-11-28"));
  expect(shown).toMatchObject({ period: NOVEMBER, problem: { from: "2026-11-02", to: "2026-11-01" } });
  expect([shown.months[0]!.month, shown.months.at(-1)!.month]).toEqual(["2026-11", "2023-12"]);
});
