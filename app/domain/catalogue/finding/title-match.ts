import { anyOf, type Match } from "~/db/search/match";
import { digitsOf, searchFor, word } from "~/db/search/text-search";
import { isbnForms } from "../books/record/isbn";
import { withoutIsbnWord } from "./search-phrases";

/**
 * What finds books by their title alone: by its words, of which the last may be the beginning of one, or by the ISBN or its first
 * digits, however it is written. @returns null when the text has no words
 */
export function titleMatch(typed: string): Match | null {
  const text = withoutIsbnWord(typed);
  const isbns = isbnForms(text).map((isbn) => word(isbn.replace(/[^\dA-Za-z]/g, "").toLowerCase(), ["isbn"]));
  const digits = digitsOf(text);
  return anyOf(
    searchFor("books", text, ["title"]),
    digits === null ? null : word(digits, ["isbn"], true),
    ...isbns,
  );
}
