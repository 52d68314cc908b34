import type { OrderDetail } from "../orders/orders";

/** Whether a parcel can be recorded as refused at the door. */
export const canRefuse = (order: Pick<OrderDetail, "state" | "paymentWay" | "doorReceived">): boolean =>
  order.state === "shipped" && order.paymentWay === "cod" && order.doorReceived === 0;

/** '1 of 3 parcels', of a customer or a place. */
export const refusedInWords = ({ sent, refused }: { sent: number; refused: number }): string =>
  sent === 0
    ? "none, no parcel was sent yet"
    : `${refused} of ${sent === 1 ? "1 parcel" : `${sent} parcels`}`;
