import { USUAL_NAMES } from "~/domain/accounting/journal/account-names";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Operation } from "~/api/operation.server";
import { BOOK_MAX } from "~/domain/catalogue/books/record/book-form.schema";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";
import { requestFor, tokenFor, withBody } from "~/test/checks/api-calls";
import { uploadedImport } from "~/test/checks/api-made";
import { createWorld, type World } from "~/test/checks/api-world";
import { lockDatabase, refuseWrites } from "~/test/databases/database-away";
import { ADDRESS, createAddress, createBook } from "~/test/factories";
import { basic } from "~/test/payments/sandbox-caller";
import { customerWithOrder } from "~/test/paying";
import { isOnPostgres } from "~/test/databases/postgres";
import { type Browser, guestBrowser, signedIn, ownShop } from "~/test/shop";
import { PASSWORD } from "~/test/factories-accounts";
import { operations } from "~/api/operations.server";

const shop = ownShop();
let world: World;
const browsers = {} as Record<"guest" | "customer" | "staff" | "buyer", Browser>;
let bookId: number;
let orderId: number;
let importId: number;

beforeAll(async () => {
  world = await createWorld(shop);
  browsers.guest = guestBrowser(shop);
  browsers.customer = await signedIn(shop, world.customer.id);
  browsers.staff = await signedIn(shop, world.staff.id);
  const order = await customerWithOrder(shop);
  browsers.buyer = order.browser;
  orderId = order.orderId;
  bookId = await createBook(shop.db.write);
  ({ importId } = await uploadedImport(world));
  await createAddress(shop.db.write, world.customer.id);
  const at = "2026-11-22T10:00:00.000Z";
  await shop.db.write
    .insertInto("pages")
    .values({
      kind: "page",
      address: "contact",
      title: "Contact",
      body: "Write to us.",
      has_contact_form: 1,
      posted_on: null,
      picture_id: null,
      published: 1,
      created_at: at,
      updated_at: at,
      changed_at: at,
    })
    .execute();
});

type FormPost = [file: string, who: keyof typeof browsers, path: string, fields: Record<string, string>];

