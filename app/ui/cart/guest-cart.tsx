import { Form, Link } from "react-router";
import { type Cart, problemMessage } from "~/domain/sales/cart/cart";
import { formatRupees } from "~/domain/kit/money";
import { Cover } from "~/ui/store/cover";
import { Release } from "~/ui/store/book/release";
import { OrderTotals } from "~/ui/orders/order-totals";
import { LineFields } from "./line-fields";

/** The text above the login form for a guest on the way to the checkout. @param count copies in the cart */
export const cartIsHere = (count: number): string =>
  `Log in or register to check out. Your ${count === 1 ? "book is" : `${count} books are`} kept.`;

interface GuestCartProps {
  cart: Pick<Cart, "lines" | "totals" | "count" | "delivery"> & {
    /** When it comes. */
    line: string;
  };
  /** The current page, to come back to. */
  page: string;
}

/** A guest's cart beside the login form: books, totals, and buttons to remove a book. */
export function GuestCart({ cart: { lines, totals, delivery, line }, page }: GuestCartProps) {
  return (
    <section aria-labelledby="guest-cart" className="receipt grid grid-cols-1 gap-5">
      <h2 id="guest-cart" className="text-xl">
        Your cart
      </h2>
      <ul className="small-lines">
        {lines.map((line) => (
          <li key={line.itemId}>
            <span className="book-cover">
              <Cover cover={line.cover} title={line.title} width={160} sizes="2.5rem" />
            </span>
            <span className="min-w-0">
              <span dir="auto" className="font-display block leading-snug wrap-anywhere">
                {line.title}
              </span>
              <span className="text-muted block text-sm">
                {line.quantity === 1 ? "1 copy" : `${line.quantity} copies`}
              </span>
              <Release forthcoming={line.forthcoming} />
              {line.problem ? (
                <span className="text-bad block text-sm font-semibold">
                  {problemMessage(line.problem, line)}
                </span>
              ) : null}
              <Form method="post" action="/cart" preventScrollReset>
                <LineFields line={line} />
                <input type="hidden" name="redirectTo" value={page} />
                <button type="submit" name="intent" value="remove" className="link min-h-6 text-sm">
                  Remove<span className="sr-only">: {line.title}</span>
                </button>
              </Form>
            </span>
            <span className="tabular-nums">{formatRupees(line.lineTotal)}</span>
          </li>
        ))}
      </ul>
      <OrderTotals totals={totals} noShipping={delivery.method ? undefined : "By PIN code"} />
      <p className="text-muted text-sm">{line}</p>
      <Link to="/recent" className="link -my-2.5 w-fit py-3 text-sm">
        Books you looked at
      </Link>
    </section>
  );
}
