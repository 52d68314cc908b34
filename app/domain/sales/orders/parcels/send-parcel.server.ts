import { isFetched } from "../../delivery/pick-up";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { sha256 } from "~/platform/secrets/tokens.server";
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
import { despatchChecked, shippedInWords } from "../fulfilment/fulfilment.server";
import { checkSent } from "../fulfilment/parcels.server";
import { hasUnreadNews } from "../money/order-money.server";
import { logOrderEvent } from "../order-events.server";
import { lockForStep } from "../order-locks.server";
import { queueParcelEvent } from "../order-webhooks.server";
import type { OrderDetail } from "../order-detail";
import { readOrder } from "../orders.server";
import { stillDueAtDoor } from "../paying";
import { queueParcelMail } from "./parcel-mails.server";
import { copiesInWords, openLines } from "./parcels";
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
  /** Repeated with the same key it sends one parcel. */
  idempotencyKey?: string | undefined;
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
 * @returns with `ok` the parcel, also of an earlier request with the same key; refused: no such order; one that is not packed and has nothing to be sent again; more copies than are open (at their
 * field); something is due at the door, so that it is one parcel; a carrier or number that is not right
 */
export async function sendParcel(db: Db, request: NewParcel, now = new Date()): Promise<ParcelOutcome> {
  const { orderId } = request;
  const outcome = await beside(db, async (trx): Promise<ParcelOutcome> => {
    await lockForStep(trx, [orderId]);
    const step = await readOrderForStep(trx, orderId, "anybody", now);
    const order = await readOrder(trx, orderId, "anybody", now);
    if (!step || !order) return unknownOrder(orderId);
    const earlier = await sentUnder(trx, formKeyOf(request));
    if (earlier) {
      const message = parcelInWords({ orderId, number: earlier.number, carrier: earlier.carrier });
      return { ok: true, message, parcelId: earlier.id };
    }
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
    isPickUp: isFetched(order.delivery?.pickUp),
  });
  if (!checked.ok) return checked;
  const parcel = { orderId, lines: chosen, providerId, trackingNo, weightG, formKey: formKeyOf(request) };
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
  const message = parcelInWords({ orderId, number: written.number, carrier });
  return { ok: true, message, parcelId: written.id };
}

/** Of an order, of whoever sends it; null without a key. */
const formKeyOf = ({ idempotencyKey, staffId, orderId }: NewParcel): string | null =>
  idempotencyKey === undefined ? null : sha256(`${staffId} ${orderId} ${idempotencyKey}`);

const sentUnder = (trx: Db, formKey: string | null) =>
  trx
    .selectFrom("parcels as p")
    .leftJoin("logistics_providers as c", "c.id", "p.logistics_provider_id")
    .select(["p.id", "p.number", "c.name as carrier"])
    .where("p.form_key", "=", formKey)
    .executeTakeFirst();

/** @param parcel.carrier null: it is fetched at the shop */
const parcelInWords = ({
  orderId,
  number,
  carrier,
}: {
  orderId: number;
  number: number;
  carrier: string | null;
}) =>
  `Parcel ${number} of order #${orderId} is ${carrier === null ? "ready to be fetched" : `sent with ${carrier}`}`;

const titleOf = ({ lines }: Pick<OrderDetail, "lines">, lineId: number) =>
  lines.find(({ id }) => id === lineId)!.title;
