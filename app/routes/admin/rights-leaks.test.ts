import { beforeAll, describe, expect, test } from "vitest";
import { type Job, type Right, rightsOf } from "~/domain/kit/rights/rights";
import { formNeeds, hasRight, missingToSee, screenAt, SCREENS } from "~/domain/kit/rights/screens";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { ADMIN_SCREENS } from "~/test/checks/admin-screens";
import { tokenClient } from "~/test/api";
import { createAccount, createStaff } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { createCoupon } from "~/test/factories-coupons";
import { createShopOrder, refundKey, requestReturn } from "~/test/orders";
import { openPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

// What pages show beside their own list: no link and no form that the reader may not use, and no data of a screen that
// they may not see.

const shop = testShop();

/** Extra rights that meet data of other screens. */
const PEOPLE = {
  owner: { job: "owner", extra: [] },
  catalogue: { job: "catalogue", extra: [] },
  orders: { job: "orders", extra: [] },
  accounts: { job: "accounts", extra: [] },
  "catalogue with customers, coupons, newsletter, sales and content": {
    job: "catalogue",
    extra: ["customers", "coupons", "newsletter", "sales", "content", "settings"],
  },
} as const satisfies Record<string, { job: Job; extra: readonly Right[] }>;
type Name = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Name[];
const rights = (name: Name) => rightsOf(PEOPLE[name].job, JSON.stringify(PEOPLE[name].extra));

const READER = { first_name: "Zebunnisa", last_name: "Makhfi", email: "zebunnisa@example.com" };
const QUIET = { first_name: "Noorjahan", last_name: "Begum", email: "noorjahan@example.com" };
const browsers = new Map<Name, Browser>();
const staffIds = new Map<Name, number>();
let pages: string[];
let quietId: number;

beforeAll(async () => {
  const db = shop.db.write;
  for (const name of NAMES) {
    const { job, extra } = PEOPLE[name];
    const id = await createStaff(db, { job, extra_rights: JSON.stringify(extra) });
    staffIds.set(name, id);
    browsers.set(name, await signedIn(shop, id));
  }
  const accountId = await createAccount(db, READER);
  quietId = await createAccount(db, QUIET);
  const bookId = await catalogueBook(db, { title: "Diwan", stock: 8 });
  await createReview(db, { bookId, accountId, rating: 5, remarks: "Read it twice." });
  const { id: couponId } = await createCoupon(db);
  const staffId = staffIds.get("owner")!;
  const inState = async (state: "paid" | "packed" | "shipped" | "delivered") =>
    (await createShopOrder(shop, state, { accountId, bookId, staffId })).orderId;
  const [paid, packed, shipped, delivered] = [
    await inState("paid"),
    await inState("packed"),
    await inState("shipped"),
    await inState("delivered"),
  ];
  await refundByStaff(db, { orderId: delivered, staffId, amount: 100, reason: "Torn", key: refundKey() });
  await db.updateTable("refunds").set({ status: "failed", last_error: "closed" }).execute();
  const returned = await createShopOrder(shop, "delivered", { accountId, bookId, staffId });
  await requestReturn(db, returned);
  await db
    .insertInto("coupon_uses")
    .values({
      coupon_id: couponId,
      order_id: paid,
      account_id: accountId,
      discount: 100,
      used_at: "2026-11-20T06:30:00.000Z",
    })
    .execute();
  const order = (id: number, dialogs: string[]) => [
    `/admin/orders/${id}`,
    ...dialogs.map((dialog) => `/admin/orders/${id}?confirm=${dialog}`),
  ];
  pages = [
    ...new Set(ADMIN_SCREENS.filter(({ pattern }) => !/[:*]/.test(pattern)).map(({ path }) => path)),
    ...order(paid, ["cancel", "refund"]),
    ...order(packed, ["take-back"]),
    ...order(shipped, ["deliver", "shipment"]),
    ...order(delivered, []),
    ...order(returned.orderId, ["approve-return", "decline-return"]),
    `/admin/customers/${accountId}`,
    `/admin/products?edit=${bookId}`,
    `/admin/coupons?edit=${couponId}`,
    `/admin/reviews?customer=${accountId}`,
    "/admin/reviews?confirm=hide-1",
  ];
});

const maySee = (name: Name, address: string) => {
  const screen = screenAt(address);
  return screen !== undefined && missingToSee(screen, rights(name)) === null;
};

/** What a page offers that its reader may not use. */
function forbidden(name: Name, page: string, html: string): string[] {
  const main = html.slice(html.indexOf("<main"));
  const links = [...main.matchAll(/<a [^>]*href="(\/admin[^"]*)"/g)].map(([, to]) => to!);
  const wrong = links.filter((to) => !maySee(name, to)).map((to) => `a link to ${to}`);
  for (const [form] of main.matchAll(/<form[^>]*method="post"[\s\S]*?<\/form>/gi)) {
    if (!form.includes("<button")) continue;
    const to = /action="([^"]*)"/.exec(form)?.[1] || page;
    const screen = to.startsWith("/admin") ? screenAt(to) : undefined;
    if (!screen) continue;
    const intents = [...form.matchAll(/<(?:button|input)[^>]* name="intent"[^>]*>/g)].map(
      ([control]) => / value="([^"]*)"/.exec(control)![1]!,
    );
    for (const intent of intents.length > 0 ? intents : [null]) {
      const need = formNeeds(screen, intent);
      if (need === null || !hasRight(rights(name), need)) wrong.push(`a form for ${intent} to ${to}`);
    }
  }
  return wrong;
}

