import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import {
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/order-for-step.server";
import { readOrderMoney } from "../orders/money/order-money.server";
import { logOrderEvent } from "../orders/order-events.server";
import { type ByHand, isToTransfer, stillDueAtDoor } from "../orders/paying";
import { readyToTake } from "../orders/stock.server";
import { stateLabel } from "../orders/orders";
import { writeByHand } from "../payments/write-by-hand.server";
import { queueAutomaticRefund } from "~/domain/sales/payments/refunds/refunds.server";
import { accept, type Order } from "../payments/settle-order.server";
import { lockToAccept, orderToConfirm, payingRow } from "./confirm-order.server";

/** Money that staff record. */
export interface Received extends StaffRequest {
  /** Paise. */
  amount: number;
  /** Of the receipt or transfer, as it was typed; empty only for cash. */
  reference: string;
  /** The plain date on which it came. */
  receivedOn: string;
  /** Whether an amount that is not what is due is meant. */
  isSure?: boolean;
}

/**
 * Staff record cash that came for an order that is paid at the door.
 * @param request.key the form's random key: however often it is posted, there is one receipt
 * @returns refused at `amount` when it is more than is due; another amount than what is due is asked about
 */
export async function recordCash(
  db: Db,
  request: Received & { key: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, amount } = request;
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockToAccept(trx, orderId);
    const order = await orderToConfirm(trx, orderId);
    if (!order) return unknownOrder(orderId);
    const done = { ok: true, message: `${formatRupees(amount)} is recorded for order #${orderId}` } as const;
    const id = paymentId("cash", orderId, request.key);
    const known = await findPayment(trx, id);
    if (known?.status === "failed") return takenBack(known.amount);
    if (known) return known.amount === amount ? done : formUsed(known.amount);
    const refusal = whyNoCash(order);
    if (refusal) return { ok: false, reason: "wrong_step", message: refusal };
    const due = dueOf(order);
    if (amount > due) return invalidAmount(`At most ${formatRupees(due)} is due at the door`);
    if (amount < due && !request.isSure) {
      const message = `${formatRupees(due)} is due. Record ${formatRupees(amount)}, and leave ${formatRupees(due - amount)} open?`;
      return { ...invalidAmount(message), isQuestion: true };
    }
    await recordCashOf(trx, order, { ...request, id }, now);
    await auditReceipt(trx, request, "recorded cash for", now);
    return done;
  });
}

const dueOf = (order: Pick<Order, "state" | "due_at_door" | "door_received">) =>
  stillDueAtDoor({ state: order.state, dueAtDoor: order.due_at_door, doorReceived: order.door_received });

/** Why no cash can be recorded for an order; null: it can. */
export function whyNoCash(order: Order): string | null {
  const name = `Order #${order.id}`;
  if (order.payment_way !== "cod") return `${name} is not paid at the door`;
  if (order.refused_at !== null) return `The parcel of order #${order.id} was refused: nothing is due for it`;
  if (order.state === "pending") return `${name} is not confirmed yet`;
  if (order.state === "cancelled" || order.state === "refunded")
    return `${name} is ${stateLabel(payingRow(order)).toLowerCase()}: nothing is due for it`;
  if (dueOf(order) === 0) return `Nothing is due for order #${order.id} any more`;
  return null;
}

/**
 * Writes a receipt of cash.
 * @param trx the transaction that has locked the order and checked that this much is due @param cash.id `paymentId`
 */
export async function recordCashOf(
  trx: Db,
  order: Order,
  cash: Pick<Received, "amount" | "reference" | "receivedOn" | "staffId"> & { id: string },
  now: Date,
): Promise<void> {
  await insertPayment(trx, { ...cash, orderId: order.id, way: "cash" }, now);
  await trx
    .updateTable("orders")
    .set((eb) => ({ door_received: eb("door_received", "+", cash.amount) }))
    .where("id", "=", order.id)
    .execute();
}

/**
 * Staff record a transfer to the shop. When the order's total has come, the order is paid, with number, bill and mails. A
 * transfer for an order that is over is recorded and has to be paid back.
 * @returns refused without a reference; another amount than what is open is asked about, as is a reference that another
 * order has; the same reference again changes nothing
 */
