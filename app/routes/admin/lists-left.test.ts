import { beforeAll, expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { openPage } from "~/test/pages";
import { createCarrier, createShopOrder } from "~/test/orders";
import { type Browser, signedIn, testShop } from "~/test/shop";
import { LISTS, listsText, parseLists } from "~/ui/admin/frame/lists-left";

const shop = testShop();
let staff: Browser;
let order: Awaited<ReturnType<typeof createShopOrder>>;

beforeAll(async () => {
  staff = await signedIn(shop, await createStaff(shop.db.write));
  order = await createShopOrder(shop, "packed");
});

test("the page of an entry leads back to the list as it was left, also after a step", async () => {
  const search = "?status=packed&status=paid&sort=date&dir=asc&page=2&q=a%26b.c";
  await staff.get(`/admin/orders${search}&confirm=cancel`);
  await staff.get("/admin/customers?q=meera");
  const page = `/admin/orders/${order.orderId}`;
  const back = `href="/admin/orders${search.replaceAll("&", "&amp;")}"`;
  expect((await openPage(staff, page)).html).toContain(back);
  await staff.post(page, { intent: "resend" });
  expect((await openPage(staff, page)).html).toContain(back);
  expect((await openPage(staff, `/admin/customers/${order.accountId}`)).html).toContain(
    'href="/admin/customers?q=meera"',
  );
  await staff.get("/admin/orders");
  expect((await openPage(staff, page)).html).not.toContain(back);
});

test("what is no search of a list is left out, and long ones are not kept", () => {
  expect(parseLists(listsText({ [LISTS[0]]: "?q=a.b&x=1", [LISTS[1]]: "?q=ü" }))).toEqual({
    [LISTS[0]]: "?q=a.b&x=1",
  });
  expect(listsText({ [LISTS[0]]: `?q=${"x".repeat(500)}` })).toBe("");
  expect(parseLists("l0=//evil.example.l1=javascript:1.l9=?a")).toEqual({});
});

test("the carrier is chosen: the only one, else that of the last parcel", async () => {
  const chosen = async () =>
    /<option value="(\d+)" selected/.exec(
      (await openPage(staff, `/admin/orders/${order.orderId}`)).html,
    )?.[1];
  const only = await createCarrier(shop.db.write);
  expect(await chosen()).toBe(String(only));
  const other = await createCarrier(shop.db.write);
  expect(await chosen()).toBeUndefined();
  await createShopOrder(shop, "shipped", { providerId: other });
  expect(await chosen()).toBe(String(other));
});

test("the other screens of orders lead back to the list as it was left, too", async () => {
  await staff.get("/admin/orders?status=packed&page=2");
  const back = 'href="/admin/orders?status=packed&amp;page=2"';
  const [paid, sent] = [await createShopOrder(shop, "paid"), await createShopOrder(shop, "shipped")];
  for (const below of [
    `${paid.orderId}/edit`,
    `${sent.orderId}/exchange`,
    "papers",
    "ship",
    "manifest",
    "new",
  ])
    expect((await openPage(staff, `/admin/orders/${below}`)).html, below).toContain(back);
});

test("dates the wrong way round are said at the field, in the empty list and by a download", async () => {
  const dates = "from=2026-12-01&to=2026-11-01";
  for (const [list, things] of [
    ["orders", "order"],
    ["audit", "entry"],
  ]) {
    const { html } = await openPage(staff, `/admin/${list}?${dates}`);
    const said = `The last day is before the first: no ${things} can be between them. Please swap the dates.`;
    expect(html.split(said), list).toHaveLength(3);
    expect(/<input[^>]*name="to"[^>]*>/.exec(html)![0]).toContain('aria-invalid="true"');
    expect(html).not.toContain("No items found matching your search");
    // On a phone the filters are not folded then.
    expect(html).toMatch(/<details[^>]*toolbar-fold[^>]*open=""|<details[^>]*open=""[^>]*toolbar-fold/);
  }
  const download = await staff.get(`/admin/audit/export?${dates}`);
  expect([download.status, download.headers.get("Location")]).toEqual([303, `/admin/audit?${dates}`]);
});
