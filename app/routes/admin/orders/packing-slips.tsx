import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { progressStep, STATE_LABELS } from "~/domain/sales/orders/orders";
import { readOrder } from "~/domain/sales/orders/orders.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/packing-slips";
import { readOrderIds } from "./order-ids";
import { Slip } from "./slip";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Packing slips") }];
}

/** The slips of the orders in the address, one `order` for each; those that are not sent are left out. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const ids = readOrderIds(url.searchParams);
  const found = await Promise.all(ids.map((id) => readOrder(readDb, id, "anybody")));
  const orders = found.filter((order) => order !== null);
  if (orders.length === 0) throw data(null, { status: 404 });
  const isSent = ({ state }: { state: (typeof orders)[number]["state"] }) => progressStep(state) >= 0;
  return {
    orders: orders.filter(isSent),
    leftOut: orders.filter((order) => !isSent(order)).map(({ id, state }) => ({ id, state })),
  };
}

/** Sheets to print, each on a page of its own; styles/full.css hides the rest of the page. */
export default function PackingSlips({ loaderData: { orders, leftOut } }: Route.ComponentProps) {
  return (
    <div className="admin-page max-w-4xl!">
      <AdminHeading>Packing slips</AdminHeading>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <ButtonLink to="/admin/orders" variant="quiet" size="sm">
          Back to orders
        </ButtonLink>
        <Button type="button" size="sm" className="needs-js" onClick={() => window.print()}>
          Print
        </Button>
        <p className="text-muted">{orders.length === 1 ? "1 slip" : `${orders.length} slips`}</p>
      </div>
      {leftOut.length > 0 ? (
        <div className="mb-6">
          <Notice kind="error">
            Left out:{" "}
            {leftOut.map(({ id, state }) => `#${id} is ${STATE_LABELS[state].toLowerCase()}`).join(", ")}.
          </Notice>
        </div>
      ) : null}
      <div className="grid grid-cols-1 gap-10 print:block">
        {orders.map((order) => (
          <div key={order.id} className="break-after-page last:break-after-auto">
            <Slip order={order} isOneOfMany />
          </div>
        ))}
      </div>
    </div>
  );
}
