import path from "node:path";
import { ROOT } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import type { OrderedLine } from "./new-documents";

/** What bills and proforma invoices share. */

/** The Typst template that lays out the texts. */
export const TEMPLATE = path.join(ROOT, "app/domain/sales/documents/order-document.typ");

export type DocumentFile =
  | { ok: true; filename: string; bytes: Uint8Array }
  /** `not_found`: no such document of this customer. `unavailable`: the PDF cannot be made now. */
  | { ok: false; reason: "not_found" | "unavailable" };

/** The lines as they were ordered, without today's catalogue data. */
export async function orderedLines(db: Db, orderId: number): Promise<OrderedLine[]> {
  return db
    .selectFrom("order_lines")
    .select(["id", "title", "mrp", "unit_price as unitPrice", "quantity", "hsn", "tax_rate as taxRate"])
    .select("discount")
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}
