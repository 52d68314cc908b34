/** The description beside the newsletter's form; stored with each request as the text that was agreed to. */
export const NEWSLETTER_WORDS = "New books, and the stories behind them, about once a month.";
