import { z } from "zod";
import { releaseDateJson } from "~/domain/catalogue/books/sale/sale.json";
import { DOCUMENT_KINDS, documentPath, INVOICE_KINDS } from "./order-documents";
import { deliveredFields, deliveredToJson } from "../delivery/order-delivery.json";
import { toRupees } from "~/domain/kit/money";
import { EXCHANGE } from "./exchange/exchange";
import { type OrderDetail, type OrderRow, payingPayment } from "./order-detail";
import { API_CONFIRMED, API_STATUS, apiStatus, paymentMethodLabel } from "./orders";
import { PAYMENT_WAY_LABELS, stillDueAtDoor } from "./paying";
import { RETURN_REASONS, RETURN_STATES } from "./returns/returns";

// Fields that the JSON of staff's orders shares.
export const time = z.string().meta({ format: "date-time" });
export const status = z
  .enum([...Object.values(API_STATUS), API_CONFIRMED])
  .meta({ examples: ["Despatched"] });
export const id = z
  .number()
  .int()
  .meta({ examples: [1] });
export const rupees = z.number().meta({ examples: [450] });
const invoiceno = z
  .string()
  .nullable()
  .meta({ description: "null until the order is paid.", examples: ["KB/26-27/000001"] });

const buyerJson = z
  .object({
    gstin: z.string().meta({ examples: ["32AABCL1234C1ZD"] }),
    name: z.string().meta({ examples: ["Lake View School"] }),
    address: z.string().meta({ description: "In lines.", examples: ["12 Lake Road\nKochi 682001"] }),
    reference: z.string().meta({ description: "Their number of the order.", examples: ["PO 2026/118"] }),
  })
  .nullable()
  .meta({
    description: "Whom the document is for; parts not given are empty. null: whoever receives the parcel.",
  });

const giftJson = z
  .object({
    from: z.string().meta({ examples: ["Asha and Ravi"] }),
    message: z.string().meta({ description: "In lines.", examples: ["Happy birthday!"] }),
  })
  .nullable()
  .meta({ description: "What the slip of a gift says; its parcel has no bill. null: no gift." });

/** A row of My Orders (docs/specification.md §3). Money in rupees. */
export const orderRowJson = z
  .object({
    id,
    invoiceno,
    invoicedate: time.meta({ description: "Of the invoice; of placing the order until there is one." }),
    status,
    orderqty: z
      .number()
      .int()
      .meta({ description: "Copies.", examples: [1] }),
    amountpaid: rupees.meta({ description: "0 until the order is paid.", examples: [450] }),
  })
  .meta({ id: "OrderRow" });

/** An order as its customer sees it (docs/specification.md §3). Money in rupees. */
export const orderJson = z
  .object({
    id,
    invoiceno,
    invoicedate: time.meta({ description: "Of the invoice; of placing the order until there is one." }),
    status,
    etadate: z
      .string()
      .nullable()
      .meta({ description: "A day in India.", format: "date", examples: ["2026-11-28"] }),
    trackingno: z
      .string()
      .nullable()
      .meta({ examples: ["EK123456789IN"] }),
    carrier: z
      .string()
      .nullable()
      .meta({ examples: ["India Post"] }),
    trackingUrl: z
      .string()
      .nullable()
      .meta({
        description: "The carrier's page of the parcel; null: none is known.",
        examples: ["https://carrier.example/track?id=EK123456789IN"],
      }),
    items: z.array(
      z.object({
        id: id.meta({ description: "The book's.", examples: [1] }),
        title: z.string().meta({ examples: ["Gora"] }),
        orderprice: rupees.meta({ description: "Of one copy.", examples: [450] }),
        orderqty: id.meta({ examples: [1] }),
        releaseDate: releaseDateJson,
      }),
    ),
    dispatchFrom: z
      .string()
      .nullable()
      .meta({
        description:
          "A pre-order is not sent before this day in India, when its last book comes out. null: it may be.",
        format: "date",
        examples: [null],
      }),
    subtotal: rupees,
    discount: rupees.meta({ examples: [0] }),
    couponcode: z
      .string()
      .nullable()
      .meta({ description: "The coupon that the discount is for.", examples: ["WELCOME10"] }),
    shipping: rupees.meta({ examples: [0] }),
    tax: rupees.meta({ description: "Contained in the prices.", examples: [0] }),
    total: rupees,
    address: z.object({
      fullname: z.string().meta({ examples: ["Asha Rao"] }),
      address1: z.string().meta({ examples: ["12 Lake View Road"] }),
      address2: z.string().meta({ examples: ["Near the post office"] }),
      place: z.string().meta({ examples: ["Kochi"] }),
      state: z.string().meta({ examples: ["Kerala"] }),
      pincode: z.string().meta({ examples: ["682001"] }),
    }),
    buyer: buyerJson,
    gift: giftJson,
    exchangeOf: id.nullable().meta({
      description: "The order for whose books it was sent in exchange; null: none.",
      examples: [null],
    }),
    exchanges: z
      .array(id)
      .meta({ description: "The orders that were sent in exchange for books of this one.", examples: [[]] }),
    ...deliveredFields,
    stillDueAtDoor: rupees.meta({
      description: "Of dueAtDoor: what was not received yet; 0 once the order is cancelled or refunded.",
      examples: [0],
    }),
    paymentMethod: z.string().meta({ examples: ["Razorpay, UPI"] }),
    returns: z
      .array(
        z.object({
          id,
          state: z.enum(RETURN_STATES),
          reason: z.enum(RETURN_REASONS),
          remarks: z.string().meta({ examples: ["The spine is broken."] }),
          answer: z
            .string()
            .meta({ description: "The shop's answer; empty for none.", examples: ["Please send it back."] }),
          requestedAt: time,
          answeredAt: time.nullable(),
          receivedAt: time.nullable(),
          refund: z
            .object({
              amount: rupees,
              status: z.enum(["queued", "pending", "processed", "failed"]),
              at: time,
              exchanged: z
                .boolean()
                .meta({ description: "Whether it has paid for books sent in exchange.", examples: [false] }),
            })
            .nullable()
            .meta({ description: "The refund for its books; null: none yet." }),
          items: z.array(z.object({ bookId: id, title: z.string().meta({ examples: ["Gora"] }), qty: id })),
        }),
      )
      .meta({ description: "The customer's return requests, the oldest first." }),
    documentKind: z
      .enum(INVOICE_KINDS)
      .nullable()
      .meta({ description: "null until the order is paid.", examples: ["bill_of_supply"] }),
    documentUrl: z
      .string()
      .nullable()
      .meta({
        description: "URL of the PDF, which needs the same login as this call; null until the order is paid.",
        examples: ["/orders/1/invoice"],
      }),
    documents: z
      .array(
        z.object({
          id,
          kind: z.enum(DOCUMENT_KINDS),
          number: z.string().meta({ examples: ["KB/26-27/000001"] }),
          issuedAt: time,
          value: rupees,
          of: id.nullable().meta({ description: "Of a note: the id of the document that it lowers." }),
          cancelledAt: time.nullable(),
        }),
      )
      .meta({
        description:
          "All that was issued for the order, the oldest first. The PDF of each: /orders/{order}/documents/{id}.",
      }),
  })
  .meta({ id: "Order" });

