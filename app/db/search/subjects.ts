import { BOOK_SEARCH, type BookSearch } from "./book-search.server";

/** A text of a row, as its column of the view gives it. */
export interface SearchText {
  /** The column of the view. */
  name: string;
  /** The column of the index that has its words. */
  column: string;
  /** Words are also found by what they sound like, in any script: in `fine` or, with "other", in `fine_other`. */
  keys?: "main" | "other";
  /** Each line, without its spaces, is also one word, in `whole`: a title, a name. */
  whole?: true;
  /** Words are also found with wrong letters, by `near`: names of people, and others that a wrong letter hides. */
  near?: true;
  /** JSON: the names and values of an object. */
  json?: true;
}

/** What is searched for in an index of its own. The view gives the texts of a row by its id. */
export interface Subject {
  index: `${SubjectName}_index`;
  view: string;
  texts: readonly SearchText[];
}

export type SubjectName = "books" | "names" | "orders" | "accounts" | "audit";

const named = (column: string, keys: "main" | "other" = "main"): SearchText => ({
  name: column,
  column,
  keys,
});
const plain = (column: string): SearchText => ({ name: column, column });

/** The texts of a book, as they are declared. */
export const bookSubject = (search: BookSearch): Subject => ({
  index: "books_index",
  view: "book_search_text",
  texts: Object.entries(search).map(([name, { field }]) => ({ name, ...FIELDS[field] })),
});

/** What is done with the texts of a book. */
const FIELDS = {
  title: { column: "title", keys: "main", whole: true },
  /** Of the title, but a title is not found first by it alone. */
  part: { column: "title", keys: "main" },
  names: { column: "names", keys: "main", whole: true },
  other: { column: "other", keys: "other" },
  isbn: { column: "isbn" },
  staff: { column: "staff" },
  text: { column: "text" },
} as const satisfies Record<string, Omit<SearchText, "name">>;

export type BookField = keyof typeof FIELDS;

/** Everything that has an index of words. A further one needs a view, triggers and, on PostgreSQL, a table: see the migrations. */
export const SUBJECTS: Record<SubjectName, Subject> = {
  books: bookSubject(BOOK_SEARCH),
  names: {
    index: "names_index",
    view: "name_search_text",
    texts: [{ ...named("name"), whole: true, near: true }],
  },
  orders: {
    index: "orders_index",
    view: "order_search_text",
    texts: [
      ...["invoice", "emails", "mobile", "tracking", "payments", "coupon"].map(plain),
      // In columns that are there: what is queued while an older shop is upgraded needs no other table.
      { name: "documents", column: "invoice" },
      { name: "notes", column: "coupon" },
      { name: "buyer", column: "coupon" },
      { ...named("names"), near: true },
      ...["place", "titles"].map((name) => named(name)),
    ],
  },
  accounts: {
    index: "accounts_index",
    view: "account_search_text",
    texts: [{ ...named("name"), near: true }, plain("email"), plain("mobile")],
  },
  audit: {
    index: "audit_index",
    view: "audit_search_text",
    texts: [
      { name: "before", column: "words", json: true },
      { name: "after", column: "words", json: true },
    ],
  },
};

/** Subjects with the words of public names: wrong letters in a word are mended by them, in one list for all. */
export const WITH_NEAR_WORDS: readonly SubjectName[] = ["books", "names"];

/** The columns of the index with the words of texts, not their keys. */
export const wordColumns = (subject: Subject): string[] => [
  ...new Set(subject.texts.map(({ column }) => column)),
];

/** All columns of the index, in their order. */
export function columnsOf(subject: Subject): string[] {
  const has = (what: (text: SearchText) => unknown) => subject.texts.some(what);
  return [
    ...wordColumns(subject),
    ...(has(({ whole }) => whole) ? ["whole"] : []),
    ...(has(({ keys }) => keys) ? ["fine", "coarse", "skeleton"] : []),
    ...(has(({ keys }) => keys === "other") ? ["fine_other"] : []),
    ...(has(({ near }) => near) ? ["near"] : []),
  ];
}
