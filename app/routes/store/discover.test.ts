import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addToCart } from "~/domain/sales/cart/cart.server";
import { guestClient, tokenClient } from "~/test/api";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { customerBrowser, guestBrowser, signedIn, testShop } from "~/test/shop";
import { openPage } from "~/test/pages";

const shop = testShop();
let gora: number;
let alike: number;
let soldOut: number;
let hidden: number;
let fan: number;
let customer: number;

beforeAll(async () => {
  const db = shop.db.write;
  gora = await catalogueBook(db, {
    title: "Gora",
    tags: ["Novel"],
    authors: ["Pearson", "Tagore"],
    sold_count: 2,
  });
  alike = await catalogueBook(db, { title: "Ghare Baire", tags: ["Novel"], authors: ["Tagore"] });
  soldOut = await catalogueBook(db, { title: "Sold Out", tags: ["Novel"], stock: 0, sold_count: 5 });
  hidden = await catalogueBook(db, { title: "Withdrawn", tags: ["Novel"], hidden: 1, sold_count: 9 });
  for (let n = 0; n < 8; n += 1) await catalogueBook(db, { title: `Novel ${n}`, tags: ["Novel"] });
  await catalogueBook(db, { title: "Wit", tags: ["Rock & Roll, 50%"] });
  fan = await createAccount(db, { show_recommendations: 1 });
  customer = await createAccount(db, { show_recommendations: 0 });
  for (const accountId of [fan, customer]) await addToCart(db, { accountId }, { bookId: gora, quantity: 1 });
});

/** The books below 'You may also like'; null without that heading. */
const alsoLike = (html: string) => booksOfShelf(html, "also-like");

