import { z } from "zod";
import { coverFile } from "~/domain/catalogue/books/lists/catalogue.json";
import { toRupees } from "~/domain/kit/money";
import { cartItemJson } from "./cart.json";
import type { SavedItem } from "./saved-items";

const { id: _, ...fields } = cartItemJson.shape;

/** A book saved for later in the JSON API: the fields of a cart line but for its id. Prices in rupees. */
export const savedItemJson = z.object(fields).meta({ id: "SavedItem" });

/** A book saved for later; the price in rupees. */
export function savedItemToJson(item: SavedItem): z.input<typeof savedItemJson> {
  return {
    bookId: item.bookId,
    title: item.title,
    price: toRupees(item.unitPrice),
    qty: item.quantity,
    quantity: item.quantity,
    coverpage: coverFile(item.cover),
    coverImage: coverFile(item.cover),
    available: item.available,
    releaseDate: item.forthcoming?.releasedOn ?? null,
  };
}
