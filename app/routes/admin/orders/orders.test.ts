import { readPdf } from "~/test/files/pdf";
import { beforeAll, describe, expect, test } from "vitest";
import { createAccount, createStaff } from "~/test/factories";
import { signedIn, testShop } from "~/test/shop";
import { pageHtml, readPage, unescaped } from "~/test/pages";
import { createOrderDesk, type OrderDesk } from "~/test/order-desk";

const shop = testShop();
let { staff, make, state, post } = {} as OrderDesk;

beforeAll(async () => {
  ({ staff, make, state, post } = await createOrderDesk(shop));
});

describe("access", () => {
  test("a post from another site is refused", async () => {
    const order = await make("paid");
    const answer = await staff.request(`/admin/orders/${order.orderId}`, {
      method: "POST",
      headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams({ intent: "cancel" }),
    });
    expect(answer.status).toBe(403);
    expect(await state(order)).toBe("paid");
  });
});

describe("the list", () => {
  test("shows the specification's columns and keeps the search and filters", async () => {
    const accountId = await createAccount(shop.db.write, { first_name: "Zubeida", last_name: '"><b>' });
    const order = await make("shipped", { accountId });
    const { status, html } = await readPage(
      staff.get("/admin/orders?q=zubeida&status=shipped&from=2026-01-01&size=20&sort=total&dir=asc"),
    );
    expect(status).toBe(200);
    for (const column of [
      "Order ID",
      "Customer",
      "Date",
      "Status",
      "Carrier",
      "Tracking",
      "Dispatch Date",
      "Est. Delivery",
      "Total",
    ])
      // oxfmt-ignore
      expect(html).toMatch(new RegExp(`<th[^>]*>(<a[^>]*>)?${column}`));
    expect(html).toContain(`href="/admin/orders/${order.orderId}"`);
    expect(html).toContain(`href="/admin/customers/${accountId}"`);
    expect(html).toContain("Zubeida &quot;&gt;&lt;b&gt;");
    expect(html).toMatch(/name="q"[^>]*value="zubeida"/);
    expect(html).toMatch(/<input(?=[^>]*value="shipped")(?=[^>]*checked)[^>]*>/);
    expect(html).not.toMatch(/<input(?=[^>]*value="paid")(?=[^>]*checked)[^>]*>/);
    expect(html).toMatch(/<input(?=[^>]*name="from")(?=[^>]*value="2026-01-01")[^>]*>/);
    expect(html).not.toContain(' style="');
  });

  test("says at the field that the last day is before the first", async () => {
    const { html } = await readPage(staff.get("/admin/orders?from=2026-11-20&to=2026-11-01"));
    expect(html).toContain("The last day is before the first");
    expect(html).toMatch(/<input(?=[^>]*name="to")(?=[^>]*aria-invalid="true")[^>]*>/);
    expect((await readPage(staff.get("/admin/orders?from=2026-11-20&to=2026-11-20"))).html).not.toContain(
      "The last day is before",
    );
  });

  test("says so when nothing matches", async () => {
    expect((await readPage(staff.get("/admin/orders?q=nobody-at-all"))).html).toContain(
      "No items found matching your search",
    );
  });

  test("marks the checked orders as packed, names those that cannot be, and keeps the filters", async () => {
    const [first, second, shipped] = [await make("paid"), await make("paid"), await make("shipped")];
    const arrived = await make("delivered");
    const listed = await readPage(
      staff.get("/admin/orders?status=paid&status=shipped&status=delivered&size=50"),
    );
    // Also what has arrived: what becomes of each that is checked is said.
    for (const { orderId } of [first, shipped, arrived])
      expect(listed.html).toContain(`aria-label="Order #${orderId}"`);
    const answer = await post("/admin/orders?status=paid&size=50&page=1", {
      intent: "pack",
      order: [first, shipped, second].map((order) => order.orderId),
    });
    expect(answer.to).toBe("/admin/orders?status=paid&size=50&page=1");
    expect(answer.message).toBe(
      `2 orders are marked as packed. Order #${shipped.orderId} is shipped: it cannot be marked as packed`,
    );
    expect([await state(first), await state(second), await state(shipped)]).toEqual([
      "packed",
      "packed",
      "shipped",
    ]);
    expect((await post("/admin/orders", { intent: "pack" })).message).toBe("Please check the orders to mark");
    const ticked = [arrived, shipped, await make("shipped"), await make("shipped")].map((one) => one.orderId);
    const [, , next, last] = ticked;
    expect((await post("/admin/orders", { intent: "pack", order: ticked })).message).toBe(
      `0 orders are marked as packed. Order #${arrived.orderId} is delivered: it cannot be marked as packed. Orders #${shipped.orderId}, #${next} and #${last} are left out: each is shipped: it cannot be marked as packed`,
    );
  });

  test("packs all of the view of what is to be packed by one button, also of its other pages", async () => {
    const made = [await make("paid"), await make("paid"), await make("paid")];
    const ids = made.map(({ orderId }) => orderId);
    const view = "/admin/orders?status=paid&ready=yes&size=5";
    const { html } = await readPage(staff.get(view));
    const form = /<form[^>]*id="pack-all".*?<\/form>/s.exec(html)![0];
    const offered = [...form.matchAll(/name="order" value="(\d+)"/g)].map(([, id]) => Number(id));
    expect(offered).toEqual(expect.arrayContaining(ids));
    expect(html).toMatch(
      new RegExp(`<button(?=[^>]*form="pack-all")[^>]*>(?:<[^>]*>)*Pack all (?:<!-- -->)?${offered.length}`),
    );
    for (const other of ["?status=paid", "?ready=yes"])
      expect((await readPage(staff.get(`/admin/orders${other}`))).html).not.toContain("Pack all");
    const answer = await post(view, { intent: "pack", order: offered });
    expect(answer).toMatchObject({ to: view, message: `${offered.length} orders are marked as packed` });
  });

  test("marks the checked orders as delivered", async () => {
    const [shipped, packed, cancelled] = [
      await make("shipped"),
      await make("packed"),
      await make("cancelled"),
    ];
    const ids = [packed, cancelled, shipped].map(({ orderId }) => orderId);
    const answer = await post("/admin/orders?size=50", { intent: "deliver", order: ids });
    expect(answer.message).toBe(
      `1 order is marked as delivered. Order #${packed.orderId} is packed: it cannot be marked as delivered. Order #${cancelled.orderId} is cancelled: it cannot be marked as delivered`,
    );
    expect([await state(shipped), await state(packed)]).toEqual(["delivered", "packed"]);
  });

  test("prints the checked orders: files of each paper, and what is left out", async () => {
    const [shipped, packed, unpaid] = [await make("shipped"), await make("packed"), await make("pending")];
    const school = { buyer_name: "Lake View School" };
    await shop.db.write.updateTable("orders").set(school).where("id", "=", packed.orderId).execute();
    const ids = [packed, unpaid, shipped].map(({ orderId }) => orderId);
    const page = (of: number[]) =>
      readPage(staff.get(`/admin/orders/papers?${of.map((id) => `order=${id}`).join("&")}`));
    const { html } = await page([...ids, 999_999]);
    expect(html).toContain("3 orders");
    const leftOut = `#${unpaid.orderId} is pending payment`;
    expect(html.match(/Left out: [^<]*/g)).toEqual([
      `Left out: ${leftOut}.`,
      `Left out: ${leftOut}, #${shipped.orderId} is neither on account nor for a buyer with a name or reference.`,
      `Left out: ${leftOut}.`,
      `Left out: ${leftOut} and has no bill.`,
      `Left out: ${leftOut}, #${shipped.orderId} is shipped.`,
    ]);
    const files = [...html.matchAll(/href="(\/admin\/orders\/papers\/file[^"]*)"/g)].map(([, href]) =>
      href!.replaceAll("&amp;", "&"),
    );
    expect(files.map((href) => new URL(href, "http://shop").searchParams.get("kind"))).toEqual([
      "slips",
      "notes",
      "labels",
      "labels",
      "bills",
      "picklist",
    ]);
    for (const href of files) {
      const file = await staff.get(href);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      readPdf(new Uint8Array(await file.arrayBuffer()));
    }
    expect((await page([])).html).toContain("Please check the orders to print");
    expect((await page([999_999])).status).toBe(404);
    for (const wrong of [
      "kind=slips&ids=999999",
      `kind=picklist&ids=${shipped.orderId}`,
      "kind=x&ids=1",
      "kind=slips",
    ])
      expect([wrong, (await staff.get(`/admin/orders/papers/file?${wrong}`)).status]).toEqual([wrong, 404]);
  });

  test("orders without a next step are checked to be printed, also beside others that have one", async () => {
    const arrived = await make("delivered");
    const box = `aria-label="Order #${arrived.orderId}"`;
    const list = async (query: string) => (await readPage(staff.get(`/admin/orders?${query}`))).html;
    const alone = await list(`q=${arrived.orderId}&status=delivered&size=50`);
    expect(alone).toContain(box);
    expect(alone).not.toContain("Mark as");
    await make("shipped");
    const mixed = await list("status=delivered&status=shipped&size=50");
    expect([mixed.includes(box), mixed.includes("Mark as delivered")]).toEqual([true, true]);
  });

  test("refuses or ignores invalid posts", async () => {
    const odd = ["-1", "0", "1e3", "NaN", "\u0000", "9".repeat(40), "1;drop table orders"];
    const answer = await post("/admin/orders", { intent: "pack", order: odd });
    expect(answer.message).toBe("Please check the orders to mark");
    expect((await post("/admin/orders", { intent: "delete" })).status).toBe(400);
    const many = (length: number) => Array.from({ length }, (_, n) => 800_000 + n);
    expect((await post("/admin/orders", { intent: "pack", order: many(500) })).status).toBe(303);
    expect((await post("/admin/orders", { intent: "pack", order: many(5000) })).status).toBe(400);
  });

  test.each([
    "page=-1&size=7&sort=x&dir=y",
    "page=999999999999&size=5",
    "from=9999-99-99&to=2026-02-30",
    "from=%00&q=%00",
    "customer=%27&route=%00&refund=x",
    "status=paid&status=paid&status=%00",
    `q=${"a".repeat(3000)}`,
    "q=%22%20OR%20*",
    `route=${encodeURIComponent("🚚".repeat(400))}`,
  ])("ignores invalid parameters: %s", async (search) => {
    expect((await readPage(staff.get(`/admin/orders?${search}`))).status).toBe(200);
  });
});

