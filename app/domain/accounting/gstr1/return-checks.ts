import { formatRupees } from "~/domain/kit/money";
import { isNothing, type Amounts, add, type ReturnTables, total } from "./return-tables";

/** What is looked at before the return is given. Browser-safe. */

/** `wrong`: the file would be refused or untrue, so it is not given. `look`: somebody should look. */
export type CheckState = "fine" | "look" | "wrong";

export interface CheckItem {
  text: string;
  links: { to: string; label: string }[];
}

export interface Check {
  state: CheckState;
  title: string;
  /** What was found and what to do. */
  text: string;
  items: CheckItem[];
  /** How many items there are beyond those listed. */
  more: number;
}

/** A check lists no more than these. */
export const MOST_ITEMS = 20;

/** @param count of all items @returns the check; fine when there is none */
export function check(given: {
  title: string;
  fine: string;
  found: string;
  state: "look" | "wrong";
  items: CheckItem[];
  count?: number;
}): Check {
  const { title, fine, found, items } = given;
  const count = given.count ?? items.length;
  if (count === 0) return { state: "fine", title, text: fine, items: [], more: 0 };
  const shown = items.slice(0, MOST_ITEMS);
  return { state: given.state, title, text: found, items: shown, more: count - shown.length };
}

/** Of an item of a check. */
export const orderLink = (orderId: number) => ({
  to: `/admin/orders/${orderId}`,
  label: `Order #${orderId}`,
});

/** Taxed sales less notes by rate as tables 4, 5, 7 and 9B have them, beside those of table 12. */
export function taxedByRate(tables: ReturnTables): { rate: number; listed: Amounts; hsn: Amounts }[] {
  const rates = new Map<number, { listed: Amounts; hsn: Amounts }>();
  const at = (rate: number) => {
    if (!rates.has(rate)) rates.set(rate, { listed: total([]), hsn: total([]) });
    return rates.get(rate)!;
  };
  for (const row of tables.b2cs) add(at(row.rate).listed, row);
  for (const [documents, sign] of [
    [[...tables.b2b, ...tables.b2cl], 1],
    [[...tables.cdnr, ...tables.cdnur], -1],
  ] as const)
    for (const { rates: parts } of documents) for (const part of parts) add(at(part.rate).listed, part, sign);
  for (const row of hsnRows(tables)) if (row.rate > 0) add(at(row.rate).hsn, row);
  return [...rates].sort(([a], [b]) => a - b).map(([rate, sums]) => ({ rate, ...sums }));
}

/** All rows of table 12. */
export const hsnRows = ({ hsnB2b, hsnB2c }: ReturnTables) => [...hsnB2b, ...hsnB2c];

/** Sales without tax, of table 8. Paise. */
export const untaxed = ({ nil }: Pick<ReturnTables, "nil">): number =>
  nil.reduce((sum, row) => sum + row.nil + row.exempt, 0);

const difference = (one: Amounts, other: Amounts): Amounts => {
  const left = { ...one };
  add(left, other, -1);
  return left;
};

const sumOf = ({ taxable, centralTax, stateTax, integratedTax }: Amounts) =>
  taxable + centralTax + stateTax + integratedTax;

const TELL_US = "They differ. Please do not file this month, and report it as a fault of Kitab.";

/**
 * Whether the tables have the same sums as each other and as the documents themselves.
 * @param ledger the sums that stand on the documents, less those of notes
 */
export function tablesAgree(tables: ReturnTables, ledger: Amounts): Check[] {
  const byRate = taxedByRate(tables);
  const differing = byRate.filter(({ listed, hsn }) => !isNothing(difference(listed, hsn)));
  const untaxedHsn = total(hsnRows(tables).filter(({ rate }) => rate === 0)).taxable;
  const all = total(byRate.map(({ listed }) => listed));
  all.taxable += untaxed(tables);
  return [
    check({
      title: "Taxed sales in tables 4, 5, 7 and 9B and in table 12",
      fine: `The same at each rate, to the paisa: ${formatRupees(total(byRate.map(({ listed }) => listed)).taxable)} taxable.`,
      found: TELL_US,
      state: "wrong",
      items: differing.map(({ rate, listed, hsn }) => ({
        text: `At ${rate / 100} %: ${formatRupees(listed.taxable)} taxable in the tables, ${formatRupees(hsn.taxable)} by HSN; taxes ${formatRupees(sumOf(listed) - listed.taxable)} and ${formatRupees(sumOf(hsn) - hsn.taxable)}`,
        links: [],
      })),
    }),
    check({
      title: "Untaxed sales in table 8 and in table 12",
      fine: `The same, to the paisa: ${formatRupees(untaxedHsn)}.`,
      found: TELL_US,
      state: "wrong",
      items:
        untaxed(tables) === untaxedHsn
          ? []
          : [
              {
                text: `${formatRupees(untaxed(tables))} in table 8, ${formatRupees(untaxedHsn)} by HSN`,
                links: [],
              },
            ],
    }),
    check({
      title: "Tables and documents",
      fine: `The same, to the paisa: documents less notes ${formatRupees(sumOf(ledger))} with taxes.`,
      found: TELL_US,
      state: "wrong",
      items: isNothing(difference(all, ledger))
        ? []
        : [
            {
              text: `${formatRupees(sumOf(all))} in the tables, ${formatRupees(sumOf(ledger))} on the documents`,
              links: [],
            },
          ],
    }),
  ];
}

/** Sums below zero: notes of this month for sales of earlier ones. */
export function belowZero(tables: ReturnTables): Check {
  const small = tables.b2cs
    .filter(({ taxable }) => taxable < 0)
    .map(
      ({ place, rate, taxable }) => `Table 7, state ${place} at ${rate / 100} %: ${formatRupees(taxable)}`,
    );
  const nil = tables.nil
    .filter((row) => row.nil < 0 || row.exempt < 0)
    .map(
      (row) =>
        `Table 8, ${row.isRegistered ? "registered" : "unregistered"} buyers: ${formatRupees(row.nil + row.exempt)}`,
    );
  const codes = hsnRows(tables)
    .filter(({ taxable }) => taxable < 0)
    .map(({ hsn, rate, taxable }) => `Table 12, HSN ${hsn} at ${rate / 100} %: ${formatRupees(taxable)}`);
  return check({
    title: "Sums below zero",
    fine: "There are none.",
    found:
      "More went back than was sold. That is right when the notes are for sales of earlier months; ask your accountant how to enter it if the portal does not take it.",
    state: "look",
    items: [...small, ...nil, ...codes].map((text) => ({ text, links: [] })),
  });
}
