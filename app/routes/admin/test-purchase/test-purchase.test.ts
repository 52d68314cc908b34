import { describe, expect, test } from "vitest";
import { provedAgo } from "~/test/factors";
import { insertOrder } from "~/test/factories-orders";
import { formFields, pageHtml, readPage } from "~/test/pages";
import { payInWindow } from "~/test/paying";
import { type Browser, guestBrowser, staffBrowser, startTestShop, testShop } from "~/test/shop";

const shop = testShop();
const PAGE = "/admin/opening/test-purchase";
const HOSTED = "/sandbox/v1/checkout/embedded";
/** For background tasks on a busy machine. */
const PATIENT = { timeout: 30_000 };

const purchases = () => shop.db.read.selectFrom("orders").selectAll().orderBy("id").execute();
const payments = () => shop.db.read.selectFrom("payments").selectAll().orderBy("id").execute();
const latestRefund = async () =>
  (await shop.db.read.selectFrom("refunds").select("status").orderBy("id").execute()).at(-1)?.status;

async function owner() {
  const staff = await staffBrowser(shop);
  await provedAgo(shop.db.write, staff.staffId, 1);
  return staff;
}

/** Starts a purchase. @returns the form that the payment page posts to the gateway's page */
async function start(staff: Browser) {
  expect(await readPage(staff.post(PAGE, { intent: "start" }))).toMatchObject({
    status: 303,
    to: `${PAGE}/pay`,
  });
  return formFields(await pageHtml(staff.get(`${PAGE}/pay`)), HOSTED);
}

/** Pays on the gateway's page without scripts. @returns the form that leads back to the shop */
async function payOnPage(staff: Browser, form: Record<string, string>, vpa = "success@razorpay") {
  const answer = await staff.post(HOSTED, { ...form, vpa });
  const action = form.callback_url!;
  return { path: action.slice(shop.origin.length), posted: formFields(await answer.text(), action) };
}

/** The gateway posts from its own site: no cookies. */
const callBack = ({ path, posted }: { path: string; posted: Record<string, string> }) =>
  readPage(guestBrowser(shop).post(path, posted));

