import { beforeAll, describe, expect, test } from "vitest";
import { documentFile } from "~/http/answers/document-answer.server";
import { customerClient, staffClient, tokenClient } from "~/test/api";
import { createAccount } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, createPendingOrder } from "~/test/orders";
import { registerForGst } from "~/test/files/documents";
import { readPdf } from "~/test/files/pdf";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let order: Awaited<ReturnType<typeof createOrder>>;
let customer: Browser;
let staff: Browser;
const gateway = new MemoryGateway();

beforeAll(async () => {
  await registerForGst(shop.db.write);
  order = await createOrder(shop.db.write, gateway, "delivered");
  customer = await signedIn(shop, order.accountId);
  staff = await signedIn(shop, order.staffId);
});

const own = (orderId: number | string = order.orderId) => `/orders/${orderId}/invoice`;
const staffs = (orderId: number | string = order.orderId) => `/admin/orders/${orderId}/invoice`;
const FILE = /^attachment; filename="bill-of-supply-KB-\d\d-\d\d-\d{6}\.pdf"$/;

describe("the document of an order", () => {
  test("can be downloaded by its customer and by staff", async () => {
    const answers = [await customer.get(own()), await staff.get(staffs())];
    const files = [];
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("Content-Type")).toBe("application/pdf");
      expect(answer.headers.get("Content-Disposition")).toMatch(FILE);
      expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      files.push(Buffer.from(await answer.arrayBuffer()));
      expect(answer.headers.get("Content-Length")).toBe(String(files.at(-1)!.length));
    }
    expect(files[0]!.equals(files[1]!)).toBe(true);
    expect(readPdf(files[0]!).text).toContain(`Order#${order.orderId}`);
  });

  test("answers HEAD with the same headers", async () => {
    const head = await customer.request(own(), { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("Content-Type")).toBe("application/pdf");
    expect(Number(head.headers.get("Content-Length"))).toBeGreaterThan(5000);
    expect(await head.text()).toBe("");
  });

  test("is a 404 for others, for unpaid orders and for invalid ids", async () => {
    const stranger = await createAccount(shop.db.write);
    const theirs = await signedIn(shop, stranger);
    const unpaid = await createPendingOrder(shop.db.write, gateway, { accountId: stranger });
    const refused = await theirs.get(own());
    expect([refused.status, await refused.text()]).toEqual([404, "There is no such document.\n"]);
    for (const id of [unpaid.orderId, 999_999, "0", "1e3", "%00", "x".repeat(50), "1".repeat(30)]) {
      expect([id, (await theirs.get(own(id))).status]).toEqual([id, 404]);
      expect([id, (await staff.get(staffs(id))).status]).toEqual([id, 404]);
    }
  });

  test("sends guests to the login and then to the order's page; staff's address is only for staff", async () => {
    const guest = await guestBrowser(shop).get(own());
    expect(guest.status).toBe(303);
    expect(guest.headers.get("Location")).toBe(
      `/login?redirectTo=${encodeURIComponent(`/orders/${order.orderId}`)}`,
    );
    for (const [browser, to] of [
      [guestBrowser(shop), expect.stringMatching(/^\/login\?redirectTo=/) as string],
      [customer, "/"],
    ] as const) {
      const answer = await browser.get(staffs());
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, to]);
    }
  });

  test("does not change with the settings, and is marked when the order is refunded", async () => {
    const before = Buffer.from(await (await customer.get(own())).arrayBuffer());
    await shop.db.write
      .insertInto("settings")
      .values({ key: "shopName", value: '"Renamed"', updated_at: new Date().toISOString() })
      .execute();
    expect(Buffer.from(await (await customer.get(own())).arrayBuffer()).equals(before)).toBe(true);
    const refunded = await createOrder(shop.db.write, gateway, "refunded", { accountId: order.accountId });
    const pdf = await (await customer.get(own(refunded.orderId))).arrayBuffer();
    expect(readPdf(new Uint8Array(pdf)).text).toContain("Refunded₹250.00 was returned on");
  });
});

