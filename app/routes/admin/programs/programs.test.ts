import { beforeAll, describe, expect, test } from "vitest";
import { saveEndpoint } from "~/domain/shop/webhooks/endpoints.server";
import { createStaff } from "~/test/factories";
import { flashMessages, openPage, pageHtml, readPage } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";
import { createEndpoint, resolveToPublic, storedDeliveries } from "~/test/servers/webhook-endpoints";

const shop = testShop();
let owner: Browser & { staffId: number };
beforeAll(async () => {
  owner = await staffBrowser(shop);
});

const forgetProof = (staffId: number) =>
  shop.db.write
    .updateTable("sessions")
    .set({ proved_at: new Date(Date.now() - 16 * 60_000).toISOString() })
    .where("account_id", "=", staffId)
    .execute();

describe("keys", () => {
  const KEY = { intent: "make-key", name: "Till", rights: ["orders", "dispatch"], lifetime: "30" };
  const PAGE = "/admin/programs?add=1";

  test("the answer shows the key, is not stored by browsers, and no page shows it again", async () => {
    const answer = await owner.post(PAGE, KEY);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const key = /kitab_[\w-]{43}/.exec(await answer.text())![0];
    const list = await readPage(owner.get("/admin/programs"));
    expect(list.html).toContain(`kitab_…${key.slice(-4)}`);
    expect(list.html).not.toContain(key);
    // Sent again, as by reloading the page.
    const again = await readPage(owner.post(PAGE, KEY));
    expect(again.status).toBe(400);
    expect(again.html).toContain("You have a key with this name already");
  });

  test("making a key asks for the password again after 15 minutes, and a refused form does not", async () => {
    const browser = await staffBrowser(shop);
    await forgetProof(browser.staffId);
    expect((await readPage(browser.post(PAGE, { ...KEY, rights: [] }))).status).toBe(400);
    expect(await readPage(browser.post(PAGE, KEY))).toMatchObject({
      to: `/admin/prove?to=${encodeURIComponent(PAGE)}`,
    });
    for (const intent of ["new-secret", "delete"]) {
      const { id } = await createEndpoint(shop.db.write, { url: `https://hooks.test/${intent}` });
      const answer = await readPage(browser.post(`/admin/programs/webhooks/${id}`, { intent }));
      expect(answer.to).toContain("/admin/prove");
    }
    const names = await shop.db.read
      .selectFrom("api_keys")
      .select("name")
      .where("account_id", "=", browser.staffId)
      .execute();
    expect(names).toEqual([]);
  });

  test("a form without a right, or without its last day, is refused with what was typed", async () => {
    const none = await readPage(owner.post(PAGE, { ...KEY, name: "Counter", rights: [] }));
    expect([none.status, none.html.includes("Choose at least one right")]).toEqual([400, true]);
    expect(none.html).toContain('value="Counter"');
    const endless = await readPage(
      owner.post(PAGE, { ...KEY, name: "Counter", lifetime: "date", until: "" }),
    );
    expect([endless.status, endless.html.includes("Last day is required")]).toEqual([400, true]);
    expect(endless.html).toMatch(/<input(?=[^>]*value="orders")(?=[^>]*checked)[^>]*>/);
  });

  test("nobody gives a right that they do not have", async () => {
    const browser = await staffBrowser(shop, { job: "orders", extra_rights: '["programs"]' });
    const form = await readPage(browser.get(PAGE));
    expect(form.html).toContain('value="dispatch"');
    expect(form.html).not.toContain('value="refunds"');
    const answer = await readPage(browser.post(PAGE, { ...KEY, rights: ["refunds"] }));
    expect(answer.status).toBe(400);
    expect(answer.html).toContain("You can only give rights that you have yourself");
  });

  test("a key that does not exist is not revoked", async () => {
    expect((await owner.post("/admin/programs", { intent: "revoke-key", id: 999 })).status).toBe(404);
    expect((await owner.post("/admin/programs", { intent: "eat" })).status).toBe(400);
  });
});

describe("endpoints", () => {
  const form = (url: string) => ({ intent: "save-endpoint", url, events: ["stock.low"], version: 0 });

  test.each([
    ["http://example.in/", "Address must begin with https://"],
    ["https://10.0.0.1/hooks", "10.0.0.1 is not an address on the internet"],
    ["https://localhost:3000/", "which is not an address on the internet"],
  ])("the address %s is refused, and what was typed is kept", async (url, message) => {
    const answer = await readPage(owner.post("/admin/programs/webhooks?add=1", form(url)));
    expect(answer.status).toBe(400);
    expect(answer.html).toContain(message);
    expect(answer.html).toContain(`value="${url}"`);
  });

  test("two editors: the second is shown the first's change", async () => {
    const { id } = await createEndpoint(shop.db.write, {
      url: "https://hooks.test/two",
      events: ["order.paid"],
    });
    const staffId = await createStaff(shop.db.write);
    const fields = { url: "https://hooks.test/two", description: "Books", events: ["order.paid" as const] };
    await saveEndpoint(shop.db.write, { id, staffId, fields, version: 1 }, resolveToPublic);
    const typed = { ...form("https://hooks.test/two"), description: "Tills", version: 1 };
    const answer = await readPage(owner.post(`/admin/programs/webhooks/${id}?edit=${id}`, typed));
    expect(answer.status).toBe(409);
    for (const text of ["Books", "Tills", "Stored now"]) expect(answer.html).toContain(text);
  });

  test("a paused endpoint gets no test event; a delivery of another endpoint is not shown", async () => {
    const one = await createEndpoint(shop.db.write, { url: "https://hooks.test/one" });
    const page = `/admin/programs/webhooks/${one.id}`;
    await owner.post(page, { intent: "test" });
    const [delivery] = (await storedDeliveries(shop.db.read)).filter(
      ({ endpoint_id }) => endpoint_id === one.id,
    );
    expect((await openPage(owner, `${page}?delivery=${delivery!.id}`)).status).toBe(200);
    const other = await createEndpoint(shop.db.write, { url: "https://hooks.test/other" });
    const wrong = `/admin/programs/webhooks/${other.id}?delivery=${delivery!.id}`;
    expect((await owner.get(wrong)).status).toBe(404);
    await owner.post(page, { intent: "switch-off" });
    await owner.get(page);
    await owner.post(page, { intent: "test" });
    expect(flashMessages(await pageHtml(owner.get(page)))).toContain(
      "The endpoint is paused. Switch it on first",
    );
    expect((await owner.get("/admin/programs/webhooks/999")).status).toBe(404);
  });
});
