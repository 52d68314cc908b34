import { scaleBand, scaleLinear } from "d3-scale";
import { formatRupeesShort } from "~/domain/kit/money";
import type { SalesDay } from "~/domain/sales/orders/desk/sales.server";

/** Positions in per cent of the plot's width and height. Computed on the server, so the browser needs no d3. */
export interface SalesPlot {
  /** x from the left, height from the bottom; the column is the day's full width, which shows its figures on hover. */
  bars: { date: string; x: number; width: number; height: number; columnX: number; columnWidth: number }[];
  amounts: { label: string; y: number }[];
  /** One date a week; the last is today. */
  dates: { date: string; x: number }[];
}

const GRID_LINES = 4;
const DAYS_A_LABEL = 7;
/** The axis reaches at least this amount, in paise, so that its labels are whole rupees. */
const LEAST_TOP = 10_000;

/** @param days consecutive days, the oldest first */
export function plotSales(days: SalesDay[]): SalesPlot {
  const highest = Math.max(LEAST_TOP, ...days.map((day) => day.amount));
  const amount = scaleLinear([0, highest], [0, 100]).nice(GRID_LINES);
  const band = scaleBand(
    days.map((day) => day.date),
    [0, 100],
  )
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const left = (day: SalesDay) => band(day.date) ?? 0;
  return {
    bars: days.map((day, index) => ({
      date: day.date,
      x: rounded(left(day)),
      width: rounded(band.bandwidth()),
      height: rounded(amount(day.amount)),
      columnX: rounded((index * 100) / days.length),
      columnWidth: rounded(100 / days.length),
    })),
    amounts: amount.ticks(GRID_LINES).map((tick) => ({
      label: formatRupeesShort(tick),
      y: rounded(100 - amount(tick)),
    })),
    dates: days
      .filter((_, index) => (days.length - 1 - index) % DAYS_A_LABEL === 0)
      .map((day) => ({ date: day.date, x: rounded(left(day) + band.bandwidth() / 2) })),
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
