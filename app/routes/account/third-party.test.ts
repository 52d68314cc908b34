import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { accountWithPassword, mailedToken } from "~/test/factories-accounts";
import { type OpenIdProvider, type PersonThere, startOpenIdProvider } from "~/test/openid-provider";
import { Browser, signedIn, startTestShop, type TestShop } from "~/test/shop";

const PASSWORD = "Correct-Horse-7";

let google: OpenIdProvider;
let facebook: OpenIdProvider;
let shop: TestShop;
beforeAll(async () => {
  [google, facebook] = await Promise.all([startOpenIdProvider("google"), startOpenIdProvider("facebook")]);
  // No mail worker's haste: the queue is looked into before a message is sent and its link erased.
  shop = await startTestShop({ ...google.env, ...facebook.env, SMTP_URL: "smtp://127.0.0.1:9" });
});
afterAll(() => Promise.all([shop.remove(), google.close(), facebook.close()]));
afterEach(() => {
  google.trouble = {};
  facebook.trouble = {};
});

const browser = () => new Browser(shop.origin);
let people = 0;
const somebody = (given: Partial<PersonThere> = {}): PersonThere => ({
  sub: `person-${++people}`,
  email: `person-${people}@example.com`,
  email_verified: true,
  given_name: "Ravi",
  family_name: "Nair",
  ...given,
});

/** From the button to the provider and back. @returns the address that the provider sends the browser to */
async function outAndBack(
  visitor: Browser,
  provider: OpenIdProvider,
  person: PersonThere,
  fields: Record<string, string> = {},
): Promise<string> {
  provider.person = person;
  const name = provider === google ? "google" : "facebook";
  const answer = await visitor.post(`/auth/${name}`, fields);
  expect(answer.status).toBe(303);
  const back = await provider.visit(answer.headers.get("Location")!);
  expect(back).toMatch(`${shop.origin}/auth/${name}/callback?`);
  return back;
}

/** The whole sign-in. @returns where it ended and what the next page says */
async function signIn(...given: Parameters<typeof outAndBack>) {
  return land(given[0], await outAndBack(...given));
}

async function land(visitor: Browser, callback: string) {
  const answer = await visitor.get(callback);
  const page = await (await visitor.get("/terms")).text();
  return { status: answer.status, to: answer.headers.get("Location"), says: messageOf(page) };
}

/** The newest flash message of a page. */
const messageOf = (html: string) =>
  /class="flash">(?:<p[^>]*>[^<]+<\/p>)*<p[^>]*>([^<]+)<\/p><\/div>/.exec(html)?.[1] ?? null;
const greets = async (visitor: Browser) =>
  /Hi, ([^<]+)</.exec(await (await visitor.get("/terms")).text())?.[1] ?? null;
const accountOf = (email: string) =>
  shop.db.read.selectFrom("accounts").selectAll().where("email", "=", email).executeTakeFirst();
const identitiesOf = (accountId: number) =>
  shop.db.read.selectFrom("identities").selectAll().where("account_id", "=", accountId).execute();
const subjectsOf = (email: string) =>
  shop.db.read
    .selectFrom("outgoing_mails")
    .select("subject")
    .where("recipient", "=", email)
    .execute()
    .then((mails) => mails.map(({ subject }) => subject));

