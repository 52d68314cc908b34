import { createSecretKey, generateKeyPairSync } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, test } from "vitest";
import { startRefreshFamily, type TokenGrant } from "~/domain/people/accounts/refresh-tokens.server";
import { signAccessToken } from "~/http/request/access-token.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { ApiClient, guestClient, sessionClient } from "~/test/api";
import { ADDRESS, createAccount } from "~/test/factories";
import { accountWithPassword, NEW_PASSWORD, PASSWORD } from "~/test/factories-accounts";
import { mailedToken } from "~/test/mails";
import { guestBrowser, sendMany, testShop, LIMITED, withSettings } from "~/test/shop";

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

const FAILED = { result: 0, msg: "Login failed. Please check your credentials." };

const shop = testShop();

const person = (given: Parameters<typeof accountWithPassword>[2] = {}) =>
  accountWithPassword(shop.db.write, PASSWORD, given);
const authenticate = (username: string, password: string, client = guestClient(shop)) =>
  client.post<Tokens & { role: string; username: string }>("/auth/authenticate", {
    username,
    email: username,
    password,
  });
const refresh = (refreshToken: unknown, client = guestClient(shop)) =>
  client.post<Tokens>("/auth/refreshtoken", { refreshToken });
const withToken = (token: string) => new ApiClient(guestBrowser(shop), token);
/** A call that every customer may make. */
const statusWith = async (token: string) => (await withToken(token).get("/customer/orders/all")).status;
const newFamily = async (accountId: number) => {
  const grant = await startRefreshFamily(shop.db.write, accountId);
  return { grant, accessToken: await signAccessToken(grant) };
};

describe("POST /auth/authenticate", () => {
  test("returns tokens, role and username; the access token is valid for 15 minutes", async () => {
    const { id, email } = await person();
    const before = Math.floor(Date.now() / 1000);
    const { status, body, headers } = await authenticate(` ${email.toUpperCase()} `, PASSWORD);
    expect(status).toBe(200);
    expect(body).toEqual({
      deviceToken: expect.any(String),
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      role: "customer",
      username: email,
    });
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.getSetCookie()).toEqual([]);
    expect(decodeProtectedHeader(body.accessToken)).toEqual({ alg: "HS256", typ: "at+jwt" });
    const claims = decodeJwt(body.accessToken);
    expect(claims).toMatchObject({ iss: "kitab", aud: "kitab-api", sub: String(id) });
    expect(claims.exp! - claims.iat!).toBe(900);
    expect(claims.iat).toBeGreaterThanOrEqual(before);
    // The token contains no name, email address or role.
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "fam", "iat", "iss", "sub"]);
    expect(await statusWith(body.accessToken)).toBe(200);
  });

  test("staff log in as admin", async () => {
    const { email } = await person({ role: "admin" });
    expect((await authenticate(email, PASSWORD)).body).toMatchObject({ role: "admin" });
  });

  test("the same 401 for a wrong password, an unknown address, an inactive account and empty fields", async () => {
    const { email } = await person();
    const { email: inactive } = await person({ status: "inactive" });
    for (const [username, password] of [
      [email, "wrong"],
      [email, ""],
      [email, `${PASSWORD} `],
      ["nobody@example.com", PASSWORD],
      [inactive, PASSWORD],
      ["", ""],
      ["\u0000", "\u0000"],
      ["x".repeat(5000), PASSWORD],
    ] as const) {
      const answer = await authenticate(username, password);
      expect(answer).toMatchObject({ status: 401, body: FAILED });
      expect(answer.body).toEqual(FAILED);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
    }
  });

  test.each([{}, { username: "a@b.c" }, { password: PASSWORD }, { username: 1, password: 1 }, { username: ["a"], password: {} }, [], null])(
    "a body of another shape is a 400: %o",
    async (body) => {
      expect(await guestClient(shop).post("/auth/authenticate", body)).toMatchObject({ status: 400 });
    },
  ); // oxfmt-ignore

  test("ignores an invalid token at login", async () => {
    const { email } = await person();
    const client = guestClient(shop);
    client.token = "expired";
    expect((await authenticate(email, PASSWORD, client)).status).toBe(200);
  });

  test("refuses a login from another site's page", async () => {
    const { email } = await person();
    const answer = await guestClient(shop).post(
      "/auth/authenticate",
      { username: email, password: PASSWORD },
      { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" },
    );
    expect(answer).toMatchObject({ status: 403, body: { result: 0 } });
  });
});

