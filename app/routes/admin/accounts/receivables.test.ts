import { beforeAll, expect, test } from "vitest";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { createAddress, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { formFields, openPage, pageHtml, readPage } from "~/test/pages";
import { readPdf } from "~/test/files/pdf";
import { type Browser, customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const LIST = "/admin/accounts/receivables";
let staff: Browser;
let staffId: number;
let bookId: number;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  staff = await signedIn(shop, staffId);
  bookId = await catalogueBook(shop.db.write, { title: "Gora", price: 50_000, stock: 90 });
});

async function buyer(creditLimit: number) {
  const browser = await customerBrowser(shop, { first_name: "Asha", last_name: "Books" });
  const { accountId } = browser;
  const fields = { groupId: null, creditLimit, creditDays: 30 };
  await setCustomerTerms(shop.db.write, { accountId, staffId, fields });
  return { browser, accountId, addressId: await createAddress(shop.db.write, accountId) };
}

async function order({ browser, addressId }: Awaited<ReturnType<typeof buyer>>, quantity: number) {
  await browser.post("/cart", { intent: "add", bookId, quantity });
  const { html } = await openPage(browser, "/checkout?payment=account");
  const fields = formFields(html, "/checkout?payment=account");
  const given = { ...fields, intent: "place-order", addressId, paymentMethod: "account" };
  return { page: html, ...(await readPage(browser.post("/checkout", given))) };
}

const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)![1]!;
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);

test("from the checkout to the last payment, through the pages", async () => {
  const asha = await buyer(200_000);
  expect(await pageHtml(staff.get(LIST))).toContain("Nothing is open");
  const placed = await order(asha, 2);
  expect(placed.to).toMatch(/^\/orders\/\d+$/);
  const orderId = Number(placed.to!.split("/").at(-1));
  const page = await pageHtml(asha.browser.get(placed.to!));
  expect(page).toContain("On account");
  expect(page).toMatch(/₹1,000\.00[^<]* to be paid by/);
  expect(page).not.toContain("Paid on");
  expect(await pageHtml(staff.get(LIST))).toMatch(/Asha Books[\s\S]*₹1,000\.00/);
  expect(await pageHtml(staff.get(`/admin/orders/${orderId}`))).toContain("₹1,000.00 open, due on");

  const account = `${LIST}/${asha.accountId}`;
  const html = await pageHtml(staff.get(account));
  const payment = { intent: "payment", amount: "400", way: "cheque", reference: "No 12", receivedOn: today(), orderId: 0 }; // oxfmt-ignore
  const send = (given: object) => readPage(staff.post(account, { ...payment, key: keyOf(html), ...given }));
  for (const [given, message] of [
    [{ amount: "" }, "Amount is required"],
    [{ amount: "5000" }, "At most ₹1,000.00 is open"],
    [{ reference: "" }, "Enter the reference of the payment"],
    [{ receivedOn: "2999-01-01" }, "The day cannot be in the future"],
    [{ key: "x" }, "Please open the form again"],
  ] as const) {
    const refused = await send(given);
    expect([given, refused.status, refused.html.includes(message)]).toEqual([given, 400, true]);
    expect(refused.html).not.toContain("Amount must be in rupees");
  }
  expect(await send({})).toMatchObject({ status: 303, to: account });
  const paid = await pageHtml(staff.get(account));
  expect(paid).toContain("₹600.00");
  expect(paid).toContain("cheque No 12");
  const receipt = /name="receiptId" value="(\d+)"/.exec(paid)![1]!;
  const back = (reason: string) =>
    readPage(staff.post(account, { intent: "take-back", receiptId: receipt, reason }));
  expect((await back("")).html).toContain("Write a reason");
  expect(await back("Bounced")).toMatchObject({ status: 303 });
  expect(await pageHtml(staff.get(account))).toMatch(/Taken back: <bdi>Bounced/);
  const again = keyOf(await pageHtml(staff.get(account)));
  const lower = { intent: "lower", orderId, amount: "100", reason: "One is damaged", key: `${again}x` };
  expect((await readPage(staff.post(account, { ...lower, reason: " " }))).html).toContain("Write a reason");
  expect(await readPage(staff.post(account, lower))).toMatchObject({ status: 303 });
  expect(await send({ key: again, amount: "900" })).toMatchObject({ status: 303 });
  expect(await pageHtml(staff.get(account))).toContain("Nothing is open");
  expect(await pageHtml(staff.get(`/admin/orders/${orderId}`))).toContain("nothing is open");
  expect((await staff.get(`${LIST}/999999`)).status).toBe(404);
});