describe("somebody new", () => {
  test("from Google: an account with the names and the confirmed address, signed in, back where they came from", async () => {
    const visitor = browser();
    const person = somebody({ email: "New.Reader@Example.com", given_name: "Mīrā", family_name: "Bose" });
    const answer = await signIn(visitor, google, person, { redirectTo: "/books?tag=Poetry" });
    expect(answer).toEqual({
      status: 303,
      to: "/books?tag=Poetry",
      says: "Registration successful! Welcome to Kitab",
    });
    expect(await greets(visitor)).toBe("Mīrā");
    const account = (await accountOf("new.reader@example.com"))!;
    expect(account).toMatchObject({
      first_name: "Mīrā",
      last_name: "Bose",
      role: "customer",
      password_hash: null,
    });
    expect(account.email_confirmed_at).not.toBeNull();
    expect(await identitiesOf(account.id)).toMatchObject([{ provider: "google", subject: person.sub }]);
    expect(visitor.cookieNames()).not.toContain("third-party");
  });

  test("a second time: the same account, and the session is a new one", async () => {
    const person = somebody();
    await signIn(browser(), google, person);
    const visitor = browser();
    await createBook(shop.db.write, { stock: 3 }).then((bookId) =>
      visitor.post("/cart", { intent: "add", bookId }),
    );
    const before = visitor.cookieHeader();
    expect(await signIn(visitor, google, { ...person, email: "moved@example.com" })).toMatchObject({
      to: "/",
      says: "Login successful!",
    });
    expect(visitor.cookieHeader()).not.toContain(/kitab=[^;]+/.exec(before)![0]);
    const cart = await (await visitor.get("/cart")).text();
    expect(cart).toContain("1 item");
    expect(await accountOf("moved@example.com")).toBeUndefined();
  });

  test("from Facebook: unconfirmed, with the mail to confirm, since Facebook vouches for no address", async () => {
    const visitor = browser();
    const person = somebody({ email_verified: true });
    expect(await signIn(visitor, facebook, person)).toMatchObject({
      to: "/",
      says: "Registration successful! Welcome to Kitab. Please confirm your email",
    });
    expect((await accountOf(person.email!))!.email_confirmed_at).toBeNull();
    expect(await subjectsOf(person.email!)).toEqual(["Please confirm your email for Kitab"]);
    expect(await signIn(browser(), facebook, person)).toMatchObject({ says: "Login successful!" });
  });

  test.each([false, undefined, "true"])(
    "from Google with email_verified %s: unconfirmed as well",
    async (claim) => {
      google.trouble = { claims: (claims) => ({ ...claims, email_verified: claim }) };
      const person = somebody();
      await signIn(browser(), google, person);
      expect((await accountOf(person.email!))!.email_confirmed_at).toBeNull();
    },
  );

  test("without an address: told so, and no account", async () => {
    const person = somebody({ email: undefined });
    expect(await signIn(browser(), facebook, person, { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: "Facebook did not tell us an email address. Please register with yours instead",
    });
  });

  test("two callbacks at once make one account", async () => {
    const person = somebody();
    const visitors = Array.from({ length: 6 }, browser);
    const ways: string[] = [];
    for (const visitor of visitors) ways.push(await outAndBack(visitor, google, person));
    const answers = await Promise.all(visitors.map((visitor, i) => land(visitor, ways[i]!)));
    expect(answers.map(({ to }) => to)).toEqual(answers.map(() => "/"));
    expect(answers.filter(({ says }) => says!.startsWith("Registration"))).toHaveLength(1);
    const { id } = (await accountOf(person.email!))!;
    expect(await identitiesOf(id)).toHaveLength(1);
    for (const visitor of visitors) expect(await greets(visitor)).toBe("Ravi");
  });
});

describe("an account with the same address", () => {
  const local = (given: Parameters<typeof accountWithPassword>[2] = {}) =>
    accountWithPassword(shop.db.write, PASSWORD, { email: `local-${++people}@example.com`, ...given });

  test("is connected when Google vouches for the address; the password stays, the owner is told", async () => {
    const { id, email } = await local();
    const visitor = browser();
    expect(await signIn(visitor, google, somebody({ email }))).toMatchObject({
      to: "/",
      says: "Login successful! Google is connected to your account now",
    });
    expect(await greets(visitor)).toBe("Asha");
    expect(await identitiesOf(id)).toHaveLength(1);
    expect(await subjectsOf(email)).toEqual(["Google was connected to your account at Kitab"]);
    expect((await browser().post("/login", { username: email, password: PASSWORD })).status).toBe(303);
  });

  test.each([
    ["Facebook", () => facebook],
    ["Google, not vouched for", () => google],
  ])("is not touched by %s: first the password, then a connection", async (_, provider) => {
    const { id, email } = await local();
    const visitor = browser();
    const answer = await signIn(visitor, provider(), somebody({ email, email_verified: false }), {
      redirectTo: "/checkout",
    });
    expect(answer.to).toBe("/login?redirectTo=%2Fcheckout");
    expect(answer.says).toContain("There is an account with this email already");
    expect(await greets(visitor)).toBeNull();
    expect(await identitiesOf(id)).toEqual([]);
  });

  test("made by a stranger who waits for the owner: nothing of the stranger's leads into it any more", async () => {
    const { id, email } = await local({ confirmed: false });
    const stranger = await signedIn(shop, id);
    const planted = somebody({ email: "stranger@example.com" });
    expect((await signIn(stranger, facebook, planted, { intent: "connect" })).says).toContain("is connected");
    await stranger.post("/forgot-password", { email });
    const reset = await mailedToken(shop.db.read, email);

    const owner = browser();
    const { says } = await signIn(owner, google, somebody({ email }));
    expect(says).toContain("A password chosen before your email was confirmed no longer works");
    expect(await greets(owner)).toBe("Asha");
    expect(await greets(stranger)).toBeNull();
    expect((await browser().post("/login", { username: email, password: PASSWORD })).status).toBe(400);
    expect((await browser().get(`/resetpassword?token=${reset}`)).status).toBe(400);
    expect(await identitiesOf(id)).toMatchObject([{ provider: "google" }]);
    expect(await accountOf(email)).toMatchObject({
      password_hash: null,
      email_confirmed_at: expect.any(String),
    });
    await signIn(browser(), facebook, planted);
    expect((await accountOf("stranger@example.com"))!.id).not.toBe(id);
  });

  test("switched off: the usual words, by address and by an old connection", async () => {
    const { id, email } = await local({ status: "inactive" });
    const person = somebody({ email });
    const failed = { to: "/login", says: "Login failed. Please check your credentials." };
    expect(await signIn(browser(), google, person)).toMatchObject(failed);
    expect(await identitiesOf(id)).toEqual([]);
    const connected = somebody();
    await signIn(browser(), google, connected);
    await shop.db.write
      .updateTable("accounts")
      .set({ status: "inactive" })
      .where("email", "=", connected.email!)
      .execute();
    expect(await signIn(browser(), google, connected)).toMatchObject(failed);
  });

  test("of staff is never opened, not even by an old connection", async () => {
    const { id, email } = await local({ role: "admin" });
    const person = somebody({ email });
    const visitor = browser();
    const refused = { to: "/login", says: "Staff accounts are opened with their password only" };
    expect(await signIn(visitor, google, person)).toMatchObject(refused);
    expect(await identitiesOf(id)).toEqual([]);
    const identity = { provider: "google", subject: person.sub, account_id: id } as const;
    await shop.db.write
      .insertInto("identities")
      .values({ ...identity, email, linked_at: new Date().toISOString() })
      .execute();
    expect(await signIn(visitor, google, person)).toMatchObject(refused);
    expect(await greets(visitor)).toBeNull();
  });

  test("without a password: the usual words at the login form, and forgot-password sets one", async () => {
    const person = somebody();
    await signIn(browser(), google, person);
    const attempt = () => browser().post("/login", { username: person.email!, password: PASSWORD });
    const refused = await attempt();
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Login failed. Please check your credentials.");
    await browser().post("/forgot-password", { email: person.email! });
    const token = await mailedToken(shop.db.read, person.email!);
    const set = { token, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await browser().post("/resetpassword", set)).status).toBe(303);
    expect((await attempt()).status).toBe(303);
    expect((await signIn(browser(), google, person)).says).toBe("Login successful!");
  });
});

