import { beforeAll, describe, expect, test } from "vitest";
import {
  type ApiClient,
  type ApiResult,
  customerClient,
  guestClient,
  staffClient,
  tokenClient,
} from "~/test/api";
import { expectListLimits, expectStaffOnly } from "~/test/checks/api-rules";
import { createAccount, createAddress, createBook } from "~/test/factories";
import { createCoupon } from "~/test/factories-coupons";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: ApiClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

const totals = async (client: ApiClient) => (await client.get("/carts/totals")).body;
const noTotals = {
  subtotal: 0,
  discount: 0,
  couponCode: null,
  shipping: 0,
  tax: 0,
  total: 0,
  couponMsg: null,
};

describe("a coupon for certain books", () => {
  test("is read as it was sent, books with their numbers; a name that is not there is refused at its field", async () => {
    const bookId = await createBook(shop.db.write, { title: "Indulekha" });
    const sent = {
      code: "THREE-FOR-TWO",
      kind: "copies",
      value: 1,
      setSize: 3,
      scope: "books",
      which: [`#${bookId} Indulekha`],
      leastCopies: 3,
      automatic: false,
      groupId: null,
      leastBought: 500.5,
    };
    expect((await staff.post("/coupons", { ...sent, which: ["No such book"] })).body).toMatchObject({
      result: 0,
      errors: { which: ["No book has the ISBN, number or title “No such book”"] },
    });
    expect((await staff.post("/coupons", { ...sent, groupId: 999 })).body).toMatchObject({
      errors: { groupId: ["There is no such customer group"] },
    });
    const { body } = await staff.post<{ id: number }>("/coupons", sent);
    expect(body).toMatchObject({ result: 1 });
    const stored = async () => (await staff.post("/coupons/admin/paged", { searchText: sent.code })).body;
    expect(JSON.stringify(await stored())).toContain(JSON.stringify(sent.which));
    expect(JSON.stringify(await stored())).toContain('"leastBought":500.5');
    const free = {
      ...sent,
      id: body.id,
      kind: "delivery",
      value: null,
      setSize: null,
      scope: "all",
      which: [],
    };
    expect((await staff.post("/coupons", free)).body).toMatchObject({ result: 1 });
    expect(JSON.stringify(await stored())).toContain('"value":null');
  });
});

describe("a cart's coupon", () => {
  test.each(["customer", "guest"] as const)("of a %s: apply, read the totals, remove", async (who) => {
    const client = who === "guest" ? guestClient(shop) : await customerClient(shop);
    const { code } = await createCoupon(shop.db.write, { value: 1250, minimum_subtotal: 49_900 });
    expect(await totals(client)).toEqual(noTotals);
    expect(await client.post("/carts/coupon", { code })).toMatchObject({
      status: 200,
      body: { result: 0, msg: "Your cart is empty", errors: { code: ["Your cart is empty"] } },
    });
    expect((await client.post("/carts/coupon/remove", {})).body).toEqual({
      result: 1,
      msg: "The coupon is removed",
    });
    const bookId = await createBook(shop.db.write, { price: 24_950 });
    await client.post("/carts/", { bookId, qty: 2 });
    expect((await client.post("/carts/coupon", { code: ` ${code.toLowerCase()}` })).body).toEqual({
      result: 1,
      msg: `Coupon ${code} is applied: 12.5% off`,
    });
    const { body, headers } = await client.get("/carts/totals");
    expect(body).toEqual({
      subtotal: 499,
      discount: 62.38,
      couponCode: code,
      shipping: 0,
      tax: 0,
      total: 436.62,
      couponMsg: null,
    });
    expect(headers.get("Cache-Control")).toBe("private, no-store");

    const [line] = (await client.get<{ id: number }[]>("/carts/all")).body;
    await client.post("/carts/update", { id: line!.id, qty: 1 });
    expect(await totals(client)).toMatchObject({
      discount: 0,
      couponCode: code,
      total: 249.5,
      couponMsg: "This coupon needs an order of ₹499 or more",
    });
    expect((await client.post("/carts/coupon", { code: "NOSUCH" })).body).toMatchObject({
      result: 0,
      msg: "This coupon code is not valid",
    });
    await client.post("/carts/coupon/remove", {});
    expect(await totals(client)).toMatchObject({ couponCode: null, couponMsg: null });
  });

  test("the checkout returns the totals, and refuses a coupon that no longer applies", async () => {
    const accountId = await createAccount(shop.db.write);
    const address = await createAddress(shop.db.write, accountId);
    const client = await tokenClient(shop, accountId);
    const { id, code } = await createCoupon(shop.db.write, { total_limit: 1 });
    const bookId = await createBook(shop.db.write);
    await client.post("/carts/", { bookId, qty: 1 });
    await client.post("/carts/coupon", { code });
    const body = { address, cartItems: [{ bookId, qty: 1, price: 250 }] };
    const { body: order } = await client.post<ApiResult & { orderid: number }>("/checkout/checkout", body);
    expect(order).toMatchObject({
      result: 1,
      amount: 22_500,
      totals: { subtotal: 250, discount: 25, couponCode: code, shipping: 0, tax: 0, total: 225 },
    });
    expect((await client.get(`/customer/orderstatus/${order.orderid}`)).body).toMatchObject({
      discount: 25,
      couponcode: code,
      total: 225,
    });
    await shop.db.write.updateTable("coupons").set({ active: 0 }).where("id", "=", id).execute();
    expect((await client.post("/checkout/checkout", body)).body).toEqual({
      result: 0,
      msg: `${code}: This coupon code is not valid. Please remove the coupon and place the order again.`,
    });
  });

  test("another shape is a 400; a code that is too long is not valid", async () => {
    const client = await customerClient(shop);
    for (const body of [{}, { code: 10 }, { code: null }, []])
      expect((await client.post("/carts/coupon", body)).status).toBe(400);
    expect((await client.post("/carts/coupon", { code: "X".repeat(101) })).body).toMatchObject({
      result: 0,
      errors: { code: ["This coupon code is not valid"] },
    });
  });
});

