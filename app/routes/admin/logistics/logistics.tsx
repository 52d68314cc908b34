import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import {
  INTERNATIONAL,
  type Logistics,
  type Route as Destination,
  type Shipment,
} from "~/domain/sales/orders/fulfilment/logistics";
import { readLogistics } from "~/domain/sales/orders/fulfilment/logistics.server";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import { type Column, DataTable } from "~/ui/admin/lists/data-table";
import { Figure, Figures } from "~/ui/admin/lists/figures";
import { OrderMark } from "~/ui/admin/lists/order-mark";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/logistics";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Logistics") }];
}

export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return readLogistics(readDb);
}

const toRoute = (route: string) => `/admin/orders?${new URLSearchParams({ status: "shipped", route })}`;

export default function LogisticsDashboard({ loaderData }: Route.ComponentProps) {
  const { pending, inTransit, routes, international, recent } = loaderData;
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to="/admin/logistics/refused" size="sm" variant="quiet">
            Refused parcels
          </ButtonLink>
        }
      >
        Logistics
      </AdminHeading>
      <Figures>
        <Figure
          title="Pending Shipments"
          note="orders paid or packed"
          to="/admin/orders?status=paid&status=packed&pickup=no"
        >
          {formatCount(pending)}
        </Figure>
        <Figure
          title="In Transit"
          note="shipped, not delivered yet"
          to="/admin/orders?status=shipped&pickup=no"
        >
          {formatCount(inTransit)}
        </Figure>
        <Figure title="Active Routes" note="states that parcels are going to" to="#routes">
          {formatCount(routes.length)}
        </Figure>
        <Figure title="International" note="parcels going abroad" to={toRoute(INTERNATIONAL)}>
          {formatCount(international)}
        </Figure>
      </Figures>
      <h2 className="mb-2 text-xl">Recent Shipments</h2>
      <DataTable
        label="Recent Shipments"
        columns={COLUMNS}
        rows={recent}
        rowKey={(row) => row.orderId}
        empty="Nothing shipped yet"
        stacks
      />
      <Routes routes={routes} />
    </div>
  );
}

const date = "whitespace-nowrap tabular-nums";

const COLUMNS: Column<Shipment>[] = [
  {
    title: "Order",
    cell: (row) => (
      <Link to={`/admin/orders/${row.orderId}`} className="row-link tabular-nums">
        #{row.orderId}
      </Link>
    ),
  },
  {
    title: "Customer",
    cell: ({ customer }) => <CustomerLink customer={customer} />,
    className:
      "min-w-28 grow wrap-anywhere @max-4xl:basis-2/5 @max-4xl:@sm:basis-1/2 @max-4xl:@lg:basis-7/10",
  },
  {
    title: "Destination",
    cell: (row) => <bdi>{row.destination}</bdi>,
    className: "min-w-28 wrap-anywhere @max-4xl:order-1",
  },
  { title: "Carrier", cell: (row) => row.carrier, className: "min-w-20 wrap-anywhere @max-4xl:order-2" },
  {
    title: "Tracking",
    cell: (row) => row.trackingNo,
    className:
      "min-w-28 whitespace-nowrap @max-4xl:whitespace-normal @max-4xl:wrap-anywhere @max-4xl:order-2",
  },
  {
    title: "Dispatch Date",
    cell: (row) => formatDate(row.despatchedAt),
    className: `${date} @max-4xl:order-1`,
  },
  {
    title: "Est. Delivery",
    cell: (row) => row.etaDate && formatDate(row.etaDate),
    className: `${date} @max-4xl:hidden`,
  },
  { title: "Status", cell: (row) => <OrderMark state={row.state} /> },
];

/** The destinations of the parcels in transit, the busiest first; the figure 'Active Routes' counts them. */
function Routes({ routes }: { routes: Logistics["routes"] }) {
  return (
    <section aria-labelledby="routes" className="mt-8">
      <h2 id="routes" className="mb-2 text-xl">
        Active Routes
      </h2>
      {routes.length === 0 ? <p className="text-muted">No parcel is on its way</p> : null}
      <ul className="grid gap-x-8 text-sm sm:grid-cols-2 xl:grid-cols-3">
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
      <Link to={toRoute(name)} className="link min-w-0 wrap-anywhere" dir="auto">
        {name}
      </Link>
      <span className="text-muted text-sm whitespace-nowrap tabular-nums">
        {isIndian ? null : "abroad · "}
        {parcels === 1 ? "1 parcel" : `${formatCount(parcels)} parcels`}
      </span>
    </li>
  );
}
