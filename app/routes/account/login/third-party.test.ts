import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createBook } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { type OpenIdProvider, startOpenIdProvider } from "~/test/servers/openid-provider";
import { guestBrowser, signedIn, testShop } from "~/test/shop";
import { finishSignIn, newPerson, signIn, visitProvider } from "~/test/servers/third-party";
import { mailedToken, mailsTo } from "~/test/mails";
import { signedInName } from "~/test/pages";

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
const identitiesOf = (accountId: number) =>
  shop.db.read.selectFrom("identities").selectAll().where("account_id", "=", accountId).execute();
const subjectsOf = async (email: string) =>
  (await mailsTo(shop.db.read, email)).map(({ subject }) => subject);

describe("a new person", () => {
  test("from Google gets an account with names and confirmed address, is logged in and returns to the page before", async () => {
    const visitor = guestBrowser(shop);
    const person = newPerson({ email: "New.Reader@Example.com", given_name: "Mīrā", family_name: "Bose" });
    const answer = await signIn(visitor, google, person, { redirectTo: "/books?tag=Poetry" });
    expect(answer).toEqual({
      status: 303,
      to: "/books?tag=Poetry",
      says: "Registration successful! Welcome to Kitab",
    });
    expect(await signedInName(visitor)).toBe("Mīrā");
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

  test("logs in to the same account the second time, with a new session", async () => {
    const person = newPerson();
    await signIn(guestBrowser(shop), google, person);
    const visitor = guestBrowser(shop);
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

  test("from Facebook gets an unconfirmed account and the mail to confirm, since Facebook confirms no address", async () => {
    const visitor = guestBrowser(shop);
    const person = newPerson({ email_verified: true });
    expect(await signIn(visitor, facebook, person)).toMatchObject({
      to: "/",
      says: "Registration successful! Welcome to Kitab. Please confirm your email",
    });
    expect((await accountOf(person.email!))!.email_confirmed_at).toBeNull();
    expect(await subjectsOf(person.email!)).toEqual(["Please confirm your email for Kitab"]);
    expect(await signIn(guestBrowser(shop), facebook, person)).toMatchObject({ says: "Login successful!" });
  });

  test.each([false, undefined, "true"])(
    "from Google with email_verified %s gets an unconfirmed account",
    async (claim) => {
      google.trouble = { claims: (claims) => ({ ...claims, email_verified: claim }) };
      const person = newPerson();
      await signIn(guestBrowser(shop), google, person);
      expect((await accountOf(person.email!))!.email_confirmed_at).toBeNull();
    },
  );

  test("without an address gets a message and no account", async () => {
    const person = newPerson({ email: undefined });
    expect(await signIn(guestBrowser(shop), facebook, person, { redirectTo: "/cart" })).toEqual({
      status: 303,
      to: "/login?redirectTo=%2Fcart",
      says: "Facebook did not tell us an email address. Please register with yours instead",
    });
  });

  test("several callbacks at once make one account", async () => {
    const person = newPerson();
    const visitors = Array.from({ length: 6 }, () => guestBrowser(shop));
    const ways: string[] = [];
    for (const visitor of visitors) ways.push(await visitProvider(visitor, google, person));
    const answers = await Promise.all(visitors.map((visitor, i) => finishSignIn(visitor, ways[i]!)));
    expect(answers.map(({ to }) => to)).toEqual(answers.map(() => "/"));
    expect(answers.filter(({ says }) => says!.startsWith("Registration"))).toHaveLength(1);
    const { id } = (await accountOf(person.email!))!;
    expect(await identitiesOf(id)).toHaveLength(1);
    for (const visitor of visitors) expect(await signedInName(visitor)).toBe("Ravi");
  });
});

describe("an account with the same address", () => {
  const local = (given: Parameters<typeof accountWithPassword>[2] = {}) =>
    accountWithPassword(shop.db.write, PASSWORD, { email: `local-${newPerson().email}`, ...given });

  test("is connected when Google has verified the address; the password stays, and the owner gets a mail", async () => {
    const { id, email } = await local();
    const visitor = guestBrowser(shop);
    expect(await signIn(visitor, google, newPerson({ email }))).toMatchObject({
      to: "/",
      says: "Login successful! Google is connected to your account now",
    });
    expect(await signedInName(visitor)).toBe("Asha");
    expect(await identitiesOf(id)).toHaveLength(1);
    expect(await subjectsOf(email)).toEqual(["Google was connected to your account at Kitab"]);
    expect((await guestBrowser(shop).post("/login", { username: email, password: PASSWORD })).status).toBe(
      303,
    );
  });

  test.each([
    ["Facebook", () => facebook],
    ["Google, unverified", () => google],
  ])("is not connected by %s: the owner must log in with the password first", async (_, provider) => {
    const { id, email } = await local();
    const visitor = guestBrowser(shop);
    const answer = await signIn(visitor, provider(), newPerson({ email, email_verified: false }), {
      redirectTo: "/checkout",
    });
    expect(answer.to).toBe("/login?redirectTo=%2Fcheckout");
    expect(answer.says).toContain("There is an account with this email already");
    expect(await signedInName(visitor)).toBeNull();
    expect(await identitiesOf(id)).toEqual([]);
  });

  test("registered by a stranger beforehand no longer accepts the stranger's password, session or connection", async () => {
    const { id, email } = await local({ confirmed: false });
    const stranger = await signedIn(shop, id);
    const planted = newPerson({ email: "stranger@example.com" });
    expect((await signIn(stranger, facebook, planted, { intent: "connect" })).says).toContain("is connected");
    await stranger.post("/forgot-password", { email });
    const reset = await mailedToken(shop.db.read, email);

    const owner = guestBrowser(shop);
    const { says } = await signIn(owner, google, newPerson({ email }));
    expect(says).toContain("A password chosen before your email was confirmed no longer works");
    expect(await signedInName(owner)).toBe("Asha");
    expect(await signedInName(stranger)).toBeNull();
    expect((await guestBrowser(shop).post("/login", { username: email, password: PASSWORD })).status).toBe(
      400,
    );
    expect((await guestBrowser(shop).get(`/resetpassword?token=${reset}`)).status).toBe(400);
    expect(await identitiesOf(id)).toMatchObject([{ provider: "google" }]);
    expect(await accountOf(email)).toMatchObject({
      password_hash: null,
      email_confirmed_at: expect.any(String),
    });
    await signIn(guestBrowser(shop), facebook, planted);
    expect((await accountOf("stranger@example.com"))!.id).not.toBe(id);
  });

  test("that is inactive gets the usual message, by address and by an old connection", async () => {
    const { id, email } = await local({ status: "inactive" });
    const person = newPerson({ email });
    const failed = { to: "/login", says: "Login failed. Please check your credentials." };
    expect(await signIn(guestBrowser(shop), google, person)).toMatchObject(failed);
    expect(await identitiesOf(id)).toEqual([]);
    const connected = newPerson();
    await signIn(guestBrowser(shop), google, connected);
    await shop.db.write
      .updateTable("accounts")
      .set({ status: "inactive" })
      .where("email", "=", connected.email!)
      .execute();
    expect(await signIn(guestBrowser(shop), google, connected)).toMatchObject(failed);
  });

  test("of staff cannot be used, not even by an old connection", async () => {
    const { id, email } = await local({ role: "admin" });
    const person = newPerson({ email });
    const visitor = guestBrowser(shop);
    const refused = { to: "/login", says: "Staff accounts are opened with their password only" };
    expect(await signIn(visitor, google, person)).toMatchObject(refused);
    expect(await identitiesOf(id)).toEqual([]);
    const identity = { provider: "google", subject: person.sub, account_id: id } as const;
    await shop.db.write
      .insertInto("identities")
      .values({ ...identity, email, linked_at: new Date().toISOString() })
      .execute();
    expect(await signIn(visitor, google, person)).toMatchObject(refused);
    expect(await signedInName(visitor)).toBeNull();
  });

  test("without a password fails at the login form as usual, and can set one through forgot-password", async () => {
    const person = newPerson();
    await signIn(guestBrowser(shop), google, person);
    const attempt = () => guestBrowser(shop).post("/login", { username: person.email!, password: PASSWORD });
    const refused = await attempt();
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Login failed. Please check your credentials.");
    await guestBrowser(shop).post("/forgot-password", { email: person.email! });
    const token = await mailedToken(shop.db.read, person.email!);
    const set = { token, password: PASSWORD, confirmPassword: PASSWORD };
    expect((await guestBrowser(shop).post("/resetpassword", set)).status).toBe(303);
    expect((await attempt()).status).toBe(303);
    expect((await signIn(guestBrowser(shop), google, person)).says).toBe("Login successful!");
  });
});