test.each(NAMES)("%s sees no link and no form that they may not use", async (name) => {
  const browser = browsers.get(name)!;
  let read = 0;
  for (const page of pages.filter((address) => maySee(name, address))) {
    const answer = await browser.get(page);
    if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
    const html = (await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, "");
    if (answer.status === 200) read += 1;
    expect([page, forbidden(name, page, html)]).toEqual([page, []]);
  }
  expect(read).toBeGreaterThan(5);
});

/** The page with the data that its scripts get. */
const whole = async (name: Name, page: string) => (await openPage(browsers.get(name)!, page)).whole;

describe("data of other screens", () => {
  const MANY = "catalogue with customers, coupons, newsletter, sales and content";

  test("customers' emails are not in the reviews for those who may not see customers", async () => {
    expect(await whole("owner", "/admin/reviews")).toContain(READER.email);
    for (const page of ["/admin/reviews", "/admin/reviews?confirm=hide-1"]) {
      const seen = await whole("catalogue", page);
      expect(seen).toContain("Zebunnisa Makhfi");
      expect(seen).not.toContain(READER.email);
    }
  });

  test("a customer without orders and reviews is not named in the filter of a list", async () => {
    expect(await whole("orders", `/admin/orders?customer=${quietId}`)).not.toContain("Noorjahan");
    expect(await whole("catalogue", `/admin/reviews?customer=${quietId}`)).not.toContain("Noorjahan");
    expect(await whole("owner", `/admin/orders?customer=${quietId}`)).toContain("Noorjahan");
    expect(await whole("owner", `/admin/reviews?customer=${quietId}`)).toContain("Noorjahan");
  });

  test("the dashboard shows recent orders, sales and customers only to those with the right", async () => {
    expect(await whole("catalogue", "/admin")).not.toMatch(/Zebunnisa|Recent Orders|Popular/);
    expect(await whole("orders", "/admin")).not.toMatch(/Popular Products|registered users|Low stock/);
    expect(await whole("orders", "/admin")).toContain("Zebunnisa");
    expect(await whole(MANY, "/admin")).not.toMatch(/Zebunnisa|Recent Orders/);
  });

  test("a customer's page and a coupon show no orders to those who may not read orders", async () => {
    for (const page of pages.filter((address) => /customers\/\d|coupons\?edit/.test(address))) {
      expect(await whole("owner", page)).toContain("/admin/orders/");
      expect(await whole(MANY, page)).not.toContain("/admin/orders/");
    }
  });

  test("the API's dashboard, reviews and customers keep to it too", async () => {
    const client = await tokenClient(shop, staffIds.get(MANY)!);
    const clerk = await tokenClient(shop, staffIds.get("catalogue")!);
    const dashboard = await client.get<Record<string, unknown>>("/dashboard/admin");
    expect(dashboard.body).toMatchObject({ recentOrders: null, customers: expect.any(Number) });
    const books = await (await tokenClient(shop, staffIds.get("accounts")!)).get("/dashboard/admin");
    expect(books.body).toMatchObject({ lowStock: null, products: null, customers: null });
    const list = { page: 1, pageSize: 5, searchText: "" };
    expect(JSON.stringify((await clerk.post("/reviews/admin/paged", list)).body)).not.toContain(READER.email);
    const id = pages.map((page) => /customers\/(\d+)/.exec(page)?.[1]).find(Boolean);
    expect((await client.get(`/customers/admin/${id}`)).body).toMatchObject({ recentOrders: [] });
  });
});

test("a screen is found by its address", () => {
  expect(screenAt("/admin/orders/7?confirm=cancel")).toBe(SCREENS["/admin/orders/:orderId"]);
  expect(screenAt("/admin/orders")).toBe(SCREENS["/admin/orders"]);
  expect(screenAt("/admin/nowhere/at/all")).toBeUndefined();
});
