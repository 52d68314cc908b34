import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyCoupon } from "~/domain/sales/cart/cart-coupon.server";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { createCoupon } from "~/test/factories-coupons";
import { type Browser, customerBrowser, guestBrowser, staffBrowser, testShop } from "~/test/shop";
import { customerWithCart, placeOrderFor } from "~/test/orders";
import { pageHtml } from "~/test/pages";

const FORM = {
  intent: "save-coupon",
  version: 0,
  description: "The feast of lights",
  kind: "percentage",
  value: "12.5",
  mostDiscount: "200",
  minimumSubtotal: "500",
  startsOn: "2026-11-01",
  startsTime: "",
  endsOn: "2026-11-15",
  endsTime: "",
  totalLimit: "100",
  customerLimit: "1",
  active: "on",
};

const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
});

let code: string;
let made = 0;
beforeEach(() => {
  code = `TEST-${++made}`;
});

const stored = (of = code) =>
  shop.db.read.selectFrom("coupons").selectAll().where("code", "=", of).executeTakeFirst();
const add = (given: Record<string, string | number> = {}) =>
  staff.post("/admin/coupons?add=1", { ...FORM, code, ...given });
const edit = (id: number, given: Record<string, string | number> = {}) =>
  staff.post(`/admin/coupons?edit=${id}`, { ...FORM, code, version: 1, ...given });
const history = (id: number) =>
  shop.db.read
    .selectFrom("audit_entries")
    .select(["action", "before", "after"])
    .where("subject", "=", "coupon")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();

