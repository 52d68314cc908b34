import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/money";
import { addressInOneLine } from "~/domain/settings/settings";
import { readSettings } from "~/domain/settings/settings.server";
import { pageTitle } from "~/ui/page-title";
import { Prose, ProseSection } from "~/ui/prose";
import type { Route } from "./+types/terms";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Terms") }];
}

export async function loader() {
  const settings = await readSettings(readDb);
  return {
    shop: settings.shopName,
    email: settings.supportEmail,
    phone: settings.supportPhone,
    address: addressInOneLine(settings.postalAddress),
    gstin: settings.gstin,
    freeAbove: formatRupees(settings.shippingThreshold),
    fee: settings.shippingFee === 0 ? null : formatRupees(settings.shippingFee),
    minutes: settings.reservationMinutes,
  };
}

export default function Terms({ loaderData: shop }: Route.ComponentProps) {
  return (
    <Prose title="Terms" updated="21 November 2026">
      <p>
        These terms apply to everything you buy from {shop.shop}. They are written to be read; if something is
        unclear, ask us before you order.
      </p>
      <ProseSection title="Who we are">
        <p>
          {shop.shop}, {shop.address}. You reach us by e-mail at{" "}
          <a className="link" href={`mailto:${shop.email}`}>
            {shop.email}
          </a>{" "}
          or by telephone at {shop.phone}.{shop.gstin ? ` GSTIN ${shop.gstin}.` : ""} Our grievance officer
          answers at the same addresses, confirms your complaint within 48 hours and settles it within a
          month.
        </p>
      </ProseSection>
      <ProseSection title="Your account">
        <p>
          You need an account to order. Give your own name and an e-mail address that you read, keep your
          password to yourself, and tell us when you think somebody else knows it. We may close an account
          that is used to harm others or the shop.
        </p>
      </ProseSection>
      <ProseSection title="Prices and stock">
        <p>
          Prices are in Indian rupees and include all taxes. What you pay is the price shown when you place
          the order.{" "}
          {shop.fee === null
            ? "Shipping is free."
            : `Shipping is free when the books together cost more than ${shop.freeAbove}; otherwise it costs ${shop.fee}. The checkout shows it before you pay.`}
        </p>
        <p>
          When you place an order we set the books aside for you for {shop.minutes}{" "}
          {shop.minutes === 1 ? "minute" : "minutes"}. If no payment has come by then, the order lapses and
          the books go back on the shelf.
        </p>
      </ProseSection>
      <ProseSection title="Payment">
        <p>
          Payments are taken by our payment provider on its own pages; we never see your card. The sale is
          made once the payment has arrived, and we confirm it by e-mail. If a payment reaches us for an order
          that we can no longer serve, you get all of it back without asking.
        </p>
      </ProseSection>
      <ProseSection title="Delivery">
        <p>
          We send to addresses in India. The order's page shows when your parcel was packed and shipped, its
          tracking number and the day we expect it to arrive. If it does not come, write to us: we look for it
          and send the books again or refund you.
        </p>
      </ProseSection>
      <ProseSection title="Returns and refunds">
        <p>
          A book that arrives damaged, misprinted or is not the one you ordered can be returned within 14 days
          of delivery; we pay the postage and replace it or refund you in full, to the way you paid. An order
          that has not been shipped can be cancelled by writing to us with its number.
        </p>
      </ProseSection>
      <ProseSection title="Reviews">
        <p>
          Write about the book, in your own words. Your e-mail address is shown in part only. We hide reviews
          that insult people, advertise, or break the law.
        </p>
      </ProseSection>
      <ProseSection title="The law that applies">
        <p>
          Indian law, with all the rights that consumer law gives you. How we handle your personal data stands
          in our{" "}
          <Link to="/privacy" className="link">
            privacy notice
          </Link>
          .
        </p>
      </ProseSection>
    </Prose>
  );
}
