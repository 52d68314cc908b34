import { isFetched } from "../delivery/pick-up";
import type { Selectable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { equalInConstantTime, randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { lockCustomer } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import {
  type CustomerRequest,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/order-for-step.server";
import { notTest } from "../orders/no-test.server";
import type { EventActor } from "../orders/order-events.server";
import { lockForStep } from "../orders/order-locks.server";
import { mailedOrders, queueOrderMail } from "../orders/order-mails.server";
import { toConfirmMessage } from "../orders/messages/to-pay-messages";
import { stateLabel } from "../orders/orders";
import { isPaidOnline, isToConfirm } from "../orders/paying";
import { accept, type Order } from "../payments/settle-order.server";
import { CODE_TRIES, confirmationPath, newCode, wrongCodeMessage } from "./confirmation.server";

/**
 * Asks the customer to confirm an order that is paid at the door: mails a code of six digits and a link, once per order.
 * Staff can confirm it too. An order that nobody confirms until its `pay_by` lapses as an unpaid one does.
 * @param trx the transaction that places the order, after it was written
 */
export async function askToConfirm(trx: Db, orderId: number, now: Date): Promise<void> {
  const code = newCode();
  const token = randomToken();
  await trx
    .insertInto("order_confirmations")
    .values({
      order_id: orderId,
      code_hash: codeHash(orderId, code),
      token_hash: sha256(token),
      created_at: now.toISOString(),
    })
    .execute();
  await queueOrderMail(trx, orderId, now, {
    dedupeKey: `order-to-confirm:${orderId}`,
    write: (order) => toConfirmMessage(order, { code, path: confirmationPath(token) }),
  });
}

/** What is stored of an order's code. */
export const codeHash = (orderId: number, code: string) => sha256(`${orderId} ${code}`);

/**
 * Staff confirm an order that is paid at the door, such as after a call: it gets its number, bill and mails, as a paid one.
 * @returns a sentence in each case; refused when it does not wait to be confirmed
 */
export async function confirmByStaff(db: Db, request: StaffRequest, now = new Date()): Promise<StepOutcome> {
  const { orderId, staffId } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockToAccept(trx, orderId);
    const order = await orderToConfirm(trx, orderId);
    if (!order) return unknownOrder(orderId);
    const refusal = whyNotConfirmed(order);
    if (refusal) return { ok: false, reason: "wrong_step", message: refusal };
    await confirm(trx, order, { actor: "staff", actorAccountId: staffId }, "by staff", now);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "order",
        subjectId: orderId,
        action: "confirmed",
        after: { "Due at the door": formatRupees(order.due_at_door) },
      },
      now,
    );
    return { ok: true, message: `Order #${orderId} is confirmed` };
  });
  return wakeMail(outcome);
}

/**
 * A customer confirms their order with the mailed code. After five wrong ones only the link or staff can.
 * @returns refused at the field `code` when it is not the order's
 */
export async function confirmByCode(
  db: Db,
  request: CustomerRequest & { code: string },
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, accountId, code } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockToAccept(trx, orderId);
    const order = await orderToConfirm(trx, orderId, accountId);
    if (!order) return unknownOrder(orderId);
    if (isConfirmed(order)) return confirmed(orderId);
    const refusal = whyNotConfirmed(order) ?? whyTooLate(order, now);
    if (refusal) return { ok: false, reason: "wrong_step", message: refusal };
    const asked = await trx
      .selectFrom("order_confirmations")
      .select(["code_hash", "tries"])
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    const tries = asked?.tries ?? CODE_TRIES;
    const isRight = tries < CODE_TRIES && equalInConstantTime(codeHash(orderId, code), asked!.code_hash);
    if (!isRight) {
      if (tries < CODE_TRIES)
        await trx
          .updateTable("order_confirmations")
          .set({ tries: tries + 1 })
          .where("order_id", "=", orderId)
          .execute();
      const message = wrongCodeMessage(CODE_TRIES - tries - 1);
      return { ok: false, reason: "invalid", field: "code", message };
    }
    await confirm(trx, order, { actor: "customer", actorAccountId: accountId }, "by code", now);
    return confirmed(orderId);
  });
  return wakeMail(outcome);
}

/** What the page of a mailed link shows. Paise; an ISO time. */
export interface LinkedOrder {
  orderId: number;
  dueAtDoor: number;
  /** Until when it can be confirmed. */
  payBy: string;
}

