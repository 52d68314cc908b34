import type { ReactNode } from "react";
import { useFetcher, useLocation } from "react-router";
import { notOnSale, type OnSale } from "~/domain/catalogue/books/sale/sale";
import { Button } from "~/ui/kit/button";

/**
 * Adds a book to the cart; a forthcoming one is pre-ordered. Without scripts the cart's action redirects back to this page; with them it answers in place
 * (`stay`), so that a long list keeps its scroll position and its history entry.
 * @param children the quantity field of the detail page; a list adds one copy
 */
export function AddToCart({
  book,
  className,
  variant = "quiet",
  size = "sm",
  children,
  id,
}: {
  book: { id: number; title: string } & OnSale;
  className?: string;
  variant?: "primary" | "quiet" | "plain";
  size?: "sm" | "md";
  children?: ReactNode;
  /** Of the form, for a button elsewhere. */
  id?: string;
}) {
  const fetcher = useFetcher<{ ok: boolean }>();
  const { pathname, search } = useLocation();
  if (book.stock === 0) {
    return (
      <div className={className}>
        <Button type="button" variant={variant === "plain" ? "plain" : "quiet"} size={size} disabled>
          {notOnSale(book)}
        </Button>
      </div>
    );
  }
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form
      id={id}
      method="post"
      action="/cart"
      className={className}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy) return;
        const form = new FormData(event.currentTarget);
        form.set("stay", "on");
        form.set("title", book.title); // for the message if no answer comes
        void fetcher.submit(form, { method: "post", action: "/cart", preventScrollReset: true });
      }}
    >
      <input type="hidden" name="intent" value="add" />
      <input type="hidden" name="bookId" value={book.id} />
      <input type="hidden" name="redirectTo" value={pathname + search} />
      {children}
      <Button variant={variant} size={size} isBusy={isBusy}>
        {book.forthcoming ? "Pre-order" : "Add to Cart"}
        <span className="sr-only">: {book.title}</span>
      </Button>
    </fetcher.Form>
  );
}
