import { Form } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listOrders } from "~/domain/sales/orders/customer-orders.server";
import { requireCustomer } from "~/http/request/guards.server";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { Opening } from "~/ui/account/opening";
import { Live } from "~/ui/frame/live";
import { OrderTable } from "~/ui/orders/order-table";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/orders";
import { readTyped, readNumber } from "~/domain/kit/search-params";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: pageTitle(matches, "My Orders") },
    { name: "description", content: "Your orders, where each of them is, and their invoices." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, "Please login to access your order information");
  const typed = readTyped(url.searchParams, "q", 40);
  const page = readNumber(url.searchParams, "page") || 1;
  return { typed, list: await listOrders(readDb, account.id, typed, page) };
}

export default function Orders({ loaderData: { typed, list } }: Route.ComponentProps) {
  const isSearch = typed.trim() !== "";
  return (
    <div className="page">
      <Opening aside={list.count > 0 || isSearch ? <OrderSearch typed={typed} /> : null}>My Orders</Opening>
      <Live text={list.count === 1 ? "1 order found" : `${list.count} orders found`} />
      {list.rows.length > 0 ? (
        <>
          <OrderTable rows={list.rows} />
          <Pages typed={typed} page={list.page} pageCount={list.pageCount} />
        </>
      ) : isSearch ? (
        <EmptyState title="No orders found">
          <p className="text-muted wrap-anywhere">None of your orders matches “{typed.trim()}”.</p>
          <ButtonLink to="/orders" variant="quiet">
            Show all orders
          </ButtonLink>
        </EmptyState>
      ) : (
        <EmptyState title="No orders yet">
          <p className="text-muted">What you order is listed here, with where it is on its way.</p>
          <ButtonLink to="/books">Start Shopping</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

function OrderSearch({ typed }: { typed: string }) {
  return (
    <Form action="/orders" role="search" className="flex w-full sm:w-80">
      <label htmlFor="order-search" className="sr-only">
        Search by order #
      </label>
      <input
        key={typed}
        id="order-search"
        type="search"
        name="q"
        defaultValue={typed}
        placeholder="Search by order #"
        maxLength={40}
        autoComplete="off"
        enterKeyHint="search"
        className="input rounded-r-none border-r-0"
      />
      <Button variant="quiet" className="rounded-l-none">
        Search
      </Button>
    </Form>
  );
}

function Pages({ typed, page, pageCount }: { typed: string; page: number; pageCount: number }) {
  if (pageCount === 1) return null;
  const to = (number: number) =>
    `/orders?${new URLSearchParams({ ...(typed && { q: typed }), page: String(number) })}`;
  return (
    <nav aria-label="Pages" className="mt-6 flex items-center justify-center gap-4">
      {page > 1 ? (
        <ButtonLink to={to(page - 1)} variant="quiet" size="sm">
          Previous
        </ButtonLink>
      ) : null}
      <span>
        Page {page} of {pageCount}
      </span>
      {page < pageCount ? (
        <ButtonLink to={to(page + 1)} variant="quiet" size="sm">
          Next
        </ButtonLink>
      ) : null}
    </nav>
  );
}
