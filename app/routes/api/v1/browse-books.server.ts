import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findBook, findBooks, visibleTitle } from "~/domain/catalog/books.server";
import { HOME_BOOKS, RECOMMENDED } from "~/domain/catalog/catalog";
import {
  authorJson,
  authorsToJson,
  bookJson,
  bookToJson,
  categoryJson,
  categoryToJson,
  countedTagJson,
  countedTagToJson,
} from "~/domain/catalog/catalog.json";
import { pagedBooksSchema } from "~/domain/catalog/catalog.schema";
import { featuredBookDetails, listAllTags, pageBooks } from "~/domain/catalog/catalog.server";
import { recommendedIds } from "~/domain/catalog/recommendations.server";
import { bestsellerDetails, shelvedCategories } from "~/domain/catalog/shelves.server";
import { reviewJson, reviewToJson } from "~/domain/reviews/reviews.json";
import { reviewsPageSchema } from "~/domain/reviews/reviews.schema";
import { reviewsOfBook } from "~/domain/reviews/reviews.server";
import { stockAlertSchema } from "~/domain/stock-alerts/stock-alerts.schema";
import { askToBeTold } from "~/domain/stock-alerts/stock-alerts.server";
import {
  ApiError,
  done,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
  tooMany,
} from "~/http/api/operation.server";
import { takeFromLimit } from "~/http/rate-limit.server";

const tag = "Storefront";
const access = "anyone";
const params = z.object({ id: idParam });
const paging = {
  count: z
    .number()
    .int()
    .meta({ description: "Of the whole list.", examples: [60] }),
  nextPage: z
    .number()
    .int()
    .nullable()
    .meta({ description: "null at the end.", examples: [1] }),
};

/** Looking at the store (specification section 7, 'Storefront'). Hidden books are nowhere. */
export const browseBooks = [
  operation({
    method: "GET",
    path: "/browsebooks/favourite",
    tag,
    summary: "The featured books of the home page",
    description: "Staff's choice, filled up with the best rated of the others.",
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
    description: "The 50 books that sold most copies, the best first; none that never sold.",
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
    description: "The tags that a book in the store carries, by name.",
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
    description: "A page starts at book page × pageSize, whatever was asked for before.",
    access,
    body: pagedBooksSchema,
    answer: z.object({ data: z.array(bookJson), ...paging }).meta({ id: "BookPage" }),
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
    answer: z.object({ book: bookJson, authors: z.array(authorJson) }).meta({ id: "BookWithAuthors" }),
    async handle({ params: { id } }) {
      const book = (await findBook(readDb, id)) ?? notFound("Book Not Found");
      return { book: bookToJson(book), authors: authorsToJson(book.authors) };
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/{id}/recommendations",
    tag,
    summary: "Books that readers of a book may also like",
    description:
      "At most six that can be had: bought together first, then those with tags and authors in common. None for a customer who wants no recommendations.",
    access,
    isPrivate: true,
    params,
    answer: z.array(bookJson),
    refusals: { 404: "No such book in the store." },
    async handle({ params: { id }, caller }) {
      if ((await visibleTitle(readDb, id)) === null) notFound("Book Not Found");
      if (caller.account?.showRecommendations === false) return [];
      return (await findBooks(readDb, await recommendedIds(readDb, [id], RECOMMENDED.book))).map(bookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/browsebooks/reviews/{id}",
    tag,
    summary: "The reviews of a book",
    description: "The newest first, 100 at a time unless told otherwise.",
    access,
    params,
    query: reviewsPageSchema,
    answer: z
      .object({
        reviews: z.array(reviewJson),
        avgrate: z.number().meta({ description: "Mean of all stars; 0 without reviews.", examples: [4.5] }),
        ...paging,
      })
      .meta({ id: "ReviewPage" }),
    async handle({ params: { id }, query: { page, pageSize } }) {
      const window = { offset: page * pageSize, limit: pageSize };
      const found = (await reviewsOfBook(readDb, id, window)) ?? notFound("Book Not Found");
      return {
        reviews: found.reviews.map((review) => reviewToJson(review, id)),
        avgrate: found.rating,
        count: found.count,
        nextPage: window.offset + pageSize < found.count ? page + 1 : null,
      };
    },
  }),

  operation({
    method: "POST",
    path: "/browsebooks/{id}/notify",
    tag,
    summary: "Ask to be told when a sold-out book is back",
    description:
      "One mail, once it can be bought again. Whether it was asked before is not told. A customer is written to at the " +
      "account's own address, whatever is sent; a guest has to give one.",
    access,
    limit: "notify",
    refusals: { 404: "There is no such book." },
    params,
    body: stockAlertSchema.partial(),
    answer: resultSchema,
    async handle({ params: { id }, body, caller: { account } }) {
      const customer = account?.role === "customer" ? account : null;
      const email = customer?.email ?? body.email ?? addressMissing();
      const limit = await takeFromLimit("notify", [email]);
      if (!limit.allowed) throw tooMany(limit.retryAfterSeconds);
      const asked = await askToBeTold(writeDb, { bookId: id, email, accountId: customer?.id ?? null });
      if (!asked.ok && asked.reason === "not_found") notFound(asked.message);
      return asked.ok ? done(asked.message) : refused(asked.message);
    },
  }),
];

function addressMissing(): never {
  const errors = { email: ["Please enter a valid email address"] };
  throw new ApiError(400, "The body is not understood", { errors });
}
