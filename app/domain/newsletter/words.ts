/** What the shop says the newsletter is, beside the box: kept with each request, as what was agreed to. */
export const NEWSLETTER_WORDS = "New books, and the stories behind them, about once a month.";
