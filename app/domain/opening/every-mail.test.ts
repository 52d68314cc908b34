import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, refundKey, requestReturn } from "~/test/orders";
import { allMails, mailedToken } from "~/test/mails";
import {
  alreadyRegisteredMail,
  confirmEmailMail,
  passwordChangedMail,
  resetPasswordMail,
} from "~/domain/people/accounts/passwords/account-mails";
import { expiryMail } from "~/domain/people/api-keys/expiry-mails.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { factorChangedMail, newDeviceMail, wrongCodesMail } from "~/domain/people/factors/factor-mails";
import { sendTestMail } from "./checklist/checks.server";
import { confirmSubscription, subscribe } from "~/domain/readers/newsletter/newsletter.server";
import { noticeLowStock } from "~/domain/shop/notices/low-stock.server";
import { queueGatewayRefundMail } from "~/domain/sales/orders/fulfilment/fulfilment-mails.server";
import { queueRefundNotice } from "~/domain/sales/orders/order-mails.server";
import { EXTRA_RIGHTS } from "~/domain/kit/rights/rights";
import { sendContactMessage } from "~/domain/front/pages/contact.server";
import type { OrderState } from "~/domain/sales/orders/orders";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { pausedMail } from "~/domain/shop/webhooks/paused-mail.server";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import {
  accessChangedMail,
  activatedMail,
  deactivatedMail,
  invitationMail,
} from "~/domain/people/staff/staff-mails";

/**
 * Every mail the shop can send, with texts that are difficult for a layout. To look at them:
 * MAIL_GALLERY=.cache/mails npx vitest run app/domain/opening/every-mail.test.ts
 */
const GALLERY = process.env.MAIL_GALLERY;

const LOGO = `logo-${"a".repeat(20)}-720x360.webp`;
const START = new Date("2026-11-21T10:00:00.000Z");
const LONG_TITLE =
  "A Short Account of the Rise, Decline and Second Spring of the Circulating Libraries of Malabar";
const TITLES = [LONG_TITLE, "गोदान", "آگ کا دریا", `Zero <b>"&'</b>`, "W".repeat(80)];

interface Mail {
  name: string;
  subject: string;
  text: string;
  html: string;
}
const mails: Mail[] = [];
const mail = (name: string) => mails.find((one) => one.name === name)!;

beforeAll(async () => {
  const db = await createTestDatabase();
  await setSettings(db.write, { accent: "#0b5d4a", logo: LOGO });
  const shop = await readMailFrame(db.read);
  const site = { ...shop, origin: "https://books.example.in" };
  const token = "t".repeat(32);

  await subscribe(db.write, { email: "asha@example.com", consent: "" }, site, START);
  const asked = await mailedToken(db.read, "asha@example.com");
  await confirmSubscription(db.write, asked, site, START);
  await subscribe(
    db.write,
    { email: "asha@example.com", consent: "" },
    site,
    new Date("2026-11-22T10:00:00.000Z"),
  );

  const gateway = new MemoryGateway();
  const accountId = await createAccount(db.write, { first_name: "Venkatanarasimharajuvaripeta" });
  const staffId = await createStaff(db.write);
  const order = async (state: OrderState, titles: string[]) => {
    const [first, ...others] = await Promise.all(
      titles.map((title) => createBook(db.write, { title, price: 123_456 })),
    );
    for (const bookId of others) await addToCart(db.write, { accountId }, { bookId, quantity: 3 }, START);
    return createOrder(db.write, gateway, state, { accountId, staffId, bookId: first, now: START });
  };
  const delivered = await order("delivered", TITLES);
  await order("cancelled", ["गोदान"]);
  const paid = await order("paid", ["آگ کا دریا"]);
  const reason = "واپسی: One copy came with a torn cover.";
  const { orderId } = paid;
  gateway.refundStatus = "failed";
  await refundByStaff(db.write, { orderId, staffId, amount: 100, reason, key: refundKey() }, START);
  await db.write.transaction().execute(async (trx) => {
    await queueGatewayRefundMail(trx, { id: 900, orderId, amount: 5_000 }, START);
    const refund = { orderId, paymentRowId: 900, amount: 5_000, reason: "second_payment" } as const;
    await queueRefundNotice(trx, refund, START);
  });
  await processRefunds(db.write, gateway, START);
  await requestReturn(db.write, delivered, { reason: "other", remarks: reason }, START);
  await setSettings(db.write, { lowStockMark: 7 });
  await noticeLowStock(db.write, START);
  const message = `${reason}\n\n${LONG_TITLE} <b>&</b>`;
  const sender = { name: TITLES[3]!, email: "w.".repeat(40) + "w@example.com", orderNumber: "12" };
  await sendContactMessage(db.write, { ...sender, message, complaint: true }, START);

  await sendTestMail(
    db.write,
    { staffId: await createStaff(db.write), email: "owner@example.com" },
    site,
    START,
  );
  const access = { by: LONG_TITLE, job: "orders", extraRights: EXTRA_RIGHTS } as const;
  const written = {
    "confirm-email": confirmEmailMail(site, token),
    "already-registered": alreadyRegisteredMail(site),
    "reset-password": resetPasswordMail(site, token),
    "password-changed": passwordChangedMail(site),
    invitation: invitationMail(site, { ...access, token }),
    "access-changed": accessChangedMail(site, access),
    "staff-deactivated": deactivatedMail(site, access.by),
    "staff-activated": activatedMail(site, access.by),
    "api-key-expires": expiryMail(shop, {
      name: "W".repeat(60),
      last_four: "x9_A",
      expires_at: START.toISOString(),
    }),
    "webhook-paused": pausedMail(
      shop,
      {
        id: 1,
        url: `https://hooks.example.in/${"w".repeat(400)}`,
        failingSince: START.toISOString(),
        problem: "Answered 500",
      },
      "failing",
    ),
    "new-device": newDeviceMail(site, LONG_TITLE, START.toISOString()),
    "wrong-codes": wrongCodesMail(site),
    "login-changed": factorChangedMail(site, "reset", true),
  };
  for (const [name, message] of Object.entries(written)) mails.push({ name, ...message });
  const queued = await allMails(db.read);
  for (const { dedupe_key, subject, text_body: text, html_body: html } of queued) {
    const name = dedupe_key.replace(/[^a-z]+/g, " ").trim();
    const again = mails.filter((one) => one.name.startsWith(name)).length;
    mails.push({ name: again ? `${name} ${again + 1}` : name, subject, text, html });
  }
  if (!GALLERY) return;
  mkdirSync(GALLERY, { recursive: true });
  for (const { name, text, html } of mails) {
    writeFileSync(path.join(GALLERY, `${name}.html`), html);
    writeFileSync(path.join(GALLERY, `${name}.txt`), text);
  }
});

