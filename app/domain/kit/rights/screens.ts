import { MASTER_DATA } from "../master-data";
import type { Right } from "./rights";

/** `everybody`: everybody who works here. (The right `staff` is for those who decide about others: owners.) */
export type Need = Right | "everybody";

/** The rights of one screen of the back office. */
export interface Screen {
  see: Need;
  /** A second right that it needs besides: of a file with what another right lets one see. */
  also?: Right;
  /** For its forms: one right for all, or one for each intent. Without it the screen has no forms. */
  send?: Need | Readonly<Record<string, Need>>;
}

/** A list of what happens in the shop: one declaration makes route, right, link in the sidebar and words to find it by. */
interface ListScreen extends Screen {
  /** Its link in the sidebar. */
  link: { label: string; hint?: string; icon: string; end?: true };
  /** By which staff find it, beside its name. */
  words: string;
}

const both = (right: Need): Screen => ({ see: right, send: right });

/** The lists of the sidebar's group 'Sales', in its order, by path below /admin. Each is answered by routes/admin/<path>/<path>.tsx. */
export const LISTS = {
  orders: {
    see: "orders",
    send: { pack: "dispatch", deliver: "dispatch" },
    link: { label: "Orders", icon: "receipt" },
    words: "sales purchases payments refunds returns",
  },
  counter: {
    ...both("dispatch"),
    link: { label: "Counter", hint: "Counter: sales at the shop or a fair", icon: "cart" },
    words: "fair stall shop cash upi walk-in till register pos",
  },
  logistics: {
    see: "orders",
    link: { label: "Logistics", hint: "Logistics: shipments", icon: "route", end: true },
    words: "parcels in transit tracking delivery",
  },
  customers: {
    ...both("customers"),
    link: { label: "Customers", icon: "people" },
    words: "readers buyers accounts people",
  },
  categories: {
    ...both("catalogue"),
    link: { label: "Categories", icon: "shapes" },
    words: "tags subjects copies sold",
  },
  reviews: {
    ...both("reviews"),
    link: { label: "Reviews", icon: "speech" },
    words: "ratings stars comments moderation",
  },
  newsletter: {
    ...both("newsletter"),
    link: { label: "Newsletter", icon: "envelope" },
    words: "subscribers emails mailing list",
  },
  coupons: {
    ...both("coupons"),
    link: { label: "Coupons", icon: "ticket" },
    words: "discounts codes offers vouchers",
  },
  accounts: {
    see: "sales",
    link: { label: "Accounts", hint: "Accounts: the month", icon: "ledger" },
    words: "accountant month sums tax gst sales refunds payments export",
  },
} as const satisfies Record<string, ListScreen>;

const listed = Object.fromEntries(
  Object.entries<ListScreen>(LISTS).map(([path, { see, send }]) => [
    `/admin/${path}`,
    { see, ...(send && { send }) },
  ]),
);

/**
 * What each screen of the back office needs, by the path of its route. The guard of the back office and the sidebar read
 * this table; a route that is not in it is refused to everybody.
 */
