import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { formatDate, formatDateTime } from "~/domain/dates";
import type { StaffOrder } from "~/domain/orders/staff-order";
import { AddressLines } from "~/ui/account/address-lines";

/** A named part of the order's page. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="panel grid min-w-0 content-start gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Who ordered, and where it goes. */
export function CustomerPanel({ order: { customer, address } }: { order: StaffOrder }) {
  return (
    <Panel title="Customer">
      <p className="wrap-anywhere">
        <Link to={`/admin/customers/${customer.id}`} className="link font-semibold">
          {customer.name || `Customer ${customer.id}`}
        </Link>
        {customer.email ? (
          <a href={`mailto:${customer.email}`} className="text-muted block hover:underline">
            {customer.email}
          </a>
        ) : null}
      </p>
      <div>
        <h3 className="eyebrow font-sans!">Shipping address</h3>
        <address className="not-italic wrap-anywhere">
          <AddressLines address={address} />
          {address.email === customer.email ? null : (
            <span className="text-muted block">{address.email}</span>
          )}
        </address>
      </div>
    </Panel>
  );
}

/** How it travels. */
export function ShipmentPanel({ order }: { order: StaffOrder }) {
  const { carrier, trackingNo, etaDate, packedAt, shippedAt, deliveredAt } = order;
  const facts: [string, string | null][] = [
    ["Packed", packedAt && formatDateTime(packedAt)],
    ["Despatched", shippedAt && formatDateTime(shippedAt)],
    ["Delivered", deliveredAt && formatDateTime(deliveredAt)],
    ["Carrier", carrier],
    ["Tracking number", trackingNo],
    ["Estimated delivery", etaDate && formatDate(etaDate)],
  ];
  const known = facts.filter(([, value]) => value);
  return (
    <Panel title="Shipment">
      {known.length === 0 ? <p className="text-muted">Nothing yet</p> : null}
      <dl className="grid gap-2">
        {known.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
