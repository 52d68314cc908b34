import type { Settings } from "./settings";

/** The message to shoppers and API clients while a live shop's seller or shipping prices are not set. */
export const SHOP_NOT_OPEN = "This shop is not open for orders yet.";

/** The invented seller of a demo shop; a live shop never shows it. */
export const INVENTED_SELLER = {
  supportEmail: "help@kitab.example",
  supportPhone: "+91 80 4718 0110",
  postalAddress: "14 Residency Road, Bengaluru 560025, Karnataka",
} satisfies Partial<Settings>;

/** The sample shop's additions to it. The GSTIN is one that nobody can have: no firm has the PAN ABCDE1234F. */
export const SAMPLE_SELLER = {
  gstin: "29ABCDE1234F1ZW",
  legalName: "Kitab Books Private Limited",
  grievanceOfficer: "Meera Iyer",
  grievanceEmail: "grievance@kitab.example",
} satisfies Partial<Settings>;

/**
 * Stored settings without those of the invented seller. A live shop may have them, since it may have been a demo.
 * @param stored the saved settings; others are absent
 */
export function withoutInventedSeller(stored: Partial<Settings>): Partial<Settings> {
  const invented: Partial<Settings> = { ...INVENTED_SELLER, ...SAMPLE_SELLER };
  // The name alone is no proof: a real officer may have the same one.
  if (stored.grievanceEmail !== SAMPLE_SELLER.grievanceEmail) delete invented.grievanceOfficer;
  const kept = Object.entries(stored).filter(([key, value]) => value !== invented[key as keyof Settings]);
  return Object.fromEntries(kept);
}

/** The seller's contact data (E-Commerce Rules 2020, rule 5) and the shipping prices. */
const NEEDED = [
  "supportEmail",
  "supportPhone",
  "postalAddress",
  "shippingThreshold",
  "shippingFee",
] as const satisfies (keyof Settings)[];

/** A setting that a live shop needs before it sells. */
export type NeededSetting = (typeof NEEDED)[number] | "shopName";

/**
 * The settings that a live shop still needs before it can take orders. Any saved value counts, so that a fee of ₹1 is
 * possible.
 * @param stored without the invented seller
 * @param isNamed whether the environment gives the shop a name
 */
export function settingsStillNeeded(stored: Partial<Settings>, isNamed: boolean): NeededSetting[] {
  const missing: NeededSetting[] = NEEDED.filter((key) => stored[key] === undefined);
  const hasName = isNamed || stored.shopName !== undefined || stored.legalName !== undefined;
  return hasName ? missing : ["shopName", ...missing];
}
