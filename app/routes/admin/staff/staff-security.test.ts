import { afterEach, describe, expect, test } from "vitest";
import { sessionClient, tokenClient } from "~/test/api";
import { accountWithApp, appCode, provedAgo } from "~/test/factors";
import { mailsTo } from "~/test/mails";
import { flashMessages, openPage, pageHtml, readPage } from "~/test/pages";
import { signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
const PAGE = "/admin/staff/security";
const SECURITY = "/admin/account/security";
const OFF = { requireSecondFactor: false, refundProofAbove: 500_000 };
const rules = (given: Record<string, string>, shown: object = OFF) => ({
  intent: "save-rules",
  refundProofAbove: "5000",
  shown: JSON.stringify(shown),
  ...given,
});
const require = (on: boolean) =>
  shop.db.write
    .insertInto("settings")
    .values({ key: "requireSecondFactor", value: String(on), updated_at: "2026-01-01T00:00:00.000Z" })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: String(on) }))
    .execute();
afterEach(async () => {
  await shop.db.write
    .deleteFrom("settings")
    .where("key", "in", ["requireSecondFactor", "refundProofAbove"])
    .execute();
});

describe("the rules", () => {
  test("an owner with a second step requires it of all; both rules are in the audit log", async () => {
    const owner = await staffBrowser(shop);
    const refused = await readPage(owner.post(PAGE, rules({ requireSecondFactor: "on" })));
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Please set up your own second step first");
    expect(refused.html).toMatch(/<input(?=[^>]*name="requireSecondFactor")(?=[^>]*checked)[^>]*>/);
    await accountWithApp(shop.db.write, owner.staffId);
    const saved = await readPage(
      owner.post(PAGE, rules({ requireSecondFactor: "on", refundProofAbove: "₹ 1,000.50" })),
    );
    expect(saved).toMatchObject({ status: 303, to: PAGE });
    const html = await pageHtml(owner.get(PAGE));
    expect(html).toContain('value="1000.50"');
    const entry = await shop.db.read
      .selectFrom("audit_entries")
      .select(["subject", "after"])
      .where("account_id", "=", owner.staffId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry.subject).toBe("settings");
    expect(JSON.parse(entry.after)).toEqual({
      "Second step at login": "asked of all staff",
      "Refunds that ask for the password again": "above ₹1,000.50",
    });
  });

  test.each(["", "x", "-1", "1e3", "99999999"])(
    "an amount that is none (%j) is a sentence at its field",
    async (text) => {
      const owner = await staffBrowser(shop);
      const answer = await readPage(owner.post(PAGE, rules({ refundProofAbove: text })));
      expect(answer.status).toBe(400);
      expect(answer.html).toContain("Please enter an amount in rupees, such as 5000");
    },
  );

  test("two owners: the second is told, nothing typed is lost, and saves when asked again", async () => {
    const [first, second] = [await staffBrowser(shop), await staffBrowser(shop)];
    await first.post(PAGE, rules({ refundProofAbove: "100" }));
    const clash = await readPage(second.post(PAGE, rules({ refundProofAbove: "200" })));
    expect(clash.status).toBe(400);
    expect(clash.html).toContain("Somebody else has changed this meanwhile");
    expect(clash.html).toContain("above ₹100");
    expect(clash.html).toContain('value="200"');
    const shown = { ...OFF, refundProofAbove: 10_000 };
    expect((await second.post(PAGE, rules({ refundProofAbove: "200" }, shown))).status).toBe(303);
  });

  test("only owners, and only after a recent proof", async () => {
    const manager = await staffBrowser(shop, { job: "manager" });
    expect((await manager.get(PAGE)).status).toBe(403);
    expect((await manager.post(PAGE, rules({}))).status).toBe(403);
    const owner = await staffBrowser(shop);
    await provedAgo(shop.db.write, owner.staffId, 16);
    expect(await readPage(owner.post(PAGE, rules({ refundProofAbove: "7" })))).toMatchObject({
      status: 303,
      to: `/admin/prove?to=${encodeURIComponent(PAGE)}`,
    });
  });
});

