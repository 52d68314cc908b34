import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import { canStaffMove, whyNot } from "../fulfilment/fulfilment";
import {
  newsFirst,
  type OrderForStep,
  readOrderForStep,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../fulfilment/order-for-step.server";
import { deliver, despatchChecked, shippedInWords } from "../fulfilment/fulfilment.server";
import { checkSent } from "../fulfilment/parcels.server";
import { hasUnreadNews } from "../money/order-money.server";
import { logOrderEvent } from "../order-events.server";
import { lockForStep } from "../order-locks.server";
import { queueParcelEvent } from "../order-webhooks.server";
import type { OrderDetail } from "../order-detail";
import { STATE_LABELS } from "../orders";
import { readOrder } from "../orders.server";
import { stillDueAtDoor } from "../paying";
import { queueParcelLostMail, queueParcelMail } from "./parcel-mails.server";
import { copiesInWords, openLines, type SentParcel } from "./parcels";
import { writeParcel } from "./write-parcel.server";

export interface NewParcel extends StaffRequest {
  /** Copies of lines; empty: all that are still to be sent. */
  lines: readonly { id: number; qty: number }[];
  /** Left out where the books are fetched at the shop. */
  providerId?: number | null;
  trackingNo?: string | null;
  /** Grams; null: not weighed. */
  weightG: number | null;
  /** Whether another parcel may have this tracking number with this carrier too. */
  isSharedOk?: boolean;
}

export type ParcelOutcome =
  | { ok: true; message: string; parcelId: number }
  | Exclude<StepOutcome, { ok: true }>;

const wrong = (message: string) => ({ ok: false, reason: "wrong_step", message }) as const;
const invalid = (field: string, message: string) =>
  ({ ok: false, reason: "invalid", field, message }) as const;

/**
 * Staff send a parcel of an order: all of it, a part of it while the rest stays packed, or copies in place of lost ones, which
 * come from the stock. The order is shipped with the parcel that has its last copies. The customer gets a mail.
 * @returns refused: no such order; one that is not packed and has nothing to be sent again; more copies than are open (at their
 * field); something is due at the door, so that it is one parcel; a carrier or number that is not right
 */
export async function sendParcel(db: Db, request: NewParcel, now = new Date()): Promise<ParcelOutcome> {
  const { orderId } = request;
  const outcome = await beside(db, async (trx): Promise<ParcelOutcome> => {
    await lockForStep(trx, [orderId]);
    const step = await readOrderForStep(trx, orderId, "anybody", now);
    const order = await readOrder(trx, orderId, "anybody", now);
    if (!step || !order) return unknownOrder(orderId);
    return send(trx, request, { step, order }, now);
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function send(
  trx: Db,
  request: NewParcel,
  { step, order }: { step: OrderForStep; order: OrderDetail },
  now: Date,
): Promise<ParcelOutcome> {
  const { orderId, staffId, providerId = null, trackingNo = null, weightG } = request;
  const open = openLines(order);
  if (order.state !== "shipped" && !canStaffMove(step, "shipped"))
    return wrong(whyNot(orderId, step, "shipped"));
  if (open.length === 0) return wrong(`All copies of order #${orderId} are sent`);
  if (await hasUnreadNews(trx, orderId, now)) return newsFirst(orderId);
  const chosen = request.lines.length > 0 ? request.lines : open;
  for (const [at, { id, qty }] of chosen.entries()) {
    const line = open.find((one) => one.id === id);
    if (!line || chosen.findIndex((one) => one.id === id) < at || qty > line.qty)
      return invalid(
        `lines[${at}].qty`,
        line ? `At most ${line.qty} can be sent` : "None of this line is to be sent",
      );
  }
  const isRest = open.every(({ id, qty }) => chosen.find((line) => line.id === id)?.qty === qty);
  const due = stillDueAtDoor(order);
  if (!isRest && due > 0)
    return wrong(`${formatRupees(due)} of order #${orderId} is due at the door: it is sent as one parcel`);
  const checked = await checkSent(trx, {
    ...request,
    providerId,
    trackingNo,
    isPickUp: order.delivery?.pickUp != null,
  });
  if (!checked.ok) return checked;
  const parcel = { orderId, lines: chosen, providerId, trackingNo, weightG };
  const { carrier, trackingPage } = checked;
  // The parcel with the last copies ships the order, as one with all of them does.
  if (isRest && order.state === "packed") {
    const shipped = await despatchChecked(trx, { request, step, order, parcel, carrier }, now);
    if (!shipped.ok) return shipped;
    return { ok: true, message: shippedInWords(orderId, carrier), parcelId: shipped.parcelId };
  }
  const written = await writeParcel(trx, order, parcel, now);
  if (!written.ok) return wrong(written.message);
  const isAgain = order.state === "shipped";
  if (isAgain)
    await trx
      .updateTable("orders")
      .set({ logistics_provider_id: providerId, tracking_no: trackingNo })
      .where("id", "=", orderId)
      .execute();
  const words = copiesInWords(chosen.map(({ id, qty }) => ({ qty, title: titleOf(order, id) })));
  const by = { actor: "staff", actorAccountId: staffId } as const;
  const detail = { parcel: written.number, carrier, tracking: trackingNo, books: words };
  await logOrderEvent(trx, { orderId, kind: "parcel_sent", ...by, detail }, now);
  const after = { Parcel: written.number, Carrier: carrier, "Tracking number": trackingNo, Books: words };
  const audit = { staffId, subject: "order", subjectId: orderId, after } as const;
  await recordAudit(trx, { ...audit, action: "sent a parcel of" }, now);
  const rest = isRest ? [] : openLines((await readOrder(trx, orderId, "anybody", now))!);
  const mailed = { orderId, parcelId: written.id, carrier, trackingNo, trackingPage, books: words, isAgain };
  await queueParcelMail(trx, { ...mailed, rest: copiesInWords(rest) }, now);
  await queueParcelEvent(trx, "parcel.sent", orderId, written.id, now);
  const message = `Parcel ${written.number} of order #${orderId} is ${carrier === null ? "ready to be fetched" : `sent with ${carrier}`}`;
  return { ok: true, message, parcelId: written.id };
}

const titleOf = ({ lines }: Pick<OrderDetail, "lines">, lineId: number) =>
  lines.find(({ id }) => id === lineId)!.title;

/** A parcel of an order, and who records what became of it. */
export interface ParcelRequest extends StaffRequest {
  parcelId: number;
}

/**
 * Staff record that a parcel never arrived: its copies can be sent again, or be refunded by line. The customer gets a mail.
 * @returns refused: no such parcel, or one that is delivered, lost or back already
 */
export async function recordLost(db: Db, request: ParcelRequest, now = new Date()): Promise<StepOutcome> {
  const outcome = await onParcel(db, request, now, async (trx, _order, parcel) => {
    const { orderId } = request;
    if (parcel.deliveredAt !== null)
      return wrong(`Parcel ${parcel.number} of order #${orderId} is delivered`);
    await trx
      .updateTable("parcels")
      .set({ lost_at: now.toISOString() })
      .where("id", "=", parcel.id)
      .execute();
    await note(trx, request, parcel, { kind: "parcel_lost", action: "recorded as lost a parcel of" }, now);
    await queueParcelLostMail(trx, { orderId, parcelId: parcel.id, books: copiesInWords(parcel.lines) }, now);
    return {
      ok: true,
      message: `Parcel ${parcel.number} of order #${orderId} is lost: its books can be sent again`,
    };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/**
 * Staff record that a parcel has arrived. With the last of a shipped order the order is delivered, with its mail.
 * @returns refused: no such parcel, or one that is delivered, lost or back already
 */
export async function recordParcelDelivered(
  db: Db,
  request: ParcelRequest,
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await onParcel(db, request, now, async (trx, order, parcel) => {
    const { orderId } = request;
    if (parcel.deliveredAt !== null)
      return wrong(`Parcel ${parcel.number} of order #${orderId} is delivered already`);
    const isLast =
      order.state === "shipped" &&
      openLines(order).length === 0 &&
      order.parcels.every(
        ({ id, deliveredAt, lostAt }) => id === parcel.id || deliveredAt !== null || lostAt !== null,
      );
    if (isLast) return deliver(trx, request, now);
    await trx
      .updateTable("parcels")
      .set({ delivered_at: now.toISOString() })
      .where("id", "=", parcel.id)
      .execute();
    await note(
      trx,
      request,
      parcel,
      { kind: "parcel_delivered", action: "recorded the delivery of a parcel of" },
      now,
    );
    await queueParcelEvent(trx, "parcel.delivered", orderId, parcel.id, now);
    return { ok: true, message: `Parcel ${parcel.number} of order #${orderId} is delivered` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function onParcel(
  db: Db,
  { orderId, parcelId }: ParcelRequest,
  now: Date,
  record: (trx: Db, order: OrderDetail, parcel: SentParcel) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  return beside(db, async (trx): Promise<StepOutcome> => {
    await lockForStep(trx, [orderId]);
    const order = await readOrder(trx, orderId, "anybody", now);
    const parcel = order?.parcels.find(({ id }) => id === parcelId);
    if (!order) return unknownOrder(orderId);
    if (!parcel) return { ok: false, reason: "not_found", message: `Order #${orderId} has no such parcel` };
    const name = `Parcel ${parcel.number} of order #${orderId}`;
    if (parcel.lostAt !== null) return wrong(`${name} is lost already`);
    if (order.state !== "packed" && order.state !== "shipped" && order.state !== "delivered")
      return wrong(
        `Order #${orderId} is ${STATE_LABELS[order.state].toLowerCase()}: nothing is recorded for its parcels`,
      );
    return record(trx, order, parcel);
  });
}

async function note(
  trx: Db,
  { orderId, staffId }: StaffRequest,
  { number, lines }: SentParcel,
  { kind, action }: { kind: "parcel_lost" | "parcel_delivered"; action: string },
  now: Date,
): Promise<void> {
  const detail = { parcel: number, books: copiesInWords(lines) };
  await logOrderEvent(trx, { orderId, kind, actor: "staff", actorAccountId: staffId, detail }, now);
  const after = { Parcel: number, Books: copiesInWords(lines) };
  await recordAudit(trx, { staffId, subject: "order", subjectId: orderId, action, after }, now);
}
