import path from "node:path";
import { ROOT } from "~/config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import type { MailAttachment } from "~/platform/mail-transports.server";
import { makePdf, type MakePdf } from "~/platform/pdf.server";
import { parseId } from "../ids";
import { readOrder } from "../orders/orders.server";
import { type DocumentLine, documentContent } from "./document-content";
import { documentFileName } from "../orders/order-documents";
import { issuedDocument } from "./issued-documents.server";

/** Where its texts are put into their places. */
export const TEMPLATE = path.join(ROOT, "app/domain/documents/order-document.typ");

/** Read from; written to when an order that was paid long ago needs its document for the first time. */
type Documents = Pick<ShopDatabase, "read" | "write">;

export type DocumentFile =
  | { ok: true; filename: string; bytes: Uint8Array }
  /** `not_found`: no such order of this customer, or it was never paid. `unavailable`: it cannot be made just now. */
  | { ok: false; reason: "not_found" | "unavailable" };

/**
 * The bill of supply or tax invoice of a paid order, as a PDF. What it says is what was written down when it was issued
 * and the order's own copy of titles, prices and address; a cancellation or refund since is stamped on it.
 * @param order.accountId whose it must be; "anybody": for staff
 */
export async function orderDocumentFile(
  db: Documents,
  { orderId, accountId }: { orderId: number; accountId: number | "anybody" },
  make: MakePdf = makePdf,
): Promise<DocumentFile> {
  const order = await readOrder(db.read, orderId, accountId);
  const document = order?.paidAt ? await issuedDocument(db, orderId) : null;
  if (!order || !document) return { ok: false, reason: "not_found" };
  const content = documentContent(document, order, await billedLines(db.read, orderId));
  const pdf = await make(TEMPLATE, content);
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: documentFileName(document), bytes: pdf.bytes };
}

/** As they were ordered: nothing of today's catalogue. */
async function billedLines(db: Db, orderId: number): Promise<DocumentLine[]> {
  return db
    .selectFrom("order_lines")
    .select(["title", "mrp", "unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/**
 * The document that a mail names.
 * @param name as `documentAttachment` gives it
 * @throws when it cannot be made now, or names none
 */
export async function makeAttachment(
  db: Documents,
  name: string,
  make: MakePdf = makePdf,
): Promise<MailAttachment> {
  const orderId = parseId(/^invoice:(\d+)$/.exec(name)?.[1]);
  const file = orderId
    ? await orderDocumentFile(db, { orderId, accountId: "anybody" }, make)
    : ({ ok: false, reason: "not_found" } as const);
  if (!file.ok) throw new Error(`the document ${name} could not be made: ${file.reason}`);
  return { filename: file.filename, contentType: "application/pdf", content: file.bytes };
}