test("all bills and notes of an order are listed on its pages and in the API, and can be had by their own links", async () => {
  const refunded = await createOrder(shop.db.write, gateway, "refunded", { accountId: order.accountId });
  const { orderId } = refunded;
  const client = await tokenClient(shop, order.accountId);
  const staffApi = await staffClient(shop);
  interface Listed {
    documents: { id: number; kind: string; number: string; value: number; of: number | null }[];
  }
  const { documents } = (await client.get<Listed>(`/customer/orderstatus/${orderId}`)).body;
  expect(documents.map(({ kind, value, of }) => [kind, value, of])).toEqual([
    ["bill_of_supply", 250, null],
    ["refund_note", 250, documents[0]!.id],
  ]);
  expect((await staffApi.get<Listed>(`/orders/admin/${orderId}`)).body.documents).toEqual(documents);
  const note = documents[1]!;
  const theirs = `/orders/${orderId}/documents/${note.id}`;
  const ofStaff = `/admin/orders/${orderId}/documents/${note.id}`;
  for (const [browser, page, link] of [
    [customer, `/orders/${orderId}`, theirs],
    [staff, `/admin/orders/${orderId}`, ofStaff],
  ] as const) {
    const html = await (await browser.get(page)).text();
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain(`Lowered by ${note.number}.`);
    expect(html).toContain(`It lowers ${documents[0]!.number}.`);
    const file = await browser.get(link);
    expect([file.status, file.headers.get("Content-Disposition")]).toEqual([
      200,
      `attachment; filename="refund-note-${note.number.replaceAll("/", "-")}.pdf"`,
    ]);
    expect(readPdf(new Uint8Array(await file.arrayBuffer())).text).toContain(documents[0]!.number);
  }
  const stranger = await signedIn(shop, await createAccount(shop.db.write));
  expect((await stranger.get(theirs)).status).toBe(404);
  // A document of another order, and none.
  for (const id of [note.id, "0", "x", 999_999])
    expect([id, (await customer.get(`/orders/${order.orderId}/documents/${id}`)).status]).toEqual([id, 404]);
  expect((await guestBrowser(shop).get(theirs)).headers.get("Location")).toBe(
    `/login?redirectTo=${encodeURIComponent(`/orders/${orderId}`)}`,
  );
});

describe("the JSON API", () => {
  interface OrderAnswer {
    documentKind: string | null;
    documentUrl: string | null;
  }
  const fetchWith = (url: string, token: string) =>
    fetch(new URL(url, shop.origin), { headers: { Authorization: `Bearer ${token}` }, redirect: "manual" });

  test("names the document, which opens with the API's token", async () => {
    const client = await tokenClient(shop, order.accountId);
    const staffApi = await staffClient(shop);
    const { body } = await client.get<OrderAnswer>(`/customer/orderstatus/${order.orderId}`);
    expect(body).toMatchObject({ documentKind: "bill_of_supply", documentUrl: own() });
    const forStaff = await staffApi.get<OrderAnswer>(`/orders/admin/${order.orderId}`);
    expect(forStaff.body).toMatchObject({ documentKind: "bill_of_supply", documentUrl: own() });

    const file = await fetchWith(own(), client.token!);
    expect([file.status, file.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
    expect((await fetchWith(own(), staffApi.token!)).status).toBe(200);
    expect((await staff.get(own())).status).toBe(200);
    const stranger = await customerClient(shop);
    expect((await fetchWith(own(), stranger.token!)).status).toBe(404);
    const forged = await fetchWith(own(), `${client.token!.slice(0, -4)}AAAA`);
    expect([forged.status, forged.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });

  test("names no document before the order is paid", async () => {
    const unpaid = await createPendingOrder(shop.db.write, gateway);
    const client = await tokenClient(shop, unpaid.accountId);
    const { body } = await client.get<OrderAnswer>(`/customer/orderstatus/${unpaid.orderId}`);
    expect(body).toMatchObject({ documentKind: null, documentUrl: null });
  });
});

test("the pages link to the document once the order is paid", async () => {
  const link = `href="${own()}"`;
  const pages = ["/orders", `/orders/${order.orderId}`, `/checkout/confirmation/${order.orderId}`];
  for (const page of pages) expect(await (await customer.get(page)).text(), page).toContain(link);
  expect(await (await staff.get(`/admin/orders/${order.orderId}`)).text()).toContain(`href="${staffs()}"`);
  const unpaid = await createPendingOrder(shop.db.write, gateway, { accountId: order.accountId });
  for (const page of ["/orders", `/orders/${unpaid.orderId}`])
    expect(await (await customer.get(page)).text()).not.toContain(own(unpaid.orderId));
});

test("a document that cannot be made now is a plain 503 with Retry-After", async () => {
  const answer = documentFile(new Request("https://shop.example/"), { ok: false, reason: "unavailable" });
  expect(answer.status).toBe(503);
  expect(answer.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  expect(answer.headers.get("Retry-After")).toBe("120");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(await answer.text()).toBe(
    "This document cannot be made at the moment. Please try again in a few minutes.\n",
  );
});
