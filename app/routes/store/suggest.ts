import { readDb } from "~/db/shop-database.server";
import { readTyped } from "~/domain/kit/search-params";
import { SUGGEST_MAX } from "~/domain/catalogue/finding/suggestions/suggestions";
import { suggest } from "~/domain/catalogue/finding/suggestions/suggestions.server";
import { redirect } from "~/http/answers/redirect.server";
import { readHeader } from "~/http/request/headers.server";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/suggest";

/** As long as somebody types, and corrects what was typed. */
const HEADERS = { "Cache-Control": "private, max-age=60", Vary: "Accept, Cookie" };

/**
 * GET /books/suggest?q=: books and names for the beginning of a search, as JSON. A browser that opens the address as a page
 * is led to the list of books, which has the same answers.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const q = readTyped(url.searchParams, "q", SUGGEST_MAX);
  if (readHeader(request, "accept")?.includes("text/html"))
    return redirect(q ? `/books?${new URLSearchParams({ q })}` : "/books", { headers: { Vary: "Accept" } });
  const found = await suggest(readDb, q);
  return Response.json({ ...found, books: await withYourPrices(context, found.books) }, { headers: HEADERS });
}
