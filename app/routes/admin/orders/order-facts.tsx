import { isFetched } from "~/domain/sales/delivery/pick-up";
import { promiseLine } from "~/domain/sales/delivery/promise";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { canCorrectShipment } from "~/domain/sales/orders/fulfilment/fulfilment";
import { stepLabel } from "~/domain/sales/orders/orders";
import type { StaffOrder } from "~/domain/sales/orders/desk/staff-order";
import { AddressLines } from "~/ui/account/address-lines";
import { EmailText } from "~/ui/kit/email-text";
import { BuyerFacts } from "~/ui/orders/buyer-facts";
import { GiftFacts } from "~/ui/orders/gift-facts";
import { TrackingLink } from "~/ui/orders/tracking-link";
import { useIsRegistered, useMay } from "~/ui/admin/frame/rights";
import { CustomerLink } from "~/ui/admin/lists/customer-link";

/** A titled part of the order's page. @param isBoxed for a part with a form */
export function Panel({
  title,
  isBoxed = false,
  children,
}: {
  title: string;
  isBoxed?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`grid min-w-0 grid-cols-1 content-start ${isBoxed ? "panel gap-4" : "gap-3 text-sm"}`}
    >
      <div className={isBoxed ? "" : "part-head mb-0!"}>
        <h2 id={id} className="text-lg">
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

/** The customer, the shipping address, whom the document is for, and what a gift says. */
export function CustomerPanel({ order: { customer, address, buyer, gift } }: { order: StaffOrder }) {
  const isRegistered = useIsRegistered();
  return (
    <Panel title="Customer">
      <p className="wrap-anywhere">
        <CustomerLink customer={customer} className="link inline-block py-1 font-semibold" />
        {customer.email ? (
          <a href={`mailto:${customer.email}`} className="text-muted block w-fit py-1 hover:underline">
            <EmailText email={customer.email} />
          </a>
        ) : null}
      </p>
      <div>
        <h3 className="text-muted font-sans font-normal">Shipping address</h3>
        <address className="not-italic wrap-anywhere">
          <AddressLines address={address} />
          {address.email === customer.email ? null : (
            <span className="text-muted block">
              <EmailText email={address.email} />
            </span>
          )}
        </address>
      </div>
      {buyer ? (
        <div>
          <h3 className="text-muted font-sans font-normal">
            {isRegistered ? "On the invoice" : "On the bill"}
          </h3>
          <BuyerFacts buyer={buyer} isRegistered={isRegistered} />
        </div>
      ) : null}
      {gift ? (
        <div>
          <h3 className="text-muted font-sans font-normal">A gift</h3>
          <GiftFacts gift={gift} />
          <p className="font-semibold">Put no bill into its parcel.</p>
        </div>
      ) : null}
    </Panel>
  );
}

/** Dates, carrier and tracking number of the parcel. */
export function ShipmentPanel({ order }: { order: StaffOrder }) {
  const { state, carrier, trackingNo, etaDate, packedAt, shippedAt, deliveredAt } = order;
  const isOff = (state === "cancelled" || state === "refunded") && shippedAt === null;
  const isPickUp = isFetched(order.delivery?.pickUp);
  const facts: [string, ReactNode][] = [
    ["Promised", order.delivery && promiseLine(order.delivery)],
    ["Packed", packedAt && formatDateTime(packedAt)],
    [stepLabel("shipped", isPickUp), shippedAt && formatDateTime(shippedAt)],
    [stepLabel("delivered", isPickUp), deliveredAt && formatDateTime(deliveredAt)],
    ["Carrier", carrier],
    ["Tracking number", trackingNo && <TrackingLink order={order} />],
    // An order that is not sent shows no delivery date.
    ["Estimated delivery", isOff || isPickUp || !etaDate ? null : formatDate(etaDate)],
  ];
  const may = useMay();
  const known = facts.filter(([, value]) => value);
  return (
    <Panel title="Shipment">
      {known.length === 0 ? <p className="text-muted">{isOff ? "Nothing was sent" : "Nothing yet"}</p> : null}
      <dl className="grid gap-1">
        {known.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {may("dispatch") && canCorrectShipment(order.state, isPickUp) ? (
        <Link to="?confirm=shipment" preventScrollReset className="link w-fit py-1">
          Correct the shipment
        </Link>
      ) : null}
    </Panel>
  );
}
