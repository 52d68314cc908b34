import { formatRupees } from "~/domain/kit/money";
import type { Settings } from "./settings";

/** The shop's data in the terms and the privacy notice. Texts are as staff typed them, for the view to escape. */
export interface LegalFacts {
  shop: string;
  /** The seller's registered name. */
  seller: string;
  /** One or several lines. Empty, like email and phone, until they are set in a live shop. */
  address: string;
  email: string;
  phone: string;
  /** Empty when the shop has none. */
  gstin: string;
  /** The grievance officer (E-Commerce Rules 2020, rule 4(4)). The name is empty when none is set. */
  officer: { name: string; email: string; phone: string };
  shipping: string;
  reservation: string;
  /** 0: returns are only accepted for books that are not what was ordered. */
  returnDays: number;
}

/**
 * @param settings empty ones of the seller and the officer fall back to the shop's name and contact
 * @param hasPlan whether delivery is priced by place, by a delivery plan
 */
export function legalFacts(settings: Settings, hasPlan = false): LegalFacts {
  const { shopName, supportEmail, supportPhone, returnDays, gstin } = settings;
  return {
    shop: shopName,
    seller: settings.legalName || shopName,
    address: settings.postalAddress,
    email: supportEmail,
    phone: supportPhone,
    gstin,
    officer: {
      name: settings.grievanceOfficer,
      email: settings.grievanceEmail || supportEmail,
      phone: settings.grievancePhone || supportPhone,
    },
    shipping: hasPlan ? BY_PLACE : shippingSentence(settings),
    reservation: settings.reservationMinutes === 1 ? "1 minute" : `${settings.reservationMinutes} minutes`,
    returnDays,
  };
}

const BY_PLACE =
  "What shipping costs depends on where the books go, on their weight and on the way of delivery you choose. The cart and the checkout show it before you pay.";

function shippingSentence({ shippingFee, shippingThreshold }: Settings): string {
  if (shippingFee === 0) return "Shipping is free.";
  return `Shipping is free when the books together cost more than ${formatRupees(shippingThreshold)}; otherwise it costs ${formatRupees(shippingFee)}. The cart and the checkout show it before you pay.`;
}
