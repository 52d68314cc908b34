import type { StaffOrder } from "../orders/desk/staff-order";
import type { OrderDetail } from "../orders/order-detail";
import { isGone } from "../orders/paying";

/** Whether a parcel can be recorded as refused at the door. */
export const canRefuse = (order: Pick<OrderDetail, "state" | "paymentWay" | "doorReceived">): boolean =>
  order.state === "shipped" && order.paymentWay === "cod" && order.doorReceived === 0;

/** Whether an order is paid at the door, at least in part, and is not sent yet. */
export const isBeforeDoor = ({ state, paymentWay }: Pick<OrderDetail, "state" | "paymentWay">): boolean =>
  paymentWay === "cod" && (state === "pending" || state === "paid" || state === "packed");

/** A record of cash that staff can take back: none of it was refunded, and the order is not over. @param id of the payment */
export const cashToTakeBack = (
  { state, paymentWay, payments, refunds }: Pick<StaffOrder, "state" | "paymentWay" | "payments" | "refunds">,
  id: string,
): StaffOrder["payments"][number] | undefined =>
  paymentWay !== "cod" || isGone(state) || refunds.some(({ paymentId }) => paymentId === id)
    ? undefined
    : payments.find(
        (one) => one.id === id && one.gateway === "cash" && !one.isForChange && one.status === "captured",
      );

/** '1 of 3 parcels (33 %)', of a customer or a place: the share of those that were delivered or refused. */
export const refusedInWords = ({ ended, refused }: { ended: number; refused: number }): string =>
  ended === 0
    ? "none, no parcel was delivered or refused yet"
    : `${refused} of ${ended === 1 ? "1 parcel" : `${ended} parcels`} (${Math.round((100 * refused) / ended)} %)`;
