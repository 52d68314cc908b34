import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type OpenIdProvider, startOpenIdProvider } from "~/test/servers/openid-provider";
import { finishSignIn, newPerson, signIn, visitProvider } from "~/test/servers/third-party";
import { signedInName } from "~/test/pages";
import { guestBrowser, testShop } from "~/test/shop";

let google: OpenIdProvider;
let facebook: OpenIdProvider;
beforeAll(async () => {
  [google, facebook] = await Promise.all([startOpenIdProvider("google"), startOpenIdProvider("facebook")]);
});
const shop = testShop(() => ({ ...google.env, ...facebook.env }));
afterAll(() => Promise.all([google.close(), facebook.close()]));
afterEach(() => {
  google.trouble = {};
  facebook.trouble = {};
});

const accountOf = (email: string) =>
  shop.db.read.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();

describe("a login that is not proven ends at /login with a message", () => {
  const UNCONFIRMED = "Google did not confirm this login. Please try again";
  const OLD = "This login is too old, or was used already. Please try again";

  const forgeries: [string, OpenIdProvider["trouble"]][] = [
    ["another login's nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
    ["no nonce", { claims: (claims) => ({ ...claims, nonce: undefined }) }],
    ["another client's token", { claims: (claims) => ({ ...claims, aud: "another-shop" }) }],
    ["another client as the party", { claims: (claims) => ({ ...claims, azp: "another-shop" }) }],
    ["another issuer", { claims: (claims) => ({ ...claims, iss: "https://evil.example" }) }],
    ["an expired token", { claims: (claims) => ({ ...claims, exp: claims.iat! - 86_000 }) }],
    ["no subject", { claims: (claims) => ({ ...claims, sub: undefined }) }],
    ["a signature that is not the provider's", { foreignKey: true }],
  ];
  test.each(forgeries)("%s", async (_, trouble) => {
    const visitor = guestBrowser(shop);
    const person = newPerson();
    google.trouble = trouble;
    expect(await signIn(visitor, google, person, { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: UNCONFIRMED,
    });
    expect(await signedInName(visitor)).toBeNull();
    expect(await accountOf(person.email!)).toBeUndefined();
  });

  test("another browser's state", async () => {
    const person = newPerson();
    const visitor = guestBrowser(shop);
    const back = new URL(await visitProvider(visitor, google, person, { redirectTo: "/cart" }));
    back.searchParams.set("state", "another");
    expect(await finishSignIn(visitor, back.href)).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: OLD,
    });
    expect(await accountOf(person.email!)).toBeUndefined();
  });

  test("another person's callback, opened by a visitor with or without a login of their own", async () => {
    const attacker = newPerson();
    const back = await visitProvider(guestBrowser(shop), google, attacker);
    const bystander = guestBrowser(shop);
    expect(await finishSignIn(bystander, back)).toMatchObject({ to: "/login", says: OLD });
    await visitProvider(bystander, google, newPerson());
    expect(await finishSignIn(bystander, back)).toMatchObject({ to: "/login", says: OLD });
    expect(await signedInName(bystander)).toBeNull();
  });

  test("the same callback twice: the cookie is gone, and with it restored the provider refuses", async () => {
    const visitor = guestBrowser(shop);
    const back = await visitProvider(visitor, google, newPerson());
    const cookie = /third-party=([^;]+)/.exec(visitor.cookieHeader())![1]!;
    expect(await finishSignIn(visitor, back)).toMatchObject({ to: "/" });
    expect(await finishSignIn(visitor, back)).toMatchObject({ to: "/login", says: OLD });
    const thief = guestBrowser(shop);
    thief.setCookie("third-party", cookie);
    expect(await finishSignIn(thief, back)).toMatchObject({ to: "/login", says: UNCONFIRMED });
    expect(await signedInName(thief)).toBeNull();
  });

  test("a forged cookie, or one for the other provider", async () => {
    const visitor = guestBrowser(shop);
    const back = await visitProvider(visitor, google, newPerson());
    const cookie = /third-party=([^;]+)/.exec(visitor.cookieHeader())![1]!;
    const text = Buffer.from(decodeURIComponent(cookie), "base64").toString().replace("google", "gooogle");
    visitor.setCookie("third-party", encodeURIComponent(Buffer.from(text).toString("base64")));
    expect(await finishSignIn(visitor, back)).toMatchObject({ to: "/login", says: OLD });
    visitor.setCookie("third-party", cookie);
    expect(await finishSignIn(visitor, back.replace("/google/", "/facebook/"))).toMatchObject({
      to: "/login",
      says: OLD,
    });
  });

  test("the person cancels at the provider", async () => {
    google.trouble = { denies: true };
    expect(await signIn(guestBrowser(shop), google, newPerson(), { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: "The login at Google was cancelled",
    });
  });

  test.each([500, "never"] as const)(
    "the provider's token endpoint answers %s: a message within the time limit",
    async (answer) => {
      google.trouble = { tokenAnswer: answer };
      expect(await signIn(guestBrowser(shop), google, newPerson())).toEqual({
        status: 303,
        to: "/login",
        says: "Google cannot be reached at the moment. Please try again later, or log in with your password",
      });
    },
  );

  test("callbacks with invalid parameters", async () => {
    for (const query of [
      "",
      "?state=",
      "?code=x&state=y",
      "?error=server_error&state=z",
      "?state=%00&code=%ff",
    ]) {
      for (const provider of ["google", "facebook"]) {
        const visitor = guestBrowser(shop);
        expect(await finishSignIn(visitor, `/auth/${provider}/callback${query}`)).toMatchObject({
          to: "/login",
          says: OLD,
        });
      }
    }
    const visitor = guestBrowser(shop);
    const back = new URL(await visitProvider(visitor, google, newPerson()));
    back.searchParams.set("code", "nobody's");
    expect(await finishSignIn(visitor, back.href)).toMatchObject({ to: "/login", says: UNCONFIRMED });
  });
});

describe("beginning a login", () => {
  test("a GET begins nothing, an unknown provider is a 404", async () => {
    expect((await guestBrowser(shop).get("/auth/google")).headers.get("Location")).toBe("/login");
    for (const path of ["/auth/github", "/auth/github/callback"])
      expect((await guestBrowser(shop).get(path)).status).toBe(404);
    expect((await guestBrowser(shop).post("/auth/github", {})).status).toBe(404);
  });

  test("another site cannot begin it", async () => {
    const response = await guestBrowser(shop).request("/auth/google", {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams(),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("the request has PKCE, state, nonce and the shop's callback; the cookie is HttpOnly, Lax and short-lived", async () => {
    const response = await guestBrowser(shop).post("/auth/google", {});
    const { origin, searchParams: asked } = new URL(response.headers.get("Location")!);
    expect(origin).toBe(google.issuer);
    expect(Object.fromEntries(asked)).toEqual({
      response_type: "code",
      client_id: "kitab-shop",
      redirect_uri: `${shop.origin}/auth/google/callback`,
      scope: "openid email profile",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith("third-party="))!;
    expect(cookie).toMatch(/Max-Age=900; Path=\/; HttpOnly; SameSite=Lax/i);
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/%2F/evil.example",
    "javascript:alert(1)",
  ])("never redirects to %s", async (redirectTo) => {
    expect(await signIn(guestBrowser(shop), google, newPerson(), { redirectTo })).toMatchObject({ to: "/" });
    google.trouble = { denies: true };
    expect(await signIn(guestBrowser(shop), google, newPerson(), { redirectTo })).toMatchObject({
      to: "/login",
    });
  });

  test("login and registration have the buttons as plain forms, and the policy allows them", async () => {
    for (const page of ["/login?redirectTo=%2Fcart", "/register?redirectTo=%2Fcart"]) {
      const response = await guestBrowser(shop).get(page);
      const html = await response.text();
      for (const provider of ["google", "facebook"]) {
        const form = new RegExp(
          `<form[^>]* action="/auth/${provider}" method="post"><input type="hidden" name="redirectTo" value="/cart"/>`,
        );
        expect(form.test(html)).toBe(true);
      }
      const policy = response.headers.get("Content-Security-Policy");
      expect(policy).toContain(`form-action 'self' ${google.issuer} ${facebook.issuer};`);
    }
  });
});
