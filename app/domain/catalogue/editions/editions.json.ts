import { z } from "zod";
import { AVAILABILITIES, availabilityOf } from "../books/book.json";
import { bookPath } from "../books/book-address";
import { toRupees } from "~/domain/kit/money";
import type { Edition } from "../books/editions";

/** An edition of a work in the API, as the page of each shows it. Prices in rupees. */
export const editionJson = z
  .object({
    bookId: z
      .number()
      .int()
      .meta({ examples: [2] }),
    title: z.string().meta({ examples: ["Gora"] }),
    label: z.string().meta({
      description: "The format, and what tells it from others of the same format.",
      examples: ["Paperback, 1994"],
    }),
    format: z
      .string()
      .nullable()
      .meta({ description: "A code of ONIX list 150.", examples: ["BC"] }),
    isbn13: z
      .string()
      .nullable()
      .meta({ examples: ["9780143065838"] }),
    price: z.number().meta({ examples: [500] }),
    salePrice: z
      .number()
      .optional()
      .meta({ description: "Charged instead of the price, while there is a sale.", examples: [450] }),
    availability: z.enum(AVAILABILITIES).meta({ examples: ["in_stock"] }),
    url: z.string().meta({ description: "The path of its page.", examples: ["/books/2-gora"] }),
  })
  .meta({ id: "Edition" });

/** Another edition of a book; prices in rupees. */
export function editionToJson(edition: Edition): z.input<typeof editionJson> {
  return {
    bookId: edition.id,
    title: edition.title,
    label: edition.label,
    format: edition.format,
    isbn13: edition.isbn13,
    price: toRupees(edition.price),
    ...(edition.salePrice === null ? {} : { salePrice: toRupees(edition.salePrice) }),
    availability: availabilityOf(edition),
    url: bookPath(edition),
  };
}
