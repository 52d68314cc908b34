// Error messages of the cart (docs/specification.md §8.1).

export const QUANTITY_FAILED = "Failed to update the cart item quantity!";
export const DELETE_FAILED = "Failed to delete the cart item!";

/** @param reason e.g. 'Only 1 left in stock' */
export const addRefused = (title: string, reason: string) =>
  `Error in adding "${title}" to your cart: ${reason}`;
