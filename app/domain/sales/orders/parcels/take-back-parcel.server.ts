import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { canTakeBack, whyNotTakenBack } from "../fulfilment/fulfilment";
import type { StaffRequest, StepOutcome } from "../fulfilment/order-for-step.server";
import type { OrderDetail } from "../order-detail";
import { moveOrder } from "../order-steps.server";
import { queueOrderEvent } from "../order-webhooks.server";
import { STATE_LABELS, stepLabel, stepWords } from "../orders";
import { undoStep } from "../returns/take-back.server";
import { copiesHere, copiesLost, copiesNotBack, readCopies } from "../stock.server";
import { noteParcel, onParcel, type ParcelOfOrder, type ParcelRequest, wrong } from "./on-parcel.server";
import { queuePartNotDeliveredMail, queuePartNotLostMail, queuePartNotSentMail } from "./parcel-mails.server";
import { copiesInWords, isOnItsWay, isWholeOrder, parcelTakeBack, type ParcelTakeBack } from "./parcels";
import { removeParcel } from "./remove-parcel.server";
import { shipIfAllSent } from "./ship-rest.server";

type Request = ParcelRequest & { step: ParcelTakeBack };

/**
 * Staff take back what was recorded of a parcel by mistake: that it arrived, that it is lost, or that it was sent, whose copies are
 * to be sent again. The customer gets a mail if an earlier one was wrong.
 * @returns refused: no such parcel, or another step is its last; a return was requested since it arrived; its copies were sent again
 * or refunded, or are back in stock
 */
export async function takeBackParcel(db: Db, request: Request, now = new Date()): Promise<StepOutcome> {
  return onParcel(db, request, now, async (trx, of) => {
    const { parcel, name } = of;
    const last = parcelTakeBack(parcel);
    if (last !== request.step) return wrong(whyNot(name, request.step, last));
    const outcome = await UNDO[request.step](trx, request, of, now);
    if (outcome.ok) await queueOrderEvent(trx, "order.changed", request.orderId, now);
    return outcome;
  });
}

const NOT_YET: Record<ParcelTakeBack, string> = {
  delivery: "is not delivered",
  loss: "is not lost",
  sending: "is delivered or lost: take that back first",
};

const whyNot = (name: string, step: ParcelTakeBack, last: ParcelTakeBack | null): string =>
  `${name} ${last === null ? "is back" : NOT_YET[step]}`;

/** Whether the step is the order's own: a parcel that is all of it. */
const isOrdersStep = (step: ParcelTakeBack, order: OrderDetail): boolean =>
  isWholeOrder(order) && (step === "sending" || (step === "delivery" && order.state === "delivered"));

const UNDO: Record<
  ParcelTakeBack,
  (trx: Db, request: StaffRequest, of: ParcelOfOrder, now: Date) => Promise<StepOutcome>
> = {
  delivery: undoDelivery,
  loss: undoLoss,
  sending: undoSending,
};

const wordsOf = ({ parcel }: ParcelOfOrder) => {
  const books = copiesInWords(parcel.lines);
  return { detail: { books }, after: { Books: books } };
};

async function undoDelivery(
  trx: Db,
  request: StaffRequest,
  of: ParcelOfOrder,
  now: Date,
): Promise<StepOutcome> {
  const { order, parcel, name } = of;
  const { orderId } = request;
  const wasDelivered = order.state === "delivered";
  if (wasDelivered && canTakeBack(order) !== "delivery")
    return wrong(whyNotTakenBack(orderId, order, "delivery"));
  if (isOrdersStep("delivery", order)) return undoStep(trx, { ...request, step: "delivery" }, now);
  await trx.updateTable("parcels").set({ delivered_at: null }).where("id", "=", parcel.id).execute();
  if (wasDelivered) await moveOrder(trx, order, { state: "shipped", delivered_at: null });
  const { detail, after } = wordsOf(of);
  const isPickUp = isFetched(order.delivery?.pickUp);
  const status = wasDelivered && { before: { Status: stepLabel("delivered", isPickUp) } };
  const step = {
    kind: wasDelivered ? "delivery_taken_back" : "parcel_delivery_taken_back",
    action: "took back the delivery of a parcel of",
    detail,
    ...status,
    after: { ...after, ...(wasDelivered && { Status: stepLabel("shipped", isPickUp) }) },
  } as const;
  const eventId = await noteParcel(trx, request, parcel, step, now);
  // Who was told of the whole order's delivery is told that a part is missing; of one parcel's nobody was told.
  if (wasDelivered) await queuePartNotDeliveredMail(trx, { orderId, eventId, parcel }, now);
  return { ok: true, message: `${name} is not ${stepWords("delivered", isPickUp)} yet` };
}

