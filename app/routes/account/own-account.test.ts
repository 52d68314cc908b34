import { describe, expect, test } from "vitest";
import { ADDRESSES_MAX } from "~/domain/kit/addresses/addresses.server";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { ADDRESS, createAccount, createAddress, createBook } from "~/test/factories";
import { accountWithPassword, NEW_PASSWORD, PASSWORD } from "~/test/factories-accounts";
import { insertOrder } from "~/test/factories-orders";
import { fullCustomer } from "~/test/full-customer";
import { customerBrowser, guestBrowser, signedIn, testShop, LIMITED, withSettings } from "~/test/shop";
import { mailedToken } from "~/test/mails";
import { readPage } from "~/test/pages";

const shop = testShop();

const person = (given: Parameters<typeof accountWithPassword>[2] = {}) =>
  accountWithPassword(shop.db.write, PASSWORD, given);

const rowOf = (id: number) =>
  shop.db.read.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const PAGES = [
  "/account",
  "/account/addresses",
  "/account/devices",
  "/account/data",
  "/account/data/deletion",
];

test("the pages are only for customers: guests log in first and come back, admins go to the back office", async () => {
  const guest = guestBrowser(shop);
  const admin = await signedIn(shop, (await person({ role: "admin" })).id);
  const customer = await signedIn(shop, (await person()).id);
  for (const page of [...PAGES, "/account/data/download"]) {
    const answer = await readPage(await guest.get(`${page}?token=a`));
    expect(answer).toMatchObject({
      status: 303,
      to: `/login?redirectTo=${encodeURIComponent(`${page}?token=a`)}`,
    });
    expect(await readPage(await admin.get(page))).toMatchObject({ status: 303, to: "/admin" });
    const response = await customer.get(page);
    expect(response.status, page).toBe(200);
    await response.text();
  }
  expect((await readPage(await guest.get("/login"))).html).toContain("Please login to access this page");
  // /account/data has no action.
  for (const page of PAGES.filter((page) => page !== "/account/data"))
    expect((await guest.post(page, { intent: "delete" })).status, page).toBe(303);
});

test("whose name a review has, what is kept of a customer and how it is deleted is said in plain words", async () => {
  const customer = await signedIn(shop, (await person()).id);
  const guest = guestBrowser(shop);
  const book = await createBook(shop.db.write);
  const pages = {
    "/terms": ["first name and the initial of your last name", "dates, minimum order and number of uses"],
    "/privacy": ["first name and the initial of your last name, such as Priya S."],
    [`/books/${book}?tab=reviews`]: ["Shown with your first name and the initial of your last name."],
    "/account/data": ["the emails we have sent you", "We delete your account", "editor opens it"],
  };
  for (const [page, sentences] of Object.entries(pages)) {
    const { html } = await readPage(customer.get(page));
    for (const sentence of sentences) expect(html, page).toContain(sentence);
    expect(html).not.toMatch(
      /smallest subtotal|erase your account|the mails we|people and programs can read/,
    );
  }
  await guest.post("/wishlist", { intent: "add", bookId: book });
  expect((await readPage(guest.get("/login"))).html).toContain(
    "Please login to keep a wishlist. We will add the book to it.",
  );
});

