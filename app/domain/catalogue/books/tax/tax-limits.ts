/**
 * Limits of the tax law, each with the day from which it holds. An owner changes them as rates: a row of theirs stands in place
 * of the usual one of the same day. Browser-safe.
 */

/** What each limit decides, and its usual rows: the oldest first, paise. */
export const TAX_LIMITS = {
  largeSale: {
    label: "Large sale to another state",
    about: "Worth more than this, a sale to a buyer without a GSTIN is listed in table 5 of GSTR-1",
    usual: [
      { from: "2017-07-01", amount: 2_50_000_00, note: "Rule 59 of the CGST Rules" },
      { from: "2024-08-01", amount: 1_00_000_00, note: "Notification 12/2024" },
    ],
  },
  longHsn: {
    label: "Turnover for HSN codes of 6 digits",
    about: "Above this in the financial year before, codes have 6 digits, else 4",
    usual: [{ from: "2017-07-01", amount: 5_00_00_000_00, note: "Notification 78/2020" }],
  },
} as const satisfies Record<
  string,
  { label: string; about: string; usual: readonly Omit<TaxLimit, "kind">[] }
>;

export type LimitKind = keyof typeof TAX_LIMITS;
export const LIMIT_KINDS = Object.keys(TAX_LIMITS) as [LimitKind, ...LimitKind[]];

/** A limit from a day in India on. Paise. */
export interface TaxLimit {
  kind: LimitKind;
  from: string;
  amount: number;
  note: string;
}

/** As the screen lists it. */
export interface ShownLimit extends TaxLimit {
  /** Whether the shop keeps it; else it is a usual one. */
  isOwn: boolean;
}

/** All rows that count, by kind and day: the shop's own, and the usual ones that none of its own stands in place of. */
export function limitsWith(own: readonly TaxLimit[]): ShownLimit[] {
  const usual = LIMIT_KINDS.flatMap((kind) => TAX_LIMITS[kind].usual.map((row) => ({ kind, ...row })));
  const isReplaced = (row: TaxLimit) => own.some(({ kind, from }) => kind === row.kind && from === row.from);
  return [
    ...own.map((row) => ({ ...row, isOwn: true })),
    ...usual.filter((row) => !isReplaced(row)).map((row) => ({ ...row, isOwn: false })),
  ].sort(
    (one, other) =>
      LIMIT_KINDS.indexOf(one.kind) - LIMIT_KINDS.indexOf(other.kind) || (one.from < other.from ? -1 : 1),
  );
}

/** The limit of a kind on a day; before the first row that of the first. @param limits of `limitsWith` @returns paise */
export function limitOn(limits: readonly TaxLimit[], kind: LimitKind, day: string): number {
  const rows = limits.filter((row) => row.kind === kind);
  return (rows.findLast(({ from }) => from <= day) ?? rows[0]!).amount;
}