describe("POST /auth/refreshtoken", () => {
  test("exchanges the token; repeated within ten seconds it returns the same pair", async () => {
    const { grant } = await newFamily(await createAccount(shop.db.write));
    const first = await refresh(grant.refreshToken);
    expect(first).toMatchObject({ status: 200 });
    expect(Object.keys(first.body).sort()).toEqual(["accessToken", "refreshToken"]);
    expect(first.body.refreshToken).not.toBe(grant.refreshToken);
    expect((await refresh(grant.refreshToken)).body).toEqual(first.body);
    expect(await statusWith(first.body.accessToken)).toBe(200);
    expect((await refresh(first.body.refreshToken)).status).toBe(200);
  });

  test("fifty requests at once make one exchange and one pair", async () => {
    const { grant } = await newFamily(await createAccount(shop.db.write));
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(grant.refreshToken)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers[0]!.status).toBe(200);
    const rows = await shop.db.read
      .selectFrom("refresh_tokens")
      .select("used_at")
      .where("family_id", "=", grant.familyId)
      .execute();
    expect(rows.filter(({ used_at }) => used_at === null)).toHaveLength(1);
    expect(rows).toHaveLength(2);
  });

  test("later reuse ends the family with its refresh and access tokens", async () => {
    const { grant, accessToken } = await newFamily(await createAccount(shop.db.write));
    const { body } = await refresh(grant.refreshToken);
    const used = new Date(Date.now() - 11_000).toISOString();
    await shop.db.write
      .updateTable("refresh_tokens")
      .set({ used_at: used })
      .where("family_id", "=", grant.familyId)
      .where("used_at", "is not", null)
      .execute();
    const again = { status: 401, body: { result: 0, msg: "Please log in again" } };
    expect(await refresh(grant.refreshToken)).toMatchObject(again);
    expect(await refresh(body.refreshToken)).toMatchObject(again);
    for (const token of [accessToken, body.accessToken]) expect(await statusWith(token)).toBe(401);
  });

  test("the same 401 for unknown, expired and wrong tokens; another shape is a 400", async () => {
    const { grant, accessToken } = await newFamily(await createAccount(shop.db.write));
    await shop.db.write
      .updateTable("refresh_tokens")
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where("family_id", "=", grant.familyId)
      .execute();
    for (const token of ["", "nonsense", "\u0000", accessToken, grant.refreshToken]) {
      expect(await refresh(token)).toMatchObject({ status: 401, body: { msg: "Please log in again" } });
    }
    for (const token of [undefined, null, 1, {}]) expect((await refresh(token)).status).toBe(400);
  });

  test("a refresh token cannot be used as an access token", async () => {
    const { grant } = await newFamily(await createAccount(shop.db.write));
    expect(await statusWith(grant.refreshToken)).toBe(401);
  });
});

