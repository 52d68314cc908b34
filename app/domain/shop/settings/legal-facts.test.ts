import { expect, test } from "vitest";
import { legalFacts } from "./legal-facts";
import type { Settings } from "./settings";

const SETTINGS: Settings = {
  shopName: "Kitab",
  logo: null,
  logoAlone: false,
  accent: null,
  displayFace: "eczar",
  icon: null,
  supportEmail: "help@kitab.example",
  supportPhone: "+91 80 4718 0110",
  postalAddress: "14 Residency Road\nBengaluru 560025",
  shippingThreshold: 49_900,
  shippingFee: 4_950,
  taxRate: 0,
  hsn: "4901",
  aboveFiveCrore: "no",
  gstin: "",
  invoicePrefix: "",
  reservationMinutes: 30,
  lowStockMark: 5,
  mostCopies: 10,
  mostUnpaidOrders: 2,
  legalName: "",
  grievanceOfficer: "",
  grievanceEmail: "",
  grievancePhone: "",
  returnDays: 10,
  deliveryDays: 7,
  codConfirmHours: 24,
  codOpenPerCustomer: 3,
  codOpenPerPhone: 3,
  codForPreorders: "no",
  transferOn: "no",
  transferName: "",
  transferAccount: "",
  transferIfsc: "",
  transferUpi: "",
  transferDays: 5,
};

test("each empty setting falls back to the shop's name or contact", () => {
  expect(legalFacts(SETTINGS)).toMatchObject({
    seller: "Kitab",
    officer: { name: "", email: "help@kitab.example", phone: "+91 80 4718 0110" },
  });
  const named = {
    ...SETTINGS,
    legalName: "Neem Ltd",
    grievanceOfficer: "Meera",
    grievanceEmail: "m@neem.in",
  };
  expect(legalFacts(named)).toMatchObject({
    seller: "Neem Ltd",
    officer: { name: "Meera", email: "m@neem.in", phone: "+91 80 4718 0110" },
  });
});

test.each([
  [{}, "Shipping is free when the books together cost more than ₹499.00; otherwise it costs ₹49.50."],
  [{ shippingFee: 0 }, "Shipping is free."],
])("describes shipping with %o", (given, words) =>
  expect(legalFacts({ ...SETTINGS, ...given }).shipping.startsWith(words)).toBe(true),
);

test("writes '1 minute' in the singular", () => {
  expect(legalFacts({ ...SETTINGS, reservationMinutes: 1 }).reservation).toBe("1 minute");
  expect(legalFacts(SETTINGS).reservation).toBe("30 minutes");
});

test("with a delivery plan the terms name no price of shipping", () => {
  expect(legalFacts(SETTINGS, true).shipping).toMatch(/^What shipping costs depends on where the books go/);
});