/** @returns null when the link was used already, or its order waits no more */
export async function findLinkedOrder(db: Db, token: string, now = new Date()): Promise<LinkedOrder | null> {
  const order = await db
    .selectFrom("orders as o")
    .innerJoin("order_confirmations as c", "c.order_id", "o.id")
    .select(["o.id as orderId", "o.due_at_door as dueAtDoor", "o.pay_by as payBy"])
    .where("c.token_hash", "=", sha256(token))
    .where("o.state", "=", "pending")
    .where(notTest("o.id"))
    .where("o.pay_by", ">", now.toISOString())
    .executeTakeFirst();
  return order ?? null;
}

/** Whoever has the mailed link confirms the order. @returns refused when the link was used, or the order waits no more */
export async function confirmByLink(db: Db, token: string, now = new Date()): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    const asked = await trx
      .selectFrom("order_confirmations")
      .select("order_id")
      .where("token_hash", "=", sha256(token))
      .executeTakeFirst();
    if (!asked) return usedLink;
    await lockToAccept(trx, asked.order_id);
    const order = await orderToConfirm(trx, asked.order_id);
    if (!order || isConfirmed(order)) return usedLink;
    const refusal = whyNotConfirmed(order) ?? whyTooLate(order, now);
    if (refusal) return { ok: false, reason: "wrong_step", message: refusal };
    const by = { actor: "customer", actorAccountId: order.account_id } as const;
    await confirm(trx, order, by, "by link", now);
    return confirmed(order.id);
  });
  return wakeMail(outcome);
}

const usedLink = {
  ok: false,
  reason: "not_found",
  message: "This link is no longer valid: its order is confirmed already, or its time is over",
} as const;

const confirmed = (orderId: number) =>
  ({ ok: true, message: `Thank you! Order #${orderId} is confirmed` }) as const;

function wakeMail(outcome: StepOutcome): StepOutcome {
  if (outcome.ok) wake("mail");
  return outcome;
}

/** The customer's cart, then the order with its books. */
export async function lockToAccept(trx: Db, orderId: number): Promise<void> {
  const order = trx.selectFrom("orders as o").where("o.id", "=", orderId);
  await lockCustomer(trx, order.select("o.account_id").$asScalar());
  await lockForStep(trx, [orderId]);
}

/** @param accountId the customer who must own it; without one anybody's */
export async function orderToConfirm(
  trx: Db,
  orderId: number,
  accountId?: number,
): Promise<Order | undefined> {
  let query = mailedOrders(trx).where("o.id", "=", orderId).where(notTest("o.id"));
  if (accountId !== undefined) query = query.where("o.account_id", "=", accountId);
  return query.executeTakeFirst();
}

async function confirm(trx: Db, order: Order, by: EventActor, how: string, now: Date): Promise<void> {
  const { id: orderId, due_at_door: due } = order;
  await accept(
    trx,
    order,
    { paidBy: { id: "", method: null }, by, kind: "confirmed", detail: { due, how } },
    now,
  );
  await trx.deleteFrom("order_confirmations").where("order_id", "=", orderId).execute();
}

type Row = Pick<
  Selectable<Tables["orders"]>,
  "id" | "state" | "payment_way" | "total" | "due_at_door" | "cancel_reason" | "pay_by" | "pick_up"
>;

/** A row for the rules about paying. */
export const payingRow = ({ state, payment_way, total, due_at_door, pick_up }: Row) => ({
  isPickUp: isFetched(pick_up),
  state,
  paymentWay: payment_way,
  total,
  dueAtDoor: due_at_door,
});

const isConfirmed = ({ payment_way, state }: Row) =>
  payment_way === "cod" && state !== "pending" && state !== "cancelled";

/** Why the order cannot be confirmed; null: it can. */
export function whyNotConfirmed(order: Row): string | null {
  const paying = payingRow(order);
  if (isToConfirm(paying)) return null;
  const name = `Order #${order.id}`;
  if (order.state === "cancelled" && order.cancel_reason === "payment_timeout")
    return `${name} was not confirmed in time, and its books are back in stock. It has to be placed again`;
  if (order.state !== "pending") return `${name} is ${stateLabel(paying).toLowerCase()} already`;
  if (order.payment_way === "cod" && isPaidOnline(paying))
    return `${name} is confirmed when ${formatRupees(order.total - order.due_at_door)} of it is paid online`;
  return `${name} is not paid at the door: there is nothing to confirm`;
}

/** Why its customer cannot confirm it any more; null: they can. */
export const whyTooLate = (order: Row, now: Date): string | null =>
  order.pay_by > now.toISOString()
    ? null
    : `The time to confirm order #${order.id} is over. Please place it again`;
