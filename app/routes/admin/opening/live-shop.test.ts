import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokenClient } from "~/test/api";
import { createAccount, createAddress, createBook, createStaff } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { makeStamp } from "~/http/request/limits/spam-guard.server";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { startLiveShop } from "~/test/live-shop";
import { type Browser, guestBrowser, signedIn, type TestShop } from "~/test/shop";
import { formFields, pageHtml } from "~/test/pages";

const CLOSED = "This shop is not open for orders yet.";
const INVENTED = /Residency|kitab\.example|4718|Kitab Books Private|Meera Iyer/;

const guards = () => ({ [GUARD_FIELDS.shown]: makeStamp(Date.now() - 3000) });

let shop: TestShop;
let staff: Browser;
let customer: Browser;
let customerId: number;
let addressId: number;
let bookId: number;
/** The list of books before the first book was added. */
let emptyList: string;

beforeAll(async () => {
  shop = await startLiveShop();
  const db = shop.db.write;
  emptyList = await (await guestBrowser(shop).get("/books")).text();
  // The seller of a demo that ran in this data folder before.
  await db
    .insertInto("settings")
    .values(
      Object.entries({
        legalName: "Kitab Books Private Limited",
        grievanceOfficer: "Meera Iyer",
        grievanceEmail: "grievance@kitab.example",
      }).map(([key, value]) => ({
        key,
        value: JSON.stringify(value),
        updated_at: "2026-01-01T00:00:00.000Z",
      })),
    )
    .execute();
  const admin = await db
    .selectFrom("accounts")
    .select(["id", "first_name"])
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  expect(admin.first_name).toBe("staff");
  staff = await signedIn(shop, admin.id);
  customerId = await createAccount(db);
  addressId = await createAddress(db, customerId);
  customer = await signedIn(shop, customerId);
  bookId = await createBook(db, { title: "Gora", price: 20_000, stock: 9 });
  await customer.post("/cart", { intent: "add", bookId });
});
afterAll(() => shop.remove());

const text = (browser: Browser, url: string) => pageHtml(browser.get(url));
/** Posts the form of the settings page with these entries. */
async function saveSettings(entries: Record<string, string>) {
  const hidden = formFields(await text(staff, "/admin/settings"), "/admin/settings");
  const rest = {
    taxRate: "0",
    hsn: "4901",
    aboveFiveCrore: "no",
    reservationMinutes: "30",
    lowStockMark: "5",
    returnDays: "10",
    deliveryDays: "7",
    codConfirmHours: "24",
    codOpenPerCustomer: "3",
    codOpenPerPhone: "3",
    codForPreorders: "no",
    transferOn: "no",
    transferName: "",
    transferAccount: "",
    transferIfsc: "",
    transferUpi: "",
    transferDays: "5",
    mostCopies: "10",
    mostUnpaidOrders: "3",
  };
  return staff.post("/admin/settings", { ...hidden, ...rest, ...entries });
}
const orders = () => shop.db.read.selectFrom("orders").select(["id", "total"]).execute();
const order = () => customer.post("/checkout", { intent: "place-order", addressId, expectedTotal: 20_000 });

