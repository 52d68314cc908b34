import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { packedInWords } from "~/domain/sales/orders/fulfilment/fulfilment";
import {
  despatch,
  markDelivered,
  markManyPacked,
  markPacked,
} from "~/domain/sales/orders/fulfilment/fulfilment.server";
import {
  despatchBody,
  shipmentBody,
  takeBackBody,
} from "~/domain/sales/orders/fulfilment/fulfilment.json.ts";
import { correctShipment } from "~/domain/sales/orders/fulfilment/shipment.server";
import { takeBack } from "~/domain/sales/orders/returns/take-back.server";
import {
  parcelBody,
  parcelCorrectionBody,
  parcelTakeBackBody,
} from "~/domain/sales/orders/parcels/parcels.json.ts";
import { correctParcel } from "~/domain/sales/orders/parcels/correct-parcel.server";
import { recordLost, recordParcelDelivered } from "~/domain/sales/orders/parcels/record-parcel.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { takeBackParcel } from "~/domain/sales/orders/parcels/take-back-parcel.server";
import { done, idField, idParam, operation, refused, resultSchema } from "~/api/operation.server";
import { access, answer, params, step, tag, request } from "./order-call.server";

const parcelParams = z.object({ orderId: idParam, parcelId: idParam });
const MOST_AT_ONCE = 100;
const atOnce = `orderIds must name 1 to ${MOST_AT_ONCE} orders`;

/** The API's field names, by the domain's. */
const PARCEL_NAMES = { providerId: "logisticsId", trackingNo: "trackingno", shippedOn: "despatchedOn" };

