import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { wishedBookJson, wishedBookToJson } from "~/domain/readers/wishlist/wishlist.json.ts";
import { addToWishlist, listWishlist, removeFromWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { countCall, done, idField, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Wishlist";
const access = "customer";
const body = z.object({ bookId: idField });

/** A customer's wishlist. */
export const wishlist = [
  operation({
    method: "GET",
    path: "/customer/wishlist",
    tag,
    summary: "My wishlist, the last added first",
    description: "Hidden books are left out until they are shown again.",
    access,
    answer: z.array(wishedBookJson),
    async handle({ caller: { account } }) {
      return (await listWishlist(readDb, account!.id)).map(wishedBookToJson);
    },
  }),

  operation({
    method: "POST",
    path: "/customer/wishlist",
    tag,
    summary: "Put a book on the wishlist",
    description: "Adding it again changes nothing.",
    access,
    refusals: { 404: "There is no such book." },
    body,
    answer: resultSchema,
    async handle({ body: { bookId }, caller }) {
      await countCall("wish", caller);
      const outcome = await addToWishlist(writeDb, caller.account!.id, bookId);
      if (outcome.ok) return done(`Added "${outcome.title}" to your wishlist`);
      return outcome.reason === "not_found" ? notFound(outcome.message) : refused(outcome.message);
    },
  }),

  operation({
    method: "POST",
    path: "/customer/wishlist/remove",
    tag,
    summary: "Remove a book from the wishlist",
    description: "No error when the book is not on it.",
    access,
    body,
    answer: resultSchema,
    async handle({ body: { bookId }, caller: { account } }) {
      await removeFromWishlist(writeDb, account!.id, bookId);
      return done("Removed from your wishlist");
    },
  }),
];
