import { beforeAll, describe, expect, test } from "vitest";
import { SALES_DAYS } from "~/domain/sales/orders/desk/sales.server";
import { SUBSCRIBED } from "~/domain/readers/newsletter/newsletter.schema";
import { WISHLIST_MAX } from "~/domain/readers/wishlist/wishlist.server";
import { customerClient, guestClient, staffClient, type StaffClient, tokenClient } from "~/test/api";
import { expectListLimits, expectStaffOnly } from "~/test/checks/api-rules";
import { createAccount, createBook } from "~/test/factories";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder } from "~/test/orders";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
  const name = { first_name: "Kavita", last_name: "Menon" };
  await shop.db.write.updateTable("accounts").set(name).where("id", "=", staff.staffId).execute();
});

describe("the dashboards", () => {
  test("return figures, recent orders, popular books, sales and low stock", async () => {
    const gateway = new MemoryGateway();
    const bookId = await createBook(shop.db.write, { stock: 3 });
    const order = await createOrder(shop.db.write, gateway, "shipped", { bookId, quantity: 2 });
    const { body } = await staff.get<{ sales: { date: string; orders: number; amount: number }[] }>(
      "/dashboard/admin",
    );
    expect(body).toMatchObject({
      products: 1,
      orders: 1,
      // Includes the demo's own customer.
      customers: 2,
      completed: 0,
      recentOrders: [{ id: order.orderId, customer: "Meera Nair", status: "Despatched", total: 500 }],
      popularProducts: [{ bookId, sold: 2, price: 250, coverpage: "default.webp" }],
      lowStock: { count: 1, books: [{ bookId, stock: 1 }] },
    });
    expect(body.sales).toHaveLength(SALES_DAYS);
    expect(body.sales.at(-1)).toMatchObject({ orders: 1, amount: 500 });

    expect((await staff.get("/logistics/admin/dashboard")).body).toMatchObject({
      pending: 0,
      inTransit: 1,
      activeRoutes: 1,
      international: 0,
      routes: [{ name: "Kerala", isIndian: true, parcels: 1 }],
      recent: [
        {
          orderId: order.orderId,
          destination: "Kochi, Kerala",
          status: "Despatched",
          etadate: expect.any(String),
        },
      ],
    });
  });

  test("are only for staff", async () => {
    for (const path of ["/dashboard/admin", "/logistics/admin/dashboard"])
      await expectStaffOnly(shop, path, null);
  });
});

