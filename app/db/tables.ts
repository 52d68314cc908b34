import type { Generated, GeneratedAlways } from "kysely";

/**
 * The types of the tables for Kysely; the tables themselves are made by migrations/.
 * Money is integer paise, times are UTC in ISO 8601, flags are 0 or 1.
 */
export interface Tables {
  accounts: AccountTable;
  sessions: SessionTable;
  account_tokens: AccountTokenTable;
  invitations: InvitationTable;
  kept_forms: { id: string; sealed: string; expires_at: string };
  refresh_families: {
    id: Generated<number>;
    account_id: number;
    created_at: string;
    user_agent: Generated<string>;
  };
  refresh_tokens: RefreshTokenTable;
  totp_factors: TotpFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  unfinished_sign_ins: { token_hash: string; account_id: number; remember: Flag; expires_at: string };
  remembered_devices: RememberedDeviceTable;
  sign_ins: SignInTable;
  addresses: AddressTable;
  authors: NamedTable;
  languages: NamedTable;
  publishers: NamedTable;
  tags: NamedTable & { book_count: Generated<number>; sold_count: Generated<number> };
  logistics_providers: NamedTable;
  former_names: FormerNameTable;
  /** `id` is that of the name. */
  name_pages: {
    entity: "author" | "publisher" | "series" | "language";
    id: number;
    text: Generated<string>;
    website: string | null;
    picture_id: number | null;
    native_name: string | null;
  };
  books: BookTable;
  /** Not used any more. On PostgreSQL processes of an earlier version write to it while they are replaced. */
  unindexed_books: { book_id: number };
  /** Books that changed, with the catalogue's version by then. */
  book_changes: { book_id: number; at_version: number };
  /** The facets of all books, packed (domain/catalogue/facets/). */
  shelf_parts: { part: number; data: Buffer };
  shelf_version: { id: number; layout: string; version: number };
  sample_books: { book_id: number; title: string };
  series: NamedTable;
  book_contributors: { book_id: number; author_id: number; role: string; position: number };
  /** A view: the contributors that are authors. */
  book_authors: { book_id: number; author_id: number; position: number };
  /** The languages of the text beside the first. */
  book_languages: { book_id: number; language_id: number };
  book_subjects: { book_id: number; scheme: "thema" | "bisac"; code: string; position: number };
  book_tags: { book_id: number; tag_id: number };
  works: WorkTable;
  book_pictures: {
    id: Generated<number>;
    book_id: number;
    position: number;
    file: string;
    kind: "back_cover" | "look_inside" | "other";
    alt: string;
    width: number;
    height: number;
  };
  reviews: ReviewTable;
  wishlist_items: { account_id: number; book_id: number; added_at: string };
  carts: CartTable;
  cart_items: CartItemTable;
  orders: OrderTable;
  order_lines: OrderLineTable;
  order_events: OrderEventTable;
  invoice_counters: { financial_year: string; last_number: number };
  payments: PaymentTable;
  payment_events: PaymentEventTable;
  refunds: RefundTable;
  newsletter_subscribers: NewsletterSubscriberTable;
  identities: IdentityTable;
  coupons: CouponTable;
  coupon_uses: CouponUseTable;
  return_requests: ReturnRequestTable;
  return_lines: { return_id: number; order_line_id: number; quantity: number };
  order_documents: OrderDocumentTable;
  saved_items: { account_id: number; book_id: number; quantity: number; saved_at: string };
  stock_alerts: StockAlertTable;
  wanted_titles: WantedTitleTable;
  opening_checks: OpeningCheckTable;
  test_purchases: TestPurchaseTable;
  test_payments: TestPaymentTable;
  bought_together: { book_id: number; other_id: number; order_count: number };
  /** A view. */
  order_pairs: { order_id: number; book_id: number; other_id: number };
  mail_words: { kind: string; opening: string; closing: string; updated_at: string };
  settings: { key: string; value: string; updated_at: string };
  pictures: PictureTable;
  picture_uses: { subject: string; subject_id: number; picture_id: number };
  pages: PageTable;
  old_addresses: { id: Generated<number>; address: string; target: string; created_at: string };
  search_terms: { id: Generated<number>; week: string; term: string; missed: number; forgiven: number };
  search_synonyms: { id: Generated<number>; created_at: string; updated_at: string };
  search_synonym_phrases: { synonym_id: number; position: number; phrase: string; phrase_key: string };
  old_page_addresses: { kind: PageKind; address: string; page_id: number };
  contact_messages: ContactMessageTable;
  home_versions: HomeVersionTable;
  home_draft: HomeDraftTable;
  frame_parts: { name: FramePartName; value: string; version: number; updated_at: string };
  outgoing_mails: OutgoingMailTable;
  catalogue_version: { id: number; version: number; by_imports: Generated<number> };
  search_queue: { subject: string; row_id: number };
  search_later: { subject: string; row_id: number };
  search_indexes: { subject: string; mark: string; unfilled_to: number };
  near_forms: { form: string; spelling: string };
  near_grams: { gram: string; length: number; form: string };
  audit_entries: AuditEntryTable;
  notice_choices: NoticeChoiceTable;
  /** The day in India of the last daily mail about an event. */
  daily_notices: { event: string; last_day: string };
  low_stock_books: { book_id: number; sold_out: Flag };
  overdue_books: { book_id: number; published_on: string };
  api_keys: ApiKeyTable;
  webhook_endpoints: WebhookEndpointTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_tries: WebhookTryTable;
  bulk_changes: BulkChangeTable;
  bulk_change_rows: BulkChangeRowTable;
  bulk_change_names: {
    id: Generated<number>;
    bulk_change_id: number;
    kind: string;
    name: string;
    too_long: Flag;
    /** The name that the import created; null: none. */
    created_id: number | null;
  };
  bulk_change_editions: { bulk_change_id: number; position: number; isbn: string };
  picture_fetches: {
    id: Generated<number>;
    bulk_change_id: number;
    book_id: number;
    position: number;
    address: string;
    state: Generated<"waiting" | "done" | "refused">;
    problem: Generated<string | null>;
    attempts: Generated<number>;
    next_try_at: string;
    put: Generated<string | null>;
  };
  sandbox_orders: SandboxOrderTable;
  sandbox_payments: SandboxPaymentTable;
  sandbox_refunds: SandboxRefundTable;
  sandbox_webhooks: SandboxWebhookTable;
}