export const SCREENS: Readonly<Record<string, Screen>> = {
  "/admin": { see: "everybody" },
  "/admin/*": { see: "everybody" },
  "/admin/account": both("everybody"),
  "/admin/account/security": both("everybody"),
  "/admin/prove": both("everybody"),
  "/admin/change-password": both("everybody"),
  "/admin/sidebar": both("everybody"),
  // Only what the member of staff may see is searched.
  "/admin/find": { see: "everybody" },
  "/admin/find/suggest": { see: "everybody" },

  "/admin/products": both("catalogue"),
  "/admin/products/export": { see: "catalogue" },
  "/admin/products/many": both("catalogue"),
  "/admin/choices/:kind": both("catalogue"),
  "/admin/imports": both("catalogue"),
  "/admin/imports/template": { see: "catalogue" },
  "/admin/imports/:importId": both("catalogue"),
  "/admin/imports/:importId/refused": { see: "catalogue" },
  ...Object.fromEntries(Object.values(MASTER_DATA).map(({ path, right }) => [`/admin/${path}`, both(right)])),
  "/admin/search": { see: "catalogue" },
  "/admin/search/synonyms": both("catalogue"),
  "/admin/search/wanted": both("catalogue"),

  ...listed,
  "/admin/orders/:orderId": {
    see: "orders",
    send: {
      note: "orders",
      pack: "dispatch",
      despatch: "dispatch",
      shipment: "dispatch",
      deliver: "dispatch",
      "take-back": "dispatch",
      resend: "dispatch",
      cancel: "refunds",
      refund: "refunds",
      "retry-refund": "refunds",
      return: "refunds",
      confirm: "dispatch",
      "send-code": "dispatch",
      "text-code": "dispatch",
      cash: "refunds",
      "take-back-cash": "refunds",
      transfer: "refunds",
      refuse: "refunds",
      "paid-back": "refunds",
      balance: "refunds",
      "parcel-delivered": "dispatch",
      "parcel-lost": "dispatch",
      parcel: "dispatch",
      "parcel-take-back": "dispatch",
    },
  },
  "/admin/orders/ship": both("dispatch"),
  "/admin/orders/manifest": { see: "dispatch" },
  "/admin/orders/manifest/file": { see: "dispatch" },
  "/admin/orders/papers": { see: "orders" },
  "/admin/orders/papers/file": { see: "orders" },
  "/admin/orders/new": both("dispatch"),
  "/admin/orders/:orderId/edit": both("refunds"),
  "/admin/orders/:orderId/exchange": both("refunds"),
  "/admin/orders/:orderId/packing-slip": { see: "orders" },
  "/admin/orders/:orderId/invoice": { see: "orders" },
  "/admin/orders/:orderId/documents/:documentId": { see: "orders" },
  "/admin/accounts/receivables": both("sales"),
  "/admin/accounts/receivables/:customerId": both("sales"),
  "/admin/accounts/receivables/:customerId/statement": both("sales"),
  "/admin/accounts/receivables/:customerId/statement/file": { see: "exports", also: "sales" },
  "/admin/accounts/gstr1": { see: "sales" },
  "/admin/accounts/gstr1/file": { see: "exports", also: "sales" },
  "/admin/quotations": { see: "orders" },
  "/admin/quotations/:quotationId": { see: "orders", send: "dispatch" },
  "/admin/quotations/:quotationId/pdf": { see: "orders" },
  "/admin/logistics/refused": { see: "orders" },
  "/admin/remittances": { see: "orders", send: "remittances" },
  "/admin/remittances/:remittanceId": { see: "orders", send: "remittances" },
  "/admin/accounts/reports": { see: "sales" },
  "/admin/accounts/reports/file": { see: "exports", also: "sales" },
  "/admin/accounts/journal": both("sales"),
  "/admin/accounts/settlements": both("sales"),

  "/admin/accounts/export/:list": { see: "exports", also: "sales" },
  "/admin/accounts/documents": { see: "exports", also: "sales" },

  "/admin/customers/groups": { see: "customers" },
  "/admin/customers/groups/:groupId": both("customers"),
  "/admin/customers/:customerId": both("customers"),
  "/admin/newsletter/export": { see: "exports", also: "newsletter" },
  "/admin/appearance": both("content"),
  "/admin/appearance/preview": { see: "content" },
  "/admin/appearance/announcement": both("content"),
  "/admin/appearance/menus": both("content"),
  "/admin/appearance/featured": both("catalogue"),
  "/admin/pages": { see: "content" },
  "/admin/pages/news": { see: "content" },
  "/admin/pages/:pageId": both("content"),
  "/admin/pages/pictures": both("content"),
  "/admin/pages/messages": both("content"),
  "/admin/pages/messages/complaints": { see: "exports", also: "content" },
  "/admin/pages/addresses": both("content"),
  "/admin/programs": both("programs"),
  "/admin/programs/webhooks": both("programs"),
  "/admin/programs/webhooks/:endpointId": both("programs"),
  "/admin/delivery": both("settings"),
  "/admin/delivery/days": both("settings"),
  "/admin/delivery/presets": both("settings"),
  "/admin/delivery/rates": both("settings"),
  "/admin/delivery/file": both("settings"),
  "/admin/delivery/export": { see: "settings" },
  "/admin/delivery/zones/:zoneId": both("settings"),
  "/admin/settings": both("settings"),
  "/admin/settings/tax-rates": both("settings"),
  "/admin/settings/hsn": { see: "settings" },
  "/admin/audit": { see: "audit" },
  "/admin/audit/export": { see: "audit" },
  "/admin/notices": both("everybody"),
  "/admin/staff": both("staff"),
  "/admin/staff/security": both("staff"),
  "/admin/appearance/look": both("content"),
  "/admin/opening": {
    see: "settings",
    send: {
      confirm: "settings",
      "test-keys": "payments",
      "test-mail": "settings",
      close: "settings",
      open: "settings",
    },
  },
  "/admin/opening/test-purchase": both("payments"),
  "/admin/opening/test-purchase/pay": both("payments"),
  "/admin/mails": { see: "content" },
  "/admin/mails/:mail": both("content"),
  "/admin/mails/:mail/preview": { see: "content" },
};

/** The screen at an address, e.g. "/admin/orders/7?confirm=cancel"; undefined for none of the table. */
export function screenAt(address: string): Screen | undefined {
  const parts = address.split(/[?#]/, 1)[0]!.split("/");
  const pattern = Object.keys(SCREENS).find((path) => {
    const names = path.split("/");
    return names.length === parts.length && names.every((name, n) => name === parts[n] || name[0] === ":");
  });
  return SCREENS[address.split(/[?#]/, 1)[0]!] ?? (pattern === undefined ? undefined : SCREENS[pattern]);
}

/** Whether somebody with these rights has what is needed. */
export const hasRight = (rights: readonly Right[], need: Need): boolean =>
  need === "everybody" || rights.includes(need);

/** What somebody with these rights lacks to see a screen; null: nothing. */
export function missingToSee({ see, also }: Screen, rights: readonly Right[]): Need | null {
  if (!hasRight(rights, see)) return see;
  return also === undefined || hasRight(rights, also) ? null : also;
}

/** The right that a form of a screen needs; null: there is no such form. */
export function formNeeds({ send }: Screen, intent: string | null): Need | null {
  if (send === undefined || typeof send === "string") return send ?? null;
  return (intent !== null && Object.hasOwn(send, intent) && send[intent]) || null;
}

/** Whether somebody with these rights may send any form of a screen. */
export function canSendAny({ send }: Screen, rights: readonly Right[]): boolean {
  if (send === undefined) return false;
  const needs = typeof send === "string" ? [send] : Object.values(send);
  return needs.some((need) => hasRight(rights, need));
}
