import { datesReversed, isReversed } from "~/domain/kit/listing/listing";
import { z } from "zod";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { toRupees } from "~/domain/kit/money";
import {
  isOrderDate,
  type OrderSearch,
  type StaffOrderRow,
  WAITING_MONEY,
  type WaitingMoney,
} from "./order-list";
import type { PaymentWay } from "../../delivery/plan";
import { PAYMENT_WAY_LABELS } from "../paying";
import { API_STATUS, apiStatus, ORDER_STATES } from "../orders";
import { id, rupees, status, time } from "../orders.json";

const day = z.string().meta({ description: "A day in India.", format: "date", examples: ["2026-11-28"] });
const carrier = z
  .string()
  .nullable()
  .meta({ examples: ["India Post"] });
const trackingno = z
  .string()
  .nullable()
  .meta({ examples: ["EK123456789IN"] });
/** The customer in staff's orders. */
export const customer = z.object({ id, name: z.string().meta({ examples: ["Asha Rao"] }) });

const WAITS = Object.keys(WAITING_MONEY) as WaitingMoney[];
const STATUSES = Object.values(API_STATUS);
const statusRule = `status must be one of ${STATUSES.join(", ")}`;
const statusText = z.string().max(40, statusRule);
const orderDay = (field: string) => {
  const rule = `${field} must be a day such as 2026-11-28`;
  return z
    .string()
    .max(40, { error: rule, abort: true })
    .refine(isOrderDate, rule)
    .nullish()
    .meta({ description: "A day in India, inclusive." });
};

/** The body of POST /orders/admin/paged. */
export const pagedOrdersSchema = z
  .object({
    ...listFields(["id", "date", "total"]),
    status: z
      .union([statusText, z.array(statusText).max(20, statusRule)])
      .refine((given) => [given].flat().every((one) => STATUSES.includes(one)), statusRule)
      .nullish()
      .meta({ description: `One or a list of ${STATUSES.join(", ")}; all unless given.` }),
    from: orderDay("from"),
    to: orderDay("to"),
    customerId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
    refundFailed: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders with a failed refund that staff have to try again." }),
    returnToAnswer: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders with a return that staff have not answered." }),
    preorder: z
      .boolean()
      .nullish()
      .meta({ description: "Only pre-orders that wait for a book to come out or to come into stock." }),
    ready: z.boolean().nullish().meta({ description: "Only orders that wait for no book." }),
    late: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders under way whose estimated delivery has passed." }),
    misfit: z
      .boolean()
      .nullish()
      .meta({ description: "Only orders with a captured payment whose amount or currency is not theirs." }),
    waits: z.enum(WAITS).nullish().meta({
      description:
        "Only orders that are not paid online and wait: to be confirmed, for a transfer, for money from the door, or to be paid back.",
    }),
    payment: z
      .enum(Object.keys(PAYMENT_WAY_LABELS) as PaymentWay[])
      .nullish()
      .meta({ description: "Only orders that are paid in this way." }),
    method: z
      .string()
      .max(100)
      .nullish()
      .meta({
        description: "Only orders with the method of delivery of this name.",
        examples: ["Gyan Post"],
      }),
    zoneId: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .nullish()
      .meta({ description: "Only orders that were sent to this zone of the delivery plan.", examples: [1] }),
    bookId: z
      .number()
      .int()
      .min(1)
      .max(Number.MAX_SAFE_INTEGER)
      .nullish()
      .meta({ description: "Only orders of this book.", examples: [1] }),
    title: z
      .string()
      .max(100)
      .nullish()
      .meta({
        description: "Only orders of a book with these words in its title, or with this ISBN.",
        examples: ["Gora"],
      }),
  })
  .refine(({ from, to }) => !isReversed(from ?? null, to ?? null), {
    path: ["to"],
    message: datesReversed("order"),
  })
  .transform((body): OrderSearch => {
    const wanted = [body.status ?? []].flat();
    return {
      ...toListSearch(body),
      states: ORDER_STATES.filter((state) => wanted.includes(API_STATUS[state])),
      from: body.from ?? null,
      to: body.to ?? null,
      customer: body.customerId ?? null,
      carrier: null,
      route: null,
      refundFailed: body.refundFailed ?? false,
      returnToAnswer: body.returnToAnswer ?? false,
      preorder: body.preorder ?? false,
      ready: body.ready ?? false,
      late: body.late ?? false,
      misfit: body.misfit ?? false,
      waits: body.waits ?? null,
      payment: body.payment ?? null,
      method: body.method?.trim() || null,
      pickUp: null,
      zone: body.zoneId ?? null,
      book: body.bookId ?? null,
      title: body.title?.trim() || null,
    };
  });

/** A row of the staff's list. Money in rupees. */
export const staffOrderRowJson = z
  .object({
    id,
    customer,
    placedAt: time,
    status,
    carrier,
    trackingno,
    despatchedAt: time.nullable(),
    etadate: day.nullable(),
    total: rupees,
    dispatchFrom: day
      .nullable()
      .meta({ description: "A pre-order is not sent before this day. null: it may be." }),
  })
  .meta({ id: "StaffOrderRow" });

export const staffOrderPageJson = listJson(staffOrderRowJson, "StaffOrderPage");

/** A row of staff's list of orders; the total in rupees. */
export function staffOrderRowToJson(row: StaffOrderRow): z.input<typeof staffOrderRowJson> {
  return {
    id: row.id,
    customer: row.customer,
    placedAt: row.placedAt,
    status: apiStatus(row),
    carrier: row.carrier,
    trackingno: row.trackingNo,
    despatchedAt: row.despatchedAt,
    etadate: row.etaDate,
    total: toRupees(row.total),
    dispatchFrom: row.wait?.from ?? null,
  };
}
