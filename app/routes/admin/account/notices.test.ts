import { expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { formFields, openPage, pageHtml, readPage } from "~/test/pages";
import { signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();

/** The events whose boxes are on the page, and those that are ticked. */
const boxes = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*value="(\w+)"[^>]*>/g)].map(
    ([tag, event]) => `${event}${tag.includes("checked") ? ": on" : ""}`,
  );

test("a person chooses which mails they get, of those that their job lets them read", async () => {
  const id = await createStaff(shop.db.write, { job: "orders", email: "packer@kitab.example" });
  const packer = await signedIn(shop, id);
  expect(await pageHtml(await packer.get("/admin/account"))).toContain('href="/admin/notices"');
  const { html } = await openPage(packer, "/admin/notices");
  expect(html).toContain("packer@kitab.example");
  expect(boxes(html)).toEqual(["paid_order: on", "return_request: on", "failed_refund", "unknown_payment"]);
  expect(html.match(/name="shown" value="\w+"/g)).toEqual([
    'name="shown" value="paid_order"',
    'name="shown" value="return_request"',
  ]);
  const body = { intent: "save-notices", shown: ["paid_order", "return_request"], wanted: "failed_refund" };
  expect(await readPage(packer.post("/admin/notices", body))).toMatchObject({
    status: 303,
    to: "/admin/notices",
  });
  const after = await openPage(packer, "/admin/notices");
  expect(after.html).toContain("Your choice has been saved");
  expect(boxes(after.html)).toEqual(["paid_order", "return_request", "failed_refund: on", "unknown_payment"]);
  // All can be turned off.
  await packer.post("/admin/notices", { intent: "save-notices", shown: "failed_refund" });
  expect(boxes((await openPage(packer, "/admin/notices")).html)).toEqual([
    "paid_order",
    "return_request",
    "failed_refund",
    "unknown_payment",
  ]);
  expect((await packer.post("/admin/notices", { intent: "save-notices", wanted: "spam" })).status).toBe(400);
});

test("an owner chooses for others; others only for themselves", async () => {
  const packerId = await createStaff(shop.db.write, { job: "orders", first_name: "Ravi", last_name: "Das" });
  const page = `/admin/notices?of=${packerId}`;
  const owner = await staffBrowser(shop);
  const { html } = await openPage(owner, page);
  expect(html).toContain("Mails to Ravi Das");
  const sent = { ...formFields(html, page), intent: "save-notices", shown: "paid_order" };
  expect((await readPage(owner.post(page, sent))).status).toBe(303);
  expect(boxes((await openPage(owner, page)).html)[0]).toBe("paid_order");

  const manager = await staffBrowser(shop, { job: "manager" });
  expect((await manager.get(page)).status).toBe(403);
  expect((await manager.post(page, sent)).status).toBe(403);
  for (const of of ["999999", "x", ""]) expect((await owner.get(`/admin/notices?of=${of}`)).status).toBe(404);
});

test("somebody whose job reads nothing of this is told so", async () => {
  const clerk = await staffBrowser(shop, { job: "accounts" });
  // The job does not ask for any mail, but lets them choose some.
  const choices = ["paid_order", "return_request", "failed_refund", "unknown_payment"];
  expect(boxes((await openPage(clerk, "/admin/notices")).html)).toEqual(choices);
  const stranger = await staffBrowser(shop, { job: null });
  expect(await pageHtml(await stranger.get("/admin/notices"))).toContain(
    "Your job does not let you read anything that the shop writes mails about.",
  );
});