/** The steps of an order from packing to delivery, and its parcels: each is a resource of its order. */
export const orderShippingCalls = [
  operation({
    method: "POST",
    path: "/orders/admin/packing",
    tag,
    summary: "Mark several orders as packed",
    description: "Packs the orders that can be packed; result is 0 when one of them cannot.",
    access,
    right: "dispatch",
    body: z.object({ orderIds: z.array(idField).min(1, atOnce).max(MOST_AT_ONCE, atOnce) }),
    answer: resultSchema
      .extend({
        packed: z.array(idField).optional(),
        refused: z.array(z.object({ orderId: idField, msg: z.string() })).optional(),
      })
      .meta({ id: "PackingResult" }),
    async handle({ body: { orderIds }, caller }) {
      const outcome = await markManyPacked(writeDb, { orderIds, staffId: caller.account!.id });
      const { kind, text } = packedInWords(outcome);
      return {
        ...(kind === "success" ? done(text) : refused(text)),
        packed: outcome.packed,
        refused: outcome.refused.map(({ orderId, message }) => ({ orderId, msg: message })),
      };
    },
  }),

  step("/orders/admin/{orderId}/packing", "Mark an order as packed", "From 'Payment made'.", (order) =>
    markPacked(writeDb, order),
  ),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/despatch",
    tag,
    summary: "Send an order out",
    description: "From 'packed'. The customer gets a mail with the carrier and the tracking number.",
    access,
    right: "dispatch",
    params,
    body: despatchBody,
    answer: resultSchema,
    async handle({
      params: { orderId },
      body: { logisticsId, trackingno, etadate, sharedTracking },
      caller,
    }) {
      const parcel = {
        providerId: logisticsId,
        trackingNo: trackingno,
        ...(etadate && { etaDate: etadate }),
        isSharedOk: sharedTracking,
      };
      const outcome = await despatch(writeDb, { ...request(orderId, caller), ...parcel });
      return answer(outcome, { names: PARCEL_NAMES });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels",
    tag,
    summary: "Send a parcel of an order",
    description:
      "All that is still to be sent, or copies of some lines while the rest stays packed. After a parcel was lost its copies are open again, and come from the stock. The order is despatched with the parcel that has its last copies. The customer gets a mail.",
    access,
    right: "dispatch",
    params,
    body: parcelBody,
    answer: resultSchema.extend({ parcelId: idField.optional() }),
    async handle({ params: { orderId }, body, caller }) {
      const { carrierId: providerId, trackingno: trackingNo, sharedTracking, lines, weightG = null } = body;
      const { idempotencyKey } = body;
      const isSharedOk = sharedTracking === true;
      const parcel = { lines, providerId, trackingNo, weightG, isSharedOk, idempotencyKey };
      const outcome = await sendParcel(writeDb, { ...request(orderId, caller), ...parcel });
      if (!outcome.ok)
        return answer(outcome, { names: { providerId: "carrierId", trackingNo: "trackingno" } });
      return { ...done(outcome.message), parcelId: outcome.parcelId };
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/delivery",
    tag,
    summary: "Record that a parcel has arrived",
    description: "With the last parcel of a despatched order the order is delivered.",
    access,
    right: "dispatch",
    params: parcelParams,
    answer: resultSchema,
    handle: async ({ params: { orderId, parcelId }, caller }) =>
      answer(await recordParcelDelivered(writeDb, { ...request(orderId, caller), parcelId })),
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/loss",
    tag,
    summary: "Record that a parcel is lost",
    description: "Its copies can be sent again, or be refunded by line. The customer gets a mail.",
    access,
    right: "dispatch",
    params: parcelParams,
    answer: resultSchema,
    handle: async ({ params: { orderId, parcelId }, caller }) =>
      answer(await recordLost(writeDb, { ...request(orderId, caller), parcelId })),
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/correction",
    tag,
    summary: "Correct a parcel",
    description:
      "Carrier, tracking number and weight, whatever became of it. The customer gets a mail when carrier or number changed.",
    access,
    right: "dispatch",
    params: parcelParams,
    body: parcelCorrectionBody,
    answer: resultSchema,
    async handle({ params: { orderId, parcelId }, body, caller }) {
      const { carrierId = null, trackingno = null, sharedTracking, weightG } = body;
      const outcome = await correctParcel(writeDb, {
        ...request(orderId, caller),
        parcelId,
        providerId: carrierId,
        trackingNo: trackingno,
        ...(weightG !== undefined && { weightG }),
        isSharedOk: sharedTracking,
      });
      return answer(outcome, { names: { providerId: "carrierId", trackingNo: "trackingno" } });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/parcels/{parcelId}/take-back",
    tag,
    summary: "Take back the last step of a parcel",
    description:
      "What was recorded by mistake: that it arrived, that it is lost (unless its copies were sent again or refunded since), or that it was sent, whose copies are to be sent again. A customer who got a mail about the step gets a correction.",
    access,
    right: "dispatch",
    params: parcelParams,
    body: parcelTakeBackBody,
    answer: resultSchema,
    handle: async ({ params: { orderId, parcelId }, body: { step }, caller }) =>
      answer(await takeBackParcel(writeDb, { ...request(orderId, caller), parcelId, step })),
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/shipment",
    tag,
    summary: "Correct the shipment of an order",
    description:
      "From 'Despatched' or 'Delivered': carrier, tracking number and days. The customer gets a mail when anything changed.",
    access,
    right: "dispatch",
    params,
    body: shipmentBody,
    answer: resultSchema,
    async handle({ params: { orderId }, body, caller }) {
      const outcome = await correctShipment(writeDb, {
        ...request(orderId, caller),
        providerId: body.logisticsId,
        trackingNo: body.trackingno,
        ...(body.despatchedOn && { shippedOn: body.despatchedOn }),
        ...(body.etadate !== undefined && { etaDate: body.etadate }),
        isSharedOk: body.sharedTracking,
      });
      return answer(outcome, { names: PARCEL_NAMES });
    },
  }),

  operation({
    method: "POST",
    path: "/orders/admin/{orderId}/take-back",
    tag,
    summary: "Take back the last step of an order",
    description:
      "Packing, despatch or delivery that was recorded by mistake. A customer who got a mail about the step gets a correction. A delivery cannot be taken back once a return was requested.",
    access,
    right: "dispatch",
    params,
    body: takeBackBody,
    answer: resultSchema,
    async handle({ params: { orderId }, body: { step }, caller }) {
      return answer(await takeBack(writeDb, { ...request(orderId, caller), step }));
    },
  }),

  step(
    "/orders/admin/{orderId}/delivery",
    "Mark an order as delivered",
    "From 'Despatched'. The customer gets a mail.",
    (order) => markDelivered(writeDb, order),
  ),
];
