import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { nameKey } from "~/domain/catalogue/names/names";
import { createAccount, createBook, createStaff } from "~/test/factories";
import {
  type Browser,
  customerBrowser,
  type FormFields,
  guestBrowser,
  signedIn,
  staffBrowser,
  testShop,
} from "~/test/shop";
import { pageHtml, readPage } from "~/test/pages";

const shop = testShop();
let staff: Browser;
let staffId: number;
let author: number;
let tag: number;
let publisher: number;
let language: number;

beforeAll(async () => {
  staffId = await createStaff(shop.db.write, { first_name: "Asha", last_name: "Rao" });
  await createBook(shop.db.write, { title: "Gora", authors: ["Rabindranath Tagore"], tags: ["Novel"] });
  const first = (table: "authors" | "tags" | "publishers" | "languages") =>
    shop.db.read.selectFrom(table).select("id").executeTakeFirstOrThrow();
  author = (await first("authors")).id;
  tag = (await first("tags")).id;
  publisher = (await first("publishers")).id;
  language = (await first("languages")).id;
});
beforeEach(async () => {
  staff = await signedIn(shop, staffId);
});

const post = (url: string, fields: FormFields, browser = staff) => readPage(browser.post(url, fields));

/** The form as a browser sends it. */
const book = (changes: FormFields = {}): FormFields => ({
  intent: "save-book",
  version: 0,
  shownStock: -1,
  title: "Home & the “World”",
  brief: "A novel.",
  isbn13: "",
  authorId: [author],
  authorText: "",
  publisherId: publisher,
  languageId: language,
  price: "250.50",
  stock: "10",
  booktagsId: [tag],
  tagText: "",
  description: "",
  pageCount: "",
  publishedOn: "",
  salePrice: "",
  ...changes,
});

const stored = (title: string) =>
  shop.db.read.selectFrom("books").selectAll().where("title", "=", title).executeTakeFirst();

const panelOf = (html: string) => html.slice(html.indexOf("<dialog"));
/** A tag of the panel by its name attribute. */
const control = (html: string, name: string) =>
  new RegExp(`<[^>]* name="${name}"[^>]*>`).exec(panelOf(html))?.[0] ?? "";
const chips = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, "g"))]
    .filter(([chip]) => chip.includes("checked"))
    .map(([chip]) => /data-name="([^"]*)"/.exec(chip)![1]);

describe("access", () => {
  const GUEST = "You need to be logged in with admin credentials to access this page";
  const CUSTOMER = "You need admin privileges to access this page";
  const requests: [string, "GET" | "POST"][] = [
    ["/admin/products", "GET"],
    ["/admin/products?add=1", "POST"],
    ["/admin/products?confirm=hide-1", "POST"],
    ["/admin/choices/authors?q=a", "GET"],
    ["/admin/choices/authors", "POST"],
  ];
  test.each(requests)("redirects guests and customers: %s by %s", async (url, method) => {
    const customer = await customerBrowser(shop);
    const toLogin = expect.stringMatching(/^\/login\?redirectTo=%2Fadmin/) as string;
    for (const [browser, message, to] of [
      [guestBrowser(shop), GUEST, toLogin],
      [customer, CUSTOMER, "/"],
    ] as const) {
      const answer =
        method === "GET"
          ? await readPage(await browser.get(url))
          : await post(url, { ...book(), intent: "hide-book", bookId: 1, name: "Nobody" }, browser);
      expect(answer).toMatchObject({ status: 303, to });
      expect((await readPage(await browser.get("/"))).html).toContain(message);
    }
    expect(
      await shop.db.read.selectFrom("authors").select("id").where("name", "=", "Nobody").execute(),
    ).toEqual([]);
    expect((await stored("Gora"))?.hidden).toBe(0);
  });

  test("gives customers no data on a client navigation", async () => {
    const customer = await customerBrowser(shop);
    expect((await readPage(await customer.get("/admin/products.data"))).html).not.toContain("Gora");
  });
});

