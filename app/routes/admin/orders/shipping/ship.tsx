import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { likelyCarrier, listCarriers } from "~/domain/sales/orders/fulfilment/logistics.server";
import { ordersToShip } from "~/domain/sales/orders/fulfilment/ship-list/orders-to-ship.server";
import { savedShipHeadings } from "~/domain/sales/orders/fulfilment/ship-list/ship-list.server";
import { isUpload, readForm } from "~/http/request/forms/read-form.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/ship";
import { readOrderIds } from "../order-ids";
import { answerList, answerTyped } from "./ship-answer.server";
import { ShipList } from "./ship-list";
import { ShipRows } from "./ship-rows";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Ship orders") }];
}

/** The orders in the address, one `order` for each: those that are packed get a row. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const [carriers, carrierId, headings, checked] = await Promise.all([
    listCarriers(readDb),
    likelyCarrier(readDb),
    savedShipHeadings(readDb),
    ordersToShip(readDb, readOrderIds(url.searchParams)),
  ]);
  return { carriers, carrierId, headings, ...checked };
}

/** POST: a multipart form with a list (intent check or ship), or the numbers typed beside orders. */
export async function action({ request, context }: Route.ActionArgs) {
  const post = { context, staffId: requireRight(context, "dispatch").id };
  return isUpload(request) ? answerList(request, post) : answerTyped(await readForm(request), post);
}

export default function Ship({ loaderData, actionData }: Route.ComponentProps) {
  const { carriers, carrierId, headings, orders, leftOut } = loaderData;
  const listLeft = useListLeft();
  const typed = actionData?.kind === "typed" ? actionData : undefined;
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: "Ship orders" },
        ]}
      />
      <AdminHeading>Ship orders</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        {carriers.length === 0 && (orders.length === 0 || orders.some(({ isPickUp }) => !isPickUp)) ? (
          <Notice kind="error">
            The shop has no carrier yet.{" "}
            <Link to="/admin/logistics/providers?add=1" className="link">
              Add one
            </Link>
          </Notice>
        ) : null}
        {typed?.done ? <Notice kind="success">{typed.done}. The others are left.</Notice> : null}
        {leftOut.length > 0 && !typed ? (
          <Notice>
            Left out, since only packed orders are shipped: {leftOut.map((id) => `#${id}`).join(", ")}
          </Notice>
        ) : null}
        {orders.length > 0 ? (
          <ShipRows orders={orders} carriers={carriers} carrierId={carrierId} answer={typed} />
        ) : (
          <ShipList
            carriers={carriers}
            carrierId={carrierId}
            saved={headings}
            answer={actionData?.kind === "list" ? actionData : undefined}
          />
        )}
      </div>
    </div>
  );
}
