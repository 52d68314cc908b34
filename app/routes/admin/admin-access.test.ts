import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN_SCREENS, UNGUARDED_FILES } from "~/test/admin-screens";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { customerWithOrder } from "~/test/paying";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";

/** Who may open the back office (docs/specification.md §6.4). */
const GUEST_MESSAGE = "You need to be logged in with admin credentials to access this page";
const CUSTOMER_MESSAGE = "You need admin privileges to access this page";

/** Part of every row that a screen could show. */
const SECRET = "Zebunnisa";

const shop = testShop();

beforeAll(async () => {
  const db = shop.db.write;
  await catalogueBook(db, {
    title: `${SECRET}'s Diwan`,
    authors: [`${SECRET} Makhfi`],
    tags: [`${SECRET} tag`],
  });
  const accountId = await createAccount(db, {
    first_name: SECRET,
    email: `${SECRET.toLowerCase()}@example.com`,
  });
  await createAddress(db, accountId, { fullname: SECRET });
  await createReview(db, { bookId: 1, accountId, rating: 5, remarks: `${SECRET} wrote this.` });
  const { orderId } = await customerWithOrder(shop);
  await db.updateTable("orders").set({ fullname: SECRET }).where("id", "=", orderId).execute();
});

let hashed = { version: -1, tables: {} as Record<string, string> };

/**
 * A hash of each table, except for sessions, which store when somebody was last seen. Made again only when the database
 * has changed.
 */
async function tableHashes(): Promise<Record<string, string>> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(shop.db.read);
  const version = rows[0]!.data_version;
  if (hashed.version !== version) hashed = { version, tables: await hashTables() };
  return hashed.tables;
}

async function hashTables(): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and sql not like 'create virtual%' and name <> 'sessions'`.execute(shop.db.read);
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(shop.db.read);
    found[name] = createHash("sha256").update(JSON.stringify(rows)).digest("hex");
  }
  return found;
}

/** Fields of the forms of all screens. */
const FIELDS = {
  intent: "save",
  name: "Intruder",
  title: "Intruder",
  id: "1",
  bookId: "1",
  orderId: "1",
  state: "cancelled",
  status: "inactive",
  hidden: "1",
  amount: "1",
  reason: "Intruder",
  key: "0123456789abcdef",
  shopName: "Intruder",
};
const QUERY = "?add=1&edit=1&cover=1&confirm=hide-1&q=a";

function withFile(): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(FIELDS)) body.set(name, value);
  body.set("intent", "upload-cover");
  body.set("file1", new File([new Uint8Array(100)], "cover.png", { type: "image/png" }));
  return body;
}

test("every screen of app/routes.ts is below the guarded layout", () => {
  expect(ADMIN_SCREENS.map((screen) => screen.path)).toEqual(
    expect.arrayContaining(["/admin", "/admin/authors", "/admin/logistics/providers", "/admin/categories"]),
  );
  expect(UNGUARDED_FILES).toEqual([]);
});

describe.each([
  ["a guest", GUEST_MESSAGE, /^\/login\?redirectTo=%2Fadmin/, async () => guestBrowser(shop)],
  ["a customer", CUSTOMER_MESSAGE, /^\/$/, async () => customerBrowser(shop)],
] as const)("%s", (_, message, where, visitor) => {
  const paths = [...new Set(ADMIN_SCREENS.map((screen) => screen.path))];

  async function expectRefused(browser: Browser, response: Response) {
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(where);
    expect(await response.text()).toBe("");
    await expectMessage(browser);
  }

  async function expectMessage(browser: Browser) {
    expect(await (await browser.get("/terms")).text()).toContain(message);
  }

  test("sees the message once", async () => {
    const browser = await visitor();
    await expectRefused(browser, await browser.get("/admin"));
    expect(await (await browser.get("/terms")).text()).not.toContain(message);
  });

  test.each(paths)("is turned away from %s", async (path) => {
    const browser = await visitor();
    await expectRefused(browser, await browser.get(path));
    await expectRefused(browser, await browser.get(path + QUERY));
    const head = await browser.request(path, { method: "HEAD" });
    expect([head.status, head.headers.get("Location")]).toEqual([303, expect.stringMatching(where)]);
  });

  test.each(paths)("cannot post to %s", async (path) => {
    const browser = await visitor();
    const before = await tableHashes();
    await expectRefused(browser, await browser.post(path, FIELDS));
    await expectRefused(browser, await browser.post(path + QUERY, FIELDS));
    await expectRefused(browser, await browser.request(path + QUERY, { method: "POST", body: withFile() }));
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const response = await browser.request(path, { method, body: new URLSearchParams(FIELDS) });
      expect(await response.text(), method).not.toContain(SECRET);
    }
    expect(await tableHashes()).toEqual(before);
  });

  test.each(ADMIN_SCREENS)(
    "gets no data by a client navigation to $path ($routeId)",
    async ({ path, routeId }) => {
      const browser = await visitor();
      const before = await tableHashes();
      const data = `${path}.data`;
      for (const url of [data, data + QUERY, `${data}?_routes=${encodeURIComponent(routeId)}`]) {
        for (const init of [{}, { method: "POST", body: new URLSearchParams(FIELDS) }]) {
          const response = await browser.request(url, init);
          const text = await response.text();
          expect(response.status, url).toBe(202);
          expect(/"redirect","([^"]*)","status",303/.exec(text)?.[1]).toMatch(where);
          expect(text.length).toBeLessThan(300); // and nothing else
          await expectMessage(browser);
        }
      }
      expect(await tableHashes()).toEqual(before);
    },
  );
});

test("a deactivated admin is treated as a guest at once", async () => {
  const accountId = await createStaff(shop.db.write);
  const browser = await signedIn(shop, accountId);
  expect(await (await browser.get("/admin/authors")).text()).toContain(SECRET);
  await shop.db.write
    .updateTable("accounts")
    .set({ status: "inactive" })
    .where("id", "=", accountId)
    .execute();
  expect((await browser.get("/admin")).headers.get("Location")).toBe("/login?redirectTo=%2Fadmin");
  expect(await (await browser.get("/")).text()).toContain(GUEST_MESSAGE);
});
