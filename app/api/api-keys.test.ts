import { beforeAll, describe, expect, test } from "vitest";
import { KEY_RIGHTS } from "~/domain/people/api-keys/api-keys";
import { makeKey, revokeKey } from "~/domain/people/api-keys/api-keys.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { ALL_RIGHTS, type Right } from "~/domain/kit/rights/rights";
import type { Operation } from "~/api/operation.server";
import { ApiClient } from "~/test/api";
import { requestFor } from "~/test/checks/api-calls";
import { createWorld, type World } from "~/test/checks/api-world";
import { createStaff } from "~/test/factories";
import { createShopOrder, refundKey } from "~/test/orders";
import { guestBrowser, sendMany, testShop, LIMITED, withSettings } from "~/test/shop";
import { operations } from "./operations.server";

const shop = testShop();
let world: World;
let staffId: number;
beforeAll(async () => {
  world = await createWorld(shop);
  staffId = await createStaff(shop.db.write);
});

let made = 0;

/** A client with a new key. */
async function keyClient(rights: readonly Right[], maker = staffId) {
  const fields = {
    name: `Key ${++made}`,
    rights: [...rights],
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  const outcome = await makeKey(shop.db.write, { staffId: maker, rights: ALL_RIGHTS, fields });
  if (!outcome.ok) throw new Error(outcome.message);
  return Object.assign(new ApiClient(guestBrowser(shop), outcome.key), outcome);
}

type Request = Pick<Awaited<ReturnType<typeof requestFor>>, "path" | "init">;

/** A call that is refused before its path and body are read. */
const anyRequest = ({ method, path }: Operation): Request => ({
  path: `/api/v1${path.replace(/\{\w+\}/g, "1")}`,
  init: { method, headers: { "Content-Type": "application/json" } },
});

/** @returns the status and the sentence */
async function call({ token }: ApiClient, { path, init }: Request) {
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, shop.origin), { ...init, headers });
  const text = await response.text();
  const isJson = text && !response.headers.has("Content-Disposition");
  return { status: response.status, msg: isJson ? (JSON.parse(text) as { msg?: string }).msg : undefined };
}

const forStaff = operations.filter(({ access }) => access === "staff");

test("every right that calls for staff need can be given to a key, and no other", () => {
  const needed = new Set(forStaff.map(({ right }) => right!));
  expect(ALL_RIGHTS.filter((right) => needed.has(right))).toEqual(KEY_RIGHTS);
});

describe("calls for staff", () => {
  test.each(KEY_RIGHTS)(
    "that need the right %s are open to a key with it, and to no other key",
    async (right) => {
      const maker = await createStaff(shop.db.write);
      const [only, others] = [
        await keyClient([right], maker),
        await keyClient(
          KEY_RIGHTS.filter((other) => other !== right),
          maker,
        ),
      ];
      for (const operation of forStaff.filter((one) => one.right === right)) {
        const { path, also } = operation;
        const enough = also ? await keyClient([right, also], maker) : only;
        if (also) expect([path, (await call(only, anyRequest(operation))).status]).toEqual([path, 403]);
        const allowed = await call(enough, await requestFor(world, operation));
        expect([path, allowed.status]).toEqual([path, 200]);
        const refused = await call(others, anyRequest(operation));
        expect([path, refused.status]).toEqual([path, 403]);
        expect(refused.msg).toMatch(
          /^The API key “Key \d+” may not .+: it, or who made it, does not have this right$/,
        );
      }
    },
  );
});

test("calls for customers and for people are refused; calls for anyone are answered as to a guest", async () => {
  const client = await keyClient(KEY_RIGHTS);
  for (const operation of operations.filter(({ access }) => access === "customer" || access === "member"))
    expect([operation.path, await call(client, anyRequest(operation))]).toEqual([
      operation.path,
      { status: 403, msg: "This call is for people, not for API keys" },
    ]);
  expect((await client.get("/browsebooks/booktags")).status).toBe(200);
});

