import type { Db, ShopDatabase } from "~/db/database.server";
import { readOrderMoney } from "../orders/money/order-money.server";
import type { Settings } from "~/domain/shop/settings/settings";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { documentKind } from "../orders/order-documents";
import { type DocumentPayment, type IssuedDocument, sellerOf } from "./issued-document";

/**
 * Stores what an order's document shows of seller and payment, so that later changes of the settings do not change it.
 * Its number is the order's invoice number, so that numbers have no gaps.
 * @param trx the transaction in which the order becomes paid
 * @param given.lines the order's @param given.settings the shop's
 */
export async function issueDocument(
  trx: Db,
  given: {
    orderId: number;
    number: string;
    issuedAt: string;
    payment: DocumentPayment;
    lines: { tax_rate: number }[];
    settings: Settings;
  },
): Promise<void> {
  const { orderId, number, issuedAt, payment, lines, settings } = given;
  await trx
    .insertInto("order_documents")
    .values({
      order_id: orderId,
      kind: documentKind(lines.map((line) => ({ taxRate: line.tax_rate }))),
      number,
      issued_at: issuedAt,
      seller: JSON.stringify(sellerOf(settings)),
      payment: JSON.stringify(payment),
    })
    .execute();
}

/**
 * The document of a paid order. If the order was paid by a version of the program that did not store documents yet, it
 * is stored now.
 * @returns null when there is no such order, or it was never paid
 */
export async function issuedDocument(
  db: Pick<ShopDatabase, "read" | "write">,
  orderId: number,
): Promise<IssuedDocument | null> {
  const issued = await readDocument(db.read, orderId);
  if (issued) return issued;
  return db.write.transaction().execute(async (trx) => {
    const meanwhile = await readDocument(trx, orderId);
    if (meanwhile) return meanwhile;
    const order = await trx
      .selectFrom("orders")
      .select(["invoice_no", "invoice_date", "paid_at"])
      .where("id", "=", orderId)
      .where("paid_at", "is not", null)
      .executeTakeFirst();
    if (!order?.invoice_no) return null;
    const issuedAt = order.invoice_date ?? order.paid_at!;
    const [payment, lines, settings] = await Promise.all([
      paymentOf(trx, orderId),
      trx.selectFrom("order_lines").select("tax_rate").where("order_id", "=", orderId).execute(),
      readSettings(trx),
    ]);
    await issueDocument(trx, { orderId, number: order.invoice_no, issuedAt, payment, lines, settings });
    return readDocument(trx, orderId);
  });
}

async function readDocument(db: Db, orderId: number): Promise<IssuedDocument | null> {
  const row = await db
    .selectFrom("order_documents")
    .selectAll()
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    kind: row.kind,
    number: row.number,
    issuedAt: row.issued_at,
    seller: JSON.parse(row.seller) as IssuedDocument["seller"],
    payment: JSON.parse(row.payment) as DocumentPayment,
  };
}

async function paymentOf(trx: Db, orderId: number): Promise<DocumentPayment> {
  const money = await readOrderMoney(trx, orderId);
  const payment =
    money &&
    (await trx
      .selectFrom("payments")
      .select(["gateway_payment_id as id", "method"])
      .where("id", "=", money.payments[0]!.rowId)
      .executeTakeFirst());
  return payment ?? { id: "", method: null };
}
