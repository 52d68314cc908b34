/** The parameters of the list's filters, in a fixed order. Apart from facets.ts, since every page's search has them. */
export const FILTER_PARAMS =
  "tag tags language author format age availability added series publisher country rating min max".split(" ");
