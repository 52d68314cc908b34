import type { Db } from "~/db/database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { nextInvoiceNumbers } from "../orders/money/invoice-numbers.server";
import { orderedLines } from "./document-parts.server";
import { numbersFor, toWrite } from "./issue-documents.server";
import { type DocumentLine, type IssuedDocument, sellerOf } from "./issued-document";
import { noteRefund, noteTakenOff, voidDocuments, writeNotes } from "./notes.server";
import { leftOf, type RestLine, restOf, type Share, spread } from "./rest";
import { type DocumentToWrite, writeDocuments } from "./write-documents.server";

/**
 * Brings an order's documents up to a change of the order. If nothing of them differs, they stand. If the order has only less,
 * a note takes the difference off. Otherwise they are cancelled, or noted to nothing in a later month, new ones take
 * their place, and what was refunded or taken off before is noted on these.
 * @param trx the transaction that has locked the order and changed its rows
 * @param before its documents, read before: a line that the change deletes is named in them
 */
export async function followEdit(
  trx: Db,
  orderId: number,
  before: readonly IssuedDocument[],
  now: Date,
): Promise<void> {
  const [order, lines, settings] = await Promise.all([
    trx.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow(),
    orderedLines(trx, orderId),
    readSettings(trx),
  ]);
  const all = restOf(before);
  const rest = all.filter(({ document }) => leftOf(all.filter((one) => one.document === document)) > 0);
  const { payment } = before[0]!;
  const issue = { order, lines, seller: sellerOf(settings), payment, issuedAt: now.toISOString() };
  const wanted = lessOf(rest, toWrite(issue, []));
  if (wanted) {
    const amount = wanted.reduce((sum, { value }) => sum + value, 0);
    const isThere = (line: DocumentLine) => lines.some(({ id }) => id === line.ofLine);
    const noted = rest.map((one) =>
      isThere(one.line) ? one : { ...one, line: { ...one.line, ofLine: null } },
    );
    const why = { cause: "changed", refundId: null } as const;
    return writeNotes(trx, orderId, noted, spread(rest, amount, wanted), why, now);
  }
  await voidDocuments(trx, orderId, "changed", now);
  const count = await numbersFor(order, () => Promise.resolve({ lines, settings }));
  const numbers = await nextInvoiceNumbers(trx, count, now);
  await writeDocuments(trx, toWrite(issue, numbers));
  await trx
    .updateTable("orders")
    .set({ invoice_no: numbers[0]!, invoice_date: issue.issuedAt })
    .where("id", "=", orderId)
    .execute();
  const refunds = await trx
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("status", "=", "processed")
    .orderBy("id")
    .execute();
  for (const refund of refunds) await noteRefund(trx, refund, now);
  if (order.credited > 0) await noteTakenOff(trx, orderId, order.credited, now);
}

/**
 * What the order has less than its documents say.
 * @returns by their lines; null: something of it is more, or other than it was, so that a note cannot say it
 */
function lessOf(rest: readonly RestLine[], after: readonly DocumentToWrite[]): Share[] | null {
  const heads = new Set([...rest.map(({ document }) => headOf(document)), ...after.map(headOf)]);
  if (heads.size > 1) return null;
  const lines = after.flatMap((document) => document.lines);
  const isOf = (line: DocumentLine) => (one: RestLine) =>
    line.isDelivery ? one.line.isDelivery : one.line.ofLine === line.ofLine;
  const isLess = lines.every((line) => {
    const one = rest.find(isOf(line));
    if (!one) return false;
    const isSame = one.line.hsn === line.hsn && one.line.taxRate === line.taxRate;
    return isSame && line.value <= one.ordered.value && line.quantity <= one.ordered.quantity;
  });
  if (!isLess) return null;
  return rest.map((one) => {
    const kept = lines.find((line) => isOf(line)(one));
    return {
      value: one.ordered.value - (kept?.value ?? 0),
      quantity: one.ordered.quantity - (kept?.quantity ?? 0),
    };
  });
}

/** What a note cannot change of a document. */
const headOf = (document: Omit<DocumentToWrite, "orderId">): string =>
  JSON.stringify([
    document.recipient,
    document.buyerGstin,
    document.buyerReference,
    document.place,
    document.split,
  ]);
