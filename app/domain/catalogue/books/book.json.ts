import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import { typedText } from "~/domain/kit/typed-text";
import type { Book } from "./book";
import { BOOK_MAX } from "./record/book-form.schema";
import type { BookDetails } from "./lists/catalogue";
import { MOST_SUBJECTS } from "./record/book-record.schema";
import {
  contributorJson,
  contributorToJson,
  IF_LEFT_OUT,
  recordAnswer,
  recordToAnswer,
  sentRecord,
} from "./record/book-record.json";
import { PICTURE_KINDS, type PictureKind } from "./pictures/further-pictures";
import type { OnSale } from "./sale/sale";
import { AUTHOR_ROLE, EDITING_ROLES, ROLES } from "./record/contributor-roles";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { rowJson, rowToJson } from "../names/master-data.json.ts";
import { authorJson, authorsToJson, bookTagJson, coverFile, tagsToJson } from "./lists/catalogue.json";

// A book's fields in the API: in answers, and in the requests of staff. Prices in rupees.

/** 'preorder': the book is forthcoming, and can be ordered now; 'forthcoming': it cannot. */
export const AVAILABILITIES = [
  "in_stock",
  "out_of_stock",
  "preorder",
  "forthcoming",
  "out_of_print",
] as const;

/** What a shopper can do with a book now. */
export function availabilityOf({
  stock,
  forthcoming,
  isOutOfPrint,
}: OnSale): (typeof AVAILABILITIES)[number] {
  if (forthcoming) return stock > 0 ? "preorder" : "forthcoming";
  if (stock > 0) return "in_stock";
  return isOutOfPrint ? "out_of_print" : "out_of_stock";
}

/** A further picture of a book. */
const pictureJson = z
  .object({
    pictureId: z
      .number()
      .int()
      .meta({ examples: [1] }),
    url: z.string().meta({
      description: "Of the largest WebP, below the shop's address.",
      examples: ["/coverpages/further-0123456789abcdef0123-1067x1600.webp"],
    }),
    kind: z.enum(Object.keys(PICTURE_KINDS) as [PictureKind, ...PictureKind[]]),
    alt: z.string().meta({ description: "What it shows.", examples: ["Back cover of Gora"] }),
    width: z
      .number()
      .int()
      .meta({ description: "In pixels.", examples: [1067] }),
    height: z
      .number()
      .int()
      .meta({ examples: [1600] }),
  })
  .meta({ id: "BookPicture" });

/** A book as the store shows it (docs/specification.md §3). */
export const bookJson = z
  .object({
    bookId: z
      .number()
      .int()
      .meta({ examples: [1] }),
    title: z.string().meta({ examples: ["Gora"] }),
    price: z.number().meta({ examples: [500] }),
    salePrice: z
      .number()
      .optional()
      .meta({ description: "Charged instead of the price, while there is a sale.", examples: [450] }),
    saleUntil: z
      .string()
      .optional()
      .meta({
        description: "The last day of the sale in India, if it has one.",
        format: "date",
        examples: ["2026-11-30"],
      }),
    rating: z
      .number()
      .meta({ description: "Mean of the reviews' stars; 0 when there are none.", examples: [4.5] }),
    bookratings: z
      .number()
      .int()
      .meta({ description: "How many reviews.", examples: [2] }),
    coverpage: z
      .string()
      .meta({ description: "File name of the cover, below /coverpages/.", examples: ["gora.webp"] }),
    authors: z.array(authorJson),
    languageName: z.string().meta({ examples: ["English"] }),
    publisherName: z.string().meta({ examples: ["Neem Tree Press"] }),
    pageCount: z
      .number()
      .int()
      .nullable()
      .meta({ examples: [512] }),
    isbn13: z
      .string()
      .nullable()
      .meta({ examples: ["9780143065838"] }),
    publishedOn: z
      .string()
      .nullable()
      .meta({ description: '"1910" or "1910-08-14".', examples: ["1910"] }),
    brief: z.string().meta({ examples: ["A foundling in Calcutta."] }),
    description: z.string().meta({ examples: ["A novel of 1880s Bengal."] }),
    booktagses: z.array(bookTagJson),
    stock: z
      .number()
      .int()
      .meta({
        description:
          "Copies that can be ordered: of a forthcoming book, copies that can still be pre-ordered.",
        examples: [12],
      }),
    availability: z.enum(AVAILABILITIES).meta({ examples: ["in_stock"] }),
    releaseDate: z
      .string()
      .nullable()
      .meta({
        description:
          "When a forthcoming book comes out, a day in India; no pre-order is sent before. null: it is out, or the day is not known.",
        format: "date",
        examples: [null],
      }),
    contributors: z.array(contributorJson).meta({
      description:
        "Everybody who contributed to the book with their roles, the authors first. Where there is no author, `authors` names the editors and compilers.",
    }),
    ...recordAnswer,
    furtherLanguages: z
      .array(rowJson(MASTER_DATA.language))
      .meta({ description: "Languages of the text beside the first." }),
    thema: z.array(z.string()).meta({ description: "Thema subject codes.", examples: [["FBC"]] }),
    bisac: z.array(z.string()).meta({ description: "BISAC subject codes.", examples: [["FIC004000"]] }),
    pictures: z.array(pictureJson).meta({ description: "Beside the cover, in their order." }),
  })
  .meta({ id: "Book" });

