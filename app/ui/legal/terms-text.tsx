import { Link } from "react-router";
import type { LegalFacts } from "~/domain/settings/legal-facts";
import { type LegalSection, MailLink, PhoneLink } from "./legal-text";

/** The day this text was last changed. */
export const TERMS_CHANGED = "2026-11-22";

export interface TermsFacts extends LegalFacts {
  /** Nothing is really sold here. */
  demo: boolean;
  /** No money is taken. */
  testPayments: boolean;
}

export function TermsIntro({ shop, demo, testPayments }: TermsFacts) {
  return (
    <>
      <p>
        {`These terms apply to everything you buy from ${shop}. They are written to be read; if something is unclear, ask us before you order.`}
      </p>
      {demo ? (
        <p>
          <strong>This is a demonstration shop.</strong> Its books, people and orders are samples, nothing is
          sold or sent, and no money is taken.
        </p>
      ) : testPayments ? (
        <p>
          <strong>Payments here are test payments.</strong> No money is taken, and nothing is sent.
        </p>
      ) : null}
    </>
  );
}

export const termsSections = (facts: TermsFacts): LegalSection[] => [
  { id: "contact", title: "Who sells, and how to reach us", body: <Contact {...facts} /> },
  {
    id: "account",
    title: "Your account",
    body: (
      <p>
        You need an account to order, and to be 18 or older; younger readers order through a parent or
        guardian. Give your own name and an e-mail address that you read, keep your password to yourself, and
        tell us when you think somebody else knows it. We may close an account that is used to harm others or
        the shop. You can close yours yourself, on your <TextLink to="/account">account page</TextLink>.
      </p>
    ),
  },
  {
    id: "prices",
    title: "Prices, tax and shipping",
    body: (
      <>
        <p>
          {`Prices are in Indian rupees, for one copy. ${facts.tax} What you pay is the price shown when you place the order, whatever it was before or is later.`}
        </p>
        <p>{facts.shipping}</p>
      </>
    ),
  },
  {
    id: "coupons",
    title: "Coupons",
    body: (
      <p>
        A coupon lowers the price of the books, not of the shipping, by what it says. One can be used in an
        order. From when to when, from what amount on and how often it can be used belongs to the coupon, and
        the cart tells you when it does not fit. When an order with a coupon is cancelled, the coupon can be
        used again while it lasts. Coupons are not paid out.
      </p>
    ),
  },
  {
    id: "ordering",
    title: "Ordering",
    body: (
      <>
        <p>
          {`When you place an order we set the books aside for you for ${facts.reservation}. If no payment has come by then, the order lapses and the books go back on the shelf.`}
        </p>
        <p>
          The sale is made when your payment has arrived; we confirm it by e-mail. The bill is on the order's
          page.
        </p>
      </>
    ),
  },
  {
    id: "payment",
    title: "Payment",
    body: (
      <p>
        Payments are taken by Razorpay, by card, UPI, net banking or a wallet, in a window of its own: we
        never see your card or bank details. A payment that reaches us for an order that we can no longer
        serve goes back to you in full without your asking.
      </p>
    ),
  },
  {
    id: "delivery",
    title: "Delivery",
    body: (
      <p>
        We send to addresses in India. The order's page shows when your parcel was packed and shipped, its
        tracking number and the day we expect it to arrive. If it does not come, write to us: we look for it,
        and send the books again or refund them.
      </p>
    ),
  },
  {
    id: "cancelling",
    title: "Cancelling an order",
    body: (
      <p>
        Until your books are packed you can cancel the order on its page, without giving a reason and at no
        cost. Once they are packed, it is a return. If we have to cancel, because the last copy turned out to
        be damaged, say, we tell you why. Whatever you have paid goes back to you either way.
      </p>
    ),
  },
  { id: "returns", title: "Returns", body: <Returns {...facts} /> },
  {
    id: "refunds",
    title: "Refunds",
    body: (
      <p>
        Refunds go back the way you paid. We start them when an order is cancelled, or when a returned book
        has come back to us; banks take 5 to 7 working days to show them. The order's page and an e-mail tell
        you how much it is.
      </p>
    ),
  },
  {
    id: "reviews",
    title: "Reviews",
    body: (
      <p>
        Write about the book, in your own words. Your e-mail address is shown in part only. A review by
        somebody who bought the book here is marked so. We hide reviews that insult people, advertise or break
        the law, and no others.
      </p>
    ),
  },
  { id: "complaints", title: "Complaints", body: <Complaints {...facts} /> },
  {
    id: "law",
    title: "The law, and changes",
    body: (
      <>
        <p>
          Indian law applies, with all the rights that consumer law gives you; nothing here takes any of them
          away. How we handle your personal data stands in the{" "}
          <TextLink to="/privacy">privacy notice</TextLink>.
        </p>
        <p>
          When these terms change, by their words or by a figure or a name in them, the day below changes too.
          An order stays under the terms of the day it was placed.
        </p>
      </>
    ),
  },
];

function Contact({ shop, seller, address, email, phone, gstin, officer }: TermsFacts) {
  const rows = [
    ["Seller", seller === shop ? seller : `${seller}, trading as ${shop}`],
    [
      "Address",
      <span key="address" className="whitespace-pre-line">
        {address || "Not given yet"}
      </span>,
    ],
    ["E-mail", <MailLink key="email" to={email} />],
    ["Telephone", <PhoneLink key="phone" to={phone} />],
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

function Returns({ returnDays, email }: TermsFacts) {
  const days = returnDays === 1 ? "1 day" : `${returnDays} days`;
  if (returnDays === 0) {
    return (
      <p>
        We take no books back because somebody changed their mind. A book that arrives damaged or misprinted,
        or is not the one that was described or ordered, is another matter: write to <MailLink to={email} />{" "}
        with the order's number. We pay the postage, and send it again or refund it.
      </p>
    );
  }
  return (
    <>
      <p>
        {`Within ${days} of delivery you can ask for a return on the order's page: choose the books, and say why. We answer by e-mail. When we agree, send them to our address above.`}
      </p>
      <p>
        If a book came damaged or misprinted, or is not the one that was described or ordered, we pay the
        postage. For other reasons you pay it, and the book must be as new. When it has come back, we refund
        what you paid for it.
      </p>
    </>
  );
}

function Complaints({ seller, officer }: TermsFacts) {
  return (
    <>
      <p>
        {`Is something wrong, and our answer no help? Then write to or ring ${officer.name ? `${officer.name}, the grievance officer of ${seller}` : `${seller} again, and say that it is a complaint`}: `}
        <MailLink to={officer.email} />, <PhoneLink to={officer.phone} />. You hear from us within 48 hours
        that your complaint has arrived, and it is settled within a month.
      </p>
      <p>
        You can also turn to the National Consumer Helpline (telephone 1915), or to the consumer commission
        where you live.
      </p>
    </>
  );
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
