// Error messages of the cart (docs/specification.md §8).

export const QUANTITY_FAILED = "Failed to update the cart item quantity!";
export const DELETE_FAILED = "Failed to delete the cart item!";

/** A refused addition or move as a page says it, where several books are: with the title if the reason has none. */
export const moveRefused = (refused: { title?: string; message: string }) =>
  refused.title === undefined ? refused.message : addRefused(refused.title, refused.message);

/** @param reason e.g. 'Only 1 left in stock' */
export const addRefused = (title: string, reason: string) =>
  `Error in adding "${title}" to your cart: ${reason}`;
