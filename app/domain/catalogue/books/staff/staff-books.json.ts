import { z } from "zod";
import { sharedBookJson, sharedToJson } from "../book.json";
import { staffRecordAnswer, staffRecordToAnswer } from "../record/book-record.json";
import type { EditableBook } from "./staff-books";
import { coverFile } from "../lists/catalogue.json";
import type { Clash } from "../record/saved-book";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });

/** A book as staff see and edit it, even if hidden (docs/specification.md §3). */
export const staffBookJson = z
  .object({
    ...sharedBookJson.shape,
    ...staffRecordAnswer,
    salePrice: sharedBookJson.shape.salePrice.meta({
      description: "As staff gave it; charged instead of the price from saleFrom until saleUntil.",
      examples: [450],
    }),
    coverImage: sharedBookJson.shape.coverpage.meta({ description: "The same as coverpage." }),
    publisherId: id,
    languageId: id,
    featured: z.boolean(),
    hidden: z.boolean().meta({ description: "Not in the store." }),
    preordered: z
      .number()
      .int()
      .meta({ description: "Copies in pre-orders that have not left the shop.", examples: [0] }),
    version: z
      .number()
      .int()
      .meta({ description: "Rises with each edit by staff, but not with sales.", examples: [3] }),
  })
  .meta({ id: "StaffBook" });

/** A book as staff edit it; prices in rupees. */
export function staffBookToJson(book: EditableBook): z.input<typeof staffBookJson> {
  return {
    ...sharedToJson(book),
    ...staffRecordToAnswer(book),
    coverImage: coverFile(book.cover),
    publisherId: book.publisher.id,
    languageId: book.language.id,
    featured: book.featured,
    hidden: book.hidden,
    preordered: book.preordered,
    version: book.version,
  };
}

const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .meta({ description: "Formatted for display." });

/** Changes that others made to a book since it was read. */
export const clashJson = z
  .object({
    version: z.number().int().meta({ description: "Send this version to save anyway." }),
    stock: z.number().int(),
    stockMoved: z
      .boolean()
      .meta({ description: "Sales or others changed the stock, and the request would set a different one." }),
    edits: z
      .array(
        z.object({
          who: z.string().nullable().meta({ description: "null: the account no longer exists." }),
          at: z.iso.datetime(),
        }),
      )
      .meta({ description: "Newest first." }),
    fields: z
      .array(z.object({ field: z.string(), stored: value, yours: value }))
      .meta({ description: "Fields that saving would overwrite." }),
  })
  .meta({ id: "BookClash" });

/** What others changed since the book was read; prices in rupees. */
export const clashToJson = ({
  version,
  stock,
  stockMoved,
  edits,
  fields,
}: Clash): z.input<typeof clashJson> => ({
  version,
  stock,
  stockMoved,
  edits,
  fields,
});
