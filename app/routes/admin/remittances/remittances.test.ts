import { beforeAll, expect, test } from "vitest";
import { MOST_REMITTANCE_BYTES } from "~/domain/sales/at-the-door/remittance";
import { createDoorOrder } from "~/test/door-orders";
import { createStaff } from "~/test/factories";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let staffId: number;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
});

const upload = (text: string) =>
  readPage(
    staff.postFiles("/admin/remittances", { file: new File([text], "list.csv", { type: "text/csv" }) }),
  );

test("a list is uploaded, checked and recorded; the same one leads back to it", async () => {
  const order = await createDoorOrder(shop.db.write, "delivered", {
    staffId,
    book: { price: 30_000, stock: 9 },
  });
  const list = `Order No,Amount,UTR\n${order.orderId},300,U7\n987654321,5,U7\n`;
  const sent = await upload(list);
  expect(sent.status).toBe(303);
  const page = await pageHtml(staff.get(sent.to!));
  expect(page).toContain("Record ₹300.00 for");
  expect(page).toContain("No order has this number or tracking number");
  expect(page).toContain("Compare it with the carrier&#x27;s list");
  const recorded = await readPage(staff.post(sent.to!, { intent: "record" }));
  expect(recorded).toMatchObject({ status: 303, to: sent.to });
  const after = await pageHtml(staff.get(sent.to!));
  expect(flashMessages(after).join()).toBe("₹300.00 is recorded for 1 order");
  expect(after).not.toContain("Record ₹300.00 for");
  expect(await upload(list)).toMatchObject({ status: 303, to: sent.to });
  expect(await pageHtml(staff.get("/admin/remittances"))).toContain("list.csv");
});

test("the job Accounts uploads and records a list, and can change nothing else of its order", async () => {
  const order = await createDoorOrder(shop.db.write, "delivered", {
    staffId,
    book: { price: 30_000, stock: 9 },
  });
  const accounts = await staffBrowser(shop, { job: "accounts" });
  const file = new File([`Order No,Amount,UTR\n${order.orderId},300,U9\n`], "nov.csv", { type: "text/csv" });
  const sent = await readPage(accounts.postFiles("/admin/remittances", { file }));
  expect(sent.status).toBe(303);
  expect(await pageHtml(accounts.get(sent.to!))).toContain("Record ₹300.00 for");
  const recorded = await readPage(accounts.post(sent.to!, { intent: "record" }));
  expect(recorded).toMatchObject({ status: 303, to: sent.to });
  for (const intent of ["cash", "refund", "cancel", "refuse", "deliver"])
    expect((await accounts.post(`/admin/orders/${order.orderId}`, { intent })).status, intent).toBe(403);
  const packer = await staffBrowser(shop, { job: "orders" });
  expect((await packer.post(sent.to!, { intent: "record" })).status).toBe(403);
});

test("columns that are not recognised are named by hand, and that is kept; a list is read anew until it is recorded", async () => {
  const order = await createDoorOrder(shop.db.write, "delivered", {
    staffId,
    book: { price: 30_000, stock: 9 },
  });
  const text = `Settlement 7\nDocket,आदेश,Net payable,Gross\nX1,${order.orderId},300,330\n`;
  const send = (named: Record<string, string>, list = text) =>
    readPage(
      staff.postFiles("/admin/remittances", {
        file: new File([list], "net.csv", { type: "text/csv" }),
        ...named,
      }),
    );
  const asked = await send({ "heading-tracking": "Docket" });
  expect(asked.status).toBe(400);
  expect(asked.html).toContain("<bdi>Docket, आदेश, Net payable, Gross</bdi>");
  expect(asked.html).toMatch(/name="heading-tracking"[^>]*value="Docket"/);
  expect(asked.html).toContain("<details open");
  const wrong = await send({ "heading-order": "आदेश", "heading-amount": "Gross" });
  expect(await pageHtml(staff.get(wrong.to!))).not.toContain("Record ₹");
  const right = await send({ "heading-order": " आदेश ", "heading-amount": "net-payable, Paid" });
  expect(right).toMatchObject({ status: 303, to: wrong.to });
  expect(await pageHtml(staff.get(right.to!))).toContain("Record ₹300.00 for");
  await staff.post(right.to!, { intent: "record" });
  await send({ "heading-order": "आदेश", "heading-amount": "Gross" });
  expect(await pageHtml(staff.get(right.to!))).toContain("₹300.00");
  const form = await pageHtml(staff.get("/admin/remittances"));
  expect(form).toMatch(/name="heading-amount"[^>]*value="Gross"/);
  expect(form).toContain("<details class");
});

test("what is no list is refused, and one that is too large is not read", async () => {
  for (const [text, message] of [
    ["Name,Price\na,1\n", "The list needs a heading"],
    ["x".repeat(MOST_REMITTANCE_BYTES + 1), "The file is larger than 1 MB"],
  ] as const) {
    const answer = await upload(text);
    expect([answer.status, answer.html.includes(message)]).toEqual([400, true]);
  }
  const none = await readPage(staff.postFiles("/admin/remittances", { intent: "upload" }));
  expect([none.status, none.html.includes("Choose a file")]).toEqual([400, true]);
  expect((await staff.get("/admin/remittances/999999")).status).toBe(404);
  expect((await staff.post("/admin/remittances/999999", { intent: "record" })).status).toBe(404);
});
