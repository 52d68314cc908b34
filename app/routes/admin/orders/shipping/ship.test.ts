import { beforeAll, expect, test } from "vitest";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { workbookOf } from "~/test/files/import-files";
import { createBook, createStaff } from "~/test/factories";
import { createCarrier, createOrder, orderState, toFetch } from "~/test/orders";
import { flashMessages, pageHtml, readPage, unescaped } from "~/test/pages";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { type Browser, type FormFields, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
const gateway = new MemoryGateway();
const SHIP = "/admin/orders/ship";
let staff: Browser;
let staffId: number;
let post: number;
let dart: number;
let bookId: number;

beforeAll(async () => {
  const db = shop.db.write;
  staffId = await createStaff(db);
  staff = await signedIn(shop, staffId);
  post = await createCarrier(db, "India Post");
  dart = await createCarrier(db, "Blue Dart");
  bookId = await createBook(db, { stock: 100, price: 25_000 });
});

const make = async (state: "packed" | "paid" | "shipped") =>
  (await createOrder(shop.db.write, gateway, state, { staffId, providerId: dart, bookId })).orderId;
const stateOf = (id: number) => orderState(shop.db.read, id);
const parcelOf = (id: number) =>
  shop.db.read
    .selectFrom("orders")
    .select(["logistics_provider_id as carrier", "tracking_no as number"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Sends a list as a form with a file does. */
async function send(fields: FormFields, file?: { name: string; bytes: Uint8Array | string }) {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, String(value));
  form.append("file", new Blob(file ? [new Uint8Array(Buffer.from(file.bytes))] : []), file?.name ?? "");
  const { status, to, html } = await readPage(staff.request(SHIP, { method: "POST", body: form }));
  const text = unescaped(html);
  const next = status === 303 ? flashMessages(await pageHtml(staff.get(to!))).join("") : "";
  return { status, to, text, message: next };
}

const textIn = (html: string) => /<textarea[^>]*>([^<]*)/.exec(html)![1]!.replace(/^\n/, "");

test("a pasted list is checked row by row, and what fits is shipped once", async () => {
  const [first, second, paid] = [await make("packed"), await make("packed"), await make("paid")];
  const list = `${first}, India Post, EB${first}IN, 450\n${paid}, India Post, EB${paid}IN, 450\n${second}, Dehlivery, DL90000${second}, 90`;
  const checked = await send({ intent: "check", list });
  expect(checked.status).toBe(200);
  expect(checked.text).toContain(`Ship by India Post with EB${first}IN`);
  expect(checked.text).toContain(`Left out: Order #${paid} is not packed yet`);
  expect(checked.text).toContain("Choose which carrier “Dehlivery” is");
  expect(checked.text).toContain("Ship 1 order<");
  expect(textIn(checked.text).replaceAll("\r", "")).toBe(list);
  expect(await stateOf(first)).toBe("packed");

  const choice = { "name-0": "Dehlivery", "carrier-0": dart };
  const shipped = await send({ intent: "ship", list, ...choice });
  expect(shipped).toMatchObject({ status: 303, to: "/admin/orders" });
  expect(shipped.message).toBe(`2 orders are marked as shipped. Order #${paid} is not packed yet`);
  expect(await parcelOf(first)).toEqual({ carrier: post, number: `EB${first}IN` });
  expect(await parcelOf(second)).toEqual({ carrier: dart, number: `DL90000${second}` });
  const [entry] = await readAudit(shop.db.read, "order", first);
  expect(entry).toMatchObject({ action: "shipped" });

  const again = await send({ intent: "ship", list, ...choice });
  expect(again.status).toBe(400);
  expect(again.text).toContain("No row of the list can be shipped now");
  expect(again.text).toContain(`Left out: Order #${first} is shipped already, with EB${first}IN`);
  const events = await shop.db.read
    .selectFrom("order_events")
    .select("id")
    .where("order_id", "in", [first, second])
    .where("kind", "=", "shipped")
    .execute();
  expect(events).toHaveLength(2);
});

test("files are read: CSV with another order of columns, and workbooks; their rows then stand in the form", async () => {
  const [first, second] = [await make("packed"), await make("packed")];
  const csv = `Awb No;Wt (g);Order ID\nEB${first}IN;450;${first}\n`;
  const checked = await send({ intent: "check", list: "", carrierId: post }, { name: "a.csv", bytes: csv });
  expect(checked.text).toContain(`Ship by India Post with EB${first}IN`);
  const list = textIn(checked.text);
  expect(list).toBe(`Order\tCarrier\tNumber\tWeight\n${first}\t\tEB${first}IN\t450`);
  expect((await send({ intent: "ship", list, carrierId: post })).message).toBe(
    "1 order is marked as shipped",
  );

  const bytes = workbookOf([
    ["Order", "Courier", "AWB"],
    [String(second), "Blue Dart", `BD${second}`],
  ]);
  const sheet = await send({ intent: "check", list: "" }, { name: "a.xlsx", bytes });
  expect(sheet.text).toContain(`Ship by Blue Dart with BD${second}`);

  const pdf = await send({ intent: "check", list: "" }, { name: "a.pdf", bytes: "%PDF-1.7 " });
  expect([pdf.status, pdf.text.includes("This is a PDF")]).toEqual([400, true]);
  const none = await send({ intent: "check", list: "" });
  expect([none.status, none.text.includes("Choose a file, or paste a table.")]).toEqual([400, true]);
  const large = await send(
    { intent: "check", list: "" },
    { name: "a.csv", bytes: "x".repeat(1024 * 1024 + 1) },
  );
  expect([large.status, large.text.includes("larger than 1 MB")]).toEqual([400, true]);
});

test("a number that another order has is shipped when its box is ticked", async () => {
  const [one, other] = [await make("packed"), await make("packed")];
  await send({ intent: "ship", list: `${one}, India Post, SHARED 1` });
  const list = `${other}, India Post, SHARED 1`;
  const asked = await send({ intent: "ship", list });
  expect(asked.text).toContain(`Order #${one} has this number with India Post too`);
  expect(asked.text).toContain(`name="shared" value="${other}"`);
  expect((await send({ intent: "ship", list, shared: other })).status).toBe(303);
  expect(await stateOf(other)).toBe("shipped");
});

test("checked orders: a row for each packed one; numbers typed beside them are shipped, refused ones stay", async () => {
  const [first, second, third, paid] = [
    await make("packed"),
    await make("packed"),
    await make("packed"),
    await make("paid"),
  ];
  const url = `${SHIP}?${[first, second, third, paid].map((id) => `order=${id}`).join("&")}`;
  const page = await pageHtml(staff.get(url));
  for (const id of [first, second, third]) expect(page).toContain(`name="number-${id}"`);
  expect(page).not.toContain(`name="number-${paid}"`);
  expect(unescaped(page)).toContain(`only packed orders are shipped: #${paid}`);
  // Enter sends nothing without scripts: the first button is disabled.
  expect(
    /<button[^>]*>/.exec(page.slice(page.indexOf("<form", page.indexOf("Ship orders</h1>"))))?.[0],
  ).toMatch(/disabled/);

  const nothing = await readPage(staff.post(url, { [`number-${first}`]: "", [`carrier-${first}`]: post }));
  expect(nothing.status).toBe(400);
  expect(nothing.html).toContain("Type or scan at least one tracking number");

  const typed = {
    [`number-${first}`]: ` TY${first} `,
    [`carrier-${first}`]: post,
    [`number-${second}`]: "no!",
    [`carrier-${second}`]: dart,
    [`number-${third}`]: "",
    [`carrier-${third}`]: post,
  };
  const some = await readPage(staff.post(url, typed));
  expect(some.status).toBe(400);
  expect(await parcelOf(first)).toEqual({ carrier: post, number: `TY${first}` });
  expect(some.html).toContain("1 order is marked as shipped. The others are left.");
  expect(some.html).not.toContain(`name="number-${first}"`);
  expect(some.html).toContain("Tracking number can have letters");
  expect(some.html).toContain('value="no!"');
  const twin = { [`number-${second}`]: `TY${first}`, [`carrier-${second}`]: post };
  const asked = await readPage(staff.post(url, twin));
  expect(unescaped(asked.html)).toContain("If that is right, press the button again");
  expect(asked.html).toContain(`name="shared" value="${second}"`);
  const done = await readPage(staff.post(url, { ...twin, shared: second }));
  expect(done).toMatchObject({ status: 303, to: "/admin/orders" });
  expect([await stateOf(second), await stateOf(third)]).toEqual(["shipped", "packed"]);
});

test("the list of orders offers it, and only to staff who may dispatch", async () => {
  await make("packed");
  expect(await pageHtml(staff.get("/admin/orders?status=packed"))).toMatch(
    /<button[^>]*formAction="\/admin\/orders\/ship"[^>]*>Ship</i,
  );
  const accounts = await staffBrowser(shop, { job: "accounts" });
  expect(await pageHtml(accounts.get("/admin/orders?status=packed"))).not.toContain(">Ship<");
  const order = await make("packed");
  expect((await accounts.get(SHIP)).status).toBe(403);
  const form = { [`number-${order}`]: "X99", [`carrier-${order}`]: post };
  expect((await accounts.post(SHIP, form)).status).toBe(403);
  expect(await stateOf(order)).toBe("packed");
});

test("a list whose columns have other names is read by what staff say, which is kept for the next one", async () => {
  const [one, two] = [await make("packed"), await make("packed")];
  const lines = (id: number) => `Pieces,Client ref,Docket\n${two},${id},DK${id}99\n`;
  const refused = await send({ intent: "check" }, { name: "list.csv", bytes: "Client ref,Town\nA,Kochi\n" });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("headings are: <bdi>Client ref, Town"),
  ]);
  const headings = { "heading-order": " Client ref ", "heading-trackingNo": "docket" };
  const list = { name: "list.csv", bytes: lines(one) };
  const checked = await send({ intent: "check", carrierId: String(post), ...headings }, list);
  expect(checked.text).toContain(`Ship by India Post with DK${one}99`);
  expect(checked.text).toMatch(/name="heading-order"[^>]*value="Client ref"/);
  // What the file became in the form is shipped, its own names not mistaken for the file's.
  const text = textIn(checked.text);
  const shipped = await send({ intent: "ship", carrierId: String(post), list: text, ...headings });
  expect([shipped.status, await stateOf(one), await stateOf(two)]).toEqual([303, "shipped", "packed"]);
  const page = await pageHtml(staff.get(SHIP));
  expect(page).toMatch(/name="heading-trackingNo"[^>]*value="docket"/);
  await send({ intent: "check", list: `${two}, India Post, EB${two}IN` });
  expect(await pageHtml(staff.get(SHIP))).not.toMatch(/name="heading-trackingNo"[^>]*value="docket"/);
});