test("the figures of the logistics page link to the lists that they count", async () => {
  const order = await make("shipped");
  await shop.db.write
    .updateTable("orders")
    .set({ state_name: "Bavaria" })
    .where("id", "=", order.orderId)
    .execute();
  const { html } = await readPage(staff.get("/admin/logistics"));
  const tile = (title: string) =>
    new RegExp(`<a[^>]*href="([^"]+)"[^>]*>${title}</a></dt><dd><span[^>]*>([\\d,]+)</span>`).exec(html)!;
  for (const title of ["Pending Shipments", "In Transit", "International"]) {
    const [, href, figure] = tile(title);
    const list = await readPage(staff.get(`${href!.replaceAll("&amp;", "&")}&size=5`));
    const rows = /of ([\d,]+) entries/.exec(list.html)?.[1] ?? String(list.html.match(/class="row-link"/g)?.length ?? 0); // oxfmt-ignore
    expect(rows).toBe(figure);
  }
  const [, , routes] = tile("Active Routes");
  expect(html.match(/href="\/admin\/orders\?status=shipped&amp;route=(?!international)/g)).toHaveLength(
    Number(routes),
  );
  expect(html).toContain("Bavaria");
  expect(html).toContain("Recent Shipments");
});

test("the list has views with counts, the shown one marked, and filters by payment and book", async () => {
  const order = await make("packed");
  const html = unescaped(await pageHtml(staff.get("/admin/orders?status=packed&size=50")));
  const link = /<a[^>]*href="\/admin\/orders\?status=packed"[^>]*>To ship \((\d+)\)/.exec(html)!;
  expect(link[0]).toContain('aria-current="true"');
  expect(Number(link[1])).toBeGreaterThan(0);
  expect(html.match(/aria-current="true"[^>]*>To /g)).toHaveLength(1);
  expect(html).not.toContain("Messages to answer");
  for (const label of ["To confirm", "To pack", "Late", "To answer"]) expect(html).toContain(`>${label} (`);
  const chosen = unescaped(await pageHtml(staff.get(`/admin/orders?payment=online&book=${order.bookId}`)));
  expect(chosen).toMatch(/<option value="online" selected="">Paid online/);
  expect(chosen).toContain("Of “Gora <i>the</i> novel”");
  const titled = unescaped(
    await pageHtml(staff.get("/admin/orders?status=packed&title=gora+%22novel&zone=9")),
  );
  expect(titled).toContain('name="title" value="gora "novel"');
  expect(titled).toContain('<option value="9" selected="">Former zone 9');
  expect(titled).toMatch(
    /<a[^>]*aria-current="true"[^>]*href="\/admin\/orders\?status=packed&title=gora\+%22novel&zone=9"[^>]*>To ship \(0\)/,
  );
  const book = await pageHtml(staff.get(`/admin/products?edit=${order.bookId}`));
  expect(book).toContain(`href="/admin/orders?book=${order.bookId}"`);
  expect(chosen).toContain(`#${order.orderId}`);
});

test("questions and complaints that wait are among the views, for those who may answer them", async () => {
  const question = { name: "Ravi", email: "ravi@example.com", message: "Where is it?", sent_at: "2026-11-20T06:00:00.000Z" }; // oxfmt-ignore
  await shop.db.write.insertInto("contact_messages").values(question).execute();
  const link = /<a[^>]*href="\/admin\/pages\/messages\?state=open"[^>]*>Messages to answer \(1\)/;
  expect((await readPage(staff.get("/admin/orders"))).html.replaceAll("<!-- -->", "")).toMatch(link);
  const packer = await signedIn(shop, await createStaff(shop.db.write, { job: "orders" }));
  const { html } = await readPage(packer.get("/admin/orders"));
  expect(html.includes("Messages to answer")).toBe(
    (await packer.get("/admin/pages/messages")).status === 200,
  );
  await shop.db.write.deleteFrom("contact_messages").execute();
});
