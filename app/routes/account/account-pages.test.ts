import { describe, expect, test } from "vitest";
import { accountWithPassword, NEW_PASSWORD, PASSWORD } from "~/test/factories-accounts";
import { Browser, guestBrowser, signedIn, staffBrowser, testShop, LIMITED, withSettings } from "~/test/shop";
import { mailedToken } from "~/test/mails";
import { readPage, signedInName } from "~/test/pages";

const shop = testShop();

const person = (given: Parameters<typeof accountWithPassword>[2] = {}) =>
  accountWithPassword(shop.db.write, PASSWORD, given);

describe("/login", () => {
  test("a login starts a session, shows the message and leads back to the page before", async () => {
    const { email } = await person();
    const visitor = guestBrowser(shop);
    const answer = await readPage(
      await visitor.post("/login", {
        username: ` ${email.toUpperCase()}`,
        password: PASSWORD,
        redirectTo: "/books?tag=Poetry",
      }),
    );
    expect(answer).toMatchObject({ status: 303, to: "/books?tag=Poetry" });
    expect((await readPage(await visitor.get("/books"))).html).toContain("Login successful!");
    expect(await signedInName(visitor)).toBe("Asha");
    expect(await readPage(await visitor.get("/login?redirectTo=%2Fbooks"))).toMatchObject({
      status: 303,
      to: "/books",
    });
    expect(await readPage(await visitor.get("/register"))).toMatchObject({ status: 303, to: "/" });
  });

  test("admins go to the back office, unless another page sent them to the login", async () => {
    const { email } = await person({ role: "admin" });
    expect(
      await readPage(await guestBrowser(shop).post("/login", { username: email, password: PASSWORD })),
    ).toMatchObject({ to: "/admin" });
    const answer = await readPage(
      await guestBrowser(shop).post("/login?redirectTo=%2Fbooks", { username: email, password: PASSWORD }),
    );
    expect(answer).toMatchObject({ status: 303, to: "/books" });
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/%2F/evil.example",
    "javascript:alert(1)",
  ])("never redirects to %s", async (redirectTo) => {
    const { email } = await person();
    const answer = await readPage(
      await guestBrowser(shop).post("/login", { username: email, password: PASSWORD, redirectTo }),
    );
    expect(answer).toMatchObject({ status: 303, to: "/" });
  });

  test.each([
    ["/orders", "Please login to access your order information"],
    ["/checkout", "Please login to access checkout"],
    ["/cart", "Please login to access this page"],
  ])("%s sends a guest here, with the reason", async (path, reason) => {
    const guest = guestBrowser(shop);
    const to = `/login?redirectTo=${encodeURIComponent(path)}`;
    expect(await readPage(await guest.get(path))).toMatchObject({ status: 303, to });
    expect((await readPage(await guest.get(to))).html).toContain(reason);
  });

  test("a failed login keeps the username, not the password, and always has the same message", async () => {
    const { email } = await person();
    const { email: inactive } = await person({ status: "inactive" });
    for (const [username, password] of [
      [email, "wrong"],
      ["nobody@example.com", PASSWORD],
      [inactive, PASSWORD],
    ] as const) {
      const visitor = guestBrowser(shop);
      const answer = await readPage(await visitor.post("/login", { username, password }));
      expect(answer.status).toBe(400);
      expect(answer.html).toContain("Login failed. Please check your credentials.");
      expect(answer.html).toContain(`value="${username}"`);
      expect(answer.html).not.toContain(`value="${password}"`);
      expect(visitor.cookieNames()).not.toContain("kitab");
    }
  });

  test("'Remember me' keeps the cookie after the browser is closed", async () => {
    const { email } = await person();
    const cookieOf = async (fields: Record<string, string>) => {
      const response = await guestBrowser(shop).post("/login", {
        username: email,
        password: PASSWORD,
        ...fields,
      });
      return response.headers.getSetCookie().find((line) => line.startsWith("kitab="))!;
    };
    expect(await cookieOf({})).not.toMatch(/max-age|expires/i);
    expect(await cookieOf({ remember: "on" })).toMatch(/max-age=2592000/i);
    for (const line of [await cookieOf({}), await cookieOf({ remember: "on" })]) {
      expect(line).toMatch(/HttpOnly/i);
      expect(line).toMatch(/SameSite=Lax/i);
    }
  });

  test("logout ends the session on the server, only by POST", async () => {
    const { email } = await person();
    const visitor = guestBrowser(shop);
    await visitor.post("/login", { username: email, password: PASSWORD });
    const stolen = guestBrowser(shop);
    for (const pair of visitor.cookieHeader().split("; "))
      stolen.setCookie(pair.split("=")[0]!, pair.slice(pair.indexOf("=") + 1));
    await visitor.get("/logout");
    expect(await signedInName(visitor)).toBe("Asha");
    expect(await readPage(await visitor.post("/logout", {}))).toMatchObject({ status: 303, to: "/" });
    expect((await readPage(await visitor.get("/"))).html).toContain("Logged out successfully");
    expect(await signedInName(stolen)).toBeNull();
  });
});

