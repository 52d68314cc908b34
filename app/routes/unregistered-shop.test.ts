import { beforeAll, expect, test } from "vitest";
import { ACCOUNT_LISTS, ALL_ACCOUNT_LISTS } from "~/domain/accounting/exports/exports";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { makeQuotation } from "~/domain/sales/quotations/make-quotation.server";
import { quotationSchema } from "~/domain/sales/quotations/quotations.schema";
import { mailQuotation } from "~/domain/sales/quotations/mail-quotation.server";
import { PAPER_KINDS } from "~/domain/sales/papers/papers";
import { ALL_KINDS } from "~/domain/shop/mail-words/mail-kinds";
import { staffClient } from "~/test/api";
import { ADMIN_SCREENS, OTHER_SCREENS } from "~/test/checks/admin-screens";
import { ADDRESS, createBook, setSettings } from "~/test/factories";
import { readPdf } from "~/test/files/pdf";
import { allMails } from "~/test/mails";
import { createShopOrder, refundKey, requestReturn } from "~/test/orders";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

// A seller without a GSTIN gives a plain bill: no screen, paper, mail or file has a word of GST, whatever buyers and rates are.

const shop = testShop();
const BUYER = { buyer_gstin: "32AABCL1234C1ZD", buyer_name: "Lake View School", buyer_reference: "PO 118" };

let owner: Browser;
let customer: Browser;
let addresses: { staff: string[]; own: string[] };

beforeAll(async () => {
  const db = shop.db.write;
  await setSettings(db, {
    taxRate: 1800,
    transferOn: "yes",
    transferName: "Kitab",
    transferUpi: "kitab@upi",
  });
  const order = await createShopOrder(shop, "delivered", { quantity: 2 });
  const { orderId, accountId, staffId } = order;
  await db.updateTable("orders").set(BUYER).where("id", "=", orderId).execute();
  await requestReturn(db, order);
  const fields = { groupId: null, creditLimit: 50_000_00, creditDays: 30 };
  await setCustomerTerms(db, { accountId, staffId, fields });
  const wanted = quotationSchema.parse({
    customer: { id: accountId },
    address: ADDRESS,
    lines: [{ bookId: await createBook(db, { stock: 50 }), qty: 10 }],
    payment: "account",
    buyer: { gstin: BUYER.buyer_gstin, name: BUYER.buyer_name, reference: BUYER.buyer_reference },
    validUntil: new Date(Date.now() + 864e6).toISOString().slice(0, 10),
  });
  const quoted = await makeQuotation(db, { ...wanted, staffId });
  if (!quoted.ok) throw new Error(quoted.message);
  await mailQuotation(db, { id: quoted.id, staffId, key: refundKey() });
  // An order that waits to be packed, with a buyer, for its form of changes.
  const paid = await createShopOrder(shop, "paid", {});
  await db.updateTable("orders").set(BUYER).where("id", "=", paid.orderId).execute();
  owner = await staffBrowser(shop, { job: "owner" });
  customer = await signedIn(shop, accountId);
  await addToCart(db, { accountId }, { bookId: await createBook(db), quantity: 1 });
  const ids = [orderId, paid.orderId].join(",");
  const own = (path: string) => path.replace(/^(\/(?:orders|checkout\/\w+))\/1\b/, `$1/${orderId}`);
  addresses = {
    staff: [
      ...ADMIN_SCREENS.map(({ path }) => path),
      "/admin/orders/new?customer=" + accountId,
      `/admin/orders/${paid.orderId}/edit`,
      `/admin/orders/${orderId}`,
      `/admin/orders/papers?ids=${ids}`,
      ...PAPER_KINDS.map((kind) => `/admin/orders/papers/file?kind=${kind}&ids=${ids}`),
      ...ALL_ACCOUNT_LISTS.map((list) => `/admin/accounts/export/${list}?format=csv`),
      `/admin/accounts/receivables/${accountId}`,
      `/admin/accounts/receivables/${accountId}/statement`,
      `/admin/quotations/${quoted.id}`,
      `/admin/quotations/${quoted.id}/pdf`,
      ...ALL_KINDS.map((kind) => `/admin/mails/${kind}/preview`),
    ],
    own: [...OTHER_SCREENS.map(({ path }) => own(path)), `/orders/${orderId}/invoice`, "/checkout"],
  };
});

/** Where the shop's own GSTIN and its rates are set, and what the law is called. */
const OF_THE_OWNER = /^\/admin\/(settings|opening)\b|^\/api\b|^\/privacy$/;

const WORD = /[^\s<>"']*GST[^<>"']{0,30}/;

/** The word of GST in an answer, however it is written; null: none. */
async function wordIn(browser: Browser, path: string): Promise<string | null> {
  const answer = await browser.get(path);
  const type = answer.headers.get("Content-Type") ?? "";
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = type.includes("pdf")
    ? readPdf(bytes).text
    : String(bytes).replace(
        /<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>|<input type="hidden"[^>]*>/g,
        "",
      );
  return WORD.exec(text)?.[0] ?? null;
}

async function wordsOnScreens() {
  const found: string[] = [];
  for (const [browser, paths] of [
    [owner, addresses.staff],
    [customer, addresses.own],
  ] as const)
    for (const path of new Set(paths)) {
      if (OF_THE_OWNER.test(path)) continue;
      const word = await wordIn(browser, path);
      if (word !== null) found.push(`${path}: ${word}`);
    }
  return found;
}

test("no screen, paper, list or mail of a shop without a GSTIN has a word of GST; with one they have", async () => {
  expect(await wordsOnScreens()).toEqual([]);
  const mails = (await allMails(shop.db.write)).map((mail) => JSON.stringify(mail));
  expect(mails.length).toBeGreaterThan(3);
  expect(mails.filter((mail) => WORD.test(mail))).toEqual([]);
  await setSettings(shop.db.write, { gstin: "29ABCDE1234F1ZW" });
  const words = (await wordsOnScreens()).map((one) => one.split(/[?:]/)[0]!);
  for (const path of [
    "/admin/accounts",
    "/checkout",
    "/admin/orders/new",
    "/admin/accounts/export/documents",
    "/admin/accounts/journal",
  ])
    // oxfmt-ignore
    expect(words, path).toContain(path);
  await setSettings(shop.db.write, { gstin: "" });
});

test("it files no return: no tab, no screen, no file, a plain refusal in the API, and nothing to find", async () => {
  const accounts = await (await owner.get("/admin/accounts")).text();
  expect(accounts).not.toContain("/admin/accounts/gstr1");
  for (const path of ["/admin/accounts/gstr1", "/admin/accounts/gstr1/file?month=2026-11&format=xlsx"])
    expect((await owner.get(path)).status, path).toBe(404);
  const api = await staffClient(shop, { job: "accounts" });
  expect((await api.get("/accounts/gstr1?month=2026-11")).body).toMatchObject({ result: 0 });
  expect(await (await owner.get("/admin/find?q=gstr-1")).text()).not.toContain(
    'href="/admin/accounts/gstr1"',
  );
  expect(Object.keys(ACCOUNT_LISTS)).not.toContain("gstr1");
});