/** A row of the customer's list of orders; the amount in rupees. */
export function orderRowToJson(row: OrderRow): z.input<typeof orderRowJson> {
  return {
    id: row.id,
    invoiceno: row.invoiceNo,
    invoicedate: row.date,
    status: apiStatus(row),
    orderqty: row.itemCount,
    amountpaid: toRupees(row.amountPaid),
  };
}

/** An order as its customer sees it; amounts in rupees. */
export function orderToJson(order: OrderDetail): z.input<typeof orderJson> {
  const { fullname, address1, address2, place, state, pincode } = order.address;
  return {
    id: order.id,
    invoiceno: order.invoiceNo,
    invoicedate: order.invoiceDate ?? order.placedAt,
    status: apiStatus(order),
    etadate: order.etaDate,
    trackingno: order.trackingNo,
    carrier: order.carrier,
    trackingUrl: order.trackingUrl,
    items: order.lines.map((line) => ({
      id: line.bookId,
      title: line.title,
      orderprice: toRupees(line.unitPrice),
      orderqty: line.quantity,
      releaseDate: line.forthcoming?.releasedOn ?? null,
    })),
    dispatchFrom: order.wait?.from ?? null,
    subtotal: toRupees(order.totals.subtotal),
    discount: toRupees(order.totals.discount),
    couponcode: order.couponCode,
    shipping: toRupees(order.totals.shipping),
    tax: toRupees(order.totals.tax),
    total: toRupees(order.totals.total),
    address: { fullname, address1, address2, place, state, pincode },
    buyer: order.buyer,
    gift: order.gift,
    exchangeOf: order.exchangeOf,
    exchanges: order.exchanges,
    ...deliveredToJson(order),
    stillDueAtDoor: toRupees(stillDueAtDoor(order)),
    paymentMethod:
      order.paymentWay === "online"
        ? paymentMethodLabel(order.gateway, payingPayment(order)?.method ?? null)
        : order.exchangeOf === null
          ? PAYMENT_WAY_LABELS[order.paymentWay]
          : paymentMethodLabel(EXCHANGE, null),
    returns: order.returns.map(({ lines, refund, ...one }) => ({
      ...one,
      refund: refund && { ...refund, amount: toRupees(refund.amount) },
      items: lines.map(({ bookId, title, quantity }) => ({ bookId, title, qty: quantity })),
    })),
    documentKind: order.documentKind,
    documentUrl: order.documentKind && documentPath(order.id),
    documents: order.documents.map(({ id, kind, number, issuedAt, value, of, cancelledAt }) => ({
      id,
      kind,
      number,
      issuedAt,
      value: toRupees(value),
      of,
      cancelledAt,
    })),
  };
}
