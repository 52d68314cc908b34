import type { AuditSubject } from "~/db/tables";

interface AuditKind {
  /** What staff call a thing of this kind. */
  label: string;
  /** Where staff see it; null: it has no page of its own. @param id the thing's */
  path: ((id: number) => string) | null;
  /** Its history has one thing only, so an id would say nothing. */
  isSingle?: true;
}

const panel = (list: string) => (id: number) => `/admin/${list}?edit=${id}`;

/** What the audit log is about. The compiler asks for an entry for each `AuditSubject`. */
export const AUDIT_KINDS: Record<AuditSubject, AuditKind> = {
  book: { label: "Book", path: panel("products") },
  author: { label: "Author", path: panel("authors") },
  publisher: { label: "Publisher", path: panel("publishers") },
  tag: { label: "Book Tag", path: panel("booktags") },
  language: { label: "Language", path: panel("languages") },
  logistics_provider: { label: "Carrier", path: panel("logistics/providers") },
  order: { label: "Order", path: (id) => `/admin/orders/${id}` },
  customer: { label: "Customer", path: (id) => `/admin/customers/${id}` },
  review: { label: "Review", path: null },
  coupon: { label: "Coupon", path: panel("coupons") },
  newsletter: { label: "Newsletter subscriber", path: null },
  page: { label: "Page", path: panel("pages") },
  picture: { label: "Picture", path: null },
  contact_message: { label: "Message", path: null },
  settings: { label: "Settings", path: () => "/admin/settings", isSingle: true },
  export: { label: "Export", path: null, isSingle: true },
  sign_in: { label: "Login", path: null },
  notices: { label: "Mails to staff", path: null },
};

export const AUDIT_SUBJECTS = Object.keys(AUDIT_KINDS) as AuditSubject[];
