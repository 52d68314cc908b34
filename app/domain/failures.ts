// The words for what could not be done (docs/specification.md §8), as far as every page may need them.

export const LOAD_FAILED = "Failed to load books. Please try again.";
export const CART_LOAD_FAILED = "Failed to load your cart. Please refresh the page.";
export const addFailed = (title: string) => `Failed to add "${title}" to cart. Please try again.`;
