import { beforeAll, expect, test } from "vitest";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { type ApiClient, type ApiResult, sessionClient } from "~/test/api";
import { createStaff } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { createCarrier, createShopOrder } from "~/test/orders";
import { pageHtml, readPage, unescaped } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let api: ApiClient;

beforeAll(async () => {
  const staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
  api = await sessionClient(shop, staffId);
});

const PAGE = "https://track.example.in/parcel?no={number}&lang=en";
const LINK = "https://track.example.in/parcel?no=AWB%2077%2F1&lang=en";

const pageOf = async (id: number) =>
  (
    await shop.db.read
      .selectFrom("logistics_providers")
      .select("tracking_page")
      .where("id", "=", id)
      .executeTakeFirstOrThrow()
  ).tracking_page;

test("a carrier's tracking page is checked, kept, recorded, and cleared", async () => {
  const id = await createCarrier(shop.db.write, "Blue Dart");
  const panel = `/admin/logistics/providers?edit=${id}`;
  for (const wrong of ["http://a.example/{number}", "https://a.example/", "https://{number}.example/"]) {
    const refused = await readPage(staff.post(panel, { name: "Blue Dart", trackingPage: wrong }));
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`value="${wrong}"`);
    expect(refused.html).toMatch(/Tracking page (must|needs)/);
  }
  expect(await pageOf(id)).toBeNull();
  expect((await staff.post(panel, { name: "Blue Dart", trackingPage: ` ${PAGE} ` })).status).toBe(303);
  expect(await pageOf(id)).toBe(PAGE);
  expect(unescaped(await pageHtml(staff.get(panel)))).toContain(`value="${PAGE}"`);
  const [entry] = await readAudit(shop.db.read, "logistics_provider", id);
  expect(entry).toMatchObject({ changes: [{ field: "Tracking page", before: null, after: PAGE }] });
  await staff.post(panel, { name: "Blue Dart Express" });
  expect(await pageOf(id)).toBe(PAGE);
  await staff.post(panel, { name: "Blue Dart", trackingPage: "" });
  expect(await pageOf(id)).toBeNull();
  expect(await pageHtml(staff.get("/admin/publishers?add=1"))).not.toContain("Tracking page");
});

test("calls set, keep and clear it; the list has it", async () => {
  const save = async (body: object) => (await api.post<ApiResult & { id: number }>("/logistics", body)).body;
  const { id } = await save({ logisticsname: "Kurier", trackingPage: PAGE });
  const listed = async () =>
    (
      await api.post<{ data: object[] }>("/logistics/admin/all", {
        page: 1,
        pageSize: 50,
        searchText: "kurier",
      })
    ).body.data;
  expect(await listed()).toEqual([{ id, logisticsname: "Kurier", trackingPage: PAGE }]);
  expect(await save({ id, logisticsname: "Kurier", trackingPage: "https://x.example" })).toMatchObject({
    result: 0,
    errors: { trackingPage: ["Tracking page needs {number} once, in the place of the tracking number"] },
  });
  await save({ id, logisticsname: "Kurier 2" });
  expect(await pageOf(id)).toBe(PAGE);
  await save({ id, logisticsname: "Kurier", trackingPage: null });
  expect(await listed()).toEqual([{ id, logisticsname: "Kurier", trackingPage: null }]);
});

test("the customer's page and mail, the order's page of staff and the calls lead to the parcel", async () => {
  const order = await createShopOrder(shop, "packed");
  const id = await createCarrier(shop.db.write, "Delhi Post");
  await staff.post(`/admin/logistics/providers?edit=${id}`, { name: "Delhi Post", trackingPage: PAGE });
  const url = `/admin/orders/${order.orderId}`;
  await staff.post(url, { intent: "despatch", providerId: id, trackingNo: "AWB 77/1" });
  const link = /<a href="([^"]*)"[^>]*rel="noreferrer"[^>]*>AWB 77\/1/;
  const customer = await signedIn(shop, order.accountId);
  for (const [browser, path] of [
    [customer, `/orders/${order.orderId}`],
    [staff, url],
  ] as const)
    expect(unescaped(link.exec(await pageHtml(browser.get(path)))![1]!), path).toBe(LINK);
  const { email } = await shop.db.read
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", order.accountId)
    .executeTakeFirstOrThrow();
  const mail = (await mailsTo(shop.db.read, email)).find(({ subject }) => subject.includes("on its way"))!;
  expect(mail.text_body).toContain(`Tracking number: AWB 77/1\n${LINK}\n`);
  expect(unescaped(mail.html_body)).toContain(`href="${LINK}"`);
  const seen = await sessionClient(shop, order.accountId);
  expect((await seen.get(`/customer/orderstatus/${order.orderId}`)).body).toMatchObject({
    trackingUrl: LINK,
  });
  expect((await api.get(`/orders/admin/${order.orderId}`)).body).toMatchObject({ trackingUrl: LINK });
});
