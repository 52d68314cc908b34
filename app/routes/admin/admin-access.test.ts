import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { NOTICE_EVENTS } from "~/domain/shop/notices/notices";
import { signedCookie } from "~/http/request/signed-cookie.server";
import type { WaitingFlash } from "~/page-data/flash";
import { ADMIN_SCREENS, UNGUARDED_FILES } from "~/test/checks/admin-screens";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { customerWithOrder } from "~/test/paying";
import { isOnPostgres } from "~/test/databases/postgres";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";

/** Who may open the back office (docs/specification.md §6). */
const GUEST_MESSAGE = "You need to be logged in with admin credentials to access this page";
const CUSTOMER_MESSAGE = "You need admin privileges to access this page";

/** Part of every row that a screen could show. */
const SECRET = "Zebunnisa";

const shop = testShop();

beforeAll(async () => {
  const db = shop.db.write;
  // The background work writes the day's notices at some moment, between two hashes, too: they count as written.
  await db
    .insertInto("daily_notices")
    .values(NOTICE_EVENTS.map((event) => ({ event, last_day: "9999-12-31" })))
    .onConflict((conflict) => conflict.column("event").doUpdateSet({ last_day: "9999-12-31" }))
    .execute();
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
  customer = await customerBrowser(shop);
});

/** A number that differs after each change of the database. */
const CHANGES = isOnPostgres
  ? sql<{ version: number }>`select txid_snapshot_xmax(txid_current_snapshot()) as version`
  : sql<{ version: number }>`select data_version as version from pragma_data_version`;

const TABLES = isOnPostgres
  ? // A round adds what closed connections have raised to the one row of the version: the view's sum stays the same.
    sql<{ name: string }>`select tablename as name from pg_tables
      where schemaname = 'public'
        and tablename not in ('sessions', 'stashed_forms', 'catalogue_version', 'catalogue_rises')
      union all select 'current_catalogue_version'`
  : sql<{ name: string }>`select name from sqlite_master
      where type = 'table' and sql not like 'create virtual%' and name not in ('sessions', 'stashed_forms')`;

let hashed = { version: -1, tables: {} as Record<string, string> };

/**
 * A hash of each table, except for sessions, which store when somebody was last seen, and forms that wait for a login. Made again only when the database
 * has changed.
 */
async function tableHashes(): Promise<Record<string, string>> {
  const { rows } = await CHANGES.execute(shop.db.read);
  const version = rows[0]!.version;
  if (hashed.version !== version) hashed = { version, tables: await hashTables() };
  return hashed.tables;
}

async function hashTables(): Promise<Record<string, string>> {
  const tables = await TABLES.execute(shop.db.read);
  const found: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(shop.db.read);
    found[name] = createHash("sha256")
      .update(JSON.stringify(rows.map((row) => JSON.stringify(row)).sort()))
      .digest("hex");
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

const flashCookie = signedCookie<WaitingFlash[]>("flash", "flash cookie", {});

/** The message that this answer alone leaves for the next page. */
function messageOf(response: Response): string | undefined {
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith("flash="));
  return flashCookie.parse(cookie ?? null)?.[0]?.text;
}

let customer: Browser;

/** Another browser with the customer's session, that has not been refused yet. */
function sameCustomer(): Browser {
  const browser = guestBrowser(shop);
  browser.setCookie("kitab", customer.cookieHeader().slice("kitab=".length));
  return browser;
}

describe.each([
  ["a guest", GUEST_MESSAGE, /^\/login\?redirectTo=%2Fadmin/, () => guestBrowser(shop)],
  ["a customer", CUSTOMER_MESSAGE, /^\/$/, sameCustomer],
] as const)("%s", (_, message, where, visitor) => {
  const paths = [...new Set(ADMIN_SCREENS.map((screen) => screen.path))];
  const METHODS = ["PUT", "PATCH", "DELETE"];

  /** Whoever sends it has not been refused before, so that the message is this answer's. */
  const send = (url: string, init: RequestInit = {}) => visitor().request(url, init);
  const posted = () => ({ method: "POST", body: new URLSearchParams(FIELDS) });

  async function expectRefused(response: Response) {
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(where);
    expect(await response.text()).toBe("");
    expect(messageOf(response)).toBe(message);
  }

  test("sees the message once", async () => {
    const browser = visitor();
    await expectRefused(await browser.get("/admin"));
    expect(await (await browser.get("/terms")).text()).toContain(message);
    expect(await (await browser.get("/terms")).text()).not.toContain(message);
  });

  // One place refuses for all screens, whatever the query, body and method: each screen tries some of them, in turn.
  test.each(paths.map((path, at) => [path, at] as const))("is turned away from %s", async (path, at) => {
    await expectRefused(await send(path + (at % 2 ? QUERY : "")));
    if (at % 4 === 0) await expectRefused(await send(path, { method: "HEAD" }));
  });

  test.each(paths.map((path, at) => [path, METHODS[at % METHODS.length]!, at] as const))(
    "cannot post to %s, nor send %s",
    async (path, method, at) => {
      const before = await tableHashes();
      const query = at % 2 ? QUERY : "";
      const post = at % 3 ? posted() : { method: "POST", body: withFile() };
      await expectRefused(await send(path + query, post));
      const response = await send(path, { ...posted(), method });
      expect(await response.text()).not.toContain(SECRET);
      expect(await tableHashes()).toEqual(before);
    },
  );

  test.each(ADMIN_SCREENS.map((screen, at) => ({ ...screen, at })))(
    "gets no data by a client navigation to $path ($routeId)",
    async ({ path, routeId, at }) => {
      const before = await tableHashes();
      const data = `${path}.data`;
      const whole = at % 2 ? data : data + QUERY;
      for (const url of [whole, `${data}?_routes=${encodeURIComponent(routeId)}`]) {
        for (const init of at % 2 ? [{}] : [{}, posted()]) {
          const response = await send(url, init);
          const text = await response.text();
          expect(response.status, url).toBe(202);
          expect(/"redirect","([^"]*)","status",303/.exec(text)?.[1]).toMatch(where);
          expect(text.length).toBeLessThan(300); // and nothing else
          expect(messageOf(response)).toBe(message);
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