describe("an access token", () => {
  const key = () => createSecretKey(derivedSecret("access token"), "hex");
  const now = () => Math.floor(Date.now() / 1000);
  /** A token as the shop signs it, except for `change`. */
  const forge = ({ familyId, accountId }: TokenGrant, change: (jwt: SignJWT) => SignJWT, header = {}) =>
    change(
      new SignJWT({ fam: familyId })
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", ...header })
        .setIssuer("kitab")
        .setAudience("kitab-api")
        .setSubject(String(accountId))
        .setIssuedAt(now())
        .setExpirationTime(now() + 900),
    );

  test("made by the test like the shop's is accepted (so that the forgeries below prove something)", async () => {
    const { grant } = await newFamily(await createAccount(shop.db.write));
    expect(await statusWith(await forge(grant, (jwt) => jwt).sign(key()))).toBe(200);
  });

  const forgeries: Record<string, (grant: TokenGrant) => Promise<string> | string> = {
    expired: (grant) =>
      forge(grant, (jwt) => jwt.setIssuedAt(now() - 901).setExpirationTime(now() - 1)).sign(key()),
    "of another audience": (grant) => forge(grant, (jwt) => jwt.setAudience("other")).sign(key()),
    "of another issuer": (grant) => forge(grant, (jwt) => jwt.setIssuer("other")).sign(key()),
    "of another type": (grant) => forge(grant, (jwt) => jwt, { typ: "JWT" }).sign(key()),
    "of no type": (grant) => forge(grant, (jwt) => jwt, { typ: undefined }).sign(key()),
    "signed with another key": (grant) =>
      forge(grant, (jwt) => jwt).sign(createSecretKey(Buffer.alloc(32, 1))),
    "signed with another algorithm": (grant) => forge(grant, (jwt) => jwt, { alg: "HS512" }).sign(key()),
    "signed with a key pair": (grant) =>
      forge(grant, (jwt) => jwt, { alg: "EdDSA" }).sign(generateKeyPairSync("ed25519").privateKey),
    "with alg none": (grant) =>
      new UnsecuredJWT({ fam: grant.familyId })
        .setIssuer("kitab")
        .setAudience("kitab-api")
        .setSubject(String(grant.accountId))
        .setIssuedAt(now())
        .setExpirationTime(now() + 900)
        .encode(),
    "without an expiry": (grant) =>
      new SignJWT({
        fam: grant.familyId,
        iss: "kitab",
        aud: "kitab-api",
        sub: String(grant.accountId),
        iat: now(),
      })
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .sign(key()),
    "without a family": (grant) =>
      forge({ ...grant, familyId: undefined as never }, (jwt) => jwt).sign(key()),
    "of another account than its family's": (grant) =>
      forge({ ...grant, accountId: grant.accountId + 1 }, (jwt) => jwt).sign(key()),
    "whose claims were changed": async (grant) => {
      const [header, claims, signature] = (await signAccessToken(grant)).split(".") as [
        string,
        string,
        string,
      ];
      const changed = { ...JSON.parse(Buffer.from(claims, "base64url").toString()), sub: "1" } as object;
      return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
    },
    "cut short": async (grant) => (await signAccessToken(grant)).slice(0, -3),
    "that is no JWT": () => "nonsense",
  };
  test.each(Object.entries(forgeries))("%s is refused", async (_, make) => {
    const { grant } = await newFamily(await createAccount(shop.db.write));
    const answer = await withToken(await make(grant)).get("/customer/orders/all");
    expect(answer).toMatchObject({
      status: 401,
      body: { result: 0, msg: "The access token is not valid any more" },
    });
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  });

  test.each(["Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Token x", "Bearer a b"])(
    "is refused in the header '%s'",
    async (header) => {
      expect(await guestClient(shop).get("/carts/all", { Authorization: header })).toMatchObject({
        status: 401,
      });
    },
  );

  test("counts before the cookie session; an invalid one does not fall back to it", async () => {
    const [owner, other] = [await createAccount(shop.db.write), await createAccount(shop.db.write)];
    const { accessToken } = await newFamily(owner);
    const client = await sessionClient(shop, other);
    await client.post("/checkout/updateaddress", ADDRESS);
    client.token = accessToken;
    expect((await client.get("/checkout/address")).body).toEqual([]);
    client.token = "nonsense";
    expect((await client.get("/checkout/address")).status).toBe(401);
  });

  test("follows its account's role, status and password", async () => {
    const { id, email } = await person();
    const { grant, accessToken } = await newFamily(id);
    const set = (change: { role?: "customer" | "admin"; status?: "active" | "inactive" }) =>
      shop.db.write.updateTable("accounts").set(change).where("id", "=", id).execute();

    expect(await statusWith(accessToken)).toBe(200);
    await set({ role: "admin" });
    expect(await statusWith(accessToken)).toBe(403);
    await set({ role: "customer" });
    expect(await statusWith(accessToken)).toBe(200);
    await set({ status: "inactive" });
    expect(await statusWith(accessToken)).toBe(401);
    expect((await refresh(grant.refreshToken)).status).toBe(401);
    await set({ status: "active" });
    expect(await statusWith(accessToken)).toBe(200);

    const guest = guestClient(shop);
    await guest.post("/auth/forgot-password", { email });
    const token = await mailedToken(shop.db.read, email);
    const body = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await guest.post("/auth/reset-password", body)).body.result).toBe(5);
    expect(await statusWith(accessToken)).toBe(401);
    expect((await refresh(grant.refreshToken)).status).toBe(401);
    expect((await authenticate(email, PASSWORD)).status).toBe(401);
    expect((await authenticate(email, NEW_PASSWORD)).status).toBe(200);
    // The login's family has not the number of the ended one, which this token names.
    expect(await statusWith(accessToken)).toBe(401);
  });
});

