/** For the filter of the lists of pages and news. */
export const PAGE_STATES = [
  ["published", "Published"],
  ["draft", "Draft"],
] as const;
