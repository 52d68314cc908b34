import type { Db } from "~/db/database.server";
import * as accountMails from "../accounts/account-mails";
import * as factorMails from "../factors/factor-mails";
import { indianDate } from "../dates";
import { newsletterWords } from "../home/shown-blocks.server";
import type { MailFrame } from "../mail-words/mail-frame";
import { readMailFrame } from "../mail-words/mail-frame.server";
import type { MailKind } from "../mail-words/mail-kinds";
import type { OwnLines } from "../mail-words/mail-words";
import * as newsletterMails from "../newsletter/newsletter-mails";
import { orderMail } from "../orders/order-mails.server";
import * as orders from "../orders/order-messages";
import { type AnsweredReturn, returnMessage } from "../orders/return-messages";
import { readSettings } from "../settings/settings.server";
import { backInStockMail } from "../stock-alerts/tell-alerts.server";
import { wantedTitleMail } from "../wanted-titles/tell-wanted.server";

/** Examples of the mails to customers, for staff. They are written by the functions that write the real mails. */

export interface ExampleMail {
  subject: string;
  text: string;
  html: string;
}

/** What the examples take from the shop. */
export interface ExampleWorld {
  frame: MailFrame;
  origin: string;
  supportEmail: string;
  postalAddress: string;
  returnDays: number;
  newsletterWords: string;
  /** Two books, of the shop if it has some. */
  books: [ExampleBook, ExampleBook];
  now: Date;
}

interface ExampleBook {
  title: string;
  /** Paise. */
  price: number;
}

const MADE_UP: [ExampleBook, ExampleBook] = [
  { title: "Letters from the Monsoon Coast", price: 39_900 },
  { title: "A Short History of Tea", price: 27_500 },
];

/** @param origin for the links, e.g. https://books.example.in */
export async function readExampleWorld(db: Db, origin: string, now = new Date()): Promise<ExampleWorld> {
  const settings = await readSettings(db);
  const [first, second] = await db
    .selectFrom("books")
    .select(["title", "charged_price as price"])
    .where("hidden", "=", 0)
    .orderBy("id")
    .limit(2)
    .execute();
  return {
    frame: await readMailFrame(db, settings),
    origin,
    supportEmail: settings.supportEmail,
    postalAddress: settings.postalAddress,
    returnDays: settings.returnDays,
    newsletterWords: await newsletterWords(db),
    books: [first ?? MADE_UP[0], second ?? MADE_UP[1]],
    now,
  };
}

/**
 * An example of a kind of mail.
 * @param given.lines in place of the saved ones
 * @param given.note shown above the mail: that it is a test
 */
export function exampleMail(
  kind: MailKind,
  world: ExampleWorld,
  given: { lines?: OwnLines; note?: string } = {},
): ExampleMail {
  const { lines, note } = given;
  const frame = {
    ...world.frame,
    ...(lines && { words: { ...world.frame.words, [kind]: lines } }),
    ...(note && { note }),
  };
  return WRITERS[kind]({ ...world, frame });
}

/** A customer who pays, waits and sends books back. */
function exampleOrder({ books, now }: ExampleWorld): orders.MailedOrder {
  const subtotal = books[0].price + 2 * books[1].price;
  return {
    id: 1024,
    first_name: "Asha",
    subtotal,
    discount: 0,
    coupon_code: null,
    shipping: 4_000,
    tax: 0,
    total: subtotal + 4_000,
    eta_date: indianDate(now, 5),
    invoice_no: "25-26/000124",
    tracking_no: "EK402113755IN",
    fullname: "Asha Menon",
    address1: "12 Lake View Road",
    address2: "Indiranagar",
    place: "Bengaluru",
    state_name: "Karnataka",
    pincode: "560038",
  };
}

const CARRIER = "India Post";

type Writer = (world: ExampleWorld) => ExampleMail;

const aboutOrder =
  (write: (order: orders.MailedOrder, world: ExampleWorld) => orders.OrderMessage): Writer =>
  (world) => {
    const order = exampleOrder(world);
    return orderMail(world, order, write(order, world));
  };

const aboutReturn = (state: AnsweredReturn["state"], answer: string): Writer =>
  aboutOrder((order, { books, postalAddress }) =>
    returnMessage(
      {
        id: 1,
        orderId: order.id,
        state,
        answer,
        refund: null,
        reason: "damaged",
        remarks: "The cover is torn.",
        lines: [{ bookId: 1, title: books[0].title, quantity: 1 }],
      },
      postalAddress,
    ),
  );