describe("POST /auth/signup", () => {
  const form = (email: string, more: Record<string, unknown> = {}) => ({
    firstName: "Asha",
    lastName: "Rao",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...more,
  });
  const signup = (body: unknown) => guestClient(shop).post("/auth/signup", body);
  const stored = (email: string) =>
    shop.db.read.selectFrom("accounts").selectAll().where("email", "=", email).execute();

  test("creates a customer, whatever else is sent; the answer is the same for a taken address", async () => {
    const welcome = "Registration successful! Welcome to Kitab. Please confirm your email";
    const extra = {
      role: "admin",
      status: "inactive",
      id: 1,
      email_confirmed_at: "2026-01-01",
      isAdmin: true,
    };
    const fresh = await signup(form(" Fresh@Example.com ", extra));
    expect(fresh).toMatchObject({ status: 200, body: { result: 1, msg: welcome } });
    expect(await stored("fresh@example.com")).toMatchObject([
      { role: "customer", status: "active", email_confirmed_at: null, first_name: "Asha" },
    ]);
    const { email } = await person();
    const taken = await signup(
      form(email, { firstName: "Thief", password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
    );
    expect([taken.status, taken.body]).toEqual([fresh.status, fresh.body]);
    expect(await stored(email)).toMatchObject([{ first_name: "Asha" }]);
    expect((await authenticate(email, NEW_PASSWORD)).status).toBe(401);
    expect((await authenticate("fresh@example.com", PASSWORD)).status).toBe(200);
  });

  test.each([
    [{ confirmPassword: "other" }, "confirmPassword", "Passwords do not match"],
    [{ password: "Short-1" }, "password", "Password must be at least 8 characters long"],
    [{ password: "Long-enough" }, "password", "Password must contain a number"],
    [{ password: "Longenough1" }, "password", "Password must contain a special character"],
    [{ password: `A-1${"x".repeat(198)}` }, "password", "Password must be 200 characters or less"],
    [{ email: "nobody" }, "email", "Please enter a valid email address"],
    [{ firstName: " " }, "firstName", "First name is required"],
    [{ lastName: "x".repeat(101) }, "lastName", "Last name must be 100 characters or less"],
    [{ password: "Welcome@123", confirmPassword: "Welcome@123" }, "password", "This password is one of the most common"], // oxfmt-ignore
  ])("names the field of a broken rule: %o", async (more, field, message) => {
    const { status, body } = await signup(form("rules@example.com", more));
    expect([status, body.result]).toEqual([200, 0]);
    expect(body.errors![field]![0]).toContain(message);
    expect(await stored("rules@example.com")).toEqual([]);
  });

  test.each([
    {},
    { ...form("a@example.com"), password: 12345678 },
    { ...form("a@example.com"), email: null },
    "x",
  ])("a body of another shape is a 400: %o", async (body) => {
    expect(await signup(body)).toMatchObject({ status: 400, body: { result: 0 } });
  });
});

describe("lost passwords", () => {
  const forgot = (body: unknown) => guestClient(shop).post("/auth/forgot-password", body);
  const reset = (body: unknown) => guestClient(shop).post("/auth/reset-password", body);

  test("the answer to a request for a link is the same for everybody", async () => {
    const { email } = await person();
    const { email: inactive } = await person({ status: "inactive" });
    const sent = {
      result: 1,
      msg: "Reset password instruction sent to your email. Please check your email!",
    };
    for (const address of [email, inactive, "nobody@example.com"]) {
      expect(await forgot({ email: address })).toMatchObject({ status: 200, body: sent });
    }
    const mails = await shop.db.read
      .selectFrom("outgoing_mails")
      .select("recipient")
      .where("recipient", "in", [email, inactive, "nobody@example.com"])
      .execute();
    expect(mails).toEqual([{ recipient: email }]);
    expect((await forgot({ email: "nobody" })).body).toMatchObject({ result: 0, errors: { email: [{}] } });
    for (const body of [{}, { email: 1 }, null]) expect((await forgot(body)).status).toBe(400);
  });

  test("a link works once: result is 5, then 0", async () => {
    const { email } = await person();
    await forgot({ email });
    const token = await mailedToken(shop.db.read, email);
    const body = { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    expect((await reset({ ...body, confirmPassword: "x" })).body).toMatchObject({
      result: 0,
      msg: "Passwords do not match",
    });
    expect((await reset({ ...body, password: "short", confirmPassword: "short" })).body.result).toBe(0);
    const changed = await reset(body);
    expect([changed.status, changed.body]).toEqual([
      200,
      { result: 5, msg: "Your password has been changed. Please log in with the new one" },
    ]);
    for (const given of [token, "", "nonsense"]) {
      expect(await reset({ ...body, token: given })).toMatchObject({
        status: 200,
        body: {
          result: 0,
          msg: "This link is no longer valid. Please ask for a new one",
          errors: { token: [{}] },
        },
      });
    }
    for (const wrong of [{}, { ...body, token: 1 }, { ...body, password: null }]) {
      expect((await reset(wrong)).status).toBe(400);
    }
  });
});

describe("rate limits", () => {
  withSettings(shop, LIMITED);
  const tooMany = {
    status: 429,
    body: { result: 0, msg: expect.stringMatching(/^Too many tries\. Please wait/) },
  };

  test("after ten wrong passwords the right one must wait too; other accounts can log in; successful logins do not count", async () => {
    const [guessed, other] = [
      await accountWithPassword(shop.db.write, PASSWORD),
      await accountWithPassword(shop.db.write, PASSWORD),
    ];
    const client = guestClient(shop);
    const login = (username: string, password: string) => authenticate(username, password, client);
    for (let n = 0; n < 12; n += 1) expect((await login(other.email, PASSWORD)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) {
      expect((await login(n % 2 ? guessed.email : guessed.email.toUpperCase(), "wrong")).status).toBe(401);
    }
    for (const password of ["wrong", PASSWORD]) {
      const refused = await login(guessed.email, password);
      expect(refused).toMatchObject(tooMany);
      const seconds = Number(refused.headers.get("Retry-After"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
    }
    expect((await login(other.email, PASSWORD)).status).toBe(200);
    expect((await login("nobody@example.com", PASSWORD)).status).toBe(401);
  });

  test.each([
    ["/auth/forgot-password", 20],
    ["/auth/reset-password", 30],
    ["/auth/signup", 40],
    ["/auth/refreshtoken", 300],
  ])("%s allows %d tries from one address", async (path, tries) => {
    const client = guestClient(shop);
    const allowed = await sendMany(shop, tries, `/api/v1${path}`, { body: {} });
    expect(allowed.map(({ status }) => status)).toEqual(Array.from({ length: tries }, () => 400));
    const refused = await client.post(path, {});
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("allows 1200 calls a minute from one address; a customer is counted separately", async () => {
    const client = guestClient(shop);
    const grant = await startRefreshFamily(shop.db.write, await createAccount(shop.db.write));
    // More than allowed, since a slow machine may need the rest of the minute.
    const answers = await sendMany(shop, 1500, "/api/v1/carts/all");
    expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 429]);
    const { head } = answers.find(({ status }) => status === 429)!;
    expect(Number(/^Retry-After: (\d+)\r$/im.exec(head)?.[1])).toBeLessThanOrEqual(60);
    expect(await client.get("/carts/all")).toMatchObject(tooMany);
    client.token = await signAccessToken(grant);
    expect((await client.get("/carts/all")).status).toBe(200);
  });
});
