import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { refusedPins } from "~/domain/sales/at-the-door/door-limits.server";
import {
  pageOfRefused,
  parseRefusedSearch,
  type RefusedPin,
  shareOf,
} from "~/domain/sales/at-the-door/refused-pins";
import { pinState } from "~/domain/sales/delivery/pin";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import type { Column } from "~/ui/admin/lists/data-table";
import { ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import type { Route } from "./+types/refused";

const TITLE = "Refused parcels by PIN code";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TITLE) }];
}

/** GET ?q=560: the PIN codes that begin so where parcels were refused at the door. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseRefusedSearch(url.searchParams);
  return { search, list: pageOfRefused(await refusedPins(readDb), search) };
}

const toOrders = (pin: string) => `/admin/orders?${new URLSearchParams({ q: pin, payment: "cod" })}`;

const COLUMNS: Column<RefusedPin>[] = [
  {
    title: "PIN code",
    sort: "pin",
    cell: ({ pin }) => (
      <Link to={toOrders(pin)} className="row-link tabular-nums">
        {pin}
      </Link>
    ),
  },
  { title: "State", cell: ({ pin }) => pinState(pin), className: "min-w-32" },
  { title: "Refused", sort: "refused", cell: ({ refused }) => formatCount(refused), isNumber: true, label: "Refused" }, // oxfmt-ignore
  {
    title: "Delivered or refused",
    sort: "ended",
    cell: ({ ended }) => formatCount(ended),
    isNumber: true,
    label: "Delivered or refused",
  },
  {
    title: "Share",
    sort: "share",
    cell: (row) => `${Math.round(shareOf(row))} %`,
    isNumber: true,
    label: "Share",
    className: "font-semibold",
  },
];

export default function Refused({ loaderData: { search, list } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Logistics", to: "/admin/logistics" },
          { label: "Refused parcels" },
        ]}
      />
      <AdminHeading>{TITLE}</AdminHeading>
      <p className="text-muted mb-4 max-w-prose">
        Parcels to be paid at the door. A method of the delivery plan can leave out PIN codes at which it is
        not paid there.
      </p>
      <ListTable
        label={TITLE}
        list={list}
        search={search}
        columns={COLUMNS}
        rowKey={({ pin }) => pin}
        none="No parcel was refused yet"
        finds="Finds PIN codes by their first digits."
        stacks
      />
    </div>
  );
}
