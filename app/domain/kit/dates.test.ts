import { expect, test } from "vitest";
import { financialYear, formatDate, formatDateTime, indianDate, indianDayStart } from "./dates";

test("the financial year begins at midnight of 1 April in India", () => {
  expect(financialYear(new Date("2027-03-31T18:29:59.999Z"))).toBe("26-27");
  expect(financialYear(new Date("2027-03-31T18:30:00.000Z"))).toBe("27-28");
  expect(financialYear(new Date("2026-12-31T23:59:59.000Z"))).toBe("26-27");
  expect(financialYear(new Date("2099-11-21T00:00:00.000Z"))).toBe("99-00");
});

test("dates are in Indian time", () => {
  expect(indianDate(new Date("2026-11-21T18:29:00.000Z"))).toBe("2026-11-21");
  expect(indianDate(new Date("2026-11-21T18:30:00.000Z"))).toBe("2026-11-22");
  expect(indianDate(new Date("2026-11-25T10:00:00.000Z"), 7)).toBe("2026-12-02");
  expect(indianDayStart("2026-11-22").toISOString()).toBe("2026-11-21T18:30:00.000Z");
  expect(formatDate("2026-11-21T18:30:00.000Z")).toBe("22 Nov 2026");
  expect(formatDate("2026-11-21")).toBe("21 Nov 2026");
  expect(formatDateTime("2026-11-21T10:35:00.000Z").replace(/\s/g, " ")).toBe("21 Nov 2026, 4:05 pm");
});