describe("what does not prove who somebody is ends at /login with a message, and begins nothing", () => {
  const UNCONFIRMED = "Google did not confirm this sign-in. Please try again";
  const OLD = "This sign-in is too old, or was used already. Please try again";

  const lies: [string, OpenIdProvider["trouble"]][] = [
    ["another sign-in's nonce", { claims: (claims) => ({ ...claims, nonce: "another" }) }],
    ["no nonce", { claims: ({ nonce: _, ...claims }) => claims }],
    ["another client's token", { claims: (claims) => ({ ...claims, aud: "another-shop" }) }],
    ["another client as the party", { claims: (claims) => ({ ...claims, azp: "another-shop" }) }],
    ["another issuer", { claims: (claims) => ({ ...claims, iss: "https://evil.example" }) }],
    ["a token of yesterday", { claims: (claims) => ({ ...claims, exp: claims.iat! - 86_000 }) }],
    ["no subject", { claims: ({ sub: _, ...claims }) => claims }],
    ["a signature that is not the provider's", { foreignKey: true }],
  ];
  test.each(lies)("%s", async (_, trouble) => {
    const visitor = browser();
    const person = somebody();
    google.trouble = trouble;
    expect(await signIn(visitor, google, person, { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: UNCONFIRMED,
    });
    expect(await greets(visitor)).toBeNull();
    expect(await accountOf(person.email!)).toBeUndefined();
  });

  test("a state that is not this browser's", async () => {
    const person = somebody();
    const visitor = browser();
    const back = new URL(await outAndBack(visitor, google, person, { redirectTo: "/cart" }));
    back.searchParams.set("state", "another");
    expect(await land(visitor, back.href)).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: OLD,
    });
    expect(await accountOf(person.email!)).toBeUndefined();
  });

  test("somebody else's callback, opened by a visitor without or with a sign-in of their own", async () => {
    const attacker = somebody();
    const back = await outAndBack(browser(), google, attacker);
    const bystander = browser();
    expect(await land(bystander, back)).toMatchObject({ to: "/login", says: OLD });
    await outAndBack(bystander, google, somebody());
    expect(await land(bystander, back)).toMatchObject({ to: "/login", says: OLD });
    expect(await greets(bystander)).toBeNull();
  });

  test("the same callback twice: the cookie is gone, and with the cookie put back the provider refuses", async () => {
    const visitor = browser();
    const back = await outAndBack(visitor, google, somebody());
    const cookie = /third-party=([^;]+)/.exec(visitor.cookieHeader())![1]!;
    expect(await land(visitor, back)).toMatchObject({ to: "/" });
    expect(await land(visitor, back)).toMatchObject({ to: "/login", says: OLD });
    const thief = browser();
    thief.setCookie("third-party", cookie);
    expect(await land(thief, back)).toMatchObject({ to: "/login", says: UNCONFIRMED });
    expect(await greets(thief)).toBeNull();
  });

  test("a cookie that the shop did not write, or wrote for the other provider", async () => {
    const visitor = browser();
    const back = await outAndBack(visitor, google, somebody());
    const cookie = /third-party=([^;]+)/.exec(visitor.cookieHeader())![1]!;
    const text = Buffer.from(decodeURIComponent(cookie), "base64").toString().replace("google", "gooogle");
    visitor.setCookie("third-party", encodeURIComponent(Buffer.from(text).toString("base64")));
    expect(await land(visitor, back)).toMatchObject({ to: "/login", says: OLD });
    visitor.setCookie("third-party", cookie);
    expect(await land(visitor, back.replace("/google/", "/facebook/"))).toMatchObject({
      to: "/login",
      says: OLD,
    });
  });

  test("the person says no at the provider", async () => {
    google.trouble = { denies: true };
    expect(await signIn(browser(), google, somebody(), { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: "The sign-in at Google was cancelled",
    });
  });

  test.each([500, "never"] as const)(
    "the provider's token endpoint answers %s: told within seconds",
    async (answer) => {
      google.trouble = { tokenAnswer: answer };
      const started = Date.now();
      expect(await signIn(browser(), google, somebody())).toEqual({
        status: 303,
        to: "/login",
        says: "Google cannot be reached at the moment. Please try again later, or log in with your password",
      });
      expect(Date.now() - started).toBeLessThan(10_000);
    },
  );

  test("callbacks with nonsense in them", async () => {
    for (const query of [
      "",
      "?state=",
      "?code=x&state=y",
      "?error=server_error&state=z",
      "?state=%00&code=%ff",
    ]) {
      for (const provider of ["google", "facebook"]) {
        const visitor = browser();
        expect(await land(visitor, `/auth/${provider}/callback${query}`)).toMatchObject({
          to: "/login",
          says: OLD,
        });
      }
    }
    const visitor = browser();
    const back = new URL(await outAndBack(visitor, google, somebody()));
    back.searchParams.set("code", "nobody's");
    expect(await land(visitor, back.href)).toMatchObject({ to: "/login", says: UNCONFIRMED });
  });
});

describe("beginning", () => {
  test("a GET begins nothing, an unknown provider is not found", async () => {
    expect((await browser().get("/auth/google")).headers.get("Location")).toBe("/login");
    for (const path of ["/auth/github", "/auth/github/callback"])
      expect((await browser().get(path)).status).toBe(404);
    expect((await browser().post("/auth/github", {})).status).toBe(404);
  });

  test("another site cannot begin one", async () => {
    const response = await browser().request("/auth/google", {
      method: "POST",
      headers: { "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams(),
    });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("the request to the provider: PKCE, state, nonce, the shop's own callback; the cookie: HttpOnly, Lax, short", async () => {
    const response = await browser().post("/auth/google", {});
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
  ])("never on to %s", async (redirectTo) => {
    expect(await signIn(browser(), google, somebody(), { redirectTo })).toMatchObject({ to: "/" });
    google.trouble = { denies: true };
    expect(await signIn(browser(), google, somebody(), { redirectTo })).toMatchObject({ to: "/login" });
  });

  test("the buttons stand on both pages, as forms that need no script, and the policy lets them through", async () => {
    for (const page of ["/login?redirectTo=%2Fcart", "/register?redirectTo=%2Fcart"]) {
      const response = await browser().get(page);
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
