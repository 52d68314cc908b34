import { Link } from "react-router";
import { exchangesOf, type OrderDetail } from "~/domain/sales/orders/order-detail";

/** The orders that an order was exchanged with. Nothing where there are none. @param base of the orders' pages */
export function ExchangeLinks({
  order,
  base,
}: {
  order: Pick<OrderDetail, "exchangeOf" | "exchanges">;
  base: string;
}) {
  return exchangesOf(order).map(({ id, what }) => (
    <p key={id} className="text-sm">
      {what}{" "}
      <Link to={`${base}/${id}`} className="link inline-block py-1">
        order #{id}
      </Link>
    </p>
  ));
}
