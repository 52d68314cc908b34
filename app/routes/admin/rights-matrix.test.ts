import { beforeAll, describe, expect, test } from "vitest";
import { ALL_RIGHTS, type Job, type Right, rightMissing, rightsOf } from "~/domain/kit/rights/rights";
import { canSendAny, formNeeds, hasRight, missingToSee, SCREENS } from "~/domain/kit/rights/screens";
import { operations } from "~/api/operations.server";
import { ADMIN_SCREENS } from "~/test/checks/admin-screens";
import { tokenClient } from "~/test/api";
import { createStaff } from "~/test/factories";
import { openPage } from "~/test/pages";
import { customerWithOrder } from "~/test/paying";
import { type Browser, signedIn, testShop } from "~/test/shop";

// Who of the staff may use what: every screen of app/routes.ts, every intent of its forms and every API call. Screens and
// calls are read from the program, so that a new one is tested at once. Guests and customers: admin-access.test.ts for the
// screens, access-matrix.test.ts for the API. Data requests pass the same guards as pages, without drawing them.

const shop = testShop();

/** The people of the matrix. A clerk with extra rights stands for all extra rights. */
const PEOPLE = {
  owner: { job: "owner" },
  manager: { job: "manager" },
  catalogue: { job: "catalogue" },
  orders: { job: "orders" },
  accounts: { job: "accounts" },
  // Exports without `sales`, `newsletter` and `content`: no list of what they cannot see.
  "orders with extras": { job: "orders", extra_rights: '["coupons","exports"]' },
  inactive: { job: "owner", status: "inactive" },
} as const satisfies Record<string, { job: Job; extra_rights?: string; status?: string }>;
type Name = keyof typeof PEOPLE;
const NAMES = Object.keys(PEOPLE) as Name[];
const WORKING = NAMES.filter((name) => name !== "inactive");

const rights = (name: Name): Right[] => {
  const person = PEOPLE[name];
  return rightsOf(person.job, "extra_rights" in person ? person.extra_rights : "[]");
};

interface Visitor {
  browser: Browser;
  api: Awaited<ReturnType<typeof tokenClient>>;
}
const visitors = new Map<Name, Visitor>();
const visitor = (name: Name) => visitors.get(name)!;

beforeAll(async () => {
  const db = shop.db.write;
  for (const name of NAMES) {
    const id = await createStaff(db, { ...PEOPLE[name], status: "active" });
    visitors.set(name, { browser: await signedIn(shop, id), api: await tokenClient(shop, id) });
    // Their sessions stay, so that the guards have to look at the account.
    if (name === "inactive")
      await db.updateTable("accounts").set({ status: "inactive" }).where("id", "=", id).execute();
  }
  await customerWithOrder(shop);
});

/**
 * What a guard decided about a data request; "passed" is any answer of the page itself, such as 200, or 400 for an empty
 * form.
 */
async function decision(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.status === 403) return "403";
  if (answer.status >= 500) return "failed";
  return /"redirect","\/login\?/.test(text) ? "to the login" : "passed";
}

/** The decision about everybody. @param may whether somebody with these rights passes */
const expected = (may: (rights: Right[]) => boolean) => ({
  ...Object.fromEntries(WORKING.map((name) => [name, may(rights(name)) ? "passed" : "403"])),
  inactive: "to the login",
});

async function decided(ask: (browser: Browser) => Promise<Response>, asked: readonly Name[] = NAMES) {
  const found: Record<string, string> = {};
  for (const name of asked) found[name] = await decision(await ask(visitor(name).browser));
  return found;
}

/**
 * Everybody who must be refused, and one of those who may, in turn: a form or call that passes does its work, which takes
 * ten times as long as a refusal. Each screen is asked for by all.
 */
function someOf(may: (rights: Right[]) => boolean, at: number): Name[] {
  const allowed: Name[] = WORKING.filter((name) => may(rights(name)));
  const one = allowed[at % allowed.length];
  return NAMES.filter((name) => name === one || !allowed.includes(name));
}

const among = (asked: readonly Name[], all: Record<string, string>) =>
  Object.fromEntries(asked.map((name) => [name, all[name]]));

const screenOf = (pattern: string) => SCREENS[pattern]!;
// The layout and the dashboard have the same path.
const screens = [...new Map(ADMIN_SCREENS.map((screen) => [screen.pattern, screen])).values()];

/** Every intent of a screen's forms; a screen whose forms all need the same right gets one that it does not know. */
const FORMS = screens.flatMap(({ pattern, path }) => {
  const send = SCREENS[pattern]?.send;
  const intents = typeof send === "object" ? Object.keys(send) : ["no-such-intent"];
  return intents.map((intent, place) => ({ pattern, path, intent, isFirst: place === 0 }));
});

