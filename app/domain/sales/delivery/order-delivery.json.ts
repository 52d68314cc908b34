import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import type { OrderDelivery } from "./order-delivery";
import { PAYMENT_WAYS, type PaymentWay } from "./plan";

const rupees = z.number().meta({ examples: [0] });
const day = z.string().meta({ format: "date", examples: ["2026-12-02"] });

/** The fields of an order with how it is delivered and paid. */
export const deliveredFields = {
  delivery: z
    .object({
      methodId: z
        .number()
        .int()
        .meta({ examples: [1] }),
      method: z.string().meta({ examples: ["Speed Post"] }),
      carrier: z.string().meta({ examples: ["India Post"] }),
      from: day,
      to: day,
      pickUp: z
        .string()
        .nullable()
        .meta({
          description: "The shop's hours, where the books are picked up there; null: they are sent.",
          examples: [null],
        }),
    })
    .nullable()
    .meta({
      description: "What was promised with the order. null: it was placed without a delivery plan.",
    }),
  payment: z.enum(PAYMENT_WAYS).meta({ description: "How it is paid.", examples: ["online"] }),
  codFee: rupees.meta({ description: "Part of shipping: the fee for paying at the door." }),
  dueAtDoor: rupees.meta({ description: "Part of total: what is paid when the parcel arrives." }),
};

/** @param order paise */
export const deliveredToJson = (order: {
  delivery: OrderDelivery | null;
  paymentWay: PaymentWay;
  codFee: number;
  dueAtDoor: number;
}) => ({
  delivery: order.delivery,
  payment: order.paymentWay,
  codFee: toRupees(order.codFee),
  dueAtDoor: toRupees(order.dueAtDoor),
});
