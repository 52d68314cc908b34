import { config } from "~/process/config.server";
import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { readDayWork } from "~/domain/opening/day-work/day-work.server";
import { PROCESSED_STATES } from "~/domain/sales/orders/orders";
import { readDashboard } from "~/domain/sales/orders/desk/dashboard.server";
import { readClosedNote } from "~/domain/shop/settings/closing.server";
import type { Right } from "~/domain/kit/rights/rights";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { IfMay } from "~/ui/admin/frame/rights";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/dashboard";
import { TheDaysWork } from "./day-work";
import { FirstSteps, showsFirstSteps } from "./first-steps";
import { openingItems } from "../opening/opening-data.server";
import { LowStock, PopularProducts, RecentOrders } from "./lists";
import { Sales } from "./sales";
import { plotSales } from "./sales-plot.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Admin Dashboard") }];
}

/** Each part only for staff who may see the list that it comes from. */
export async function loader({ context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const ifMay = <Part,>(right: Right, part: Part) => (rights.includes(right) ? part : null);
  const [dashboard, work, steps, closedNote] = await Promise.all([
    readDashboard(readDb),
    readDayWork(readDb, rights),
    rights.includes("settings") ? openingItems(context) : null,
    readClosedNote(readDb),
  ]);
  const { products, orders, completed, customers, lowStock, recentOrders, popularProducts, sales } =
    dashboard;
  return {
    work,
    products: ifMay("catalogue", products),
    orders: ifMay("orders", { orders, completed, recent: recentOrders }),
    customers: ifMay("customers", customers),
    lowStock: ifMay("catalogue", lowStock),
    sales: ifMay("sales", { days: sales, plot: plotSales(sales), popular: popularProducts }),
    closedNote,
    steps: steps && showsFirstSteps(steps, orders > 0, config.isDemo) ? steps : null,
  };
}

/** The list that 'Total Orders' counts. */
const PROCESSED_ORDERS = `/admin/orders?${new URLSearchParams(PROCESSED_STATES.map((state) => ["status", state]))}`;

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  const { products, orders, customers, lowStock, sales, steps, closedNote, work } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading>Admin Dashboard</AdminHeading>
      {closedNote === null ? null : (
        <div className="mb-8">
          <Notice isSilent>
            The shop is closed for orders: “<bdi>{closedNote}</bdi>”{" "}
            <IfMay right="settings">
              <Link to="/admin/opening#closed-note" className="link">
                Take orders again
              </Link>
            </IfMay>
          </Notice>
        </div>
      )}
      {work ? <TheDaysWork {...work} /> : null}
      {steps ? <FirstSteps items={steps} /> : null}
      <Figures>
        {products === null ? null : (
          <Figure title="Total Products" note="books in inventory" to="/admin/products">
            {formatCount(products)}
          </Figure>
        )}
        {orders ? (
          <Figure title="Total Orders" note="orders processed" to={PROCESSED_ORDERS}>
            {formatCount(orders.orders)}
          </Figure>
        ) : null}
        {customers === null ? null : (
          <Figure title="Customers" note="registered users" to="/admin/customers">
            {formatCount(customers)}
          </Figure>
        )}
        {orders ? (
          <Figure title="Completed Orders" note="orders delivered" to="/admin/orders?status=delivered">
            {formatCount(orders.completed)}
          </Figure>
        ) : null}
      </Figures>
      <div className="grid grid-cols-1 items-start gap-x-8 gap-y-8 xl:grid-cols-6">
        {sales ? (
          <div className="min-w-0 xl:col-span-4">
            <Sales days={sales.days} plot={sales.plot} />
          </div>
        ) : null}
        {lowStock ? (
          <div className="min-w-0 xl:col-span-2">
            <LowStock lowStock={lowStock} hasBooks={products !== 0} />
          </div>
        ) : null}
        {orders ? (
          <div className="min-w-0 xl:col-span-3">
            <RecentOrders orders={orders.recent} />
          </div>
        ) : null}
        {sales ? (
          <div className="min-w-0 xl:col-span-3">
            <PopularProducts products={sales.popular} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