export async function recordTransfer(db: Db, request: Received, now = new Date()): Promise<StepOutcome> {
  const { orderId, amount, reference, staffId } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockToAccept(trx, orderId);
    const order = await orderToConfirm(trx, orderId);
    if (!order) return unknownOrder(orderId);
    if (order.payment_way !== "transfer")
      return {
        ok: false,
        reason: "wrong_step",
        message: `Order #${orderId} is not paid by transfer to the shop`,
      };
    const id = paymentId("transfer", orderId, sameReference(reference));
    if (await findPayment(trx, id))
      return {
        ok: false,
        reason: "invalid",
        field: "reference",
        message: "This transfer is recorded for the order already",
      };
    const isWaiting = isToTransfer(payingRow(order));
    const before = (await readOrderMoney(trx, orderId))?.paid ?? 0;
    const open = order.total - before;
    const question = request.isSure
      ? null
      : await whatToAsk(trx, order, { ...request, open: isWaiting ? open : 0 });
    if (question) return question;

    const paymentRowId = await insertPayment(trx, { ...request, id, way: "transfer" }, now);
    await auditReceipt(trx, request, "recorded a transfer for", now);
    const by = { actor: "staff", actorAccountId: staffId } as const;
    const money = formatRupees(amount);
    const isLapsed = order.state === "cancelled" && order.cancel_reason === "payment_timeout";
    if (isWaiting && amount < open) {
      const message = `${money} is recorded; order #${orderId} waits for ${formatRupees(open - amount)} more`;
      return { ok: true, message };
    }
    const take = isLapsed && amount >= open ? await readyToTake(trx, orderId, now) : null;
    if (isWaiting || take) {
      const paidBy = { id: reference, method: "transfer" };
      const detail = { payment: reference, amount, source: "staff" };
      await accept(trx, order, { paidBy, by, kind: "paid", detail, ...(take && { take }) }, now);
      const more = amount > open ? `. ${formatRupees(amount - open)} too much can be refunded there` : "";
      return { ok: true, message: `Order #${orderId} is paid${more}` };
    }
    if (order.paid_at !== null && order.state !== "cancelled" && order.state !== "refunded") {
      return { ok: true, message: `${money} is recorded for order #${orderId}, which was paid already` };
    }
    // Too little would not have revived it either.
    const reason = isLapsed && amount >= open ? "unserviceable" : "order_cancelled";
    await queueAutomaticRefund(trx, { orderId, paymentRowId, amount, reason }, now);
    const message = `${money} is recorded. Order #${orderId} is cancelled: please pay it back`;
    return { ok: true, message };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** @returns the question about a transfer that staff have to answer first; null: none */
async function whatToAsk(
  trx: Db,
  order: Order,
  { amount, reference, open }: Received & { open: number },
): Promise<StepOutcome | null> {
  const same = await trx
    .selectFrom("payments")
    .select("order_id")
    .where("reference", "=", reference)
    .where("gateway", "=", "transfer")
    .where("order_id", "<>", order.id)
    .orderBy("id")
    .executeTakeFirst();
  if (same) {
    const message = `Order #${same.order_id} has a transfer with this reference. Is this a part of the same one?`;
    return { ok: false, reason: "invalid", field: "reference", message, isQuestion: true };
  }
  if (open === 0) {
    const message = `Order #${order.id} is ${stateLabel(payingRow(order)).toLowerCase()}, and waits for no transfer. Record it anyway?`;
    return { ...invalidAmount(message), isQuestion: true };
  }
  if (amount === open) return null;
  const message = `${formatRupees(open)} is open for order #${order.id}. Is ${formatRupees(amount)} right?`;
  return { ...invalidAmount(message), isQuestion: true };
}

const invalidAmount = (message: string) =>
  ({ ok: false, reason: "invalid", field: "amount", message }) as const;

const formUsed = (amount: number): StepOutcome => ({
  ok: false,
  reason: "wrong_step",
  message: `This form has recorded ${formatRupees(amount)} already. Please open it again`,
});

const takenBack = (amount: number): StepOutcome => ({
  ok: false,
  reason: "wrong_step",
  message: `The ${formatRupees(amount)} of this form was taken back. Please open it again`,
});

/** `payments.gateway_payment_id` of money that staff record: unique for an order and a key. */
export const paymentId = (way: ByHand, orderId: number, key: string) => `${way}_${orderId}_${key}`;

/** References that differ only in spaces and capitals are the same. */
const sameReference = (reference: string) => reference.replace(/\s+/g, "").toUpperCase();

const findPayment = (trx: Db, id: string) =>
  trx
    .selectFrom("payments")
    .select(["id", "amount", "status"])
    .where("gateway_payment_id", "=", id)
    .executeTakeFirst();

/** @returns the payment's row */
async function insertPayment(
  trx: Db,
  money: Pick<Received, "orderId" | "amount" | "reference" | "receivedOn" | "staffId"> & {
    id: string;
    way: ByHand;
  },
  now: Date,
): Promise<number> {
  const { orderId, amount, reference, receivedOn, staffId, way } = money;
  const id = await writeByHand(trx, money, now);
  const detail = { amount, on: receivedOn, ...(reference && { reference }) };
  const kind = way === "cash" ? "cash_received" : "transfer_received";
  await logOrderEvent(trx, { orderId, kind, actor: "staff", actorAccountId: staffId, detail }, now);
  return id;
}

async function auditReceipt(trx: Db, received: Received, action: string, now: Date): Promise<void> {
  const { staffId, orderId, amount, reference, receivedOn } = received;
  const after = {
    Amount: formatRupees(amount),
    "Received on": formatDate(receivedOn),
    ...(reference && { Reference: reference }),
  };
  await recordAudit(trx, { staffId, subject: "order", subjectId: orderId, action, after }, now);
}
