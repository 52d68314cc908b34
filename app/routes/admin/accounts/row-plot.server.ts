import { formatRupees } from "~/domain/kit/money";
import type { RowPlot } from "~/ui/admin/lists/row-bars";

/** A plot has no more rows; the last one is what is left. */
const MOST = 10;
/** The room of the bars, in per cent: the figures stand at their right. */
const ROOM = 64;

/**
 * A bar for each row, the longest of what is furthest from zero. Of many rows the smallest are one.
 * @param rows paise, in the order of the table @returns null: there is nothing but zeros
 */
export function plotRows(rows: readonly { label: string; amount: number }[]): RowPlot | null {
  const shown = firstOf(rows);
  const [least, most] = [
    Math.min(0, ...shown.map(({ amount }) => amount)),
    Math.max(0, ...shown.map(({ amount }) => amount)),
  ];
  if (least === most) return null;
  const at = (amount: number) => ((amount - least) * ROOM) / (most - least);
  return {
    rows: shown.map(({ label, amount }) => ({
      label,
      text: formatRupees(amount),
      x: rounded(at(Math.min(0, amount))),
      width: rounded(Math.abs(at(amount) - at(0))),
    })),
    zero: least < 0 ? rounded(at(0)) : null,
  };
}

function firstOf(rows: readonly { label: string; amount: number }[]) {
  if (rows.length <= MOST) return rows;
  const sorted = rows.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  const rest = sorted.slice(MOST - 1);
  const kept = new Set(sorted.slice(0, MOST - 1));
  const amount = rest.reduce((sum, row) => sum + row.amount, 0);
  return [...rows.filter((row) => kept.has(row)), { label: `${rest.length} others`, amount }];
}

const rounded = (value: number) => Math.round(value * 100) / 100;