const toMember =
  (write: (site: accountMails.MailSite) => ExampleMail): Writer =>
  ({ frame, origin }) =>
    write({ ...frame, origin });

/** The token of an example's links, which lead nowhere. */
const TOKEN = "example";
const UNSUBSCRIBING = "/newsletter/unsubscribe?id=0&token=example";

const WRITERS: Record<MailKind, Writer> = {
  "order-confirmation": aboutOrder((order, { books }) =>
    orders.confirmationMessage(
      order,
      books.map(({ title, price }, at) => ({ title, quantity: at + 1, unit_price: price, tax_rate: 0 })),
    ),
  ),
  "order-shipped": aboutOrder((order) => orders.shippedMessage(order, CARRIER)),
  "order-delivered": aboutOrder(orders.deliveredMessage),
  "order-cancelled": aboutOrder((order) =>
    orders.cancelledMessage(order, { reason: "customer", wasPaid: true, refund: order.total, note: "" }),
  ),
  "release-moved": aboutOrder((order, { books, now }) =>
    orders.releaseMovedMessage(
      { ...order, eta_date: indianDate(now, 67) },
      [{ title: books[0].title, told: indianDate(now, 30), releasedOn: indianDate(now, 60) }],
      indianDate(now, 60),
    ),
  ),
  "shipment-corrected": aboutOrder((order, { now }) =>
    orders.shipmentMessage(order, CARRIER, now.toISOString()),
  ),
  "despatch-taken-back": aboutOrder(orders.notShippedMessage),
  "delivery-taken-back": aboutOrder((order, { returnDays }) =>
    orders.notDeliveredMessage(order, CARRIER, returnDays),
  ),
  refund: aboutOrder((order, { books }) =>
    orders.staffRefundMessage(order, {
      amount: books[0].price,
      note: "One copy came with a torn cover.",
      books: `1 × ${books[0].title}`,
    }),
  ),
  "gateway-refund": aboutOrder((order) => orders.gatewayRefundMessage(order, order.total)),
  "payment-refund": aboutOrder((order) =>
    orders.paymentRefundMessage(order, { amount: order.total, reason: "second_payment" }),
  ),
  "return-requested": aboutReturn("requested", ""),
  "return-approved": aboutReturn("approved", ""),
  "return-declined": aboutReturn("declined", "The ten days for returns are over."),
  "return-received": aboutReturn("received", ""),
  "confirm-email": toMember((site) => accountMails.confirmEmailMail(site, TOKEN)),
  "already-registered": toMember(accountMails.alreadyRegisteredMail),
  "reset-password": toMember((site) => accountMails.resetPasswordMail(site, TOKEN)),
  "password-changed": toMember(accountMails.passwordChangedMail),
  "new-device": (world) =>
    toMember((site) => factorMails.newDeviceMail(site, "Firefox on Android", world.now.toISOString()))(world),
  "login-changed": toMember((site) => factorMails.factorChangedMail(site, "passkey-added", false)),
  "wrong-codes": toMember((site) => factorMails.wrongCodesMail(site)),
  "identity-connected": toMember((site) => accountMails.identityConnectedMail(site, "Google")),
  "change-email": toMember((site) => accountMails.changeEmailMail(site, TOKEN)),
  "address-taken": toMember(accountMails.addressTakenMail),
  "email-changed": toMember(accountMails.emailChangedMail),
  "delete-account": toMember((site) => accountMails.deleteAccountMail(site, TOKEN)),
  "account-deleted": toMember((site) => accountMails.accountDeletedMail(site, true)),
  "newsletter-confirm": (world) =>
    toMember((site) => newsletterMails.confirmSubscriptionMail(site, TOKEN, world.newsletterWords))(world),
  "newsletter-welcome": (world) =>
    toMember((site) => newsletterMails.welcomeMail(site, site.origin + UNSUBSCRIBING, world.newsletterWords))(
      world,
    ),
  "newsletter-again": toMember((site) =>
    newsletterMails.alreadySubscribedMail(site, site.origin + UNSUBSCRIBING),
  ),
  "stock-alert": ({ frame, books }) =>
    backInStockMail(frame, {
      book_id: 1,
      title: books[0].title,
      charged_price: books[0].price,
      to: "asha@example.com",
      authors: "Meera Iyer",
    }),
  "wanted-title": ({ frame, books }) =>
    wantedTitleMail(frame, {
      bookId: 1,
      title: books[0].title,
      price: books[0].price,
      to: "asha@example.com",
      authors: "Meera Iyer",
    }),
};
