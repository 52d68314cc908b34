import { z } from "zod";
import { bookJson } from "~/domain/catalogue/books/book.json";
import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";
import { coverFile } from "~/domain/catalogue/books/lists/catalogue.json";
import { toRupees } from "~/domain/kit/money";

const { bookId, title, price, salePrice, rating, bookratings, coverpage, stock } = bookJson.shape;

/** A book on a wishlist. Prices in rupees. */
export const wishedBookJson = z
  .object({
    bookId,
    title,
    authors: z.array(z.string().meta({ examples: ["Rabindranath Tagore"] })),
    price,
    salePrice,
    rating,
    bookratings,
    coverpage,
    stock,
  })
  .meta({ id: "WishedBook" });

/** A book of the wishlist; prices in rupees. */
export function wishedBookToJson(book: BookCard): z.input<typeof wishedBookJson> {
  return {
    bookId: book.id,
    title: book.title,
    authors: book.authors,
    price: toRupees(book.price),
    ...(book.salePrice === null ? {} : { salePrice: toRupees(book.salePrice) }),
    rating: book.rating,
    bookratings: book.ratingCount,
    coverpage: coverFile(book.cover),
    stock: book.stock,
  };
}
