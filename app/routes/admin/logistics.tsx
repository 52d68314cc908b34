import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/dates";
import {
  INTERNATIONAL,
  type Logistics,
  type Route as Destination,
  type Shipment,
} from "~/domain/orders/logistics";
import { readLogistics } from "~/domain/orders/logistics.server";
import { type Column, DataTable } from "~/ui/admin/data-table";
import { OrderStateLabel } from "~/ui/account/order-state";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/logistics";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Logistics") }];
}

export function loader() {
  return readLogistics(readDb);
}

const wholeNumber = new Intl.NumberFormat("en-IN");
const toRoute = (route: string) => `/admin/orders?${new URLSearchParams({ status: "shipped", route })}`;

export default function LogisticsDashboard({ loaderData }: Route.ComponentProps) {
  const { pending, inTransit, routes, international, recent } = loaderData;
  return (
    <div className="page max-w-7xl!">
      <PageHeading>Logistics</PageHeading>
      <ul className="mb-8 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <Tile
          title="Pending Shipments"
          note="orders paid or packed"
          figure={pending}
          to="/admin/orders?status=paid&status=packed"
        />
        <Tile
          title="In Transit"
          note="parcels under way"
          figure={inTransit}
          to="/admin/orders?status=shipped"
        />
        <Tile
          title="Active Routes"
          note="states with parcels under way"
          figure={routes.length}
          to="#routes"
        />
        <Tile
          title="International"
          note="parcels under way abroad"
          figure={international}
          to={toRoute(INTERNATIONAL)}
        />
      </ul>
      <h2 className="mb-3 text-2xl">Recent Shipments</h2>
      <div className="text-sm [&_td]:px-2 [&_th]:px-2">
        <DataTable
          label="Recent Shipments"
          columns={COLUMNS}
          rows={recent}
          rowKey={(row) => row.orderId}
          empty="Nothing despatched yet"
        />
      </div>
      <Routes routes={routes} />
    </div>
  );
}

function Tile({ title, note, figure, to }: { title: string; note: string; figure: number; to: string }) {
  return (
    <li className="panel hover:border-line-strong relative grid content-start gap-1">
      <Link to={to} className="eyebrow after:absolute after:inset-0">
        {title}
      </Link>
      <span className="font-display block text-3xl font-semibold tabular-nums">
        {wholeNumber.format(figure)}
      </span>
      <span className="text-muted text-sm">{note}</span>
    </li>
  );
}

const COLUMNS: Column<Shipment>[] = [
  {
    title: "Order",
    cell: (row) => (
      <Link to={`/admin/orders/${row.orderId}`} className="link font-semibold">
        #{row.orderId}
      </Link>
    ),
  },
  {
    title: "Customer",
    cell: (row) => (
      <Link
        to={`/admin/customers/${row.customer.id}`}
        className="hover:text-accent line-clamp-2 hover:underline"
      >
        {row.customer.name || `Customer ${row.customer.id}`}
      </Link>
    ),
    className: "min-w-36 wrap-anywhere",
  },
  { title: "Destination", cell: (row) => row.destination, className: "min-w-36 wrap-anywhere" },
  { title: "Carrier", cell: (row) => row.carrier ?? "–", className: "min-w-28 wrap-anywhere" },
  { title: "Tracking", cell: (row) => row.trackingNo ?? "–", className: "min-w-34 wrap-anywhere" },
  {
    title: "Dispatch Date",
    cell: (row) => formatDate(row.dispatchedAt),
    className: "whitespace-nowrap",
  },
  {
    title: "Est. Delivery",
    cell: (row) => (row.etaDate ? formatDate(row.etaDate) : "–"),
    className: "whitespace-nowrap",
  },
  { title: "Status", cell: (row) => <OrderStateLabel state={row.state} /> },
];

/** Where the parcels under way go, the busiest first: what the tile counts. */
function Routes({ routes }: { routes: Logistics["routes"] }) {
  return (
    <section aria-labelledby="routes" className="mt-8">
      <h2 id="routes" className="mb-3 text-2xl">
        Active Routes
      </h2>
      {routes.length === 0 ? <p className="text-muted">No parcel is under way</p> : null}
      <ul className="grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
        {routes.map((route) => (
          <RouteLine key={route.name} route={route} />
        ))}
      </ul>
    </section>
  );
}

function RouteLine({ route: { name, isIndian, parcels } }: { route: Destination }) {
  return (
    <li className="border-line flex items-baseline justify-between gap-4 border-b py-2">
      <Link to={toRoute(name)} className="link min-w-0 wrap-anywhere">
        {name}
      </Link>
      <span className="text-muted text-sm whitespace-nowrap tabular-nums">
        {isIndian ? null : "abroad · "}
        {parcels === 1 ? "1 parcel" : `${wholeNumber.format(parcels)} parcels`}
      </span>
    </li>
  );
}
