// Made from the schema by npm run tables.
import type { Generated, GeneratedAlways } from "kysely";
import type { AuditSubject } from "./audit-subjects";
import type { NameListKey } from "./name-lists";

export type Flag = 0 | 1;
export type OrderState = "pending" | "paid" | "packed" | "shipped" | "delivered" | "cancelled" | "refunded";
export type PageKind = "page" | "news" | "terms" | "privacy";

/** The types of the tables for Kysely. Money is integer paise, times are UTC in ISO 8601. */
export interface Tables {
  account_credits: {
    id: Generated<number>;
    order_id: number;
    form_key: string;
    amount: number;
    reason: string;
    made_by: number | null;
    created_at: string;
  };
  account_receipts: {
    id: Generated<number>;
    account_id: number;
    /** The form's random key: however often it is posted, there is one receipt. */
    form_key: string;
    way: "cash" | "upi" | "transfer" | "cheque";
    amount: number;
    /** '': none */
    reference: Generated<string>;
    /** A plain date. */
    received_on: string;
    recorded_by: number | null;
    created_at: string;
    /** Taken back: it counts no more. */
    taken_back_at: string | null;
    taken_back_why: Generated<string>;
  };
  account_tokens: {
    id: Generated<number>;
    account_id: number;
    purpose: "confirm_email" | "reset_password" | "change_email" | "delete_account";
    token_hash: string;
    /** change_email only */
    new_email: string | null;
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  accounts: {
    id: Generated<number>;
    email: string;
    /** null: signs in through a third party only */
    password_hash: string | null;
    first_name: string;
    last_name: string;
    role: Generated<"customer" | "admin">;
    status: Generated<"active" | "inactive">;
    email_confirmed_at: string | null;
    show_recommendations: Generated<Flag>;
    created_at: string;
    /** All orders the customer has placed, in any state. */
    order_count: Generated<number>;
    /** Deleted: the row stays for its orders, without personal data. */
    deleted_at: string | null;
    /** What a member of staff may do (app/domain/kit/rights). Customers have no job. */
    job: "owner" | "manager" | "catalogue" | "orders" | "accounts" | null;
    /** A JSON list: rights given to this person beside those of the job. */
    extra_rights: Generated<string>;
    group_id: number | null;
    credit_limit: number | null;
    credit_days: number | null;
  };
  addresses: {
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
    /** The address preselected at the next checkout; at most one. */
    is_default: Generated<Flag>;
  };
  api_keys: {
    id: Generated<number>;
    name: string;
    /** SHA-256 of the key, which is not stored itself. */
    key_hash: string;
    /** To recognise the key by. */
    last_four: string;
    /** JSON: the names of its rights. */
    rights: string;
    /** Who made it. The key has only those of its rights that this account has too. */
    account_id: number;
    created_at: string;
    expires_at: string;
    /** Written at most once a minute. */
    last_used_at: string | null;
    /** When its maker was told that it will expire. */
    warned_at: string | null;
    revoked_at: string | null;
    revoked_by: number | null;
  };
  audit_entries: {
    id: Generated<number>;
    /** the member of staff */
    account_id: number | null;
    subject: AuditSubject;
    /** settings: 0 */
    subject_id: number;
    action: string;
    before: Generated<string>;
    after: Generated<string>;
    happened_at: string;
    /** Who did it, as the person was called at the time: the entry keeps it when the account is gone. */
    actor: Generated<string>;
    /** When personal data was erased from the values, at a customer's request; null: never. */
    erased_at: string | null;
    /** The name of the key with which an account did it; null: the account itself. */
    api_key: string | null;
    /** Entries of one action on many things, such as an import: the entry that tells of the whole, which the log shows in place of all of them. null: an entry of its own, or the one that tells of others. */
    part_of: number | null;
  };
  authors: {
    id: Generated<number>;
    name: string;
    name_key: string;
    /** By what names are sorted, in the order of their script's alphabet (app/db/search/title-key.ts), as titles are. Whoever writes a name computes it before the commit; '' of names that do not have it yet: the next start fills it. */
    sort_key: Generated<string>;
  };
  balances: {
    id: Generated<number>;
    order_id: number;
    amount: number;
    gateway: Generated<string>;
    gateway_order_id: string | null;
    receipt: string;
    created_at: string;
    /** It is paid, or another took its place: neither, and it is open. */
    paid_at: string | null;
    replaced_at: string | null;
  };
  book_authors: {
    book_id: number;
    author_id: number;
    position: number;
  };
  book_contributors: {
    book_id: number;
    author_id: number;
    /** A code of ONIX list 17, e.g. B06 for a translator (domain/catalogue/books/record/contributor-roles.ts). */
    role: string;
    position: number;
  };
  book_languages: {
    book_id: number;
    language_id: number;
  };
  book_pictures: {
    id: Generated<number>;
    book_id: number;
    position: number;
    file: string;
    kind: "back_cover" | "look_inside" | "other";
    /** Empty: named after its kind and the book. */
    alt: string;
    width: number;
    height: number;
  };
  book_subjects: {
    book_id: number;
    scheme: "thema" | "bisac";
    code: string;
    position: number;
  };
  book_tags: {
    book_id: number;
    tag_id: number;
  };
  books: {
    id: Generated<number>;
    title: string;
    brief: string;
    description: Generated<string>;
    isbn13: string | null;
    publisher_id: number;
    language_id: number;
    price: number;
    sale_price: number | null;
    charged_price: GeneratedAlways<number>;
    stock: number;
    page_count: number | null;
    published_on: string | null;
    /** file name below /coverpages/; null: the default cover */
    cover: string | null;
    hidden: Generated<Flag>;
    featured: Generated<Flag>;
    /** of visible reviews; kept by triggers */
    rating_sum: Generated<number>;
    rating_count: Generated<number>;
    rating: GeneratedAlways<number>;
    /** copies on paid orders */
    sold_count: Generated<number>;
    /** rises with each edit by staff */
    version: Generated<number>;
    created_at: string;
    updated_at: string;
    /** The place of a featured book that staff ordered by hand: the highest comes first; 0: after those, by rating. */
    featured_rank: Generated<number>;
    subtitle: string | null;
    /** A code of ONIX list 150, e.g. BC for a paperback (domain/catalogue/books/record/book-formats.ts). */
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
    /** The age of the readers, in years. */
    age_from: number | null;
    age_to: number | null;
    publishing_status: Generated<"forthcoming" | "available" | "out_of_print">;
    /** Null: the shop's setting. */
    hsn: string | null;
    tax_rate: number | null;
    /** The shop's own number of the book. */
    sku: string | null;
    /** Pre-orders. How many copies of a book may be ordered before its publication date; null: none may. */
    preorder_limit: number | null;
    /** Copies in pre-orders that have not left the shop. Maintained by triggers. */
    preordered: Generated<number>;
    /** Where visitors of a hidden book are led, and whether anybody can know it. */
    successor_id: number | null;
    /** 0: hidden since it was added, so visitors are not told that there is such a book. Books that were added before were visible at first. */
    was_shown: Generated<Flag>;
    work_id: number | null;
    /** Sale prices with dates (docs/decisions/0028). sale_price is the price of the sale while it lasts, so that lists, carts and orders read it as before. Of a sale with dates, planned_sale_price has what staff gave; a background task copies it to sale_price on the first day, and empties that after the last. */
    sale_from: string | null;
    sale_until: string | null;
    planned_sale_price: number | null;
    /** By what titles are sorted, in the order of their script's alphabet (app/db/search/title-key.ts). Whoever writes a title computes it before the commit, with the words of the search; '' of books that do not have it yet: the next start fills it. */
    title_key: Generated<string>;
    country_of_origin: string | null;
    importer: string | null;
    gyan_post: "yes" | "no" | null;
  };
  bought_together: {
    book_id: number;
    other_id: number;
    order_count: number;
  };
  bulk_change_editions: {
    bulk_change_id: number;
    /** of the row that names it */
    position: number;
    /** thirteen digits if it is valid */
    isbn: string;
  };
  bulk_change_names: {
    id: Generated<number>;
    bulk_change_id: number;
    /** 'author', 'publisher' … or 'title' */
    kind: string;
    name: string;
    too_long: Flag;
    created_id: number | null;
  };
  bulk_change_rows: {
    bulk_change_id: number;
    /** in the file, from 0 */
    position: number;
    /** as the file counts */
    row: number;
    reference: string | null;
    title: string;
    outcome: "added" | "changed" | "unchanged" | "refused";
    /** null: a new book that was not added yet */
    book_id: number | null;
    /** JSON, as the book's history would show them; long texts are cut */
    changes: string;
    /** JSON */
    problems: string;
    /** JSON */
    warnings: string;
    state: "written" | "undone" | "left" | null;
    /** JSON: the values that were replaced, for undoing */
    before: string | null;
    /** The book as this row left it: it is undone only while it still is so. */
    version: number | null;
    stock: number | null;
    hidden: number | null;
    left_because: string | null;
    /** The cover that an import of pictures replaced: its files stay as long as that can be undone. */
    kept_cover: string | null;
    /** why it was not undone */
    linked: string | null;
  };
  bulk_changes: {
    /** An id is never given twice: the audit log names it. */
    id: Generated<number>;
    kind: "import" | "edit";
    status: "uploaded" | "planning" | "planned" | "importing" | "imported" | "cancelled" | "failed" | "undoing" | "undone";
    account_id: number | null;
    /** who it was, as they were called then */
    actor: string;
    file_name: string;
    /** its name in DATA_DIR/imports/; null: removed */
    file: string | null;
    format: string;
    /** JSON: the heading */
    columns: string;
    /** null: not chosen yet */
    mode: string | null;
    /** JSON */
    mapping: string | null;
    created_at: string;
    /** when the present step was asked for: they take turns */
    asked_at: string | null;
    planned_at: string | null;
    started_at: string | null;
    ended_at: string | null;
    /** Of the present step, in rows. */
    done: Generated<number>;
    /** null: not known yet */
    rows: number | null;
    /** Rows by what becomes of them; of what is written, those that were. */
    added: Generated<number>;
    changed: Generated<number>;
    unchanged: Generated<number>;
    refused: Generated<number>;
    written: Generated<number>;
    names_created: Generated<number>;
    undone: Generated<number>;
    not_undone: Generated<number>;
    /** why it failed */
    problem: string | null;
    /** The process that works at it, and until when the others leave it alone. */
    holder: string | null;
    held_until: string | null;
    report_removed_at: string | null;
    /** Who asked for the present step of an import, and the names it created: they are deleted when it is undone. */
    asked_by: number | null;
    asked_name: Generated<string>;
    /** Pictures of an import that were not fetched, because staff stopped that. Their rows of picture_fetches are gone, so that a later import can ask for them again. */
    not_fetched: Generated<number>;
    /** Where the table lies in an import's file: sheet, row of the headings, separator, encoding (JSON; app/domain/book-files/tables/layout.ts). null: ONIX, pictures, a change of many books, and files of before, where it is found again. */
    layout: string | null;
    /** What a check found about an import's file as a whole: how its columns are read, and what staff are asked about (JSON; app/domain/book-files/runs/found.ts). null: not checked, or before. */
    found: string | null;
  };
  cart_items: {
    id: Generated<number>;
    cart_id: number;
    book_id: number;
    quantity: number;
    added_at: string;
  };
  carts: {
    id: Generated<number>;
    account_id: number | null;
    session_hash: string | null;
    updated_at: string;
    coupon_id: number | null;
  };
  catalogue_version: {
    id: number;
    version: number;
    /** How much of the catalogue's version imports have raised: kept pages last while only an import writes. */
    by_imports: Generated<number>;
  };
  contact_messages: {
    id: Generated<number>;
    name: string;
    email: string;
    order_number: Generated<string>;
    message: string;
    sent_at: string;
    answered_at: string | null;
    answered_by: number | null;
    complaint_token: string | null;
    acknowledged_at: string | null;
    book_id: number | null;
    copies: number | null;
    phone: Generated<string>;
  };
  coupon_targets: {
    id: Generated<number>;
    coupon_id: number;
    for_book: number | null;
    for_author: number | null;
    for_tag: number | null;
  };
  coupon_uses: {
    order_id: number;
    coupon_id: number;
    account_id: number;
    discount: number;
    used_at: string;
    released_at: string | null;
    rule: string | null;
  };
  coupons: {
    id: Generated<number>;
    code: string;
    description: Generated<string>;
    kind: "percentage" | "amount" | "copies" | "delivery";
    value: number;
    /** of a percentage */
    most_discount: number | null;
    minimum_subtotal: Generated<number>;
    /** the first moment; null: at once */
    starts_at: string | null;
    /** the moment it is over; null: never */
    ends_at: string | null;
    /** orders; null: no limit */
    total_limit: number | null;
    /** orders of one customer; null: no limit */
    customer_limit: number | null;
    active: Generated<Flag>;
    /** unreleased uses; kept by triggers */
    use_count: Generated<number>;
    version: Generated<number>;
    created_at: string;
    updated_at: string;
    set_size: number | null;
    scope: Generated<"all" | "books" | "authors" | "tags">;
    least_copies: Generated<number>;
    group_id: number | null;
    automatic: Generated<Flag>;
    least_bought: Generated<number>;
  };
  current_catalogue_version: {
    version: number;
    by_imports: number;
  };
  customer_groups: {
    id: Generated<number>;
    name: string;
    /** The name as it is compared: no two groups share it. */
    name_key: string;
    /** 0: it has ended. Its members stay listed, and pay what everybody pays. */
    active: Generated<Flag>;
    /** Paise: what a member may owe for orders on account; 0: nothing. */
    credit_limit: Generated<number>;
    /** Days from the invoice until it is to be paid. */
    credit_days: Generated<number>;
    invoice_by: Generated<"mail" | "post">;
    created_at: string;
    updated_at: string;
  };
  daily_notices: {
    event: string;
    last_day: string;
  };
  delivery_plan: {
    id: number;
    plan: string;
    /** Rises with each change: a form that was opened before another's change is refused. */
    version: number;
    updated_at: string;
  };
  document_lines: {
    document_id: number;
    position: number;
    /** null: delivery, or the line has gone from the order since. */
    of_line: number | null;
    is_delivery: Flag;
    title: string;
    hsn: string;
    tax_rate: number;
    /** 0: delivery, or money alone */
    quantity: number;
    mrp: number;
    unit_price: number;
    gross: number;
    discount: number;
    value: number;
    taxable: number;
    central_tax: number;
    state_tax: number;
    integrated_tax: number;
  };
  documents: {
    id: Generated<number>;
    order_id: number;
    /** Bills and invoices share one series of numbers, notes have one for each kind. */
    series: "invoice" | "credit_note" | "refund_note";
    kind: "bill_of_supply" | "tax_invoice" | "invoice_cum_bill_of_supply" | "bill" | "credit_note" | "refund_note";
    number: string;
    issued_at: string;
    /** The day in India, which decides month and financial year. */
    issued_on: string;
    /** Of a note: the document that it lowers, why, and the refund or the return that it is for. */
    of_document: number | null;
    cause: "refund" | "return" | "lowered" | "changed" | "refused" | "cancelled" | null;
    refund_id: number | null;
    /** The order was cancelled or changed before it was sent, in the month of the document's issue: it has no figures in a return. */
    cancelled_at: string | null;
    /** As JSON: name, address, GSTIN, state …; the payment's id and method; name and lines of the address. */
    seller: string;
    payment: string;
    recipient: string;
    /** '': the buyer has none. */
    buyer_gstin: Generated<string>;
    buyer_reference: Generated<string>;
    /** The GST code of the state of supply; '': abroad or not known. */
    place: Generated<string>;
    split: "within_state" | "between_states";
    /** The sums of its lines. */
    value: number;
    taxable: number;
    central_tax: number;
    state_tax: number;
    integrated_tax: number;
  };
  former_names: {
    /** as in audit entries: 'author', 'tag' … */
    entity: NameListKey;
    /** which it had */
    id: number;
    name: string;
    name_key: string;
    /** the name that stayed; null: deleted */
    into_id: number | null;
    gone_at: string;
  };
  frame_parts: {
    name: "announcement" | "main-menu" | "footer-menu" | "footer-words";
    value: string;
    /** rises with each change */
    version: number;
    updated_at: string;
  };
  group_discounts: {
    id: Generated<number>;
    group_id: number;
    /** Neither: all books. A tag that is deleted had no books. */
    for_tag: number | null;
    for_book: number | null;
    /** Hundredths of a per cent of the list price. */
    rate: number;
    least_copies: Generated<number>;
    created_at: string;
  };
  home_draft: {
    id: number;
    /** null: nothing differs from what is published */
    blocks: string | null;
    /** Rises with each change, and gives new blocks their ids and changed ones their revision. Up to 99: the first blocks. */
    counter: Generated<number>;
    /** who changed it last */
    account_id: number | null;
    changed_at: string | null;
  };
  home_versions: {
    id: Generated<number>;
    /** JSON list, see app/domain/front/home/blocks.ts */
    blocks: string;
    /** JSON list of sentences: what differs from the one before */
    changes: string;
    account_id: number | null;
    published_at: string;
  };
  identities: {
    provider: "google" | "facebook";
    subject: string;
    account_id: number;
    email: string | null;
    linked_at: string;
  };
  invitations: {
    id: Generated<number>;
    email: string;
    first_name: string;
    last_name: string;
    job: "owner" | "manager" | "catalogue" | "orders" | "accounts";
    /** a JSON list, as in accounts */
    extra_rights: Generated<string>;
    /** of the link that was sent last */
    token_hash: string;
    invited_by: number | null;
    created_at: string;
    /** when the last link was sent */
    sent_at: string;
    expires_at: string;
    accepted_at: string | null;
    withdrawn_at: string | null;
  };
  invoice_counters: {
    financial_year: string;
    last_number: number;
  };
  languages: Tables["authors"];
  logistics_providers: {
    id: Generated<number>;
    name: string;
    name_key: string;
    sort_key: Generated<string>;
    tracking_page: string | null;
  };
  low_stock_books: {
    book_id: number;
    sold_out: Flag;
  };
  mail_words: {
    kind: string;
    opening: string;
    closing: string;
    updated_at: string;
  };
  mailed_codes: {
    id: Generated<number>;
    email: string;
    /** SHA-256 of what the browser or app that asked keeps: the code is typed there and nowhere else. */
    holder_hash: string;
    /** A keyed hash, since six digits are found from a plain one. Null: the address had had too many, so there is no code. */
    code_hash: string | null;
    /** 'Remember me'. */
    remember: Flag;
    /** Codes typed so far. */
    tries: Generated<number>;
    created_at: string;
    expires_at: string;
    /** When it opened the account, or another code was asked for instead. */
    used_at: string | null;
    known: Generated<Flag>;
  };
  name_pages: {
    entity: "author" | "publisher" | "series" | "language";
    /** of the name */
    id: number;
    text: Generated<string>;
    website: string | null;
    /** only of authors */
    picture_id: number | null;
    /** in its own script, as its page shows it beside the Latin one */
    native_name: string | null;
  };
  near_forms: {
    form: string;
    spelling: string;
  };
  near_grams: {
    gram: string;
    length: number;
    form: string;
  };
  newsletter_subscribers: {
    id: Generated<number>;
    email: string;
    state: Generated<"unconfirmed" | "confirmed" | "unsubscribed">;
    requested_at: string;
    consent: Generated<string>;
    confirmed_at: string | null;
    unsubscribed_at: string | null;
    token_hash: string | null;
    token_expires_at: string | null;
  };
  note_counters: {
    series: "credit_note" | "refund_note" | "quotation";
    financial_year: string;
    last_number: number;
  };
  notice_choices: {
    account_id: number;
    event: string;
    wanted: Flag;
  };
  old_addresses: {
    id: Generated<number>;
    /** As it is compared: decoded, in small letters, without a slash at the end. */
    address: string;
    target: string;
    created_at: string;
  };
  old_page_addresses: {
    kind: PageKind;
    address: string;
    page_id: number;
  };
  opening_checks: {
    /** As in app/domain/opening/checklist/opening.ts: tax, legal, backup, keys. */
    name: string;
    /** 1: it went well, or somebody has confirmed it. */
    is_ok: Flag;
    /** What came of it, as a sentence. */
    note: Generated<string>;
    /** What it was about, e.g. the key of the gateway. When that has changed, the check no longer counts. */
    about: Generated<string>;
    /** the member of staff */
    account_id: number | null;
    checked_at: string;
  };
  order_confirmations: {
    order_id: number;
    code_hash: string;
    token_hash: string;
    /** Wrong codes so far. */
    tries: Generated<number>;
    created_at: string;
    codes: Generated<number>;
  };
  order_documents: {
    order_id: number;
    number: string;
    issued_at: string;
    /** name, address, GSTIN, state … as JSON */
    seller: string;
    /** its id and method as JSON */
    payment: string;
    kind: Generated<"bill_of_supply" | "tax_invoice" | "invoice_cum_bill_of_supply">;
  };
  order_events: {
    id: Generated<number>;
    order_id: number;
    kind: string;
    detail: Generated<string>;
    actor: "customer" | "staff" | "gateway" | "system";
    actor_account_id: number | null;
    happened_at: string;
    /** The name of the API key with which an account did it; null: the account itself. */
    api_key: string | null;
  };
  order_lines: {
    id: Generated<number>;
    order_id: number;
    book_id: number;
    title: string;
    mrp: number;
    unit_price: number;
    quantity: number;
    hsn: string;
    /** hundredths of a per cent */
    tax_rate: number;
    /** 1: ordered before the book's publication date, so that the line counts against the limit and not against the stock. */
    preorder: Generated<Flag>;
    /** Copies of a pre-order that have not been taken from the stock yet. */
    owed: Generated<number>;
    /** the book's publication date when the customer was last told of it */
    release_told: string | null;
    refunded: Generated<number>;
    discount: Generated<number>;
  };
  order_pairs: {
    order_id: number;
    book_id: number;
    other_id: number;
  };
  orders: {
    id: Generated<number>;
    account_id: number;
    state: Generated<OrderState>;
    cancel_reason: "payment_timeout" | "superseded" | "unserviceable" | "customer" | "staff" | null;
    stock_held: Generated<Flag>;
    currency: Generated<string>;
    item_count: number;
    subtotal: number;
    discount: Generated<number>;
    shipping: number;
    /** included in the prices */
    tax: number;
    total: number;
    /** the address as it was when the order was placed */
    fullname: string;
    address1: string;
    address2: string;
    place: string;
    state_name: string;
    pincode: string;
    mobile: string;
    email: string;
    receipt: string;
    gateway_order_id: string | null;
    invoice_no: string | null;
    invoice_date: string | null;
    logistics_provider_id: number | null;
    tracking_no: string | null;
    eta_date: string | null;
    placed_at: string;
    pay_by: string;
    paid_at: string | null;
    packed_at: string | null;
    shipped_at: string | null;
    delivered_at: string | null;
    cancelled_at: string | null;
    coupon_code: string | null;
    /** The message to the customer why the last attempt to pay failed: shown in the checkout until the order is paid or lapses. */
    payment_problem: string | null;
    /** The tracking number in a comparable form: staff are asked about two parcels with the same number. */
    tracking_key: GeneratedAlways<string | null>;
    gateway: string;
    is_test: Generated<Flag>;
    payment_way: Generated<"online" | "cod" | "transfer" | "account">;
    due_at_door: Generated<number>;
    cod_fee: Generated<number>;
    method_id: number | null;
    method_name: string | null;
    method_carrier: string | null;
    pick_up: string | null;
    promised_from: string | null;
    promised_by: string | null;
    parcel_grams: number | null;
    refused_at: string | null;
    door_received: Generated<number>;
    changed_at: string | null;
    first_due: number | null;
    balance_due: Generated<number>;
    placed_by: number | null;
    buyer_gstin: Generated<string>;
    buyer_name: Generated<string>;
    buyer_address: Generated<string>;
    buyer_reference: Generated<string>;
    due_on: string | null;
    credited: Generated<number>;
    is_gift: Generated<Flag>;
    gift_from: Generated<string>;
    gift_message: Generated<string>;
    exchange_of: number | null;
    zone_id: number | null;
  };
  orders_without_documents: {
    order_id: number;
  };
  outgoing_mails: {
    id: Generated<number>;
    /** e.g. 'order-confirmation:17': the same mail is never queued twice */
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
    /** Headers and attachment of a message. */
    headers: Generated<string>;
    /** A document of the shop's, made when the message is sent: e.g. 'invoice:17' for the document of order 17. */
    attachment: string | null;
  };
  overdue_books: {
    book_id: number;
    published_on: string;
  };
  pages: {
    id: Generated<number>;
    kind: PageKind;
    address: string;
    title: string;
    /** Markdown */
    body: string;
    search_title: Generated<string>;
    search_description: Generated<string>;
    has_contact_form: Generated<Flag>;
    /** Of news: the day in India from which they are shown. */
    posted_on: string | null;
    /** Of news: shown with them. */
    picture_id: number | null;
    published: Generated<Flag>;
    version: Generated<number>;
    created_at: string;
    updated_at: string;
    /** When what visitors see of a page last changed: its published text, or whether it is published. Null: never published. */
    changed_at: string | null;
  };
  parcel_lines: {
    parcel_id: number;
    order_line_id: number;
    quantity: number;
    /** Those of them that were taken from the stock for this parcel, in place of lost ones. */
    from_stock: Generated<number>;
  };
  parcels: {
    id: Generated<number>;
    order_id: number;
    /** 1, 2, 3 within the order */
    number: number;
    logistics_provider_id: number | null;
    tracking_no: string | null;
    weight_g: number | null;
    sent_at: string;
    delivered_at: string | null;
    /** It never arrived: its copies can be sent again. */
    lost_at: string | null;
    /** It was refused at the door, and its copies are in stock again. */
    returned_at: string | null;
    form_key: string | null;
  };
  passkey_challenges: {
    challenge_hash: string;
    purpose: "add" | "sign_in" | "prove";
    /** null: signing in with a passkey alone */
    account_id: number | null;
    expires_at: string;
  };
  passkeys: {
    id: Generated<number>;
    account_id: number;
    /** base64url */
    credential_id: string;
    /** COSE, base64url */
    public_key: string;
    /** 0: this passkey does not count */
    sign_count: number;
    transports: Generated<string>;
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  payment_events: {
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
    /** What an event of a gateway waits for: the payment that it refunds, or the order that it pays, is not known yet. Null: it does not wait. */
    waits_for: string | null;
    about: string | null;
  };
  payments: {
    id: Generated<number>;
    order_id: number;
    gateway_payment_id: string;
    amount: number;
    currency: string;
    status: "created" | "failed" | "authorized" | "captured" | "refunded";
    method: string | null;
    error_description: string | null;
    created_at: string;
    updated_at: string;
    gateway: string;
    reference: string | null;
    received_on: string | null;
    recorded_by: number | null;
    balance_id: number | null;
    money_on: string | null;
    account_receipt: number | null;
  };
  picture_fetches: {
    id: Generated<number>;
    bulk_change_id: number;
    book_id: number;
    /** in the file; 0 is the cover */
    position: number;
    address: string;
    state: Generated<"waiting" | "done" | "refused">;
    /** why it was refused, or is tried again */
    problem: string | null;
    attempts: Generated<number>;
    next_try_at: string;
    /** JSON: the cover or picture that it became, for undoing */
    put: string | null;
  };
  picture_uses: {
    subject: string;
    subject_id: number;
    picture_id: number;
  };
  pictures: {
    id: Generated<number>;
    file: string;
    width: number;
    height: number;
    alt: string;
    created_at: string;
  };
  publishers: Tables["authors"];
  quotations: {
    id: Generated<number>;
    /** e.g. 'QT/26-27/000001' */
    number: string;
    /** Of who made it and the form's random key: however often it is posted, there is one quotation. null: it came without a key. */
    form_key: string | null;
    account_id: number;
    created_by: number;
    created_at: string;
    /** A plain date, the last on which it can be accepted. */
    valid_until: string;
    state: Generated<"open" | "accepted" | "withdrawn">;
    /** What is ordered with it, as the form of an order by staff has it; null: its customer's account was deleted. */
    wanted: string | null;
    /** Its lines with their prices, and what delivery costs. */
    offer: string;
    /** Paise. */
    total: number;
    placed_order: number | null;
    /** Who accepted it; '': nobody, or staff. */
    accepted_by: Generated<string>;
    /** When it was accepted or withdrawn. */
    closed_at: string | null;
  };
  recovery_codes: {
    id: Generated<number>;
    account_id: number;
    code_hash: string;
    created_at: string;
    used_at: string | null;
  };
  refresh_families: {
    id: Generated<number>;
    account_id: number;
    created_at: string;
    user_agent: Generated<string>;
  };
  refresh_tokens: {
    token_hash: string;
    family_id: number;
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  refund_lines: {
    refund_id: number;
    order_line_id: number;
    quantity: number;
    /** Whether the copies went back into stock; 0: they are written off. */
    restocked: Flag;
    lost: Generated<number>;
  };
  refunds: {
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
    /** The failed refund that this one retries with a new key; each is retried at most once. */
    retry_of: number | null;
    /** A return is refunded once: a refund refers to its return. */
    return_id: number | null;
    api_key: string | null;
    paid_back: string | null;
    shipping: Generated<number>;
    money_on: string | null;
  };
  remembered_devices: {
    id: Generated<number>;
    account_id: number;
    token_hash: string;
    user_agent: string;
    created_at: string;
    last_used_at: string;
    expires_at: string;
  };
  remittances: {
    id: Generated<number>;
    name: string;
    /** Of the file's bytes: a list is uploaded once. */
    content_hash: string;
    /** Rows with order, tracking number, amount, reference and date, as they were read. */
    lines: string;
    uploaded_at: string;
    uploaded_by: number | null;
    /** When its receipts were recorded last; null: only looked at so far. */
    recorded_at: string | null;
    recorded_by: number | null;
  };
  return_lines: {
    return_id: number;
    order_line_id: number;
    quantity: number;
  };
  return_requests: {
    id: Generated<number>;
    order_id: number;
    account_id: number;
    reason: "damaged" | "wrong_book" | "misprint" | "not_as_described" | "other";
    remarks: Generated<string>;
    state: Generated<"requested" | "approved" | "declined" | "received" | "withdrawn">;
    /** staff's words to the customer */
    answer: Generated<string>;
    requested_at: string;
    answered_at: string | null;
    answered_by: number | null;
    received_at: string | null;
  };
  reviews: {
    id: Generated<number>;
    book_id: number;
    account_id: number;
    rating: number;
    remarks: string;
    hidden: Generated<Flag>;
    created_at: string;
    updated_at: string;
  };
  sample_books: {
    book_id: number;
    title: string;
  };
  sandbox_orders: {
    id: string;
    amount: number;
    currency: string;
    receipt: string | null;
    notes: Generated<string>;
    status: Generated<"created" | "attempted" | "paid">;
    attempts: Generated<number>;
    created_at: string;
  };
  sandbox_payments: {
    id: string;
    order_id: string;
    amount: number;
    currency: string;
    status: "failed" | "captured" | "refunded";
    method: "card" | "upi";
    /** all that is kept of a card's number */
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
  };
  sandbox_refunds: {
    id: string;
    payment_id: string;
    amount: number;
    status: Generated<"pending" | "processed">;
    notes: Generated<string>;
    receipt: string | null;
    idempotency_key: string | null;
    /** a second request with the same key must have the same body */
    request_hash: string;
    created_at: string;
    process_at: string;
  };
  sandbox_webhooks: {
    id: Generated<number>;
    event_id: string;
    event: string;
    body: string;
    created_at: string;
    attempts: Generated<number>;
    /** null: delivered, or given up */
    next_try_at: string | null;
    delivered_at: string | null;
    last_error: string | null;
  };
  saved_columns: {
    list: "manifest" | "remittance" | "ship";
    columns: string;
  };
  saved_items: {
    account_id: number;
    book_id: number;
    quantity: number;
    saved_at: string;
  };
  search_indexes: {
    subject: string;
    mark: string;
    unfilled_to: number;
  };
  search_later: {
    subject: string;
    row_id: number;
  };
  search_queue: Tables["search_later"];
  search_synonym_phrases: {
    synonym_id: number;
    position: number;
    /** As staff typed it. */
    phrase: string;
    /** Folded as the search compares words, joined by spaces. A phrase is in one synonym only. */
    phrase_key: string;
  };
  search_synonyms: {
    id: Generated<number>;
    created_at: string;
    updated_at: string;
  };
  search_terms: {
    id: Generated<number>;
    /** The week's Monday in India, e.g. 2026-11-23. */
    week: string;
    /** Folded as the search compares words, joined by spaces. */
    term: string;
    missed: number;
    forgiven: number;
  };
  series: Tables["authors"];
  sessions: {
    id_hash: string;
    /** null: a guest */
    account_id: number | null;
    data: Generated<string>;
    remember: Generated<Flag>;
    created_at: string;
    last_seen_at: string;
    expires_at: string;
    /** So that the owner can recognise a session. */
    user_agent: Generated<string>;
    /** When the account last proved itself in this session: by password, code or passkey. Null: not since this was stored. */
    proved_at: string | null;
  };
  settings: {
    key: string;
    value: string;
    updated_at: string;
  };
  settlement_rows: {
    id: Generated<number>;
    settlement_id: number;
    /** 'payment', 'refund', or what else the service calls it. */
    kind: string;
    /** The service's id of the payment, refund … */
    entity: string;
    amount: number;
    /** The service's fee with the tax on it, and that tax alone. */
    fee: number;
    tax: number;
    /** What it takes from, and adds to, what is paid out. */
    debit: number;
    credit: number;
  };
  settlements: {
    id: Generated<number>;
    /** As the service calls it. */
    number: string;
    /** The day in India. */
    settled_on: string;
    /** The bank's number of the transfer; '': not told. */
    utr: Generated<string>;
    added_at: string;
    added_by: number | null;
  };
  sign_ins: {
    id: Generated<number>;
    account_id: number;
    event: "signed_in" | "signed_out" | "wrong_code";
    /** Empty for signing out. */
    method: "" | "password" | "code" | "recovery_code" | "passkey" | "remembered" | "third_party" | "mailed_code";
    channel: "browser" | "app";
    user_agent: string;
    happened_at: string;
  };
  stashed_forms: {
    id: string;
    sealed: string;
    expires_at: string;
    /** Forms of customers are kept too: `account_id` says whose it is, and is null for those of the back office. Each customer has one at most, and their forms are counted by themselves. */
    account_id: number | null;
  };
  stock_alerts: {
    id: Generated<number>;
    book_id: number;
    email: string;
    account_id: number | null;
    requested_at: string;
    told_at: string | null;
  };
  tag_sales: {
    id: Generated<number>;
    tag_id: number;
    /** Below zero when an order was cancelled. */
    copies: number;
  };
  tags: {
    id: Generated<number>;
    name: string;
    name_key: string;
    /** Books and sales of a category, maintained by triggers: summing over all books would be too slow. */
    book_count: Generated<number>;
    sold_count: Generated<number>;
    sort_key: Generated<string>;
  };
  tax_limits: {
    /** Worth of a sale that a return lists by itself, or turnover from which codes are longer. */
    kind: "largeSale" | "longHsn";
    /** In India. */
    from_day: string;
    /** Paise. */
    amount: number;
    /** Where it stands, for the accountant. */
    note: Generated<string>;
  };
  tax_rates: {
    id: Generated<number>;
    /** Its first digits. */
    hsn: string;
    /** In India. */
    from_day: string;
    /** Hundredths of a per cent. */
    rate: number;
    /** printed: only of an e-book whose work has a printed edition. */
    condition: "any" | "printed";
    /** Where the rate stands, for the accountant. */
    note: Generated<string>;
  };
  totp_factors: {
    account_id: number;
    /** Encrypted with a key made from the shop's secret (app/platform/secrets/sealed-text.server.ts). */
    sealed_secret: string;
    created_at: string;
    /** null: being set up; asked for only once a code was right */
    confirmed_at: string | null;
    /** The last time step of 30 seconds whose code was accepted: no code is accepted twice. */
    last_step: Generated<number>;
  };
  unfinished_sign_ins: {
    token_hash: string;
    account_id: number;
    remember: Flag;
    expires_at: string;
  };
  wanted_titles: {
    id: Generated<number>;
    /** As typed. */
    title: string;
    /** Its words as the search compares them: what is asked for under one key is one title. */
    title_key: string;
    /** As typed; empty if unknown. */
    author: string;
    email: string;
    requested_at: string;
    /** When staff said that the shop has it. */
    answered_at: string | null;
    /** The book that it has; null before that, or if the book is deleted. */
    book_id: number | null;
    /** When the mail was written. */
    told_at: string | null;
  };
  webhook_deliveries: {
    id: Generated<number>;
    endpoint_id: number;
    /** The header webhook-id, the same in every try. */
    event_id: string;
    type: string;
    /** The body as it is signed and sent. */
    payload: string;
    created_at: string;
    status: Generated<"queued" | "delivered" | "failed">;
    /** Since the event, or since staff sent it again. */
    attempts: Generated<number>;
    first_try_at: string | null;
    next_try_at: string;
    /** While it is being sent; a process that was killed leaves it behind. */
    sending_until: string | null;
    delivered_at: string | null;
  };
  webhook_endpoints: {
    id: Generated<number>;
    url: string;
    description: Generated<string>;
    /** JSON: the types of events it gets. */
    events: string;
    /** Encrypted (app/platform/secrets/sealed-text.server.ts). After a new secret was made, the former one signs too until former_until. */
    secret: string;
    former_secret: string | null;
    former_until: string | null;
    state: Generated<"active" | "paused">;
    /** By staff; because deliveries failed for three days; because the endpoint answered 410. */
    paused_because: "staff" | "failing" | "gone" | null;
    /** The first failure since the last successful delivery. */
    failing_since: string | null;
    version: Generated<number>;
    /** Who made it, and is told when it is paused. */
    account_id: number | null;
    created_at: string;
    updated_at: string;
  };
  webhook_tries: {
    id: Generated<number>;
    delivery_id: number;
    tried_at: string;
    took_ms: number;
    /** The HTTP status; null: there was no answer. */
    status: number | null;
    /** The beginning of the answer's body. */
    answer: Generated<string>;
    /** Why it counts as failed; null: it was accepted. */
    problem: string | null;
  };
  wishlist_items: {
    account_id: number;
    book_id: number;
    added_at: string;
  };
  works: {
    id: Generated<number>;
    /** 1: the reviews of one edition count for all of them. */
    pools_reviews: Generated<Flag>;
  };
}
