import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { OrderMoney } from "./money/order-money.server";
import { cancelReasonLabel, refundReason } from "./desk/order-timeline";
import { id, orderJson, orderToJson, rupees } from "./orders.json";
import type { OrderDetail } from "./order-detail";
import { parcelJson, parcelToJson } from "./parcels/parcels.json";
import { staffOrderJson } from "./desk/staff-order.json";

// The data of the webhooks about orders: fields of the API's order, without names and contact data of people.

export const eventOrderJson = z
  .object({
    ...orderJson.omit({
      address: true,
      buyer: true,
      gift: true,
      returns: true,
      documentKind: true,
      documentUrl: true,
      documents: true,
    }).shape,
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

export const orderEventJson = z.object({ order: eventOrderJson }).meta({ id: "OrderEvent" });

export const orderRefundedJson = z
  .object({
    order: eventOrderJson,
    refund: z.object({
      id,
      amount: rupees.meta({ description: "Of this refund alone." }),
      reason: z.string().meta({ examples: ["by staff"] }),
      returnId: id.nullable().meta({ description: "The return that it is for; null: for none." }),
    }),
  })
  .meta({ id: "OrderRefunded" });

export const parcelEventJson = z
  .object({ order: eventOrderJson, parcel: parcelJson })
  .meta({ id: "ParcelEvent" });

/** A parcel of an order in an event. @returns null when the order has none with this id */
export function parcelEventToJson(
  detail: OrderDetail,
  money: OrderMoney | null,
  parcelId: number,
): z.input<typeof parcelEventJson> | null {
  const parcel = detail.parcels.find(({ id }) => id === parcelId);
  return parcel ? { ...orderEventToJson(detail, money), parcel: parcelToJson(parcel) } : null;
}

/** A refund of an event. Money in paise. */
export interface EventRefund {
  id: number;
  amount: number;
  reason: string;
  returnId: number | null;
}

/**
 * An order in an event: without names, contact data and street (docs/webhooks.md).
 * @param money null: never paid
 */
export function orderEventToJson(
  detail: OrderDetail,
  money: OrderMoney | null,
): z.input<typeof orderEventJson> {
  const {
    address,
    buyer: _buyer,
    gift: _gift,
    returns: _returns,
    documentKind: _kind,
    documentUrl: _url,
    documents: _documents,
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

/** A refund in an event; the amount in rupees. */
export const refundToJson = ({ amount, reason, ...refund }: EventRefund) => ({
  ...refund,
  amount: toRupees(amount),
  reason: refundReason(reason),
});
