import type { CartLine } from "~/domain/sales/cart/cart";

/** Which line of the cart a form is about: its number, its book, and the copies that the page shows. */
export function LineFields({
  line: { itemId, bookId, quantity },
}: {
  line: Pick<CartLine, "itemId" | "bookId" | "quantity">;
}) {
  return (
    <>
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="bookId" value={bookId} />
      <input type="hidden" name="was" value={quantity} />
    </>
  );
}
