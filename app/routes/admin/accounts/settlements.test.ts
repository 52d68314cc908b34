import { beforeAll, expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { createAccount } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const SETTLEMENTS = "/admin/accounts/settlements";
let accounts: Browser;
let orderId: number;

beforeAll(async () => {
  const db = shop.db.write;
  accounts = await signedIn(shop, await createStaff(db, { job: "accounts" }));
  orderId = await insertOrder(db, { accountId: await createAccount(db), state: "paid" });
  const at = "2026-11-06T06:00:00.000Z";
  await db
    .insertInto("payments")
    .values(
      ["pay_A", "pay_B"].map((id) => ({
        order_id: orderId,
        gateway: "razorpay",
        gateway_payment_id: id,
        amount: 50_000,
        currency: "INR",
        status: "captured" as const,
        created_at: at,
        updated_at: at,
        money_on: at.slice(0, 10),
      })),
    )
    .execute();
});

const HEAD = "entity_id,type,debit,credit,amount,fee,tax,settlement_id,settled_at,settlement_utr";
const ROWS = [
  HEAD,
  "pay_A,payment,0,488.20,500,11.80,1.80,setl_A,05/11/2026 10:00:00,UTR1",
  "pay_Z,payment,0,10,10,0,0,setl_B,12/11/2026 10:00:00,UTR2",
  "pay_Y,payment,0,20,20,0,0,,,",
].join("\n");

const upload = (fields: Record<string, string | File>) => readPage(accounts.postFiles(SETTLEMENTS, fields));
const csv = (text: string) => new File([text], "report.csv", { type: "text/csv" });

test("the job Accounts adds a report as a file or pasted; the same one changes nothing", async () => {
  const sent = await upload({ intent: "add", file: csv(ROWS), report: "" });
  expect(sent).toMatchObject({ status: 303, to: `${SETTLEMENTS}?month=2026-11` });
  const page = await pageHtml(accounts.get(sent.to!));
  expect(flashMessages(page).join()).toBe("2 rows of 2 settlements are stored. 1 row is not settled yet");
  for (const text of ["setl_A", "UTR1", "₹488.20", "₹11.80", `/admin/orders/${orderId}`])
    expect(page, text).toContain(text);
  expect(page).toContain("The shop has no payment with this id; ₹10.00 came for it");
  const again = await upload({ intent: "add", report: ROWS });
  expect(flashMessages(await pageHtml(accounts.get(again.to!))).join()).toMatch(
    /^All of it was stored before/,
  );
});

test("what differs of carriers' lists stands on the same page", async () => {
  const owner = await signedIn(shop, await createStaff(shop.db.write));
  await owner.postFiles("/admin/remittances", { file: csv("Order No,Amount\n987654,5\n") });
  const page = await pageHtml(accounts.get(SETTLEMENTS));
  expect(page).toContain("No order has this number or tracking number");
  expect(await pageHtml(accounts.get(`${SETTLEMENTS}?month=2020-01`))).not.toContain(
    "No order has this number",
  );
});

test("a report that is not understood is refused, and what was typed stays", async () => {
  const other = ROWS.replace("entity_id", "Ref").replace("pay_Z", "pay_X");
  const refused = await upload({ report: other, "column-utr": "settlement_utr", "column-entity": "" });
  expect([refused.status, refused.html.includes("These columns were not found: Payment or refund")]).toEqual([
    400,
    true,
  ]);
  expect(refused.html).toContain("pay_X,payment");
  expect(refused.html).toContain('value="settlement_utr"');
  expect(await upload({ report: other, "column-entity": "Ref" })).toMatchObject({ status: 303 });
  const changed = await upload({ file: csv(ROWS.replace("488.20", "488.00")) });
  expect([changed.status, changed.html.includes("pay_A was uploaded before with other figures")]).toEqual([
    400,
    true,
  ]);
  expect((await upload({ report: "" })).html).toContain("Choose a file, or paste a table");
});

test("a month is fetched from the payment service, once; what is no month is refused at its field", async () => {
  const db = shop.db.write;
  const at = "2026-10-10T06:00:00.000Z";
  const row = { amount: 10_000, currency: "INR", created_at: at };
  await db
    .insertInto("sandbox_orders")
    .values({ ...row, id: "order_F", receipt: "F", status: "paid", notes: "{}" })
    .execute();
  await db
    .insertInto("sandbox_payments")
    .values({ ...row, id: "pay_F", order_id: "order_F", status: "captured", method: "upi" })
    .execute();
  const fetchMonth = (month: string) => readPage(accounts.post(SETTLEMENTS, { month, intent: "fetch" }));
  for (const said of ["1 row of 1 settlement is stored", "All of it was stored before"]) {
    const sent = await fetchMonth("2026-10");
    expect(sent).toMatchObject({ status: 303, to: `${SETTLEMENTS}?month=2026-10` });
    const page = await pageHtml(accounts.get(sent.to!));
    expect(flashMessages(page).join()).toBe(said);
    for (const text of ["SANDBOX20261011", "₹97.64", "Fetch from Razorpay"]) expect(page).toContain(text);
  }
  for (const [month, said] of [
    ["soon", "Choose a month"],
    ["2026-09", "Nothing was settled in September 2026"],
  ] as const) {
    const refused = await fetchMonth(month);
    expect([refused.status, refused.html.includes(said)], month).toEqual([400, true]);
  }
  expect((await fetchMonth("2026-09")).html).toMatch(/<option value="2026-09" selected/);
});

test("who may not see sums neither sees nor adds settlements", async () => {
  const clerk = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  expect((await clerk.get(SETTLEMENTS)).status).toBe(403);
  expect((await clerk.postFiles(SETTLEMENTS, { report: ROWS })).status).toBe(403);
  expect((await clerk.post(SETTLEMENTS, { month: "2026-10" })).status).toBe(403);
});
