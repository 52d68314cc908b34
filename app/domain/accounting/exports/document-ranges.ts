import { formatCount } from "~/domain/kit/counts";
import { type Period, periodInWords } from "../period";

/** How many documents a day has. */
export interface CountOfDay {
  day: string;
  count: number;
}

const RANGES_NAMED = 12;

/** Days one after the other with at most so many documents together; a day that has more stands alone. */
export function rangesOf(days: readonly CountOfDay[], most: number): (Period & { count: number })[] {
  const ranges: (Period & { count: number })[] = [];
  for (const { day, count } of days) {
    const last = ranges.at(-1);
    if (last && last.count + count <= most) Object.assign(last, { to: day, count: last.count + count });
    else ranges.push({ from: day, to: day, month: null, count });
  }
  return ranges;
}

/** Why there is no file of so many documents, and which days to take instead; null: there is one. */
export function tooManyDocuments(days: readonly CountOfDay[], most: number): string | null {
  const count = days.reduce((sum, day) => sum + day.count, 0);
  if (count <= most) return null;
  const found = `These days have ${formatCount(count)} documents, and one file holds ${formatCount(most)}.`;
  const ranges = rangesOf(days, most);
  const full = ranges.find((range) => range.count > most);
  if (full) return `${found} ${periodInWords(full)} alone has more: please take the list of documents`;
  const named = ranges.slice(0, RANGES_NAMED).map(periodInWords).join("; ");
  return `${found} Please take ${named}${ranges.length > RANGES_NAMED ? "; and so on" : ""}`;
}