/** Each route with an action, and a form of it that writes. ORDER, BOOK, CUSTOMER and USERNAME are filled in. */
const FORM_POSTS: FormPost[] = [
  ["account/addresses.tsx", "customer", "/account/addresses", { intent: "save-address", ...ADDRESS }],
  [
    "account/change-password.tsx",
    "customer",
    "/change-password",
    { currentPassword: PASSWORD, password: "Harvest-Moon-42", confirmPassword: "Harvest-Moon-42" },
  ],
  ["account/devices.tsx", "customer", "/account/devices", { intent: "end-others" }],
  ["account/login/forgot-password.tsx", "guest", "/forgot-password", { email: "USERNAME" }],
  ["account/login/login-email.tsx", "guest", "/login/email", { email: "USERNAME" }],
  ["account/login/login.tsx", "guest", "/login", { username: "USERNAME", password: PASSWORD }],
  ["account/login/logout.ts", "customer", "/logout", {}],
  ["account/order/order.tsx", "buyer", "/orders/ORDER", { intent: "cancel", reason: "" }],
  ["account/profile.tsx", "customer", "/account", { intent: "names", firstName: "Asha", lastName: "Rao" }],
  ["admin/account/account.tsx", "staff", "/admin/account", { firstName: "Asha", lastName: "Rao" }],
  [
    "admin/appearance/look.tsx",
    "staff",
    "/admin/appearance/look",
    { intent: "save-look", accent: "#0b5d4a", face: "jost", shown: '{"accent":null,"face":"eczar"}' },
  ],
  [
    "admin/mails/mail.tsx",
    "staff",
    "/admin/mails/refund",
    { intent: "save-words", opening: "Namaste", shown: '{"opening":"","closing":""}' },
  ],
  ["admin/accounts/journal.tsx", "staff", "/admin/accounts/journal", { ...USUAL_NAMES, bank: "HDFC" }],
  ["admin/pages/addresses.tsx", "staff", "/admin/pages/addresses", { intent: "add", lines: "/old /books" }],
  [
    "admin/settings/tax-rates.tsx",
    "staff",
    "/admin/settings/tax-rates?add=1",
    { intent: "save", hsn: "4905", from: "2025-09-22", rate: "5", condition: "any", note: "" },
  ],
  [
    "admin/search/synonyms.tsx",
    "staff",
    "/admin/search/synonyms?add=1",
    { intent: "save", phrases: "Godan\nGaudan" },
  ],
  [
    "admin/customers/customer.tsx",
    "staff",
    "/admin/customers/CUSTOMER",
    { intent: "deactivate", status: "inactive" },
  ],
  ["admin/orders/order.tsx", "staff", "/admin/orders/ORDER", { intent: "cancel", note: "" }],
  ["admin/categories/categories.tsx", "staff", "/admin/categories", { intent: "save", name: "Sagas" }],
  ["admin/master-data/master-data.tsx", "staff", "/admin/authors?add=1", { name: "A. Sen" }],
  [
    "admin/pages/page.tsx",
    "staff",
    "/admin/pages/new",
    { intent: "save-page", title: "About", body: "We publish books." },
  ],
  [
    "admin/appearance/announcement.tsx",
    "staff",
    "/admin/appearance/announcement",
    { text: "Monsoon sale", linkLabel: "", to: "", startsOn: "", endsOn: "", version: "0" },
  ],
  ["admin/appearance/featured.tsx", "staff", "/admin/appearance/featured", { intent: "reset" }],
  ["admin/appearance/home-page.tsx", "staff", "/admin/appearance", { intent: "hide-2" }],
  [
    "admin/imports/import.tsx",
    "staff",
    "/admin/imports/IMPORT",
    { intent: "plan", mode: "add_only", "column-0": "isbn13", "column-1": "price" },
  ],
  ["admin/imports/import.tsx", "staff", "/admin/imports/IMPORT", { intent: "stop-fetches" }],
  ["admin/products/many.tsx", "staff", "/admin/products/many?all=1", { visible: "yes" }],
  [
    "admin/account/notices.tsx",
    "staff",
    "/admin/notices",
    { intent: "save-notices", shown: "failed_refund" },
  ],
  ["admin/opening/opening.tsx", "staff", "/admin/opening", { intent: "confirm", item: "tax" }],
  ["admin/security/security.tsx", "staff", "/admin/account/security", { intent: "app-begin" }],
  ["checkout/cart.tsx", "customer", "/cart", { intent: "add", bookId: "BOOK", redirectTo: "/books" }],
  ["checkout/checkout.tsx", "customer", "/checkout", { intent: "save-address", ...ADDRESS }],
  ["checkout/saved.ts", "customer", "/cart/saved", { intent: "remove", bookId: "BOOK" }],
  ["store/book.tsx", "customer", "/books/BOOK", { intent: "review", rating: "4", remarks: "A good book." }],
  ["store/newsletter/newsletter.tsx", "guest", "/newsletter", { email: "reader@example.com" }],
  [
    "store/requests/copies-request.tsx",
    "guest",
    "/books/BOOK/copies",
    { name: "Asha Rao", email: "reader@example.com", copies: "40", note: "For a school" },
  ],
  ["store/requests/notify.tsx", "guest", "/books/BOOK/notify", { email: "reader@example.com" }],
  [
    "store/requests/wanted.tsx",
    "guest",
    "/books/wanted",
    { title: "Lost Pages", email: "reader@example.com" },
  ],
  [
    "store/pages/page.tsx",
    "guest",
    "/contact",
    { name: "Ravi", email: "ravi@example.com", orderNumber: "", message: "Where is my book?" },
  ],
  ["store/wishlist.tsx", "customer", "/wishlist", { intent: "add", bookId: "BOOK" }],
  [
    "admin/delivery/days.tsx",
    "staff",
    "/admin/delivery/days",
    {
      intent: "save-rules",
      version: "0",
      packingGrams: "80",
      gramsPer100Pages: "140",
      defaultGrams: "350",
      shopPin: "560001",
      lastHour: "14",
      holidays: "2026-12-25",
      weekdays: "1",
    },
  ],
];

