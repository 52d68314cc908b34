import { useRouteLoaderData } from "react-router";
import type { OrderDetail } from "~/domain/sales/orders/order-detail";
import { slipThanks } from "~/domain/sales/orders/buyer/gift";
import { linesToSend } from "~/domain/sales/papers/papers";
import { slipFacts } from "~/domain/sales/papers/slips";
import type { RootData } from "~/page-data/root-data";
import { GiftFacts } from "~/ui/orders/gift-facts";
import { AddressLines } from "~/ui/account/address-lines";

type SlipOrder = Pick<
  OrderDetail,
  | "id"
  | "state"
  | "placedAt"
  | "delivery"
  | "carrier"
  | "trackingNo"
  | "dueAtDoor"
  | "doorReceived"
  | "address"
  | "buyer"
  | "gift"
  | "exchangeOf"
  | "lines"
  | "parcels"
>;

/** The slip of a parcel. No prices, since it may be a gift; only what is due at the door. */
export function Slip({ order }: { order: SlipOrder }) {
  const lines = linesToSend(order);
  return (
    <article className="sheet">
      <SlipHead order={order} />
      <table aria-label="Books in this parcel" className="slip-lines">
        <thead>
          <tr>
            <th scope="col">Book</th>
            <th scope="col">ISBN</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bookId}>
              <td className="wrap-anywhere" dir="auto">
                {line.title}
              </td>
              <td>{line.isbn ?? "–"}</td>
              <td>{line.quantity}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>Total</td>
            <td>{lines.reduce((sum, { quantity }) => sum + quantity, 0)}</td>
          </tr>
        </tfoot>
      </table>
      {order.gift && (order.gift.from || order.gift.message) ? (
        <div className="border-line mt-10 rounded-md border px-5 py-4 text-lg">
          <GiftFacts gift={order.gift} />
        </div>
      ) : null}
      <p className="font-display mt-10 text-lg">{slipThanks(order.gift)}</p>
      <SlipFoot />
    </article>
  );
}

/** The shop's name, the customer's address and the order's data. */
function SlipHead({ order }: { order: SlipOrder }) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  return (
    <>
      <header className="rule flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 pb-3">
        <p className="font-display min-w-0 text-3xl leading-tight wrap-anywhere" dir="auto">
          {shop.name}
        </p>
        <h1 className="text-2xl">Packing slip</h1>
      </header>
      <div className="mt-6 mb-10 grid gap-8 sm:grid-cols-[3fr_2fr]">
        <div className="min-w-0">
          <p className="text-muted text-sm font-semibold">Deliver to</p>
          <address className="mt-1 text-lg not-italic wrap-anywhere">
            <AddressLines address={order.address} />
          </address>
        </div>
        <dl className="grid min-w-0 content-start">
          {slipFacts(order).map(([label, value]) =>
            value ? (
              <div key={label} className="border-line flex justify-between gap-4 border-b py-1.5 text-sm">
                <dt className="text-muted">{label}</dt>
                <dd className="min-w-0 text-right font-semibold wrap-anywhere tabular-nums">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
    </>
  );
}

/** The shop's address, to which an undelivered parcel is returned. */
function SlipFoot() {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  return (
    <footer className="border-line text-muted mt-6 border-t pt-3 text-sm wrap-anywhere">
      <p className="whitespace-pre-line">{shop.address}</p>
      <p>{[shop.phone, shop.email].filter(Boolean).join(" · ")}</p>
    </footer>
  );
}
