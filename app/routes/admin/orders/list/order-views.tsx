import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { keptInViews, ORDER_VIEWS, type OrderView, viewPath } from "~/domain/sales/orders/desk/order-views";
import { useListParams } from "~/ui/admin/lists/list-params";

/** Parameters that say how a list is shown, not what is in it. */
const SHOWN_BY = new Set(["sort", "dir", "size", "page"]);

const filtersOf = (params: URLSearchParams) =>
  [...params]
    .filter(([name, value]) => !SHOWN_BY.has(name) && value !== "")
    .map((pair) => pair.join("="))
    .sort()
    .join("&");

/**
 * Links to what waits for staff, with how many orders each is; to questions and complaints, and to refunds that failed, only where
 * there are some.
 */
export function OrderViews({
  counts,
  messages,
  failedRefunds,
}: {
  counts: Record<OrderView, number>;
  /** Questions and complaints without an answer. */
  messages: number;
  failedRefunds: number;
}) {
  const params = useListParams();
  const now = filtersOf(params);
  const kept = keptInViews(params);
  return (
    <nav
      aria-label="Views of the orders"
      className="tabs mb-2! gap-x-6! [&_a]:font-sans [&_a]:text-sm [&_a]:lg:min-h-8"
    >
      {(Object.keys(ORDER_VIEWS) as OrderView[]).map((view) => {
        const { label, query } = ORDER_VIEWS[view];
        const isShown = filtersOf(new URLSearchParams(`${query}&${kept}`)) === now;
        return (
          <Link key={view} to={viewPath(view, kept)} aria-current={isShown ? "true" : undefined}>
            {label} ({formatCount(counts[view])})
          </Link>
        );
      })}
      {messages > 0 ? (
        <Link to="/admin/pages/messages?state=open">Messages to answer ({formatCount(messages)})</Link>
      ) : null}
      {failedRefunds > 0 ? (
        <Link
          to="/admin/orders?refund=failed"
          aria-current={now === "refund=failed" ? "true" : undefined}
          className="text-bad! font-semibold"
        >
          Failed refunds ({formatCount(failedRefunds)})
        </Link>
      ) : null}
    </nav>
  );
}
