import { createSecretKey } from "node:crypto";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { endRefreshFamiliesOf, startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { signAccessToken } from "~/http/request/access-token.server";
import type { Operation } from "~/api/operation.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { CALLS, requestFor, tokenFor } from "~/test/checks/api-calls";
import { type CallExample, createPerson, createWorld, type World } from "~/test/checks/api-world";
import { checkedFetch } from "~/test/checks/api-contract";
import { testShop } from "~/test/shop";
import { operations } from "./operations.server";

const shop = testShop();
let world: World;
let inactive: { token: string; cookie: string };
beforeAll(async () => {
  world = await createWorld(shop);
  const person = await createPerson(shop);
  await shop.db.write
    .updateTable("accounts")
    .set({ status: "inactive" })
    .where("id", "=", person.id)
    .execute();
  inactive = { token: person.token, cookie: person.browser.cookieHeader() };
});

const keyOf = ({ method, path }: Operation) => `${method} ${path}`;

/** A token as the shop signs it, except for what `given` overrides. */
async function token(given: {
  typ?: string;
  audience?: string;
  issuer?: string;
  secret?: string;
  alg?: string;
}) {
  const { familyId } = await startRefreshFamily(shop.db.write, world.customer.id);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ fam: familyId })
    .setProtectedHeader({ alg: given.alg ?? "HS256", typ: given.typ ?? "at+jwt" })
    .setIssuer(given.issuer ?? "kitab")
    .setAudience(given.audience ?? "kitab-api")
    .setSubject(String(world.customer.id))
    .setIssuedAt(now)
    .setExpirationTime(now + 900)
    .sign(createSecretKey(given.secret ?? derivedSecret("access token"), "hex"));
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const bearer = (value: string) => ({ Authorization: `Bearer ${value}` });

/** The caller's headers, made for each call. */
type Headers = () => Promise<Record<string, string>>;

/** Callers, and what the API takes them for. Another site's page with the cookie may read as the customer, but change nothing. */
const CALLERS: [string, "guest" | "customer" | "other" | "staff" | "refused" | "cross-site", Headers][] = [
  ["a guest", "guest", async () => ({})],
  ["the customer", "customer", async () => bearer(world.customer.token)],
  ["another customer", "other", async () => bearer(world.other.token)],
  ["staff", "staff", async () => bearer(world.staff.token)],
  [
    "the customer by cookie, from the shop's pages",
    "customer",
    async () => ({
      Cookie: world.customer.browser.cookieHeader(),
      Origin: shop.origin,
      "Sec-Fetch-Site": "same-origin",
    }),
  ],
  [
    "an app with the customer's cookie",
    "customer",
    async () => ({ Cookie: world.customer.browser.cookieHeader() }),
  ],
  [
    "staff by cookie, from the shop's pages",
    "staff",
    async () => ({ Cookie: world.staff.browser.cookieHeader(), Origin: shop.origin }),
  ],
  [
    "the customer's cookie from another site",
    "cross-site",
    async () => ({
      Cookie: world.customer.browser.cookieHeader(),
      Origin: "https://evil.example",
      "Sec-Fetch-Site": "cross-site",
    }),
  ],
  [
    "the customer's cookie from another site, by an old browser",
    "cross-site",
    async () => ({ Cookie: world.customer.browser.cookieHeader(), Referer: "https://evil.example/page" }),
  ],
  ["an inactive customer's token", "refused", async () => bearer(inactive.token)],
  ["an inactive customer's cookie", "guest", async () => ({ Cookie: inactive.cookie, Origin: shop.origin })],
  ["a token of another key", "refused", async () => bearer(await token({ secret: "ab".repeat(32) }))],
  ["a token of another algorithm", "refused", async () => bearer(await token({ alg: "HS512" }))],
  ["a token for another audience", "refused", async () => bearer(await token({ audience: "another-shop" }))],
  ["a token of another issuer", "refused", async () => bearer(await token({ issuer: "another-shop" }))],
  ["a token of another type", "refused", async () => bearer(await token({ typ: "JWT" }))],
  [
    "an unsigned token",
    "refused",
    async () => {
      const now = Math.floor(Date.now() / 1000);
      const claims = { fam: 1, sub: "1", iss: "kitab", aud: "kitab-api", iat: now, exp: now + 900 };
      return bearer(`${base64url({ alg: "none", typ: "at+jwt" })}.${base64url(claims)}.`);
    },
  ],
  [
    "a token with another account's claims under its signature",
    "refused",
    async () => {
      const [head, body, signature] = world.customer.token.split(".");
      const claims = JSON.parse(Buffer.from(body!, "base64url").toString()) as object;
      return bearer(`${head}.${base64url({ ...claims, sub: String(world.staff.id) })}.${signature}`);
    },
  ],
  [
    "an expired token",
    "refused",
    async () => {
      const grant = await startRefreshFamily(shop.db.write, world.customer.id);
      return bearer(await signAccessToken({ ...grant, issuedAt: new Date(Date.now() - 16 * 60_000) }));
    },
  ],
  [
    "a token whose family has ended",
    "refused",
    async () => {
      const person = await createPerson(shop);
      await endRefreshFamiliesOf(shop.db.write, person.id);
      return bearer(person.token);
    },
  ],
  ["a refresh token instead of an access token", "refused", async () => bearer(world.customer.refreshToken)],
  ["Bearer without a token", "refused", async () => ({ Authorization: "Bearer" })],
  [
    "Basic authentication",
    "refused",
    async () => ({ Authorization: `Basic ${Buffer.from("asha:secret").toString("base64")}` }),
  ],
  [
    "a bad token beside a good cookie",
    "refused",
    async () => ({ ...bearer("x.y.z"), Cookie: world.customer.browser.cookieHeader(), Origin: shop.origin }),
  ],
];

