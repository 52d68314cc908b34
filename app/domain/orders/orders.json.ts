import { z } from "zod";
import { toRupees } from "../money";
import { API_STATUS, keptPayment, type OrderDetail, type OrderRow, paymentMethodLabel } from "./orders";

const time = z.string().meta({ format: "date-time" });
const status = z.enum(API_STATUS);

/** A row of My Orders (specification section 3, 'Order list row'). Money in rupees. */
export const orderRowJson = z
  .object({
    id: z.number().int(),
    invoiceno: z.string().nullable().meta({ description: "null until the order is paid." }),
    invoicedate: time.meta({ description: "Of the invoice; of placing the order until there is one." }),
    status,
    orderqty: z.number().int().meta({ description: "Copies." }),
    amountpaid: z.number().meta({ description: "0 until the payment has come." }),
  })
  .meta({ id: "OrderRow" });

/** An order as its customer sees it (specification section 3, 'Order detail'). Money in rupees. */
export const orderJson = z
  .object({
    id: z.number().int(),
    invoiceno: z.string().nullable(),
    invoicedate: time.meta({ description: "Of the invoice; of placing the order until there is one." }),
    status,
    etadate: z.string().nullable().meta({ description: "A day in India.", format: "date" }),
    trackingno: z.string().nullable(),
    carrier: z.string().nullable(),
    items: z.array(
      z.object({
        id: z.number().int().meta({ description: "The book's." }),
        title: z.string(),
        orderprice: z.number().meta({ description: "Of one copy." }),
        orderqty: z.number().int(),
      }),
    ),
    subtotal: z.number(),
    discount: z.number(),
    shipping: z.number(),
    tax: z.number().meta({ description: "Contained in the prices." }),
    total: z.number(),
    address: z.object({
      fullname: z.string(),
      address1: z.string(),
      address2: z.string(),
      place: z.string(),
      state: z.string(),
      pincode: z.string(),
    }),
    paymentMethod: z.string(),
  })
  .meta({ id: "Order" });

export function orderRowToJson(row: OrderRow): z.input<typeof orderRowJson> {
  return {
    id: row.id,
    invoiceno: row.invoiceNo,
    invoicedate: row.date,
    status: API_STATUS[row.state],
    orderqty: row.itemCount,
    amountpaid: toRupees(row.amountPaid),
  };
}

export function orderToJson(order: OrderDetail): z.input<typeof orderJson> {
  const { fullname, address1, address2, place, state, pincode } = order.address;
  return {
    id: order.id,
    invoiceno: order.invoiceNo,
    invoicedate: order.invoiceDate ?? order.placedAt,
    status: API_STATUS[order.state],
    etadate: order.etaDate,
    trackingno: order.trackingNo,
    carrier: order.carrier,
    items: order.lines.map((line) => ({
      id: line.bookId,
      title: line.title,
      orderprice: toRupees(line.unitPrice),
      orderqty: line.quantity,
    })),
    subtotal: toRupees(order.totals.subtotal),
    discount: toRupees(order.totals.discount),
    shipping: toRupees(order.totals.shipping),
    tax: toRupees(order.totals.tax),
    total: toRupees(order.totals.total),
    address: { fullname, address1, address2, place, state, pincode },
    paymentMethod: paymentMethodLabel(order.gateway, keptPayment(order)?.method ?? null),
  };
}