test("revoked, unknown and expired keys, and those of an inactive maker, each get a sentence", async () => {
  const makerId = await createStaff(shop.db.write);
  const client = await keyClient(["orders"], makerId);
  const read = () => client.post("/orders/admin/paged", { page: 0 });
  expect((await read()).status).toBe(200);
  const refusal = async () => {
    const { status, body, headers } = await read();
    expect([status, headers.get("WWW-Authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
    return body.msg;
  };
  const maker = shop.db.write.updateTable("accounts").where("id", "=", makerId);
  await maker.set({ status: "inactive" }).execute();
  expect(await refusal()).toBe("The account that made this API key is not active");
  await maker.set({ status: "active", job: "catalogue" }).execute();
  expect((await read()).status).toBe(403);
  await maker.set({ job: "owner" }).execute();
  await revokeKey(shop.db.write, { id: client.id, staffId: makerId });
  expect(await refusal()).toBe("This API key was revoked");
  client.token = "kitab_unknown";
  expect(await refusal()).toBe("This API key is not known");
});

test("what a program does is recorded by its key, and its use is stored", async () => {
  const client = await keyClient(["dispatch", "refunds", "orders"]);
  const { orderId } = await createShopOrder(shop, "paid");
  expect((await client.post(`/orders/admin/${orderId}/packing`, {})).body).toMatchObject({ result: 1 });
  const [entry] = await readAudit(shop.db.read, "order", orderId);
  expect(entry!.who).toMatch(new RegExp(`^key “${client.name}” of Kamini Iyer`));
  const refund = { amount: 1, reason: "Torn", idempotencyKey: refundKey() };
  expect((await client.post(`/orders/admin/${orderId}/refunds`, refund)).body).toMatchObject({ result: 1 });
  const { body: order } = await client.get<Record<"refunds" | "timeline", object[]>>(
    `/orders/admin/${orderId}`,
  );
  const byKey = expect.stringMatching(`^key “${client.name}” of Kamini Iyer`) as string;
  expect(order.refunds).toMatchObject([{ requestedBy: byKey }]);
  expect(order.timeline).toMatchObject([
    { kind: "refund_queued", who: byKey },
    { kind: "packed", who: byKey },
    { kind: "paid", who: "Payment service" },
    { kind: "placed" },
  ]);
  const stored = await shop.db.read
    .selectFrom("api_keys")
    .select("last_used_at")
    .where("id", "=", client.id)
    .executeTakeFirstOrThrow();
  expect(stored.last_used_at).not.toBeNull();
});

test("an order's document is given to a key with the right to read orders", async () => {
  const { orderId } = await createShopOrder(shop, "paid");
  const read = async (rights: Right[]) => {
    const { token } = await keyClient(rights);
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(new URL(`/orders/${orderId}/invoice`, shop.origin), { headers })).status;
  };
  expect(await read(["catalogue"])).toBe(403);
  expect(await read(["orders"])).toBe(200);
});

describe("limits", () => {
  withSettings(shop, LIMITED);
  test("each key has its own", async () => {
    const maker = await createStaff(shop.db.write);
    const keys = await Promise.all(
      ["One", "Two"].map(async (name) => {
        const fields = { name, rights: ["orders" as const], expiresAt: new Date(Date.now() + 86_400_000) };
        const outcome = await makeKey(shop.db.write, { staffId: maker, rights: ALL_RIGHTS, fields });
        return outcome.ok ? outcome.key : "";
      }),
    );
    const read = (key: string, times: number) =>
      sendMany(shop, times, "/api/v1/orders/admin/999999", { headers: { Authorization: `Bearer ${key}` } });
    const statuses = (await read(keys[0]!, 601)).map(({ status }) => status);
    expect(statuses).toHaveLength(601);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await read(keys[1]!, 1)).toMatchObject([{ status: 404 }]);
  });
});