const {
  rating: _rating,
  bookratings: _bookratings,
  availability: _availability,
  releaseDate: _releaseDate,
  saleUntil: _saleUntil,
  ...shared
} = bookJson.shape;

/** The fields that both shoppers and staff get. */
export const sharedBookJson = z.object(shared);

/** @returns the fields of `sharedBookJson` */
export function sharedToJson(book: Book): z.input<typeof sharedBookJson> {
  return {
    bookId: book.id,
    title: book.title,
    price: toRupees(book.price),
    ...(book.salePrice === null ? {} : { salePrice: toRupees(book.salePrice) }),
    coverpage: coverFile(book.cover),
    authors: authorsToJson(book.authors),
    languageName: book.language.name,
    publisherName: book.publisher.name,
    pageCount: book.pageCount,
    isbn13: book.isbn13,
    publishedOn: book.publishedOn,
    brief: book.brief,
    description: book.description,
    booktagses: tagsToJson(book.tags),
    stock: book.stock,
    contributors: book.contributors.map(contributorToJson),
    ...recordToAnswer(book),
    furtherLanguages: book.furtherLanguages.map((row) => rowToJson(MASTER_DATA.language, row)),
    thema: book.thema,
    bisac: book.bisac,
    pictures: book.pictures.map(({ id: pictureId, file, kind, alt, width, height }) => ({
      pictureId,
      url: `/coverpages/${file}`,
      kind,
      alt,
      width,
      height,
    })),
  };
}

/** A book as the store's calls answer it; prices in rupees. */
export function bookToJson(book: BookDetails): z.input<typeof bookJson> {
  return {
    ...sharedToJson(book),
    rating: book.rating,
    bookratings: book.ratingCount,
    availability: availabilityOf(book),
    releaseDate: book.forthcoming?.releasedOn ?? null,
    ...(book.saleEndsOn === null ? {} : { saleUntil: book.saleEndsOn }),
  };
}

const text = (label: string, max: number) =>
  typedText(max, `${label} must be less than ${max} characters`).meta({ maxLength: max });
const id = z.number().int();
const ids = (most: string) => z.array(id).max(1000, most);
const codes = (label: string) =>
  z
    .array(z.string().max(100))
    .max(1000, `At most ${MOST_SUBJECTS} ${label} subjects can be given`)
    .nullish()
    .meta({ description: `${label} subject codes. ${IF_LEFT_OUT}` });

/**
 * The fields that staff send, with the types of JSON only; `bookFormSchema` then checks the rules.
 */
export const sentBook = {
  title: text("Title", BOOK_MAX.title).meta({ examples: ["Gora"] }),
  brief: text("Brief", BOOK_MAX.brief).meta({ examples: ["A foundling in Calcutta."] }),
  isbn13: text("ISBN", BOOK_MAX.isbn13)
    .nullish()
    .meta({ description: IF_LEFT_OUT, examples: ["9780143065838"] }),
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
    description: `At most ${BOOK_MAX.choices} authors, in their order on the cover. At least one, unless contributors name an editor or compiler (${EDITING_ROLES.join(", ")}).`,
    examples: [[1]],
  }),
  publisherId: id.meta({ examples: [1] }),
  languageId: id.meta({ examples: [1] }),
  description: text("Description", BOOK_MAX.description).nullish().meta({ description: IF_LEFT_OUT }),
  pageCount: z.number().nullish().meta({ description: IF_LEFT_OUT }),
  publishedOn: z
    .string()
    .max(100, "Published Date must be a year (YYYY) or a date (YYYY-MM-DD)")
    .nullish()
    .meta({ description: `"1910" or "1910-08-14". ${IF_LEFT_OUT}` }),
  salePrice: z
    .number()
    .nullish()
    .meta({ description: `Rupees, not above the price. ${IF_LEFT_OUT}`, examples: [249.5] }),
  featured: z
    .boolean()
    .nullish()
    .meta({ description: "Chosen by staff for the home page. If left out, it stays as it is." }),
  ...sentRecord,
  contributors: z
    .array(z.object({ authorId: id, role: z.enum(ROLES) }))
    .max(1000, `At most ${BOOK_MAX.choices} contributors can be added`)
    .nullish()
    .meta({
      description: `Everybody but the authors, in their order, with roles of ONIX list 17. Those with role ${AUTHOR_ROLE} are ignored: authors are those of authorId. ${IF_LEFT_OUT}`,
      examples: [[{ authorId: 2, role: "B06" }]],
    }),
  furtherLanguageId: ids(`At most ${BOOK_MAX.choices} further languages can be chosen`)
    .nullish()
    .meta({ description: `Languages of the text beside the first. ${IF_LEFT_OUT}`, examples: [[2]] }),
  thema: codes("Thema"),
  bisac: codes("BISAC"),
};
