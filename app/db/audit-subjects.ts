import type { NameListKey } from "./name-lists";

/** What an audit entry is about. */
export type AuditSubject =
  | NameListKey
  | "book"
  | "order"
  | "quotation"
  | "settlement"
  | "customer"
  | "customer_group"
  | "review"
  | "settings"
  | "look"
  | "mail_words"
  | "coupon"
  | "home"
  | "newsletter"
  | "picture"
  | "page"
  | "contact_message"
  | "old_address"
  | "search_synonym"
  | "wanted_title"
  | "import"
  | "export"
  | "sign_in"
  | "notices"
  | "api_key"
  | "webhook_endpoint"
  | "staff"
  | "invitation"
  | "opening"
  | "test_purchase";
