/**
 * The home page as the shop came, word for word as in docs/specification.md §2.3. Without schemas, since every visitor's
 * browser loads it; blocks with this content travel to the page without it.
 */
export const DEFAULT_CONTENT = {
  hero: {
    title: "Every language here has a book for you",
    text: "Novels, poems, plays and the tales grandmothers tell, from every corner of the country, sent to your door.",
    button: "Browse Books",
    to: "/books",
    books: [],
    words: true,
  },
  blurbs: {
    title1: "Wide selection",
    text1: "From epics to essays, in the languages of India, for every age of reader.",
    title2: "Easy checkout",
    text2: "Pay by card, UPI or net banking, and follow your parcel to the door.",
    title3: "Personalised recommendations",
    text3: "Each book's page shows others that its readers bought. We keep no profile of you.",
    title4: "",
    text4: "",
  },
  shelf: {
    heading: "Featured Books",
    source: "featured" as const,
    tag: null as number | null,
    author: null as number | null,
    books: [] as number[],
    count: 8,
  },
  categories: { heading: "Categories", count: 18 },
  newsletter: {
    heading: "Letters about books",
    text: "New books, and the stories behind them, by email.",
  },
};

/** In the order of the page. Their ids are their places, from 1. */
export const DEFAULT_KINDS = ["hero", "blurbs", "shelf", "categories", "newsletter"] as const;
