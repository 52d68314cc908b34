/** What a shop does before its first sale, in the order of the checklist. */
export const OPENING_ITEMS = {
  seller: { label: "Seller", group: "needed", to: "/admin/settings" },
  shipping: { label: "Shipping prices", group: "needed", to: "/admin/settings#settings-shippingThreshold" },
  officer: { label: "Grievance officer", group: "sale", to: "/admin/settings#settings-grievanceOfficer" },
  tax: { label: "Tax", group: "sale", to: "/admin/settings#settings-gstin" },
  legal: { label: "Terms and privacy", group: "sale", to: "/terms?preview=on" },
  carrier: { label: "Carriers", group: "sale", to: "/admin/logistics/providers" },
  books: { label: "Books", group: "sale", to: "/admin/products" },
  keys: { label: "Keys of the payment service", group: "payments", to: null },
  webhook: { label: "Messages of the payment service", group: "payments", to: null },
  purchase: { label: "Test purchase", group: "payments", to: "/admin/opening/test-purchase" },
  mail: { label: "Mail", group: "safety", to: null },
  backup: { label: "Backup", group: "safety", to: null },
  factors: { label: "Second step at login", group: "safety", to: "/admin/account/security" },
} as const satisfies Record<string, { label: string; group: OpeningGroup; to: string | null }>;

export type OpeningKey = keyof typeof OPENING_ITEMS;

export const OPENING_KEYS = Object.keys(OPENING_ITEMS) as OpeningKey[];

export type OpeningGroup = "needed" | "sale" | "payments" | "safety";

/** The groups, with what they mean. Only the first keeps the shop from taking orders. */
export const OPENING_GROUPS: Record<OpeningGroup, { title: string; lead: string }> = {
  needed: { title: "Needed", lead: "Visitors can look around, but nobody can order without these." },
  sale: { title: "Advised before the first sale", lead: "The law or your customers expect these." },
  payments: { title: "Payments", lead: "Advised: try once what every order will do." },
  safety: { title: "Mail and safety", lead: "Advised: so that nothing gets lost." },
};

/** An item as found in the shop's data. */
export interface OpeningItem {
  key: OpeningKey;
  isDone: boolean;
  /** What was found, or what is missing: whole sentences. */
  why: string;
}

/** What staff can confirm, because it cannot be seen in the shop's data. */
export const CONFIRMABLE = ["tax", "legal", "backup"] as const satisfies OpeningKey[];
export type Confirmable = (typeof CONFIRMABLE)[number];