describe("/register", () => {
  const form = (email: string) => ({
    firstName: "Asha", lastName: "Rao", email, password: PASSWORD, confirmPassword: PASSWORD, terms: "on", redirectTo: "/cart",
  }); // oxfmt-ignore

  test("leads to the login page with the page to return to and the address filled in; nobody is logged in", async () => {
    const visitor = guestBrowser(shop);
    const answer = await readPage(await visitor.post("/register", form("new@example.com")));
    expect(answer).toMatchObject({ status: 303, to: "/login?redirectTo=%2Fcart" });
    const { html } = await readPage(await visitor.get(answer.to!));
    expect(html).toContain("Registration successful! Welcome to Kitab. Please confirm your email");
    expect(html).toContain('value="new@example.com"');
    expect(await signedInName(visitor)).toBeNull();
  });

  test("a taken address gets exactly the same answer", async () => {
    const { email } = await person();
    const [taken, free] = await Promise.all(
      [email, "free@example.com"].map(async (address) => {
        const visitor = guestBrowser(shop);
        const answer = await readPage(await visitor.post("/register", form(address)));
        return { ...answer, cookies: visitor.cookieNames() };
      }),
    );
    expect(taken).toEqual(free);
  });

  test("a refused form keeps values but no passwords, focuses the first error, and never makes an admin", async () => {
    const answer = await readPage(
      await guestBrowser(shop).post("/register", {
        firstName: "Asha",
        lastName: "",
        email: "no",
        password: "Secret-Word-1",
        confirmPassword: "other",
        role: "admin",
      }),
    );
    expect(answer.status).toBe(400);
    for (const message of [
      "Last name is required",
      "Please enter a valid email address",
      "Passwords do not match",
      "Please accept the terms and conditions",
    ]) {
      expect(answer.html).toContain(message);
    }
    expect(answer.html).toContain('value="Asha"');
    expect(answer.html).not.toContain("Secret-Word-1");
    expect(/<input[^>]*autofocus[^>]*>/i.exec(answer.html)?.[0]).toContain('name="lastName"');

    await guestBrowser(shop).post("/register", {
      ...form("role@example.com"),
      role: "admin",
      status: "inactive",
      id: "1",
    });
    const row = await shop.db.read
      .selectFrom("accounts")
      .selectAll()
      .where("email", "=", "role@example.com")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: "customer", status: "active" });
  });
});

