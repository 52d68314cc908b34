import { expect, test } from "vitest";
import { deliveryDate, deliveryLine } from "./delivery";

const rules = { shippingThreshold: 49_900, shippingFee: 4_900, returnDays: 10 };
const week = { deliveryDays: 7 };

test.each([
  [rules, 50_000, "Arrives by Sun 29 Nov. Free delivery. Returns within 10 days."],
  [rules, 49_900, "Arrives by Sun 29 Nov. Delivery ₹49, free above ₹499. Returns within 10 days."],
  [{ ...rules, shippingFee: 0 }, 100, "Arrives by Sun 29 Nov. Free delivery. Returns within 10 days."],
  [{ ...rules, returnDays: 1 }, 50_000, "Arrives by Sun 29 Nov. Free delivery. Returns within 1 day."],
  [{ ...rules, returnDays: 0 }, 50_000, "Arrives by Sun 29 Nov. Free delivery."],
])("with %j, books for %i paise say: %s", (given, subtotal, line) => {
  expect(deliveryLine(given, subtotal, "2026-11-29")).toBe(line);
});

test("the delivery date is a day in India, also after midnight there and across the end of a year", () => {
  expect(deliveryDate(week, new Date("2026-11-22T18:29:59Z"))).toBe("2026-11-29");
  expect(deliveryDate(week, new Date("2026-11-22T18:30:00Z"))).toBe("2026-11-30");
  expect(deliveryDate({ deliveryDays: 60 }, new Date("2026-11-22T18:30:00Z"))).toBe("2027-01-22");
  expect(deliveryLine(rules, 50_000, deliveryDate(week, new Date("2026-12-31T20:00:00Z")))).toContain(
    "Arrives by Fri 8 Jan.",
  );
});
