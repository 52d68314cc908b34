import { beforeAll, expect, test } from "vitest";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { createBook, createStaff } from "~/test/factories";
import { createCarrier, createOrder } from "~/test/orders";
import { pageHtml } from "~/test/pages";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { recordLost } from "~/domain/sales/orders/parcels/record-parcel.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { type Browser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
const FILE = "/admin/orders/manifest/file";
let staff: Browser;
let providerId: number;
let bookId: number;
let staffId: number;
let made: { packed: number; odd: number; paid: number; pending: number };

beforeAll(async () => {
  const db = shop.db.write;
  staffId = await createStaff(db);
  staff = await signedIn(shop, staffId);
  providerId = await createCarrier(db, "India Post");
  bookId = await createBook(db, { stock: 100, price: 25_000, weight_g: 300 });
  const make = async (state: "packed" | "paid" | "pending") =>
    (await createOrder(db, new MemoryGateway(), state, { staffId, providerId, bookId, quantity: 2 })).orderId;
  made = {
    packed: await make("packed"),
    odd: await make("packed"),
    paid: await make("paid"),
    pending: await make("pending"),
  };
  await db
    .updateTable("orders")
    .set({ fullname: '=HYPERLINK("x")', due_at_door: 20_050, payment_way: "cod", method_name: "Gyan Post" })
    .where("id", "=", made.odd)
    .execute();
  await db.updateTable("order_lines").set({ refunded: 1 }).where("order_id", "=", made.odd).execute();
});

const rowsOf = async (query: string) => {
  const answer = await staff.get(FILE + query);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  return (await answer.text()).replace("\u{FEFF}", "").trim().split("\n");
};

test("all packed orders with all columns, weights without refunded copies, formulas as texts", async () => {
  const [heading, first, odd, ...rest] = await rowsOf("");
  expect(heading).toBe("order,name,address,place,state,pin,mobile,weight g,cod,value,method,copies");
  expect(rest).toEqual([]);
  expect(first).toMatch(new RegExp(`^${made.packed},[^=].*,682001,\\d{10},\\d+,0,500,,2$`));
  expect(odd).toContain(`${made.odd},"'=HYPERLINK(""x"")"`);
  expect(odd).toMatch(/,200\.5,500,Gyan Post,1$/);
  const weight = (row: string) => Number(row.split(",").at(-5));
  expect(weight(first!) - weight(odd!)).toBe(300);
});

test("checked orders that can be handed over, with the chosen columns in their order; who, is in the audit log", async () => {
  const orders = Object.values(made).map((id) => `order=${id}`);
  const query = `?${[...orders, "column=cod", "column=order", "column=nothing"].join("&")}`;
  expect(await rowsOf(query)).toEqual([
    "order,cod",
    `${made.packed},0`,
    `${made.odd},200.5`,
    `${made.paid},0`,
  ]);
  const [entry] = await readAudit(shop.db.read, "export", 0);
  expect(entry).toMatchObject({
    action: "exported",
    changes: expect.arrayContaining([{ field: "List", before: null, after: "Manifest" }]) as unknown,
  });
});

test("the chosen columns are those of the next manifest", async () => {
  await rowsOf("?column=pin&column=order");
  expect((await rowsOf(""))[0]).toBe("order,pin");
  const page = await pageHtml(staff.get("/admin/orders/manifest"));
  const checked = [...page.matchAll(/<input[^>]*name="column"[^>]*>/g)].filter(([input]) =>
    input.includes("checked"),
  );
  expect(checked.join()).toMatch(/value="order".*,.*value="pin"/);
  expect(checked).toHaveLength(2);
});

test("columns have the headings and places that the carrier asks for, in the next manifest too", async () => {
  const renamed = { "heading-order": "Ref <No>", "place-order": "3", "heading-pin": " Pincode ", "place-pin": "१" }; // oxfmt-ignore
  const chosen = [["column", "order"], ["column", "pin"], ["column", "cod"], ...Object.entries(renamed)]; // oxfmt-ignore
  const query = new URLSearchParams([...chosen, ["place-cod", "2"], ["heading-cod", "=1+1"], ["place-name", "0"]]); // oxfmt-ignore
  const heading = "Pincode,'=1+1,Ref <No>";
  expect((await rowsOf(`?${query.toString()}`))[0]).toBe(heading);
  expect((await rowsOf(""))[0]).toBe(heading);
  const page = await pageHtml(staff.get("/admin/orders/manifest"));
  const fields = [...page.matchAll(/name="(heading-\w+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name, value]); // oxfmt-ignore
  expect(fields.slice(0, 4)).toEqual([
    ["heading-pin", "Pincode"],
    ["heading-cod", "=1+1"],
    ["heading-order", "Ref &lt;No&gt;"],
    ["heading-name", "name"],
  ]);
  // Left empty, they are the usual ones; more than a heading may have is none.
  const empty = new URLSearchParams([["column", "order"], ["column", "pin"], ["heading-order", " "], ["heading-pin", "x".repeat(61)]]); // oxfmt-ignore
  expect((await rowsOf(`?${empty.toString()}`))[0]).toBe("order,pin");
});

test("of a partly sent order what is still to be sent, with what was lost; of a wholly sent one all", async () => {
  const db = shop.db.write;
  const given = { staffId, providerId, bookId, quantity: 3 };
  const { orderId } = await createOrder(db, new MemoryGateway(), "packed", given);
  const { id } = await db.selectFrom("order_lines").select("id").where("order_id", "=", orderId).executeTakeFirstOrThrow(); // oxfmt-ignore
  const send = async (qty: number) => {
    const parcel = { orderId, staffId, lines: [{ id, qty }], providerId, weightG: null };
    const sent = await sendParcel(db, { ...parcel, trackingNo: `MF${orderId}`, isSharedOk: true });
    if (!sent.ok) throw new Error(sent.message);
    return sent.parcelId;
  };
  const row = async () =>
    (await rowsOf(`?order=${orderId}&column=weight&column=copies`))[1]!.split(",").map(Number);
  const [whole] = await row();
  const first = await send(2);
  expect(await row()).toEqual([whole! - 600, 1]);
  await recordLost(db, { orderId, staffId, parcelId: first });
  expect(await row()).toEqual([whole, 3]);
  await send(3);
  expect(await row()).toEqual([whole, 3]);
});

test("its page offers the columns, and only staff who may dispatch see it", async () => {
  const page = await pageHtml(staff.get(`/admin/orders/manifest?order=${made.packed}`));
  expect(page).toContain(`name="order" value="${made.packed}"`);
  expect(page.match(/name="column"/g)).toHaveLength(12);
  expect(page).not.toContain("Left out");
  const mixed = await pageHtml(
    staff.get(`/admin/orders/manifest?order=${made.packed}&order=${made.pending}&order=999999`),
  );
  expect(mixed).toContain("1 order.");
  expect(mixed).toMatch(new RegExp(`Left out[^:]*: (?:<!-- -->)?#${made.pending}, #999999`));
  const accounts = await staffBrowser(shop, { job: "accounts" });
  for (const path of ["/admin/orders/manifest", FILE]) expect((await accounts.get(path)).status).toBe(403);
});