async function undoLoss(trx: Db, request: StaffRequest, of: ParcelOfOrder, now: Date): Promise<StepOutcome> {
  const { parcel, name } = of;
  const { orderId, staffId } = request;
  const lost = await readCopies(trx, parcel.lines, copiesLost);
  const gone = parcel.lines.find(({ id, qty }) => qty > lost.get(id)!);
  if (gone) return wrong(`Copies of “${gone.title}” were sent again or refunded: ${name} stays lost`);
  await trx.updateTable("parcels").set({ lost_at: null }).where("id", "=", parcel.id).execute();
  const step = { kind: "parcel_loss_taken_back", action: "recorded as not lost a parcel of" } as const;
  const eventId = await noteParcel(trx, request, parcel, { ...step, ...wordsOf(of) }, now);
  await queuePartNotLostMail(trx, { orderId, eventId, parcel }, now);
  await shipIfAllSent(trx, orderId, { actor: "staff", actorAccountId: staffId }, now);
  return { ok: true, message: `${name} is not lost: it is on its way` };
}

async function undoSending(
  trx: Db,
  request: StaffRequest,
  of: ParcelOfOrder,
  now: Date,
): Promise<StepOutcome> {
  const { order, parcel, name } = of;
  const { orderId } = request;
  if (isOrdersStep("sending", order)) return undoStep(trx, { ...request, step: "despatch" }, now);
  const problem = await sendingProblem(trx, of);
  if (problem) return wrong(problem);
  await removeParcel(trx, order, parcel);
  const isPackedAgain = order.state === "shipped" && (await isInShop(trx, order));
  const others = order.parcels.filter(({ id }) => id !== parcel.id);
  if (order.state === "shipped") await followParcels(trx, order, others, isPackedAgain);
  const { detail, after } = wordsOf(of);
  const step = {
    kind: "parcel_taken_back",
    action: "took back a parcel of",
    detail,
    before: { Carrier: parcel.carrier, "Tracking number": parcel.trackingNo },
    after: { ...after, ...(isPackedAgain && { Status: STATE_LABELS.packed }) },
  } as const;
  const eventId = await noteParcel(trx, request, parcel, step, now);
  await queuePartNotSentMail(trx, { orderId, eventId, parcel }, now);
  return { ok: true, message: `${name} is taken back: its books are to be sent` };
}

/** Why a parcel cannot be taken back; null: it can. */
async function sendingProblem(trx: Db, { parcel, name }: ParcelOfOrder): Promise<string | null> {
  const rows = await trx
    .selectFrom("parcel_lines")
    .select(["order_line_id as id", "from_stock as again"])
    .where("parcel_id", "=", parcel.id)
    .execute();
  const left = await readCopies(trx, rows, copiesNotBack);
  // What it had in place of lost copies goes back into stock, but not a second time.
  const back = rows.find(({ id, again }) => again > left.get(id)!);
  const title = parcel.lines.find(({ id }) => id === back?.id)?.title;
  return title === undefined
    ? null
    : `Copies of “${title}” are back in stock after a refund: ${name} cannot be taken back`;
}

/** Whether any copies wait in the shop for the order. */
const isInShop = async (trx: Db, order: OrderDetail): Promise<boolean> =>
  [...(await readCopies(trx, order.lines, copiesHere)).values()].some((copies) => copies > 0);

/** A shipped order of which a parcel was taken back is packed again, or shows the parcel before. */
async function followParcels(
  trx: Db,
  order: OrderDetail,
  others: OrderDetail["parcels"],
  isPackedAgain: boolean,
): Promise<void> {
  const last = others.findLast(isOnItsWay) ?? others.at(-1);
  if (isPackedAgain || !last)
    return moveOrder(trx, order, {
      state: "packed",
      shipped_at: null,
      logistics_provider_id: null,
      tracking_no: null,
    });
  const shown = await trx
    .selectFrom("parcels")
    .select(["logistics_provider_id", "tracking_no"])
    .where("id", "=", last.id)
    .executeTakeFirstOrThrow();
  await moveOrder(trx, order, shown);
}
