import { beforeAll, expect, test } from "vitest";
import { ADDRESS, createAccount, createBook, createStaff } from "~/test/factories";
import { planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { openPage, readPage } from "~/test/pages";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let staffId: number;
let customerId: number;
beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
  customerId = await createAccount(shop.db.write, { first_name: "Meera", last_name: "Nair" });
});

test("a customer's page leads to a new order for them, for staff who may place one", async () => {
  const page = `/admin/customers/${customerId}`;
  const link = `/admin/orders/new?customer=${customerId}`;
  expect((await openPage(staff, page)).html).toContain(`href="${link}"`);
  expect((await openPage(staff, link)).html).toMatch(
    new RegExp(`<input[^>]*name="customerId"[^>]*value="${customerId}"`),
  );
  const reader = await staffBrowser(shop, { job: "accounts", extra_rights: '["customers"]' });
  expect((await openPage(reader, page)).html).not.toContain(link);
  const gone = await createAccount(shop.db.write, { deleted_at: new Date().toISOString() });
  expect((await openPage(staff, `/admin/customers/${gone}`)).html).not.toContain("/admin/orders/new?");
});

test("the way of delivery is chosen where there is a plan; without a choice it is the cheapest", async () => {
  expect((await openPage(staff, "/admin/orders/new")).html).not.toContain('name="methodId"');
  const methods = [
    planMethod({ name: "Book Post" }),
    planMethod({ name: "Courier", rates: { by: "flat", price: 9_000 } }),
  ];
  const plan = await storePlan(shop.db.write, staffId, {
    zones: [planZone({ states: ["Kerala"], methods })],
  });
  const courier = String(plan.zones[0]!.methods[1]!.id);
  const book = await createBook(shop.db.write, { price: 20_000, stock: 9 });
  const fields = { ...ADDRESS, customerId, [`add-${book}`]: "1", payment: "link", intent: "check" };
  const send = (more: Record<string, string>) =>
    readPage(staff.post("/admin/orders/new", { ...fields, to: "address", ...more }));
  const costs = async (more: Record<string, string>) =>
    /Total<\/dt><dd>([^<]+)/.exec((await send(more)).html)?.[1];
  const [cheapest, counter] = [await costs({ methodId: "" }), await costs({ methodId: courier, to: "" })];
  expect([cheapest, await costs({ methodId: courier }), counter]).toEqual(["₹240.00", "₹290.00", "₹200.00"]);
  const refused = await send({ methodId: "999" });
  expect(refused.status).toBe(400);
  expect(/<select[^>]*name="methodId"[^>]*>/.exec(refused.html)![0]).toContain('aria-invalid="true"');
  const checked = await send({ methodId: courier });
  expect(checked.html).toMatch(new RegExp(`<option value="${courier}" selected`));
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec(checked.html)![1]!;
  const placed = await send({ methodId: courier, intent: "save", confirmed });
  expect((await openPage(staff, placed.to!)).html).toContain("Courier");
});