describe("the list", () => {
  test("leads those without the right to change the store's texts to the featured books, too", async () => {
    const clerk = await staffBrowser(shop, { job: "catalogue" });
    const list = await pageHtml(clerk.get("/admin/products"));
    expect(list).not.toContain('href="/admin/appearance"');
    const [, to] = /href="([^"]*)"[^>]*>Featured Books</.exec(list)!;
    expect(await readPage(clerk.get(to!))).toMatchObject({ status: 200 });
  });

  test("shows columns, heading and button; links keep search and page size", async () => {
    const { html, status } = await readPage(
      await staff.get("/admin/products?q=gora&sort=title&dir=desc&size=5"),
    );
    expect(status).toBe(200);
    for (const text of [
      "Books",
      "Add New Book",
      "Img",
      "Title",
      "Language",
      "Publisher",
      "Author(s)",
      "Tag(s)",
      "Price",
      "Stock",
      "Actions",
      "Rabindranath Tagore",
      "₹250.00",
      'placeholder="Search..."',
    ])
      expect(html).toContain(text);
    expect(html).toMatch(/href="[^"]*q=gora[^"]*size=5[^"]*edit=1"/);
    expect(html).toMatch(/<button [^>]*aria-pressed="true"[^>]*aria-label="[^"]* visible in the store/);
    await shop.db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", 1).execute();
    // WCAG 2.5.3: the switch's visible text is part of its accessible name.
    expect((await readPage(await staff.get("/admin/products?q=gora"))).html).toMatch(
      /aria-label="Gora visible in the store, now Hidden"/,
    );
    expect((await readPage(await staff.get("/admin/products?q=nowhere"))).html).toContain(
      "No items found matching your search",
    );
  });

  test.each([
    "q=%00%22%27*)(&page=99999999999999999999&size=7&sort=price;drop&dir=up",
    "q=" + "%F0%9D%92%A2".repeat(300),
    "page=-1&size=1e9&stock=none&visibility=all",
    "stock=low&visibility=hidden&sort=languageName&q=a",
  ])("ignores invalid parameters: %s", async (query) => {
    expect((await staff.get(`/admin/products?${query}`)).status).toBe(200);
  });

  test.each(["edit=999", "edit=abc", "edit=1e3", "edit=-1", "edit=99999999999999999999", "confirm=hide-999", "confirm=hide", "confirm=sell-1", "cover=x"])(
    "answers 404 for an unknown book: %s",
    async (query) => {
      expect((await staff.get(`/admin/products?${query}`)).status).toBe(404);
    },
  ); // oxfmt-ignore
});

