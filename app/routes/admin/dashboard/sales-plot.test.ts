import { expect, test } from "vitest";
import { indianDate } from "~/domain/kit/dates";
import { plotSales } from "./sales-plot.server";

const days = (amounts: number[]) =>
  amounts.map((amount, index) => ({
    date: indianDate(new Date("2026-02-01T00:00:00Z"), index),
    orders: amount > 0 ? 1 : 0,
    amount,
  }));

test("draws a bar for each day, as high as its amount, inside the day's column", () => {
  const amounts = Array.from({ length: 30 }, (_, index) => (index % 3) * 100_000);
  const { bars } = plotSales(days(amounts));
  expect(bars).toHaveLength(30);
  const [none, half, full] = bars;
  expect([none!.height, half!.height, full!.height]).toEqual([0, 50, 100]);
  for (const [index, bar] of bars.entries()) {
    expect(bar.x).toBeGreaterThanOrEqual(bar.columnX);
    expect(bar.x + bar.width).toBeLessThanOrEqual((index + 1) * (100 / 30) + 0.02);
  }
});

test("labels the axis in round rupees, with room for the highest bar", () => {
  const { amounts, bars } = plotSales(days([123_456, 5_432_100, 0]));
  expect(amounts.map((tick) => tick.label)).toEqual(["₹0", "₹20,000", "₹40,000", "₹60,000"]);
  expect([amounts[0]!.y, amounts.at(-1)!.y]).toEqual([100, 0]);
  expect(bars[1]!.height).toBeCloseTo(90.54, 1);
});

test("draws an axis but no bar without sales", () => {
  const { amounts, bars } = plotSales(days([0, 0, 0]));
  expect(amounts[0]).toEqual({ label: "₹0", y: 100 });
  expect(amounts.length).toBeGreaterThan(1);
  expect(bars.map((bar) => bar.height)).toEqual([0, 0, 0]);
});

test("labels one date a week, the last one today", () => {
  const { dates } = plotSales(days(Array<number>(30).fill(1)));
  expect(dates.map((label) => label.date)).toEqual([
    "2026-02-02",
    "2026-02-09",
    "2026-02-16",
    "2026-02-23",
    "2026-03-02",
  ]);
});
