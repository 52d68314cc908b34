import type { Db } from "~/db/database.server";
import { escapeMarkup } from "~/platform/xml";
import { type BookCard, type CatalogueFilters, formatSearch } from "../catalogue";
import { bestsellers } from "../shelves.server";
import { waysOn } from "./ways-on.server";

const MOST_BESTSELLERS = 4;

/** What a list without books shows instead. Made here, so that visitors of other lists load no script for it. */
export interface Instead {
  /** Says that nothing was found, and which filters to leave out. */
  html: string;
  /** Of a shop that has books. */
  bestsellers: BookCard[];
}

/** What to show in place of an empty list. */
export async function insteadOf(db: Db, filters: CatalogueFilters): Promise<Instead> {
  if (formatSearch({ ...filters, sort: "featured" }) === "")
    return { html: said("The shop has no books yet. Please come back soon.", ""), bestsellers: [] };
  // Without its only filter a list is all books: 'Clear All Filters' shows these.
  const ways = (await waysOn(db, filters)).filter(({ search }) => search !== "");
  const links = ways.map(({ count, words, search }) => {
    const books = count === 1 ? "1 book" : `${count} books`;
    const link = `<a class="link" dir="auto" href="/books${escapeMarkup(search)}">${books} ${escapeMarkup(words)}</a>`;
    return `<p>${link}</p>`;
  });
  const text =
    ways.length > 0 ? "Nothing in the shop fits all of these filters." : "Nothing in the shop fits this.";
  const help = ways.length > 0 ? "There are:" : "Try fewer filters, or another word.";
  const clear = '<a class="btn btn-primary" href="/books">Clear All Filters</a>';
  return {
    html: said(`${text} ${help}`, links.join("") + clear),
    bestsellers: (await bestsellers(db)).slice(0, MOST_BESTSELLERS),
  };
}

const said = (text: string, rest: string) =>
  `<h2 class="text-2xl">No Books Found</h2><p class="text-muted">${text}</p>${rest}`;
