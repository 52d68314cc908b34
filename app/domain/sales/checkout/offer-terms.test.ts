import { expect, test } from "vitest";
import { offerTerms } from "./offer-terms";

const RULES = {
  shippingThreshold: 50_000,
  shippingFee: 4_900,
  returnDays: 10,
  hasOwnTerms: false,
  hasPlan: false,
  deliveryDays: 7,
};

/** The properties that Google documents for an offer's delivery and returns. */
test("delivery and returns of a cheap book", () => {
  expect(offerTerms(RULES, 25_000)).toEqual({
    shippingDetails: {
      "@type": "OfferShippingDetails",
      shippingRate: { "@type": "MonetaryAmount", value: "49.00", currency: "INR" },
      shippingDestination: { "@type": "DefinedRegion", addressCountry: "IN" },
      deliveryTime: {
        "@type": "ShippingDeliveryTime",
        handlingTime: { "@type": "QuantitativeValue", minValue: 0, maxValue: 0, unitCode: "DAY" },
        transitTime: { "@type": "QuantitativeValue", minValue: 0, maxValue: 7, unitCode: "DAY" },
      },
    },
    hasMerchantReturnPolicy: {
      "@type": "MerchantReturnPolicy",
      applicableCountry: "IN",
      returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
      merchantReturnDays: 10,
      returnMethod: "https://schema.org/ReturnByMail",
      returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
      itemDefectReturnFees: "https://schema.org/FreeReturn",
      refundType: "https://schema.org/FullRefund",
    },
  });
});

test("free above the threshold; own terms say themselves who pays; no returns", () => {
  const policy = (rules: Partial<typeof RULES>) =>
    offerTerms({ ...RULES, ...rules }, 60_000).hasMerchantReturnPolicy;
  expect(offerTerms(RULES, 50_001)).toMatchObject({ shippingDetails: { shippingRate: { value: "0.00" } } });
  expect(offerTerms(RULES, 50_000)).toMatchObject({ shippingDetails: { shippingRate: { value: "49.00" } } });
  expect(policy({ hasOwnTerms: true })).not.toHaveProperty("returnFees");
  expect(policy({ returnDays: 0 })).toEqual({
    "@type": "MerchantReturnPolicy",
    applicableCountry: "IN",
    returnPolicyCategory: "https://schema.org/MerchantReturnNotPermitted",
  });
});

test("with a delivery plan no price and no day of delivery is said for all places", () => {
  const terms = offerTerms({ ...RULES, hasPlan: true }, 25_000);
  expect(Object.keys(terms)).toEqual(["hasMerchantReturnPolicy"]);
});