describe("the form", () => {
  test("shows the fields in the specification's order, with their limits", async () => {
    const { html } = await readPage(await staff.get("/admin/products?add=1"));
    const labels = ["Book Title", "Book Brief", "ISBN", "Authors", "Publisher", "Language", "Price (₹)", "Initial Stock", "Tags", "Description", "Page Count", "Published Date", "Sale Price (₹)", "Featured", "Cancel", "Save Book"]; // oxfmt-ignore
    const panel = panelOf(html);
    const places = labels.map((label) => panel.indexOf(`>${label}<`));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    for (const [name, max] of Object.entries({
      title: 100,
      brief: 1500,
      isbn13: 13,
      authorText: 100,
      tagText: 30,
    }))
      expect(control(html, name).toLowerCase()).toContain(`maxlength="${max}"`);
    expect(control(html, "price")).toMatch(/min="0"/);
    expect(control(html, "price")).toMatch(/step="0.01"/);
  });

  test("Enter saves: the form's first submit button is 'save-book'", async () => {
    const { html } = await readPage(await staff.get("/admin/products?add=1"));
    expect(/<button[^>]*>/.exec(panelOf(html))?.[0]).toContain('value="save-book"');
  });

  test("adds a book and redirects to the list with its search", async () => {
    const answer = await post("/admin/products?q=home&size=5&add=1", book());
    expect(answer).toMatchObject({ status: 303, to: "/admin/products?q=home&size=5" });
    const { html } = await readPage(await staff.get(answer.to!));
    expect(html).toContain("Book added successfully!");
    expect(html).toContain("Home &amp; the “World”");
    expect(await stored("Home & the “World”")).toMatchObject({
      price: 25_050,
      stock: 10,
      hidden: 0,
      cover: null,
    });
    const customer = guestBrowser(shop);
    expect((await readPage(await customer.get("/books?q=home"))).html).toContain("Home &amp; the “World”");
  });

  test("shows mistakes at their fields, keeps what was typed, and focuses the first mistake", async () => {
    const answer = await post(
      "/admin/products?add=1",
      book({ title: "Kept\0 title", brief: "", price: "-1", booktagsId: [] }),
    );
    expect(answer.status).toBe(400);
    for (const message of [
      "Brief is required",
      "Price must be greater than or equal to 0",
      "At least one Tag is required",
    ])
      expect(answer.html).toContain(message);
    expect(chips(answer.html, "authorId")).toEqual(["Rabindranath Tagore"]);
    expect(control(answer.html, "price")).toContain('value="-1"');
    expect(control(answer.html, "title")).toContain("Kept");
    expect(/<[^>]*autofocus[^>]*>/i.exec(answer.html)?.[0]).toContain('name="brief"');
  });

  test("warns about an ISBN with a wrong check digit, but saves", async () => {
    const warning = "The check digit of ISBN 9780306406158 is wrong";
    const refused = await post("/admin/products?add=1", book({ title: "", isbn13: "9780306406158" }));
    expect(refused.html).toContain(warning);
    const saved = await post("/admin/products?add=1", book({ title: "Warned", isbn13: "9780306406158" }));
    const { html } = await readPage(await staff.get(saved.to!));
    expect(html).toContain("Book added successfully!");
    expect(html).toContain(warning);
    const { id } = (await stored("Warned"))!;
    expect((await readPage(await staff.get(`/admin/products?edit=${id}`))).html).toContain(warning);
    expect((await readPage(await staff.get("/admin/products?q=9780306406158"))).html).toContain("Warned");
  });

  test("edits a book and shows its history", async () => {
    const id = await createBook(shop.db.write, {
      title: "Edited",
      authors: ["Rabindranath Tagore"],
      tags: ["Novel"],
    });
    const { html } = await readPage(await staff.get(`/admin/products?edit=${id}`));
    for (const text of ["Edit Book", "Update Book", "History", 'value="Edited"', 'value="250"'])
      expect(html).toContain(text);
    const changes = {
      title: "Edited again",
      stock: 10,
      version: 1,
      shownStock: 10,
      featured: "on",
      salePrice: "200",
    };
    const dear = await post(`/admin/products?edit=${id}`, book({ ...changes, salePrice: "300" }));
    expect(dear.status).toBe(400);
    expect(dear.html).toContain("Sale Price must not be more than the price");
    expect(control(dear.html, "salePrice")).toContain('value="300"');
    expect(await post(`/admin/products?edit=${id}`, book(changes))).toMatchObject({ status: 303 });
    expect((await readPage(await staff.get("/admin/products"))).html).toContain("Book updated successfully!");
    expect(await stored("Edited again")).toMatchObject({ featured: 1, sale_price: 20_000, version: 2 });
    const after = await readPage(await staff.get(`/admin/products?edit=${id}`));
    expect(after.html).toMatch(/Asha Rao(?: \([^<]*\))?<\/span>(<!-- -->|\s)*updated/);
    expect(after.html.split(">History<")[1]).toContain("₹200.00");
    // The message about the last form is not shown beside the next one.
    expect(after.html).not.toContain("Book updated successfully!");
  });

  test.each<[string, FormFields]>([
    ["no fields at all", { intent: "save-book" }],
    ["names instead of ids", book({ authorId: ["x"], booktagsId: ["' or 1=1"], publisherId: "Aleph", languageId: "0x1" })],
    ["thousands of ids", book({ authorId: Array.from({ length: 3000 }, (_, index) => index + 1), publisherId: "9".repeat(300) })],
    ["unknown ids", book({ authorId: [author, 987_654], publisherId: 987_654 })],
    ["nested names", { ...book(), "authorId[0]": "1", "title.x": "1", "authorId[9999999]": "1" }],
    ["numbers out of reach", book({ price: "1e400", stock: "1e15", pageCount: "-0", salePrice: "NaN" })],
    ["texts too long", book({ title: "x".repeat(5000), brief: "\0".repeat(5000), description: "y".repeat(50_000) })],
  ])("refuses %s", async (_, fields) => {
    const before = await shop.db.read.selectFrom("books").select("id").execute();
    for (const url of ["/admin/products?add=1", "/admin/products?edit=1"])
      expect((await post(url, fields)).status).toBe(400);
    expect(await shop.db.read.selectFrom("books").select("id").execute()).toHaveLength(before.length);
    expect((await stored("Gora"))?.version).toBe(1);
  }); // oxfmt-ignore

  test("refuses unknown intents, URLs without a panel, and bodies that are not forms", async () => {
    expect((await post("/admin/products?add=1", book({ intent: "sell-book" }))).status).toBe(400);
    expect((await post("/admin/products", book())).status).toBe(404);
    expect((await post("/admin/products?edit=999", book())).status).toBe(404);
    const noForm = await staff.request("/admin/products?add=1", {
      method: "POST",
      body: "{",
      headers: { "Content-Type": "application/json" },
    });
    expect(noForm.status).toBe(400);
  });
});

