import { Link } from "react-router";
import type { LegalFacts } from "~/domain/shop/settings/legal-facts";
import { type LegalSection, MailLink } from "./legal-text";
import { SellerComplaints, SellerFacts } from "./seller-facts";

/** The day this text was last changed. */
export const TERMS_CHANGED = "2026-11-22";

export interface TermsFacts extends LegalFacts {
  /** A demo shop sells nothing. */
  demo: boolean;
  /** Payments take no money. */
  testPayments: boolean;
  /** e.g. Razorpay */
  paymentProvider: string;
  /** Whether some parcels can be paid when they arrive. */
  paysAtDoor: boolean;
  /** In how many days a transfer to the shop is due; null: it takes none. */
  transferDays: number | null;
}

export function TermsIntro({ shop, demo, testPayments }: TermsFacts) {
  return (
    <>
      <p>
        {`These terms apply to everything you buy from ${shop}. If anything is unclear, please ask us before you order.`}
      </p>
      {demo ? (
        <p>
          <strong>This is a demonstration shop.</strong> Its books, people and orders are samples. Nothing is
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
  { id: "contact", title: "The seller, and how to reach us", body: <SellerFacts {...facts} /> },
  { id: "account", title: "Your account", body: <Account /> },
  { id: "prices", title: "Prices, tax and shipping", body: <Prices {...facts} /> },
  { id: "coupons", title: "Coupons", body: <Coupons /> },
  { id: "ordering", title: "Ordering", body: <Ordering {...facts} /> },
  { id: "payment", title: "Payment", body: <Payment {...facts} /> },
  { id: "delivery", title: "Delivery", body: <Delivery /> },
  { id: "cancelling", title: "Cancelling an order", body: <Cancelling /> },
  { id: "returns", title: "Returns", body: <Returns {...facts} /> },
  { id: "refunds", title: "Refunds", body: <Refunds /> },
  { id: "reviews", title: "Reviews", body: <Reviews /> },
  { id: "complaints", title: "Complaints", body: <SellerComplaints {...facts} /> },
  { id: "law", title: "The law, and changes", body: <Law /> },
];

function Account() {
  return (
    <p>
      To order you need an account, and you must be 18 or older; a parent or guardian can order for younger
      readers. Please give your own name and an email address that you read. Keep your password secret, and
      tell us if you think somebody else knows it. We may close an account that is used to harm others or the
      shop. You can delete your account yourself on your <TextLink to="/account">account page</TextLink>.
    </p>
  );
}

/** It names no rate: rates differ by book and by day. */
function Prices({ shipping, gstin }: TermsFacts) {
  return (
    <>
      <p>
        Prices are in Indian rupees, for one copy.{" "}
        {gstin === ""
          ? "No tax is added to them."
          : "Printed books bear no GST in India; where something else bears GST, its price contains it, and the invoice says the rate."}{" "}
        You pay the price shown when you place the order, even if it was different before or changes later.
      </p>
      <p>{shipping}</p>
    </>
  );
}

function Coupons() {
  return (
    <p>
      A coupon takes its discount off the price of its books, or makes the delivery free. An order has one
      coupon; some need no code. Each coupon has its own books, dates, minimum order and number of uses; the
      cart tells you if it does not apply. If an order with a coupon is cancelled, you can use the coupon
      again while it is valid. Coupons cannot be exchanged for money.
    </p>
  );
}

function Ordering({ reservation }: TermsFacts) {
  return (
    <>
      <p>
        {`When you place an order, we keep the books for you for ${reservation}. If we have not received your payment by then, the order is cancelled and the books go back on sale.`}
      </p>
      <p>
        The sale is complete when we have received your payment. We confirm it by email, and the bill is on
        the order's page.
      </p>
    </>
  );
}

function Payment({ paymentProvider, paysAtDoor, transferDays }: TermsFacts) {
  return (
    <p>
      {`You pay through ${paymentProvider}, in its own window, by card, UPI, net banking or wallet. We never see your card or bank details. If we receive a payment for an order that we can no longer fulfil, we refund it in full; you do not have to ask.`}
      {paysAtDoor
        ? " Where the checkout offers it, you can pay when the parcel arrives instead; the checkout shows the fee, and what has to be paid before."
        : null}
      {transferDays !== null
        ? ` You can also transfer the money to our bank account or by UPI, within ${transferDays === 1 ? "a day" : `${transferDays} days`}; we keep the books for you until then.`
        : null}
    </p>
  );
}

function Delivery() {
  return (
    <p>
      We deliver to addresses in India. The order's page shows when your parcel was packed and shipped, its
      tracking number and the day we expect it to arrive. If it does not arrive, write to us: we will look for
      it, and send the books again or refund them.
    </p>
  );
}

function Cancelling() {
  return (
    <p>
      You can cancel an order on its page until the books are packed, free of charge and without giving a
      reason. Once they are packed, the terms for returns apply. If we have to cancel, for example because the
      last copy is damaged, we tell you why. In both cases we refund everything you have paid.
    </p>
  );
}

function Returns({ returnDays, email }: TermsFacts) {
  const days = returnDays === 1 ? "1 day" : `${returnDays} days`;
  if (returnDays === 0) {
    return (
      <p>
        We do not take books back because you changed your mind. If a book arrives damaged or misprinted, or
        is not the one that was described or ordered, write to <MailLink to={email} /> with the order's
        number. We pay the postage, and send the book again or refund it.
      </p>
    );
  }
  return (
    <>
      <p>
        {`Within ${days} of delivery you can ask for a return on the order's page: choose the books and give the reason. We answer by email. If we agree, send the books to our address above.`}
      </p>
      <p>
        If a book arrived damaged or misprinted, or is not the one that was described or ordered, we pay the
        postage. If you return it for another reason, you pay the postage and the book must be as new. When we
        have received it, we refund what you paid for it.
      </p>
    </>
  );
}

function Refunds() {
  return (
    <p>
      We refund to the card or account you paid with, when an order is cancelled or when we have received a
      returned book. Banks take 5 to 7 working days to show a refund. The order's page and an email tell you
      the amount.
    </p>
  );
}

function Reviews() {
  return (
    <p>
      Please write about the book, in your own words. Your review is shown with your first name and the
      initial of your last name. It is marked when its writer bought the book here. We hide reviews that
      insult people, advertise or break the law, and no others.
    </p>
  );
}

function Law() {
  return (
    <>
      <p>
        Indian law applies. Nothing in these terms takes away any right that consumer law gives you. Our{" "}
        <TextLink to="/privacy">privacy notice</TextLink> says how we handle your personal data.
      </p>
      <p>
        When we change these terms, or a figure or name in them, the date below changes too. The terms of the
        day you placed an order apply to that order.
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
