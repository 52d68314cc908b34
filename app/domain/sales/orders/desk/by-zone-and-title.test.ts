import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { planMethod, planZone, storePlan } from "~/test/delivery-plans";
import { createBook, createStaff } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { parseOrderSearch } from "./order-list";
import { countOrderViews, listStaffOrders } from "./order-list.server";
import { keptInViews, viewPath } from "./order-views";

const { write: db } = await createTestDatabase();
const by = await createStaff(db);
const NORTH = planZone({ name: "North", states: ["Delhi"], methods: [planMethod({ name: "Post" })] });
const SOUTH = planZone({ name: "South", methods: [planMethod({ name: "Post" })] });
const plan = await storePlan(db, by, { zones: [SOUTH, NORTH] });
const zone = (name: string) => plan.zones.find((one) => one.name === name)!.id;

const ids: Record<string, number> = {};
async function order(name: string, title: string, isbn13: string, pincode: string) {
  const book = { title, isbn13, stock: 9, price: 30_000 };
  const address = { pincode, state: pincode < "200000" ? "Delhi" : "Karnataka" };
  const { accountId, addressId } = await customerWithCart(db, { book, address });
  const placed = await placeOrder(db, accountId, { addressId, gateway: "sandbox" });
  if (!placed.ok) throw new Error(placed.message);
  ids[name] = placed.orderId;
}
await order("home", "The Home and the World", "9788126415885", "560001");
await order("world", "World History", "9780143065661", "110001");
await order("hindi", "घर और बाहर", "9788126700011", "560001");
// Words of two books of one order are no title.
await createBook(db, { title: "Home" });

const search = (text: string) => parseOrderSearch(new URLSearchParams(text));
const found = async (text: string) =>
  (await listStaffOrders(db, search(text))).rows.map(({ id }) =>
    Object.keys(ids).find((name) => ids[name] === id),
  );

test("an order keeps the zone by which it was priced, and is found by it; with other filters, too", async () => {
  expect(await found(`zone=${zone("South")}`)).toEqual(["hindi", "home"]);
  expect(await found(`zone=${zone("North")}`)).toEqual(["world"]);
  expect(await found(`zone=${zone("North")}&method=Post&status=pending&title=world`)).toEqual(["world"]);
  expect(await found(`zone=${zone("North")}&title=home`)).toEqual([]);
  expect(await found("zone=99")).toEqual([]);
  expect(await found("zone=x")).toHaveLength(3);
  // The plan without the zone: its orders keep it.
  await storePlan(db, by, { zones: [NORTH] });
  expect(await found(`zone=${zone("South")}`)).toEqual(["hindi", "home"]);
});

test.each([
  ["world", ["world", "home"]],
  ["wor", ["world", "home"]],
  ["Home World", ["home"]],
  ["world home", ["home"]],
  ["घर", ["hindi"]],
  ["978-81-264-1588-5", ["home"]],
  ["ISBN 8126415886", ["home"]],
  ["97881", ["hindi", "home"]],
  ["devdas", []],
  ["?", []],
  ["title:world OR", []],
])("%j in the title finds %j", async (title, names) => {
  expect(await found(`title=${encodeURIComponent(title)}`)).toEqual(names);
  expect((await listStaffOrders(db, search(`title=${encodeURIComponent(title)}`))).count).toBe(names.length);
});

test("a word of very many books finds their orders, too", async () => {
  await Promise.all(Array.from({ length: 51 }, (_, n) => createBook(db, { title: `World ${n}` })));
  expect(await found("title=world")).toEqual(["world", "home"]);
  expect(await found(`title=world&zone=${zone("North")}`)).toEqual(["world"]);
});

test("views keep both, and count by them", async () => {
  await db
    .updateTable("orders")
    .set((eb) => ({ payment_way: "cod", due_at_door: eb.ref("total") }))
    .execute();
  const kept = keptInViews(
    new URLSearchParams(`zone=${zone("North")}&title=world&status=paid&page=2&method=`),
  );
  expect(viewPath("confirm", kept)).toBe(`/admin/orders?waits=confirm&zone=${zone("North")}&title=world`);
  expect((await countOrderViews(db)).confirm).toBe(3);
  expect((await countOrderViews(db, new Date(), kept)).confirm).toBe(1);
});
