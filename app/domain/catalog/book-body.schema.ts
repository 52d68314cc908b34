import { z } from "zod";
import { typedText } from "../typed-text";
import { BOOK_MAX, bookFormSchema, OPTIONAL_FIELDS } from "./book-form.schema";

const KEPT = "Left out, a new book has none and another keeps its own; null takes it away.";

const id = z.number().int();
const text = (label: string, max: number) =>
  typedText(max, `${label} must be less than ${max} characters`).meta({ maxLength: max });
const ids = (most: string) => z.array(id).max(1000, most);

/** The rules are the form's: here stand only the types that JSON has and forms have not. */
const bookBody = z.object({
  bookId: id
    .min(0)
    .nullish()
    .meta({ description: "0 or left out: a new book.", examples: [0] }),
  title: text("Title", BOOK_MAX.title).meta({ examples: ["Gora"] }),
  brief: text("Brief", BOOK_MAX.brief).meta({ examples: ["A foundling in Calcutta."] }),
  isbn13: text("ISBN", BOOK_MAX.isbn13)
    .nullish()
    .meta({ description: KEPT, examples: ["9780143065838"] }),
  price: z.number().meta({
    description: `Rupees, 0 to ${BOOK_MAX.price}, two decimals at most.`,
    examples: [499],
  }),
  stock: z.number().meta({ description: `Copies, 0 to ${BOOK_MAX.stock}.`, examples: [12] }),
  booktagsId: ids(`At most ${BOOK_MAX.choices} tags can be chosen`).meta({
    description: `1 to ${BOOK_MAX.choices} tags.`,
    examples: [[1]],
  }),
  authorId: ids(`At most ${BOOK_MAX.choices} authors can be chosen`).meta({
    description: `1 to ${BOOK_MAX.choices} authors, in their order on the cover.`,
    examples: [[1]],
  }),
  publisherId: id.meta({ examples: [1] }),
  languageId: id.meta({ examples: [1] }),
  description: text("Description", BOOK_MAX.description).nullish().meta({ description: KEPT }),
  pageCount: z.number().nullish().meta({ description: KEPT }),
  publishedOn: z
    .string()
    .max(100, "Published Date must be a year (YYYY) or a date (YYYY-MM-DD)")
    .nullish()
    .meta({ description: `"1910" or "1910-08-14". ${KEPT}` }),
  salePrice: z
    .number()
    .nullish()
    .meta({ description: `Rupees, not above the price. ${KEPT}` }),
  featured: z
    .boolean()
    .nullish()
    .meta({ description: "Staff's choice for the home page. Left out, it stays as it is." }),
  version: id.nullish().meta({
    description:
      "Of the book as it was read: when saving would undo what others changed since, nothing is saved. Left out, what is sent is written over whatever is stored.",
  }),
  shownStock: id.nullish().meta({
    description:
      "The stock as it was read: when it is the stock sent, sales since then are not undone. Left out, the stock sent is written.",
  }),
});

const formOfBook = bookFormSchema.safeExtend({
  bookId: z.number().nullable(),
  version: z.number().nullable(),
  shownStock: z.number().nullable(),
  kept: z.array(z.enum(OPTIONAL_FIELDS)),
});

/**
 * The body of POST /books/update: a book as staff type it, which one, and what was known of it. `kept` names the fields
 * that were not sent, so that clients who know nothing of them take nothing away.
 */
export const bookBodySchema = bookBody
  .transform((body): z.input<typeof formOfBook> => ({
    ...body,
    bookId: body.bookId || null,
    version: body.version ?? null,
    shownStock: body.shownStock ?? null,
    kept: OPTIONAL_FIELDS.filter((name) => body[name] === undefined),
  }))
  .pipe(formOfBook);
