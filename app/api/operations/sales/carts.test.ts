import { describe, expect, test } from "vitest";
import { type ApiClient, customerClient, guestClient, sessionClient, tokenClient } from "~/test/api";
import { createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { testShop } from "~/test/shop";

interface Item {
  id: number;
  bookId: number;
  qty: number;
}

const shop = testShop();

const book = (given: Parameters<typeof createBook>[1] = {}) => createBook(shop.db.write, given);
const customer = async () => customerClient(shop);
const add = (client: ApiClient, bookId: number, qty = 1) => client.post("/carts/", { bookId, qty });
const items = async (client: ApiClient) => (await client.get<Item[]>("/carts/all")).body;

/** The body as the original front end posts it (docs/specification.md §7). */
const asSpecified = (bookId: number) => ({
  id: 0,
  bookId,
  price: 0.01,
  qty: 1,
  title: "Whatever",
  coverImage: "x.webp",
});

describe("a cart", () => {
  test.each(["guest", "bearer", "session"] as const)(
    "of a %s client: add, list, update, remove",
    async (who) => {
      const client =
        who === "guest"
          ? guestClient(shop)
          : who === "bearer"
            ? await customer()
            : await sessionClient(shop, await createAccount(shop.db.write));
      expect((await client.get("/carts/all")).body).toEqual([]);
      const bookId = await book({ title: "Kari", price: 30_000, sale_price: 19_950, stock: 7 });

      const added = await client.post("/carts/", asSpecified(bookId));
      expect(added).toMatchObject({ status: 200, body: { result: 1, msg: 'Added "Kari" to your cart' } });
      const { headers, body } = await client.get<Item[]>("/carts/all");
      expect(body).toEqual([
        {
          id: expect.any(Number),
          bookId,
          title: "Kari",
          price: 199.5,
          qty: 1,
          quantity: 1,
          coverpage: "default.webp",
          coverImage: "default.webp",
          available: 7,
          releaseDate: null,
        },
      ]);
      expect(headers.get("Cache-Control")).toBe("private, no-store");

      const { id } = body[0]!;
      expect(await client.post("/carts/update", { id, bookId, qty: 5 })).toMatchObject({
        status: 200,
        body: { result: 1, msg: "The cart item quantity updated!" },
      });
      expect(await items(client)).toMatchObject([{ qty: 5, quantity: 5 }]);
      expect(await client.post("/carts/remove", { id })).toMatchObject({
        status: 200,
        body: { result: 1, msg: "The cart item deleted!" },
      });
      expect(await items(client)).toEqual([]);
      expect(await client.post("/carts/remove", { id })).toMatchObject({
        status: 404,
        body: { result: 0, msg: "Failed to delete the cart item! This book is no longer in your cart." },
      });
      expect(client.cookieNames().includes("kitab")).toBe(who !== "bearer");
    },
  );

  test("refuses a line that was taken out, also when another book was put in since", async () => {
    const client = await customer();
    const [shown, other] = [await book({ title: "Gora" }), await book()];
    await add(client, shown);
    const [seen] = await items(client);
    await client.post("/carts/remove", { id: seen!.id });
    await add(client, other);
    const [now] = await items(client);
    const named = "“Gora” is no longer in your cart.";
    const unknown = "This book is no longer in your cart.";
    const stale = [
      [{ id: seen!.id, bookId: shown }, named],
      [{ id: seen!.id }, unknown],
      [{ id: now!.id, bookId: shown }, named],
      [{ id: seen!.id, bookId: other }, "is in your cart on another line now."],
      [{ id: seen!.id, bookId: await book({ hidden: 1 }) }, unknown],
    ] as const;
    for (const [line, why] of stale) {
      expect(await client.post("/carts/update", { ...line, qty: 4 })).toMatchObject({
        status: 404,
        body: { result: 0, msg: expect.stringMatching(/^Failed to update the cart item quantity! .*\.$/) },
      });
      const { body } = await client.post("/carts/remove", line);
      expect(body.msg).toMatch(/^Failed to delete the cart item! /);
      expect(body.msg).toContain(why);
      expect((await client.post("/carts/save", line)).status).toBe(404);
    }
    expect(await items(client)).toMatchObject([{ bookId: other, qty: 1 }]);
  });

  test("of a guest belongs to the session cookie; an app with a cookie jar needs no origin headers", async () => {
    const guest = guestClient(shop);
    const bookId = await book();
    await add(guest, bookId);
    expect(await items(guestClient(shop))).toEqual([]);
    const cookie = { Cookie: "" };
    const first = await fetch(`${shop.origin}/api/v1/carts/`, json({ bookId, qty: 1 }));
    cookie.Cookie = first.headers.getSetCookie()[0]!.split(";")[0]!;
    const second = await fetch(`${shop.origin}/api/v1/carts/`, json({ bookId, qty: 2 }, cookie));
    expect(second.status).toBe(200);
    const all = await fetch(`${shop.origin}/api/v1/carts/all`, { headers: cookie });
    expect(await all.json()).toMatchObject([{ bookId, qty: 3 }]);
  });

  const json = (body: unknown, headers: Record<string, string> = {}) => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });

  test("of a guest moves into the customer's at login", async () => {
    const [both, guestOnly] = [await book({ stock: 4 }), await book()];
    const { id, email } = await accountWithPassword(shop.db.write, PASSWORD);
    await add(await tokenClient(shop, id), both, 3);
    const client = guestClient(shop);
    await add(client, both, 3);
    await add(client, guestOnly, 2);
    const credentials = { username: email, email, password: PASSWORD };
    const { body } = await client.post<{ accessToken: string }>("/auth/authenticate", credentials);
    const before = await items(client);
    expect(before).toEqual([]);
    client.token = body.accessToken;
    expect(await items(client)).toMatchObject([
      { bookId: both, qty: 4 },
      { bookId: guestOnly, qty: 2 },
    ]);
  });

  test("stays with the guest when the login fails, and when staff log in", async () => {
    const client = guestClient(shop);
    const bookId = await book();
    await add(client, bookId);
    const { email } = await accountWithPassword(shop.db.write, PASSWORD, { role: "admin" });
    for (const password of ["wrong", PASSWORD])
      await client.post("/auth/authenticate", { username: email, password });
    expect(await items(client)).toMatchObject([{ bookId, qty: 1 }]);
  });
});

