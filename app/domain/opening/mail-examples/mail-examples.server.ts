import type { Db } from "~/db/database.server";
import { ACCOUNT_EXAMPLES, type MailExample } from "~/domain/people/accounts/passwords/account-mails";
import { FACTOR_EXAMPLES } from "~/domain/people/factors/factor-mails";
import { indianDate } from "~/domain/kit/dates";
import { newsletterWords } from "~/domain/front/home/shown-blocks.server";
import type { MailFrame } from "~/domain/shop/mail-words/mail-frame";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import type { ExampleBook, ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import type { OwnLines } from "~/domain/shop/mail-words/mail-words";
import { STATEMENT_EXAMPLES } from "~/domain/accounting/statement/statement-mail";
import { COMPLAINT_EXAMPLES } from "~/domain/front/complaints/complaint-mail";
import { QUOTATION_EXAMPLES } from "~/domain/sales/quotations/quotation-mail";
import { TRADE_EXAMPLES } from "~/domain/sales/trade/reminder-mail";
import { NEWSLETTER_EXAMPLES } from "~/domain/readers/newsletter/newsletter-mails";
import { orderMail } from "~/domain/sales/orders/order-mails.server";
import type { MailedOrder, OrderExample } from "~/domain/sales/orders/messages/order-message";
import { ORDER_EXAMPLES } from "~/domain/sales/orders/messages/order-messages";
import { PARCEL_EXAMPLES } from "~/domain/sales/orders/messages/parcel-messages";
import { REFUND_EXAMPLES } from "~/domain/sales/orders/messages/refund-messages";
import { TO_PAY_EXAMPLES } from "~/domain/sales/orders/messages/to-pay-messages";
import { RETURN_EXAMPLES } from "~/domain/sales/orders/returns/return-messages";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { backInStockMail } from "~/domain/readers/waiting/send-alerts.server";
import { wantedTitleMail } from "~/domain/readers/waiting/send-wanted-mails.server";

/** Examples of the mails to customers, for staff. They are written by the functions that write the real mails. */

export interface ExampleMail {
  subject: string;
  text: string;
  html: string;
}

/** What the examples take from the shop. */
export interface ExampleWorld extends ExampleFacts {
  frame: MailFrame;
  origin: string;
  supportEmail: string;
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
function exampleOrder({ books, now }: ExampleWorld): MailedOrder {
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

type Writer = (world: ExampleWorld) => ExampleMail;

const aboutOrder =
  (write: OrderExample): Writer =>
  (world) => {
    const order = exampleOrder(world);
    return orderMail(world, order, write(order, world));
  };

const toMember =
  (write: MailExample): Writer =>
  (world) =>
    write({ ...world.frame, origin: world.origin }, world);

/** The same writers, as functions of all that an example needs. */
const each = <Kind extends MailKind, Example>(
  examples: Readonly<Record<Kind, Example>>,
  writerOf: (example: Example) => Writer,
) =>
  Object.fromEntries(
    Object.entries<Example>(examples).map(([kind, example]) => [kind, writerOf(example)]),
  ) as Record<Kind, Writer>;

const WRITERS: Record<MailKind, Writer> = {
  ...each({ ...ORDER_EXAMPLES, ...TO_PAY_EXAMPLES, ...PARCEL_EXAMPLES, ...REFUND_EXAMPLES }, aboutOrder),
  ...each(RETURN_EXAMPLES, aboutOrder),
  ...each(ACCOUNT_EXAMPLES, toMember),
  ...each(FACTOR_EXAMPLES, toMember),
  ...each(NEWSLETTER_EXAMPLES, toMember),
  ...each(COMPLAINT_EXAMPLES, toMember),
  ...each(TRADE_EXAMPLES, toMember),
  ...each(STATEMENT_EXAMPLES, toMember),
  ...each(QUOTATION_EXAMPLES, toMember),
  "stock-alert": ({ frame, books }) => backInStockMail(frame, waitedFor(books[0])),
  "wanted-title": ({ frame, books }) => wantedTitleMail(frame, waitedFor(books[0])),
};

const waitedFor = ({ title, price }: { title: string; price: number }) => ({
  bookId: 1,
  title,
  price,
  to: "asha@example.com",
  authors: "Meera Iyer",
});
