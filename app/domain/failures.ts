// Error messages that any page may need (docs/specification.md §8).

export const LOAD_FAILED = "Failed to load books. Please try again.";
export const CART_LOAD_FAILED = "Failed to load your cart. Please refresh the page.";
export const addFailed = (title: string) => `Failed to add "${title}" to cart. Please try again.`;
