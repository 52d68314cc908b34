import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDatabase, type ShopDatabase } from "~/db/database.server";
import { createBook } from "~/test/factories";
import { customerWithCart } from "~/test/orders";
import { type Network, networkTo } from "~/test/databases/network";
import { ownPostgres } from "~/test/databases/own-postgres";
import { isOnPostgres } from "~/test/databases/postgres";
import { checkoutForm, payInWindow } from "~/test/paying";
import { type Browser, guestBrowser, signedIn, startTestShop, type TestShop } from "~/test/shop";

/** How long the network stalls after everything was answered: not at all, or e.g. STALL_MS=10000. */
const STALL_MS = Number(process.env.STALL_MS ?? 0);
const MOST_CONNECTIONS = 60;
const COPIES = 10;
/** For guests; customers have a cart, too. */
const PAGES = ["/", "/books"];

describe.runIf(isOnPostgres)("a shop whose PostgreSQL is away", () => {
  let server: Awaited<ReturnType<typeof ownPostgres>>;
  let network: Network;
  let shop: TestShop;
  /** Past the network. */
  let db: ShopDatabase;
  let buyer: Browser;
  let accountId: number;
  let addressId: number;
  let bookId: number;

  beforeAll(async () => {
    server = await ownPostgres({ max_connections: String(MOST_CONNECTIONS), fsync: "off" });
    network = await networkTo(server.url);
    db = openDatabase(server.url);
    shop = await startTestShop({ DATABASE_URL: network.url });
  });
  afterAll(async () => {
    await shop.remove();
    await db.close();
    network.close();
    await server.stop();
  });

  beforeEach(async () => {
    bookId = await createBook(db.write, { stock: COPIES });
    ({ accountId, addressId } = await customerWithCart(db.write, { bookId }));
    buyer = await signedIn({ ...shop, db }, accountId);
    for (const page of [...PAGES, "/cart"]) expect((await buyer.get(page)).status).toBe(200);
  });

  const place = () => buyer.post("/checkout", { intent: "place-order", addressId });

  const orders = async () =>
    (await db.read.selectFrom("orders").select("id").where("account_id", "=", accountId).execute()).map(
      ({ id }) => id,
    );
  const stock = async () =>
    (await db.read.selectFrom("books").select("stock").where("id", "=", bookId).executeTakeFirstOrThrow())
      .stock;

  /** Each is answered while the database is still away. */
  async function expectAway() {
    const guest = guestBrowser(shop);
    const gets = [...PAGES.map((page) => guest.get(page)), ...PAGES.map((page) => buyer.get(page))];
    for (const answer of await Promise.all([...gets, buyer.get("/cart"), place()])) {
      const text = await answer.text();
      if (answer.status === 200) continue;
      expect(answer.status).toBe(503);
      expect(text).toContain("try again in a moment");
    }
  }

  /** Everything works again, and the order is there once. */
  async function expectWell() {
    for (const page of PAGES)
      await expect.poll(async () => (await guestBrowser(shop).get(page)).status).toBe(200);
    await expect.poll(async () => (await guestBrowser(shop).get("/healthz")).status).toBe(200);
    await expect.poll(async () => (await place()).status).toBe(303);
    expect(await orders()).toHaveLength(1);
    expect(await stock()).toBe(COPIES - 1);
  }

  test("answers while the network stalls, and is well after it", async () => {
    network.stall();
    await expectAway();
    await sleep(STALL_MS);
    network.flow();
    expect(await orders()).toEqual([]);
    await expectWell();
  });

  test("writes nothing of an order whose transaction the network stalled in", async () => {
    network.stallAt('insert into "order_lines"');
    expect((await place()).status).toBe(503);
    await sleep(STALL_MS);
    expect([await orders(), await stock()]).toEqual([[], COPIES]);
    network.flow();
    await expectWell();
  });

  test.each(["before", "after"] as const)(
    "has one order when the connection ended %s the commit and the form was sent again",
    async (when) => {
      network.cutAtCommit('insert into "order_lines"', when);
      expect((await place()).status).toBe(503);
      expect(network.hasCut()).toBe(true);
      const placed = await orders();
      expect(placed).toHaveLength(when === "before" ? 0 : 1);
      const again = await place();
      expect(again.status).toBe(303);
      const [orderId, ...others] = await orders();
      expect(others).toEqual([]);
      expect(again.headers.get("Location")).toBe(`/checkout/pay/${orderId}`);
      if (when === "after") expect(orderId).toBe(placed[0]);
      await expectWell();
    },
  );

  const PHASES = ["before", "after"] as const;

  test.each(
    ["pg_advisory_xact_lock", 'update "books"', 'insert into "orders"', 'insert into "order_lines"'].flatMap(
      (text) => PHASES.map((when) => ({ text, when })),
    ),
  )("has an order once whose connection ended $when the server got $text", async ({ text, when }) => {
    network.cutAt(text, when);
    expect([303, 503]).toContain((await place()).status);
    expect(network.hasCut()).toBe(true);
    expect((await orders()).length).toBeLessThanOrEqual(1);
    await expectWell();
  });

  test.each(
    [
      "pg_advisory_xact_lock",
      'insert into "payments"',
      'update "orders"',
      'insert into "outgoing_mails"',
    ].flatMap((text) => PHASES.map((when) => ({ text, when }))),
  )("has an order paid once whose connection ended $when the server got $text", async ({ text, when }) => {
    const orderId = Number(/\d+$/.exec((await place()).headers.get("Location")!)![0]);
    const paid = await payInWindow(shop, await checkoutForm(buyer, orderId));
    network.cutAt(text, when);
    const confirm = () => buyer.post(`/checkout/pay/${orderId}`, { intent: "confirm", ...paid });
    expect([303, 503]).toContain((await confirm()).status);
    expect(network.hasCut()).toBe(true);
    await expect.poll(async () => (await confirm()).status).toBe(303);
    const events = await db.read
      .selectFrom("order_events")
      .select("kind")
      .where("order_id", "=", orderId)
      .where("kind", "=", "paid")
      .execute();
    expect(events).toHaveLength(1);
    const book = db.read.selectFrom("books").select(["stock", "sold_count as sold"]).where("id", "=", bookId);
    expect(await book.executeTakeFirstOrThrow()).toEqual({ stock: COPIES - 1, sold: 1 });
    const mails = db.read
      .selectFrom("outgoing_mails")
      .select("id")
      .where("subject", "like", `%#${orderId} confirmed`);
    expect(await mails.execute()).toHaveLength(1);
  });

  test("answers while all connections are in use, and is well after it", async () => {
    const held: pg.Client[] = [];
    const take = async () => {
      const one = new pg.Client({ connectionString: server.url });
      one.on("error", () => {});
      await one.connect();
      held.push(one);
    };
    // The shop's own connections end one by one, and others are quicker.
    for (;;) {
      const isFull = await take().then(
        () => false,
        () => true,
      );
      if (!isFull) continue;
      const { rowCount } = await held[0]!.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kitab %'",
      );
      if (rowCount === 0) break;
    }
    await expectAway().finally(() => Promise.all(held.map((one) => one.end())));
    await expectWell();
  });

  test("answers while PostgreSQL starts again, and is well after it", async () => {
    await server.kill();
    await expectAway();
    await server.start();
    await expectWell();
  });

  afterEach(() => {
    network.flow();
    expect(shop.output()).not.toContain('"status":500');
  });
});