describe("the settings", () => {
  const PATH = "/settings/admin";
  const read = async () => (await staff.get<Record<string, unknown>>(PATH)).body;
  const save = async (body: object) => (await staff.post(PATH, body)).body;
  const saved = { result: 1, msg: "Settings updated successfully!" };

  test("changes the settings sent, in rupees and per cent, and no others", async () => {
    const before = await read();
    expect(before).toMatchObject({ shippingFee: 1, taxRate: 0, hsn: "4901", logo: null, lowStockMark: 5 });
    expect(await save({})).toEqual(saved);
    expect(await read()).toEqual(before);
    const changes = {
      shippingFee: 40.5,
      shippingThreshold: 499,
      taxRate: 12.5,
      postalAddress: "A\r\n\r\nB ",
    };
    expect(await save({ ...changes, logo: "mine.webp", role: "admin" })).toEqual(saved);
    expect(await read()).toEqual({ ...before, ...changes, postalAddress: "A\nB" });
    expect(await save({ gstin: "" })).toEqual(saved);
    expect(
      (await shop.db.read.selectFrom("settings").selectAll().execute()).map(({ key }) => key).sort(),
    ).toEqual(["postalAddress", "shippingFee", "shippingThreshold", "taxRate"]);
  });

  test("sets and clears the seller's details", async () => {
    const before = await read();
    expect(before).toMatchObject({ legalName: "", grievanceOfficer: "", returnDays: 10 });
    const changes = {
      mostCopies: 25,
      mostUnpaidOrders: 3,
      legalName: "Kitab Books Private Limited",
      grievanceOfficer: "Meera Iyer",
      grievanceEmail: "grievance@kitab.example",
      grievancePhone: "+91 80 4718 0111",
      returnDays: 0,
      deliveryDays: 14,
      codConfirmHours: 48,
      codOpenPerCustomer: 5,
      codOpenPerPhone: 4,
      codForPreorders: "yes",
      transferOn: "yes",
      transferName: "Kitab Books",
      transferAccount: "00120034005600",
      transferIfsc: "SBIN0000813",
      transferUpi: "kitab@sbi",
      transferDays: 7,
    };
    expect(await save(changes)).toEqual(saved);
    expect(await read()).toEqual({ ...before, ...changes });
    const empty = {
      mostCopies: 10,
      mostUnpaidOrders: 2,
      legalName: "",
      grievanceOfficer: "",
      grievanceEmail: "",
      grievancePhone: "",
      returnDays: 10,
      deliveryDays: 7,
      codConfirmHours: 24,
      codOpenPerCustomer: 3,
      codOpenPerPhone: 3,
      codForPreorders: "no",
      transferOn: "no",
      transferName: "",
      transferAccount: "",
      transferIfsc: "",
      transferUpi: "",
      transferDays: 5,
    };
    expect(await save(empty)).toEqual(saved);
    expect(await read()).toEqual(before);
  });

  test("each has the limits and messages of the form", async () => {
    const before = await read();
    for (const [field, value, msg] of [
      ["shopName", " ", "Shop name is required"],
      ["shopName", "x".repeat(61), "Shop name must be 60 characters or less"],
      ["supportEmail", "nobody", "Please enter a valid email address"],
      ["shippingFee", 10_000.01, "Shipping fee must be ₹10,000 or less"],
      ["shippingFee", -1, "Shipping fee must be a number with at most two decimals"],
      ["shippingThreshold", 0.001, "Free shipping above must be a number with at most two decimals"],
      ["taxRate", 100.01, "Tax rate must be 100 per cent or less"],
      ["hsn", "49", "HSN must have 4, 6 or 8 digits"],
      ["gstin", "x", "This is not a GSTIN: please check its 15 characters"],
      ["reservationMinutes", 0, "Reservation minutes must be a whole number from 1 to 1440"],
      ["reservationMinutes", 1441, "Reservation minutes must be a whole number from 1 to 1440"],
      ["mostCopies", 0, "Most copies of one book in an order must be a whole number from 1 to 10000"],
      ["mostUnpaidOrders", 101, "Most unpaid orders per customer must be a whole number from 1 to 100"],
      ["lowStockMark", 1.5, "Low-stock mark must be a whole number from 0 to 10000"],
      ["legalName", "x".repeat(101), "Legal name must be 100 characters or less"],
      ["grievanceOfficer", "x".repeat(101), "Grievance officer must be 100 characters or less"],
      ["grievanceEmail", "nobody", "Please enter a valid email address"],
      ["grievancePhone", "0", "Please enter a valid phone number, such as +91 80 4718 0110"],
      ["returnDays", 366, "Return days must be a whole number from 0 to 365"],
      ["returnDays", 1.5, "Return days must be a whole number from 0 to 365"],
    ] as const) {
      expect([
        field,
        value,
        await save({ [field]: value, shopName: field === "shopName" ? value : "New" }),
      ]).toEqual([field, value, { result: 0, msg, errors: { [field]: [msg] } }]);
    }
    for (const odd of [{ shippingFee: "40" }, { shopName: 5 }, { gstin: null }, { shown: 5 }])
      expect([odd, (await staff.post(PATH, odd)).status]).toEqual([odd, 400]);
    expect(await read()).toEqual(before);
    const limits = { shippingFee: 10_000, taxRate: 100, reservationMinutes: 1440, lowStockMark: 0 };
    expect(await save(limits)).toEqual(saved);
    expect(await read()).toMatchObject(limits);
  });

  test("does not replace a setting that somebody else changed since it was shown", async () => {
    await save({ shippingFee: 10, lowStockMark: 5 });
    const shown = { shippingFee: 10, lowStockMark: 5 };
    await save({ shippingFee: 20 });
    expect(await save({ lowStockMark: 6, shown })).toEqual(saved);
    expect(await save({ shippingFee: 30, shown })).toEqual({
      result: 0,
      msg: expect.stringContaining("Shipping fee (Kavita Menon)"),
      errors: {
        shippingFee: ["Changed meanwhile by Kavita Menon to “₹20.00”. Save again to replace that."],
      },
    });
    expect(await read()).toMatchObject({ shippingFee: 20, lowStockMark: 6 });
    expect(await save({ shippingFee: 30 })).toEqual(saved);
    expect(await read()).toMatchObject({ shippingFee: 30 });
  });

  test("are only for staff", async () => {
    await expectStaffOnly(shop, PATH, null);
    await expectStaffOnly(shop, PATH, { shopName: "Mine" });
  });
});

