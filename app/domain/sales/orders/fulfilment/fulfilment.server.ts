import type { Updateable } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { wake } from "~/platform/wake.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { asOneEntry } from "~/domain/kit/audit/whole-entry.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { hasUnreadNews } from "../money/order-money.server";
import { canStaffMove, type ManyMoved, type StaffStep } from "./fulfilment";
import { queueDeliveryMail, queueDespatchMail } from "./fulfilment-mails.server";
import { logOrderEvent, type OrderEventKind } from "../order-events.server";
import { lockForStep } from "../order-locks.server";
import { moveOrder } from "../order-steps.server";
import { queueOrderEvent, queueParcelEvent } from "../order-webhooks.server";
import type { OrderDetail } from "../order-detail";
import { stepLabel, stepWords } from "../orders";
import { readOrder } from "../orders.server";
import { copiesInWords, openLines } from "../parcels/parcels";
import { writeParcel } from "../parcels/write-parcel.server";
import { checkSent, fetchedOf } from "./parcels.server";
import {
  newsFirst,
  type OrderForStep,
  readOrderForStep,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
  wrongStep,
} from "./order-for-step.server";

interface Step {
  to: StaffStep & OrderEventKind;
  /** Columns of the order that change together with its state. */
  values: Updateable<Tables["orders"]>;
  detail?: Record<string, string | null>;
  /** For the audit, in the past tense. */
  action: string;
  before?: AuditFields;
  after?: AuditFields;
}

/**
 * Takes a step that the rules allow: writes the state, the order's log and the audit.
 * @param trx an open transaction; @throws when the state has changed since it was read, which its lock rules out
 */
async function takeStep(
  trx: Db,
  { orderId, staffId }: StaffRequest,
  order: OrderForStep,
  step: Step,
  now: Date,
): Promise<void> {
  const { to, values, detail, action, before, after } = step;
  await moveOrder(trx, order.row, { state: to, ...values });
  await logOrderEvent(
    trx,
    { orderId, kind: to, actor: "staff", actorAccountId: staffId, detail: detail ?? {} },
    now,
  );
  const status = {
    before: { Status: stepLabel(order.state, order.isPickUp) },
    after: { Status: stepLabel(to, order.isPickUp) },
  };
  await recordAudit(
    trx,
    {
      staffId,
      subject: "order",
      subjectId: orderId,
      action,
      before: { ...status.before, ...before },
      after: { ...status.after, ...after },
    },
    now,
  );
}

/** Staff mark a paid order as packed. */
export async function markPacked(db: Db, request: StaffRequest, now = new Date()): Promise<StepOutcome> {
  return beside(db, async (trx) => {
    await lockForStep(trx, [request.orderId]);
    return pack(trx, request, now);
  });
}

async function pack(trx: Db, request: StaffRequest, now: Date): Promise<StepOutcome> {
  const { orderId } = request;
  const order = await readOrderForStep(trx, orderId, "anybody", now);
  if (!order) return unknownOrder(orderId);
  if (!canStaffMove(order, "packed")) return wrongStep(orderId, order, "packed");
  if (await hasUnreadNews(trx, orderId, now)) return newsFirst(orderId);
  const values = { packed_at: now.toISOString() };
  await takeStep(trx, request, order, { to: "packed", values, action: "packed" }, now);
  return { ok: true, message: `Order #${orderId} is packed` };
}

/**
 * Marks several orders as packed. Orders that cannot be packed are left unchanged.
 * @returns the ids of the packed orders, and why each of the others was refused
 */
export async function markManyPacked(
  db: Db,
  request: { orderIds: number[]; staffId: number },
  now = new Date(),
): Promise<{ packed: number[]; refused: { orderId: number; message: string }[] }> {
  const { moved, refused } = await moveMany(db, request, pack, now);
  return { packed: moved, refused };
}

/** The same for orders that have arrived; each customer gets a mail. */
export async function markManyDelivered(
  db: Db,
  request: { orderIds: number[]; staffId: number },
  now = new Date(),
): Promise<ManyMoved> {
  const outcome = await moveMany(db, request, deliver, now);
  if (outcome.moved.length > 0) wake("mail");
  return { ...outcome, atShop: await fetchedOf(db, outcome.moved) };
}

/** Takes a step with each of these orders that can take it, once, in one transaction. */
async function moveMany(
  db: Db,
  request: { orderIds: number[]; staffId: number },
  step: (trx: Db, one: StaffRequest, now: Date) => Promise<StepOutcome>,
  now: Date,
): Promise<ManyMoved> {
  const orderIds = [...new Set(request.orderIds)];
  return beside(db, async (trx) => {
    await lockForStep(trx, orderIds);
    const many: ManyMoved = { moved: [], refused: [] };
    await asOneEntry(null, async () => {
      for (const orderId of orderIds) {
        const outcome = await step(trx, { orderId, staffId: request.staffId }, now);
        if (outcome.ok) many.moved.push(orderId);
        else many.refused.push({ orderId, message: outcome.message });
      }
    });
    return many;
  });
}

/** The data of a parcel, as `despatchSchema` gives it. */
export interface Parcel {
  /** Left out where the books are fetched at the shop. */
  providerId?: number | null;
  trackingNo?: string | null;
  /** A plain date; without it the estimate of the order is kept unless it has passed. */
  etaDate?: string;
  /** Whether another parcel may have this tracking number with this carrier too. */
  isSharedOk?: boolean;
  /** Grams, as it was weighed; null or left out: what the delivery plan has worked out. */
  weightG?: number | null;
}

