import type { LegalFacts } from "~/domain/shop/settings/legal-facts";
import { MailLink, PhoneLink } from "./legal-text";

/** Who sells: name, address, contacts, GSTIN and grievance officer (E-Commerce Rules 2020). */
export function SellerFacts({ shop, seller, address, email, phone, gstin, officer }: LegalFacts) {
  const rows = [
    ["Seller", seller === shop ? seller : `${seller}, trading as ${shop}`],
    [
      "Address",
      <span key="address" className="whitespace-pre-line">
        {address || "Not given yet"}
      </span>,
    ],
    ["Email", <MailLink key="email" to={email} />],
    ["Phone", <PhoneLink key="phone" to={phone} />],
    ...(gstin ? [["GSTIN", gstin]] : []),
    ...(officer.name
      ? [
          [
            "Grievance officer",
            <span key="officer" className="grid justify-items-start">
              <span>{officer.name}</span>
              <MailLink to={officer.email} />
              <PhoneLink to={officer.phone} />
            </span>,
          ] as const,
        ]
      : []),
  ] as const;
  return (
    <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
      {rows.map(([label, value]) => (
        <div key={String(label)} className="contents">
          <dt className="text-muted max-sm:mt-2">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where complaints go, and how soon they are settled. */
export function SellerComplaints({ seller, officer }: LegalFacts) {
  return (
    <>
      <p>
        {`If something is wrong and our answer does not help, write to or call ${officer.name ? `${officer.name}, the grievance officer of ${seller}` : `${seller} again and say that it is a complaint`}: `}
        <MailLink to={officer.email} />, <PhoneLink to={officer.phone} />. We confirm within 48 hours that we
        have received your complaint, and settle it within a month.
      </p>
      <p>
        You can also contact the National Consumer Helpline (phone 1915), or complain to the consumer
        commission where you live.
      </p>
    </>
  );
}