describe("a second step that all staff need", () => {
  test("leads staff without one to its page before anything else opens, and lets them set it up", async () => {
    const clerk = await staffBrowser(shop, { job: "orders" });
    await require(true);
    for (const page of ["/admin", "/admin/orders?q=1", "/admin/account", "/admin/products", "/admin/no/such"])
      expect(await readPage(clerk.get(page))).toMatchObject({ status: 303, to: SECURITY });
    expect(await readPage(clerk.post("/admin/account", { firstName: "X", lastName: "Y" }))).toMatchObject({
      status: 303,
      to: SECURITY,
    });
    const html = await pageHtml(clerk.get(SECURITY));
    expect(flashMessages(html).join()).toContain("asks all staff for a second step at login");
    await clerk.post(SECURITY, { intent: "app-begin" });
    const setup = await openPage(clerk, `${SECURITY}?setup=app`);
    const secret = /secret=([A-Z2-7]+)/.exec(setup.html)![1]!;
    await clerk.post(SECURITY, { intent: "app-confirm", code: appCode(secret) });
    expect((await clerk.get("/admin/orders")).status).toBe(200);
  });

  test("the API answers 403 with a sentence, by session and by token", async () => {
    const clerk = await staffBrowser(shop, { job: "orders" });
    const calls = [await tokenClient(shop, clerk.staffId), await sessionClient(shop, clerk.staffId)];
    for (const client of calls) expect((await client.get("/logistics/admin/dashboard")).status).toBe(200);
    await require(true);
    for (const client of calls)
      expect(await client.get("/logistics/admin/dashboard")).toMatchObject({
        status: 403,
        body: { result: 0, msg: expect.stringContaining("asks all staff for a second step at login") },
      });
    await accountWithApp(shop.db.write, clerk.staffId);
    for (const client of calls) expect((await client.get("/logistics/admin/dashboard")).status).toBe(200);
  });
});

describe("resetting somebody's second step", () => {
  test("removes it, logs them out, mails them and is in the audit log", async () => {
    const owner = await staffBrowser(shop);
    const clerk = await staffBrowser(shop, { first_name: "Ravi", last_name: "Menon", job: "orders" });
    await accountWithApp(shop.db.write, clerk.staffId);
    const { email } = await shop.db.read
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", clerk.staffId)
      .executeTakeFirstOrThrow();
    expect(await pageHtml(owner.get(`${PAGE}?reset=${clerk.staffId}`))).toContain("Reset the second step?");
    expect(await readPage(owner.post(PAGE, { intent: "reset", id: clerk.staffId }))).toMatchObject({
      status: 303,
      to: PAGE,
    });
    expect(flashMessages(await pageHtml(owner.get(PAGE)))).toEqual([
      "Ravi Menon logs in with the password alone until they set up a new second step",
    ]);
    expect((await clerk.get("/admin")).status).toBe(303);
    const fresh = await signedIn(shop, clerk.staffId);
    expect(await pageHtml(fresh.get(SECURITY))).not.toContain("Recovery codes");
    const [mail] = await mailsTo(shop.db.read, email);
    expect(mail!.text_body.replace(/\s+/g, " ")).toContain("An owner of the shop removed the second step");
    const entry = await shop.db.read
      .selectFrom("audit_entries")
      .select(["subject", "subject_id", "action"])
      .where("account_id", "=", owner.staffId)
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({
      subject: "sign_in",
      subject_id: clerk.staffId,
      action: "reset the second step of the login of Ravi Menon",
    });
  });

  test("not one's own, a customer's or nobody's", async () => {
    const owner = await staffBrowser(shop);
    await accountWithApp(shop.db.write, owner.staffId);
    for (const id of [owner.staffId, 999_999, "x"])
      expect((await owner.post(PAGE, { intent: "reset", id })).status).toBe(404);
    expect(await pageHtml(owner.get(`${PAGE}?reset=${owner.staffId}`))).not.toContain(
      "Reset the second step?",
    );
  });
});
