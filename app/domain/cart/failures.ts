// The words for what could not be done with a cart (docs/specification.md §8.1).

export const QUANTITY_FAILED = "Failed to update the cart item quantity!";
export const DELETE_FAILED = "Failed to delete the cart item!";

/** A refusal, with its reason: 'Only 1 left in stock'. */
export const addRefused = (title: string, reason: string) =>
  `Error in adding "${title}" to your cart: ${reason}`;
