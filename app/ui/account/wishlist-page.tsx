import { Form } from "react-router";
import type { BookCard as Book, ShelfBook } from "~/domain/catalogue/books/lists/catalogue";
import { notOnSale } from "~/domain/catalogue/books/sale/sale";
import type { AlertBook } from "~/domain/readers/waiting/stock-alerts";
import { RecentlyLookedAt } from "~/ui/store/book/recently-looked-at";
import { BookCard } from "~/ui/store/lists/book-card";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { Opening } from "./opening";
import { WaitingFor } from "~/ui/cart/waiting-for";

/** A customer's wishlist, and below it the books they wait for. */
export function WishlistPage({
  books,
  waitedFor,
  recent,
}: {
  books: Book[];
  waitedFor: AlertBook[];
  recent: ShelfBook[];
}) {
  return (
    <div className="page">
      <Opening aside={books.some((book) => book.stock > 0) ? <MoveAll /> : null}>Wishlist</Opening>
      {books.length === 0 ? (
        <EmptyState title="Your wishlist is empty">
          <p className="text-muted">Books you add to it from their pages wait here for you.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <div className="book-grid">
          <h2 className="sr-only">Books</h2>
          <ul>
            {books.map((book, index) => (
              <WishedBook key={book.id} book={book} priority={index === 0} />
            ))}
          </ul>
        </div>
      )}
      <WaitingFor books={waitedFor} />
      <RecentlyLookedAt books={recent} />
    </div>
  );
}

function MoveAll() {
  return (
    <Form method="post" action="/wishlist" preventScrollReset>
      <Button name="intent" value="move-all" variant="quiet">
        Move all available to cart
      </Button>
    </Form>
  );
}

function WishedBook({ book, priority }: { book: Book; priority: boolean }) {
  return (
    <li>
      <BookCard book={book} priority={priority}>
        <Form
          method="post"
          action="/wishlist"
          preventScrollReset
          className="relative mt-1 flex flex-wrap gap-1 @md:w-full"
        >
          <input type="hidden" name="bookId" value={book.id} />
          <Button
            name="intent"
            value="move"
            variant="quiet"
            size="sm"
            disabled={book.stock === 0}
            className="whitespace-nowrap @md:flex-1"
          >
            {book.stock === 0 ? notOnSale(book) : "Move to Cart"}
            <span className="sr-only">: {book.title}</span>
          </Button>
          <Button name="intent" value="remove" variant="plain" size="sm" className="flex-1 px-2!">
            Remove<span className="sr-only">: {book.title}</span>
          </Button>
        </Form>
      </BookCard>
    </li>
  );
}
