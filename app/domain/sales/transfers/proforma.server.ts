import type { Db } from "~/db/database.server";
import { config } from "~/process/config.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { qrPicture } from "~/platform/qr-code.server";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { type DocumentFile, orderedLines, TEMPLATE } from "../documents/document-parts.server";
import { readOrder } from "../orders/orders.server";
import { proformaOf } from "./proforma";

const CODE = "upi-code.svg";

/**
 * The proforma invoice of an order that is paid by transfer, as a PDF: made anew each time, with what is still open.
 * @param order.accountId the customer who must own the order; "anybody": for staff
 */
export async function proformaFile(
  db: Db,
  { orderId, accountId }: { orderId: number; accountId: number | "anybody" },
  make: MakePdf = makePdf,
): Promise<DocumentFile> {
  const [order, settings] = await Promise.all([readOrder(db, orderId, accountId), readSettings(db)]);
  if (order?.paymentWay !== "transfer") return { ok: false, reason: "not_found" };
  const { content, code } = proformaOf(order, await orderedLines(db, orderId), settings);
  const { look, files } = await readDocumentLook(db, config.coversDir);
  const pdf = await make(
    TEMPLATE,
    { ...content, ...look, ...(code && { code: CODE }) },
    code ? { ...files, [CODE]: Buffer.from(qrPicture(code)) } : files,
  );
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: `proforma-${orderId}.pdf`, bytes: pdf.bytes };
}