test("every screen has its rights in the table, and the table has no others", () => {
  expect(screens.map(({ pattern }) => pattern).sort()).toEqual(Object.keys(SCREENS).sort());
});

test.each(screens)("$pattern is seen by exactly those with its right", async ({ pattern, path }) => {
  const screen = screenOf(pattern);
  expect(await decided((browser) => browser.get(`${path}.data`))).toEqual(
    expected((rights) => missingToSee(screen, rights) === null),
  );
});

/** Routes without a page answer with the sentence alone. */
const NO_PAGE = [
  "/admin/accounts/documents",
  "/admin/accounts/export/:list",
  "/admin/orders/manifest/file",
  "/admin/accounts/gstr1/file",
  "/admin/accounts/receivables/:customerId/statement/file",
  "/admin/accounts/reports/file",
  "/admin/delivery/export",
  "/admin/audit/export",
  "/admin/mails/:mail/preview",
  "/admin/choices/:kind",
  "/admin/imports/:importId/refused",
  "/admin/imports/template",
  "/admin/newsletter/export",
  "/admin/orders/:orderId/documents/:documentId",
  "/admin/orders/:orderId/invoice",
  "/admin/orders/papers/file",
  "/admin/quotations/:quotationId/pdf",
  "/admin/pages/messages/complaints",
  "/admin/products/export",
];

test.each(screens)("$pattern is refused with the missing right in a sentence", async ({ pattern, path }) => {
  const missing = (name: Name) => missingToSee(screenOf(pattern), rights(name));
  // Who lacks only a screen's second right, if there is somebody.
  const lacking = WORKING.findLast((name) => missing(name) !== null);
  const see = lacking && missing(lacking);
  if (!lacking || !see || see === "everybody") return;
  const { html, response } = await openPage(visitor(lacking).browser, path);
  expect(html).toContain(rightMissing(see));
  if (NO_PAGE.includes(pattern)) return;
  expect(response.headers.get("Content-Type")).toMatch(/^text\/html/);
  expect(html).toContain('aria-label="Back office"');
});

test.each(screens)(
  "a client navigation to $pattern alone gets no data without its right",
  async ({ pattern, path }) => {
    const lacking = WORKING.find((name) => missingToSee(screenOf(pattern), rights(name)) !== null);
    if (!lacking) return;
    const routes = screens.filter((screen) => screen.pattern === pattern).map(({ routeId }) => routeId);
    const answer = await visitor(lacking).browser.get(
      `${path}.data?_routes=${encodeURIComponent(routes.join())}`,
    );
    expect(answer.status).toBe(403);
  },
);

test.each(FORMS.map((form, at) => ({ ...form, at })))(
  "$intent of $pattern is sent by exactly those with its right",
  async ({ pattern, path, intent, isFirst, at }) => {
    const screen = screenOf(pattern);
    const need = formNeeds(screen, intent);
    const may = (rights: Right[]) =>
      need !== null && hasRight(rights, screen.see) && hasRight(rights, need) && canSendAny(screen, rights);
    const asked = someOf(may, at);
    const found = await decided((browser) => browser.post(`${path}.data`, { intent }), asked);
    expect(found).toEqual(among(asked, expected(may)));
    // The page of the refusal is drawn once for each screen.
    const lacking = isFirst && WORKING.find((name) => !may(rights(name)));
    if (lacking) expect((await visitor(lacking).browser.post(path, { intent })).status).toBe(403);
  },
);

describe("the API", () => {
  const STAFF_CALLS = operations.filter(({ access }) => access === "staff");

  test.each(STAFF_CALLS.map((call, at) => ({ ...call, at })))(
    "$method $path is made by exactly those with its right",
    async ({ method, path, right, also, at }) => {
      const url = path.replace(/\{\w+\}/g, "1");
      const may = (rights: Right[]) =>
        right !== undefined && rights.includes(right) && (also === undefined || rights.includes(also));
      const asked = someOf(may, at);
      const found: Record<string, string> = {};
      for (const name of asked) {
        const { api } = visitor(name);
        const answer = await (method === "GET" ? api.get(url) : api.post(url, {}));
        found[name] = answer.status === 403 ? "403" : answer.status === 401 ? "401" : "passed";
      }
      expect(found).toEqual(among(asked, { ...expected(may), inactive: "401" }));
    },
  );
});

