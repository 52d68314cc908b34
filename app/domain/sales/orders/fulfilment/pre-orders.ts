import type { Forthcoming } from "~/domain/catalogue/books/sale/sale";
import { formatDate } from "~/domain/kit/dates";

// An order is sent as a whole: not before its last book is out, and not without the copies that it is still owed.

/** A line of an order that has been pre-ordered, with what it waits for. */
export interface PreorderLine {
  title: string;
  /** Only of a book that is not out yet. */
  forthcoming?: Forthcoming;
  /** Copies that have not come into stock yet. */
  owed: number;
}

/** What keeps an order from being packed and sent. */
export interface Wait {
  title: string;
  /** The plain date from which it can be sent. null: the day is not known, or the book is out and its copies are missing. */
  from: string | null;
  /** Copies missing although the book is out; 0 while it is not. */
  owed: number;
}

/** What an order waits for longest; null: nothing. */
export function waitOf(lines: readonly PreorderLine[]): Wait | null {
  const notOut = lines.flatMap(({ title, forthcoming }) =>
    forthcoming ? [{ title, from: forthcoming.releasedOn, owed: 0 }] : [],
  );
  // An unknown day is later than any.
  const last = notOut.toSorted((a, b) => (a.from ?? "~").localeCompare(b.from ?? "~")).at(-1);
  if (last) return last;
  const missing = lines.find(({ owed }) => owed > 0);
  return missing ? { title: missing.title, from: null, owed: missing.owed } : null;
}

/** As lists show it, e.g. 'Pre-order, from 12 Jan 2027'. */
export function waitLabel({ from, owed }: Wait): string {
  if (owed > 0) return "Pre-order, not in stock";
  return from === null ? "Pre-order, day not known" : `Pre-order, from ${formatDate(from)}`;
}

/** On the order's page for staff. */
export const waitSentence = (wait: Wait): string =>
  `This order ${waitReason(wait)}${wait.owed > 0 ? "" : ". It can be packed from then on"}.`;

/** Why an order cannot be packed or sent, after 'Order #12 '. */
export function waitReason({ title, from, owed }: Wait): string {
  if (owed > 0)
    return `waits for ${owed === 1 ? "1 copy" : `${owed} copies`} of “${title}”: enter the copies that have come in as its stock first`;
  return from === null
    ? `is a pre-order of “${title}”, which is not out yet`
    : `is a pre-order: “${title}” is released on ${formatDate(from)}`;
}
