import { Link } from "react-router";
import { largeOrder } from "~/domain/sales/cart/copies-limit";

/** The way on for somebody who needs more copies than an order can have. @param most the shop's limit */
export function LargeOrder({ bookId, most }: { bookId: number; most: number }) {
  const copies = largeOrder(most);
  return (
    <p className="large-order">
      {copies} copies or more?{" "}
      <Link to={`/books/${bookId}/copies?copies=${copies}`} className="link">
        Ask us
      </Link>
    </p>
  );
}