describe("limits", () => {
  test("adding and updating refuse more than the stock and change nothing", async () => {
    const client = await customer();
    const bookId = await book({ stock: 3 });
    expect((await add(client, bookId, 4)).body).toEqual({ result: 0, msg: "Only 3 left in stock" });
    expect((await add(client, bookId, 3)).body.result).toBe(1);
    expect((await add(client, bookId, 1)).body).toEqual({ result: 0, msg: "Only 3 left in stock" });
    const [{ id }] = (await items(client)) as [Item];
    expect((await client.post("/carts/update", { id, qty: 4 })).body).toEqual({
      result: 0,
      msg: "Only 3 left in stock",
    });
    expect(await items(client)).toMatchObject([{ qty: 3 }]);
    const soldOut = await book({ stock: 0 });
    expect((await add(client, soldOut)).body).toEqual({ result: 0, msg: "Out of stock" });
  });

  test("refuses quantities below 1; the default is 1", async () => {
    const client = await customer();
    const bookId = await book();
    for (const qty of [0, -1]) {
      const refused = {
        result: 0,
        msg: "Quantity must be at least 1",
        errors: { qty: [expect.any(String)] },
      };
      expect((await add(client, bookId, qty)).body).toEqual(refused);
    }
    expect((await add(client, bookId, 1_000_001)).body).toMatchObject({
      result: 0,
      msg: "Quantity is too large",
    });
    expect((await add(client, bookId, 1_000_000)).body).toMatchObject({
      result: 0,
      msg: "Only 10 left in stock",
    });
    expect((await client.post("/carts/", { bookId })).body.result).toBe(1);
    const [{ id }] = (await items(client)) as [Item];
    expect((await client.post("/carts/update", { id, bookId, qty: 0 })).body.result).toBe(0);
    expect(await items(client)).toMatchObject([{ id, qty: 1 }]);
  });

  test.each([
    ["/carts/", {}],
    ["/carts/", { bookId: "1", qty: 1 }],
    ["/carts/", { bookId: 1.5, qty: 1 }],
    ["/carts/", { bookId: 1, qty: "1" }],
    ["/carts/", { bookId: 1, qty: null }],
    ["/carts/update", { id: 1 }],
    ["/carts/update", { qty: 1 }],
    ["/carts/update", { id: [1], qty: 1 }],
    ["/carts/remove", {}],
    ["/carts/remove", { id: "1" }],
    ["/carts/remove", 7],
  ])("a body of another shape is a 400: %s %o", async (path, body) => {
    expect(await (await customer()).post(path, body)).toMatchObject({ status: 400, body: { result: 0 } });
  });

  test("hidden and unknown books are a 404; a book hidden later is unavailable", async () => {
    const client = await customer();
    const hidden = await book({ hidden: 1 });
    for (const bookId of [hidden, 999_999, 0, Number.MAX_SAFE_INTEGER]) {
      expect(await add(client, bookId)).toMatchObject({ status: 404, body: { msg: "Book Not Found" } });
    }
    const later = await book();
    await add(client, later, 2);
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", later).execute();
    const [item] = await items(client);
    expect(item).toMatchObject({ bookId: later, available: 0 });
    expect((await client.post("/carts/update", { id: item!.id, qty: 3 })).body.result).toBe(0);
  });
});

