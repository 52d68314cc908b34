import { z } from "zod";
import { typedValue } from "~/domain/kit/typed-text";
import { AGES_REVERSED, RECORD_KEYS, type RecordValues } from "./book-record";
import { LIST_KEYS, recordLists, recordShape } from "./book-record.schema";
import { EDITING_ROLES } from "./contributor-roles";
import { bareIsbn, isbnForms } from "./isbn";
import {
  areSaleDatesInOrder,
  haveSaleDatesAPrice,
  SALE_DATES_ALONE,
  SALE_DATES_REVERSED,
} from "../sale/sale-dates";
import { isPreorderDated, PREORDERS_NEED_A_DATE } from "../sale/preorder-rules";
import {
  characters,
  chosenIds,
  firstProblem,
  line,
  MOST_CHOSEN,
  oneOf,
  optionalText,
  paragraphs,
  requiredText,
  SHORT,
  someOf,
  tooLong,
  toNumber,
  typed,
} from "./typed-fields";

/**
 * The maximum length of each input (docs/specification.md §5.8); for price and stock the highest value. The last four
 * are not in the specification.
 */
export const BOOK_MAX = {
  title: 100,
  brief: 1500,
  isbn13: 13,
  price: 10_000,
  stock: 10_000,
  description: 10_000,
  publishedOn: 10,
  pageCount: 100_000,
  choices: MOST_CHOSEN,
} as const;

export const AT_LEAST_ONE_AUTHOR = "At least one author is required";
const AT_LEAST_ONE_TAG = "At least one Tag is required";

/** Whether the amount is in whole paise, within the precision of a double. */
const isWholePaise = (rupees: number) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6;

const priceProblem = (label: string) => (text: string) => {
  const rupees = toNumber(text);
  return (
    (Number.isNaN(rupees) && `${label} must be a number`) ||
    (rupees < 0 && `${label} must be greater than or equal to 0`) ||
    (rupees > BOOK_MAX.price && `${label} must be less than ${BOOK_MAX.price}`) ||
    (!isWholePaise(rupees) && `${label} can have two decimals at most`)
  );
};

const toPaise = (text: string) => Math.round(Math.abs(toNumber(text)) * 100);

const price = typed("Price must be a number")
  .transform(line)
  .check(firstProblem((text) => (!text && "Price is required") || priceProblem("Price")(text)))
  .transform(toPaise);

const salePrice = typed("Sale Price must be a number")
  .transform(line)
  .check(firstProblem((text) => text !== "" && priceProblem("Sale Price")(text)))
  .transform((text) => (text ? toPaise(text) : null));

const stock = typed("Stock must be a number")
  .transform(line)
  .check(
    firstProblem((text) => {
      const copies = toNumber(text);
      return (
        (!text && "Stock is required") ||
        (Number.isNaN(copies) && "Stock must be a number") ||
        (copies < 0 && "Stock must be greater than or equal to 0") ||
        (copies > BOOK_MAX.stock && `Stock must be less than ${BOOK_MAX.stock}`) ||
        (!Number.isInteger(copies) && "Stock must be a whole number")
      );
    }),
  )
  .transform((text) => Math.abs(toNumber(text)));

const PAGES = `Page Count must be a whole number from 1 to ${BOOK_MAX.pageCount}`;

const pageCount = typed(PAGES)
  .transform(line)
  .check(
    firstProblem((text) => {
      const pages = toNumber(text);
      return text !== "" && !(Number.isInteger(pages) && pages >= 1 && pages <= BOOK_MAX.pageCount) && PAGES;
    }),
  )
  .transform((text) => (text ? toNumber(text) : null));

/** Whether such a day exists in the calendar. */
const isDay = (text: string) => {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
};

const publishedOn = typed("Published Date must be a text")
  .transform(line)
  .check(
    firstProblem(
      (text) =>
        text !== "" &&
        !(/^[1-9]\d{3}$/.test(text) || (/^[1-9]\d{3}-\d\d-\d\d$/.test(text) && isDay(text))) &&
        "Published Date must be a year (YYYY) or a date (YYYY-MM-DD)",
    ),
  )
  .transform((text) => text || null);

/**
 * Any text of up to 13 characters (docs/product-decisions.md §3.14). What looks like an ISBN is stored without
 * hyphens, so that searches find it.
 */
const isbn13 = typedValue(BOOK_MAX.isbn13, tooLong("ISBN", BOOK_MAX.isbn13), "ISBN must be a text")
  .transform((text) => (isbnForms(text).length > 0 ? bareIsbn(text) : line(text)))
  .check(firstProblem((text) => characters(text) > BOOK_MAX.isbn13 && tooLong("ISBN", BOOK_MAX.isbn13)))
  .transform((text) => text || null);

/** @param book in paise */
export const isSaleBelowPrice = ({ price, salePrice }: { price: number; salePrice: number | null }) =>
  salePrice === null || salePrice <= price;

/** True also while one of the two is not given. */
export const areAgesInOrder = ({ ageFrom, ageTo }: Pick<RecordValues, "ageFrom" | "ageTo">) =>
  ageFrom === null || ageTo === null || ageFrom <= ageTo;