describe("/change-password", () => {
  const form = { currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

  test("sends a guest to the login", async () => {
    const guest = guestBrowser(shop);
    const to = "/login?redirectTo=%2Fchange-password";
    expect(await readPage(await guest.get("/change-password"))).toMatchObject({ status: 303, to });
    expect(await readPage(await guest.post("/change-password", form))).toMatchObject({ status: 303, to });
  });

  test("logs out everywhere and leads to the login page with the message and the username filled in", async () => {
    const { id, email } = await person();
    const [here, there] = [await signedIn(shop, id), await signedIn(shop, id)];
    const page = await readPage(await here.get("/change-password"));
    for (const label of ["Current password", "New password", "Confirm password", "Change Password"])
      expect(page.html).toContain(label);
    expect(await readPage(await here.post("/change-password", form))).toMatchObject({
      status: 303,
      to: "/login",
    });
    const login = await readPage(await here.get("/login"));
    expect(login).toMatchObject({ status: 200 });
    expect(login.html).toContain("Your password has been changed. Please log in with the new one");
    expect(login.html).toContain(`value="${email}"`);
    expect((await there.get("/account")).status).toBe(303);
    expect((await here.post("/login", { username: email, password: NEW_PASSWORD })).status).toBe(303);
  });

  test("a refused form shows messages at the fields, sends no password back and logs nobody out", async () => {
    const visitor = await signedIn(shop, (await person()).id);
    const wrong = await readPage(
      await visitor.post("/change-password", { ...form, currentPassword: "Not-It-77" }),
    );
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("Failed to change password");
    expect(wrong.html).toContain("This is not your current password");
    expect(/<input[^>]*autofocus[^>]*>/i.exec(wrong.html)?.[0]).toContain('name="currentPassword"');
    for (const secret of ["Not-It-77", NEW_PASSWORD]) expect(wrong.html).not.toContain(secret);
    const unequal = await readPage(
      await visitor.post("/change-password", {
        currentPassword: "",
        password: "short",
        confirmPassword: "other",
      }),
    );
    expect(unequal.status).toBe(400);
    for (const message of [
      "Please enter your current password",
      "Password must be at least 8 characters long",
      "Passwords do not match",
    ])
      expect(unequal.html).toContain(message);
    expect((await visitor.get("/account")).status).toBe(200);
  });

  test("staff change it in the back office", async () => {
    const visitor = await signedIn(shop, (await person({ role: "admin" })).id);
    expect((await readPage(await visitor.get("/admin"))).html).toContain('href="/admin/change-password"');
    expect(await readPage(await visitor.get("/change-password"))).toMatchObject({
      to: "/admin/change-password",
    });
    expect((await visitor.get("/admin/change-password")).status).toBe(200);
    expect(await readPage(await visitor.post("/admin/change-password", form))).toMatchObject({
      status: 303,
      to: "/login",
    });
  });

  test("mails a link to an account without a password", async () => {
    const id = await createAccount(shop.db.write);
    const visitor = await signedIn(shop, id);
    const page = await readPage(await visitor.get("/change-password"));
    expect(page.html).not.toContain("Current password");
    expect(await readPage(await visitor.post("/change-password", { intent: "send-link" }))).toMatchObject({
      status: 303,
      to: "/account",
    });
    const token = await mailedToken(shop.db.read, (await rowOf(id)).email);
    await visitor.post("/resetpassword", { token, password: PASSWORD, confirmPassword: PASSWORD });
    expect((await rowOf(id)).password_hash).not.toBeNull();
  });
});

describe("/account", () => {
  test("saves names and preferences, and ignores role and email in those forms", async () => {
    const { id, email } = await person();
    const visitor = await signedIn(shop, id);
    const extra = { role: "admin", email: "x@example.com", status: "inactive", id: 1 };
    const saved = await visitor.post("/account", {
      intent: "names",
      firstName: " Ila ",
      lastName: "Sen",
      ...extra,
    });
    expect(await readPage(saved)).toMatchObject({ status: 303, to: "/account" });
    expect((await readPage(await visitor.get("/account"))).html).toContain("Your name has been saved");
    expect(await rowOf(id)).toMatchObject({ first_name: "Ila", last_name: "Sen", role: "customer", email });

    await visitor.post("/account", { intent: "preferences" });
    expect((await rowOf(id)).show_recommendations).toBe(0);
    expect((await readPage(await visitor.get("/books"))).html).toContain("showRecommendations");
    await visitor.post("/account", { intent: "preferences", showRecommendations: "on" });
    expect((await rowOf(id)).show_recommendations).toBe(1);

    const refused = await readPage(
      await visitor.post("/account", { intent: "names", firstName: "", lastName: "Roy" }),
    );
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("First name is required");
    expect(refused.html).toContain('value="Roy"');
    expect((await visitor.post("/account", { intent: "nonsense" })).status).toBe(400);
  });

  test("a new address is requested, shown, sent again, confirmed on another device, and cancelled", async () => {
    const { id, email } = await person();
    const visitor = await signedIn(shop, id);
    const ask = (newEmail: string, currentPassword = PASSWORD) =>
      visitor.post("/account", { intent: "change-email", newEmail, currentPassword });
    const wrong = await readPage(await ask("moved@example.com", "Not-It-77"));
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("This is not your current password");
    expect(wrong.html).toContain('value="moved@example.com"');
    expect((await readPage(await ask("no"))).html).toContain("Please enter a valid email address");

    expect(await readPage(await ask("moved@example.com"))).toMatchObject({ status: 303, to: "/account" });
    const waiting = await readPage(await visitor.get("/account"));
    for (const text of ["moved@", "Send again", "Cancel the change"]) expect(waiting.html).toContain(text);
    const first = await mailedToken(shop.db.read, "moved@example.com");
    await visitor.post("/account", { intent: "resend-email" });
    const token = await mailedToken(shop.db.read, "moved@example.com");
    expect(token).not.toBe(first);

    const elsewhere = guestBrowser(shop);
    expect((await elsewhere.get(`/change-email?token=${first}`)).status).toBe(400);
    const page = await elsewhere.get(`/change-email?token=${token}`);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(page.headers.get("Cache-Control")).toContain("no-store");
    expect(page.status).toBe(200);
    expect((await rowOf(id)).email).toBe(email);
    expect(await readPage(await elsewhere.post("/change-email", { token }))).toMatchObject({
      status: 303,
      to: "/login",
    });
    expect((await readPage(await elsewhere.get("/login"))).html).toContain('value="moved@example.com"');
    expect((await rowOf(id)).email).toBe("moved@example.com");
    expect((await elsewhere.post("/change-email", { token })).status).toBe(400);
    expect((await visitor.get("/account")).status).toBe(200);

    await ask("again@example.com");
    await visitor.post("/account", { intent: "cancel-email" });
    expect((await readPage(await visitor.get("/account"))).html).not.toContain("Cancel the change");
    const cancelled = await mailedToken(shop.db.read, "again@example.com");
    expect((await visitor.post("/change-email", { token: cancelled })).status).toBe(400);
  });

  test("a taken address gets the same answer", async () => {
    const owner = await person();
    const pages = [];
    for (const newEmail of [owner.email, "quite.free@example.com"]) {
      const visitor = await signedIn(shop, (await person()).id);
      const answer = await readPage(
        await visitor.post("/account", { intent: "change-email", newEmail, currentPassword: PASSWORD }),
      );
      const main = /<main[\s\S]*?<\/main>/.exec((await readPage(await visitor.get("/account"))).html)![0];
      pages.push({
        ...answer,
        main: main
          .replace(/<(?:wbr)\/?>|<!-- -->/g, "")
          .replaceAll(/ name="typedBy" value="[^"]+"/g, "")
          .replaceAll(newEmail, "…")
          .replace(/person\d+@example.com/g, "me"),
      });
    }
    expect(pages[0]).toEqual(pages[1]);
  });
});

describe("/account/addresses", () => {
  test("adds, edits, makes default, and deletes after a question", async () => {
    const { id } = await person();
    const visitor = await signedIn(shop, id);
    const page = "/account/addresses";
    expect((await readPage(await visitor.get(page))).html).toContain("No addresses yet");
    const bad = await readPage(
      await visitor.post(`${page}?add=1`, { ...ADDRESS, intent: "save-address", addressId: 0, place: "" }),
    );
    expect(bad.status).toBe(400);
    for (const text of ["Place is required", "Please check the form for errors", 'value="Meera Nair"'])
      expect(bad.html).toContain(text);
    for (const place of ["Kochi", "Kollam"])
      await visitor.post(`${page}?add=1`, { ...ADDRESS, intent: "save-address", addressId: 0, place });
    const [first, second] = await shop.db.read
      .selectFrom("addresses")
      .selectAll()
      .where("account_id", "=", id)
      .orderBy("id")
      .execute();
    expect(
      await readPage(await visitor.post(page, { intent: "make-default", addressId: second!.id })),
    ).toMatchObject({ status: 303, to: page });
    await visitor.post(`${page}?edit=${first!.id}`, {
      ...ADDRESS,
      intent: "save-address",
      addressId: first!.id,
      place: "Kannur",
    });
    const asked = await readPage(await visitor.get(`${page}?confirm=delete-${first!.id}`));
    expect(asked.html).toMatch(/<dialog[^>]*open[\s\S]*Kannur/);
    const deleted = await visitor.post(page, { intent: "delete", addressId: first!.id });
    expect(await readPage(deleted)).toMatchObject({ status: 303, to: page });
    const left = await shop.db.read
      .selectFrom("addresses")
      .selectAll()
      .where("account_id", "=", id)
      .execute();
    expect(left).toMatchObject([{ id: second!.id, place: "Kollam", is_default: 1 }]);
  });

  test("a fifty-first is refused on both pages, and what was typed stays", async () => {
    const { id } = await person();
    const visitor = await signedIn(shop, id);
    await addToCart(
      shop.db.write,
      { accountId: id },
      { bookId: await createBook(shop.db.write), quantity: 1 },
    );
    for (let n = 0; n < ADDRESSES_MAX; n += 1) await createAddress(shop.db.write, id);
    const fields = { ...ADDRESS, place: "Kannur", addressId: 0, expectedTotal: 1 };
    for (const [page, intent] of [
      ["/account/addresses", "save-address"],
      ["/checkout", "save-address"],
      ["/checkout", "place-order"],
    ] as const) {
      const { status, html } = await readPage(await visitor.post(`${page}?add=1`, { ...fields, intent }));
      expect(status, `${page} ${intent}`).toBe(400);
      for (const text of ["You can save 50 addresses; delete one first", 'value="Kannur"'])
        expect(html).toContain(text);
    }
  });

  test("another customer's address is a 404 for every action", async () => {
    const theirs = await createAddress(shop.db.write, (await person()).id);
    const visitor = await signedIn(shop, (await person()).id);
    for (const query of [`edit=${theirs}`, `confirm=delete-${theirs}`])
      expect((await visitor.get(`/account/addresses?${query}`)).status).toBe(404);
    for (const intent of ["save-address", "make-default", "delete"]) {
      const answer = await visitor.post("/account/addresses", { ...ADDRESS, intent, addressId: theirs });
      expect(answer.status, intent).toBe(404);
    }
    const row = await shop.db.read
      .selectFrom("addresses")
      .selectAll()
      .where("id", "=", theirs)
      .executeTakeFirst();
    expect(row).toMatchObject({ place: ADDRESS.place, is_default: 0 });
  });

  test("the checkout chooses the default address", async () => {
    const { accountId } = await fullCustomer(shop.db.write);
    const other = await createAddress(shop.db.write, accountId);
    const visitor = await signedIn(shop, accountId);
    const chosen = async (query = "") => {
      const { html } = await readPage(await visitor.get(`/checkout${query}`));
      return /id="address-(\d+)"[^>]*checked/.exec(html)?.[1];
    };
    const own = await shop.db.read
      .selectFrom("addresses")
      .select("id")
      .where("account_id", "=", accountId)
      .where("is_default", "=", 1)
      .executeTakeFirstOrThrow();
    expect(await chosen()).toBe(String(own.id));
    expect(await chosen(`?address=${other}`)).toBe(String(other));
  });
});

describe("/account/devices", () => {
  test("lists each login by its device, logs out one, and all but this one", async () => {
    const { id, email } = await person();
    const login = async (userAgent: string) => {
      const browser = guestBrowser(shop);
      await browser.request("/login", {
        method: "POST",
        headers: { "User-Agent": userAgent },
        body: new URLSearchParams({ username: email, password: PASSWORD }),
      });
      return browser;
    };
    const here = await login("Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0");
    const phone = await login("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0");
    const api = await here.request("/api/v1/auth/authenticate", {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": "KitabApp/2.1" },
      body: JSON.stringify({ username: email, password: PASSWORD }),
    });
    expect(api.status).toBe(200);
    const page = await readPage(await here.get("/account/devices"));
    const text = page.html;
    for (const name of [
      "Firefox on Linux",
      "· this device",
      "Firefox on Android",
      "KitabApp",
      "Log out everywhere else",
    ])
      expect(text).toContain(name);

    const keyOf = async (account: number) =>
      (
        await shop.db.read
          .selectFrom("sessions")
          .select("id_hash")
          .where("account_id", "=", account)
          .where("user_agent", "like", "%Android%")
          .executeTakeFirstOrThrow()
      ).id_hash;
    const stranger = await signedIn(shop, (await person()).id);
    const ending = { intent: "end", kind: "browser", key: await keyOf(id) };
    expect((await stranger.post("/account/devices", ending)).status).toBe(404);
    expect((await phone.get("/account")).status).toBe(200);
    expect(await readPage(await here.post("/account/devices", ending))).toMatchObject({
      status: 303,
      to: "/account/devices",
    });
    expect((await phone.get("/account")).status).toBe(303);

    const again = await login("Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0");
    await here.post("/account/devices", { intent: "end-others" });
    expect((await again.get("/account")).status).toBe(303);
    expect((await here.get("/account")).status).toBe(200);
    expect((await stranger.get("/account")).status).toBe(200);
    const apps = await shop.db.read
      .selectFrom("refresh_families")
      .select("id")
      .where("account_id", "=", id)
      .execute();
    expect(apps).toEqual([]);
  });
});

describe("/account/data", () => {
  test("the download is never cached; deletion asks for the password and logs out everywhere", async () => {
    const { id, email } = await person();
    const [visitor, elsewhere] = [await signedIn(shop, id), await signedIn(shop, id)];
    const file = await visitor.get("/account/data/download");
    expect(file.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.json"$/,
    );
    expect(file.headers.get("Cache-Control")).toContain("no-store");
    expect(await file.json()).toMatchObject({ profile: { email } });

    const wrong = await readPage(
      await visitor.post("/account/data/deletion", { currentPassword: "Not-It-77" }),
    );
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain("This is not your current password");
    expect((await readPage(await visitor.post("/account/data/deletion", {}))).status).toBe(400);
    expect((await rowOf(id)).deleted_at).toBeNull();

    expect(
      await readPage(await visitor.post("/account/data/deletion", { currentPassword: PASSWORD })),
    ).toMatchObject({
      status: 303,
      to: "/",
    });
    expect((await readPage(await visitor.get("/"))).html).toContain("Your account has been deleted");
    for (const browser of [visitor, elsewhere]) expect((await browser.get("/account")).status).toBe(303);
    expect((await visitor.post("/login", { username: email, password: PASSWORD })).status).toBe(400);
    expect((await rowOf(id)).email).toBe(`deleted-${id}@deleted.invalid`);
  });

  test("refuses deletion while an order is under way, and says so on the page", async () => {
    const { id } = await person();
    const orderId = await insertOrder(shop.db.write, { accountId: id, state: "shipped" });
    const visitor = await signedIn(shop, id);
    const page = await readPage(await visitor.get("/account/data/deletion"));
    expect(page.html).toContain(`Order #${orderId} is on its way to you`);
    expect(page.html).not.toContain('name="currentPassword"');
    const refused = await visitor.post("/account/data/deletion", { currentPassword: PASSWORD });
    expect(refused.status).toBe(400);
    expect((await rowOf(id)).deleted_at).toBeNull();
  });

  test("mails a link to an account without a password; the link only shows the button", async () => {
    const id = await createAccount(shop.db.write);
    const { email } = await rowOf(id);
    const visitor = await signedIn(shop, id);
    await visitor.post("/account/data/deletion", { intent: "send-link" });
    const token = await mailedToken(shop.db.read, email);
    const page = await readPage(await visitor.get(`/account/data/deletion?token=${token}`));
    expect(page.html).toContain("Delete my account");
    expect((await rowOf(id)).deleted_at).toBeNull();
    const stranger = await customerBrowser(shop);
    expect((await stranger.post("/account/data/deletion", { token })).status).toBe(400);
    expect((await readPage(await visitor.get("/account/data/deletion?token=no"))).html).toContain(
      "This link is no longer valid",
    );
    expect((await visitor.post("/account/data/deletion", { token: "no" })).status).toBe(400);
    expect(await readPage(await visitor.post("/account/data/deletion", { token }))).toMatchObject({
      status: 303,
      to: "/",
    });
    expect((await rowOf(id)).deleted_at).not.toBeNull();
  });

  test("the back office shows a deleted customer without a status switch", async () => {
    const admin = await signedIn(shop, (await person({ role: "admin" })).id);
    const gone = await person();
    const visitor = await signedIn(shop, gone.id);
    await visitor.post("/account/data/deletion", { currentPassword: PASSWORD });
    const list = await readPage(await admin.get(`/admin/customers?q=%23${gone.id}`));
    expect(list.html).toContain("Deleted customer");
    expect(list.html).not.toContain("deleted.invalid<");
    const page = await readPage(await admin.get(`/admin/customers/${gone.id}?confirm=activate`));
    expect(page.status).toBe(200);
    expect(page.html).not.toContain("aria-pressed");
    expect(page.html).not.toContain("<dialog");
    expect((await admin.post(`/admin/customers/${gone.id}`, { id: gone.id, status: "active" })).status).toBe(
      404,
    );
    expect((await rowOf(gone.id)).status).toBe("inactive");
  });
});

describe("rate limits", () => {
  withSettings(shop, LIMITED);

  test("every form that asks for the current password limits guessing as the login does", async () => {
    const { id } = await accountWithPassword(shop.db.write, PASSWORD);
    const visitor = await signedIn(shop, id);
    const wrong = { currentPassword: "Not-It-77", password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) {
      statuses.push((await visitor.post("/change-password", wrong)).status);
      statuses.push(
        (await visitor.post("/account", { ...wrong, intent: "change-email", newEmail: "a@example.com" }))
          .status,
      );
      statuses.push((await visitor.post("/account/data/deletion", wrong)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429]);
    const answer = await visitor.post("/change-password", { ...wrong, currentPassword: PASSWORD });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    const api = await visitor.request("/api/v1/auth/change-password", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...wrong, currentPassword: PASSWORD }),
    });
    expect(api.status).toBe(429);
  });
});
