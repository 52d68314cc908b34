import SQLite from "better-sqlite3";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonSchema } from "~/http/api/schema-example";
import { resolver } from "~/http/api/schema-example";
import { ADDRESS } from "~/test/factories";
import { createPerson, createWorld, requestFor, tokenFor, withBody, type World } from "~/test/api-calls";
import { type ApiClient, guestClient, tokenClient } from "~/test/api";
import { checkedFetch } from "~/test/api-contract";
import { testShop } from "~/test/shop";
import { PASSWORD } from "~/test/factories-accounts";
import { apiDocument } from "./document.server";
import { operations } from "./operations.server";

const shop = testShop();
let file: SQLite.Database;
beforeAll(async () => {
  file = new SQLite(path.join(shop.dataDir, "kitab.db"), { timeout: 10_000 });
  noteWrites();
});
afterAll(() => void file.close());

type Row = Record<string, unknown>;
/** A row that a call wrote: before and after it. */
interface Written {
  table: string;
  key: string;
  before: Row | null;
  after: Row | null;
}

/** Tables that background tasks and requests write to anyway. */
const NOT_COMPARED =
  /^(?:sqlite_|written_rows$|daily_notices$|outgoing_mails$|sandbox_webhooks$|sessions$|catalogue_version$|\w+_fts)/;

/** Makes triggers that note every row that is written: comparing whole tables takes ten times as long. */
function noteWrites() {
  const tables = file
    .prepare<[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all()
    .filter((table) => !NOT_COMPARED.test(table));
  file.exec(
    "create table written_rows (id integer primary key, name text, key text, before text, after text)",
  );
  for (const table of tables) {
    const columns = file.pragma(`table_info(${table})`) as { name: string; pk: number }[];
    const own = columns.filter(({ pk }) => pk > 0).map(({ name }) => `'${name}', SIDE.${name}`);
    const row = (side: string) =>
      `json_object(${columns.map(({ name }) => `'${name}', ${side}.${name}`).join()})`;
    const key = (side: string) =>
      own.length > 0 ? `json_object(${own.join().replaceAll("SIDE", side)})` : `${side}.rowid`;
    const note = (on: string, before: string, after: string) =>
      file.exec(`create trigger noted_${table}_${on} after ${on} on ${table} begin
        insert into written_rows (name, key, before, after)
        values ('${table}', ${key(on === "delete" ? "old" : "new")}, ${before}, ${after});
      end`);
    note("insert", "null", row("new"));
    note("update", row("old"), row("new"));
    note("delete", row("old"), "null");
  }
}

/** The rows written since the last time, each as it was before and is after all of it. */
function writtenRows(): Written[] {
  const noted = file
    .prepare<[], Record<"name" | "key" | "before" | "after", string>>(
      "delete from written_rows returning name, key, before, after, id",
    )
    .all() as (Record<"name" | "key" | "before" | "after", string> & { id: number })[];
  const rows = new Map<string, Written>();
  const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Row));
  for (const { name, key, before, after } of noted.sort((a, b) => a.id - b.id)) {
    const place = `${name} ${key}`;
    const first = rows.get(place)?.before;
    rows.set(place, {
      table: name,
      key,
      before: first === undefined ? parsed(before) : first,
      after: parsed(after),
    });
  }
  return [...rows.values()];
}

/** The changes of a call, row by row. People and books are named by their role, so that several worlds can be compared. */
function changes(written: Written[], world: World): { row: string; values: Row }[] {
  const people = new Map([
    [world.customer.id, "the customer"],
    [world.other.id, "another customer"],
    [world.staff.id, "staff"],
  ]);
  const named = (row: Row) =>
    Object.fromEntries(
      Object.entries(row).map(([column, value]) => {
        if (/(?:account|staff|customer|user)_id$/.test(column))
          return [column, people.get(value as number) ?? value];
        return [column, column === "book_id" && value === world.bookId ? "the book" : value];
      }),
    );
  const found = written.flatMap(({ table, before, after }) => {
    if (!after) return before ? [{ row: `${table}: gone`, values: {} }] : [];
    if (!before) return [{ row: `${table}: new`, values: named(after) }];
    const changed = Object.keys(after).filter((column) => after[column] !== before[column]);
    if (changed.length === 0) return [];
    const whose = people.get((table === "accounts" ? after.id : after.account_id) as number) ?? "somebody";
    const values = Object.fromEntries(changed.map((column) => [column, named(after)[column]]));
    return [{ row: `${table}: changed, ${whose}'s`, values }];
  });
  // Rows with random keys come in any order.
  const kind = (one: (typeof found)[number]) => `${one.row} ${Object.keys(one.values).join()}`;
  return found.sort((a, b) => (kind(a) < kind(b) ? -1 : 1));
}