describe("/forgot-password and /resetpassword", () => {
  test("sets a new password by a mailed link, which works once; other devices are logged out", async () => {
    const { id, email } = await person();
    const otherDevice = await signedIn(shop, id);
    expect(await signedInName(otherDevice)).toBe("Asha");
    const visitor = guestBrowser(shop);
    expect(
      await readPage(await visitor.post("/forgot-password", { email: email.toUpperCase() })),
    ).toMatchObject({
      status: 303,
      to: "/",
    });
    const told = (await readPage(await visitor.get("/"))).html;
    expect(told).toContain("Reset password instruction sent to your email. Please check your email!");
    // Said once: the notice beside it only says how to go on.
    expect(told).not.toContain("Check your inbox for the link");
    expect(told).toContain("The link works for one hour.");
    // The flash is gone; the notice stays and leads to a form with the address filled in.
    const home = await readPage(await visitor.get("/"));
    expect(home.html).not.toContain("Reset password instruction sent");
    expect(home.html).toContain("Check your inbox for the link to choose a new password");
    expect(home.html).toMatch(/href="\/forgot-password"[^>]*>Send again/);
    expect((await readPage(await visitor.get("/forgot-password"))).html).toContain(`value="${email}"`);

    const link = `/resetpassword?token=${await mailedToken(shop.db.read, email)}`;
    const page = await visitor.get(link);
    expect(page.status).toBe(200);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    const token = link.split("=")[1]!;
    const wrong = await readPage(
      await visitor.post(link, { token, password: "short", confirmPassword: "short" }),
    );
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("Password must be at least 8 characters long");
    const done = await readPage(
      await visitor.post(link, { token, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
    );
    expect(done).toMatchObject({ status: 303, to: "/" });
    await visitor.get("/");
    expect((await readPage(await visitor.get("/"))).html).toMatch(/href="\/login"[^>]*>Log in with it/);
    expect((await readPage(await visitor.get("/login"))).html).toContain(`value="${email}"`);

    expect(await signedInName(otherDevice)).toBeNull();
    const used = await readPage(await visitor.get(link));
    expect(used.status).toBe(400);
    expect(used.html).toContain("This link is no longer valid. Please ask for a new one");
    expect(used.html).toContain('href="/forgot-password"');
    expect((await visitor.post(link, { token, password: PASSWORD, confirmPassword: PASSWORD })).status).toBe(
      400,
    );
    expect((await visitor.post("/login", { username: email, password: NEW_PASSWORD })).status).toBe(303);
    await visitor.post("/logout", {});
    await visitor.get("/");
    expect((await readPage(await visitor.get("/"))).html).not.toContain("Log in with it");
  });
});

describe("/confirm-email", () => {
  test("opening the link does nothing, the button does", async () => {
    const visitor = guestBrowser(shop);
    await visitor.post("/register", {
      firstName: "Ila", lastName: "Sen", email: "ila@example.com", password: PASSWORD, confirmPassword: PASSWORD, terms: "on",
    }); // oxfmt-ignore
    const token = await mailedToken(shop.db.read, "ila@example.com");
    const isConfirmed = async () =>
      (
        await shop.db.read
          .selectFrom("accounts")
          .select("email_confirmed_at")
          .where("email", "=", "ila@example.com")
          .executeTakeFirstOrThrow()
      ).email_confirmed_at !== null;
    expect((await visitor.get(`/confirm-email?token=${token}`)).status).toBe(200);
    expect(await isConfirmed()).toBe(false);
    expect(await readPage(await visitor.post("/confirm-email", { token }))).toMatchObject({
      status: 303,
      to: "/",
    });
    expect(await isConfirmed()).toBe(true);
    expect((await visitor.post("/confirm-email", { token })).status).toBe(400);
  });

  test("the page of an invalid link offers 'Send again', to a guest after the login", async () => {
    const { id, email } = await person({ confirmed: false });
    const dead = "/confirm-email?token=dead";
    const guest = await readPage(await guestBrowser(shop).get(dead));
    expect(guest.status).toBe(400);
    expect(guest.html).toContain('href="/login?redirectTo=%2Fconfirm-email"');
    const visitor = await signedIn(shop, id);
    const main = async (url: string) =>
      /<main[\s\S]*<\/main>/.exec((await readPage(await visitor.get(url))).html)![0];
    for (const url of [dead, "/confirm-email"]) expect(await main(url)).toContain("Send again");
    expect((await readPage(await visitor.post(dead, { intent: "resend" }))).to).toBe("/");
    expect((await visitor.post(dead, { token: await mailedToken(shop.db.read, email) })).status).toBe(303);
    expect(await main("/confirm-email")).toContain("Your email is confirmed");
  });

  test("'Send again' is only for logged-in customers", async () => {
    const { id } = await person({ confirmed: false });
    const visitor = await signedIn(shop, id);
    expect(
      await readPage(await visitor.post("/confirm-email", { intent: "resend", redirectTo: "/books" })),
    ).toMatchObject({ status: 303, to: "/books" });
    const guest = await readPage(await guestBrowser(shop).post("/confirm-email", { intent: "resend" }));
    expect(guest.to).toContain("/login");
  });
});

describe("/admin", () => {
  test("guests are sent to the login, customers to the home page, with a message; admins see the dashboard", async () => {
    const guest = guestBrowser(shop);
    expect(await readPage(await guest.get("/admin"))).toMatchObject({
      status: 303,
      to: "/login?redirectTo=%2Fadmin",
    });
    expect((await readPage(await guest.get("/"))).html).toContain(
      "You need to be logged in with admin credentials to access this page",
    );
    const customer = await signedIn(shop, (await person()).id);
    expect(await readPage(await customer.get("/admin"))).toMatchObject({ status: 303, to: "/" });
    expect((await readPage(await customer.get("/"))).html).toContain(
      "You need admin privileges to access this page",
    );
    const admin = await signedIn(shop, (await person({ role: "admin" })).id);
    const page = await readPage(await admin.get("/admin"));
    expect(page.status).toBe(200);
    for (const label of [
      "Total Products",
      "Total Orders",
      "Completed Orders",
      "Recent Orders",
      "Popular Products",
      "Go to Store",
    ]) {
      expect(page.html).toContain(label);
    }
  });

  test("client navigations are guarded too", async () => {
    const customer = await signedIn(shop, (await person()).id);
    expect((await readPage(await customer.get("/admin.data"))).html).not.toContain("recentOrders");
  });

  test("'Go to Store' opens the preview, 'Back to admin' ends it", async () => {
    const admin = await signedIn(shop, (await person({ role: "admin" })).id);
    expect(await readPage(await admin.get("/books"))).toMatchObject({ status: 303, to: "/admin" });
    expect(await readPage(await admin.get("/?preview=on"))).toMatchObject({ status: 303, to: "/" });
    expect((await readPage(await admin.get("/books"))).html).toContain("Back to admin");
    expect(await readPage(await admin.get("/admin?preview=off"))).toMatchObject({
      status: 303,
      to: "/admin",
    });
    expect(await readPage(await admin.get("/books"))).toMatchObject({ status: 303, to: "/admin" });
  });
});

describe("rate limits", () => {
  withSettings(shop, LIMITED);

  /** A browser behind a proxy, with an address of its own. */
  class From extends Browser {
    constructor(readonly ip: string) {
      super(shop.origin);
    }
    override request(url: string, init: RequestInit = {}) {
      const headers = new Headers(init.headers);
      headers.set("X-Forwarded-For", this.ip);
      return super.request(url, { ...init, headers });
    }
  }

  /** A login by the API, which counts against the same limits as the page, but draws none. */
  const apiLogin = (ip: string, body: object) =>
    new From(ip).request("/api/v1/auth/authenticate", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });

  test("guessing gets a 429 with a waiting time; the owner's own browser can still log in", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    const owner = new From("203.0.113.1");
    expect((await owner.post("/login", { username: email, password: PASSWORD })).status).toBe(303);
    await owner.post("/logout", {});

    const guesser = new From("203.0.113.1");
    for (let tries = 0; tries < 10; tries++) {
      expect((await guesser.post("/login", { username: email, password: `wrong${tries}` })).status).toBe(400);
    }
    const stopped = await guesser.post("/login", { username: email, password: PASSWORD });
    expect(stopped.status).toBe(429);
    expect(Number(stopped.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await stopped.text()).toMatch(
      /Too many tries\. Please wait (a minute|\d+ minutes) and try again\./,
    );

    // Four more addresses use up the limit of unknown browsers; the owner's browser is known and not shop.
    for (let place = 2; place <= 5; place++)
      for (let tries = 0; tries < 10; tries++)
        await apiLogin(`203.0.113.${place}`, { username: email, password: "wrong" });
    expect(
      (await new From("203.0.113.9").post("/login", { username: email, password: PASSWORD })).status,
    ).toBe(429);
    expect((await owner.post("/login", { username: email, password: PASSWORD })).status).toBe(303);
  });

  test("a password reset by mail ends the lock-out, for pages and API", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    for (let place = 0; place < 6; place++)
      for (let tries = 0; tries < 9; tries++)
        await apiLogin(`198.51.100.${place}`, { username: email, password: "wrong" });
    const owner = new From("198.51.100.100");
    expect((await owner.post("/login", { username: email, password: PASSWORD })).status).toBe(429);
    await owner.post("/forgot-password", { email });
    const token = await mailedToken(shop.db.read, email);
    const password = "Harvest-Moon-42";
    const reset = await owner.post("/resetpassword", { token, password, confirmPassword: password });
    expect(reset.status).toBe(303);
    expect((await owner.post("/login", { username: email, password })).status).toBe(303);
    expect((await apiLogin("198.51.100.101", { username: email, password })).status).toBe(200);
  });

  test("strangers cannot lock out an app that logged in before, nor others behind its address", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    const here = "192.0.2.1";
    const browser = new From(here);
    expect((await browser.post("/login", { username: email, password: PASSWORD })).status).toBe(303);
    await browser.post("/logout", {});
    const first = await apiLogin(here, { username: email, password: PASSWORD });
    const { deviceToken } = (await first.json()) as { deviceToken: string };
    for (let tries = 0; tries < 101; tries++)
      await apiLogin(here, { username: `nobody${tries % 50}@example.com`, password: "wrong" });
    for (let place = 2; place < 9; place++)
      for (let tries = 0; tries < 9; tries++)
        await apiLogin(`192.0.2.${place}`, { username: email, password: "wrong" });

    const known = { username: email, password: PASSWORD, deviceToken };
    expect((await apiLogin(here, known)).status).toBe(200);
    expect((await browser.post("/login", { username: email, password: PASSWORD })).status).toBe(303);
    // A forged device token does not count, and without one the limits hold.
    expect((await apiLogin("192.0.2.99", { ...known, deviceToken: "A".repeat(22) })).status).toBe(429);
    expect((await apiLogin("192.0.2.99", { username: email, password: PASSWORD })).status).toBe(429);
  });

  test("successful logins do not add up", async () => {
    const { email } = await accountWithPassword(shop.db.write, PASSWORD);
    for (let times = 0; times < 15; times++) {
      expect(
        (await new From("203.0.113.50").post("/login", { username: email, password: PASSWORD })).status,
      ).toBe(303);
    }
  });

  test("registrations and requests for links are limited by address", async () => {
    const visitor = new From("203.0.113.60");
    const statuses = [];
    for (let times = 0; times < 21; times++)
      statuses.push((await visitor.post("/forgot-password", { email: "nobody@example.com" })).status);
    expect(statuses.slice(0, 20).every((status) => status === 303)).toBe(true);
    expect(statuses[20]).toBe(429);
  });
});

