import { beforeAll, describe, expect, test } from "vitest";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import { setSuccessor } from "~/domain/catalogue/books/successors.server";
import { createStaff } from "~/test/factories";
import { catalogueBook, catalogueReader, createReview } from "~/test/factories-catalogue";
import { guestBrowser, signedIn, testShop } from "~/test/shop";
import { openPage } from "~/test/pages";

const shop = testShop();
let gora: number;
let hidden: number;
let godan: number;

beforeAll(async () => {
  const db = shop.db.write;
  gora = await catalogueBook(db, { title: "Gora", authors: ["Rabindranath Tagore"], tags: ["Novel"] });
  hidden = await catalogueBook(db, { title: "Withdrawn", tags: ["Novel"], hidden: 1 });
  await catalogueBook(db, { title: "Sold <b>Out</b>", tags: ["Novel"], stock: 0 });
  godan = await catalogueBook(db, {
    title: "गोदान",
    language: "Hindi",
    brief: "होरी और उसकी गाय।",
    hidden: 1,
  });
  for (let index = 0; index < 16; index++)
    await catalogueBook(db, { title: `Tale ${index}`, tags: ["Folk Tales"] });
});

describe("/books", () => {
  test.each([
    ["min=abc", "Type a price as a number, for example 250."],
    ["max=-5", "Type a price of 0 or more."],
    ["min=abc&max=-5", "Type a price as a number, for example 250."],
    ["min=500&max=100", "‘From’ was more than ‘To’: the two prices were exchanged."],
  ])(
    "?%s says at the top of the page what is wrong, and does not scroll away from it",
    async (query, sentence) => {
      const { html } = await openPage(guestBrowser(shop), `/books?${query}`);
      const [before, after] = html.slice(html.indexOf("<body")).split("list-columns");
      expect(/<p role="alert"[^>]*>([^<]*)</.exec(before!)?.[1]).toBe(sentence);
      expect(/<p id="price-error"[^>]*>([^<]*)</.exec(after!)?.[1]).toBe(sentence);
      expect(html).not.toMatch(/name="m(?:in|ax)"[^>]*autofocus/i);
    },
  );

  test("shows 5 books first and 12 on each later page, every book once", async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let number = 0; number < 3; number++) {
      const { html } = await openPage(guestBrowser(shop), `/books?sort=title&page=${number}`);
      const ids = [...html.matchAll(/name="bookId" value="(\d+)"|Out of stock/g)].map(
        (match) => match[1] ?? "sold out",
      );
      seen.push(...ids);
      sizes.push(ids.length);
      expect(html).toContain("18 books found");
      const more = /<a [^>]*href="([^"]*)"[^>]*>Show more/.exec(html)?.[1];
      expect(more).toBe(number < 2 ? `/books?sort=title&amp;page=${number + 1}` : undefined);
    }
    expect(sizes).toEqual([5, 12, 1]);
    expect(new Set(seen).size).toBe(18);
    expect(seen).not.toContain(String(hidden));
  });

  test("the unfiltered list shows the brief of its first book; searches and filters do not", async () => {
    const leads = async (search: string) =>
      [
        ...(await openPage(guestBrowser(shop), `/books${search}`)).html.matchAll(
          /<p class="brief"[^>]*>([^<]*)/g,
        ),
      ].map((match) => match[1]);
    expect(await leads("")).toEqual(["A book."]);
    for (const search of ["?q=gora", "?tag=Novel", "?sort=title", "?page=1", "?max=300", "?q=nothing"])
      expect(await leads(search), search).toEqual([]);
  });

  test("its heading names the search or filter", async () => {
    const heading = async (search: string) =>
      /<h1[^>]*>([^<]*)/.exec((await openPage(guestBrowser(shop), `/books${search}`)).html)![1];
    expect(await heading("")).toBe("All Books");
    expect(await heading("?sort=title")).toBe("All Books");
    expect(await heading("?tag=novel")).toBe("Novel");
    expect(await heading("?q=gora&tag=novel")).toBe("“gora”");
    expect(await heading("?max=300")).toBe("Books");
    expect(await heading("?author=rabindranath+tagore")).toBe("Rabindranath Tagore");
    expect(await heading("?language=english&rating=4")).toBe("Books in English");
    expect(await heading("?availability=in_stock")).toBe("Books");
  });

  test("an invalid price stays in its field with a message; the list ignores it", async () => {
    const { html } = await openPage(guestBrowser(shop), "/books?min=abc&max=300");
    expect(html).toMatch(/aria-invalid="true" aria-describedby="price-error"[^>]*name="min" value="abc"/i);
    expect(html).toMatch(/id="price-error"[^>]*>Type a price as a number, for example 250\.</);
    expect(html).toMatch(/placeholder="To" class="input" name="max" value="300"/);
    // On a phone the panel is open, so that the message is visible.
    expect(html).toMatch(/<form[^>]*class="filters is-open"/);
    expect((await openPage(guestBrowser(shop), "/books?max=300")).html).not.toContain("price-error");
  });

  test("tags, prices, search and sort of the address work together and fill the fields", async () => {
    const { html } = await openPage(
      guestBrowser(shop),
      "/books?tag=novel&min=100&max=300&q=gora&sort=price_asc",
    );
    expect(html).toContain("1 book found");
    expect(html).toMatch(/value="Novel"[^>]*checked=""|checked=""[^>]*value="Novel"/);
    expect(html).toContain("₹100 – ₹300");
    expect(html).toContain("“gora”");
    expect(html).toMatch(/name="min"[^>]*value="100"/);
  });

  test("the facets of the address are filled in and narrow the list; cached pages tell them apart", async () => {
    const open = async (search: string) => (await openPage(guestBrowser(shop), `/books?${search}`)).html;
    const html = await open("author=rabindranath+tagore&availability=in_stock&tags=all&tag=novel");
    expect(html).toContain("1 book found");
    expect(html).toMatch(/name="author" checked="" value="Rabindranath Tagore"/);
    expect(html).toMatch(/name="availability" checked="" value="in_stock"/);
    expect(await open("availability=in_stock&tag=novel&tag=folk+tales")).toContain("17 books found");
    expect(await open("availability=in_stock&tag=novel&tag=folk+tales&tags=all")).toContain("0 books found");
    // Names of a group are searched by a field of the same form.
    const found = await open("in_author=zzz&language=english");
    expect(found).toContain("18 books found");
    expect(found).toMatch(/autofocus="" class="input" name="in_author" value="zzz"/i);
    expect(found).toMatch(/<form[^>]*class="filters is-open"/);
    expect(found).toContain("No such name.");
  });

  test.each([
    "author=%00&format=__proto__&age=7&rating=x&in_author=%25",
    "language=constructor&added=1&in_tag=" + "x".repeat(2000),
    "page=-1",
    "page=99999999999999999999",
    "page=50",
    "min=x&max=-3",
    "sort=;drop",
    "q=%22%20OR%20*",
    "q=%00",
    "tag=%00&tag=",
    "q=" + "x".repeat(3000),
  ])("is never an error page: %s", async (search) => {
    const { status, html } = await openPage(guestBrowser(shop), `/books?${search}`);
    expect(status).toBe(200);
    expect(html).toMatch(/books found/);
  });

  test("a price in words becomes the price filter, and can be taken away", async () => {
    const browser = guestBrowser(shop);
    const answer = await browser.get("/books?q=books+under+%E2%82%B9200&tag=Novel");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/books?tag=Novel&max=200"]);
    const { html } = await openPage(browser, "/books?max=200");
    expect(html).toContain("Up to ₹200");
    const over = await browser.get("/books?q=tagore+over+500&max=200&sort=title");
    expect(over.headers.get("location")).toBe("/books?q=tagore&min=500&sort=title");
  });

  test("says when no book was found", async () => {
    const { html } = await openPage(guestBrowser(shop), "/books?q=zzz");
    expect(html).toContain("No Books Found");
    expect(html).toMatch(/<a [^>]*href="\/books"[^>]*>Clear All Filters/);
    expect(html).toContain("Nothing in the shop fits this. Check the spelling, or try another word.");
    expect(html).not.toContain("There are:");
    const filtered = (await openPage(guestBrowser(shop), "/books?q=zzz&tag=none")).html;
    expect(filtered).toContain("Try fewer filters, or another word.");
  });

  test("an empty list says without which filter there are books, and shows the nearest titles or bestsellers", async () => {
    await shop.db.write
      .updateTable("books")
      .set({ sold_count: 3 })
      .where("id", "in", [gora, hidden])
      .execute();
    const open = async (search: string) => (await openPage(guestBrowser(shop), `/books?${search}`)).html;
    const html = await open("tag=folk+tales&author=rabindranath+tagore&q=gora");
    expect(html).toContain("0 books found");
    expect(html).toContain(
      'href="/books?q=gora&amp;author=Rabindranath+Tagore">1 book in other categories</a>',
    );
    expect(html).not.toContain("by other authors");
    expect(html).toMatch(/>Nearest titles<\/h2>.*>Gora</);
    expect(await open("tag=folk+tales&author=rabindranath+tagore")).toMatch(/>Bestsellers<\/h2>.*>Gora</);
    const priced = await open("language=english&max=10&q=%3Cb%3Eout");
    expect(priced).toContain('href="/books?q=%3Cb%3Eout&amp;language=English">1 book at other prices</a>');
    expect(await open("language=english&max=10")).toContain(">18 books at other prices</a>");
    expect(await open("max=10")).not.toContain("There are:");
    // A book that fits needs none of it.
    expect(await open("tag=novel&author=rabindranath+tagore")).not.toContain("Bestsellers</h2>");
  });

  test("escapes texts", async () => {
    const { html } = await openPage(
      guestBrowser(shop),
      "/books?q=" + encodeURIComponent('<img src=x onerror="alert(1)">'),
    );
    expect(html).not.toContain("<img src=x");
    expect((await openPage(guestBrowser(shop), "/books?q=sold")).html).toContain(
      "Sold &lt;b&gt;Out&lt;/b&gt;",
    );
  });
});

