import { MASTER_DATA } from "~/domain/kit/master-data";
import { SETTINGS_KEYS, SETTINGS_LABELS, type SettingsKey } from "~/domain/shop/settings/settings.schema";
import type { Right } from "~/domain/kit/rights/rights";
import { hasRight, LISTS, screenAt } from "~/domain/kit/rights/screens";
import { FOUND_MAX, type FoundGroup } from "./finding";

interface Named {
  link: { label: string; hint?: string };
  words: string;
}

/** @param screens by path below /admin */
const named = (screens: Readonly<Record<string, Named>>) =>
  Object.fromEntries(
    Object.entries(screens).map(([path, { link, words }]) => [
      `/admin/${path}`,
      [link.hint ?? link.label, words] as const,
    ]),
  );

const GSTR1 = "/admin/accounts/gstr1";

/** Screens of the back office by address: their name, and other words that staff would type for them. */
export const FINDABLE_SCREENS: Readonly<Record<string, readonly [name: string, words: string]>> = {
  "/admin": ["Dashboard", "home start overview to do sales figures"],
  "/admin/products": ["Books", "titles catalogue products prices isbn covers hide show"],
  "/admin/products?add=1": ["Add New Book", "create title product"],
  "/admin/products?stock=low": ["Books low in stock", "inventory sold out copies reorder"],
  "/admin/products?release=overdue": ["Overdue books", "late publication pre-orders"],
  "/admin/products?export=1": ["Export books", "download csv excel xlsx onix spreadsheet"],
  "/admin/imports": ["Imports", "upload file csv excel xlsx onix spreadsheet zip covers template"],
  ...named(Object.fromEntries(Object.values(MASTER_DATA).map((entity) => [entity.path, entity]))),
  "/admin/search": ["Shoppers’ searches", "failed searches not found terms what shoppers search for"],
  "/admin/search/wanted": ["Titles asked for", "wanted requests missing books"],
  "/admin/search/synonyms": ["Synonyms", "same words spelling search"],
  ...named(LISTS),
  "/admin/customers/groups": ["Customer groups", "trade bookshops libraries schools discounts credit terms"],
  "/admin/orders?status=paid": ["Orders to pack", "packing slips paid processing"],
  "/admin/orders?status=packed": ["Orders to ship", "dispatch packed parcels"],
  "/admin/orders/new": ["New order for a customer", "telephone counter fair school desk draft place"],
  "/admin/quotations": ["Quotations", "offers proforma estimates libraries schools accept link"],
  "/admin/orders/ship": ["Ship orders from a list", "tracking numbers awb paste upload dispatch courier"],
  "/admin/orders/manifest": ["Manifest of packed orders", "carrier courier csv pickup handover"],
  "/admin/orders?refund=failed": ["Refunds that failed", "money back stuck"],
  "/admin/orders?waits=confirm": ["Orders to confirm", "cod cash on delivery paid at the door call"],
  "/admin/orders?waits=door": ["Money at doors", "cod cash on delivery not received carriers"],
  "/admin/accounts/receivables": [
    "Open on account",
    "receivables overdue credit owed debtors trade payments",
  ],
  [GSTR1]: ["GSTR-1", "gst return tax portal json hsn file monthly"],
  "/admin/accounts/journal": ["Journal", "tally ledger double entry vouchers accounts names bookkeeping"],
  "/admin/accounts/reports": [
    "Reports of sales",
    "by book author publisher tag language format state method stock value",
  ],
  "/admin/accounts/settlements": [
    "Settlements",
    "razorpay settlement report payout fees gateway utr reconcile",
  ],
  "/admin/logistics/refused": [
    "Refused parcels by PIN code",
    "cod cash on delivery rto returned to origin pin",
  ],
  "/admin/remittances": ["Cash from carriers", "cod cash on delivery remittance list upload"],
  "/admin/orders?return=requested": ["Returns to answer", "send back complaints"],
  "/admin/delivery": [
    "Delivery",
    "shipping zones rates methods postage carriers courier plan cod cash on delivery pay at the door pick-up",
  ],
  "/admin/delivery/days": [
    "Weights and days of delivery",
    "packing weight holidays working days last hour pin code of the shop",
  ],
  "/admin/delivery/presets": ["Presets of delivery", "india post speed post gyan post tariff postage rates"],
  "/admin/delivery/rates": ["Rate card of delivery", "carrier courier prices weight steps paste"],
  "/admin/delivery/file": ["Delivery plan as a file", "csv upload download import export zones rates"],
  "/admin/appearance": ["Home page", "appearance blocks shelves opening design front"],
  "/admin/appearance/announcement": ["Announcement", "banner line notice holidays"],
  "/admin/appearance/menus": ["Menus", "navigation links footer"],
  "/admin/appearance/featured": ["Featured books", "staff picks favourites"],
  "/admin/appearance/look": ["Look", "logo icon favicon colour color theme font typeface brand"],
  "/admin/pages": ["Pages", "about us terms privacy texts content"],
  "/admin/pages/news": ["News", "blog posts articles events"],
  "/admin/pages/pictures": ["Pictures", "images photos uploads"],
  "/admin/pages/messages": ["Messages", "contact form questions inbox"],
  "/admin/pages/addresses": ["Old addresses", "redirects links urls moved"],
  "/admin/mails": ["Mails", "emails words templates to customers"],
  "/admin/staff": ["Staff", "team people invite jobs rights users"],
  "/admin/staff/security": ["How staff log in", "security second step rules two-factor"],
  "/admin/audit": ["Audit log", "history changes who did what record"],
  "/admin/programs": ["Programs", "api keys developers integrations"],
  "/admin/programs/webhooks": ["Webhooks", "api events endpoints integrations"],
  "/admin/settings": ["Settings", "configuration options"],
  "/admin/settings/tax-rates": ["Rates of tax", "gst hsn per cent e-book notebooks maps"],
  "/admin/settings/hsn": ["HSN codes too short", "gst digits return gstr-1"],
  "/admin/opening": ["Opening", "checklist setup go live open close the shop for orders"],
  "/admin/opening/test-purchase": ["Test purchase", "try payment gateway razorpay"],
  "/admin/notices": ["Mails to you", "notices notifications alerts"],
  "/admin/account": ["Your account", "profile name email"],
  "/admin/account/security": ["Login and security", "passkeys second step app recovery codes devices"],
  "/admin/change-password": ["Change password", "login"],
};