describe("the newsletter", () => {
  const PAGED = "/newsletter/admin/paged";
  const state = (email: string) =>
    staff.post<{ data: object[]; count: number }>(PAGED, { searchText: email });

  test("anyone can subscribe; the answer is the same the second time", async () => {
    const email = `Reader.${Date.now()}@Example.com`;
    const customer = await customerClient(shop);
    for (const client of [guestClient(shop), guestClient(shop), customer])
      expect(await client.post("/newsletter", { email })).toMatchObject({
        status: 200,
        body: { result: 1, msg: SUBSCRIBED },
      });
    expect((await state(email)).body).toEqual({
      data: [
        {
          id: expect.any(Number),
          email: email.toLowerCase(),
          state: "unconfirmed",
          requestedAt: expect.stringMatching(/Z$/),
          confirmedAt: null,
          unsubscribedAt: null,
        },
      ],
      count: 1,
      totalPages: 1,
    });
  });

  test("accepts an address of up to 119 characters", async () => {
    const ask = (email: unknown) => guestClient(shop).post("/newsletter", { email });
    const long = (length: number) => {
      const end = "@example.com";
      return `${"a".repeat(60)}${end.replace("@", `@${"b".repeat(length - 60 - end.length - 1)}.`)}`;
    };
    expect([long(119).length, long(120).length]).toEqual([119, 120]);
    expect((await ask(long(119))).body.result).toBe(1);
    expect((await ask(long(120))).body).toMatchObject({ result: 0, errors: { email: [expect.any(String)] } });
    expect((await ask("nobody")).body).toMatchObject({
      result: 0,
      msg: "Please enter a valid email address",
    });
    for (const odd of [null, 5, undefined]) expect([odd, (await ask(odd)).status]).toEqual([odd, 400]);
  });

  test("lists subscribers for staff, by the beginning of an address and by state, sorted", async () => {
    const emails = ["zz-b@example.com", "zz-a@example.com", "zz-c@example.com"];
    for (const email of emails) await guestClient(shop).post("/newsletter", { email });
    await shop.db.write
      .updateTable("newsletter_subscribers")
      .set({ state: "unsubscribed", unsubscribed_at: "2026-11-21T00:00:00.000Z" })
      .where("email", "=", "zz-c@example.com")
      .execute();
    const find = async (more: object) => {
      const { body } = await staff.post<{ data: { email: string }[] }>(PAGED, { searchText: "ZZ-", ...more });
      return body.data.map(({ email }) => email[3]).join("");
    };
    expect(await find({})).toBe("cab");
    expect(await find({ sortField: "email", orderdir: "asc" })).toBe("abc");
    expect(await find({ sortField: "email", orderdir: "desc", pageSize: 2, page: 2 })).toBe("a");
    expect(await find({ state: "unsubscribed" })).toBe("c");
    expect(await find({ searchText: "%" })).toBe("");
    await expectListLimits(staff, PAGED);
    expect((await staff.post(PAGED, { state: "gone" })).body).toMatchObject({ result: 0 });
    await expectStaffOnly(shop, PAGED, {});
  });
});

describe("the wishlist", () => {
  const PATH = "/customer/wishlist";

  test("adds a book once, lists the last added first, removes; each customer has their own", async () => {
    const accountId = await createAccount(shop.db.write);
    const [customer, other] = [await tokenClient(shop, accountId), await customerClient(shop)];
    const books = [
      await createBook(shop.db.write, { title: "One" }),
      await createBook(shop.db.write, { title: "Two" }),
    ];
    for (const bookId of [...books, books[0]])
      expect((await customer.post(PATH, { bookId })).body).toEqual({
        result: 1,
        msg: `Added "${bookId === books[0] ? "One" : "Two"}" to your wishlist`,
      });
    const list = async () => (await customer.get<{ bookId: number }[]>(PATH)).body;
    expect((await list()).map(({ bookId }) => bookId).sort()).toEqual([...books].sort());
    expect((await list()).find(({ bookId }) => bookId === books[0])).toMatchObject({
      title: "One",
      price: 250,
      coverpage: "default.webp",
      stock: 10,
    });
    expect((await other.get(PATH)).body).toEqual([]);
    await other.post(`${PATH}/remove`, { bookId: books[0] });
    expect(await list()).toHaveLength(2);
    for (let n = 0; n < 2; n += 1)
      expect((await customer.post(`${PATH}/remove`, { bookId: books[0] })).body).toEqual({
        result: 1,
        msg: "Removed from your wishlist",
      });
    expect((await list()).map(({ bookId }) => bookId)).toEqual([books[1]]);
  });

  test("unknown and hidden books are a 404; a full list refuses more", async () => {
    const accountId = await createAccount(shop.db.write);
    const customer = await tokenClient(shop, accountId);
    const hidden = await createBook(shop.db.write, { hidden: 1 });
    for (const bookId of [999_999, 0, hidden])
      expect([bookId, (await customer.post(PATH, { bookId })).status]).toEqual([bookId, 404]);
    for (const odd of ["1", null, 1.5, -1])
      expect([odd, (await customer.post(PATH, { bookId: odd })).body.result]).toEqual([odd, 0]);
    for (let n = 0; n < WISHLIST_MAX; n += 1)
      await shop.db.write
        .insertInto("wishlist_items")
        .values({
          account_id: accountId,
          book_id: await createBook(shop.db.write),
          added_at: "2026-11-21T00:00:00.000Z",
        })
        .execute();
    const bookId = await createBook(shop.db.write);
    expect((await customer.post(PATH, { bookId })).body).toEqual({
      result: 0,
      msg: `Your wishlist holds ${WISHLIST_MAX} books; remove one first`,
    });
  });

  test("is only for customers", async () => {
    for (const [path, body] of [
      [PATH, null],
      [PATH, { bookId: 1 }],
      [`${PATH}/remove`, { bookId: 1 }],
    ] as const) {
      const statuses = [];
      for (const client of [guestClient(shop), staff])
        statuses.push((await (body ? client.post(path, body) : client.get(path))).status);
      expect([path, statuses]).toEqual([path, [401, 403]]);
    }
  });
});