describe("a test purchase of one rupee, without scripts", () => {
  test("is paid on the gateway's page, told by callback and webhook, and refunded once", async () => {
    const staff = await owner();
    const form = await start(staff);
    expect(form).toMatchObject({ amount: "100", description: "Test purchase" });
    const back = await payOnPage(staff, form);
    expect(await callBack(back)).toMatchObject({ status: 303, to: PAGE });
    expect(await callBack(back)).toMatchObject({ status: 303, to: PAGE });
    await expect.poll(() => pageHtml(staff.get(PAGE)), PATIENT).toContain("Its signed message came on");
    expect(await payments()).toHaveLength(1);
    const paid = await pageHtml(staff.get(PAGE));
    expect(paid).toMatch(/Your browser brought the signed answer|own message came before/);

    const purchase = (await purchases())[0]!.id;
    const refund = () => readPage(staff.post(PAGE, { intent: "refund", purchase }));
    const [first, second] = await Promise.all([refund(), refund()]);
    expect([first.status, second.status]).toEqual([303, 303]);
    await expect.poll(latestRefund, PATIENT).toBe("processed");
    await refund();
    expect(await pageHtml(staff.get(PAGE))).toContain("Refunded on");
    expect(await shop.db.read.selectFrom("sandbox_refunds").select("amount").execute()).toEqual([
      { amount: 100 },
    ]);

    // Every message was of use; the shop has neither a sale nor a bill, and nobody gets a mail.
    await expect
      .poll(
        async () =>
          shop.db.read
            .selectFrom("payment_events")
            .select("kind")
            .where("processed_at", "is", null)
            .execute(),
        PATIENT,
      )
      .toEqual([]);
    const events = await shop.db.read.selectFrom("payment_events").select(["kind", "last_error"]).execute();
    expect(events.map(({ kind }) => kind)).toContain("refund.processed");
    expect(events.filter(({ last_error: remark }) => remark !== null)).toEqual([]);
    expect(await purchases()).toMatchObject([{ is_test: 1, state: "refunded", invoice_no: null }]);
    for (const table of ["order_documents", "invoice_counters", "outgoing_mails"] as const)
      expect(await shop.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(shop.output()).not.toMatch(/"level":50/);
  }, 60_000);

  test("a failed payment says why and can be made again; the window's answer is checked too", async () => {
    const staff = await owner();
    const form = await start(staff);
    const failed = await payOnPage(staff, form, "failure@razorpay");
    expect(await callBack(failed)).toMatchObject({ status: 303, to: PAGE });
    const page = await pageHtml(staff.get(PAGE));
    expect(page).toContain("temporary issue");
    expect(page).toContain(`href="${PAGE}/pay"`);
    expect((await purchases()).length).toBe(2);

    const again = await start(staff);
    expect(again.order_id).toBe(form.order_id);
    const answer = await payInWindow(shop, again);
    const forged = await readPage(
      staff.post(`${PAGE}/pay`, { intent: "confirm", ...answer, razorpay_signature: "forged" }),
    );
    expect(forged).toMatchObject({ status: 303, to: PAGE });
    expect(await pageHtml(staff.get(PAGE))).toContain("could not be verified");
    expect(await readPage(staff.post(`${PAGE}/pay`, { intent: "confirm", ...answer }))).toMatchObject({
      status: 303,
      to: PAGE,
    });
    expect(await pageHtml(staff.get(PAGE))).toContain("The test payment went through");
    // A paid one is not paid again.
    expect(await readPage(staff.get(`${PAGE}/pay`))).toMatchObject({ status: 303, to: PAGE });
  });

  test("the refund asks for the password when the last proof is older than 15 minutes", async () => {
    const staff = await owner();
    await provedAgo(shop.db.write, staff.staffId, 16);
    const purchase = (await purchases()).at(-1)!.id;
    const before = await latestRefund();
    const asked = await readPage(staff.post(PAGE, { intent: "refund", purchase }));
    expect(asked).toMatchObject({ status: 303, to: `/admin/prove?to=${encodeURIComponent(PAGE)}` });
    expect(await latestRefund()).toBe(before);
  });

  test("an abandoned one expires, and the page offers a new one", async () => {
    const staff = await owner();
    await start(staff);
    const before = (await purchases()).length;
    await shop.db.write
      .updateTable("orders")
      .set({ pay_by: new Date(Date.now() - 1000).toISOString() })
      .execute();
    expect(await pageHtml(staff.get(PAGE))).toContain("was not paid");
    expect(await readPage(staff.get(`${PAGE}/pay`))).toMatchObject({ status: 303, to: PAGE });
    await start(staff);
    expect((await purchases()).length).toBe(before + 1);
  });

  test("unknown intents and purchases are refused", async () => {
    const staff = await owner();
    for (const path of [PAGE, `${PAGE}/pay`])
      expect([path, (await staff.post(path, { intent: "x" })).status]).toEqual([path, 400]);
    expect((await staff.post(PAGE, { intent: "refund", purchase: "x" })).status).toBe(404);
  });

  test("a manager may not make one", async () => {
    const manager = await staffBrowser(shop, { job: "manager" });
    expect((await manager.get(PAGE)).status).toBe(403);
    expect((await manager.post(PAGE, { intent: "start" })).status).toBe(403);
  });
});

test("only the payment pages may load the payment service's script", async () => {
  const razorpay = await startTestShop({
    PAYMENTS: "razorpay",
    RAZORPAY_KEY_ID: "rzp_test_00000000000000",
    RAZORPAY_KEY_SECRET: "secret",
    RAZORPAY_WEBHOOK_SECRET: "secret",
  });
  try {
    const staff = await staffBrowser(razorpay);
    // Just placed, so that the background task does not ask the real service yet.
    const placedAt = new Date().toISOString();
    const order = { accountId: staff.staffId, state: "pending", total: 100, placedAt } as const;
    const id = await insertOrder(razorpay.db.write, order);
    await razorpay.db.write
      .updateTable("orders")
      .set({
        is_test: 1,
        gateway: "razorpay",
        gateway_order_id: "order_1",
        pay_by: new Date(Date.now() + 600_000).toISOString(),
      })
      .where("id", "=", id)
      .execute();
    const policy = async (path: string) => (await staff.get(path)).headers.get("Content-Security-Policy");
    expect(await policy(`${PAGE}/pay`)).toMatch(/script-src [^;]*https:\/\/\*\.razorpay\.com/);
    expect(await policy(PAGE)).not.toContain("razorpay.com");
  } finally {
    await razorpay.remove();
  }
});