test("no page of somebody who is logged in is stored: Back after logging out must not bring the name", async () => {
  const { id } = await accountWithPassword(shop.db.write, PASSWORD);
  const staff = await staffBrowser(shop);
  const customer = await signedIn(shop, id);
  const pages = [
    "/",
    "/books",
    "/bestsellers",
    "/terms",
    "/cart",
    "/account",
    "/no-such-page",
    "/books/999999",
  ];
  // The second time the store's pages are cached ones.
  for (const path of [...pages, ...pages])
    expect([path, (await customer.get(path)).headers.get("Cache-Control")]).toEqual([
      path,
      "private, no-store",
    ]);
  for (const path of ["/admin", "/admin/products", "/admin/nowhere"])
    expect([path, (await staff.get(path)).headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
});

test("the data of any page are stored by no cache: they have the visitor's name and counts", async () => {
  const { id } = await accountWithPassword(shop.db.write, PASSWORD);
  for (const visitor of [guestBrowser(shop), await signedIn(shop, id)])
    for (const path of ["/_", "/books", "/cart", "/orders", "/wishlist", "/account", "/no-such-page"]) {
      const answer = await visitor.get(`${path}.data`);
      expect([path, answer.headers.get("Cache-Control")]).toEqual([path, "private, no-store"]);
    }
});
