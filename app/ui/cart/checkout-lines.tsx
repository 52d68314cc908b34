import { bookPath } from "~/domain/catalogue/books/book-address";
import { Link } from "react-router";
import type { CartLine } from "~/domain/sales/cart/cart";
import { formatRupees } from "~/domain/kit/money";
import { Cover } from "~/ui/store/cover";
import { Release } from "~/ui/store/book/release";

export type CheckoutLine = Pick<
  CartLine,
  "bookId" | "title" | "cover" | "quantity" | "unitPrice" | "lineTotal" | "forthcoming"
>;

/** The books about to be ordered, as a compact list. */
export function CheckoutLines({ lines }: { lines: CheckoutLine[] }) {
  return (
    <ul aria-label="Books" className="small-lines">
      {lines.map(({ bookId, title, cover, quantity, lineTotal, forthcoming }) => (
        <li key={bookId}>
          <span className="book-cover">
            <Cover cover={cover} title={title} width={160} sizes="2.5rem" />
          </span>
          <span className="min-w-0">
            <Link to={bookPath({ id: bookId, title })} dir="auto" className="font-display title">
              {title}
            </Link>
            <span className="text-muted block text-sm">
              {quantity === 1 ? "1 copy" : `${quantity} copies`}
            </span>
            <Release forthcoming={forthcoming} />
          </span>
          <span className="tabular-nums">{formatRupees(lineTotal)}</span>
        </li>
      ))}
    </ul>
  );
}
