import type { Db } from "~/db/database.server";
import { escapeMarkup } from "~/platform/xml";
import { type BookCard, type CatalogueFilters, formatSearch } from "../../books/lists/catalogue";
import { perCatalogueVersion } from "../../books/lists/catalogue-memo.server";
import { waysOn } from "../facets/ways-on.server";
import { nearestBooks } from "../nearest-books.server";
import { soughtWords } from "../search-books.server";
import { bestsellers } from "~/domain/catalogue/books/lists/shelves/shelves.server";
import { namesTouched } from "./names.server";
import type { Instead, SuggestedName } from "./suggestions";

const MOST_BESTSELLERS = 4;
const NOTHING = "No Books Found";
const NO_BOOKS_YET = { title: NOTHING, text: "The shop has no books yet. Please come back soon." };

/** What to show in place of an empty list. */
export async function insteadOf(db: Db, filters: CatalogueFilters): Promise<Instead> {
  if (formatSearch({ ...filters, sort: "featured" }) === "")
    return { html: saying(NO_BOOKS_YET, ""), books: [], asks: null };
  // Without its only filter a list is all books: 'Clear All Filters' shows these.
  const ways = (await waysOn(db, filters)).filter(({ search }) => search !== "");
  const links = ways.map(({ count, words, search }) => {
    const books = count === 1 ? "1 book" : `${count} books`;
    return `<p>${linkTo(`/books${search}`, `${books} ${words}`, "link")}</p>`;
  });
  const { q } = filters;
  const isOnlySearch = formatSearch({ ...filters, q: "", sort: "featured" }) === "";
  const text =
    ways.length > 0 ? "Nothing in the shop fits all of these filters." : "Nothing in the shop fits this.";
  const tries = isOnlySearch
    ? "Check the spelling, or try another word."
    : "Try fewer filters, or another word.";
  const help = ways.length > 0 ? "There are:" : tries;
  const clear = '<a class="btn btn-primary" href="/books">Clear All Filters</a>';
  const names = q ? await perCatalogueVersion(db, `names touched by ${q}`, () => namesTouched(db, q)) : [];
  const { heading, books, isNear } = await shelfFor(db, q);
  // Of a single word nothing is found; of several, the books below have some.
  const isInPart = isNear && isOnlySearch && soughtWords(q).length > 1;
  const said = isInPart
    ? {
        title: "No book matches all of these words",
        text: "Below are books with some of them, or with words like them.",
      }
    : { title: NOTHING, text: `${text} ${help}` };
  const shelf = books.length > 0 ? `<h2 class="mt-8 mb-6 text-2xl">${heading}</h2>` : "";
  return {
    html: saying(said, links.join("") + clear + named(names)) + shelf,
    books,
    asks: { title: q, redirectTo: `/books${formatSearch(filters)}` },
  };
}

async function shelfFor(db: Db, q: string): Promise<{ heading: string; books: BookCard[]; isNear: boolean }> {
  const nearest = q ? await nearestBooks(db, q) : [];
  if (nearest.length > 0) return { heading: "Nearest titles", books: nearest, isNear: true };
  return { heading: "Bestsellers", books: (await bestsellers(db)).slice(0, MOST_BESTSELLERS), isNear: false };
}

/** Names that have one of the words. */
function named(names: SuggestedName[]): string {
  if (names.length === 0) return "";
  const chips = names.map(({ name, path }) => `<li>${linkTo(path, name, "chip")}</li>`).join("");
  return `<p id="touched">These have some of your words:</p><ul class="flex flex-wrap justify-center gap-2" aria-labelledby="touched">${chips}</ul>`;
}

const linkTo = (path: string, text: string, look: string) =>
  `<a class="${look}" dir="auto" href="${escapeMarkup(path)}">${escapeMarkup(text)}</a>`;

const saying = ({ title, text }: { title: string; text: string }, rest: string) =>
  `<div class="empty"><h2 class="text-2xl">${title}</h2><p class="text-muted">${text}</p>${rest}</div>`;
