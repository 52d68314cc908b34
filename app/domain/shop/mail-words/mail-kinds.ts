/** The mails to customers and subscribers: one declaration for each kind. */

/** What stands for a word in the shop's own lines. */
export const PLACEHOLDERS = {
  "first name": "the customer's first name",
  order: "the order's number, such as #1024",
  shop: "the shop's name",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

interface KindOfMail {
  /** What staff call it. */
  label: string;
  /** When it is sent. */
  sent: string;
  group: "Orders" | "Returns and refunds" | "Accounts" | "Newsletter and stock";
  /** Those that this mail knows, beside the shop's name. */
  knows: readonly Placeholder[];
}

const order = { group: "Orders", knows: ["first name", "order"] } as const;
const money = { group: "Returns and refunds", knows: ["first name", "order"] } as const;
// Mails about accounts never contain a name: whoever typed it may not own the address.
const account = { group: "Accounts", knows: [] } as const;
const list = { group: "Newsletter and stock", knows: [] } as const;

export const MAIL_KINDS = {
  "order-confirmation": { label: "Order confirmed", sent: "When an order is paid", ...order },
  "order-to-confirm": {
    label: "Please confirm",
    sent: "When an order that is paid at the door is placed",
    ...order,
  },
  "order-to-pay": {
    label: "Please pay",
    sent: "When staff place an order that is paid by a link",
    ...order,
  },
  "order-to-transfer": {
    label: "How to pay",
    sent: "When an order that is paid by transfer is placed",
    ...order,
  },
  quotation: {
    label: "Quotation",
    sent: "When staff mail a quotation to a customer",
    group: "Orders",
    knows: [],
  },
  "account-reminder": {
    label: "Reminder of what is late",
    sent: "When staff remind a customer who buys on account",
    group: "Orders",
    knows: [],
  },
  "account-statement": {
    label: "Statement of account",
    sent: "When staff mail a customer who buys on account what they owe",
    group: "Orders",
    knows: [],
  },
  "order-changed": {
    label: "Order changed",
    sent: "When staff change an order before it is packed",
    ...order,
  },
  "order-shipped": { label: "Order shipped", sent: "When an order is handed to the carrier", ...order },
  "parcel-sent": {
    label: "Parcel sent",
    sent: "When a part of an order is sent, or lost books are sent again",
    ...order,
  },
  "parcel-lost": { label: "Parcel lost", sent: "When staff record that a parcel is lost", ...order },
  "loss-taken-back": {
    label: "Parcel not lost",
    sent: "When a parcel that was recorded as lost is not",
    ...order,
  },
  "order-delivered": { label: "Order delivered", sent: "When an order has arrived", ...order },
  "order-cancelled": {
    label: "Order cancelled",
    sent: "When the customer or staff cancel an order, or one that waits for the shop lapses",
    ...order,
  },
  "release-moved": {
    label: "Release date moved",
    sent: "When staff move the publication date of a book that was pre-ordered",
    ...order,
  },
  "shipment-corrected": {
    label: "Parcel corrected",
    sent: "When staff correct carrier or tracking number",
    ...order,
  },
  "despatch-taken-back": { label: "Not shipped yet", sent: "When staff take back a shipment", ...order },
  "delivery-taken-back": { label: "Not delivered yet", sent: "When staff take back a delivery", ...order },
  refund: { label: "Refund", sent: "When staff refund an order", ...money },
  "gateway-refund": {
    label: "Refund by the payment provider",
    sent: "When a refund was made in the payment provider's dashboard",
    ...money,
  },
  "order-note": {
    label: "Credit or refund note",
    sent: "When a refund was made, or staff took something off an invoice on account",
    ...money,
  },
  "payment-refund": {
    label: "Payment returned",
    sent: "When a payment came too late or twice, and is returned by itself",
    ...money,
  },
  "return-requested": { label: "Return asked for", sent: "When a customer asks for a return", ...money },
  "return-approved": { label: "Return approved", sent: "When staff approve a return", ...money },
  "return-declined": { label: "Return declined", sent: "When staff decline a return", ...money },
  "return-received": { label: "Return received", sent: "When the returned books have arrived", ...money },
  "confirm-email": { label: "Confirm the email", sent: "When somebody registers", ...account },
  "already-registered": {
    label: "Already registered",
    sent: "When somebody registers with an address that has an account",
    ...account,
  },
  "login-code": { label: "Code to log in", sent: "When somebody logs in with a code by email", ...account },
  "login-code-staff": {
    label: "No code for staff",
    sent: "To staff, when a code is asked for with their address",
    ...account,
  },
  "reset-password": { label: "Reset the password", sent: "When somebody forgot the password", ...account },
  "password-changed": { label: "Password changed", sent: "When a password was changed", ...account },
  "identity-connected": {
    label: "Login connected",
    sent: "When Google or Facebook was connected to an account",
    ...account,
  },
  "new-device": {
    label: "New device",
    sent: "When somebody logs in with a device that was not seen before",
    ...account,
  },
  "login-changed": {
    label: "Login changed",
    sent: "When a passkey or a second step was added or removed",
    ...account,
  },
  "wrong-codes": {
    label: "Wrong codes",
    sent: "To staff, when somebody types several wrong codes after the right password",
    ...account,
  },
  "change-email": { label: "New email", sent: "When a customer wants another address", ...account },
  "address-taken": {
    label: "Email already taken",
    sent: "When a customer wants an address that has an account",
    ...account,
  },
  "email-changed": { label: "Email changed", sent: "When the address of an account was changed", ...account },
  "delete-account": {
    label: "Delete the account?",
    sent: "When a customer without a password wants the account deleted",
    ...account,
  },
  "account-deleted": { label: "Account deleted", sent: "When an account was deleted", ...account },
  "newsletter-confirm": { label: "Confirm the newsletter", sent: "When somebody subscribes", ...list },
  "newsletter-welcome": { label: "Welcome to the newsletter", sent: "When somebody has confirmed", ...list },
  "newsletter-again": {
    label: "Already subscribed",
    sent: "When somebody subscribes with an address that is on the list",
    ...list,
  },
  "complaint-received": {
    label: "Complaint received",
    sent: "When somebody complains with a contact form, or staff mark a message as a complaint",
    ...list,
  },
  "stock-alert": { label: "Back in stock", sent: "When a book that somebody waits for is back", ...list },
  "wanted-title": { label: "We have it", sent: "When staff have a title that somebody asked for", ...list },
} as const satisfies Record<string, KindOfMail>;

export type MailKind = keyof typeof MAIL_KINDS;

export const ALL_KINDS = Object.keys(MAIL_KINDS) as MailKind[];

/** Whether a text names a kind of mail. */
export const isMailKind = (name: unknown): name is MailKind =>
  typeof name === "string" && Object.hasOwn(MAIL_KINDS, name);

/** The placeholders of a kind, in the order of `PLACEHOLDERS`. */
export function placeholdersOf(kind: MailKind): Placeholder[] {
  const known: readonly Placeholder[] = MAIL_KINDS[kind].knows;
  return (Object.keys(PLACEHOLDERS) as Placeholder[]).filter(
    (name) => name === "shop" || known.includes(name),
  );
}