/** The other files with an action, and why they are not tested here. */
const NOT_TESTED: Record<string, string> = {
  "store/recent.tsx": "writes a cookie only",
  "account/change-email.tsx": "needs a mailed link",
  "account/login/confirm-email.tsx": "needs a mailed link",
  "account/order/confirm-order.tsx": "needs a mailed link",
  "account/login/resetpassword.tsx": "needs a mailed link",
  "store/newsletter/newsletter-confirm.tsx": "needs a mailed link",
  "store/newsletter/newsletter-unsubscribe.tsx": "needs a mailed link",
  "store/requests/notify-stop.tsx": "needs a mailed link",
  "admin/counter/counter.tsx": "writes as a new order does",
  "admin/orders/entry/edit-order.tsx": "tested through the API",
  "admin/orders/entry/exchange.tsx": "tested through the API",
  "admin/orders/entry/new-order.tsx": "tested through the API",
  "checkout/pay-link.tsx": "needs a mailed link",
  "admin/search/wanted.tsx": "needs a title that somebody asked for",
  "account/connections.tsx": "needs a connection to remove",
  "account/deletion.tsx": "would end the account",
  "account/login/register.tsx": "tested through the API",
  "account/order/return-request.tsx": "tested through the API",
  "account/login/third-party.ts": "writes nothing",
  "account/login/invitation.tsx": "needs a mailed link",
  "account/login/login-code.tsx": "needs a begun login",
  "account/login/login-email-code.tsx": "needs a mailed code",
  "account/login/passkey-challenge.ts": "part of account/passkeys.tsx",
  "account/passkeys.tsx": "needs a passkey",
  "admin/accounts/settlements.tsx": "needs a file",
  "admin/appearance/menus.tsx": "writes as the announcement does",
  "admin/delivery/delivery.tsx": "writes as its days do",
  "admin/delivery/file.tsx": "writes as its days do",
  "admin/delivery/presets.tsx": "writes as its days do",
  "admin/delivery/rates.tsx": "writes as its days do",
  "admin/delivery/zone.tsx": "writes as its days do",
  "admin/programs/programs.tsx": "asks for a proof first",
  "admin/programs/webhook.tsx": "needs an endpoint",
  "admin/programs/webhooks.tsx": "asks for a proof first",
  "admin/prove/prove.tsx": "writes as the login does",
  "admin/staff/staff.tsx": "asks for a proof first",
  "admin/test-purchase/test-purchase.tsx": "asks the gateway",
  "admin/test-purchase/test-purchase-pay.tsx": "needs a gateway's answer",
  "admin/staff/staff-security.tsx": "asks for a proof first",
  "admin/products/choices.ts": "tested through the API",
  "admin/coupons/coupons.tsx": "tested through the API",
  "admin/customers/customers.tsx": "tested through the API",
  "admin/accounts/receivable.tsx": "needs an order on account",
  "admin/accounts/receivables.tsx": "needs an invoice that is late",
  "admin/accounts/statement.tsx": "writes as the journal's names do",
  "admin/customers/group.tsx": "writes as a customer's page does",
  "admin/imports/imports.tsx": "tested through the API",
  "admin/pages/messages.tsx": "needs a message",
  "admin/newsletter/newsletter.tsx": "needs a subscriber",
  "admin/orders/orders.tsx": "tested through the API",
  "admin/orders/shipping/ship.tsx": "needs a packed order",
  "admin/pages/pictures.tsx": "needs a picture",
  "admin/products/products.tsx": "tested through the API",
  "admin/quotations/quotation.tsx": "needs a quotation",
  "quotation/quotation.tsx": "needs a mailed link",
  "admin/remittances/remittance.tsx": "needs a list",
  "admin/remittances/remittances.tsx": "needs a file",
  "admin/reviews/reviews.tsx": "tested through the API",
  "admin/settings/settings.tsx": "tested through the API",
  "admin/sidebar.ts": "only writes a cookie",
  "api/api.ts": "tested below",
  "checkout/pay.tsx": "needs a gateway's answer",
  "payments/callback.ts": "needs a gateway's answer",
  "payments/webhook.ts": "tested below",
  "payments/sandbox/api.ts": "tested below",
  "payments/sandbox/hosted.tsx": "needs a gateway's order",
  "site/theme.ts": "only writes a cookie",
  "store/not-found.tsx": "writes nothing",
};

