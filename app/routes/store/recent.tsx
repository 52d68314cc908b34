import { Form } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readHeader } from "~/http/request/headers.server";
import { FORGET_RECENT, recentIds } from "~/http/request/recent-books.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { Opening } from "~/ui/account/opening";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { BookCard } from "~/ui/store/lists/book-card";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/recent";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Recently looked at") }, { name: "robots", content: "noindex" }];
}

/** The books that this browser has looked at, as far as the store still shows them. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const books = await bookCards(readDb, recentIds(readHeader(request, "cookie")));
  return { books: await withYourPrices(context, books) };
}

/** POST: empties the list. */
export async function action({ context }: Route.ActionArgs) {
  getRequestSession(context).setCookie(FORGET_RECENT);
  return redirectWithFlash(context, "/recent", { kind: "success", text: "The list was emptied" });
}

export default function Recent({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="page">
      <Opening aside={books.length > 0 ? <EmptyForm /> : null}>Recently looked at</Opening>
      {books.length === 0 ? (
        <EmptyState title="No books yet">
          <p className="text-muted">The last ten books you look at are listed here, in this browser only.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <div className="book-grid">
          <h2 className="sr-only">Books</h2>
          <ul>
            {books.map((book, index) => (
              <li key={book.id}>
                <BookCard book={book} priority={index === 0} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const EmptyForm = () => (
  <Form method="post" action="/recent" preventScrollReset>
    <Button variant="quiet">Empty this list</Button>
  </Form>
);