describe("two people edit the same book", () => {
  test("the second gets the form back with the other's changes, and can save again", async () => {
    const id = await createBook(shop.db.write, {
      title: "Contested",
      authors: ["Rabindranath Tagore"],
      tags: ["Novel"],
    });
    const url = `/admin/products?edit=${id}`;
    const opened = { version: 1, shownStock: 10, stock: 10, price: 250 };
    await post(url, book({ ...opened, title: "Theirs" }));
    const other = await staffBrowser(shop, { first_name: "Ravi" });
    const refused = await post(url, book({ ...opened, title: "Mine", pageCount: 321 }), other);
    expect(refused.status).toBe(409);
    for (const text of [
      "This book was changed while you were editing it",
      "Asha Rao",
      "Stored now",
      "Theirs",
      "Mine",
    ])
      expect(refused.html).toContain(text);
    expect(control(refused.html, "version")).toContain('value="2"');
    expect(control(refused.html, "title")).toContain('value="Mine"');
    expect(control(refused.html, "pageCount")).toContain('value="321"');
    expect(await stored("Mine")).toBeUndefined();
    const again = await post(url, book({ ...opened, version: 2, title: "Mine", pageCount: 321 }), other);
    expect(again.status).toBe(303);
    expect(await stored("Mine")).toMatchObject({ version: 3, page_count: 321 });
  });

  test("after sales meanwhile, an unchanged stock is updated, a changed one is refused with the current stock", async () => {
    const id = await createBook(shop.db.write, {
      title: "Selling",
      authors: ["Rabindranath Tagore"],
      tags: ["Novel"],
    });
    const url = `/admin/products?edit=${id}`;
    const opened = { title: "Selling", version: 1, shownStock: 10, price: 250 };
    await shop.db.write.updateTable("books").set({ stock: 4 }).where("id", "=", id).execute();
    const refused = await post(url, book({ ...opened, stock: 50 }));
    expect(refused.status).toBe(409);
    expect(refused.html).toContain("it is 4 now");
    expect(control(refused.html, "shownStock")).toContain('value="4"');
    expect(control(refused.html, "stock")).toContain('value="50"');
    expect((await post(url, book({ ...opened, stock: 10, brief: "Anew." }))).status).toBe(303);
    expect(await stored("Selling")).toMatchObject({ stock: 4, brief: "Anew." });

    // After another's edit and a sale, the unchanged stock field shows the current stock.
    const clash = await post(url, book({ ...opened, stock: 10, brief: "Mine." }));
    expect(clash.status).toBe(409);
    expect(control(clash.html, "stock")).toContain('value="4"');
    expect(control(clash.html, "shownStock")).toContain('value="4"');
  });
});

