import { expect, test } from "vitest";
import { indexRest } from "~/db/search/index-rows.server";
import { createOlderShop } from "~/test/databases/older-shop";
import { createAccount } from "~/test/factories";
import { parseOrderSearch } from "./order-list";
import { listStaffOrders } from "./order-list.server";

test("orders of an existing shop get the zone of their method, and are found by each of their parcels", async () => {
  const { db, upgrade } = await createOlderShop();
  await upgrade("20261128T1700");
  const account_id = await createAccount(db.write);
  const methods = (...ids: number[]) => ids.map((id) => ({ id, name: "Post" }));
  const plan = {
    zones: [
      { id: 3, methods: methods(1, 5) },
      { id: 7, methods: methods(2) },
    ],
  };
  await db.write
    .insertInto("delivery_plan")
    .values({ id: 1, plan: JSON.stringify(plan), version: 1, updated_at: "2026-11-28T06:00:00.000Z" })
    .execute();
  const at = "2026-11-28T06:00:00.000Z";
  const row = { item_count: 1, subtotal: 100, shipping: 0, tax: 0, total: 100, placed_at: at, pay_by: at };
  const address = { address1: "1", address2: "2", place: "Kochi", state_name: "Kerala", pincode: "682001" };
  const person = { account_id, fullname: "Asha", mobile: "9847012345", email: "a@example.com" };
  await db.write
    .insertInto("orders")
    .values(
      [1, 5, 2, 9, null].map((method_id) =>
        Object.assign(
          { method_id, gateway: "sandbox" as const, receipt: `r${method_id}` },
          row,
          address,
          person,
        ),
      ),
    )
    .execute();
  const orders = await db.read.selectFrom("orders").select("id").orderBy("id").execute();
  const [one, two] = [orders[0]!.id, orders[1]!.id];
  const parcel = (order_id: number, number: number, tracking_no: string | null) => ({
    order_id,
    number,
    tracking_no,
    sent_at: at,
  });
  await db.write
    .insertInto("parcels")
    .values([parcel(one, 1, "EK 100 IN"), parcel(one, 2, "EK200IN"), parcel(two, 1, null)])
    .execute();
  await db.write.updateTable("orders").set({ tracking_no: "EK200IN" }).where("id", "=", one).execute();
  while ((await indexRest(db.write)) > 0);
  const found = async (q: string) =>
    (await listStaffOrders(db.read, parseOrderSearch(new URLSearchParams({ q })))).rows.map(({ id }) => id);
  expect(await found("ek100in")).toEqual([]);
  expect((await upgrade()).at(0)).toBe("20261128T1700_zones_of_orders");
  const rows = await db.read.selectFrom("orders").select("zone_id").orderBy("id").execute();
  expect([await found("ek100in"), await found("EK200")]).toEqual([[one], [one]]);
  expect(rows.map(({ zone_id }) => zone_id)).toEqual([3, 3, 7, null, null]);
});
