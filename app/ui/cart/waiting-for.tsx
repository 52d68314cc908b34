import { bookPath } from "~/domain/catalogue/books/book-address";
import { Form, Link } from "react-router";
import type { AlertBook } from "~/domain/readers/waiting/stock-alerts";
import { Button } from "~/ui/kit/button";

/** The sold-out books that the customer waits for. Renders nothing when there are none. */
export function WaitingFor({ books }: { books: AlertBook[] }) {
  if (books.length === 0) return null;
  return (
    <section aria-labelledby="waiting-for" className="mt-14 max-w-2xl">
      <h2 id="waiting-for" className="mb-1 text-2xl">
        Waiting for
      </h2>
      <p className="text-muted border-line border-b pb-3 text-sm">
        We write to you once when a book can be bought again.
      </p>
      <ul className="divide-line divide-y">
        {books.map(({ bookId, title, hidden }) => (
          <li key={bookId} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 py-2">
            <span dir="auto" className="font-display text-lg wrap-anywhere">
              {hidden ? (
                <>
                  {title} <span className="text-muted font-sans text-sm">(not in the shop for now)</span>
                </>
              ) : (
                <Link
                  to={bookPath({ id: bookId, title })}
                  className="hover:text-accent underline-offset-3 hover:underline"
                >
                  {title}
                </Link>
              )}
            </span>
            <Form method="post" action={`/books/${bookId}/notify`} preventScrollReset>
              <input type="hidden" name="redirectTo" value="/wishlist" />
              <Button name="intent" value="withdraw" variant="plain" size="sm">
                Stop waiting<span className="sr-only">: {title}</span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