function booksOfShelf(html: string, id: string): number[] | null {
  const section = new RegExp(`<section aria-labelledby="${id}"[^]*?</section>`).exec(html)?.[0];
  return section
    ? [...section.matchAll(/href="\/books\/(\d+)-[^"]*"/g)].map((match) => Number(match[1]))
    : null;
}

describe("'More by' and the series on a book's page", () => {
  test("other books of the author are shown once, with a link to all of them", async () => {
    const { html } = await openPage(guestBrowser(shop), `/books/${alike}`);
    expect(booksOfShelf(html, "more-by")).toEqual([gora]);
    expect(alsoLike(html)).toHaveLength(6);
    expect(alsoLike(html)).not.toContain(gora);
    expect(html).toMatch(/More by <a[^>]* href="\/authors\/\d+-tagore"[^>]*><bdi>Tagore<\/bdi>/);
    expect(/aria-labelledby="more-by"[\s\S]*?<\/section>/.exec(html)![0]).not.toContain("Out of stock");
    const db = shop.db.write;
    await db.updateTable("books").set({ stock: 0 }).where("id", "=", gora).execute();
    const without = await openPage(guestBrowser(shop), `/books/${alike}`);
    expect(/aria-labelledby="more-by"[\s\S]*?<\/section>/.exec(without.html)![0]).toContain("Out of stock");
    await db.updateTable("books").set({ stock: 9 }).where("id", "=", gora).execute();
    const bare = await openPage(guestBrowser(shop), `/books/${soldOut}`);
    expect(bare.html).not.toContain("More by");
    expect(bare.html).not.toContain("in the series");
  });

  test("the series, its previous and its next volume are links, which a cached page follows", async () => {
    const db = shop.db.write;
    const row = { name: "Byomkesh & Co", name_key: "byomkesh & co" };
    const { id: series_id } = await db
      .insertInto("series")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    const volume = (title: string, series_number: string) =>
      catalogueBook(db, { title, series_id, series_number });
    const [one, two, three] = [
      await volume("One", "1"),
      await volume("Two", "2"),
      await volume("Three", "3"),
    ];
    const linksOn = async (id: number) => {
      const { html } = await openPage(guestBrowser(shop), `/books/${id}`);
      const nav = /<nav class="volumes"[^]*?<\/nav>/.exec(html)![0];
      return [...nav.matchAll(/href="([^"]*)"/g)].map((match) => match[1]);
    };
    const shelf = `/series/${series_id}-byomkesh-co`;
    expect(await linksOn(two)).toEqual([shelf, `/books/${one}-one`, `/books/${three}-three`]);
    await db.updateTable("books").set({ hidden: 1 }).where("id", "=", one).execute();
    expect(await linksOn(two)).toEqual([shelf, `/books/${three}-three`]);
  });
});

describe("'You may also like'", () => {
  test("shows at most six books on a book's page, never itself, hidden or sold-out ones", async () => {
    const { html } = await openPage(guestBrowser(shop), `/books/${gora}`);
    const ids = alsoLike(html)!;
    expect(ids).toHaveLength(6);
    expect(ids[0]).toBe(alike);
    for (const never of [gora, soldOut, hidden]) expect(ids).not.toContain(never);
    const covers = /aria-labelledby="also-like"[\s\S]*?<\/section>/.exec(html)![0].match(/<img [^>]*>/g)!;
    for (const cover of covers) expect(cover).toMatch(/width="160" height="240".*loading="lazy"/);
  });

  test("shows at most four books in the cart, none of those in it", async () => {
    const ids = alsoLike((await openPage(await signedIn(shop, fan), "/cart")).html)!;
    expect(ids).toHaveLength(4);
    expect(ids[0]).toBe(alike);
    expect(ids).not.toContain(gora);
  });

  test("is switched off by the preference in both places, and in the data", async () => {
    const browser = await signedIn(shop, customer);
    for (const url of [`/books/${gora}`, "/cart"]) {
      const { status, whole, html } = await openPage(browser, url);
      expect(status).toBe(200);
      expect(alsoLike(html)).toBeNull();
      expect(whole).not.toContain("Ghare Baire");
    }
    expect(alsoLike((await openPage(await signedIn(shop, fan), `/books/${gora}`)).html)).toHaveLength(6);
    // A customer without recommendations does not change the page cached for visitors.
    expect(alsoLike((await openPage(guestBrowser(shop), `/books/${gora}`)).html)).toHaveLength(6);
  });

  test("leaves a cached page when the book is sold out", async () => {
    await shop.db.write.updateTable("books").set({ stock: 0 }).where("id", "=", alike).execute();
    expect(alsoLike((await openPage(guestBrowser(shop), `/books/${gora}`)).html)).not.toContain(alike);
    await shop.db.write.updateTable("books").set({ stock: 10 }).where("id", "=", alike).execute();
    expect(alsoLike((await openPage(guestBrowser(shop), `/books/${gora}`)).html)).toContain(alike);
  });

  test("is missing for an empty cart and for a book without similar ones", async () => {
    const nobody = await customerBrowser(shop);
    expect(alsoLike((await openPage(nobody, "/cart")).html)).toBeNull();
    const bare = await catalogueBook(shop.db.write, { title: "Bare" });
    expect(alsoLike((await openPage(guestBrowser(shop), `/books/${bare}`)).html)).toBeNull();
  });

  test("the book page fits with its stylesheets into what a server sends before it waits for an answer", async () => {
    const response = await fetch(`${shop.origin}/books/${gora}`, { headers: { "Accept-Encoding": "gzip" } });
    await response.text();
    expect(Number(response.headers.get("Content-Length"))).toBeLessThan(14_600);
  });
});

describe("categories and bestsellers", () => {
  test("categories have counts of visible books and links to their lists", async () => {
    const { html, status, response } = await openPage(guestBrowser(shop), "/categories");
    expect(status).toBe(200);
    expect(response.headers.get("ETag")).not.toBeNull();
    expect(html).toContain("<title>Categories · Kitab</title>");
    expect(html).toMatch(/>Novel<\/a><\/h2><p>11 books</);
    expect(html).toMatch(/>Rock &amp; Roll, 50%<\/a><\/h2><p>1 book</);
    const link = /href="(\/books\?tag=Rock[^"]*)"/.exec(html)![1]!.replaceAll("&amp;", "&");
    expect((await openPage(guestBrowser(shop), link)).html).toContain("1 book found");
  });

  test("bestsellers are sorted by copies sold, with sold-out books but no hidden or unsold ones", async () => {
    const { html, response } = await openPage(guestBrowser(shop), "/bestsellers");
    expect(response.headers.get("ETag")).not.toBeNull();
    const rows = [...html.matchAll(/<article[\s\S]*?<\/article>/g)].map(([row]) => row);
    expect(rows.map((row) => /href="\/books\/(\d+)-/.exec(row)![1])).toEqual([String(soldOut), String(gora)]);
    expect(rows[0]).toMatch(/Rank <\/span>1<[\s\S]*Out of stock/);
    // A button as in all other lists.
    expect(rows[1]).toMatch(/Rank <\/span>2<[\s\S]*₹250\.00[\s\S]*class="btn btn-quiet[^>]*>Add to Cart/);
  });

  test("say so while no book with sales or categories is in the store", async () => {
    const visible = await shop.db.read.selectFrom("books").select("id").where("hidden", "=", 0).execute();
    const hide = (hidden: 0 | 1) =>
      shop.db.write
        .updateTable("books")
        .set({ hidden })
        .where(
          "id",
          "in",
          visible.map(({ id }) => id),
        )
        .execute();
    await hide(1);
    try {
      const browser = guestBrowser(shop);
      expect((await openPage(browser, "/bestsellers")).html).toContain("Nothing has been sold yet");
      expect((await openPage(browser, "/categories")).html).toContain("No categories yet");
    } finally {
      await hide(0);
    }
  });

  test("the footer links to them and to the seller", async () => {
    const { html } = await openPage(guestBrowser(shop), "/");
    const footer = /<footer[\s\S]*<\/footer>/.exec(html)![0];
    for (const to of ["/categories", "/bestsellers", "/terms#contact"])
      expect(footer).toContain(`href="${to}"`);
    expect((await openPage(guestBrowser(shop), "/terms")).html).toContain('id="contact"');
  });
});

describe("the JSON API", () => {
  interface Book {
    bookId: number;
  }
  const path = () => `/browsebooks/${gora}/recommendations`;

  test("returns the page's recommendations; none for a customer who switched them off", async () => {
    const guest = await guestClient(shop).get<Book[]>(path());
    expect(guest.body.map((book) => book.bookId)).toEqual(
      alsoLike((await openPage(guestBrowser(shop), `/books/${gora}`)).html),
    );
    expect((await (await tokenClient(shop, fan)).get<Book[]>(path())).body).toEqual(guest.body);
    expect((await (await tokenClient(shop, customer)).get<Book[]>(path())).body).toEqual([]);
    expect(guest.headers.get("ETag")).toBeNull();
  });

  test.each([
    ["hidden", () => hidden],
    ["unknown", () => 999_999],
  ])("recommendations of a book that is %s are a 404", async (_, id) => {
    expect((await guestClient(shop).get(`/browsebooks/${id()}/recommendations`)).status).toBe(404);
  });

  test("returns bestsellers and categories", async () => {
    const { body } = await guestClient(shop).get<Book[]>("/browsebooks/bestsellers");
    expect(body.map((book) => book.bookId)).toEqual([soldOut, gora]);
    const categories = await guestClient(shop).get<object[]>("/browsebooks/categories");
    expect(categories.body).toContainEqual(
      expect.objectContaining({ tagname: "Novel", count: 11, coverpages: Array(3).fill("default.webp") }),
    );
  });
});

describe("terms and privacy notice", () => {
  beforeEach(async () => {
    await shop.db.write.deleteFrom("settings").execute();
  });
  const set = (values: Record<string, unknown>) =>
    shop.db.write
      .insertInto("settings")
      .values(
        Object.entries(values).map(([key, value]) => ({
          key,
          value: JSON.stringify(value),
          updated_at: "2026-01-01T00:00:00.000Z",
        })),
      )
      .execute();
  const terms = async () => (await openPage(guestBrowser(shop), "/terms")).html;
  const privacy = async () => (await openPage(guestBrowser(shop), "/privacy")).html;

  test("without settings they name the shop as seller, its contact as the officer's, and no GSTIN", async () => {
    const html = await terms();
    expect(html).toContain('<dt class="text-muted max-sm:mt-2">Seller</dt><dd>Kitab</dd>');
    expect(html).not.toContain("GSTIN");
    expect(html).toContain("write to or call Kitab again");
    expect(html.match(/mailto:help@kitab\.example/g)!.length).toBeGreaterThan(2);
    expect(html).toContain("No tax is added to them.");
    expect(html).toContain("Within 10 days of delivery");
    expect(html).toContain("demonstration shop");
    expect(await privacy()).toContain("Kitab answers questions and complaints");
  });

  test("with settings they name the registered name, the officer and their addresses", async () => {
    await set({
      legalName: "Kitab Books Private Limited",
      grievanceOfficer: "Meera Iyer",
      grievanceEmail: "grievance@kitab.example",
      grievancePhone: "+91 80 4718 0111",
      gstin: "29AAGCB7383J1Z4",
      taxRate: 525,
      returnDays: 1,
    });
    const html = await terms();
    expect(html).toContain("Kitab Books Private Limited, trading as Kitab");
    expect(html).toContain("Meera Iyer, the grievance officer of Kitab Books Private Limited: ");
    expect(html).toContain('href="mailto:grievance@kitab.example"');
    expect(html).toContain('href="tel:+918047180111"');
    expect(html).toContain("29AAGCB7383J1Z4");
    expect(html).toContain("its price contains it, and the invoice says the rate");
    expect(html).not.toContain("5.25");
    expect(html).toContain("Within 1 day of delivery");
    expect(await privacy()).toContain(
      "Meera Iyer, the grievance officer of Kitab Books Private Limited, answers",
    );
  });

  test("a shop without returns still takes back damaged or wrong books", async () => {
    await set({ returnDays: 0 });
    const html = await terms();
    expect(html).not.toContain("Within 0 days");
    expect(html).toContain("If a book arrives damaged or misprinted");
  });

  test("escape names and addresses", async () => {
    const evil = '<img src=x onerror="alert(1)">';
    await set({
      shopName: evil,
      legalName: `A & B ${evil}`,
      grievanceOfficer: evil,
      postalAddress: `Line one,\n${evil}\nLine three`,
    });
    for (const html of [await terms(), await privacy()]) {
      expect(html).not.toContain("<img src=x");
      expect(html).toContain("A &amp; B &lt;img src=x");
    }
    expect(await terms()).toContain("Line one,\n&lt;img src=x onerror=&quot;alert(1)&quot;&gt;\nLine three");
    expect(await privacy()).toContain(
      "Line one, &lt;img src=x onerror=&quot;alert(1)&quot;&gt;, Line three;",
    );
  });

  test("every entry of the contents leads to its section", async () => {
    for (const html of [await terms(), await privacy()]) {
      const targets = [...html.matchAll(/<a href="#([a-z]+)"/g)].map((match) => match[1]!);
      expect(targets.length).toBeGreaterThan(8);
      for (const target of targets) expect(html.split(`id="${target}"`)).toHaveLength(2);
    }
  });

  test("the privacy notice names every cookie that a visitor gets", async () => {
    const html = await privacy();
    const browser = guestBrowser(shop);
    await browser.post("/cart", { intent: "add", bookId: gora, redirectTo: "/" });
    await browser.post("/theme", { theme: "dark", redirectTo: "/" });
    await browser.post("/wishlist", { intent: "add", bookId: gora });
    expect(browser.cookieNames().length).toBeGreaterThan(3);
    for (const name of browser.cookieNames()) expect(html).toContain(`<strong>${name}:</strong>`);
  });
});
