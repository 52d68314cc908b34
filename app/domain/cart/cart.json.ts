import { z } from "zod";
import { coverFile } from "../catalog/catalog.json";
import { toRupees } from "../money";
import type { CartLine } from "./cart";

/** A line of the cart as the JSON API gives it (specification section 3, 'Cart item'). Prices in rupees. */
export const cartItemJson = z
  .object({
    id: z.number().int(),
    bookId: z.number().int(),
    title: z.string(),
    price: z.number().meta({ description: "What one copy is charged at, in rupees." }),
    qty: z.number().int(),
    quantity: z.number().int().meta({ description: "The same as qty." }),
    coverpage: z.string().meta({ description: "File name of the cover, below /coverpages/." }),
    coverImage: z.string().meta({ description: "The same as coverpage." }),
    available: z
      .number()
      .int()
      .meta({ description: "Copies that can be ordered; 0 when the book was hidden." }),
  })
  .meta({ id: "CartItem" });

export function cartItemToJson(line: CartLine): z.input<typeof cartItemJson> {
  return {
    id: line.itemId,
    bookId: line.bookId,
    title: line.title,
    price: toRupees(line.unitPrice),
    qty: line.quantity,
    quantity: line.quantity,
    coverpage: coverFile(line.cover),
    coverImage: coverFile(line.cover),
    available: line.available,
  };
}