const nameOf = ([file, , , { intent = "" }]: FormPost) => `${file} ${intent}`;

const statusOf = (answer: Response) => `${answer.status} ${answer.headers.get("Retry-After")}`;
const TRY_LATER = "503 5";

async function postForm([, who, to, fields]: FormPost, end = ""): Promise<string> {
  const fill = (text: string) =>
    text
      .replace("ORDER", String(orderId))
      .replace("BOOK", String(bookId))
      .replace("IMPORT", String(importId))
      .replace("CUSTOMER", String(world.other.id))
      .replace("USERNAME", world.customer.email);
  const body = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fill(value)]));
  return statusOf(await browsers[who].post(fill(to) + end, body));
}

/** POSTs that only read, and those whose example is refused before anything is written. */
const WRITES_NOTHING = /\/(?:paged|admin\/all)$|^\/auth\/(?:reset|change)-password$/;
type Request = Awaited<ReturnType<typeof requestFor>>;

async function prepareCalls(): Promise<Map<Operation, Request>> {
  const requests = new Map<Operation, Request>();
  for (const operation of operations)
    if (operation.method === "POST") requests.set(operation, await requestFor(world, operation));
  return requests;
}

async function call(operation: Operation, { path: to, init }: Request): Promise<string> {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${tokenFor(world, operation)}`);
  return statusOf(await fetch(shop.origin + to, { ...init, headers }));
}

async function postGatewayEvent(): Promise<string> {
  const body = JSON.stringify({ event: "payment.captured" });
  const signature = createHmac("sha256", sandboxKeys().webhookSecret).update(body).digest("hex");
  const headers = { "X-Razorpay-Signature": signature };
  return statusOf(await fetch(`${shop.origin}/payments/webhook`, { method: "POST", body, headers }));
}

async function postSandboxOrder(): Promise<string> {
  const { keyId, keySecret } = sandboxKeys();
  const headers = {
    Authorization: basic(`${keyId}:${keySecret}`),
    "Content-Type": "application/json",
  };
  const body = JSON.stringify({ amount: 100, currency: "INR", receipt: "r" });
  return statusOf(await fetch(`${shop.origin}/sandbox/v1/orders`, { method: "POST", body, headers }));
}

test("every route with an action is in the list", () => {
  const files = readdirSync("app/routes", { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /^(?!.*\.test\.).*\.tsx?$/.test(file) &&
      /^export (?:async function|function|const) action\b/m.test(readFileSync(`app/routes/${file}`, "utf8")),
  );
  const tested = new Set(FORM_POSTS.map(([file]) => file));
  expect([...tested, ...Object.keys(NOT_TESTED)].sort()).toEqual(files.sort());
});

test("while another process locks the database, every write is a 503 with Retry-After and pages are served", async () => {
  const calls = await prepareCalls();
  const lines = () => shop.db.read.selectFrom("cart_items").select(["book_id", "quantity"]).execute();
  const before = await lines();
  const unlock = await lockDatabase(shop, "exclusive");
  const requests: Requests = [
    ["webhook", postGatewayEvent],
    ["sandbox", postSandboxOrder],
  ];
  for (const post of FORM_POSTS) {
    requests.push([`page ${nameOf(post)}`, () => postForm(post)]);
    // For scripts the cart answers with a message (docs/specification.md §8) instead of a 503.
    if (post[0] !== "checkout/cart.tsx")
      requests.push([`data ${nameOf(post)}`, () => postForm(post, ".data")]);
  }
  for (const [operation, request] of calls)
    if (!WRITES_NOTHING.test(operation.path)) requests.push([operation.path, () => call(operation, request)]);
  let answers: (readonly [string, string])[] = [];
  try {
    expect((await browsers.customer.get("/books")).status).toBe(200);
    // Each waits for seconds on PostgreSQL.
    answers = await (isOnPostgres ? allAtOnce : inTurn)(requests);
    expect(statusOf(await fetch(`${shop.origin}/healthz`))).toMatch(/^503/);
  } finally {
    await unlock();
  }
  expect(answers.filter(([, answer]) => answer !== TRY_LATER)).toEqual([]);
  expect(await lines()).toEqual(before);
  expect(
    await postForm(["", "customer", "/cart", { intent: "add", bookId: "BOOK", redirectTo: "/" }]),
  ).toMatch(/^303/);
});

type Requests = [name: string, send: () => Promise<string>][];

const allAtOnce = (requests: Requests) =>
  Promise.all(requests.map(async ([name, send]) => [name, await send()] as const));

async function inTurn(requests: Requests) {
  const answers: (readonly [string, string])[] = [];
  for (const [name, send] of requests) answers.push([name, await send()]);
  return answers;
}

// Must run after the lock's test: nothing can be written afterwards.
test("on a full disk, or a standby, writes are a 503, nothing is a 500, and the log names the cause", async () => {
  const calls = await prepareCalls();
  const code = await refuseWrites(shop);
  const answers: Record<string, string> = {};
  for (const post of FORM_POSTS) answers[`page ${nameOf(post)}`] = await postForm(post);
  for (const [operation, request] of calls) answers[operation.path] = await call(operation, request);
  answers.webhook = await postGatewayEvent();
  const failed = Object.entries(answers).filter(([, answer]) => answer.startsWith("5"));
  expect(failed.filter(([, answer]) => answer !== TRY_LATER)).toEqual([]);
  // A write can still find room in a page of the database.
  expect(failed.length).toBeGreaterThan(9);
  // The health check follows the last write. Small writes can still succeed, of background tasks too: so a write that
  // needs more than one page is repeated until the check has answered.
  const addBook = operations.find(({ path: name }) => name === "/books/update")!;
  const { path: to, init, body } = calls.get(addBook)!;
  const book = { ...body, bookId: 0, title: "Long", description: "x".repeat(BOOK_MAX.description) };
  const longBook = { path: to, body: book, init: { ...init, ...withBody(book) } };
  const healthWhileFull = async () => {
    expect(await call(addBook, longBook)).toBe(TRY_LATER);
    const health = fetch(`${shop.origin}/healthz`).then(statusOf);
    for (;;) {
      const first = await Promise.race([health, call(addBook, longBook).then(() => null)]);
      if (first !== null) return first;
    }
  };
  await expect.poll(healthWhileFull, { timeout: 30_000 }).toMatch(/^503/);
  expect((await browsers.guest.get("/books")).status).toBe(200);
  await expect.poll(() => shop.output()).toContain(`"code":"${code}"`);
  // The test before this one locked the database. SQLSTATEs have a digit: EPIPE is a connection that the server ended.
  const causes = new Set(shop.output().match(/"code":"(?:SQLITE_\w+|(?=[A-Z]*\d)[0-9A-Z]{5})"/g));
  for (const cause of causes) expect(cause).toMatch(/"(?:SQLITE_BUSY|SQLITE_FULL|55P03|57P01|25006)"/);
});