describe("coupons for staff", () => {
  const NEW = { kind: "percentage", value: 12.5, startsOn: "2026-12-01", endsOn: "2026-12-31" };
  let made = 0;
  const newCode = () => `STAFF-${++made}`;
  interface Saved extends ApiResult {
    id: number;
    version: number;
    clash?: { version: number; fields: unknown[] };
  }
  const save = (body: Record<string, unknown>) => staff.post<Saved>("/coupons", body);
  const found = async (code: string, more: Record<string, unknown> = {}) =>
    (
      await staff.post<{ data: Record<string, unknown>[] }>("/coupons/admin/paged", {
        searchText: code,
        ...more,
      })
    ).body.data;

  test("are only for staff", async () => {
    await expectStaffOnly(shop, "/coupons/admin/paged", {});
    await expectStaffOnly(shop, "/coupons", { ...NEW, code: "X-1" });
  });

  test("adds, finds and changes; fields left out are cleared, except active", async () => {
    const code = newCode();
    const { body: added } = await save({
      ...NEW,
      code: code.toLowerCase(),
      mostDiscount: 99.5,
      totalLimit: 7,
    });
    expect(added).toEqual({ result: 1, msg: "Coupon added successfully!", id: added.id, version: 1 });
    expect(await found(code)).toEqual([
      {
        id: added.id,
        code,
        description: "",
        kind: "percentage",
        value: 12.5,
        mostDiscount: 99.5,
        minimumSubtotal: 0,
        startsOn: "2026-12-01",
        startsTime: null,
        endsOn: "2026-12-31",
        endsTime: null,
        totalLimit: 7,
        customerLimit: null,
        setSize: null,
        scope: "all",
        which: [],
        leastCopies: 1,
        groupId: null,
        leastBought: 0,
        automatic: false,
        active: true,
        state: expect.stringMatching(/^(upcoming|active|over)$/),
        uses: 0,
        version: 1,
      },
    ]);
    const { id } = added;
    expect((await save({ id, code, kind: "amount", value: 50, active: false })).body).toMatchObject({
      version: 2,
    });
    expect((await save({ id, code, kind: "amount", value: 60 })).body).toMatchObject({ version: 3 });
    expect(await found(code, { state: "off" })).toMatchObject([
      { kind: "amount", value: 60, mostDiscount: null, startsOn: null, totalLimit: null, active: false },
    ]);
    expect(await found(code, { state: "active" })).toEqual([]);
    expect((await save({ id: 999_999, code: newCode(), kind: "amount", value: 1 })).status).toBe(404);
    expect((await save({ ...NEW, code })).body).toEqual({
      result: 0,
      msg: "Coupon already exists",
      errors: { code: ["Coupon already exists"] },
    });
  });

  test("saves nothing with an outdated version and says what others changed", async () => {
    const code = newCode();
    const { id } = (await save({ code, kind: "amount", value: 50 })).body;
    await save({ id, version: 1, code, kind: "amount", value: 60 });
    expect((await save({ id, version: 1, code, kind: "amount", value: 70 })).body).toMatchObject({
      result: 0,
      clash: { version: 2, fields: [{ field: "Discount", stored: "₹60.00", yours: "₹70.00" }] },
    });
    expect((await save({ id, version: 2, code, kind: "amount", value: 70 })).body).toMatchObject({
      result: 1,
    });
  });

  test("a broken rule is a 200 with the message at its field; another shape is a 400", async () => {
    for (const [more, field] of [
      [{ code: "A!" }, "code"],
      [{ kind: "gift" }, "kind"],
      [{ value: 101 }, "value"],
      [{ value: 1.005 }, "value"],
      [{ value: -1 }, "value"],
      [{ kind: "amount", mostDiscount: 5 }, "mostDiscount"],
      [{ endsOn: "2026-11-01" }, "endsOn"],
      [{ startsTime: "25:00" }, "startsTime"],
      [{ totalLimit: 0 }, "totalLimit"],
      [{ description: "x".repeat(201) }, "description"],
    ] as const) {
      const { status, body } = await save({ ...NEW, code: newCode(), ...more });
      expect([more, status, body]).toMatchObject([
        more,
        200,
        { result: 0, errors: { [field]: [expect.any(String)] } },
      ]);
    }
    for (const more of [{ code: 5 }, { value: "10" }, { totalLimit: 1.5 }, { active: "yes" }, { id: "1" }])
      expect([more, (await save({ ...NEW, code: newCode(), ...more })).status]).toEqual([more, 400]);
  });

  test("checks the list's limits", async () => {
    await expectListLimits(staff, "/coupons/admin/paged");
    expect((await staff.post("/coupons/admin/paged", { state: "gone" })).body).toMatchObject({ result: 0 });
  });
});
