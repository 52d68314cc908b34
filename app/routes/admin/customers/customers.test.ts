import { beforeAll, describe, expect, test } from "vitest";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { insertOrder, receivedPayment } from "~/test/factories-orders";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";
import { pageHtml } from "~/test/pages";

const shop = testShop();
let staffId: number;
let staff: Browser;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
});

const person = (first_name: string, given = {}) =>
  createAccount(shop.db.write, { first_name, email: `${first_name.toLowerCase()}@example.in`, ...given });
const statusOf = async (id: number) =>
  (await shop.db.read.selectFrom("accounts").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;

test("guests and customers are refused with a message on pages, data requests and posts", async () => {
  const id = await person("Guarded");
  const visitors = [
    [
      guestBrowser(shop),
      "You need to be logged in with admin credentials to access this page",
      (path: string) => `/login?redirectTo=${encodeURIComponent(path)}`,
    ],
    [await signedIn(shop, id), "You need admin privileges to access this page", () => "/"],
  ] as const;
  for (const [visitor, message, to] of visitors) {
    for (const path of ["/admin/customers", `/admin/customers/${id}`, "/admin/reviews", "/admin"]) {
      const refused = await visitor.get(path);
      expect([path, refused.status, refused.headers.get("Location")]).toEqual([path, 303, to(path)]);
      expect(await pageHtml(await visitor.get("/books"))).toContain(message);
      expect(await pageHtml(await visitor.get(`${path}.data`))).not.toContain("guarded@example.in");
    }
    for (const path of ["/admin/customers", `/admin/customers/${id}`]) {
      expect((await visitor.post(path, { id, status: "inactive" })).headers.get("Location")).toBe(to(path));
    }
  }
  expect(await statusOf(id)).toBe("active");
});

test("the list shows columns, search, filter and the confirmation dialog", async () => {
  const active = await person("Parvati", { created_at: "2026-02-03T20:00:00.000Z" });
  const inactive = await person("Parvatibai", { status: "inactive" });
  await insertOrder(shop.db.write, { accountId: active, state: "cancelled" });

  const all = await pageHtml(await staff.get("/admin/customers?q=parvati"));
  for (const title of ["ID", "Name", "Email", "Orders", "Joined", "Status"])
    expect(all).toMatch(new RegExp(`<th scope="col"[^>]*>(<a [^>]*>)?${title}`));
  expect(all).toContain(`href="/admin/customers/${active}"`);
  expect(all).toContain("4 Feb 2026");
  expect(all).toMatch(/<button type="submit"[^>]*>Filter<\/button>/);
  expect(all).toMatch(/<select name="status"/);
  expect([...all.matchAll(/aria-pressed="(\w+)"/g)].map(([, on]) => on).sort()).toEqual(["false", "true"]);

  const filtered = await pageHtml(await staff.get("/admin/customers?q=parvati&status=inactive"));
  expect(filtered).toContain(`href="/admin/customers/${inactive}"`);
  expect(filtered).not.toContain(`href="/admin/customers/${active}"`);
  expect(await pageHtml(await staff.get("/admin/customers?q=nobody-such"))).toContain(
    "No items found matching your search",
  );

  const asking = await pageHtml(await staff.get(`/admin/customers?q=parvati&confirm=deactivate-${active}`));
  expect(asking).toContain("Deactivate Customer");
  expect(asking).toMatch(/<a[^>]*href="\/admin\/customers\?q=parvati"[^>]*>Cancel/);
  // No dialog to deactivate a customer who is inactive already.
  expect(await pageHtml(await staff.get(`/admin/customers?confirm=deactivate-${inactive}`))).not.toContain(
    "<dialog",
  );
});

test("staff are not listed as customers, have no customer page and cannot be deactivated there", async () => {
  expect(await pageHtml(await staff.get("/admin/customers?q=kamala"))).toContain("No items found");
  expect((await staff.get(`/admin/customers/${staffId}`)).status).toBe(404);
  expect((await staff.get(`/admin/customers?confirm=deactivate-${staffId}`)).status).toBe(404);
  for (const path of ["/admin/customers", `/admin/customers/${staffId}`])
    expect((await staff.post(path, { id: staffId, status: "inactive" })).status).toBe(404);
  expect((await staff.get("/admin")).status).toBe(200);
});

describe("activating and deactivating", () => {
  test("deactivating logs the customer out and blocks the login; activating ends that; the history says who", async () => {
    const { id, email } = await accountWithPassword(shop.db.write, PASSWORD);
    const customer = await signedIn(shop, id);
    expect(await pageHtml(await customer.get("/books"))).toContain("Hi, Asha");

    const off = await staff.post(`/admin/customers?q=asha&size=5&confirm=deactivate-${id}`, {
      id,
      status: "inactive",
    });
    expect([off.status, off.headers.get("Location")]).toEqual([303, "/admin/customers?q=asha&size=5"]);
    expect(await pageHtml(await staff.get("/admin/customers"))).toContain(
      "Asha Rao is inactive and has been logged out",
    );

    expect((await customer.get("/orders")).headers.get("Location")).toContain("/login");
    expect(await pageHtml(await customer.get("/books"))).not.toContain("Hi, Asha");
    const login = () => guestBrowser(shop).post("/login", { username: email, password: PASSWORD });
    const refused = await login();
    expect(refused.status).toBe(400);
    expect(await pageHtml(refused)).toContain("Login failed. Please check your credentials.");

    const page = await pageHtml(await staff.get(`/admin/customers/${id}?confirm=activate`));
    expect(page).toContain("Activate Customer");
    expect(page).toMatch(/Kamini Iyer<\/span> deactivated this/);
    const on = await staff.post(`/admin/customers/${id}?confirm=activate`, { id, status: "active" });
    expect([on.status, on.headers.get("Location")]).toEqual([303, `/admin/customers/${id}`]);
    expect((await login()).status).toBe(303);
    expect(await pageHtml(await customer.get("/books"))).not.toContain("Hi, Asha");
  });

  test("repeated posts deactivate and log once", async () => {
    const id = await person("Again");
    for (let times = 0; times < 3; times++) {
      const answer = await staff.post(`/admin/customers?confirm=deactivate-${id}`, {
        id,
        status: "inactive",
      });
      expect(answer.status).toBe(303);
    }
    const entries = await shop.db.read
      .selectFrom("audit_entries")
      .select(["account_id", "action"])
      .where("subject", "=", "customer")
      .where("subject_id", "=", id)
      .execute();
    expect(entries).toEqual([{ account_id: staffId, action: "deactivated" }]);
  });

  test("the customer's page changes the customer of its URL, whatever id the form has", async () => {
    const [shown, other] = [await person("Shown"), await person("Other")];
    await staff.post(`/admin/customers/${shown}`, { id: other, status: "inactive" });
    expect([await statusOf(shown), await statusOf(other)]).toEqual(["inactive", "active"]);
  });
});

test("the customer's page shows figures, orders, reviews and addresses", async () => {
  const id = await person("Whole", { last_name: "<b>Bold</b>", email_confirmed_at: null });
  const bookId = await catalogueBook(shop.db.write, { title: "Gora" });
  const orderId = await insertOrder(shop.db.write, {
    accountId: id,
    state: "paid",
    total: 123_456,
    placedAt: "2026-02-03T20:00:00.000Z",
  });
  await receivedPayment(shop.db.write, orderId, 123_456);
  await createAddress(shop.db.write, id, { address1: "7 Temple Street" });
  const at = "2026-02-05T00:00:00.000Z";
  const review = { bookId, accountId: id, rating: 4, remarks: "Worth it", at };
  const reviewId = await createReview(shop.db.write, review);

  const html = await pageHtml(await staff.get(`/admin/customers/${id}`));
  for (const piece of [
    "Whole &lt;b&gt;Bold&lt;/b&gt;",
    "not confirmed",
    "₹1,234.56",
    "4 Feb 2026",
    `href="/admin/orders/${orderId}"`,
    `href="/admin/orders?customer=${id}"`,
    "Worth it",
    `href="/admin/reviews?customer=${id}&amp;confirm=hide-${reviewId}"`,
    `href="/admin/products?edit=${bookId}"`,
    "7 Temple Street",
    "No changes yet",
  ])
    expect(html).toContain(piece);
});

test("invalid ids, statuses and queries are refused or ignored", async () => {
  const id = await person("Target");
  for (const odd of [
    "0",
    "-1",
    "1.5",
    "1e3",
    "x",
    "%00",
    "999999999999999",
    "99999999999999999999",
    "1%27--",
  ]) {
    expect([odd, (await staff.get(`/admin/customers/${odd}`)).status]).toEqual([odd, 404]);
    expect([odd, (await staff.post(`/admin/customers/${odd}`, { status: "inactive" })).status]).toEqual([
      odd,
      404,
    ]);
    const post = await staff.post("/admin/customers", { id: decodeURIComponent(odd), status: "inactive" });
    expect([odd, post.status]).toEqual([odd, 404]);
  }
  for (const status of ["", "deleted", "Active", "\0"])
    expect((await staff.post("/admin/customers", { id, status })).status).toBe(400);
  expect((await staff.post("/admin/customers", { id })).status).toBe(400);
  expect((await staff.post("/admin/customers", {})).status).toBe(404);
  expect(await statusOf(id)).toBe("active");
  for (const query of [
    "page=99999999999999999999&size=7&sort=password_hash&dir=up",
    "q=%00%22%2A%29&status=%00",
    `q=${"9".repeat(400)}`,
    "confirm=deactivate-99999999999999999999",
    "confirm=drop-1",
    "confirm=deactivate",
  ])
    expect([query, (await staff.get(`/admin/customers?${query}`)).status]).toEqual([query, 200]);
  expect((await staff.get("/admin/customers?confirm=deactivate-999999")).status).toBe(404);
});
