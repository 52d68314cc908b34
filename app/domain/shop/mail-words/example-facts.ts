/** What the examples of mails take from the shop. Each stands beside the mail's text, and staff look at it. */
export interface ExampleFacts {
  postalAddress: string;
  returnDays: number;
  newsletterWords: string;
  /** Two books, of the shop if it has some. */
  books: [ExampleBook, ExampleBook];
  now: Date;
}

export interface ExampleBook {
  title: string;
  /** Paise. */
  price: number;
}

/** The token of an example's links, which lead nowhere. */
export const EXAMPLE_TOKEN = "example";
