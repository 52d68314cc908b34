/** Consecutive numbers of documents: the runs of table 13, and what is missing between them. Browser-safe. */

export interface NumberedDocument {
  series: "invoice" | "credit_note" | "refund_note";
  /** E.g. "KB/26-27/000001". */
  number: string;
  isCancelled: boolean;
}

/** Numbers that follow each other, with one prefix. */
export interface Run {
  series: NumberedDocument["series"];
  from: string;
  to: string;
  total: number;
  cancelled: number;
}

/** A number in two: what stands before its last digits, and the count. */
export interface ParsedNumber {
  prefix: string;
  count: number;
  /** How many digits the count is written with. */
  width: number;
  /** The prefix without the shop's own letters: a change of these does not restart the count. */
  year: string;
}

/** Text without digits at its end counts as a run of its own. */
export function parseNumber(number: string): ParsedNumber {
  const [, prefix = number, digits = "0"] = /^(.*?)(\d+)$/.exec(number) ?? [];
  return {
    prefix,
    count: Number(digits),
    width: digits.length,
    year: /\d\d-\d\d(?=\/$)/.exec(prefix)?.[0] ?? prefix,
  };
}

const SERIES = ["invoice", "credit_note", "refund_note"] as const;

type Sorted<T> = T & ParsedNumber;

function sorted<T extends { number: string }>(documents: readonly T[]): Sorted<T>[] {
  return documents
    .map((document) => ({ ...document, ...parseNumber(document.number) }))
    .sort((a, b) => (a.year === b.year ? a.count - b.count : a.year < b.year ? -1 : 1));
}

/** Runs of each series, invoices first. A run ends where a number is missing or the prefix changes. */
export function runsOf(documents: readonly NumberedDocument[]): Run[] {
  return SERIES.flatMap((series) => {
    const runs: Run[] = [];
    let last: ParsedNumber | undefined;
    for (const document of sorted(documents.filter((one) => one.series === series))) {
      const { number, isCancelled, prefix, count } = document;
      if (last?.prefix !== prefix || last.count + 1 !== count)
        runs.push({ series, from: number, to: number, total: 0, cancelled: 0 });
      const run = runs.at(-1)!;
      run.to = number;
      run.total += 1;
      run.cancelled += isCancelled ? 1 : 0;
      last = document;
    }
    return runs;
  });
}

/**
 * Numbers of one series that were not given: between others of a financial year, and from its number 1 on.
 * @param before the last number that was given earlier; null: there is none @param most it names no more
 */
export function missingNumbers(numbers: readonly string[], before: string | null, most: number): string[] {
  const missing: string[] = [];
  const all = sorted([...(before === null ? [] : [before]), ...numbers].map((number) => ({ number })));
  for (const [at, next] of all.entries()) {
    const last = all[at - 1];
    const isFirst = last?.year !== next.year;
    // What was before it is of an earlier month; a number without a year has no known beginning.
    if (isFirst && (next.number === before || next.year === next.prefix)) continue;
    for (let count = isFirst ? 1 : last.count + 1; count < next.count && missing.length < most; count++)
      missing.push(`${next.prefix}${String(count).padStart(next.width, "0")}`);
  }
  return missing;
}
