import { scaleBand, scaleLinear } from "d3-scale";
import { formatRupeesShort } from "~/domain/kit/money";
import type { DayPlot } from "~/ui/admin/lists/day-bars";

const GRID_LINES = 4;
const DAYS_A_WEEK = 7;
/** Of dates below the plot. */
const MOST_LABELS = 8;
/** The axis reaches at least this amount, in paise, so that its labels are whole rupees. */
const LEAST_TOP = 10_000;

/** A date a week is named, of many days fewer; the last always. @param days consecutive days, the oldest first; paise */
export function plotSales(days: { date: string; amount: number }[]): DayPlot {
  const highest = Math.max(LEAST_TOP, ...days.map((day) => day.amount));
  const amount = scaleLinear([0, highest], [0, 100]).nice(GRID_LINES);
  const band = scaleBand(
    days.map((day) => day.date),
    [0, 100],
  )
    .paddingInner(0.3)
    .paddingOuter(0.15);
  const left = (day: { date: string }) => band(day.date) ?? 0;
  const step = DAYS_A_WEEK * Math.ceil(days.length / DAYS_A_WEEK / MOST_LABELS);
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
      .filter((_, index) => (days.length - 1 - index) % step === 0)
      .map((day) => ({ date: day.date, x: rounded(left(day) + band.bandwidth() / 2) })),
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
