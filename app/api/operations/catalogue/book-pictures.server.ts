import { z } from "zod";
import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
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
import { BOOK_UNKNOWN } from "~/domain/catalogue/books/record/saved-book";
import { filePart, jsonPart } from "~/api/parts";
import { done, idField, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Catalogue";
const access = "staff";
const right = "catalogue";
const refusals = { 404: "There is no such book." };
const noPicture = { 404: "There is no such book, or it has no such picture." };

const coverAnswer = (outcome: CoverOutcome, msg: string) => {
  if (outcome.ok) return done(msg);
  return outcome.message === NO_SUCH_BOOK ? notFound(BOOK_UNKNOWN) : refused(outcome.message);
};

/** Covers and further pictures of books (docs/specification.md §7, docs/product-decisions.md §3.17). */
export const bookPictures = [
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
];