/** Words for single settings, beside their labels. */
const SETTING_WORDS: Partial<Record<SettingsKey, string>> = {
  shippingThreshold: "delivery free postage",
  shippingFee: "delivery postage charges",
  taxRate: "gst vat",
  aboveFiveCrore: "hsn digits gst return",
  gstin: "gst tax number",
  invoicePrefix: "bill numbers",
  returnDays: "returns",
  deliveryDays: "estimated delivery shipping time eta",
  mostCopies: "limit quantity",
  reservationMinutes: "unpaid payment timeout",
  codConfirmHours: "cod cash on delivery confirm",
  codOpenPerCustomer: "cod cash on delivery limit",
  codOpenPerPhone: "cod cash on delivery limit",
  codForPreorders: "cod cash on delivery",
  transferOn: "bank transfer upi neft imps",
  transferName: "bank transfer upi",
  transferAccount: "bank transfer neft imps",
  transferIfsc: "bank transfer neft imps",
  transferUpi: "bank transfer vpa qr",
  transferDays: "bank transfer deadline",
};

interface Findable {
  to: string;
  title: string;
  note: string;
  words: string[];
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}-]+/gu) ?? [];

const FINDABLE: readonly Findable[] = [
  ...Object.entries(FINDABLE_SCREENS).map(([to, [title, words]]) => ({
    to,
    title,
    note: "",
    words: wordsOf(`${title} ${words}`),
  })),
  ...SETTINGS_KEYS.map((key) => ({
    to: `/admin/settings#settings-${key}`,
    title: SETTINGS_LABELS[key],
    note: "Settings",
    words: wordsOf(`${SETTINGS_LABELS[key]} ${SETTING_WORDS[key] ?? ""} setting`),
  })),
];

/**
 * The screens and settings that somebody with these rights may see and that have a word for each one typed; those whose
 * name begins with the text first. Without a GSTIN of the shop there is no return.
 * @returns null for none
 */
export function findScreens(
  q: string,
  rights: readonly Right[],
  { gstin }: { gstin: string },
): FoundGroup | null {
  const typed = wordsOf(q);
  if (typed.length === 0) return null;
  const begins = ({ title }: Findable) => title.toLowerCase().startsWith(q.toLowerCase());
  const found = FINDABLE.filter(({ to, words }) => {
    const screen = screenAt(to);
    const fits = typed.every((one) => words.some((word) => word.startsWith(one)));
    return fits && (gstin !== "" || to !== GSTR1) && screen !== undefined && hasRight(rights, screen.see);
  }).sort((one, other) => Number(begins(other)) - Number(begins(one)));
  if (found.length === 0) return null;
  const rows = found.slice(0, FOUND_MAX).map(({ to, title, note }) => ({ to, title, note }));
  return { key: "screens", label: "Screens and settings", rows, count: rows.length, all: null };
}