/** Staff ship a packed order, or say that it can be fetched; the customer gets a mail. */
export async function despatch(
  db: Db,
  request: StaffRequest & Parcel,
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId, providerId = null, trackingNo = null } = request;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await readOrderForStep(trx, orderId, "anybody", now);
    if (!order) return unknownOrder(orderId);
    if (!canStaffMove(order, "shipped")) return wrongStep(orderId, order, "shipped");
    if (await hasUnreadNews(trx, orderId, now)) return newsFirst(orderId);
    const checked = await checkSent(trx, {
      ...request,
      providerId,
      trackingNo,
      isPickUp: order.isPickUp,
    });
    if (!checked.ok) return checked;
    const { carrier } = checked;
    const detail = await readOrder(trx, orderId, "anybody", now);
    if (!detail) return unknownOrder(orderId);
    const parcel = {
      orderId,
      lines: openLines(detail),
      providerId,
      trackingNo,
      weightG: request.weightG ?? weightOf(order, detail),
    };
    const shipped = await despatchChecked(trx, { request, step: order, order: detail, parcel, carrier }, now);
    if (!shipped.ok) return shipped;
    return { ok: true, message: shippedInWords(orderId, carrier) };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** @param carrier null: its books wait at the shop */
export const shippedInWords = (orderId: number, carrier: string | null): string =>
  `Order #${orderId} is ${carrier === null ? "ready to be fetched" : `shipped with ${carrier}`}`;

/** The weight of the only parcel of an order, by the delivery plan; null: not known. */
const weightOf = ({ row }: OrderForStep, { parcels }: OrderDetail) =>
  parcels.length === 0 ? row.parcel_grams : null;

interface Despatch {
  request: StaffRequest & Pick<Parcel, "etaDate">;
  step: OrderForStep;
  order: OrderDetail;
  parcel: Parameters<typeof writeParcel>[2];
  /** Null: it goes without one. */
  carrier: string | null;
}

/** Ships an order with the parcel that has its last copies. @param trx the transaction that has checked both */
export async function despatchChecked(
  trx: Db,
  { request, step: order, order: detail, parcel, carrier }: Despatch,
  now: Date,
): Promise<{ ok: true; parcelId: number } | Extract<StepOutcome, { ok: false }>> {
  const { orderId, providerId, trackingNo } = parcel;
  const written = await writeParcel(trx, detail, parcel, now);
  if (!written.ok) return { ok: false, reason: "wrong_step", message: written.message };
  const earlier = order.row.eta_date;
  const kept = earlier !== null && earlier >= indianDate(now) ? earlier : null;
  const eta = request.etaDate ?? kept;
  const step: Step = {
    to: "shipped",
    values: {
      shipped_at: now.toISOString(),
      logistics_provider_id: providerId,
      tracking_no: trackingNo,
      eta_date: eta,
    },
    detail: { carrier, tracking: trackingNo, eta },
    action: "shipped",
    before: { "Estimated delivery": earlier && formatDate(earlier) },
    after: {
      Carrier: carrier,
      "Tracking number": trackingNo,
      "Estimated delivery": eta && formatDate(eta),
    },
  };
  await takeStep(trx, request, order, step, now);
  await queueDespatchMail(trx, { orderId, carrier }, now);
  await queueOrderEvent(trx, "order.dispatched", orderId, now);
  await queueParcelEvent(trx, "parcel.sent", orderId, written.id, now);
  return { ok: true, parcelId: written.id };
}

/** Staff record the delivery of a shipped order; the customer gets a mail. */
export async function markDelivered(db: Db, request: StaffRequest, now = new Date()): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [request.orderId]);
    return deliver(trx, request, now);
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** The same within a transaction that has locked the order. */
export async function deliver(trx: Db, request: StaffRequest, now: Date): Promise<StepOutcome> {
  const { orderId } = request;
  const order = await readOrderForStep(trx, orderId, "anybody", now);
  if (!order) return unknownOrder(orderId);
  if (!canStaffMove(order, "delivered")) return wrongStep(orderId, order, "delivered");
  const detail = await readOrder(trx, orderId, "anybody", now);
  const open = detail ? openLines(detail) : [];
  if (detail && detail.parcels.length > 0 && open.length > 0) {
    const message = `${copiesInWords(open)} of order #${orderId} did not arrive: send it again, or refund it, before`;
    return { ok: false, reason: "wrong_step", message };
  }
  const values = { delivered_at: now.toISOString() };
  const arrived = await trx
    .updateTable("parcels")
    .set(values)
    .where("order_id", "=", orderId)
    .where("delivered_at", "is", null)
    .where("lost_at", "is", null)
    .returning("id")
    .execute();
  const step: Step = { to: "delivered", values, action: "recorded the delivery of" };
  await takeStep(trx, request, order, step, now);
  await queueDeliveryMail(trx, orderId, now);
  for (const { id } of arrived.toSorted((one, other) => one.id - other.id))
    await queueParcelEvent(trx, "parcel.delivered", orderId, id, now);
  return { ok: true, message: `Order #${orderId} is ${stepWords("delivered", order.isPickUp)}` };
}
