import type { StaffOrder } from "../orders/desk/staff-order";
import type { OrderDetail } from "../orders/order-detail";
import { isGone } from "../orders/paying";

/** Whether a parcel can be recorded as refused at the door. */
export const canRefuse = (order: Pick<OrderDetail, "state" | "paymentWay" | "doorReceived">): boolean =>
  order.state === "shipped" && order.paymentWay === "cod" && order.doorReceived === 0;

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

/** '1 of 3 parcels', of a customer or a place. */
export const refusedInWords = ({ sent, refused }: { sent: number; refused: number }): string =>
  sent === 0
    ? "none, no parcel was sent yet"
    : `${refused} of ${sent === 1 ? "1 parcel" : `${sent} parcels`}`;
