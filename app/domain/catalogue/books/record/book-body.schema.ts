import { z } from "zod";
import { sentBook } from "../book.json";
import { bookFormSchema, OPTIONAL_FIELDS } from "./book-form.schema";

const id = z.number().int();

const bookBody = z.object({
  bookId: id
    .min(0)
    .nullish()
    .meta({ description: "0 or left out: a new book.", examples: [0] }),
  ...sentBook,
  version: id.nullish().meta({
    description:
      "The version of the book as it was read: if others have changed the book since, nothing is saved. If left out, the stored book is overwritten.",
  }),
  shownStock: id.nullish().meta({
    description:
      "The stock as it was read: if it equals the stock sent, sales since then are not undone. If left out, the stock sent is saved.",
  }),
});

const formOfBook = bookFormSchema.safeExtend({
  bookId: z.number().nullable(),
  version: z.number().nullable(),
  shownStock: z.number().nullable(),
  unsent: z.array(z.enum(OPTIONAL_FIELDS)),
});

/**
 * The body of POST /books/update: the fields, the book's id, and the version and stock that were read. `unsent` lists
 * the optional fields that were not sent: a client that does not know a field must not empty it.
 */
export const bookBodySchema = bookBody
  .transform((body): z.input<typeof formOfBook> => ({
    ...body,
    bookId: body.bookId || null,
    version: body.version ?? null,
    shownStock: body.shownStock ?? null,
    unsent: OPTIONAL_FIELDS.filter((name) => body[name] === undefined),
  }))
  .pipe(formOfBook);
