import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { PROCESSED_STATES } from "~/domain/orders/orders";
import { readDashboard } from "~/domain/orders/dashboard.server";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/dashboard";
import { LowStock, PopularProducts, RecentOrders } from "./dashboard/lists";
import { Sales } from "./dashboard/sales";
import { plotSales } from "./dashboard/sales-plot.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Admin Dashboard") }];
}

export async function loader() {
  const dashboard = await readDashboard(readDb);
  return { ...dashboard, plot: plotSales(dashboard.sales) };
}

/** The list that 'Total Orders' counts. */
const PROCESSED_ORDERS = `/admin/orders?${new URLSearchParams(PROCESSED_STATES.map((state) => ["status", state]))}`;

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { products, orders, customers, completed } = loaderData;
  return (
    <div className="page">
      <PageHeading>Admin Dashboard</PageHeading>
      <dl className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Card title="Total Products" note="books in inventory" figure={products} to="/admin/products" />
        <Card title="Total Orders" note="orders processed" figure={orders} to={PROCESSED_ORDERS} />
        <Card title="Customers" note="registered users" figure={customers} to="/admin/customers" />
        <Card
          title="Completed Orders"
          note="orders delivered"
          figure={completed}
          to="/admin/orders?status=delivered"
        />
      </dl>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-6">
        <div className="min-w-0 xl:col-span-4">
          <Sales days={loaderData.sales} plot={loaderData.plot} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <LowStock lowStock={loaderData.lowStock} />
        </div>
        <div className="min-w-0 xl:col-span-3">
          <RecentOrders orders={loaderData.recentOrders} />
        </div>
        <div className="min-w-0 xl:col-span-3">
          <PopularProducts products={loaderData.popularProducts} />
        </div>
      </div>
    </div>
  );
}

const whole = new Intl.NumberFormat("en-IN");

function Card({ title, note, figure, to }: { title: string; note: string; figure: number; to: string }) {
  return (
    <div className="panel hover:border-line-strong relative grid content-start gap-1">
      <dt className="eyebrow">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
          {title}
        </Link>
      </dt>
      <dd>
        <span className="font-display block text-3xl font-semibold tabular-nums">{whole.format(figure)}</span>
        <span className="text-muted text-sm">{note}</span>
      </dd>
    </div>
  );
}
