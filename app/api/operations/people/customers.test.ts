import { beforeAll, expect, test } from "vitest";
import { createPerson } from "~/test/checks/api-world";
import { guestClient, staffClient, type StaffClient, tokenClient } from "~/test/api";
import { expectListLimits, expectStaffOnly } from "~/test/checks/api-rules";
import { ADDRESS, createAccount } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder, orderRecords } from "~/test/orders";
import { PASSWORD } from "~/test/factories-accounts";
import { testShop } from "~/test/shop";

const PAGED = "/customers/admin/paged";
const UNKNOWN = 999_999;
const pathOf = (id: number | string, step = "") => `/customers/admin/${id}${step}`;

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

interface Page {
  data: { id: number; name: string; status: string }[];
  count: number;
  totalPages: number;
}

test("searches, filters and sorts customers, without staff", async () => {
  const made = (name: string, more: object = {}) =>
    createAccount(shop.db.write, { first_name: name, last_name: "Quillon", ...more });
  const ids = [await made("Bela"), await made("Asha"), await made("Chitra", { status: "inactive" })];
  await made("Devi", { role: "admin" });
  const [bela, asha, chitra] = ids;
  const find = async (more: object) =>
    (await staff.post<Page>(PAGED, { searchText: "quillon", ...more })).body;
  const named = async (more: object) => (await find(more)).data.map(({ id }) => id);
  const byName = { sortField: "name", orderdir: "asc" };
  expect(await named(byName)).toEqual([asha, bela, chitra]);
  expect(await named({ ...byName, orderdir: "desc" })).toEqual([chitra, bela, asha]);
  expect(await named({ status: "inactive" })).toEqual([chitra]);
  expect(await named({ ...byName, status: "active" })).toEqual([asha, bela]);
  expect(await find({ ...byName, pageSize: 2, page: 2 })).toEqual({
    data: [
      {
        id: chitra,
        name: "Chitra Quillon",
        email: expect.stringContaining("@example.com"),
        status: "inactive",
        joinedAt: "2026-01-01T00:00:00.000Z",
        orders: 0,
      },
    ],
    count: 3,
    totalPages: 2,
  });
  expect(await find({ page: 2 })).toEqual({ data: [], count: 3, totalPages: 1 });
  expect((await staff.post<Page>(PAGED, { searchText: "nobody has this" })).body).toEqual({
    data: [],
    count: 0,
    totalPages: 0,
  });
});

test("checks the limits of each parameter", async () => {
  await expectListLimits(staff, PAGED);
  expect((await staff.post(PAGED, { status: "gone" })).body).toMatchObject({
    result: 0,
    msg: "status must be active or inactive",
  });
  expect((await staff.post(PAGED, { status: 1 })).status).toBe(400);
});

test("returns a customer with orders, amount spent and addresses", async () => {
  const order = await createOrder(shop.db.write, new MemoryGateway(), "packed", { quantity: 2 });
  const { row } = await orderRecords(shop.db.read, order);
  const { status, body } = await staff.get(pathOf(order.accountId));
  expect(status).toBe(200);
  expect(body).toEqual({
    id: order.accountId,
    name: "Meera Nair",
    email: expect.stringContaining("@example.com"),
    status: "active",
    joinedAt: "2026-01-01T00:00:00.000Z",
    orders: 1,
    emailConfirmedAt: "2026-01-01T00:00:00.000Z",
    spent: 500,
    lastOrderAt: row.placed_at,
    recentOrders: [{ id: order.orderId, placedAt: row.placed_at, status: "packed", orderqty: 2, total: 500 }],
    addresses: [{ ...ADDRESS, id: order.addressId }],
  });
  for (const id of [UNKNOWN, staff.staffId, 0, "x"])
    expect([id, (await staff.get(pathOf(id))).status]).toEqual([id, 404]);
});

test("a deactivated customer is logged out everywhere at once; an activated one can log in again", async () => {
  const person = await createPerson(shop);
  const customer = await tokenClient(shop, person.id);
  const set = (status: unknown, id: number = person.id) => staff.post(pathOf(id, "/status"), { status });
  const exchange = () => guestClient(shop).post("/auth/refreshtoken", { refreshToken: person.refreshToken });
  const signIn = () =>
    guestClient(shop).post("/auth/authenticate", { username: person.email, password: PASSWORD });
  expect((await customer.get("/customer/orders/all")).status).toBe(200);

  const { name } = (await staff.get<{ name: string }>(pathOf(person.id))).body;
  for (let n = 0; n < 2; n += 1)
    expect((await set("inactive")).body).toEqual({
      result: 1,
      msg: `${name} is inactive and has been logged out`,
    });
  expect((await customer.get("/customer/orders/all")).status).toBe(401);
  expect((await exchange()).status).toBe(401);
  expect((await signIn()).status).toBe(401);

  expect((await set("active")).body).toEqual({ result: 1, msg: `${name} is active and can log in again` });
  expect((await customer.get("/customer/orders/all")).status).toBe(401);
  expect((await exchange()).status).toBe(401);
  expect((await signIn()).status).toBe(200);

  expect((await set("gone")).body).toMatchObject({ result: 0, errors: { status: [expect.any(String)] } });
  for (const odd of [1, null, undefined]) expect([odd, (await set(odd)).status]).toEqual([odd, 400]);
  for (const id of [UNKNOWN, staff.staffId])
    expect([id, (await set("inactive", id)).status]).toEqual([id, 404]);
});

test("the calls are only for staff", async () => {
  const id = await createAccount(shop.db.write);
  await expectStaffOnly(shop, PAGED, {});
  await expectStaffOnly(shop, pathOf(id), null);
  await expectStaffOnly(shop, pathOf(id, "/status"), { status: "inactive" });
  expect((await staff.get(pathOf(id))).body).toMatchObject({ status: "active" });
});