test("a statement on the page and as a file; a reminder to who is late", async () => {
  const asha = await buyer(200_000);
  const orderId = Number((await order(asha, 2)).to!.split("/").at(-1));
  const statement = `${LIST}/${asha.accountId}/statement`;
  const page = await pageHtml(staff.get(statement));
  expect(page).toMatch(/Invoice <bdi[^>]*>KB\/[\s\S]*₹1,000\.00/);
  expect(await pageHtml(staff.get(`${statement}?month=2020-01`))).toContain(
    "Nothing happened in this period",
  );
  const file = await staff.get(`${statement}/file?format=csv`);
  expect(file.headers.get("content-disposition")).toContain(`statement-${asha.accountId}-`);
  expect(await file.text()).toMatch(/,Owed after,[,]*1000\.00/);
  const refused = await readPage(staff.get(`${statement}/file?from=2026-01-02`));
  expect(refused.to).toBe(`${statement}?from=2026-01-02`);
  for (const path of [`${LIST}/999999/statement`, `${LIST}/999999/statement/file`])
    expect([path, (await staff.get(path)).status]).toEqual([path, 404]);
  const pdf = await staff.get(`${statement}/file?format=pdf`);
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect(readPdf(new Uint8Array(await pdf.arrayBuffer())).text).toContain("Owed after₹1,000.00");
  const days = `${statement}?month=2026-01`;
  expect(await readPage(staff.post(days, {}))).toMatchObject({ status: 303, to: days });
  expect(await pageHtml(staff.get(days))).toContain("The statement of January 2026 is on its way by mail");
  expect((await staff.post(`${LIST}/999999/statement`, {})).status).toBe(404);

  const remind = (customer: number | string) => readPage(staff.post(LIST, { customer }));
  expect(await pageHtml(staff.get(LIST))).not.toContain("Mail a Reminder");
  await shop.db.write.updateTable("orders").set({ due_on: "2026-01-01" }).where("id", "=", orderId).execute();
  expect(await pageHtml(staff.get(LIST))).toContain("Mail a Reminder");
  for (const given of ["", "x", asha.accountId]) expect((await remind(given)).to).toBe(LIST);
  const mails = await shop.db.read
    .selectFrom("outgoing_mails")
    .select("dedupe_key")
    .where("dedupe_key", "like", "account-reminder:%")
    .execute();
  expect(mails).toHaveLength(1);
});

test("a customer sees their own account, and nobody else's", async () => {
  const asha = await buyer(200_000);
  const orderId = Number((await order(asha, 2)).to!.split("/").at(-1));
  const own = await pageHtml(asha.browser.get("/account/statement"));
  expect(own).toMatch(
    /To be paid[\s\S]*₹1,000\.00[\s\S]*Overdue[\s\S]*₹0\.00[\s\S]*₹1,000\.00 of it is left/,
  );
  expect(own).toContain(`href="/orders/${orderId}/invoice"`);
  expect(own).toMatch(/Invoice <bdi[^>]*>KB\//);
  expect(own).not.toContain("/admin/");
  expect(await pageHtml(asha.browser.get("/account/devices"))).toContain('href="/account/statement"');
  await shop.db.write.updateTable("orders").set({ due_on: "2026-01-01" }).where("id", "=", orderId).execute();
  expect(await pageHtml(asha.browser.get("/account/statement"))).toMatch(
    /Overdue[\s\S]*₹1,000\.00[\s\S]*days late/,
  );
  const refused = await pageHtml(asha.browser.get("/account/statement?from=2026-02-01"));
  expect(refused).toContain("Give the last day too");
  const pdf = async (browser: Browser) => browser.get("/account/statement/file?month=2020-01");
  const file = await pdf(asha.browser);
  expect(file.headers.get("content-disposition")).toContain(`statement-${asha.accountId}-2020-01.pdf`);
  expect(file.headers.get("cache-control")).toContain("no-store");
  expect(readPdf(new Uint8Array(await file.arrayBuffer())).text).toContain("1 to 30 days late");
  expect((await asha.browser.get("/account/statement/file?month=x")).status).toBe(404);

  const without = await buyer(0);
  expect((await without.browser.get("/account/statement")).status).toBe(404);
  expect((await pdf(without.browser)).status).toBe(404);
  expect(await pageHtml(without.browser.get("/account/devices"))).not.toContain("/account/statement");
  // With terms of their own, but nothing of Asha's.
  const meera = await buyer(5_000);
  expect((await meera.browser.get(`/orders/${orderId}/invoice`)).status).toBe(404);
  const hers = await pageHtml(meera.browser.get("/account/statement"));
  expect(hers).not.toContain(`/orders/${orderId}`);
  expect(hers).toContain("Nothing is open");
  expect((await readPage(guestBrowser(shop).get("/account/statement"))).to).toMatch(/^\/login/);
});

test("beyond the limit the checkout says so and takes no order; without credit there is no such way", async () => {
  const asha = await buyer(60_000);
  const refused = await order(asha, 2);
  expect(refused.to).toMatch(/^\/checkout/);
  const said = [refused.page, await pageHtml(asha.browser.get(refused.to!))];
  expect(said.map((page) => page.includes("Your limit on account is ₹600.00"))).toEqual([true, true]);
  const without = await buyer(0);
  const { page } = await order(without, 1);
  expect(page).not.toContain("On account");
  const orders = await shop.db.read
    .selectFrom("orders")
    .select("id")
    .where("account_id", "in", [asha.accountId, without.accountId])
    .where("payment_way", "=", "account")
    .execute();
  expect(orders).toEqual([]);
});

test("only those who see sales may see or send it", async () => {
  const packer = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const { accountId } = await buyer(1);
  expect((await packer.get(`${LIST}/${accountId}`)).status).toBe(403);
  expect((await packer.post(`${LIST}/${accountId}`, { intent: "lower" })).status).toBe(403);
  expect((await packer.post(LIST, { customer: accountId })).status).toBe(403);
  expect((await packer.get(`${LIST}/${accountId}/statement/file`)).status).toBe(403);
});
