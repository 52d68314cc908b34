import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type AuditFields, changedFields } from "~/domain/kit/audit/audit";
import { formatRupees } from "~/domain/kit/money";
import { issueEarlier } from "../../documents/earlier-documents.server";
import { followEdit } from "../../documents/follow-edit.server";
import { readDocuments } from "../../documents/read-documents.server";
import { methodColumns } from "../../delivery/order-delivery";
import { type Buyer, buyerColumns, NO_BUYER } from "~/domain/sales/orders/buyer/buyer";
import type { OrderForStep, StaffRequest, StepOutcome } from "../fulfilment/order-for-step.server";
import { type Gift, giftColumns } from "~/domain/sales/orders/buyer/gift";
import { noteReleaseTold } from "../fulfilment/pre-orders.server";
import { queueRefundOf } from "../money/queue-refund.server";
import { orderColumns } from "../order-columns.server";
import { logOrderEvent } from "../order-events.server";
import { queueOrderEvent } from "../order-webhooks.server";
import { type OrderDetail, payingOf } from "../order-detail";
import { deliveryDay } from "../orders";
import { countAsSold } from "../stock.server";
import { dueOnline } from "../paying";
import { replaceBalance } from "../../payments/balances.server";
import type { OrderEdit } from "./edit-order.schema";
import { type EditedLine, type EditedMoney, inWords } from "./edit-order";
import { queueChangedMail } from "./changed-mail.server";
import type { EditedDelivery } from "./edited-delivery";
import { moveCopies } from "./move-copies.server";

interface Edit {
  request: StaffRequest & OrderEdit;
  order: OrderDetail;
  step: OrderForStep;
  lines: readonly EditedLine[];
  delivery: EditedDelivery;
  money: EditedMoney;
  /** What the coupon takes off delivery, in paise. */
  spared: number;
  /** By how much the customer's limit on account is passed, in words; null: it is not. */
  passed: string | null;
}

/**
 * Writes a change.
 * @param trx the transaction that has locked and read the order, its coupon and books
 * @returns refused: nothing is changed
 */
export async function writeEdit(
  trx: Db,
  given: Edit,
  now: Date,
): Promise<{ ok: true } | Exclude<StepOutcome, { ok: true }>> {
  const { request, order, step, lines, delivery, money, spared } = given;
  const { orderId, staffId, buyer, gift, note } = request;
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const fields = factsOf(given);
  const changes = changedFields(fields.before, fields.after);
  if (Object.keys(changes.after).length === 0 && note === "")
    return { ok: false, reason: "invalid", field: "lines", message: "Nothing is changed" };
  const isPaid = order.state === "paid";
  if (isPaid) await issueEarlier(trx, [orderId]);
  const documents = isPaid ? await readDocuments(trx, orderId) : [];
  // What was sold, and what sells together, is counted by the state and the lines: the order leaves these counts and comes back.
  if (isPaid) {
    await countAsSold(trx, orderId, "take back");
    await trx.updateTable("orders").set({ state: "pending" }).where("id", "=", orderId).execute();
  }
  await moveCopies(trx, orderId, lines, now);

  const { totals, dueAtDoor, balanceDue, refund } = money;
  const { method, grams } = delivery;
  await trx
    .updateTable("orders")
    .set({
      ...orderColumns(totals, request.address ?? order.address, order.couponCode),
      ...(buyer !== undefined && buyerColumns(buyer ?? NO_BUYER)),
      ...(gift !== undefined && giftColumns(gift)),
      state: order.state,
      cod_fee: delivery.codFee,
      due_at_door: dueAtDoor,
      balance_due: balanceDue,
      ...(isPaid && { first_due: step.row.first_due ?? dueOnline(payingOf(order)) }),
      ...(grams !== null && { parcel_grams: grams || null }),
      ...(method && {
        ...methodColumns(method),
        ...(isPaid && { eta_date: deliveryDay(now, method.to, 0) }),
      }),
      changed_at: now.toISOString(),
    })
    .where("id", "=", orderId)
    .execute();
  if (isPaid) {
    await countAsSold(trx, orderId, "add");
    await noteReleaseTold(trx, orderId);
  }
  await trx
    .updateTable("coupon_uses")
    .set({ discount: totals.discount + spared })
    .where("order_id", "=", orderId)
    .execute();
  if (balanceDue !== order.balanceDue) await replaceBalance(trx, orderId, balanceDue, now);
  const detail = {
    items: inWords(lines),
    ...("Items" in changes.after && { itemsBefore: inWords(order.lines) }),
    total: totals.total,
    totalBefore: order.totals.total,
    ...("Address" in changes.after && { address: String(fields.after.Address) }),
    ...(INVOICE in changes.after && {
      invoice: String(fields.after[INVOICE] ?? THE_CUSTOMER),
      invoiceBefore: String(fields.before[INVOICE] ?? THE_CUSTOMER),
    }),
    ...("Gift" in changes.after && { gift: String(fields.after.Gift) }),
    ...("Delivery" in changes.after && { delivery: String(fields.after.Delivery) }),
    ...(balanceDue > 0 && { balance: balanceDue }),
    ...(note && { note }),
  };
  const version = await logOrderEvent(trx, { orderId, kind: "changed", ...by, detail }, now);
  if (refund > 0)
    await queueRefundOf(
      trx,
      step.payments,
      { orderId, amount: refund, reason: "changed", by, idempotencyKey: `changed_${orderId}_${version}` },
      now,
    );
  await recordAudit(
    trx,
    { staffId, subject: "order", subjectId: orderId, action: "changed", ...changes },
    now,
  );
  if (isPaid) await followEdit(trx, orderId, documents, now);
  const told = { orderId, version, totalBefore: order.totals.total, refund, balanceDue, note };
  await queueChangedMail(trx, told, now);
  // No event has reported an order before it is paid or confirmed.
  if (isPaid) await queueOrderEvent(trx, "order.changed", orderId, now);
  return { ok: true };
}

