import { z } from "zod";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { bookBodySchema } from "~/domain/catalogue/books/record/book-body.schema";
import { toggleHidden } from "~/domain/catalogue/books/book-visibility.server";
import { setSuccessor } from "~/domain/catalogue/books/successors.server";
import { STAFF_SORTS, type StaffSort, visibilityChanged } from "~/domain/catalogue/books/staff/staff-books";
import { findEditableBook, listEditableBooks } from "~/domain/catalogue/books/staff/staff-books.server";
import { COVER_RESET, COVER_SAVED } from "~/domain/catalogue/books/pictures/covers";
import {
  type CoverOutcome,
  NO_SUCH_BOOK,
  resetCover,
  saveCover,
} from "~/domain/catalogue/books/pictures/covers.server";
import {
  PICTURE_ADDED,
  PICTURE_REMOVED,
  PICTURE_SAVED,
  pictureMoved,
} from "~/domain/catalogue/books/pictures/further-pictures";
import { furtherPictureSchema } from "~/domain/catalogue/books/pictures/further-pictures.schema";
import {
  addBookPicture,
  moveBookPicture,
  removeBookPicture,
  saveBookPicture,
} from "~/domain/catalogue/books/pictures/further-pictures.server";
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
import { filePart, jsonPart } from "~/api/parts";
import { done, idField, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Catalogue";
const access = "staff";
const right = "catalogue";
const params = z.object({ bookId: idParam });
const refusals = { 404: "There is no such book." };
const noPicture = { 404: "There is no such book, or it has no such picture." };

const sortable = Object.fromEntries(STAFF_SORTS.map((name) => [name, name])) as Record<StaffSort, StaffSort>;
const ALL_BOOKS = { lowStock: false, lowStockMark: 0, visibility: null };

const coverAnswer = (outcome: CoverOutcome, msg: string) => {
  if (outcome.ok) return done(msg);
  return outcome.message === NO_SUCH_BOOK ? notFound(BOOK_UNKNOWN) : refused(outcome.message);
};

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
    path: "/books/updateCoverpage",
    tag,
    summary: "Upload a book's cover",
    description: "In book only bookId is read.",
    access,
    right,
    refusals,
    multipart: true,
    body: z.object({
      file1: filePart("JPEG, PNG or WebP, at most 10 MB and 25 megapixels."),
      book: jsonPart(z.object({ bookId: idField })),
    }),
    answer: resultSchema,
    async handle({ body: { file1, book }, caller: { account } }) {
      const cover = { bookId: book.bookId, staffId: account!.id, bytes: file1 };
      return coverAnswer(await saveCover(writeDb, cover, config), COVER_SAVED);
    },
  }),

  operation({
    method: "POST",
    path: "/books/defaultCoverpage",
    tag,
    summary: "Remove a book's cover",
    description: "The book then has the default cover.",
    access,
    right,
    refusals,
    body: z.object({ bookId: idField }),
    answer: resultSchema,
    async handle({ body: { bookId }, caller: { account } }) {
      return coverAnswer(await resetCover(writeDb, { bookId, staffId: account!.id }, config), COVER_RESET);
    },
  }),

  operation({
    method: "POST",
    path: "/books/addPicture",
    tag,
    summary: "Add a further picture to a book",
    description:
      "After its other ones, of which there are at most eight. Without alt it is named after its kind and the book.",
    access,
    right,
    refusals,
    multipart: true,
    body: z.object({
      file1: filePart("JPEG, PNG or WebP, at most 10 MB and 25 megapixels."),
      book: jsonPart(furtherPictureSchema.extend({ bookId: idField })),
    }),
    answer: resultSchema
      .extend({
        pictureId: z
          .number()
          .int()
          .optional()
          .meta({ examples: [1] }),
      })
      .meta({ id: "PictureAdded" }),
    async handle({ body: { file1, book }, caller: { account } }) {
      const { bookId, ...fields } = book;
      const picture = { bookId, staffId: account!.id, bytes: file1, fields };
      const added = await addBookPicture(writeDb, picture, config);
      if (added.ok) return { ...done(PICTURE_ADDED), pictureId: added.id };
      return added.reason === "unknown" ? notFound(BOOK_UNKNOWN) : refused(added.message);
    },
  }),

  operation({
    method: "POST",
    path: "/books/describePicture",
    tag,
    summary: "Say what a further picture of a book is and shows",
    description: "Without alt it is named after its kind and the book.",
    access,
    right,
    refusals: noPicture,
    body: furtherPictureSchema.extend({ bookId: idField, pictureId: idField }),
    answer: resultSchema,
    async handle({ body: { bookId, pictureId, ...fields }, caller: { account } }) {
      const saved = await saveBookPicture(writeDb, { bookId, pictureId, fields, staffId: account!.id });
      return saved.ok ? done(PICTURE_SAVED) : notFound(saved.message);
    },
  }),

  operation({
    method: "POST",
    path: "/books/movePicture",
    tag,
    summary: "Move a further picture of a book one place",
    description: "At either end of the list it stays where it is.",
    access,
    right,
    refusals: noPicture,
    body: z.object({
      bookId: idField,
      pictureId: idField,
      direction: z.enum(["up", "down"], { error: "direction must be up or down" }),
    }),
    answer: resultSchema
      .extend({
        place: z
          .number()
          .int()
          .optional()
          .meta({ description: "Its place now, from 1.", examples: [2] }),
      })
      .meta({ id: "PictureMoved" }),
    async handle({ body, caller: { account } }) {
      const moved = await moveBookPicture(writeDb, { ...body, staffId: account!.id });
      return moved.ok ? { ...done(pictureMoved(moved)), place: moved.place } : notFound(moved.message);
    },
  }),

  operation({
    method: "POST",
    path: "/books/removePicture",
    tag,
    summary: "Remove a further picture from a book",
    access,
    right,
    refusals: noPicture,
    body: z.object({ bookId: idField, pictureId: idField }),
    answer: resultSchema,
    async handle({ body, caller: { account } }) {
      const removed = await removeBookPicture(writeDb, { ...body, staffId: account!.id }, config);
      return removed.ok ? done(PICTURE_REMOVED) : notFound(removed.message);
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
