import { authorChoice, bookPicks, choice, line, tagChoice, wholeNumber } from "../block-fields";
import { declareBlock } from "../declare-block";
import { DEFAULT_CONTENT } from "../default-home";

const SHELF_SOURCES = [
  ["featured", "Featured books"],
  ["new", "The newest books"],
  ["bestsellers", "Bestsellers"],
  ["forthcoming", "Forthcoming: published on a later day"],
  ["tag", "Books of a category"],
  ["author", "Books by an author"],
  ["picked", "Books that you choose"],
] as const;

export const shelf = declareBlock({
  label: "Shelf of books",
  about: "Books with covers and prices: featured, new, of a category, by an author or chosen one by one",
  fields: {
    heading: line("Heading", 60, { isRequired: true }),
    source: choice("Which books", SHELF_SOURCES),
    tag: tagChoice("Category", { onlyFor: "tag" }),
    author: authorChoice("Author", { onlyFor: "author" }),
    books: bookPicks("Books", 24, { onlyFor: "picked" }),
    count: wholeNumber("How many at most", 1, 24),
  },
  rules: [
    ({ source, tag }) =>
      source === "tag" && tag === null ? { field: "tag", message: "Please choose a category" } : null,
    ({ source, author }) =>
      source === "author" && author === null ? { field: "author", message: "Please choose an author" } : null,
    ({ source, books }) =>
      source === "picked" && books.length === 0
        ? { field: "books", message: "Please find and add at least one book" }
        : null,
  ],
  fresh: DEFAULT_CONTENT.shelf,
  titleOf: ({ heading }) => heading,
});
