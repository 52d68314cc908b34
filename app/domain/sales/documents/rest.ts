import { apportion } from "../orders/money/line-values";
import { isNote, type NoteKind } from "../orders/order-documents";
import type { DocumentLine, IssuedDocument } from "./issued-document";

/** What notes leave of documents, and how a sum of money is distributed over it. Pure; integer paise. */

/** A line of a bill or invoice with what notes have taken off it. */
export interface RestLine {
  document: IssuedDocument;
  line: DocumentLine;
  /** What is left of its value and its copies. */
  left: { value: number; quantity: number };
  /** What it was before money was given back: the line less what changes of the order took off. */
  ordered: { value: number; quantity: number };
  noted: Noted;
}

type Noted = Pick<
  DocumentLine,
  "value" | "quantity" | "discount" | "centralTax" | "stateTax" | "integratedTax"
>;

const FIGURES = ["value", "quantity", "discount", "centralTax", "stateTax", "integratedTax"] as const;

/** The money and the copies of a line that a note is for. */
export interface Share {
  value: number;
  quantity: number;
}

/** The lines of the bills and invoices that are not cancelled. @param documents all of the order, with the notes */
export function restOf(documents: readonly IssuedDocument[]): RestLine[] {
  const notes = documents.filter(({ kind }) => isNote(kind));
  return documents
    .filter(({ kind, cancelledAt }) => !isNote(kind) && cancelledAt === null)
    .flatMap((document) =>
      document.lines.map((line) => {
        const taken = (of: readonly IssuedDocument[]): Noted => {
          const lines = of
            .filter((note) => note.of === document.id)
            .flatMap((note) => note.lines.filter(({ position }) => position === line.position));
          const sum = (figure: (typeof FIGURES)[number]) =>
            lines.reduce((total, one) => total + one[figure], 0);
          return Object.fromEntries(FIGURES.map((figure) => [figure, sum(figure)])) as unknown as Noted;
        };
        const noted = taken(notes);
        const changed = taken(notes.filter(({ cause }) => cause === "changed"));
        const less = (by: Noted) => ({ value: line.value - by.value, quantity: line.quantity - by.quantity });
        return { document, line, left: less(noted), ordered: less(changed), noted };
      }),
    );
}

/** What is left of all of them. */
export const leftOf = (rest: readonly RestLine[]): number =>
  rest.reduce((sum, { left }) => sum + left.value, 0);

/** All that is left: with it every document is used up. */
export const wholeRest = (rest: readonly RestLine[]): Share[] => rest.map(({ left }) => ({ ...left }));

/**
 * Distributes an amount: first over what it is for, then over what else is left, in proportion. Never more than is left.
 * @param amount at least 0 @param wanted what it is for, by the line; its copies leave the documents with it
 */
export function spread(rest: readonly RestLine[], amount: number, wanted: readonly Share[]): Share[] {
  const targets = wanted.map(({ value, quantity }, at) => ({
    value: Math.min(value, rest[at]!.left.value),
    quantity: Math.min(quantity, rest[at]!.left.quantity),
  }));
  const given = Math.min(amount, leftOf(rest));
  const wantedSum = targets.reduce((sum, { value }) => sum + value, 0);
  const first = Math.min(given, wantedSum);
  const parts = apportion(
    first,
    targets.map(({ value }) => BigInt(value)),
  );
  const others = apportion(
    given - first,
    rest.map(({ left }, at) => BigInt(left.value - parts[at]!)),
  );
  return rest.map((_, at) => ({ value: parts[at]! + others[at]!, quantity: targets[at]!.quantity }));
}

/** The copies of a line as a share of it: all of them, in however many steps, are the whole line. */
export function shareOfCopies({ line, left }: RestLine, copies: number): Share {
  const quantity = Math.min(copies, left.quantity);
  const before = line.quantity - left.quantity;
  const upTo = (some: number) => part(line.value, some, line.quantity);
  return {
    value: Math.min(left.value, upTo(before + quantity) - upTo(before)),
    quantity,
  };
}

