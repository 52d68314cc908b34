import type { Db } from "~/db/database.server";
import { startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { startSession } from "~/domain/people/accounts/sessions.server";
import { recordSignIn } from "~/domain/people/factors/sign-ins.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { sendContactMessage } from "~/domain/front/pages/contact.server";
import { storePaymentEvent, processPaymentEvents } from "~/domain/sales/payments/payment-events.server";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { askForTitle } from "~/domain/readers/waiting/wanted-titles.server";
import { addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { queueMail } from "~/platform/mail/mail.server";
import { createAccount, createAddress, createBook } from "./factories";
import { MemoryGateway } from "./payments/memory-gateway";
import { createOrder } from "./orders";

const AT = "2026-01-01T00:00:00.000Z";

/** Unique texts: a row or file that contains one of them contains data of this customer. */
export const TRACES = {
  email: "zq.reader@kavita.example",
  earlierEmail: "zq.old@kavita.example",
  firstName: "Zuleikha",
  lastName: "Qadri",
  recipient: "Zahida Qadri-Begum",
  street: "77 Gulmohar Galli",
  billedTo: "Zahida Pathshala",
  giver: "Zahida Khala",
  wish: "Eid mubarak from Gulmohar",
  mobile: "9123406789",
  orderEmail: "deliveries@zq-house.example",
  vpa: "zq@okbank",
  remarks: "Mujhe bahut pasand aayi",
  message: "Kitab kab aayegi",
  returnRemarks: "Kagaz phata hua tha",
  userAgent: "ZQPhone/9.1",
  subject: "google-subject-4471",
  passkey: "Zuleikha's old phone",
};

const payerOf = (orderId: string, paymentId: string) => ({
  id: paymentId,
  entity: "payment",
  order_id: orderId,
  amount: 25_100,
  currency: "INR",
  status: "captured",
  method: "upi",
  email: TRACES.orderEmail,
  contact: `+91${TRACES.mobile}`,
  vpa: TRACES.vpa,
  upi: { vpa: TRACES.vpa },
});

/** A customer with a row in every table that can hold something about one, and a delivered order. */
export async function fullCustomer(db: Db, passwordHash: string | null = null) {
  const accountId = await createAccount(db, {
    email: TRACES.email,
    first_name: TRACES.firstName,
    last_name: TRACES.lastName,
    password_hash: passwordHash,
  });
  const books = [await createBook(db), await createBook(db), await createBook(db)] as const;
  await createAddress(db, accountId, {
    fullname: TRACES.recipient,
    address1: TRACES.street,
    mobile: TRACES.mobile,
    email: TRACES.orderEmail,
    is_default: 1,
  });
  const order = await deliveredOrder(db, accountId, books[0]);
  await addToCart(db, { accountId }, { bookId: books[1], quantity: 2 });
  await addToWishlist(db, accountId, books[1]);
  const saved = { account_id: accountId, book_id: books[2], quantity: 1, saved_at: AT };
  await db.insertInto("saved_items").values(saved).execute();
  await saveReview(db, { accountId, bookId: books[0], rating: 2, remarks: TRACES.remarks });
  const userAgent = TRACES.userAgent;
  await startSession(db, { accountId, remember: true, userAgent });
  await startRefreshFamily(db, accountId, undefined, new Date(), userAgent);
  await recordSignIn(db, { accountId, event: "signed_in", method: "password", userAgent });
  await factors(db, accountId);
  await emailRecords(db, accountId, books[2]);
  await mails(db, accountId);
  return { accountId, books, ...order };
}

async function factors(db: Db, accountId: number) {
  const later = "2099-01-01T00:00:00.000Z";
  await db
    .insertInto("passkeys")
    .values({
      account_id: accountId,
      credential_id: "zq-credential",
      public_key: "",
      sign_count: 0,
      name: TRACES.passkey,
      created_at: AT,
      last_used_at: null,
    })
    .execute();
  const challenge = { challenge_hash: "of-no-token", purpose: "add", account_id: accountId } as const;
  await db
    .insertInto("passkey_challenges")
    .values({ ...challenge, expires_at: later })
    .execute();
}

async function deliveredOrder(db: Db, accountId: number, bookId: number) {
  const placed = await createOrder(db, new MemoryGateway(), "delivered", { accountId, bookId });
  const { orderId, gatewayOrderId, paymentId, staffId } = placed;
  await db.deleteFrom("addresses").where("id", "=", placed.addressId).execute();
  await db
    .updateTable("orders")
    .set({
      fullname: TRACES.recipient,
      address1: TRACES.street,
      buyer_name: TRACES.billedTo,
      is_gift: 1,
      gift_from: TRACES.giver,
      gift_message: TRACES.wish,
      mobile: TRACES.mobile,
      email: TRACES.orderEmail,
    })
    .where("id", "=", orderId)
    .execute();
  const at = { happened_at: AT };
  await db
    .insertInto("order_events")
    .values({
      ...at,
      order_id: orderId,
      kind: "confirmation_resent",
      actor: "staff",
      actor_account_id: staffId,
      detail: JSON.stringify({ to: TRACES.email }),
    })
    .execute();
  const audit = (subject: "order" | "customer", id: number, after: object) =>
    db
      .insertInto("audit_entries")
      .values({
        ...at,
        account_id: staffId,
        subject,
        subject_id: id,
        action: "noted",
        after: JSON.stringify(after),
      })
      .execute();
  await audit("order", orderId, { Note: `Call ${TRACES.mobile}` });
  await audit("customer", accountId, { Status: "Active", Name: `${TRACES.firstName} ${TRACES.lastName}` });
  await returnOf(db, accountId, orderId);
  await gatewayRecords(db, gatewayOrderId, paymentId);
  return { orderId, staffId, gatewayOrderId };
}

/** A received return with its refund, and a use of a coupon. */
async function returnOf(db: Db, accountId: number, orderId: number) {
  const line = await db
    .selectFrom("order_lines")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto("return_requests")
    .values({
      order_id: orderId,
      account_id: accountId,
      reason: "damaged",
      remarks: TRACES.returnRemarks,
      answer: `Dear ${TRACES.firstName}, we are sorry`,
      state: "received",
      requested_at: AT,
      answered_at: AT,
      received_at: AT,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("return_lines")
    .values({ return_id: id, order_line_id: line.id, quantity: 1 })
    .execute();
  const payment = await db
    .selectFrom("payments")
    .select("id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("refunds")
    .values({
      order_id: orderId,
      payment_id: payment.id,
      amount: 5000,
      reason: "staff",
      note: `Agreed with ${TRACES.email}`,
      status: "processed",
      idempotency_key: `full-customer-${orderId}`,
      next_try_at: AT,
      last_error: null,
      created_at: AT,
      updated_at: AT,
    })
    .execute();
  const { id: couponId } = await db
    .insertInto("coupons")
    .values({
      code: `DIWALI${orderId}`,
      kind: "amount",
      value: 1000,
      created_at: AT,
      updated_at: AT,
      most_discount: null,
      starts_at: null,
      ends_at: null,
      total_limit: null,
      customer_limit: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("coupon_uses")
    .values({
      order_id: orderId,
      coupon_id: couponId,
      account_id: accountId,
      discount: 1000,
      used_at: AT,
      released_at: null,
    })
    .execute();
}

/** Processed and waiting payment events, and the sandbox's tables. */
async function gatewayRecords(db: Db, gatewayOrderId: string, paymentId: string) {
  const body = JSON.stringify({ payload: { payment: { entity: payerOf(gatewayOrderId, paymentId) } } });
  const event = { gateway: "sandbox", kind: "payment.captured", body };
  await storePaymentEvent(db, { ...event, eventId: `evt-done-${paymentId}` });
  await processPaymentEvents(db);
  await storePaymentEvent(db, { ...event, eventId: `evt-waits-${paymentId}` });
  const order = { id: gatewayOrderId, amount: 25_100, currency: "INR", receipt: null, created_at: AT };
  await db.insertInto("sandbox_orders").values(order).execute();
  const { email, contact, vpa } = payerOf(gatewayOrderId, paymentId);
  const none = {
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
  };
  await db
    .insertInto("sandbox_payments")
    .values({
      id: paymentId,
      order_id: gatewayOrderId,
      amount: 25_100,
      currency: "INR",
      status: "captured",
      method: "upi",
      card_last4: null,
      email,
      contact,
      vpa,
      created_at: AT,
      ...none,
    })
    .execute();
  const webhook = { event: "payment.captured", body, created_at: AT, delivered_at: null, last_error: null };
  await db
    .insertInto("sandbox_webhooks")
    .values({ ...webhook, event_id: `evt-out-${paymentId}`, next_try_at: AT })
    .execute();
}

/** Other tables with an email address or an account id. */
async function emailRecords(db: Db, accountId: number, bookId: number) {
  const { id: subscriberId } = await db
    .insertInto("newsletter_subscribers")
    .values({
      email: TRACES.email,
      state: "confirmed",
      requested_at: AT,
      confirmed_at: AT,
      unsubscribed_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("audit_entries")
    .values({
      subject: "newsletter",
      subject_id: subscriberId,
      action: "added",
      after: JSON.stringify({ Email: TRACES.email }),
      account_id: null,
      happened_at: AT,
    })
    .execute();
  const { email, firstName: name, message } = TRACES;
  await sendContactMessage(db, { name, email, orderNumber: "", message }, new Date(AT));
  const alert = { book_id: bookId, email: TRACES.email, requested_at: AT, told_at: null };
  await db
    .insertInto("stock_alerts")
    .values({ ...alert, account_id: accountId })
    .execute();
  await askForTitle(db, { title: "Lost Pages", author: "", email: TRACES.email }, new Date(AT));
  await db
    .insertInto("identities")
    .values({
      provider: "google",
      subject: TRACES.subject,
      account_id: accountId,
      email: TRACES.email,
      linked_at: AT,
    })
    .execute();
  await db
    .insertInto("account_tokens")
    .values({
      account_id: accountId,
      purpose: "change_email",
      token_hash: "of-no-token",
      new_email: `new.${TRACES.email}`,
      created_at: AT,
      expires_at: AT,
      used_at: null,
    })
    .execute();
}

/** Queued mails to the present and to the earlier address. */
async function mails(db: Db, accountId: number) {
  const mail = (to: string, dedupeKey: string) =>
    queueMail(db, {
      to,
      dedupeKey,
      subject: `A mail to ${TRACES.firstName}`,
      text: to,
      html: to,
      now: new Date(AT),
    });
  await mail(TRACES.email, "one-to-the-address-in-use");
  await mail(TRACES.earlierEmail, "one-to-the-earlier-address");
  await mail(TRACES.earlierEmail, `email-changed:${accountId}:1`);
}