export type Flag = 0 | 1;

interface NamedTable {
  id: Generated<number>;
  name: string;
  name_key: string;
}

interface FormerNameTable {
  entity: AuditSubject;
  id: number;
  name: string;
  name_key: string;
  /** The id of the name that stayed; null: deleted. */
  into_id: number | null;
  gone_at: string;
}

interface AccountTable {
  id: Generated<number>;
  email: string;
  password_hash: string | null;
  first_name: string;
  last_name: string;
  role: Generated<"customer" | "admin">;
  status: Generated<"active" | "inactive">;
  email_confirmed_at: string | null;
  show_recommendations: Generated<Flag>;
  created_at: string;
  /** All orders placed, in any state; maintained by triggers. */
  order_count: Generated<number>;
  /** When the owner deleted the account; the row then has no personal data. */
  deleted_at: Generated<string | null>;
  /** Of staff; null for customers. */
  job: Generated<"owner" | "manager" | "catalogue" | "orders" | "accounts" | null>;
  /** JSON: rights beside those of the job (domain/rights/rights.ts). */
  extra_rights: Generated<string>;
}

interface SessionTable {
  id_hash: string;
  account_id: number | null;
  data: Generated<string>;
  remember: Generated<Flag>;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  user_agent: Generated<string>;
  proved_at: string | null;
}

interface TotpFactorTable {
  account_id: number;
  sealed_secret: string;
  created_at: string;
  confirmed_at: string | null;
  last_step: Generated<number>;
}

