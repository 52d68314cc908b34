import type { TotalsRules } from "../orders/money/totals";
import type { Settings } from "~/domain/shop/settings/settings";

/** What the shop promises about the delivery and the return of a book. */
export interface OfferRules
  extends Pick<TotalsRules, "shippingThreshold" | "shippingFee">, Pick<Settings, "returnDays"> {
  /** The shop replaced the terms, which say who pays the postage of a return. */
  hasOwnTerms: boolean;
  /** From payment to the estimated delivery. Not imported: every page of the store would get the code of orders. */
  deliveryDays: number;
  /** Delivery is priced by place and weight: what one parcel costs everywhere cannot be said. */
  hasPlan: boolean;
}

type Data = Record<string, unknown>;

const COUNTRY = "IN";

/**
 * Delivery and returns of a book bought alone, for search engines (schema.org, as properties of an Offer).
 * @param price charged, in paise
 */
export function offerTerms(rules: OfferRules, price: number): Data {
  return {
    ...(rules.hasPlan ? {} : { shippingDetails: shippingOf(rules, price) }),
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: COUNTRY,
      ...(rules.returnDays === 0 ? NO_RETURNS : returnsWithin(rules)),
    },
  };
}

function shippingOf(rules: OfferRules, price: number): Data {
  const fee = price > rules.shippingThreshold ? 0 : rules.shippingFee;
  return {
    "@type": "OfferShippingDetails",
    shippingRate: { "@type": "MonetaryAmount", value: (fee / 100).toFixed(2), currency: "INR" },
    shippingDestination: { "@type": "DefinedRegion", addressCountry: COUNTRY },
    // The shop promises one time for packing and transport together.
    deliveryTime: {
      "@type": "ShippingDeliveryTime",
      handlingTime: days(0, 0),
      transitTime: days(0, rules.deliveryDays),
    },
  };
}

const days = (minValue: number, maxValue: number): Data => ({
  "@type": "QuantitativeValue",
  minValue,
  maxValue,
  unitCode: "DAY",
});

const NO_RETURNS: Data = { returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted" };

/** Who pays the postage is said in the shop's terms (ui/legal/terms-text.tsx). */
const returnsWithin = ({ returnDays, hasOwnTerms }: OfferRules): Data => ({
  returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
  merchantReturnDays: returnDays,
  returnMethod: "https://schema.org/ReturnByMail",
  ...(!hasOwnTerms && {
    returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    itemDefectReturnFees: "https://schema.org/FreeReturn",
    refundType: "https://schema.org/FullRefund",
  }),
});
