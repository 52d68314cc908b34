import type { Db } from "~/db/database.server";
import { detailsOf } from "~/domain/shop/settings/transfer";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { qrCode } from "~/platform/qr-code.server";
import { type OrderDetail, payingOf } from "../orders/order-detail";
import { isToTransfer } from "../orders/paying";
import { toTransfer, transferRows, upiLink, type WaitingTransfer } from "./transfers";

/** @returns null for an order that waits for no transfer */
export async function readWaitingTransfer(db: Db, order: OrderDetail): Promise<WaitingTransfer | null> {
  if (!isToTransfer(payingOf(order))) return null;
  const details = detailsOf(await readSettings(db));
  const waiting = toTransfer(order);
  const link = details?.upi ? upiLink(details.upi, details.name, waiting) : null;
  return {
    rows: details ? transferRows(waiting, details) : [],
    received: waiting.received,
    upi: link ? { link, qr: qrCode(link) } : null,
    payBy: order.payBy,
  };
}