describe("the form", () => {
  test("adds a coupon with Indian dates, the last day included, and records who added it", async () => {
    const html = await pageHtml(await staff.get("/admin/coupons?add=1"));
    expect(html).toContain("Add New Coupon");
    const done = await staff.post("/admin/coupons?add=1&state=over", {
      ...FORM,
      code: ` ${code.toLowerCase()} `,
    });
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/coupons?state=over"]);
    expect(await stored()).toMatchObject({
      code,
      description: "The feast of lights",
      kind: "percentage",
      value: 1250,
      most_discount: 20_000,
      minimum_subtotal: 50_000,
      starts_at: "2026-10-31T18:30:00.000Z",
      ends_at: "2026-11-15T18:30:00.000Z",
      total_limit: 100,
      customer_limit: 1,
      active: 1,
      use_count: 0,
      version: 1,
    });
    const list = await pageHtml(await staff.get(`/admin/coupons?q=${code}`));
    for (const piece of [
      "Coupon added successfully!",
      "12.5% off, ₹200 at most",
      "from ₹500",
      "from 1 Nov 2026",
      "to 15 Nov 2026",
      "0 of 100",
      "1 per customer",
    ])
      expect(list).toContain(piece);
    const { id } = (await stored())!;
    const panel = await pageHtml(await staff.get(`/admin/coupons?edit=${id}`));
    for (const piece of [
      'value="12.5"',
      'value="2026-11-15"',
      "Kamini Iyer",
      "added this",
      "No order uses it yet",
    ])
      expect(panel).toContain(piece);
    expect((await history(id)).map(({ action }) => action)).toEqual(["added"]);
  });

  test("adds three for two on certain books, and says so in the list; what is typed wrong stays", async () => {
    await catalogueBook(shop.db.write, { title: "Gora", tags: ["Children"] });
    const three = {
      kind: "copies",
      value: "1",
      setSize: "3",
      mostDiscount: "",
      scope: "tags",
      automatic: "on",
    };
    const refused = await add({ ...three, which: "Children\nNo such tag", leastCopies: "0" });
    expect(refused.status).toBe(400);
    const html = await pageHtml(refused);
    expect(html).toContain("Minimum copies must be a whole number from 1 to 10000");
    expect(html).toContain("Children\nNo such tag</textarea>");
    const unknown = await pageHtml(await add({ ...three, which: "Children\nNo such tag" }));
    expect(unknown).toContain("There is no tag “No such tag”");
    expect((await add({ ...three, which: "Children" })).status).toBe(303);
    const list = await pageHtml(await staff.get(`/admin/coupons?q=${code}`));
    for (const piece of ["Three for two on books tagged Children", "without a code"])
      expect(list).toContain(piece);
    const { id } = (await stored())!;
    expect(await pageHtml(await staff.get(`/admin/coupons?edit=${id}`))).toContain(">Children</textarea>");
    // Without change nothing is saved; the history says what was.
    await edit(id, { ...three, which: "Children" });
    expect((await history(id)).map(({ after }) => after)).toEqual([
      expect.stringContaining('"Discount":"Three for two"'),
    ]);
    expect((await history(id))[0]!.after).toContain('"For":["Children"]');
  });

  test("shows mistakes at their fields, keeps what was typed, and focuses the first", async () => {
    const answer = await add({ code: "A!", value: "200", endsOn: "2026-10-01", totalLimit: "many" });
    expect(answer.status).toBe(400);
    const html = await pageHtml(answer);
    for (const piece of [
      "Code must be 3 to 30 letters, digits or hyphens",
      "Value must be at most 100 per cent",
      "End must be after the start",
      "Orders in all must be a whole number from 1 to 1000000",
      'value="many"',
      'value="2026-10-01"',
    ])
      expect(html).toContain(piece);
    expect(/<input[^>]*autofocus[^>]*>/i.exec(html)![0]).toContain('name="code"');
    expect(await stored()).toBeUndefined();
  });

  test("refuses the code of another coupon, ignoring case", async () => {
    await createCoupon(shop.db.write, { code });
    const answer = await add({ code: code.toLowerCase() });
    expect([answer.status, (await pageHtml(answer)).includes("Coupon already exists")]).toEqual([400, true]);
  });

  test("changes a coupon for new orders; orders already placed keep code and discount", async () => {
    const { id } = await createCoupon(shop.db.write, { code });
    const db = shop.db.write;
    const accountId = await createAccount(db, { first_name: "Imran", last_name: "Qureshi" });
    const customer = await customerWithCart(db, { accountId });
    await applyCoupon(db, { accountId }, code);
    const orderId = await placeOrderFor(db, customer);
    const panel = await pageHtml(await staff.get(`/admin/coupons?edit=${id}`));
    for (const piece of [
      "Used by one order, which keeps code and discount",
      `href="/admin/orders/${orderId}"`,
      "Imran Qureshi",
      "₹25.00",
    ])
      expect(panel).toContain(piece);
    expect(
      (await edit(id, { code: `${code}-NEW`, kind: "amount", value: "99", mostDiscount: "" })).status,
    ).toBe(303);
    expect(await stored(`${code}-NEW`)).toMatchObject({ id, kind: "amount", value: 9900, version: 2 });
    const order = await shop.db.read
      .selectFrom("orders")
      .select(["discount", "coupon_code", "total"])
      .where("id", "=", orderId)
      .executeTakeFirst();
    expect(order).toEqual({ discount: 2500, coupon_code: code, total: 22_500 });
    const [entry] = await history(id);
    expect(JSON.parse(entry!.before)).toMatchObject({ Code: code, Discount: "10%" });
    expect(JSON.parse(entry!.after)).toMatchObject({ Code: `${code}-NEW`, Discount: "₹99.00" });
  });

  test("refuses to overwrite changes that others made meanwhile, until it is saved again", async () => {
    const { id } = await createCoupon(shop.db.write, { code });
    expect((await edit(id, { value: "15" })).status).toBe(303);
    const clash = await edit(id, { value: "20" });
    expect(clash.status).toBe(409);
    const html = await pageHtml(clash);
    for (const piece of [
      "This coupon was changed while you were editing it. Nothing of yours has been saved yet.",
      'aria-label="Discount"',
      "15%",
      "20%",
      'name="version" value="2"',
    ])
      expect(html).toContain(piece);
    expect(html).not.toContain('aria-label="Code"');
    expect(await stored()).toMatchObject({ value: 1500, version: 2 });
    expect((await edit(id, { value: "20", version: 2 })).status).toBe(303);
    expect(await stored()).toMatchObject({ value: 2000, version: 3 });
    // Values equal to the stored ones are no clash and no change.
    expect((await edit(id, { value: "20", version: 1 })).status).toBe(303);
    expect(await stored()).toMatchObject({ version: 3 });
  });
});