describe("authors and tags without scripts", () => {
  const HALF = { title: "Half done", authorId: [] as number[], booktagsId: [] as number[] };

  test("a typed name becomes a chip, all else stays", async () => {
    const answer = await post(
      "/admin/products?add=1",
      book({ ...HALF, intent: "find-authors", authorText: " rabindranath TAGORE" }),
    );
    expect(answer.status).toBe(200);
    expect(chips(answer.html, "authorId")).toEqual(["Rabindranath Tagore"]);
    expect(control(answer.html, "title")).toContain('value="Half done"');
    expect(control(answer.html, "price")).toContain('value="250.50"');
    expect(answer.html).not.toContain("At least one");
    expect(/<[^>]*autofocus[^>]*>/i.exec(answer.html)?.[0]).toContain('name="authorText"');
    expect(control(answer.html, "authorText")).toContain('value=""');
  });

  test("an unknown name offers similar ones to tick, or is added as new, once", async () => {
    const asked = await post(
      "/admin/products?add=1",
      book({ ...HALF, intent: "find-authors", authorText: "tagore" }),
    );
    expect(asked.status).toBe(400);
    expect(asked.html).toContain("No author is called “tagore”. Tick the right one, or add it as a new one.");
    expect(asked.html).toContain('data-name="Rabindranath Tagore"');
    expect(control(asked.html, "authorTextAsked")).toContain('value="tagore"');
    expect(chips(asked.html, "authorId")).toEqual([]);
    for (const kind of ["new-tags", "new-tags"]) {
      const added = await post(
        "/admin/products?add=1",
        book({ ...HALF, authorId: [author], intent: kind, tagText: "Satire  & Wit" }),
      );
      expect(chips(added.html, "booktagsId")).toEqual(["Satire &amp; Wit"]);
      expect(chips(added.html, "authorId")).toEqual(["Rabindranath Tagore"]);
    }
    const rows = await shop.db.read
      .selectFrom("tags")
      .select("name")
      .where("name_key", "=", nameKey("satire & wit"))
      .execute();
    expect(rows).toEqual([{ name: "Satire & Wit" }]);
  });

  test("refuses names that are too long or empty at the field", async () => {
    const long = await post("/admin/products?add=1", book({ intent: "new-tags", tagText: "t".repeat(31) }));
    expect(long).toMatchObject({
      status: 400,
      html: expect.stringContaining("Book Tag must be 30 characters or less"),
    });
    const none = await post("/admin/products?add=1", book({ intent: "new-authors", authorText: "\0 " }));
    expect(none).toMatchObject({ status: 400, html: expect.stringContaining("Author name is required") });
  });

  test("saving chooses the name left in the text box, or refuses an unknown one", async () => {
    const named = await post(
      "/admin/products?add=1",
      book({ ...HALF, title: "Named", authorText: "Rabindranath Tagore", tagText: "novel" }),
    );
    expect(named.status).toBe(303);
    const unknown = await post("/admin/products?add=1", book({ title: "Unnamed", authorText: "Some One" }));
    expect(unknown.status).toBe(400);
    expect(unknown.html).toContain("No author is called “Some One”. Add it as a new one, or clear the box.");
    expect(control(unknown.html, "authorText")).toContain('value="Some One"');
    expect(await stored("Unnamed")).toBeUndefined();
    const asked = { authorText: "tagore", authorTextAsked: "tagore" };
    const unanswered = book({ ...asked, title: "Unnamed", authorId: [] });
    expect((await post("/admin/products?add=1", unanswered)).status).toBe(400);
    expect((await post("/admin/products?add=1", book({ ...asked, title: "Answered" }))).status).toBe(303);
  });

  test("stores authors in the order in which they were chosen", async () => {
    const two = await post(
      "/admin/products?add=1",
      book({ ...HALF, intent: "new-authors", authorText: "Aa First Written" }),
    );
    const second = Number(/value="(\d+)"/.exec(control(two.html, "authorId"))![1]);
    await post("/admin/products?add=1", book({ title: "Ordered", authorId: [author, second] }));
    const { html } = await readPage(await staff.get("/admin/products?q=ordered"));
    expect(html).toContain("<bdi>Rabindranath Tagore</bdi>, <bdi>Aa First Written</bdi>");
  });
});