/** The screens with a right of their own that these people see, written down a second time on purpose. */
const CLERKS_SCREENS: Partial<Record<Name, string[]>> = {
  catalogue: [
    "/admin/appearance/featured",
    "/admin/authors",
    "/admin/booktags",
    "/admin/categories",
    "/admin/choices/:kind",
    "/admin/imports",
    "/admin/imports/:importId",
    "/admin/imports/:importId/refused",
    "/admin/imports/template",
    "/admin/languages",
    "/admin/products",
    "/admin/products/export",
    "/admin/products/many",
    "/admin/publishers",
    "/admin/reviews",
    "/admin/search",
    "/admin/search/synonyms",
    "/admin/search/wanted",
    "/admin/series",
  ],
  orders: [
    "/admin/counter",
    "/admin/logistics",
    "/admin/logistics/providers",
    "/admin/logistics/refused",
    "/admin/orders",
    "/admin/orders/:orderId",
    "/admin/orders/:orderId/documents/:documentId",
    "/admin/orders/:orderId/invoice",
    "/admin/orders/:orderId/packing-slip",
    "/admin/orders/manifest",
    "/admin/orders/manifest/file",
    "/admin/orders/new",
    "/admin/orders/papers",
    "/admin/orders/papers/file",
    "/admin/orders/ship",
    "/admin/quotations",
    "/admin/quotations/:quotationId",
    "/admin/quotations/:quotationId/pdf",
    "/admin/remittances",
    "/admin/remittances/:remittanceId",
  ],
  accounts: [
    "/admin/accounts",
    "/admin/accounts/documents",
    "/admin/accounts/export/:list",
    "/admin/accounts/gstr1",
    "/admin/accounts/gstr1/file",
    "/admin/accounts/journal",
    "/admin/accounts/receivables",
    "/admin/accounts/receivables/:customerId",
    "/admin/accounts/receivables/:customerId/statement",
    "/admin/accounts/receivables/:customerId/statement/file",
    "/admin/accounts/reports",
    "/admin/accounts/reports/file",
    "/admin/accounts/settlements",
    "/admin/logistics",
    "/admin/logistics/refused",
    "/admin/orders",
    "/admin/orders/:orderId",
    "/admin/orders/:orderId/documents/:documentId",
    "/admin/orders/:orderId/invoice",
    "/admin/orders/:orderId/packing-slip",
    "/admin/orders/papers",
    "/admin/orders/papers/file",
    "/admin/quotations",
    "/admin/quotations/:quotationId",
    "/admin/quotations/:quotationId/pdf",
    "/admin/remittances",
    "/admin/remittances/:remittanceId",
  ],
};

test.each(Object.entries(CLERKS_SCREENS) as [Name, string[]][])(
  "%s sees these screens and no others",
  (name, paths) => {
    const seen = Object.entries(SCREENS)
      .filter(([, screen]) => screen.see !== "everybody" && missingToSee(screen, rights(name)) === null)
      .map(([path]) => path);
    expect(seen.sort()).toEqual(paths);
  },
);

test("the right to download lists opens alone no file and no call", () => {
  const open = Object.entries(SCREENS).filter(
    ([, screen]) => screen.see !== "everybody" && missingToSee(screen, ["exports"]) === null,
  );
  expect(open).toEqual([]);
  expect(operations.filter(({ right, also }) => right === "exports" && also === undefined)).toEqual([]);
});

test("a manager sees all screens but those for staff and payments", () => {
  const unseen = Object.values(SCREENS).filter((screen) => missingToSee(screen, rights("manager")) !== null);
  expect(unseen.filter(({ see }) => see !== "staff" && see !== "payments")).toEqual([]);
  expect(ALL_RIGHTS.filter((right) => !rights("manager").includes(right))).toEqual(["payments", "staff"]);
});

describe("the sidebar", () => {
  const linksOf = async ({ browser }: Visitor) => {
    const { html } = await openPage(browser, "/admin");
    const aside = /<aside[\s\S]*?<\/aside>/.exec(html)![0];
    return [...aside.matchAll(/<a [^>]*href="(\/admin[^"]*)"/g)].map(([, href]) => href!);
  };

  let all: string[];
  beforeAll(async () => {
    all = await linksOf(visitor("owner"));
  });

  // Who may see a screen is asked above.
  test("of the owner has links that answer 200", async () => {
    expect(all.length).toBeGreaterThan(10);
    for (const link of all) {
      const answer = await visitor("owner").browser.get(`${link}.data`);
      expect([link, answer.status]).toEqual([link, 200]);
    }
  });

  test.each(WORKING)("of %s links to all screens of the sidebar that they may see", async (name) => {
    const links = await linksOf(visitor(name));
    expect(links).toEqual(all.filter((link) => hasRight(rights(name), screenOf(link).see)));
  });
});
