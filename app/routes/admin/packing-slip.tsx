import { useRouteLoaderData } from "react-router";
import { formatDate } from "~/domain/dates";
import { progressStep, STATE_LABELS } from "~/domain/orders/orders";
import { staffOrder } from "~/http/own-order.server";
import type { RootData } from "~/root";
import { AddressLines } from "~/ui/account/address-lines";
import { Button, ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/packing-slip";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Packing slip, order #${params.orderId}`) }];
}

export async function loader({ params }: Route.LoaderArgs) {
  return { order: await staffOrder(params.orderId) };
}

/** A sheet of paper for the parcel; on paper it stands alone (app.css, `.sheet`). No prices: it may be a gift. */
export default function PackingSlip({ loaderData: { order } }: Route.ComponentProps) {
  const { id, state, lines, address, totals } = order;
  return (
    <div className="desk max-w-4xl!">
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
          <Notice kind="error">
            This order is {STATE_LABELS[state].toLowerCase()}: it is not to be sent.
          </Notice>
        </div>
      ) : null}
      <article className="sheet">
        <SlipHead order={order} />
        <h2 className="eyebrow font-sans!">Deliver to</h2>
        <address className="mb-8 text-lg not-italic wrap-anywhere">
          <AddressLines address={address} />
        </address>
        <table className="table w-full">
          <thead>
            <tr>
              <th scope="col">Book</th>
              <th scope="col">ISBN</th>
              <th scope="col" className="text-right!">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.bookId}>
                <td className="wrap-anywhere">{line.title}</td>
                <td className="whitespace-nowrap tabular-nums">{line.isbn ?? "–"}</td>
                <td className="text-right! tabular-nums">{line.quantity}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2} className="font-semibold">
                Total
              </td>
              <td className="text-right! font-semibold tabular-nums">{totals.itemCount}</td>
            </tr>
          </tfoot>
        </table>
        <p className="mt-8">Thank you for your order, and happy reading!</p>
      </article>
    </div>
  );
}

/** Who sends it, and what it is. */
function SlipHead({ order }: { order: Route.ComponentProps["loaderData"]["order"] }) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  const facts: [string, string | null][] = [
    ["Order", `#${order.id}`],
    ["Date", formatDate(order.placedAt)],
    ["Carrier", order.carrier],
    ["Tracking number", order.trackingNo],
  ];
  return (
    <header className="border-line mb-8 flex flex-wrap justify-between gap-x-8 gap-y-4 border-b pb-6">
      <div className="min-w-0">
        <p className="font-display text-2xl font-semibold">{shop.name}</p>
        <p className="max-w-72 whitespace-pre-line">{shop.address}</p>
        <p>{[shop.phone, shop.email].filter(Boolean).join(" · ")}</p>
      </div>
      <div className="min-w-0">
        <h1 className="text-2xl">Packing slip</h1>
        <dl>
          {facts.map(([label, value]) =>
            value ? (
              <div key={label} className="flex gap-2">
                <dt className="text-muted">{label}:</dt>
                <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
    </header>
  );
}
