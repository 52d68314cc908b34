import { z } from "zod";
import { MASTER_DATA, type NamedRow } from "../master-data/master-data";
import { rowJson, rowToJson } from "../master-data/master-data.json";
import { toRupees } from "../money";
import type { BookDetails, ShelvedCategory, TagCount } from "./catalog";

/** Stands in for a book without a cover of its own, below /coverpages/ as every other. */
export const DEFAULT_COVER = "default.webp";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });

export const authorJson = rowJson(MASTER_DATA.author);

const tagname = z.string().meta({ examples: ["Fiction"] });

export const bookTagJson = rowJson(MASTER_DATA.tag);

/** A tag in the list of all of them. */
export const countedTagJson = z
  .object({
    booktagId: id,
    tagname,
    count: z
      .number()
      .int()
      .meta({ description: "Books in the store that carry it.", examples: [14] }),
  })
  .meta({ id: "CountedBookTag" });

/** A category with the covers that stand for it. */
export const categoryJson = countedTagJson
  .extend({
    coverpages: z.array(z.string()).meta({
      description: "File names below /coverpages/ of the covers of its best books, up to three.",
      examples: [["gora.webp"]],
    }),
  })
  .meta({ id: "Category" });

/** A book as the store shows it (specification section 3, 'Book (list and detail)'). Prices in rupees. */
export const bookJson = z
  .object({
    bookId: id,
    title: z.string().meta({ examples: ["Gora"] }),
    price: z.number().meta({ examples: [500] }),
    salePrice: z
      .number()
      .optional()
      .meta({ description: "What is charged instead of the price, while there is a sale.", examples: [450] }),
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
      .meta({ description: "Copies that can be ordered.", examples: [12] }),
  })
  .meta({ id: "Book" });

const tagToJson = (tag: NamedRow) => rowToJson(MASTER_DATA.tag, tag);

export const authorsToJson = (authors: NamedRow[]) =>
  authors.map((author) => rowToJson(MASTER_DATA.author, author));
export const tagsToJson = (tags: NamedRow[]) => tags.map(tagToJson);

export function countedTagToJson(tag: TagCount): z.input<typeof countedTagJson> {
  return { ...tagToJson(tag), count: tag.count };
}

/** The file of a cover for the API's clients, who put '/coverpages/' before it. */
export const coverFile = (cover: string | null) => cover ?? DEFAULT_COVER;

export function bookToJson(book: BookDetails): z.input<typeof bookJson> {
  return {
    bookId: book.id,
    title: book.title,
    price: toRupees(book.price),
    ...(book.salePrice === null ? {} : { salePrice: toRupees(book.salePrice) }),
    rating: book.rating,
    bookratings: book.ratingCount,
    coverpage: coverFile(book.cover),
    authors: authorsToJson(book.authors),
    languageName: book.language.name,
    publisherName: book.publisher.name,
    pageCount: book.pageCount,
    isbn13: book.isbn,
    publishedOn: book.publishedOn,
    brief: book.brief,
    description: book.description,
    booktagses: tagsToJson(book.tags),
    stock: book.stock,
  };
}

export function categoryToJson(category: ShelvedCategory): z.input<typeof categoryJson> {
  return { ...countedTagToJson(category), coverpages: category.covers.map(coverFile) };
}