describe("ownership", () => {
  test("other people's lines are a 404", async () => {
    const owner = await customer();
    const bookId = await book();
    await add(owner, bookId, 2);
    const [{ id }] = (await items(owner)) as [Item];
    const guest = guestClient(shop);
    await add(guest, bookId);
    for (const stranger of [await customer(), guest, guestClient(shop)]) {
      expect(await stranger.post("/carts/update", { id, bookId, qty: 1 })).toMatchObject({ status: 404 });
      expect(await stranger.post("/carts/remove", { id })).toMatchObject({ status: 404 });
    }
    expect(await items(owner)).toMatchObject([{ id, qty: 2 }]);
  });

  test("ignores an owner sent in the body", async () => {
    const victim = await createAccount(shop.db.write);
    const thief = await customer();
    const bookId = await book();
    await thief.post("/carts/", {
      ...asSpecified(bookId),
      accountId: victim,
      account_id: victim,
      cart_id: 1,
    });
    expect(await items(await tokenClient(shop, victim))).toEqual([]);
    expect(await items(thief)).toMatchObject([{ bookId, price: 250 }]);
  });

  test("staff have no cart, by token or by session", async () => {
    const id = await createStaff(shop.db.write);
    const bookId = await book();
    for (const staff of [await tokenClient(shop, id), await sessionClient(shop, id)]) {
      for (const answer of [
        await staff.get("/carts/all"),
        await add(staff, bookId),
        await staff.post("/carts/update", { id: 1, qty: 1 }),
        await staff.post("/carts/remove", { id: 1 }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { result: 0 } });
      }
    }
  });

  test("an invalid token is refused, not treated as a guest", async () => {
    const client = guestClient(shop);
    client.token = "nonsense";
    expect(await client.get("/carts/all")).toMatchObject({ status: 401, body: { result: 0 } });
    expect(await add(client, await book())).toMatchObject({ status: 401 });
  });
});

test("counts all of thirty additions at once", async () => {
  await setSettings(shop.db.write, { mostCopies: 100 });
  const client = await customer();
  const [one, two] = [await book({ stock: 100 }), await book({ stock: 10 })];
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => add(client, n % 2 ? one : two, n % 2 ? 2 : 1)),
  );
  expect(answers.filter(({ body }) => body.result === 1)).toHaveLength(25);
  expect((await items(client)).map(({ bookId, qty }) => [bookId, qty]).sort((a, b) => a[0]! - b[0]!)).toEqual(
    [
      [one, 30],
      [two, 10],
    ],
  );
});
