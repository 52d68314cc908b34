import { z } from "zod";
import { readDb } from "~/db/shop-database.server";
import { bookJson, bookToJson } from "~/domain/catalogue/books/book.json.ts";
import { findBook, findBooks, visibleTitle } from "~/domain/catalogue/books/books.server";
import { HOME_BOOKS, RECOMMENDED } from "~/domain/catalogue/books/lists/catalogue";
import {
  authorJson,
  authorsToJson,
  categoryJson,
  categoryToJson,
  countedTagJson,
  countedTagToJson,
} from "~/domain/catalogue/books/lists/catalogue.json.ts";
import { pagedBooksSchema } from "~/domain/catalogue/books/lists/catalogue.schema";
import { featuredBookDetails, listAllTags, pageBooks } from "~/domain/catalogue/books/lists/catalogue.server";
import { recommendedIds } from "~/domain/catalogue/books/lists/shelves/recommendations.server";
import { bestsellerDetails, shelvedCategories } from "~/domain/catalogue/books/lists/shelves/shelves.server";
import { editionJson, editionToJson } from "~/domain/catalogue/editions/editions.json.ts";
import { moreByAuthorIds, placeInSeries } from "~/domain/catalogue/names/book-neighbours.server";
import { volumeJson, volumeToJson } from "~/domain/catalogue/names/book-neighbours.json.ts";
import { visibleEditions } from "~/domain/catalogue/editions/editions.server";
import { pagingJson } from "~/domain/kit/listing/paging.schema";
import { reviewJson, reviewToJson } from "~/domain/readers/reviews/reviews.json.ts";
import { reviewsPageSchema } from "~/domain/readers/reviews/reviews.schema";
import { reviewsOfBook } from "~/domain/readers/reviews/reviews.server";
import { findGoneBook } from "~/domain/catalogue/books/successors.server";
import { ApiError, idParam, notFound, operation } from "~/api/operation.server";

const tag = "Storefront";
const access = "anyone";
const params = z.object({ id: idParam });

const NOT_IN_STORE = {
  404: "No such book in the store.",
  410: "The book was in the store once. successorId is the book to which its visitors are led, if there is one.",
};

/** @throws 410 for a book that was in the store once, else 404 */
async function refuseBook(id: number): Promise<never> {
  const gone = await findGoneBook(readDb, id);
  if (!gone) return notFound("Book Not Found");
  const successorId = gone.successor?.id;
  throw new ApiError(410, "This book is no longer available", { successorId });
}

/** Browsing the store (docs/specification.md §7). Hidden books are never in an answer. */
export const browseBooks = [
  operation({
    method: "GET",
    path: "/browsebooks/favourite",
    tag,
    summary: "The featured books of the home page",
    description: "Books that staff marked as featured, filled up with the best rated ones.",
    access,
    answer: z.array(bookJson),
    async handle() {
      return (await featuredBookDetails(readDb, HOME_BOOKS)).map(bookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/booktags",
    tag,
    summary: "All category tags",
    access,
    answer: z.array(countedTagJson),
    async handle() {
      return (await listAllTags(readDb)).map(countedTagToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/bestsellers",
    tag,
    summary: "The bestsellers",
    description: "The 50 books with the most copies sold, best first. Books that never sold are left out.",
    access,
    answer: z.array(bookJson),
    async handle() {
      return (await bestsellerDetails(readDb)).map(bookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/categories",
    tag,
    summary: "The categories with their covers",
    description: "The tags that visible books have, by name.",
    access,
    answer: z.array(categoryJson),
    async handle() {
      return (await shelvedCategories(readDb)).map(categoryToJson);
    },
  }),

  operation({
    method: "POST",
    path: "/browsebooks/paged",
    tag,
    summary: "Search, filter and page through the books",
    description: "A page starts at book page × pageSize.",
    access,
    body: pagedBooksSchema,
    answer: z.object({ data: z.array(bookJson), ...pagingJson }).meta({ id: "BookPage" }),
    async handle({ body }) {
      const { books, count, nextPage } = await pageBooks(readDb, body);
      return { data: books.map(bookToJson), count, nextPage };
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/{id}",
    tag,
    summary: "A book",
    access,
    params,
    answer: z
      .object({
        book: bookJson,
        authors: z.array(authorJson),
        editions: z
          .array(editionJson)
          .meta({ description: "All editions of the work, this book among them; empty without others." }),
        previousInSeries: volumeJson.nullable().meta({
          description: "The volume before this one, by its number in the series; null without one.",
        }),
        nextInSeries: volumeJson.nullable().meta({ description: "The volume after this one." }),
      })
      .meta({ id: "BookWithAuthors" }),
    refusals: NOT_IN_STORE,
    async handle({ params: { id } }) {
      const book = (await findBook(readDb, id)) ?? (await refuseBook(id));
      const editions = (await visibleEditions(readDb, id)).map(editionToJson);
      const place = await placeInSeries(readDb, book);
      return {
        book: bookToJson(book),
        authors: authorsToJson(book.authors),
        editions,
        previousInSeries: volumeToJson(place?.previous),
        nextInSeries: volumeToJson(place?.next),
      };
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/{id}/more-by-author",
    tag,
    summary: "Other books by the first author of a book",
    description:
      "At most four, in the shop's own order; of each work one edition, of the book's own work none.",
    access,
    params,
    answer: z.array(bookJson),
    refusals: NOT_IN_STORE,
    async handle({ params: { id } }) {
      const book = (await findBook(readDb, id)) ?? (await refuseBook(id));
      return (await findBooks(readDb, await moreByAuthorIds(readDb, book))).map(bookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/{id}/recommendations",
    tag,
    summary: "Books that readers of a book may also like",
    description:
      "At most six books in stock: first those bought together, then those with the same tags and authors. Empty for a customer who switched recommendations off.",
    access,
    isPrivate: true,
    params,
    answer: z.array(bookJson),
    refusals: NOT_IN_STORE,
    async handle({ params: { id }, caller }) {
      if ((await visibleTitle(readDb, id)) === null) await refuseBook(id);
      if (caller.account?.showRecommendations === false) return [];
      return (await findBooks(readDb, await recommendedIds(readDb, [id], RECOMMENDED.book))).map(bookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/reviews/{id}",
    tag,
    summary: "The reviews of a book",
    description:
      "The newest first, 100 at a time by default. With the reviews of other editions, if staff pool them.",
    access,
    params,
    query: reviewsPageSchema,
    answer: z
      .object({
        reviews: z.array(reviewJson),
        avgrate: z.number().meta({ description: "Mean of all ratings; 0 without reviews.", examples: [4.5] }),
        ...pagingJson,
      })
      .meta({ id: "ReviewPage" }),
    refusals: NOT_IN_STORE,
    async handle({ params: { id }, query: { page, pageSize } }) {
      const window = { offset: page * pageSize, limit: pageSize };
      const found = (await reviewsOfBook(readDb, id, window)) ?? (await refuseBook(id));
      return {
        reviews: found.reviews.map(reviewToJson),
        avgrate: found.rating,
        count: found.count,
        nextPage: window.offset + pageSize < found.count ? page + 1 : null,
      };
    },
  }),
];
