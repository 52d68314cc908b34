import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import { typedNumber } from "~/domain/kit/typed-text";
import { NO_PIN, readPin } from "./pin";
import type { ParcelQuote } from "./plan";
import type { ParcelItem } from "./quote.server";

/** As a class orders together, and more than an address can hold. */
const MOST_ITEMS = 100;
const MOST_COPIES = 9_999;
const ITEMS = `items are book ids with copies, such as 12:2,15:1: at most ${MOST_ITEMS} books of ${MOST_COPIES} copies`;

const items = z
  .string()
  .max(2_000, { error: ITEMS, abort: true })
  .transform((typed, ctx): ParcelItem[] => {
    const copies = new Map<number, number>();
    for (const part of typed.split(",")) {
      const [, id, count] = /^(\d{1,15}):(\d{1,4})$/.exec(part.trim()) ?? [];
      copies.set(Number(id), (copies.get(Number(id)) ?? 0) + Number(count));
    }
    const isRight = ([id, count]: [number, number]) => id > 0 && count > 0 && count <= MOST_COPIES;
    if (copies.size > MOST_ITEMS || ![...copies].every(isRight))
      ctx.addIssue({ code: "custom", message: ITEMS });
    return [...copies].map(([bookId, quantity]) => ({ bookId, quantity }));
  });

/** The query of GET /delivery/quote. */
export const quoteQuery = z.object({
  pincode: typedNumber(7, NO_PIN, NO_PIN)
    .transform(readPin)
    .pipe(z.string(NO_PIN))
    .meta({ type: "string", param: { example: "560001" } }),
  items: items.meta({
    type: "string",
    description: "Books and their copies: bookId:copies, with commas between.",
    param: { example: "1:2" },
  }),
});

const rupees = z.number().meta({ examples: [40] });
const day = (description: string) =>
  z.string().meta({ description, format: "date", examples: ["2026-12-02"] });

export const quoteJson = z
  .object({
    pincode: z.string().meta({ examples: ["560001"] }),
    state: z
      .string()
      .nullable()
      .meta({ description: "The PIN code's; null for one that is in no table.", examples: ["Karnataka"] }),
    methods: z
      .array(
        z.object({
          id: z
            .number()
            .int()
            .nullable()
            .meta({
              description: "For the checkout. null while the shop has no delivery plan.",
              examples: [1],
            }),
          name: z.string().meta({ examples: ["Speed Post"] }),
          carrier: z.string().meta({ examples: ["India Post"] }),
          price: rupees.meta({ description: "In rupees, without the fee for paying at the door." }),
          from: day("The first day on which the parcel may arrive, if it is ordered now."),
          to: day("The last day."),
          pickUp: z.string().nullable().meta({
            description: "The shop's hours, where the books are picked up there; null: they are sent.",
          }),
          cod: z
            .object({
              offered: z.boolean(),
              fee: rupees.meta({ description: "In rupees, on top of the price." }),
              reason: z
                .string()
                .nullable()
                .meta({ description: "Why it is not offered.", examples: [null] }),
              partPercent: z
                .number()
                .int()
                .meta({ description: "Of the total, paid before, in per cent.", examples: [0] }),
              partDelivery: z.boolean().meta({ description: "Whether delivery is paid before." }),
            })
            .meta({ description: "Paying at the door." }),
        }),
      )
      .meta({ description: "Those that take the parcel, the cheapest first." }),
    refusal: z
      .string()
      .nullable()
      .meta({ description: "Why nothing is offered, as a sentence for people.", examples: [null] }),
  })
  .meta({ id: "DeliveryQuote" });

/** A quote as the API has it: amounts in rupees. */
export function quoteToJson({ pin, state, methods, refusal }: ParcelQuote): z.input<typeof quoteJson> {
  return {
    pincode: pin,
    state,
    methods: methods.map(({ price, cod, ...method }) => ({
      ...method,
      price: toRupees(price),
      cod: { ...cod, fee: toRupees(cod.fee) },
    })),
    refusal,
  };
}
