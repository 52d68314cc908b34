import { expect, test } from "vitest";
import { plotRows } from "./row-plot.server";

test("bars are in proportion to what is furthest from zero; what is below zero lies left of it", () => {
  const plot = plotRows([
    { label: "Sales", amount: 300_00 },
    { label: "Net", amount: -100_00 },
  ])!;
  const [sales, net] = plot.rows;
  expect([sales!.text, net!.text]).toEqual(["₹300.00", "-₹100.00"]);
  expect(sales!.width).toBe(3 * net!.width);
  expect([net!.x + net!.width, sales!.x]).toEqual([plot.zero, plot.zero]);
  expect(plotRows([{ label: "Sales", amount: 5 }])).toMatchObject({ zero: null, rows: [{ x: 0 }] });
});

test("of many rows the smallest are one, and the sum stays; of zeros there is no plot", () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ label: `${at}`, amount: at * 100 }));
  const shown = plotRows(rows)!.rows;
  expect(shown.map(({ label }) => label)).toEqual(["21", "22", "23", "24", "25", "26", "27", "28", "29", "21 others"]); // oxfmt-ignore
  expect(shown.at(-1)!.text).toBe("₹210.00");
  expect(plotRows([{ label: "Sales", amount: 0 }])).toBeNull();
  expect(plotRows([])).toBeNull();
});
