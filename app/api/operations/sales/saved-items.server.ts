import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { removedFromSaved, savedForLater } from "~/domain/sales/cart/saved-items";
import { savedItemJson, savedItemToJson } from "~/domain/sales/cart/saved-items.json.ts";
import {
  listSaved,
  moveSavedToCart,
  removeSaved,
  saveForLater,
} from "~/domain/sales/cart/saved-items.server";
import { ApiError, done, idField, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Cart";
const access = "customer";
const NOT_THEIRS = { 404: "The caller has not saved this book." };

/** The books a customer has put aside from the cart. */
export const savedItems = [
  operation({
    method: "POST",
    path: "/carts/save",
    tag,
    summary: "Save a line for later",
    description: "Moves its copies out of the cart and adds them to copies of the book saved before.",
    access,
    refusals: { 404: "There is no such line in the caller's cart." },
    body: z.object({ id: idField, bookId: idField.optional() }),
    answer: resultSchema,
    async handle({ body: { id, bookId }, caller: { account } }) {
      const outcome = await saveForLater(writeDb, account!.id, { itemId: id, bookId });
      if (!outcome.ok && outcome.reason === "not_found") throw new ApiError(404, outcome.message);
      return outcome.ok ? done(savedForLater(outcome.title)) : refused(outcome.message);
    },
  }),

  operation({
    method: "GET",
    path: "/carts/saved",
    tag,
    summary: "The books saved for later, the last saved first",
    access,
    answer: z.array(savedItemJson),
    async handle({ caller: { account } }) {
      return (await listSaved(readDb, account!.id)).map(savedItemToJson);
    },
  }),

  operation({
    method: "POST",
    path: "/carts/saved/move",
    tag,
    summary: "Move a saved book to the cart",
    description: "Moves as many of its copies as are in stock; the rest stays saved.",
    access,
    refusals: NOT_THEIRS,
    body: z.object({ bookId: idField }),
    answer: resultSchema,
    async handle({ body: { bookId }, caller: { account } }) {
      const outcome = await moveSavedToCart(writeDb, account!.id, bookId);
      if (!outcome.ok && outcome.reason === "not_found") throw new ApiError(404, outcome.message);
      return outcome.ok ? done(outcome.message) : refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/carts/saved/remove",
    tag,
    summary: "Remove a saved book",
    access,
    refusals: NOT_THEIRS,
    body: z.object({ bookId: idField }),
    answer: resultSchema,
    async handle({ body: { bookId }, caller: { account } }) {
      const outcome = await removeSaved(writeDb, account!.id, bookId);
      if (!outcome.ok) throw new ApiError(404, outcome.message);
      return done(removedFromSaved(outcome.title));
    },
  }),
];