describe("the switch", () => {
  test("switches a coupon off after a confirmation, once however often it is posted, and on again", async () => {
    const { id } = await createCoupon(shop.db.write, { code });
    const asking = await pageHtml(await staff.get(`/admin/coupons?state=active&confirm=off-${id}`));
    expect(asking).toContain("Switch Coupon Off");
    for (let times = 0; times < 2; times += 1) {
      const done = await staff.post(`/admin/coupons?state=active&confirm=off-${id}`, {
        intent: "switch-off",
        id,
      });
      expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/coupons?state=active"]);
    }
    expect(await pageHtml(await staff.get("/admin/coupons"))).toContain(`Coupon ${code} is switched off`);
    expect(await stored()).toMatchObject({ active: 0, version: 2 });
    // A form that was opened before the switch is refused.
    expect((await edit(id, { version: 1 })).status).toBe(409);
    await staff.post("/admin/coupons", { intent: "switch-on", id });
    expect(await stored()).toMatchObject({ active: 1 });
    expect((await history(id)).map(({ action }) => action)).toEqual(["switched off", "switched on"]);
  });
});

test("the list is searched by code, filtered by state, and sorted", async () => {
  const group = `LIST${Date.now()}`;
  const past = "2020-01-01T00:00:00.000Z";
  const future = "2990-01-01T00:00:00.000Z";
  const make = (name: string, given: Parameters<typeof createCoupon>[1] = {}) =>
    createCoupon(shop.db.write, { code: `${group}-${name}`, ...given });
  await make("A", { ends_at: future });
  await make("B", { starts_at: future });
  await make("C", { ends_at: past });
  await make("D", { active: 0, ends_at: past });
  await make("E", { starts_at: past });
  const shown = async (query: string) => {
    const html = await pageHtml(await staff.get(`/admin/coupons?q=${group.toLowerCase()}&${query}`));
    return [...html.matchAll(new RegExp(`wrap-anywhere">${group}-(\\w)<`, "g"))]
      .map(([, name]) => name)
      .join("");
  };
  expect(await shown("")).toBe("EDCBA");
  expect(await shown("state=active")).toBe("EA");
  expect(await shown("state=upcoming")).toBe("B");
  expect(await shown("state=over")).toBe("C");
  expect(await shown("state=off")).toBe("D");
  expect(await shown("sort=code&dir=asc")).toBe("ABCDE");
  expect(await shown("sort=ends&dir=asc")).toBe("DCAEB");
  expect(await shown("sort=ends&dir=desc")).toBe("ADCEB");
  expect(await shown("sort=uses&dir=desc&size=5")).toBe("EDCBA");
  expect(await pageHtml(await staff.get("/admin/coupons?q=%25%5F"))).toContain(
    "No items found matching your search",
  );
});

test("guests and customers change nothing; invalid input is refused or ignored", async () => {
  const { id } = await createCoupon(shop.db.write, { code });
  const customer = await customerBrowser(shop);
  const toLogin = expect.stringMatching(/^\/login\?redirectTo=/) as string;
  for (const [visitor, to] of [
    [guestBrowser(shop), toLogin],
    [customer, "/"],
  ] as const) {
    const posts: Record<string, string | number>[] = [
      { intent: "switch-off", id },
      { ...FORM, code, version: 1 },
    ];
    for (const fields of posts) {
      const answer = await visitor.post(`/admin/coupons?edit=${id}`, fields);
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, to]);
    }
  }
  for (const odd of ["0", "-1", "1.5", "x", "\0", "999999999999999", "9".repeat(40)]) {
    expect([odd, (await staff.post("/admin/coupons", { intent: "switch-off", id: odd })).status]).toEqual([
      odd,
      404,
    ]);
    expect([odd, (await staff.get(`/admin/coupons?edit=${encodeURIComponent(odd)}`)).status]).toEqual([
      odd,
      404,
    ]);
  }
  expect((await staff.post("/admin/coupons", { intent: "drop", id })).status).toBe(400);
  for (const version of ["", "x", "1e9", "99999999999999999999"])
    expect([version, (await edit(id, { version })).status]).toEqual([version, 409]);
  for (const query of ["state=%00", "page=1e308&sort=secret", "confirm=off-x", "q=%00'%22"])
    expect([query, (await staff.get(`/admin/coupons?${query}`)).status]).toEqual([query, 200]);
  expect((await staff.get("/admin/coupons?confirm=off-999999")).status).toBe(404);
  expect(await stored()).toMatchObject({ active: 1, version: 1 });
});
