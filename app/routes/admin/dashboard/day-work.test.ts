import { beforeAll, expect, test } from "vitest";
import { DAY_WORK } from "~/domain/opening/day-work/day-work";
import { sendContactMessage } from "~/domain/front/pages/contact.server";
import { type Job, JOBS } from "~/domain/kit/rights/rights";
import { askForTitle } from "~/domain/readers/waiting/wanted-titles.server";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { insertOrder, receivedPayment, refundOf } from "~/test/factories-orders";
import { createShopOrder, requestReturn } from "~/test/orders";
import { pageHtml } from "~/test/pages";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let owner: Browser;
beforeAll(async () => {
  owner = await staffBrowser(shop);
});

/** The entries under 'To do' on somebody's dashboard: how many, by address. */
async function toDo(browser: Browser): Promise<Map<string, number>> {
  const html = await pageHtml(browser.get("/admin"));
  const links = html.matchAll(/<a ([^>]*day-work-link[^>]*)><span class="figure-value[^"]*">([\d,]+)</g);
  return new Map(
    [...links].map(([, link, count]) => [
      /href="([^"]+)"/.exec(link!)![1]!.replaceAll("&amp;", "&"),
      Number(count!.replaceAll(",", "")),
    ]),
  );
}

/** How many entries the list at an address says that it has. */
async function entriesAt(to: string): Promise<number> {
  const html = await pageHtml(owner.get(to));
  const said = /(?:of )?([\d,]+) entr(?:y|ies)/.exec(html);
  return Number(said![1]!.replaceAll(",", ""));
}

test("with nothing to do it says so", async () => {
  expect(await toDo(owner)).toEqual(new Map());
  expect(await pageHtml(owner.get("/admin"))).toContain("Nothing waits for you");
});

test("each count is that of the list it leads to, and each job sees its own", async () => {
  const db = shop.db.write;
  const accountId = await createAccount(db);
  const order = (state: "paid" | "packed" | "shipped" | "delivered") => insertOrder(db, { accountId, state });
  const eta = (id: number, eta_date: string) =>
    db.updateTable("orders").set({ eta_date }).where("id", "=", id).execute();

  // Three to pack, one of which is late, and one that waits for its book.
  await eta(await order("paid"), "2026-01-05");
  await eta(await order("paid"), "2999-01-05");
  await order("paid");
  const waiting = await order("paid");
  const forthcoming = { publishing_status: "forthcoming", preorder_limit: 9 } as const;
  const bookId = await createBook(db, {
    ...forthcoming,
    title: "Overdue",
    stock: 0,
    published_on: "2026-01-01",
  });
  await createBook(db, { ...forthcoming, title: "To come", stock: 0, published_on: "2999-01-01" });
  await db
    .insertInto("order_lines")
    .values({
      order_id: waiting,
      book_id: bookId,
      title: "Overdue",
      mrp: 100,
      unit_price: 100,
      quantity: 4,
      hsn: "4901",
      tax_rate: 0,
      preorder: 1,
      owed: 4,
    })
    .execute();
  for (let n = 0; n < 5; n += 1) await eta(await order("packed"), n < 1 ? "2026-01-05" : "2999-01-05");
  await eta(await order("shipped"), "2026-01-05");
  await eta(await order("delivered"), "2026-01-05");
  const refunded = await order("delivered");
  const paymentId = await receivedPayment(db, refunded, 25_000);
  await refundOf(db, { orderId: refunded, paymentId, amount: 25_000, status: "failed" });
  await receivedPayment(db, await order("delivered"), 24_900);
  await receivedPayment(db, await order("delivered"), 25_000);
  for (let n = 0; n < 2; n += 1) await requestReturn(db, await createShopOrder(shop, "delivered"));
  const message = { name: "Asha", email: "a@example.in", orderNumber: "", message: "Is it here?" };
  for (let n = 0; n < 11; n += 1) await sendContactMessage(db, message);
  for (const title of ["Lost", "Found"]) await askForTitle(db, { title, author: "", email: "a@example.in" });

  const expected = {
    pack: 3,
    ship: 5,
    late: 3,
    refunds: 1,
    misfits: 1,
    returns: 2,
    messages: 11,
    wanted: 2,
    overdue: 1,
  };
  const seen = await toDo(owner);
  expect(Object.fromEntries(Object.entries(DAY_WORK).map(([key, { to }]) => [key, seen.get(to)]))).toEqual(
    expected,
  );
  for (const [to, count] of seen) expect(await entriesAt(to), to).toBe(count);
  expect(await pageHtml(owner.get("/admin"))).toContain("4 pre-ordered copies are owed");

  const KEYS: Record<Job, (keyof typeof DAY_WORK)[]> = {
    owner: ["pack", "ship", "late", "refunds", "misfits", "returns", "messages", "wanted", "overdue"],
    manager: ["pack", "ship", "late", "refunds", "misfits", "returns", "messages", "wanted", "overdue"],
    catalogue: ["wanted", "overdue"],
    orders: ["pack", "ship", "late"],
    // Its orders offer only the bill and the packing slip.
    accounts: [],
  };
  for (const job of Object.keys(JOBS) as Job[]) {
    const browser = await signedIn(shop, await createStaff(db, { job }));
    const addresses = KEYS[job].map((key) => DAY_WORK[key].to);
    expect([...(await toDo(browser)).keys()], job).toEqual(addresses);
  }
});
