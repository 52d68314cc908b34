import type { Buyer } from "~/domain/sales/orders/buyer/buyer";

/** Whom the document of an order is for. @param isRegistered whether the shop has a GSTIN: else the buyer's stands nowhere */
export function BuyerFacts({
  buyer: { gstin, name, address, reference },
  isRegistered,
}: {
  buyer: Buyer;
  isRegistered: boolean;
}) {
  const facts: [string, string][] = [
    ["Name", name],
    ["GSTIN", isRegistered ? gstin : ""],
    ["Address", address],
    ["Order reference", reference],
  ];
  return (
    <dl className="grid gap-1">
      {facts.map(([label, value]) =>
        value === "" ? null : (
          <div key={label} className="flex flex-wrap gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere" dir="auto">
              {value}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}
