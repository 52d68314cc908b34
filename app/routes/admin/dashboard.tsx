import type { ReactNode } from "react";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/dates";
import { formatRupees } from "~/domain/money";
import { type Dashboard, readDashboard } from "~/domain/orders/dashboard.server";
import { STATE_LABELS } from "~/domain/orders/orders";
import { Cover } from "~/ui/cover";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/dashboard";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Admin Dashboard") }];
}

export function loader() {
  return readDashboard(readDb);
}

const wholeNumber = new Intl.NumberFormat("en-IN");

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeading>Admin Dashboard</PageHeading>
      <dl className="mb-8 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Card title="Total Products" note="books in inventory" figure={loaderData.products} />
        <Card title="Total Orders" note="orders processed" figure={loaderData.orders} />
        <Card title="Customers" note="registered users" figure={loaderData.customers} />
        <Card title="Completed Orders" note="orders delivered" figure={loaderData.completed} />
      </dl>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <RecentOrders orders={loaderData.recentOrders} />
        <PopularProducts products={loaderData.popularProducts} />
      </div>
    </div>
  );
}

function Card({ title, note, figure }: { title: string; note: string; figure: number }) {
  return (
    <div className="panel grid content-start gap-1">
      <dt className="eyebrow">{title}</dt>
      <dd>
        <span className="font-display block text-3xl font-semibold tabular-nums">
          {wholeNumber.format(figure)}
        </span>
        <span className="text-muted text-sm">{note}</span>
      </dd>
    </div>
  );
}

function ListPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel min-w-0">
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  );
}

function RecentOrders({ orders }: { orders: Dashboard["recentOrders"] }) {
  return (
    <ListPanel title="Recent Orders">
      {orders.length === 0 ? <p className="text-muted">No orders yet</p> : null}
      <ul className="grid">
        {orders.map((order) => (
          <li
            key={order.id}
            className="border-line grid grid-cols-[1fr_auto] gap-x-4 border-t py-3 first:border-t-0"
          >
            <span className="min-w-0 font-semibold break-words">{order.customer}</span>
            <span className="text-right font-semibold tabular-nums">{formatRupees(order.total)}</span>
            <span className="text-muted text-sm">
              #{order.id} · {formatDate(order.placedAt)}
            </span>
            <span className="text-muted text-right text-sm">{STATE_LABELS[order.state]}</span>
          </li>
        ))}
      </ul>
    </ListPanel>
  );
}

function PopularProducts({ products }: { products: Dashboard["popularProducts"] }) {
  return (
    <ListPanel title="Popular Products">
      {products.length === 0 ? <p className="text-muted">Nothing sold yet</p> : null}
      <ul className="grid">
        {products.map((product) => (
          <li key={product.id} className="border-line flex items-center gap-4 border-t py-3 first:border-t-0">
            <span className="w-10 shrink-0">
              <Cover
                cover={product.cover}
                title={product.title}
                width={160}
                sizes="40px"
                className="rounded-sm"
              />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold break-words">{product.title}</span>
              <span className="text-muted text-sm">
                {product.sold === 1 ? "1 copy sold" : `${wholeNumber.format(product.sold)} copies sold`}
              </span>
            </span>
            <span className="font-semibold tabular-nums">{formatRupees(product.price)}</span>
          </li>
        ))}
      </ul>
    </ListPanel>
  );
}
