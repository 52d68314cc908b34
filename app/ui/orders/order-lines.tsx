import { bookPath } from "~/domain/catalogue/books/book-address";
import { Link } from "react-router";
import { formatRupees } from "~/domain/kit/money";
import type { OrderLine } from "~/domain/sales/orders/order-detail";
import { Cover } from "~/ui/store/cover";
import { Release } from "~/ui/store/book/release";
import { titleFit } from "~/ui/store/lists/title-fit";

/**
 * The items table of an order. Prices in paise, as they were when the order was placed.
 * @param isExchanged whether books of the order were exchanged @param hrefOf the link of a book's title; its page in the store by default
 */
export function OrderLines({
  lines,
  isExchanged = false,
  hrefOf = (line) => (line.isVisible ? bookPath({ id: line.bookId, title: line.title }) : null),
}: {
  lines: OrderLine[];
  isExchanged?: boolean;
  hrefOf?: (line: OrderLine) => string | null;
}) {
  const goneAs = isExchanged ? "refunded or exchanged" : "refunded";
  const number = "text-right! tabular-nums max-sm:px-1.5!";
  return (
    <table className="order-lines table w-full">
      <thead>
        <tr>
          <th scope="col" className="pl-0!">
            Item
          </th>
          <th scope="col" className={`max-sm:hidden ${number}`}>
            Price
          </th>
          <th scope="col" className={number}>
            <abbr title="Quantity" className="no-underline">
              Qty
            </abbr>
          </th>
          <th scope="col" className={`pr-0! ${number}`}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.bookId}>
            <td className="pl-0!">
              <LineTitle
                line={line}
                href={hrefOf(line)}
                price={formatRupees(line.unitPrice)}
                goneAs={goneAs}
              />
            </td>
            <td className={`max-sm:hidden ${number}`}>{formatRupees(line.unitPrice)}</td>
            <td className={number}>{line.quantity}</td>
            <td className={`pr-0! ${number}`}>{formatRupees(line.lineTotal)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** On phones the price of one copy is below the title. */
function LineTitle({
  line,
  href,
  price,
  goneAs,
}: {
  line: OrderLine;
  href: string | null;
  price: string;
  goneAs: string;
}) {
  return (
    <span className="flex gap-3 sm:gap-4">
      <span className="book-cover w-10 shrink-0 self-start sm:w-12">
        <Cover cover={line.cover} title={line.title} width={160} sizes="3rem" />
      </span>
      <span className="min-w-0">
        <span
          dir="auto"
          className={`font-display block wrap-anywhere hyphens-auto sm:text-lg ${titleFit(line.title) ?? ""}`}
        >
          {href ? (
            <Link to={href} className="hover:text-accent underline-offset-3 hover:underline">
              {line.title}
            </Link>
          ) : (
            line.title
          )}
        </span>
        <Release forthcoming={line.forthcoming} />
        {line.refunded > 0 ? (
          <span className="text-muted block text-sm first-letter:uppercase">
            {line.refunded === line.quantity ? goneAs : `${line.refunded} of ${line.quantity} ${goneAs}`}
          </span>
        ) : null}
        <span className="text-muted text-sm tabular-nums sm:hidden">
          {line.quantity > 1 ? `${price} each` : null}
        </span>
      </span>
    </span>
  );
}