describe("before seller and shipping prices are saved", () => {
  test("no page shows the sample seller, or a grievance officer without a name", async () => {
    const pages = ["/", "/books", `/books/${bookId}`, "/cart", "/terms", "/privacy"];
    const files = ["/manifest.webmanifest", "/feed.xml", "/sitemap.xml", "/robots.txt"];
    for (const url of [...pages, ...files, "/admin/settings", "/admin/opening"]) {
      const html = await text(url.startsWith("/admin") ? staff : customer, url);
      expect(html, url).not.toMatch(INVENTED);
      if (pages.includes(url)) expect(html, url).toContain(CLOSED);
    }
    await guestBrowser(shop).post("/forgot-password", { email: "staff@example.in", ...guards() });
    const mails = await shop.db.read
      .selectFrom("outgoing_mails")
      .select(["text_body", "html_body"])
      .execute();
    expect(mails.length).toBeGreaterThan(0);
    expect(JSON.stringify(mails)).not.toMatch(INVENTED);
    const terms = await text(customer, "/terms");
    expect(terms).toContain("Not given yet");
    expect(terms).not.toMatch(/grievance officer/i);
  });

  test("the empty list of books does not offer to clear filters", () => {
    expect(emptyList).toMatch(/No Books Found.*The shop has no books yet/s);
    expect(emptyList).not.toContain("Clear All Filters");
  });

  test("the cart says that the shop is closed, and the form and the API refuse orders", async () => {
    const cart = await text(customer, "/cart");
    expect(cart).toMatch(new RegExp(`${CLOSED}</p><button[^>]*disabled`));
    expect(cart).not.toContain('href="/checkout"');
    for (const answer of [await customer.get("/checkout"), await order()]) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe("/cart");
    }
    const api = await tokenClient(shop, customerId);
    const { body } = await api.post("/checkout/checkout", {
      address: addressId,
      cartItems: [{ bookId, qty: 1 }],
    });
    expect(body).toMatchObject({ msg: CLOSED });
    expect(body.result).not.toBe(1);
    expect(await orders()).toEqual([]);
  });

  test("an order of the demo that the shop was before cannot be paid: its bill would have no seller", async () => {
    const db = shop.db.write;
    const orderId = await insertOrder(db, { accountId: customerId, state: "pending", total: 20_000 });
    const page = `/checkout/pay/${orderId}`;
    await db
      .updateTable("orders")
      .set({ pay_by: new Date(Date.now() + 600_000).toISOString(), gateway: "sandbox" })
      .where("id", "=", orderId)
      .execute();
    expect((await customer.get(page)).headers.get("Location")).toBe(`/orders/${orderId}`);
    expect(await text(customer, `/orders/${orderId}`)).toContain(CLOSED);
    await db.deleteFrom("orders").where("id", "=", orderId).execute();
  });

  test("the dashboard lists what is missing, and the settings form requires it", async () => {
    const dashboard = await text(staff, "/admin");
    expect(dashboard).toContain("Before the first sale");
    expect(dashboard).toContain("but not order, until the seller and the shipping prices are saved");
    const states = [...dashboard.matchAll(/font-semibold">(Done|To do)<\/span><span><a[^>]*>([^<]*)/g)];
    expect(states.map(([, state, label]) => `${label}: ${state}`)).toEqual([
      "Seller: To do",
      "Shipping prices: To do",
      "Grievance officer: To do",
      "Carriers: To do",
      "Books: Done",
    ]);
    const page = await text(staff, "/admin/settings");
    expect(page).toContain("Nobody can order yet.");
    const inputs = [...page.matchAll(/<(?:input|textarea)\b[^>]*name="(\w+)"[^>]*>/g)];
    const filled = inputs.filter(([tag]) => /value="[^"]/.test(tag)).map(([, name]) => name);
    for (const name of ["shopName", "supportEmail", "supportPhone", "shippingFee", "shippingThreshold"])
      expect(filled).not.toContain(name);
    expect(filled).toContain("returnDays");
    const refused = await saveSettings({});
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Shipping fee is required");
  });
});

test("the shop takes orders once they are saved; the dashboard's list stays until carrier and officer are set", async () => {
  const own = {
    shopName: "Neem Leaf Books",
    supportEmail: "hello@neem.in",
    supportPhone: "+91 20 2444 0110",
    postalAddress: "3 Karve Road\nPune 411004",
    shippingThreshold: "1",
    shippingFee: "1",
  };
  expect((await saveSettings(own)).status).toBe(303);
  await customer.get("/cart"); // shows the message of the refused order
  expect(await text(customer, "/cart")).not.toContain(CLOSED);
  expect((await order()).headers.get("Location")).toMatch(/^\/checkout\/pay\/\d+$/);
  expect(await orders()).toMatchObject([{ total: 20_000 }]);

  const db = shop.db.write;
  expect(await text(staff, "/admin")).toContain("Before the first sale");
  await db.insertInto("logistics_providers").values({ name: "India Post", name_key: "india post" }).execute();
  expect(await text(staff, "/admin")).toContain("Before the first sale");
  expect((await saveSettings({ ...own, grievanceOfficer: "Asha Rao" })).status).toBe(303);
  // The rest is advice, which stays until the first sale.
  const dashboard = await text(staff, "/admin");
  expect(dashboard).not.toContain("Grievance officer</a>");
  expect(dashboard).toContain("8 of 13 steps are left.");
  await db
    .updateTable("orders")
    .set({ state: "paid", paid_at: new Date().toISOString(), invoice_no: "N/1", invoice_date: "2026-11-22" })
    .execute();
  expect(await text(staff, "/admin")).not.toContain("Before the first sale");
  expect(await text(customer, "/terms")).toContain("Asha Rao, the grievance officer of Neem Leaf Books");
});

test("staff change their own name; histories add the email to a name that two of them have", async () => {
  const asha = await createStaff(shop.db.write, {
    email: "asha@neem.in",
    first_name: "Asha",
    last_name: "Rao",
  });
  const other = await signedIn(shop, asha);
  expect(
    (await other.post("/admin/account", { intent: "names", firstName: " ", lastName: "Rao" })).status,
  ).toBe(400);
  expect(
    (await staff.post("/admin/account", { intent: "names", firstName: "Ravi", lastName: "Rao" })).status,
  ).toBe(303);
  expect(await text(staff, "/admin/settings")).toContain("Ravi Rao");
  await other.post("/admin/account", { intent: "names", firstName: "ravi", lastName: "Rao" });
  expect(await text(staff, "/admin/settings")).toContain("Ravi Rao (staff@example.in)");
});
