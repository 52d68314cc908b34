export const COVER_SAVED = "Cover updated successfully!";
export const COVER_RESET = "Cover removed successfully!";