describe("/admin/choices/:kind", () => {
  test("searches and adds names, and answers JSON", async () => {
    const found = await staff.get("/admin/choices/authors?q=TAGORE");
    expect(await found.json()).toEqual({ choices: [{ id: author, name: "Rabindranath Tagore" }] });
    const added = await staff.post("/admin/choices/tags", { name: "Folk tales" });
    expect(await added.json()).toMatchObject({ ok: true, choice: { name: "Folk tales" } });
    const refused = await staff.post("/admin/choices/tags", { name: " " });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({ ok: false, message: "Book Tag is required" });
  });

  test("answers 404 for kinds other than authors and tags", async () => {
    expect((await staff.get("/admin/choices/accounts?q=a")).status).toBe(404);
    expect((await staff.post("/admin/choices/__proto__", { name: "x" })).status).toBe(404);
    expect((await staff.get("/admin/choices/authors?q=%00%25%27")).status).toBe(200);
    expect((await staff.request("/admin/choices/authors", { method: "POST", body: "x" })).status).toBe(400);
  });
});

describe("visibility", () => {
  test("a hidden book is not in the store and searches and is unavailable in carts; shown, it is back", async () => {
    const id = await createBook(shop.db.write, { title: "Vanishing" });
    const accountId = await createAccount(shop.db.write);
    const customer = await signedIn(shop, accountId);
    await addToCart(shop.db.write, { accountId }, { bookId: id, quantity: 1 });
    const asked = await readPage(await staff.get(`/admin/products?q=van&confirm=hide-${id}`));
    for (const text of ["Hide Book", "Cancel", "Vanishing"]) expect(asked.html).toContain(text);
    for (const _ of ["once", "and by a double click"])
      expect(
        await post(`/admin/products?q=van&confirm=hide-${id}`, { intent: "hide-book", bookId: id }),
      ).toMatchObject({
        status: 303,
        to: "/admin/products?q=van",
      });
    expect((await customer.get(`/books/${id}`)).status).toBe(410);
    expect((await readPage(await customer.get("/books?q=vanishing"))).html).toContain("No Books Found");
    expect((await readPage(await customer.get("/cart"))).html).toMatch(/no longer available|unavailable/i);
    expect((await readPage(await customer.get("/checkout"))).to).toBe("/cart");
    const list = await readPage(await staff.get("/admin/products?visibility=hidden"));
    expect(list.html).toContain("Vanishing");
    expect(list.html).toContain(`value="show-${id}"`);

    await post(`/admin/products?confirm=show-${id}`, { intent: "show-book", bookId: id });
    expect((await customer.get(`/books/${id}`)).status).toBe(200);
    expect((await readPage(await customer.get("/cart"))).html).not.toMatch(
      /no longer available|unavailable/i,
    );
  });

  test.each(["", "abc", "0", "-1", "1e99", "99999999999999999999", "987654"])(
    "answers 404 for no book %j",
    async (bookId) => {
      expect((await post("/admin/products", { intent: "hide-book", bookId })).status).toBe(404);
    },
  );
});

test("a change of many books without a book is refused; one whose list has a very long address is kept", async () => {
  const change = { price: "raise", priceAmount: "10", rounding: "rupee" };
  for (const chosen of ["", "?book=999999", "?all=1&q=nosuchtitleanywhere"]) {
    const { status, html } = await post(`/admin/products/many${chosen}`, change);
    expect([chosen, status, html.includes("No book was chosen")]).toEqual([chosen, 400, true]);
  }
  const long = `/admin/products/many?all=1&x=${"x".repeat(8000)}`;
  const { status, to } = await post(long, change);
  expect([status, to]).toEqual([302, expect.stringMatching(/^\/admin\/imports\/\d+$/)]);
  const id = Number(to!.split("/").at(-1));
  const read = shop.db.read.selectFrom("bulk_changes").select("status").where("id", "=", id);
  await expect.poll(async () => (await read.executeTakeFirstOrThrow()).status).toBe("planned");
});
