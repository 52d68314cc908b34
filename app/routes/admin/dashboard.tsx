import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/counts";
import { PROCESSED_STATES } from "~/domain/orders/orders";
import { readDashboard } from "~/domain/orders/dashboard.server";
import { readFirstSteps } from "~/domain/settings/first-steps.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { Figure, Figures } from "~/ui/admin/figures";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/dashboard";
import { FirstSteps } from "./dashboard/first-steps";
import { LowStock, PopularProducts, RecentOrders } from "./dashboard/lists";
import { Sales } from "./dashboard/sales";
import { plotSales } from "./dashboard/sales-plot.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Admin Dashboard") }];
}

export async function loader() {
  const [dashboard, steps] = await Promise.all([readDashboard(readDb), readFirstSteps(readDb)]);
  return { ...dashboard, steps, plot: plotSales(dashboard.sales) };
}

/** The list that 'Total Orders' counts. */
const PROCESSED_ORDERS = `/admin/orders?${new URLSearchParams(PROCESSED_STATES.map((state) => ["status", state]))}`;

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { products, orders, customers, completed, steps } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading>Admin Dashboard</AdminHeading>
      <Figures>
        <Figure title="Total Products" note="books in inventory" to="/admin/products">
          {formatCount(products)}
        </Figure>
        <Figure title="Total Orders" note="orders processed" to={PROCESSED_ORDERS}>
          {formatCount(orders)}
        </Figure>
        <Figure title="Customers" note="registered users" to="/admin/customers">
          {formatCount(customers)}
        </Figure>
        <Figure title="Completed Orders" note="orders delivered" to="/admin/orders?status=delivered">
          {formatCount(completed)}
        </Figure>
      </Figures>
      {steps ? <FirstSteps steps={steps} /> : null}
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-8 xl:grid-cols-6">
        <div className="min-w-0 xl:col-span-4">
          <Sales days={loaderData.sales} plot={loaderData.plot} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <LowStock lowStock={loaderData.lowStock} hasBooks={products > 0} />
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
