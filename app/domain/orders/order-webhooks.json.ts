import { z } from "zod";
import { toRupees } from "../money";
import type { OrderMoney } from "./order-money.server";
import { cancelReasonLabel, refundReason } from "./order-timeline";
import { id, orderJson, orderToJson, rupees } from "./orders.json";
import type { OrderDetail } from "./orders";
import { staffOrderJson } from "./staff-order.json";

// The data of the webhooks about orders: fields of the API's order, without names and contact data of people.

export const toldOrderJson = z
  .object({
    ...orderJson.omit({ address: true, returns: true, documentKind: true, documentUrl: true }).shape,
    address: orderJson.shape.address.pick({ place: true, state: true, pincode: true }),
    ...staffOrderJson.pick({
      placedAt: true,
      paidAt: true,
      packedAt: true,
      despatchedAt: true,
      deliveredAt: true,
      cancelledAt: true,
      cancelReason: true,
      paid: true,
      refundable: true,
    }).shape,
  })
  .meta({ id: "OrderOfEvent" });

export const orderEventJson = z.object({ order: toldOrderJson }).meta({ id: "OrderEvent" });

export const orderRefundedJson = z
  .object({
    order: toldOrderJson,
    refund: z.object({
      id,
      amount: rupees.meta({ description: "Of this refund alone." }),
      reason: z.string().meta({ examples: ["by staff"] }),
      returnId: id.nullable().meta({ description: "The return that it is for; null: for none." }),
    }),
  })
  .meta({ id: "OrderRefunded" });

/** A refund of an event. Money in paise. */
export interface ToldRefund {
  id: number;
  amount: number;
  reason: string;
  returnId: number | null;
}

export function orderEventToJson(
  detail: OrderDetail,
  money: OrderMoney | null,
): z.input<typeof orderEventJson> {
  const {
    address,
    returns: _returns,
    documentKind: _kind,
    documentUrl: _url,
    ...order
  } = orderToJson(detail);
  const { place, state, pincode } = address;
  return {
    order: {
      ...order,
      address: { place, state, pincode },
      placedAt: detail.placedAt,
      paidAt: detail.paidAt,
      packedAt: detail.packedAt,
      despatchedAt: detail.shippedAt,
      deliveredAt: detail.deliveredAt,
      cancelledAt: detail.cancelledAt,
      cancelReason: detail.cancelReason && cancelReasonLabel(detail.cancelReason),
      paid: money && toRupees(money.paid),
      refundable: money && toRupees(money.left),
    },
  };
}

export const refundToJson = ({ amount, reason, ...refund }: ToldRefund) => ({
  ...refund,
  amount: toRupees(amount),
  reason: refundReason(reason),
});
