import { isFetched } from "../../delivery/pick-up";
import type { Db } from "~/db/database.server";
import { deliver } from "../fulfilment/fulfilment.server";
import type { StepOutcome } from "../fulfilment/order-for-step.server";
import { noteLostRefunds } from "../money/refund-lines.server";
import type { OrderDetail } from "../order-detail";
import { stepWords } from "../orders";
import { queueOrderEvent, queueParcelEvent } from "../order-webhooks.server";
import { copiesNotBack, readCopies } from "../stock.server";
import { noteParcel, onParcel, type ParcelRequest, wrong } from "./on-parcel.server";
import { queueParcelLostMail } from "./parcel-mails.server";
import { copiesInWords, isOnItsWay, openLines } from "./parcels";

/** How a parcel that has arrived is called. */
const arrivedWord = ({ delivery }: Pick<OrderDetail, "delivery">) =>
  stepWords("delivered", isFetched(delivery?.pickUp));

/**
 * Staff record that a parcel never arrived: its copies can be sent again, or be refunded by line. The customer gets a mail.
 * @returns refused: no such parcel; one that is delivered, lost or back already; copies of it are in stock again
 */
export async function recordLost(db: Db, request: ParcelRequest, now = new Date()): Promise<StepOutcome> {
  return onParcel(db, request, now, async (trx, { order, parcel, name }) => {
    const { orderId } = request;
    if (parcel.lostAt !== null) return wrong(`${name} is lost already`);
    if (!isOnItsWay(parcel)) return wrong(`${name} is ${parcel.returnedAt ? "back" : arrivedWord(order)}`);
    if (isFetched(order.delivery?.pickUp))
      return wrong(`The books of order #${orderId} are fetched at the shop: none of its parcels is lost`);
    const left = await readCopies(trx, parcel.lines, copiesNotBack);
    const back = parcel.lines.find(({ id, qty }) => qty > left.get(id)!);
    if (back) return wrong(`Copies of “${back.title}” are back in stock after a refund: ${name} is not lost`);
    await trx
      .updateTable("parcels")
      .set({ lost_at: now.toISOString() })
      .where("id", "=", parcel.id)
      .execute();
    await noteLostRefunds(trx, parcel.lines);
    const books = copiesInWords(parcel.lines);
    const what = { detail: { books }, after: { Books: books } };
    const step = { kind: "parcel_lost", action: "recorded as lost a parcel of", ...what } as const;
    const eventId = await noteParcel(trx, request, parcel, step, now);
    await queueParcelLostMail(trx, { orderId, eventId, books }, now);
    await queueOrderEvent(trx, "order.changed", orderId, now);
    return { ok: true, message: `${name} is lost: its books can be sent again` };
  });
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
  return onParcel(db, request, now, async (trx, { order, parcel, name }) => {
    const { orderId } = request;
    if (parcel.lostAt !== null) return wrong(`${name} is lost`);
    if (!isOnItsWay(parcel))
      return wrong(`${name} is ${parcel.returnedAt ? "back" : `${arrivedWord(order)} already`}`);
    const isLast =
      order.state === "shipped" &&
      openLines(order).length === 0 &&
      order.parcels.every((one) => one.id === parcel.id || !isOnItsWay(one));
    if (isLast) return deliver(trx, request, now);
    await trx
      .updateTable("parcels")
      .set({ delivered_at: now.toISOString() })
      .where("id", "=", parcel.id)
      .execute();
    const books = copiesInWords(parcel.lines);
    const what = { detail: { books }, after: { Books: books } };
    const action = "recorded the delivery of a parcel of";
    await noteParcel(trx, request, parcel, { kind: "parcel_delivered", action, ...what }, now);
    await queueParcelEvent(trx, "parcel.delivered", orderId, parcel.id, now);
    return { ok: true, message: `${name} is ${arrivedWord(order)}` };
  });
}
