import { expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { signedIn, testShop } from "~/test/shop";

const shop = testShop();

const NO_BOOKS =
  "Your job in this shop does not let you edit books, covers, authors, publishers, series, tags and languages. An owner of the shop can change that.";

test("a page that one may not see says so within the back office, and shows nothing of it", async () => {
  await catalogueBook(shop.db.write, { title: "Secret Diwan" });
  const staff = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const refused = await staff.get("/admin/products");
  expect(refused.status).toBe(403);
  const page = await refused.text();
  expect(page).toContain(NO_BOOKS);
  expect(page).not.toContain("Secret Diwan");
  expect(page).toMatch(/<a [^>]*href="\/admin\/orders"/);
  expect(page).not.toMatch(/<a [^>]*href="\/admin\/(?:products|settings|customers)"/);

  const data = await staff.get("/admin/products.data");
  expect(data.status).toBe(403);
  const text = await data.text();
  expect(text).toContain(NO_BOOKS);
  expect(text).not.toContain("Secret Diwan");
});

test("a form that one may not send changes nothing", async () => {
  const db = shop.db.write;
  const staff = await signedIn(shop, await createStaff(db, { job: "orders" }));
  const refused = await staff.post("/admin/authors", { id: 0, name: "Nobody's Author" });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain(NO_BOOKS);
  const author = db.selectFrom("authors").select("id").where("name", "=", "Nobody's Author");
  expect(await author.execute()).toEqual([]);
});

test("a job without the right of the page's forms reads the page; one with the right of some sends those", async () => {
  const accounts = await signedIn(shop, await createStaff(shop.db.write, { job: "accounts" }));
  expect((await accounts.get("/admin/orders")).status).toBe(200);
  const refused = await accounts.post("/admin/orders", { intent: "pack", order: 1 });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("does not let you pack, dispatch and deliver orders");

  const packer = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  expect((await packer.post("/admin/orders/1", { intent: "refund" })).status).toBe(403);
  expect((await packer.post("/admin/orders/1", { intent: "unknown" })).status).toBe(400);
});

test("the dashboard shows each job what it may see", async () => {
  const dashboard = async (job: "orders" | "catalogue" | "owner") => {
    const staff = await signedIn(shop, await createStaff(shop.db.write, { job }));
    return (await staff.get("/admin")).text();
  };
  const titles = ["Total Products", "Total Orders", "Customers", "Recent Orders", "Popular Products"];
  const shown = async (job: Parameters<typeof dashboard>[0]) => {
    const page = await dashboard(job);
    return titles.filter((title) => page.includes(title));
  };
  expect(await shown("orders")).toEqual(["Total Orders", "Recent Orders"]);
  expect(await shown("catalogue")).toEqual(["Total Products"]);
  expect(await shown("owner")).toEqual(titles);
});
