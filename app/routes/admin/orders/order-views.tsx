import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { ORDER_VIEWS, type OrderView, viewPath } from "~/domain/sales/orders/desk/order-views";
import { useListParams } from "~/ui/admin/lists/list-params";

/** Parameters that say how a list is shown, not what is in it. */
const SHOWN_BY = new Set(["sort", "dir", "size", "page"]);

const filtersOf = (params: URLSearchParams) =>
  [...params]
    .filter(([name, value]) => !SHOWN_BY.has(name) && value !== "")
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/** Links to what waits for staff, with how many orders each is. */
export function OrderViews({ counts }: { counts: Record<OrderView, number> }) {
  const now = filtersOf(useListParams());
  return (
    <nav aria-label="Views of the orders" className="tabs mb-4!">
      {(Object.keys(ORDER_VIEWS) as OrderView[]).map((view) => {
        const { label, query } = ORDER_VIEWS[view];
        const isShown = filtersOf(new URLSearchParams(query)) === now;
        return (
          <Link key={view} to={viewPath(view)} aria-current={isShown ? "true" : undefined}>
            {label} ({formatCount(counts[view])})
          </Link>
        );
      })}
    </nav>
  );
}