/** Fields that no client may set. */
const extras = (other: { id: number; email: string }) => ({
  id: 1,
  role: "admin",
  isAdmin: true,
  accountId: other.id,
  account_id: other.id,
  customerId: other.id,
  userId: other.id,
  email: other.email,
  username: other.email,
  password_hash: "x",
  price: 0.01,
  salePrice: 0.01,
  unitPrice: 1,
  amount: 1,
  amountpaid: 99_999,
  total: 0.01,
  subtotal: 0.01,
  discount: 249,
  shipping: -5,
  tax: 0,
  qty: 3,
  quantity: 3,
  stock: 9_999,
  sold_count: 9_999,
  hidden: true,
  visible: false,
  featured: true,
  rate: 1,
  rating: 1,
  bookratings: 999,
  verifiedPurchase: true,
  status: "Delivered",
  state: "delivered",
  result: 1,
  emailConfirmed: true,
  email_confirmed_at: "2020-01-01T00:00:00.000Z",
  created_at: "2020-01-01T00:00:00.000Z",
  createdAt: "2020-01-01T00:00:00.000Z",
  expires_at: "2999-01-01T00:00:00.000Z",
  invoiceno: "FREE/1",
  trackingno: "FREE1",
  showRecommendations: false,
});

const document = apiDocument(operations);
const resolve = resolver(document.components.schemas);

/** The body with every extra field that the operation does not describe, in each of its objects. */
function loaded(value: unknown, given: JsonSchema | undefined, more: Row): unknown {
  const schema = given && resolve(given);
  const choice = schema?.anyOf
    ?.map(resolve)
    .find((one) => (Array.isArray(value) ? one.items : one.properties));
  const described = choice ?? schema;
  if (Array.isArray(value)) return value.map((item) => loaded(item, described?.items, more));
  if (typeof value !== "object" || value === null || value instanceof Blob) return value;
  const fields = described?.properties ?? {};
  const foreign = Object.entries(more).filter(([name]) => !Object.hasOwn(fields, name));
  const own = Object.entries(value).map(([name, inner]) => [name, loaded(inner, fields[name], more)]);
  return Object.fromEntries([...foreign, ...own]);
}

const writes = operations.filter(({ method }) => method === "POST");

/** Runs the operation's example in a world of its own. @returns the answer and the changes */
async function run(operation: (typeof writes)[number], isLoaded: boolean) {
  const world = await createWorld(shop);
  const { path: url, init, body } = await requestFor(world, operation);
  const content = document.paths[`/api/v1${operation.path}`]!.post!.requestBody?.content ?? {};
  const schema = Object.values(content)[0]?.schema;
  const sent = isLoaded ? (loaded(body ?? {}, schema, extras(world.other)) as Row) : body;
  const request = sent ? withBody(sent) : {};
  writtenRows();
  const response = await checkedFetch(new URL(url, shop.origin), {
    ...init,
    ...request,
    headers: {
      ...(request.headers as Record<string, string>),
      Authorization: `Bearer ${tokenFor(world, operation)}`,
    },
  });
  const { result } = (await response.json()) as { result?: number };
  return { status: response.status, result, changes: changes(writtenRows(), world) };
}