test("covers every mail", () => {
  expect(mails.map(({ name }) => name)).toEqual([
    "confirm-email",
    "already-registered",
    "reset-password",
    "password-changed",
    "invitation",
    "access-changed",
    "staff-deactivated",
    "staff-activated",
    "api-key-expires",
    "webhook-paused",
    "new-device",
    "wrong-codes",
    "login-changed",
    "newsletter request asha example com",
    "newsletter welcome",
    "newsletter request asha example com 2",
    "order confirmation",
    "notice order paid",
    "order shipped",
    "order delivered",
    "order confirmation 2",
    "notice order paid 2",
    "order cancelled",
    "order confirmation 3",
    "notice order paid 3",
    "refund",
    "refund 2",
    "payment refund",
    "notice order refund failed",
    "notice order refund failed 2",
    "return requested",
    "notice order return",
    "notice low stock",
    "complaint",
    "notice message new",
    "contact message",
    "opening test",
  ]);
});

test("each is in the shop's accent, with its logo", () => {
  for (const { name, html } of mails) {
    expect([name, html.includes("background:#0b5d4a")]).toEqual([name, true]);
    expect([name, html.includes(`/coverpages/${LOGO.replace(".webp", ".jpg")}`)]).toEqual([name, true]);
  }
});

test("text and HTML of each have heading, button and footer, and no undefined values", () => {
  for (const { name, subject, text, html } of mails) {
    expect([name, /undefined|null|NaN|\[object/.exec(`${subject}${text}${html}`)?.[0]]).toEqual([
      name,
      undefined,
    ]);
    const heading = /<h1[^>]*>([^<]+)</.exec(html)![1]!;
    expect([name, text.startsWith(heading)]).toEqual([name, true]);
    const button = /class="button" href="([^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    expect([name, text.includes(`\n${button}\n`)]).toEqual([name, true]);
    // The reason for the mail, and how to contact the shop.
    const foot = text.split("\n-- \n")[1]!;
    expect([name, foot.split("\n").length > 2, /@/.test(foot)]).toEqual([name, true, true]);
  }
});

test("none needs a style sheet, a script or a picture but the logo; each has a preheader", () => {
  const ownLogo = new RegExp(`<img src="https?://[^"]*/coverpages/${LOGO.replace(".webp", ".jpg")}" alt=""`);
  for (const { name, html: whole } of mails) {
    const html = whole.replace(ownLogo, "<span");
    expect([name, /<(?:script|img|link|iframe|form)\b|url\(|@import/i.exec(html)?.[0]]).toEqual([
      name,
      undefined,
    ]);
    for (const [, attributes] of html.matchAll(/<(?:td|th|p|h1|a)\b([^>]*class="[^"]*"[^>]*)>/g))
      expect([
        name,
        attributes,
        /style="[^"]*(?:color|background|padding|border):?/.test(attributes!),
      ]).toEqual([name, attributes, true]);
    expect([name, /<body[^>]*>\s*<div style="display:none[^"]*">\S/.test(html)]).toEqual([name, true]);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https?:\/\//);
  }
});

describe("the order's confirmation", () => {
  test("is a table of books, quantities and amounts", () => {
    const { html, text } = mail("order confirmation");
    const lines = [
      ...html.matchAll(/<tr><th scope="row" class="ink line" dir="auto"[^>]*>([^<]*)<\/th>(.*?)<\/tr>/g),
    ];
    expect(lines.map(([, title]) => title)).toHaveLength(TITLES.length);
    for (const [, , cells] of lines) {
      const figures = [...cells!.matchAll(/<td[^>]*text-align:right[^>]*>([^<]*)</g)].map(
        ([, value]) => value,
      );
      expect(figures).toEqual(figures[0] === "1" ? ["1", "₹1,234.56"] : ["3", "₹3,703.68"]);
    }
    expect(html).toContain("Zero &lt;b&gt;&quot;&amp;&#39;&lt;/b&gt;");
    expect(text).toContain("गोदान\n  Quantity 3, ₹3,703.68");
    expect(text).toMatch(/\nTotal: ₹[\d,.]+\n/);
    expect(text).toContain(`Delivery to:\n${ADDRESS.fullname}\n${ADDRESS.address1}\n`);
  });
});