interface RecoveryCodeTable {
  id: Generated<number>;
  account_id: number;
  code_hash: string;
  created_at: string;
  used_at: string | null;
}

interface PasskeyTable {
  id: Generated<number>;
  account_id: number;
  credential_id: string;
  public_key: string;
  sign_count: number;
  transports: Generated<string>;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

interface PasskeyChallengeTable {
  challenge_hash: string;
  purpose: "add" | "sign_in" | "prove";
  account_id: number | null;
  expires_at: string;
}

interface RememberedDeviceTable {
  id: Generated<number>;
  account_id: number;
  token_hash: string;
  user_agent: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
}

interface SignInTable {
  id: Generated<number>;
  account_id: number;
  event: "signed_in" | "signed_out" | "wrong_code";
  method: "" | "password" | "code" | "recovery_code" | "passkey" | "remembered" | "third_party";
  channel: "browser" | "app";
  user_agent: string;
  happened_at: string;
}

/** An account's identity at Google or Facebook; `subject` is their id of the person. */
interface IdentityTable {
  provider: "google" | "facebook";
  subject: string;
  account_id: number;
  email: string | null;
  linked_at: string;
}

interface AccountTokenTable {
  id: Generated<number>;
  account_id: number;
  purpose: "confirm_email" | "reset_password" | "change_email" | "delete_account";
  token_hash: string;
  new_email: string | null;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** An invitation to work in the back office. */
interface InvitationTable {
  id: Generated<number>;
  email: string;
  first_name: string;
  last_name: string;
  job: "owner" | "manager" | "catalogue" | "orders" | "accounts";
  /** JSON, as in accounts. */
  extra_rights: Generated<string>;
  token_hash: string;
  invited_by: number | null;
  created_at: string;
  sent_at: string;
  expires_at: string;
  accepted_at: string | null;
  withdrawn_at: string | null;
}

interface RefreshTokenTable {
  token_hash: string;
  family_id: number;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface AddressTable {
  id: Generated<number>;
  account_id: number;
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  state: string;
  pincode: string;
  mobile: string;
  email: string;
  created_at: string;
  updated_at: string;
  is_default: Generated<Flag>;
}

export interface BookTable {
  id: Generated<number>;
  title: string;
  /** By what the title is sorted (app/db/search/title-key.ts). The write connection fills it at the commit. */
  title_key: Generated<string>;
  brief: string;
  description: Generated<string>;
  isbn13: string | null;
  publisher_id: number;
  language_id: number;
  price: number;
  /** What holds now; of a sale with dates, only while it lasts. */
  sale_price: number | null;
  /** Of a sale with dates: what staff gave. */
  planned_sale_price: Generated<number | null>;
  /** Plain dates in India, the first and the last day. */
  sale_from: Generated<string | null>;
  sale_until: Generated<string | null>;
  charged_price: GeneratedAlways<number>;
  stock: number;
  page_count: number | null;
  published_on: string | null;
  cover: string | null;
  hidden: Generated<Flag>;
  featured: Generated<Flag>;
  /** The highest comes first among featured books; 0: not placed by hand. */
  featured_rank: Generated<number>;
  rating_sum: Generated<number>;
  rating_count: Generated<number>;
  rating: GeneratedAlways<number>;
  sold_count: Generated<number>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  subtitle: string | null;
  /** A code of ONIX list 150. */
  format: string | null;
  series_id: number | null;
  series_number: string | null;
  edition_statement: string | null;
  edition_number: number | null;
  imprint: string | null;
  original_title: string | null;
  original_language_id: number | null;
  weight_g: number | null;
  height_mm: number | null;
  width_mm: number | null;
  thickness_mm: number | null;
  age_from: number | null;
  age_to: number | null;
  publishing_status: Generated<"forthcoming" | "available" | "out_of_print">;
  /** Null: the shop's setting. */
  hsn: string | null;
  /** Hundredths of a per cent; null: the shop's setting. */
  tax_rate: number | null;
  sku: string | null;
  /** Copies that may be ordered before the publication date; null: none. */
  preorder_limit: Generated<number | null>;
  /** Copies in pre-orders that have not left the shop; maintained by triggers. */
  preordered: Generated<number>;
  /** The book to which visitors of this one are led while it is hidden. */
  successor_id: number | null;
  /** 0: hidden since it was added. */
  was_shown: Generated<Flag>;
  /** The work of which it is an edition; null: it has no other editions. */
  work_id: Generated<number | null>;
}

/** A work with at least two books; triggers delete it with the last but one. */
interface WorkTable {
  id: Generated<number>;
  /** Whether the reviews of one edition count for all. */
  pools_reviews: Generated<Flag>;
}

interface ReviewTable {
  id: Generated<number>;
  book_id: number;
  account_id: number;
  rating: number;
  remarks: string;
  hidden: Generated<Flag>;
  created_at: string;
  updated_at: string;
}

interface CartTable {
  id: Generated<number>;
  account_id: number | null;
  session_hash: string | null;
  updated_at: string;
  coupon_id: Generated<number | null>;
}

interface CartItemTable {
  id: Generated<number>;
  cart_id: number;
  book_id: number;
  quantity: number;
  added_at: string;
}

export type OrderState = "pending" | "paid" | "packed" | "shipped" | "delivered" | "cancelled" | "refunded";
export type CancelReason = "payment_timeout" | "superseded" | "unserviceable" | "customer" | "staff";

interface OrderTable {
  id: Generated<number>;
  account_id: number;
  state: Generated<OrderState>;
  cancel_reason: CancelReason | null;
  stock_held: Generated<Flag>;
  currency: Generated<"INR">;
  item_count: number;
  subtotal: number;
  discount: Generated<number>;
  shipping: number;
  tax: number;
  total: number;
  fullname: string;
  address1: string;
  address2: string;
  place: string;
  state_name: string;
  pincode: string;
  mobile: string;
  email: string;
  /** A provider's name in domain/gateways/payment-providers.ts. */
  gateway: string;
  receipt: string;
  gateway_order_id: string | null;
  invoice_no: string | null;
  invoice_date: string | null;
  logistics_provider_id: number | null;
  tracking_no: string | null;
  /** `tracking_no` in capitals, without spaces. */
  tracking_key: GeneratedAlways<string | null>;
  eta_date: string | null;
  placed_at: string;
  pay_by: string;
  paid_at: string | null;
  packed_at: string | null;
  shipped_at: string | null;
  delivered_at: string | null;
  cancelled_at: string | null;
  coupon_code: Generated<string | null>;
  /** The message to the customer when the last attempt to pay failed. */
  payment_problem: Generated<string | null>;
}

interface OrderLineTable {
  id: Generated<number>;
  order_id: number;
  book_id: number;
  title: string;
  mrp: number;
  unit_price: number;
  quantity: number;
  hsn: string;
  tax_rate: number;
  /** Ordered before the publication date. */
  preorder: Generated<Flag>;
  /** Copies of a pre-order that have not been taken from the stock yet. */
  owed: Generated<number>;
  /** The publication date that the customer was told last; null: not a pre-order. */
  release_told: Generated<string | null>;
}

interface OrderEventTable {
  id: Generated<number>;
  order_id: number;
  kind: string;
  detail: Generated<string>;
  actor: "customer" | "staff" | "gateway" | "system";
  actor_account_id: number | null;
  happened_at: string;
  /** The name of the API key with which the account did it. */
  api_key: Generated<string | null>;
}

export type PaymentStatus = "created" | "failed" | "authorized" | "captured" | "refunded";

interface PaymentTable {
  id: Generated<number>;
  order_id: number;
  gateway: string;
  gateway_payment_id: string;
  amount: number;
  currency: string;
  status: PaymentStatus;
  method: string | null;
  error_description: string | null;
  created_at: string;
  updated_at: string;
}

interface PaymentEventTable {
  id: Generated<number>;
  gateway: string;
  event_id: string;
  kind: string;
  body: string;
  received_at: string;
  processed_at: string | null;
  attempts: Generated<number>;
  next_try_at: string;
  last_error: string | null;
}

interface RefundTable {
  id: Generated<number>;
  order_id: number;
  payment_id: number;
  amount: number;
  reason: string;
  status: Generated<"queued" | "pending" | "processed" | "failed">;
  idempotency_key: string;
  gateway_refund_id: string | null;
  attempts: Generated<number>;
  next_try_at: string;
  last_error: string | null;
  created_at: string;
  updated_at: string;
  note: Generated<string>;
  requested_by: number | null;
  retry_of: number | null;
  return_id: Generated<number | null>;
  /** The name of the API key with which the account asked for it. */
  api_key: Generated<string | null>;
}

interface NewsletterSubscriberTable {
  id: Generated<number>;
  email: string;
  state: Generated<"unconfirmed" | "confirmed" | "unsubscribed">;
  requested_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
  /** The text beside the form that was agreed to. */
  consent: Generated<string>;
  token_hash: Generated<string | null>;
  token_expires_at: Generated<string | null>;
}

interface CouponTable {
  id: Generated<number>;
  code: string;
  description: Generated<string>;
  kind: "percentage" | "amount";
  /** Hundredths of a per cent, or paise. */
  value: number;
  most_discount: number | null;
  minimum_subtotal: Generated<number>;
  starts_at: string | null;
  ends_at: string | null;
  total_limit: number | null;
  customer_limit: number | null;
  active: Generated<Flag>;
  use_count: Generated<number>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

interface CouponUseTable {
  order_id: number;
  coupon_id: number;
  account_id: number;
  discount: number;
  used_at: string;
  released_at: string | null;
}

interface ReturnRequestTable {
  id: Generated<number>;
  order_id: number;
  account_id: number;
  reason: "damaged" | "wrong_book" | "misprint" | "not_as_described" | "other";
  remarks: Generated<string>;
  state: Generated<"requested" | "approved" | "declined" | "received" | "withdrawn">;
  answer: Generated<string>;
  requested_at: string;
  answered_at: string | null;
  answered_by: number | null;
  received_at: string | null;
}

interface OrderDocumentTable {
  order_id: number;
  kind: "bill_of_supply" | "tax_invoice" | "invoice_cum_bill_of_supply";
  number: string;
  issued_at: string;
  /** JSON: the seller as printed in the document. */
  seller: string;
  /** JSON: the payment as printed in the document. */
  payment: string;
}

interface OpeningCheckTable {
  name: string;
  is_ok: Flag;
  note: Generated<string>;
  about: Generated<string>;
  account_id: number | null;
  checked_at: string;
}

interface TestPurchaseTable {
  id: Generated<number>;
  gateway: string;
  receipt: string;
  amount: number;
  gateway_order_id: string | null;
  account_id: number | null;
  started_at: string;
  expires_at: string;
  asked_at: string | null;
}

interface TestPaymentTable {
  id: Generated<number>;
  purchase_id: number;
  gateway_payment_id: string;
  status: PaymentStatus;
  method: string | null;
  error_description: string | null;
  source: "window" | "callback" | "webhook" | "reconciler";
  webhook_at: string | null;
  created_at: string;
  updated_at: string;
  refund_status: "queued" | "pending" | "processed" | "failed" | null;
  refund_key: string | null;
  gateway_refund_id: string | null;
  failed_refund_id: string | null;
  refund_attempts: Generated<number>;
  refund_next_try_at: string | null;
  refund_error: string | null;
  refunded_at: string | null;
}

interface StockAlertTable {
  id: Generated<number>;
  book_id: number;
  email: string;
  account_id: number | null;
  requested_at: string;
  told_at: string | null;
}

interface WantedTitleTable {
  id: Generated<number>;
  title: string;
  title_key: string;
  author: string;
  email: string;
  requested_at: string;
  answered_at: Generated<string | null>;
  book_id: Generated<number | null>;
  told_at: Generated<string | null>;
}

interface PictureTable {
  id: Generated<number>;
  /** The name of the largest file, see platform/picture-files.ts. */
  file: string;
  width: number;
  height: number;
  alt: string;
  created_at: string;
}

/** terms, privacy: the shop's own text instead of the generated one. */
export type PageKind = "page" | "news" | "terms" | "privacy";

interface PageTable {
  id: Generated<number>;
  kind: PageKind;
  address: string;
  title: string;
  /** Markdown. */
  body: string;
  search_title: Generated<string>;
  search_description: Generated<string>;
  has_contact_form: Generated<Flag>;
  /** Of news: the day in India from which they are shown, "2026-11-22". */
  posted_on: string | null;
  picture_id: number | null;
  published: Generated<Flag>;
  version: Generated<number>;
  created_at: string;
  updated_at: string;
  /** When what visitors see of it last changed; null: never published. */
  changed_at: string | null;
}

interface ContactMessageTable {
  id: Generated<number>;
  name: string;
  email: string;
  order_number: Generated<string>;
  message: string;
  sent_at: string;
  answered_at: string | null;
  answered_by: number | null;
}

export type AuditSubject =
  | "book"
  | "order"
  | "customer"
  | "review"
  | "settings"
  | "look"
  | "mail_words"
  | "author"
  | "language"
  | "publisher"
  | "tag"
  | "series"
  | "logistics_provider"
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

interface HomeVersionTable {
  id: Generated<number>;
  /** JSON: the blocks of app/domain/home/blocks.ts. */
  blocks: string;
  /** JSON: a list of sentences. */
  changes: string;
  account_id: number | null;
  published_at: string;
}

interface HomeDraftTable {
  id: Generated<number>;
  blocks: string | null;
  counter: Generated<number>;
  account_id: number | null;
  changed_at: string | null;
}

export type FramePartName = "announcement" | "main-menu" | "footer-menu" | "footer-words";

interface AuditEntryTable {
  id: Generated<number>;
  /** Null for programs and commands of the server, or when the account is gone. */
  account_id: number | null;
  /** Who it was, as they were called at the time. */
  actor: Generated<string>;
  subject: AuditSubject;
  subject_id: number;
  action: string;
  before: Generated<string>;
  after: Generated<string>;
  happened_at: string;
  /** When personal data was erased from the values; null: never. */
  erased_at: Generated<string | null>;
  /** The name of the API key with which the account did it. */
  api_key: Generated<string | null>;
}

/** Whether a member of staff wants the mails about an event; without a row the default of their job holds. */
interface NoticeChoiceTable {
  account_id: number;
  event: string;
  wanted: Flag;
}

interface ApiKeyTable {
  id: Generated<number>;
  name: string;
  key_hash: string;
  last_four: string;
  /** JSON: a list of rights. */
  rights: string;
  account_id: number;
  created_at: string;
  expires_at: string;
  last_used_at: Generated<string | null>;
  warned_at: Generated<string | null>;
  revoked_at: Generated<string | null>;
  revoked_by: Generated<number | null>;
}

interface WebhookEndpointTable {
  id: Generated<number>;
  url: string;
  description: Generated<string>;
  /** JSON: a list of types. */
  events: string;
  /** Encrypted. */
  secret: string;
  former_secret: Generated<string | null>;
  former_until: Generated<string | null>;
  state: Generated<"active" | "paused">;
  paused_because: Generated<"staff" | "failing" | "gone" | null>;
  failing_since: Generated<string | null>;
  version: Generated<number>;
  account_id: number | null;
  created_at: string;
  updated_at: string;
}

interface WebhookDeliveryTable {
  id: Generated<number>;
  endpoint_id: number;
  event_id: string;
  type: string;
  /** JSON: the body. */
  payload: string;
  created_at: string;
  status: Generated<"queued" | "delivered" | "failed">;
  attempts: Generated<number>;
  first_try_at: Generated<string | null>;
  next_try_at: string;
  sending_until: Generated<string | null>;
  delivered_at: Generated<string | null>;
}

interface WebhookTryTable {
  id: Generated<number>;
  delivery_id: number;
  tried_at: string;
  took_ms: number;
  status: number | null;
  answer: Generated<string>;
  problem: string | null;
}

interface OutgoingMailTable {
  id: Generated<number>;
  dedupe_key: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string;
  status: Generated<"queued" | "sent" | "failed">;
  attempts: Generated<number>;
  next_try_at: string;
  last_error: string | null;
  created_at: string;
  sent_at: string | null;
  /** JSON: name and value of further headers. */
  headers: Generated<string>;
  attachment: Generated<string | null>;
}

interface SandboxOrderTable {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Generated<string>;
  status: Generated<"created" | "attempted" | "paid">;
  attempts: Generated<number>;
  created_at: string;
}

interface SandboxPaymentTable {
  id: string;
  order_id: string;
  amount: number;
  currency: string;
  status: "failed" | "captured" | "refunded";
  method: "card" | "upi";
  card_last4: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  amount_refunded: Generated<number>;
  created_at: string;
}

interface SandboxRefundTable {
  id: string;
  payment_id: string;
  amount: number;
  status: Generated<"pending" | "processed">;
  notes: Generated<string>;
  receipt: string | null;
  idempotency_key: string | null;
  request_hash: string;
  created_at: string;
  process_at: string;
}

interface SandboxWebhookTable {
  id: Generated<number>;
  event_id: string;
  event: string;
  body: string;
  created_at: string;
  attempts: Generated<number>;
  next_try_at: string | null;
  delivered_at: string | null;
  last_error: string | null;
}

export type BulkChangeStatus =
  | "uploaded"
  | "planning"
  | "planned"
  | "importing"
  | "imported"
  | "cancelled"
  | "failed"
  | "undoing"
  | "undone";

/** Books changed by the thousand, such as an import. */
interface BulkChangeTable {
  id: Generated<number>;
  kind: "import" | "edit";
  status: BulkChangeStatus;
  account_id: number | null;
  actor: string;
  file_name: string;
  /** Its name in DATA_DIR/imports/; null: removed. */
  file: string | null;
  format: string;
  /** JSON: the heading. */
  columns: string;
  mode: string | null;
  /** JSON. */
  mapping: string | null;
  created_at: string;
  /** When the present step was asked for, and by whom. */
  asked_at: string | null;
  asked_by: number | null;
  asked_name: Generated<string>;
  planned_at: string | null;
  started_at: string | null;
  ended_at: string | null;
  /** Rows of the present step. */
  done: Generated<number>;
  rows: number | null;
  added: Generated<number>;
  changed: Generated<number>;
  unchanged: Generated<number>;
  refused: Generated<number>;
  written: Generated<number>;
  names_created: Generated<number>;
  undone: Generated<number>;
  not_undone: Generated<number>;
  /** Pictures that staff did not want fetched any more. */
  not_fetched: Generated<number>;
  /** Why it failed. */
  problem: string | null;
  /** The process that works at it, and until when the others leave it alone. */
  holder: string | null;
  held_until: string | null;
  report_removed_at: string | null;
}

interface BulkChangeRowTable {
  bulk_change_id: number;
  /** In the file, from 0. */
  position: number;
  /** As the file counts. */
  row: number;
  reference: string | null;
  title: string;
  outcome: "added" | "changed" | "unchanged" | "refused";
  book_id: number | null;
  /** JSON: AuditChange[]; long texts are cut. */
  changes: string;
  /** JSON: PlanProblem[]. */
  problems: string;
  /** JSON: string[]. */
  warnings: string;
  state: "written" | "undone" | "left" | null;
  /** JSON: the values that were replaced. */
  before: string | null;
  /** The book as this row left it. */
  version: number | null;
  stock: number | null;
  hidden: number | null;
  /** The cover that this row replaced: its files stay while the row can be undone. */
  kept_cover: string | null;
  /** JSON: the work into which this row put books, and which. */
  linked: string | null;
  left_because: string | null;
}
