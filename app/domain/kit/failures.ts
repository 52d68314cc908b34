// Error messages that any page may need (docs/specification.md §8).

export const LOAD_FAILED = "Failed to load books. Please try again.";
export const CART_LOAD_FAILED = "Failed to load your cart. Please refresh the page.";
/** For staff, who can do something about it; shoppers read that the shop is busy. */
export const DISK_FULL =
  "The disk is full, so nothing was saved. Make room on the shop's server, then try again.";
/** When a book cannot be put into the cart for want of a connection or database. */
export const addFailed = (title: string) => `Failed to add "${title}" to cart. Please try again.`;