describe("fields that are not described change nothing", () => {
  test.each(writes.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    "%s",
    async (_, operation) => {
      const [plain, again, more] = [
        await run(operation, false),
        await run(operation, false),
        await run(operation, true),
      ];
      expect(more).toMatchObject({ status: plain.status, result: plain.result });
      const rows = (one: typeof plain) => one.changes.map(({ row, values }) => [row, Object.keys(values)]);
      expect(rows(again)).toEqual(rows(plain));
      expect(rows(more)).toEqual(rows(plain));
      for (const [i, { row, values }] of plain.changes.entries()) {
        // Values that differ from call to call anyway (keys, times, hashes) cannot be compared.
        const same = Object.keys(values).filter(
          (column) => values[column] === again.changes[i]!.values[column],
        );
        const pick = (from: Row) => Object.fromEntries(same.map((column) => [column, from[column]]));
        expect([row, pick(more.changes[i]!.values)]).toEqual([row, pick(values)]);
      }
    },
  );
});

describe("by example", () => {
  let customer: ApiClient;
  let world: World;
  beforeAll(async () => {
    world = await createWorld(shop);
    customer = await tokenClient(shop, world.customer.id);
  });

  test("registering makes an unconfirmed customer", async () => {
    const email = `climber.${Date.now()}@example.com`;
    const fields = { firstName: "A", lastName: "B", email, password: PASSWORD, confirmPassword: PASSWORD };
    const more = {
      role: "admin",
      status: "inactive",
      emailConfirmed: true,
      email_confirmed_at: "2020-01-01",
    };
    expect((await guestClient(shop).post("/auth/signup", { ...fields, ...more })).body.result).toBe(1);
    const account = await shop.db.read
      .selectFrom("accounts")
      .select(["role", "status", "email_confirmed_at"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(account).toEqual({ role: "customer", status: "active", email_confirmed_at: null });
  });

  test("a book costs the catalogue's price", async () => {
    const added = await customer.post("/carts/", {
      bookId: world.bookId,
      qty: 2,
      price: 0.01,
      title: "Free",
    });
    expect(added.body.result).toBe(1);
    const { body: lines } = await customer.get<{ price: number; title: string; qty: number }[]>("/carts/all");
    expect(lines).toMatchObject([{ price: 250, qty: 2 }]);
    expect(lines[0]!.title).not.toBe("Free");
    const address = { ...ADDRESS, id: 0 };
    const { body: saved } = await customer.post<{ id: number }>("/checkout/updateaddress", address);
    const order = {
      address: { id: saved.id, total: 1 },
      cartItems: [{ bookId: world.bookId, qty: 2 }],
      total: 1,
      amount: 1,
      discount: 499,
      status: "Delivered",
    };
    const placed = await customer.post<{ result: number; amount: number }>("/checkout/checkout", order);
    expect(placed.body).toMatchObject({ result: 1, amount: 50_000 });
  });

  test("a review belongs to its writer, whatever id and email are sent", async () => {
    const review = { bookid: world.bookId, id: 0, rate: 5, remarks: "Read it twice." };
    const other = await tokenClient(shop, world.other.id);
    expect((await other.post("/ratings", review)).body.result).toBe(1);
    const theirs = await reviews();
    const mine = {
      ...review,
      id: theirs[0]!.id,
      rate: 1,
      remarks: "Not mine to change.",
      accountId: world.other.id,
      email: world.other.email,
    };
    expect((await customer.post("/ratings", mine)).body.result).toBe(1);
    expect(await reviews()).toEqual([
      theirs[0],
      expect.objectContaining({ account_id: world.customer.id, rating: 1 }),
    ]);
  });

  const reviews = () =>
    shop.db.read
      .selectFrom("reviews")
      .select(["id", "account_id", "rating", "remarks"])
      .where("book_id", "=", world.bookId)
      .orderBy("id")
      .execute();

  test("an address belongs to its owner, and only they can change it", async () => {
    const { body: saved } = await customer.post<{ id: number }>("/checkout/updateaddress", {
      ...ADDRESS,
      id: 0,
      account_id: world.other.id,
      accountId: world.other.id,
    });
    const thief = await createPerson(shop);
    const stolen = { ...ADDRESS, id: saved.id, fullname: "A thief", account_id: thief.id };
    expect((await (await tokenClient(shop, thief.id)).post("/checkout/updateaddress", stolen)).status).toBe(
      404,
    );
    const address = await shop.db.read
      .selectFrom("addresses")
      .select(["account_id", "fullname"])
      .where("id", "=", saved.id)
      .executeTakeFirstOrThrow();
    expect(address).toEqual({ account_id: world.customer.id, fullname: ADDRESS.fullname });
  });
});