/** The field of a request that a book is at. */
export function fieldOf(
  { lines: changed, add }: OrderEdit,
  lines: readonly EditedLine[],
  bookId: number,
): string {
  const added = add.findIndex((one) => one.bookId === bookId);
  if (added >= 0) return `add[${added}].qty`;
  const { id } = lines.find((line) => line.bookId === bookId)!;
  return `lines[${changed.findIndex((one) => one.id === id)}].qty`;
}

/** What a change is recorded by, before and after. */
function factsOf({
  request,
  order,
  lines,
  delivery,
  money,
  passed,
}: Edit): Record<"before" | "after", AuditFields> {
  const address = request.address ?? order.address;
  const isMoved = Object.entries(address).some(
    ([name, value]) => order.address[name as keyof typeof address] !== value,
  );
  const buyer = request.buyer === undefined ? order.buyer : request.buyer;
  const gift = request.gift === undefined ? order.gift : request.gift;
  const priced = (of: readonly { title: string; quantity: number; unitPrice: number }[]) =>
    of.map(({ title, quantity, unitPrice }) => `${quantity} × ${title}, ${formatRupees(unitPrice)} each`);
  return {
    before: {
      Items: priced(order.lines),
      Address: placeOf(order.address),
      [INVOICE]: buyerInWords(order.buyer),
      Gift: giftInWords(order.gift),
      Delivery: order.delivery?.method ?? null,
      Total: formatRupees(order.totals.total),
    },
    after: {
      Items: priced(lines.filter(({ quantity }) => quantity > 0)),
      Address: isMoved ? `${placeOf(address)}, changed` : placeOf(address),
      [INVOICE]: changed(buyerInWords(order.buyer), buyerInWords(buyer), isSame(order.buyer, buyer)),
      Gift: changed(giftInWords(order.gift), giftInWords(gift), isSame(order.gift, gift)),
      Delivery: delivery.method?.name ?? order.delivery?.method ?? null,
      Total: formatRupees(money.totals.total),
      ...(passed !== null && { "Limit passed because": request.creditReason }),
    },
  };
}

/** Without name, street and contact data: what the history has stays when the customer is erased. */
const placeOf = ({ place, pincode }: { place: string; pincode: string }) => `${place} ${pincode}`;

const INVOICE = "On the invoice";
const THE_CUSTOMER = "the customer";

const isSame = (before: Buyer | Gift | null, after: Buyer | Gift | null) =>
  JSON.stringify(before) === JSON.stringify(after);

/** Words that say nothing of a change say that there was one. */
const changed = (before: string | null, after: string | null, isAsBefore: boolean) =>
  before === after && !isAsBefore ? `${after ?? ""}, changed` : after;

/** Without name and address, as `placeOf`. */
const buyerInWords = (buyer: Buyer | null): string | null =>
  buyer &&
  [
    buyer.gstin && `GSTIN ${buyer.gstin}`,
    buyer.name && "a name",
    buyer.address && "an address",
    buyer.reference && `reference ${buyer.reference}`,
  ]
    .filter(Boolean)
    .join(", ");

const giftInWords = (gift: Gift | null): string =>
  gift === null ? "no gift" : gift.message ? "with a message" : "without a message";
