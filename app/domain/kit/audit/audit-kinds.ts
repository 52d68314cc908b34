import type { NameListKey } from "~/db/name-lists";
import { MASTER_DATA } from "../master-data";
import type { AuditSubject } from "~/db/audit-subjects";
import type { Right } from "../rights/rights";
import { hasRight, SCREENS } from "../rights/screens";

interface AuditKind {
  /** What staff call a thing of this kind. */
  label: string;
  /** Within a sentence, after the action. Empty: the action says it all. */
  noun: string;
  /**
   * The screen that shows it, as in domain/kit/rights/screens.ts: a path with the thing's id; or a list, which `opens`
   * the thing. Without one it has no page.
   */
  screen?: string;
  /** How the screen opens the thing, with ":id" for its id; by default "?edit=:id". */
  opens?: string;
  /** There is only one, so it has no id and no name. */
  isSingle?: true;
}

const names = Object.fromEntries(
  Object.values(MASTER_DATA).map(({ key, plural, noun, path }): [NameListKey, AuditKind] => [
    key,
    { label: plural, noun, screen: `/admin/${path}` },
  ]),
) as Record<NameListKey, AuditKind>;

/** What the audit log is about. The compiler asks for an entry for each `AuditSubject`. */
export const AUDIT_KINDS: Record<AuditSubject, AuditKind> = {
  book: { label: "Books", noun: "book", screen: "/admin/products" },
  ...names,
  order: { label: "Orders", noun: "order", screen: "/admin/orders/:orderId" },
  quotation: { label: "Quotations", noun: "the quotation", screen: "/admin/quotations/:quotationId" },
  settlement: {
    label: "Settlements",
    noun: "settlements of a payment service",
    screen: "/admin/accounts/settlements",
    isSingle: true,
  },
  customer: { label: "Customers", noun: "customer", screen: "/admin/customers/:customerId" },
  customer_group: {
    label: "Customer groups",
    noun: "the customer group",
    screen: "/admin/customers/groups/:groupId",
  },
  review: { label: "Reviews", noun: "a review of", screen: "/admin/reviews", opens: "?q=%23:id" },
  coupon: { label: "Coupons", noun: "coupon", screen: "/admin/coupons" },
  newsletter: {
    label: "Newsletter",
    noun: "subscriber",
    screen: "/admin/newsletter",
    opens: "?state=all&q=%23:id",
  },
  page: { label: "Pages and news", noun: "page", screen: "/admin/pages/:pageId" },
  picture: { label: "Pictures", noun: "picture", screen: "/admin/pages/pictures", opens: "#picture-:id" },
  contact_message: {
    label: "Messages",
    noun: "message",
    screen: "/admin/pages/messages",
    opens: "?q=%23:id",
  },
  old_address: {
    label: "Old addresses",
    noun: "the old addresses",
    screen: "/admin/pages/addresses",
    isSingle: true,
  },
  search_synonym: { label: "Synonyms", noun: "synonym", screen: "/admin/search/synonyms" },
  wanted_title: {
    label: "Titles asked for",
    noun: "the title asked for",
    screen: "/admin/search/wanted",
    opens: "?state=all&q=%23:id",
  },
  settings: { label: "Settings", noun: "the settings", screen: "/admin/settings", isSingle: true },
  home: {
    label: "Home page and menus",
    noun: "the look of the store",
    screen: "/admin/appearance",
    isSingle: true,
  },
  look: { label: "Look", noun: "the look of the shop", screen: "/admin/appearance/look", isSingle: true },
  mail_words: { label: "Words of mails", noun: "the words of mails", screen: "/admin/mails", isSingle: true },
  opening: { label: "Opening the shop", noun: "", screen: "/admin/opening", isSingle: true },
  test_purchase: {
    label: "Test purchases",
    noun: "test purchase",
    screen: "/admin/opening/test-purchase",
    isSingle: true,
  },
  import: { label: "Imports", noun: "the import of", screen: "/admin/imports/:importId" },
  export: { label: "Exports", noun: "", isSingle: true },
  sign_in: { label: "Logins", noun: "", isSingle: true },
  api_key: { label: "API keys", noun: "the API key", screen: "/admin/programs" },
  webhook_endpoint: {
    label: "Webhooks",
    noun: "the webhook",
    screen: "/admin/programs/webhooks/:endpointId",
  },
  staff: { label: "Staff", noun: "the staff account of", screen: "/admin/staff" },
  invitation: {
    label: "Invitations",
    noun: "the invitation of",
    screen: "/admin/staff",
    opens: "#invitation-:id",
  },
  notices: { label: "Mails to staff", noun: "the mails to" },
};

/** The page of a thing, for somebody with these rights; null: there is none, or they may not see it. */
export function pathOfThing(subject: AuditSubject, id: number, rights: readonly Right[]): string | null {
  const { screen, opens = "?edit=:id", isSingle } = AUDIT_KINDS[subject];
  const needed = screen === undefined ? undefined : SCREENS[screen];
  if (screen === undefined || !needed || !hasRight(rights, needed.see)) return null;
  if (isSingle) return screen;
  return (screen.includes(":") ? screen : screen + opens).replace(/:\w+/, String(id));
}

export const AUDIT_SUBJECTS = Object.keys(AUDIT_KINDS) as AuditSubject[];