test("books that are fetched at the shop are ticked without a carrier, and lists call them ready and fetched", async () => {
  const [sent, ticked, later, pasted] = [
    await make("packed"),
    await make("packed"),
    await make("packed"),
    await make("packed"),
  ];
  for (const id of [ticked, later, pasted]) await toFetch(shop.db.write, id);
  const url = `${SHIP}?order=${sent}&order=${ticked}&order=${later}`;
  const page = await pageHtml(staff.get(url));
  expect(page).toContain(`name="number-${sent}"`);
  expect(page).not.toContain(`name="number-${ticked}"`);
  expect(page.match(/name="ready"[^>]*checked/g)).toHaveLength(2);
  const form = { [`number-${sent}`]: `TF${sent}`, [`carrier-${sent}`]: post, ready: ticked };
  const done = await readPage(staff.post(url, form));
  expect(flashMessages(await pageHtml(staff.get(done.to!))).join("")).toBe(
    "1 order is marked as shipped, 1 order is marked as ready to fetch",
  );
  expect(await parcelOf(ticked)).toEqual({ carrier: null, number: null });
  expect(await stateOf(later)).toBe("packed");
  const none = await readPage(staff.post(`${SHIP}?order=${later}`, {}));
  expect([none.status, unescaped(none.html)]).toEqual([
    400,
    expect.stringContaining("Tick at least one order"),
  ]);

  const heading = "Order,Carrier,Number";
  const wrong = await send({ intent: "check", list: `${heading}\n${pasted},India Post,TF${pasted}` });
  expect(wrong.text).toContain(`Left out: The books of order #${pasted} are fetched at the shop`);
  const shipped = await send({ intent: "ship", list: `${heading}\n${pasted},,` });
  expect(shipped.message).toBe("1 order is marked as ready to fetch");

  const list = async (query: string) => unescaped(await pageHtml(staff.get(`/admin/orders?${query}`)));
  const ready = await list("status=shipped&pickup=yes");
  expect(ready).toContain("Mark as fetched");
  for (const [id, isThere] of [
    [sent, false],
    [ticked, true],
    [pasted, true],
  ] as const)
    // oxfmt-ignore
    expect(ready.includes(`href="/admin/orders/${id}"`), String(id)).toBe(isThere);
  expect(ready).toMatch(/<\/svg>Ready to fetch/);
  expect(ready).not.toMatch(/<\/svg>Shipped/);
  expect(await list("status=shipped")).toContain("Mark as delivered or fetched");
  const fetched = await readPage(staff.post("/admin/orders", { intent: "deliver", order: ticked }));
  expect(flashMessages(await pageHtml(staff.get(fetched.to!))).join("")).toBe("1 order is marked as fetched");
  const order = unescaped(await pageHtml(staff.get(`/admin/orders/${ticked}`)));
  expect(order).toMatch(/<\/svg>Fetched/);
  expect(order).not.toMatch(/>Shipped<|>Delivered<|Correct the shipment|>Lost</);
});
