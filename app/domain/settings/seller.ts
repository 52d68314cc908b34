import type { Settings } from "./settings";

/** What shoppers are told, and API clients, while a live shop has no seller or shipping prices of its own. */
export const SHOP_NOT_OPEN = "This shop is not open for orders yet.";

/** The seller of a demo shop. Nobody real: a live shop never shows it. */
export const INVENTED_SELLER = {
  supportEmail: "help@kitab.example",
  supportPhone: "+91 80 4718 0110",
  postalAddress: "14 Residency Road, Bengaluru 560025, Karnataka",
} satisfies Partial<Settings>;

/** What the sample shop adds to it. */
export const SAMPLE_SELLER = {
  legalName: "Kitab Books Private Limited",
  grievanceOfficer: "Meera Iyer",
  grievanceEmail: "grievance@kitab.example",
} satisfies Partial<Settings>;

/**
 * Stored settings without those of the invented seller. A live shop may hold them, since it may have been a demo.
 * @param stored what the database holds; settings that nobody has saved are absent
 */
export function withoutInventedSeller(stored: Partial<Settings>): Partial<Settings> {
  const invented: Partial<Settings> = { ...INVENTED_SELLER, ...SAMPLE_SELLER };
  // A name alone says little: somebody real may be called so.
  if (stored.grievanceEmail !== SAMPLE_SELLER.grievanceEmail) delete invented.grievanceOfficer;
  const kept = Object.entries(stored).filter(([key, value]) => value !== invented[key as keyof Settings]);
  return Object.fromEntries(kept);
}

/** Who sells and how to reach them (E-Commerce Rules 2020, rule 5), and what delivery costs. */
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
 * The settings that a live shop still needs before it can take orders. One that was saved counts as given, whatever it
 * says, so that ₹1 for shipping can be meant.
 * @param stored without the invented seller
 * @param isNamed the shop was given a name when it was started
 */
export function settingsStillNeeded(stored: Partial<Settings>, isNamed: boolean): NeededSetting[] {
  const missing: NeededSetting[] = NEEDED.filter((key) => stored[key] === undefined);
  const hasName = isNamed || stored.shopName !== undefined || stored.legalName !== undefined;
  return hasName ? missing : ["shopName", ...missing];
}