describe("/books/:id", () => {
  test("authors and stars are links; stars show halves", async () => {
    const [one, two] = [await catalogueReader(shop.db.write), await catalogueReader(shop.db.write)];
    const at = "2026-01-02T03:04:05.000Z";
    const rated = await catalogueBook(shop.db.write, { title: "Rated", authors: ["A. Author", "B & C"] });
    for (const [accountId, rating] of [
      [one, 4],
      [two, 5],
    ] as const)
      await createReview(shop.db.write, { bookId: rated, accountId, rating, at });
    const { html } = await openPage(guestBrowser(shop), `/books/${rated}`);
    expect(html).toMatch(/<a href="\/authors\/\d+-a-author"/);
    expect(html).toMatch(/<a href="\/authors\/\d+-b-c"/);
    expect(html).toMatch(/<a (?=[^>]*href="\/books\?q=B\+%26\+C")/);
    expect(html).toMatch(
      new RegExp(
        `<a href="/books/${rated}-[^"?]*\\?tab=reviews#tabs"[^>]*>.{0,60}aria-label="4.5 out of 5">★★★★<b>★</b></span>`,
      ),
    );
    // A book without a cover shows its title and authors on the default one.
    expect(html).toMatch(
      /class="cover-words"[^>]*><span[^>]*>Rated<\/span><small[^>]*>A. Author, B &amp; C</,
    );
  });

  test("unknown, hidden and malformed ids are a 404 with a link to all books", async () => {
    for (const id of [
      "999999",
      String(hidden),
      "0",
      "-1",
      "abc",
      "1e3",
      "1.5",
      "999999999999999999999",
      "%27",
    ]) {
      const { status, html } = await openPage(guestBrowser(shop), `/books/${id}`);
      expect(status, id).toBe(404);
      expect(html, id).toContain("Book Not Found");
      expect(html, id).toContain("Browse All Books");
    }
  });

  test("texts in the script of the book's language have its lang", async () => {
    const show = (hidden: 0 | 1) =>
      shop.db.write.updateTable("books").set({ hidden }).where("id", "=", godan).execute();
    await show(0);
    const own = (await openPage(guestBrowser(shop), `/books/${godan}`)).html;
    const list = (await openPage(guestBrowser(shop), "/books?q=गोदान")).html;
    await show(1);
    expect(own).toMatch(/<h1 dir="auto" lang="hi">गोदान</);
    expect(own).toMatch(/<p class="brief" dir="auto" lang="hi">होरी/);
    // The language, as its readers call it too.
    expect(own).toMatch(
      />In(<!-- -->|\s)*<a href="\/languages\/\d+-hindi"[^>]*>Hindi<\/a> · <bdi lang="hi">/,
    );
    expect(list).toMatch(/<a class="card-link" lang="hi"[^>]*>गोदान</);
    expect((await openPage(guestBrowser(shop), `/books/${gora}`)).html).toMatch(/<h1 dir="auto">Gora</);
  });

  test("shows the cost and day of delivery for a book that can be bought", async () => {
    const said =
      /<p>Arrives by (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+ [A-Z][a-z]+\. Free delivery\. Returns within \d+ days\.</;
    expect((await openPage(guestBrowser(shop), `/books/${gora}`)).html).toMatch(said);
    const sold = (await openPage(guestBrowser(shop), "/books?q=Sold")).html;
    const id = /href="\/books\/(\d+)-/.exec(sold)![1];
    expect((await openPage(guestBrowser(shop), `/books/${id}`)).html).not.toContain("Free delivery");
  });

  test("shows subtitle, translators, status and the known details", async () => {
    const db = shop.db.write;
    const id = await catalogueBook(db, {
      title: "Recorded",
      subtitle: "A <b>Novel</b>",
      authors: ["Mira Das"],
      hidden: 1,
      format: "BC",
      publishing_status: "out_of_print",
      height_mm: 198,
      width_mm: 129,
      sku: "SECRET-1",
    });
    const bare = await openPage(guestBrowser(shop), `/books/${gora}`);
    expect(bare.html).not.toContain('<th scope="row">Format</th>');
    const translator = await db
      .insertInto("authors")
      .values({ name: "Ila Sen", name_key: "ila sen" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("book_contributors")
      .values({ book_id: id, author_id: translator.id, role: "B06", position: 1 })
      .execute();
    await db.updateTable("books").set({ hidden: 0 }).where("id", "=", id).execute();
    const { html } = await openPage(guestBrowser(shop), `/books/${id}-recorded?tab=details`);
    await db.updateTable("books").set({ hidden: 1 }).where("id", "=", id).execute();
    expect(html).toContain("A &lt;b&gt;Novel&lt;/b&gt;");
    expect(html).toMatch(/Translated by(<!-- -->|\s)*<a href="\/authors\/\d+-ila-sen"/);
    expect(html).toContain("<strong>Out of print</strong>");
    expect(html).toMatch(/Format<\/th><td><bdi>Paperback/);
    expect(html).toContain("198 × 129 mm");
    expect(html).not.toContain("SECRET-1");
  });

  test("login links lead back to the page, 'Login to Review' to the reviews", async () => {
    const back = (path: string) => `href="/login?redirectTo=${encodeURIComponent(path)}"`;
    const { html } = await openPage(guestBrowser(shop), `/books/${gora}?tab=details`);
    expect(html).toContain(back(`/books/${gora}-gora?tab=reviews#tabs`));
    expect(html).toContain(back(`/books/${gora}-gora?tab=details`));
    expect((await openPage(guestBrowser(shop), "/books?q=go&tag=Novel")).html).toContain(
      back("/books?q=go&tag=Novel"),
    );
    expect((await openPage(guestBrowser(shop), "/")).html).toContain('href="/login"');
    // Login links on the login page itself keep the first page; a mailed link's token is never passed on.
    expect((await openPage(guestBrowser(shop), "/register?redirectTo=%2Fcart")).html).toContain(
      back("/cart"),
    );
    expect((await openPage(guestBrowser(shop), "/newsletter/confirm?token=secret")).html).not.toContain(
      "redirectTo=%2Fnews",
    );
  });

  test("each tab has an address of its own", async () => {
    const panel = (html: string, id: string) =>
      new RegExp(`<section id="panel-${id}"[^>]*>`).exec(html)?.[0] ?? "none";
    for (const tab of ["description", "details", "authors", "reviews"]) {
      const { html } = await openPage(guestBrowser(shop), `/books/${gora}?tab=${tab}`);
      expect(panel(html, tab), tab).not.toContain("hidden");
    }
    expect(
      panel((await openPage(guestBrowser(shop), `/books/${gora}?tab=<x>`)).html, "description"),
    ).not.toContain("hidden");
  });

  test("guests are sent to the login; a customer's review is stored and shown with a short name and no part of the address", async () => {
    const guest = await guestBrowser(shop).post(`/books/${gora}?tab=reviews`, {
      intent: "review",
      rating: 5,
      remarks: "Fine",
    });
    expect(guest.status).toBe(303);
    expect(guest.headers.get("Location")).toMatch(/^\/login\?redirectTo=/);

    const account = await catalogueReader(shop.db.write, "priya@example.com");
    const priya = await signedIn(shop, account);
    const invalid = await priya.post(`/books/${gora}?tab=reviews`, { intent: "review", remarks: "ab" });
    const again = await invalid.text();
    expect(invalid.status).toBe(400);
    expect(again).toContain("Please select a rating");
    expect(again).toContain("Review must be at least 3 characters");
    expect(again).toMatch(/<textarea[^>]*>ab<\/textarea>/);

    const saved = await priya.post(`/books/${gora}?tab=reviews`, {
      intent: "review",
      rating: 4,
      remarks: "Read it twice",
      accountId: 1,
      hidden: 1,
    });
    expect(saved.status).toBe(303);
    const { html } = await openPage(priya, saved.headers.get("Location")!);
    expect(html.match(/Review submitted successfully!/g)?.length).toBeGreaterThan(1);
    expect((await openPage(guestBrowser(shop), `/books/${gora}`)).html).toContain("Asha R.");
    expect((await openPage(guestBrowser(shop), `/books/${gora}`)).html).not.toMatch(/@example\.com|Asha Rao/);
    expect(
      (await priya.post(`/books/${hidden}`, { intent: "review", rating: 4, remarks: "Read it twice" }))
        .status,
    ).toBe(404);
  });
});

describe("wishlist", () => {
  test("the book a guest wants is added after the login, once", async () => {
    const guest = guestBrowser(shop);
    const asked = await guest.post("/wishlist", {
      intent: "add",
      bookId: gora,
      redirectTo: `/books/${gora}`,
    });
    expect(asked.headers.get("Location")).toBe("/login?redirectTo=%2Fwishlist%3Fresume%3Don");

    const asha = await signedIn(shop, await catalogueReader(shop.db.write));
    const nothing = await asha.get("/wishlist?resume=on");
    expect(nothing.headers.get("Location"), "no wish of their own").toBe("/wishlist");

    for (const pair of guest.cookieHeader().split("; "))
      asha.setCookie(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    const granted = await asha.get("/wishlist?resume=on");
    expect(granted.headers.get("Location")).toBe(`/books/${gora}-gora`);
    expect((await openPage(asha, `/books/${gora}`)).html).toContain(
      "Added &quot;Gora&quot; to your wishlist",
    );
    expect((await asha.get("/wishlist?resume=on")).headers.get("Location")).toBe("/wishlist");
    expect((await openPage(asha, "/wishlist")).html).toContain("Gora");

    const moved = await asha.post("/wishlist", { intent: "move", bookId: gora });
    expect(moved.headers.get("Location")).toBe("/wishlist");
    const { html } = await openPage(asha, "/wishlist");
    expect(html).toContain("Your wishlist is empty");
    expect(html).toContain("Cart, 1 item");
  });

  test("is only for customers, refuses invalid forms and never redirects to another site", async () => {
    expect((await guestBrowser(shop).get("/wishlist")).headers.get("Location")).toMatch(/^\/login/);
    const asha = await signedIn(shop, await catalogueReader(shop.db.write));
    expect((await asha.post("/wishlist", { intent: "add", bookId: "x" })).status).toBe(404);
    expect((await asha.post("/wishlist", { intent: "drop", bookId: gora })).status).toBe(400);
    const away = await asha.post("/wishlist", { intent: "add", bookId: gora, redirectTo: "//evil.example" });
    expect(away.headers.get("Location")).toBe("/wishlist");
  });
});

describe("newsletter", () => {
  test("a wrong address comes back with its message; a right one gets the same answer each time", async () => {
    const wrong = await guestBrowser(shop).post("/newsletter", { email: "asha@" });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    const field = /<input [^>]*value="asha@"[^>]*>/.exec(html)![0];
    expect(field).toContain('aria-invalid="true"');
    const message = /aria-describedby="([^"]+)"/.exec(field)![1];
    expect(html).toMatch(
      new RegExp(`<p id="${message}" class="text-bad [^>]*>Please enter a valid email address<`),
    );
    // At its field, which on a phone is above the button.
    expect(html.indexOf(`<p id="${message}"`)).toBeLessThan(html.indexOf("Subscribe</"));

    const answers = [];
    for (let time = 0; time < 2; time++) {
      const browser = guestBrowser(shop);
      const response = await browser.post("/newsletter", { email: "Asha@example.com" });
      expect(response.headers.get("Location")).toBe("/");
      answers.push(/Thank you![^<]*/.exec((await openPage(browser, "/")).html)?.[0]);
    }
    expect(answers[0]).toBeTruthy();
    expect(answers[1]).toBe(answers[0]);
    const rows = await shop.db.read.selectFrom("newsletter_subscribers").select(["email", "state"]).execute();
    expect(rows).toEqual([{ email: "asha@example.com", state: "unconfirmed" }]);
  });
});

test("visitors without a session get the same page, without cookies but for the book they looked at", async () => {
  const first = await guestBrowser(shop).get(`/books/${gora}`);
  const second = await guestBrowser(shop).get(`/books/${gora}`);
  expect(first.headers.get("ETag")).toBe(second.headers.get("ETag"));
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(`^recent=${gora};`)]);
  const list = await guestBrowser(shop).get("/books");
  expect(list.headers.getSetCookie()).toEqual([]);
});

