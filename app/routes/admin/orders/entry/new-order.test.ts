import { beforeAll, expect, test } from "vitest";
import { ADDRESS, createAccount, createAddress, createBook, createStaff } from "~/test/factories";
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

test("a customer is found by phone, email or name; a single one is chosen, with their address; what was typed stays", async () => {
  const { write } = shop.db;
  const people = { first_name: "Lalita", last_name: "Pathak" };
  const [asha, other] = [await createAccount(write, { ...people, email: "lalita@kitab.test" }), await createAccount(write, people)]; // oxfmt-ignore
  await createAddress(write, asha, { mobile: "9447098765", address1: "Lily Cottage" });
  const book = await createBook(write, { price: 20_000, stock: 9 });
  const fields = { [`add-${book}`]: "2", note: "by telephone", payment: "cash", name: "", phone: "" };
  const press = (more: Record<string, string>, by = staff) =>
    readPage(by.post("/admin/orders/new", { ...fields, ...more }));
  const find = (who: string, by = staff) => press({ who, intent: "findCustomer" }, by);
  const chosen = ({ html }: { html: string }) => /name="customerId" value="(\d+)"/.exec(html)?.[1];
  for (const who of ["94470 98765", "+91 9447098765", "LALITA@kitab.test"]) {
    const answer = await find(who);
    expect([answer.status, chosen(answer)]).toEqual([200, String(asha)]);
    expect(answer.html).toMatch(/name="address1"[^>]*value="Lily Cottage"/);
    expect(answer.html).toContain("by telephone</textarea>");
    expect(answer.html).toMatch(new RegExp(`name="add-${book}"[^>]*value="2"`));
  }
  const several = await find("lalita pathak");
  expect(chosen(several)).toBeUndefined();
  for (const id of [asha, other])
    expect(several.html).toMatch(new RegExp(`name="chooseCustomer"[^>]*value="${id}"|value="${id}"[^>]*name="chooseCustomer"`)); // oxfmt-ignore
  expect(chosen(await press({ chooseCustomer: String(other) }))).toBe(String(other));
  expect(chosen(await press({ customerId: String(other), intent: "find", find: "9" }))).toBe(String(other));
  const left = await press({ customerId: String(other), intent: "otherCustomer" });
  expect([chosen(left), left.html.includes('name="phone"')]).toEqual([undefined, true]);
  expect((await find("nobody at all")).html).toContain("No customer matches “nobody at all”");
  expect((await press({ chooseCustomer: String(staffId) })).html).not.toContain('name="customerId"');

  const checked = await press({ customerId: String(asha), intent: "check" });
  // Handed over at the counter: the box that was cleared stays clear.
  expect(checked.html).not.toMatch(/name="to"[^>]*checked|checked[^>]*name="to"/);
  const confirmed = /name="confirmed"[^>]*value="([^"]+)"/.exec(checked.html)![1]!;
  await press({ customerId: String(asha), intent: "save", confirmed });
  const orders = await write.selectFrom("orders").select("account_id").where("placed_by", "=", staffId).orderBy("id").execute(); // oxfmt-ignore
  expect(orders.at(-1)).toEqual({ account_id: asha });

  const packer = await staffBrowser(shop, { job: "orders" });
  expect((await openPage(packer, "/admin/orders/new")).html).not.toContain("Find a customer");
  expect((await find("lalita@kitab.test", packer)).html).not.toContain("Lily Cottage");
});
