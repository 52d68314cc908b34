import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { fullCustomer, TRACES } from "~/test/full-customer";
import { exportAccount } from "./account-export.server";

const db = await createTestDatabase();

test("exports everything about the customer, and nothing about others", async () => {
  const { accountId, orderId } = await fullCustomer(db.write, "$argon2id$secret-hash");
  const other = await createAccount(db.write, { email: "other@example.com" });
  const data = await exportAccount(db.read, accountId, new Date());
  expect(data).toMatchObject({
    profile: { firstName: TRACES.firstName, lastName: TRACES.lastName, email: TRACES.email },
    addresses: [{ fullname: TRACES.recipient, mobile: TRACES.mobile }],
    orders: [
      {
        number: orderId,
        state: "delivered",
        total: 250,
        deliveredTo: { address1: TRACES.street, email: TRACES.orderEmail },
        billFor: { name: TRACES.billedTo },
        gift: { from: TRACES.giver, message: TRACES.wish },
        lines: [{ quantity: 1, unitPrice: 250 }],
        payments: [{ amount: 250, status: "captured", method: "card" }],
        refunds: [{ amount: 50, status: "processed" }],
        returns: [{ reason: "damaged", remarks: TRACES.returnRemarks, books: [{ quantity: 1 }] }],
      },
    ],
    couponUses: [{ code: `DIWALI${orderId}`, discount: 10 }],
    reviews: [{ rating: 2, remarks: TRACES.remarks, isPublic: true }],
    wishlist: [{ book: expect.any(String) }],
    cart: [{ quantity: 2 }],
    savedForLater: [{ quantity: 1 }],
    stockAlerts: [{ email: TRACES.email }],
    titlesAskedFor: [{ title: "Lost Pages", author: "", email: TRACES.email, toldAt: null }],
    contactMessages: [{ name: TRACES.firstName, message: TRACES.message, answeredAt: null }],
    newsletter: { state: "confirmed" },
    devices: [{ name: expect.any(String) }, { name: expect.any(String) }],
    signIns: [{ event: "signed_in", method: "password", device: "ZQPhone" }],
    passkeys: [{ name: TRACES.passkey, lastUsedAt: null }],
    connections: [{ provider: "google", subject: TRACES.subject }],
  });
  const to = data.mails.map((mail) => mail.to);
  expect(to).toContain(TRACES.email);
  expect(to).toContain(TRACES.earlierEmail);

  const text = JSON.stringify(data);
  for (const secret of ["secret-hash", "of-no-token", "token_hash", "idHash"])
    expect(text).not.toContain(secret);
  const theirs = JSON.stringify(await exportAccount(db.read, other));
  for (const trace of Object.values(TRACES)) expect(theirs).not.toContain(trace);
});

test("of mails to an earlier address, exports only those sent while it was the account's", async () => {
  const id = await createAccount(db.write, { email: "now@example.com" });
  const at = (day: number) => `2026-11-${day}T00:00:00.000Z`;
  const mail = (recipient: string, day: number, key: string) => ({
    recipient,
    dedupe_key: key,
    subject: key,
    text_body: "",
    html_body: "",
    next_try_at: at(day),
    created_at: at(day),
    last_error: null,
    sent_at: null,
  });
  await db.write
    .insertInto("outgoing_mails")
    .values([
      mail("then@example.com", 10, "before"),
      mail("then@example.com", 11, `email-changed:${id}:1`),
      // By now the address belongs to somebody else.
      mail("then@example.com", 12, "after"),
      mail("now@example.com", 12, "mine"),
      mail("then@example.com", 13, `email-changed:${id}0:1`),
    ])
    .execute();
  const { mails } = await exportAccount(db.read, id);
  expect(mails.map(({ subject }) => subject)).toEqual(["before", `email-changed:${id}:1`, "mine"]);
});