test("terms and privacy notice name the shop's address and email", async () => {
  for (const path of ["/terms", "/privacy"]) {
    const { status, html } = await openPage(guestBrowser(shop), path);
    expect(status).toBe(200);
    expect(html).toContain("14 Residency Road");
    expect(html).toContain("help@kitab.example");
  }
});

/** The structured data of a page. */
const jsonLd = (html: string) =>
  (
    JSON.parse(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!) as {
      "@graph": Record<string, unknown>[];
    }
  )["@graph"];

describe("the page of a name", () => {
  const idOf = async (table: "authors" | "publishers" | "languages", name: string) =>
    (await shop.db.read.selectFrom(table).select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
  const visit = (path: string) => fetch(shop.origin + path, { redirect: "manual" });
  const leadsTo = async (path: string) => {
    const answer = await visit(path);
    return [answer.status, answer.headers.get("Location")];
  };

  test("has one address, to which the id and other slugs lead; unknown and empty ones are a 404", async () => {
    const id = await idOf("authors", "Rabindranath Tagore");
    const path = `/authors/${id}-rabindranath-tagore`;
    expect(await leadsTo(`/authors/${id}?sort=title`)).toEqual([301, `${path}?sort=title`]);
    expect(await leadsTo(`/authors/${id}-anything`)).toEqual([301, path]);
    expect((await visit(path)).status).toBe(200);
    await catalogueBook(shop.db.write, { title: "Not yet", authors: ["Nobody Knows"], hidden: 1 });
    const empty = await idOf("authors", "Nobody Knows");
    for (const none of [empty, "999999", "0", "x", "99999999999999999999"])
      expect((await visit(`/authors/${none}`)).status, String(none)).toBe(404);
  });

  test("tells about the name and lists its books; a change shows at once", async () => {
    const id = await idOf("authors", "Rabindranath Tagore");
    const path = `/authors/${id}-rabindranath-tagore`;
    expect((await openPage(guestBrowser(shop), path)).html).toContain("1 book<");
    const about = {
      entity: "author",
      id,
      native_name: "রবীন্দ্রনাথ ঠাকুর",
      text: "Born <1861>.\n\nPoet.",
      website: "https://example.in/t",
    } as const;
    await shop.db.write
      .insertInto("name_pages")
      .values({ ...about, picture_id: null })
      .execute();
    const { html, whole } = await openPage(guestBrowser(shop), path);
    expect(html).toContain("Born &lt;1861&gt;.\n\nPoet.");
    expect(html).toMatch(/<p class="native-name" dir="auto">রবীন্দ্রনাথ ঠাকুর</);
    expect(html).toMatch(/<a href="https:\/\/example.in\/t" rel="noopener" class="link">example.in</);
    expect(html).toContain(`href="/books/${gora}-gora"`);
    expect(whole).toContain(`<link rel="canonical" href="${shop.origin}${path}"`);
    expect(whole).toContain('<meta name="description" content="Born &lt;1861&gt;.');
    const [person, page, crumbs] = jsonLd(whole);
    expect(person).toMatchObject({ "@type": "Person", name: "Rabindranath Tagore", url: shop.origin + path });
    expect(person).toMatchObject({ sameAs: "https://example.in/t", alternateName: "রবীন্দ্রনাথ ঠাকুর" });
    expect(page).toMatchObject({
      "@type": "ProfilePage",
      mainEntity: { "@id": `${shop.origin + path}#name` },
    });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
    const book = await openPage(guestBrowser(shop), `/books/${gora}`);
    expect(book.html).toMatch(new RegExp(`<a href="${path}"[^>]*><bdi>Rabindranath Tagore`));
    expect(book.html).toContain('href="/books?q=Rabindranath+Tagore"');
    expect(book.html).toContain(
      `href="/publishers/${await idOf("publishers", "Neem Tree Press")}-neem-tree-press"`,
    );
    expect(jsonLd(book.whole)[0]).toMatchObject({
      author: [{ url: shop.origin + path }],
      offers: { shippingDetails: {}, hasMerchantReturnPolicy: { merchantReturnDays: 10 } },
    });
  });

  test("shows 5 books first and 12 on each later page, by links", async () => {
    const path = `/publishers/${await idOf("publishers", "Neem Tree Press")}-neem-tree-press`;
    const { html } = await openPage(guestBrowser(shop), `${path}?sort=title`);
    expect(html.match(/<article/g)).toHaveLength(5);
    expect(html).toContain(`href="${path}?sort=title&amp;page=1"`);
    const later = await openPage(guestBrowser(shop), `${path}?page=1`);
    expect(later.html.match(/<article/g)!.length).toBeGreaterThan(5);
    expect(later.whole).toContain(`<link rel="canonical" href="${shop.origin}${path}?page=1"`);
    const english = `/languages/${await idOf("languages", "English")}-english`;
    expect((await openPage(guestBrowser(shop), english)).html).toMatch(/<h1[^>]*>Books in English</);
    const xml = await (await visit("/sitemap.xml")).text();
    for (const own of [path, english]) expect(xml).toContain(`<loc>${shop.origin}${own}</loc>`);
    expect(xml).not.toContain("nobody-knows");
  });

  test("a book that was in the store is a 410 with a search, or leads to its successor", async () => {
    const db = shop.db.write;
    const staffId = await createStaff(db);
    const old = await catalogueBook(db, { title: "Old edition", tags: ["Folk Tales"] });
    const next = await catalogueBook(db, { title: "New edition" });
    await setHidden(db, { bookId: old, hidden: true, staffId });
    const { status, html } = await openPage(guestBrowser(shop), `/books/${old}-old-edition`);
    expect(status).toBe(410);
    expect(html).toContain("This book is no longer available");
    expect(html).toContain('action="/books"');
    expect(html).toContain("You may also like");
    expect(html).not.toContain("Old edition");
    await setSuccessor(db, { bookId: old, successorId: next, staffId });
    expect(await leadsTo(`/books/${old}`)).toEqual([301, `/books/${next}-new-edition`]);
    await setHidden(db, { bookId: next, hidden: true, staffId });
    expect((await visit(`/books/${old}`)).status).toBe(410);
  });
});
