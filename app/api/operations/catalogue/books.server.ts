import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { bookBodySchema } from "~/domain/catalogue/books/record/book-body.schema";
import { toggleHidden } from "~/domain/catalogue/books/book-visibility.server";
import { setSuccessor } from "~/domain/catalogue/books/successors.server";
import { STAFF_SORTS, type StaffSort, visibilityChanged } from "~/domain/catalogue/books/staff/staff-books";
import { findEditableBook, listEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { isbnWarning } from "~/domain/catalogue/books/record/isbn";
import { addBook, updateBook } from "~/domain/catalogue/books/record/save-book.server";
import { BOOK_CHANGED, BOOK_UNKNOWN } from "~/domain/catalogue/books/record/saved-book";
import {
  clashJson,
  clashToJson,
  staffBookJson,
  staffBookToJson,
} from "~/domain/catalogue/books/staff/staff-books.json.ts";
import { listJson, listToJson } from "~/domain/kit/listing/listing.json.ts";
import { listBodySchema } from "~/domain/kit/listing/listing.schema";
import { done, idField, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Catalogue";
const access = "staff";
const right = "catalogue";
const params = z.object({ bookId: idParam });
const refusals = { 404: "There is no such book." };

const sortable = Object.fromEntries(STAFF_SORTS.map((name) => [name, name])) as Record<StaffSort, StaffSort>;
const ALL_BOOKS = { lowStock: false, lowStockMark: 0, visibility: null };

/** Books for staff (docs/specification.md §7, docs/product-decisions.md §3.17). */
export const books = [
  operation({
    method: "POST",
    path: "/books/admin/paged",
    tag,
    summary: "Search, sort and page through all books",
    description:
      "Hidden books too. searchText: words of title, authors, publisher or tags, or an ISBN. Without sorting, a search puts the best match first, else the newest come first.",
    access,
    right,
    body: listBodySchema(sortable),
    answer: listJson(staffBookJson).meta({ id: "StaffBookPage" }),
    async handle({ body }) {
      const list = await listEditableBooks(readDb, { ...body, ...ALL_BOOKS });
      return listToJson(list, body.page, staffBookToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/books/admin/{bookId}",
    tag,
    summary: "A book to edit",
    access,
    right,
    params,
    answer: staffBookJson,
    async handle({ params: { bookId } }) {
      return staffBookToJson((await findEditableBook(readDb, bookId)) ?? notFound(BOOK_UNKNOWN));
    },
  }),

  operation({
    method: "POST",
    path: "/books/update",
    tag,
    summary: "Add or change a book",
    description:
      "A new book is visible and has the default cover. Sent twice within a minute, it is added once.",
    access,
    right,
    refusals,
    body: bookBodySchema,
    answer: resultSchema
      .extend({
        bookId: z
          .number()
          .int()
          .optional()
          .meta({ description: "Of the book saved.", examples: [61] }),
        version: z
          .number()
          .int()
          .optional()
          .meta({ description: "Of the book as it is stored now.", examples: [1] }),
        warning: z.string().optional().meta({ description: "The book was saved nevertheless." }),
        clash: clashJson.optional().meta({ description: "Why nothing was saved: what others changed." }),
      })
      .meta({ id: "BookSaved" }),
    async handle({ body: { bookId, version, shownStock, unsent, ...fields }, caller: { account } }) {
      const staffId = account!.id;
      const seen = { version, stock: shownStock };
      const saved =
        bookId === null
          ? await addBook(writeDb, { staffId, fields })
          : await updateBook(writeDb, { bookId, staffId, fields, unsent, seen });
      if (saved.ok) {
        const warning = isbnWarning(fields.isbn13 ?? "");
        return {
          ...done(saved.message),
          bookId: saved.id,
          version: saved.version,
          ...(warning ? { warning } : {}),
        };
      }
      if (saved.reason === "unknown_book") return notFound(BOOK_UNKNOWN);
      if (saved.reason === "field") return refused(saved.message, { [saved.field]: [saved.message] });
      return { ...refused(BOOK_CHANGED), clash: clashToJson(saved.clash) };
    },
  }),

  operation({
    method: "POST",
    path: "/books/admin/book/toggle/{bookId}",
    tag,
    summary: "Hide a book, or show it again",
    description: "Changes the visibility to the other state. Takes no body.",
    access,
    right,
    params,
    answer: resultSchema
      .extend({ hidden: z.boolean().meta({ description: "The state after the change." }) })
      .meta({ id: "VisibilityToggled" }),
    async handle({ params: { bookId }, caller: { account } }) {
      const book = (await toggleHidden(writeDb, { bookId, staffId: account!.id })) ?? notFound(BOOK_UNKNOWN);
      return { ...done(visibilityChanged(book.title, book.hidden)), hidden: book.hidden };
    },
  }),

  operation({
    method: "POST",
    path: "/books/admin/{bookId}/successor",
    tag,
    summary: "Lead visitors of a hidden book to another one",
    description:
      "While the book is hidden, its page leads to the page of the successor, and GET /browsebooks/{id} names it. Refused for a hidden successor, and for one that has a successor itself.",
    access,
    right,
    params,
    refusals,
    body: z.object({
      successorId: idField.nullish().meta({ description: "0 or left out: no other book.", examples: [0] }),
    }),
    answer: resultSchema,
    async handle({ params: { bookId }, body, caller: { account } }) {
      const successorId = body.successorId || null;
      const saved = await setSuccessor(writeDb, { bookId, successorId, staffId: account!.id });
      if (saved.ok) return done(saved.message);
      if (saved.reason === "unknown") return notFound(BOOK_UNKNOWN);
      return refused(saved.message, { successorId: [saved.message] });
    },
  }),
];