export const SALE_ABOVE_PRICE = "Sale Price must not be more than the price";

// Made once: making a schema takes longer than checking a book.
const bothPrices = z.object({ price: z.number(), salePrice: z.number() });
const bothAges = z.object({ ageFrom: z.number(), ageTo: z.number() });
const saleDates = z.object({
  salePrice: z.number().nullable(),
  saleFrom: z.string().max(SHORT).nullable(),
  saleUntil: z.string().max(SHORT).nullable(),
});
const preorders = z.object({
  preorderLimit: z.number(),
  publishingStatus: z.string().max(SHORT),
  publishedOn: z.string().max(SHORT).nullable(),
});

/** Checked even if other fields of the form are wrong. */
const preordersRule = {
  path: ["publishedOn"],
  error: PREORDERS_NEED_A_DATE,
  when: ({ value }: { value: unknown }) => preorders.safeParse(value).success,
};

/** Checked even if other fields of the form are wrong. */
const agesRule = {
  path: ["ageTo"],
  error: AGES_REVERSED,
  when: ({ value }: { value: unknown }) => bothAges.safeParse(value).success,
};

const saleDatesRead = ({ value }: { value: unknown }) => saleDates.safeParse(value).success;

/** Checked even if other fields of the form are wrong. */
const saleOrderRule = { path: ["saleUntil"], error: SALE_DATES_REVERSED, when: saleDatesRead };
const salePriceRule = { path: ["salePrice"], error: SALE_DATES_ALONE, when: saleDatesRead };

/** Checked even if other fields of the form are wrong. */
const saleRule = {
  path: ["salePrice"],
  error: SALE_ABOVE_PRICE,
  when: ({ value }: { value: unknown }) => bothPrices.safeParse(value).success,
};

const people = z.object({
  authorId: z.array(z.number()).max(MOST_CHOSEN),
  contributors: z.array(z.object({ role: z.string().max(SHORT) })).max(MOST_CHOSEN),
});

/** Of a body of the API, which may leave the contributors of a stored book as they are. */
type Unsent = { bookId?: number | null; unsent?: readonly string[] };

/** An anthology has an editor or a compiler, and no author. Of a list that was not sent only saving can tell. */
export const isByAnybody = ({ authorId, contributors, bookId, unsent }: z.output<typeof people> & Unsent) =>
  authorId.length > 0 ||
  contributors.some(({ role }) => EDITING_ROLES.includes(role)) ||
  Boolean(bookId && unsent?.includes("contributors"));

/** Checked even if other fields of the form are wrong. */
const authorsRule = {
  path: ["authorId"],
  error: AT_LEAST_ONE_AUTHOR,
  when: ({ value }: { value: unknown }) => people.safeParse(value).success,
};

/**
 * A book as staff type it (docs/specification.md §5.8). The one schema for form,
 * action and API: takes rupees, gives paise.
 */
export const bookFormSchema = z
  .object({
    title: requiredText("Title", BOOK_MAX.title, line),
    brief: requiredText("Brief", BOOK_MAX.brief, paragraphs),
    isbn13,
    authorId: chosenIds(
      `At most ${BOOK_MAX.choices} authors can be chosen`,
      AT_LEAST_ONE_AUTHOR,
      (ids) => ids.includes(0) && AT_LEAST_ONE_AUTHOR,
    ),
    publisherId: oneOf("Publisher is required"),
    languageId: oneOf("Language is required"),
    price,
    stock,
    booktagsId: someOf(AT_LEAST_ONE_TAG, `At most ${BOOK_MAX.choices} tags can be chosen`),
    description: optionalText("Description", BOOK_MAX.description, paragraphs),
    pageCount,
    publishedOn,
    salePrice,
    featured: z
      .union([z.boolean(), z.string().max(SHORT), z.null()])
      .optional()
      .transform((value) => value === true || value === "on" || value === "true"),
    ...recordShape,
    ...recordLists,
  })
  .refine(isByAnybody, authorsRule)
  .refine(isSaleBelowPrice, saleRule)
  .refine(areSaleDatesInOrder, saleOrderRule)
  .refine(haveSaleDatesAPrice, salePriceRule)
  .refine(areAgesInOrder, agesRule)
  .refine(isPreorderDated, preordersRule);

/** The valid form: money in paise, empty fields are null. */
export type BookFields = z.output<typeof bookFormSchema>;

/** Fields that a client may leave out (docs/specification.md §3, docs/product-decisions.md §3.14). */
export const OPTIONAL_FIELDS = [
  "isbn13",
  "description",
  "pageCount",
  "publishedOn",
  "salePrice",
  "featured",
  ...RECORD_KEYS,
  ...LIST_KEYS,
] as const;
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** Version and stock of the book when its form was opened; unreadable ones become values that no book has. */
export const seenSchema = z.object({
  version: z.coerce.number().int().catch(0),
  shownStock: z.coerce.number().int().catch(-1),
});