/** amount × share / whole, rounded down; 0 of nothing. */
const part = (amount: number, share: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(share)) / BigInt(whole));

/**
 * The line of a note. Of each figure it has its share of the document's line, so that all notes of a line that is used up
 * add up exactly to it.
 * @param share at most what is left
 */
export function noteLine({ line, left, noted }: RestLine, share: Share): DocumentLine {
  const isLast = share.value === left.value;
  const upTo = noted.value + share.value;
  const taxBefore = noted.centralTax + noted.stateTax + noted.integratedTax;
  const taxes = line.centralTax + line.stateTax + line.integratedTax;
  const tax = evenTax(line, { taxes, taxBefore, upTo, value: share.value });
  const central = centralOf(line, noted, tax);
  const integrated = line.integratedTax === 0 ? 0 : tax;
  const centralTax = central - noted.centralTax;
  const integratedTax = integrated - noted.integratedTax;
  const stateTax = tax - taxBefore - centralTax - integratedTax;
  const discount = (isLast ? line.discount : part(line.discount, upTo, line.value)) - noted.discount;
  return {
    ...line,
    quantity: isLast ? left.quantity : share.quantity,
    gross: share.value + discount,
    discount,
    value: share.value,
    taxable: share.value - centralTax - stateTax - integratedTax,
    centralTax,
    stateTax,
    integratedTax,
  };
}

/**
 * Of the taxes that the notes of a line have come to, the CGST: half. An odd paisa is where the line has its own. Notes of
 * before may have less of it than half: neither tax of a note is below zero.
 */
function centralOf(line: DocumentLine, noted: Noted, tax: number): number {
  if (line.integratedTax > 0) return 0;
  const half = line.centralTax > line.stateTax ? Math.ceil(tax / 2) : Math.floor(tax / 2);
  return Math.min(Math.max(half, noted.centralTax), tax - noted.stateTax, line.centralTax);
}

/**
 * The taxes of a line that its notes have come to. Where both halves of the line are equal, those of a note are, too, unless a
 * paisa more or less would not fit: neither a note nor what is left has more tax than value.
 */
function evenTax(
  line: DocumentLine,
  given: { taxes: number; taxBefore: number; upTo: number; value: number },
): number {
  const { taxes, taxBefore, upTo, value } = given;
  const exact = part(taxes, upTo, line.value);
  const least = Math.max(taxBefore, upTo - line.taxable);
  const most = Math.min(taxBefore + value, taxes);
  const fits = (tax: number) => tax >= least && tax <= most;
  const hasHalves = line.centralTax > 0 && line.centralTax === line.stateTax;
  const even = hasHalves ? [exact, exact - 1, exact + 1].filter((tax) => tax % 2 === 0) : [];
  return even.find(fits) ?? Math.min(most, Math.max(least, exact));
}

/** The lines of the notes that these shares make, by document and kind; taxed ones first. */
export function notesOf(
  rest: readonly RestLine[],
  shares: readonly Share[],
): { of: IssuedDocument; kind: NoteKind; lines: DocumentLine[] }[] {
  const documents = [...new Set(rest.map(({ document }) => document))];
  return documents.flatMap((of) => {
    const own = rest.flatMap((one, at) => (one.document === of ? [{ one, share: shares[at]! }] : []));
    // A document that is used up takes along its lines of which nothing was paid.
    const isUsedUp = own.every(({ one, share }) => share.value === one.left.value);
    const noted = own.filter(({ one, share }) => share.value > 0 || (isUsedUp && one.left.quantity > 0));
    const linesOf = (isTaxed: boolean) =>
      noted
        .filter(({ one }) => (one.line.taxRate > 0 && of.kind !== "bill") === isTaxed)
        .map(({ one, share }) => noteLine(one, share));
    const kinds = [
      { kind: "credit_note", lines: linesOf(true) },
      { kind: "refund_note", lines: linesOf(false) },
    ] as const;
    return kinds.flatMap(({ kind, lines }) =>
      lines.some(({ value }) => value > 0) ? [{ of, kind, lines }] : [],
    );
  });
}