/** The expected status for this caller, by the table. */
function expected(
  { access, staff, ...example }: CallExample,
  caller: (typeof CALLERS)[number][1],
  method: string,
): number {
  const forOthers = example.forOthers ?? 200;
  if (caller === "cross-site") return method === "GET" ? expected({ access }, "customer", method) : 403;
  if (access === "public") return 200;
  if (caller === "refused") return 401;
  if (caller === "staff") {
    if (access === "customer") return 403;
    return staff ?? (access === "staff" ? 200 : forOthers);
  }
  if (access === "anyone") return caller === "customer" ? 200 : forOthers;
  if (caller === "guest") return 401;
  if (access === "staff") return 403;
  return caller === "customer" ? 200 : forOthers;
}

test("the table lists every operation and nothing else", () => {
  expect(Object.keys(CALLS).sort()).toEqual(operations.map(keyOf).sort());
  for (const operation of operations)
    expect([keyOf(operation), CALLS[keyOf(operation)]!.access]).toEqual([keyOf(operation), operation.access]);
});

/** The callers that every operation has to know apart. */
const PLAIN = CALLERS.slice(0, 4);
const COOKIES = CALLERS.slice(4).filter(([, caller]) => caller !== "refused");
const REFUSED = CALLERS.filter(([, caller]) => caller === "refused");

/**
 * Cookies and tokens are checked in one place before the operation, so each operation tries only some of them, in turn:
 * two of the kinds of cookie, and two of the refused tokens.
 */
const callersOf = (at: number) => [
  ...[0, 1].map((more) => REFUSED[(at * 2 + more) % REFUSED.length]!),
  ...[0, 1].map((more) => COOKIES[(at * 2 + more) % COOKIES.length]!),
  ...PLAIN,
];

test.each(operations.map((operation, at) => [keyOf(operation), operation, callersOf(at)] as const))(
  "%s",
  async (key, operation, callers) => {
    const matrix: Record<string, number> = {};
    const expectedMatrix: Record<string, number> = {};
    let example: Awaited<ReturnType<typeof requestFor>> | undefined;
    for (const [name, caller, headers] of callers) {
      const { path, init } = (example ??= await requestFor(world, operation));
      const response = await checkedFetch(new URL(path, shop.origin), {
        ...init,
        headers: { ...(init.headers as Record<string, string>), ...(await headers()) },
      });
      matrix[name] = response.status;
      expectedMatrix[name] = expected(CALLS[key]!, caller, operation.method);
      // A call that succeeds may have changed the example's data.
      if (response.status === 200 && operation.method !== "GET") example = undefined;
    }
    expect(matrix).toEqual(expectedMatrix);
  },
);

/** One of each kind of access: HEAD is answered in one place. */
const READ = ["public", "anyone", "member", "customer", "staff"].flatMap(
  (access) => operations.find((operation) => operation.method === "GET" && operation.access === access) ?? [],
);

// Other methods of every path, OPTIONS, and HEAD of a guest: app/api/answer.test.ts.
describe("methods", () => {
  test.each(READ.map((operation) => [keyOf(operation), operation] as const))(
    "HEAD answers as %s, without a body",
    async (_, operation) => {
      const { path, init } = await requestFor(world, operation);
      const headers = bearer(tokenFor(world, operation));
      const [get, head] = [
        await checkedFetch(new URL(path, shop.origin), { ...init, headers }),
        await checkedFetch(new URL(path, shop.origin), { ...init, headers, method: "HEAD" }),
      ];
      expect([head.status, head.headers.get("ETag")]).toEqual([get.status, get.headers.get("ETag")]);
      expect(await head.text()).toBe("");
    },
  );

  test("the reference page only answers GET", async () => {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await fetch(new URL("/api/v1/docs", shop.origin), { method });
      expect([method, response.status, response.headers.get("Allow")]).toEqual([method, 405, "GET, HEAD"]);
      expect(await response.json()).toMatchObject({ result: 0 });
    }
    const page = await fetch(new URL("/api/v1/docs", shop.origin));
    expect(page.status).toBe(200);
    const html = await page.text();
    for (const { path } of operations) expect(html).toContain(`/api/v1${path}`);
  });

  test("unknown paths are a 404", async () => {
    for (const path of [
      "",
      "/",
      "/nothing",
      "/carts",
      "/browsebooks/x",
      "/browsebooks/0",
      "/%E0%A4%A",
      "/carts%2Fall",
    ]) {
      const response = await checkedFetch(new URL(`/api/v1${path}`, shop.origin));
      expect([path, response.status, await response.json()]).toEqual([
        path,
        path === "/carts" ? 405 : 404,
        { result: 0, msg: expect.any(String) },
      ]);
    }
  });
});
