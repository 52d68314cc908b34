import { progressStep, STATE_LABELS } from "~/domain/sales/orders/orders";
import { staffOrder } from "~/http/answers/own-order.server";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { requireStaff } from "~/http/request/guards.server";
import type { Route } from "./+types/packing-slip";
import { Slip } from "./slip";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Packing slip, order #${params.orderId}`) }];
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireStaff(context);
  return { order: await staffOrder(params.orderId) };
}

/**
 * A sheet to print for the parcel; styles/full.css hides the rest of the page. No prices, since it may be a gift; only what is
 * due at the door.
 */
export default function PackingSlip({ loaderData: { order } }: Route.ComponentProps) {
  const { id, state } = order;
  return (
    <div className="admin-page max-w-4xl!">
      <div className="mb-6 flex flex-wrap gap-3">
        <ButtonLink to={`/admin/orders/${id}`} variant="quiet" size="sm">
          Back to order #{id}
        </ButtonLink>
        <Button type="button" size="sm" className="needs-js" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {progressStep(state) < 0 ? (
        <div className="mb-6">
          <Notice kind="error">This order is {STATE_LABELS[state].toLowerCase()}. Do not send it.</Notice>
        </div>
      ) : null}
      <Slip order={order} />
    </div>
  );
}
