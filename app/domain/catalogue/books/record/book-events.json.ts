import { z } from "zod";
import { bookJson } from "../book.json";
import type { EditableBook } from "../staff/staff-books";
import { staffBookJson, staffBookToJson } from "../staff/staff-books.json";

// The data of the webhooks about books.

export const bookChangedJson = z.object({ book: staffBookJson }).meta({ id: "BookChanged" });

/** The data of the event `book.changed`. */
export const bookChangedToJson = (book: EditableBook): z.input<typeof bookChangedJson> => ({
  book: staffBookToJson(book),
});

export const stockLowJson = z
  .object({
    ...bookJson.pick({ bookId: true, title: true, isbn13: true, stock: true }).shape,
    lowStockMark: z
      .number()
      .int()
      .meta({ description: "From the settings.", examples: [5] }),
  })
  .meta({ id: "StockLow" });

export type StockLow = z.input<typeof stockLowJson>;
