import { parseWithZod } from "@conform-to/zod/v4";
import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createEndpoint, resolveToPublic } from "~/test/servers/webhook-endpoints";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { findEndpoint, saveEndpoint } from "./endpoints.server";
import { endpointSchema } from "./webhooks.schema";

let db: ShopDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});

/** The messages of the form's fields. */
function problems(typed: Record<string, string | string[]>) {
  const form = new FormData();
  for (const [name, values] of Object.entries({ events: "stock.low", ...typed }))
    for (const value of [values].flat()) form.append(name, value);
  const submission = parseWithZod(form, { schema: endpointSchema });
  return submission.status === "success" ? submission.value : submission.error;
}

describe("the form", () => {
  test.each([
    ["", "Address is required"],
    ["   ", "Address is required"],
    ["example.in/hooks", "Address must begin with https://, such as https://example.in/hooks"],
    ["http://example.in/", "Address must begin with https://, such as https://example.in/hooks"],
    ["https://", "Address must begin with https://, such as https://example.in/hooks"],
    ["https://u:p@example.in/", "Address must not contain a name or password"],
    [`https://example.in/${"x".repeat(500)}`, "Address must be 500 characters or less"],
    [`https://example.in/${"ä".repeat(200)}`, "Address must be 500 characters or less"],
  ])("refuses the address %j", (url, message) => {
    expect(problems({ url })).toEqual({ url: [message] });
  });

  test("tidies what was typed", () => {
    expect(
      problems({
        url: " HTTPS://Example.in:443/a?b#c ",
        description: " Our\n till ",
        events: ["stock.low", "order.paid"],
      }),
    ).toEqual({
      url: "https://example.in/a?b",
      description: "Our till",
      events: ["order.paid", "stock.low"],
    });
  });

  test("needs known events", () => {
    expect(problems({ url: "https://example.in/", events: [] })).toEqual({
      events: ["Choose at least one event"],
    });
    expect(problems({ url: "https://example.in/", events: ["order.eaten"] })).toEqual({
      "events[0]": ["An event chosen here is not known"],
    });
  });
});

const fields = { url: "https://hooks.test/", description: "", events: ["stock.low" as const] };

test.each([
  ["https://127.0.0.1/", "127.0.0.1 is not an address on the internet"],
  ["https://[::1]/", "::1 is not an address on the internet"],
  ["https://169.254.169.254/latest/", "169.254.169.254 is not an address on the internet"],
  ["https://localhost/", "localhost leads to"],
])("refuses %s when it is saved", async (url, message) => {
  const given = { id: null, staffId: 1, fields: { ...fields, url }, version: 0 };
  const saved = await saveEndpoint(db.write, given);
  expect(saved).toMatchObject({ ok: false, reason: "url", message: expect.stringContaining(message) });
});

test("a host that is not found is saved with a warning: deliveries wait for it", async () => {
  const { staffId } = await createEndpoint(db.write);
  const given = { id: null, staffId, fields: { ...fields, url: "https://new.test/" }, version: 0 };
  const unknown = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }));
  expect(await saveEndpoint(db.write, given, unknown)).toMatchObject({
    ok: true,
    message: "The endpoint is added. But new.test was not found just now: please check the address.",
  });
});

test("an address is used once, and there are ten endpoints at most", async () => {
  const { staffId } = await createEndpoint(db.write);
  const add = (url: string) =>
    saveEndpoint(db.write, { id: null, staffId, fields: { ...fields, url }, version: 0 }, resolveToPublic);
  expect(await add("https://hooks.test/")).toMatchObject({ ok: false, reason: "url" });
  for (let n = 2; n <= 10; n += 1) expect(await add(`https://hooks.test/${n}`)).toMatchObject({ ok: true });
  expect(await add("https://hooks.test/11")).toMatchObject({ ok: false, reason: "too_many" });
});

test("two people who edit one endpoint: the second is told, and can save again", async () => {
  const { id, staffId } = await createEndpoint(db.write, { events: ["stock.low"] });
  const { version } = (await findEndpoint(db.read, id))!;
  const save = (description: string, seen: number) =>
    saveEndpoint(
      db.write,
      { id, staffId, fields: { ...fields, description }, version: seen },
      resolveToPublic,
    );
  expect(await save("First", version)).toMatchObject({ ok: true });
  const clash = await save("Second", version);
  expect(clash).toMatchObject({
    ok: false,
    reason: "changed",
    clash: { version: version + 1, fields: [{ field: "Description", stored: "First", yours: "Second" }] },
  });
  expect(await save("Second", version + 1)).toMatchObject({ ok: true, secret: null });
  expect((await findEndpoint(db.read, id))!.description).toBe("Second");
  const entries = await readAudit(db.read, "webhook_endpoint", id);
  expect(entries.map(({ action }) => action)).toEqual(["updated", "updated", "added"]);
  expect(JSON.stringify(entries)).not.toContain("whsec_");
});
