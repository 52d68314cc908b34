import { describe, expect, test } from "vitest";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { accountWithApp, appCode, provedAgo } from "~/test/factors";
import { ApiClient } from "~/test/api";
import { createBook } from "~/test/factories";
import { createOrder, orderRecords, refundKey } from "~/test/orders";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { customerBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const gateway = new MemoryGateway();
const LIMIT = 500_000;

async function staffWithPassword() {
  const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
  return Object.assign(await signedIn(shop, id), { id, email });
}
const costlyOrder = async (staffId: number) =>
  createOrder(shop.db.write, gateway, "delivered", {
    staffId,
    bookId: await createBook(shop.db.write, { price: 600_000 }),
    quantity: 1,
  });
const refundsOf = async (order: Awaited<ReturnType<typeof costlyOrder>>) =>
  (await orderRecords(shop.db.read, order)).refunds;
const refund = (amount: string) => ({
  intent: "refund",
  amount,
  reason: "Torn <b>cover</b>",
  key: refundKey(),
  confirmed: String(Math.round(Number(amount.replace(",", "")) * 100)),
});
const prove = (page: string) => `/admin/prove?to=${encodeURIComponent(page)}`;

describe("a refund above the amount", () => {
  test("asks for the password after 15 minutes, keeps what was typed, and is made when sent again", async () => {
    const staff = await staffWithPassword();
    const order = await costlyOrder(staff.id);
    const page = `/admin/orders/${order.orderId}?confirm=refund`;
    await provedAgo(shop.db.write, staff.id, 16);

    const asked = await readPage(staff.post(page, refund("5,000.01")));
    expect(asked).toMatchObject({ status: 303, to: prove(page) });
    expect(await refundsOf(order)).toEqual([]);

    const form = await pageHtml(staff.get(asked.to!));
    expect(form).toContain("Please confirm that it is you");
    const wrong = await readPage(staff.post(asked.to!, { intent: "password", password: "wrong" }));
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("This is not your current password");
    expect(wrong.html).not.toContain('value="wrong"');

    const proved = await readPage(staff.post(asked.to!, { intent: "password", password: PASSWORD }));
    expect(proved).toMatchObject({ status: 303, to: page });
    const panel = await pageHtml(staff.get(page));
    expect(flashMessages(panel)).toEqual(["Thank you. You are not asked again for 15 minutes"]);
    expect(panel).toContain("Nothing is saved yet. What you typed is filled in again");
    expect(panel).toContain('value="5,000.01"');
    expect(panel).toContain('value="Torn &lt;b&gt;cover&lt;/b&gt;"');
    expect(await readPage(staff.post(page, refund("5,000.01")))).toMatchObject({
      status: 303,
      to: `/admin/orders/${order.orderId}`,
    });
    expect(await refundsOf(order)).toMatchObject([{ amount: LIMIT + 1 }]);
  });

  test("is not asked about within 15 minutes, or up to the amount", async () => {
    const staff = await staffWithPassword();
    const [first, second] = [await costlyOrder(staff.id), await costlyOrder(staff.id)];
    await provedAgo(shop.db.write, staff.id, 14);
    await staff.post(`/admin/orders/${first.orderId}`, refund("5500"));
    expect(await refundsOf(first)).toHaveLength(1);
    const other = await staffWithPassword();
    await provedAgo(shop.db.write, other.id, 16);
    await other.post(`/admin/orders/${second.orderId}`, refund("5000"));
    expect(await refundsOf(second)).toHaveLength(1);
  });

  test("is asked about when several smaller ones come to more", async () => {
    const staff = await staffWithPassword();
    const order = await costlyOrder(staff.id);
    const page = `/admin/orders/${order.orderId}`;
    await provedAgo(shop.db.write, staff.id, 16);
    expect(await readPage(staff.post(page, refund("3000")))).toMatchObject({ to: page });
    const second = refund("2000.01");
    expect(await readPage(staff.post(page, second))).toMatchObject({ status: 303, to: prove(page) });
    const api = new ApiClient(staff);
    const path = `/orders/admin/${order.orderId}/refunds`;
    const body = { amount: 2000.01, reason: "Torn", idempotencyKey: refundKey() };
    expect(await api.post(path, body)).toMatchObject({ status: 403 });
    expect(await refundsOf(order)).toMatchObject([{ amount: 300_000 }]);
    await staff.post(prove(page), { intent: "password", password: PASSWORD });
    expect(await readPage(staff.post(page, second))).toMatchObject({ to: page });
    expect(await refundsOf(order)).toHaveLength(2);
  });

  test("cancelling a costly order refunds it, so it asks too", async () => {
    const staff = await staffWithPassword();
    const bookId = await createBook(shop.db.write, { price: 600_000 });
    const order = await createOrder(shop.db.write, gateway, "paid", {
      staffId: staff.id,
      bookId,
      quantity: 1,
    });
    await provedAgo(shop.db.write, staff.id, 16);
    const page = `/admin/orders/${order.orderId}?confirm=cancel`;
    const asked = await readPage(staff.post(page, { intent: "cancel", note: "Sold out" }));
    expect(asked.to).toBe(prove(page));
    expect((await orderRecords(shop.db.read, order)).row.state).toBe("paid");
  });

  test("through the API needs a recent login, by session or token", async () => {
    const staff = await staffWithPassword();
    const order = await costlyOrder(staff.id);
    const body = { amount: 5500, reason: "Torn", idempotencyKey: refundKey() };
    const path = `/orders/admin/${order.orderId}/refunds`;
    const refused = {
      status: 403,
      body: {
        msg: "Please log in again: refunds above ₹5,000, one or several together, need a login within the last 15 minutes",
      },
    };
    const bySession = new ApiClient(staff);
    await provedAgo(shop.db.write, staff.id, 16);
    expect(await bySession.post(path, body)).toMatchObject(refused);
    const login = { username: staff.email, email: staff.email, password: PASSWORD };
    const { body: tokens } = await bySession.post<{ accessToken: string }>("/auth/authenticate", login);
    const byToken = new ApiClient(await customerBrowser(shop), tokens.accessToken);
    await provedAgo(shop.db.write, staff.id, 16);
    expect(await byToken.post(path, body)).toMatchObject(refused);
    expect(await byToken.post(path, { ...body, amount: "full" })).toMatchObject(refused);
    expect(await refundsOf(order)).toEqual([]);
    await provedAgo(shop.db.write, staff.id, 14);
    expect(await byToken.post(path, body)).toMatchObject({ status: 200, body: { result: 1 } });
  });
});

test.each([
  { list: "/admin/newsletter", filter: "?state=all" },
  { list: "/admin/audit", filter: "?kind=order&from=2026-11-01" },
])("the export of $list asks too, and leads back to the list", async ({ list, filter }) => {
  const staff = await staffWithPassword();
  const download = `${list}/export${filter}`;
  expect((await staff.get(download)).headers.get("Content-Type")).toContain("text/csv");
  await provedAgo(shop.db.write, staff.id, 16);
  expect(await readPage(staff.get(download))).toMatchObject({ status: 303, to: prove(`${list}${filter}`) });
});

describe("proving oneself", () => {
  test("a code from the app or a recovery code serves as well, once; wrong ones are recorded", async () => {
    const staff = await staffWithPassword();
    const { secret, recoveryCodes } = await accountWithApp(shop.db.write, staff.id);
    const page = prove("/admin/settings");
    const html = await pageHtml(staff.get(page));
    expect(html).toMatch(/<input(?=[^>]*name="code")(?=[^>]*autoComplete="one-time-code")[^>]*>/);
    const code = appCode(secret);
    const post = (typed: string) => readPage(staff.post(page, { intent: "code", code: typed }));
    expect((await post("000000")).html).toContain("This code is not right");
    expect(await post(code)).toMatchObject({ status: 303, to: "/admin/settings" });
    expect((await post(code)).html).toContain("This code has been used already");
    expect(await post(recoveryCodes[0]!)).toMatchObject({ status: 303 });
    const events = await shop.db.read
      .selectFrom("sign_ins")
      .select("event")
      .where("account_id", "=", staff.id)
      .execute();
    expect(events).toEqual([{ event: "wrong_code" }, { event: "wrong_code" }]);
  });

  test("leads only to pages of the back office", async () => {
    const staff = await staffWithPassword();
    for (const to of ["https://evil.example/", "//evil.example", "/logout", "/administer", "/\\evil"]) {
      const answer = await readPage(staff.post(prove(to), { intent: "password", password: PASSWORD }));
      expect(answer.to).toBe("/admin");
    }
  });

  test("renews only this session", async () => {
    const staff = await staffWithPassword();
    const other = await signedIn(shop, staff.id);
    await provedAgo(shop.db.write, staff.id, 16);
    await staff.post(prove("/admin"), { intent: "password", password: PASSWORD });
    expect((await staff.get("/admin/newsletter/export")).status).toBe(200);
    expect((await other.get("/admin/newsletter/export")).status).toBe(303);
  });
});
